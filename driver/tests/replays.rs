//! Replays: what a run of the compiled program shows, and what it does not.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn with(program: &str) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        fs::write(folder.path("prog.c"), program).expect("written");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn belnap(&self, arguments: &[&str]) -> (i32, String) {
        let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_belnap"))
            .args(arguments)
            .env("TMPDIR", self.0.path())
            .current_dir(self.0.path())
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
        (status.code().unwrap_or(-1), text.into_owned())
    }

    /// What is said about a property of the program.
    fn verify(&self, property: &str) -> (i32, String) {
        self.belnap(&["verify", "-q", "prog.c", "--property", property])
    }

    /// The replay of the run that refutes a property.
    fn replay(&self, property: &str) -> String {
        let (code, text) =
            self.belnap(&["verify", "-q", "prog.c", "--property", property, "--save", "run"]);
        assert_eq!(code, 10, "{text}");
        let files = fs::read_dir(self.path("run/p1")).expect("a folder").filter_map(Result::ok);
        let is_replay = |file: &PathBuf| file.display().to_string().ends_with(".replay.json");
        let file = files.map(|entry| entry.path()).find(is_replay).expect("there is a replay");
        let text = fs::read_to_string(file).expect("readable");
        fs::remove_dir_all(self.path("run")).expect("removed");
        text
    }

    /// Runs a replay.
    fn replayed(&self, replay: &str) -> (i32, String) {
        fs::write(self.path("other.replay.json"), replay).expect("written");
        self.belnap(&["replay", "other.replay.json"])
    }
}

/// A store outside of an array, which goes to another variable in the compiled program: the verdict is
/// one about a program that stays in its arrays.
const BESIDE: &str = "#include <assert.h>\n#include <stdlib.h>\nextern void reach_error(void);\n\
    int a[2], b[2], x;\n";

#[test]
fn ends_of_the_program_are_not_ours() {
    let store = "int i = 2; int *p = a + i; *p = 1;";
    for (property, program, said) in [
        (
            "AG !failed",
            format!("int main(void) {{ {store} if (b[0] == 0) reach_error(); exit(113); }}"),
            "the program ends with exit code 113",
        ),
        (
            "AG !at(L)",
            format!(
                "int main(void) {{ {store} if (b[0] == 0) {{ L: x = 1; }} else __builtin_trap();\n\
                 return 0; }}"
            ),
            "the program runs into an illegal instruction at prog.c:5",
        ),
        (
            "AG !enter(reach_error)",
            format!(
                "int main(void) {{ {store} if (b[0] == 0) reach_error(); assert(b[0] == 0);\n\
                 return 0; }}"
            ),
            "the program fails an assertion",
        ),
        (
            "AG !enter(f)",
            format!(
                "void f(void) {{ x = 2; }} int main(void) {{ {store}\
                 while (b[0] == 0) {{ f(); return 0; }} return 0; }}"
            ),
            "the program ends with exit code 0",
        ),
    ] {
        let folder = Folder::with(&format!("{BESIDE}{program}\n"));
        let (code, text) = folder.verify(property);
        assert_eq!(code, 5, "{property}: {text}");
        // It takes for granted that accesses stay in their objects, and one does not.
        let why = format!("but not replayed: {said}");
        assert!(text.contains("FALSE was found, if every access"), "{property}: {text}");
        assert!(text.contains(&why), "{property}: {text}");
    }
}

/// A program may end with the exit codes that ours end with.
#[test]
fn exit_codes_of_the_program_are_its_own() {
    for code in [113, 118, 119, 127] {
        let folder = Folder::with(&format!(
            "#include <assert.h>\nint main(void) {{ int x = 3;\n\
             for (int i = 0; i < 300; i++) x = (x * 5 + 1) % 97;\n\
             assert(x < 97); return {code}; }}\n"
        ));
        let (found, text) = folder.verify("AG !failed");
        assert_eq!(found, 0, "{code}: {text}");
        assert!(text.contains(", replayed\n"), "{code}: {text}");
    }
}

