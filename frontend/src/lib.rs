//! C to control-flow graphs.
//!
//! The way of a program: text, through the system's preprocessor if needed ([`preprocess`]), to a
//! syntax tree ([`belnap_syntax`]), one per translation unit; names and types resolved,
//! conversions made explicit and units linked ([`sema`], [`hir`]); effects put in order and
//! control flow made edges ([`lower`], [`mir`]); calls resolved and inlined ([`points_to`],
//! [`calls`]); memory split into variables and regions ([`memory`]), which gives the
//! [`belnap_ir::cfg::Cfg`] that is written. [`pipeline`] runs all of it, and [`ledger`]
//! drops assumptions about steps that cannot be taken.
//!
//! Besides: checks that are asked for ([`checks`]), C's types ([`ctype`], [`padding`]), C files
//! that model library functions ([`models`]),
//! formats of `printf` and `scanf` (`format`), the words of the ledger ([`unsupported`]), and the
//! middle form checked and as text ([`mir_check`], [`mir_text`]). [`sema`], [`lower`], [`memory`],
//! [`points_to`] and [`calls`] each open with a map of their modules.

pub mod calls;
pub mod checks;
pub mod commands;
pub mod ctype;
mod format;
pub mod harness;
pub mod hir;
pub mod ledger;
pub mod lower;
pub mod memory;
pub mod mir;
pub mod mir_check;
mod mir_parts;
pub mod mir_text;
mod mir_value;
mod mir_walk;
pub mod models;
pub mod padding;
pub mod pipeline;
pub mod points_to;
mod predefined;
pub mod preprocess;
pub mod sema;
pub mod unsupported;
