//! Small programs before and after.

use belnap_ir::cfg::AskedKind;
use belnap_ir::ids::{TiVec, ti_vec};

use super::sketch::{Sketch, address, cell, load};
use super::{InlineMode, InlineOptions, KeptFunction, KeptReason, inline, prune, resolve_indirect};
use crate::mir::{
    Address, Body, Callee, FunctionId, Node, NodeId, NodeKind, ObjectId, Op, Origin, Program, Step,
    Storage, Until, Value,
};
use crate::points_to::PointsTo;

/// `main` and variables to play with.
fn start() -> (Sketch, FunctionId, ObjectId) {
    let mut sketch = Sketch::new();
    let main = sketch.function("main", 0);
    sketch.define(main);
    let pointer = sketch.pointer();
    let x = sketch.global("x", pointer);
    (sketch, main, x)
}

/// A function of one parameter that returns it, after calling others with it.
fn chain(sketch: &mut Sketch, name: &str, callees: &[FunctionId]) -> FunctionId {
    let id = sketch.function(name, 1);
    let parameter = sketch.define(id)[0];
    let result = sketch.program.functions[id].result.expect("has one");
    sketch.assign(id, Address::of(result), load(parameter));
    for &callee in callees {
        sketch.call(id, Callee::Direct(callee), &[load(parameter)], result);
    }
    id
}

fn body(program: &Program) -> &Body {
    program.functions[program.entry].body.as_ref().expect("defined")
}

fn calls(program: &Program) -> Vec<String> {
    let bodies = program.functions.iter().flat_map(|function| &function.body);
    bodies
        .flat_map(|body| &body.edges)
        .filter_map(|edge| match &edge.step.op {
            Op::Call { callee: Callee::Direct(id), .. } => {
                Some(program.functions[*id].name.clone())
            }
            _ => None,
        })
        .collect()
}

/// Ids are in range, only the exit and ends have no way out, and there are one or two ways.
fn check(program: &Program) {
    for function in &program.functions {
        let Some(body) = &function.body else { continue };
        let mut ways: TiVec<NodeId, usize> = ti_vec![0; body.nodes.len()];
        for edge in &body.edges {
            ways[edge.from] += 1;
            assert!((edge.to.0 as usize) < body.nodes.len());
        }
        for (index, node) in body.nodes.iter_enumerated() {
            let expected = match node.kind {
                NodeKind::Normal => index != body.exit,
                _ => false,
            };
            assert_eq!(ways[index] > 0, expected, "node {index:?} of {}", function.name);
            assert!((node.scope.0 as usize) < program.scopes.len());
        }
    }
    for (index, scope) in program.scopes.iter().enumerate() {
        assert!(scope.caller.is_none_or(|caller| (caller.0 as usize) < index));
    }
}

#[test]
fn pointers_are_tested_for_their_targets() {
    let (mut sketch, main, x) = start();
    let (first, second) = (chain(&mut sketch, "first", &[]), chain(&mut sketch, "second", &[]));
    let other = sketch.function("other", 3);
    sketch.define(other);
    let pointer = sketch.pointer();
    let f = sketch.global("f", pointer);
    let ty = sketch.program.functions[first].ty;
    sketch.call(main, Callee::Indirect(load(f), ty), &[address(x)], x);
    for target in [first, second, other] {
        sketch.assign(main, Address::of(f), Value::Function(target));
    }
    let mut program = sketch.program;
    let points_to = PointsTo::analyse(&program);
    resolve_indirect(&mut program, &points_to);
    check(&program);
    assert_eq!(calls(&program), ["first", "second"]);
    assert!(body(&program).nodes.iter().any(|node| node.kind == NodeKind::Halted));
    assert_eq!(program.ledger.len(), 2);
    assert!(
        program.ledger.raw[0].detail.contains("ends the program"),
        "{}",
        program.ledger.raw[0].detail
    );
    assert!(program.ledger.raw[1].detail.contains("other"), "{}", program.ledger.raw[1].detail);
    let kept = inline(&mut program, &InlineOptions::default()).kept;
    check(&program);
    assert_eq!(kept, []);
    assert_eq!(calls(&program), [""; 0]);
}

