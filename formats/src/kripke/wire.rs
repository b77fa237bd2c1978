//! How structures stand in files. Shorthands that a person may use are variants here; what we
//! print is said in `explicit.rs` and `symbolic.rs`.
//!
//! Names that stand in long lists are borrowed from the text where it has no escapes.

use std::borrow::Cow;

use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{CfgEdgeId, ScopeId};
use belnap_ir::kripke::{LocationKind, Semantics};
use belnap_ir::span::SourceLine;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

type Text<'a> = Cow<'a, str>;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A four-valued Kripke structure.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "Belnap Kripke structure", rename = "Kripke")]
pub(super) enum KripkeWire<'a> {
    /// States are listed.
    Explicit(ExplicitWire<'a>),
    /// States are locations and valuations of Boolean variables.
    Symbolic(SymbolicWire<'a>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) enum FormatTag {
    #[serde(rename = "belnap.kripke")]
    Kripke,
}

#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) enum ExplicitTag {
    #[default]
    #[serde(rename = "explicit")]
    Explicit,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) enum SymbolicTag {
    #[serde(rename = "symbolic")]
    Symbolic,
}

fn exact() -> Semantics {
    Semantics::Exact
}

/// A structure whose states are listed.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Explicit")]
pub(super) struct ExplicitWire<'a> {
    pub format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    #[serde(default)]
    pub kind: ExplicitTag,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub producer: Text<'a>,
    /// SHA-256 of each input file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// Which halves of the transition relation are known.
    #[serde(default = "exact")]
    pub semantics: Semantics,
    /// The system that the structure stands for always has a next state.
    #[serde(default)]
    pub total: bool,
    /// Steps from the initial states to where properties are judged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prefix: u32,
    /// The actions that the structure takes part in; those of its transitions if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alphabet: Vec<Text<'a>>,
    /// What the structure was composed from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentWire<'a>>,
    /// Actions that some step from a state certainly has, although it is not known where it leads.
    #[serde(borrow, default, skip_serializing_if = "Entries::is_empty")]
    pub certain: Entries<'a, Vec<Text<'a>>>,
    /// Names of the propositions; those used in labels if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub propositions: Option<Vec<Text<'a>>>,
    /// Activations of procedures; one of `main` if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<ScopeWire<'a>>,
    /// Control locations, if the structure came from a program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<LocationWire<'a>>,
    /// Names of the initial states.
    pub initial: Vec<Text<'a>>,
    /// Names of states that stand for some concrete one; the initial ones if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inhabited: Option<Vec<Text<'a>>>,
    #[serde(borrow)]
    pub states: StatesWire<'a>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub transitions: Option<Vec<TransitionWire<'a>>>,
    /// Transitions that exist (notation of KMTSs).
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub must: Option<Vec<TransitionWire<'a>>>,
    /// Transitions that may exist (notation of KMTSs).
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub may: Option<Vec<TransitionWire<'a>>>,
}

/// A component of a composed structure.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Component")]
pub(super) struct ComponentWire<'a> {
    /// Its propositions begin with this and a dot.
    pub name: Text<'a>,
    /// The actions it takes part in.
    pub alphabet: Vec<Text<'a>>,
}

/// States: an object from names to labels, or a list.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "States")]
pub(super) enum StatesWire<'a> {
    ByName(Entries<'a, LabelsWire<'a>>),
    List(Vec<StateWire<'a>>),
}

