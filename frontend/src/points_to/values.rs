//! From addresses and values to nodes: what each may point to.

use super::arithmetic::{Derived, bytes, derivations, is_constant, motion, object_offsets};
use super::generate::{Generator, Place};
use super::graph::{Graph, Node, Part, Pointee, Use};
use super::motion::Motion;
use crate::mir::{Address, Base, Cell, Value};

impl Generator<'_> {
    pub(super) fn place(&mut self, address: &Address) -> Place {
        let motion = motion(address);
        let mut place = Place::default();
        match &address.base {
            Base::Object(object) => {
                let offsets = object_offsets(&self.graph.layouts, *object, address, &motion);
                let pointees = offsets.into_iter().map(|offset| Pointee::Cell(*object, offset));
                place.known = pointees.collect();
            }
            // An address computed from a null pointer is in what was added.
            Base::Pointer(pointer) if is_constant(pointer) && !address.terms.is_empty() => {
                for (value, _) in &address.terms {
                    if let Some(node) = self.value(value) {
                        place.pointed.push((node, Graph::BLUR));
                    }
                }
                return place;
            }
            Base::Pointer(pointer) => {
                if let Some(node) = self.value(pointer) {
                    let motion = self.graph.motion(motion);
                    place.pointed.push((node, motion));
                    if motion != Graph::STAY {
                        place.pointed.push((self.count_from_null(node), Graph::STAY));
                    }
                }
            }
        }
        for (index, _) in &address.terms {
            place.pointed.extend(self.follow_index(index).map(|node| (node, Graph::STAY)));
        }
        place
    }

    /// A number, if a pointer that moves is none to anything: one that counts from null.
    fn count_from_null(&mut self, pointer: Node) -> Node {
        if let Some(&known) = self.counted.get(&pointer) {
            return known;
        }
        let into = self.graph.fresh_node();
        self.graph.add_computation([Some(pointer), None], into);
        self.counted.insert(pointer, into);
        into
    }

    /// Other objects that an index may lead to.
    fn follow_index(&mut self, index: &Value) -> Option<Node> {
        let number = self.graph.constant(Graph::NUMBER);
        let node = self.value(index).filter(|&node| node != number)?;
        if let Some(&known) = self.indexed.get(&node) {
            return Some(known);
        }
        let into = self.graph.fresh_node();
        self.graph.add_use(node, Use::Index(into));
        self.indexed.insert(node, into);
        Some(into)
    }

    pub(super) fn load_at(&mut self, place: &Place, bytes: u64, into: Node) {
        for &pointee in &place.known {
            self.graph.load(pointee, bytes, into);
        }
        for &(node, motion) in &place.pointed {
            self.graph.add_use(node, Use::Load(motion, bytes, into));
        }
    }

    pub(super) fn store_at(&mut self, place: &Place, bytes: u64, from: Node) {
        for &pointee in &place.known {
            self.graph.store(pointee, bytes, from);
        }
        for &(node, motion) in &place.pointed {
            self.graph.add_use(node, Use::Store(motion, bytes, from));
        }
    }

    pub(super) fn store(&mut self, cell: &Cell, from: Node) {
        let from = match cell.bits {
            Some(_) => self.narrow(from, cell.ty.bits),
            None => from,
        };
        let place = self.place(&cell.address);
        self.store_at(&place, bytes(cell), from);
    }

    pub(super) fn assign(&mut self, cell: &Cell, value: &Value) {
        if cell.bits.is_none()
            && let Some(node) = self.variable(cell)
        {
            self.value_into(value, node);
        } else if let Some(node) = self.value(value) {
            self.store(cell, node);
        }
    }

    pub(super) fn copy(&mut self, to: &Place, from: &Place, size: Option<u64>) {
        let copy = self.graph.new_copy(size);
        for &pointee in &from.known {
            self.graph.copy_from(copy, pointee);
        }
        for &(node, motion) in &from.pointed {
            self.graph.add_use(node, Use::CopyFrom(motion, copy));
        }
        for &pointee in &to.known {
            self.graph.copy_to(copy, pointee);
        }
        for &(node, motion) in &to.pointed {
            self.graph.add_use(node, Use::CopyTo(motion, copy));
        }
    }

    /// The node of a cell that needs no pointer and is not part of a larger access.
    fn variable(&mut self, cell: &Cell) -> Option<Node> {
        match self.constant_place(&cell.address)? {
            Pointee::Cell(object, Some(offset)) => {
                match self.graph.cells(object, offset, bytes(cell))[..] {
                    [node] => Some(node),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What an address points to that needs no pointer and no index.
    fn constant_place(&mut self, address: &Address) -> Option<Pointee> {
        if !matches!(address.base, Base::Object(_)) {
            return None;
        }
        let place = self.place(address);
        match place.known[..] {
            [pointee] if place.pointed.is_empty() => Some(pointee),
            _ => None,
        }
    }

    /// The node, moved.
    pub(super) fn moved_node(&mut self, node: Node, motion: u32) -> Node {
        if motion == Graph::STAY || node == self.graph.constant(Graph::NUMBER) {
            return node;
        }
        if let Some(&known) = self.moved.get(&(node, motion)) {
            return known;
        }
        let into = self.graph.fresh_node();
        self.graph.add_use(node, Use::Move(motion, into));
        self.moved.insert((node, motion), into);
        into
    }

    /// The node as a number of so many bits.
    fn narrow(&mut self, node: Node, bits: u8) -> Node {
        let motion = self.graph.layouts.narrow(bits);
        let motion = self.graph.motion(motion);
        self.moved_node(node, motion)
    }

    /// A node that includes what the value points to; `None` if that is nothing.
    pub(super) fn value(&mut self, value: &Value) -> Option<Node> {
        match value {
            Value::Int(number, ty) => {
                let is_number = self.graph.layouts.is_number(*number, *ty);
                return is_number.then(|| self.graph.constant(Graph::NUMBER));
            }
            Value::Bool(_) => return Some(self.graph.constant(Graph::NUMBER)),
            Value::Compare(_, operands) => {
                self.compare(operands);
                return Some(self.graph.constant(Graph::NUMBER));
            }
            Value::Not(_) | Value::And(_) | Value::Or(_) => {
                for operand in value.operands() {
                    self.value(operand);
                }
                return Some(self.graph.constant(Graph::NUMBER));
            }
            Value::Cast(ty, operand) => {
                let bits = self.graph.layouts.bits_of(operand).min(ty.bits);
                let node = self.value(operand)?;
                return Some(self.narrow(node, bits));
            }
            Value::Function(function) => {
                let number = self.graph.number(Pointee::Function(*function));
                return Some(self.graph.constant(number));
            }
            Value::Load(cell) => {
                if let Some(node) = self.variable(cell) {
                    return Some(match cell.bits {
                        Some(_) => self.narrow(node, cell.ty.bits),
                        None => node,
                    });
                }
            }
            Value::Address(address) => {
                if let Some(pointee) = self.constant_place(address) {
                    let number = self.graph.number(pointee);
                    return Some(self.graph.constant(number));
                }
            }
            Value::Unary(..) | Value::Binary(..) | Value::If(_) => (),
        }
        let node = self.graph.fresh_node();
        self.value_into(value, node);
        Some(node)
    }

    /// What a comparison tells about addresses: with a number, or of a piece, where the object is.
    fn compare(&mut self, operands: &[Value; 2]) {
        let is_wide = self.graph.layouts.is_wide(self.graph.layouts.bits_of(&operands[0]));
        let [left, right] = operands.each_ref().map(|operand| self.value(operand));
        let part = if is_wide { Part::Pieces } else { Part::All };
        for node in [left, right].into_iter().flatten() {
            self.graph.add_use(node, Use::Expose(part));
            if is_wide {
                self.graph.add_use(node, Use::Meet(node, Part::Moved));
            }
        }
        if let (Some(left), Some(right), true) = (left, right, is_wide) {
            self.graph.add_use(left, Use::Meet(right, Part::All));
            self.graph.add_use(right, Use::Meet(left, Part::All));
        }
    }

    fn value_into(&mut self, value: &Value, into: Node) {
        match value {
            Value::If(operands) => {
                self.value(&operands[0]);
                self.value_into(&operands[1], into);
                self.value_into(&operands[2], into);
            }
            Value::Unary(_, operand) => {
                let bits = self.graph.layouts.bits_of(operand);
                let motion = match self.graph.layouts.narrow(bits) {
                    Motion::Narrow(bits) => Motion::Narrow(bits),
                    _ => Motion::Blur,
                };
                self.derive_into(&Derived::From(vec![(operand, motion)]), into);
            }
            Value::Binary(op, operands) => {
                let derived = derivations(&self.graph.layouts, *op, operands);
                self.derive_into(&derived, into);
            }
            Value::Address(address) => {
                let place = self.place(address);
                for pointee in place.known {
                    let number = self.graph.number(pointee);
                    self.graph.add_target(into, number);
                }
                for (node, motion) in place.pointed {
                    self.move_into(node, motion, into);
                }
            }
            Value::Load(cell) if cell.bits.is_none() => {
                let place = self.place(&cell.address);
                self.load_at(&place, bytes(cell), into);
            }
            Value::Load(cell) => {
                let place = self.place(&cell.address);
                let unit = self.graph.fresh_node();
                self.load_at(&place, bytes(cell), unit);
                let field = self.narrow(unit, cell.ty.bits);
                self.graph.include(field, into);
            }
            _ => {
                if let Some(node) = self.value(value) {
                    self.graph.include(node, into);
                }
            }
        }
    }

    fn move_into(&mut self, node: Node, motion: u32, into: Node) {
        if motion == Graph::STAY {
            self.graph.include(node, into);
        } else {
            self.graph.add_use(node, Use::Move(motion, into));
        }
    }

    /// The result of arithmetic.
    fn derive_into(&mut self, derived: &Derived<'_>, into: Node) {
        match derived {
            Derived::Number => self.graph.add_target(into, Graph::NUMBER),
            Derived::Difference(left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                self.graph.difference(left, right, into);
            }
            Derived::From(operands) => {
                let mut nodes = [None; 2];
                for ((operand, motion), node) in operands.iter().zip(&mut nodes) {
                    *node = self.value(operand);
                    let motion = self.graph.motion(motion.clone());
                    if let Some(node) = *node {
                        self.move_into(node, motion, into);
                    }
                }
                let number = self.graph.constant(Graph::NUMBER);
                if derived.makes_numbers() && !nodes.contains(&Some(number)) {
                    self.graph.add_computation(nodes, into);
                }
            }
        }
    }
}
