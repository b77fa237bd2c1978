//! `belnap verify-system`: properties of a system of components, one abstracted at a time.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use belnap_abstractor::commands::cfg2bp::{MethodArgs, ProverArgs};
use belnap_checker::commands::properties::PropertySet;
use belnap_cli::io::write_output;
use belnap_cli::outputs::keep_apart;
use belnap_cli::{ToolError, exit, write_stderr};
use belnap_engine::component::{Component, ProgramOptions};
use belnap_formats::property::{print, read_property};
use belnap_formats::system_report::SystemReport;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::linear::Stated;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::property::{Along, Formula, Quantifier};
use belnap_ir::result::{Branch, Verdict};
use belnap_systems::interleaving;
use belnap_systems::refinement::{self, LoopOptions, Outcome, Policy, Round, propositions};

use crate::system::load::{Loaded, load};
use crate::system::names::{Asked, Vocabulary};
use crate::system::{report, save};

const AFTER_HELP: &str = "\
The system is a file in TOML that names components and what they are made from
(formats/spec/system.md). Each component is abstracted by itself, only abstractions are composed, and
one component is refined at a time until the property is decided.

The last line of the report is the verdict: TRUE if every property holds, FALSE if one fails, UNKNOWN
otherwise.

Examples:
  belnap verify-system system.toml --property 'A G(<!deadlock>)'
  belnap verify-system system.toml --property-file system.ctl --save run
  belnap verify-system system.toml --property-file system.ctl --json
  belnap verify-system system.toml --property-file system.ctl --monolithic

Exit codes:
  0  every property holds
  1  wrong command line
  2  an input was refused, a limit was reached, or a file cannot be read or written
  5  some property is unknown, none fails
  6  internal error
 10  some property fails";

/// Somebody has asked to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Which components are refined in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PolicyOption {
    /// One: of those that can be, the one that shares actions with most others.
    One,
    /// All that can be.
    All,
}

/// What to verify, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifySystemOptions {
    /// The system.
    #[arg(value_name = "SYSTEM")]
    pub system: String,
    /// A formula; may be given several times.
    #[arg(short, long = "property", value_name = "FORMULA")]
    pub properties: Vec<String>,
    /// A file of properties; may be given several times.
    #[arg(long = "property-file", value_name = "FILE")]
    pub property_files: Vec<String>,
    /// Compose the components as they are, without abstraction; programs are abstracted all the
    /// same.
    #[arg(long)]
    pub monolithic: bool,
    /// Which components are refined in a round.
    #[arg(long, value_enum, default_value_t = PolicyOption::One)]
    pub refine: PolicyOption,
    /// Limit on rounds.
    #[arg(long, value_name = "N", default_value_t = LoopOptions::default().max_rounds)]
    pub max_rounds: usize,
    /// Limit on the states of a composition.
    #[arg(long, value_name = "N", default_value_t = LoopOptions::default().max_states)]
    pub max_states: usize,
    /// Limit on the predicates of each program.
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub max_predicates: usize,
    /// Flag of the compiler, for all components in C.
    #[arg(long = "compiler-flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub compiler_flags: Vec<String>,
    /// How programs are abstracted.
    #[command(flatten)]
    pub method: MethodArgs,
    /// The prover.
    #[command(flatten)]
    pub prover: ProverArgs,
    /// Time limit in seconds for each property.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Write the files of the last round, and a Makefile that makes them again, to a folder; with
    /// several properties, to a folder in it for each.
    #[arg(long, value_name = "DIR")]
    pub save: Option<String>,
    /// Print a report for programs.
    #[arg(long)]
    pub json: bool,
    /// Write the paths shown as a graph in the DOT language.
    #[arg(long, value_name = "FILE")]
    pub dot: Option<String>,
    /// Where to write the report; standard output by default.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// Report each round.
    #[arg(short, long)]
    pub verbose: bool,
}

