//! `belnap-c2cfg`: a C program to a control-flow graph.

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::{ToolError, exit, log, write_stderr};
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_ir::cfg::Cfg;
use belnap_ir::validate;

use crate::calls::KeptReason;
use crate::pipeline::{self, Compiled, UnitText, compile};
use crate::preprocess::{expand, load_unit};

use super::program::Integers;
pub use super::program::ProgramArgs;

/// The name of the executable.
pub const NAME: &str = "belnap-c2cfg";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-c2cfg prog.c -o prog.cfg.json
  belnap-c2cfg prog.i lib.i --entry test --ledger -o prog.cfg.json
  belnap-c2cfg -m32 -I include -D NDEBUG prog.c | belnap show -

Exit codes:
  0  the graph was written
  1  wrong command line
  2  the program was refused, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Turn a C program into a control-flow graph",
    long_about = "Turn a C program (*.c, or preprocessed *.i) into a control-flow graph \
                  (*.cfg.json). Several files are linked into one program. What the graph does \
                  not model exactly is listed in its ledger.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// What to compile and how, and what to write.
    #[command(flatten)]
    pub options: C2cfgOptions,
}

/// What to compile and how, and what to write.
#[derive(Clone, Debug, clap::Args)]
pub struct C2cfgOptions {
    /// The program to compile.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Output file; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Print the ledger, what the graph does not model exactly, to standard error.
    #[arg(long)]
    pub ledger: bool,
    /// Write the graph as readable text instead of JSON.
    #[arg(long)]
    pub show: bool,
    /// Print statistics to standard error.
    #[arg(short, long)]
    pub verbose: bool,
}

/// Runs the stage.
///
/// # Errors
///
/// The program is refused, or a file cannot be read or written.
pub fn run(options: &C2cfgOptions) -> Result<u8, ToolError> {
    if show_harness(&options.program)? {
        return Ok(exit::OK);
    }
    options.program.keep(&[("-o", options.output.as_deref())])?;
    let (compiled, inputs) = build(&options.program)?;
    show_warnings(&compiled);
    let cfg = &compiled.cfg;
    if let Some(offence) = validate::cfg::validate(cfg).first() {
        return Err(ToolError::Internal(format!("the graph is not valid: {offence}")));
    }
    if options.verbose {
        log::show_progress();
    }
    tracing::info!(
        locations = cfg.locations.len(),
        edges = cfg.edges.len(),
        "{}",
        statistics(&compiled).trim_end()
    );
    if options.ledger {
        write_stderr(&cfg::ledger(cfg));
    }
    let text = if options.show {
        cfg::outline_with_edges(cfg)
    } else {
        artefact_text(&inputs, compiled.cfg)
    };
    write_output(options.output.as_deref(), &text)?;
    Ok(exit::OK)
}

/// Prints what the compiler warns of to standard error.
pub fn show_warnings(compiled: &Compiled) {
    if !compiled.warnings.diagnostics.is_empty() {
        write_stderr(&compiled.warnings.render());
    }
}

/// Reads and compiles the program; returns the texts of its files as well.
///
/// # Errors
///
/// The program is refused, or a file cannot be read.
pub fn build(options: &ProgramArgs) -> Result<(Compiled, Vec<String>), ToolError> {
    if options.integers == Integers::Mathematical && options.asked().checks().next().is_some() {
        return Err(ToolError::Usage("--check needs the machine's integers".to_owned()));
    }
    let options = &options.resolved()?;
    let mut units = Vec::new();
    let mut inputs = Vec::new();
    for (number, file) in options.inputs().enumerate() {
        let mut unit =
            UnitText::new(display_name(file), load_unit(file, &options.preprocess(number))?);
        unit.is_model = number >= options.files.len();
        // Standard input is read once; what was preprocessed stands for it.
        inputs.push(if file == "-" { unit.text.clone() } else { read_text(file)? });
        units.push(unit);
    }
    let mut how = options.compile();
    let harness = match options.harness.wanted() {
        Some(wanted) => {
            let harness = pipeline::harness(units.clone(), &how, &wanted);
            let mut harness = harness.map_err(ToolError::Refused)?;
            let file = options.inputs().nth(harness.unit).unwrap_or("-");
            let preprocess = options.preprocess(harness.unit);
            harness.rewrite_conditions(|conditions| expand(conditions, file, &preprocess));
            harness.add_to(&mut units);
            how.lower.entry.clone_from(&harness.entry);
            how.assumptions.clone_from(&harness.assumptions);
            Some(harness)
        }
        None => None,
    };
    let mut compiled = compile(units, &how).map_err(ToolError::Refused)?;
    compiled.harness = harness;
    Ok((compiled, inputs))
}

/// Prints the text that calls a function, if that is all that is wanted; whether it is.
///
/// # Errors
///
/// The program is refused, or a file cannot be read.
pub fn show_harness(options: &ProgramArgs) -> Result<bool, ToolError> {
    if !options.harness.show_harness {
        return Ok(false);
    }
    let (compiled, _) = build(options)?;
    write_output(None, compiled.harness.as_ref().map_or("", |harness| &harness.text))?;
    Ok(true)
}

/// The file this stage writes for files with the given texts.
pub fn artefact_text(inputs: &[String], content: Cfg) -> String {
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    cfg::print(&Artefact { header: Header::of_tool(NAME, &inputs), content })
}

fn statistics(compiled: &Compiled) -> String {
    let cfg = &compiled.cfg;
    let mut out = format!("{}\n", cfg::line(cfg));
    for kept in &compiled.kept {
        let why = match kept.reason {
            KeptReason::Recursive => "recursive",
            KeptReason::Limit => "inlining it would take too many edges",
            KeptReason::Mode => "not to be inlined",
        };
        out.push_str(&format!("kept as a function: {} ({why})\n", kept.function));
    }
    for (stage, time) in &compiled.times {
        out.push_str(&format!("{stage:>8} {:8.3} s\n", time.as_secs_f64()));
    }
    out
}
