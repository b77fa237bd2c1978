//! `belnap-refine`: an inconclusive result to better predicates.

use std::process::ExitCode;

use belnap_cli::{args, exit, run_tool};
use belnap_refiner::commands::refine;

fn main() -> ExitCode {
    run_tool(refine::NAME, || match args::parse::<refine::Command>(std::env::args_os())? {
        Some(command) => refine::run(&command.options),
        None => Ok(exit::OK),
    })
}
