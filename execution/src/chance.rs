//! Executions at random.
//!
//! Where a program has to go through its loops thousands of times to get to an error, the prover
//! does not see the end of it, but values that are simply tried often do. The values are the
//! program's own constants and their neighbours, small numbers, and sometimes any; the same for
//! the same graph.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::fold::Arithmetic;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ObjectId};
use belnap_ir::types::Type;
use rustc_hash::FxHashMap;

use crate::Execution;
use crate::guided::Values;
use crate::layout::layout;
use crate::random::Random;
use crate::run::Source;
use crate::walk::{Walk, walk};

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub struct Tries {
    /// Executions of each length.
    pub executions: u32,
    /// Limit on the steps of one execution; a tenth and a hundredth of it are tried before.
    pub length: usize,
    /// Maximum number of steps of all.
    pub steps: usize,
}

/// An execution from the entry of the graph to `target`, with its edges, if one is met: of those
/// that are met with the smallest limit, the shortest. It rests on nothing unknown.
pub fn try_executions(
    cfg: &Cfg,
    target: CfgLocId,
    tries: &Tries,
) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let out = outgoing(cfg);
    let mut constants = vec![0, 1, -1, 2];
    for edge in &cfg.edges {
        edge.operation.for_each_expr(|expr| numbers(expr, &mut constants));
    }
    constants.sort_unstable();
    constants.dedup();
    let objects: Vec<ObjectId> = cfg.objects.keys().collect();
    let addresses = layout(cfg, &objects)?;
    let mut left = tries.steps;
    let mut shortest: Option<(Vec<CfgEdgeId>, Execution)> = None;
    for length in [tries.length / 100, tries.length / 10, tries.length] {
        for number in 0..tries.executions {
            let best = shortest.as_ref().map_or(length, |(edges, _)| edges.len() - 1);
            let any = number >= tries.executions / 2;
            let chance = Chance::new(cfg, &constants, &addresses, number, any);
            let mut branches = chance.random.clone();
            let mut pick = |possible: usize| branches.below(possible);
            let mut arrived = |at: CfgLocId, _: &mut Values<'_>| at == target;
            let steps = match walk(cfg, &out, &mut arrived, chance, &mut pick, best.min(left)) {
                Walk::Arrived(edges, execution) => {
                    let steps = edges.len();
                    shortest = Some((edges, execution));
                    steps
                }
                Walk::Stopped(steps, _) => steps,
            };
            left = left.saturating_sub(steps + 1);
            if left == 0 || shortest.as_ref().is_some_and(|(edges, _)| edges.is_empty()) {
                return shortest;
            }
        }
        if shortest.is_some() {
            break;
        }
    }
    shortest
}

/// The numbers in an expression, with their neighbours.
fn numbers(expr: &Expr, all: &mut Vec<i128>) {
    if let Expr::Int(value, _) = expr {
        all.extend([value.wrapping_sub(1), *value, value.wrapping_add(1)]);
    }
    expr.operands().iter().for_each(|operand| numbers(operand, all));
}

/// Values for one execution.
struct Chance<'a> {
    cfg: &'a Cfg,
    constants: &'a [i128],
    addresses: &'a FxHashMap<ObjectId, i128>,
    random: Random,
    /// Whether any number may be chosen.
    any: bool,
    /// Whether a variable always gets the same value.
    steady: bool,
    steady_values: FxHashMap<CfgVarId, i128>,
    unbounded: bool,
}

impl<'a> Chance<'a> {
    fn new(
        cfg: &'a Cfg,
        constants: &'a [i128],
        addresses: &'a FxHashMap<ObjectId, i128>,
        number: u32,
        any: bool,
    ) -> Self {
        let seed = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Chance {
            cfg,
            constants,
            addresses,
            random: Random::new(seed),
            steady: number.is_multiple_of(2),
            any,
            steady_values: FxHashMap::default(),
            unbounded: Arithmetic::of(cfg.machine.integers).unbounded,
        }
    }

    fn value(&mut self, var: CfgVarId, ty: Type) -> i128 {
        if let Some(value) = self.steady_values.get(&var) {
            return *value;
        }
        let value = match self.random.below(4) {
            0 => self.random.below(8) as i128,
            1 if self.any => i128::from(self.random.next_number()),
            _ => self.constants[self.random.below(self.constants.len())],
        };
        let value = match ty {
            Type::Bool => value & 1,
            Type::Int(_) if self.unbounded => value,
            Type::Int(ty) => ty.wrap(value),
            Type::Array(_) => 0,
        };
        if self.steady {
            self.steady_values.insert(var, value);
        }
        value
    }
}

impl Source for Chance<'_> {
    fn scalar(&mut self, var: CfgVarId, _version: u32) -> Option<i128> {
        Some(self.value(var, self.cfg.type_of(var)))
    }

    fn cell(&mut self, region: CfgVarId, _version: u32, _index: i128) -> Option<i128> {
        let ty = self.cfg.type_of(region).as_array()?.cell;
        Some(self.value(region, Type::Int(ty)))
    }

    fn address(&mut self, object: ObjectId) -> Option<i128> {
        self.addresses.get(&object).copied()
    }
}
