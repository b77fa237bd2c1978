//! Symbolic structures, listed as far as an answer needs it.
//!
//! States near the initial ones are looked at first, and what follows the rest is left open: any
//! requirement may be satisfied there. So if no completion of the part satisfies a formula, none
//! of the whole does, and a definite answer about a part is one about the whole. If there is none,
//! more is listed, up to a limit.

use belnap_ir::kripke::SymbolicKripke;
use belnap_ir::result::{Completions, Verdict};

use super::check::{Engine, Options, Thorough};
use crate::encode::listing::{Listing, STATE_LIMIT, list_part};
use crate::run::RunError;

/// How much larger each part is than the one before.
const GROWTH: usize = 8;

/// A part of a structure.
pub(super) struct Part {
    /// Its states.
    pub listing: Listing,
    /// Those whose transitions are not listed.
    pub cut: Vec<bool>,
}

impl Part {
    /// Whether nothing is missing.
    pub fn is_whole(&self) -> bool {
        !self.cut.contains(&true)
    }

    /// How to look for completions in it: only games leave open what is cut off.
    pub fn options<'s>(&self, options: &Options<'s>, evidence: bool) -> Options<'s> {
        Options { engine: Engine::Game, always_look: true, evidence, ..*options }
    }
}

/// The answer about the smallest part that decides, or about the whole.
pub(super) fn by_parts(
    symbolic: &SymbolicKripke,
    completions: Completions,
    options: &Options<'_>,
    check: &dyn Fn(&Part) -> Result<Thorough, RunError>,
) -> Result<Thorough, RunError> {
    let mut most = match options.engine {
        Engine::Tableau => options.max_states,
        Engine::Suitable | Engine::Game => options.first_states.min(options.max_states).max(1),
    };
    loop {
        let (listing, cut) = match list_part(symbolic, most, options.max_states) {
            Ok(part) => part,
            Err(limit) if limit.rule == STATE_LIMIT => {
                return Ok(Thorough::stopped(completions, limit.message));
            }
            Err(other) => return Err(RunError::Structure(other)),
        };
        let part = Part { listing, cut };
        let mut answer = check(&part)?;
        if part.is_whole() {
            return Ok(answer);
        }
        let states = part.listing.structure.states.len();
        answer.way.insert(0, format!("the part of the structure with the first {states} states"));
        if answer.verdict != Verdict::Inconclusive || answer.stopped.is_some() {
            return Ok(answer);
        }
        if most >= options.max_states {
            let message = format!("more than {} states are reachable", options.max_states);
            return Ok(Thorough::stopped(completions, message));
        }
        most = most.saturating_mul(GROWTH).min(options.max_states);
    }
}
