//! Answers from the solved inclusions.

use super::arithmetic::{Derived, bytes, derivations, is_constant, motion, object_offsets};
use super::bits::Bits;
use super::exposed::{difference, object_of, reached_by_index};
use super::graph::{Graph, Node, Pointee};
use super::motion::Motion;
use super::pieces::MotionResult;
use super::{Target, Targets};
use crate::mir::{Address, Base, Cell, ObjectId, Value};
use belnap_ir::ids::{TiVec, ti_vec};

impl Targets {
    pub(super) fn of(found: &[Pointee]) -> Self {
        let mut targets = Targets::default();
        for &pointee in found {
            targets.insert(pointee);
        }
        targets.sort()
    }

    fn insert(&mut self, pointee: Pointee) {
        match pointee {
            Pointee::Anything => self.anything = true,
            Pointee::Number => self.number = true,
            Pointee::Function(function) | Pointee::FunctionPiece(function) => {
                self.functions.push(function);
            }
            Pointee::Cell(object, offset) => self.cells.push(Target { object, offset }),
            Pointee::Piece(object) => {
                self.pieces = true;
                self.cells.push(Target { object, offset: None });
            }
        }
    }

    fn sort(mut self) -> Self {
        self.cells.sort_unstable();
        self.cells.dedup();
        self.functions.sort_unstable();
        self.functions.dedup();
        self
    }
}

impl Graph {
    /// Objects that a number may be the address of.
    pub(super) fn exposed(&self) -> Vec<ObjectId> {
        let exposed = self.targets(Self::EXPOSED).iter();
        let mut objects: Vec<ObjectId> =
            exposed.filter_map(|number| object_of(self.pointees[number as usize])).collect();
        objects.sort_unstable();
        objects
    }

    /// What the nodes point to.
    fn pointees_of(&self, mut nodes: Vec<Node>) -> Vec<Pointee> {
        for node in &mut nodes {
            *node = self.representative(*node);
        }
        nodes.sort_unstable();
        nodes.dedup();
        let mut numbers = Bits::default();
        for node in nodes {
            numbers.extend(self.targets(node));
        }
        numbers.iter().map(|number| self.pointees[number as usize]).collect()
    }

    fn moved_pointees(&self, from: Vec<Pointee>, motion: &Motion) -> Vec<Pointee> {
        if *motion == Motion::STAY {
            return from;
        }
        let mut found = Vec::with_capacity(from.len());
        for pointee in from {
            match self.layouts.apply_motion(pointee, motion) {
                MotionResult::Nothing => (),
                MotionResult::As(pointee) => found.push(pointee),
                MotionResult::Moved(object, offset) => {
                    self.layouts.follow(object, offset, motion, &mut |offset| {
                        found.push(Pointee::Cell(object, offset));
                    });
                }
            }
        }
        distinct(found)
    }

    /// What a value points to.
    pub(super) fn pointees(&self, value: &Value) -> Vec<Pointee> {
        match value {
            Value::Int(number, ty) if !self.layouts.is_number(*number, *ty) => Vec::new(),
            Value::Int(..)
            | Value::Bool(_)
            | Value::Compare(..)
            | Value::Not(_)
            | Value::And(_)
            | Value::Or(_) => vec![Pointee::Number],
            Value::Function(function) => vec![Pointee::Function(*function)],
            Value::Load(cell) => self.contents_of(cell),
            Value::Address(address) => self.address_pointees(address),
            Value::Cast(ty, operand) => {
                let bits = self.layouts.bits_of(operand).min(ty.bits);
                self.moved_pointees(self.pointees(operand), &self.layouts.narrow(bits))
            }
            Value::Unary(_, operand) => {
                let motion = match self.layouts.narrow(self.layouts.bits_of(operand)) {
                    Motion::Narrow(bits) => Motion::Narrow(bits),
                    _ => Motion::Blur,
                };
                self.derived_pointees(&Derived::From(vec![(operand, motion)]))
            }
            Value::Binary(op, operands) => {
                self.derived_pointees(&derivations(&self.layouts, *op, operands))
            }
            Value::If(operands) => {
                let mut found = self.pointees(&operands[1]);
                found.extend(self.pointees(&operands[2]));
                distinct(found)
            }
        }
    }

    fn derived_pointees(&self, derived: &Derived<'_>) -> Vec<Pointee> {
        match derived {
            Derived::Number => vec![Pointee::Number],
            Derived::Difference(left, right) => {
                distinct(difference(&self.pointees(left), &self.pointees(right)))
            }
            Derived::From(operands) => {
                let mut found = Vec::new();
                let mut is_number = derived.makes_numbers();
                for (operand, motion) in operands {
                    let pointees = self.pointees(operand);
                    is_number &= pointees.is_empty();
                    found.extend(self.moved_pointees(pointees, motion));
                }
                if is_number {
                    found.push(Pointee::Number);
                }
                distinct(found)
            }
        }
    }

    /// Whether the value may point to an object; cheaper than to which.
    pub(super) fn may_be_pointer(&self, value: &Value) -> bool {
        let is_pointer = |pointee: Pointee| {
            matches!(pointee, Pointee::Anything | Pointee::Cell(..) | Pointee::Piece(_))
        };
        if let Value::Load(cell) = value
            && let Base::Object(object) = cell.address.base
            && cell.address.terms.is_empty()
            && let Some(place) = u64::try_from(cell.address.offset)
                .ok()
                .and_then(|offset| self.layouts.place(object, offset))
            && let Some(node) = self.used_cell(object, place.start)
            && !self.targets(node).is_empty()
        {
            let mut numbers = self.targets(node).iter();
            return numbers.any(|number| is_pointer(self.pointees[number as usize]));
        }
        self.pointees(value).into_iter().any(is_pointer)
    }

