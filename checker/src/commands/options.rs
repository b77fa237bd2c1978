//! Options that several commands share.

use std::path::Path;

use belnap_ir::boolprog::StarMeaning;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::kripke::Semantics;
use belnap_ir::operator::Paths;

use super::thorough::ThoroughArgs;
use crate::encode::{self, EncodeOptions, Recursion, listing};
use crate::explain::ExplainOptions;
use crate::operators::Judge;
use crate::run::{Engine, RunOptions};
use crate::two_valued::{RUNS, Run};

/// Which halves of the transition relation to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SemanticsOption {
    /// What may happen: can prove universal properties.
    Over,
    /// What must be possible: can refute them.
    Under,
    /// Both.
    Exact,
}

impl From<SemanticsOption> for Semantics {
    fn from(option: SemanticsOption) -> Self {
        match option {
            SemanticsOption::Over => Semantics::Over,
            SemanticsOption::Under => Semantics::Under,
            SemanticsOption::Exact => Semantics::Exact,
        }
    }
}

/// What `*` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StarOption {
    /// A fact that the abstraction lost.
    Unknown,
    /// A choice that the program really has.
    Choice,
}

impl From<StarOption> for StarMeaning {
    fn from(option: StarOption) -> Self {
        match option {
            StarOption::Unknown => StarMeaning::Unknown,
            StarOption::Choice => StarMeaning::Choice,
        }
    }
}

/// Which engine computes the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EngineOption {
    /// Decision diagrams.
    Symbolic,
    /// Listed states.
    Explicit,
    /// Two classical runs on listed states, without the `wp` trick.
    TwoValued,
    /// Of thorough checking: the obligation game, also where something simpler would do.
    Game,
    /// Of thorough checking: a second opinion on CTL formulas with few atoms.
    Tableau,
}

impl From<EngineOption> for Engine {
    fn from(option: EngineOption) -> Self {
        match option {
            EngineOption::Symbolic => Engine::Symbolic,
            EngineOption::TwoValued => Engine::TwoValued,
            EngineOption::Explicit | EngineOption::Game | EngineOption::Tableau => Engine::Explicit,
        }
    }
}

/// Which paths operators are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PathsOption {
    /// Those that cannot be continued; where nothing can follow, the last state repeats itself.
    Maximal,
    /// Those that go on for ever.
    Infinite,
}

impl From<PathsOption> for Paths {
    fn from(option: PathsOption) -> Self {
        match option {
            PathsOption::Maximal => Paths::Maximal,
            PathsOption::Infinite => Paths::Infinite,
        }
    }
}

/// How it is found out which paths are in an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum JudgeOption {
    /// By a product with a deterministic automaton of the kind that the operator needs.
    Products,
    /// By what finite paths do to runs: a second opinion on small structures.
    Profiles,
}

impl From<JudgeOption> for Judge {
    fn from(option: JudgeOption) -> Self {
        match option {
            JudgeOption::Products => Judge::Products,
            JudgeOption::Profiles => Judge::Profiles,
        }
    }
}

/// How to encode a Boolean program.
#[derive(Clone, Debug, clap::Args)]
pub struct EncodeArgs {
    /// Which halves of the transition relation to compute.
    #[arg(long, value_enum, default_value_t = SemanticsOption::Exact, hide_possible_values = false)]
    pub semantics: SemanticsOption,
    /// What `*`, `?`, `choose` and (in classic programs) `schoose` mean; by default what the
    /// program's dialect says: unknown in ours, a choice in the classic one.
    #[arg(long, value_enum)]
    pub star: Option<StarOption>,
    /// Activations of a procedure that calls itself that are expanded; what deeper calls do is
    /// unknown.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub recursion: Option<u32>,
    /// Limit on locations once procedures are expanded.
    #[arg(long, value_name = "N", default_value_t = EncodeOptions::default().max_locations)]
    pub max_locations: usize,
}

/// Activations of a recursive procedure that are expanded, unless told otherwise.
pub const LEVELS: u32 = 2;

