//! Where a formula is definitely true: sets of states per location.
//!
//! Formulas are evaluated on complete states where that is enough, and on tri-vectors where
//! must-transitions are looked at. Fixpoints are solved in `solve`, single values in `values`.

use std::collections::BTreeSet;
use std::rc::Rc;

use belnap_ir::ids::{LocId, TiVec, ti_vec};
use belnap_ir::kripke::Semantics;
use belnap_ir::property::Quantifier;
use rustc_hash::FxHashMap;

use super::atoms::Atoms;
use super::positive::{Binder, NodeId, Positive, PositiveGraph};
use super::space::{Domain, Space};
use crate::bdd::{Bdd, NodeLimit};

/// A set of states: one diagram per location.
pub type StateSet = Rc<TiVec<LocId, Bdd>>;

/// The course of an iteration: per location, when (ascending, from 0) it became what.
pub type Layers = Rc<TiVec<LocId, Vec<(u64, Bdd)>>>;

/// The value of a fixpoint variable.
#[derive(Clone)]
pub enum VarValue {
    /// A set.
    Set(StateSet),
    /// What it was before a moment of its iteration.
    Before(Layers, u64),
}

impl VarValue {
    pub(super) fn at(&self, location: LocId) -> Bdd {
        match self {
            VarValue::Set(set) => set[location].clone(),
            VarValue::Before(layers, time) => {
                let layers = &layers[location];
                // The first layer has time 0 and is what the iteration started from.
                let after = layers.partition_point(|(layer, _)| layer < time);
                layers[after.max(1) - 1].1.clone()
            }
        }
    }
}

/// Values of the fixpoint variables around a formula.
pub type Env = FxHashMap<Binder, VarValue>;

/// Sets known beforehand: `(definitely true, definitely false)` of a fixpoint.
#[derive(Clone, Default)]
pub struct Known {
    /// States where it is definitely true.
    pub truth: Option<StateSet>,
    /// States where it is definitely false.
    pub falsity: Option<StateSet>,
}

/// Evaluates formulas on one structure.
pub struct Evaluator<'s, 'k> {
    /// The structure.
    pub space: &'s Space<'k>,
    /// The formulas.
    pub graph: &'s PositiveGraph,
    pub(super) atoms: &'s Atoms,
    pub(super) hyper: bool,
    /// Only these complete states matter; all sets of complete states are cut to them.
    pub(super) care: Option<StateSet>,
    pub(super) domains: TiVec<Binder, Domain>,
    /// Which formulas are asked for in which domain.
    pub(super) demanded: BTreeSet<(NodeId, Domain)>,
    /// Place of each location in the order of iteration.
    pub(super) order: TiVec<LocId, u32>,
    pub(super) sets: FxHashMap<(NodeId, Domain), StateSet>,
    pub(super) layers: FxHashMap<Binder, (StateSet, Layers)>,
    pub(super) known: FxHashMap<(NodeId, Domain), Known>,
    pub(super) able: FxHashMap<(LocId, Domain), Bdd>,
    /// Fixpoint steps so far.
    pub iterations: u64,
    /// Fixpoints that started from something known.
    pub seeded: u64,
    /// Largest number of nodes alive.
    pub peak_nodes: u64,
}

/// When to stop a least fixpoint early: its value at a location satisfies the test.
pub struct Goal<'g> {
    /// The location.
    pub at: LocId,
    /// The test.
    pub reached: &'g dyn Fn(&Bdd) -> Result<bool, NodeLimit>,
}

impl<'s, 'k> Evaluator<'s, 'k> {
    /// An evaluator for formulas of `graph` that are asked for in the given domains.
    pub fn new(
        space: &'s Space<'k>,
        graph: &'s PositiveGraph,
        atoms: &'s Atoms,
        hyper: bool,
        roots: &[(NodeId, Domain)],
        care: Option<StateSet>,
    ) -> Self {
        let mut evaluator = Evaluator {
            space,
            graph,
            atoms,
            hyper,
            care,
            domains: ti_vec![Domain::Complete; graph.binders()],
            demanded: BTreeSet::new(),
            order: super::reach::against_flow(space),
            sets: FxHashMap::default(),
            layers: FxHashMap::default(),
            known: FxHashMap::default(),
            able: FxHashMap::default(),
            iterations: 0,
            seeded: 0,
            peak_nodes: 0,
        };
        evaluator.find_domains(roots);
        evaluator
    }

