//! `belnap`: the command line a person uses.

use std::ffi::OsString;
use std::process::ExitCode;

use belnap::commands::{Cli, Command, NAME, run};
use belnap::verify::report::Report;
use belnap::verify::supervise::supervise;
use belnap_cli::{ToolError, args, exit, run_tool};
use belnap_frontend::commands::flags;

/// Expressions and diagrams are many small pieces.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The command line; the compiler's flags are for commands that read C.
fn arguments() -> Result<Vec<OsString>, ToolError> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let reads_c = words.get(1).is_some_and(|command| command == "verify" || command == "c2cfg");
    if reads_c { flags::rewrite(words) } else { Ok(words) }
}

fn main() -> ExitCode {
    run_tool(NAME, || match args::parse::<Cli>(arguments()?)? {
        Some(cli) => match &cli.command {
            // What only prints a text has no report, which is what a supervisor waits for.
            Command::Verify(options) if !options.program.harness.show_harness => {
                supervise(Report::new(options.json), || run(&cli))
            }
            _ => run(&cli),
        },
        None => Ok(exit::OK),
    })
}
