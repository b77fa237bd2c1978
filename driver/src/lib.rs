//! The Belnap software model checker: the command line a person uses.
//!
//! [`commands`] has one file per subcommand of `belnap`, each with its options and its `run`;
//! [`report`] turns results into text for a person; [`artefact`] reads a file of any kind.

pub mod artefact;
pub mod commands;
pub mod report;
