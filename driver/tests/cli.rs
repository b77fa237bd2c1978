//! The executable `belnap`, run as a person runs it, on the programs in `examples/`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use belnap_test_support::process::{self, Run};

use crate::support::{BELNAP, Folder, transcript};

fn command(arguments: &[&str]) -> Command {
    let mut command = process::command(BELNAP, arguments);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"));
    command
}

fn belnap_reading(arguments: &[&str], input: &str) -> Run {
    process::run_with_input(&mut command(arguments), input)
}

fn belnap(arguments: &[&str]) -> Run {
    belnap_reading(arguments, "")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    fs::read_to_string(path).expect("examples can be read")
}

const PROGRAMS: [&str; 5] =
    ["either-way.bp", "lock.bp", "never-ends-coarse.bp", "never-ends.bp", "open-file.bp"];

#[test]
fn a_property_that_holds() {
    insta::assert_snapshot!(transcript(&belnap(&["check", "never-ends.bp", "-p", "AG !at(P1)"])));
    assert_eq!(belnap(&["check", "lock.bp"]).code, 0);
}

#[test]
fn a_property_that_fails() {
    insta::assert_snapshot!(transcript(&belnap(&["check", "either-way.bp", "-p", "AG !at(P1)"])));
}

#[test]
fn a_property_that_fails_with_a_lasso() {
    insta::assert_snapshot!(transcript(&belnap(&["check", "open-file.bp", "-p", "AF at(P1)"])));
}

#[test]
fn a_property_that_is_inconclusive() {
    insta::assert_snapshot!(transcript(&belnap(&[
        "check",
        "never-ends-coarse.bp",
        "-p",
        "AG !at(P1)"
    ])));
}

#[test]
fn a_failing_assert() {
    let program = "decl x;\nvoid main() begin\n  x := F;\n  if (*) then x := T; fi;\n  \
                   assert(!x);\nend\n";
    insta::assert_snapshot!(transcript(&belnap_reading(
        &["check", "-v", "--no-timing", "-"],
        program
    )));
}

#[test]
fn error_labels_come_with_the_asserts() {
    let ran = belnap(&["check", "open-file.bp", "--error-label", "P1"]);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.starts_with("unreachable P1: AG !at(P1)\n  fails"), "{}", ran.stdout);
    assert!(ran.stdout.ends_with("\nFALSE(unreach-call)\n"), "{}", ran.stdout);

    let program = "void main() begin assert(T); L: skip; end";
    let ran = belnap_reading(&["check", "-", "--error-label", "main:L"], program);
    assert!(ran.stdout.starts_with("assertions: AG !failed\n  holds"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\nunreachable main:L: AG !at(main:L)\n"), "{}", ran.stdout);

    let ran = belnap(&["check", "open-file.bp"]);
    assert!(ran.stdout.contains("note: the program has no assert"), "{}", ran.stdout);
}

#[test]
fn several_properties_have_one_verdict() {
    let folder = Folder::new();
    let file = folder.path("both.ctl");
    fs::write(&file, "property some: EF at(P1);\nproperty all: AF at(P1);\n").expect("written");
    let file = file.to_str().expect("UTF-8");
    let ran = belnap(&["check", "open-file.bp", "--property-file", file]);
    assert_eq!(ran.code, 10);
    assert!(ran.stdout.ends_with("\nFALSE\n"), "{}", ran.stdout);
}

#[test]
fn json_and_text_say_the_same() {
    for program in PROGRAMS {
        let text = belnap(&["check", program, "-v", "--no-timing"]);
        let json = belnap(&["check", program, "--no-timing", "--format", "json"]);
        assert_eq!(text.code, json.code, "{program}");
        assert_eq!(belnap_reading(&["show", "-"], &json.stdout).stdout, text.stdout, "{program}");
    }
}

#[test]
fn the_structure_can_be_kept() {
    let folder = Folder::new();
    let file = folder.path("lock.kripke.json");
    let path = file.to_str().expect("UTF-8");
    assert_eq!(belnap(&["check", "lock.bp", "--save-kripke", path]).code, 0);
    let kept = fs::read_to_string(&file).expect("kept");
    assert_eq!(kept, belnap(&["bp2kripke", "lock.bp"]).stdout);
    let ran = belnap(&["check", path]);
    assert_eq!(ran.stdout, belnap(&["check", "lock.bp"]).stdout);
    for arguments in [["show", path], ["dot", path], ["validate", path], ["fmt", path]] {
        let ran = belnap(&arguments);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?}");
    }
    assert_eq!(belnap(&["fmt", "--check", path]).code, 0);
}

#[test]
fn standard_input_is_a_file() {
    let ran = belnap_reading(&["check", "-"], &example("lock.bp"));
    assert_eq!(ran.stdout, belnap(&["check", "lock.bp"]).stdout);
    let ran = belnap_reading(&["check", "-", "--property-file", "-"], "");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.stderr, "belnap: standard input can be read only once\n");
}

