//! `belnap-bp2kripke`: a Boolean program to a Kripke structure.

use std::process::ExitCode;

use belnap_checker::commands::bp2kripke;
use belnap_cli::{args, exit, run_tool};

fn main() -> ExitCode {
    run_tool(bp2kripke::NAME, || match args::parse::<bp2kripke::Command>(std::env::args_os())? {
        Some(command) => bp2kripke::run(&command.options),
        None => Ok(exit::OK),
    })
}
