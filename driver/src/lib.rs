//! The Belnap software model checker: the command line a person uses.
//!
//! [`commands`] has one file per subcommand of `belnap`, each with its options and its `run`;
//! [`report`] turns results into text for a person, [`summary`] does so for other files;
//! [`artefact`] reads a file of any kind; [`convert`] turns classic programs into our dialect;
//! [`system`] is what `belnap verify-system` does besides running the loop over components;
//! [`verify`] is what `belnap verify` does besides asking the engine and checking the evidence.

pub mod artefact;
pub mod commands;
pub mod convert;
pub mod report;
pub mod summary;
pub mod system;
pub mod verify;
