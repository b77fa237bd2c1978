//! A symbolic structure as decision diagrams: the layout of variables, and images of edges.
//!
//! A tri-vector is two bits per variable: *known true* and *known false* ("rails"). A set of
//! complete states uses the first rail only. For a function f of complete states, the *dual*
//! `D(f)` is the set of tri-vectors all of whose completions satisfy f; it is monotone in the
//! rails, and so is every set of states where a formula is definitely true. Therefore
//! * the must-preimage of a set of tri-vectors is a substitution (`known true := D(q)`,
//!   `known false := D(r)`), because the successor that knows most decides;
//! * the states all of whose may-successors lie in a set Q of complete states are the
//!   must-preimage of D(Q), because the may-successors are the completions of that successor.

use std::ops::Range;

use belnap_ir::ids::{EdgeId, LocId, VarId};
use belnap_ir::kripke::{Semantics, SymbolicKripke};
use rustc_hash::FxHashMap;

use super::edges::{CompleteEdge, PartialEdge};
use crate::bdd::{Bdd, Bdds, NodeLimit, Substitution};

/// Which states a set is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Domain {
    /// Complete states: one rail.
    Complete,
    /// Tri-vectors: two rails.
    Partial,
}

/// A state's variables, each true, false or unknown.
pub type TriVector = Vec<Option<bool>>;

/// Decision variables per program variable: two rails before a step, two after.
<<<<<<< HEAD
pub(super) const RAILS: u32 = 4;
=======
const RAILS: u32 = 4;

/// The functions of an edge on complete states.
struct CompleteEdge {
    guard: Bdd,
    /// No may-successor: guard refused, inconsistent update, or constraint violated.
    blocked: Bdd,
    /// Must-transitions also need this (strict structures).
    required: Bdd,
    /// New values; an update that is not exact reads the variable's after-rail as a choice.
    values: Substitution,
    choices: Bdd,
    /// Steps as a relation to the after-rails of the updated variables, and what to quantify.
    relation: Bdd,
    /// The same without the constraint, which must-transitions of other than strict structures
    /// do not look at.
    unconstrained: Bdd,
    before: Bdd,
    renaming: Substitution,
    identity: bool,
}

/// The functions of an edge on tri-vectors.
struct PartialEdge {
    guard: Bdd,
    blocked: Bdd,
    inconsistent: Bdd,
    rails: Substitution,
    choices: Bdd,
    /// For constrained edges: where the constraint is definitely violated (after-rail read as a
    /// value), and the rails to put in for the after-rails.
    constrained: Option<(Bdd, Substitution)>,
    identity: bool,
}
>>>>>>> f0a93b90cc6821218e67c2e49f1e9a777a657628

/// A structure ready for checking.
pub struct Space<'k> {
    /// The structure.
    pub kripke: &'k SymbolicKripke,
    /// The diagrams.
    pub bdds: Bdds,
    /// Nothing is ever unknown from a complete state on, and all entry states are complete: the
    /// must half needs no tri-vectors.
    pub closed: bool,
    names: Vec<String>,
    pub(super) position: Vec<u32>,
    pub(super) complete: Vec<CompleteEdge>,
    pub(super) partial: Vec<PartialEdge>,
    outgoing: Vec<Range<usize>>,
    incoming: Vec<Vec<EdgeId>>,
    enforce: Vec<Bdd>,
    unenforced: Vec<Bdd>,
    completing: Substitution,
    /// Renames current to after rails, for constrained edges.
    to_after: Substitution,
    images: std::cell::Cell<u64>,
}

