//! Limits of time and memory, in every part of a run: kept within a tenth or two seconds.

use std::fs;
use std::time::Duration;

use libtest_mimic::Trial;
use rustix::process::{Resource, Rlimit, prlimit};
use tempfile::TempDir;

use super::figures::{count, measured};
use super::run::{belnap, family, finish, id, limited, run, start};
use super::trial;

/// When a run is taken not to end at all.
const LONG: Duration = Duration::from_secs(60);

/// Seconds that a limit may be missed by.
const SECONDS: f64 = 2.0;

/// The factors of a number, which the prover does not find soon.
pub const PROVER: &str = "\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
  E: n = 0;
  if (a > 1 && b > 1 && a * b == 9790765170742681277ull) reach_error();
  return 0;
}
";

/// A program, options, and initial predicates.
struct Program {
    name: &'static str,
    text: String,
    options: &'static [&'static str],
    predicates: String,
}

/// Where a run is when it meets its limit.
fn programs() -> Vec<Program> {
    let new = |name, text, options| Program { name, text, options, predicates: String::new() };
    let list =
        |count: usize, piece: &dyn Fn(usize) -> String| (0..count).map(piece).collect::<String>();
    vec![
        new("prover", PROVER.to_owned(), &[]),
        new("preprocessor", INCLUDED.to_owned(), &[]),
        new(
            "frontend",
            format!("int x; int main(void) {{\n{}}}\n", "x = x + 1;\n".repeat(1_000_000)),
            &["--no-cpp"],
        ),
        new("refinement", REFINED.to_owned(), &["--refine", "wp"]),
        Program {
            predicates: list(90, &|n| format!("global {{ main::x * main::y > {n} * main::x }}\n")),
            ..new(
                "abstraction",
                ENTANGLED.to_owned(),
                &["-p", "AG {main::x * main::y > 77 * main::x}"],
            )
        },
        Program {
            predicates: list(30, &|n| format!("global {{ main::b{n} != 0 }}\n")),
            ..new("diagrams", counter(30), &["-p", "AF at(L)"])
        },
    ]
}

/// A file that includes itself more often than anybody can wait for, and takes little memory.
const INCLUDED: &str = "#if __INCLUDE_LEVEL__ < 100\n#include __FILE__\n#include __FILE__\n#endif\n\
                        int main(void) { return 0; }\n";

/// Each precondition asks for one more.
const REFINED: &str = "\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0, s = 0;
  while (s < 6) {
    int k = __VERIFIER_nondet_int();
    if (k == s + 3) s = s + 1; else s = 0;
    n = n + 1;
  }
  if (n > 5) reach_error();
  return 0;
}
";

/// Many hard questions, about products.
const ENTANGLED: &str = "\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) { x = x * y + 3; y = y * x - 5; }
  return x;
}
";

/// Counts with single bits, and so takes exponentially many steps.
fn counter(bits: usize) -> String {
    let each = |piece: &dyn Fn(usize) -> String| (0..bits).map(piece).collect::<Vec<_>>();
    format!(
        "int main(void) {{\n_Bool {};\nwhile (!({})) {{\n{}next:;\n}}\nL: return 0;\n}}\n",
        each(&|n| format!("b{n} = 0")).join(", "),
        each(&|n| format!("b{n}")).join(" && "),
        each(&|n| format!("if (!b{n}) {{ b{n} = 1; goto next; }}\nb{n} = 0;\n")).concat(),
    )
}

pub fn trials(all: bool) -> Vec<Trial> {
    let mut trials = vec![trial("limits/memory-of-the-frontend", || memory("frontend", 150))];
    for program in programs() {
        if all || ["prover", "preprocessor"].contains(&program.name) {
            let seconds = if all { 5 } else { 1 };
            let name = format!("limits/time-{}", program.name);
            trials.push(trial(&name, move || time(&program, seconds)));
        }
    }
    if all {
        trials.push(trial("limits/no-memory-from-the-system", no_memory_from_the_system));
        trials.push(trial("limits/memory-of-text", memory_of_text));
        trials.push(trial("limits/memory-taken-away", memory_taken_away));
        trials.push(trial("limits/memory-of-the-prover", || memory("prover", 80)));
    }
    trials
}

