//! Small programs and what their pointers point to.

use belnap_ir::expr::{BinaryOp, CompareOp};

use super::{PointsTo, Target, Targets};
use crate::calls::sketch::{I32, Sketch, U64, address, cell, load};
use crate::mir::{Address, Callee, FunctionId, Havoc, ObjectId, Op, Storage, Until, Value};

fn at(object: ObjectId, offset: u64) -> Target {
    Target { object, offset: Some(offset) }
}

fn anywhere(object: ObjectId) -> Target {
    Target { object, offset: None }
}

fn main_of(sketch: &mut Sketch) -> FunctionId {
    let main = sketch.function("main", 0);
    sketch.define(main);
    main
}

fn indexed(object: ObjectId, index: ObjectId, stride: i64) -> Address {
    Address { terms: vec![(load(index), stride)], ..Address::of(object) }
}

#[test]
fn fields_of_a_list_are_told_apart() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let pointer = sketch.pointer();
    let int = sketch.int();
    let node = sketch.record(false, &[(int, 0), (pointer, 8), (pointer, 16)], 24);
    let site = sketch.object("site", node, Storage::Heap, Some(main));
    let x = sketch.global("x", int);
    let (p, q, r) =
        (sketch.global("p", pointer), sketch.global("q", pointer), sketch.global("r", pointer));
    let size = Value::int(24, U64);
    let result = cell(Address::of(p));
    sketch.push(main, Op::Allocate { site, size, zeroed: false, until: Until::Freed, result });
    // p->next = p; p->data = &x; q = p->next; r = p->data
    sketch.assign(main, Address::at(load(p)).plus(8), load(p));
    sketch.assign(main, Address::at(load(p)).plus(16), address(x));
    let field = |offset| Value::load(cell(Address::at(load(p)).plus(offset)));
    sketch.assign(main, Address::of(q), field(8));
    sketch.assign(main, Address::of(r), field(16));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.of_value(&load(q)).cells, [at(site, 0)]);
    assert_eq!(points_to.of_value(&load(r)).cells, [at(x, 0)]);
    assert_eq!(points_to.of_address(&Address::at(load(q)).plus(8)).cells, [at(site, 8)]);
    // Another element of the row.
    assert_eq!(points_to.canonical(site, 48 + 16), 16);
    assert!(points_to.escaped().is_empty());
    let reached = points_to.reachable(&[load(q)]);
    assert_eq!(reached.cells, [anywhere(site), anywhere(x)]);
}

#[test]
fn array_elements_are_one() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let pair = sketch.record(false, &[(pointer, 0), (int, 8), (int, 12)], 16);
    let row = sketch.array(pair, 10);
    let outer = sketch.record(false, &[(int, 0), (row, 8), (int, 168)], 176);
    let s = sketch.global("s", outer);
    let (i, p) = (sketch.global("i", int), sketch.global("p", pointer));
    sketch.assign(main, Address::of(p), indexed(s, i, 16).plus(8).value());
    let points_to = PointsTo::analyse(&sketch.program);
    let of = |value: &Value| points_to.of_value(value).cells;
    assert_eq!(of(&load(p)), [at(s, 8)]);
    assert_eq!(points_to.canonical(s, 8 + 3 * 16 + 12), 20);
    let plus = |offset| Address::at(load(p)).plus(offset).value();
    // p->second, p + 1, and back to the struct around the array.
    assert_eq!(of(&plus(12)), [at(s, 20)]);
    assert_eq!(of(&plus(16)), [at(s, 8)]);
    assert_eq!(of(&plus(-8)), [at(s, 0), at(s, 16)]);
    assert_eq!(of(&plus(160)), [at(s, 8)]);
    assert_eq!(of(&plus(1600)), [anywhere(s)]);
    // A walk by another step than the elements' may be anywhere.
    let walk = Address { terms: vec![(load(i), 4)], ..Address::at(load(p)) };
    assert_eq!(points_to.of_address(&walk).cells, [anywhere(s)]);
    // One past the end of an array.
    let a = {
        let mut sketch = Sketch { program: sketch.program.clone() };
        let row = sketch.array(int, 10);
        let a = sketch.global("a", row);
        let points_to = PointsTo::analyse(&sketch.program);
        assert_eq!(points_to.of_address(&Address::of(a).plus(40)).cells, [at(a, 0)]);
        assert_eq!(points_to.of_address(&Address::of(a).plus(400)).cells, [anywhere(a)]);
        a
    };
    assert_eq!(a.0, 4);
}

