//! Merges steps that follow one another into one simultaneous assignment.
//!
//! Only for properties without next-step operators. A location goes if it is not named, not
//! labelled, not a loop head and not an end, and if what the property sees there is what it sees
//! before or after: a location between two named ones is seen as neither, and stays, as does one
//! between two steps that change variables the property mentions. Where it is seen as what comes
//! before, the step to it must be determined, since a state after a choice is not like one before
//! it. So are merged states alike for every formula that does not count steps.
//!
//! `nondet`, `unknown` and `call` edges and branches stay steps of their own: an assignment that
//! follows one would have to be part of the choice.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};

use super::compact::Lost;
use super::draft::{Draft, StepId};
use super::shape::{complementary, fixed_locations, named_locations};
use super::{PassContext, PassResult};
use belnap_ir::graph::loop_heads;
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::{size, substitute};

/// Larger right-hand sides are not made.
const LARGEST_EXPR: usize = 120;

/// Merged steps assign at most so many variables.
const MOST_VARIABLES: usize = 32;

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let mut draft = Draft::new(cfg);
    if context.may_merge(cfg) {
        let merger = Merger::new(cfg, context);
        let mut work: Vec<CfgLocId> = draft.locations().collect();
        while let Some(location) = work.pop() {
            if merger.merge_at(&mut draft, location) {
                work.push(location);
            }
        }
    }
    draft.finish(context, Lost::Irrelevant)
}

/// Knows what may be merged.
pub(super) struct Merger<'a> {
    fixed: TiVec<CfgLocId, bool>,
    named: TiVec<CfgLocId, bool>,
    mentioned: &'a [CfgVarId],
    pub(super) simplifier: Simplifier<'a>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(cfg: &'a Cfg, context: &'a PassContext) -> Self {
        let mut fixed = fixed_locations(cfg, context);
        for (fixed, head) in fixed.iter_mut().zip(loop_heads(cfg)) {
            *fixed |= head;
        }
        Merger {
            fixed,
            named: named_locations(cfg, context),
            mentioned: &context.mentioned,
            simplifier: Simplifier::new(cfg),
        }
    }

    /// Whether a location may go.
    pub(super) fn may_go(&self, draft: &Draft<'_>, location: CfgLocId) -> bool {
        !self.fixed[location] && !draft.is_dropped(location)
    }

    /// Whether a property can tell a location from others.
    pub(super) fn is_named(&self, location: CfgLocId) -> bool {
        self.named[location]
    }

    /// Whether the end of an assignment or assume looks like its beginning.
    fn looks_like_before(&self, draft: &Draft<'_>, step: StepId) -> bool {
        let edge = draft.edge(step);
        let determined = match *draft.outgoing(edge.from) {
            [_] => matches!(edge.operation, Operation::Assign(_)),
            [a, b] => complementary(&draft.edge(a).operation, &draft.edge(b).operation).is_some(),
            _ => false,
        };
        determined && !self.is_named(edge.from) && !self.visible(&edge.operation)
    }

    /// Whether an operation changes what the property sees.
    pub(super) fn visible(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Assign(pairs) => pairs.iter().any(|(var, _)| self.mentioned.contains(var)),
            _ => false,
        }
    }

    /// Tries each rule with the only step from `location`; whether one applied.
    pub(super) fn merge_at(&self, draft: &mut Draft<'_>, location: CfgLocId) -> bool {
        let Some(step) = draft.only_outgoing(location) else { return false };
        let to = draft.edge(step).to;
        if to == location {
            return false;
        }
        self.skip_before(draft, location, step)
            || self.skip_after(draft, step, to)
            || self.assignments(draft, step, to)
    }

    /// A location from which nothing but a `skip` leads on is the location it leads to.
    fn skip_before(&self, draft: &mut Draft<'_>, location: CfgLocId, step: StepId) -> bool {
        let edge = draft.edge(step);
        let to = edge.to;
        if edge.operation != Operation::SKIP || !self.may_go(draft, location) {
            return false;
        }
        let like_before =
            || draft.incoming(location).iter().all(|step| self.looks_like_before(draft, *step));
        if self.is_named(to) && !like_before() {
            return false;
        }
        for earlier in draft.incoming(location).to_vec() {
            draft.absorb(earlier, step);
            draft.redirect(earlier, to);
        }
        draft.drop_like(location, to);
        true
    }

    /// A location to which nothing but one `skip` leads is the location it comes from.
    fn skip_after(&self, draft: &mut Draft<'_>, step: StepId, to: CfgLocId) -> bool {
        let edge = draft.edge(step);
        let from = edge.from;
        let single = draft.incoming(to) == [step] && !self.is_named(from);
        // The line from the entry to the start consists of assignments.
        let plain = draft
            .only_outgoing(to)
            .is_some_and(|next| matches!(draft.edge(next).operation, Operation::Assign(_)));
        if edge.operation != Operation::SKIP || !single || !self.may_go(draft, to) || plain {
            return false;
        }
        for later in draft.outgoing(to).to_vec() {
            draft.set_source(later, from);
        }
        if let Some(first) = draft.outgoing(from).iter().copied().find(|other| *other != step) {
            draft.absorb(first, step);
        }
        draft.drop_like(to, from);
        true
    }

    /// `x := e; y := f` with nothing in between.
    fn assignments(&self, draft: &mut Draft<'_>, step: StepId, between: CfgLocId) -> bool {
        let Some(second) = draft.only_outgoing(between) else { return false };
        if !self.may_go(draft, between)
            || draft.incoming(between) != [step]
            || draft.edge(second).to == between
        {
            return false;
        }
        let (Operation::Assign(first_pairs), Operation::Assign(second_pairs)) =
            (&draft.edge(step).operation, &draft.edge(second).operation)
        else {
            return false;
        };
        let to = draft.edge(second).to;
        let like_after = !self.is_named(to) && !self.visible(&draft.edge(second).operation);
        if !like_after && !self.looks_like_before(draft, step) {
            return false;
        }
        let Some(pairs) = self.compose(first_pairs, second_pairs) else { return false };
        draft.absorb(step, second);
        draft.set_operation(step, Operation::Assign(pairs));
        draft.redirect(step, to);
        draft.drop_location(between);
        true
    }

    /// The effect of two assignments as one, unless it gets too large.
    pub(super) fn compose(
        &self,
        first: &[(CfgVarId, Expr)],
        second: &[(CfgVarId, Expr)],
    ) -> Option<Vec<(CfgVarId, Expr)>> {
        let value = |var: CfgVarId| {
            first.iter().find(|(other, _)| *other == var).map(|(_, expr)| expr.clone())
        };
        let mut pairs: Vec<(CfgVarId, Expr)> = first
            .iter()
            .filter(|(var, _)| !second.iter().any(|(other, _)| other == var))
            .cloned()
            .collect();
        for (var, expr) in second {
            pairs.push((*var, self.simplify_within_limits(&substitute(expr, &value))?));
        }
        (pairs.len() <= MOST_VARIABLES).then_some(pairs)
    }

    /// The expression, simplified, unless it is too large.
    pub(super) fn simplify_within_limits(&self, expr: &Expr) -> Option<Expr> {
        // Before simplification: its recursion must have an end, too.
        if size(expr, 4 * LARGEST_EXPR) > 4 * LARGEST_EXPR || expr.depth() > 2 * Expr::MAX_DEPTH {
            return None;
        }
        let simple = self.simplifier.simplify(expr);
        let fits = size(&simple, LARGEST_EXPR) <= LARGEST_EXPR && simple.depth() <= Expr::MAX_DEPTH;
        fits.then_some(simple)
    }
}