/// Runs the subcommand.
///
/// # Errors
/// If a file cannot be read or written, or is refused, or a limit is reached.
pub fn run(options: &VerifySystemOptions) -> Result<u8, ToolError> {
    let outputs = [("-o", options.output.as_deref()), ("--dot", options.dot.as_deref())];
    let inputs = std::iter::once(&options.system).chain(&options.property_files);
    keep_apart(&outputs, inputs.map(String::as_str))?;
    let _ = ctrlc::set_handler(|| {
        // Whoever asks twice does not want to wait.
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(exit::INCONCLUSIVE));
        }
    });
    let loaded = load(&options.system, &options.compiler_arguments(), &options.prover)?;
    let mut stated = PropertySet::default();
    for file in &options.property_files {
        stated.add_file(file)?;
    }
    for formula in &options.properties {
        stated.add_formula(formula)?;
    }
    let properties = properties(&stated)?;
    let refuse = |found: Diagnostic| ToolError::refuse(&options.system, "", &[found]);
    let how = options.programs();
    let vocabulary = Vocabulary::of(&loaded, &how, options.max_states).map_err(refuse)?;
    let names = vocabulary.names();
    let mut reports = Vec::new();
    let mut verdicts = Vec::new();
    let mut shown: Vec<Branch> = Vec::new();
    for property in &properties {
        let refuse = |found: Diagnostic| stated.refuse(&property.name, &found);
        let mut asked = vocabulary.name(property, &loaded).map_err(refuse)?;
        asked.property = about_paths(&asked.property, loaded.paths);
        let outcome = verify_one(&loaded, &asked, options).map_err(refuse)?;
        if let Some(folder) = &options.save {
            let folder = match properties.len() {
                1 => folder.clone(),
                _ => {
                    Path::new(folder).join(file_name(&property.name)).to_string_lossy().into_owned()
                }
            };
            save::save(&folder, &loaded, &asked.property, &outcome)?;
        }
        let report = report::of(&outcome, (property, &asked.property), &loaded, &names)?;
        shown.extend(report.branches.clone());
        verdicts.push(outcome.verdict);
        reports.push(report);
    }
    if let Some(path) = &options.dot {
        write_output(Some(path), &interleaving::dot(&shown, &names))?;
    }
    let verdict = Verdict::of_all(verdicts);
    let text = match options.json {
        true => SystemReport::new(verdict.sv_comp_word(), names, reports).print(),
        false => report::text(&reports, &names, verdict, options.verbose),
    };
    write_output(options.output.as_deref(), &text)?;
    Ok(exit::of_verdict(verdict))
}

/// A name as that of a file.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' || c == '-' { c } else { '_' };
    name.chars().map(plain).collect()
}

impl VerifySystemOptions {
    fn compiler_arguments(&self) -> Vec<String> {
        self.compiler_flags.iter().map(|flag| format!("--compiler-flag={flag}")).collect()
    }

    fn programs(&self) -> ProgramOptions {
        ProgramOptions {
            abstraction: self.method.options(),
            max_states: self.max_states,
            max_predicates: self.max_predicates,
            ..ProgramOptions::default()
        }
    }
}

/// All properties, as properties with operators: some may have none.
fn properties(stated: &PropertySet) -> Result<Vec<OperatorProperty>, ToolError> {
    if let Some(linear) = stated.linear().first() {
        let message = format!("'{}' is a property in LTL, which has no events", linear.name);
        return Err(ToolError::Usage(message));
    }
    let plain = stated.properties().iter().map(|property| OperatorProperty {
        name: property.name.clone(),
        formula: property.formula.clone(),
        applications: Vec::new(),
    });
    let all: Vec<OperatorProperty> = plain.chain(stated.operators().iter().cloned()).collect();
    match all.is_empty() {
        true => Err(ToolError::Usage(
            "there is no property: give --property FORMULA or --property-file FILE".to_owned(),
        )),
        false => Ok(all),
    }
}

fn verify_one(
    loaded: &Loaded,
    asked: &Asked,
    options: &VerifySystemOptions,
) -> Result<Outcome<Component>, Diagnostic> {
    let deadline = options.timeout.map(|seconds| {
        Instant::now() + Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX / 4)
    });
    let how = LoopOptions {
        paths: loaded.paths,
        policy: match options.refine {
            PolicyOption::One => Policy::One,
            PolicyOption::All => Policy::All,
        },
        monolithic: options.monolithic,
        max_rounds: options.max_rounds,
        max_states: options.max_states,
        deadline,
        stop: || INTERRUPTED.load(Ordering::Relaxed),
        ..LoopOptions::default()
    };
    let property = &asked.property;
    let told = propositions(property);
    let told = (!options.monolithic).then_some(told.as_slice());
    let programs = options.programs();
    let mut members = Vec::with_capacity(loaded.components.len());
    for (component, conditions) in loaded.components.iter().zip(&asked.conditions) {
        if let Some(source) = component.source() {
            source.theory.prover.set_end(deadline);
        }
        members.push(component.member(told, conditions, &programs, options.max_states)?);
    }
    let terminal = std::io::stderr().is_terminal();
    let mut number = 0;
    let outcome = refinement::run(members, property, &how, &mut |round: &Round| {
        number += 1;
        if terminal {
            let classes: usize = round.classes.iter().sum();
            let (name, states) = (&property.name, round.states);
            write_stderr(&format!(
                "\r\x1b[K{name}: round {number}, {classes} classes, {states} states"
            ));
        }
    });
    if terminal {
        write_stderr("\r\x1b[K");
    }
    outcome
}

/// `AG φ` and `EF φ` in a way that has paths to show; of maximal paths they say the same.
fn about_paths(property: &OperatorProperty, paths: Paths) -> OperatorProperty {
    let operator = match &property.formula {
        _ if paths != Paths::Maximal || !property.applications.is_empty() => None,
        Formula::Along(Quantifier::Forall, Along::Globally, body) => Some(("A G", body)),
        Formula::Along(Quantifier::Exists, Along::Finally, body) => Some(("E F", body)),
        _ => None,
    };
    let Some((operator, body)) = operator else { return property.clone() };
    let text = format!("{operator}({})", print(body));
    match read_property(property.name.clone(), &text) {
        Ok(Stated::Operators(asked)) => asked,
        _ => property.clone(),
    }
}
