//! Control-flow graphs and predicates to Boolean programs.
pub mod approximate;
mod bounded;
pub mod edges;
mod facts;
pub mod implicants;
mod joint;
pub mod nondet;
pub mod options;
pub mod theory;
pub mod tracked;
