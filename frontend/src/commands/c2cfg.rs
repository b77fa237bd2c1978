//! `belnap-c2cfg`: a C program to a control-flow graph.

use std::path::Path;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::{keep_apart, keep_included};
use belnap_cli::{ToolError, exit, log, write_stderr};
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_ir::cfg::{Cfg, DataModel, IntegerMode};
use belnap_ir::validate;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::calls::{InlineMode, InlineOptions, KeptReason};
use crate::checks::{Asked, CHECKS, GROUPS};
use crate::lower::{ExternFunctions, LowerOptions};
use crate::pipeline::{CompileOptions, Compiled, UnitText, compile};
use crate::preprocess::{Bits, Force, PreprocessOptions, load_unit};

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

/// Meaning of signed arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Integers {
    /// Two's complement, like gcc -fwrapv.
    #[default]
    Wrap,
    /// An execution ends where an overflow is undefined in C.
    Undefined,
    /// Unbounded numbers, for textbook examples.
    Mathematical,
}

/// Which functions to inline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Inline {
    /// All except recursive ones.
    #[default]
    All,
    /// Only models of library functions.
    Models,
    /// None.
    None,
}

/// Meaning of functions without a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Extern {
    /// Their effects are unknown.
    #[default]
    Unknown,
    /// They return any value, and write any value to what their arguments point to.
    Nondet,
    /// They return any value and change nothing else.
    Pure,
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

/// What to compile, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct ProgramArgs {
    /// Files of the program; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Preprocessor command with its options; by default `cpp`, or a compiler with `-E`.
    #[arg(long, value_name = "COMMAND")]
    pub cpp: Option<String>,
    /// Search a folder for headers.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Define a macro.
    #[arg(short = 'D', value_name = "X[=V]")]
    pub define: Vec<String>,
    /// Undefine a macro.
    #[arg(short = 'U', value_name = "X")]
    pub undefine: Vec<String>,
    /// Do not run the preprocessor.
    #[arg(long, conflicts_with = "cpp_always")]
    pub no_cpp: bool,
    /// Run the preprocessor on every file, not only on *.c.
    #[arg(long)]
    pub cpp_always: bool,
    /// Entry function.
    #[arg(long, value_name = "FUNCTION", default_value = "main")]
    pub entry: String,
    /// Data model: `-m32` (ILP32) or `-m64` (LP64, the default).
    #[arg(short = 'm', value_name = "BITS", default_value = "64", value_parser = data_model())]
    pub machine: DataModel,
    /// Meaning of signed arithmetic.
    #[arg(long, value_enum, default_value_t)]
    pub integers: Integers,
    /// Check what C leaves undefined: each place that could go wrong becomes an assertion.
    #[arg(long, value_name = "CHECK", value_delimiter = ',', value_parser = checks(),
        long_help = long_checks())]
    pub check: Vec<String>,
    /// Ask for checks only: a failing assertion just ends the program.
    #[arg(long)]
    pub no_assertions: bool,
    /// Functions to inline.
    #[arg(long, value_enum, default_value_t)]
    pub inline: Inline,
    /// Limit on the number of edges after inlining.
    #[arg(long, value_name = "N", default_value_t = InlineOptions::default().limit)]
    pub inline_limit: usize,
    /// Meaning of functions that have neither a body nor a model.
    #[arg(long = "extern", value_enum, default_value_t)]
    pub externs: Extern,
    /// File with models of functions that the program does not define.
    #[arg(long, value_name = "FILE")]
    pub model: Vec<String>,
    /// Do not use the built-in models of library functions.
    #[arg(long)]
    pub no_library: bool,
    /// Keep a variable in the graph even if the program does not use it.
    #[arg(long = "keep", value_name = "NAME")]
    pub keep_variables: Vec<String>,
}

/// Reads the data model from the width of a pointer.
fn data_model() -> impl TypedValueParser<Value = DataModel> {
    PossibleValuesParser::new(["32", "64"]).map(|bits| match bits.as_str() {
        "32" => DataModel::Ilp32,
        _ => DataModel::Lp64,
    })
}

/// Names of checks and of groups of them.
fn checks() -> PossibleValuesParser {
    let names = CHECKS.iter().map(|check| check.name);
    PossibleValuesParser::new(names.chain(GROUPS.iter().map(|(name, _)| *name)))
}

