//! `belnap-cfg2bp`: a control-flow graph and predicates to a Boolean program.

use std::path::PathBuf;
use std::time::Duration;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::{boolprog, cfg, predicates};
use belnap_ir::cfg::Cfg;
use belnap_solver::prover::{Prover, ProverError, ProverOptions};

use crate::infer::{as_file, infer};
use crate::options::{AbstractionOptions, Method};
use crate::previous::Previous;
use crate::program::abstract_program_after;
use crate::theory::Theory;
use crate::tracked::{Predicates, read_tracked};

/// The name of the executable.
pub const NAME: &str = "belnap-cfg2bp";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-c2cfg prog.c -o prog.cfg.json
  belnap-cfg2bp prog.cfg.json prog.preds -o prog.bp
  belnap-cfg2bp prog.cfg.json prog.preds | belnap check - --property 'AG !at(ERROR)'
  belnap-cfg2bp prog.cfg.json prog.preds --cubes 3 --statistics -o prog.bp

Exit codes:
  0  the Boolean program was written
  1  wrong command line
  2  the graph or the predicates were refused, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Abstract a control-flow graph over predicates",
    long_about = "Abstract a control-flow graph (*.cfg.json) over predicates (*.preds): for every \
                  edge, the most precise Boolean operation in both directions, what may happen \
                  and what must. The result is a Boolean program (*.bp) whose variables are the \
                  predicates.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: Cfg2BpOptions,
}

/// What to abstract, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct Cfg2BpOptions {
    /// The control-flow graph; `-` is standard input.
    #[arg(value_name = "PROG.cfg.json")]
    pub graph: String,
    /// The predicates; none by default.
    #[arg(value_name = "PROG.preds")]
    pub predicates: Option<String>,
    /// Where to write the Boolean program; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// How to abstract.
    #[command(flatten)]
    pub method: MethodArgs,
    /// Reuse what added predicates cannot change of an earlier Boolean program for the same graph.
    /// Everything reused is checked.
    #[arg(long, value_name = "PREVIOUS.bp", requires = "previous_preds")]
    pub incremental: Option<String>,
    /// The predicates that the earlier Boolean program was made with.
    #[arg(long, value_name = "PREVIOUS.preds", requires = "incremental")]
    pub previous_preds: Option<String>,
    /// Where predicates are tracked.
    #[command(flatten)]
    pub places: PlaceArgs,
    /// The prover.
    #[command(flatten)]
    pub prover: ProverArgs,
    /// Print to standard error how questions were answered.
    #[arg(long)]
    pub statistics: bool,
}

/// How to abstract.
#[derive(Clone, Debug, clap::Args)]
pub struct MethodArgs {
    /// Look only for conjunctions of at most K predicates, as SLAM does, instead of the exact
    /// expression; conflicts with --effort.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub cubes: Option<u8>,
    /// Limit on the combinations of predicates that are listed for an exact expression (or four
    /// times the number of predicates, if that is more); if there are more, predicates that are
    /// further from the question are left out.
    #[arg(long, value_name = "N", default_value_t = 64, conflicts_with = "cubes")]
    pub effort: usize,
    /// Also relate up to K predicates to each other after a step (`constrain`).
    #[arg(long, value_name = "K", default_value_t = 0,
        value_parser = clap::value_parser!(u8).range(0..=6))]
    pub joint: u8,
    /// Number of threads; the result does not depend on it. Default: one per processor.
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

/// Where predicates are tracked.
#[derive(Clone, Debug, clap::Args)]
pub struct PlaceArgs {
    /// Track predicates only where they are needed: the condition of a branch at the branch, and
    /// weakest preconditions before it.
    #[arg(long)]
    pub infer: bool,
    /// Limit on the predicates that --infer gives to a location.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "infer")]
    pub infer_limit: usize,
    /// Write the predicates to a file, with the places where each is tracked.
    #[arg(long, value_name = "FILE")]
    pub write_preds: Option<String>,
}

