//! Systems with programs that are refused, and limits: what is said, and where.

use std::fs;
use std::path::Path;

use belnap::commands::verify_system::{VerifySystemOptions, run};
use belnap_frontend::commands::c2cfg;
use clap::Parser;
use tempfile::TempDir;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    options: VerifySystemOptions,
}

/// A folder with a system of a program `a` with these lines in the system and this text, and `b`.
fn system(lines: &str, text: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let other = "extern void go(void); int x = 0; int main(void) { while (1) { go(); x = 1; } }";
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    write("a.c", text);
    write("b.c", other);
    write(
        "system.toml",
        &format!(
            "format = \"belnap.system\"\nversion = 1\n\
             [[component]]\nname = \"a\"\nsource = [\"a.c\"]\n{lines}\n\
             [[component]]\nname = \"b\"\nsource = [\"b.c\"]\n\
             [[component.action]]\nfunction = \"go\"\n"
        ),
    );
    folder
}

fn verify(folder: &Path, more: &[&str]) -> Result<(u8, String), String> {
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (system, report) = (file("system.toml"), file("report"));
    let mut words = vec!["verify-system", &system, "-o", &report];
    words.extend(more);
    let options = Options::try_parse_from(words).expect("options").options;
    let code = run(&options).map_err(|error| error.message("belnap"))?;
    Ok((code, fs::read_to_string(folder.join("report")).expect("a report")))
}

const GO: &str = "[[component.action]]\nfunction = \"go\"\n";
const PLAIN: &str =
    "extern void go(void); int x = 0; int main(void) { while (1) { go(); x = 2; } }";

#[test]
fn programs_that_do_not_fit_are_refused() {
    let outcomes = |more: &str| format!("{GO}outcomes = [{{ action = \"go\"{more} }}]\n");
    let returning = "extern int go(int n); int main(void) { while (1) go(1); }";
    for (lines, text, property, expected) in [
        (GO, "void go(void) {} int main(void) { go(); }", "A G(<!go>)", "has a body"),
        (GO, "int main(void) { return 0; }", "A G(<!go>)", "does not call `go`"),
        (GO, "extern int *go(void); int main(void) { go(); }", "A G(<!go>)", "is no integer"),
        (&outcomes(", returns = 1"), PLAIN, "A G(<!go>)", "returns nothing"),
        (&outcomes(", returns = 3000000000"), returning, "A G(<!go>)", "cannot return 3000000000"),
        (&outcomes(", when = \"arg1 == 0\""), returning, "A G(<!go>)", "arg1"),
        (&outcomes(", when = \"arg0 ==\""), returning, "A G(<!go>)", "arg0 =="),
        (GO, PLAIN, "A G({x == 1})", "several components have '{x == 1}'"),
        (GO, PLAIN, "A G(a.{y == 1})", "'a.{y == 1}'"),
        (GO, PLAIN, "A G(c.{x == 1})", "no component knows anything of"),
        (GO, PLAIN, "A G(<!gone>)", "'gone' is in no alphabet"),
        (
            GO,
            "extern void go(void); int f(int n) { go(); return n ? f(n - 1) : 0; }\n\
             int main(void) { f(100); }",
            "A G(<!go>)",
            "cannot be inlined",
        ),
    ] {
        let folder = system(lines, text);
        let refused = verify(folder.path(), &["-p", property]).expect_err(property);
        assert!(refused.contains(expected), "{lines}\n{text}\n{property}: {refused}");
    }
}

#[test]
fn components_of_a_system_are_named() {
    let folder = system(GO, PLAIN);
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (component, expected) in
        [("c", "there is no component 'c'"), ("", "there is no component ''")]
    {
        let actions = format!("{}:{component}", file("system.toml"));
        let words = ["c2cfg", "--actions", &actions, &file("a.c"), "-o", &file("a.cfg.json")];
        let options = c2cfg::Command::try_parse_from(words).expect("options").options;
        let refused = c2cfg::run(&options).expect_err(component).message("belnap");
        assert!(refused.contains(expected), "{refused}");
    }
    let words = ["c2cfg", "--actions", "nothing", &file("a.c")];
    let options = c2cfg::Command::try_parse_from(words).expect("options").options;
    assert!(c2cfg::run(&options).is_err());
}

#[test]
fn limits_leave_a_property_open() {
    let counts = "extern void go(void); unsigned n = 0;\n\
                  int main(void) { while (1) { go(); n = n + 3; if (n % 5 == 4) n = n + 1; } }";
    for (more, expected) in [
        (&["--max-rounds", "3"][..], "the limit on rounds (3) was reached"),
        (&["--timeout", "0"], "the time limit was reached"),
    ] {
        let folder = system(GO, counts);
        let words = [&["-p", "A G(a.{n != 1000000})"], more].concat();
        let (code, report) = verify(folder.path(), &words).expect("a report");
        assert_eq!(code, 5, "{report}");
        assert!(report.contains(expected) && report.ends_with("UNKNOWN\n"), "{report}");
    }
    let folder = system(GO, PLAIN);
    let refused = verify(folder.path(), &["-p", "A G(<!go>)", "--max-states", "3"]);
    assert!(refused.expect_err("a limit").contains("more than 3 states"));
}
