//! `belnap-project`: a counterexample projected to a component.

use std::process::ExitCode;

use belnap_cli::{args, exit, run_tool};
use belnap_systems::commands::project;

fn main() -> ExitCode {
    run_tool(project::NAME, || match args::parse::<project::Command>(std::env::args_os())? {
        Some(command) => project::run(&command.options),
        None => Ok(exit::OK),
    })
}