impl<'k> Space<'k> {
    /// Builds the diagrams of a structure, with at most `max_nodes` nodes.
    pub fn new(kripke: &'k SymbolicKripke, max_nodes: usize) -> Result<Self, NodeLimit> {
        let n = u32::try_from(kripke.variables.len()).expect("variables are numbered by u32");
        // A large cache costs milliseconds to set up, which small structures need not pay.
        let cache = (kripke.edges.len() * (n as usize + 1) * 64).clamp(1 << 14, 1 << 20);
        let bdds = Bdds::new(RAILS * n + kripke.choices, max_nodes, cache)?;
        let position = super::order::variable_order(kripke);
        let var = |number: u32| match number {
            number if number < n => RAILS * position[number as usize],
            number if number < 2 * n => RAILS * position[(number - n) as usize] + 2,
            number => RAILS * n + (number - 2 * n),
        };
        let table = bdds.import(&kripke.table, var)?;
        let mut enforce = Vec::with_capacity(kripke.locations.len());
        let mut unenforced = Vec::with_capacity(kripke.locations.len());
        let everywhere = table.get(&bdds, kripke.enforce)?;
        for location in &kripke.locations {
            let own = table.get(&bdds, kripke.scopes[location.scope.index()].enforce)?;
            let both = bdds.and(&everywhere, &own)?;
            unenforced.push(bdds.not(&both)?);
            enforce.push(both);
        }
        let completing = bdds.substitution(
            (0..n)
                .map(|v| Ok((RAILS * v + 1, bdds.not(bdds.var(RAILS * v))?)))
                .collect::<Result<Vec<_>, NodeLimit>>()?,
        );
        let to_after =
            bdds.substitution((0..n).map(|v| (RAILS * v, bdds.var(RAILS * v + 2).clone())));
        let mut outgoing = vec![0..0; kripke.locations.len()];
        let mut incoming = vec![Vec::new(); kripke.locations.len()];
        for (index, edge) in kripke.edges.iter().enumerate() {
            let out = &mut outgoing[edge.from.index()];
            if out.start == out.end {
                *out = index..index;
            }
            out.end = index + 1;
            incoming[edge.to.index()].push(EdgeId::from(index));
        }
        let mut space = Space {
            kripke,
            bdds,
            closed: false,
            names: crate::names::variables(kripke),
            position,
            complete: Vec::with_capacity(kripke.edges.len()),
            partial: Vec::new(),
            outgoing,
            incoming,
            enforce,
            unenforced,
            completing,
            to_after,
            images: std::cell::Cell::new(0),
        };
        let mut exact = kripke.variables.iter().all(|variable| !variable.predicate);
        for edge in 0..kripke.edges.len() {
            let (edge, edge_exact) = space.complete_edge(edge, &table)?;
            space.complete.push(edge);
            exact &= edge_exact;
        }
        space.closed = exact;
        if !exact && kripke.semantics != Semantics::Over {
            for edge in 0..kripke.edges.len() {
                let edge = space.partial_edge(edge, &table)?;
                space.partial.push(edge);
            }
        }
        Ok(space)
    }

    /// The unique name of a variable.
    pub fn name(&self, var: VarId) -> &str {
        &self.names[var.index()]
    }

    /// The rail that says a variable is known to be true.
    pub fn known_true(&self, var: VarId) -> u32 {
        RAILS * self.position[var.index()]
    }

    /// The rail that says a variable is known to be false.
    pub fn known_false(&self, var: VarId) -> u32 {
        self.known_true(var) + 1
    }

    pub(super) fn after(&self, var: VarId) -> u32 {
        self.known_true(var) + 2
    }