/// The table of checks, for `--help`.
fn long_checks() -> String {
    let mut out = String::from(
        "Check what C leaves undefined: each place that could go wrong becomes an assertion. \
         Several are separated by commas:",
    );
    for check in CHECKS {
        out.push_str(&format!("\n- {}: {}", check.name, check.asks));
    }
    for (name, kinds) in GROUPS {
        let of = CHECKS.iter().filter(|check| kinds.contains(&check.kind));
        let names: Vec<&str> = of.map(|check| check.name).collect();
        out.push_str(&format!("\n- {name}: {}", names.join(", ")));
    }
    out
}

impl ProgramArgs {
    /// What the graph asks for.
    pub fn asked(&self) -> Asked {
        let assertions = match self.no_assertions {
            true => Asked::of(&[]),
            false => Asked::default(),
        };
        self.check.iter().filter_map(|name| Asked::named(name)).fold(assertions, Asked::and)
    }

    /// The files that are read; headers come on top.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.files.iter().chain(&self.model).map(String::as_str)
    }

    /// Refuses outputs that are files of the program, or headers of these.
    ///
    /// # Errors
    /// If an output is such a file.
    pub fn keep(&self, outputs: &[(&str, Option<&str>)]) -> Result<(), ToolError> {
        keep_apart(outputs, self.inputs())?;
        // Only what exists can be a header, and most outputs are new.
        let mut files = outputs.iter().filter_map(|(_, file)| *file);
        if !files.any(|file| Path::new(file).is_file()) {
            return Ok(());
        }
        // Standard input can be read once, and that is not now.
        for file in self.inputs().filter(|file| *file != "-") {
            keep_included(outputs, &load_unit(file, &self.preprocess())?)?;
        }
        Ok(())
    }

    fn preprocess(&self) -> PreprocessOptions {
        PreprocessOptions {
            cpp: self.cpp.clone(),
            include_dirs: self.include.clone(),
            defines: self.define.clone(),
            undefines: self.undefine.clone(),
            force: match (self.no_cpp, self.cpp_always) {
                (true, _) => Force::Never,
                (_, true) => Force::Always,
                _ => Force::BySuffix,
            },
            bits: match self.machine {
                DataModel::Ilp32 => Bits::Bits32,
                DataModel::Lp64 => Bits::Bits64,
            },
        }
    }

    fn compile(&self) -> CompileOptions {
        CompileOptions {
            data_model: self.machine,
            lower: LowerOptions {
                entry: self.entry.clone(),
                integers: match self.integers {
                    Integers::Wrap => IntegerMode::Wrap,
                    Integers::Undefined => IntegerMode::Undefined,
                    Integers::Mathematical => IntegerMode::Mathematical,
                },
                externs: match self.externs {
                    Extern::Unknown => ExternFunctions::Unknown,
                    Extern::Nondet => ExternFunctions::Nondet,
                    Extern::Pure => ExternFunctions::Pure,
                },
                asked: self.asked(),
                keep: self.keep_variables.clone(),
            },
            inline: InlineOptions {
                mode: match self.inline {
                    Inline::All => InlineMode::All,
                    Inline::Models => InlineMode::Models,
                    Inline::None => InlineMode::None,
                },
                limit: self.inline_limit,
            },
            library: !self.no_library,
        }
    }
}

/// Runs the stage.
///
/// # Errors
///
/// The program is refused, or a file cannot be read or written.
pub fn run(options: &C2cfgOptions) -> Result<u8, ToolError> {
    options.program.keep(&[("-o", options.output.as_deref())])?;
    let (compiled, inputs) = build(&options.program)?;
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

/// Reads and compiles the program; returns the texts of its files as well.
///
/// # Errors
///
/// The program is refused, or a file cannot be read.
pub fn build(options: &ProgramArgs) -> Result<(Compiled, Vec<String>), ToolError> {
    if options.integers == Integers::Mathematical && options.asked().checks().next().is_some() {
        return Err(ToolError::Usage("--check needs the machine's integers".to_owned()));
    }
    let preprocess = options.preprocess();
    let mut units = Vec::new();
    for file in &options.files {
        let text = load_unit(file, &preprocess)?;
        units.push(UnitText::new(display_name(file), text));
    }
    for file in &options.model {
        let mut unit = UnitText::new(display_name(file), load_unit(file, &preprocess)?);
        unit.is_model = true;
        units.push(unit);
    }
    let mut inputs = Vec::new();
    for (file, unit) in options.files.iter().chain(&options.model).zip(&units) {
        // Standard input is read once; what was preprocessed stands for it.
        inputs.push(if file == "-" { unit.text.clone() } else { read_text(file)? });
    }
    let compiled = compile(units, &options.compile()).map_err(ToolError::Refused)?;
    Ok((compiled, inputs))
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
