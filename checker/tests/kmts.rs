//! The executable `belnap-kmts`, run as a process: what it prints for small models, and what it
//! says of bad input.

use belnap_test_support::folder::Folder;

/// Files of the examples, and of what is wrong with files.
const FILES: [(&str, &str); 12] = [
    ("door.json", include_str!("../../examples/door.kripke.json")),
    ("coarse.json", include_str!("../../examples/door-coarse.kripke.json")),
    ("door.relation.json", include_str!("../../examples/door.relation.json")),
    (
        "both.json",
        r#"{"format": "belnap.kripke", "version": 1, "states": {"s": {"p": "b"}, "t": {}},
            "initial": ["s"], "transitions": [["s", "t", "b"], ["t", "t"]]}"#,
    ),
    (
        "under.json",
        r#"{"format": "belnap.kripke", "version": 1, "semantics": "under", "states": ["s"],
            "initial": ["s"], "transitions": []}"#,
    ),
    (
        "empty.json",
        r#"{"format": "belnap.kripke", "version": 1, "states": {}, "initial": [], "transitions": []}"#,
    ),
    (
        "symbolic.json",
        r#"{"format": "belnap.kripke", "version": 1, "kind": "symbolic", "variables": [],
            "locations": [{"name": "a"}], "entry": "a", "edges": [{"from": "a", "to": "a"}]}"#,
    ),
    (
        "ends.json",
        r#"{"format": "belnap.kripke", "version": 1, "total": true, "states": ["s", "t", "u"],
            "initial": ["s"], "transitions": [["s", "t"], ["s", "s"], ["t", "u", "n"]]}"#,
    ),
    (
        "actions.json",
        r#"{"format": "belnap.kripke", "version": 1, "states": {"s": {"p": "n"}, "t": {"p": "t"}},
            "initial": ["s"], "transitions": [{"from": "s", "to": "t", "action": "go"},
            {"from": "t", "to": "t", "action": "stay", "value": "n"}]}"#,
    ),
    (
        "bad.relation.json",
        r#"{"format": "belnap.relation", "version": 1, "pairs": [["a", "shut"], ["a", "opne"]]}"#,
    ),
    (
        "partial.relation.json",
        r#"{"format": "belnap.relation", "version": 1, "pairs": [["a", "shut"]]}"#,
    ),
    ("text.relation.json", "shut -> a\n"),
];

/// Runs commands one after the other, and shows what they print.
fn shown(commands: &[&[&str]]) -> String {
    let folder = Folder::with(&FILES);
    let mut all = String::new();
    for arguments in commands {
        let ran = folder.run(env!("CARGO_BIN_EXE_belnap-kmts"), arguments);
        assert!(!ran.stderr.contains("panicked"), "{arguments:?}: {}", ran.stderr);
        all += &format!("$ belnap-kmts {}\n{}{}", arguments.join(" "), ran.stdout, ran.stderr);
        all += &format!("exit code {}\n\n", ran.code);
    }
    all
}

#[test]
fn structures_are_compared() {
    insta::assert_snapshot!(shown(&[
        &["compare", "coarse.json", "door.json"],
        &["compare", "door.json", "coarse.json"],
        &["compare", "door.json", "door.json"],
        &["compare", "door.json", "actions.json"],
        &["compare", "door.json", "coarse.json", "--json"],
        &["compare", "coarse.json", "door.json", "--relation", "/dev/stdout"],
        &["compare", "door.json", "coarse.json", "--formula", "/dev/stdout"],
    ]));
}

#[test]
fn structures_are_completed() {
    insta::assert_snapshot!(shown(&[
        &[
            "complete",
            "coarse.json",
            "--pessimistic",
            "-p",
            "AG EF open",
            "--formula",
            "/dev/stdout"
        ],
        &[
            "complete",
            "coarse.json",
            "--optimistic",
            "-p",
            "AG EF open",
            "--formula",
            "/dev/stdout"
        ],
        &["complete", "coarse.json", "--random", "1", "--copies", "2"],
        &["complete", "actions.json", "--random", "7"],
    ]));
}

