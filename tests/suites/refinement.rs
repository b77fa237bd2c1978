//! The parts of refinement, on graphs of small C programs: equations, guesses, annotations, values
//! of variables and what is selected. Whole refinements are cases in `tests/cases/verify`.

use std::collections::BTreeSet;
use std::time::Duration;

use belnap_formats::condition::{self, Names};
use belnap_frontend::pipeline::{CompileOptions, UnitText, compile};
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, ScopeId};
use belnap_ir::predicate::{PredicateScope, PredicateSet};
use belnap_passes::{PassContext, run_default};
use belnap_refiner::affine::equations;
use belnap_refiner::annotate::annotation;
use belnap_refiner::candidates::Candidates;
use belnap_refiner::discover::induction::counts;
use belnap_refiner::discover::values::{Ahead, look_ahead};
use belnap_refiner::known::Known;
use belnap_refiner::path::{GraphPath, loops};
use belnap_refiner::select::Selection;
use belnap_refiner::values::Values;
use belnap_refiner::values::explore::Explored;
use belnap_solver::horn::{Part, inductive};
use belnap_solver::wp::Conditions;

/// The graph of the body of `main`, after the default passes.
fn graph(body: &str) -> Cfg {
    let text = format!(
        "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_error(void);\n\
         int main(void) {{ {body} }}"
    );
    let unit = UnitText::new("it.c", &text);
    let compiled = compile(vec![unit], &CompileOptions::default());
    let cfg = compiled.unwrap_or_else(|refused| panic!("{}", refused.render())).cfg;
    run_default(&cfg, &PassContext::default()).cfg
}

fn all_edges(cfg: &Cfg) -> Vec<CfgEdgeId> {
    (0..cfg.edges.len()).map(CfgEdgeId::from).collect()
}

fn failures(cfg: &Cfg) -> Vec<CfgLocId> {
    let failed = |at: &CfgLocId| cfg.locations[*at].kind == LocationKind::Failed;
    (0..cfg.locations.len()).map(CfgLocId::from).filter(failed).collect()
}

fn parsed(cfg: &Cfg, text: &str) -> Expr {
    let read = condition::parse(&Names::new(cfg), text, Some(ScopeId(0)));
    Conditions::new(cfg).normal(&read.unwrap_or_else(|_| panic!("{text}")))
}

const TWO_LOOPS: &str = "int n = __VERIFIER_nondet_int(), i = 0, k = 0;
    while (i < n) { i++; k++; }
    int j = 0;
    while (j < n) { if (k <= 0) __VERIFIER_error(); j++; k--; }
    return 0;";

#[test]
fn equations_of_two_loops() {
    let cfg = graph(TWO_LOOPS);
    let edges = all_edges(&cfg);
    let heads: Vec<CfgLocId> = loops(&cfg, &edges).concat();
    let found: Vec<Expr> = equations(&cfg, &edges, &heads)
        .iter()
        .map(|equation| Conditions::new(&cfg).normal(equation))
        .collect();
    let wanted = parsed(&cfg, "main::i == main::k + main::j");
    let shown: Vec<String> = found.iter().map(|one| condition::print(&cfg, one)).collect();
    assert!(found.contains(&wanted), "{shown:?}");
}

#[test]
fn an_annotation_is_one_condition_for_each_location_of_the_part() {
    let cfg = graph(TWO_LOOPS);
    let (edges, errors) = (all_edges(&cfg), failures(&cfg));
    let candidates = Candidates::of(&cfg, &edges);
    let part = Part { edges: &edges, errors: &errors };
    let found = inductive(&cfg, &part, &candidates.all, Duration::from_secs(60));
    let found = found.expect("the guesses are enough");
    assert_eq!(found.excluded, errors);
    let annotated = annotation(&cfg, &edges, &found);
    let mut places: Vec<CfgLocId> = annotated.iter().map(|(at, _)| *at).collect();
    places.dedup();
    assert_eq!(places.len(), annotated.len(), "one for each location");
    for (head, together) in &found.at {
        let invariant = Conditions::new(&cfg).normal(&Expr::And(together.clone()));
        assert!(annotated.contains(&(*head, invariant)), "the invariant of {head} is at {head}");
    }
    // Before the error, what excludes it.
    let before = cfg.edges.iter().find(|edge| errors.contains(&edge.to)).expect("an error").from;
    let (_, condition) = annotated.iter().find(|(at, _)| *at == before).expect("annotated");
    let text = condition::print(&cfg, condition);
    assert!(text.contains("main::k > 0"), "{text}");
}

