//! What a person sees.

use std::fs;
use std::process::Command;

use belnap_abstractor::options::AbstractionOptions;
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_ir::cfg::IntegerMode;
use tempfile::TempDir;

use super::Case;

const BITS: Case = Case {
    integers: IntegerMode::Mathematical,
    ..Case::new(
        "int __VERIFIER_nondet_int(void);
         int main(void) {
           int x = __VERIFIER_nondet_int(), y = 7;
           y = x + x;
           return y;
         }",
        "global { y < 4 }\nglobal { (y & 1) == 0 }\n",
    )
};

/// A folder with the graph and, after `change`, the program.
fn folder(case: &Case, change: impl Fn(&str) -> String) -> TempDir {
    let folder = tempfile::tempdir().expect("folder");
    let graph = case.cfg();
    let program = change(&case.program(&graph, &AbstractionOptions::default()));
    let artefact = Artefact { header: Header::of_tool("test", &[]), content: graph };
    fs::write(folder.path().join("it.cfg.json"), cfg::print(&artefact)).expect("written");
    fs::write(folder.path().join("it.bp"), program).expect("written");
    folder
}

/// Both outputs and the exit code.
fn validated(folder: &TempDir, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_belnap"))
        .arg("validate")
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("started");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    format!("{}{}exit code {code}\n", text(output.stderr), text(output.stdout))
}

const AGAINST: [&str; 3] = ["it.bp", "--against", "it.cfg.json"];

#[test]
fn an_approximation() {
    let folder = folder(&BITS, |text| text.replace(":= false, false", ":= false, *"));
    insta::assert_snapshot!(validated(&folder, &AGAINST));
}

#[test]
fn an_error() {
    let folder = folder(&BITS, |text| text.replace(":= false, false", ":= true, *"));
    insta::assert_snapshot!(validated(&folder, &AGAINST));
}

#[test]
fn what_is_not_decided() {
    // Nothing is known about the bits of unbounded numbers.
    let folder = folder(&BITS, |text| text.replace(":= *, *", ":= *, true"));
    let lax = validated(&folder, &AGAINST);
    let strict = validated(&folder, &["it.bp", "--against", "it.cfg.json", "--strict"]);
    insta::assert_snapshot!(format!("{lax}\n{strict}"));
}

#[test]
fn other_files() {
    let folder = folder(&BITS, str::to_owned);
    let twice = validated(&folder, &["it.bp", "--against", "it.bp"]);
    let graph = validated(&folder, &["it.cfg.json", "--against", "it.bp"]);
    let strict = validated(&folder, &["it.bp", "--strict"]);
    insta::assert_snapshot!(format!("{twice}\n{graph}\n{strict}"));
}

#[test]
fn a_classic_program() {
    let folder = folder(&BITS, |_| "void main() begin skip; end\n".to_owned());
    insta::assert_snapshot!(validated(&folder, &AGAINST));
}
