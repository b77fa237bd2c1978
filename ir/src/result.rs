//! Results: verdicts, values in the initial states, and what decides them.
//!
//! These types are their own wire form: field names and order are those of `*.result.json`.

use std::ops::Deref;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bdd::Ref;
use crate::belnap::Belnap;
use crate::ids::{CfgEdgeId, ProofId};
use crate::kripke::{ExplicitKripke, Semantics};
use crate::span::SourceLine;

/// The answer to a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Definitely true in every consistent initial state.
    Holds,
    /// Definitely false in some consistent initial state.
    Fails,
    /// The abstraction does not say.
    Inconclusive,
}

impl Verdict {
    /// The word used in files and reports.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Inconclusive => "inconclusive",
        }
    }

    /// SV-COMP's word for it, which verifiers are asked to end with.
    pub const fn sv_comp_word(self) -> &'static str {
        match self {
            Verdict::Holds => "TRUE",
            Verdict::Fails => "FALSE",
            Verdict::Inconclusive => "UNKNOWN",
        }
    }

    /// The verdict over several properties: one that fails decides, then one that is inconclusive.
    pub fn of_all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        verdicts.into_iter().fold(Verdict::Holds, |all, one| match (all, one) {
            (Verdict::Fails, _) | (_, Verdict::Fails) => Verdict::Fails,
            (Verdict::Inconclusive, _) | (_, Verdict::Inconclusive) => Verdict::Inconclusive,
            (Verdict::Holds, Verdict::Holds) => Verdict::Holds,
        })
    }
}

/// The known entries of a tri-vector: variable to `t` or `f`; what is not listed is unknown.
/// Several claims and steps share those of one state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct StateValues(Arc<IndexMap<String, Belnap>>);

impl StateValues {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Deref for StateValues {
    type Target = IndexMap<String, Belnap>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<'a> IntoIterator for &'a StateValues {
    type Item = (&'a String, &'a Belnap);
    type IntoIter = indexmap::map::Iter<'a, String, Belnap>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl FromIterator<(String, Belnap)> for StateValues {
    fn from_iter<I: IntoIterator<Item = (String, Belnap)>>(entries: I) -> Self {
        StateValues(Arc::new(entries.into_iter().collect()))
    }
}

/// All results of one run of the checker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckResult {
    /// What was checked.
    pub structure: StructureSummary,
    /// One entry per property, in order.
    pub properties: Vec<PropertyResult>,
    /// What a later run can start from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Seeds>,
    /// How it went; not reproducible, so apart from the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StructureSummary {
    /// `symbolic` or `explicit`.
    pub kind: String,
    /// Which halves it has.
    pub semantics: Semantics,
    /// Whether the `wp` trick was used.
    pub hyper: bool,
    /// The engine that computed the values.
    pub engine: String,
    /// Number of locations (symbolic) or states (explicit).
    pub locations: usize,
    /// Number of edges or transitions.
    pub edges: usize,
    /// Activations of recursive procedures that are expanded, where deeper calls are unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// Names of the variables; locals as `scope::name`.
    pub variables: Vec<String>,
}

/// The result for one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PropertyResult {
    /// The property's name.
    pub name: String,
    /// The formula, as printed by us.
    pub formula: String,
    /// The formula is one of LTL. The explanation is about the product of the structure with its
    /// automaton.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub linear: bool,
    /// The answer.
    pub verdict: Verdict,
    /// Values in (sets of) initial states.
    pub initial: Vec<InitialValue>,
    /// Whether sets of initial states were left out of `initial` because there were too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub initial_cut: bool,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// Of a formula with operators: what they mean, and paths that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operators: Option<OperatorsResult>,
    /// Of thorough checking: how the answer came about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thorough: Option<ThoroughResult>,
    /// The answer comes from summaries of recursive procedures: the explanation is about a
    /// structure in which a step can be a whole call.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub summaries: bool,
    /// Warnings: an atom that is not tracked, a structure that is not total.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Counters.
    pub statistics: Statistics,
}

