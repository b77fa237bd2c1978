//! Properties: `.ctl` files, SV-COMP's `.prp` files and single formulas.
//!
//! The language and its rules are on the page `formats/spec/property.md`. Definitions (`let`) are
//! replaced while reading, so that a [`belnap_ir::property::Formula`] stands on its own.

mod file;
mod lexer;
pub mod library;
mod operators;
mod print;
mod print_path;
mod prp;
mod resolve;
mod tree;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, missing_docs)]
    grammar,
    "/property/grammar.rs"
);

pub use file::{read_file, read_formula, read_path, read_property, read_stated, read_stated_with};
pub use lexer::is_operator_name as is_component_name;
pub use operators::Load;
pub use print::{own_operators, print, print_file, print_operator, print_operators, print_stated};
pub use print_path::print_path;
pub use prp::read_checks;
