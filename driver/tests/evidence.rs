//! Evidence for verdicts: certificates, replays, assumptions, warnings about vacuous proofs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const HEAD: &str = "extern int __VERIFIER_nondet_int(void);\n\
                    extern unsigned char __VERIFIER_nondet_uchar(void);\n\
                    extern void reach_error(void);\nextern void *malloc(unsigned long);\n";

struct Folder(TempDir);

impl Folder {
    fn with(program: &str) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        fs::write(folder.path("prog.c"), format!("{HEAD}{program}\n")).expect("written");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn belnap(&self, arguments: &[&str]) -> (i32, String) {
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_belnap"))
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
        (status.code().unwrap_or(-1), text.into_owned())
    }

    /// Verifies the program and keeps the run; the last file with this suffix.
    fn saved(&self, code: i32, arguments: &[&str], suffix: &str) -> String {
        let mut all = vec!["verify", "-q", "prog.c", "--save", "run"];
        all.extend(arguments);
        let (found, text) = self.belnap(&all);
        assert_eq!(found, code, "{text}");
        let property = fs::read_dir(self.path("run")).expect("there").filter_map(Result::ok);
        let property = property.map(|entry| entry.path()).find(|path| path.is_dir());
        let files = fs::read_dir(property.expect("a folder")).expect("there");
        let mut files: Vec<PathBuf> = files.filter_map(Result::ok).map(|e| e.path()).collect();
        files.sort();
        let named = |path: &&PathBuf| path.display().to_string().ends_with(suffix);
        files.iter().rfind(named).expect("a file").display().to_string()
    }
}

const LOOP: &str = "int main(void) { int i = 0; int n = __VERIFIER_nondet_int();\n\
                    while (i < n) { i++; if (i <= 0) reach_error(); }\n return 0; }";

#[test]
fn a_proof_is_certified_and_a_wrong_one_is_not() {
    let folder = Folder::with(LOOP);
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(", certified\n"), "{text}");
    // Of the program, and of what passes made of it.
    let whole = folder.saved(0, &[], ".program.cert.json");
    let (code, text) = folder.belnap(&["certify", "run/prog.cfg.json", &whole]);
    assert_eq!((code, text.contains("AG !failed: proved (")), (0, true), "{text}");
    let proof = whole.replace(".program.cert.json", ".cert.json");
    let graph = Path::new(&proof).with_file_name("graph.cfg.json").display().to_string();
    fs::create_dir(folder.path("smt")).expect("made");
    let (code, text) = folder.belnap(&["certify", &graph, &proof, "--questions", "smt"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("AG !failed: proved ("), "{text}");
    let questions: Vec<_> = fs::read_dir(folder.path("smt")).expect("there").collect();
    assert!(!questions.is_empty());
    for question in questions.into_iter().flatten() {
        let text = fs::read_to_string(question.path()).expect("readable");
        assert!(text.starts_with("(set-logic ALL)") && text.ends_with("(check-sat)\n"), "{text}");
    }
    // The invariant of every place is true: nothing excludes the error then.
    let text = fs::read_to_string(&proof).expect("readable");
    let (head, _) = text.split_once("\"invariants\"").expect("it has some");
    let places: Vec<String> = (0..8).map(|place| format!("\"n{place}\": 1")).collect();
    let weak = format!("{head}\"invariants\": {{{}}}}}", places.join(", "));
    fs::write(&proof, weak).expect("written");
    let (code, text) = folder.belnap(&["certify", &graph, &proof]);
    assert!(code == 10 || code == 2, "{code}: {text}");
}

#[test]
fn other_results_are_certified_by_their_explanation() {
    let folder = Folder::with(
        "int main(void) { int x = __VERIFIER_nondet_int();\n\
         while (x > 0) { x = x - 1; }\n END: return 0; }",
    );
    // What has ended does not come to its end again.
    for (property, wanted) in [("EF at(END)", 0), ("AG EF at(END)", 10)] {
        let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--property", property]);
        assert_eq!(code, wanted, "{text}");
        assert!(text.contains(", certified"), "{text}");
    }
}

