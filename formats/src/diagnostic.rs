//! Rendering of diagnostics for a person: file, line and column, the source line and a caret.