    pub(super) fn choice_cube(
        &self,
        functions: &[&Bdd],
        after: Vec<u32>,
    ) -> Result<Bdd, NodeLimit> {
        let first = RAILS * u32::try_from(self.position.len()).expect("numbered by u32");
        let mut vars = after;
        for function in functions {
            vars.extend(self.bdds.support(function).into_iter().filter(|var| *var >= first));
        }
        vars.sort_unstable();
        vars.dedup();
        self.bdds.cube(vars)
    }

<<<<<<< HEAD
=======
    fn complete_edge(
        &self,
        index: usize,
        table: &ImportedTable,
    ) -> Result<(CompleteEdge, bool), NodeLimit> {
        let bdds = &self.bdds;
        let edge = &self.kripke.edges[index];
        let guard = table.get(bdds, edge.guard.truth)?;
        let refused = table.get(bdds, edge.guard.falsity)?;
        let mut exact = refused == bdds.not(&guard)?;
        let mut blocked = refused.clone();
        let mut relation = bdds.not(&refused)?;
        let mut functions = vec![guard.clone(), refused];
        let (mut values, mut choices, mut before, mut renaming) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (var, value) in &edge.updates {
            let q = table.get(bdds, value.truth)?;
            let r = table.get(bdds, value.falsity)?;
            let (now, after) = (self.known_true(*var), self.after(*var));
            let open = bdds.not(&r)?;
            let next = if q == open {
                q.clone()
            } else {
                exact = false;
                choices.push(after);
                blocked = bdds.or(&blocked, &bdds.and(&q, &r)?)?;
                bdds.or(&q, &bdds.and(&open, bdds.var(after))?)?
            };
            let may_be_false = bdds.not(&q)?;
            let allowed = bdds.ite(bdds.var(after), &open, &may_be_false)?;
            relation = bdds.and(&relation, &allowed)?;
            before.push(now);
            renaming.push((after, bdds.var(now).clone()));
            values.push((now, next));
            functions.push(q);
            functions.push(r);
        }
        let mut required = bdds.truth();
        let unconstrained = relation.clone();
        if let Some(constrain) = &edge.constrain {
            let truth = table.get(bdds, constrain.truth)?;
            let falsity = table.get(bdds, constrain.falsity)?;
            exact &= truth == bdds.not(&falsity)?;
            let mut after: FxHashMap<u32, Bdd> = FxHashMap::default();
            let mut unchanged = Vec::new();
            for var in (0..self.position.len()).map(VarId::from) {
                let now = self.known_true(var);
                let value = values.iter().find(|(updated, _)| *updated == now);
                if value.is_none() {
                    unchanged.push((self.after(var), bdds.var(now).clone()));
                }
                let value = value.map_or_else(|| bdds.var(now).clone(), |(_, by)| by.clone());
                after.insert(self.after(var), value);
            }
            let after = bdds.substitution(after);
            blocked = bdds.or(&blocked, &bdds.substitute(&falsity, &after)?)?;
            let unchanged = bdds.substitution(unchanged);
            relation = bdds.minus(&relation, &bdds.substitute(&falsity, &unchanged)?)?;
            if self.kripke.strict {
                required = bdds.substitute(&truth, &after)?;
            }
            functions.push(truth);
            functions.push(falsity);
        }
        let identity = values.is_empty() && edge.constrain.is_none();
        let functions: Vec<&Bdd> = functions.iter().collect();
        before.extend(bdds.support(&self.choice_cube(&functions, Vec::new())?));
        Ok((
            CompleteEdge {
                guard,
                blocked,
                required,
                values: bdds.substitution(values),
                choices: self.choice_cube(&functions, choices)?,
                relation,
                unconstrained,
                before: bdds.cube(before)?,
                renaming: bdds.substitution(renaming),
                identity,
            },
            exact,
        ))
    }

