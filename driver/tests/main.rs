//! The executable `belnap`, run as a person or a script runs it, and what only it shows.
//!
//! All tests of the command line are modules of one executable, which is linked once. C programs
//! that a verdict and a few words are expected of are not here, but cases of `programs/`; the
//! programs of tests with a logic of their own are in `inputs/`.

mod against;
mod bad_input;
mod certificates;
mod cfg;
mod cli;
mod confirm;
mod elsewhere;
mod evidence;
mod functions;
mod machine;
mod minimize;
mod minimum;
mod names;
mod passes;
mod projects;
mod readme;
mod replays;
mod saved;
mod support;
mod trials;
mod triggers;
mod verify;
mod witness;
