//! What completions say, and how it was found out.

use std::fmt::Write as _;

use belnap_ir::result::{ThoroughResult, Verdict};

/// Writes what is behind a thorough answer.
pub fn write(out: &mut String, thorough: &ThoroughResult, verdict: Verdict) {
    for line in &thorough.way {
        let _ = writeln!(out, "  {line}");
    }
    if !thorough.reason.is_empty() {
        let what = if verdict == Verdict::Holds { "violates" } else { "satisfies" };
        let _ = writeln!(out, "  why no completion {what} it:");
        for line in &thorough.reason {
            let _ = writeln!(out, "    {line}");
        }
    }
    if let Some(difference) = &thorough.difference {
        let _ = writeln!(out, "  {difference}");
    }
    for (what, file) in [("satisfies", &thorough.satisfying), ("violates", &thorough.violating)] {
        if let Some(file) = file {
            let _ = writeln!(out, "  a completion that {what} it: {file}");
        }
    }
}
