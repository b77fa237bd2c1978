//! `belnap-passes`: a control-flow graph to a smaller one.

use std::process::ExitCode;

use belnap_cli::{args, exit, run_tool};
use belnap_passes::commands::passes;

fn main() -> ExitCode {
    run_tool(passes::NAME, || match args::parse::<passes::Command>(std::env::args_os())? {
        Some(command) => passes::run(&command.options),
        None => Ok(exit::OK),
    })
}
