//! `belnap-cfg2bp`: a control-flow graph and predicates to a Boolean program.

use std::process::ExitCode;

use belnap_abstractor::commands::cfg2bp;
use belnap_cli::{args, exit, run_tool};

fn main() -> ExitCode {
    run_tool(cfg2bp::NAME, || match args::parse::<cfg2bp::Command>(std::env::args_os())? {
        Some(command) => cfg2bp::run(&command.options),
        None => Ok(exit::OK),
    })
}
