//! Conditions of predicates: side-effect free C expressions over the variables of a control-flow
//! graph, read as typed expressions and written as text; the normative page is
//! `spec/predicates.md`.
//!
//! [`parse`] reads what a person or [`crate::cfg::expr_text`] writes, with C's rules for types.
//! [`print()`] writes an expression so that [`parse`] gives one of the same meaning: graphs compute
//! at any type, C at `int` and wider, so operations at narrow types are written with a cast, and
//! constants with a suffix where C would give them another type.

mod c_type;
mod certain;
mod literal;
mod memory;
mod names;
mod parser;
mod places;
mod primary;
mod print;
mod readable;
mod spelled;
mod typing;

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::ids::ScopeId;

pub use names::Names;
pub use places::{activations, locations};
pub use print::{Writer, print, print_in_c};
pub use readable::{print_readable, print_readable_in};

/// Reads a condition. `scope` is the activation whose C names are visible; without one, only names
/// of file scope and unique names are.
///
/// The result is a truth value and valid in the graph. Spans of the diagnostic are byte offsets
/// into `text`.
///
/// # Errors
/// What is wrong with the condition, with byte offsets into `text`.
pub fn parse(names: &Names<'_>, text: &str, scope: Option<ScopeId>) -> Result<Expr, Diagnostic> {
    parser::Parser::new(names, text, scope).condition().map(|typed| typed.expr)
}

/// Reads a condition of a property, as [`parse`] does; a name that a person may mean otherwise is
/// refused. What Belnap itself writes has such names, and is read with [`parse`].
///
/// # Errors
/// As [`parse`], or if a name is ambiguous.
pub fn parse_certain(
    names: &Names<'_>,
    text: &str,
    scope: Option<ScopeId>,
) -> Result<Expr, Diagnostic> {
    let mut parser = parser::Parser::new(names, text, scope);
    parser.certain = true;
    parser.condition().map(|typed| typed.expr)
}
