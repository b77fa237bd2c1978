//! `belnap-unroll`: a property of a small bounded program, decided by unrolling.

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_execution::{Execution, chosen};
use belnap_formats::execution::{Choice, Execution as Deciding};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{certificate, cfg, execution, property};
use belnap_ir::certificate::{Certificate, Claim};
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::property::Property;

use crate::states::{self, decide_by_states};
use crate::{Found, Limits, Reason, decide_by_unrolling};

/// The name of the executable.
pub const NAME: &str = "belnap-unroll";

/// Examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
Examples:
  belnap-unroll prog.cfg.json property.ctl -o prog.cert.json
  belnap-unroll prog.cfg.json property.ctl --level 4 --execution failure.json

Loops are repeated as often as the program can, if that is seldom enough. Then the property is decided
by one question to the prover: it holds, and the certificate says how often each loop is repeated,
which belnap-certify checks; or it fails, in an execution that was followed step by step.
Properties are those that say what always holds: AG and !EF of conditions on one state.

Exit codes:
  0  the property holds: the certificate was written
  1  wrong command line
  2  a file was refused, or cannot be read or written
  5  undecided; the reason is on standard error
  6  internal error
 10  the property fails: the execution was written";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Decide a property of a small bounded program by unrolling",
    long_about = "Decide a property (*.ctl) of a control-flow graph (*.cfg.json) by repeating its \
                  loops as often as the program can.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: UnrollOptions,
}

/// What to decide, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct UnrollOptions {
    /// The control-flow graph.
    #[arg(value_name = "PROG.cfg.json")]
    pub graph: String,
    /// The property; the first of the file.
    #[arg(value_name = "PROPERTY.ctl")]
    pub property: String,
    /// Write the certificate here if the property holds; to standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Write the execution here if the property fails; to standard output by default.
    #[arg(long, value_name = "FILE")]
    pub execution: Option<String>,
    /// How much to spend: each level is four times the one before.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub level: u32,
    /// Do not repeat loops: list the states that the program may reach, as far as the values of few
    /// variables decide; the certificate has an invariant for each location.
    #[arg(long)]
    pub states: bool,
}

/// Runs the stage.
///
/// # Errors
/// If a file cannot be read or written, or is refused.
pub fn run(options: &UnrollOptions) -> Result<u8, ToolError> {
    if options.graph == "-" && options.property == "-" {
        return Err(ToolError::Usage("only one file can be standard input".to_owned()));
    }
    let outputs =
        [("-o", options.output.as_deref()), ("--execution", options.execution.as_deref())];
    keep_apart(&outputs, [options.graph.as_str(), options.property.as_str()])?;
    let graph_text = read_text(&options.graph)?;
    let graph = cfg::read(&graph_text)
        .map_err(|found| ToolError::refuse(display_name(&options.graph), &graph_text, &found))?
        .content;
    let file = display_name(&options.property);
    let text = read_text(&options.property)?;
    let properties =
        property::read_file(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    let first =
        properties.first().ok_or_else(|| ToolError::unusable(file, "there is no property"))?;
    let found = if options.states {
        let limits = states::Limits::of_level(options.level);
        decide_by_states(&graph, &first.formula, &limits).map(Claim::Invariants)
    } else {
        let limits = Limits::of_level(options.level);
        let found = decide_by_unrolling(&graph, &first.formula, &limits);
        found.map(|unrolled| Claim::Unrolling(unrolled.claim()))
    };
    match found {
        Found::Holds(claim) => {
            let content = proof(first, claim);
            write_output(
                options.output.as_deref(),
                &certificate_text(&graph_text, &text, content),
            )?;
            Ok(exit::OK)
        }
        Found::Fails(edges, execution) => {
            let text = execution_text(&graph, &edges, &execution);
            write_output(options.execution.as_deref(), &text)?;
            Ok(exit::FAILS)
        }
        Found::Undecided(reason) => {
            write_stderr(&format!("{NAME}: undecided: {}\n", words(reason)));
            Ok(exit::INCONCLUSIVE)
        }
    }
}

/// The certificate for a property that holds.
pub fn proof(property: &Property, claim: Claim) -> Certificate {
    Certificate {
        property: property.name.clone(),
        formula: property::print(&property.formula),
        claim,
    }
}

/// The file this stage writes about a property that holds, for a graph and a property with the
/// given texts.
pub fn certificate_text(graph: &str, property: &str, content: Certificate) -> String {
    let header = Header::of_tool(NAME, &[graph, property]);
    certificate::print(&Artefact { header, content })
}

/// The file this stage writes about a property that fails.
pub fn execution_text(cfg: &Cfg, edges: &[CfgEdgeId], found: &Execution) -> String {
    let inputs = chosen(cfg, edges, found)
        .map(|one| Choice { variable: cfg.variables[one.var].name.clone(), value: one.value });
    let content = Deciding::Refutes { inputs: inputs.collect(), edges: edges.to_vec() };
    execution::print(&Artefact { header: Header::of_tool(NAME, &[]), content })
}

/// Why unrolling does not decide.
pub const fn words(reason: Reason) -> &'static str {
    match reason {
        Reason::Unsupported => {
            "only what always holds can be decided by unrolling, in programs without calls and \
             unbounded numbers"
        }
        Reason::Limit => "loops take more rounds than the limits allow",
        Reason::Question => "the prover does not answer in time",
        Reason::Unconfirmed => {
            "the execution that was found depends on something unknown, or on where objects lie"
        }
    }
}
