//! Where C leaves open in which order operands and arguments are evaluated, and it matters.
//!
//! Where one part writes what another only reads, whether that reads the old or the new value is
//! unknown. Parts that both have effects are evaluated in one order, operands from left to right
//! and arguments from right to left as gcc does it, and a verdict rests on it.

use belnap_ir::ids::{TiSlice, TiVec};
use std::collections::BTreeSet;

use belnap_ir::expr::CompareOp;
use rustc_hash::FxHashSet;

use crate::hir::{
    Expr, ExprKind, FunctionId, ObjectId, Origin, Place, PlaceKind, Program, StatementKind, Storage,
};

use crate::ctype::TypeId;
use crate::mir::{NodeId, Op, Value};

use super::Lower;
use super::attributes::{Behaviour, behaviour};
use super::effects::Writes;
use super::reach::{Reach, root_object};
use super::walk::{Item, walk, walk_all};

/// Where the order matters: the places of the second parts.
pub(super) type Open = FxHashSet<Origin>;

/// What evaluating something may read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Touched {
    reads: BTreeSet<ObjectId>,
    writes: BTreeSet<ObjectId>,
    reads_memory: bool,
    writes_memory: bool,
}

impl Touched {
    fn read(&mut self, place: &Place) {
        match root_object(place) {
            Some(object) => drop(self.reads.insert(object)),
            None => self.reads_memory = true,
        }
    }

    fn write(&mut self, place: &Place) {
        match root_object(place) {
            Some(object) => drop(self.writes.insert(object)),
            None => self.writes_memory = true,
        }
    }

    fn add(&mut self, other: &Touched) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
    }

    fn is_effect(&self) -> bool {
        self.writes_memory || !self.writes.is_empty()
    }

    /// Whether this writes what the other reads or writes.
    fn disturbs(&self, other: &Touched, address_taken: &TiSlice<ObjectId, bool>) -> bool {
        let shared =
            |objects: &BTreeSet<ObjectId>| objects.iter().any(|object| address_taken[*object]);
        let memory = other.reads_memory || other.writes_memory;
        self.writes.iter().any(|object| {
            other.reads.contains(object)
                || other.writes.contains(object)
                || memory && address_taken[*object]
        }) || self.writes_memory && (memory || shared(&other.reads) || shared(&other.writes))
    }
}

/// What functions touch that outlives a call.
struct Functions<'a> {
    program: &'a Program,
    reach: &'a Reach,
    touched: TiVec<FunctionId, Touched>,
    /// What a call through a pointer may touch.
    pointed_to: Touched,
}

impl<'a> Functions<'a> {
    fn of(program: &'a Program, reach: &'a Reach) -> Self {
        let touched = program.functions.iter().map(|function| {
            let effects =
                [Behaviour::Input, Behaviour::Scan].map(Some).contains(&behaviour(function));
            let opaque = behaviour(function).is_none() && !function.name.starts_with("__belnap_");
            let unknown = function.body.is_none() && (effects || opaque);
            Touched { reads_memory: unknown, writes_memory: unknown, ..Touched::default() }
        });
        let (touched, pointed_to) = (touched.collect(), Touched::default());
        let mut functions = Functions { program, reach, touched, pointed_to };
        loop {
            let mut changed = false;
            for (touched, pointed_to) in functions.touched.iter().zip(&reach.pointed_to) {
                if *pointed_to {
                    functions.pointed_to.add(touched);
                }
            }
            for index in program.functions.keys() {
                let Some(body) = &program.functions[index].body else { continue };
                if reach.functions[index].is_none() {
                    continue;
                }
                let mut touched = Touched::default();
                walk_all(body, &mut |item| functions.visit(item, &mut touched));
                let lasting = |object: &ObjectId| functions.is_lasting(*object);
                touched.reads.retain(lasting);
                touched.writes.retain(lasting);
                changed |= functions.touched[index] != touched;
                functions.touched[index] = touched;
            }
            if !changed {
                return functions;
            }
        }
    }

    fn is_lasting(&self, object: ObjectId) -> bool {
        let storage = self.program.objects[object].storage;
        matches!(storage, Storage::Static | Storage::External)
    }

    fn inside(&self, item: Item<'_>) -> Touched {
        let mut touched = Touched::default();
        walk(item, &mut |item| self.visit(item, &mut touched));
        touched
    }

    fn visit(&self, item: Item<'_>, touched: &mut Touched) {
        match item {
            Item::Expr(expr) => match &expr.kind {
                ExprKind::Load(place) => touched.read(place),
                ExprKind::Assign(place, _) => touched.write(place),
                ExprKind::CompoundAssign { place, .. }
                | ExprKind::PointerAssign { place, .. }
                | ExprKind::Increment { place, .. } => {
                    touched.read(place);
                    touched.write(place);
                }
                ExprKind::Call(function, _) => touched.add(&self.touched[*function]),
                ExprKind::CallPointer(..) => touched.add(&self.pointed_to),
                ExprKind::VaArg(place) => {
                    touched.read(place);
                    touched.write(place);
                }
                ExprKind::Unsupported { .. } => {
                    touched.reads_memory = true;
                    touched.writes_memory = true;
                }
                _ => {}
            },
            Item::Place(_) => {}
            Item::Statement(statement) => {
                if let StatementKind::Asm { outputs, clobbers_memory, .. } = &statement.kind {
                    touched.writes_memory |= clobbers_memory;
                    outputs.iter().for_each(|place| touched.write(place));
                }
            }
        }
    }
}

