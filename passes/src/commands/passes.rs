//! `belnap-passes`: a control-flow graph to a smaller one.

use std::fmt::Write as _;
use std::time::Instant;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, log};
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{certificate, predicates, property};
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::property::Property;
use belnap_ir::validate;
use tracing::info;

use crate::carry::carry;
use crate::{DEFAULT, PASSES, Pass, PassContext, PassResult, find_pass, product};

/// The name of the executable.
pub const NAME: &str = "belnap-passes";

/// What the result is good for, examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
What stays the same:
  By default, whether an assertion can fail, and which labels are reached in which order. With
  --property, the value of that property only: variables and labels that it does not mention may
  be gone. Steps are merged unless the property has a next-step operator (EX, AX, <>, []) or
  --keep-steps is given. Failed assertions and the end of the program always stay visible.

Examples:
  belnap-passes prog.cfg.json -o small.cfg.json
  belnap-passes --property 'AG (at(L) -> {x > 0})' prog.cfg.json -o small.cfg.json
  belnap-passes --pass constants --pass unreachable prog.cfg.json | belnap show -
  belnap-passes prog.cfg.json --carry small.cert.json -o prog.cert.json
  belnap-passes prog.cfg.json --ltl 'G (at(A) -> F at(B))' -o product.cfg.json --formula product.ctl

`belnap passes` is the same command.

With --carry, give the other options that made the smaller graph. The certificate for it becomes
one for the graph as it is: the facts that passes relied on are added, so that
belnap-certify prog.cfg.json prog.cert.json need not trust the passes.

Exit codes:
  0  the graph (with --carry, the certificate) was written
  1  wrong command line
  2  an input was refused, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Make a control-flow graph smaller",
    long_about = "Make a control-flow graph (*.cfg.json) smaller without changing what a property \
                  can see of it.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// Everything the stage can be asked.
    #[command(flatten)]
    pub options: PassesOptions,
}

/// What to change, and what to keep.
#[derive(Clone, Debug, clap::Args)]
pub struct PassesOptions {
    /// The graph; `-` is standard input.
    #[arg(value_name = "PROG.cfg.json", default_value = "-")]
    pub graph: String,
    /// Where to write the graph; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Run this pass instead of the default ones; repeat for more, in order.
    #[arg(long = "pass", value_name = "NAME", value_delimiter = ',')]
    pub passes: Vec<String>,
    /// Leave out this pass.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub skip: Vec<String>,
    /// Keep the value of this formula.
    #[arg(long, value_name = "FORMULA")]
    pub property: Option<String>,
    /// Write the product with the automaton of this formula of LTL instead, and run no passes.
    #[arg(long, value_name = "FORMULA", conflicts_with_all = [
        "property", "mention", "predicates", "passes", "skip", "keep_steps", "carry", "verbose",
    ])]
    pub ltl: Option<String>,
    /// In the product, use that a number which a loop counts down has finitely many values.
    #[arg(long, requires = "ltl")]
    pub measures: bool,
    /// Where to write the property of the product that is true if the formula of LTL is.
    #[arg(long, value_name = "PROG.ctl", requires = "ltl")]
    pub formula: Option<String>,
    /// Keep the values of this variable or C expression.
    #[arg(long, value_name = "EXPRESSION")]
    pub mention: Vec<String>,
    /// Keep the values of the predicates in this file.
    #[arg(long, value_name = "PROG.preds")]
    pub predicates: Option<String>,
    /// Do not merge steps.
    #[arg(long)]
    pub keep_steps: bool,
    /// Turn this certificate for the smaller graph into one for the given graph.
    #[arg(long, value_name = "PROG.cert.json")]
    pub carry: Option<String>,
    /// List the passes.
    #[arg(long)]
    pub list: bool,
    /// Print the size of the graph after each pass to standard error.
    #[arg(short, long)]
    pub verbose: bool,
}

/// Runs the stage; returns the exit code.
///
/// # Errors
/// Unknown passes, inputs that cannot be read or are refused, output that cannot be written.
pub fn run(options: &PassesOptions) -> Result<u8, ToolError> {
    if options.list {
        write_output(None, &list_passes())?;
        return Ok(exit::OK);
    }
    let inputs = std::iter::once(&options.graph).chain(&options.predicates).chain(&options.carry);
    let outputs = [("-o", options.output.as_deref()), ("--formula", options.formula.as_deref())];
    keep_apart(&outputs, inputs.map(String::as_str))?;
    let passes = choose_passes(options)?;
    let text = read_text(&options.graph)?;
    let file = display_name(&options.graph);
    let graph = cfg::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))?;
    if let Some(formula) = &options.ltl {
        return write_product(options, formula, &graph.content, &text);
    }
    let context = read_context(options, &graph.content)?;
    if let Some(file) = &options.carry {
        let given = read_text(file)?;
        let old = certificate::read(&given)
            .map_err(|found| ToolError::refuse(display_name(file), &given, &found))?;
        let carried = carry(&graph.content, &context, &passes, &old.content).ok_or_else(|| {
            let reason = "how often loops are repeated cannot be carried: only invariants can";
            ToolError::unusable(display_name(file), reason)
        })?;
        write_output(options.output.as_deref(), &certificate_text(&[&text, &given], carried))?;
        return Ok(exit::OK);
    }
    if options.verbose {
        log::show_progress();
    }
    let passed = apply(graph.content, context, &passes)?;
    write_output(options.output.as_deref(), &artefact_text(&text, passed.cfg))?;
    Ok(exit::OK)
}

