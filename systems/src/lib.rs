//! Systems of components that synchronise on shared actions.
//!
//! [`mod@compose`] builds the parallel composition of structures, each half by itself;
//! [`mod@quotient`] lumps states of one together; [`simulation`] compares two, with a reason;
//! [`mod@project`] takes a counterexample back to one component. [`refinement`] is the loop that
//! verifies a system without ever composing anything but abstractions, which leave out what is not
//! [`possible`] next to the other components; [`interleaving`] shows what
//! it finds to a person.
//! [`commands`] has the executables.

pub mod commands;
pub mod compose;
pub mod interleaving;
pub mod possible;
pub mod project;
pub mod quotient;
pub mod refinement;
pub mod simulation;
