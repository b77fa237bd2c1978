//! Replays: what a run of the compiled program shows, and what it does not.

use std::fs;

use crate::support::{Folder, RunsBelnap};

/// A folder with a program.
fn with(program: &str) -> Folder {
    Folder::with(&[("prog.c", program)])
}

/// The replay of a run that refutes, which the options ask for.
fn replay_of(folder: &Folder, options: &[&str], saved: &str) -> String {
    let (code, text) =
        folder.says(&[&["verify", "-q", "prog.c", "--save", "run"], options].concat());
    assert_eq!(code, 10, "{text}");
    let names = folder.names(&format!("run/{saved}"));
    let name = names.iter().find(|name| name.ends_with(".replay.json"));
    format!("run/{saved}/{}", name.expect("there is a replay"))
}

/// The text of the replay of a run that refutes a property.
fn replay(folder: &Folder, property: &str) -> String {
    let text = folder.read(&replay_of(folder, &["--property", property], "p1"));
    fs::remove_dir_all(folder.path("run")).expect("removed");
    text
}

/// Runs a replay.
fn replayed(folder: &Folder, replay: &str) -> (i32, String) {
    folder.write("other.replay.json", replay);
    folder.says(&["replay", "other.replay.json"])
}

/// Which of several errors it is matters.
#[test]
fn errors_are_told_apart() {
    let folder = with(include_str!("inputs/errors.c"));
    for (property, input) in [
        ("AG !enter(reach_error)", "2"),
        ("AG !enter(__VERIFIER_error)", "3"),
        ("AG !enter(f)", "4"),
    ] {
        let replay = replay(&folder, property);
        assert!(replay.contains(&format!("\"value\": \"{input}\"")), "{replay}");
        let (code, text) = replayed(&folder, &replay);
        assert_eq!(code, 0, "{property}: {text}");
        assert!(text.contains(&format!("which refutes {property}")), "{text}");
        for other in ["1", "2", "3", "4", "5"].into_iter().filter(|other| *other != input) {
            let changed = replay
                .replace(&format!("\"value\": \"{input}\""), &format!("\"value\": \"{other}\""));
            let (code, text) = replayed(&folder, &changed);
            assert_eq!(code, 10, "{property} with {other}: {text}");
        }
    }
}

/// Allocations are the calls that they were taken for, and other bytes lead elsewhere.
#[test]
fn memory_is_that_of_the_graph() {
    let folder = with(include_str!("inputs/second-allocation.c"));
    let replay = replay(&folder, "AG !failed");
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
        let (code, text) = replayed(&folder, &replay.replace(what, other));
        assert_eq!(code, wanted, "{other}: {text}");
    }
}

#[test]
fn replays_of_the_first_version_say_what_they_show() {
    let folder = with(include_str!("inputs/safe.c"));
    let document = |more: &str| {
        format!(
            "{{\"format\": \"belnap.replay\", \"version\": 1, \"program\": \
             {{\"files\": [\"prog.c\"], \"bits\": 64}}, \"arguments\": 0, \"inputs\": [], {more}}}"
        )
    };
    let local = "{\"file\": \"prog.c\", \"line\": 5, \"name\": \"x\", \"values\": [\"5\"]}";
    let (code, text) = replayed(&folder, &document(&format!("\"locals\": [{local}]")));
    assert_eq!(code, 5, "{text}");
    assert!(text.contains("its declaration is not seen"), "{text}");
    let watch = "{\"file\": \"prog.c\", \"line\": 5, \"condition\": \"1\"}";
    let (code, text) = replayed(&folder, &document(&format!("\"locals\": [], \"watch\": {watch}")));
    assert_eq!(code, 0, "{text}");
    let said = "came to prog.c:5 where 1 is true; a replay of version 1 does not say of which";
    assert!(text.contains(said), "{text}");
    let (code, text) = replayed(&folder, &document("\"locals\": []"));
    assert_eq!((code, &text[..]), (10, "not replayed: the program ends with exit code 0\n"));
}

/// A replay is about a property, and about the files that it was made for.
#[test]
fn replays_fit_their_property_and_their_files() {
    let program = include_str!("inputs/label-and-error.c");
    let folder = with(program);
    let replay = replay(&folder, "AG !at(L)");
    let (code, text) = replayed(&folder, &replay);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("came to the label L at prog.c:4, which refutes AG !at(L)"), "{text}");
    for (what, other) in [
        ("AG !at(L)", "AG !failed"),
        ("AG !at(L)", "AG !at(M)"),
        ("AG !at(L)", "AG !at("),
        ("\"version\": 2", "\"version\": 99"),
        ("\"sha256\"", "\"include\""),
    ] {
        let (code, text) = replayed(&folder, &replay.replace(what, other));
        assert_eq!(code, 2, "{other}: {text}");
    }
    folder.write("prog.c", program.replace("x == 5", "x == 6"));
    let (code, text) = replayed(&folder, &replay);
    assert_eq!(code, 5, "{text}");
    assert!(text.contains("prog.c is not what it was when the execution was found"), "{text}");
}

