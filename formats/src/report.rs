//! The report of `belnap verify --json`; the normative page is `spec/report.md`.
//!
//! It is written for other programs and depends on the time that a run takes, so it is not an
//! artefact. Within a version fields may be added.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::json::schema_text;
use crate::numbers_as_text::number;

/// The version of the format.
pub const VERSION: u32 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[default]
    #[serde(rename = "belnap.report")]
    Report,
}

/// The verdicts of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Belnap report")]
pub struct Report {
    format: FormatTag,
    #[schemars(range(min = 2, max = 2))]
    version: u32,
    /// Of the run, in SV-COMP's words: `TRUE`, `FALSE(unreach-call)`, `FALSE`, `UNKNOWN`; `ERROR`
    /// if the input was refused.
    pub verdict: String,
    /// Where time went before the first property.
    pub milliseconds: Preparation,
    /// One record for each property, in order.
    pub properties: Vec<PropertyReport>,
    /// What is wrong with the input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<InputError>,
}

/// Something that is wrong with the input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InputError {
    /// The file, or the option.
    pub file: String,
    /// Line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The rule that is broken, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What may help.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Time that is spent once for all properties, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Preparation {
    /// Until the program was compiled.
    pub compile: u64,
}

/// Time that was spent on a property, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Milliseconds {
    /// Abstraction, in all rounds.
    pub r#abstract: u64,
    /// Encoding and checking, in all rounds.
    pub check: u64,
    /// Refinement, in all rounds.
    pub refine: u64,
    /// Finding and checking the evidence.
    pub evidence: u64,
}

/// How many predicates there are, as Minimum Predicates counts them, and what it took to find them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CountedPredicates {
    /// Candidates that were chosen; where none are chosen, conditions of branches.
    pub branches: usize,
    /// Distinct conditions, over all locations.
    pub expressions: usize,
    /// The same, where conditions that exclude each other are counted once.
    pub predicates: usize,
    /// Impossible traces that candidates were chosen for.
    pub traces: usize,
    /// Sets of candidates that were tried on them.
    pub subsets: usize,
}

/// What was found out about a property.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PropertyReport {
    /// Its name.
    pub property: String,
    /// Its text; empty if the run ended while the program was compiled.
    pub formula: String,
    /// `TRUE`, `FALSE` or `UNKNOWN`.
    pub verdict: String,
    /// Rounds of the loop.
    pub iterations: usize,
    /// The conditions that were tracked at the end.
    pub predicates: Vec<String>,
    /// How few they are, if predicates were to be left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<MinimalReport>,
    /// If predicates were to be chosen, and were not any more from some iteration on: why. What is
    /// done by default decided then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_over: Option<String>,
    /// How many these are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CountedPredicates>,
    /// Where the time went.
    pub milliseconds: Milliseconds,
    /// Why the property is undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How the execution that was found ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<FailureReport>,
    /// The arguments of the function that starts, in that execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<GivenValue>>,
    /// What the environment chose in that execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<GivenValue>>,
    /// What is known about each assertion and check, if the property is about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assertions: Vec<AssertionReport>,
    /// The edges of the graph that this execution takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<u32>>,
    /// What became of the evidence, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceReport>,
    /// Why the property holds whatever the program computes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacuous: Option<String>,
    /// Assertions and conditions of errors that are certainly never reached, where others are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never_reached: Vec<String>,
    /// The loop of an endless execution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasso: Option<String>,
    /// How often the compiled program went through that loop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// What the verdict assumes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// The only execution of the program, where that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_execution: Option<OnlyExecution>,
    /// Most rounds of a loop, where the property was proved by unrolling all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unrolled: Option<usize>,
    /// Whether all completions of the abstraction decided, though its four values do not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thorough: bool,
    /// The initial states from which the property fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What is always so at the heads of loops, if the property holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariants: Option<Vec<ShownInvariant>>,
}

/// How few predicates decide a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MinimalReport {
    /// Different conditions that refinement found, or somebody gave.
    pub of: usize,
    /// Different conditions that are left.
    pub needed: usize,
    /// What is known about smaller sets.
    pub smallness: SmallnessWord,
    /// Sets that were tried.
    pub attempts: usize,
    /// How long that took.
    pub milliseconds: u64,
}

/// What is known about sets that are smaller yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub enum SmallnessWord {
    /// No choice of fewer of the conditions decides the property.
    Minimum,
    /// The property is not decided without any one of them.
    Irreducible,
    /// The time limit was reached before that was known.
    Unfinished,
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FailureReport {
    /// In words.
    pub message: String,
    /// The condition that is violated, or what is reached.
    pub text: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// In which C function.
    pub function: String,
}

/// A value that the program was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GivenValue {
    /// What got it, in C.
    pub variable: String,
    /// The value.
    #[serde(with = "number")]
    #[schemars(with = "String")]
    pub value: i128,
    /// Where the program asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where the program asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// What is known about an assertion or a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AssertionReport {
    /// `assertion`, `call` (of an error function) or `check`.
    pub kind: String,
    /// Its condition, the call, or what is checked.
    pub text: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The C function it stands in.
    pub function: String,
    /// `proved`, `refuted`, `unreachable` or `unknown`.
    pub verdict: String,
    /// Its evidence, or why nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What triggers it, where that is never true: it holds whatever else it says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<String>,
    /// The arguments of the function that starts, where it fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<GivenValue>>,
    /// What the environment chose, where it fails.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<GivenValue>>,
}

/// What became of the evidence for a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceReport {
    /// `certified`, `certified after passes` or `replayed`.
    pub check: String,
    /// Whether it passed.
    pub passed: bool,
    /// Why it did not pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Rounds of an endless execution that were run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rounds {
    /// How many.
    pub replayed: usize,
    /// Why none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The only execution of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OnlyExecution {
    /// Steps until the program ends.
    pub steps: usize,
}

/// What is always so at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShownInvariant {
    /// File and line.
    pub place: String,
    /// The condition.
    pub condition: String,
}

impl Report {
    /// A report of this version.
    pub fn new(verdict: &str, compile: u64, properties: Vec<PropertyReport>) -> Self {
        Report {
            format: FormatTag::Report,
            version: VERSION,
            verdict: verdict.to_owned(),
            milliseconds: Preparation { compile },
            properties,
            errors: Vec::new(),
        }
    }

    /// The same with what is wrong with the input.
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<InputError>) -> Self {
        self.errors = errors;
        self
    }

    /// Prints the report, with its fields in alphabetical order.
    pub fn print(&self) -> String {
        let fields = serde_json::to_value(self).expect("reports have no keys but strings");
        format!("{fields:#}\n")
    }
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<Report>()
}
