//! The list of tests.

mod disk;
mod figures;
mod hostile;
mod hostile_c;
mod kill;
mod limits;
mod names;
mod replays;
mod run;
mod together;

use libtest_mimic::{Arguments, Trial};

/// How often to kill by default.
const FEW: usize = 4;

/// Runs the tests, and prints figures.
pub fn run_all() {
    let mut arguments = Arguments::from_args();
    // Time and memory are measured, so nothing else runs.
    arguments.test_threads = Some(1);
    let asked: Option<usize> = std::env::var("BELNAP_ROBUST").ok().and_then(|n| n.parse().ok());
    let (kills, all) = (asked.unwrap_or(FEW), asked.is_some());
    let mut trials = Vec::new();
    trials.extend(kill::trials(kills));
    trials.extend(together::trials());
    trials.extend(disk::trials());
    trials.extend(limits::trials(all));
    trials.extend(hostile::trials(all));
    trials.extend(names::trials(all));
    trials.extend(replays::trials(all));
    let conclusion = libtest_mimic::run(&arguments, trials);
    figures::print();
    conclusion.exit();
}

/// A named test.
fn trial(name: &str, body: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        body();
        Ok(())
    })
}
