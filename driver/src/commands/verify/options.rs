//! The options of `belnap verify`.

use std::time::{Duration, SystemTime};

use belnap_abstractor::commands::cfg2bp::{MethodArgs, ProverArgs};
use belnap_cli::ToolError;
use belnap_engine::cegar::Settings;
use belnap_engine::unrolling::Unroll;
use belnap_evidence::judge::Wanted;
use belnap_evidence::program::SourceProgram;
use belnap_evidence::witness::WitnessFiles;
use belnap_frontend::commands::c2cfg;
use belnap_refiner::commands::again::SetArgs;
use belnap_refiner::methods::Choice;

use crate::commands::asked::PropertyArgs;
use crate::verify::progress::Loudness;

const AFTER_HELP: &str = "\
Examples:
  belnap verify prog.c
  belnap verify -m32 prog.i --property-file unreach-call.prp --timeout 30
  belnap verify prog.c --property 'AG (at(L) -> {x > 0})' --property 'AG EF halted'
  belnap verify prog.c --ltl 'G F at(A) -> G F at(B)'
  belnap verify prog.c --save run --timeout 60; belnap verify prog.c --from run
  belnap verify prog.c --save run; make -f run/Makefile OUT=again
  belnap verify prog.c --minimal
  belnap verify prog.c --witness-yaml prog.witness.yml --witness-graphml prog.witness.graphml

Without a property, the question is whether reach_error, __VERIFIER_error or a failing assert can be
reached. Predicates are found by refinement; --predicates gives initial ones.

Exit codes:
  0  every property holds
  1  wrong command line
  2  input refused, or a file cannot be read or written; earlier verdicts are reported
  5  some property is unknown, none fails
  6  internal error
 10  some property fails";

/// What to verify, and how.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct VerifyOptions {
    /// The program.
    #[command(flatten)]
    pub program: c2cfg::ProgramArgs,
    /// What is asked.
    #[command(flatten)]
    pub asked: PropertyArgs,
    /// A label that must not be reached; may be given several times.
    #[arg(long = "error-label", value_name = "LABEL")]
    pub error_labels: Vec<String>,
    /// Start with the predicates of this file. They are tried as an inductive invariant first.
    #[arg(long, value_name = "FILE")]
    pub predicates: Option<String>,
    /// How to look for predicates.
    #[arg(long, value_enum, default_value_t)]
    pub refine: Choice,
    /// How many sets of predicates are tried.
    #[command(flatten)]
    pub sets: SetArgs,
    /// When to decide the program by unrolling its loops completely.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub unroll: UnrollArg,
    /// Before an abstraction is refined, ask whether all programs that it stands for agree:
    /// generalized model checking, within limits.
    #[arg(long)]
    pub thorough: bool,
    /// Of properties in LTL: use that a number which a loop counts down has finitely many values,
    /// so that it ends. Products are larger for it.
    #[arg(long)]
    pub measures: bool,
    /// Smaller proofs.
    #[command(flatten)]
    pub minimal: MinimalArgs,
    /// Stop at the first assertion that fails; do not ask about the others.
    #[arg(long)]
    pub first: bool,
    /// Save the files of every iteration in a new folder, with a Makefile that rebuilds them.
    #[arg(long, value_name = "DIR")]
    pub save: Option<String>,
    /// Resume an earlier run of the same program from the folder that --save made; later files are
    /// saved there too. Limits and properties may differ, other options may not.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["save", "predicates", "given"])]
    pub from: Option<String>,
    /// Report UNKNOWN when a verdict rests on assumptions (such as that malloc never fails) or
    /// unchecked evidence.
    #[arg(long)]
    pub strict: bool,
    /// Check proofs (the default); overrides an earlier --no-certify.
    #[arg(long, overrides_with = "no_certify")]
    pub certify: bool,
    /// Do not check proofs.
    #[arg(long, overrides_with = "certify")]
    pub no_certify: bool,
    /// Compile and run the program to confirm an error (the default); overrides an earlier
    /// --no-replay.
    #[arg(long, overrides_with = "no_replay")]
    pub replay: bool,
    /// Do not compile and run the program.
    #[arg(long, overrides_with = "replay")]
    pub no_replay: bool,
    /// Do not simplify the graph first.
    #[arg(long)]
    pub no_passes: bool,
    /// Witnesses.
    #[command(flatten)]
    pub witness: WitnessArgs,
    /// Limits.
    #[command(flatten)]
    pub limits: VerifyLimits,
    /// How to abstract.
    #[command(flatten)]
    pub method: MethodArgs,
    /// The prover.
    #[command(flatten)]
    pub prover: ProverArgs,
    /// Write the verdicts as JSON.
    #[arg(long)]
    pub json: bool,
    /// Print only the report.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Show each iteration.
    #[arg(short, long)]
    pub verbose: bool,
}

/// When the program is unrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum UnrollArg {
    /// Between rounds of refinement, with more and more effort.
    #[default]
    Auto,
    /// At once, and nothing else is tried.
    Only,
    /// Never; nor are the states listed that it may reach.
    Off,
}

impl From<UnrollArg> for Unroll {
    fn from(given: UnrollArg) -> Unroll {
        match given {
            UnrollArg::Auto => Unroll::Auto,
            UnrollArg::Only => Unroll::Only,
            UnrollArg::Off => Unroll::Off,
        }
    }
}