/// A state: its name if it has no labels, or an object.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "State")]
pub(super) enum StateWire<'a> {
    Name(Text<'a>),
    Object(StateObject<'a>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct StateObject<'a> {
    pub name: Text<'a>,
    #[serde(borrow, default)]
    pub labels: LabelsWire<'a>,
    /// Name of the control location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Text<'a>>,
    /// The concrete system may have no next state here.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocking: bool,
}

/// Labels of a state: an object from propositions to values (`f` where left out), a list of the
/// propositions that are true, or a letter for each listed proposition.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Labels")]
pub(super) enum LabelsWire<'a> {
    Object(Entries<'a, ValueWire>),
    Names(Vec<Text<'a>>),
    Letters(Text<'a>),
}

impl Default for LabelsWire<'_> {
    fn default() -> Self {
        LabelsWire::Names(Vec::new())
    }
}

/// A transition: `[from, to]`, `[from, to, value]`, or an object.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Transition")]
pub(super) enum TransitionWire<'a> {
    Pair(Text<'a>, Text<'a>),
    Triple(Text<'a>, Text<'a>, ValueWire),
    // Rare, and much larger than the others.
    Object(Box<TransitionObject<'a>>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub(super) struct TransitionObject<'a> {
    pub from: Text<'a>,
    pub to: Text<'a>,
    /// `t` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<ValueWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Text<'a>>,
    /// The statement of the Boolean program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<Text<'a>>,
}

/// A structure whose states are locations and valuations of Boolean variables.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Symbolic")]
pub(super) struct SymbolicWire<'a> {
    pub format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    pub version: u32,
    pub kind: SymbolicTag,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "is_default")]
    pub producer: Text<'a>,
    /// SHA-256 of each input file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// Which halves of the transition relation are known.
    #[serde(default = "exact")]
    pub semantics: Semantics,
    /// Constraints bind the must half too, and every complete entry state is real.
    #[serde(default)]
    pub strict: bool,
    pub variables: Vec<VariableWire<'a>>,
    /// Number of choice variables.
    #[serde(default, skip_serializing_if = "is_default")]
    pub choices: u32,
    /// Activations of procedures; one of `main` if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<ScopeWire<'a>>,
    pub locations: Vec<LocationWire<'a>>,
    /// Name of the entry location.
    pub entry: Text<'a>,
    /// Steps from the entry to the location where properties are judged.
    #[serde(default, skip_serializing_if = "is_default")]
    pub prefix: u32,
    pub edges: Vec<EdgeWire<'a>>,
    /// What all complete states satisfy.
    #[serde(default = "true_ref", skip_serializing_if = "is_true_ref")]
    pub enforce: Ref,
    /// Propositions beyond variables and locations.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub propositions: Vec<PropositionWire<'a>>,
    /// Entry i is node i + 2: `[variable, hi, lo]`.
    #[serde(default)]
    pub nodes: Vec<(u32, Ref, Ref)>,
}

fn true_ref() -> Ref {
    Ref::TRUE
}

fn is_true_ref(function: &Ref) -> bool {
    *function == Ref::TRUE
}

/// A Boolean variable.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Variable")]
pub(super) struct VariableWire<'a> {
    /// As in the Boolean program: `lock`, or `{x == 2}` with its braces.
    pub name: Text<'a>,
    /// The activation it is local to; none for a global.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeId>,
    /// Whether it is a predicate over some program.
    #[serde(default, skip_serializing_if = "is_default")]
    pub predicate: bool,
}

/// One activation of a procedure.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Scope")]
pub(super) struct ScopeWire<'a> {
    pub procedure: Text<'a>,
    /// The activation that called it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<ScopeId>,
    /// What complete states at its locations satisfy.
    #[serde(default = "true_ref", skip_serializing_if = "is_true_ref")]
    pub enforce: Ref,
}

/// A control location.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Location")]
pub(super) struct LocationWire<'a> {
    pub name: Text<'a>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Text<'a>>,
    /// The activation it belongs to.
    #[serde(default = "main_scope", skip_serializing_if = "is_main_scope")]
    pub scope: ScopeId,
    #[serde(default = "normal", skip_serializing_if = "is_normal")]
    pub kind: LocationKind,
    /// The procedure whose first statement is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Text<'a>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLine>,
    /// The concrete system may have no next state here.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocking: bool,
}

fn main_scope() -> ScopeId {
    ScopeId(0)
}

fn is_main_scope(scope: &ScopeId) -> bool {
    scope.0 == 0
}

fn normal() -> LocationKind {
    LocationKind::Normal
}

fn is_normal(kind: &LocationKind) -> bool {
    *kind == LocationKind::Normal
}

/// A transition between locations.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Edge")]
pub(super) struct EdgeWire<'a> {
    /// Name of the source location.
    pub from: Text<'a>,
    /// Name of the target location.
    pub to: Text<'a>,
    /// When the edge exists; always if left out.
    #[serde(default = "always", skip_serializing_if = "is_always")]
    pub guard: PartialWire,
    /// Variables that change, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<UpdateWire>,
    /// Relation between values before and after.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constrain: Option<PartialWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Text<'a>>,
    /// The statement of the Boolean program.
    #[serde(default, skip_serializing_if = "is_default")]
    pub statement: Text<'a>,
    /// What the edge abstracts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<OriginWire<'a>>,
}

fn always() -> PartialWire {
    PartialWire::Exact(Ref::TRUE)
}

fn is_always(partial: &PartialWire) -> bool {
    matches!(partial, PartialWire::Exact(Ref::TRUE))
}

/// What an edge abstracts.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Origin")]
pub(super) struct OriginWire<'a> {
    /// The edge of the control-flow graph.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<CfgEdgeId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceLine>,
    /// The source text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text<'a>>,
}

/// A proposition with a value at each location; `f` where left out.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Proposition")]
pub(super) struct PropositionWire<'a> {
    pub name: Text<'a>,
    #[serde(borrow)]
    pub values: Entries<'a, ValueWire>,
}

/// A partial function: where it is true and false; one number if it is false elsewhere.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "PartialFunction")]
pub(super) enum PartialWire {
    Exact(Ref),
    Pair(Ref, Ref),
}

/// A variable's number, and where its new value is true and false.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Update")]
pub(super) enum UpdateWire {
    Exact(u32, Ref),
    Pair(u32, Ref, Ref),
}

/// A truth value: a letter, or a word or Boolean for all but `b`.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct ValueWire(pub Belnap);

/// An object whose keys keep their order and may be found to stand twice.
pub(super) struct Entries<'a, V>(pub Vec<(Text<'a>, V)>);

impl<V> Default for Entries<'_, V> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<V> Entries<'_, V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