/// Writes the product with an automaton, and the property that it is about.
fn write_product(
    options: &PassesOptions,
    formula: &str,
    cfg: &Cfg,
    text: &str,
) -> Result<u8, ToolError> {
    let refuse = |found: Vec<Diagnostic>| ToolError::refuse("--ltl", formula, &found);
    let path = property::read_path(formula).map_err(refuse)?;
    let read = product::read(cfg, &path, options.measures).map_err(|found| refuse(vec![found]))?;
    if let Some(offence) = validate::cfg::validate(&read.cfg).first() {
        return Err(ToolError::Internal(format!("the product is not valid: {offence}")));
    }
    write_output(options.output.as_deref(), &artefact_text(text, read.cfg))?;
    if let Some(file) = &options.formula {
        let property = Property { name: "ltl".to_owned(), formula: read.formula };
        write_output(Some(file), &property::print_file(&[property]))?;
    }
    Ok(exit::OK)
}

/// The text of the smaller graph, made from the graph with the given text.
pub fn artefact_text(graph_text: &str, content: Cfg) -> String {
    cfg::print(&Artefact { header: Header::of_tool(NAME, &[graph_text]), content })
}

/// The text of the carried certificate, made from the graph and the certificate with the given
/// texts.
pub fn certificate_text(inputs: &[&str], content: Certificate) -> String {
    certificate::print(&Artefact { header: Header::of_tool(NAME, inputs), content })
}

/// The passes that the options ask for.
fn choose_passes(options: &PassesOptions) -> Result<Vec<&'static Pass>, ToolError> {
    let find = |name: &str| {
        find_pass(name).ok_or_else(|| {
            let names: Vec<&str> = PASSES.iter().map(|pass| pass.name).collect();
            ToolError::Usage(format!("there is no pass '{name}'; there are {}", names.join(", ")))
        })
    };
    options.skip.iter().try_for_each(|name| find(name).map(|_| ()))?;
    let names: Vec<&str> = if options.passes.is_empty() {
        DEFAULT.to_vec()
    } else {
        options.passes.iter().map(String::as_str).collect()
    };
    let skipped = |name: &&str| options.skip.iter().any(|skip| skip == name);
    names.into_iter().filter(|name| !skipped(name)).map(find).collect()
}

/// What the options say must stay visible.
fn read_context(options: &PassesOptions, cfg: &Cfg) -> Result<PassContext, ToolError> {
    let mut context = match &options.property {
        Some(text) => {
            let formula = property::read_formula(text)
                .map_err(|found| ToolError::refuse("--property", text, &found))?;
            PassContext::of_formula(cfg, &formula)
        }
        None => PassContext::default(),
    };
    for text in &options.mention {
        context.mention(cfg, text);
    }
    if let Some(file) = &options.predicates {
        let text = read_text(file)?;
        let given = predicates::read(&text)
            .map_err(|found| ToolError::refuse(display_name(file), &text, &found))?;
        given.lines.iter().for_each(|one| context.mention(cfg, &one.condition));
    }
    context.mentioned.sort_unstable();
    context.mentioned.dedup();
    context.next_free &= !options.keep_steps;
    Ok(context)
}

/// Runs passes one after the other, and checks what each of them returns.
///
/// # Errors
/// An internal error if a pass returns a graph that is not valid.
pub fn apply(cfg: Cfg, context: PassContext, passes: &[&Pass]) -> Result<PassResult, ToolError> {
    let mut passed = PassResult::unchanged(cfg, context);
    for pass in passes {
        let begin = Instant::now();
        passed = passed.then(pass);
        let time = begin.elapsed();
        if let Some(offence) = validate::cfg::validate(&passed.cfg).first() {
            let message = format!("the graph is not valid after '{}': {offence}", pass.name);
            return Err(ToolError::Internal(message));
        }
        let (name, seconds) = (pass.name, time.as_secs_f64());
        info!(name, seconds, "{name:>11} {seconds:8.3} s: {}", cfg::line(&passed.cfg));
    }
    Ok(passed)
}

fn list_passes() -> String {
    let mut out = String::new();
    for pass in PASSES {
        let _ = writeln!(out, "{:<12} {}", pass.name, pass.description);
        let _ = writeln!(out, "{:<12} {}", "", pass.keeps.describe());
    }
    let _ = writeln!(out, "\nBy default: {}", DEFAULT.join(", "));
    out
}
