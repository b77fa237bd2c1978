//! Interpolants of an impossible path.

use std::time::Duration;

use belnap_ir::cfg::Cfg;
use belnap_solver::horn::{HornAnswer, HornLimits, path_interpolants};
use belnap_solver::path::{Feasibility, feasibility};

use crate::context::Context;
use crate::methods::Proposed;
use crate::path::GraphPath;
use crate::select::Selection;

/// Limit on the reasons why a path is impossible, besides the first.
const OTHER_REASONS: u32 = 3;

/// Questions: interpolants of the path, and for each other reason whether it is one, and
/// interpolants.
pub const COST: u32 = 1 + 2 * OTHER_REASONS;

/// Proposes the interpolants between the steps and, if these are good, those for other reasons.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let (route, time) = (&context.route, context.options.question);
    interpolate(&route.cfg, &route.path, time, &mut context.selection);
    if are_good(context) {
        propose_other_reasons(context);
    }
    Proposed::Continue
}

/// Whether interpolants were found that explain, and do not just count up or down. Where a loop
/// counts and induction was tried in vain they do.
pub fn are_good(context: &Context<'_>) -> bool {
    let selection = &context.selection;
    let in_vain = context.route.counts() && !context.is_alone();
    !in_vain && !selection.is_poor() && !selection.counts(&context.route.cfg)
}

fn interpolate(cfg: &Cfg, path: &GraphPath, time: Duration, selection: &mut Selection<'_>) {
    if let HornAnswer::Unreachable(cuts) = path_interpolants(cfg, &path.edges, &HornLimits { time })
    {
        for cut in &cuts {
            selection.propose(cut);
        }
    }
}

/// Proposes interpolants for other reasons why the path is impossible: without the conditions that
/// make it so it often still is, and would be refined for that in the next round.
fn propose_other_reasons(context: &mut Context<'_>) {
    let limits = context.limits();
    let mut core = context.route.core.clone();
    let mut cfg = Cfg::clone(&context.route.cfg);
    let mut path = context.route.path.clone();
    for _ in 0..OTHER_REASONS {
        path.relax(&mut cfg, &core);
        match feasibility(&cfg, &path.edges, &limits) {
            Ok(Feasibility::Infeasible(other)) => core = other,
            _ => break,
        }
        interpolate(&cfg, &path, context.options.question, &mut context.selection);
    }
}
