//! Proofs of definite truth.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{EdgeId, LocId, ProofId, VarId};
use belnap_ir::kripke::Semantics;
use belnap_ir::property::{Fixpoint, Quantifier};
use belnap_ir::result::{Explanation, Rule};

use super::claims::{Claim, Claims, step_taken};
use crate::bdd::{Bdd, NodeLimit};
use crate::symbolic::evaluate::{Env, Evaluator, VarValue};
use crate::symbolic::positive::{Binder, NodeId, Positive};
use crate::symbolic::space::{Domain, TriVector};

/// Limit on cubes a set of successors is divided into.
const MOST_CUBES: usize = 256;

/// Proves claims with the sets of an evaluator.
pub struct Prover<'e, 's, 'k> {
    evaluator: &'e mut Evaluator<'s, 'k>,
    /// The claims made so far.
    pub claims: Claims<'s, 'k>,
}

impl<'e, 's, 'k> Prover<'e, 's, 'k> {
    /// A prover that adds to `claims`.
    pub fn new(evaluator: &'e mut Evaluator<'s, 'k>, claims: Claims<'s, 'k>) -> Self {
        Prover { evaluator, claims }
    }

    /// The explanation so far.
    pub fn finish(self) -> Explanation {
        self.claims.finish()
    }

    /// Proves a claim that is true, and everything it rests on.
    pub fn prove(&mut self, claim: Claim) -> Result<ProofId, NodeLimit> {
        // An explicit stack: paths can be long. Each claim is numbered when it is first met, so
        // that cycles through greatest fixpoints close.
        let mut open = Vec::new();
        let root = self.enter(claim, &mut open)?;
        while let Some((id, claim)) = open.pop() {
            self.expand(id, claim, &mut open)?;
        }
        Ok(root)
    }

    /// The number of a claim; a new one is put on the list of those to expand.
    fn enter(
        &mut self,
        claim: Claim,
        open: &mut Vec<(ProofId, Claim)>,
    ) -> Result<ProofId, NodeLimit> {
        let claim = self.normalise(claim)?;
        if let Some(known) = self.claims.known(&claim) {
            return Ok(known);
        }
        let text = self.evaluator.graph.text(claim.node).to_owned();
        let full = self.claims.full();
        let id = self.claims.make(claim.clone(), &text, Rule::Cut, Belnap::True);
        if !full {
            open.push((id, claim));
        }
        Ok(id)
    }

    /// Ranks as small as possible and only of variables that occur; claims about all completions
    /// of a complete state become claims about the state.
    fn normalise(&mut self, mut claim: Claim) -> Result<Claim, NodeLimit> {
        let graph = self.evaluator.graph;
        if !claim.state.contains(&None) {
            claim.completions = false;
        }
        let free = graph.free(claim.node).to_vec();
        let needed = |binder: &Binder| {
            free.iter().any(|own| own == binder || graph.binder(*own).enclosing.contains(binder))
        };
        claim.ranks.retain(|(binder, _)| needed(binder));
        Ok(claim)
    }

    fn domain(&self, claim: &Claim) -> Domain {
        // A complete state is in both domains; the smaller sets will do.
        let space = self.evaluator.space;
        let closed = space.closed || space.kripke.semantics == Semantics::Over;
        if claim.completions || closed || !claim.state.contains(&None) {
            Domain::Complete
        } else {
            Domain::Partial
        }
    }

    /// The variables around a claim: least fixpoints before their moment, greatest ones whole.
    fn env(&mut self, node: NodeId, ranks: &[(Binder, u64)]) -> Result<Env, NodeLimit> {
        let graph = self.evaluator.graph;
        let mut around: Vec<Binder> = Vec::new();
        for binder in graph.free(node) {
            for outer in graph.binder(*binder).enclosing.iter().chain([binder]) {
                if !around.contains(outer) {
                    around.push(*outer);
                }
            }
        }
        around.sort_unstable();
        let mut env = Env::default();
        for binder in around {
            let (set, layers) = self.evaluator.course(binder, &env)?;
            let value = match ranks.iter().find(|(own, _)| *own == binder) {
                Some((_, time)) => VarValue::Before(layers, *time),
                None => VarValue::Set(set),
            };
            env.insert(binder, value);
        }
        Ok(env)
    }

