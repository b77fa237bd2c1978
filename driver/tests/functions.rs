//! One function with arbitrary arguments: its replays, the test that is written, and saved runs.

use crate::support::{Folder, RunsBelnap};

const OPTIONS: [&str; 4] = ["--function", "sum", "--pointer", "a=array:n"];

/// A folder with a program and a run that refutes; the name of its replay.
fn refuted() -> (Folder, String) {
    let folder = Folder::with(&[("prog.c", include_str!("inputs/function.c"))]);
    let run = ["verify", "-q", "prog.c", "--save", "run"];
    let (code, text) = folder.says(&[&run[..], &OPTIONS].concat());
    assert_eq!(code, 10, "{text}");
    assert!(text.contains("replayed"), "{text}");
    let names = folder.names("run/assertions");
    let name = names.iter().find(|name| name.ends_with(".replay.json")).expect("a replay");
    (folder, format!("run/assertions/{name}"))
}

/// The text that calls the function is all that is printed, and no report is missed.
#[test]
fn harnesses_are_shown() {
    let folder = Folder::with(&[("prog.c", include_str!("inputs/function.c"))]);
    let (code, text) =
        folder.says(&[&["verify", "prog.c", "--show-harness"][..], &OPTIONS].concat());
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("/* Calls sum with arbitrary arguments"), "{text}");
    assert!(text.ends_with("sum(a, n, p);\n}\n"), "{text}");
}

/// A replay runs again, and does not if what calls the function is other than its options say.
#[test]
fn replays_call_the_function_as_their_options_say() {
    let (folder, name) = refuted();
    let (code, text) = folder.says(&["replay", &name]);
    assert_eq!(code, 0, "{text}");
    let replay = folder.read(&name);
    for (what, other, wanted) in [
        ("sum(a, n, p);", "reach_error();", 5),
        ("int total", "int total", 0),
        ("--pointer=a=array:n", "--pointer=a=array:4", 5),
        ("--function=sum", "--function=main", 5),
        ("\"file\": 0", "\"file\": 1", 2),
        ("\"entry\": \"call_sum\"", "\"entry\": \"call sum\"", 2),
        ("\"version\": 3", "\"version\": 2", 2),
        ("\"value\": \"-3\"", "\"value\": \"-4\"", 10),
    ] {
        folder.write("other.replay.json", replay.replace(what, other));
        let (code, text) = folder.says(&["replay", "other.replay.json"]);
        assert_eq!(code, wanted, "{other}: {text}");
    }
    let flags = "\"bits\": 64, \"flags\": [[\"-fplugin=evil.so\"]]";
    folder.write("other.replay.json", replay.replace("\"bits\": 64", flags));
    let (code, text) = folder.says(&["replay", "other.replay.json"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("is not a flag that a replay may have"), "{text}");
}

/// The test can be compiled by hand, and runs into the error.
#[test]
fn a_test_is_written() {
    let (folder, name) = refuted();
    let (code, text) = folder.says(&["replay", &name, "--test", "sum.test.c"]);
    assert_eq!(code, 0, "{text}");
    let test = folder.read("sum.test.c");
    for part in
        ["#include \"prog.c\"", "calls = 2;", "int n = ", "p_object.y = -3;", "sum(a, n, p);"]
    {
        assert!(test.contains(part), "{part} is not in {test}");
    }
    let flags = ["-w", "-fwrapv", "-ftrivial-auto-var-init=zero", "sum.test.c", "-o", "test"];
    let compiled = folder.run("cc", &flags);
    assert_eq!(compiled.code, 0, "{}", compiled.text());
    let program = folder.path("test").display().to_string();
    let ran = folder.run("sh", &["-c", &format!("'{program}'; test $? -ge 128")]);
    assert_eq!(ran.code, 0, "{}", ran.text());
    let (code, text) = folder.says(&["replay", &name, "--test", "prog.c"]);
    assert_eq!(code, 1, "{text}");
}

#[test]
fn the_text_that_calls_is_shown() {
    let folder = Folder::with(&[("prog.c", include_str!("inputs/function.c"))]);
    let run = folder.belnap(&[&["c2cfg", "prog.c", "--show-harness"], &OPTIONS[..]].concat());
    assert_eq!(run.code, 0, "{}", run.text());
    assert!(
        run.stdout.contains("short *a = (short *)malloc(n * sizeof(short));"),
        "{}",
        run.stdout
    );
    let (code, text) = folder.says(&["c2cfg", "prog.c", "--pointer", "a=null"]);
    assert_eq!(code, 1, "{text}");
    let (code, text) =
        folder.says(&["verify", "prog.c", "--function", "sum", "--pointer", "a=many"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("array:PARAMETER"), "{text}");
}

/// Flags that nobody knows are refused, with what to do.
#[test]
fn unknown_flags_are_refused() {
    let folder = Folder::with(&[("prog.c", "int main(void) { return 0; }")]);
    let (code, text) = folder.says(&["verify", "-Zunknown", "prog.c"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("`-Zunknown` is not known") && text.contains("--cpp"), "{text}");
    let (code, text) = folder.says(&["c2cfg", "prog.c", "-include"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("`-include` needs a value"), "{text}");
    folder.write("all.json", "[{\"file\": \"prog.c\", \"command\": \"cc -c prog.c\"}]");
    let (code, text) = folder.says(&["verify", "-q", "--compile-commands", "all.json"]);
    assert_eq!(code, 0, "{text}");
    folder.write("bad.json", "{\"file\": 3}");
    let (code, text) = folder.says(&["verify", "-q", "--compile-commands", "bad.json"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("not a compilation database"), "{text}");
}