/// Which of several errors it is matters.
#[test]
fn errors_are_told_apart() {
    let folder = Folder::with(
        "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n\
         extern void reach_error(void), __VERIFIER_error(void);\nvoid f(void) { }\n\
         int main(void) { switch (__VERIFIER_nondet_int()) {\n\
         case 1: assert(0);\n case 2: reach_error();\n case 3: __VERIFIER_error();\n\
         case 4: f();\n }\n return 0; }\n",
    );
    for (property, input) in [
        ("AG !enter(reach_error)", "2"),
        ("AG !enter(__VERIFIER_error)", "3"),
        ("AG !enter(f)", "4"),
    ] {
        let replay = folder.replay(property);
        assert!(replay.contains(&format!("\"value\": \"{input}\"")), "{replay}");
        let (code, text) = folder.replayed(&replay);
        assert_eq!(code, 0, "{property}: {text}");
        assert!(text.contains(&format!("which refutes {property}")), "{text}");
        for other in ["1", "2", "3", "4", "5"].into_iter().filter(|other| *other != input) {
            let changed = replay
                .replace(&format!("\"value\": \"{input}\""), &format!("\"value\": \"{other}\""));
            let (code, text) = folder.replayed(&changed);
            assert_eq!(code, 10, "{property} with {other}: {text}");
        }
    }
}

/// A line with several statements is looked at only where all its states are the same to the property,
/// and a condition only where its names mean the same.
#[test]
fn conditions_are_looked_at_where_they_are_meant() {
    let folder = Folder::with(
        "extern int __VERIFIER_nondet_int(void);\nint x, y;\n\
         void f(int x) {\n y = 7;\n y = 0;\n}\n\
         int main(void) { int n = __VERIFIER_nondet_int();\n\
         y = 3; x = 0; if (n == 3) { y = 5; L: y = 4;\n f(7); }\n return 0; }\n",
    );
    for (property, replayed) in [
        // `x` is another variable in `f`.
        ("AG ({y != 7} | {x > 0})", false),
        ("AG {y != 7}", true),
        ("AG !at(L)", true),
        ("AG !(at(L) & {y == 5})", true),
        ("AG !(at(main:L) & {y == 5})", true),
        ("AG !(enter(f) & {y == 4})", true),
    ] {
        let (code, text) = folder.verify(property);
        assert_eq!(code, 10, "{property}: {text}");
        assert_eq!(text.contains(", replayed\n"), replayed, "{property}: {text}");
    }
}

#[test]
fn values_go_to_declarations() {
    for (program, replayed) in [
        ("int main(void) {\n /* a; */ int a;\n if (a == 7) reach_error(); return 0; }", true),
        (
            "int a = 3; int g(int x, int y) { return x; }\nint main(void) {\n\
             g(a, 1); { int a; if (a == 7) reach_error(); }\n if (a == 7) reach_error(); return 0; }",
            true,
        ),
        (
            "#define DECL int a; int b\nint main(void) {\n DECL;\n if (a == 7) reach_error();\n\
             return 0; }",
            false,
        ),
    ] {
        let folder = Folder::with(&format!("extern void reach_error(void);\n{program}\n"));
        let (code, text) = folder.verify("AG !failed");
        assert_eq!(code, 10, "{text}");
        match replayed {
            true => assert!(text.contains(", replayed\n"), "{program}\n{text}"),
            false => assert!(text.contains("its declaration is not seen at prog.c:4"), "{text}"),
        }
    }
}

const MEMORY: &str = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
    extern void reach_error(void);\nstruct s { int x; char y; int a[40]; };\n\
    struct n { struct n *next; short v; char c; };\nunion u { int i; unsigned char c[4]; };\n";