    /// Whether a formula is true as claimed in a state.
    fn is_true(
        &mut self,
        node: NodeId,
        at: LocId,
        state: &TriVector,
        domain: Domain,
        env: &Env,
    ) -> Result<bool, NodeLimit> {
        let set = self.evaluator.evaluate_at(node, at, domain, env)?;
        self.covers(&set, at, state, domain)
    }

    fn covers(
        &self,
        set: &Bdd,
        at: LocId,
        state: &TriVector,
        domain: Domain,
    ) -> Result<bool, NodeLimit> {
        let space = self.evaluator.space;
        if domain == Domain::Partial || !state.contains(&None) {
            return space.contains(set, at, state);
        }
        let states = space.bdds.and(&space.completions(state)?, space.enforce(at))?;
        space.bdds.implies(&states, set)
    }

    fn child(&self, claim: &Claim, node: NodeId) -> Claim {
        Claim { node, ..claim.clone() }
    }

    fn expand(
        &mut self,
        id: ProofId,
        claim: Claim,
        open: &mut Vec<(ProofId, Claim)>,
    ) -> Result<(), NodeLimit> {
        let graph = self.evaluator.graph;
        match graph.node(claim.node).clone() {
            Positive::Const(_) | Positive::Literal(..) => {
                let domain = self.domain(&claim);
                let env = Env::default();
                let split = claim.completions
                    && !self.is_true(claim.node, claim.at, &claim.state, Domain::Partial, &env)?
                    && domain == Domain::Complete;
                if split {
                    let set = self.evaluator.evaluate_at(claim.node, claim.at, domain, &env)?;
                    return self.split(id, &claim, &[set], open);
                }
                self.claims.node_mut(id).rule = Rule::Atom;
            }
            Positive::And(children) => {
                self.claims.node_mut(id).rule = Rule::And;
                // Last in, first out: the first conjunct is expanded first.
                let mut ids = Vec::new();
                for child in children.iter().rev() {
                    ids.push(self.enter(self.child(&claim, *child), open)?);
                }
                for child in ids.into_iter().rev() {
                    self.claims.link(id, child, None);
                }
            }
            Positive::Or(children) => {
                let env = self.env(claim.node, &claim.ranks)?;
                let domain = self.domain(&claim);
                let mut sets = Vec::new();
                for child in children {
                    let set = self.evaluator.evaluate_at(child, claim.at, domain, &env)?;
                    if self.covers(&set, claim.at, &claim.state, domain)? {
                        self.claims.node_mut(id).rule = Rule::Or;
                        let child = self.enter(self.child(&claim, child), open)?;
                        self.claims.link(id, child, None);
                        return Ok(());
                    }
                    sets.push(set);
                }
                return self.split(id, &claim, &sets, open);
            }
            Positive::Step(Quantifier::Forall, actions, body) => {
                let edges = self.edges(claim.at, actions.as_deref());
                let space = self.evaluator.space;
                if !claim.completions && !space.open(claim.at, &claim.state).is_empty() {
                    return self.split(id, &claim, &[], open);
                }
                return self.universal(id, &claim, body, &edges, Rule::MayStep, open);
            }
            Positive::Step(Quantifier::Exists, actions, body) => {
                return self.existential(id, &claim, body, actions.as_deref(), open);
            }
            Positive::Var(binder) | Positive::Fix(_, binder, _) => {
                return self.unfold(id, &claim, binder, open);
            }
        }
        Ok(())
    }

    fn edges(&self, at: LocId, actions: Option<&[String]>) -> Vec<EdgeId> {
        let space = self.evaluator.space;
        space
            .outgoing(at)
            .filter(|edge| {
                let action = &space.kripke.edges[*edge].action;
                actions.is_none_or(|actions| {
                    action.as_ref().is_some_and(|action| actions.contains(action))
                })
            })
            .collect()
    }

