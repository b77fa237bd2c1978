//! What single passes do to small graphs that show one thing each.

use belnap_ir::cfg::{
    Approximation, Cfg, LocationKind, Machine, Operation, Treatment, VariableKind, Weakens,
};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId};
use belnap_ir::types::{IntType, Type};
use belnap_ir::validate;
use belnap_passes::{PassContext, PassResult, find_pass, run_default};
use belnap_tests::graph::GraphBuilder;

const INT: IntType = IntType::signed(32);

fn number(value: i128) -> Expr {
    Expr::int(value, INT)
}

fn add(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, a, b)
}

fn less(a: Expr, b: Expr) -> Expr {
    Expr::compare(CompareOp::Lt, a, b)
}

fn set(var: CfgVarId, value: Expr) -> Operation {
    Operation::Assign(vec![(var, value)])
}

fn pass(name: &str, cfg: &Cfg, context: &PassContext) -> PassResult {
    let passed = (find_pass(name).expect("is a pass").run)(cfg, context);
    let found = validate::cfg::validate(&passed.cfg);
    assert!(found.is_empty(), "{found:?}");
    passed
}

fn has(cfg: &Cfg, wanted: impl Fn(&Operation) -> bool) -> bool {
    cfg.edges.iter().any(|edge| wanted(&edge.operation))
}

/// A graph with variables `x`, `y`, `z`, and its entry.
fn begin() -> (GraphBuilder, CfgLocId, [CfgVarId; 3]) {
    let mut graph = GraphBuilder::new(Machine::default());
    let vars = ["x", "y", "z"].map(|name| graph.global(name, Type::Int(INT)));
    let (entry, _) = graph.ends();
    (graph, entry, vars)
}

/// Ends with an assertion.
fn assert_and_end(graph: &mut GraphBuilder, from: CfgLocId, condition: Expr) {
    let failed = graph.failure("FAILED");
    let (_, exit) = graph.ends();
    let (good, bad) = graph.branch(from, condition);
    graph.edge(bad, failed, Operation::SKIP);
    graph.edge(good, exit, Operation::SKIP);
}

#[test]
fn what_a_failure_depends_on_through_calls_stays() {
    let (mut graph, entry, [x, y, z]) = begin();
    let f = graph.function("f");
    let p = graph.local("f::p", Type::Int(INT), VariableKind::Parameter);
    let q = graph.local("f::q", Type::Int(INT), VariableKind::Parameter);
    let r = graph.local("f::r", Type::Int(INT), VariableKind::Result);
    let (begin, end) = graph.ends();
    graph.edge(begin, end, set(r, add(Expr::Var(p), number(1))));
    graph.resume(belnap_ir::ids::FunctionId(0));
    let at = graph.then(entry, Operation::Nondet(vec![x]));
    let at = graph.then(at, Operation::Nondet(vec![z]));
    let arguments = vec![Expr::Var(x), Expr::Var(z)];
    let at = graph.then(at, Operation::Call { function: f, arguments, result: Some(y) });
    assert_and_end(&mut graph, at, less(Expr::Var(y), number(5)));
    let cfg = graph.finish();
    let sliced = pass("slice", &cfg, &PassContext::default()).cfg;
    assert!(has(&sliced, |op| *op == Operation::Nondet(vec![x])));
    assert!(!has(&sliced, |op| *op == Operation::Nondet(vec![z])));
    let call = vec![Expr::Var(x), number(0)];
    assert!(has(
        &sliced,
        |op| matches!(op, Operation::Call { arguments, .. } if *arguments == call)
    ));
    assert_eq!(q, sliced.functions[FunctionId(1)].parameters[1]);
}

/// `while (x < bound) { x = x + step; } assert(y < 5)`
fn waits(step: i128) -> Cfg {
    let (mut graph, entry, [x, y, _]) = begin();
    let head = graph.then(entry, Operation::SKIP);
    let (body, after) = graph.branch(head, less(Expr::Var(x), Expr::Var(y)));
    graph.edge(body, head, set(x, add(Expr::Var(x), number(step))));
    assert_and_end(&mut graph, after, less(Expr::Var(y), number(5)));
    graph.finish()
}

