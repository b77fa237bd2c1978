//! Removes assignments of values that nothing depends on.
//!
//! A variable is live at a location if a guard, an argument, the property or the value of a live
//! variable may depend on the value it has there. Variables that the context mentions are live
//! everywhere. An assignment, `nondet` or `unknown` of a variable that is not live afterwards is
//! left out; the edge stays, as `skip` if nothing else is left of it. States that differ only in
//! variables that are not live satisfy the same formulas over what is mentioned.

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, TiVec};

use super::compact::Lost;
use super::draft::Draft;
use super::{PassContext, PassResult};
use belnap_ir::effects::{Effects, VarSet, expressions};
use belnap_ir::graph::{Worklist, incoming};

/// Runs the pass.
pub fn run(cfg: &Cfg, context: &PassContext) -> PassResult {
    let live = analyse(cfg, context);
    let mut draft = Draft::new(cfg);
    for (index, edge) in cfg.edges.iter().enumerate() {
        if let Some(operation) = prune(&edge.operation, &|var| live[edge.to].contains(var)) {
            draft.set_operation(index, operation);
        }
    }
    draft.finish(context, Lost::Irrelevant)
}

/// The operation without what concerns variables that are not `wanted`, if that is different.
pub(super) fn prune(operation: &Operation, wanted: &dyn Fn(CfgVarId) -> bool) -> Option<Operation> {
    let left = |vars: &[CfgVarId]| -> Vec<CfgVarId> {
        vars.iter().copied().filter(|var| wanted(*var)).collect()
    };
    match operation {
        Operation::Assign(pairs) if pairs.iter().any(|(var, _)| !wanted(*var)) => {
            let pairs = pairs.iter().filter(|(var, _)| wanted(*var)).cloned().collect();
            Some(Operation::Assign(pairs))
        }
        Operation::Nondet(vars) | Operation::Unknown(vars)
            if vars.iter().any(|var| !wanted(*var)) =>
        {
            let vars = left(vars);
            Some(match operation {
                _ if vars.is_empty() => Operation::SKIP,
                Operation::Nondet(_) => Operation::Nondet(vars),
                _ => Operation::Unknown(vars),
            })
        }
        Operation::Call { function, arguments, result: Some(var) } if !wanted(*var) => {
            Some(Operation::Call {
                function: *function,
                arguments: arguments.clone(),
                result: None,
            })
        }
        _ => None,
    }
}

/// Variables that are live at each location.
fn analyse(cfg: &Cfg, context: &PassContext) -> TiVec<CfgLocId, VarSet> {
    let effects = Effects::of(cfg);
    let mut mentioned = VarSet::new(cfg);
    for var in &context.mentioned {
        mentioned.insert(*var);
    }
    let mut at_return = mentioned.clone();
    for edge in &cfg.edges {
        for expr in expressions(&edge.operation) {
            expr.for_each_var(&mut |var| {
                if cfg.variables[var].function.is_none() {
                    at_return.insert(var);
                }
            });
        }
    }
    let mut live: TiVec<CfgLocId, VarSet> = cfg
        .locations
        .iter()
        .map(|location| match location.kind {
            LocationKind::Return => at_return.clone(),
            _ => mentioned.clone(),
        })
        .collect();
    for function in &cfg.functions {
        if let Some(result) = function.result
            && cfg.locations[function.exit].kind == LocationKind::Return
        {
            live[function.exit].insert(result);
        }
    }
    let incoming = incoming(cfg);
    let mut work = Worklist::new(cfg);
    cfg.locations.keys().for_each(|location| work.push(location));
    while let Some(location) = work.pop_last() {
        for index in &incoming[location] {
            let edge = &cfg.edges[*index];
            let before = before(&edge.operation, &live[location], &mentioned, &effects);
            let from = edge.from;
            if live[from].add_all(&before) {
                work.push(from);
            }
        }
    }
    live
}

/// What is live before an operation.
fn before(operation: &Operation, after: &VarSet, mentioned: &VarSet, effects: &Effects) -> VarSet {
    let mut live = after.clone();
    let kill = |live: &mut VarSet, var: CfgVarId| {
        if !mentioned.contains(var) {
            live.remove(var);
        }
    };
    match operation {
        Operation::Assign(pairs) => {
            pairs.iter().for_each(|(var, _)| kill(&mut live, *var));
            let needed: Vec<&Expr> = pairs
                .iter()
                .filter(|(var, _)| after.contains(*var))
                .map(|(_, expr)| expr)
                .collect();
            for expr in needed {
                live.add_expr(expr);
            }
        }
        Operation::Assume(condition) => {
            live.add_expr(condition);
        }
        Operation::AssumeUnknown => {}
        Operation::Nondet(vars) | Operation::Unknown(vars) => {
            vars.iter().for_each(|var| kill(&mut live, *var));
        }
        Operation::Call { function, arguments, result } => {
            result.iter().for_each(|var| kill(&mut live, *var));
            for argument in arguments {
                live.add_expr(argument);
            }
            live.add_all(effects.reads(*function));
        }
    }
    live
}
