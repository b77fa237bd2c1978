//! The Belnap software model checker: the command line a person uses.
//!
//! [`commands`] has one file per subcommand of `belnap`, each with its options and its `run`;
//! [`report`] turns results into text for a person, [`summary`] does so for other files;
//! [`artefact`] reads a file of any kind; [`convert`] turns classic programs into our dialect;
//! [`confirm`] re-checks the explanations of a result, [`evidence`] the verdicts of [`verify`];
//! [`witness`] writes and reads what other verifiers understand.

pub mod artefact;
mod c_text;
pub mod commands;
pub mod confirm;
pub mod convert;
pub mod evidence;
pub mod replay;
pub mod report;
pub mod summary;
pub mod verify;
pub mod witness;
