//! `belnap minimize`: predicates that decide a property, without those that are not needed.

use belnap_abstractor::commands::cfg2bp::{MethodArgs, ProverArgs};
use belnap_abstractor::theory::Theory;
use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_engine::cegar::{Failure, Settings, Watch};
use belnap_engine::conclusion::StopReason;
use belnap_engine::minimal::{Limits, shrink};
use belnap_engine::names::check_names;
use belnap_engine::subject::Subject;
use belnap_formats::condition::Names;
use belnap_formats::{cfg, predicates, property};
use belnap_ir::diagnostic::Diagnostic;

use super::NAME;

const AFTER_HELP: &str = "\
Examples:
  belnap minimize prog.cfg.json prog.preds property.ctl -o small.preds
  belnap minimize prog.cfg.json prog.preds property.ctl --attempts 40 | belnap cfg2bp prog.cfg.json -

Subsets are abstracted and checked until no predicate can be left out. Those that are left are
tracked at fewer places, and replaced by weaker ones, where that still decides the property in the
same way. The property is the first of its file.

Exit codes:
  0  the predicates were written; they may be those that were given
  1  wrong command line
  2  a file was refused, or cannot be read or written
  5  the predicates do not decide the property
  6  internal error";

/// What to make smaller, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct MinimizeOptions {
    /// The control-flow graph.
    #[arg(value_name = "PROG.cfg.json")]
    pub graph: String,
    /// Predicates that decide the property.
    #[arg(value_name = "PROG.preds")]
    pub predicates: String,
    /// The property.
    #[arg(value_name = "PROPERTY.ctl")]
    pub property: String,
    /// Where to write the predicates that are left; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Try the predicates as an inductive invariant instead of abstracting.
    #[arg(long)]
    pub prove: bool,
    /// Limit on the sets that are tried.
    #[arg(long, value_name = "N")]
    pub attempts: Option<usize>,
    /// How to abstract.
    #[command(flatten)]
    pub method: MethodArgs,
    /// The prover.
    #[command(flatten)]
    pub prover: ProverArgs,
}

/// Never stops.
struct Patient;

impl Watch for Patient {
    fn stop(&self) -> Option<StopReason> {
        None
    }
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &MinimizeOptions) -> Result<u8, ToolError> {
    let inputs = [&options.graph, &options.predicates, &options.property];
    keep_apart(&[("-o", options.output.as_deref())], inputs.map(String::as_str))?;
    let [graph, given, asked] = [
        read_text(&options.graph)?,
        read_text(&options.predicates)?,
        read_text(&options.property)?,
    ];
    let graph = cfg::read(&graph).map_err(|found| refuse(&options.graph, &graph, found))?.content;
    let set = predicates::read(&given)
        .and_then(|file| predicates::resolve(&Names::new(&graph), &file, &given))
        .map_err(|found| refuse(&options.predicates, &given, found))?;
    let file = &options.property;
    let properties = property::read_file(&asked).map_err(|found| refuse(file, &asked, found))?;
    let property = properties
        .first()
        .ok_or_else(|| ToolError::unusable(display_name(file), "there is no property"))?;
    check_names(&graph, property).map_err(|found| refuse(file, &asked, vec![*found]))?;
    let theory = Theory::new(options.prover.prover()?);
    let settings = Settings { abstraction: options.method.options(), ..Settings::default() };
    let subject = Subject { cfg: &graph, property, theory: &theory, settings: &settings };
    let limits = Limits { attempts: options.attempts, ..Limits::default() };
    let shrunk = shrink(&subject, &set, options.prove, limits, &Patient);
    let Some(shrunk) = shrunk.map_err(|failure| match failure {
        Failure::Tool(error) => error,
        Failure::Property(found) => refuse(file, &asked, vec![*found]),
    })?
    else {
        write_stderr(&format!("{NAME}: the predicates do not decide the property\n"));
        return Ok(exit::INCONCLUSIVE);
    };
    let small = shrunk.small.map_or(set, |small| small.predicates);
    write_output(options.output.as_deref(), &predicates::print(&small))?;
    Ok(exit::OK)
}

fn refuse(file: &str, text: &str, found: Vec<Diagnostic>) -> ToolError {
    ToolError::refuse(display_name(file), text, &found)
}