    fn unfold(
        &mut self,
        id: ProofId,
        claim: &Claim,
        binder: Binder,
        open: &mut Vec<(ProofId, Claim)>,
    ) -> Result<(), NodeLimit> {
        let graph = self.evaluator.graph;
        let info = graph.binder(binder);
        let Positive::Fix(kind, _, body) = graph.node(info.node).clone() else {
            unreachable!("binders point to fixpoints")
        };
        let enclosing = info.enclosing.clone();
        let mut ranks: Vec<(Binder, u64)> =
            claim.ranks.iter().filter(|(own, _)| enclosing.contains(own)).copied().collect();
        if kind == Fixpoint::Least {
            let env = self.env(info.node, &ranks)?;
            let (_, layers) = self.evaluator.course(binder, &env)?;
            let own = self.evaluator.domain(binder);
            let domain = self.domain(claim);
            let mut time = None;
            for (layer, set) in &layers[claim.at] {
                let inside = match (own, domain) {
                    (Domain::Partial, Domain::Complete) => {
                        let set = self.evaluator.space.complete(set)?;
                        self.covers(&set, claim.at, &claim.state, domain)?
                    }
                    // A tri-vector can be in a set of complete states only by its unfolding.
                    (Domain::Complete, Domain::Partial) => false,
                    _ => self.covers(set, claim.at, &claim.state, domain)?,
                };
                if inside {
                    time = Some(*layer);
                    break;
                }
            }
            match time {
                Some(0) => {
                    self.claims.node_mut(id).rule = Rule::Seed;
                    return Ok(());
                }
                Some(time) => ranks.push((binder, time)),
                None if own == Domain::Complete && domain == Domain::Partial => {}
                None => {
                    let sets: Vec<Bdd> =
                        layers[claim.at].iter().map(|(_, set)| set.clone()).collect();
                    return self.split(id, claim, &sets, open);
                }
            }
        }
        self.claims.node_mut(id).rule = Rule::Unfold;
        let body = Claim { node: body, ranks, ..claim.clone() };
        let child = self.enter(body, open)?;
        self.claims.link(id, child, None);
        Ok(())
    }

    fn existential(
        &mut self,
        id: ProofId,
        claim: &Claim,
        body: NodeId,
        actions: Option<&[String]>,
        open: &mut Vec<(ProofId, Claim)>,
    ) -> Result<(), NodeLimit> {
        let space = self.evaluator.space;
        let env = self.env(claim.node, &claim.ranks)?;
        let over = space.kripke.semantics == Semantics::Over;
        let must = if space.closed || over { Domain::Complete } else { Domain::Partial };
        let mut sets = Vec::new();
        for edge in self.edges(claim.at, actions) {
            if over {
                break;
            }
            let to = space.kripke.edges[edge].to;
            let q = self.evaluator.evaluate_at(body, to, must, &env)?;
            let children: Vec<(TriVector, bool)> = match must {
                Domain::Partial => {
                    let next = space.must_successor(edge, &claim.state, &q)?;
                    match next {
                        Some(next) if self.leads_from_all(edge, claim, &next, &q)? => {
                            vec![(next, false)]
                        }
                        _ => Vec::new(),
                    }
                }
                Domain::Complete => {
                    let mut states = space.completions(&claim.state)?;
                    if claim.completions {
                        states = space.bdds.and(&states, space.enforce(claim.at))?;
                    }
                    sets.push(space.must_into(edge, &q, must)?);
                    let image = space.must_image(edge, &states, &q)?;
                    // A claim about several states is about those that satisfy what is enforced,
                    // and a must-transition may lead to others.
                    let told = match &image {
                        Some(image) if claim.completions => {
                            space.bdds.implies(image, space.enforce(to))?
                        }
                        _ => true,
                    };
                    match image {
                        Some(image) if told => {
                            self.cubes(image)?.into_iter().map(|state| (state, true)).collect()
                        }
                        _ => Vec::new(),
                    }
                }
            };
            if children.is_empty() {
                continue;
            }
            self.claims.node_mut(id).rule = Rule::MustStep;
            for (state, completions) in children {
                let may = space.closed || self.may_reach(edge, claim, &state)?;
                let step = step_taken(space.kripke, edge, Belnap::from_halves(true, may));
                let ranks = claim.ranks.clone();
                let child = Claim { node: body, at: to, state, completions, ranks };
                let child = self.enter(child, open)?;
                self.claims.link(id, child, Some(step));
            }
            return Ok(());
        }
        // Not by one transition: in a total system, by all of them, if all lead there.
        let blocking = space.kripke.locations[claim.at].blocking;
        let under = space.kripke.semantics == Semantics::Under;
        if self.evaluator.hyper() && actions.is_none() && !blocking && !under {
            let edges = self.edges(claim.at, None);
            let stuck = self.stuck(claim, &edges)?;
            let must_set = |prover: &mut Self, to: LocId| -> Result<Bdd, NodeLimit> {
                let q = prover.evaluator.evaluate_at(body, to, must, &env)?;
                if must == Domain::Partial { space.complete(&q) } else { Ok(q) }
            };
            let mut all = space.bdds.is_false(&stuck);
            sets.push(stuck);
            for edge in &edges {
                let to = space.kripke.edges[*edge].to;
                let q = must_set(self, to)?;
                let successors = self.successors(*edge, claim)?;
                all &= space.bdds.implies(&successors, &q)?;
                sets.push(space.all_may_into(*edge, &q, Domain::Complete)?);
            }
            if all {
                return self.universal(id, claim, body, &edges, Rule::Hyper, open);
            }
        }
        self.split(id, claim, &sets, open)
    }

