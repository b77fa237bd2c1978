//! Memory: programs with explicit memory accesses to graphs over plain variables and regions.
//!
//! Objects whose address is never a value become plain variables, one per scalar that is
//! accessed, or regions of their own where an index is variable. The scalars of all other objects
//! are put into classes by what pointers may point to ([`crate::points_to`]); each class is one
//! region, from addresses to cells. Where a class is accessed at several sizes or at overlapping
//! places, its cells are bytes.
//!
//! # Where things are, in reading order
//!
//! Before classes are made, [`simplify()`] makes accesses name what they access:
//!
//! | module | what it does |
//! |---|---|
//! | `simplify` | replaces parameters of inlined calls that are constant |
//! | `lists`, `cursors` | variable arguments: `va_arg` names its argument, or counts it in a loop |
//! | `formats` | whether a format has `%n` |
//!
//! Which memory there is, and how it is split:
//!
//! | module | what it does |
//! |---|---|
//! | `access` | which memory an operation mentions |
//! | `reachable` | what can be executed at all, and which objects that needs |
//! | `pointed` | which objects pointers are used to access |
//! | `layout` | which members and elements an offset goes through |
//! | `slots` | scalar places of objects, and classes of them that may be one place |
//! | `classify` | `Memory`: which objects are direct, and which slots form a class |
//! | `routes` | where an access goes: to a slot, to a class, or anywhere |
//! | `block`, `padding` | copies and fills: which slots they touch, and bits that no scalar has |
//!
//! The graph:
//!
//! | module | what it does |
//! |---|---|
//! | `build` | the way from a program to its graph, function by function |
//! | `tables`, `names` | variables and objects of the graph, and what they are called |
//! | `translate`, `bytes` | values and cells to expressions; numbers as bytes |
//! | `steps`, `copy`, `calls` | operations to steps: on scalars, on blocks, calls |
//! | `batch`, `initial` | assignments that happen at once; first values of static objects |
//! | `actions` | calls that others take part in |
//! | `graph` | locations and edges with preliminary numbers |
//! | `text` | lines and texts of the user's files |
//! | `ghosts`, `guards` | what checks remember of memory, and what they ask for before a step |
//!
//! What a verdict rests on, for the ledger:
//!
//! | module | which assumption |
//! |---|---|
//! | `assumed` | accesses stay in their objects, and objects lie anywhere |
//! | `coincide` | objects do not coincide |
//! | `truth` | a `_Bool` holds 0 or 1 |

mod access;
mod actions;
mod assumed;
mod batch;
mod block;
mod build;
mod bytes;
mod calls;
mod classify;
mod coincide;
mod copy;
mod cursors;
mod formats;
mod ghosts;
mod graph;
mod guards;
mod initial;
mod layout;
mod lists;
mod names;
mod padding;
mod pointed;
mod reachable;
mod routes;
mod simplify;
mod slots;
mod steps;
mod tables;
mod text;
mod translate;
mod truth;

pub use build::build;
pub use simplify::simplify;
pub use text::{Sources, UnitSource};

#[cfg(test)]
mod tests;