/// What memory holds that nothing initialises, however it is declared or allocated.
#[test]
fn memory_holds_what_it_must() {
    for program in [
        "int *p = malloc(8);\n if (p[1] == 5) reach_error();",
        "for (int i = 0; i < 3; i++) { int *p = malloc(4 * i + 4);\n\
         if (i == 2 && p[1] == 5 && p[0] == 77777) reach_error(); }",
        "struct n *h = 0;\n for (int i = 0; i < 3; i++) { struct n *q = malloc(sizeof *q);\n\
         q->next = h; h = q; }\n\
         if (h->v == 3 && h->next->c == -4 && h->next->next->v == 9) reach_error();",
        "malloc(8); int *a = malloc(8); char *c = calloc(3, 1); int *b = malloc(8);\n\
         if (a[0] == 1 && b[0] == -2 && !c[1]) reach_error();",
        "int *a = malloc(4); a[0] = 3; a = realloc(a, 8); a = realloc(a, 400);\n\
         if (a[0] == 3 && a[1] == 9 && a[99] == 8) reach_error();",
        "for (int i = 0; i < 3; i++) { int *a = malloc(16); int *b = realloc(a, 32);\n\
         if (i == 2) { if (b[5] == 7) reach_error(); } a = malloc(16); a[0] = 9; a[1] = 9; }",
        "int n = __VERIFIER_nondet_int();\n if (n > 0 && n < 10) { int *p = __builtin_alloca(n * 4);\n\
         if (p[n - 1] == 5 && n == 4) reach_error(); }",
        "struct s s;\n if (s.x == 5 && s.y == 3) reach_error();",
        "struct s s; int n = __VERIFIER_nondet_int();\n\
         if (n > 10 && n < 40 && s.a[n] == 5 && s.x == 2) reach_error();",
        "struct s s, t; struct s *p = &s, *q = __VERIFIER_nondet_int() ? &s : &t;\n\
         if (p->x == 7 && q->a[2] == 9 && q->y == -1 && q != p) reach_error();",
        "int b[40][3]; int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();\n\
         if (i > 20 && i < 40 && j > 0 && j < 3 && b[i][j] == 5) reach_error();",
        "struct n b[50]; int i = __VERIFIER_nondet_int();\n\
         if (i > 20 && i < 50 && b[i].v == 5 && b[i].c == 7) reach_error();",
        "for (int i = 0; i < 3; i++) { int x, y, k = __VERIFIER_nondet_int(); int *p = k ? &x : &y;\n\
         if (i == 2 && k == 8 && *p == 3 && y == 4) reach_error(); }",
        "union u u;\n if (u.i == 0x01020304) reach_error();",
        "int b[2][3];\n if (b[1][2] == 5 && b[0][1] == 8) reach_error();",
    ] {
        let main = format!("int main(void) {{\n {program}\n return 0; }}\n");
        let folder = Folder::with(&format!("{MEMORY}{main}"));
        let (code, text) = folder.verify("AG !failed");
        assert_eq!(code, 10, "{program}\n{text}");
        assert!(text.contains(", replayed\n"), "{program}\n{text}");
    }
}

/// Programs get their name as an argument, whatever is chosen for their number, and where memory that
/// is zero leads to a loop without end, that is not followed far.
#[test]
fn other_choices_are_tried() {
    for program in [
        "int main(int argc, char **argv) { if (argc < 2) reach_error(); return 0; }",
        "int main(void) { int *p = malloc(8); if (p[0] == 5) reach_error(); while (1) ; }",
        "int main(void) { int *p = malloc(8), x = 0; if (*p == 5) reach_error(); while (1) x++; }",
    ] {
        let folder = Folder::with(&format!("{MEMORY}{program}\n"));
        let (code, text) = folder.verify("AG !failed");
        assert_eq!(code, 10, "{program}\n{text}");
        assert!(text.contains(", replayed\n"), "{program}\n{text}");
    }
}

/// Where a bit-field begins in its bytes is not said by the graph.
#[test]
fn bits_of_allocated_memory_are_not_supplied() {
    let folder = Folder::with(&format!(
        "{MEMORY}struct b {{ unsigned f : 4, g : 8; }};\n\
         int main(void) {{ struct b *p = malloc(4); if (p->g == 200) reach_error(); return 0; }}\n"
    ));
    let (code, text) = folder.verify("AG !failed");
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("not replayed: memory that nothing initialises must not be"), "{text}");
}

/// Allocations are the calls that they were taken for, and other bytes lead elsewhere.
#[test]
fn memory_is_that_of_the_graph() {
    let folder = Folder::with(&format!(
        "{MEMORY}int main(void) {{ calloc(2, 4); int *p = malloc(8);\n\
         if (p[1] == 5) reach_error(); return 0; }}\n"
    ));
    let replay = folder.replay("AG !failed");
    for (what, other, wanted) in [
        ("\"4\": \"5\"", "\"4\": \"5\"", 0),
        ("\"4\": \"5\"", "\"4\": \"6\"", 10),
        ("\"4\": \"5\"", "\"9\": \"5\"", 5),
        ("\"4\": \"5\"", "\"4\": \"256\"", 2),
        ("\"number\": 2", "\"number\": 1", 5),
        ("\"number\": 2", "\"number\": 0", 2),
        ("\"malloc\"", "\"realloc\"", 5),
        ("\"malloc\"", "\"free\"", 2),
    ] {
        assert!(replay.contains(what), "{replay}");
        let (code, text) = folder.replayed(&replay.replace(what, other));
        assert_eq!(code, wanted, "{other}: {text}");
    }
}