    fn partial_edge(&self, index: usize, table: &ImportedTable) -> Result<PartialEdge, NodeLimit> {
        let bdds = &self.bdds;
        let edge = &self.kripke.edges[index];
        let guard = self.dual(&table.get(bdds, edge.guard.truth)?)?;
        let mut blocked = self.dual(&table.get(bdds, edge.guard.falsity)?)?;
        let mut inconsistent = bdds.falsity();
        let mut functions = vec![guard.clone(), blocked.clone()];
        let mut rails = Vec::new();
        let mut after: Vec<(u32, Bdd)> = Vec::new();
        for (var, value) in &edge.updates {
            let truth = self.dual(&table.get(bdds, value.truth)?)?;
            let falsity = self.dual(&table.get(bdds, value.falsity)?)?;
            inconsistent = bdds.or(&inconsistent, &bdds.and(&truth, &falsity)?)?;
            functions.push(truth.clone());
            functions.push(falsity.clone());
            after.push((self.after(*var), truth.clone()));
            after.push((self.after(*var) + 1, falsity.clone()));
            rails.push((self.known_true(*var), truth));
            rails.push((self.known_false(*var), falsity));
        }
        blocked = bdds.or(&blocked, &inconsistent)?;
        let constrained = match &edge.constrain {
            None => None,
            Some(constrain) => {
                let violated = table.get(bdds, constrain.falsity)?;
                functions.push(violated.clone());
                let violated = self.dual(&violated)?;
                for var in (0..self.position.len()).map(VarId::from) {
                    if !edge.updates.iter().any(|(updated, _)| *updated == var) {
                        let now = self.known_true(var);
                        after.push((self.after(var), bdds.var(now).clone()));
                        after.push((self.after(var) + 1, bdds.var(now + 1).clone()));
                    }
                }
                Some((violated, bdds.substitution(after)))
            }
        };
        let functions: Vec<&Bdd> = functions.iter().collect();
        Ok(PartialEdge {
            guard,
            blocked,
            inconsistent,
            identity: rails.is_empty(),
            rails: bdds.substitution(rails),
            choices: self.choice_cube(&functions, Vec::new())?,
            constrained,
        })
    }

>>>>>>> f0a93b90cc6821218e67c2e49f1e9a777a657628
    /// Edges out of a location.
    pub fn outgoing(&self, at: LocId) -> impl Iterator<Item = EdgeId> + use<> {
        self.outgoing[at.index()].clone().map(EdgeId::from)
    }

    /// Edges into a location.
    pub fn incoming(&self, at: LocId) -> &[EdgeId] {
        &self.incoming[at.index()]
    }

    /// What complete states at a location satisfy.
    pub fn enforce(&self, at: LocId) -> &Bdd {
        &self.enforce[at.index()]
    }

    /// Number of edge images computed so far.
    pub fn images(&self) -> u64 {
        self.images.get()
    }

    /// The dual over the before-rails: tri-vectors all of whose completions satisfy `f`.
    pub fn dual(&self, f: &Bdd) -> Result<Bdd, NodeLimit> {
        self.dual_over(f, 0, &mut FxHashMap::default())
    }

    /// The dual over the after-rails.
    pub(super) fn dual_after(&self, f: &Bdd) -> Result<Bdd, NodeLimit> {
        self.dual_over(f, 2, &mut FxHashMap::default())
    }

    #[allow(clippy::mutable_key_type, reason = "a diagram's identity never changes")]
    fn dual_over(
        &self,
        f: &Bdd,
        rail: u32,
        known: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, NodeLimit> {
        let Some((var, hi, lo)) = self.bdds.branch(f) else { return Ok(f.clone()) };
        if let Some(dual) = known.get(f) {
            return Ok(dual.clone());
        }
        let bdds = &self.bdds;
        let hi = self.dual_over(&hi, rail, known)?;
        let lo = self.dual_over(&lo, rail, known)?;
        let ours = (var as usize) < RAILS as usize * self.position.len() && var % RAILS == rail;
        let dual = if ours {
            let either = bdds.and(&hi, &lo)?;
            let hi = bdds.and(bdds.var(var), &hi)?;
            let lo = bdds.and(bdds.var(var + 1), &lo)?;
            bdds.or(&bdds.or(&hi, &lo)?, &either)?
        } else {
            bdds.ite(bdds.var(var), &hi, &lo)?
        };
        known.insert(f.clone(), dual.clone());
        Ok(dual)
    }

    /// The complete states of a set of tri-vectors.
    pub fn complete(&self, f: &Bdd) -> Result<Bdd, NodeLimit> {
        self.bdds.substitute(f, &self.completing)
    }

    pub(super) fn count(&self) {
        self.images.set(self.images.get() + 1);
    }

    /// States with a must-successor along `edge` in `q` (a set of the target's states).
    pub fn must_into(&self, edge: EdgeId, q: &Bdd, domain: Domain) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        if self.kripke.semantics == Semantics::Over || bdds.is_false(q) {
            return Ok(bdds.falsity());
        }
        self.count();
        match domain {
            Domain::Complete => {
                let e = &self.complete[edge.index()];
                let to = self.kripke.edges[edge.index()].to;
                let into =
                    if self.kripke.strict { bdds.and(q, self.enforce(to))? } else { q.clone() };
                let into = if e.identity { into } else { bdds.substitute(&into, &e.values)? };
                let step = bdds.and(&e.guard, &bdds.and(&into, &e.required)?)?;
                bdds.exists(&step, &e.choices)
            }
            Domain::Partial => {
                let e = &self.partial[edge.index()];
                let into = if e.identity { q.clone() } else { bdds.substitute(q, &e.rails)? };
                let step = bdds.and(&bdds.and(&e.guard, &into)?, &e.required)?;
                bdds.exists(&bdds.minus(&step, &e.inconsistent)?, &e.choices)
            }
        }
    }

