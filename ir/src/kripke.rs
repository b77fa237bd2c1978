//! Four-valued Kripke structures: explicit (states listed) and symbolic (per-location operations
//! over Boolean variables, functions as decision diagrams).
//!
//! The meaning of a structure is a set of states, Belnap-valued propositions on them and a
//! Belnap-valued transition relation; `must` and `may` are its two halves.
//!
//! # Symbolic states
//! A symbolic state is a location and a *tri-vector*: each variable true, false or unknown. It is
//! *complete* if nothing is unknown. `a ⊨ f`, for a function f of the variables, means that f is
//! true under every completion of a. For an edge with guard (q, r) and updates `p := (qi, ri)`
//! (a variable without update has `(p, !p)`), and for each valuation of the choice variables
//! that occur in it (a state with both a ⊨ qi and a ⊨ ri has no concrete counterpart, and the edge
//! does not exist there):
//! * *must*(a, b): a ⊨ q, and for each i, b(pi) is unknown, or true and a ⊨ qi, or false and
//!   a ⊨ ri. If the structure is `strict`, also the constraint is definitely true of (a, b), and
//!   `enforce` of b, for the b that knows most.
//! * *may*(a, b): b is complete and satisfies `enforce`; not a ⊨ r; for no i a ⊨ ri while b(pi)
//!   is true, or a ⊨ qi while b(pi) is false; and the constraint is not definitely false of
//!   (a, b).
//!
//! # What is not in a structure of one-sided semantics
//! In `over` the must half is empty. In `under` nothing is known of the may half: there `AX φ`
//! is never definitely true.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bdd::{BddTable, Ref};
use crate::belnap::Belnap;
use crate::boolprog::{Name, Origin};
use crate::ids::{EdgeId, LocId, ScopeId, StateId, TiVec, VarId};
use crate::span::SourceLine;

/// Which halves of the transition relation a structure has (YASM §3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Semantics {
    /// May only, complete states.
    Over,
    /// Must only, tri-vectors.
    Under,
    /// Both.
    Exact,
}

/// A structure of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kripke {
    /// States are listed.
    Explicit(ExplicitKripke),
    /// States are locations and valuations.
    Symbolic(SymbolicKripke),
}

/// What a location is, beyond its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LocationKind {
    /// Before a statement.
    Normal,
    /// The program has ended; a self-loop.
    Halted,
    /// An `assert` has failed; a self-loop.
    Failed,
    /// Anywhere inside of calls that are not expanded; places that this may be are propositions.
    Deeper,
}

/// A control location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Unique, stable name: `main:L3`, `main:7`, `main/7.f:L1`.
    pub name: String,
    /// Labels of the statement here, as in the Boolean program.
    pub labels: Vec<String>,
    /// The activation it belongs to.
    pub scope: ScopeId,
    /// What it is.
    pub kind: LocationKind,
    /// The procedure whose first statement is here.
    pub enters: Option<String>,
    /// The source line of the statement here.
    pub source: Option<SourceLine>,
    /// The concrete system may have no successor here, so the `wp` trick does not apply.
    pub blocking: bool,
}

/// One activation of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The procedure.
    pub procedure: String,
    /// The activation that called it; scope 0, of `main`, has none. Smaller than its own id.
    pub caller: Option<ScopeId>,
    /// What complete states at its locations satisfy, beyond the structure's `enforce`.
    pub enforce: Ref,
}

/// A Boolean variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in the Boolean program.
    pub name: Name,
    /// The activation it is local to; `None` for a global.
    pub scope: Option<ScopeId>,
    /// A predicate over some program: not every combination of predicates need be consistent.
    pub predicate: bool,
}

/// A partial Boolean function: `truth` is where it is true, `falsity` where it is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Partial {
    /// q of `choose(q, r)`.
    pub truth: Ref,
    /// r of `choose(q, r)`.
    pub falsity: Ref,
}

impl Partial {
    /// The constant true.
    pub const TRUE: Partial = Partial { truth: Ref::TRUE, falsity: Ref::FALSE };
}

/// A transition between locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicEdge {
    /// Source.
    pub from: LocId,
    /// Target.
    pub to: LocId,
    /// When it exists.
    pub guard: Partial,
    /// Variables that change, ascending; the others keep their value.
    pub updates: Vec<(VarId, Partial)>,
    /// Relation between before and after (over next variables too).
    pub constrain: Option<Partial>,
    /// Action, if any.
    pub action: Option<String>,
    /// The statement, as printed in the Boolean program.
    pub statement: String,
    /// What it abstracts.
    pub origin: Option<Origin>,
}

