//! `belnap-passes`: a control-flow graph to a smaller one.

use std::fmt::Write as _;
use std::time::Instant;

use belnap_cli::io::{display_name, read_text, write_output};
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_formats::cfg;
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{certificate, predicates, property};
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::validate;

use crate::carry::carried;
use crate::{DEFAULT, PASSES, Pass, PassContext, Passed, named};

/// The name of the executable.
pub const NAME: &str = "belnap-passes";

/// What passes may change, examples and exit codes, for `--help`.
pub const AFTER_HELP: &str = "\
What the result is good for:
  Without --property, --mention and --predicates, for the question whether an assertion can fail and which
  labels are reached, in which order. With --property, for that property only: variables and
  labels it does not mention may be gone. Steps are merged unless the property has a next-step
  operator (EX, AX, <>, []) or --keep-steps is given. Failed assertions and the end of the program
  always stay visible.

Examples:
  belnap-passes prog.cfg.json -o small.cfg.json
  belnap-passes --property 'AG (at(L) -> {x > 0})' prog.cfg.json -o small.cfg.json
  belnap-passes --pass constants --pass unreachable prog.cfg.json | belnap show -
  belnap-passes prog.cfg.json --carry small.cert.json -o prog.cert.json

With --carry, and the other options as they were, a proof about the smaller graph becomes one about the
graph as it is: what passes relied on is added to it. Then belnap-certify prog.cfg.json prog.cert.json
need not believe them.

Exit codes:
  0  the graph was written
  1  wrong command line
  2  the graph or the property was refused, or a file cannot be read or written
  6  internal error";

/// The command line of the executable.
#[derive(Debug, clap::Parser)]
#[command(name = NAME, version, about = "Make a control-flow graph smaller",
    long_about = "Make a control-flow graph (*.cfg.json) smaller, and keep what a property can \
                  see of it.",
    after_help = AFTER_HELP)]
pub struct Command {
    /// The options.
    #[command(flatten)]
    pub options: Options,
}

/// What to change, and what to keep.
#[derive(Clone, Debug, clap::Args)]
pub struct Options {
    /// The graph; `-` is standard input.
    #[arg(value_name = "PROG.cfg.json", default_value = "-")]
    pub graph: String,
    /// Where to write the graph; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// A pass to run, in the order given, instead of the default ones.
    #[arg(long = "pass", value_name = "NAME", value_delimiter = ',')]
    pub passes: Vec<String>,
    /// A pass not to run.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub skip: Vec<String>,
    /// The formula whose value must stay the same.
    #[arg(long, value_name = "FORMULA")]
    pub property: Option<String>,
    /// A variable, or a C expression over variables, whose values must stay the same.
    #[arg(long, value_name = "EXPRESSION")]
    pub mention: Vec<String>,
    /// Predicates whose values must stay the same.
    #[arg(long, value_name = "PROG.preds")]
    pub predicates: Option<String>,
    /// Do not merge steps.
    #[arg(long)]
    pub keep_steps: bool,
    /// A certificate for the graph that the passes make: write one for the graph as it is instead.
    #[arg(long, value_name = "PROG.cert.json")]
    pub carry: Option<String>,
    /// List the passes and end.
    #[arg(long)]
    pub list: bool,
    /// Print the size of the graph after each pass to standard error.
    #[arg(short, long)]
    pub verbose: bool,
}

/// Runs the stage.
pub fn run(options: &Options) -> Result<u8, ToolError> {
    if options.list {
        write_output(None, &listing())?;
        return Ok(exit::OK);
    }
    let inputs = std::iter::once(&options.graph).chain(&options.predicates).chain(&options.carry);
    keep_apart(&[("-o", options.output.as_deref())], inputs.map(String::as_str))?;
    let passes = chosen(options)?;
    let text = read_text(&options.graph)?;
    let file = display_name(&options.graph);
    let graph = cfg::read(&text).map_err(|found| ToolError::refused(file, &text, &found))?;
    let context = context(options, &graph.content)?;
    if let Some(file) = &options.carry {
        let given = read_text(file)?;
        let old = certificate::read(&given)
            .map_err(|found| ToolError::refused(display_name(file), &given, &found))?;
        let carried = carried(&graph.content, &context, &passes, &old.content);
        write_output(options.output.as_deref(), &certificate_text(&[&text, &given], carried))?;
        return Ok(exit::OK);
    }
    let passed = apply(graph.content, context, &passes, options.verbose)?;
    write_output(options.output.as_deref(), &artefact_text(&text, passed.cfg))?;
    Ok(exit::OK)
}

/// The file this stage writes for the graph with the given text.
pub fn artefact_text(graph_text: &str, content: Cfg) -> String {
    cfg::print(&Artefact { header: Header::of_tool(NAME, &[graph_text]), content })
}

/// The certificate this stage writes for the graph and the certificate with the given texts.
pub fn certificate_text(inputs: &[&str], content: Certificate) -> String {
    certificate::print(&Artefact { header: Header::of_tool(NAME, inputs), content })
}

/// The passes that the options ask for.
fn chosen(options: &Options) -> Result<Vec<&'static Pass>, ToolError> {
    let find = |name: &str| {
        named(name).ok_or_else(|| {
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
fn context(options: &Options, cfg: &Cfg) -> Result<PassContext, ToolError> {
    let mut context = match &options.property {
        Some(text) => {
            let formula = property::read_formula(text)
                .map_err(|found| ToolError::refused("--property", text, &found))?;
            PassContext::of_formula(cfg, &formula)
        }
        None => PassContext::default(),
    };
    for text in &options.mention {
        context.mention(cfg, text);
    }
    if let Some(file) = &options.predicates {
        let text = read_text(file)?;
        let set = predicates::read(&text)
            .map_err(|found| ToolError::refused(display_name(file), &text, &found))?;
        set.predicates.iter().for_each(|one| context.mention(cfg, &one.condition));
    }
    context.mentioned.sort_unstable();
    context.mentioned.dedup();
    context.next_free &= !options.keep_steps;
    Ok(context)
}

/// Runs passes one after the other, and checks what each of them returns.
pub fn apply(
    cfg: Cfg,
    context: PassContext,
    passes: &[&Pass],
    verbose: bool,
) -> Result<Passed, ToolError> {
    let mut passed = Passed::nothing(cfg, context);
    for pass in passes {
        let begin = Instant::now();
        passed = passed.then(pass);
        let time = begin.elapsed();
        if let Some(offence) = validate::cfg::validate(&passed.cfg).first() {
            let message = format!("the graph is not valid after '{}': {offence}", pass.name);
            return Err(ToolError::Internal(message));
        }
        if verbose {
            let size = cfg::line(&passed.cfg);
            write_stderr(&format!("{:>11} {:8.3} s: {size}\n", pass.name, time.as_secs_f64()));
        }
    }
    Ok(passed)
}

fn listing() -> String {
    let mut out = String::new();
    for pass in &PASSES {
        let _ = writeln!(out, "{:<12} {}", pass.name, pass.description);
        let _ = writeln!(out, "{:<12} {}", "", pass.keeps.describe());
    }
    let _ = writeln!(out, "\nBy default: {}", DEFAULT.join(", "));
    out
}