#[test]
fn pointers_survive_integers_and_tags() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let pair = sketch.record(false, &[(pointer, 0), (pointer, 8)], 16);
    let (s, p, q, i) = (
        sketch.global("s", pair),
        sketch.global("p", pointer),
        sketch.global("q", pointer),
        sketch.global("i", int),
    );
    let tagged = binary(BinaryOp::BitOr, address(s), Value::int(1, U64));
    sketch.assign(main, Address::of(p), tagged);
    let untagged = binary(BinaryOp::BitAnd, load(p), Value::int(-2, U64));
    let index = Value::Cast(
        U64,
        Box::new(Value::load(crate::mir::Cell { ty: I32, ..cell(Address::of(i)) })),
    );
    sketch.assign(main, Address::of(q), binary(BinaryOp::Add, untagged.clone(), index));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.of_value(&load(p)).cells, [at(s, 1)]);
    assert_eq!(points_to.of_value(&untagged).cells, [at(s, 0)]);
    assert_eq!(points_to.of_value(&load(q)).cells, [anywhere(s)]);
    // The tag, which says nothing about where the object is, and then something that does.
    let low = |mask| points_to.of_value(&binary(BinaryOp::BitAnd, load(p), Value::int(mask, U64)));
    assert_eq!(low(7), Targets::default());
    assert_eq!(low(63).cells, [anywhere(s)]);
    assert!(points_to.exposed().is_empty());
}

fn binary(op: BinaryOp, left: Value, right: Value) -> Value {
    Value::Binary(op, Box::new([left, right]))
}

fn compare(left: Value, right: Value) -> Value {
    Value::Compare(CompareOp::Eq, Box::new([left, right]))
}

/// A program with two objects and a number.
fn numbers() -> (Sketch, FunctionId, [ObjectId; 3]) {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let objects = [sketch.global("x", int), sketch.global("y", int), sketch.global("n", pointer)];
    sketch.push(main, Op::Havoc(Havoc::Nondet, vec![cell(Address::of(objects[2]))]));
    (sketch, main, objects)
}

#[test]
fn comparisons_with_numbers_expose() {
    let at_number =
        |sketch: &Sketch, n| PointsTo::analyse(&sketch.program).of_address(&Address::at(load(n)));
    let (mut sketch, main, [x, y, n]) = numbers();
    sketch.push(main, Op::Assume(compare(address(x), address(y))));
    sketch.push(main, Op::Assume(compare(address(x), Value::int(-1, U64))));
    assert_eq!(at_number(&sketch, n), Targets::default());
    sketch.push(main, Op::Assume(compare(load(n), address(x))));
    let found = at_number(&sketch, n);
    assert_eq!((found.cells, found.anything), (vec![anywhere(x)], true));
    // What is written through the number is in what is exposed.
    sketch.assign(main, Address::at(load(n)), address(y));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.of_value(&load(x)).cells, [at(y, 0)]);
}

#[test]
fn bits_that_decide_expose() {
    let (mut sketch, main, [x, y, n]) = numbers();
    let int = sketch.int();
    let i = sketch.global("i", int);
    sketch.push(main, Op::Havoc(Havoc::Nondet, vec![cell(Address::of(i))]));
    // Low bits of something aligned say nothing, higher ones do.
    let low = binary(BinaryOp::BitAnd, address(x), Value::int(7, U64));
    sketch.push(main, Op::Assume(compare(low, Value::int(0, U64))));
    assert_eq!(PointsTo::analyse(&sketch.program).exposed(), []);
    let bit = binary(BinaryOp::Shr, address(x), load(i));
    sketch.push(main, Op::Assume(compare(bit, Value::int(0, U64))));
    assert_eq!(PointsTo::analyse(&sketch.program).exposed(), [x]);
    // So does an index.
    let index = binary(BinaryOp::Rem, address(y), Value::int(10, U64));
    let element = Address { terms: vec![(index, 8)], ..Address::of(n) };
    sketch.assign(main, Address::of(i), Value::load(cell(element.clone())));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.exposed(), [x, y]);
    assert_eq!(points_to.of_address(&element).cells, [at(n, 0)]);
}

