//! `belnap-c2cfg`: a C program to a control-flow graph.

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, log, write_stderr};
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_ir::cfg::Cfg;
use belnap_ir::system::{ActionFunction, Origin};
use belnap_ir::validate;

use crate::calls::{CallTree, KeptReason};
use crate::harness::Harness;
use crate::pipeline::{self, CompileOptions, Compiled, UnitText, compile};
use crate::preprocess::{expand, load_unit};

use super::program::Integers;
pub use super::program::{Inline, ProgramArgs};

/// The name of the executable.
pub const NAME: &str = "belnap-c2cfg";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-c2cfg prog.c -o prog.cfg.json
  belnap-c2cfg prog.i lib.i --entry test --ledger -o prog.cfg.json
  belnap-c2cfg --actions system.toml:writer writer.c -o writer.cfg.json
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
    /// The program is a component of a system (`system.toml`): calls of the functions that the
    /// system names as its actions are steps that other components take part in.
    #[arg(long, value_name = "SYSTEM:COMPONENT")]
    pub actions: Option<String>,
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
    let outputs = [("-o", options.output.as_deref())];
    options.program.keep(&outputs)?;
    let mut program = options.program.clone();
    let mut system = None;
    if let Some(given) = &options.actions {
        let (actions, file, text) = actions(given)?;
        keep_apart(&outputs, [file.as_str()])?;
        program.actions = actions;
        system = Some(text);
    }
    let (compiled, mut inputs) = build(&program)?;
    inputs.extend(system);
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

/// The action functions of a component, which stands as `SYSTEM:COMPONENT` on a command line; the
/// system's file, and its text.
///
/// # Errors
///
/// The system cannot be read, or has no such component in C.
pub fn actions(given: &str) -> Result<(Vec<ActionFunction>, String, String), ToolError> {
    let Some((file, name)) = given.rsplit_once(':') else {
        return Err(ToolError::Usage(format!("--actions {given}: expected SYSTEM:COMPONENT")));
    };
    let text = read_text(file)?;
    let system = belnap_formats::system::read(&text)
        .map_err(|found| ToolError::refuse(display_name(file), &text, &found))?;
    let names: Vec<String> = system.components.iter().map(|one| one.name.clone()).collect();
    let Some(component) = system.components.into_iter().find(|one| one.name == name) else {
        let message = format!("there is no component '{name}'");
        return Err(ToolError::unusable(display_name(file), message)
            .note(format!("components: {}", names.join(", "))));
    };
    match component.origin {
        Origin::Source(_) => Ok((component.actions, file.to_owned(), text)),
        Origin::Model(_) => {
            let message = format!("'{name}' is a model, and no program");
            Err(ToolError::unusable(display_name(file), message))
        }
    }
}

/// Prints what the compiler warns of to standard error.
pub fn show_warnings(compiled: &Compiled) {
    if !compiled.warnings.diagnostics.is_empty() {
        write_stderr(&compiled.warnings.render());
    }
}

/// A program that is read.
#[derive(Clone, Debug)]
pub struct Loaded {
    units: Vec<UnitText>,
    how: CompileOptions,
    harness: Option<Harness>,
    /// The texts of its files.
    pub inputs: Vec<String>,
}

impl Loaded {
    /// Compiles it, with these recursive calls inlined besides.
    ///
    /// # Errors
    ///
    /// The program is refused.
    pub fn compile(&self, calls: Option<&CallTree>) -> Result<Compiled, ToolError> {
        let mut how = self.how.clone();
        if let Some(calls) = calls {
            how.inline.calls.clone_from(calls);
        }
        let mut compiled = compile(self.units.clone(), &how).map_err(ToolError::Refused)?;
        compiled.harness.clone_from(&self.harness);
        Ok(compiled)
    }
}

/// Reads and compiles the program; returns the texts of its files as well.
///
/// # Errors
///
/// The program is refused, or a file cannot be read.
pub fn build(options: &ProgramArgs) -> Result<(Compiled, Vec<String>), ToolError> {
    let loaded = load(options)?;
    Ok((loaded.compile(None)?, loaded.inputs))
}

/// Reads the program.
///
/// # Errors
///
/// The program is refused, or a file cannot be read.
pub fn load(options: &ProgramArgs) -> Result<Loaded, ToolError> {
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
    Ok(Loaded { units, how, harness, inputs })
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