    /// Whether a must-transition leads to a state from all that a claim is about. What follows
    /// from a tri-vector follows from its completions, unless the program contradicts itself in
    /// one of them.
    fn leads_from_all(
        &self,
        edge: EdgeId,
        claim: &Claim,
        next: &TriVector,
        q: &Bdd,
    ) -> Result<bool, NodeLimit> {
        let space = self.evaluator.space;
        if !claim.completions || !claim.state.contains(&None) {
            return Ok(true);
        }
        let mut into = q.clone();
        for (var, value) in (0..).map(VarId::from).zip(next) {
            let rail = match value {
                Some(true) => space.known_true(var),
                Some(false) => space.known_false(var),
                None => continue,
            };
            into = space.bdds.and(&into, space.bdds.var(rail))?;
        }
        let from = space.complete(&space.must_into(edge, &into, Domain::Partial)?)?;
        let states = space.completions(&claim.state)?;
        space.bdds.implies(&space.bdds.and(&states, space.enforce(claim.at))?, &from)
    }

    /// The states of a claim without may-successor.
    fn stuck(&self, claim: &Claim, edges: &[EdgeId]) -> Result<Bdd, NodeLimit> {
        let space = self.evaluator.space;
        let bdds = &space.bdds;
        let mut stuck = space.completions(&claim.state)?;
        if claim.completions {
            stuck = bdds.and(&stuck, space.enforce(claim.at))?;
        }
        for edge in edges {
            if claim.completions || !claim.state.contains(&None) {
                let none = space.all_may_into(*edge, &bdds.falsity(), Domain::Complete)?;
                stuck = bdds.and(&stuck, &none)?;
            } else if !bdds.is_false(&space.may_successors(*edge, &claim.state)?) {
                return Ok(bdds.falsity());
            }
        }
        Ok(stuck)
    }

    /// Whether the must-successor is a may-successor too.
    fn may_reach(&self, edge: EdgeId, claim: &Claim, next: &TriVector) -> Result<bool, NodeLimit> {
        let space = self.evaluator.space;
        if next.contains(&None) {
            return Ok(false);
        }
        let to = space.kripke.edges[edge].to;
        space.contains(&space.may_successors(edge, &claim.state)?, to, next)
    }