#[test]
fn structures_are_abstracted_minimized_and_translated() {
    let property = ["-p", "AG EF <go> p", "--formula", "/dev/stdout"];
    let to = |kind| [&["translate", "actions.json", "--to", kind][..], &property].concat();
    insta::assert_snapshot!(shown(&[
        &["abstract", "door.json", "--map", "door.relation.json"],
        &["minimize", "door.json"],
        &to("kmts"),
        &to("pks"),
        &to("mts"),
    ]));
}

/// The abstraction by the map is what the example says, and below what it abstracts.
#[test]
fn the_examples_belong_together() {
    let folder = Folder::with(&FILES);
    let run = |arguments: &[&str]| folder.run(env!("CARGO_BIN_EXE_belnap-kmts"), arguments);
    let map = ["abstract", "door.json", "--map", "door.relation.json", "-o", "made.json"];
    assert_eq!(run(&map).code, 0);
    for (first, second) in [("made.json", "coarse.json"), ("coarse.json", "made.json")] {
        assert_eq!(run(&["compare", first, second]).code, 0);
    }
    assert_eq!(run(&["minimize", "door.json", "-o", "small.json"]).code, 0);
    for (first, second) in [("small.json", "door.json"), ("door.json", "small.json")] {
        assert_eq!(run(&["compare", first, second]).code, 0);
    }
}

#[test]
fn bad_input_is_refused() {
    insta::assert_snapshot!(shown(&[
        &["compare", "both.json", "door.json"],
        &["compare", "under.json", "door.json"],
        &["compare", "door.json", "empty.json"],
        &["compare", "symbolic.json", "door.json"],
        &["compare", "-", "-"],
        &["compare", "door.json", "coarse.json", "--max-pairs", "5"],
        &["compare", "door.json", "coarse.json", "-o", "door.json"],
        &["compare", "door.json"],
        &["compare", "door.json", "none.json"],
        &["complete", "door.json"],
        &["complete", "door.json", "--optimistic", "--random", "1"],
        &["complete", "door.json", "--random", "1", "--copies", "0"],
        &["complete", "ends.json", "--random", "1"],
        &["complete", "both.json", "--random", "1"],
        &["complete", "under.json", "--optimistic"],
        &["complete", "door.json", "--optimistic", "-p", "EF closed", "--formula", "x.ctl"],
        &["abstract", "door.json", "--map", "bad.relation.json"],
        &["abstract", "door.json", "--map", "partial.relation.json"],
        &["abstract", "door.json", "--map", "text.relation.json"],
        &["abstract", "door.json", "--map", "door.json"],
        &["minimize", "door.json", "--max-pairs", "2"],
        &["minimize", "both.json"],
        &["translate", "door.json"],
        &["translate", "door.json", "--to", "lts"],
        &["translate", "door.json", "--to", "pks", "-p", "EF closed", "--formula", "x.ctl"],
    ]));
}

/// A completion is above the structure, and has the property or has not; or there is none.
#[test]
fn completions_satisfy_or_violate() {
    let folder = Folder::with(&FILES);
    let run = |arguments: &[&str]| folder.run(env!("CARGO_BIN_EXE_belnap-kmts"), arguments);
    let cases: [(&str, &str, &[&str], i32); 6] = [
        ("--satisfying", "EX open & AX !open", &[], 10),
        ("--violating", "EX open & AX !open", &[], 0),
        ("--satisfying", "open | !open", &[], 0),
        ("--violating", "open | !open", &[], 10),
        ("--violating", "G F open", &["--ltl"], 0),
        ("--violating", "G F open", &["--ltl", "--max-positions", "1"], 5),
    ];
    for (option, formula, others, code) in cases {
        let asked = ["complete", "coarse.json", option, formula, "-o", "made.json"];
        let ran = run(&[&asked[..], others].concat());
        assert_eq!(ran.code, code, "{option} {formula}: {}", ran.stderr);
        if code == 0 {
            assert_eq!(run(&["compare", "coarse.json", "made.json"]).code, 0, "{formula}");
        }
    }
}

/// Blocking states, and completions that need not be total.
#[test]
fn completions_need_not_be_total() {
    let text = shown(&[&["complete", "ends.json", "--random", "1", "--completions", "any"]]);
    assert!(text.ends_with("exit code 0\n\n"), "{text}");
}
