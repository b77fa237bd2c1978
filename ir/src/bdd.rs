//! A plain table of decision-diagram nodes: how Boolean functions stand in files.
//!
//! A [`Ref`] is a node number with a sign: `1` is *true*, `-1` is *false*, `k` (from 2) is node
//! `k`, `-k` its complement. Node `k` is entry `k - 2` of the table and means
//! `if var then hi else lo`. Children stand before their parents.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A reference to a Boolean function in a [`BddTable`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Ref(pub i32);

impl Ref {
    /// The constant true.
    pub const TRUE: Ref = Ref(1);
    /// The constant false.
    pub const FALSE: Ref = Ref(-1);

    /// The function that is true where this one is false; no node is needed for it.
    #[must_use]
    pub const fn complement(self) -> Ref {
        Ref(-self.0)
    }

    /// The index into the node table, or `None` for a constant.
    pub const fn node_index(self) -> Option<usize> {
        let number = self.0.unsigned_abs() as usize;
        if number >= 2 { Some(number - 2) } else { None }
    }

    /// Whether the reference is complemented.
    pub const fn is_complemented(self) -> bool {
        self.0 < 0
    }
}

/// `if var then hi else lo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// Number of the decision variable; what it stands for is said by the owner of the table.
    pub var: u32,
    /// Value where the variable is true.
    pub hi: Ref,
    /// Value where the variable is false.
    pub lo: Ref,
}

/// Nodes, children before parents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BddTable {
    /// Entry `i` is node number `i + 2`.
    pub nodes: Vec<Node>,
}

impl BddTable {
    /// The indices of the nodes that a function consists of, ascending: children first.
    pub fn nodes_of(&self, function: Ref) -> BTreeSet<usize> {
        let mut nodes = BTreeSet::new();
        let mut open = vec![function];
        while let Some(function) = open.pop() {
            if let Some(index) = function.node_index()
                && nodes.insert(index)
            {
                let node = self.nodes[index];
                open.extend([node.hi, node.lo]);
            }
        }
        nodes
    }

    /// Evaluates a function at a complete valuation of the decision variables.
    pub fn evaluate(&self, function: Ref, valuation: &dyn Fn(u32) -> bool) -> bool {
        let mut at = function;
        let mut positive = true;
        loop {
            if at.is_complemented() {
                positive = !positive;
            }
            let Some(index) = at.node_index() else { return positive };
            let node = self.nodes[index];
            at = if valuation(node.var) { node.hi } else { node.lo };
        }
    }
}
