//! `belnap-check`: properties of a Kripke structure.

use std::process::ExitCode;

use belnap_checker::commands::check;
use belnap_cli::{args, exit, run_tool};

fn main() -> ExitCode {
    run_tool(check::NAME, || match args::parse::<check::Command>(std::env::args_os())? {
        Some(command) => check::run(&command.options),
        None => Ok(exit::OK),
    })
}
