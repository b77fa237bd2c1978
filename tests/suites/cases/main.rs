//! Cases of the whole back half: each file below `tests/cases/check` is one test.
//!
//! A case says at its head what to ask and what to expect (`tests/cases/README.md`); [`run`] asks
//! `belnap check` in every way that must give the same answer.

mod run;

use std::path::Path;

use belnap_test_support::files::case_files;
use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/check");
    let trials = case_files(&root, &[".bp", ".kripke.json"])
        .into_iter()
        .map(|file| {
            let (name, path) = (file.display().to_string(), root.join(file));
            Trial::test(name.clone(), move || run::case(&name, &path).map_err(Into::into))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
