//! What the tests of all crates share.
//!
//! [`head`] reads the head of a case, in the one grammar that `tests/cases/README.md` describes;
//! [`files`] finds cases in folders and compares results with the expectations next to them.
//! [`folder`] makes temporary folders with files, [`process`] runs executables, and [`compiler`] is
//! the system's C compiler. [`random`] is the only source of random numbers, and [`seeds`] says how
//! many cases a random test runs.
//!
//! The crate knows nothing about Belnap, so that every crate can use it in its tests.

pub mod compiler;
pub mod files;
pub mod folder;
pub mod head;
pub mod process;
pub mod random;
pub mod seeds;
