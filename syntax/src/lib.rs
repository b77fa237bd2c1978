//! Preprocessed C11 with GNU extensions, to syntax trees.
//!
//! [`parse::parse`] reads one translation unit into an [`ast::TranslationUnit`]. Identifiers are
//! numbers ([`symbol`]) that several units may share; spans are byte offsets into the preprocessed
//! text, which [`SourceMap`](belnap_ir::source_map::SourceMap) turns into the user's own files and
//! lines.
//!
//! Names are not resolved and types not computed: the frontend does that. The generated parser is
//! most of what there is to compile, so this is a crate of its own, which changes of the frontend
//! leave alone.

pub mod ast;
pub mod parse;
pub mod symbol;
