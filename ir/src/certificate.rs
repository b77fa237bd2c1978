//! Certificates: why a property always holds, so that others can check it.

use indexmap::IndexMap;

use crate::bdd::{BddTable, Ref};

/// Why a property always holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The name of the property.
    pub property: String,
    /// The property.
    pub formula: String,
    /// What is claimed of a graph, from which the property follows.
    pub claim: Claim,
}

/// What a certificate claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// What is true at each location.
    Invariants(Invariants),
    /// How often loops are repeated: so seldom that all executions can be looked at.
    Unrolling(Unrolling),
}

/// What is always true at each location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invariants {
    /// Conditions over the program's variables, which the nodes of the table decide on.
    pub predicates: Vec<String>,
    /// Boolean functions of the predicates.
    pub table: BddTable,
    /// The invariant of each location, by its name; of one that is not listed: it is never reached.
    pub at: IndexMap<String, Ref>,
    /// Locations about which nothing is said, by their names: what holds there is what the steps
    /// from those before make true. No loop consists of such locations only.
    pub between: Vec<String>,
}

/// How often loops are repeated at most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unrolling {
    /// For the heads of components of the graph's weak topological order
    /// ([`crate::graph::weak_topological_order`], from the entry), by their names: how many times
    /// at most control comes back to the head from within the component, since it entered the
    /// component from outside. Of a head that is not listed: never.
    pub rounds: IndexMap<String, u32>,
    /// The same for certain rounds of the loops around a head, the outermost first, in which it is
    /// repeated less often.
    pub fewer: IndexMap<String, Vec<(Vec<u32>, u32)>>,
}

impl Certificate {
    /// The invariants, if these are what is claimed.
    pub const fn invariants(&self) -> Option<&Invariants> {
        match &self.claim {
            Claim::Invariants(invariants) => Some(invariants),
            Claim::Unrolling(_) => None,
        }
    }
}
