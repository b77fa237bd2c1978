//! `belnap`: the command line a person uses.

use std::process::ExitCode;

use belnap::commands::{Cli, Command, NAME, run};
use belnap::verify::report::Report;
use belnap::verify::supervise::supervise;
use belnap_cli::{args, exit, run_tool};

/// Expressions and diagrams are many small pieces.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    run_tool(NAME, || match args::parse::<Cli>(std::env::args_os())? {
        Some(cli) => match &cli.command {
            Command::Verify(options) => supervise(Report::new(options.json), || run(&cli)),
            _ => run(&cli),
        },
        None => Ok(exit::OK),
    })
}