    /// States all of whose may-successors along `edge` are in `q`, a set of complete states.
    pub fn all_may_into(&self, edge: EdgeId, q: &Bdd, domain: Domain) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        if bdds.is_true(q) {
            return Ok(bdds.truth());
        }
        self.count();
        let to = self.kripke.edges[edge.index()].to;
        let q = bdds.or(q, &self.unenforced[to.index()])?;
        match domain {
            Domain::Complete => {
                let e = &self.complete[edge.index()];
                let into = if e.identity { q } else { bdds.substitute(&q, &e.values)? };
                bdds.forall(&bdds.or(&e.blocked, &into)?, &e.choices)
            }
            Domain::Partial => {
                let e = &self.partial[edge.index()];
                let into = match &e.constrained {
                    None if e.identity => self.dual(&q)?,
                    None => bdds.substitute(&self.dual(&q)?, &e.rails)?,
                    Some((violated, after)) => {
                        let q = bdds.substitute(&q, &self.to_after)?;
                        let either = bdds.or(&q, violated)?;
                        let dual = self.dual_after(&either)?;
                        bdds.substitute(&dual, after)?
                    }
                };
                bdds.forall(&bdds.or(&e.blocked, &into)?, &e.choices)
            }
        }
    }

    /// The complete may-successors of a set of complete states along `edge`.
    pub fn may_from(&self, edge: EdgeId, s: &Bdd) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        if bdds.is_false(s) {
            return Ok(bdds.falsity());
        }
        self.count();
        let e = &self.complete[edge.index()];
        let image = bdds.and_exists(s, &e.relation, &e.before)?;
        let image = if e.identity { image } else { bdds.substitute(&image, &e.renaming)? };
        bdds.and(&image, self.enforce(self.kripke.edges[edge.index()].to))
    }

