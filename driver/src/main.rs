//! `belnap`: the command line a person uses.

use std::process::ExitCode;

use belnap::commands::{Cli, NAME, run};
use belnap::verify::supervise::supervised;
use belnap_cli::{args, exit, run_tool};

/// Expressions and diagrams are many small pieces.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    run_tool(NAME, || match args::parse::<Cli>(std::env::args_os())? {
        Some(cli) => supervised(&cli, run),
        None => Ok(exit::OK),
    })
}
