//! Random graphs with few states, and random predicates over them.

use belnap_abstractor::tracked::Predicates;
use belnap_formats::condition;
use belnap_ir::cfg::{Cfg, Machine, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgLocId, CfgVarId};
use belnap_ir::types::{ArrayType, IntType, Type};
use belnap_ir::validate;
use belnap_solver::wp::Conditions;

use super::expressions::Maker;
use super::{MAX_PREDICATES, Subject};
use crate::graph::{GraphBuilder, guards};
use crate::random_cfg::keep_ledger;
use belnap_test_support::random::Random;

/// What to make.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Locations besides those where executions begin and end.
    pub locations: u64,
    /// Maximum number of predicates; at most [`MAX_PREDICATES`].
    pub predicates: u64,
    /// Whether some predicates are tracked at some locations only.
    pub local: bool,
    /// Whether variables hold addresses of objects; the states cannot be listed then.
    pub addresses: bool,
    /// Maximum number of bits of a state.
    pub bits: u32,
    /// Everything can be decided: no step is unknown, variables start with constants, and the
    /// predicates tell all states apart.
    pub settled: bool,
}

const fn number(bits: u8, signed: bool) -> Type {
    Type::Int(IntType { bits, signed })
}

const fn region(index: u8, cell: u8) -> Type {
    Type::Array(ArrayType { index: IntType::unsigned(index), cell: IntType::unsigned(cell) })
}

/// Types of variables, with the number of bits of a state.
const VARIABLES: [(u32, &[Type]); 9] = [
    (6, &[number(2, false), number(2, false), number(2, false)]),
    (7, &[number(3, true), number(3, true), Type::Bool]),
    (8, &[number(4, false), number(4, false)]),
    (6, &[number(2, false), number(3, true), Type::Bool]),
    (6, &[number(2, true), number(2, true), Type::Bool, Type::Bool]),
    (7, &[number(4, false), number(2, false), Type::Bool]),
    (6, &[region(1, 2), number(1, false), Type::Bool]),
    (9, &[region(1, 2), number(2, false), number(2, false), number(1, false)]),
    (10, &[region(2, 2), number(2, false)]),
];

/// Types of variables whose values a few predicates tell apart.
const SETTLED: [Type; 4] = [number(2, false), Type::Bool, Type::Bool, number(1, true)];

/// A random graph with predicates.
pub fn subject(seed: u64, shape: Shape) -> Subject {
    let machine = Machine::default();
    let mut graph = GraphBuilder::new(machine);
    let mut random = Random::new(seed);
    let address = Type::Int(machine.address());
    let pointers: [Type; 4] = [
        address,
        address,
        Type::Array(ArrayType { index: machine.address(), cell: IntType::unsigned(2) }),
        number(2, false),
    ];
    let types: &[Type] = if shape.addresses {
        &pointers
    } else if shape.settled {
        &SETTLED
    } else {
        let fitting: Vec<&[Type]> = VARIABLES
            .iter()
            .filter(|(bits, _)| *bits <= shape.bits)
            .map(|(_, types)| *types)
            .collect();
        random.pick(&fitting)
    };
    let vars: Vec<(CfgVarId, Type)> = types
        .iter()
        .enumerate()
        .map(|(at, ty)| (graph.global(&format!("v{at}"), *ty), *ty))
        .collect();
    let objects = match shape.addresses {
        true => vec![graph.object("a", Some(4), 4), graph.object("b", Some(1), 1)],
        false => Vec::new(),
    };
    let mut maker = Maker { random, vars, objects, address: machine.address() };
    body(&mut maker, &mut graph, shape);
    let mut cfg = graph.finish();
    keep_ledger(&mut cfg);
    let found = validate::cfg::validate(&cfg);
    assert!(found.is_empty(), "seed {seed}: {found:?}");
    let (predicates, conditions) = match shape.settled {
        true => track(&cfg, telling(&maker).into_iter().map(|condition| (condition, all(&cfg)))),
        false => predicates(&mut maker, &cfg, shape),
    };
    Subject { seed, cfg, predicates, conditions }
}

