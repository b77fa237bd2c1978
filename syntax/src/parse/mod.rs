//! Preprocessed C11 with GNU extensions, to a syntax tree.
//!
//! The lexer (`lexer`) makes two tokens of each identifier and asks the scopes (`scope`) at the
//! last moment whether it is a typedef name; the grammar (`c.lalrpop`) has no conflicts, declares
//! names while it reads, and builds the tree through `tree`, `specifiers`, `declare` and
//! `statement`.

mod declare;
mod lexer;
mod literal;
mod pack;
mod scope;
mod specifiers;
mod statement;
mod syntax_error;
#[cfg(test)]
mod tests;
mod token;
mod tree;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, missing_docs, unused_qualifications, unused_imports)]
    c,
    "/parse/c.rs"
);

use belnap_ir::diagnostic::Diagnostic;

use crate::ast::TranslationUnit;
use crate::symbol::Interner;

/// The deepest tree that is accepted.
///
/// It counts every level of the tree: an operator, a statement in another, a parameter list.
/// Machine-made code has chains of several thousand operators or `else if`; a tree of this depth
/// can still be walked by recursion in a thread with a large stack.
pub const MAX_NESTING: u32 = 10_000;

/// Reads a preprocessed text.
///
/// Identifiers are interned in `interner`, which several units may share.
///
/// # Errors
///
/// The first syntax error: nothing is read after it.
pub fn parse(text: &str, interner: &mut Interner) -> Result<TranslationUnit, Diagnostic> {
    let names = scope::Names::new(interner);
    let builder = tree::Builder::new(text, &names);
    let lexer = lexer::Lexer::new(text, &names);
    match c::UnitParser::new().parse(&builder, lexer) {
        Ok(items) => Ok(TranslationUnit { items }),
        Err(error) => Err(syntax_error::diagnostic(text, error)),
    }
}
