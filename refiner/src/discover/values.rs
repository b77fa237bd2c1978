//! Values of variables, ahead of the path: which variables have to be tracked so that no way to an
//! error is left, as far as values of variables can tell.
//!
//! One path is excluded by the values of few variables. With these tracked, another way to an error
//! may be left, which would be the path of the next round: it is looked for at once, in the graph
//! and not in an abstraction of it, and so on, until there is none or values do not exclude it.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;

use crate::context::Context;
use crate::discover::induction::{counts, vars};
use crate::methods::Proposed;
use crate::path::GraphPath;
use crate::select::Selection;
use crate::values::Values;
use crate::values::enough::Uses;
use crate::values::explore::{Explored, Reached, Target};
use belnap_formats::decided::refuting_everywhere;

/// Limit on the states of all that is explored in one refinement.
pub const MOST_STATES: usize = 100_000;

/// Limit on the states that are explored for one target.
const MOST_OF_ONE: usize = 20_000;

/// Limit on the ways to one target that are excluded.
const MOST_WAYS: usize = 50;

/// Limit on the predicates that are proposed at once. What needs more is cheaper path by path:
/// abstraction, fixpoints and certificates grow with every predicate that is tracked at the same
/// time.
const MOST_PREDICATES: usize = 40;

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// The path is not excluded by values of variables, or nothing new is needed for that.
    Nothing,
    /// New predicates were found.
    Enough,
    /// This way to an error is not excluded by values, and perhaps an execution.
    Way(GraphPath),
}

/// Whether the path ends in what may be an error. Where a loop counts, other methods know better.
pub fn applies(context: &Context<'_>) -> bool {
    context.refuting().is_some() && (context.is_alone() || !context.route.counts())
}

/// Looks ahead of the path. A way that comes to a loop that counts is left to other methods: they
/// know what such loops need, and how much of this.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let cfg = context.cfg;
    let errors = refuting_everywhere(cfg, context.property);
    let (path, known) = (&context.route.path, context.known.conditions);
    match look_ahead(cfg, path, &errors, known, &mut context.selection) {
        Ahead::Nothing => Proposed::Continue,
        Ahead::Enough => Proposed::Enough,
        Ahead::Way(way) if counts(cfg, &way) => {
            context.selection = Selection::new(cfg, &context.known);
            Proposed::Continue
        }
        Ahead::Way(way) => Proposed::Path(way),
    }
}

/// Proposes to distinguish the values of the variables that exclude the path, and ways to the
/// errors that are left then. A state at a location is an error if the location's condition holds.
pub fn look_ahead(
    cfg: &Cfg,
    path: &GraphPath,
    errors: &[Option<Expr>],
    known: &[Expr],
    selection: &mut Selection<'_>,
) -> Ahead {
    let Some(values) = Values::new(cfg, errors) else { return Ahead::Nothing };
    let mut search = Search {
        free: known.iter().flat_map(vars).collect(),
        values: &values,
        budget: MOST_STATES,
        reached: Vec::new(),
        open: Vec::new(),
        way: None,
    };
    if values.reason(&path.edges, &search.free).is_none() {
        return Ahead::Nothing;
    }
    // Each target by itself: what excludes one need not be tracked on the way to another.
    for target in values.targets() {
        search.exclude(target);
    }
    let uses = Uses::new(&values);
    let is_new = |condition: &Expr| selection.is_new(condition);
    let enough = uses.enough(&values, &search.reached, &is_new);
    if enough.len() > MOST_PREDICATES {
        return search.way.map_or(Ahead::Nothing, Ahead::Way);
    }
    for condition in enough {
        selection.choose(&condition);
    }
    for condition in search.open.iter().flat_map(|var| uses.asked(*var, &search.free)) {
        selection.propose(&condition);
    }
    match search.way {
        Some(way) => Ahead::Way(way),
        None if selection.is_empty() => Ahead::Nothing,
        None => Ahead::Enough,
    }
}

/// What was found so far.
struct Search<'a> {
    values: &'a Values<'a>,
    /// Variables that are tracked anyway.
    free: BTreeSet<CfgVarId>,
    /// States that may still be explored.
    budget: usize,
    /// Variables that exclude targets, and what is known of them then.
    reached: Vec<(CfgVarId, Reached)>,
    /// Variables that exclude some ways to targets that are not excluded.
    open: Vec<CfgVarId>,
    /// The first way that is not excluded.
    way: Option<GraphPath>,
}

impl Search<'_> {
    /// Looks for variables that exclude a target.
    fn exclude(&mut self, target: Target) {
        let mut tracked: BTreeSet<CfgVarId> = BTreeSet::new();
        let mut wanted: Vec<CfgVarId> = Vec::new();
        for _ in 0..MOST_WAYS {
            match self.explore(target, &tracked) {
                Explored::Way(edges) => match self.values.reason(&edges, &self.free) {
                    Some(reason) => {
                        wanted.extend(reason.iter().filter(|var| tracked.insert(**var)));
                    }
                    None => {
                        self.way.get_or_insert(GraphPath { edges });
                        break;
                    }
                },
                Explored::None(reached) => return self.keep_excluded(target, wanted, reached),
                Explored::TooMany => break,
            }
        }
        self.free.extend(&wanted);
        self.open.extend(wanted);
    }

    /// Keeps what excludes a target, without variables that are not needed.
    fn keep_excluded(
        &mut self,
        target: Target,
        mut wanted: Vec<CfgVarId>,
        mut reached: BTreeMap<CfgVarId, Reached>,
    ) {
        let mut tracked: BTreeSet<CfgVarId> = wanted.iter().copied().collect();
        for var in
            wanted.iter().filter(|var| !self.free.contains(*var)).copied().collect::<Vec<_>>()
        {
            tracked.remove(&var);
            match self.explore(target, &tracked) {
                Explored::None(fewer) => reached = fewer,
                _ => {
                    tracked.insert(var);
                }
            }
        }
        wanted.retain(|var| tracked.contains(var));
        for var in wanted {
            let Some(one) = reached.get(&var) else { continue };
            self.free.insert(var);
            match self.reached.iter_mut().find(|(other, _)| *other == var) {
                Some((_, known)) => known.join(*one),
                None => self.reached.push((var, *one)),
            }
        }
    }

    fn explore(&mut self, target: Target, tracked: &BTreeSet<CfgVarId>) -> Explored {
        let mut budget = self.budget.min(MOST_OF_ONE);
        let before = budget;
        let explored = self.values.explore(target, tracked, &mut budget);
        self.budget -= before - budget;
        explored
    }
}
