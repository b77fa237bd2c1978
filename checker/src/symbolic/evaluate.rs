//! Where a formula is definitely true: sets of states per location, fixpoints by chaotic
//! iteration along the graph.
//!
//! A fixpoint is iterated location by location from a work list ordered against the flow of
//! control, so that inner loops settle before what leads to them. Fixpoints nested in it that
//! depend on its variable are recomputed whenever it has settled (Emerson and Lei: one of the
//! same kind goes on from where it was, one of the other kind starts anew).

use std::collections::BTreeSet;
use std::rc::Rc;

use belnap_ir::ids::{LocId, VarId};
use belnap_ir::kripke::Semantics;
use belnap_ir::property::{Fixpoint, Quantifier};
use rustc_hash::FxHashMap;

use super::atoms::{AtomValue, Atoms};
use super::positive::{Binder, NodeId, Positive, PositiveGraph};
use super::space::{Domain, Space};
use crate::bdd::{Bdd, NodeLimit};

/// A set of states: one diagram per location.
pub type StateSet = Rc<Vec<Bdd>>;

/// The course of an iteration: per location, when (ascending, from 0) it became what.
pub type Layers = Rc<Vec<Vec<(u64, Bdd)>>>;

/// The value of a fixpoint variable.
#[derive(Clone)]
pub enum VarValue {
    /// A set.
    Set(StateSet),
    /// What it was before a moment of its iteration.
    Before(Layers, u64),
}

