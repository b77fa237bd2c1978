//! Exit codes, defined once; they follow CBMC's.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::result::Verdict;

use crate::render::render_all;

/// The stage did its job, whatever the verdict it wrote; or the property holds.
pub const OK: u8 = 0;
/// Wrong command line.
pub const USAGE: u8 = 1;
/// Input refused, or a file that cannot be read or written.
pub const REFUSED: u8 = 2;
/// The property is neither proved nor refuted.
pub const INCONCLUSIVE: u8 = 5;
/// A bug in this program.
pub const INTERNAL: u8 = 6;
/// The property fails.
pub const FAILS: u8 = 10;
/// The property holds, of a stage that does something else by default.
pub const HOLDS: u8 = 11;

/// The exit code that tells a verdict.
pub const fn of_verdict(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Holds => OK,
        Verdict::Fails => FAILS,
        Verdict::Inconclusive => INCONCLUSIVE,
    }
}

/// Why an executable gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// The command line makes no sense.
    Usage(String),
    /// A file was refused; the message is already rendered and starts with the file's name.
    Refused(String),
    /// A bug, noticed here.
    Internal(String),
}

impl ToolError {
    /// The refusal of `file`, whose content is `text`.
    pub fn refused(file: &str, text: &str, diagnostics: &[Diagnostic]) -> Self {
        ToolError::Refused(render_all(file, text, diagnostics))
    }

    /// The exit code.
    pub const fn code(&self) -> u8 {
        match self {
            ToolError::Usage(_) => USAGE,
            ToolError::Refused(_) => REFUSED,
            ToolError::Internal(_) => INTERNAL,
        }
    }

    /// What to print for the tool called `name`; ends with a line end.
    pub fn message(&self, name: &str) -> String {
        let message = match self {
            ToolError::Usage(message) => format!("{name}: {message}"),
            ToolError::Refused(message) => message.clone(),
            ToolError::Internal(message) => format!(
                "{name}: internal error: {message}\n{name}: this is a bug; please report it with \
                 the input file"
            ),
        };
        format!("{}\n", message.trim_end_matches('\n'))
    }
}
