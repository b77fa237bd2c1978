//! `belnap-c2cfg`: a C program to a control-flow graph.

use std::process::ExitCode;

use belnap_cli::{args, exit, run_tool};
use belnap_frontend::commands::{c2cfg, flags};

fn main() -> ExitCode {
    let arguments = || flags::rewrite(std::env::args_os().collect());
    run_tool(c2cfg::NAME, || match args::parse::<c2cfg::Command>(arguments()?)? {
        Some(command) => c2cfg::run(&command.options),
        None => Ok(exit::OK),
    })
}
