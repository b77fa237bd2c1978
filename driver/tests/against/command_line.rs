//! What a person sees.

use belnap_abstractor::options::AbstractionOptions;
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_ir::cfg::IntegerMode;

use super::Case;
use crate::support::{Folder, RunsBelnap, transcript};

const BITS: Case = Case { integers: IntegerMode::Mathematical, ..case!("bits") };

/// A folder with the graph and, after `change`, the program.
fn folder(case: &Case, change: impl Fn(&str) -> String) -> Folder {
    let folder = Folder::new();
    let graph = case.cfg();
    let program = change(&case.program(&graph, &AbstractionOptions::default()));
    let artefact = Artefact { header: Header::of_tool("test", &[]), content: graph };
    folder.write("it.cfg.json", cfg::print(&artefact));
    folder.write("it.bp", program);
    folder
}

/// Both outputs and the exit code.
fn validated(folder: &Folder, arguments: &[&str]) -> String {
    transcript(&folder.belnap(&[&["validate"], arguments].concat()))
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
