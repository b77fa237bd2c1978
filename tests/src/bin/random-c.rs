//! Prints the random C program with the number that is given: `random-c 17`; with `--detours`, a
//! small one in which values travel by detours; with `--recursive`, one of recursive functions.

use std::process::ExitCode;

use belnap_tests::random_c::recursive::Recursive;
use belnap_tests::random_c::{detours, program};

#[allow(clippy::print_stdout)]
fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut take = |option: &str| {
        let at = arguments.iter().position(|argument| argument == option);
        at.map(|at| arguments.remove(at)).is_some()
    };
    let (detour, recursive) = (take("--detours"), take("--recursive"));
    let [seed] = arguments.as_slice() else { return ExitCode::FAILURE };
    let Ok(seed) = seed.parse() else { return ExitCode::FAILURE };
    let text = match (detour, recursive) {
        (true, _) => detours::program(seed, ""),
        (_, true) => Recursive::new(seed).observing(),
        _ => program(seed, ""),
    };
    print!("extern void observe(long long);\n{text}");
    ExitCode::SUCCESS
}
