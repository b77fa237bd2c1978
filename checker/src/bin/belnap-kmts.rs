//! `belnap-kmts`: may/must models, compared, completed, abstracted and translated.

use std::process::ExitCode;

use belnap_checker::commands::kmts;
use belnap_cli::{args, exit, run_tool};

fn main() -> ExitCode {
    run_tool(kmts::NAME, || match args::parse::<kmts::Command>(std::env::args_os())? {
        Some(command) => kmts::run(&command.options),
        None => Ok(exit::OK),
    })
}
