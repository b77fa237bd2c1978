//! The meaning of C: executions of our graphs against those of the system's C compiler.
//!
//! Each file below `tests/cases/run` is one test: the program reports numbers through `observe`,
//! and must report the same ones when gcc (`-fwrapv -fno-strict-aliasing`) compiles it and when
//! [`belnap_tests::interpret`] executes its graph, under both data models, with calls inlined and
//! kept, with objects at other addresses, and after every pass. Then come random programs, a
//! thousand of our own and some of csmith's if it is installed. `BELNAP_CASES=n` runs n times as
//! many.
//!
//! A test that needs a compiler the machine does not have fails and says so; only `-m32` and
//! csmith, which are separate packages, are skipped where they are missing.

mod compare;
mod compiler;

use std::fs;
use std::path::{Path, PathBuf};

use belnap_ir::cfg::DataModel;
use belnap_tests::seeds::cases;

use libtest_mimic::{Arguments, Trial};

/// Random programs in one file for gcc, and how many such files.
const BATCH: u64 = 50;
const BATCHES: u64 = 20;
/// Programs of csmith.
const CSMITH: u64 = 20;

fn main() {
    let arguments = Arguments::from_args();
    let mut models = vec![DataModel::Lp64];
    if compiler::supports(DataModel::Ilp32) {
        models.push(DataModel::Ilp32);
    }
    let mut trials = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/run");
    for file in c_files(&root) {
        let name = file.strip_prefix(&root).unwrap_or(&file).display().to_string();
        for &model in &models {
            let file = file.clone();
            trials.push(Trial::test(format!("run/{name} {model:?}"), move || {
                compare::case(&file, model).map_err(Into::into)
            }));
        }
    }
    for batch in 0..cases(BATCHES) {
        let model = models[batch as usize % models.len()];
        trials.push(Trial::test(format!("random/{batch} {model:?}"), move || {
            compare::random(batch * BATCH..(batch + 1) * BATCH, model).map_err(Into::into)
        }));
    }
    if compiler::csmith().is_some() {
        for seed in 1..=cases(CSMITH) {
            let model = models[seed as usize % models.len()];
            trials.push(Trial::test(format!("csmith/{seed} {model:?}"), move || {
                compare::csmith(seed, model).map_err(Into::into)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Every C file in a folder and those below it, sorted.
fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).expect("the folder of cases can be read");
    for path in entries.map(|entry| entry.expect("a readable entry").path()) {
        if path.is_dir() {
            files.extend(c_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files.sort();
    files
}