impl VarValue {
    fn at(&self, location: LocId) -> Bdd {
        match self {
            VarValue::Set(set) => set[location.index()].clone(),
            VarValue::Before(layers, time) => {
                let layers = &layers[location.index()];
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
    atoms: &'s Atoms,
    hyper: bool,
    /// Only these complete states matter; all sets of complete states are cut to them.
    care: Option<StateSet>,
    domains: Vec<Domain>,
    /// Which formulas are asked for in which domain.
    demanded: BTreeSet<(NodeId, Domain)>,
    /// Place of each location in the order of iteration.
    order: Vec<u32>,
    sets: FxHashMap<(NodeId, Domain), StateSet>,
    layers: FxHashMap<Binder, (StateSet, Layers)>,
    known: FxHashMap<(NodeId, Domain), Known>,
    able: FxHashMap<(LocId, Domain), Bdd>,
    /// Fixpoint steps so far.
    pub iterations: u64,
    /// Fixpoints that started from something known.
    pub seeded: u64,
    /// Most nodes seen alive.
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
            domains: vec![Domain::Complete; graph.binders()],
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
        fn visit(space: &Space<'_>, graph: &PositiveGraph, node: NodeId) -> bool {
            match graph.node(node) {
                Positive::Const(_) | Positive::Literal(..) | Positive::Var(_) => false,
                Positive::And(children) | Positive::Or(children) => {
                    children.iter().any(|child| visit(space, graph, *child))
                }
                Positive::Step(Quantifier::Exists, _, body) => {
                    must_domain(space) == Domain::Partial || visit(space, graph, *body)
                }
                Positive::Step(Quantifier::Forall, _, body) | Positive::Fix(_, _, body) => {
                    visit(space, graph, *body)
                }
            }
        }
        root.1 == Domain::Partial || visit(space, graph, root.0)
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
                        let own = &mut self.domains[binder.0 as usize];
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
                        stack.push((*body, self.domains[binder.0 as usize]));
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
            _ => {
                let mut frame =
                    Frame { binder: None, current: Vec::new(), frozen: FxHashMap::default() };
                let mut set = Vec::with_capacity(self.space.kripke.locations.len());
                for at in 0..self.space.kripke.locations.len() {
                    set.push(self.value_at(node, LocId::from(at), domain, env, &mut frame)?);
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
            && self.domains[binder.0 as usize] == domain
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
            return Ok(set[at.index()].clone());
        }
        let mut frame = Frame { binder: None, current: Vec::new(), frozen: FxHashMap::default() };
        self.value_at(node, at, domain, env, &mut frame)
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
        self.domains[binder.0 as usize]
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

    /// The atoms.
    pub fn atoms(&self) -> &'s Atoms {
        self.atoms
    }

    /// The value of a solved fixpoint in the domain it is asked for.
    fn adapt(
        &mut self,
        set: &StateSet,
        binder: Binder,
        body: NodeId,
        domain: Domain,
        env: &Env,
    ) -> Result<StateSet, NodeLimit> {
        match (self.domains[binder.0 as usize], domain) {
            (own, asked) if own == asked => Ok(set.clone()),
            (Domain::Partial, _) => {
                let complete: Result<Vec<Bdd>, NodeLimit> =
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

    /// Solves a fixpoint in its variable's domain. `start` is where to begin instead of the
    /// bottom or top.
    pub fn solve(
        &mut self,
        binder: Binder,
        body: NodeId,
        env: &Env,
        start: Option<StateSet>,
        goal: Option<&Goal<'_>>,
    ) -> Result<(StateSet, Layers), NodeLimit> {
        let kind = self.graph.binder(binder).kind;
        let domain = self.domains[binder.0 as usize];
        let count = self.space.kripke.locations.len();
        let current = match start {
            Some(start) => start.to_vec(),
            None => self.start(binder, kind, domain)?,
        };
        let mut layers: Vec<Vec<(u64, Bdd)>> = vec![Vec::new(); count];
        for (layer, set) in layers.iter_mut().zip(&current) {
            layer.push((0, set.clone()));
        }
        let inner = self.dependent_fixpoints(body, binder);
        let depth = self.step_depth(body, binder).unwrap_or(0);
        let mut frame = Frame { binder: Some(binder), current, frozen: FxHashMap::default() };
        let mut previous: FxHashMap<(NodeId, Domain), StateSet> = FxHashMap::default();
        let mut time = 0;
        loop {
            self.solve_inner(&inner, env, &mut frame, &mut previous, kind)?;
            let mut work: BTreeSet<(u32, LocId)> =
                (0..count).map(|at| (self.order[at], LocId::from(at))).collect();
            let mut changed = false;
            while let Some((_, at)) = work.pop_first() {
                let value = self.value_at(body, at, domain, env, &mut frame)?;
                let old = &frame.current[at.index()];
                let new = match kind {
                    Fixpoint::Least => self.space.bdds.or(old, &value)?,
                    Fixpoint::Greatest => self.space.bdds.and(old, &value)?,
                };
                self.iterations += 1;
                if new == *old {
                    continue;
                }
                changed = true;
                time += 1;
                layers[at.index()].push((time, new.clone()));
                frame.current[at.index()] = new;
                if let Some(goal) = goal
                    && goal.at == at
                    && kind == Fixpoint::Least
                    && inner.is_empty()
                    && (goal.reached)(&frame.current[at.index()])?
                {
                    return Ok((Rc::new(frame.current), Rc::new(layers)));
                }
                self.affected(at, depth, &mut work);
            }
            self.peak_nodes = self.peak_nodes.max(self.space.bdds.nodes());
            if inner.is_empty() || !changed {
                return Ok((Rc::new(frame.current), Rc::new(layers)));
            }
        }
    }

    fn start(
        &mut self,
        binder: Binder,
        kind: Fixpoint,
        domain: Domain,
    ) -> Result<Vec<Bdd>, NodeLimit> {
        let bdds = &self.space.bdds;
        let count = self.space.kripke.locations.len();
        let mut start = match (kind, &self.care) {
            (Fixpoint::Least, _) => vec![bdds.falsity(); count],
            (Fixpoint::Greatest, Some(care)) if domain == Domain::Complete => care.to_vec(),
            (Fixpoint::Greatest, _) => vec![bdds.truth(); count],
        };
        let node = self.graph.binder(binder).node;
        if let Some(known) = self.known.get(&(node, domain)) {
            self.seeded += 1;
            for at in 0..count {
                match (kind, &known.truth, &known.falsity) {
                    (Fixpoint::Least, Some(truth), _) => start[at] = truth[at].clone(),
                    (Fixpoint::Greatest, _, Some(falsity)) => {
                        start[at] = bdds.minus(&start[at], &falsity[at])?;
                    }
                    _ => {}
                }
            }
        }
        Ok(start)
    }

    /// Recomputes the fixpoints that depend on the variable being solved.
    fn solve_inner(
        &mut self,
        inner: &[(NodeId, Binder, NodeId)],
        env: &Env,
        frame: &mut Frame,
        previous: &mut FxHashMap<(NodeId, Domain), StateSet>,
        outer: Fixpoint,
    ) -> Result<(), NodeLimit> {
        if inner.is_empty() {
            return Ok(());
        }
        let mut env = env.clone();
        let current = VarValue::Set(Rc::new(frame.current.clone()));
        env.insert(frame.binder.expect("solving"), current);
        for (node, binder, body) in inner {
            let own = self.domains[binder.0 as usize];
            let same = self.graph.binder(*binder).kind == outer;
            let start = previous.get(&(*node, own)).filter(|_| same).cloned();
            let (set, _) = self.solve(*binder, *body, &env, start, None)?;
            previous.insert((*node, own), set.clone());
            for asked in [Domain::Complete, Domain::Partial] {
                if self.demanded.contains(&(*node, asked)) {
                    let set = self.adapt(&set, *binder, *body, asked, &env)?;
                    frame.frozen.insert((*node, asked), set);
                }
            }
        }
        Ok(())
    }

    /// The outermost fixpoints inside `node` that depend on `binder`.
    fn dependent_fixpoints(&self, node: NodeId, binder: Binder) -> Vec<(NodeId, Binder, NodeId)> {
        if !self.graph.free(node).contains(&binder) {
            return Vec::new();
        }
        match self.graph.node(node) {
            Positive::Const(_) | Positive::Literal(..) | Positive::Var(_) => Vec::new(),
            Positive::And(children) | Positive::Or(children) => {
                children.iter().flat_map(|child| self.dependent_fixpoints(*child, binder)).collect()
            }
            Positive::Step(_, _, body) => self.dependent_fixpoints(*body, binder),
            Positive::Fix(_, own, body) => vec![(node, *own, *body)],
        }
    }

    /// The most steps between `node` and a use of the variable, not through inner fixpoints.
    fn step_depth(&self, node: NodeId, binder: Binder) -> Option<u32> {
        match self.graph.node(node) {
            Positive::Var(own) => (*own == binder).then_some(0),
            Positive::Const(_) | Positive::Literal(..) | Positive::Fix(..) => None,
            Positive::And(children) | Positive::Or(children) => {
                children.iter().filter_map(|child| self.step_depth(*child, binder)).max()
            }
            Positive::Step(_, _, body) => Some(1 + self.step_depth(*body, binder)?),
        }
    }

    /// Puts everything on the list that looks at `at` from up to `depth` steps away.
    fn affected(&self, at: LocId, depth: u32, work: &mut BTreeSet<(u32, LocId)>) {
        let mut frontier = vec![at];
        for _ in 0..depth {
            let mut before = Vec::new();
            for at in frontier {
                for edge in self.space.incoming(at) {
                    let from = self.space.kripke.edges[edge.index()].from;
                    work.insert((self.order[from.index()], from));
                    before.push(from);
                }
            }
            before.sort_unstable();
            before.dedup();
            frontier = before;
        }
    }

    /// The value of a formula at one location.
    fn value_at(
        &mut self,
        node: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        let graph = self.graph;
        let bdds = &self.space.bdds;
        let depends = frame.binder.is_some_and(|binder| graph.free(node).contains(&binder));
        match graph.node(node) {
            Positive::Const(value) => Ok(bdds.constant(*value)),
            Positive::Literal(atom, positive) => {
                let value = self.atoms.at(atom, at);
                self.literal(value, *positive, domain)
            }
            Positive::Var(binder) if frame.binder == Some(*binder) => {
                let set = frame.current[at.index()].clone();
                self.in_domain(set, *binder, domain)
            }
            Positive::Var(binder) => {
                let set = env[binder].at(at);
                self.in_domain(set, *binder, domain)
            }
            // What does not depend on the variable being solved is computed once, everywhere.
            Positive::Step(..) | Positive::Fix(..) if frame.binder.is_some() && !depends => {
                self.frozen(node, at, domain, env, frame)
            }
            Positive::And(children) => {
                let mut all = bdds.truth();
                for child in children {
                    if bdds.is_false(&all) {
                        break;
                    }
                    let value = self.value_at(*child, at, domain, env, frame)?;
                    all = self.space.bdds.and(&all, &value)?;
                }
                Ok(all)
            }
            Positive::Or(children) => {
                let mut any = bdds.falsity();
                for child in children {
                    if bdds.is_true(&any) {
                        break;
                    }
                    let value = self.value_at(*child, at, domain, env, frame)?;
                    any = self.space.bdds.or(&any, &value)?;
                }
                Ok(any)
            }
            Positive::Step(quantifier, actions, body) => {
                self.step_at(*quantifier, actions.as_deref(), *body, at, domain, env, frame)
            }
            Positive::Fix(..) => self.frozen(node, at, domain, env, frame),
        }
    }

    fn frozen(
        &mut self,
        node: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        if let Some(set) = frame.frozen.get(&(node, domain)) {
            return Ok(set[at.index()].clone());
        }
        let set = self.evaluate(node, domain, env)?;
        frame.frozen.insert((node, domain), set.clone());
        Ok(set[at.index()].clone())
    }

    fn in_domain(&self, set: Bdd, binder: Binder, domain: Domain) -> Result<Bdd, NodeLimit> {
        match (self.domains[binder.0 as usize], domain) {
            (Domain::Partial, Domain::Complete) => self.space.complete(&set),
            _ => Ok(set),
        }
    }

    /// A literal as a set of states.
    pub fn literal(
        &self,
        value: AtomValue,
        positive: bool,
        domain: Domain,
    ) -> Result<Bdd, NodeLimit> {
        let bdds = &self.space.bdds;
        let rail = |var: VarId| match (positive, domain) {
            (true, _) => Ok(bdds.var(self.space.known_true(var)).clone()),
            (false, Domain::Partial) => Ok(bdds.var(self.space.known_false(var)).clone()),
            (false, Domain::Complete) => bdds.not(bdds.var(self.space.known_true(var))),
        };
        match value {
            AtomValue::Constant(value) => {
                Ok(bdds.constant(if positive { value.must() } else { (!value).must() }))
            }
            AtomValue::Variable(var) => rail(var),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn step_at(
        &mut self,
        quantifier: Quantifier,
        actions: Option<&[String]>,
        body: NodeId,
        at: LocId,
        domain: Domain,
        env: &Env,
        frame: &mut Frame,
    ) -> Result<Bdd, NodeLimit> {
        let space = self.space;
        let bdds = &space.bdds;
        let selected = |edge: &belnap_ir::ids::EdgeId| {
            let action = &space.kripke.edges[edge.index()].action;
            actions.is_none_or(|actions| {
                action.as_ref().is_some_and(|action| actions.contains(action))
            })
        };
        if quantifier == Quantifier::Forall {
            if space.kripke.semantics == Semantics::Under {
                return Ok(bdds.falsity());
            }
            let mut all = bdds.truth();
            for edge in space.outgoing(at).filter(selected) {
                if bdds.is_false(&all) {
                    break;
                }
                let to = space.kripke.edges[edge.index()].to;
                let q = self.value_at(body, to, Domain::Complete, env, frame)?;
                all = bdds.and(&all, &space.all_may_into(edge, &q, domain)?)?;
            }
            return self.within_care(all, at, domain);
        }
        let must = must_domain(space);
        let mut some = bdds.falsity();
        if space.kripke.semantics != Semantics::Over {
            for edge in space.outgoing(at).filter(selected) {
                let to = space.kripke.edges[edge.index()].to;
                let q = self.value_at(body, to, must, env, frame)?;
                let pre = space.must_into(edge, &q, must)?;
                let pre = if domain == Domain::Complete && must == Domain::Partial {
                    space.complete(&pre)?
                } else {
                    pre
                };
                some = bdds.or(&some, &pre)?;
            }
        }
        if self.hyper
            && actions.is_none()
            && space.kripke.semantics != Semantics::Under
            && !space.kripke.locations[at.index()].blocking
            && !bdds.is_true(&some)
        {
            let mut all = self.able(at, domain)?;
            for edge in space.outgoing(at) {
                if bdds.is_false(&all) {
                    break;
                }
                let to = space.kripke.edges[edge.index()].to;
                let q = self.value_at(body, to, must, env, frame)?;
                let q = if must == Domain::Partial { space.complete(&q)? } else { q };
                all = bdds.and(&all, &space.all_may_into(edge, &q, domain)?)?;
            }
            some = bdds.or(&some, &all)?;
        }
        self.within_care(some, at, domain)
    }

    /// States with some may-successor.
    fn able(&mut self, at: LocId, domain: Domain) -> Result<Bdd, NodeLimit> {
        if let Some(known) = self.able.get(&(at, domain)) {
            return Ok(known.clone());
        }
        let bdds = &self.space.bdds;
        let mut stuck = bdds.truth();
        for edge in self.space.outgoing(at) {
            stuck = bdds.and(&stuck, &self.space.all_may_into(edge, &bdds.falsity(), domain)?)?;
        }
        let able = bdds.not(&stuck)?;
        self.able.insert((at, domain), able.clone());
        Ok(able)
    }

    fn within_care(&self, set: Bdd, at: LocId, domain: Domain) -> Result<Bdd, NodeLimit> {
        match &self.care {
            Some(care) if domain == Domain::Complete => {
                self.space.bdds.and(&set, &care[at.index()])
            }
            _ => Ok(set),
        }
    }
}

/// The domain in which must-successors are looked up.
fn must_domain(space: &Space<'_>) -> Domain {
    if space.closed || space.kripke.semantics == Semantics::Over {
        Domain::Complete
    } else {
        Domain::Partial
    }
}

/// The fixpoint being solved: its variable's value so far, and the sets that do not change
/// meanwhile.
struct Frame {
    binder: Option<Binder>,
    current: Vec<Bdd>,
    frozen: FxHashMap<(NodeId, Domain), StateSet>,
}
