//! A graph being changed: edges can be replaced, redirected and removed, locations dropped.

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::ids::{CfgLocId, TiVec, ti_vec};

use super::compact::{Keep, Lost, NewEdge, Origin, compact};
use super::{PassContext, PassResult};

/// An edge of a draft, by its number there.
pub(super) type StepId = usize;

/// The changed copy of a graph.
pub(super) struct Draft<'a> {
    cfg: &'a Cfg,
    steps: Vec<Option<NewEdge>>,
    dropped: TiVec<CfgLocId, bool>,
    /// Of a dropped location, one where the same holds.
    like: TiVec<CfgLocId, Option<CfgLocId>>,
    outgoing: TiVec<CfgLocId, Vec<StepId>>,
    incoming: TiVec<CfgLocId, Vec<StepId>>,
}

/// Texts of merged edges are cut to about this many characters.
const LONGEST_TEXT: usize = 160;

impl<'a> Draft<'a> {
    pub(super) fn new(cfg: &'a Cfg) -> Self {
        let locations = cfg.locations.len();
        let mut draft = Draft {
            cfg,
            steps: Vec::with_capacity(cfg.edges.len()),
            dropped: ti_vec![false; locations],
            like: ti_vec![None; locations],
            outgoing: ti_vec![Vec::new(); locations],
            incoming: ti_vec![Vec::new(); locations],
        };
        for (id, edge) in cfg.edges.iter_enumerated() {
            draft.add(edge.clone(), vec![Origin::of(id)]);
        }
        draft
    }

    pub(super) fn add(&mut self, edge: Edge, origins: Vec<Origin>) -> StepId {
        let id = self.steps.len();
        self.outgoing[edge.from].push(id);
        self.incoming[edge.to].push(id);
        self.steps.push(Some(NewEdge { edge, origins }));
        id
    }

    pub(super) fn locations(&self) -> impl Iterator<Item = CfgLocId> + use<> {
        self.cfg.locations.keys()
    }

    pub(super) fn is_dropped(&self, location: CfgLocId) -> bool {
        self.dropped[location]
    }

    pub(super) fn outgoing(&self, location: CfgLocId) -> &[StepId] {
        &self.outgoing[location]
    }

    pub(super) fn incoming(&self, location: CfgLocId) -> &[StepId] {
        &self.incoming[location]
    }

    /// The only outgoing edge, if there is one only.
    pub(super) fn only_outgoing(&self, location: CfgLocId) -> Option<StepId> {
        match self.outgoing(location) {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The edge with a number from the lists of this draft.
    pub(super) fn edge(&self, id: StepId) -> &Edge {
        match &self.steps[id] {
            Some(step) => &step.edge,
            None => unreachable_step(),
        }
    }

    fn step_mut(&mut self, id: StepId) -> &mut NewEdge {
        match &mut self.steps[id] {
            Some(step) => step,
            None => unreachable_step(),
        }
    }

    /// Replaces what an edge does. If that is no longer a choice, no entry of the ledger
    /// about one is about it.
    pub(super) fn set_operation(&mut self, id: StepId, operation: Operation) {
        let chose = |operation: &Operation| {
            matches!(
                operation,
                Operation::Nondet(_) | Operation::Unknown(_) | Operation::AssumeUnknown
            )
        };
        let step = self.step_mut(id);
        if chose(&step.edge.operation) && !chose(&operation) {
            step.origins.iter_mut().for_each(|origin| origin.open = false);
        }
        step.edge.operation = operation;
    }

    pub(super) fn redirect(&mut self, id: StepId, to: CfgLocId) {
        let old = std::mem::replace(&mut self.step_mut(id).edge.to, to);
        self.incoming[old].retain(|other| *other != id);
        self.incoming[to].push(id);
    }

    pub(super) fn set_source(&mut self, id: StepId, from: CfgLocId) {
        let old = std::mem::replace(&mut self.step_mut(id).edge.from, from);
        self.outgoing[old].retain(|other| *other != id);
        self.outgoing[from].push(id);
    }

    /// Adds the text and the ledger's interest of `second` to `first`.
    pub(super) fn absorb(&mut self, first: StepId, second: StepId) {
        let (text, origins, source) = match &self.steps[second] {
            Some(step) => (step.edge.text.clone(), step.origins.clone(), step.edge.source.clone()),
            None => return,
        };
        let step = self.step_mut(first);
        step.edge.text = join_texts(&step.edge.text, &text);
        step.edge.source = step.edge.source.take().or(source);
        step.origins.extend(origins);
        step.origins.sort_unstable();
        step.origins.dedup();
    }

    pub(super) fn remove(&mut self, id: StepId) {
        let (from, to) = (self.edge(id).from, self.edge(id).to);
        self.outgoing[from].retain(|other| *other != id);
        self.incoming[to].retain(|other| *other != id);
        self.steps[id] = None;
    }

    /// Drops a location with its edges.
    pub(super) fn drop_location(&mut self, location: CfgLocId) {
        for id in self.outgoing[location].clone() {
            self.remove(id);
        }
        for id in self.incoming[location].clone() {
            self.remove(id);
        }
        self.dropped[location] = true;
    }

    /// Drops a location with its edges; what holds there is what holds at another.
    pub(super) fn drop_like(&mut self, location: CfgLocId, other: CfgLocId) {
        self.drop_location(location);
        self.like[location] = Some(other);
    }

    pub(super) fn finish(self, context: &PassContext, lost: Lost) -> PassResult {
        let mut keep = Keep::all(self.cfg);
        keep.locations = self.dropped.iter().map(|dropped| !dropped).collect();
        keep.like = self.like;
        compact(self.cfg, context, &keep, self.steps.into_iter().flatten().collect(), lost)
    }
}

/// Numbers come from the lists of the draft, which do not contain removed edges.
fn unreachable_step() -> ! {
    unreachable!("an edge that was removed from a draft is in none of its lists")
}

/// Texts of two edges that became one.
pub(super) fn join_texts(first: &str, second: &str) -> String {
    if first.is_empty() || second.is_empty() || first.ends_with('…') {
        return if first.is_empty() { second } else { first }.to_owned();
    }
    let whole = format!("{first}; {second}");
    if whole.chars().count() <= LONGEST_TEXT {
        return whole;
    }
    whole.chars().take(LONGEST_TEXT - 1).chain(['…']).collect()
}