#[test]
fn unknown_pointers_call_unknown_code() {
    let (mut sketch, main, x) = start();
    let external = sketch.function("external", 1);
    let known = chain(&mut sketch, "known", &[]);
    let pointer = sketch.pointer();
    let f = sketch.global("f", pointer);
    sketch.call(main, Callee::Direct(external), &[Value::Function(known)], f);
    let ty = sketch.program.functions[known].ty;
    sketch.call(main, Callee::Indirect(load(f), ty), &[address(x)], x);
    let mut program = sketch.program;
    let points_to = PointsTo::analyse(&program);
    resolve_indirect(&mut program, &points_to);
    check(&program);
    // What `external` knows, it may return.
    assert_eq!(calls(&program), ["known"]);
    let details: Vec<&str> = program.ledger.iter().map(|note| note.detail.as_str()).collect();
    assert_eq!(details.len(), 4);
    assert!(details[0].contains("external"), "{}", details[0]);
    assert!(details[1].contains("`external` returns"), "{}", details[1]);
    assert!(details[2].contains("unknown functions"), "{}", details[2]);
    assert!(details[3].contains("returns"), "{}", details[3]);
    let reached = |edge: &&crate::mir::Edge| matches!(edge.step.op, Op::HavocReachable(..));
    assert_eq!(body(&program).edges.iter().filter(reached).count(), 1);
}

#[test]
fn each_copy_has_its_own_locals_and_sites() {
    let (mut sketch, main, x) = start();
    let make = chain(&mut sketch, "make", &[]);
    let void = sketch.void();
    let site = sketch.object("site", void, Storage::Heap, Some(make));
    let result = sketch.program.functions[make].result.expect("has one");
    let size = Value::int(8, super::sketch::U64);
    sketch.push(
        make,
        Op::Allocate {
            site,
            size,
            zeroed: false,
            until: Until::Freed,
            result: cell(Address::of(result)),
        },
    );
    let pointer = sketch.pointer();
    let typed = sketch.program.types.pointer(pointer);
    let y = sketch.global("y", typed);
    sketch.call(main, Callee::Direct(make), &[load(x)], x);
    sketch.call(main, Callee::Direct(make), &[load(y)], y);
    let mut program = sketch.program;
    inline(&mut program, &InlineOptions::default());
    check(&program);
    let named =
        |name: &'static str| program.objects.iter().filter(move |object| object.name == name);
    assert_eq!(named("p0").count(), 2);
    let types: Vec<String> = named("site").map(|object| program.types.display(object.ty)).collect();
    assert_eq!(types, ["void", "void *"]);
    assert_eq!(program.functions.len(), 1);
    assert!(named("p0").all(|object| object.function == Some(program.entry)));
    let entered: Vec<&Node> =
        body(&program).nodes.iter().filter(|node| node.enters.is_some()).collect();
    assert_eq!(entered.len(), 2);
    let scope = &program.scopes[entered[1].scope];
    assert_eq!(scope.function, "make");
    assert_eq!(scope.call, Some(Origin { unit: 0, start: 2, end: 2 }));
    let points_to = PointsTo::analyse(&program);
    let of = |name| {
        let object = program.objects.iter().position(|object| object.name == name);
        points_to.of_value(&load(ObjectId(object.expect("there") as u32))).cells
    };
    assert_ne!(of("x"), of("y"));
}