#[test]
fn a_lasso_is_replayed() {
    let body = "if (x == 7) x = 8; else x = 7;";
    let asked = "__VERIFIER_nondet_int()";
    for (program, place) in [
        (format!("int x = {asked};\n while (x != 5) {{\n {body}\n }}"), 6),
        (format!("int x = {asked};\n for (; x != 5; ) {{\n {body}\n }}"), 6),
        (format!("int x = {asked};\n for (;;) {{\n if (x == 5) break; {body}\n }}"), 7),
        (format!("int x = {asked};\n do {{\n {body}\n }} while (x != 5);"), 7),
        (format!("int x = {asked};\n L: if (x == 5) goto END;\n {body} goto L;"), 6),
        // Every round asks.
        (format!("int x = 1;\n while (x != 5)\n x = {asked};"), 6),
        // Another value than zero is needed for what is not initialised.
        ("int u;\n while (u == 3)\n u = 3;".to_owned(), 6),
    ] {
        let folder = Folder::with(&format!("int main(void) {{ {program}\n END: return 0; }}"));
        let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--property", "AF at(END)"]);
        assert_eq!(code, 10, "{text}");
        assert!(text.contains(", replayed 3 rounds"), "{program}\n{text}");
        let begins = format!("the loop, run 3 times, begins at prog.c:{place} with ");
        assert!(text.contains(&begins), "{program}\n{text}");
    }
    let file = Folder::with("int main(void) { int x = 1;\n while (x) x = 1;\n END: return 0; }");
    let replay = file.saved(10, &["--property", "AF at(END)"], ".replay.json");
    let (code, text) = file.belnap(&["replay", &replay]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("came to the loop at prog.c:6 "), "{text}");
    let (code, text) = file.belnap(&["verify", "-q", "prog.c", "--property", "EG !at(END)"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(", replayed 3 rounds"), "{text}");
}

#[test]
fn a_lasso_that_cannot_be_counted_is_not_replayed() {
    for (program, why) in [
        ("while (x != 5) { while (x != 5 && x != 6) x = 6; x = 7; }", ", not replayed: "),
        (
            "do { if (x == 5) goto END; if (x == 7) x = 8; else x = 7; } while (1);",
            "the rounds of the loop at prog.c:6 cannot be counted",
        ),
    ] {
        let folder = Folder::with(&format!(
            "int main(void) {{ int x = __VERIFIER_nondet_int();\n {program}\n END: return 0; }}"
        ));
        let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--property", "AF at(END)"]);
        assert_eq!(code, 10, "{text}");
        assert!(text.contains(why), "{text}");
    }
    // What has ended goes on only in theory.
    let folder = Folder::with(
        "int main(void) { int x = __VERIFIER_nondet_int();\n if (x) { L: x = 0; } return 0; }",
    );
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--property", "EG !at(L)"]);
    assert_eq!(code, 0, "{text}");
    assert!(!text.contains(", replayed"), "{text}");
}

const UNINITIALISED: &str = "int main(void) { int u;\n int unused = __VERIFIER_nondet_int();\n\
    int n = __VERIFIER_nondet_int(), s = 0;\n\
    for (int i = 0; i < n; i++) { unsigned char c = __VERIFIER_nondet_uchar(); s += c; }\n\
    if (s == 300 && u == 7) reach_error();\n return 0; }";

#[test]
fn a_refutation_is_replayed() {
    let folder = Folder::with(UNINITIALISED);
    let file = folder.saved(10, &[], ".replay.json");
    let (code, text) = folder.belnap(&["replay", &file]);
    assert_eq!(code, 0, "{text}");
    // The program does something else with another input.
    let replay = fs::read_to_string(&file).expect("readable");
    let other = replay.replacen("\"255\"", "\"254\"", 1).replace("\"7\"", "\"8\"");
    assert_ne!(other, replay);
    fs::write(&file, other).expect("written");
    let (code, text) = folder.belnap(&["replay", &file]);
    assert_eq!(code, 10, "{text}");
}

/// A compiler that makes programs that do nothing: the evidence then contradicts the verdict.
#[test]
fn a_verdict_that_the_replay_contradicts_is_none() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::with(UNINITIALISED);
    let tools = folder.path("tools");
    fs::create_dir(&tools).expect("made");
    let compiler = "#!/bin/sh\nout=; link=1; last=\n\
        for a in \"$@\"; do\n  [ \"$last\" = -o ] && out=$a\n  [ \"$a\" = -c ] && link=\n  last=$a\n\
        done\ncase \"$out$link\" in */0.o) ;; *) exec gcc \"$@\";; esac\n\
        echo 'int main(void) { return 0; }' | exec gcc -c -x c - -o \"$out\"\n";
    fs::write(tools.join("cc"), compiler).expect("written");
    fs::set_permissions(tools.join("cc"), fs::Permissions::from_mode(0o755)).expect("allowed");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(["verify", "-q", "prog.c"])
        .env("PATH", format!("{}:{path}", tools.display()))
        .env("TMPDIR", folder.0.path())
        .current_dir(folder.0.path())
        .output()
        .expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(5), "{text}");
    assert!(text.contains("FALSE was found, but not replayed: the program ends with"), "{text}");
    assert!(text.contains("this is a bug of Belnap"), "{text}");
    // What is kept shows it to whoever looks for the bug.
    let kept = folder.path("belnap-disagreement-1");
    assert!(text.contains(&format!("the files that show it are in {}", kept.display())), "{text}");
    for name in ["0-prog.c", "prog.cfg.json", "property.ctl", "execution.json", "replay.c"] {
        assert!(kept.join(name).is_file(), "{name}");
    }
    fs::write(folder.path("prog.c"), "another program").expect("written");
    let again = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .args(["replay", "replay.json"])
        .current_dir(&kept)
        .output()
        .expect("it runs");
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stdout));
}