fn body(maker: &mut Maker, graph: &mut GraphBuilder, shape: Shape) {
    let (mut from, exit) = graph.ends();
    for _ in 0..maker.random.below(3) {
        from = graph.then(from, assignment(maker));
    }
    if shape.settled {
        let constants = maker.vars.iter().map(|(var, ty)| (*var, zero(*ty)));
        from = graph.then(from, Operation::Assign(constants.collect()));
    }
    graph.start(from);
    let failed = graph.failure("FAILED");
    let mut normal = vec![graph.then(from, assignment(maker))];
    for _ in 1..shape.locations {
        normal.push(graph.location());
    }
    for (at, from) in normal.iter().enumerate() {
        // Mostly forwards, so that everything is reached.
        let target = |random: &mut Random| match random.below(8) {
            0 => exit,
            1 => failed,
            2 => random.pick(&normal),
            3 if at + 2 < normal.len() => normal[at + 2],
            _ => normal.get(at + 1).copied().unwrap_or(exit),
        };
        let first = normal.get(at + 1).copied().unwrap_or(exit);
        let other = target(&mut maker.random);
        match maker.random.below(13) {
            6 | 7 if shape.settled => graph.edge(*from, other, assignment(maker)),
            12 => {
                graph.edge(*from, first, Operation::Nondet(some_vars(maker, shape)));
                graph.edge(*from, other, assignment(maker));
                graph.edge(*from, first, Operation::Assume(maker.truth(2)));
            }
            0..4 => graph.edge(*from, first, assignment(maker)),
            4 | 5 => graph.edge(*from, first, Operation::Nondet(some_vars(maker, shape))),
            6 => graph.edge(*from, first, Operation::Unknown(some_vars(maker, shape))),
            7 => {
                graph.edge(*from, first, Operation::AssumeUnknown);
                graph.edge(*from, other, Operation::AssumeUnknown);
            }
            _ => {
                let condition = maker.truth(2);
                graph.edge(*from, first, Operation::Assume(condition.clone()));
                graph.edge(*from, other, Operation::Assume(condition.negate()));
            }
        }
    }
}

fn assignment(maker: &mut Maker) -> Operation {
    let mut pairs: Vec<(CfgVarId, Expr)> = Vec::new();
    for _ in 0..maker.random.below(4) {
        let (var, ty) = maker.random.pick(&maker.vars);
        if !pairs.iter().any(|(other, _)| *other == var) {
            pairs.push((var, maker.expr(ty, 2)));
        }
    }
    Operation::Assign(pairs)
}

/// One or two variables; no addresses and no regions of them, whose values cannot be listed.
fn some_vars(maker: &mut Maker, shape: Shape) -> Vec<CfgVarId> {
    let listed: Vec<CfgVarId> = match shape.addresses {
        true => maker.vars[3..].iter().map(|(var, _)| *var).collect(),
        false => maker.vars.iter().map(|(var, _)| *var).collect(),
    };
    let count = 1 + maker.random.below(2);
    let mut vars: Vec<CfgVarId> = (0..count).map(|_| maker.random.pick(&listed)).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// Conditions of the graph and others, tracked everywhere or at some locations.
fn predicates(maker: &mut Maker, cfg: &Cfg, shape: Shape) -> (Predicates, Vec<Expr>) {
    let guards = guards(cfg);
    let mut found = Vec::new();
    for _ in 0..1 + maker.random.below(shape.predicates.min(MAX_PREDICATES as u64)) {
        let condition = match maker.random.below(5) {
            0 if !guards.is_empty() => maker.random.pick(&guards).clone(),
            1..3 => maker.truth(1),
            _ => maker.truth(2),
        };
        let everywhere = !shape.local || maker.random.one_in(2);
        let mut locations = all(cfg);
        locations.retain(|_| everywhere || maker.random.one_in(2));
        found.push((condition, locations));
    }
    track(cfg, found)
}

/// Conditions as predicates; of those that are the same to the abstractor, the first.
fn track(
    cfg: &Cfg,
    found: impl IntoIterator<Item = (Expr, Vec<CfgLocId>)>,
) -> (Predicates, Vec<Expr>) {
    let normal = Conditions::new(cfg);
    let mut predicates = Predicates::default();
    let mut conditions: Vec<Expr> = Vec::new();
    for (condition, locations) in found {
        let name = condition::print(cfg, &condition);
        let number = predicates
            .track(cfg, normal.normal(&condition), &name, locations)
            .expect("all variables are shared");
        if number == conditions.len() {
            conditions.push(condition);
        }
    }
    (predicates, conditions)
}

fn all(cfg: &Cfg) -> Vec<CfgLocId> {
    (0..cfg.locations.len()).map(CfgLocId::from).collect()
}

fn zero(ty: Type) -> Expr {
    match ty {
        Type::Bool => Expr::Bool(false),
        Type::Int(ty) => Expr::int(0, ty),
        Type::Array(ty) => Expr::Fill(ty, Box::new(Expr::int(0, ty.cell))),
    }
}

/// Conditions that tell all values of [`SETTLED`] variables apart.
fn telling(maker: &Maker) -> Vec<Expr> {
    let mut conditions = Vec::new();
    for (var, ty) in &maker.vars {
        let Type::Int(ty) = *ty else {
            conditions.push(Expr::Var(*var));
            continue;
        };
        let is = |op, number| Expr::compare(op, Expr::Var(*var), Expr::int(number, ty));
        match ty.bits {
            1 => conditions.push(is(CompareOp::Eq, 0)),
            _ => conditions.extend([
                is(CompareOp::Lt, 2),
                is(CompareOp::Eq, 1),
                is(CompareOp::Eq, 3),
            ]),
        }
    }
    conditions
}
