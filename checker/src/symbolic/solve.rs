//! Fixpoints by chaotic iteration along the graph.
//!
//! A fixpoint is iterated location by location from a work list ordered against the flow of
//! control, so that inner loops settle before what leads to them. Fixpoints nested in it that
//! depend on its variable are recomputed whenever it has settled (Emerson and Lei: one of the
//! same kind goes on from where it was, one of the other kind starts anew).

use std::collections::BTreeSet;
use std::rc::Rc;

use belnap_ir::ids::{LocId, TiVec, ti_vec};
use belnap_ir::property::Fixpoint;
use rustc_hash::FxHashMap;

use super::evaluate::{Env, Evaluator, Frame, Goal, Layers, StateSet, VarValue};
use super::positive::{Binder, NodeId, Positive};
use super::space::Domain;
use crate::bdd::{Bdd, NodeLimit};

impl Evaluator<'_, '_> {
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
        let domain = self.domains[binder];
        let count = self.space.kripke.locations.len();
        let current = match start {
            Some(start) => TiVec::clone(&start),
            None => self.start(binder, kind, domain)?,
        };
        let mut layers: TiVec<LocId, Vec<(u64, Bdd)>> = ti_vec![Vec::new(); count];
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
                self.order.iter_enumerated().map(|(at, place)| (*place, at)).collect();
            let mut changed = false;
            while let Some((_, at)) = work.pop_first() {
                let value = self.value_at(body, at, domain, env, &mut frame)?;
                let old = &frame.current[at];
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
                layers[at].push((time, new.clone()));
                frame.current[at] = new;
                if let Some(goal) = goal
                    && goal.at == at
                    && kind == Fixpoint::Least
                    && inner.is_empty()
                    && (goal.reached)(&frame.current[at])?
                {
                    return Ok((Rc::new(frame.current), Rc::new(layers)));
                }
                self.add_affected(at, depth, &mut work);
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
    ) -> Result<TiVec<LocId, Bdd>, NodeLimit> {
        let bdds = &self.space.bdds;
        let count = self.space.kripke.locations.len();
        let mut start = match (kind, &self.care) {
            (Fixpoint::Least, _) => ti_vec![bdds.falsity(); count],
            (Fixpoint::Greatest, Some(care)) if domain == Domain::Complete => TiVec::clone(care),
            (Fixpoint::Greatest, _) => ti_vec![bdds.truth(); count],
        };
        let node = self.graph.binder(binder).node;
        if let Some(known) = self.known.get(&(node, domain)) {
            self.seeded += 1;
            for at in self.space.kripke.locations.keys() {
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
            let own = self.domains[*binder];
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

    /// The maximum number of steps between `node` and a use of the variable, not through inner
    /// fixpoints.
    fn step_depth(&self, node: NodeId, binder: Binder) -> Option<u32> {
        if !self.graph.free(node).contains(&binder) {
            return None;
        }
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
    fn add_affected(&self, at: LocId, depth: u32, work: &mut BTreeSet<(u32, LocId)>) {
        let mut frontier = vec![at];
        for _ in 0..depth {
            let mut before = Vec::new();
            for at in frontier {
                for edge in self.space.incoming(at) {
                    let from = self.space.kripke.edges[*edge].from;
                    work.insert((self.order[from], from));
                    before.push(from);
                }
            }
            before.sort_unstable();
            before.dedup();
            frontier = before;
        }
    }
}
