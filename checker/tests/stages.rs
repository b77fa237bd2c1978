//! The executables of the two stages, run as processes.

use std::path::Path;

use belnap_test_support::folder::Folder;
use belnap_test_support::process::{self, Run};

/// Exit code, standard output, standard error.
type Ran = (i32, String, String);

fn run(executable: &str, arguments: &[&str], input: &str) -> Ran {
    let mut command = process::command(executable, arguments);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples"));
    let Run { code, stdout, stderr } = process::run_with_input(&mut command, input);
    (code, stdout, stderr)
}

fn bp2kripke(arguments: &[&str], input: &str) -> Ran {
    run(env!("CARGO_BIN_EXE_belnap-bp2kripke"), arguments, input)
}

fn check(arguments: &[&str], input: &str) -> Ran {
    run(env!("CARGO_BIN_EXE_belnap-check"), arguments, input)
}

fn structure(program: &str) -> String {
    let (code, kripke, stderr) = bp2kripke(&[program], "");
    assert_eq!((code, stderr.as_str()), (0, ""), "{program}");
    kripke
}

#[test]
fn a_program_becomes_a_structure() {
    insta::assert_snapshot!("symbolic", structure("either-way.bp"));
    let (code, explicit, _) = bp2kripke(&["--explicit", "either-way.bp"], "");
    assert_eq!(code, 0);
    insta::assert_snapshot!("explicit", explicit);
}

#[test]
fn a_structure_becomes_a_result_whatever_the_verdict() {
    let kripke = structure("either-way.bp");
    let arguments = ["-", "--property", "AG !at(P1)", "--no-timing", "--no-seeds"];
    let (code, result, stderr) = check(&arguments, &kripke);
    assert_eq!((code, stderr.as_str()), (0, ""));
    insta::assert_snapshot!("result", result);
    let (_, again, _) = check(&arguments, &kripke);
    assert_eq!(again, result);
}

#[test]
fn times_stand_in_a_section_of_their_own() {
    let kripke = structure("lock.bp");
    let (_, timed, _) = check(&["-"], &kripke);
    let (_, bare, _) = check(&["-", "--no-timing"], &kripke);
    assert!(timed.contains("\"timing\": {\"milliseconds\": ["));
    assert!(!bare.contains("\"timing\""));
    assert!(timed.starts_with(bare.trim_end().trim_end_matches('}').trim_end()));
}

#[test]
fn asserts_are_the_default_property_of_programs_only() {
    let (code, result, _) = check(&["-"], &structure("lock.bp"));
    assert_eq!(code, 0);
    assert!(result.contains("\"name\": \"assertions\""), "{result}");
    let by_hand = "{\"format\": \"belnap.kripke\", \"version\": 1, \"kind\": \"explicit\", \
                   \"states\": {\"a\": {}}, \"initial\": [\"a\"], \"transitions\": [[\"a\", \"a\"]]}";
    let (code, _, stderr) = check(&["-"], by_hand);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("no property to check by default"), "{stderr}");
}

#[test]
fn an_earlier_result_is_reused() {
    let folder = Folder::new();
    let earlier = folder.path("coarse.result.json");
    let earlier = earlier.to_str().expect("UTF-8");
    let property = ["--property", "AG EF at(P1)"];
    let coarse = structure("never-ends-coarse.bp");
    let (code, _, _) = check(&["-", "-o", earlier, property[0], property[1]], &coarse);
    assert_eq!(code, 0);
    let fine = structure("never-ends.bp");
    let arguments = ["-", "--reuse", earlier, property[0], property[1]];
    let (code, result, stderr) = check(&arguments, &fine);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(result.contains("\"verdict\""));

    // The other way round there is a variable too many.
    let later = folder.path("fine.result.json");
    let later = later.to_str().expect("UTF-8");
    check(&["-", "-o", later, property[0], property[1]], &fine);
    let (code, _, stderr) = check(&["-", "--reuse", later, property[0], property[1]], &coarse);
    assert_eq!(code, 2);
    assert!(stderr.contains("its variable {y <= 2} is not one of this structure"), "{stderr}");

    check(&["-", "-o", earlier, "--no-seeds", property[0], property[1]], &coarse);
    let (code, _, stderr) = check(&arguments, &fine);
    assert_eq!(code, 2);
    assert!(stderr.contains("without --no-seeds"), "{stderr}");
}

#[test]
fn refused_input_leaves_the_output_alone() {
    let folder = Folder::new();
    folder.write("out.json", "precious");
    let file = folder.path("out.json");
    let path = file.to_str().expect("UTF-8");
    let refused = [
        bp2kripke(&["-", "-o", path], "void main() begin x := T; end"),
        bp2kripke(&["-", "-o", path, "--max-locations", "1"], "void main() begin skip; end"),
        check(&["-", "-o", path], "{\"format\": \"belnap.kripke\", \"version\": 99}"),
        check(&["-", "-o", path, "--property", "AG ("], &structure("lock.bp")),
        check(&["-", "none.ctl", "-o", path], &structure("lock.bp")),
    ];
    for (code, stdout, stderr) in refused {
        assert_eq!((code, stdout.as_str()), (2, ""), "{stderr}");
        assert!(stderr.contains(": error: "), "{stderr}");
    }
    assert_eq!(folder.read("out.json"), "precious");
    assert_eq!(check(&["-", "-"], "").0, 1);
    assert_eq!(bp2kripke(&["--semantics", "neither"], "").0, 1);
}

#[test]
fn locations_have_different_names_whatever_the_labels() {
    for program in [
        "void main() begin 3: skip; skip; skip; 2: skip; end",
        "void f() begin skip; end void main() begin {a:b}: f(); {c:b}: f(); 2: skip; end",
    ] {
        let (code, kripke, stderr) = bp2kripke(&["-"], program);
        assert_eq!((code, stderr.as_str()), (0, ""));
        let (code, _, stderr) = check(&["-", "--property", "AF at(\"2\")"], &kripke);
        assert_eq!((code, stderr.as_str()), (0, ""));
    }
}

/// Statements before a call shift its number, which then is that of another call.
#[test]
fn an_earlier_result_is_not_reused_at_another_call() {
    let program = |globals: &str, before: &str| {
        let program = format!(
            "// belnap bp 1\ndecl {{c}}{globals};\nvoid f() begin L: skip; end\n\
             void main() begin {before} f(); if ({{c}}) then return; fi; {{c}} := true; f();\n\
             ERR: skip; end\n"
        );
        bp2kripke(&["-"], &program).1
    };
    let folder = Folder::new();
    let earlier = folder.path("coarse.result.json");
    let earlier = earlier.to_str().expect("UTF-8");
    let property = ["--property", "AF at(ERR)", "--no-explanation"];
    let coarse = program("", "{c} := *;");
    let (code, _, stderr) = check(&[&["-", "-o", earlier], &property[..]].concat(), &coarse);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let fine = program(", {h}", &format!("{{c}} := true; {}", "{h} := true; ".repeat(4)));
    let arguments = [&["-", "--reuse", earlier], &property[..]].concat();
    let (code, result, stderr) = check(&arguments, &fine);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(result.contains("\"verdict\": \"fails\""), "{result}");
}