#[test]
fn models_have_the_lines_of_their_callers() {
    let (mut sketch, main, x) = start();
    let callback = chain(&mut sketch, "callback", &[]);
    let inner = chain(&mut sketch, "inner", &[callback]);
    let model = chain(&mut sketch, "model", &[inner]);
    for id in [inner, model] {
        sketch.program.functions[id].is_model = true;
    }
    let failed = sketch.program.functions[inner].body.as_mut().expect("defined");
    failed.nodes[NodeId(0)].kind = NodeKind::Failed(AskedKind::Assert);
    failed.edges.remove(0);
    sketch.call(main, Callee::Direct(model), &[load(x)], x);
    let mut program = sketch.program.clone();
    inline(&mut program, &InlineOptions::default());
    let call = Origin { unit: main.0, start: 1, end: 1 };
    assert!(body(&program).edges.iter().all(|edge| edge.step.at == call));
    let failed = body(&program).nodes.iter().find(|node| matches!(node.kind, NodeKind::Failed(_)));
    assert_eq!(failed.expect("copied").at, call);

    // What a model calls of the user's has its own lines.
    let mut sketch = Sketch { program: sketch.program };
    sketch.program.functions[inner].body.as_mut().expect("defined").edges.clear();
    sketch.call(model, Callee::Direct(callback), &[load(x)], x);
    let body_of = sketch.program.functions[model].body.as_mut().expect("defined");
    body_of.edges.retain(
        |edge| !matches!(edge.step.op, Op::Call { callee: Callee::Direct(id), .. } if id == inner),
    );
    for (index, edge) in body_of.edges.iter_mut().enumerate() {
        (edge.from.0, edge.to.0) = (index as u32, index as u32 + 1);
    }
    body_of.exit.0 = body_of.edges.len() as u32;
    let mut program = sketch.program;
    let only_models =
        InlineOptions { mode: InlineMode::Models, limit: 1000, ..InlineOptions::default() };
    inline(&mut program, &only_models);
    assert_eq!(calls(&program), ["callback"]);
    inline(&mut program, &InlineOptions::default());
    check(&program);
    let units: Vec<u32> = body(&program).edges.iter().map(|edge| edge.step.at.unit).collect();
    assert!(units.contains(&callback.0), "{units:?}");
    assert!(!units.contains(&model.0), "{units:?}");
}

#[test]
fn recursion_stays() {
    let (mut sketch, main, x) = start();
    let even = sketch.function("even", 1);
    let odd = chain(&mut sketch, "odd", &[even]);
    let small = chain(&mut sketch, "small", &[]);
    let parameter = sketch.define(even)[0];
    for callee in [odd, small] {
        sketch.call(even, Callee::Direct(callee), &[load(parameter)], x);
    }
    sketch.call(main, Callee::Direct(even), &[load(x)], x);
    let mut program = sketch.program;
    let kept = inline(&mut program, &InlineOptions::default()).kept;
    check(&program);
    let recursive =
        |name: &str| KeptFunction { function: name.to_owned(), reason: KeptReason::Recursive };
    assert_eq!(kept, [recursive("odd"), recursive("even")]);
    let mut called = calls(&program);
    called.sort();
    assert_eq!(called, ["even", "even", "odd"]);
}

#[test]
fn the_limit_holds_for_exponential_calls() {
    let (mut sketch, main, x) = start();
    let mut callee = chain(&mut sketch, "f0", &[]);
    for level in 1..200 {
        callee = chain(&mut sketch, &format!("f{level}"), &[callee, callee]);
    }
    sketch.call(main, Callee::Direct(callee), &[load(x)], x);
    let mut program = sketch.program;
    let options = InlineOptions { limit: 10_000, recursion: Some(0), ..InlineOptions::default() };
    let kept = inline(&mut program, &options).kept;
    check(&program);
    assert!(!kept.is_empty());
    assert!(kept.iter().all(|kept| kept.reason == KeptReason::Limit));
    let edges: usize =
        program.functions.iter().flat_map(|f| &f.body).map(|body| body.edges.len()).sum();
    assert!((2_000..=10_000).contains(&edges), "{edges}");
}

#[test]
fn what_nothing_mentions_is_dropped() {
    let (mut sketch, main, x) = start();
    let by_table = chain(&mut sketch, "by_table", &[]);
    let by_dead_table = chain(&mut sketch, "by_dead_table", &[]);
    chain(&mut sketch, "unused", &[by_dead_table]);
    let pointer = sketch.pointer();
    let (table, dead) = (sketch.global("table", pointer), sketch.global("dead", pointer));
    for (object, function) in [(table, by_table), (dead, by_dead_table)] {
        let op = Op::Assign(cell(Address::of(object)), Value::Function(function));
        let step = Step { op, at: Origin::default(), notes: Vec::new() };
        sketch.program.initial.push(step);
    }
    sketch.assign(main, Address::of(x), load(table));
    let mut program = sketch.program;
    prune(&mut program);
    check(&program);
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["main", "by_table"]);
    assert_eq!(program.initial.len(), 1);
    assert!(!program.objects.iter().any(|object| object.name == "dead"));
}
