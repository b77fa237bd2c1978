//! What the fuzz targets share: what must be true of every reader, whatever it is given.
//!
//! A reader never panics. What it refuses, it refuses with diagnostics that can be rendered and
//! whose places lie in the text. What it accepts can be printed, and reading that gives the same
//! again.

use std::fmt::Debug;

use belnap_cli::render::render_all;
use belnap_ir::diagnostic::{Diagnostic, Place};

/// Reads bytes as text and, if they are accepted, holds the printer against the reader.
pub fn round_trip<T: PartialEq + Debug>(
    bytes: &[u8],
    read: impl Fn(&str) -> Result<T, Vec<Diagnostic>>,
    print: impl Fn(&T) -> String,
) -> Option<T> {
    let text = std::str::from_utf8(bytes).ok()?;
    let content = accepted(text, read(text))?;
    let printed = print(&content);
    let again = read(&printed).unwrap_or_else(|found| {
        panic!(
            "what was printed is refused:\n{printed}\n{}",
            render_all("printed", &printed, &found)
        )
    });
    assert_eq!(again, content, "what was printed reads differently:\n{printed}");
    assert_eq!(print(&again), printed, "printing does not settle");
    Some(content)
}

/// What was read, or nothing if it was refused as it should be.
pub fn accepted<T>(text: &str, outcome: Result<T, Vec<Diagnostic>>) -> Option<T> {
    outcome.map_err(|found| refused(text, &found)).ok()
}

/// A refusal has a reason, and its places exist.
pub fn refused(text: &str, found: &[Diagnostic]) {
    assert!(!found.is_empty(), "refused without a reason");
    for diagnostic in found {
        if let Place::Text(span) = &diagnostic.place {
            assert!(text.get(span.start..span.end).is_some(), "no such place: {diagnostic:?}");
        }
    }
    assert!(render_all("input", text, found).starts_with("input"));
}