/// Smaller proofs.
#[derive(Clone, Debug, clap::Args)]
pub struct MinimalArgs {
    /// Once a property is decided, leave out predicates as long as the rest still decides it: few,
    /// weak, and at few places.
    #[arg(id = "minimal", long = "minimal")]
    pub on: bool,
    /// Time limit for that, in seconds; the verdict stands.
    #[arg(id = "minimal_time", long = "minimal-time", value_name = "SECONDS", default_value_t = 60.0,
        value_parser = seconds, requires = "minimal")]
    pub time: f64,
}

/// A number of seconds that a time can have.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?;
    Ok(seconds)
}

/// When to give up.
#[derive(Clone, Debug, clap::Args)]
pub struct VerifyLimits {
    /// Time limit in seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Memory limit in MiB; by default 90 % of the memory that is free at the start.
    #[arg(long, value_name = "MIB")]
    pub memory: Option<u64>,
    /// Maximum number of iterations.
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_iterations)]
    pub max_iterations: usize,
    /// Maximum number of predicates.
    #[arg(long, value_name = "N", default_value_t = Settings::default().max_predicates)]
    pub max_predicates: usize,
}

impl VerifyOptions {
    /// The C program, for those who compile it.
    pub fn source(&self) -> SourceProgram {
        let program = &self.program;
        SourceProgram {
            files: program.files.clone(),
            models: program.model.clone(),
            entry: program.entry.clone(),
            data_model: program.data_model(),
            include: program.include.clone(),
            define: program.define.clone(),
            undefine: program.undefine.clone(),
            assertions: !program.no_assertions,
            flags: program.flags().to_vec(),
            harness: None,
            product: None,
        }
    }

    /// How much to show while the loop goes.
    pub const fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Normal,
        }
    }

    /// Which evidence is wanted.
    pub fn choose_evidence(&self) -> Wanted<'_> {
        Wanted {
            certify: !self.no_certify,
            replay: !self.no_replay,
            trial: true,
            some: false,
            strict: self.strict,
            saved: self.save.as_deref().or(self.from.as_deref()),
        }
    }
}

/// Options about witnesses.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Witnesses")]
pub struct WitnessArgs {
    /// Start with the invariants of a correctness witness (YAML, version 2) as predicates.
    #[arg(long = "witness", value_name = "FILE")]
    pub given: Option<String>,
    /// Write a witness of the verdict in YAML (SV-COMP's format, version 2.0) to a file.
    #[arg(long = "witness-yaml", value_name = "FILE")]
    pub yaml: Option<String>,
    /// Write a witness of the verdict in GraphML (SV-COMP's format, version 1.0) to a file.
    #[arg(long = "witness-graphml", value_name = "FILE")]
    pub graphml: Option<String>,
    /// Creation time of the witness, such as 2026-01-31T12:00:00Z; by default SOURCE_DATE_EPOCH if
    /// that is set, else now.
    #[arg(long = "witness-time", value_name = "TIMESTAMP", value_parser = humantime::parse_rfc3339)]
    pub time: Option<SystemTime>,
}

/// The end of the last year that has four digits.
const LAST_SECOND: u64 = 253_402_300_799;

impl WitnessArgs {
    /// The files that are to be written, each with its option.
    pub fn outputs(&self) -> [(&'static str, Option<&str>); 2] {
        [("--witness-yaml", self.yaml.as_deref()), ("--witness-graphml", self.graphml.as_deref())]
    }

    /// The names of the files that are to be written.
    pub fn files(&self) -> Vec<String> {
        self.outputs().into_iter().filter_map(|(_, file)| Some(file?.to_owned())).collect()
    }

    /// What to write about a program and so many properties, if anything.
    ///
    /// # Errors
    /// If the options do not fit the program, or the time cannot be read.
    pub fn to_write(
        &self,
        source: &SourceProgram,
        properties: usize,
    ) -> Result<Option<WitnessFiles>, ToolError> {
        if self.yaml.is_none() && self.graphml.is_none() {
            return Ok(None);
        }
        let usage = |message: &str| Err(ToolError::Usage(message.to_owned()));
        if properties != 1 {
            return usage("a witness is about one property; several are given");
        }
        if self.graphml.is_some() && source.files.len() != 1 {
            return usage("a witness in GraphML is about one file; several are given");
        }
        let epoch = std::env::var("SOURCE_DATE_EPOCH").ok();
        let time = time_of_witness(self.time, epoch.as_deref())?;
        let (yaml, graphml) = (self.yaml.clone(), self.graphml.clone());
        Ok(Some(WitnessFiles { yaml, graphml, time }))
    }
}

/// The time that is given by the option or, in seconds after 1970, by the environment.
fn time_of_witness(
    given: Option<SystemTime>,
    epoch: Option<&str>,
) -> Result<Option<SystemTime>, ToolError> {
    let Some(seconds) = epoch.filter(|_| given.is_none()) else { return Ok(given) };
    let seconds = seconds.parse().ok().filter(|seconds| *seconds <= LAST_SECOND);
    let seconds = seconds.ok_or_else(|| {
        ToolError::Usage("SOURCE_DATE_EPOCH is not a number of seconds".to_owned())
    })?;
    Ok(Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use belnap_cli::ToolError;

    use super::time_of_witness;

    #[test]
    fn times_come_from_where_they_are_told() {
        let after = |seconds| Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(time_of_witness(after(1), Some("5")), Ok(after(1)));
        assert_eq!(time_of_witness(None, Some("86400")), Ok(after(86400)));
        assert_eq!(time_of_witness(None, None), Ok(None));
        for wrong in ["", "-1", "tomorrow", "99999999999999999999"] {
            let time = time_of_witness(None, Some(wrong));
            assert!(matches!(time, Err(ToolError::Usage(_))), "{wrong}");
        }
    }
}