    /// Whether a fixpoint is iterated as a set of states of this domain.
    pub fn solves_in(&self, node: NodeId, domain: Domain) -> bool {
        match self.graph.node(node) {
            Positive::Fix(_, binder, _) => self.domains[*binder] == domain,
            _ => false,
        }
    }

    /// Says what is known of a closed fixpoint beforehand.
    pub fn seed(&mut self, node: NodeId, domain: Domain, known: Known) {
        self.known.insert((node, domain), known);
    }

    /// The sets of closed fixpoints computed so far, in order of the formula.
    pub fn fixpoints(&self) -> Vec<(NodeId, Domain, StateSet)> {
        let mut found: Vec<_> = self
            .sets
            .iter()
            .filter(|((node, _), _)| matches!(self.graph.node(*node), Positive::Fix(..)))
            .map(|((node, domain), set)| (*node, *domain, set.clone()))
            .collect();
        found.sort_by_key(|(node, domain, _)| (*node, *domain));
        found
    }

    /// Whether evaluating the roots needs tri-vectors at all.
    pub fn needs_partial(space: &Space<'_>, graph: &PositiveGraph, root: (NodeId, Domain)) -> bool {
        root.1 == Domain::Partial
            || (must_domain(space) == Domain::Partial && graph.has_exists(root.0))
    }

    /// Each fixpoint variable is kept as a set of complete states, unless some use needs
    /// tri-vectors.
    fn find_domains(&mut self, roots: &[(NodeId, Domain)]) {
        loop {
            let mut changed = false;
            let mut seen = BTreeSet::new();
            let mut stack = roots.to_vec();
            while let Some((node, domain)) = stack.pop() {
                if !seen.insert((node, domain)) {
                    continue;
                }
                match self.graph.node(node) {
                    Positive::Const(_) | Positive::Literal(..) => {}
                    Positive::Var(binder) => {
                        let own = &mut self.domains[*binder];
                        if domain > *own {
                            *own = domain;
                            changed = true;
                        }
                    }
                    Positive::And(children) | Positive::Or(children) => {
                        stack.extend(children.iter().map(|child| (*child, domain)));
                    }
                    Positive::Step(Quantifier::Exists, _, body) => {
                        stack.push((*body, must_domain(self.space)));
                    }
                    Positive::Step(Quantifier::Forall, _, body) => {
                        stack.push((*body, Domain::Complete));
                    }
                    Positive::Fix(_, binder, body) => {
                        stack.push((*body, self.domains[*binder]));
                        stack.push((*body, domain));
                    }
                }
            }
            if !changed {
                self.demanded = seen;
                return;
            }
        }
    }

    /// Where a formula is definitely true, given its free variables.
    pub fn evaluate(
        &mut self,
        node: NodeId,
        domain: Domain,
        env: &Env,
    ) -> Result<StateSet, NodeLimit> {
        if let Some(set) = self.sets.get(&(node, domain)) {
            return Ok(set.clone());
        }
        let closed = self.graph.is_closed(node);
        let set = match self.graph.node(node).clone() {
            Positive::Fix(_, binder, body) => {
                let (set, layers) = self.solve(binder, body, env, None, None)?;
                if closed {
                    self.layers.insert(binder, (set.clone(), layers));
                }
                self.adapt(&set, binder, body, domain, env)?
            }
            other => {
                // Parts first, each once: formulas share their parts.
                let parts = match other {
                    Positive::And(parts) | Positive::Or(parts) => {
                        parts.into_iter().map(|part| (part, domain)).collect()
                    }
                    Positive::Step(Quantifier::Exists, _, body) => {
                        vec![(body, must_domain(self.space))]
                    }
                    Positive::Step(Quantifier::Forall, _, body) => vec![(body, Domain::Complete)],
                    _ => Vec::new(),
                };
                let mut frame = Frame::default();
                for (part, domain) in parts {
                    let set = self.evaluate(part, domain, env)?;
                    frame.frozen.insert((part, domain), set);
                }
                let locations = &self.space.kripke.locations;
                let mut set = TiVec::with_capacity(locations.len());
                for at in locations.keys() {
                    set.push(self.value_at(node, at, domain, env, &mut frame)?);
                }
                Rc::new(set)
            }
        };
        if closed {
            self.sets.insert((node, domain), set.clone());
        }
        Ok(set)
    }

