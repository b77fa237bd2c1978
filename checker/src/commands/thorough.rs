//! Thorough checking from the command line.

use std::fs;
use std::path::Path;
use std::time::Instant;

use belnap_cli::ToolError;
use belnap_cli::io::{display_name, read_text, write_output};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::{hoa, kripke, property};
use belnap_ir::automaton::ParityAutomaton;
use belnap_ir::belnap::Belnap;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::linear::Stated;
use belnap_ir::property::Property;
use belnap_ir::result::{
    CheckResult, Completions, DecidedBy, Explanation, InitialValue, PropertyResult, StateValues,
    Statistics, StructureSummary, ThoroughResult, Timing, Verdict,
};

use super::check::{Checked, NAME, tool_error};
use super::options::{CheckArgs, EngineOption, LimitArgs};
use super::properties::PropertySet;
use crate::names;
use crate::run::{RunError, check_all};
use crate::thorough::{self, Decider, Engine, Options, Thorough, linear};

/// Which completions are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum CompletionsOption {
    /// Those that go on wherever the structure does not block.
    Total,
    /// Also those that end where nothing has to follow.
    Any,
}

impl From<CompletionsOption> for Completions {
    fn from(option: CompletionsOption) -> Self {
        match option {
            CompletionsOption::Total => Completions::Total,
            CompletionsOption::Any => Completions::Any,
        }
    }
}

/// What all completions say.
#[derive(Clone, Debug, clap::Args)]
pub struct ThoroughArgs {
    /// Ask what all completions of the structure have in common: a property holds if all satisfy
    /// it, and fails if none does.
    #[arg(long)]
    pub thorough: bool,
    /// Which completions are meant; by default what the structure says of itself (`total`).
    #[arg(long, value_enum, value_name = "KIND", requires = "thorough")]
    pub completions_are: Option<CompletionsOption>,
    /// Write a completion that satisfies an open property, and one that does not, as
    /// NAME.satisfying.kripke.json and NAME.violating.kripke.json.
    #[arg(long, value_name = "DIR", requires = "thorough")]
    pub completions: Option<String>,
    /// Say what was tried: three values, whether the formula is self-minimizing, games.
    #[arg(long, requires = "thorough")]
    pub explain_thorough: bool,
    /// Of properties in LTL: play with this deterministic parity automaton (*.hoa) instead of one
    /// of our own. It has to accept what the formula says.
    #[arg(long, value_name = "FILE", requires = "thorough")]
    pub automaton: Option<String>,
    /// Limit on positions of games.
    #[arg(long, value_name = "N", requires = "thorough",
        default_value_t = Options::default().max_positions)]
    pub max_positions: usize,
}

/// Structures with more transitions than this are not explained where three values decide: their
/// explanation takes longer than the answer.
const MOST_EXPLAINED: usize = 5000;

/// What is checked thoroughly, and how.
pub struct Run<'a> {
    /// The structure.
    pub checked: Checked<'a>,
    /// What is asked.
    pub properties: &'a PropertySet,
    /// How.
    pub how: &'a CheckArgs,
    /// Limits.
    pub limits: &'a LimitArgs,
}

