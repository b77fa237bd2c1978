//! `belnap-unroll`: a property of a small bounded program, decided by unrolling.

use std::process::ExitCode;

use belnap_bounded::commands::unroll;
use belnap_cli::{args, exit, run_tool};

fn main() -> ExitCode {
    run_tool(unroll::NAME, || match args::parse::<unroll::Command>(std::env::args_os())? {
        Some(command) => unroll::run(&command.options),
        None => Ok(exit::OK),
    })
}