/// A program with a system call that no library function makes, where the model does not look.
#[test]
fn programs_that_hide_effects_are_ended() {
    for (bits, call, number, first, second, word) in
        [("-m64", "syscall", 2, "D", "S", ".quad"), ("-m32", "int $0x80", 5, "b", "c", ".long")]
    {
        let folder = Folder::with("");
        let file = folder.path("pwned").display().to_string();
        let text = format!(
            "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n\
             __attribute__((used)) static void f(void) {{\n\
             long r; asm volatile(\"{call}\" : \"=a\"(r) : \"0\"({number}), \"{first}\"(\"{file}\"),\n\
             \"{second}\"(65), \"d\"(420) : \"memory\"); }}\n\
             asm(\".section .init_array, \\\"aw\\\"\\n {word} f\\n .text\");\n\
             int main(void) {{ if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }}\n"
        );
        fs::write(folder.path("prog.c"), text).expect("written");
        let (code, text) = folder.belnap(&["verify", "-q", bits, "prog.c"]);
        assert_eq!(code, 10, "{text}");
        let why = ", not replayed: the program makes a system call that is not allowed in replays";
        assert!(text.contains(why), "{text}");
        assert!(!folder.path("pwned").exists());
    }
}

#[test]
fn a_label_is_replayed() {
    let folder = Folder::with(
        "int main(void) { int n = __VERIFIER_nondet_int();\n if (n == 42) {\n BAD: n = 1;\n }\n\
         return 0; }",
    );
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--error-label", "BAD"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains(", replayed"), "{text}");
}