/// A proposition with a value given per location (used where it is not a variable).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposition {
    /// Its name.
    pub name: String,
    /// Its value at each location; as many entries as locations.
    pub values: TiVec<LocId, Belnap>,
}

/// A symbolic structure.
///
/// With n variables, decision variable `i < n` of the table is the value of variable i before a
/// step, `n + i` its value after (only in constraints), `2n + k` choice variable k: a real choice
/// made by the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymbolicKripke {
    /// Which halves it has.
    pub semantics: Semantics,
    /// Constraints bind the must half too and every complete entry state is real (classic
    /// Boolean programs).
    pub strict: bool,
    /// Variables.
    pub variables: TiVec<VarId, Variable>,
    /// Number of choice variables.
    pub choices: u32,
    /// Activations; 0 is `main`.
    pub scopes: TiVec<ScopeId, Scope>,
    /// Locations.
    pub locations: TiVec<LocId, Location>,
    /// The entry location: all states that satisfy `enforce` are initial.
    pub entry: LocId,
    /// Steps from the entry to the location where properties are judged (docs/semantics.md §2).
    pub prefix: u32,
    /// Edges, ascending by source.
    pub edges: TiVec<EdgeId, SymbolicEdge>,
    /// What all complete states satisfy.
    pub enforce: Ref,
    /// Propositions beyond variables and locations.
    pub propositions: Vec<Proposition>,
    /// All functions.
    pub table: BddTable,
}

/// A state of an explicit structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitState {
    /// Unique name.
    pub name: String,
    /// Value of each proposition, in the structure's order.
    pub labels: Vec<Belnap>,
    /// The control location, if the structure came from a program.
    pub location: Option<LocId>,
    /// The concrete system may have no successor here.
    pub blocking: bool,
}

/// A transition of an explicit structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitTransition {
    /// Source.
    pub from: StateId,
    /// Target.
    pub to: StateId,
    /// `t`, `n` (may only) or `b` (must only); `f` is allowed and the same as absence.
    pub value: Belnap,
    /// Action, if any.
    pub action: Option<String>,
    /// The statement it comes from.
    pub statement: Option<String>,
}

/// A component of a composed structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name: propositions of the whole begin with it and a dot, and its steps without an
    /// action have the action that [`Component::internal`] says.
    pub name: String,
    /// The actions it takes part in.
    pub alphabet: Vec<String>,
}

impl Component {
    /// What stands for an action in steps of this component alone that have none.
    pub fn internal(&self) -> String {
        format!("{}.*", self.name)
    }
}

/// The actions of a structure, beyond those of its transitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Actions that it takes part in, distinct. All of them, unless there are none.
    pub alphabet: Vec<String>,
    /// What it was composed from, names distinct. The alphabet is what these have together.
    pub components: Vec<Component>,
    /// Actions that some step from a state certainly has although it is not known where it leads,
    /// or `component.*` for one without an action. States ascend.
    pub certain: Vec<(StateId, Vec<String>)>,
}

impl Events {
    /// The same for a structure with other states.
    pub fn of_other_states(&self) -> Events {
        Events { certain: Vec::new(), ..self.clone() }
    }

    /// The actions that are certain in a state without a transition that must exist.
    pub fn certain_in(&self, state: StateId) -> &[String] {
        let found = self.certain.binary_search_by_key(&state, |(own, _)| *own);
        found.map_or(&[], |index| &self.certain[index].1)
    }
}

/// An explicit structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitKripke {
    /// Which halves it has.
    pub semantics: Semantics,
    /// The concrete system is total, so the `wp` trick applies (except in blocking states).
    pub total: bool,
    /// Names of propositions, distinct.
    pub propositions: Vec<String>,
    /// Locations, if it came from a program; else empty.
    pub locations: TiVec<LocId, Location>,
    /// Activations, if it came from a program; else empty.
    pub scopes: TiVec<ScopeId, Scope>,
    /// States, names distinct, at least one.
    pub states: TiVec<StateId, ExplicitState>,
    /// A property holds if it is true in all of these. Not empty.
    pub initial: Vec<StateId>,
    /// A property fails if it is false in one of these: states known to stand for some concrete
    /// one.
    pub inhabited: Vec<StateId>,
    /// Steps from the initial states to where properties are judged.
    pub prefix: u32,
    /// Transitions, no two between the same states with the same action and statement.
    pub transitions: Vec<ExplicitTransition>,
    /// What is known of actions besides.
    pub events: Events,
}
