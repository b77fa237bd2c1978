//! Executions, run by the system's C compiler: the user's own source with the inputs of an
//! execution that refutes a property.
//!
//! [`trace`] finds the inputs of the whole program, and [`contents`] what its memory holds; the
//! file that keeps them is `belnap_formats::replay`, [`read`] reads one. [`claim`] is what a replay
//! says about the property, [`harness`] the C code that supplies the inputs (or draws some,
//! [`draw`]).
//! [`test_file`] is the same for a function that is called by itself, to be compiled by hand.
//! [`compile`] compiles everything in a folder of its own, and [`run`] runs it and hears its
//! [`ending`]. No shell is involved. A program that calls functions with effects outside its memory
//! is not run ([`harmless`]), and one that tries to have effects without such calls is ended:
//! [`confine`] takes away what it may do to files, and `limits.c`, which is linked with it, all
//! system calls but those that it needs.

pub mod claim;
pub mod compile;
pub mod condition;
pub mod confine;
pub mod contents;
pub mod draw;
pub mod ending;
pub mod given;
pub mod harmless;
pub mod harness;
pub mod patch;
pub mod read;
pub mod run;
pub mod scope;
pub mod source;
pub mod states;
pub mod target;
pub mod test_file;
pub mod trace;
pub mod watch;
