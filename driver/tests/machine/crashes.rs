//! Programs that make mistakes which the machine notices: the message is about them, and not about a bug
//! of ours.

use crate::verified;

/// Refutations that are behind a mistake, which an input hides from trials.
#[test]
fn a_replay_that_crashes_says_where() {
    for (declared, mistake) in [
        ("int *p = 0;", "*p = 1;"),
        ("int *p;", "*p = 1;"),
        ("struct s { int a[3]; struct s *next; } *s = 0;", "s->next->a[1] = 1;"),
        (
            "static int a[4]; int i = __VERIFIER_nondet_int();",
            "if (i < 100000000) return 0; a[i] = 1;",
        ),
    ] {
        let program = format!(
            "int main(void) {{ {declared} int x = __VERIFIER_nondet_int();\n\
             if (x == 123456789) {{\n{mistake}\nreach_error(); }}\nreturn 0; }}"
        );
        for machine in ["-m64", "-m32"] {
            let (code, text) = verified(&program, &[machine]);
            let stays = "FALSE was found, if every access through a pointer or an index stays in its \
                         object (it.c:7); but that is not so: the program makes an invalid access at \
                         it.c:7 with input";
            assert_eq!((code, text.contains(stays)), (5, true), "{mistake}: {text}");
            assert!(text.contains("123456789") && !text.contains("bug of Belnap"), "{text}");
        }
    }
}

/// The function of the library is not to blame, but who calls it.
#[test]
fn a_crash_in_the_library_is_one_of_the_caller() {
    let program = "extern void *memset(void *, int, unsigned long);\n\
                   int main(void) { char *p = 0; if (__VERIFIER_nondet_int() == 123456789) {\n\
                   memset(p, 1, 8);\nreach_error(); } return 0; }";
    let (code, text) = verified(program, &[]);
    let place = "makes an invalid access at it.c:7 with input 123456789";
    assert_eq!((code, text.contains(place)), (5, true), "{text}");
}

/// A proof that assumes what a run does not keep says nothing.
#[test]
fn a_trial_that_crashes_says_where() {
    let program = "int main(void) { int *p = 0, x = __VERIFIER_nondet_int(), y = 0;\n\
                   if (x == 0)\n*p = 1;\nif (y) reach_error();\nreturn 0; }";
    let (code, text) = verified(program, &[]);
    let place = "but that is not so: the program makes an invalid access at it.c:7 with input 0";
    assert_eq!((code, text.contains(place)), (5, true), "{text}");
    assert!(!text.contains("bug of Belnap"), "{text}");
    let right = program.replace("*p = 1", "p = &y");
    assert_eq!(verified(&right, &[]).0, 0);
}

/// Nothing crashes, but an error is reached that the proof excludes.
#[test]
fn an_access_outside_an_array_is_found_where_it_does_not_crash() {
    let program = "struct { int a[2]; int b; } s; int main(void) { int i = __VERIFIER_nondet_int();\n\
                   if (i == 1)\ns.a[i + 1] = 7;\nif (s.b) reach_error(); return 0; }";
    let (code, text) = verified(program, &[]);
    let place = "the program calls reach_error with input 1, and makes an invalid access at it.c:7";
    assert_eq!((code, text.contains(place)), (5, true), "{text}");
    assert!(!text.contains("bug of Belnap"), "{text}");
}

/// These end the program in the graph as well.
#[test]
fn divisions_by_zero_and_aborts_end_the_program() {
    for (mistake, holds) in [("y = 5 / z;", true), ("abort();", true), ("y = 5 / (z + 1);", false)]
    {
        let program = format!(
            "int main(void) {{ int y = 0, z = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();\n\
             if (x == 123456789 && z == 0) {{\n{mistake}\nreach_error(); }}\nreturn y; }}"
        );
        let (code, text) = verified(&program, &[]);
        assert_eq!(code, if holds { 0 } else { 10 }, "{mistake}: {text}");
        assert!(!text.contains("bug of Belnap"), "{text}");
    }
}

#[test]
fn stacks_are_larger_than_usual_and_overflow() {
    let program = |bytes: &str| {
        format!(
            "int f(int n) {{ char b[100]; b[5] = n; return b[5]; }}\n\
             int main(void) {{ char big[{bytes}]; int x = __VERIFIER_nondet_int(); big[7] = x;\n\
             if (x == 123456789) {{ f(x); reach_error(); }} return 0; }}"
        )
    };
    let (code, text) = verified(&program("20000000"), &[]);
    assert_eq!((code, text.contains(", replayed")), (10, true), "{text}");
    let (code, text) = verified(&program("300000000"), &[]);
    let reason = ", not replayed: the program overflows its stack at it.c:6";
    assert_eq!((code, text.contains(reason)), (10, true), "{text}");
}

/// What is freed is still there, for the machine.
#[test]
fn what_is_used_after_it_was_freed_may_be_there() {
    let program = "int main(void) { int *p = malloc(4); *p = 1; free(p);\n\
                   if (__VERIFIER_nondet_int() == 123456789) { *p = 1; reach_error(); } return 0; }";
    let (code, text) = verified(program, &[]);
    assert!(code == 10 || code == 5, "{text}");
    assert!(!text.contains("bug of Belnap"), "{text}");
}