/// What operators mean in a formula, and paths that show it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OperatorsResult {
    /// Definitions of the operators that are not of the library.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<String>,
    /// Only infinite paths count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub infinite: bool,
    /// Names of the components, if the structure was composed: states are theirs, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<String>,
    /// Paths that show what the verdict says, or, if it is inconclusive, that leave it open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// A path on which an operator does not hold, if it is about all paths, or holds, if it is about
/// some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The operator with its arguments, as printed by us.
    pub formula: String,
    /// The state where the path starts.
    pub state: String,
    /// Its steps.
    pub steps: Vec<BranchStep>,
    /// The number of the step that follows the last one, if it goes round; otherwise it does not
    /// matter how it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<usize>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BranchStep {
    /// Its action; `deadlock` if the path ends here and stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Where it leads.
    pub to: String,
    /// Why arguments of the operator are as they are in the state that the step leaves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Branch>,
}

/// Which completions are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Completions {
    /// Every copy of a state that does not block has a successor.
    Total,
    /// A copy of a state without must-transitions may have none.
    Any,
}

impl Completions {
    /// What a structure says of itself.
    pub const fn of(structure: &ExplicitKripke) -> Self {
        if structure.total { Completions::Total } else { Completions::Any }
    }
}

/// What decided about completions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// The ordinary value is definite.
    ThreeValued,
    /// It is not, and the formula is one for which it is the thorough one.
    SelfMinimizing,
    /// Completions were looked for.
    Generalized,
}

/// How a thorough answer came about: what all completions of the structure say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThoroughResult {
    /// Which completions are meant.
    pub completions: Completions,
    /// What decided; nothing if a limit was reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<DecidedBy>,
    /// One sentence.
    pub summary: String,
    /// Positions of games, of all kinds.
    pub positions: u64,
    /// What was tried, in order, if asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<String>,
    /// Why no completion satisfies the property, or why none violates it: lines, indented.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reason: Vec<String>,
    /// How a completion that satisfies the property differs from one that does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// The file with a completion that satisfies the property, if it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub satisfying: Option<String>,
    /// The file with a completion that does not satisfy it, if it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violating: Option<String>,
}

/// The value in a set of initial states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InitialValue {
    /// Name of the location or explicit state.
    pub location: String,
    /// The states: those that agree with these entries.
    #[serde(default, skip_serializing_if = "StateValues::is_empty")]
    pub state: StateValues,
    /// The property's value there.
    pub value: Belnap,
}

/// Deterministic counters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// Fixpoint steps: how often a location (symbolic) or the whole set (explicit) was updated.
    pub iterations: u64,
    /// Preimages and images of single edges.
    pub images: u64,
    /// Largest number of decision-diagram nodes alive at once, as far as observed.
    pub peak_nodes: u64,
    /// Fixpoints that started from an earlier result.
    pub seeded: u64,
}

/// Wall-clock figures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Milliseconds per property, in order.
    pub milliseconds: Vec<u64>,
}

/// Why a property has its value: a graph of claims, and a path through it if one says it all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// One sentence.
    pub summary: String,
    /// A witness path or lasso, when the reason is existential.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Path>,
    /// For an inconclusive invariant: a shortest path of steps that may exist from an initial
    /// state to one where it is not true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest: Option<Path>,
    /// Claims; the first is about the property in an initial state. Each is justified by its
    /// children under its rule.
    pub proof: Vec<ProofNode>,
    /// Whether claims were left out because there were too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
    /// What is unknown and decides, for an inconclusive property.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknowns: Vec<Unknown>,
}

/// A path, possibly ending in a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// States in order, each with the step that leads on.
    pub steps: Vec<PathStep>,
    /// Index of the step the last one returns to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loop_start: Option<usize>,
}

/// A state of a path and the transition taken from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PathStep {
    /// Location or explicit state.
    pub location: String,
    /// Source line of the location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLine>,
    /// Known entries of the state.
    #[serde(default, skip_serializing_if = "StateValues::is_empty")]
    pub state: StateValues,
    /// The step to the next state; absent at the end of a finite path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepTaken>,
}

