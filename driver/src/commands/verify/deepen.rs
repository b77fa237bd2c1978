//! Inlines recursive calls one by one, as far as control is seen to get to them.
//!
//! The graph is unrolled within limits. Calls that control gets to are replaced by copies, and the
//! program is compiled again, until it gets to none, until something fails without them, or until
//! that takes too much. Nothing is believed here: a call that stays is unknown to all that comes
//! later.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use belnap_bounded::{Calls, Limits, find_calls};
use belnap_checker::commands::properties::PropertySet;
use belnap_cli::ToolError;
use belnap_execution::only::{Only, only_execution};
use belnap_frontend::commands::c2cfg::{Inline, Loaded, ProgramArgs};
use belnap_frontend::pipeline::Compiled;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::ids::CfgEdgeId;

/// Of the time limit, the part that this may take.
const SHARE: f64 = 0.4;

/// The same without a time limit.
const TIME: Duration = Duration::from_secs(60);

/// Edges that may be added at once: so many, and half of those that there are.
const ROOM: usize = 300;

/// Most edges, before anything is made smaller.
const MOST: usize = 30_000;

/// Rounds of loops that depend on inputs.
const ROUNDS: usize = 20;

/// An execution with more steps, if the program has only one, is followed instead.
const FOLLOWED: usize = 10_000;

/// Longest execution that is looked at for that.
const LONGEST: usize = 4_000_000;

/// Whether calls are to be inlined one by one.
pub(super) fn is_wanted(args: &ProgramArgs) -> bool {
    matches!(args.inline, Inline::All) && args.recursion.is_none() && args.recursive_calls.is_none()
}

/// When to be content with what is inlined.
pub(super) fn until(end: Option<Instant>) -> Instant {
    let now = Instant::now();
    now + end.map_or(TIME, |end| end.saturating_duration_since(now).mul_f64(SHARE))
}

/// The program with as many recursive calls inlined as seem to matter; `args` name them.
pub(super) fn deepen(
    loaded: &Loaded,
    mut compiled: Compiled,
    args: &mut ProgramArgs,
    properties: &PropertySet,
    until: Instant,
) -> Result<Compiled, ToolError> {
    if has_calls(&compiled.cfg) && has_long_execution(&compiled.cfg) {
        return Ok(compiled);
    }
    while Instant::now() < until && has_calls(&compiled.cfg) {
        let open = find_open(&compiled, properties, until);
        let edges = compiled.cfg.edges.len();
        if open.is_empty() || edges > MOST {
            break;
        }
        let calls = compiled.deeper.replace(&open, ROOM + edges / 2);
        let deeper = loaded.compile(Some(&calls))?;
        if deeper.cfg.edges.len() > MOST.min(args.inline_limit) {
            break;
        }
        compiled = deeper;
        args.recursive_calls = Some(calls);
        tracing::debug!(
            depth = compiled.deeper.depth(),
            edges = compiled.cfg.edges.len(),
            "inlined recursive calls"
        );
    }
    Ok(compiled)
}

/// Whether the program has one execution only, which is long.
fn has_long_execution(cfg: &Cfg) -> bool {
    match only_execution(cfg, &mut |_, _| Some(false), LONGEST) {
        Only::Ends(steps) | Only::Arrives(steps) => steps > FOLLOWED,
        Only::Open => false,
    }
}

fn has_calls(cfg: &Cfg) -> bool {
    cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. }))
}

/// The recursive calls that control gets to, by number; none, if a property fails without them.
fn find_open(compiled: &Compiled, properties: &PropertySet, until: Instant) -> Vec<usize> {
    let cfg = &compiled.cfg;
    let limits = Limits {
        steps: 40_000 + 4 * cfg.edges.len(),
        rounds: ROUNDS,
        at_once: false,
        end: Some(until),
        ..Limits::of_level(1)
    };
    let formulas = properties.properties().iter().map(|property| Some(&property.formula));
    let none = properties.properties().is_empty().then_some(None);
    let mut open = BTreeSet::new();
    for property in formulas.chain(none) {
        let Calls { reached, fails } = find_calls(cfg, property, &limits);
        if !fails {
            open.extend(reached.iter().flat_map(|edge| calls_at(compiled, *edge)));
        }
    }
    open.into_iter().collect()
}

/// The recursive calls that an edge may be.
fn calls_at(compiled: &Compiled, edge: CfgEdgeId) -> Vec<usize> {
    let Compiled { cfg, deeper, .. } = compiled;
    let edge = &cfg.edges[edge];
    match edge.operation {
        Operation::Call { function, .. } => {
            let scope = cfg.locations[edge.from].scope;
            deeper.find(scope, &cfg.functions[function].name, edge.source.as_ref())
        }
        _ => Vec::new(),
    }
}
