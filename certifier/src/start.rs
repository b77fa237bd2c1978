//! Whether a program can start in states with certain predicates.
//!
//! An abstraction does not say which combinations of predicates some state has. At the entry of a
//! graph every valuation is possible, so one question to the prover does.

use belnap_ir::boolprog::Name;
use belnap_ir::cfg::Cfg;
use belnap_solver::smt_lib::SmtAnswer;

use crate::against::fits_into_memory;
use crate::against::meaning::Reader;
use crate::questions::Time;
use crate::smt::{Effect, Script, When, all, not};

/// Whether some state at the entry has these predicates, by the names that structures give them,
/// true or false.
///
/// # Errors
/// Why that is not known.
pub fn is_possible(cfg: &Cfg, predicates: &[(Name, bool)], time: Time) -> Result<bool, String> {
    fits_into_memory(cfg).map_err(|found| found.message)?;
    let scope = Reader::new(cfg).named(predicates.iter().map(|(name, _)| name));
    let scope = scope
        .map_err(|found| found.into_iter().next().map(|first| first.message).unwrap_or_default())?;
    let mut script = Script::new(cfg, Effect::new());
    let mut literals = Vec::new();
    for (variable, (name, value)) in scope.variables.iter().zip(predicates) {
        let Some(condition) = &variable.condition else {
            return Err(format!("{name} is not a predicate"));
        };
        let is = script.term(condition, When::Before);
        literals.push(if *value { is } else { not(&is) });
    }
    let claim = all(literals);
    match time.ask(&script.question(&claim)) {
        SmtAnswer::Satisfiable if !script.is_loose(&claim) => Ok(true),
        SmtAnswer::Unsatisfiable => Ok(false),
        _ => Err("it is not decided whether the program can start like that".to_owned()),
    }
}
