//! Executions, run by the system's C compiler: the user's own source with the inputs of an
//! execution that refutes a property.
//!
//! [`trace`] finds the inputs of the whole program, [`document`] is the file that keeps them,
//! [`harness`] the C code that supplies them, [`run`] compiles and runs it all in a folder of its
//! own. No shell is involved, and a program that calls functions with effects outside its memory is
//! not run.

pub mod document;
pub mod harness;
pub mod patch;
pub mod run;
pub mod trace;
