//! Large blocks: branches that meet again become one step.
//!
//! `if (c) x = 1; else x = 2;` becomes `x := c ? 1 : 2`, and `if (a) if (b) …` with one other
//! target becomes one branch on `a && b`. Together with the rules of [`super::chains`] this turns
//! acyclic parts of a graph into few steps. Only for properties without next-step operators, and
//! only through locations that the property sees as what comes before or after them.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId};

use super::chains::Merger;
use super::compact::Lost;
use super::draft::{Draft, StepId};
use super::shape::complementary;
use super::{PassContext, PassResult};

/// An assignment of several variables.
type Pairs = Vec<(CfgVarId, Expr)>;

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let mut draft = Draft::new(cfg);
    if context.may_merge(cfg) {
        let merger = Merger::new(cfg, context);
        let mut changed = true;
        while changed {
            changed = false;
            for location in draft.locations() {
                while merger.merge_at(&mut draft, location)
                    || diamond(&merger, &mut draft, location)
                    || branches(&merger, &mut draft, location)
                {
                    changed = true;
                }
            }
        }
    }
    draft.finish(context, Lost::Irrelevant)
}

/// The condition of a branch in two, and its edges: where it is true, and where it is false.
fn branch(draft: &Draft<'_>, location: CfgLocId) -> Option<(Expr, StepId, StepId)> {
    let [yes, no] = *draft.outgoing(location) else { return None };
    let condition = complementary(&draft.edge(yes).operation, &draft.edge(no).operation)?.clone();
    Some((condition, yes, no))
}

/// One side of a diamond: what it does, where it leads, and what it consists of.
struct Side {
    pairs: Pairs,
    to: CfgLocId,
    /// The location on the way and the step from it, if there is one.
    via: Option<(CfgLocId, StepId)>,
}

fn side(merger: &Merger<'_>, draft: &Draft<'_>, step: StepId) -> Vec<Side> {
    let middle = draft.edge(step).to;
    let mut sides = vec![Side { pairs: Vec::new(), to: middle, via: None }];
    if merger.may_go(draft, middle)
        && draft.incoming(middle) == [step]
        && let Some(next) = draft.only_outgoing(middle)
        && let Operation::Assign(pairs) = &draft.edge(next).operation
        && draft.edge(next).to != middle
    {
        let via = Some((middle, next));
        sides.push(Side { pairs: pairs.clone(), to: draft.edge(next).to, via });
    }
    sides
}

/// Two ways to one location, each with at most one assignment.
fn diamond(merger: &Merger<'_>, draft: &mut Draft<'_>, location: CfgLocId) -> bool {
    let Some((condition, yes, no)) = branch(draft, location) else { return false };
    let (yes_sides, no_sides) = (side(merger, draft, yes), side(merger, draft, no));
    let meeting = yes_sides.iter().find_map(|then| {
        let otherwise = no_sides.iter().find(|otherwise| otherwise.to == then.to)?;
        Some((then, otherwise))
    });
    let Some((then, otherwise)) = meeting else { return false };
    // The locations on the way must look like the branch, or like where they lead.
    let like_after = |side: &Side| {
        side.via.is_none_or(|(_, step)| {
            !merger.is_named(side.to) && !merger.visible(&draft.edge(step).operation)
        })
    };
    if merger.is_named(location) && !(like_after(then) && like_after(otherwise)) {
        return false;
    }
    let Some(pairs) = choose(merger, &condition, &then.pairs, &otherwise.pairs) else {
        return false;
    };
    for (_, step) in then.via.iter().chain(&otherwise.via) {
        draft.absorb(yes, *step);
    }
    let (to, vias) = (then.to, [then.via, otherwise.via]);
    draft.set_operation(yes, Operation::Assign(pairs));
    draft.redirect(yes, to);
    draft.remove(no);
    for (middle, _) in vias.into_iter().flatten() {
        draft.drop_location(middle);
    }
    true
}

/// `condition ? then : otherwise`, variable by variable.
fn choose(merger: &Merger<'_>, condition: &Expr, then: &Pairs, otherwise: &Pairs) -> Option<Pairs> {
    let value = |pairs: &Pairs, var: CfgVarId| {
        pairs
            .iter()
            .find(|(other, _)| *other == var)
            .map_or(Expr::Var(var), |(_, expr)| expr.clone())
    };
    let mut vars: Vec<CfgVarId> = then.iter().chain(otherwise).map(|(var, _)| *var).collect();
    vars.sort_unstable();
    vars.dedup();
    vars.into_iter()
        .map(|var| {
            let both = Expr::ite(condition.clone(), value(then, var), value(otherwise, var));
            Some((var, merger.simplify_within_limits(&both)?))
        })
        .collect()
}

/// A branch that leads to another branch, which shares a target with it, is one branch.
fn branches(merger: &Merger<'_>, draft: &mut Draft<'_>, location: CfgLocId) -> bool {
    let Some((condition, yes, no)) = branch(draft, location) else { return false };
    for (enter, other, entered) in [(yes, no, condition.clone()), (no, yes, condition.negate())] {
        let (second, shared) = (draft.edge(enter).to, draft.edge(other).to);
        if !merger.may_go(draft, second)
            || second == location
            || second == shared
            || draft.incoming(second) != [enter]
        {
            continue;
        }
        let Some((inner, inner_yes, inner_no)) = branch(draft, second) else { continue };
        let (on, guard) = if draft.edge(inner_no).to == shared {
            (inner_yes, inner)
        } else if draft.edge(inner_yes).to == shared {
            (inner_no, inner.negate())
        } else {
            continue;
        };
        // The second branch must look like the first, or like where it leads.
        let target = draft.edge(on).to;
        let seen = merger.is_named(target) || merger.is_named(shared);
        if merger.is_named(location) && seen {
            continue;
        }
        let back = if on == inner_yes { inner_no } else { inner_yes };
        let both = Expr::And(vec![entered, guard]);
        let Some(both) = merger.simplify_within_limits(&both) else { continue };
        let neither = both.clone().negate();
        if target == second || neither.depth() > Expr::MAX_DEPTH {
            continue;
        }
        draft.absorb(enter, on);
        draft.absorb(other, back);
        draft.set_operation(enter, Operation::Assume(both));
        draft.set_operation(other, Operation::Assume(neither));
        draft.redirect(enter, target);
        draft.drop_location(second);
        return true;
    }
    false
}
