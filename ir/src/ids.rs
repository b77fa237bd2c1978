//! One id type per kind of entity, printed exactly as in the files, and tables that only ids of
//! one kind index.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
pub use typed_index_collections::{TiSlice, TiVec, ti_vec};

/// Lets ids that wrap a `u32` index tables of their own kind ([`TiVec`]).
#[macro_export]
macro_rules! index_tables {
    ($($name:ty),+ $(,)?) => {$(
        impl From<usize> for $name {
            fn from(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entities"))
            }
        }

        impl From<$name> for usize {
            fn from(id: $name) -> usize {
                id.0 as usize
            }
        }
    )+};
}

macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into the table of its entities.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        index_tables!($name);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

entity!(
    /// A location of a symbolic Kripke structure.
    LocId, "l");
entity!(
    /// An edge of a control-flow graph, as named in `//@` annotations.
    CfgEdgeId, "e");
entity!(
    /// An edge of a symbolic Kripke structure.
    EdgeId, "k");
entity!(
    /// A Boolean variable of a symbolic Kripke structure.
    VarId, "v");
entity!(
    /// A state of an explicit Kripke structure.
    StateId, "s");
entity!(
    /// One activation of a procedure in an expanded Boolean program.
    ScopeId, "c");
entity!(
    /// A predicate of a set.
    PredicateId, "pred");
entity!(
    /// A node of an explanation.
    ProofId, "p");
entity!(
    /// A location of a control-flow graph.
    CfgLocId, "n");
entity!(
    /// A variable of a control-flow graph.
    CfgVarId, "x");
entity!(
    /// A memory object of a control-flow graph: something with an address.
    ObjectId, "o");
entity!(
    /// A function of a control-flow graph.
    FunctionId, "f");