#[test]
fn a_step_more_leaves_the_numbers_of_edges_as_they_are() {
    let cfg = graph(TWO_LOOPS);
    assert!(cfg.edges.iter().is_sorted_by_key(|edge| edge.from), "valid graphs have this order");
    let first = GraphPath { edges: vec![CfgEdgeId(0)] };
    let (longer, path) = first.followed_by(&cfg, Expr::Bool(true));
    assert!(longer.edges.iter().take(cfg.edges.len()).eq(cfg.edges.iter()));
    assert_eq!(path.edges, [CfgEdgeId(0), CfgEdgeId::from(cfg.edges.len())]);
    assert_eq!(path.end(&longer), CfgLocId::from(cfg.locations.len()));
    assert!(!longer.edges.iter().is_sorted_by_key(|edge| edge.from), "this is one to ask about");
}

#[test]
fn loops_that_do_not_count_are_left_to_others() {
    let all = |cfg: &Cfg| GraphPath { edges: all_edges(cfg) };
    let protocol = graph(
        "int state = 1;
         while (__VERIFIER_nondet_int()) { if (state == 1) state = 2; else state = 1; }
         if (state == 3) __VERIFIER_error();
         return 0;",
    );
    assert!(!counts(&protocol, &all(&protocol)));
    let two_loops = graph(TWO_LOOPS);
    assert!(counts(&two_loops, &all(&two_loops)));
}

/// What is selected besides a condition, with others known.
fn selected(
    cfg: &Cfg,
    known: &[&str],
    found: &str,
    change: fn(&mut Selection<'_>, &Cfg),
) -> Vec<String> {
    let conditions: Vec<Expr> = known.iter().map(|text| parsed(cfg, text)).collect();
    let set = PredicateSet::default();
    let mut selection = Selection::new(cfg, &Known { conditions: &conditions, set: &set });
    selection.propose(&parsed(cfg, found));
    change(&mut selection, cfg);
    let all = selection.finish(40);
    assert!(all.iter().all(|one| one.scope == PredicateScope::Live));
    all.iter().map(|one| condition::print(cfg, &one.condition)).collect()
}

#[test]
fn counting_goes_in_leaps() {
    let cfg = graph(TWO_LOOPS);
    let known = ["main::i <= 2", "main::i <= 4", "main::i <= 6"];
    let leaped = selected(&cfg, &known, "main::i <= 8", |selection, _| selection.leap());
    let wanted = [8, 10, 12, 14, 16].map(|bound| format!("main::i <= {bound}"));
    assert_eq!(leaped, wanted);
}

#[test]
fn of_a_protocol_all_values_that_are_assigned_are_distinguished() {
    let cfg = graph(
        "int state = 10, next = __VERIFIER_nondet_int();
         while (__VERIFIER_nondet_int()) {
             if (state == 10) { state = 20; next = 30; }
             else if (state == 20) state = next;
             else if (state == 30) state = 40;
             else if (state == 50) __VERIFIER_error();
         }
         return 0;",
    );
    let widen = |selection: &mut Selection<'_>, cfg: &Cfg| selection.widen(cfg);
    let of_state = selected(&cfg, &[], "main::state == 20", widen);
    // 50 is asked for, and never assigned.
    let wanted = [20, 10, 30, 40].map(|value| format!("main::state == {value}"));
    assert_eq!(of_state, wanted);
    // What becomes the state is distinguished like it, though it gets one value only.
    let of_next = selected(&cfg, &[], "main::next <= 29", widen);
    assert_eq!(of_next, ["main::next == 30"]);
}

/// What looking ahead finds from the first way to a failure, and how it ends.
fn looked_ahead(cfg: &Cfg, known: &[&str]) -> (Ahead, Vec<String>) {
    let failures = failures(cfg);
    let error = |at| failures.contains(&at).then_some(Expr::Bool(true));
    let locations = (0..cfg.locations.len()).map(CfgLocId::from);
    let errors: Vec<Option<Expr>> = locations.map(error).collect();
    let values = Values::new(cfg, &errors).expect("no calls");
    let first = values.explore(values.targets()[0], &BTreeSet::new(), &mut 1000);
    let Explored::Way(edges) = first else { panic!("a way that nothing excludes") };
    let conditions: Vec<Expr> = known.iter().map(|text| parsed(cfg, text)).collect();
    let set = PredicateSet::default();
    let mut selection = Selection::new(cfg, &Known { conditions: &conditions, set: &set });
    let path = GraphPath { edges };
    let ahead = look_ahead(cfg, &path, &errors, &conditions, &mut selection);
    let found = selection.finish(40);
    (ahead, found.iter().map(|one| condition::print(cfg, &one.condition)).collect())
}

const FLAGS: &str = "int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    while (__VERIFIER_nondet_int()) {
        int x = 0, y = 0;
        if (a) x = 1;
        if (b) y = 1;
        if (a && x != 1) __VERIFIER_error();
        if (b && y != 1) __VERIFIER_error();
    }
    return 0;";

