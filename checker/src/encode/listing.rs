//! The reachable states of a symbolic structure, listed: for teaching, drawing and tests.
//!
//! This follows the definitions in `belnap_ir::kripke` word by word, on the plain node table. It
//! shares nothing with the symbolic engine, so that the two can be held against each other.
//!
//! What a reader would guess wrong: of the must-successors only the one that knows most is
//! listed, as it decides every formula; and a transition to it is `t` only if it is complete and
//! may be taken, else `b`. A proposition is called like the variable and means, at each location,
//! what the name means there: a local of the activation first, then a global, else unknown.

use std::collections::{HashMap, VecDeque};

use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{LocId, StateId, TiVec, VarId};
use belnap_ir::kripke::{
    Events, ExplicitKripke, ExplicitState, ExplicitTransition, Scope, Semantics, SymbolicEdge,
    SymbolicKripke,
};
use indexmap::IndexMap;

use super::listed_names::{propositions, state_names};
use super::live::live;

/// The rule of a diagnostic that says that there are more states than may be listed.
pub const STATE_LIMIT: &str = "listing-limit";

/// The value of each variable; `None` is unknown.
pub type TriVector = Vec<Option<bool>>;

/// A listed structure, and what its states stand for.
pub struct Listing {
    /// The structure.
    pub structure: ExplicitKripke,
    /// The tri-vector of each state.
    pub vectors: Vec<TriVector>,
}

/// The reachable states of a structure, refusing more than `limit` of them.
///
/// # Errors
/// If there are more states than `limit`.
pub fn list(kripke: &SymbolicKripke, limit: usize) -> Result<ExplicitKripke, Diagnostic> {
    list_with_vectors(kripke, limit).map(|listing| listing.structure)
}

/// As [`list`], with the tri-vectors.
///
/// # Errors
/// If there are more states than `limit`.
pub fn list_with_vectors(kripke: &SymbolicKripke, limit: usize) -> Result<Listing, Diagnostic> {
    list_part(kripke, usize::MAX, limit).map(|(listing, _)| listing)
}

/// The part of a structure that is near the initial states: the successors of at most `most`
/// states are looked at, breadth first. Says of which states they were not.
///
/// # Errors
/// If there are more states than `limit`.
pub fn list_part(
    kripke: &SymbolicKripke,
    most: usize,
    limit: usize,
) -> Result<(Listing, Vec<bool>), Diagnostic> {
    list_with(kripke, None, most, limit)
}

/// As [`list_with_vectors`], but states are not told apart by variables that no later step reads
/// before it assigns them, except for those to keep: in states these are unknown.
///
/// # Errors
/// If there are more states than `limit`.
pub fn list_live(
    kripke: &SymbolicKripke,
    keep: &dyn Fn(VarId) -> bool,
    limit: usize,
) -> Result<Listing, Diagnostic> {
    let live = live(kripke, keep);
    list_with(kripke, Some(live), usize::MAX, limit).map(|(listing, _)| listing)
}

fn list_with(
    kripke: &SymbolicKripke,
    live: Option<TiVec<LocId, Vec<bool>>>,
    most: usize,
    limit: usize,
) -> Result<(Listing, Vec<bool>), Diagnostic> {
    let mut lister = Lister {
        meaning: Meaning { kripke },
        live,
        limit,
        states: Vec::new(),
        numbers: HashMap::new(),
        work: VecDeque::new(),
        transitions: Vec::new(),
    };
    let initial = lister.initial()?;
    let inhabited = lister.inhabited(&initial)?;
    let mut looked_at = 0;
    while looked_at < most
        && let Some(from) = lister.work.pop_front()
    {
        lister.expand(from)?;
        looked_at += 1;
    }
    let mut cut = vec![false; lister.states.len()];
    for state in &lister.work {
        cut[state.index()] = true;
    }
    Ok((lister.finish(initial, inhabited), cut))
}

/// A location and a tri-vector.
pub(super) type State = (LocId, TriVector);

/// What the functions of a structure say of tri-vectors.
#[derive(Clone, Copy)]
struct Meaning<'k> {
    kripke: &'k SymbolicKripke,
}

