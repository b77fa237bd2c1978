//! Refutations that need objects to lie in certain places.

use crate::verified;

const UNSEEN: &str = "which no run of the compiled program shows";

/// A condition and its opposite: neither holds of all layouts. What a run shows fails, the other is open.
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
            let program = format!("{objects} int main(void) {{ assert({condition}); return 0; }}");
            let (code, text) = verified(&program, &[]);
            match code {
                10 => {
                    assert!(text.contains("replayed") && !text.contains("not replayed"), "{text}")
                }
                _ => assert!(code == 5 && text.contains(UNSEEN), "{text}"),
            }
            assert!(!text.contains("bug of Belnap"), "{text}");
            codes.push(code);
        }
        assert!(codes.contains(&5), "{condition}: {codes:?}");
    }
}

#[test]
fn a_layout_that_nobody_asked_to_see_is_not_believed() {
    for program in [
        "char a, b; int main(void) { if (&a < &b) reach_error(); }",
        "int a; int main(void) { if ((unsigned long)&a == 8192) reach_error(); }",
        "int a; int main(void) { int k = (int)((unsigned long)&a >> 4 & 1); if (k) reach_error(); }",
    ] {
        let (code, text) = verified(program, &["--no-replay"]);
        assert_eq!(
            (code, text.contains("FALSE, if objects may lie anywhere")),
            (5, true),
            "{text}"
        );
    }
}

/// Other properties are refuted by a layout, too, and hold only if they do in all.
#[test]
fn other_properties_must_not_choose_a_layout() {
    let program = "int a, b, x; int main(void) { int *p = &a, *q = &b; x = __VERIFIER_nondet_int();\n\
                   if (p > q) { L: x = 1; } else { M: x = 2; }\nwhile (p > q) x = 3;\nreturn 0; }";
    for property in ["EF at(L)", "EF at(M)", "AF at(L)", "AF at(M)", "AF halted", "EG !halted"] {
        let (code, text) = verified(program, &["--property", property]);
        assert_eq!((code, text.contains(UNSEEN)), (5, true), "{property}: {text}");
    }
    for (property, expected) in
        [("EF {x == 7}", 0), ("AG {x != 7}", 10), ("AF (at(L) | at(M))", 0), ("AG !at(M)", 10)]
    {
        let (code, text) = verified(program, &["--property", property]);
        assert_eq!(code, expected, "{property}: {text}");
    }
}

/// The execution passes by addresses, but is one wherever objects lie.
#[test]
fn executions_that_need_no_layout_fail_without_a_run() {
    for program in [
        "int a[4]; int main(void) { int *p = a, *end = a + 4; int n = 0;\n\
         while (p < end) { n++; p++; } if (n == 4) reach_error(); return 0; }",
        "int x; int main(void) { int *p = &x; *p = 7; if (x == 7) reach_error(); return 0; }",
        "int main(void) { int *p = malloc(8), *q = malloc(8); *p = 1; *q = 2;\n\
         if (*p == 1 && p != q) reach_error(); return 0; }",
        "int x, y; int main(void) { int *p = __VERIFIER_nondet_int() ? &x : &y;\n\
         if (p == &y) reach_error(); return 0; }",
    ] {
        let (code, text) = verified(program, &["--no-replay"]);
        assert_eq!(code, 10, "{text}");
    }
}

#[test]
fn arguments_are_given_if_there_are_not_too_many() {
    let program = |condition: &str| {
        format!("int main(int argc, char **argv) {{ if ({condition}) reach_error(); return 0; }}")
    };
    for (condition, expected, what) in [
        ("argc == 5", 10, ", replayed"),
        ("argc == 5000", 10, ", replayed"),
        ("argc > 5000", 10, ", replayed"),
        ("argc == 500000", 5, "if the program can have 500000 arguments, which no run"),
        ("argc == 2147483136", 0, "`argc` is from 1 to 6291456"),
        ("argc < 1", 0, "`argc` is from 1 to 6291456"),
    ] {
        let (code, text) = verified(&program(condition), &[]);
        assert_eq!((code, text.contains(what)), (expected, true), "{condition}: {text}");
    }
}
