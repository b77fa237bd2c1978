//! Executions that are found at random, or in an unrolled graph, are real.
//!
//! Every failure names the seed of its graph. `BELNAP_CASES=n` runs n times as many, from
//! `BELNAP_SEED` on.

use std::time::Duration;

use belnap_execution::Execution;
use belnap_execution::chance::{Tries, try_executions};
use belnap_formats::property;
use belnap_ir::cfg::Cfg;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_solver::path::{Feasibility, PathLimits, Unrolling, feasibility, way};
use belnap_test_support::seeds::seeds;
use belnap_tests::abstraction::explored::prefix;
use belnap_tests::abstraction::generate::{Shape, subject};
use belnap_tests::replay::replay;

const TRIES: Tries = Tries { executions: 20, length: 400, steps: 4000 };

fn at_random(cfg: &Cfg, target: CfgLocId) -> Option<(Vec<CfgEdgeId>, Execution)> {
    try_executions(cfg, target, &TRIES)
}

fn unrolled(cfg: &Cfg, target: CfgLocId) -> Option<(Vec<CfgEdgeId>, Execution)> {
    let edges: Vec<CfgEdgeId> = (0..cfg.edges.len()).map(CfgEdgeId::from).collect();
    let unrolling = Unrolling { edges: &edges, from: cfg.entry, to: target, rounds: 3 };
    let edges = way(cfg, &unrolling, Duration::from_secs(5))?;
    match feasibility(cfg, &edges, &PathLimits::default()) {
        Ok(Feasibility::Feasible(execution)) if execution.relies_on_unknown => None,
        Ok(Feasibility::Feasible(execution)) => Some((edges, execution)),
        other => panic!("a way that is none: {other:?}"),
    }
}

#[test]
fn executions_are_real() {
    let (mut random, mut prover) = (0, 0);
    let mut targets = 0;
    for seed in seeds(150) {
        let shape = Shape {
            locations: 3 + seed % 5,
            predicates: 1,
            local: false,
            addresses: false,
            bits: 9,
            settled: false,
        };
        let cfg = subject(seed, shape).cfg;
        for target in (0..cfg.locations.len()).map(CfgLocId::from) {
            let text = format!("AG !at({target})");
            let property = property::read_formula(&text).expect("a formula");
            let check = |found: Option<(Vec<CfgEdgeId>, Execution)>, how: &str| {
                let Some((edges, execution)) = found else { return 0 };
                // Properties are not judged before the start.
                if edges.len() < prefix(&cfg) as usize {
                    return 0;
                }
                assert!(!execution.relies_on_unknown, "graph {seed}");
                replay(&cfg, &property, &edges, &execution).unwrap_or_else(|wrong| {
                    panic!("graph {seed}, {target}, {how}: {wrong}\n{edges:?} {execution:?}")
                });
                1
            };
            targets += 1;
            random += check(at_random(&cfg, target), "at random");
            prover += check(unrolled(&cfg, target), "unrolled");
        }
    }
    println!("{targets} targets: {random} at random, {prover} unrolled");
    assert!(random * 3 > targets && prover * 3 > targets, "{random} {prover} of {targets}");
}
