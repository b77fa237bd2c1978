//! Walks along a graph: edges are taken one by one, as far as a source of values goes.

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiSlice};
use belnap_ir::types::Type;

use crate::guided::{Arrived, Unfinished};
use crate::run::{Run, Source};
use crate::{Execution, objects_of, scalars_of};

/// Where a walk ended.
pub enum Walk {
    /// At the target.
    Arrived(Vec<CfgEdgeId>, Execution),
    /// Not there after so many steps, and why.
    Stopped(usize, Unfinished),
}

/// How often a walk goes round a loop in which nothing happens, for whoever counts that.
const IDLE: usize = 1000;

/// Walks along a graph, choosing with `pick` where several edges can be taken.
pub fn walk(
    cfg: &Cfg,
    out: &TiSlice<CfgLocId, Vec<CfgEdgeId>>,
    arrived: &mut Arrived<'_>,
    source: impl Source,
    pick: &mut dyn FnMut(usize) -> usize,
    length: usize,
) -> Walk {
    let open = source.leaves_open();
    let scalars = (0..cfg.variables.len()).map(CfgVarId::from);
    let scalars = scalars.filter(|var| !matches!(cfg.type_of(*var), Type::Array(_)));
    let Some(mut run) = Run::new(cfg, source, scalars) else {
        return Walk::Stopped(0, Unfinished::Open);
    };
    let mut edges = Vec::new();
    let mut at = cfg.entry;
    // Whether the source alone has decided which edges are taken.
    let mut certain = true;
    let mut idle = 0;
    while !arrived(at, &mut |condition| run.value(condition)) {
        if edges.len() >= length {
            return Walk::Stopped(edges.len(), Unfinished::Long);
        }
        // Control is back at the caller, which is a state of its own.
        if cfg.locations[at].kind == LocationKind::Return
            && let Some(after) = run.leave()
        {
            at = after;
            continue;
        }
        let ended = open && (cfg.locations[at].kind != LocationKind::Normal || idle > IDLE);
        let leaving = if ended { &[][..] } else { &out[at] };
        let Some((possible, known)) = possible_edges(cfg, &mut run, leaving, open) else {
            return Walk::Stopped(edges.len(), Unfinished::Open);
        };
        certain &= known && possible.len() <= 1;
        if possible.is_empty() {
            let why = if certain { Unfinished::Elsewhere } else { Unfinished::Open };
            return Walk::Stopped(edges.len(), why);
        }
        let id = possible[pick(possible.len())];
        if run.take(id).is_none() {
            return Walk::Stopped(edges.len(), Unfinished::Open);
        }
        edges.push(id);
        let edge = &cfg.edges[id];
        idle = if edge.to == at && edge.operation == Operation::SKIP { idle + 1 } else { 0 };
        at = enter(cfg, id);
    }
    arrive(cfg, run, edges, None)
}

/// Where control is after an edge: a call leads into the function.
pub fn enter(cfg: &Cfg, edge: CfgEdgeId) -> CfgLocId {
    let edge = &cfg.edges[edge];
    match edge.operation {
        Operation::Call { function, .. } => cfg.functions[function].entry,
        _ => edge.to,
    }
}

/// The execution along some edges from the entry, if each can be taken and a condition is true at
/// the end.
pub fn follow_edges(
    cfg: &Cfg,
    edges: &[CfgEdgeId],
    source: impl Source,
    end: &Expr,
) -> Option<Execution> {
    let scalars = (0..cfg.variables.len()).map(CfgVarId::from);
    let scalars = scalars.filter(|var| !matches!(cfg.type_of(*var), Type::Array(_)));
    let mut run = Run::new(cfg, source, scalars)?;
    let mut at = cfg.entry;
    for edge in edges {
        while cfg.locations[at].kind == LocationKind::Return {
            at = run.leave()?;
        }
        run.take(*edge)?;
        at = enter(cfg, *edge);
    }
    if run.value(end)? == 0 {
        return None;
    }
    match arrive(cfg, run, edges.to_vec(), Some(end)) {
        Walk::Arrived(_, execution) => Some(execution),
        Walk::Stopped(..) => None,
    }
}

/// The edges that can be taken, and whether it is known of each whether it can; `None` if that
/// depends on what the source leaves open.
fn possible_edges(
    cfg: &Cfg,
    run: &mut Run<'_, impl Source>,
    leaving: &[CfgEdgeId],
    open: bool,
) -> Option<(Vec<CfgEdgeId>, bool)> {
    let (mut possible, mut known) = (Vec::new(), true);
    for id in leaving {
        match &cfg.edges[*id].operation {
            Operation::Assume(condition) => match run.value(condition)? {
                0 => {}
                _ => possible.push(*id),
            },
            Operation::Unknown(_) if open => possible.push(*id),
            Operation::AssumeUnknown | Operation::Unknown(_) => known = false,
            Operation::Assign(_) | Operation::Nondet(_) | Operation::Call { .. } => {
                possible.push(*id);
            }
        }
    }
    Some((possible, known))
}

/// The walk that ends here, with what it and the condition at its end mention.
fn arrive(cfg: &Cfg, run: Run<'_, impl Source>, edges: Vec<CfgEdgeId>, end: Option<&Expr>) -> Walk {
    let operations: Vec<&Operation> =
        edges.iter().map(|edge| &cfg.edges[*edge].operation).collect();
    let mut mentioned = scalars_of(cfg, &operations);
    if let Some(end) = end {
        end.for_each_var(&mut |var| {
            mentioned.insert(var);
        });
    }
    match run.finish(&objects_of(&operations)) {
        Some(mut execution) => {
            execution.start.retain(|one| mentioned.contains(&one.var));
            Walk::Arrived(edges, execution)
        }
        None => Walk::Stopped(edges.len(), Unfinished::Open),
    }
}