/// What is unknown, here the numbers, does not matter on the way to the error.
#[test]
fn what_is_unknown_may_stay_so() {
    let folder = Folder::with(
        "extern void reach_error(void);\ndouble a[5], w;\n\
         int main(void) {\n for (int i = 0; i < 4; i++) {\n a[i] = i * 2.5; w += a[i];\n\
         if (i == 2) reach_error();\n }\n return 0; }\n",
    );
    let (code, text) = folder.verify("AG !failed");
    assert_eq!(code, 10, "{text}");
    assert!(text.contains(", replayed\n"), "{text}");
}

const SAFE: &str = "#include <assert.h>\nint main(void) {\n  int x = 0;\n  int y;\n  y = x;\n\
                    assert(y == 0);\n  return 0;\n}\n";

#[test]
fn replays_of_the_first_version_say_what_they_show() {
    let folder = Folder::with(SAFE);
    let document = |more: &str| {
        format!(
            "{{\"format\": \"belnap.replay\", \"version\": 1, \"program\": \
             {{\"files\": [\"prog.c\"], \"bits\": 64}}, \"arguments\": 0, \"inputs\": [], {more}}}"
        )
    };
    let local = "{\"file\": \"prog.c\", \"line\": 5, \"name\": \"x\", \"values\": [\"5\"]}";
    let (code, text) = folder.replayed(&document(&format!("\"locals\": [{local}]")));
    assert_eq!(code, 5, "{text}");
    assert!(text.contains("its declaration is not seen"), "{text}");
    let watch = "{\"file\": \"prog.c\", \"line\": 5, \"condition\": \"1\"}";
    let (code, text) = folder.replayed(&document(&format!("\"locals\": [], \"watch\": {watch}")));
    assert_eq!(code, 0, "{text}");
    let said = "came to prog.c:5 where 1 is true; a replay of version 1 does not say of which";
    assert!(text.contains(said), "{text}");
    let (code, text) = folder.replayed(&document("\"locals\": []"));
    assert_eq!((code, &text[..]), (10, "not replayed: the program ends with exit code 0\n"));
}

/// A replay is about a property, and about the files that it was made for.
#[test]
fn replays_fit_their_property_and_their_files() {
    let program = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                   int main(void) { int x = __VERIFIER_nondet_int();\n\
                   if (x == 5) { L: x = 2; }\n if (x == 7) reach_error(); return 0; }\n";
    let folder = Folder::with(program);
    let replay = folder.replay("AG !at(L)");
    let (code, text) = folder.replayed(&replay);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("came to the label L at prog.c:4, which refutes AG !at(L)"), "{text}");
    for (what, other) in [
        ("AG !at(L)", "AG !failed"),
        ("AG !at(L)", "AG !at(M)"),
        ("AG !at(L)", "AG !at("),
        ("\"version\": 2", "\"version\": 3"),
        ("\"sha256\"", "\"include\""),
    ] {
        let (code, text) = folder.replayed(&replay.replace(what, other));
        assert_eq!(code, 2, "{other}: {text}");
    }
    fs::write(folder.path("prog.c"), program.replace("x == 5", "x == 6")).expect("written");
    let (code, text) = folder.replayed(&replay);
    assert_eq!(code, 5, "{text}");
    assert!(text.contains("prog.c is not what it was when the execution was found"), "{text}");
}

#[test]
fn a_condition_is_looked_at_where_its_names_are_the_same() {
    let folder = Folder::with(
        "int x, y;\nvoid f(void) {\n  int x = 9;\n  x = x + 1;\n  y = x;\n  y = 0;\n}\n\
         int main(void) {\n  f();\n  return x;\n}\n",
    );
    let replay = folder.replay("AG {y < 5}");
    assert_eq!(folder.replayed(&replay).0, 0, "{replay}");
    // On that line, x is a variable of f().
    let other = replay
        .replace("AG {y < 5}", "AG {x < 5}")
        .replace("!((y < 5))", "!((x < 5))")
        .replace("\"line\": 6", "\"line\": 4");
    let (code, text) = folder.replayed(&other);
    assert_eq!((code, text.contains("is not what the property is about")), (5, true), "{text}");
    // What changes something is no condition.
    let other = replay.replace("y < 5", "(y = 7) < 5");
    assert_eq!(folder.replayed(&other).0, 5, "{other}");
}

