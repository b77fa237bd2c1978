//! From a C program to a verdict: the loop, its limits, and what it tells.
//!
//! [`cegar`] is the loop for one property, on a [`graph`] for it, [`stop`] ends it, [`progress`] shows it going,
//! [`report`] says how it ended, [`save`] keeps it as files, with a [`makefile`] to make them again.
//! [`certain`] refuses properties that could mean several things, [`kept`] has the graph keep what they
//! name; [`supervise`] watches over the process
//! that does all this.

pub mod cegar;
pub mod certain;
pub mod graph;
pub(crate) mod invariants;
pub mod kept;
pub mod makefile;
pub mod progress;
pub mod report;
pub mod save;
pub mod stop;
pub mod supervise;
