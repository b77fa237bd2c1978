//! Addresses that are lost from sight, and numbers.
//!
//! After the provenance model of WG14 N2676: what the address of an object decides without being
//! part of it (a branch, an element of a table) exposes the object, and a number may be the address
//! of whatever is exposed. Where nothing is, numbers point to nothing.

use rustc_hash::FxHashSet;

use super::graph::{Graph, Node, Part, Pointee, Use};
use crate::mir::ObjectId;

/// What arithmetic needs that depends on the targets of several nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Arithmetic {
    differences: Vec<Difference>,
    /// Operands and results.
    results: Vec<([Option<Node>; 2], Node)>,
    /// Uses of what is exposed.
    uses: FxHashSet<Use>,
    met: FxHashSet<(Node, Part)>,
}

/// `left - right`. What two addresses in one object differ by says nothing about where it is. If
/// both may be in several, the difference tells something, but leads from none to another.
#[derive(Clone, Debug)]
struct Difference {
    left: Side,
    right: Side,
    into: Node,
}

#[derive(Clone, Debug, Default)]
struct Side {
    objects: Vec<Pointee>,
    is: Is,
}

/// What an operand of a difference may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Is {
    #[default]
    Nothing,
    In(ObjectId),
    Something,
}

impl Is {
    fn with(self, object: Option<ObjectId>) -> Self {
        match (self, object) {
            (Is::Nothing, Some(object)) => Is::In(object),
            (Is::In(known), Some(object)) if known == object => self,
            _ => Is::Something,
        }
    }

    /// Whether the difference to an address in the object may be that to another object.
    fn is_apart_from(self, object: ObjectId) -> bool {
        match self {
            Is::Nothing => false,
            Is::In(other) => other != object,
            Is::Something => true,
        }
    }
}

/// The object that something is an address in, or a piece of one.
pub(super) fn object_of(pointee: Pointee) -> Option<ObjectId> {
    match pointee {
        Pointee::Cell(object, _) | Pointee::Piece(object) => Some(object),
        _ => None,
    }
}

/// What an operand of a difference adds to it if the other may be in the same object, too.
fn piece(pointee: Pointee) -> Pointee {
    match pointee {
        Pointee::Cell(object, _) => Pointee::Piece(object),
        other => other,
    }
}

/// What an operand of a difference adds to it if the other is something else.
fn blur(pointee: Pointee) -> Pointee {
    match pointee {
        Pointee::Cell(object, _) => Pointee::Cell(object, None),
        other => other,
    }
}

/// What an index leads to that is computed from an address.
pub(super) fn reached_by_index(pointee: Pointee) -> Option<Pointee> {
    matches!(pointee, Pointee::Cell(..) | Pointee::Function(_)).then(|| blur(pointee))
}

/// What `left - right` points to.
pub(super) fn difference(left: &[Pointee], right: &[Pointee]) -> Vec<Pointee> {
    let is = |side: &[Pointee]| match side {
        [] => Is::Something,
        some => some.iter().fold(Is::Nothing, |is, &pointee| is.with(object_of(pointee))),
    };
    let mut found = vec![Pointee::Number];
    for (side, other) in [(left, right), (right, left)] {
        let is = is(other);
        found.extend(side.iter().filter_map(|&pointee| {
            let Some(object) = object_of(pointee) else { return Some(pointee) };
            let in_both = other.iter().any(|&other| object_of(other) == Some(object));
            let added = if in_both { piece(pointee) } else { blur(pointee) };
            is.is_apart_from(object).then_some(added)
        }));
    }
    found
}

impl Graph {
    /// A use of a number is one of everything that is exposed.
    pub(super) fn use_exposed(&mut self, r#use: Use) {
        let r#use = match r#use {
            Use::Load(_, bytes, into) => {
                self.add_target(into, Self::NUMBER);
                Use::Load(Self::BLUR, bytes, into)
            }
            Use::Store(_, bytes, from) => Use::Store(Self::BLUR, bytes, from),
            Use::CopyFrom(_, copy) => Use::CopyFrom(Self::BLUR, copy),
            Use::CopyTo(_, copy) => Use::CopyTo(Self::BLUR, copy),
            other => other,
        };
        if self.arithmetic.uses.insert(r#use) {
            self.add_use(Self::EXPOSED, r#use);
        }
    }

