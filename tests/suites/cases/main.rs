//! Cases of the whole back half: each file below `tests/cases/check` is one test.
//!
//! A case says at its head what to ask and what to expect ([`header`]); [`run`] asks `belnap check`
//! in every way that must give the same answer.

mod header;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/check");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let trials = files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
            Trial::test(name.clone(), move || run::case(&name, &file).map_err(Into::into))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// Every Boolean program and Kripke structure in a folder and those below it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder of cases can be read");
    for path in entries.map(|entry| entry.expect("a readable entry").path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, files);
        } else if name.ends_with(".bp") || name.ends_with(".kripke.json") {
            files.push(path);
        }
    }
}
