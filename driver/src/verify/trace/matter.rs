//! The steps of an execution that matter to its end: a dynamic slice.
//!
//! Backwards from the end, a step matters if it gives a value that a later one that matters looks
//! at. A branch matters if, before both its ways meet again, a step that matters is taken, or one
//! could have been taken on the other way that would have changed a value that matters.

use std::collections::{BTreeSet, HashMap};

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::{incoming, outgoing, postorder, reachable};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiVec, ti_vec};

/// Longer executions are not sliced.
const LONGEST: usize = 20_000;

/// For each step, the variables whose new values matter; `None` if the step does not matter.
pub type Matters = Vec<Option<BTreeSet<CfgVarId>>>;

/// The steps that matter to the last one; `wanted` are variables that are looked at after it.
pub fn matters(cfg: &Cfg, edges: &[CfgEdgeId], wanted: &[CfgVarId]) -> Matters {
    if edges.len() > LONGEST {
        return edges
            .iter()
            .map(|edge| Some(collect_changed(&cfg.edges[*edge].operation)))
            .collect();
    }
    let mut slice = Slice {
        cfg,
        meets: meeting_places(cfg),
        outgoing: outgoing(cfg),
        ways: HashMap::new(),
        needed: wanted.iter().copied().collect(),
        next_at: ti_vec![usize::MAX; cfg.locations.len()],
        nearest: usize::MAX,
    };
    let last = edges.iter().rposition(|edge| {
        matches!(cfg.edges[*edge].operation, Operation::Assume(_) | Operation::AssumeUnknown)
    });
    let mut all: Matters = vec![None; edges.len()];
    for (at, id) in edges.iter().enumerate().rev() {
        // What decides at the end matters, unless the end is about values.
        let decides = wanted.is_empty() && Some(at) == last;
        all[at] = slice.step(*id, decides);
        if all[at].is_some() {
            slice.nearest = at;
        }
        slice.next_at[cfg.edges[*id].from] = at;
    }
    all
}

fn collect_changed(operation: &Operation) -> BTreeSet<CfgVarId> {
    let mut all = BTreeSet::new();
    operation.for_each_changed(|var| {
        all.insert(var);
    });
    all
}

/// A slice, from its end to some step.
struct Slice<'a> {
    cfg: &'a Cfg,
    /// Where all ways from a location meet again; `None` if they do not.
    meets: TiVec<CfgLocId, Option<CfgLocId>>,
    outgoing: TiVec<CfgLocId, Vec<CfgEdgeId>>,
    /// What may be changed on the way from an edge until all ways meet.
    ways: HashMap<CfgEdgeId, BTreeSet<CfgVarId>>,
    /// Variables that steps which matter look at.
    needed: BTreeSet<CfgVarId>,
    /// The next step from each location.
    next_at: TiVec<CfgLocId, usize>,
    /// The next step that matters.
    nearest: usize,
}

impl Slice<'_> {
    fn step(&mut self, id: CfgEdgeId, decides: bool) -> Option<BTreeSet<CfgVarId>> {
        let cfg = self.cfg;
        let operation = &cfg.edges[id].operation;
        match operation {
            Operation::Assume(condition) => (decides || self.is_decisive(id)).then(|| {
                self.need(condition);
                BTreeSet::new()
            }),
            Operation::AssumeUnknown => Some(BTreeSet::new()),
            Operation::Call { .. } => Some(collect_changed(operation)),
            Operation::Assign(pairs) => {
                let found: BTreeSet<CfgVarId> = self.found(operation);
                for (_, value) in pairs.iter().filter(|(var, _)| found.contains(var)) {
                    self.need(value);
                }
                (!found.is_empty()).then_some(found)
            }
            Operation::Nondet(_) | Operation::Unknown(_) => {
                let found = self.found(operation);
                (!found.is_empty()).then_some(found)
            }
        }
    }

    /// The variables that matter and get a value here; before, they do not matter.
    fn found(&mut self, operation: &Operation) -> BTreeSet<CfgVarId> {
        let found: BTreeSet<CfgVarId> =
            collect_changed(operation).intersection(&self.needed).copied().collect();
        for var in &found {
            self.needed.remove(var);
        }
        found
    }

    fn need(&mut self, expr: &Expr) {
        expr.for_each_var(&mut |var| {
            self.needed.insert(var);
        });
    }

    /// Whether a branch matters.
    fn is_decisive(&mut self, id: CfgEdgeId) -> bool {
        let from = self.cfg.edges[id].from;
        let end = self.meets[from].map_or(usize::MAX, |at| self.next_at[at]);
        if self.nearest < end || self.meets[from].is_none() {
            return true;
        }
        let others = self.outgoing[from].clone();
        others.into_iter().filter(|other| *other != id).any(|other| {
            let until = self.meets[from];
            let cfg = self.cfg;
            let outgoing = &self.outgoing;
            let way = self.ways.entry(other).or_insert_with(|| way(cfg, outgoing, other, until));
            !way.is_disjoint(&self.needed)
        })
    }
}

