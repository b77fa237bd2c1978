//! The line on a terminal that is written over and over.

use std::io::{IsTerminal, Write};

/// Whether there is a terminal to write it to.
pub fn is_shown() -> bool {
    std::io::stderr().is_terminal()
}

/// Writes it anew.
pub fn write_live_line(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = write!(err, "\r\x1b[K{text}");
    let _ = err.flush();
}

/// Removes the live line, if standard error is a terminal.
pub fn clear_live_line() {
    let mut err = std::io::stderr().lock();
    if err.is_terminal() {
        let _ = write!(err, "\r\x1b[K");
        let _ = err.flush();
    }
}