    pub(super) fn expose(&mut self, pointee: Pointee, part: Part) {
        let exposed = match (pointee, part) {
            (Pointee::Anything | Pointee::Number, _) => return,
            (Pointee::Function(_) | Pointee::Cell(..), Part::Pieces) => return,
            (Pointee::Cell(_, Some(_)), Part::Moved) => return,
            (Pointee::Function(function) | Pointee::FunctionPiece(function), _) => {
                Pointee::Function(function)
            }
            (Pointee::Cell(object, _) | Pointee::Piece(object), _) => Pointee::Cell(object, None),
        };
        let number = self.number(exposed);
        self.add_target(Self::EXPOSED, number);
    }

    /// Something compared with the node may be a number.
    pub(super) fn meet(&mut self, node: Node, part: Part) {
        let node = self.find(node);
        if self.arithmetic.met.insert((node, part)) {
            self.add_use(node, Use::Expose(part));
        }
    }

    /// An index that is computed from an address leads to its object, if it is a difference; and
    /// what is found there depends on the address.
    pub(super) fn index(&mut self, pointee: Pointee, into: Node) {
        self.expose(pointee, Part::All);
        if let Some(reached) = reached_by_index(pointee) {
            let number = self.number(reached);
            self.add_target(into, number);
        }
    }

    /// `left - right`, of addresses, goes to a node.
    pub(super) fn difference(&mut self, left: Option<Node>, right: Option<Node>, into: Node) {
        let known = |node: Option<Node>| Side {
            is: if node.is_some() { Is::Nothing } else { Is::Something },
            ..Side::default()
        };
        let difference = self.arithmetic.differences.len() as u32;
        let (left_side, right_side) = (known(left), known(right));
        self.arithmetic.differences.push(Difference { left: left_side, right: right_side, into });
        self.add_target(into, Self::NUMBER);
        for (node, is_left) in [(left, true), (right, false)] {
            if let Some(node) = node {
                self.add_use(node, Use::Subtract(difference, is_left));
            }
        }
    }

    pub(super) fn subtract(&mut self, difference: u32, is_left: bool, pointee: Pointee) {
        let Difference { left, right, into } =
            &mut self.arithmetic.differences[difference as usize];
        let (side, other) = if is_left { (left, &*right) } else { (right, &*left) };
        let object = object_of(pointee);
        let (before, is) = (side.is, side.is.with(object));
        side.is = is;
        let mut found = Vec::new();
        match object {
            None => found.push(pointee),
            Some(object) => {
                side.objects.push(pointee);
                if other.is.is_apart_from(object) {
                    found.push(pointee);
                }
            }
        }
        if is != before {
            found.extend(apart(other, is));
        }
        let into = *into;
        for pointee in found {
            let number = self.number(piece(pointee));
            self.add_target(into, number);
        }
    }

    /// The result is a number if no operand is anything else.
    pub(super) fn add_computation(&mut self, operands: [Option<Node>; 2], result: Node) {
        self.arithmetic.results.push((operands, result));
    }

    /// What is a number because it is nothing else, once nothing changes any more; `false` if that
    /// is nothing new.
    pub(super) fn find_numbers(&mut self) -> bool {
        let arithmetic = std::mem::take(&mut self.arithmetic.results);
        let is_empty = |graph: &Self, node: Node| graph.targets(node).is_empty();
        for (operands, result) in &arithmetic {
            if operands.iter().flatten().all(|&operand| is_empty(self, operand)) {
                self.add_target(*result, Self::NUMBER);
            }
        }
        self.arithmetic.results = arithmetic;
        for index in 0..self.arithmetic.differences.len() {
            let Difference { left, right, into } = &mut self.arithmetic.differences[index];
            for side in [&mut *left, &mut *right] {
                if side.is == Is::Nothing {
                    side.is = Is::Something;
                }
            }
            let mut found = not_in(left, right);
            found.extend(not_in(right, left));
            let into = *into;
            for pointee in found {
                let number = self.number(blur(pointee));
                self.add_target(into, number);
            }
        }
        !self.dirty.is_empty()
    }
}

/// What of an operand is in other objects than the other.
fn not_in(side: &Side, other: &Side) -> Vec<Pointee> {
    let known: FxHashSet<Option<ObjectId>> =
        other.objects.iter().map(|&pointee| object_of(pointee)).collect();
    let is_new = |pointee: &&Pointee| !known.contains(&object_of(**pointee));
    side.objects.iter().filter(is_new).copied().collect()
}

/// What of an operand of a difference is part of it if the other is like this.
fn apart(side: &Side, other: Is) -> impl Iterator<Item = Pointee> + '_ {
    let is_apart = move |pointee: &&Pointee| {
        object_of(**pointee).is_none_or(|object| other.is_apart_from(object))
    };
    side.objects.iter().filter(is_apart).copied()
}
