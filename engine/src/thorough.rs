//! Generalized model checking of an abstraction (May/Must §7, step 2b): where the four values leave
//! a property open, all programs that the abstraction stands for may still agree on it.
//!
//! The program is one completion of its abstraction: its executions, unwound, decide every label
//! and every step. So what holds of all completions holds of it, and what holds of none does not.
//! The converse is not claimed: a completion may branch where no program does.

use std::time::Instant;

use belnap_checker::run::RunError;
use belnap_checker::thorough::{Options, Thorough, check};
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;
use tracing::debug;

use crate::conclusion::Abstraction;

/// How much may be spent on a round's abstraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thoroughly {
    /// Limit on listed states.
    pub max_states: usize,
    /// Limit on positions of games.
    pub max_positions: usize,
}

impl Default for Thoroughly {
    fn default() -> Self {
        Thoroughly { max_states: 20_000, max_positions: 500_000 }
    }
}

/// What all completions of an abstraction have in common, if three values do not say it; `None` if
/// that is nothing, or is not found out within the limits.
///
/// # Errors
/// The abstraction contradicts itself.
pub fn decide(
    last: &Abstraction,
    property: &Property,
    limits: Thoroughly,
    end: Option<Instant>,
) -> Result<Option<Thorough>, RunError> {
    let stop = || end.is_some_and(|end| end <= Instant::now());
    let options = Options {
        known_open: true,
        evidence: false,
        max_states: limits.max_states,
        max_positions: limits.max_positions,
        stop: Some(&stop),
        ..Options::default()
    };
    match check(&last.structure, property, &options) {
        Ok(found) => {
            let Thorough { verdict, positions, .. } = found;
            debug!(?verdict, positions, "looks for completions");
            Ok((found.verdict != Verdict::Inconclusive).then_some(found))
        }
        Err(error @ RunError::Inconsistent { .. }) => Err(error),
        Err(error) => {
            debug!(%error, "has no completions to look for");
            Ok(None)
        }
    }
}