#[test]
fn only_loops_that_end_are_sliced_away() {
    let reads_x = |cfg: &Cfg| {
        let mut found = false;
        for edge in &cfg.edges {
            if let Operation::Assume(guard) = &edge.operation {
                guard.for_each_var(&mut |var| found |= var == CfgVarId(0));
            }
        }
        found
    };
    assert!(!reads_x(&pass("slice", &waits(1), &PassContext::default()).cfg));
    // Nothing is added, or the number leaps over the bound and wraps around.
    assert!(reads_x(&pass("slice", &waits(0), &PassContext::default()).cfg));
    assert!(reads_x(&pass("slice", &waits(2), &PassContext::default()).cfg));
    assert!(reads_x(&pass("slice", &waits(-1), &PassContext::default()).cfg));
    let counts_steps = PassContext { next_free: false, ..PassContext::default() };
    assert!(reads_x(&pass("slice", &waits(1), &counts_steps).cfg));
}

/// Two ways to one location, one of which changes what is seen.
#[test]
fn a_way_that_assigns_is_not_sliced_away() {
    let (mut graph, entry, [x, _, _]) = begin();
    let at = graph.then(entry, set(x, number(0)));
    let (_, exit) = graph.ends();
    graph.edge(at, exit, Operation::SKIP);
    graph.edge(at, exit, Operation::Nondet(vec![x]));
    let sees = PassContext { mentioned: vec![x], ..PassContext::default() };
    let sliced = pass("slice", &graph.finish(), &sees).cfg;
    assert!(has(&sliced, |op| *op == Operation::Nondet(vec![x])));
    assert!(has(&sliced, |op| *op == Operation::SKIP));
}

#[test]
fn a_choice_is_not_merged_with_what_follows() {
    let (mut graph, entry, [x, y, z]) = begin();
    let at = graph.then(entry, Operation::Nondet(vec![x]));
    let at = graph.then(at, set(y, add(Expr::Var(x), number(1))));
    let at = graph.then(at, set(z, add(Expr::Var(y), Expr::Var(x))));
    assert_and_end(&mut graph, at, less(Expr::Var(y), Expr::Var(z)));
    let cfg = graph.finish();
    let merged = pass("chains", &cfg, &PassContext::default()).cfg;
    assert!(has(&merged, |op| *op == Operation::Nondet(vec![x])));
    let both = Operation::Assign(vec![
        (y, add(Expr::Var(x), number(1))),
        (z, add(add(Expr::Var(x), number(1)), Expr::Var(x))),
    ]);
    let edge = merged.edges.iter().find(|edge| edge.operation == both).expect("merged");
    assert!(edge.text.contains("; "), "{}", edge.text);
    // Each assignment is seen if both variables are mentioned.
    let sees = PassContext { mentioned: vec![y, z], ..PassContext::default() };
    assert!(!has(&pass("chains", &cfg, &sees).cfg, |op| *op == both));
    let counts = PassContext { next_free: false, ..PassContext::default() };
    assert_eq!(pass("chains", &cfg, &counts).cfg, cfg);
}

#[test]
fn a_diamond_becomes_a_conditional_value() {
    let (mut graph, entry, [x, y, _]) = begin();
    let condition = less(Expr::Var(x), number(3));
    let (yes, no) = graph.branch(entry, condition.clone());
    let join = graph.then(yes, set(y, number(1)));
    graph.edge(no, join, set(y, number(2)));
    assert_and_end(&mut graph, join, less(Expr::Var(y), number(5)));
    let blocks = pass("blocks", &graph.finish(), &PassContext::default()).cfg;
    let chosen = set(y, Expr::ite(condition, number(1), number(2)));
    assert!(has(&blocks, |op| *op == chosen));
}