    fn universal(
        &mut self,
        id: ProofId,
        claim: &Claim,
        body: NodeId,
        edges: &[EdgeId],
        rule: Rule,
        open: &mut Vec<(ProofId, Claim)>,
    ) -> Result<(), NodeLimit> {
        let space = self.evaluator.space;
        self.claims.node_mut(id).rule = rule;
        for edge in edges {
            let to = space.kripke.edges[*edge].to;
            let successors = self.successors(*edge, claim)?;
            for state in self.cubes(successors)? {
                if self.claims.full() {
                    self.claims.node_mut(id).rule = Rule::Cut;
                    return Ok(());
                }
                self.claims.branch();
                let value = self.may_value(*edge, claim, &state)?;
                let ranks = claim.ranks.clone();
                let child = Claim { node: body, at: to, state, completions: true, ranks };
                let child = self.enter(child, open)?;
                self.claims.link(id, child, Some(step_taken(space.kripke, *edge, value)));
            }
        }
        Ok(())
    }

    /// The complete states that may follow those of a claim along an edge.
    fn successors(&self, edge: EdgeId, claim: &Claim) -> Result<Bdd, NodeLimit> {
        let space = self.evaluator.space;
        if claim.completions {
            let states = space.completions(&claim.state)?;
            space.may_from(edge, &space.bdds.and(&states, space.enforce(claim.at))?)
        } else {
            space.may_successors(edge, &claim.state)
        }
    }

    /// Tri-vectors whose completions make up a set.
    fn cubes(&mut self, mut set: Bdd) -> Result<Vec<TriVector>, NodeLimit> {
        let space = self.evaluator.space;
        let mut cubes = Vec::new();
        while let Some(state) = space.pick_complete(&set) {
            if cubes.len() == MOST_CUBES {
                self.claims.set_cut();
                break;
            }
            set = space.bdds.minus(&set, &space.completions(&state)?)?;
            cubes.push(state);
        }
        Ok(cubes)
    }

    /// The value of a may-transition to a cube: `t` only if it is one complete state that is a
    /// must-successor too.
    fn may_value(&self, edge: EdgeId, claim: &Claim, to: &TriVector) -> Result<Belnap, NodeLimit> {
        let space = self.evaluator.space;
        if to.contains(&None) || claim.state.contains(&None) {
            return Ok(Belnap::Unknown);
        }
        Ok(Belnap::from_halves(space.is_certain(edge, &claim.state, to)?, true))
    }

    /// Divides a claim about several complete states by a variable that the given sets, none of
    /// which supports the claim alone, tell apart.
    fn split(
        &mut self,
        id: ProofId,
        claim: &Claim,
        sets: &[Bdd],
        open: &mut Vec<(ProofId, Claim)>,
    ) -> Result<(), NodeLimit> {
        let space = self.evaluator.space;
        let here = space.completions(&claim.state)?;
        let states = space.bdds.and(&here, space.enforce(claim.at))?;
        let mut relevant = Vec::new();
        for set in sets {
            relevant.extend(space.bdds.support(&space.bdds.cofactor(set, &here)?));
        }
        // A tri-vector can be divided by what is always known: it is about both cases of that.
        let divisible: Vec<VarId> = match claim.completions {
            true => {
                let unknown = |var: &VarId| claim.state[var.index()].is_none();
                (0..claim.state.len()).map(VarId::from).filter(unknown).collect()
            }
            false => space.open(claim.at, &claim.state),
        };
        let telling = |var: &&VarId| relevant.contains(&space.known_true(**var));
        let Some(var) = divisible.iter().find(telling).or(divisible.first()).copied() else {
            // Nothing to divide: the sets do not support the claim any further.
            self.claims.set_cut();
            return Ok(());
        };
        let node = self.claims.node_mut(id);
        node.rule = Rule::Split;
        node.variable = Some(space.name(var).to_owned());
        for value in [true, false] {
            let mut state = claim.state.clone();
            state[var.index()] = Some(value);
            let some = space.bdds.and(&states, &space.completions(&state)?)?;
            if space.bdds.is_false(&some) {
                continue;
            }
            self.claims.branch();
            let child = self.enter(Claim { state, ..claim.clone() }, open)?;
            self.claims.link(id, child, None);
        }
        Ok(())
    }
}