#[test]
fn a_refused_command_leaves_files_alone() {
    let folder = Folder::new();
    let kept = folder.path("kept.txt");
    fs::write(&kept, "precious").expect("written");
    let kept = kept.to_str().expect("UTF-8");
    for arguments in [
        &["check", "lock.bp", "-p", "AG (", "-o", kept][..],
        &["check", "none.bp", "-o", kept],
        &["bp2kripke", "lock.c", "-o", kept],
        &["fmt", "--dialect", "belnap", "-", "-o", kept],
        &["show", "-", "-o", kept],
        &["dot", "-", "-o", kept],
    ] {
        let ran = belnap_reading(arguments, "decl a b;");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(fs::read_to_string(kept).expect("kept"), "precious", "{arguments:?}");
    }
    let missing = folder.path("none/out.json");
    let ran = belnap(&["check", "lock.bp", "-o", missing.to_str().expect("UTF-8")]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cannot write: no such file or folder"), "{}", ran.stderr);
    assert_eq!(folder.names(".").len(), 1);
}

#[test]
fn refusals_name_file_and_place() {
    let folder = Folder::new();
    let latin = folder.path("latin.bp");
    fs::write(&latin, b"decl caf\xe9;").expect("written");
    let latin = latin.to_str().expect("UTF-8");
    let mut seen = String::new();
    for (arguments, input) in [
        (&["check", "none.bp"][..], ""),
        (&["check", "."], ""),
        (&["check", latin], ""),
        (&["check", "lock.bp", "-p", "AG !at(NOWHERE)"], ""),
        (&["check", "lock.bp", "-p", "AG AF"], ""),
        (&["check", "lock.bp", "--reuse", "lock.bp"], ""),
        (&["check", "-"], "void main() begin goto L; end"),
        (&["check", "-"], "AG p"),
        (&["dot", "-"], "{\"format\": \"belnap.cfg\"}"),
        (&["dot", "-"], "AG p"),
        (&["validate", "lock.bp", "-"], "decl a, a; void main() begin b := T; goto L; end"),
        (&["fmt", "--dialect", "classic", "-"], "AG p"),
        (&["fmt", "--check", "lock.bp"], ""),
        (&["fmt", "lock.bp", "never-ends.bp"], ""),
        (&["check"], ""),
        (&["check", "lock.bp", "--semantics", "both"], ""),
    ] {
        let ran = belnap_reading(arguments, input);
        let shown = arguments.join(" ").replace(latin, "latin.bp");
        seen.push_str(&format!(
            "$ belnap {shown}\n{}\n",
            transcript(&ran).replace(latin, "latin.bp")
        ));
    }
    insta::assert_snapshot!(seen);
}

#[test]
fn a_reader_that_has_seen_enough_is_not_an_error() {
    for arguments in [["show", "lock.bp"], ["check", "lock.bp"], ["bp2kripke", "lock.bp"]] {
        let mut command = command(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("started");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("finished");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn formatting_settles() {
    for program in PROGRAMS {
        let once = belnap(&["fmt", program]).stdout;
        assert_eq!(belnap_reading(&["fmt", "-"], &once).stdout, once, "{program}");
        assert_eq!(belnap_reading(&["fmt", "--check", "-"], &once).code, 0, "{program}");
    }
}

#[test]
fn formatting_in_place_keeps_comments_unless_told_otherwise() {
    let folder = Folder::new();
    let file = folder.path("lock.bp");
    fs::write(&file, example("lock.bp")).expect("written");
    let path = file.to_str().expect("UTF-8");
    let ran = belnap(&["fmt", "-i", path]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("comments would be lost"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(&file).expect("kept"), example("lock.bp"));
    assert_eq!(belnap(&["fmt", "-i", "--drop-comments", path]).code, 0);
    let printed = fs::read_to_string(&file).expect("written");
    assert_eq!(printed, belnap(&["fmt", "lock.bp"]).stdout);
}

#[test]
fn conversion_to_our_dialect_keeps_the_verdict() {
    let converted = belnap(&["fmt", "--dialect", "belnap", "lock.bp"]).stdout;
    assert!(converted.starts_with("// belnap bp 1\n"));
    assert_eq!(belnap_reading(&["check", "-"], &converted).code, 0);
    let classic = belnap_reading(&["fmt", "--dialect", "classic", "-"], &converted).stdout;
    assert_eq!(belnap_reading(&["check", "-"], &classic).code, 0);
}

#[test]
fn summaries() {
    insta::assert_snapshot!("summary_of_a_program", belnap(&["show", "lock.bp"]).stdout);
    let symbolic = belnap(&["bp2kripke", "never-ends.bp"]).stdout;
    insta::assert_snapshot!(
        "summary_of_symbolic",
        belnap_reading(&["show", "-"], &symbolic).stdout
    );
    let explicit = belnap(&["bp2kripke", "--explicit", "either-way.bp"]).stdout;
    insta::assert_snapshot!(
        "summary_of_explicit",
        belnap_reading(&["show", "-"], &explicit).stdout
    );
    let recursive = "bool f(a) begin return g(a); end bool g(a) begin decl b; b := f(a); \
                     return b; end void main() begin decl b; b := f(T); end";
    let recursive = recursive.replace("return g(a);", "decl b; b := g(a); return b;");
    let ran = belnap_reading(&["show", "-"], &recursive);
    assert!(ran.stdout.contains("recursive: f -> g -> f"), "{}", transcript(&ran));
}

#[test]
fn every_command_has_a_page_of_help() {
    for name in ["check", "bp2kripke", "fmt", "validate", "show", "dot"] {
        let ran = belnap(&[name, "--help"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{name}");
        for part in ["Usage:", "Examples:", "Exit codes:"] {
            assert!(ran.stdout.contains(part), "{name}: {part}");
        }
    }
    assert_eq!(belnap(&["--version"]).stdout, format!("belnap {}\n", env!("CARGO_PKG_VERSION")));
}
