//! Formulas in negation normal form, each subformula once, with few connectives.
//!
//! What is said of an execution that ends is made explicit here: its states are followed for ever
//! by an additional letter, `end`, and a formula that nothing has refuted before is true from there
//! on. Only afterwards negation is complement.

use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Between};
use indexmap::IndexSet;

/// A subformula of a [`Normal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// The formula that is always true.
pub const TRUE: NodeId = NodeId(0);

/// The formula that is never true.
pub const FALSE: NodeId = NodeId(1);

/// A formula over other ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// True or false.
    Const(bool),
    /// A bit of the letter that is set, or is not.
    Literal {
        /// The number of the bit.
        bit: usize,
        /// Whether it is set.
        positive: bool,
    },
    /// All of these, ascending, at least two.
    And(Vec<NodeId>),
    /// One of these, ascending, at least two.
    Or(Vec<NodeId>),
    /// At the next letter.
    Next(NodeId),
    /// The first until the second, which comes.
    Until(NodeId, NodeId),
    /// The second, up to and including where the first is, or for ever.
    Release(NodeId, NodeId),
}

/// A formula in normal form.
#[derive(Clone, Debug)]
pub struct Normal {
    /// Its atoms, by their bits in letters.
    pub atoms: Vec<Atom>,
    /// Whether there is a letter for executions that have ended. Its bit comes after the atoms.
    pub ends: bool,
    nodes: IndexSet<Node>,
    /// Whether the formula is one that refutes: it is false where an execution ends too early.
    refutes: bool,
    /// The formula.
    pub root: NodeId,
}

impl Normal {
    /// The formula `path`, or what it excludes if `negated`. With `ends`, executions may end.
    pub fn new(path: &Path, negated: bool, ends: bool) -> Self {
        let mut found = Vec::new();
        path.collect_atoms(&mut found);
        let atoms: IndexSet<Atom> = found.into_iter().map(|(atom, _)| atom.clone()).collect();
        let nodes = IndexSet::from([Node::Const(true), Node::Const(false)]);
        let atoms = atoms.into_iter().collect();
        let mut normal = Normal { atoms, ends, nodes, refutes: negated, root: TRUE };
        normal.root = normal.build(path, negated);
        normal
    }

    /// The formula of a number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn id(&mut self, node: Node) -> NodeId {
        let (index, _) = self.nodes.insert_full(node);
        NodeId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    fn build(&mut self, path: &Path, negated: bool) -> NodeId {
        match path {
            Path::Const(value) => self.constant(*value != negated),
            Path::Atom(atom, _) => {
                let bit = self.atoms.iter().position(|known| known == atom).unwrap_or_default();
                self.id(Node::Literal { bit, positive: !negated })
            }
            Path::Not(body) => self.build(body, !negated),
            Path::And(operands) => self.join(operands, negated, !negated),
            Path::Or(operands) => self.join(operands, negated, negated),
            Path::Implies(left, right) => {
                let (left, right) = (self.build(left, !negated), self.build(right, negated));
                if negated { self.and([left, right]) } else { self.or([left, right]) }
            }
            Path::Iff(left, right) => {
                let both = [self.build(left, false), self.build(right, negated)];
                let neither = [self.build(left, true), self.build(right, !negated)];
                let (both, neither) = (self.and(both), self.and(neither));
                self.or([both, neither])
            }
            Path::Next(body) => {
                let body = self.build(body, negated);
                let body = self.unless_ended(body);
                match body {
                    TRUE | FALSE => body,
                    _ => self.id(Node::Next(body)),
                }
            }
            Path::Along(along, body) => {
                let body = self.build(body, negated);
                match (*along == Along::Finally) != negated {
                    true => self.until(TRUE, body),
                    false => self.release(FALSE, body),
                }
            }
            Path::Between(between, left, right) => {
                let (left, right) = (self.build(left, negated), self.build(right, negated));
                match (between, negated) {
                    (Between::Until, false) | (Between::Release, true) => self.until(left, right),
                    (Between::Release, false) | (Between::Until, true) => self.release(left, right),
                    // φ W ψ is ψ R (φ | ψ).
                    (Between::WeakUntil, false) => {
                        let either = self.or([left, right]);
                        self.release(right, either)
                    }
                    (Between::WeakUntil, true) => {
                        let both = self.and([left, right]);
                        self.until(right, both)
                    }
                }
            }
        }
    }

    fn join(&mut self, operands: &[Path], negated: bool, all: bool) -> NodeId {
        let operands: Vec<NodeId> =
            operands.iter().map(|operand| self.build(operand, negated)).collect();
        if all { self.and(operands) } else { self.or(operands) }
    }

    fn constant(&self, value: bool) -> NodeId {
        if value { TRUE } else { FALSE }
    }

    /// `end | φ`; of a formula that refutes `!end & φ`.
    fn unless_ended(&mut self, body: NodeId) -> NodeId {
        if !self.ends {
            return body;
        }
        let bit = self.atoms.len();
        let end = self.id(Node::Literal { bit, positive: !self.refutes });
        if self.refutes { self.and([end, body]) } else { self.or([end, body]) }
    }

    fn until(&mut self, left: NodeId, right: NodeId) -> NodeId {
        let right = self.unless_ended(right);
        match (left, right) {
            (_, TRUE | FALSE) | (FALSE, _) => right,
            _ if left == right => right,
            _ => self.id(Node::Until(left, right)),
        }
    }

    fn release(&mut self, left: NodeId, right: NodeId) -> NodeId {
        let right = self.unless_ended(right);
        match (left, right) {
            (_, TRUE | FALSE) | (TRUE, _) => right,
            _ if left == right => right,
            _ => self.id(Node::Release(left, right)),
        }
    }

    fn and(&mut self, operands: impl IntoIterator<Item = NodeId>) -> NodeId {
        self.connect(operands, true)
    }

    fn or(&mut self, operands: impl IntoIterator<Item = NodeId>) -> NodeId {
        self.connect(operands, false)
    }

    /// The conjunction or disjunction of the operands.
    fn connect(&mut self, operands: impl IntoIterator<Item = NodeId>, and: bool) -> NodeId {
        let mut all = Vec::new();
        for operand in operands {
            match (self.node(operand), and) {
                (Node::And(inner), true) | (Node::Or(inner), false) => all.extend(inner),
                _ => all.push(operand),
            }
        }
        all.sort_unstable();
        all.dedup();
        let (neutral, absorbing) = (self.constant(and), self.constant(!and));
        all.retain(|&operand| operand != neutral);
        let opposed = all.iter().any(|&operand| match *self.node(operand) {
            Node::Literal { bit, positive } => {
                let opposite = Node::Literal { bit, positive: !positive };
                all.iter().any(|&other| *self.node(other) == opposite)
            }
            _ => false,
        });
        match all.as_slice() {
            _ if opposed || all.contains(&absorbing) => absorbing,
            [] => neutral,
            [only] => *only,
            _ => self.id(if and { Node::And(all) } else { Node::Or(all) }),
        }
    }
}