    /// Where an address may be.
    pub(super) fn address_pointees(&self, address: &Address) -> Vec<Pointee> {
        let motion = motion(address);
        let mut found = match &address.base {
            Base::Object(object) => {
                let offsets = object_offsets(&self.layouts, *object, address, &motion);
                offsets.into_iter().map(|offset| Pointee::Cell(*object, offset)).collect()
            }
            Base::Pointer(pointer) if is_constant(pointer) && !address.terms.is_empty() => {
                let terms = address.terms.iter();
                let found = terms.flat_map(|(value, _)| {
                    self.moved_pointees(self.pointees(value), &Motion::Blur)
                });
                return distinct(found.collect());
            }
            Base::Pointer(pointer) => {
                let from = self.pointees(pointer);
                if from.is_empty() && motion != Motion::STAY && !is_constant(pointer) {
                    vec![Pointee::Number]
                } else {
                    self.moved_pointees(from, &motion)
                }
            }
        };
        for (index, _) in &address.terms {
            found.extend(self.pointees(index).into_iter().filter_map(reached_by_index));
        }
        distinct(found)
    }

    fn contents_of(&self, cell: &Cell) -> Vec<Pointee> {
        let mut found = Vec::new();
        let mut nodes = Vec::new();
        for place in self.with_exposed(self.address_pointees(&cell.address)) {
            match place {
                Pointee::Anything => found.extend([Pointee::Anything, Pointee::Number]),
                Pointee::Number => found.push(Pointee::Number),
                Pointee::Function(_) | Pointee::FunctionPiece(_) => (),
                Pointee::Cell(object, Some(offset)) => {
                    self.cell_nodes(object, offset, bytes(cell), &mut nodes);
                }
                Pointee::Cell(object, None) | Pointee::Piece(object) => {
                    self.contents_nodes(object, &mut nodes);
                }
            }
        }
        found.extend(self.pointees_of(nodes));
        match cell.bits {
            Some(_) => self.moved_pointees(found, &self.layouts.narrow(cell.ty.bits)),
            None => distinct(found),
        }
    }

    /// A number is the address of what is exposed.
    pub(super) fn with_exposed(&self, mut found: Vec<Pointee>) -> Vec<Pointee> {
        if found.contains(&Pointee::Number) {
            let exposed = self.targets(Self::EXPOSED);
            found.extend(exposed.iter().map(|number| self.pointees[number as usize]));
        }
        found
    }

    fn cell_nodes(&self, object: ObjectId, offset: u64, bytes: u64, nodes: &mut Vec<Node>) {
        let (mut at, end) = (offset, offset.saturating_add(bytes.max(1)));
        while at < end {
            let Some(place) = self.layouts.place(object, at) else { break };
            let written = self.contents[object].written;
            nodes.extend(self.used_cell(object, place.start).or(written));
            at = at.saturating_add((place.end - place.offset).max(1));
        }
    }

    /// Everything in an object.
    fn contents_nodes(&self, object: ObjectId, nodes: &mut Vec<Node>) {
        let contents = &self.contents[object];
        match contents.read {
            Some(read) => nodes.push(read),
            None => {
                nodes.extend(contents.cells.iter().map(|(_, node)| *node));
                nodes.extend(contents.written);
            }
        }
    }

    pub(super) fn reachable_targets(&self, roots: &[Value]) -> Targets {
        let mut reached = Targets::default();
        for root in roots {
            let mut found = self.pointees(root);
            if self.layouts.is_wide(self.layouts.bits_of(root)) {
                found = self.with_exposed(found);
            }
            found.into_iter().for_each(|pointee| reached.insert(pointee));
        }
        let mut seen: TiVec<ObjectId, bool> = ti_vec![false; self.contents.len()];
        let mut objects = Vec::new();
        let mut waiting = std::mem::take(&mut reached.cells);
        loop {
            if reached.anything {
                let escaped = self.contents.iter().enumerate().filter(|(_, c)| c.escaped);
                waiting.extend(
                    escaped
                        .map(|(index, _)| Target { object: ObjectId(index as u32), offset: None }),
                );
                let exposed = self.exposed().into_iter();
                waiting.extend(exposed.map(|object| Target { object, offset: None }));
            }
            let before = objects.len();
            while !waiting.is_empty() {
                let mut nodes = Vec::new();
                for target in waiting.drain(..) {
                    if !std::mem::replace(&mut seen[target.object], true) {
                        objects.push(Target { object: target.object, offset: None });
                        self.contents_nodes(target.object, &mut nodes);
                    }
                }
                for pointee in self.pointees_of(nodes) {
                    reached.insert(pointee);
                }
                waiting.append(&mut reached.cells);
            }
            if objects.len() == before || !reached.anything {
                break;
            }
        }
        reached.cells = objects;
        reached.sort()
    }
}

fn distinct(mut found: Vec<Pointee>) -> Vec<Pointee> {
    found.sort_unstable();
    found.dedup();
    found
}
