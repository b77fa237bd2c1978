//! `belnap-compose`: the structures of components composed.

use std::process::ExitCode;

use belnap_cli::{args, exit, run_tool};
use belnap_systems::commands::compose;

fn main() -> ExitCode {
    run_tool(compose::NAME, || match args::parse::<compose::Command>(std::env::args_os())? {
        Some(command) => compose::run(&command.options),
        None => Ok(exit::OK),
    })
}
