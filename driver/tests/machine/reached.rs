//! What is said of assertions that are never reached.

use crate::verified;

#[test]
fn assertions_that_are_plainly_true_are_reached() {
    for body in [
        "assert(1);",
        "int x = 3; assert(x == 3);",
        "if (__VERIFIER_nondet_int()) { int x = 3; assert(x == 3); assert(sizeof(int) == 4); }",
        "unsigned char c = __VERIFIER_nondet_int(); assert(c < 256);",
        "if (0) assert(0); assert(1);",
    ] {
        let (code, text) = verified(&format!("int main(void) {{ {body} return 0; }}"), &[]);
        assert_eq!(code, 0, "{text}");
        assert!(!text.contains("reached") && !text.contains("no assertion"), "{body}: {text}");
    }
}

#[test]
fn assertions_that_are_never_reached_are_named_each() {
    let program = "int main(void) { int x = __VERIFIER_nondet_int();\n\
                   if (x > 5) { if (x < 3)\nassert(x == 7); }\n\
                   if (x == 9 && x == 10) {\nif (x) reach_error(); }\n\
                   assert(x <= 5 || x > 4);\nreturn 0; }";
    let (code, text) = verified(program, &[]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("  the assertion at it.c:7 is never reached\n"), "{text}");
    assert!(text.contains("  the condition of the error at it.c:9 is never reached\n"), "{text}");
    assert!(!text.contains("it.c:10 is never") && !text.contains("whatever"), "{text}");
    let (_, text) = verified(program, &["--json"]);
    assert!(text.contains("\"never_reached\": ["), "{text}");
}

/// One copy of a function is enough.
#[test]
fn an_assertion_is_reached_if_one_copy_is() {
    let program = |first: &str| {
        format!(
            "static void f(int x) {{\nassert(x < 5 || x > 4); }}\n\
             int main(void) {{ int x = __VERIFIER_nondet_int(); {first}\n\
             if (x > 5) {{ if (x < 3) f(x + 1); }} return 0; }}"
        )
    };
    let (code, text) = verified(&program("f(x);"), &[]);
    assert_eq!((code, text.contains("reached")), (0, false), "{text}");
    let (code, text) = verified(&program(""), &[]);
    let all = "no assertion and no condition of an error is ever reached";
    assert_eq!((code, text.contains(all)), (0, true), "{text}");
}

#[test]
fn a_program_without_assertions_has_none() {
    let none = "the program has no assertion and calls no error function";
    let (_, text) = verified("int main(void) { return 0; }", &[]);
    assert!(text.contains(none), "{text}");
    let (_, text) = verified("void f(int x) { assert(x); } int main(void) { return 0; }", &[]);
    assert!(!text.contains(none), "{text}");
}
