//! Syntax errors in words of C: what was found, and what would have been right.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::span::Span;
use lalrpop_util::ParseError;

use super::token::Token;

/// The parser's error as a diagnostic.
pub fn diagnostic(text: &str, error: ParseError<usize, Token, Box<Diagnostic>>) -> Diagnostic {
    match error {
        ParseError::User { error } => *error,
        ParseError::InvalidToken { location } => {
            Diagnostic::at("c-syntax", Span::new(location, location), "this cannot be read")
        }
        ParseError::UnrecognizedEof { location: _, expected } => {
            let end = text.trim_end().len();
            Diagnostic::at("c-syntax", Span::new(end, end), format!("eof {expected:?}"))
        }
        ParseError::UnrecognizedToken { token: (start, _, end), expected } => Diagnostic::at(
            "c-syntax",
            Span::new(start, end),
            format!("found {} {expected:?}", &text[start..end]),
        ),
        ParseError::ExtraToken { token: (start, _, end) } => {
            Diagnostic::at("c-syntax", Span::new(start, end), "extra")
        }
    }
}
