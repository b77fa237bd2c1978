//! Syntax trees of C11 with GNU extensions, as the parser leaves them: names are not resolved and
//! types not computed, but typedef names are told from variables.
//!
//! Spans are byte offsets into the text of the translation unit;
//! [`belnap_ir::source_map::SourceMap`] turns them into the user's own files and lines.
//!
//! Declarations, statements and expressions contain each other; all of them are exported here.

mod declaration;
mod expr;
mod statement;

use belnap_ir::span::Span;

pub use declaration::*;
pub use expr::*;
pub use statement::*;

/// A preprocessed file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TranslationUnit {
    /// In order of the text.
    pub items: Vec<Item>,
}

/// Something at file scope.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A function with a body.
    Function(Box<FunctionDefinition>),
    /// A declaration.
    Declaration(Declaration),
    /// `_Static_assert(condition, "message");`
    StaticAssert(StaticAssert),
    /// `asm("…");` at file scope.
    Asm(Span),
}