/// A condition that fails somewhere is looked at where the program is stopped.
#[test]
fn a_condition_is_replayed() {
    let folder = Folder::with(
        "int g;\nvoid f(int k) {\n g = k;\n}\n\
         int main(void) { int n = __VERIFIER_nondet_int(), x = 0;\n\
         while (x < 10) {\n if (n == 3)\n x += 7;\n L: x = x + 1;\n }\n f(x);\n return 0; }",
    );
    for property in [
        "AG {g < 12}",
        "AG (at(L) -> {main::x != 15})",
        "!EF ({g > 10} & {n == 3})",
        "AG (at(L) -> {x < 12})",
        "AG ({n == 3} <-> {x < 11})",
        "AG !at(prog.c:15)",
        "AG !enter(f)",
    ] {
        let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--property", property]);
        assert_eq!(code, 10, "{property}: {text}");
        assert!(text.contains(", replayed\n"), "{property}: {text}");
    }
    let file = folder.saved(10, &["--property", "AG {g < 12}"], ".replay.json");
    let (code, text) = folder.belnap(&["replay", &file]);
    assert_eq!(code, 0, "{text}");
    let replay = fs::read_to_string(&file).expect("readable");
    // Conditions that are not the property's, and more than a condition.
    for other in ["g < 12", "1", "g) + system(0", "({g;})"] {
        let changed = replay.replace("!((g < 12))", other);
        assert_ne!(changed, replay);
        fs::write(&file, changed).expect("written");
        let (code, text) = folder.belnap(&["replay", &file]);
        assert_eq!(code, 2, "{other}: {text}");
    }
}

/// A program that nothing can change is run; one input that matters, and it is not.
#[test]
fn the_only_execution_is_replayed() {
    let program = |value: &str| {
        format!(
            "int main(void) {{ int s = 0, u, v = {value}; for (int i = 0; i < 60; i++) s += i * u - i * u + 1;\n\
             if (v) s++;\n if (s != 60) {{ BAD: reach_error(); }}\n return 117; }}"
        )
    };
    let folder = Folder::with(&program("0"));
    for arguments in [&[][..], &["--error-label", "BAD"]] {
        let (code, text) = folder.belnap(&[&["verify", "-q", "prog.c"], arguments].concat());
        assert_eq!(code, 0, "{text}");
        assert!(text.contains(", replayed\n  the program has one execution"), "{text}");
    }
    let file = folder.saved(0, &[], ".replay.json");
    let (code, text) = folder.belnap(&["replay", &file]);
    assert_eq!(code, 0, "{text}");
    let said = "replayed: the program ended without the error: AG !failed holds if it has no other";
    assert!(text.contains(said), "{text}");
    let folder = Folder::with(&program("__VERIFIER_nondet_int()"));
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains(", replayed\n"), "{text}");
}

#[test]
fn an_error_function_with_a_body_is_noticed() {
    let folder = Folder::with(
        "void reach_error(void) { }\n\
         int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }",
    );
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains(", replayed"), "{text}");
}

#[test]
fn programs_with_effects_are_not_run() {
    let folder = Folder::with(
        "extern int system(const char *);\n\
         int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return system(\"touch x\"); }",
    );
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("not replayed: it calls system"), "{text}");
    assert!(!folder.path("x").exists());
}

#[test]
fn assumptions_are_named_and_not_strict() {
    let folder = Folder::with("int main(void) { if (!malloc(4)) reach_error(); return 0; }");
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("certified, if malloc never fails, and gives no address twice (prog.c:5)"),
        "{text}"
    );
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--strict"]);
    assert_eq!(code, 5, "{text}");
    assert!(
        text.contains(
            "unknown: TRUE, if malloc never fails, and gives no address twice (prog.c:5)"
        ),
        "{text}"
    );
    let sure = Folder::with(LOOP);
    assert_eq!(sure.belnap(&["verify", "-q", "prog.c", "--strict"]).0, 0);
    let (code, text) = sure.belnap(&["verify", "-q", "prog.c", "--integers", "mathematical"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("if integers have no bounds"), "{text}");
}

