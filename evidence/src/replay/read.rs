//! Replays that are read from files.

use belnap_cli::ToolError;
use belnap_formats::replay::{self, Replay};
use belnap_frontend::commands::flags::may_be_passed_on;
use belnap_ir::diagnostic::{Diagnostic, Place};

use super::claim::Claim;

/// Reads a replay, whose claim must fit its property.
///
/// # Errors
/// What is wrong with the file.
pub fn read(file: &str, text: &str) -> Result<Replay, ToolError> {
    let replay = replay::read(text).map_err(|found| ToolError::refuse(file, text, &found))?;
    let mut flags = replay.program.flags.iter().flatten();
    if let Some(flag) = flags.find(|flag| !may_be_passed_on(flag)) {
        let place = Place::Json("program.flags".to_owned());
        let message = format!("{flag:?} is not a flag that a replay may have");
        let found = Diagnostic::error("replay-content", place, message);
        return Err(ToolError::refuse(file, text, &[found]));
    }
    if let Err(message) = Claim::of(&replay) {
        let found = Diagnostic::error("replay-claim", Place::Whole, message);
        return Err(ToolError::refuse(file, text, &[found]));
    }
    Ok(replay)
}