impl Meaning<'_> {
    /// Values of the decision variables: before a step, after it, choices.
    fn point(&self, before: &[Option<bool>], after: &[Option<bool>]) -> TriVector {
        let mut point = before.to_vec();
        point.extend(after);
        point.resize(point.len() + self.kripke.choices as usize, None);
        point
    }

    /// Whether a function is true under every completion.
    fn definitely(&self, function: Ref, point: &mut TriVector) -> bool {
        let Some(index) = function.node_index() else { return function == Ref::TRUE };
        let node = self.kripke.table.nodes[index];
        let signed = |child: Ref| match function.is_complemented() {
            true => child.complement(),
            false => child,
        };
        let var = node.var as usize;
        match point[var] {
            Some(true) => self.definitely(signed(node.hi), point),
            Some(false) => self.definitely(signed(node.lo), point),
            None => {
                point[var] = Some(true);
                let both = self.definitely(signed(node.hi), point) && {
                    point[var] = Some(false);
                    self.definitely(signed(node.lo), point)
                };
                point[var] = None;
                both
            }
        }
    }

    fn enforced(&self, at: LocId) -> [Ref; 2] {
        let scope = self.kripke.locations[at].scope;
        [self.kripke.enforce, self.kripke.scopes[scope].enforce]
    }

    /// Whether every completion satisfies what is enforced at a location.
    fn admitted(&self, at: LocId, vector: &[Option<bool>]) -> bool {
        let mut point = self.point(vector, &vec![None; vector.len()]);
        self.enforced(at).into_iter().all(|function| self.definitely(function, &mut point))
    }

    /// Whether no completion satisfies what is enforced at a location.
    fn refused(&self, at: LocId, vector: &[Option<bool>]) -> bool {
        let mut completed = vector.to_vec();
        !self.some_completion(at, &mut completed, 0)
    }

    fn some_completion(&self, at: LocId, vector: &mut TriVector, from: usize) -> bool {
        let mut point = self.point(vector, &vec![None; vector.len()]);
        let enforced = self.enforced(at);
        if enforced.iter().any(|function| self.definitely(function.complement(), &mut point)) {
            return false;
        }
        let Some(var) = (from..vector.len()).find(|var| vector[*var].is_none()) else {
            return true;
        };
        let mut some = false;
        for value in [true, false] {
            vector[var] = Some(value);
            some = some || self.some_completion(at, vector, var + 1);
        }
        vector[var] = None;
        some
    }

    /// The choice variables an edge uses, as decision variables.
    fn choices(&self, edge: &SymbolicEdge) -> Vec<usize> {
        let parts = edge.updates.iter().map(|(_, value)| value);
        let parts = parts.chain([&edge.guard]).chain(&edge.constrain);
        let mut stack: Vec<Ref> = parts.flat_map(|part| [part.truth, part.falsity]).collect();
        let mut seen = std::collections::HashSet::new();
        let mut found = std::collections::BTreeSet::new();
        while let Some(index) = stack.pop().map(Ref::node_index) {
            let Some(index) = index.filter(|index| seen.insert(*index)) else { continue };
            let node = self.kripke.table.nodes[index];
            if node.var as usize >= 2 * self.kripke.variables.len() {
                found.insert(node.var as usize);
            }
            stack.extend([node.hi, node.lo]);
        }
        found.into_iter().collect()
    }

    /// The successor that knows most; none if an update is inconsistent.
    fn best_successor(&self, edge: &SymbolicEdge, point: &mut TriVector) -> Option<TriVector> {
        let mut after = point[..self.kripke.variables.len()].to_vec();
        for (var, value) in &edge.updates {
            let truth = self.definitely(value.truth, point);
            let falsity = self.definitely(value.falsity, point);
            after[var.index()] = match (truth, falsity) {
                (true, true) => return None,
                (true, false) => Some(true),
                (false, true) => Some(false),
                (false, false) => None,
            };
        }
        Some(after)
    }
}

struct Lister<'k> {
    meaning: Meaning<'k>,
    /// By location: the variables that tell states apart; all if `None`.
    live: Option<TiVec<LocId, Vec<bool>>>,
    limit: usize,
    states: Vec<State>,
    numbers: HashMap<State, StateId>,
    work: VecDeque<StateId>,
    transitions: Vec<ExplicitTransition>,
}