/// The first line of the program is line 5.
#[test]
fn accesses_that_verdicts_rest_on_are_named() {
    let stays = "if every access through a pointer or an index stays in its object (prog.c:5)";
    let cases = [
        // Nothing depends on what is written, but it could be written anywhere.
        (
            "int main(void) { int a[2], x = 0; a[__VERIFIER_nondet_int()] = 1; if (x) reach_error(); }",
            0,
            stays,
        ),
        ("int main(void) { int a[2] = {0}, *p = a; if (*p) reach_error(); }", 0, stays),
    ];
    for (program, expected, clause) in cases {
        let folder = Folder::with(program);
        let (code, text) = folder.belnap(&["verify", "-q", "--no-replay", "prog.c"]);
        assert_eq!(code, expected, "{text}");
        assert!(text.contains(clause), "{text}");
        assert_eq!(folder.belnap(&["verify", "-q", "--no-replay", "--strict", "prog.c"]).0, 5);
    }
    let plain = Folder::with("int a[2]; int main(void) { a[1] = 1; if (!a[1]) reach_error(); }");
    assert_eq!(plain.belnap(&["verify", "-q", "prog.c", "--strict"]).0, 0);
}

#[test]
fn proofs_about_nothing_say_so() {
    let cases = [
        ("int main(void) { return 0; }", &[][..], "the program has no assertion"),
        (
            "int main(void) { int x = 1; if (x == 2) { if (__VERIFIER_nondet_int()) reach_error(); }\n\
             return 0; }",
            &[],
            "no assertion and no condition of an error is ever reached",
        ),
        (
            "int main(void) { int x = 1; if (x == 2) { L: x = 3; } return 0; }",
            &["--property", "AG (at(L) -> {main::x == 5})"],
            "at(L) is never true",
        ),
    ];
    for (program, arguments, wanted) in cases {
        let folder = Folder::with(program);
        let mut all = vec!["verify", "-q", "prog.c"];
        all.extend(arguments);
        let (code, text) = folder.belnap(&all);
        assert_eq!(code, 0, "{text}");
        assert!(text.contains(wanted), "{text}");
    }
    let (_, text) = Folder::with(LOOP).belnap(&["verify", "-q", "prog.c"]);
    assert!(!text.contains("whatever"), "{text}");
}

#[test]
fn hostile_replays_are_refused_or_do_no_harm() {
    let folder = Folder::with(UNINITIALISED);
    let file = folder.saved(10, &[], ".replay.json");
    let replay = fs::read_to_string(&file).expect("readable");
    let try_one = |changed: String| {
        assert_ne!(changed, replay);
        fs::write(&file, changed).expect("written");
        folder.belnap(&["replay", &file])
    };
    let name = "\"name\": \"u\"";
    let (code, text) = try_one(replay.replace(name, "\"name\": \"u = system(0), v\""));
    assert_eq!(code, 2, "{text}");
    let (code, text) = try_one(replay.replace("\"7\"", "\"7; system(0)\""));
    assert_eq!(code, 2, "{text}");
    let (code, text) = try_one(replay.replace("\"prog.c\"", "\"-fplugin=evil.so\""));
    assert_eq!(code, 5, "{text}");
    let place = "__VERIFIER_nondet_uchar()";
    let (code, text) = try_one(replay.replace(place, "*/ int evil(void) { return 1; } /*"));
    assert_eq!(code, 0, "{text}");
    let (code, text) = try_one(replay.replace("\"bits\": 64", "\"bits\": 16"));
    assert_eq!(code, 2, "{text}");
}

#[test]
fn what_realloc_adds_is_assumed_not_to_be_read() {
    // The model copies what lies behind the old block, which is the other one.
    let folder = Folder::with(
        "extern void *realloc(void *, unsigned long);\n\
         int main(void) { int *p[2];\n\
         for (int i = 0; i < 2; i++) { p[i] = malloc(16); p[i][0] = i + 7; }\n\
         int *q = realloc(p[0], 32); if (q[4] != 8) reach_error(); return 0; }",
    );
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--no-replay", "--strict"]);
    assert_eq!(code, 5, "{text}");
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--no-replay", "--json"]);
    assert_eq!((code, text.contains("is not read before it is written")), (0, true), "{text}");
    // The compiled program shows it.
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!((code, text.contains("the program calls reach_error")), (5, true), "{text}");
}
