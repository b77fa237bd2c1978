//! `belnap-bp2kripke`: a Boolean program to a Kripke structure.

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, print_diagnostics};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{boolprog, kripke};
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::VarId;
use belnap_ir::kripke::{Kripke, SymbolicKripke};

use super::options::{EncodeArgs, LimitArgs, name_option};
use crate::encode::encode;
use crate::encode::listing::{Listing, list, list_live};

/// The name of the executable.
pub const NAME: &str = "belnap-bp2kripke";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-bp2kripke prog.bp -o prog.kripke.json
  belnap-bp2kripke --explicit prog.bp | belnap dot - | dot -Tsvg -o prog.svg

Exit codes:
  0  the structure was written
  1  wrong command line
  2  the program was refused, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Turn a Boolean program into a Kripke structure",
    long_about = "Turn a Boolean program (*.bp, ours or of SLAM, SATABS or a similar tool) into a \
                  four-valued Kripke structure (*.kripke.json).",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: Bp2KripkeOptions,
}

/// What to encode, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct Bp2KripkeOptions {
    /// The Boolean program; `-` is standard input.
    #[arg(value_name = "PROG.bp", default_value = "-")]
    pub program: String,
    /// Where to write the structure; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// List the reachable states instead of writing decision diagrams.
    #[arg(long)]
    pub explicit: bool,
    /// Do not tell listed states apart by variables that no later step reads, but for these; may be
    /// given several times, and without a name for none.
    #[arg(long, value_name = "VARIABLE", requires = "explicit", num_args = 0..=1,
        default_missing_value = "")]
    pub live_but: Vec<String>,
    /// How to encode.
    #[command(flatten)]
    pub encode: EncodeArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused. Limits refuse, too.
pub fn run(options: &Bp2KripkeOptions) -> Result<u8, ToolError> {
    keep_apart(&[("-o", options.output.as_deref())], [options.program.as_str()])?;
    let text = read_text(&options.program)?;
    let file = display_name(&options.program);
    let program = read_program(file, &text)?;
    let kripke = match options.live_but.is_empty() {
        true => build(file, &text, &program, &options.encode, &options.limits, options.explicit)?,
        false => {
            let refused = |found| ToolError::refuse(file, &text, &[name_option(found)]);
            let how = options.encode.options(&options.limits);
            let symbolic = encode(&program, &how).map_err(refused)?;
            let listing = list_kept(&symbolic, &options.live_but, options.limits.max_states);
            Kripke::Explicit(listing.map_err(refused)?.structure)
        }
    };
    write_output(options.output.as_deref(), &artefact_text(&text, kripke))?;
    Ok(exit::OK)
}

/// Reads and validates a program; warnings go to standard error.
///
/// # Errors
/// If the text is not a valid Boolean program.
pub fn read_program(file: &str, text: &str) -> Result<BoolProgram, ToolError> {
    let (program, warnings) = boolprog::read_with_warnings(text)
        .map_err(|found| ToolError::refuse(file, text, &found))?;
    print_diagnostics(file, text, &warnings);
    Ok(program)
}

/// The structure of a program, listed if `explicit`.
///
/// # Errors
/// If the program is recursive, or a limit is reached.
pub fn build(
    file: &str,
    text: &str,
    program: &BoolProgram,
    how: &EncodeArgs,
    limits: &LimitArgs,
    explicit: bool,
) -> Result<Kripke, ToolError> {
    let refused = |diagnostic| ToolError::refuse(file, text, &[name_option(diagnostic)]);
    let symbolic = encode(program, &how.options(limits)).map_err(refused)?;
    if explicit {
        list(&symbolic, limits.max_states).map(Kripke::Explicit).map_err(refused)
    } else {
        Ok(Kripke::Symbolic(symbolic))
    }
}

/// The reachable states, told apart by variables that later steps read and by those with these
/// names.
///
/// # Errors
/// If there are more states than `limit`.
pub fn list_kept(
    symbolic: &SymbolicKripke,
    names: &[String],
    limit: usize,
) -> Result<Listing, Diagnostic> {
    let keep = |var: VarId| names.contains(&symbolic.variables[var].name.to_string());
    list_live(symbolic, &keep, limit)
}

/// The file this stage writes for the program with the given text.
pub fn artefact_text(program_text: &str, content: Kripke) -> String {
    kripke::print(&Artefact { header: Header::of_tool(NAME, &[program_text]), content })
}
