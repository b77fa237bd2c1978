//! Answers from the solved inclusions.

use super::arithmetic::{bytes, motion, object_offsets, operand_motions};
use super::bits::Bits;
use super::graph::{Graph, Node, Pointee};
use super::layout::Motion;
use super::{Target, Targets};
use crate::mir::{Address, Base, Cell, ObjectId, Value};

impl Targets {
    pub(super) fn sort(mut self) -> Self {
        self.cells.sort_unstable();
        self.cells.dedup();
        self.functions.sort_unstable();
        self.functions.dedup();
        self
    }

    fn extend(&mut self, other: Targets) {
        self.anything |= other.anything;
        self.cells.extend(other.cells);
        self.functions.extend(other.functions);
    }
}

impl Graph {
    /// What the nodes point to.
    fn add_nodes(&self, mut nodes: Vec<Node>, found: &mut Targets) {
        for node in &mut nodes {
            *node = self.representative(*node);
        }
        nodes.sort_unstable();
        nodes.dedup();
        let mut numbers = Bits::default();
        for node in nodes {
            numbers.extend(self.targets(node));
        }
        for number in numbers.iter() {
            match self.pointees[number as usize] {
                Pointee::Anything => found.anything = true,
                Pointee::Function(function) => found.functions.push(function),
                Pointee::Cell(object, offset) => found.cells.push(Target { object, offset }),
            }
        }
    }

    fn moved_targets(&self, targets: Targets, motion: &Motion) -> Targets {
        if *motion == Motion::STAY {
            return targets;
        }
        let mut cells = Vec::with_capacity(targets.cells.len());
        for target in targets.cells {
            match target.offset {
                None => cells.push(target),
                Some(offset) => {
                    self.layouts.moved(target.object, offset, motion, &mut |offset| {
                        cells.push(Target { offset, ..target });
                    });
                }
            }
        }
        Targets { cells, ..targets }.sort()
    }

    pub(super) fn value_targets(&self, value: &Value) -> Targets {
        match value {
            Value::Int(..)
            | Value::Bool(_)
            | Value::Compare(..)
            | Value::Not(_)
            | Value::And(_)
            | Value::Or(_) => Targets::default(),
            Value::Function(function) => {
                Targets { functions: vec![*function], ..Targets::default() }
            }
            Value::Load(cell) => self.contents_of(cell),
            Value::Address(address) => self.address_targets(address),
            Value::Cast(_, operand) => self.value_targets(operand),
            Value::Unary(_, operand) => {
                self.moved_targets(self.value_targets(operand), &Motion::Blur)
            }
            Value::Binary(op, operands) => {
                let mut found = Targets::default();
                for (operand, motion) in operand_motions(*op, operands) {
                    found.extend(self.moved_targets(self.value_targets(operand), &motion));
                }
                found.sort()
            }
            Value::If(operands) => {
                let mut found = self.value_targets(&operands[1]);
                found.extend(self.value_targets(&operands[2]));
                found.sort()
            }
        }
    }

    /// Whether the value may point to an object; cheaper than to which.
    pub(super) fn may_be_pointer(&self, value: &Value) -> bool {
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
            return numbers
                .any(|number| !matches!(self.pointees[number as usize], Pointee::Function(_)));
        }
        let targets = self.value_targets(value);
        targets.anything || !targets.cells.is_empty()
    }

    pub(super) fn address_targets(&self, address: &Address) -> Targets {
        let motion = motion(address);
        match &address.base {
            Base::Object(object) => {
                let target = |offset| Target { object: *object, offset };
                let cells = object_offsets(&self.layouts, *object, address, &motion);
                let cells = cells.into_iter().map(target).collect();
                Targets { cells, ..Targets::default() }.sort()
            }
            Base::Pointer(pointer) => {
                if matches!(**pointer, Value::Int(..)) && !address.terms.is_empty() {
                    let mut found = Targets::default();
                    for (value, _) in &address.terms {
                        found.extend(self.moved_targets(self.value_targets(value), &Motion::Blur));
                    }
                    return found.sort();
                }
                self.moved_targets(self.value_targets(pointer), &motion)
            }
        }
    }

    fn contents_of(&self, cell: &Cell) -> Targets {
        let mut found = Targets::default();
        if cell.bits.is_some() {
            return found;
        }
        let places = self.address_targets(&cell.address);
        found.anything = places.anything;
        let mut nodes = Vec::new();
        for target in places.cells {
            match target.offset {
                None => self.contents_nodes(target.object, &mut nodes),
                Some(offset) => self.cell_nodes(target.object, offset, bytes(cell), &mut nodes),
            }
        }
        self.add_nodes(nodes, &mut found);
        found.sort()
    }

    fn cell_nodes(&self, object: ObjectId, offset: u64, bytes: u64, nodes: &mut Vec<Node>) {
        let (mut at, end) = (offset, offset.saturating_add(bytes.max(1)));
        while at < end {
            let Some(place) = self.layouts.place(object, at) else { break };
            let written = self.contents[object.0 as usize].written;
            nodes.extend(self.used_cell(object, place.start).or(written));
            at = at.saturating_add((place.end - place.offset).max(1));
        }
    }

    /// Everything in an object.
    fn contents_nodes(&self, object: ObjectId, nodes: &mut Vec<Node>) {
        let contents = &self.contents[object.0 as usize];
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
            reached.extend(self.value_targets(root));
        }
        let mut seen = vec![false; self.contents.len()];
        let mut objects = Vec::new();
        let mut waiting = std::mem::take(&mut reached.cells);
        loop {
            if reached.anything {
                let escaped = self.contents.iter().enumerate().filter(|(_, c)| c.escaped);
                waiting.extend(
                    escaped
                        .map(|(index, _)| Target { object: ObjectId(index as u32), offset: None }),
                );
            }
            let before = objects.len();
            while !waiting.is_empty() {
                let mut nodes = Vec::new();
                for target in waiting.drain(..) {
                    if !std::mem::replace(&mut seen[target.object.0 as usize], true) {
                        objects.push(Target { object: target.object, offset: None });
                        self.contents_nodes(target.object, &mut nodes);
                    }
                }
                self.add_nodes(nodes, &mut reached);
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