/// The places in reachable functions where the order matters.
pub(super) fn find_open_orders(program: &Program, reach: &Reach) -> Open {
    let functions = Functions::of(program, reach);
    let mut open = Open::default();
    for (function, mention) in program.functions.iter().zip(&reach.functions) {
        if let (Some(body), Some(_), false) = (&function.body, mention, function.is_model) {
            walk_all(body, &mut |item| functions.find(item, &mut open));
        }
    }
    open
}

impl Functions<'_> {
    fn find(&self, item: Item<'_>, open: &mut Open) {
        match item {
            Item::Expr(expr) => match &expr.kind {
                ExprKind::Binary(_, left, right)
                | ExprKind::PointerDifference(left, right, _)
                | ExprKind::Compare(_, left, right)
                | ExprKind::PointerAdd { pointer: left, index: right, .. } => {
                    self.among(&[Item::Expr(left), Item::Expr(right)], right.at, open);
                }
                ExprKind::Assign(place, value) => {
                    self.among(&[Item::Place(place), Item::Expr(value)], value.at, open);
                }
                ExprKind::CompoundAssign { place, value, .. }
                | ExprKind::PointerAssign { place, index: value, .. } => {
                    let mut old = self.inside(Item::Place(place));
                    old.read(place);
                    self.compare_parts(&[old, self.inside(Item::Expr(value))], value.at, open);
                }
                ExprKind::Call(_, arguments) => self.arguments(arguments, None, open),
                ExprKind::CallPointer(callee, arguments) => {
                    self.arguments(arguments, Some(callee), open);
                }
                _ => {}
            },
            Item::Place(place) => {
                if let PlaceKind::Index(base, index) = &place.kind {
                    self.among(&[Item::Place(base), Item::Expr(index)], index.at, open);
                }
            }
            Item::Statement(_) => {}
        }
    }

    fn arguments(&self, arguments: &[Expr], callee: Option<&Expr>, open: &mut Open) {
        let parts: Vec<Item<'_>> = callee.into_iter().chain(arguments).map(Item::Expr).collect();
        if let Some(last) = arguments.last() {
            self.among(&parts, last.at, open);
        }
    }

    /// Whether the order of these parts matters; most have no effect at all.
    fn among(&self, parts: &[Item<'_>], at: Origin, open: &mut Open) {
        if parts.len() < 2 {
            return;
        }
        let touched: Vec<Touched> = parts.iter().map(|part| self.inside(*part)).collect();
        self.compare_parts(&touched, at, open);
    }

    fn compare_parts(&self, parts: &[Touched], at: Origin, open: &mut Open) {
        let address_taken = &self.reach.address_taken;
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.is_effect()) {
            let mut others = parts.iter().enumerate().filter(|(other, _)| *other != index);
            if others.any(|(_, other)| part.disturbs(other, address_taken)) {
                open.insert(at);
            }
        }
    }
}

impl Lower<'_> {
    /// The value of something that is read before or after something else is written: known if
    /// that does not change it.
    pub(super) fn either(&mut self, early: Value, late: Value, ty: TypeId, at: Origin) -> Value {
        if early == late {
            return early;
        }
        let cell = self.temporary(ty, at);
        let [early, late] = [early, late].map(|value| self.fold.cast(cell.ty, value));
        let after = self.differ(early.clone(), late.clone(), at, |lower, after| {
            lower.graph.step_to(Op::Assign(cell.clone(), late.clone()), at, after);
        });
        let is_early = self.unknown_order(at);
        let value = self.fold.conditional(is_early, early, late);
        self.graph.step_to(Op::Assign(cell.clone(), value), at, after);
        self.graph.current = after;
        Value::load(cell)
    }

    /// Goes on where two values differ; where they are the same, `same` leads to the node given.
    pub(super) fn differ(
        &mut self,
        early: Value,
        late: Value,
        at: Origin,
        same: impl FnOnce(&mut Self, NodeId),
    ) -> NodeId {
        let [equal, different, after] = [(); 3].map(|()| self.graph.node(at));
        let condition = self.fold.compare(CompareOp::Eq, early, late);
        self.graph.branch(condition, equal, different, at);
        self.graph.current = equal;
        same(self, after);
        self.graph.current = different;
        after
    }

    /// Whether what is read is read first.
    pub(super) fn unknown_order(&mut self, at: Origin) -> Value {
        let detail = "whether this is read before another part of the expression writes it";
        let note = self.note_unknown(crate::unsupported::EVALUATION_ORDER, detail, at);
        self.graph.note_next(note);
        self.unknown_truth(at)
    }

    /// The only one of these expressions that has effects.
    pub(super) fn only_effect(expressions: &[Expr]) -> Option<usize> {
        let has_effect = |expr: &&Expr| !Writes::of(expr).is_empty();
        let first = expressions.iter().position(|expr| has_effect(&expr))?;
        let others = expressions.iter().skip(first + 1).any(|expr| has_effect(&expr));
        (!others).then_some(first)
    }

    /// Notes that the order of arguments matters, if it does.
    pub(super) fn note_argument_order(&mut self, arguments: &[Expr]) {
        if let Some(last) = arguments.last() {
            self.note_order(last.at);
        }
    }

    /// Notes that the order of evaluation matters, if it does where the second part is.
    pub(super) fn note_order(&mut self, second: Origin) {
        if self.open_order.contains(&second) {
            let detail = "operands with effects are evaluated from left to right, arguments from \
                          right to left";
            let word = crate::unsupported::EVALUATION_ORDER;
            let note = self.note_assumed(word, detail, second);
            self.graph.note_next(note);
        }
    }
}