impl Run<'_> {
    /// Checks the properties, and writes completions if asked to.
    ///
    /// # Errors
    /// If a formula or the structure is refused, or a file cannot be written.
    pub fn check(&self) -> Result<CheckResult, ToolError> {
        let mut results = Vec::new();
        let mut timing = Timing::default();
        let branching = self.properties.properties().iter().cloned().map(Stated::Branching);
        let linear = self.properties.linear().iter().cloned().map(Stated::Linear);
        for property in branching.chain(linear) {
            let start = Instant::now();
            results.push(self.result(&property)?);
            let milliseconds = u64::try_from(start.elapsed().as_millis());
            timing.milliseconds.push(milliseconds.unwrap_or(u64::MAX));
        }
        Ok(CheckResult {
            structure: self.summary(),
            properties: results,
            seeds: None,
            timing: (!self.how.no_timing).then_some(timing),
        })
    }

    fn refused(&self, error: &RunError) -> ToolError {
        tool_error(error, self.checked.file, self.properties, self.how)
    }

    fn result(&self, property: &Stated) -> Result<PropertyResult, ToolError> {
        let args = &self.how.thorough;
        let options = Options {
            completions: args.completions_are.map(Completions::from),
            engine: match self.how.engine {
                Some(EngineOption::Game) => Engine::Game,
                Some(EngineOption::Tableau) => Engine::Tableau,
                _ => Engine::Suitable,
            },
            evidence: !self.how.no_explanation || args.completions.is_some(),
            max_states: self.limits.max_states,
            max_positions: args.max_positions,
            max_nodes: self.limits.max_nodes,
            ..Options::default()
        };
        let structure = self.checked.structure;
        let answer = match property {
            Stated::Branching(property) => thorough::check(structure, property, &options),
            Stated::Linear(property) => {
                let given = args.automaton.as_deref().map(read_automaton).transpose()?;
                linear::check(structure, property, given.as_ref(), &options)
            }
            Stated::Operators(_) => {
                return Err(ToolError::Usage("--thorough is not for operators".to_owned()));
            }
        };
        let answer = answer.map_err(|error| self.refused(&error))?;
        let mut thorough = described(&answer);
        if args.explain_thorough {
            thorough.way.clone_from(&answer.way);
        }
        let mut notes = answer.notes.clone();
        for completion in &answer.evidence {
            let kind = if completion.satisfies { "satisfying" } else { "violating" };
            if let Some(doubt) = &completion.doubt {
                notes.push(format!("of the {kind} completion: {doubt}"));
            }
            if let Some(folder) = &args.completions {
                let file = format!("{}.{kind}.kripke.json", file_name(property.name()));
                write_completion(folder, &file, &completion.structure)?;
                let place = if completion.satisfies {
                    &mut thorough.satisfying
                } else {
                    &mut thorough.violating
                };
                *place = Some(file);
            }
        }
        let initial = answer.values.iter().map(|(state, value)| InitialValue {
            location: state.clone(),
            state: StateValues::default(),
            value: *value,
        });
        Ok(PropertyResult {
            name: property.name().to_owned(),
            formula: match property {
                Stated::Branching(property) => property::print(&property.formula),
                Stated::Linear(property) => property::print_path(&property.path),
                Stated::Operators(property) => property::print_operators(property),
            },
            linear: matches!(property, Stated::Linear(_)),
            verdict: answer.verdict,
            initial: initial.collect(),
            initial_cut: false,
            explanation: match property {
                Stated::Branching(property) => self.explanation(property, &answer)?,
                Stated::Linear(_) | Stated::Operators(_) => None,
            },
            operators: None,
            thorough: Some(thorough),
            summaries: false,
            notes,
            statistics: Statistics::default(),
        })
    }

    /// The explanation by three values, where they decide.
    fn explanation(
        &self,
        property: &Property,
        answer: &Thorough,
    ) -> Result<Option<Explanation>, ToolError> {
        let small = match self.checked.structure {
            Kripke::Explicit(explicit) => explicit.transitions.len() <= MOST_EXPLAINED,
            Kripke::Symbolic(_) => true,
        };
        if answer.decider != Some(Decider::ThreeValued) || self.how.no_explanation || !small {
            return Ok(None);
        }
        let mut options = self.how.options(self.limits);
        options.seeds = false;
        options.hyper = answer.completions == Completions::Total;
        options.engine = None;
        let property = std::slice::from_ref(property);
        let usual = check_all(self.checked.structure, property, &options, None)
            .map_err(|error| self.refused(&error))?;
        // Demands can say more than three values do otherwise.
        let same = usual.properties.into_iter().filter(|one| one.verdict == answer.verdict);
        Ok(same.filter_map(|one| one.explanation).next())
    }

    fn summary(&self) -> StructureSummary {
        let hyper = self.how.thorough.completions_are;
        let engine = "thorough".to_owned();
        match self.checked.structure {
            Kripke::Explicit(explicit) => StructureSummary {
                kind: "explicit".to_owned(),
                semantics: explicit.semantics,
                hyper: hyper.map_or(explicit.total, |kind| kind == CompletionsOption::Total),
                engine,
                locations: explicit.states.len(),
                edges: explicit.transitions.len(),
                levels: names::levels(&explicit.scopes, &explicit.locations),
                variables: Vec::new(),
            },
            Kripke::Symbolic(symbolic) => StructureSummary {
                kind: "symbolic".to_owned(),
                semantics: symbolic.semantics,
                hyper: hyper.map_or(!symbolic.strict, |kind| kind == CompletionsOption::Total),
                engine,
                locations: symbolic.locations.len(),
                edges: symbolic.edges.len(),
                levels: names::levels(&symbolic.scopes, &symbolic.locations),
                variables: names::variables(symbolic),
            },
        }
    }
}

fn read_automaton(path: &str) -> Result<ParityAutomaton, ToolError> {
    let text = read_text(path)?;
    let file = display_name(path);
    hoa::read(&text).map_err(|found| ToolError::refuse(file, &text, &found))
}

/// A thorough answer as it is written.
fn described(answer: &Thorough) -> ThoroughResult {
    ThoroughResult {
        completions: answer.completions,
        decided_by: answer.decider.map(|decider| match decider {
            Decider::ThreeValued => DecidedBy::ThreeValued,
            Decider::SelfMinimizing(_) => DecidedBy::SelfMinimizing,
            Decider::Generalized => DecidedBy::Generalized,
        }),
        summary: summary(answer),
        positions: answer.positions as u64,
        way: Vec::new(),
        reason: answer.reason.clone(),
        difference: answer.difference.clone(),
        satisfying: None,
        violating: None,
    }
}

fn summary(answer: &Thorough) -> String {
    if let (Verdict::Inconclusive, Some(stopped)) = (answer.verdict, &answer.stopped) {
        return format!("completions were not looked for to the end: {stopped}");
    }
    match answer.verdict {
        Verdict::Holds => "all completions satisfy it".to_owned(),
        Verdict::Fails => {
            let refuting = answer.values.iter().find(|(_, value)| *value == Belnap::False);
            let state = refuting.map_or(String::new(), |(state, _)| format!(" of {state}"));
            format!("no completion{state} satisfies it")
        }
        Verdict::Inconclusive => match answer.decider {
            Some(Decider::SelfMinimizing(settled)) => format!(
                "some completions satisfy it, some do not: three values are enough here, because {}",
                settled.reason()
            ),
            _ => "some completions satisfy it, some do not".to_owned(),
        },
    }
}

/// The name of a property as part of a file name.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' };
    name.chars().map(plain).collect()
}

fn write_completion(folder: &str, file: &str, structure: &ExplicitKripke) -> Result<(), ToolError> {
    fs::create_dir_all(folder)
        .map_err(|error| ToolError::io(folder, "cannot make the folder", &error))?;
    let content = Kripke::Explicit(structure.clone());
    let text = kripke::print(&Artefact { header: Header::of_tool(NAME, &[]), content });
    write_output(Some(&Path::new(folder).join(file).display().to_string()), &text)
}