/// What may be changed on ways that begin with an edge, until a location.
fn way(
    cfg: &Cfg,
    outgoing: &TiVec<CfgLocId, Vec<CfgEdgeId>>,
    first: CfgEdgeId,
    until: Option<CfgLocId>,
) -> BTreeSet<CfgVarId> {
    let on = |at: CfgLocId| outgoing[at].iter().filter(move |_| Some(at) != until);
    let reached = reachable(cfg.locations.len(), [cfg.edges[first].to], |at| {
        on(at).map(|edge| cfg.edges[*edge].to)
    });
    let edges =
        reached.iter_enumerated().filter(|(_, reached)| **reached).flat_map(|(at, _)| on(at));
    edges.chain([&first]).flat_map(|edge| collect_changed(&cfg.edges[*edge].operation)).collect()
}

/// For each location the first one that all ways from it come to, other than those that end with a
/// failure: its immediate post-dominator.
fn meeting_places(cfg: &Cfg) -> TiVec<CfgLocId, Option<CfgLocId>> {
    let (count, incoming) = (cfg.locations.len(), incoming(cfg));
    let ends: Vec<CfgLocId> = cfg
        .locations
        .iter_enumerated()
        .filter(|(_, at)| matches!(at.kind, LocationKind::Halted | LocationKind::Return))
        .map(|(at, _)| at)
        .collect();
    let before = |at: CfgLocId| incoming[at].iter().map(|edge| cfg.edges[*edge].from);
    // A location after all ends, which come in the reverse order of a walk backwards.
    let order = postorder(count, ends.iter().copied(), before);
    let mut rank: TiVec<CfgLocId, usize> = ti_vec![usize::MAX; count];
    order.iter().enumerate().for_each(|(place, at)| rank[*at] = place);
    let is_end = |at: CfgLocId| cfg.locations[at].kind != LocationKind::Normal;
    // `Some(None)` is the location after all ends.
    let mut meets: TiVec<CfgLocId, Option<Option<CfgLocId>>> = ti_vec![None; count];
    ends.iter().for_each(|at| meets[*at] = Some(None));
    loop {
        let mut stable = true;
        for at in order.iter().rev().copied().filter(|at| !is_end(*at)) {
            let next = cfg.edges_from(at).map(|edge| cfg.edges[edge].to);
            let known = next.filter(|to| rank[*to] != usize::MAX && meets[*to].is_some());
            let new = known.map(Some).reduce(|a, b| meet(&meets, &rank, a, b));
            if let Some(new) = new.filter(|new| meets[at] != Some(*new)) {
                meets[at] = Some(new);
                stable = false;
            }
        }
        if stable {
            return meets.into_iter().map(Option::flatten).collect();
        }
    }
}

/// The first location at which the ways from two meet.
fn meet(
    meets: &TiVec<CfgLocId, Option<Option<CfgLocId>>>,
    rank: &TiVec<CfgLocId, usize>,
    a: Option<CfgLocId>,
    b: Option<CfgLocId>,
) -> Option<CfgLocId> {
    let (mut a, mut b) = (a, b);
    while a != b {
        match (a, b) {
            (Some(one), Some(other)) if rank[one] < rank[other] => a = meets[one].flatten(),
            (Some(_), Some(other)) => b = meets[other].flatten(),
            _ => return None,
        }
    }
    a
}
