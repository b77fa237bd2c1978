//! Names in properties that could be those of several variables, and files that are written over what
//! the program includes: both are refused.

use std::fs;
use std::process::{Command, Output};

use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        for (name, text) in files {
            fs::write(folder.0.path().join(name), text).expect("written");
        }
        folder
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect("readable")
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

    /// What is said about a property of programs.
    fn says(&self, code: i32, arguments: &[&str], property: &str, said: &[&str]) {
        let all = [&["verify", "-q", "--property", property], arguments].concat();
        let (found, text) = self.belnap(&all);
        assert_eq!(found, code, "{property}: {text}");
        for part in said {
            assert!(text.contains(part), "{property}: {part} is not in {text}");
        }
    }
}

#[test]
fn a_variable_of_one_copy_is_not_that_of_all() {
    let program = "int g;\nint f(int n) { int x = n + 1; L: g = x; return x; }\n\
                   int main(void) { f(1); f(2); return 0; }\n";
    let folder = Folder::with(&[("prog.c", program)]);
    let which = ["`f::x` may be one of several variables", "write `f::x#1` or `f::x#2`"];
    folder.says(2, &["prog.c"], "AG (at(L) -> {f::x == 2})", &which);
    folder.says(2, &["prog.c"], "AG {g == f()}", &["`f()#1` or `f()#2`", "--inline none"]);
    folder.says(10, &["prog.c", "--inline", "none"], "AG (at(L) -> {f::x == 2})", &["fails"]);
    folder.says(0, &["prog.c"], "AF {f::x#1 == 2 && f::x#2 == 3}", &["holds"]);
    folder.says(10, &["prog.c"], "AG {f::x#2 != 3}", &["fails"]);
}

/// Certificates have unique names, of which the first has no number.
#[test]
fn what_belnap_writes_is_read_back() {
    let program = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                   void f(int n) { int x = 0; while (x < n) x++; if (n > 0 && x != n) reach_error(); }\n\
                   int main(void) { f(__VERIFIER_nondet_int()); f(3); return 0; }\n";
    let folder = Folder::with(&[("prog.c", program)]);
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c"]);
    assert_eq!((code, text.contains("certified")), (0, true), "{text}");
}

#[test]
fn variables_of_two_files_are_told_apart() {
    let folder = Folder::with(&[
        (
            "one.c",
            "static int x = 1;\nvoid two(void);\nint main(void) { x = 1; two(); return x; }\n",
        ),
        ("two.c", "static int x = 1;\nvoid two(void) { x = 2; }\n"),
    ]);
    folder.says(2, &["one.c", "two.c"], "AG {x != 2}", &["write `x#1` or `x#2`"]);
    folder.says(0, &["one.c", "two.c"], "AG {x#1 != 2}", &["holds"]);
    folder.says(10, &["one.c", "two.c"], "AG {x#2 != 2}", &["fails"]);
}

#[test]
fn a_local_does_not_hide_what_has_file_scope() {
    let program = "int x = 1, z;\nvoid inc(void) { x = 2; }\n\
                   int main(void) { int y = 1; inc(); { int x = 1; x = 1; z = x; } return y; }\n";
    let folder = Folder::with(&[("prog.c", program)]);
    folder.says(2, &["prog.c"], "EF {x == 2}", &["write `main::x` or `x#1`"]);
    folder.says(0, &["prog.c"], "EF {x#1 == 2}", &["holds"]);
    folder.says(10, &["prog.c"], "EF {main::x == 2}", &["fails"]);
    folder.says(0, &["prog.c"], "EF {y == 1 && z == 1}", &["holds"]);
    // The same of what is in memory.
    let program = "int x = 1, *p;\nvoid inc(void) { *p = 2; }\n\
                   int main(void) { p = &x; inc(); { int x = 1; p = &x; *p = 1; } return *p; }\n";
    let folder = Folder::with(&[("prog.c", program)]);
    folder.says(2, &["prog.c"], "EF {x == 2}", &["write `main::x` or `x#1`"]);
    folder.says(0, &["prog.c"], "EF {x#1 == 2}", &["holds"]);
}

/// What the refiner writes about a variable that another hides is read as that variable: in the next
/// round, from the files of an earlier run, and as predicates to begin with.
#[test]
fn hidden_variables_survive_files() {
    let program = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n\
                   int status;\n\
                   static void step(void) { if (status <= 0) status = 1; else status = 2; }\n\
                   static int failed(void) { return status <= 0; }\n\
                   int main(void) { int status = __VERIFIER_nondet_int();\n\
                   if (status == 123456789) { step(); step(); } step();\n\
                   if (failed()) reach_error(); return status; }\n";
    let folder = Folder::with(&[("prog.c", program)]);
    let begun = ["verify", "-q", "prog.c", "--save", "run", "--max-iterations", "1"];
    assert_eq!(folder.belnap(&begun).0, 5);
    let (code, text) = folder.belnap(&["verify", "-q", "prog.c", "--from", "run"]);
    assert_eq!(
        (code, text.contains("holds (2 iterations, 1 predicate), certified")),
        (0, true),
        "{text}"
    );
    let found = folder.read("run/assertions/1.preds");
    assert!(found.contains("{ status#1 <= 0 }"), "{found}");
    let given = ["verify", "-q", "prog.c", "--predicates", "run/assertions/1.preds"];
    let (code, text) = folder.belnap(&given);
    assert_eq!((code, text.contains("holds (1 iteration, 1 predicate)")), (0, true), "{text}");
    // A witness says nothing about it where its name means another variable.
    let (_, text) = folder.belnap(&["verify", "-q", "prog.c", "--witness-yaml", "w.yml"]);
    assert!(!folder.read("w.yml").contains("status <="), "{text}");
}

/// Values before the initialisers are nobody's.
#[test]
fn a_refutation_shows_values_at_the_start() {
    let program = "int g = 4, b[3] = { 1, 2, 3 };\n\
                   int main(void) { int x, i; g = i < 3u ? b[i] : 0; return x; }\n";
    let folder = Folder::with(&[("prog.c", program)]);
    for (property, from) in [
        ("{x > g}", "main::x <= 4"),
        ("{b[i] > g}", "g >= b[(u64)main::i]"),
        ("{i < 3u} -> {b[i] > x}", "(u32)main::i < 3 && main::x >= b[(u64)main::i]"),
    ] {
        folder.says(
            10,
            &["prog.c"],
            property,
            &[&format!("where the program starts with {from}\n")],
        );
    }
}

#[test]
fn headers_are_not_written_over() {
    let header = "#define N 3\n";
    let program = "#include \"h.h\"\nextern void reach_error(void);\n\
                   int main(void) { if (N != 3) reach_error(); return 0; }\n";
    let folder = Folder::with(&[("prog.c", program), ("h.h", header)]);
    for arguments in [
        &["verify", "prog.c", "--witness-yaml", "h.h"][..],
        &["verify", "prog.c", "--witness-graphml", "./h.h"],
        &["c2cfg", "prog.c", "-o", "h.h"],
    ] {
        let (code, text) = folder.belnap(arguments);
        assert_eq!((code, text.contains("the program includes it")), (2, true), "{text}");
        assert_eq!(folder.read("h.h"), header);
    }
    fs::write(folder.0.path().join("old.json"), "").expect("written");
    assert_eq!(folder.belnap(&["c2cfg", "prog.c", "-o", "old.json"]).0, 0);
    assert!(!folder.read("old.json").is_empty());
}