/// The transitions out of one state: must and may halves by target, action and statement.
type Outgoing<'k> = IndexMap<(StateId, Option<&'k str>, &'k str), (bool, bool)>;

impl<'k> Lister<'k> {
    /// Whether a variable tells states at a location apart.
    fn matters(&self, at: LocId, var: usize) -> bool {
        self.live.as_ref().is_none_or(|live| live[at][var])
    }

    fn state(&mut self, at: LocId, mut vector: TriVector) -> Result<StateId, Diagnostic> {
        for (var, value) in vector.iter_mut().enumerate() {
            value.take_if(|_| !self.matters(at, var));
        }
        let state = (at, vector);
        if let Some(known) = self.numbers.get(&state) {
            return Ok(*known);
        }
        if self.states.len() >= self.limit {
            return Err(self.too_many());
        }
        let number = StateId::from(self.states.len());
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        self.work.push_back(number);
        Ok(number)
    }

    fn too_many(&self) -> Diagnostic {
        let message = format!("more than {} states are reachable", self.limit);
        Diagnostic::error(STATE_LIMIT, Place::Whole, message)
            .note("the symbolic form does not list states")
    }

    /// The complete states at the entry.
    fn initial(&mut self) -> Result<Vec<StateId>, Diagnostic> {
        let initial = self.entry_states(&|_| false)?;
        if initial.is_empty() {
            let message = "no state at the entry satisfies what is enforced";
            return Err(Diagnostic::error("listing-empty", Place::Whole, message)
                .note("a structure without initial states has no executions to speak of"));
        }
        Ok(initial)
    }

    /// The states at the entry that are known to stand for some concrete state: predicates are
    /// forgotten there, because not each combination of them need be possible.
    fn inhabited(&mut self, initial: &[StateId]) -> Result<Vec<StateId>, Diagnostic> {
        let kripke = self.meaning.kripke;
        let forgotten = |id: VarId| {
            let variable = &kripke.variables[id];
            variable.predicate && variable.scope.is_none_or(|scope| scope.0 == 0)
        };
        if kripke.strict || !kripke.variables.keys().any(forgotten) {
            return Ok(initial.to_vec());
        }
        if kripke.semantics == Semantics::Over {
            return Ok(Vec::new());
        }
        self.entry_states(&|index| forgotten(index.into()))
    }

    /// States at the entry: activations other than `main` parked, some variables `forgotten`.
    fn entry_states(
        &mut self,
        forgotten: &dyn Fn(usize) -> bool,
    ) -> Result<Vec<StateId>, Diagnostic> {
        let meaning = self.meaning;
        let parked = meaning
            .kripke
            .variables
            .iter()
            .map(|variable| variable.scope.is_some_and(|scope| scope.0 != 0).then_some(false));
        let entry = meaning.kripke.entry;
        let refused = |vector: &[Option<bool>]| meaning.refused(entry, vector);
        let forgotten = |var: usize| forgotten(var) || !self.matters(entry, var);
        let vectors = self.completions(parked.collect(), &forgotten, &refused)?;
        vectors.into_iter().map(|vector| self.state(entry, vector)).collect()
    }

    /// The completions of a vector (but for the variables `kept`) that are not refused; what is
    /// refused has no completion that is not.
    fn completions(
        &self,
        open: TriVector,
        kept: &dyn Fn(usize) -> bool,
        refused: &dyn Fn(&[Option<bool>]) -> bool,
    ) -> Result<Vec<TriVector>, Diagnostic> {
        let mut found = Vec::new();
        let mut stack = vec![(open, 0)];
        while let Some((vector, from)) = stack.pop() {
            if refused(&vector) {
                continue;
            }
            let unknown = (from..vector.len()).find(|i| vector[*i].is_none() && !kept(*i));
            let Some(var) = unknown else {
                found.push(vector);
                if found.len() > self.limit {
                    return Err(self.too_many());
                }
                continue;
            };
            for value in [false, true] {
                let mut decided = vector.clone();
                decided[var] = Some(value);
                stack.push((decided, var + 1));
            }
        }
        Ok(found)
    }

