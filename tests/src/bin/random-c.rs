//! Prints the random C program with the number that is given: `random-c 17`.

use std::process::ExitCode;

use belnap_tests::random_c::program;

#[allow(clippy::print_stdout)]
fn main() -> ExitCode {
    let seed = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let Some(seed) = seed else { return ExitCode::FAILURE };
    print!("extern void observe(long long);\n{}", program(seed, ""));
    ExitCode::SUCCESS
}
