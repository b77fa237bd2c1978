//! Verdicts and the machine, where a run decides between several right answers. Other programs are
//! in the cases of `programs/crashes`, `programs/layout` and `programs/reached`.

use crate::support::{Folder, RunsBelnap};

/// The exit code and the report about a program.
fn verify(program: &str, options: &[&str]) -> (i32, String) {
    let folder = Folder::with(&[("it.c", program)]);
    let run = folder.belnap(&[&["verify", "-q", "it.c", "--timeout", "60"], options].concat());
    (run.code, run.stdout)
}

/// A condition and its opposite: neither holds of all layouts. What a run shows fails, the other is
/// open.
#[test]
fn one_layout_is_seen_and_the_other_is_not() {
    let programs = [
        ("int a, b;", "&a < &b"),
        ("int a = 1, b = 2;", "&a + 1 == &b"),
        ("int a;", "((unsigned long)&a & 64) != 0"),
        ("char a[64];", "(unsigned long)a % 128 == 0"),
    ];
    for (objects, condition) in programs {
        let mut codes = Vec::new();
        for condition in [condition.to_owned(), format!("!({condition})")] {
            let program = include_str!("inputs/layout.c");
            let program = program.replace("OBJECTS", objects).replace("CONDITION", &condition);
            let (code, text) = verify(&program, &[]);
            let is_seen = text.contains("replayed") && !text.contains("not replayed");
            let is_open = text.contains("which no run of the compiled program shows");
            assert!((code == 10 && is_seen) || (code == 5 && is_open), "{code}: {text}");
            assert!(!text.contains("bug of Belnap"), "{text}");
            codes.push(code);
        }
        assert!(codes.contains(&5), "{condition}: {codes:?}");
    }
}

/// What is freed is still there, for the machine.
#[test]
fn what_is_used_after_it_was_freed_may_be_there() {
    let (code, text) = verify(include_str!("inputs/freed.c"), &[]);
    assert!(code == 10 || code == 5, "{text}");
    assert!(!text.contains("bug of Belnap"), "{text}");
}

#[test]
fn assertions_that_are_never_reached_are_listed_in_json() {
    let (_, text) = verify(include_str!("programs/reached/each.c"), &["--json"]);
    assert!(text.contains("\"never_reached\": ["), "{text}");
}