/// The prover.
#[derive(Clone, Debug, clap::Args)]
pub struct ProverArgs {
    /// Time limit for one question to the prover, in milliseconds; an unanswered question makes
    /// the result less precise.
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    pub question_time: u64,
    /// Cache answers of the prover in a folder, for later runs; it may be deleted at any time.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Write each question to the prover as SMT-LIB 2 to a folder.
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
}

impl MethodArgs {
    /// As options of the library.
    pub fn options(&self) -> AbstractionOptions {
        let method = match self.cubes {
            Some(size) => Method::Cubes(usize::from(size)),
            None => Method::Exact { combinations: self.effort },
        };
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        AbstractionOptions {
            method,
            joint: usize::from(self.joint),
            threads: self.threads.unwrap_or_else(processors),
        }
    }
}

impl PlaceArgs {
    fn place(&self, graph: &Cfg, predicates: Predicates) -> Predicates {
        match self.infer {
            true => infer(graph, &predicates, self.infer_limit),
            false => predicates,
        }
    }
}

impl ProverArgs {
    /// The prover, made ready.
    ///
    /// # Errors
    /// If Z3 is too old, or a folder of the options cannot be used.
    pub fn prover(&self) -> Result<Prover, ToolError> {
        Prover::new(ProverOptions {
            question_time: Duration::from_millis(self.question_time),
            cache: self.cache.clone(),
            dump: self.dump_queries.clone(),
        })
        .map_err(refuse)
    }
}

fn refuse(error: ProverError) -> ToolError {
    ToolError::unusable(NAME, error.to_string())
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &Cfg2BpOptions) -> Result<u8, ToolError> {
    let outputs = [
        ("-o", options.output.as_deref()),
        ("--write-preds", options.places.write_preds.as_deref()),
    ];
    let inputs = std::iter::once(&options.graph)
        .chain(&options.predicates)
        .chain(&options.incremental)
        .chain(&options.previous_preds);
    keep_apart(&outputs, inputs.map(String::as_str))?;
    let graph = read_graph(&options.graph)?;
    let predicates = read_predicates(&graph, options.predicates.as_deref())?;
    let predicates = options.places.place(&graph, predicates);
    if let Some(file) = &options.places.write_preds {
        write_output(Some(file), &predicates::print_file(&as_file(&graph, &predicates)))?;
    }
    let theory = Theory::new(options.prover.prover()?);
    let previous = previous(&graph, options)?;
    let method = options.method.options();
    let (program, reused) =
        abstract_program_after(&graph, &predicates, &theory, &method, previous.as_ref());
    write_output(options.output.as_deref(), &boolprog::print(&program))?;
    theory.prover.save().map_err(refuse)?;
    if options.statistics {
        write_stderr(&format!("{NAME}: {}\n", theory.prover.counters().counted()));
        if previous.is_some() {
            write_stderr(&format!("{NAME}: {reused} expressions taken over\n"));
        }
    }
    Ok(exit::OK)
}

fn previous(graph: &Cfg, options: &Cfg2BpOptions) -> Result<Option<Previous>, ToolError> {
    let Some(file) = &options.incremental else { return Ok(None) };
    let text = read_text(file)?;
    let program = boolprog::read(&text)
        .map_err(|found| ToolError::refuse(display_name(file), &text, &found))?;
    let predicates = read_predicates(graph, options.previous_preds.as_deref())?;
    Ok(Some(Previous::new(&program, options.places.place(graph, predicates))))
}

fn read_graph(file: &str) -> Result<Cfg, ToolError> {
    let text = read_text(file)?;
    let name = display_name(file);
    let artefact = cfg::read(&text).map_err(|found| ToolError::refuse(name, &text, &found))?;
    Ok(artefact.content)
}

fn read_predicates(graph: &Cfg, file: Option<&str>) -> Result<Predicates, ToolError> {
    let (name, text) = match file {
        Some(file) => (display_name(file), read_text(file)?),
        None => ("", format!("{}\n", predicates::HEADER)),
    };
    let refuse = |found: Vec<_>| ToolError::refuse(name, &text, &found);
    read_tracked(graph, &text).map_err(refuse)
}