impl EncodeArgs {
    /// The options of the library.
    pub fn options(&self, limits: &LimitArgs) -> EncodeOptions {
        EncodeOptions {
            semantics: self.semantics.into(),
            star: self.star.map(Into::into),
            recursion: Recursion::Levels(self.recursion.unwrap_or(LEVELS)),
            max_locations: self.max_locations,
            max_nodes: limits.max_nodes,
        }
    }
}

/// Limits on time and memory.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitArgs {
    /// Limit on decision-diagram nodes.
    #[arg(long, value_name = "N", default_value_t = RunOptions::default().max_nodes)]
    pub max_nodes: usize,
    /// Limit on states, where states are listed.
    #[arg(long, value_name = "N", default_value_t = RunOptions::default().max_states)]
    pub max_states: usize,
}

/// Options that raise the limits of which diagnostics speak, by rule.
const RAISED_BY: [(&str, &str); 3] = [
    (encode::NODE_LIMIT, "--max-nodes"),
    (encode::LOCATION_LIMIT, "--max-locations"),
    (listing::STATE_LIMIT, "--max-states"),
];

/// A diagnostic with the option that raises the limit it speaks of, if any.
pub fn name_option(diagnostic: Diagnostic) -> Diagnostic {
    match RAISED_BY.iter().find(|(rule, _)| *rule == diagnostic.rule) {
        Some((_, option)) => diagnostic.note(format!("raise {option} to go on")),
        None => diagnostic,
    }
}

/// The files of a classical run: its structure and its properties.
pub fn run_files(folder: &str, run: Run) -> [String; 2] {
    ["kripke.json", "ctl"].map(|ending| {
        let path = Path::new(folder).join(format!("{}.{ending}", run.name()));
        path.to_string_lossy().into_owned()
    })
}

/// How to check.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// Do not conclude that a step exists from the fact that every possible step leads there (the
    /// `wp` trick), even if the structure is total.
    #[arg(long)]
    pub no_hyper: bool,
    /// Compute both halves even if one decides.
    #[arg(long)]
    pub full: bool,
    /// The engine; by default the one made for the kind of structure.
    #[arg(long, value_enum)]
    pub engine: Option<EngineOption>,
    /// With `--engine two-valued`: write the two complete structures and the properties that are
    /// checked of them, for other model checkers.
    #[arg(long, value_name = "DIR")]
    pub write_runs: Option<String>,
    /// Start from what an earlier run proved of the same program over fewer variables, without
    /// checking it again.
    #[arg(long, value_name = "EARLIER.result.json")]
    pub reuse: Option<String>,
    /// Write only verdicts and values.
    #[arg(long)]
    pub no_explanation: bool,
    /// Limit on the claims of an explanation.
    #[arg(long, value_name = "N", default_value_t = ExplainOptions::default().max_claims)]
    pub max_claims: usize,
    /// Do not write facts for a later run to start from (--reuse).
    #[arg(long)]
    pub no_seeds: bool,
    /// Do not write times, so that the same input gives the same bytes.
    #[arg(long)]
    pub no_timing: bool,
    /// Which paths operators are about.
    #[arg(long, value_enum, default_value_t = PathsOption::Maximal)]
    pub paths: PathsOption,
    /// How it is found out which paths are in an operator.
    #[arg(long, value_enum, default_value_t = JudgeOption::Products)]
    pub operators_by: JudgeOption,
    /// What all completions say.
    #[command(flatten)]
    pub thorough: ThoroughArgs,
}

impl CheckArgs {
    /// The files that [`write_runs`](Self::write_runs) asks for.
    pub fn run_files(&self) -> Vec<String> {
        let folder = self.write_runs.iter();
        folder
            .flat_map(|folder| RUNS.map(|run| run_files(folder, run)).into_iter().flatten())
            .collect()
    }

    /// The options of the library.
    pub fn options(&self, limits: &LimitArgs) -> RunOptions {
        RunOptions {
            engine: self.engine.map(Engine::from),
            hyper: !self.no_hyper,
            full: self.full,
            explain: (!self.no_explanation)
                .then_some(ExplainOptions { max_claims: self.max_claims }),
            seeds: !self.no_seeds,
            max_nodes: limits.max_nodes,
            max_states: limits.max_states,
            paths: self.paths.into(),
            judge: self.operators_by.into(),
        }
    }
}