#[test]
fn distances_lead_to_other_objects() {
    let (mut sketch, main, [x, y, n]) = numbers();
    let pointer = sketch.pointer();
    let (p, d) = (sketch.global("p", pointer), sketch.global("d", pointer));
    sketch.assign(main, Address::of(p), address(x));
    // In one object, a distance is a number.
    sketch.assign(main, Address::of(d), binary(BinaryOp::Sub, load(p), address(x)));
    let moved = |d| Address { terms: vec![(load(d), 4)], ..Address::of(x) };
    let points_to = PointsTo::analyse(&sketch.program);
    let number = Targets { number: true, ..Targets::default() };
    assert_eq!(points_to.of_value(&load(d)), number);
    assert_eq!(points_to.of_address(&moved(d)).cells, [at(x, 0)]);
    sketch.assign(main, Address::of(n), binary(BinaryOp::Sub, address(y), load(p)));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.of_value(&load(d)), number);
    assert_eq!(points_to.of_address(&moved(n)).cells, [anywhere(x), at(x, 0), anywhere(y)]);
    let sum = binary(BinaryOp::Add, address(x), load(n));
    assert_eq!(points_to.of_value(&sum).cells, [anywhere(x), anywhere(y)]);
}

#[test]
fn what_is_lost_depends_on_its_operands() {
    let (mut sketch, main, [x, y, n]) = numbers();
    let cells = vec![cell(Address::of(n))];
    sketch.push(main, Op::Lost { cells, from: vec![address(x)] });
    sketch.push(main, Op::Lost { cells: Vec::new(), from: vec![address(y)] });
    let points_to = PointsTo::analyse(&sketch.program);
    let found = points_to.of_value(&load(n));
    assert_eq!((found.cells, found.anything, found.pieces), (vec![anywhere(x)], true, true));
    assert_eq!(points_to.exposed(), [y]);
}

#[test]
fn copies_move_fields() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let row = sketch.array(pointer, 4);
    let record = sketch.record(false, &[(pointer, 0), (pointer, 8), (row, 16)], 48);
    let bytes = sketch.array(int, 12);
    let (a, b, c) =
        (sketch.global("a", record), sketch.global("b", record), sketch.global("c", bytes));
    let (x, y, z) = (sketch.global("x", int), sketch.global("y", int), sketch.global("z", int));
    sketch.push(main, Op::Copy { to: Address::of(b), from: Address::of(a), ty: record });
    sketch.push(main, Op::CopyBytes { to: Address::of(c), from: Address::of(b), size: load(x) });
    for (offset, object) in [(0, x), (8, y), (40, z)] {
        sketch.assign(main, Address::of(a).plus(offset), address(object));
    }
    let points_to = PointsTo::analyse(&sketch.program);
    let of = |object, offset| {
        points_to.of_value(&Value::load(cell(Address::of(object).plus(offset)))).cells
    };
    assert_eq!(of(b, 0), [at(x, 0)]);
    assert_eq!(of(b, 8), [at(y, 0)]);
    assert_eq!(of(b, 24), [at(z, 0)]);
    assert_eq!(of(c, 4), [at(x, 0), at(y, 0), at(z, 0)]);
}

#[test]
fn members_of_unions_overlap() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let pair = sketch.record(false, &[(int, 0), (int, 4), (pointer, 8)], 16);
    let both = sketch.record(true, &[(pair, 0), (pointer, 0)], 16);
    let (u, x) = (sketch.global("u", both), sketch.global("x", int));
    sketch.assign(main, Address::of(u), address(x));
    let points_to = PointsTo::analyse(&sketch.program);
    let of = |offset| points_to.of_value(&Value::load(cell(Address::of(u).plus(offset)))).cells;
    assert_eq!(of(0), [at(x, 0)]);
    // A piece of it is one, too; the other pointer is not.
    assert_eq!(of(4), [at(x, 0)]);
    assert_eq!(of(8), []);
}