    fn expand(&mut self, from: StateId) -> Result<(), Diagnostic> {
        let kripke = self.meaning.kripke;
        let (at, vector) = self.states[from.index()].clone();
        let mut out = Outgoing::new();
        for edge in kripke.edges.iter().filter(|edge| edge.from == at) {
            let choices = self.meaning.choices(edge);
            let choices_open = vec![None; choices.len()];
            for valuation in self.completions(choices_open, &|_| false, &|_| false)? {
                let mut point = self.meaning.point(&vector, &vec![None; vector.len()]);
                for (var, value) in choices.iter().zip(valuation) {
                    point[*var] = value;
                }
                self.follow(edge, point, &mut out)?;
            }
        }
        self.transitions.extend(out.into_iter().map(|((to, action, statement), (must, may))| {
            ExplicitTransition {
                from,
                to,
                value: Belnap::from_halves(must, may),
                action: action.map(str::to_owned),
                statement: Some(statement.to_owned()),
            }
        }));
        Ok(())
    }

    /// The successors along an edge under one valuation of its choices.
    fn follow(
        &mut self,
        edge: &'k SymbolicEdge,
        mut point: TriVector,
        out: &mut Outgoing<'k>,
    ) -> Result<(), Diagnostic> {
        let meaning = self.meaning;
        let kripke = meaning.kripke;
        let count = kripke.variables.len();
        let guard_true = meaning.definitely(edge.guard.truth, &mut point);
        let guard_false = meaning.definitely(edge.guard.falsity, &mut point);
        let Some(best) = meaning.best_successor(edge, &mut point) else { return Ok(()) };
        let leads_to = |after: &[Option<bool>]| {
            let mut point = point.clone();
            point[count..2 * count].copy_from_slice(after);
            point
        };
        let key = |to| (to, edge.action.as_deref(), edge.statement.as_str());
        let bound = || {
            let constrained = edge
                .constrain
                .is_none_or(|constrain| meaning.definitely(constrain.truth, &mut leads_to(&best)));
            constrained && meaning.admitted(edge.to, &best)
        };
        let must = kripke.semantics != Semantics::Over && guard_true && (!kripke.strict || bound());
        if must {
            let to = self.state(edge.to, best.clone())?;
            out.entry(key(to)).or_default().0 = true;
        }
        if kripke.semantics == Semantics::Under || guard_false {
            return Ok(());
        }
        let refused = |after: &[Option<bool>]| {
            let violated = edge.constrain.is_some_and(|constrain| {
                meaning.definitely(constrain.falsity, &mut leads_to(after))
            });
            violated || meaning.refused(edge.to, after)
        };
        let forgotten = |var: usize| !self.matters(edge.to, var);
        for after in self.completions(best.clone(), &forgotten, &refused)? {
            let to = self.state(edge.to, after)?;
            out.entry(key(to)).or_default().1 = true;
        }
        Ok(())
    }

    fn finish(self, initial: Vec<StateId>, inhabited: Vec<StateId>) -> Listing {
        let kripke = self.meaning.kripke;
        let names = state_names(kripke, &self.states);
        let propositions = propositions(kripke);
        let states = self.states.iter().zip(names).map(|((at, vector), name)| ExplicitState {
            name,
            labels: propositions.iter().map(|given| given.value(*at, vector)).collect(),
            location: Some(*at),
            blocking: kripke.locations[*at].blocking,
        });
        let structure = ExplicitKripke {
            semantics: kripke.semantics,
            total: !kripke.strict,
            states: states.collect(),
            propositions: propositions.iter().map(|given| given.name.clone()).collect(),
            locations: kripke.locations.clone(),
            scopes: kripke
                .scopes
                .iter()
                .map(|scope| Scope { enforce: Ref::TRUE, ..scope.clone() })
                .collect(),
            initial,
            inhabited,
            prefix: kripke.prefix,
            transitions: self.transitions,
            events: Events::default(),
        };
        Listing { structure, vectors: self.states.into_iter().map(|(_, vector)| vector).collect() }
    }
}