<<<<<<< HEAD
=======
    /// Whether a tri-vector is in a set (of complete states only if it is complete itself).
    pub fn contains(&self, set: &Bdd, state: &TriVector) -> bool {
        let mut rails = vec![false; RAILS as usize * self.position.len()];
        for (index, value) in state.iter().enumerate() {
            let rail = self.known_true(VarId::from(index)) as usize;
            rails[rail] = *value == Some(true);
            rails[rail + 1] = *value == Some(false);
        }
        self.bdds.evaluate(set, |var| rails.get(var as usize).copied().unwrap_or(false))
    }

    /// The complete states that agree with a tri-vector.
    pub fn completions(&self, state: &TriVector) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        let mut order: Vec<usize> = (0..state.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(self.position[*index]));
        let mut cube = bdds.truth();
        for index in order {
            let rail = bdds.var(self.known_true(VarId::from(index)));
            match state[index] {
                Some(true) => cube = bdds.and(rail, &cube)?,
                Some(false) => cube = bdds.minus(&cube, rail)?,
                None => {}
            }
        }
        Ok(cube)
    }

    /// Some tri-vector that covers part of a set of complete states, if there is one: its
    /// completions are all in the set.
    pub fn pick_complete(&self, set: &Bdd) -> Option<TriVector> {
        let cube = self.bdds.pick(set)?;
        let rail = |index: usize| self.known_true(VarId::from(index)) as usize;
        Some((0..self.position.len()).map(|index| cube[rail(index)]).collect())
    }

    /// Some tri-vector in a set of tri-vectors, knowing as little as the set allows.
    pub fn pick_partial(&self, set: &Bdd) -> Option<TriVector> {
        let cube = self.bdds.pick(set)?;
        let known = (0..self.position.len()).map(|index| {
            let rail = self.known_true(VarId::from(index)) as usize;
            match (cube[rail], cube[rail + 1]) {
                (Some(true), _) => Some(true),
                (_, Some(true)) => Some(false),
                _ => None,
            }
        });
        Some(known.collect())
    }

    /// The must-successor of a tri-vector along `edge` that lies in `q`, a set of tri-vectors, if
    /// there is one: the one that knows most under a suitable choice.
    pub fn must_successor(
        &self,
        edge: EdgeId,
        state: &TriVector,
        q: &Bdd,
    ) -> Result<Option<TriVector>, NodeLimit> {
        let bdds = &self.bdds;
        let e = &self.partial[edge.index()];
        let into = bdds.substitute(q, &e.rails)?;
        let step = bdds.minus(&bdds.and(&e.guard, &into)?, &e.inconsistent)?;
        let step = bdds.cofactor(&step, &self.exactly(state)?)?;
        let Some(choice) = bdds.pick(&step) else { return Ok(None) };
        let mut rails: Vec<bool> = choice.iter().map(|value| *value == Some(true)).collect();
        for (index, value) in state.iter().enumerate() {
            let rail = self.known_true(VarId::from(index)) as usize;
            rails[rail] = *value == Some(true);
            rails[rail + 1] = *value == Some(false);
        }
        let mut next = state.clone();
        for (var, _) in &self.kripke.edges[edge.index()].updates {
            let value = |rail: u32| {
                let function = e.rails.get(rail).unwrap_or_else(|| bdds.var(rail));
                bdds.evaluate(function, |var| rails[var as usize])
            };
            next[var.index()] = match (value(self.known_true(*var)), value(self.known_false(*var)))
            {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            };
        }
        Ok(Some(next))
    }

    /// In a closed structure: if every one of some complete states has a must-successor along
    /// `edge` in `q` under the same choices, those successors.
    pub fn must_image(
        &self,
        edge: EdgeId,
        states: &Bdd,
        q: &Bdd,
    ) -> Result<Option<Bdd>, NodeLimit> {
        let bdds = &self.bdds;
        let e = &self.complete[edge.index()];
        let to = self.kripke.edges[edge.index()].to;
        let into = if self.kripke.strict { bdds.and(q, self.enforce(to))? } else { q.clone() };
        let into = bdds.substitute(&into, &e.values)?;
        let step = bdds.and(&bdds.and(&e.guard, &e.required)?, &into)?;
        let all = bdds.or(&bdds.not(states)?, &step)?;
        let variables = (0..self.position.len()).map(|v| RAILS * v as u32);
        let suitable = bdds.forall(&all, &bdds.cube(variables)?)?;
        let Some(choice) = bdds.pick(&suitable) else { return Ok(None) };
        let mut chosen = states.clone();
        for (var, value) in (0_u32..).zip(choice).skip(RAILS as usize * self.position.len()) {
            match value {
                Some(true) => chosen = bdds.and(&chosen, bdds.var(var))?,
                Some(false) => chosen = bdds.minus(&chosen, bdds.var(var))?,
                None => {}
            }
        }
        let image = bdds.and_exists(&chosen, &e.unconstrained, &e.before)?;
        Ok(Some(bdds.substitute(&image, &e.renaming)?))
    }

    /// The complete may-successors of a tri-vector along `edge`, by definition of *may* for
    /// partial states.
    pub fn may_successors(&self, edge: EdgeId, state: &TriVector) -> Result<Bdd, NodeLimit> {
        if state.iter().all(Option::is_some) || self.partial.is_empty() {
            return self.may_from(edge, &self.completions(state)?);
        }
        self.count();
        let bdds = &self.bdds;
        let e = &self.partial[edge.index()];
        let here = self.exactly(state)?;
        let mut steps = bdds.not(&bdds.cofactor(&e.blocked, &here)?)?;
        for index in 0..self.position.len() {
            let rail = self.known_true(VarId::from(index));
            let of = |rail: u32| {
                let function = e.rails.get(rail).unwrap_or_else(|| bdds.var(rail));
                bdds.cofactor(function, &here)
            };
            let (truth, falsity) = (of(rail)?, of(rail + 1)?);
            let allowed = bdds.ite(bdds.var(rail + 2), &bdds.not(&falsity)?, &bdds.not(&truth)?)?;
            steps = bdds.and(&steps, &allowed)?;
        }
        if let Some((violated, _)) = &e.constrained {
            steps = bdds.minus(&steps, &bdds.cofactor(violated, &here)?)?;
        }
        let steps = bdds.exists(&steps, &e.choices)?;
        let renaming = bdds.substitution((0..self.position.len()).map(|index| {
            let rail = self.known_true(VarId::from(index));
            (rail + 2, bdds.var(rail).clone())
        }));
        let to = self.kripke.edges[edge.index()].to;
        bdds.and(&bdds.substitute(&steps, &renaming)?, self.enforce(to))
    }

    /// The set of just this tri-vector.
    pub fn exactly(&self, state: &TriVector) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        let mut rails: Vec<(u32, bool)> = Vec::with_capacity(2 * state.len());
        for (index, value) in state.iter().enumerate() {
            let rail = self.known_true(VarId::from(index));
            rails.push((rail, *value == Some(true)));
            rails.push((rail + 1, *value == Some(false)));
        }
        rails.sort_unstable();
        let mut cube = bdds.truth();
        for (rail, value) in rails.into_iter().rev() {
            let rail = bdds.var(rail);
            cube = if value { bdds.and(rail, &cube)? } else { bdds.minus(&cube, rail)? };
        }
        Ok(cube)
    }

