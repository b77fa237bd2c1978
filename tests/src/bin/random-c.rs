//! Prints the random C program with the number that is given: `random-c 17`; with `--detours`, a
//! small one in which values travel by detours.

use std::process::ExitCode;

use belnap_tests::random_c::{detours, program};

#[allow(clippy::print_stdout)]
fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let detour = arguments.iter().position(|argument| argument == "--detours");
    if let Some(at) = detour {
        arguments.remove(at);
    }
    let [seed] = arguments.as_slice() else { return ExitCode::FAILURE };
    let Ok(seed) = seed.parse() else { return ExitCode::FAILURE };
    let text = match detour {
        Some(_) => detours::program(seed, ""),
        None => program(seed, ""),
    };
    print!("extern void observe(long long);\n{text}");
    ExitCode::SUCCESS
}