#[test]
fn looking_ahead_excludes_the_next_ways_too() {
    let cfg = graph(FLAGS);
    let (ahead, mut found) = looked_ahead(&cfg, &[]);
    assert_eq!(ahead, Ahead::Enough);
    found.sort();
    assert_eq!(found, ["main::a == 0", "main::b == 0", "main::x == 1", "main::y == 1"]);
    // What is known is not found again.
    let (ahead, mut found) = looked_ahead(&cfg, &["main::a == 0", "main::y == 1"]);
    assert_eq!(ahead, Ahead::Enough);
    found.sort();
    assert_eq!(found, ["main::b == 0", "main::x == 1"]);
}

#[test]
fn looking_ahead_finds_ways_that_values_do_not_exclude() {
    let cfg = graph(
        "int a = __VERIFIER_nondet_int(), x = 0;
         if (a) x = 1;
         if (a && x != 1) __VERIFIER_error();
         int b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
         if (x == 1 && b < c && c < b) __VERIFIER_error();
         return 0;",
    );
    let (ahead, found) = looked_ahead(&cfg, &[]);
    let Ahead::Way(way) = ahead else { panic!("{ahead:?}") };
    assert!(failures(&cfg).contains(&way.end(&cfg)));
    assert!(found.iter().any(|one| one.starts_with("main::x ")), "{found:?}");
}

#[test]
fn values_that_are_not_reached_need_no_predicate() {
    let cfg = graph(
        "int state = 1;
         while (__VERIFIER_nondet_int()) {
             if (state == 1) state = 2;
             else if (state == 2) state = 1;
             else if (state == 3) state = 4;
             else if (state == 4) state = 5;
             else if (state == 5) __VERIFIER_error();
         }
         return 0;",
    );
    let (ahead, found) = looked_ahead(&cfg, &[]);
    assert_eq!(ahead, Ahead::Enough);
    assert_eq!(found, ["main::state == 1", "main::state == 2"]);
}

#[test]
fn bounds_of_constants_are_classes_too() {
    let cfg = graph(
        "int x = 3, y = __VERIFIER_nondet_int();
         if (y <= 10 && y > 8) x = y;
         if (x < 3 || x >= 11) __VERIFIER_error();
         return 0;",
    );
    let (ahead, found) = looked_ahead(&cfg, &[]);
    assert_eq!(ahead, Ahead::Enough, "{found:?}");
}