#[test]
fn a_condition_is_looked_at_where_its_names_are_the_same() {
    let folder = with(include_str!("inputs/hidden-by-local.c"));
    let replay = replay(&folder, "AG {y < 5}");
    assert_eq!(replayed(&folder, &replay).0, 0, "{replay}");
    // On that line, x is a variable of f().
    let other = replay
        .replace("AG {y < 5}", "AG {x < 5}")
        .replace("!((y < 5))", "!((x < 5))")
        .replace("\"line\": 6", "\"line\": 4");
    let (code, text) = replayed(&folder, &other);
    assert_eq!((code, text.contains("is not what the property is about")), (5, true), "{text}");
    // What changes something is not a condition.
    let other = replay.replace("y < 5", "(y = 7) < 5");
    assert_eq!(replayed(&folder, &other).0, 5, "{other}");
}

#[test]
fn what_is_initialised_gets_no_other_value() {
    let replay = r#"{"format": "belnap.replay", "version": 1,
        "program": {"files": ["prog.c"], "bits": 64}, "arguments": 0, "inputs": [], "locals": [],
        "arrays": [{"file": "prog.c", "line": 3, "name": "b", "cells": {"1": "5"}}]}"#;
    for (array, wanted, said) in
        [("int b[3]", 0, "ran into the error"), ("static int b[3]", 5, "declaration is not seen")]
    {
        let folder = with(&include_str!("inputs/array-cell.c").replace("int b[3]", array));
        let (code, text) = replayed(&folder, replay);
        assert_eq!((code, text.contains(said)), (wanted, true), "{text}");
    }
}

#[test]
fn options_that_make_another_program_are_said() {
    let folder = with(include_str!("inputs/macro-decides.c"));
    let replay = replay_of(&folder, &["-DN=4"], "assertions");
    let (code, text) = folder.says(&["replay", &replay]);
    assert_eq!((code, text.contains("compiled with -DN=4, ran")), (0, true), "{text}");
}

/// A replay that claims a condition to be true on a line, of a program without inputs.
fn watching(program: &str, property: &str, line: u32, condition: &str) -> (i32, String) {
    let folder = with(program);
    let own = belnap_formats::header::sha256(program);
    replayed(
        &folder,
        &format!(
            "{{\"format\": \"belnap.replay\", \"version\": 2, \"property\": {property:?}, \"program\": \
         {{\"files\": [\"prog.c\"], \"sha256\": [\"{own}\"], \"bits\": 64}}, \"arguments\": 0, \
         \"inputs\": [], \"locals\": [], \"watch\": {{\"file\": \"prog.c\", \"line\": {line}, \
         \"condition\": \"{condition}\"}}}}"
        ),
    )
}

/// What the graph does not have may have the name of what it has.
#[test]
fn a_name_is_looked_at_where_nothing_else_has_it() {
    let global =
        |inside: &str| include_str!("inputs/name-inside-block.c").replace("INSIDE", inside);
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
    let program = include_str!("inputs/result-of-function.c");
    let (code, text) = watching(program, "AG {f() != 1}", 5, "!((f() != 1))");
    assert_eq!((code, text.contains("is not a condition in C")), (2, true), "{text}");
    let folder = with(program);
    let (_, text) = folder.says(&["verify", "-q", "prog.c", "--property", "AG {f() != 1}"]);
    assert!(!text.contains(", replayed\n"), "{text}");
}

/// States that violate LTL come in order, and are what the formula is about.
#[test]
fn states_come_in_order() {
    let folder = with(
        "extern int __VERIFIER_nondet_int(void);\nint x;\nint main(void) {\n  x = 1;\n  \
         x = __VERIFIER_nondet_int();\n  x = 2;\n  return 0;\n}\n",
    );
    let formula = "{x == 0} W ({x == 1} & X {x == 7})";
    let replay = folder.read(&replay_of(&folder, &["--ltl", formula], "p1"));
    let (code, text) = replayed(&folder, &replay);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains(&format!("which refutes {formula}")), "{text}");
    let (_, inputs) = replay.split_once("\"value\": \"").expect("an input");
    let (input, _) = inputs.split_once('"').expect("its end");
    let (value, seven) = (format!("\"value\": \"{input}\""), "\"value\": \"7\"");
    for (what, other, wanted, says) in [
        (&value[..], seven, 5, "not seen to be true"),
        ("(x == 7)", "(x == 8)", 5, "are not what the property is about"),
        ("(x == 1)", "(x == 3)", 5, "are not what the property is about"),
        ("\"states\": [", "\"states\": [], \"arrays\": [], \"old\": [", 2, "unknown field"),
        ("\"linear\": true,", "", 2, "only of a property of LTL"),
        ("{x == 0} W", "{x == 0} V", 2, "cannot be read"),
    ] {
        assert!(replay.contains(what), "{replay}");
        let (code, text) = replayed(&folder, &replay.replace(what, other));
        assert_eq!(code, wanted, "{other}: {text}");
        assert!(text.contains(says), "{other}: {text}");
    }
}