/// A transition taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepTaken {
    /// The statement, as in the Boolean program; empty for explicit structures without one.
    pub statement: String,
    /// Value of the transition.
    pub value: Belnap,
    /// Its action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Its CFG edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cfg_edge: Option<CfgEdgeId>,
    /// The source text it abstracts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_text: Option<String>,
}

/// Rules that justify a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// The formula is the negation of the child's, read the other way.
    Negation,
    /// A constant, or an atom (or its negation) that the state decides.
    Atom,
    /// A conjunction: every conjunct is a child.
    And,
    /// A disjunction: the child is one disjunct.
    Or,
    /// An existential step: a must-transition leads to the child.
    MustStep,
    /// An existential step in a total system: every may-transition leads to a child.
    Hyper,
    /// A universal step: every may-transition leads to a child.
    MayStep,
    /// A fixpoint, or its variable: the child is its body.
    Unfold,
    /// The states are divided by the value of a variable, one child each.
    Split,
    /// Known from an earlier result.
    Seed,
    /// Unknown because of one child that is unknown.
    UnknownChild,
    /// Unknown because of a transition that may or may not exist.
    UnknownStep,
    /// Unknown because of an atom the state does not decide.
    UnknownAtom,
    /// Not expanded: the explanation was cut here.
    Cut,
}

/// One claim of an explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofNode {
    /// Its number; its place in the list.
    pub id: ProofId,
    /// The formula (in positive form; fixpoint variables stand for their fixpoint).
    pub formula: String,
    /// Location or explicit state.
    pub location: String,
    /// Known entries of the state.
    #[serde(default, skip_serializing_if = "StateValues::is_empty")]
    pub state: StateValues,
    /// `t`, `f` (only of the first claim) or `n`.
    pub value: Belnap,
    /// The claim is about every complete state that agrees with `state`, not about the
    /// tri-vector itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub completions: bool,
    /// What justifies it.
    pub rule: Rule,
    /// The variable a split is on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// Claims it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<ProofChild>,
    /// What is unknown here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Unknown>,
}

/// A child of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProofChild {
    /// The claim.
    pub node: ProofId,
    /// The transition that leads to it, for step rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<StepTaken>,
}

/// What kind of fact is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownKind {
    /// Whether the condition of a statement is true.
    Condition,
    /// The value a statement gives to a variable.
    Update,
    /// A label of a state.
    Label,
    /// A listed transition.
    Transition,
    /// What calls do that are not expanded.
    Deeper,
    /// Nothing is known of this half of the relation (one-sided semantics).
    Semantics,
}

/// A missing fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unknown {
    /// What is missing.
    pub kind: UnknownKind,
    /// Where: location or explicit state.
    pub location: String,
    /// Its source line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLine>,
    /// The statement.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub statement: String,
    /// The variable whose update is unknown, the atom, or the target of a listed transition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The CFG edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cfg_edge: Option<CfgEdgeId>,
    /// The source text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_text: Option<String>,
}

/// Sets of states where fixpoints are definitely true, to start a later run from (YASM §5).
///
/// Decision variable `2i` of the table says that variable i is known to be true, `2i + 1` that it
/// is known to be false; sets of complete states use only the former.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seeds {
    /// Whether the structure was strict: what is real in one is unknown in the other.
    pub strict: bool,
    /// Names of the variables; locals as `scope::name`.
    pub variables: Vec<String>,
    /// Node table: `[variable, hi, lo]`, see `formats/spec/kripke.md`.
    pub nodes: Vec<(u32, Ref, Ref)>,
    /// The fixpoints.
    pub fixpoints: Vec<SeedSet>,
}

/// Where one fixpoint formula is definitely true.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedSet {
    /// The formula, in positive form.
    pub formula: String,
    /// The sets are of complete states only.
    pub complete: bool,
    /// Location name to set; only labelled locations, whose names survive a new abstraction.
    pub sets: IndexMap<String, Ref>,
}