>>>>>>> f0a93b90cc6821218e67c2e49f1e9a777a657628
    /// The initial complete states: variables of other activations than `main` are parked.
    pub fn initial(&self) -> Result<Bdd, NodeLimit> {
        self.entry_states(Domain::Complete, &self.enforce[self.kripke.entry.index()], false)
    }

    /// Initial states known to stand for some concrete state: predicates unknown, unless the
    /// structure is strict; then the complete ones.
    pub fn inhabited(&self, domain: Domain) -> Result<Bdd, NodeLimit> {
        let refused = self.bdds.not(&self.enforce[self.kripke.entry.index()])?;
        let admitted = match domain {
            Domain::Complete => self.bdds.not(&refused)?,
            Domain::Partial => self.bdds.not(&self.dual(&refused)?)?,
        };
        self.entry_states(domain, &admitted, true)
    }

    fn entry_states(
        &self,
        domain: Domain,
        admitted: &Bdd,
        forget_predicates: bool,
    ) -> Result<Bdd, NodeLimit> {
        let bdds = &self.bdds;
        let mut states = admitted.clone();
        for (index, variable) in self.kripke.variables.iter().enumerate().rev() {
            let var = VarId::from(index);
            let (yes, no) = (bdds.var(self.known_true(var)), bdds.var(self.known_false(var)));
            let parked = variable.scope.is_some_and(|scope| scope.0 != 0);
            if domain == Domain::Complete && variable.predicate && forget_predicates && !parked {
                // A complete state decides the predicate, and need not stand for anything.
                return Ok(bdds.falsity());
            }
            if parked {
                states = bdds.minus(&states, yes)?;
            }
            if domain == Domain::Partial {
                states = if parked {
                    bdds.and(&states, no)?
                } else if variable.predicate && forget_predicates {
                    bdds.minus(&bdds.minus(&states, yes)?, no)?
                } else {
                    bdds.minus(&states, &bdds.iff(yes, no)?)?
                };
            }
        }
        Ok(states)
    }
}