#[test]
fn unknown_code_changes_what_it_reaches() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let callback = sketch.function("callback", 1);
    let external = sketch.function("external", 2);
    let parameter = sketch.define(callback)[0];
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let (x, y) = (sketch.global("x", int), sketch.global("y", int));
    let (p, q) = (sketch.global("p", pointer), sketch.global("q", pointer));
    sketch.assign(main, Address::of(p), address(x));
    sketch.assign(main, Address::of(q), address(y));
    let arguments = [address(p), Value::Function(callback)];
    let r = sketch.global("r", pointer);
    sketch.call(main, Callee::Direct(external), &arguments, r);
    let n = sketch.global("n", pointer);
    sketch.push(main, Op::Havoc(Havoc::Nondet, vec![cell(Address::of(n))]));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.escaped(), [x, p]);
    assert_eq!(points_to.escaped_functions(), [callback]);
    let of = |object| points_to.of_value(&load(object));
    assert!(of(p).anything && of(r).anything && of(parameter).anything);
    assert_eq!(of(p).cells, [at(x, 0)]);
    assert_eq!(of(q), Targets { cells: vec![at(y, 0)], ..Targets::default() });
    assert_eq!(of(n), Targets { number: true, ..Targets::default() });
    assert_eq!(points_to.reachable(&[load(r)]).cells, [anywhere(x), anywhere(p)]);
}

#[test]
fn calls_through_pointers_pass_arguments() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let identity = sketch.function("identity", 1);
    let parameter = sketch.define(identity)[0];
    let result = sketch.program.functions[identity].result.expect("has one");
    sketch.assign(identity, Address::of(result), load(parameter));
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let (x, f, r) =
        (sketch.global("x", int), sketch.global("f", pointer), sketch.global("r", pointer));
    let ty = sketch.program.functions[identity].ty;
    sketch.call(main, Callee::Indirect(load(f), ty), &[address(x)], r);
    sketch.assign(main, Address::of(f), Value::Function(identity));
    let points_to = PointsTo::analyse(&sketch.program);
    assert_eq!(points_to.of_value(&load(f)).functions, [identity]);
    assert_eq!(points_to.of_value(&load(r)).cells, [at(x, 0)]);
}

/// Many pointers that all flow into each other, through memory and with arithmetic.
#[test]
fn large_cycles_are_fast() {
    let mut sketch = Sketch::new();
    let main = main_of(&mut sketch);
    let (pointer, int) = (sketch.pointer(), sketch.int());
    let node = sketch.record(false, &[(pointer, 0), (pointer, 8), (int, 16)], 24);
    let pointers: Vec<ObjectId> =
        (0..8_000).map(|index| sketch.global(&format!("p{index}"), pointer)).collect();
    let objects: Vec<ObjectId> =
        (0..2_000).map(|index| sketch.global(&format!("o{index}"), node)).collect();
    for (index, &p) in pointers.iter().enumerate() {
        let next = pointers[(index * 7 + 1) % pointers.len()];
        let object = objects[index % objects.len()];
        match index % 4 {
            0 => sketch.assign(main, Address::of(p), address(object)),
            1 => sketch.assign(main, Address::at(load(p)).plus(8), load(next)),
            2 => sketch.assign(
                main,
                Address::of(next),
                Value::load(cell(Address::at(load(p)).plus(8))),
            ),
            _ => sketch.assign(main, Address::of(p), Address::at(load(next)).plus(8).value()),
        }
        let other = pointers[(index * 13 + 5) % pointers.len()];
        sketch.assign(main, Address::of(other), load(p));
    }
    let start = std::time::Instant::now();
    let points_to = PointsTo::analyse(&sketch.program);
    assert!(!points_to.of_value(&load(pointers[0])).cells.is_empty());
    assert!(start.elapsed().as_secs() < 20, "took {:?}", start.elapsed());
}
