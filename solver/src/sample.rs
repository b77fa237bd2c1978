//! States at the edges of what conditions distinguish, without the prover.
//!
//! Most conditions compare variables with constants and with each other; states where variables
//! are at, just below and just above these constants, or equal, tell most of them apart.

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::Expr;
use belnap_ir::fold::{largest, smallest};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::evaluate::Model;
use belnap_execution::layout::layout;
use belnap_execution::random::Random;

/// Limit on states that are proposed.
const MOST: usize = 240;

/// Some states, always the same for the same conditions.
pub fn models(cfg: &Cfg, conditions: &[&Expr]) -> Vec<Model> {
    let mut values: FxHashMap<CfgVarId, Vec<i128>> = FxHashMap::default();
    let mut constants = Vec::new();
    let mut objects = Vec::new();
    for condition in conditions {
        condition.collect_objects(&mut objects);
        collect(cfg, condition, &mut values, &mut constants);
    }
    let Some(addresses) = layout(cfg, &objects) else { return Vec::new() };
    let mut vars: Vec<CfgVarId> = values.keys().copied().collect();
    vars.sort_unstable();
    constants.sort_unstable();
    constants.dedup();
    let others = addresses.values().copied().chain([0, 1, -1]);
    let around: Vec<i128> = with_neighbours(&constants).chain(others).collect();
    let candidates: Vec<Vec<i128>> =
        vars.iter().map(|var| candidates(cfg, *var, &values[var], &around)).collect();
    let build = |choice: &dyn Fn(usize) -> i128| {
        let mut model = Model { addresses: addresses.clone(), ..Model::default() };
        for (at, var) in vars.iter().enumerate() {
            assign(cfg, &mut model, *var, choice(at));
        }
        model
    };
    let mut models = vec![build(&|_| 0)];
    for (at, all) in candidates.iter().enumerate() {
        for value in all {
            models.push(build(&|other| if other == at { *value } else { 0 }));
        }
    }
    if vars.len() > 1 {
        models.truncate(MOST / 2);
        models.extend(around.iter().take(MOST / 8).map(|value| build(&|_| *value)));
        let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
        while models.len() < MOST {
            let mut picks = Vec::with_capacity(candidates.len());
            for all in &candidates {
                picks.push(all[random.below(all.len())]);
            }
            models.push(build(&|at| picks[at]));
        }
    }
    models.truncate(MOST);
    models
}

/// Values that are tried for a variable which is compared with the constants `own`, each once.
fn candidates(cfg: &Cfg, var: CfgVarId, own: &[i128], around: &[i128]) -> Vec<i128> {
    let Type::Int(ty) = cfg.type_of(var) else { return vec![0, 1] };
    let unbounded = cfg.machine.integers == IntegerMode::Mathematical;
    let ends = if unbounded { [1 << 40, -(1 << 40)] } else { [smallest(ty), largest(ty)] };
    let all = with_neighbours(own).chain([0, 1]).chain(ends).chain(around.iter().copied());
    let mut seen = FxHashSet::default();
    all.filter(|value| unbounded || ty.contains(*value))
        .filter(|value| seen.insert(*value))
        .collect()
}

/// Numbers, each followed by those just below and just above it.
fn with_neighbours(numbers: &[i128]) -> impl Iterator<Item = i128> {
    numbers.iter().flat_map(|value| [*value, value.wrapping_sub(1), value.wrapping_add(1)])
}

/// Gives a variable a value, made to fit its type.
fn assign(cfg: &Cfg, model: &mut Model, var: CfgVarId, value: i128) {
    match cfg.type_of(var) {
        Type::Bool => {
            model.truths.insert(var, value != 0);
        }
        Type::Int(ty) => {
            let unbounded = cfg.machine.integers == IntegerMode::Mathematical;
            model.numbers.insert(var, if unbounded { value } else { ty.wrap(value) });
        }
        Type::Array(_) => {}
    }
}

/// Variables with the constants they are compared with, and all constants.
fn collect(
    cfg: &Cfg,
    expr: &Expr,
    values: &mut FxHashMap<CfgVarId, Vec<i128>>,
    constants: &mut Vec<i128>,
) {
    match expr {
        Expr::Var(var) if !matches!(cfg.type_of(*var), Type::Array(_)) => {
            values.entry(*var).or_default();
        }
        Expr::Int(value, _) => constants.push(*value),
        Expr::Compare(_, operands) => {
            if let [Expr::Var(var), Expr::Int(value, _)] = &**operands {
                values.entry(*var).or_default().push(*value);
            }
        }
        _ => {}
    }
    for operand in expr.operands() {
        collect(cfg, operand, values, constants);
    }
}