#[test]
fn failures_that_are_not_reached_stay_asked_about() {
    let (mut graph, entry, [x, y, _]) = begin();
    let at = graph.then(entry, set(x, number(3)));
    let at = graph.then(at, Operation::Unknown(vec![y]));
    assert_and_end(&mut graph, at, less(Expr::Var(x), number(5)));
    let mut cfg = graph.finish();
    let unknown = |edge: &belnap_ir::cfg::Edge| matches!(edge.operation, Operation::Unknown(_));
    let place = cfg.edges.iter().position(unknown).expect("is there");
    let entry = |treatment, edges| Approximation {
        construct: "inline-assembly".to_owned(),
        detail: String::new(),
        source: None,
        treatment,
        weakens: Weakens::Precision,
        edges,
    };
    let edges = vec![CfgEdgeId::from(place)];
    cfg.ledger = vec![
        entry(Treatment::Unknown, edges.clone()),
        entry(Treatment::Assumed, edges),
        entry(Treatment::Assumed, vec![]),
    ];
    let small = run_default(&cfg, &PassContext::default()).cfg;
    assert!(validate::cfg::validate(&small).is_empty());
    assert_eq!(small.properties.len(), 1);
    let failed = small.properties[0].location;
    assert_eq!(small.locations[failed].kind, LocationKind::Failed);
    assert!(small.edges.iter().all(|edge| edge.to != failed || edge.from == failed));
    assert!(small.variables.is_empty(), "{:?}", small.variables);
    // What is no longer unknown is not in the ledger; what was assumed is.
    assert!(small.ledger.iter().all(|entry| entry.treatment == Treatment::Assumed));
    assert_eq!(small.ledger.len(), 2);
}

#[test]
fn a_temporary_is_replaced_where_it_is_used_once() {
    let (mut graph, entry, [x, y, _]) = begin();
    let t = graph.local("main::t", Type::Int(INT), VariableKind::Temporary);
    let u = graph.local("main::u", Type::Int(INT), VariableKind::Temporary);
    let at = graph.then(entry, set(t, add(Expr::Var(x), number(1))));
    let at = graph.then(at, set(u, add(Expr::Var(x), number(2))));
    let at = graph.then(at, set(x, number(0)));
    let at = graph.then(at, set(y, Expr::Var(u)));
    let at = graph.then(at, set(u, add(Expr::Var(y), number(3))));
    assert_and_end(&mut graph, at, less(Expr::Var(u), Expr::Var(t)));
    let copied = pass("copies", &graph.finish(), &PassContext::default()).cfg;
    // `t` and the first `u` were computed from the old `x`.
    assert!(has(&copied, |op| *op == set(y, Expr::Var(u))));
    let guard = less(add(Expr::Var(y), number(3)), Expr::Var(t));
    assert!(!has(&copied, |op| *op == Operation::Assume(guard.clone())));
}

#[test]
fn constants_decide_branches() {
    let (mut graph, entry, [x, y, _]) = begin();
    let at = graph.then(entry, set(x, number(3)));
    let (yes, no) = graph.branch(at, less(Expr::Var(x), number(5)));
    let join = graph.then(yes, set(y, add(Expr::Var(x), number(1))));
    graph.edge(no, join, Operation::Nondet(vec![y]));
    assert_and_end(&mut graph, join, Expr::compare(CompareOp::Eq, Expr::Var(y), number(4)));
    let cfg = graph.finish();
    let constant = pass("constants", &cfg, &PassContext::default()).cfg;
    assert!(has(&constant, |op| *op == set(y, number(4))));
    assert_eq!(constant.edges.len(), cfg.edges.len());
    let guards: Vec<&Operation> = constant
        .edges
        .iter()
        .map(|edge| &edge.operation)
        .filter(|operation| matches!(operation, Operation::Assume(_)))
        .collect();
    assert!(guards.iter().all(|guard| matches!(guard, Operation::Assume(Expr::Bool(_)))));
}