fn time(program: &Program, seconds: u32) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), &program.text).expect("written");
    let predicates = format!("belnap preds 1\n{}", program.predicates);
    fs::write(place.path().join("some.preds"), predicates).expect("written");
    let timeout = seconds.to_string();
    let given = ["verify", "prog.c", "-q", "--predicates", "some.preds", "--timeout", &timeout];
    let seen = run(&mut belnap(place.path(), &[&given, program.options].concat()), LONG);
    let said = format!("{}{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
    assert!(said.contains(&format!("the time limit of {timeout} s was reached")), "{said}");
    let over = seen.seconds - f64::from(seconds);
    measured("limits: seconds over the limit of time", over, program.name);
    assert!(over < SECONDS.max(0.1 * f64::from(seconds)), "{over} s too long");
}

fn memory(name: &str, mebibytes: u32) {
    let program = programs().into_iter().find(|one| one.name == name).expect("a program");
    within(name, &program.text, program.options, mebibytes);
}

fn memory_of_text() {
    let text =
        format!("char *s = \"{}\";\nint main(void) {{ return 0; }}\n", "a".repeat(20_000_000));
    within("text", &text, &["--no-cpp"], 500);
}

fn within(name: &str, text: &str, arguments: &[&str], mebibytes: u32) {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), text).expect("written");
    let most = mebibytes.to_string();
    let arguments = [&["verify", "prog.c", "-q", "--memory", &most], arguments].concat();
    let seen = run(&mut belnap(place.path(), &arguments), LONG);
    let said = format!("{}{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
    assert!(said.contains(&format!("the memory limit of {most} MiB was reached")), "{said}");
    let over = (seen.mebibytes - f64::from(mebibytes)) / f64::from(mebibytes) * 100.0;
    measured("limits: per cent over the limit of memory, both processes", over, name);
    assert!(seen.mebibytes < f64::from(mebibytes) * 1.1, "{} MiB", seen.mebibytes);
}

/// Where the system refuses memory, the process that verifies dies, and the other reports.
fn no_memory_from_the_system() {
    let place = TempDir::new().expect("a folder");
    let program = programs().into_iter().find(|one| one.name == "frontend").expect("a program");
    fs::write(place.path().join("prog.c"), program.text).expect("written");
    let arguments = ["verify", "prog.c", "-q", "--no-cpp"];
    let seen = run(&mut limited(place.path(), "ulimit -v 2900000", &arguments), LONG);
    let said = format!("{}{}", seen.stdout, seen.stderr);
    assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
    assert!(said.contains("died of signal 6 (SIGABRT; memory may have run out)"), "{said}");
    // Too little to begin with.
    for limit in ["ulimit -v 1000000", "ulimit -v 300000"] {
        let seen = run(&mut limited(place.path(), limit, &arguments), LONG);
        assert!([2, 5, 6].contains(&seen.code()), "{}{}", seen.stdout, seen.stderr);
    }
    count("limits: runs that met RLIMIT_AS and were reported");
}

/// The system refuses memory from one moment on, which is in a question to the prover.
fn memory_taken_away() {
    let place = TempDir::new().expect("a folder");
    fs::write(place.path().join("prog.c"), PROVER).expect("written");
    for milliseconds in [500, 1500, 3000] {
        let child = start(&mut belnap(place.path(), &["verify", "prog.c", "-q"]));
        std::thread::sleep(Duration::from_millis(milliseconds));
        let worker = *family(child.id()).get(1).expect("a process that verifies");
        let none = Rlimit { current: Some(1), maximum: Some(1) };
        prlimit(Some(id(worker)), Resource::As, none).expect("limited");
        let seen = finish(child, LONG);
        let said = format!("{}{}", seen.stdout, seen.stderr);
        assert_eq!((seen.code(), seen.verdict()), (5, "UNKNOWN"), "{said}");
        count("limits: runs whose memory was taken away and that were reported");
    }
}
