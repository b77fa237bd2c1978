//! Programs made to hurt whoever compiles and runs them: replays that were written by an enemy.

use std::fs;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::Trial;
use tempfile::TempDir;

use super::figures::count;
use super::hostile::{harmless, nothing_happened};
use super::kill::doubling;
use super::run::{Ended, belnap, run, tree};
use super::trial;

/// A program with system calls that no library function makes, and that nobody sees.
const CALLS: &str = "
#ifdef __x86_64__
static long call(long n, long a, long b, long c) {
  long r;
  __asm__ volatile(\"syscall\" : \"=a\"(r) : \"0\"(n), \"D\"(a), \"S\"(b), \"d\"(c)
                   : \"rcx\", \"r11\", \"memory\");
  return r;
}
enum { OPEN = 2, FORK = 57, SOCKET = 41, KILL = 62, EXECVE = 59, UNLINK = 87, PTRACE = 101 };
#else
static long call(long n, long a, long b, long c) {
  long r;
  __asm__ volatile(\"int $0x80\" : \"=a\"(r) : \"0\"(n), \"b\"(a), \"c\"(b), \"d\"(c) : \"memory\");
  return r;
}
enum { OPEN = 5, FORK = 2, SOCKET = 359, KILL = 37, EXECVE = 11, UNLINK = 10, PTRACE = 26 };
#endif
static void write_file(void) { call(OPEN, (long)\"FOLDER/pwned\", 0101, 0644); }
";

/// What the program is, besides [`CALLS`], and a part of what is said about it.
const PROGRAMS: [(&str, &str, &str); 16] = [
    ("main", "int main(void) { write_file(); return 0; }", "makes a system call"),
    (
        "constructor",
        "__attribute__((constructor(101))) static void f(void) { write_file(); }\n\
         int main(void) { return 0; }",
        "makes a system call",
    ),
    (
        "preinit",
        "__attribute__((section(\".preinit_array\"), used)) static void (*f)(void) = write_file;\n\
         int main(void) { return 0; }",
        "makes a system call",
    ),
    (
        "init-section",
        "__asm__(\".section .init\\n call write_it\\n .text\");\n\
         __attribute__((used)) void write_it(void) { write_file(); }\n\
         int main(void) { return 0; }",
        "makes a system call",
    ),
    (
        "ifunc",
        "static void nothing(void) {}\n\
         static void (*chosen(void))(void) { write_file(); return nothing; }\n\
         __attribute__((ifunc(\"chosen\"))) void f(void);\nint main(void) { f(); return 0; }",
        "it has code that runs while it is loaded",
    ),
    (
        "own-limits",
        "int prctl(int a, ...) { return 0; } int setrlimit(int a, const void *b) { return 0; }\n\
         void _exit(int c) { write_file(); for (;;); }\n\
         int main(void) { reach_error(); return 0; }",
        "replayed: the program ran into the error",
    ),
    ("forks", "int main(void) { for (;;) call(FORK, 0, 0, 0); }", "makes a system call"),
    ("network", "int main(void) { return call(SOCKET, 2, 2, 0); }", "makes a system call"),
    ("signals", "int main(void) { return call(KILL, -1, 15, 0); }", "makes a system call"),
    (
        "removes",
        "int main(void) { return call(UNLINK, (long)\"FOLDER/precious\", 0, 0); }",
        "makes a system call",
    ),
    (
        "other-machine",
        "int main(void) { int r; __asm__ volatile(\"int $0x80\" : \"=a\"(r) : \"0\"(2)); return r; }",
        "makes a system call",
    ),
    (
        "memory",
        "extern void *malloc(__SIZE_TYPE__);\n\
         int main(void) { for (;;) { char *p = malloc(1 << 20); *p = 1; } }",
        "the program needs more than 1024 MiB of memory",
    ),
    ("time", "int main(void) { for (;;) ; }", "the program ran longer than 2 s"),
    (
        "output",
        "extern int puts(const char *); int main(void) { for (;;) puts(\"x\"); }",
        "the program ran longer than 2 s",
    ),
    ("data", "char x[1 << 30] = {1}; int main(void) { return 0; }", "it cannot be compiled"),
    ("calls", "int main(void) { return system(\"touch pwned\"); }", "it calls system"),
];

/// Programs that keep a compiler busy, or make it read what never ends.
fn slow() -> Vec<(&'static str, String)> {
    let main = "int main(void) { return 0; }";
    vec![
        ("zero", format!("#include \"/dev/zero\"\n{main}")),
        ("doubling", format!("{}int main(void) {{ return A40; }}", doubling())),
        ("assembler", format!("__asm__(\".rept 2000000000\\n nop\\n .endr\");\n{main}")),
        ("included-bytes", format!("__asm__(\".incbin \\\"/dev/zero\\\"\");\n{main}")),
        ("itself", format!("#include __FILE__\n#include __FILE__\n{main}")),
    ]
}

pub fn trials(all: bool) -> Vec<Trial> {
    let bits = if all { &[64, 32][..] } else { &[64] };
    let mut trials = Vec::new();
    for &bits in bits {
        for (name, program, said) in PROGRAMS {
            // On the other machine this is how system calls are made.
            if !(bits == 32 && name == "other-machine") {
                let test = move || one(bits, &format!("{CALLS}{program}"), &[said]);
                trials.push(trial(&format!("replays/{bits}-{name}"), test));
            }
        }
    }
    for (name, program) in slow().into_iter().take(if all { usize::MAX } else { 0 }) {
        let test = move || one(64, &program, &["it cannot be compiled", "it cannot be linked"]);
        trials.push(trial(&format!("replays/{name}"), test));
    }
    trials.push(trial("replays/options-in-a-file", options_in_a_file));
    trials
}

fn document(bits: u32, file: &str) -> String {
    format!(
        "{{\"format\": \"belnap.replay\", \"version\": 1, \"program\": {{\"files\": [\"{file}\"], \
         \"bits\": {bits}}}, \"arguments\": 0, \"inputs\": [], \"locals\": []}}"
    )
}

fn replayed(folder: &Path) -> Ended {
    let arguments = ["replay", "evil.replay.json", "--timeout", "2"];
    run(&mut belnap(folder, &arguments), Duration::from_secs(60))
}

/// Replays a program that nobody has looked at: one of the sentences is said, and nothing happens.
fn one(bits: u32, program: &str, said: &[&str]) {
    let place = TempDir::new().expect("a folder");
    let folder = place.path();
    let program = program.replace("FOLDER", &folder.display().to_string());
    fs::write(folder.join("prog.c"), format!("extern void reach_error(void);\n{program}\n"))
        .expect("written");
    fs::write(folder.join("evil.replay.json"), document(bits, "prog.c")).expect("written");
    fs::write(folder.join("precious"), "kept").expect("written");
    let before = tree(folder);
    let seen = replayed(folder);
    harmless("a replay", &seen, &[0, 5]);
    let right = |sentence: &&&str| seen.stdout.contains(**sentence);
    assert!(said.iter().any(|one| right(&one)), "{}{}", seen.stdout, seen.stderr);
    assert!(tree(folder) == before, "a file was changed");
    nothing_happened(folder);
    count("replays: hostile programs that did no harm");
}

/// A compiler would read options from a file whose name begins like this.
fn options_in_a_file() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("@options"), "int main(void) { return 0; }").expect("written");
    fs::write(place.path().join("options"), "-o pwned -x c options.c").expect("written");
    fs::write(place.path().join("options.c"), "int x;").expect("written");
    fs::write(place.path().join("evil.replay.json"), document(64, "@options")).expect("written");
    let seen = replayed(place.path());
    nothing_happened(place.path());
    assert!([5, 10].contains(&seen.code()), "{}{}", seen.stdout, seen.stderr);
}
