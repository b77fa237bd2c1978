//! Certificates of invariance: what is always true at each location of a graph.

use indexmap::IndexMap;

use crate::bdd::{BddTable, Ref};

/// Why a property always holds: an invariant for each location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The name of the property.
    pub property: String,
    /// The property.
    pub formula: String,
    /// Conditions over the program's variables, which the nodes of the table decide on.
    pub predicates: Vec<String>,
    /// Boolean functions of the predicates.
    pub table: BddTable,
    /// The invariant of each location, by its name; of one that is not listed: it is never reached.
    pub invariants: IndexMap<String, Ref>,
    /// Locations about which nothing is said, by their names: what holds there is what the steps
    /// from those before make true. No loop consists of such locations only.
    pub between: Vec<String>,
}
