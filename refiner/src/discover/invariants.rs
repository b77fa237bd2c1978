//! Invariants of an impossible path with its loops.

use std::time::Duration;

use belnap_solver::horn::{HornAnswer, HornLimits, loop_invariants};

use crate::context::Context;
use crate::discover::interpolants;
use crate::methods::Proposed;

/// With so many rounds a path is worth all of the time.
const WORTH_ALL: f64 = 8.0;

/// Whether interpolants count up or down, or are poor: what holds every time is worth more than
/// what holds this time. Not in every round, because paths get longer by one or two.
pub fn applies(context: &Context<'_>) -> bool {
    let rounds = context.route.path.rounds(&context.route.cfg);
    let again = rounds >= 2 && (rounds.is_power_of_two() || (rounds - 1).is_power_of_two());
    again && !interpolants::are_good(context)
}

/// The time that invariants of the path are worth: the longer it is, the more.
pub fn time(context: &Context<'_>) -> Duration {
    let rounds = context.route.path.rounds(&context.route.cfg);
    context.options.invariants.mul_f64((rounds as f64 / WORTH_ALL).min(1.0))
}

/// Proposes invariants that show that the path with its loops does not get to its end, instead of
/// its interpolants. If there are none, interpolants that count do so in leaps.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let limits = HornLimits { time: time(context) };
    let (cfg, path) = (&context.route.cfg, &context.route.path);
    let interpolants = context.selection.take();
    let outcome = loop_invariants(cfg, &path.program(), cfg.entry, path.end(cfg), &limits);
    if let HornAnswer::Unreachable(invariants) = outcome {
        for (_, invariant) in &invariants {
            context.selection.propose(invariant);
        }
    }
    if context.selection.is_empty() {
        context.selection.restore(interpolants);
        context.selection.leap();
    }
    Proposed::Continue
}
