//! `belnap-certify`: a proof checked.

use std::process::ExitCode;

use belnap_certifier::commands::certify;
use belnap_cli::{args, exit, run_tool};

fn main() -> ExitCode {
    run_tool(certify::NAME, || match args::parse::<certify::Command>(std::env::args_os())? {
        Some(command) => certify::run(&command.options),
        None => Ok(exit::OK),
    })
}