#[test]
fn what_is_initialised_gets_no_other_value() {
    let replay = r#"{"format": "belnap.replay", "version": 1,
        "program": {"files": ["prog.c"], "bits": 64}, "arguments": 0, "inputs": [], "locals": [],
        "arrays": [{"file": "prog.c", "line": 3, "name": "b", "cells": {"1": "5"}}]}"#;
    for (array, wanted, said) in
        [("int b[3]", 0, "ran into the error"), ("static int b[3]", 5, "declaration is not seen")]
    {
        let folder = Folder::with(&format!(
            "extern void reach_error(void);\nint main(void) {{\n  {array};\n  \
             if (b[1] == 5) reach_error();\n  return 0;\n}}\n"
        ));
        let (code, text) = folder.replayed(replay);
        assert_eq!((code, text.contains(said)), (wanted, true), "{text}");
    }
}

#[test]
fn a_violation_at_the_start_need_not_be_followed_by_another() {
    let folder = Folder::with("int main(void) { int x = 1; if (x == 2) { x = 3; } return 0; }\n");
    let (code, text) = folder.verify("AG {x == 1}");
    assert_eq!((code, text.contains(", certified after passes\n")), (10, true), "{text}");
}

#[test]
fn options_that_make_another_program_are_said() {
    let folder = Folder::with(
        "extern void reach_error(void);\nint main(void) {\n  if (N > 3) reach_error();\n  return 0;\n}\n",
    );
    let options = ["verify", "-q", "prog.c", "-DN=4", "--save", "run"];
    assert_eq!(folder.belnap(&options).0, 10);
    let files = fs::read_dir(folder.path("run/assertions")).expect("a folder");
    let mut files = files.filter_map(Result::ok).map(|entry| entry.path());
    let replay = files.find(|file| file.display().to_string().ends_with(".replay.json"));
    let replay = replay.expect("there is one").display().to_string();
    let (code, text) = folder.belnap(&["replay", &replay]);
    assert_eq!((code, text.contains("compiled with -DN=4, ran")), (0, true), "{text}");
}

/// A replay that claims a condition to be true on a line, of a program without inputs.
fn watching(program: &str, property: &str, line: u32, condition: &str) -> (i32, String) {
    let folder = Folder::with(program);
    let own = belnap_formats::header::sha256(program);
    folder.replayed(&format!(
        "{{\"format\": \"belnap.replay\", \"version\": 2, \"property\": {property:?}, \"program\": \
         {{\"files\": [\"prog.c\"], \"sha256\": [\"{own}\"], \"bits\": 64}}, \"arguments\": 0, \
         \"inputs\": [], \"locals\": [], \"watch\": {{\"file\": \"prog.c\", \"line\": {line}, \
         \"condition\": \"{condition}\"}}}}"
    ))
}

/// What the graph does not have may have the name of what it has.
#[test]
fn a_name_is_looked_at_where_nothing_else_has_it() {
    let global = |inside: &str| {
        format!(
            "int g = 1;\nint h;\nint main(void) {{ g = 2; {{\n {inside}\n h = 2;\n }}\n return 0; }}\n"
        )
    };
    let (code, text) = watching(&global(""), "AG {g != 2}", 5, "!((g != 2))");
    assert_eq!(code, 0, "{text}");
    for inside in ["int g;", "enum { g = 7 };", "#define g 7", "typedef int g;"] {
        let (code, text) = watching(&global(inside), "AG {g == 2}", 5, "!((g == 2))");
        assert_eq!((code, text.contains("not replayed")), (5, true), "{inside}: {text}");
        let (code, text) = watching(&global(inside), "AG {g != 2}", 5, "!((g != 2))");
        assert_eq!((code, text.contains("not replayed")), (5, true), "{inside}: {text}");
    }
}

/// In the graph `f()` is what a function returned, in C it is a call.
#[test]
fn results_of_functions_are_not_looked_at() {
    let program = "int g;\nint f(void) { g = g + 1; return g; }\n\
                   int main(void) {\n f();\n g = 7;\n return 0; }\n";
    let (code, text) = watching(program, "AG {f() != 1}", 5, "!((f() != 1))");
    assert_eq!((code, text.contains("is not a condition in C")), (2, true), "{text}");
    let folder = Folder::with(program);
    let (_, text) = folder.verify("AG {f() != 1}");
    assert!(!text.contains(", replayed\n"), "{text}");
}
