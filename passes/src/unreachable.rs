//! Removes what control cannot reach and what nothing uses.
//!
//! Edges whose guard is false go, and with them locations and functions that are not reached any
//! more; then variables, objects and scopes that nothing is left to use. Locations of kind
//! `Failed` stay even if they are not reached: a property that asks about one keeps asking.

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, TiSlice, TiVec, ti_vec};

use super::compact::{Keep, Lost, NewEdge, Origin, compact};
use super::{PassContext, PassResult};
use belnap_ir::effects::{assigned, expressions};
use belnap_ir::graph::outgoing;

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let possible = possible_edges(cfg);
    let mut keep = Keep {
        locations: ti_vec![false; cfg.locations.len()],
        like: ti_vec![None; cfg.locations.len()],
        variables: ti_vec![false; cfg.variables.len()],
        objects: ti_vec![false; cfg.objects.len()],
        functions: ti_vec![false; cfg.functions.len()],
        scopes: ti_vec![false; cfg.scopes.len()],
    };
    reach(cfg, context, &possible, &mut keep);
    let out = outgoing(cfg);
    let edges: Vec<NewEdge> = cfg
        .edges
        .iter_enumerated()
        .filter(|(id, edge)| possible[*id] && keep.locations[edge.from])
        .map(|(id, edge)| {
            let mut edge = edge.clone();
            let alone = out[edge.from].iter().filter(|other| possible[**other]).count() == 1;
            if alone && edge.operation == Operation::Assume(Expr::Bool(true)) {
                edge.operation = Operation::SKIP;
            }
            NewEdge { edge, origins: vec![Origin::of(id)] }
        })
        .collect();
    use_tables(cfg, context, &edges, &mut keep);
    let mut passed = compact(cfg, context, &keep, edges, Lost::Unreachable);
    note_labels(cfg, context, &keep, &mut passed.cfg);
    passed
}

/// Notes the labels that are lost. Only of those that the property names no location has been
/// merged with another.
fn note_labels(cfg: &Cfg, context: &PassContext, keep: &Keep, smaller: &mut Cfg) {
    let lost = cfg.locations.keys().filter(|at| !keep.locations[*at]);
    let named = lost.filter(|at| context.labels || context.locations.contains(at));
    for label in named.flat_map(|at| &cfg.locations[at].labels) {
        if !smaller.locations.iter().any(|location| location.labels.contains(label)) {
            smaller.unreached.push(label.clone());
        }
    }
    smaller.unreached.sort_unstable();
    smaller.unreached.dedup();
}

/// Edges without those whose guard is false, where the rest is exhaustive.
fn possible_edges(cfg: &Cfg) -> TiVec<CfgEdgeId, bool> {
    let mut possible = ti_vec![true; cfg.edges.len()];
    for edges in outgoing(cfg) {
        let is = |index: CfgEdgeId, truth: bool| {
            cfg.edges[index].operation == Operation::Assume(Expr::Bool(truth))
        };
        let certain = edges.iter().any(|index| {
            is(*index, true)
                || !matches!(
                    cfg.edges[*index].operation,
                    Operation::Assume(_) | Operation::AssumeUnknown
                )
        });
        if certain {
            edges.iter().filter(|index| is(**index, false)).for_each(|at| possible[*at] = false);
        }
    }
    possible
}

/// Marks functions and locations.
fn reach(cfg: &Cfg, context: &PassContext, possible: &TiSlice<CfgEdgeId, bool>, keep: &mut Keep) {
    let out = outgoing(cfg);
    let mut work: Vec<CfgLocId> = Vec::new();
    let asked = cfg.locations.iter().filter(|location| location.kind == LocationKind::Failed);
    let named = context.locations.iter().map(|location| &cfg.locations[*location]);
    let owners = context.mentioned.iter().filter_map(|var| cfg.variables[*var].function);
    let functions: Vec<FunctionId> = std::iter::once(FunctionId(0))
        .chain(asked.chain(named).map(|location| location.function))
        .chain(owners)
        .collect();
    let begin = |function: FunctionId, keep: &mut Keep, work: &mut Vec<CfgLocId>| {
        if !std::mem::replace(&mut keep.functions[function], true) {
            work.push(cfg.functions[function].entry);
            work.push(cfg.functions[function].exit);
        }
    };
    for function in functions {
        begin(function, keep, &mut work);
    }
    // What is named stays, and what follows it: the graph must be total.
    work.extend(&context.locations);
    let failed = |index: &CfgLocId| cfg.locations[*index].kind == LocationKind::Failed;
    work.extend(cfg.locations.keys().filter(failed));
    let mut seen: TiVec<CfgLocId, bool> = ti_vec![false; cfg.locations.len()];
    while let Some(location) = work.pop() {
        if std::mem::replace(&mut seen[location], true) {
            continue;
        }
        keep.locations[location] = true;
        for index in out[location].iter().filter(|index| possible[**index]) {
            let edge = &cfg.edges[*index];
            work.push(edge.to);
            if let Operation::Call { function, .. } = &edge.operation {
                begin(*function, keep, &mut work);
            }
        }
    }
}

/// Marks variables, objects and scopes.
fn use_tables(cfg: &Cfg, context: &PassContext, edges: &[NewEdge], keep: &mut Keep) {
    for new in edges {
        for var in assigned(&new.edge.operation) {
            keep.variables[var] = true;
        }
        for expr in expressions(&new.edge.operation) {
            use_expr(expr, keep);
        }
    }
    for var in &context.mentioned {
        keep.variables[*var] = true;
    }
    for (id, function) in cfg.functions.iter_enumerated() {
        if keep.functions[id] {
            for var in function.parameters.iter().chain(&function.result) {
                keep.variables[*var] = true;
            }
        }
    }
    let mut scopes = Vec::new();
    for (variable, stays) in cfg.variables.iter().zip(&keep.variables) {
        if *stays {
            scopes.extend(variable.scope);
            variable.cells.iter().for_each(|cell| keep.objects[cell.object] = true);
        }
    }
    for (location, stays) in cfg.locations.iter().zip(&keep.locations) {
        if *stays {
            scopes.push(location.scope);
        }
    }
    while let Some(scope) = scopes.pop() {
        if !std::mem::replace(&mut keep.scopes[scope], true) {
            scopes.extend(cfg.scopes[scope].caller);
        }
    }
}

fn use_expr(expr: &Expr, keep: &mut Keep) {
    match expr {
        Expr::Var(var) => keep.variables[*var] = true,
        Expr::Address(object) => keep.objects[*object] = true,
        other => other.operands().iter().for_each(|operand| use_expr(operand, keep)),
    }
}
