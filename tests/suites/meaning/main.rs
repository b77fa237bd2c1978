//! The meaning of C: executions of our graphs against those of the system's C compiler.
//!
//! Each file below `tests/cases/run` is one test: the program reports numbers through `observe`,
//! and must report the same ones when gcc (`-fwrapv -fno-strict-aliasing`) compiles it and when
//! [`belnap_tests::interpret`] executes its graph, under both data models, with calls inlined and
//! kept, with objects at other addresses, and after every pass. Then come random programs, a
//! thousand of our own, a thousand small ones in which values travel by detours, and some of
//! csmith's if it is installed. `BELNAP_CASES=n` runs n times as
//! many.
//!
//! A test that needs a compiler the machine does not have fails and says so; only `-m32` and
//! csmith, which are separate packages, are skipped where they are missing.

mod compare;
mod compiler;

use std::path::Path;

use belnap_ir::cfg::DataModel;
use belnap_test_support::files::case_files;
use belnap_test_support::seeds::cases;
use belnap_tests::random_c::{self, detours};

use compare::Maker;
use libtest_mimic::{Arguments, Trial};

/// Random programs in one file for gcc, and how many such files.
const BATCH: u64 = 50;
const BATCHES: u64 = 20;
/// Programs of csmith.
const CSMITH: u64 = 20;

fn main() {
    let arguments = Arguments::from_args();
    let mut models = vec![DataModel::LP64];
    if compiler::supports(DataModel::ILP32) {
        models.push(DataModel::ILP32);
    }
    let mut trials = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/run");
    for file in case_files(&root, &[".c"]) {
        let name = file.display().to_string();
        let file = root.join(file);
        for &model in &models {
            let file = file.clone();
            trials.push(Trial::test(format!("run/{name} {model}"), move || {
                compare::case(&file, model).map_err(Into::into)
            }));
        }
    }
    let makers = [
        Maker { name: "random", make: random_c::program, followed: 100 },
        Maker { name: "detours", make: detours::program, followed: 50 },
    ];
    for maker in makers {
        for batch in 0..cases(BATCHES) {
            let model = models[batch as usize % models.len()];
            let seeds = batch * BATCH..(batch + 1) * BATCH;
            trials.push(Trial::test(format!("{}/{batch} {model}", maker.name), move || {
                compare::random(maker, seeds, model).map_err(Into::into)
            }));
        }
    }
    if compiler::csmith().is_some() {
        for seed in 1..=cases(CSMITH) {
            let model = models[seed as usize % models.len()];
            trials.push(Trial::test(format!("csmith/{seed} {model}"), move || {
                compare::csmith(seed, model).map_err(Into::into)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