    /// Evaluates a closed root; a least fixpoint may stop when the goal is reached, and its
    /// layers are given back.
    pub fn evaluate_root(
        &mut self,
        node: NodeId,
        domain: Domain,
        goal: Option<&Goal<'_>>,
    ) -> Result<StateSet, NodeLimit> {
        if let Positive::Fix(_, binder, body) = self.graph.node(node).clone()
            && !self.sets.contains_key(&(node, domain))
            && self.domains[binder] == domain
        {
            let env = Env::default();
            let (set, layers) = self.solve(binder, body, &env, None, goal)?;
            self.layers.insert(binder, (set.clone(), layers));
            self.sets.insert((node, domain), set.clone());
            return Ok(set);
        }
        self.evaluate(node, domain, &Env::default())
    }

    /// The value of a formula at one location.
    pub fn evaluate_at(
        &mut self,
        node: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
    ) -> Result<Bdd, NodeLimit> {
        if let Some(set) = self.sets.get(&(node, domain)) {
            return Ok(set[at].clone());
        }
        self.value_at(node, at, domain, env, &mut Frame::default())
    }

    /// The course of a fixpoint's iteration, given the variables around it.
    pub fn course(&mut self, binder: Binder, env: &Env) -> Result<(StateSet, Layers), NodeLimit> {
        if let Some(known) = self.layers.get(&binder) {
            return Ok(known.clone());
        }
        let node = self.graph.binder(binder).node;
        let Positive::Fix(_, _, body) = self.graph.node(node).clone() else {
            unreachable!("binders point to fixpoints")
        };
        let solved = self.solve(binder, body, env, None, None)?;
        if self.graph.is_closed(node) {
            self.layers.insert(binder, solved.clone());
        }
        Ok(solved)
    }

    /// The domain of a fixpoint variable.
    pub fn domain(&self, binder: Binder) -> Domain {
        self.domains[binder]
    }

    /// Says that a closed fixpoint is at least `set`, which its body confirms.
    pub fn install(&mut self, node: NodeId, domain: Domain, set: StateSet) {
        if let Positive::Fix(_, binder, _) = self.graph.node(node) {
            let layers = set.iter().map(|f| vec![(0, f.clone())]).collect();
            self.layers.insert(*binder, (set.clone(), Rc::new(layers)));
        }
        self.sets.insert((node, domain), set);
    }

    /// Whether the `wp` trick is used.
    pub fn hyper(&self) -> bool {
        self.hyper
    }

    /// What the atoms of the formula mean at each location.
    pub fn atoms(&self) -> &'s Atoms {
        self.atoms
    }

    /// The value of a solved fixpoint in the domain it is asked for.
    pub(super) fn adapt(
        &mut self,
        set: &StateSet,
        binder: Binder,
        body: NodeId,
        domain: Domain,
        env: &Env,
    ) -> Result<StateSet, NodeLimit> {
        match (self.domains[binder], domain) {
            (own, asked) if own == asked => Ok(set.clone()),
            (Domain::Partial, _) => {
                let complete: Result<TiVec<LocId, Bdd>, NodeLimit> =
                    set.iter().map(|f| self.space.complete(f)).collect();
                Ok(Rc::new(complete?))
            }
            // All uses of the variable look at complete states: one unfolding gives the rest.
            (Domain::Complete, _) => {
                let mut env = env.clone();
                env.insert(binder, VarValue::Set(set.clone()));
                self.evaluate(body, domain, &env)
            }
        }
    }
}

/// The domain in which must-successors are looked up.
pub(super) fn must_domain(space: &Space<'_>) -> Domain {
    if space.closed || space.kripke.semantics == Semantics::Over {
        Domain::Complete
    } else {
        Domain::Partial
    }
}

/// The fixpoint being solved: its variable's value so far, and the sets that do not change
/// meanwhile.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) binder: Option<Binder>,
    pub(super) current: TiVec<LocId, Bdd>,
    pub(super) frozen: FxHashMap<(NodeId, Domain), StateSet>,
}
