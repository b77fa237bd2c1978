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

use belnap_ir::ids::{EdgeId, LocId, TiSlice, TiVec, VarId, ti_vec};
use belnap_ir::kripke::{Semantics, SymbolicKripke};

use super::definite::always_known;
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
pub(super) const RAILS: u32 = 4;

/// A structure ready for checking.
pub struct Space<'k> {
    /// The structure.
    pub kripke: &'k SymbolicKripke,
    /// The diagrams.
    pub bdds: Bdds,
    /// Nothing is ever unknown from a complete state on, and all entry states are complete: the
    /// must half needs no tri-vectors.
    pub closed: bool,
    names: TiVec<VarId, String>,
    pub(super) position: TiVec<VarId, u32>,
    variables: Vec<VarId>,
    known: TiVec<LocId, TiVec<VarId, bool>>,
    exact: TiVec<EdgeId, bool>,
    pub(super) complete: TiVec<EdgeId, CompleteEdge>,
    pub(super) partial: TiVec<EdgeId, PartialEdge>,
    outgoing: TiVec<LocId, Range<usize>>,
    incoming: TiVec<LocId, Vec<EdgeId>>,
    enforce: TiVec<LocId, Bdd>,
    unenforced: TiVec<LocId, Bdd>,
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
        let cache = (kripke.edges.len() * (n as usize + 1) * 64).clamp(1 << 17, 1 << 20);
        let bdds = Bdds::new(RAILS * n + kripke.choices, max_nodes, cache)?;
        let position = super::order::variable_order(kripke);
        let var = |number: u32| match number {
            number if number < n => RAILS * position[VarId(number)],
            number if number < 2 * n => RAILS * position[VarId(number - n)] + 2,
            number => RAILS * n + (number - 2 * n),
        };
        let table = bdds.import(&kripke.table, var)?;
        let mut enforce = TiVec::with_capacity(kripke.locations.len());
        let mut unenforced = TiVec::with_capacity(kripke.locations.len());
        let everywhere = table.get(&bdds, kripke.enforce)?;
        for location in &kripke.locations {
            let own = table.get(&bdds, kripke.scopes[location.scope].enforce)?;
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
        let mut outgoing: TiVec<LocId, _> = ti_vec![0..0; kripke.locations.len()];
        let mut incoming: TiVec<LocId, _> = ti_vec![Vec::new(); kripke.locations.len()];
        for (id, edge) in kripke.edges.iter_enumerated() {
            let index = id.index();
            let out = &mut outgoing[edge.from];
            if out.start == out.end {
                *out = index..index;
            }
            out.end = index + 1;
            incoming[edge.to].push(id);
        }
        let mut space = Space {
            kripke,
            bdds,
            closed: false,
            names: crate::names::variables(kripke).into(),
            variables: by_position(&position),
            known: TiVec::new(),
            exact: TiVec::with_capacity(kripke.edges.len()),
            position,
            complete: TiVec::with_capacity(kripke.edges.len()),
            partial: TiVec::new(),
            outgoing,
            incoming,
            enforce,
            unenforced,
            completing,
            to_after,
            images: std::cell::Cell::new(0),
        };
        let mut exact = kripke.variables.iter().all(|variable| !variable.predicate);
        for edge in kripke.edges.keys() {
            let (edge, edge_exact) = space.complete_edge(edge, &table)?;
            space.complete.push(edge);
            space.exact.push(edge_exact);
            exact &= edge_exact;
        }
        space.closed = exact;
        if !exact && kripke.semantics != Semantics::Over {
            space.known = always_known(&space, &table)?;
            for edge in kripke.edges.keys() {
                let edge = space.partial_edge(edge, &table)?;
                space.partial.push(edge);
            }
        }
        Ok(space)
    }

    /// The unique name of a variable.
    pub fn name(&self, var: VarId) -> &str {
        &self.names[var]
    }

    /// The rail that says a variable is known to be true.
    pub fn known_true(&self, var: VarId) -> u32 {
        RAILS * self.position[var]
    }

    /// The rail that says a variable is known to be false.
    pub fn known_false(&self, var: VarId) -> u32 {
        self.known_true(var) + 1
    }

    /// The variable a before- or after-rail belongs to.
    pub(super) fn variable_at(&self, rail: u32) -> VarId {
        self.variables[(rail / RAILS) as usize]
    }

    /// Whether a variable is known in every tri-vector that can be met at a location.
    pub fn always_known(&self, at: LocId, var: VarId) -> bool {
        self.known.get(at).is_some_and(|known| known[var])
    }

    /// Whether every may-successor of what can be met at a location is a must-successor too, so
    /// that the `wp` trick adds nothing.
    pub(super) fn steps_are_definite(&self, at: LocId) -> bool {
        let known = self.closed || self.known.get(at).is_some_and(|k| k.iter().all(|k| *k));
        known
            && self.kripke.semantics == Semantics::Exact
            && self.outgoing(at).all(|edge| self.exact[edge])
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

    /// Edges out of a location.
    pub fn outgoing(&self, at: LocId) -> impl Iterator<Item = EdgeId> + use<> {
        self.outgoing[at].clone().map(EdgeId::from)
    }

    /// Edges into a location.
    pub fn incoming(&self, at: LocId) -> &[EdgeId] {
        &self.incoming[at]
    }

    /// What complete states at a location satisfy.
    pub fn enforce(&self, at: LocId) -> &Bdd {
        &self.enforce[at]
    }

    /// Number of edge images computed so far.
    pub fn images(&self) -> u64 {
        self.images.get()
    }

    /// The dual over the before-rails: tri-vectors all of whose completions satisfy `f`.
    pub fn dual(&self, f: &Bdd) -> Result<Bdd, NodeLimit> {
        self.dual_over(f, 0, &|_| true)
    }

    /// The same where variables that are always known at a location have one rail.
    pub(super) fn dual_at(&self, f: &Bdd, at: LocId) -> Result<Bdd, NodeLimit> {
        let open = |var| !self.always_known(at, var);
        self.dual_over(f, 0, &open)
    }

    /// A set of tri-vectors at a location, with both rails for all variables.
    pub fn with_both_rails(&self, f: &Bdd, at: LocId) -> Result<Bdd, NodeLimit> {
        let single = |var| self.always_known(at, var);
        self.dual_over(f, 0, &single)
    }

    /// The dual over the after-rails of a step to a location.
    pub(super) fn dual_after(&self, f: &Bdd, to: LocId) -> Result<Bdd, NodeLimit> {
        let open = |var| !self.always_known(to, var);
        self.dual_over(f, 2, &open)
    }

    fn dual_over(
        &self,
        f: &Bdd,
        rail: u32,
        selected: &dyn Fn(VarId) -> bool,
    ) -> Result<Bdd, NodeLimit> {
        self.bdds.dual(f, &|var| {
            let ours = (var as usize) < RAILS as usize * self.position.len()
                && var % RAILS == rail
                && selected(self.variable_at(var));
            ours.then_some(var + 1)
        })
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
                let e = &self.complete[edge];
                let to = self.kripke.edges[edge].to;
                let into =
                    if self.kripke.strict { bdds.and(q, self.enforce(to))? } else { q.clone() };
                let into = if e.identity { into } else { bdds.substitute(&into, &e.values)? };
                let step = bdds.and(&e.guard, &bdds.and(&into, &e.required)?)?;
                bdds.exists(&step, &e.choices)
            }
            Domain::Partial => {
                let e = &self.partial[edge];
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
        let to = self.kripke.edges[edge].to;
        let q = bdds.or(q, &self.unenforced[to])?;
        match domain {
            Domain::Complete => {
                let e = &self.complete[edge];
                let into = if e.identity { q } else { bdds.substitute(&q, &e.values)? };
                bdds.forall(&bdds.or(&e.blocked, &into)?, &e.choices)
            }
            Domain::Partial => {
                let e = &self.partial[edge];
                let into = match &e.constrained {
                    None if e.identity => self.dual_at(&q, to)?,
                    None => bdds.substitute(&self.dual_at(&q, to)?, &e.rails)?,
                    Some((violated, after)) => {
                        let q = bdds.substitute(&q, &self.to_after)?;
                        let either = bdds.or(&q, violated)?;
                        let dual = self.dual_after(&either, to)?;
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
        let e = &self.complete[edge];
        let image = bdds.and_exists(s, &e.relation, &e.before)?;
        let image = if e.identity { image } else { bdds.substitute(&image, &e.renaming)? };
        bdds.and(&image, self.enforce(self.kripke.edges[edge].to))
    }

    /// The initial complete states: variables of other activations than `main` are parked.
    pub fn initial(&self) -> Result<Bdd, NodeLimit> {
        self.entry_states(Domain::Complete, &self.enforce[self.kripke.entry], false)
    }

    /// Initial states known to stand for some concrete state: predicates unknown, unless the
    /// structure is strict; then the complete ones.
    pub fn inhabited(&self, domain: Domain) -> Result<Bdd, NodeLimit> {
        let refused = self.bdds.not(&self.enforce[self.kripke.entry])?;
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

/// The variable at each position of the order.
fn by_position(position: &TiSlice<VarId, u32>) -> Vec<VarId> {
    let mut variables = vec![VarId(0); position.len()];
    for (variable, place) in position.iter_enumerated() {
        variables[*place as usize] = variable;
    }
    variables
}
