//! Every file format of the Belnap model checker: readers, printers, headers, schemas.
//!
//! Each format is a module with `read` and `print`; `read` parses, converts to the type of
//! `belnap-ir` and validates, so what it returns satisfies every invariant. Printing what was
//! read gives back the bytes we print.

pub mod aut;
pub mod boolprog;
pub mod certificate;
pub mod cfg;
pub mod comparison;
pub mod condition;
pub mod decided;
pub mod detect;
pub mod dot;
pub mod execution;
pub mod header;
pub mod hoa;
mod json;
pub mod kripke;
mod layout;
pub mod near;
mod numbers_as_text;
pub mod opb;
pub mod predicates;
pub mod property;
pub mod relation;
pub mod replay;
pub mod report;
pub mod result;
pub mod system;
pub mod system_report;
pub mod traces;
