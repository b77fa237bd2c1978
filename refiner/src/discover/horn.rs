//! Interpolants of an infeasible path, and invariants of the path with its loops.

use std::time::Duration;

use belnap_ir::cfg::Cfg;
use belnap_solver::horn::{HornLimits, Outcome, loop_invariants, path_interpolants};

use crate::path::GraphPath;
use crate::select::Selection;

/// Proposes the interpolants between the steps.
pub fn propose_interpolants(
    cfg: &Cfg,
    path: &GraphPath,
    time: Duration,
    selection: &mut Selection<'_>,
) {
    if let Outcome::Unreachable(cuts) = path_interpolants(cfg, &path.edges, &HornLimits { time }) {
        for cut in &cuts {
            selection.propose(cut);
        }
    }
}

/// Proposes invariants that show that the path with its loops does not get to its end.
pub fn propose_invariants(
    cfg: &Cfg,
    path: &GraphPath,
    time: Duration,
    selection: &mut Selection<'_>,
) {
    let limits = HornLimits { time };
    let outcome = loop_invariants(cfg, &path.program(), cfg.entry, path.end(cfg), &limits);
    if let Outcome::Unreachable(invariants) = outcome {
        for (_, invariant) in &invariants {
            selection.propose(invariant);
        }
    }
}
