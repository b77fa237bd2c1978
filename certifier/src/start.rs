//! How a program starts: the locations before the one where properties are judged, and whether it
//! can start in states with certain predicates.
//!
//! An abstraction does not say which combinations of predicates some state has. At the entry of a
//! graph every valuation is possible, so one question to the prover does.

use std::collections::BTreeSet;

use belnap_ir::boolprog::Name;
use belnap_ir::cfg::{Cfg, Edge};
use belnap_ir::ids::CfgLocId;
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

/// The locations before the one where properties are judged, in order.
pub fn line_to_start(cfg: &Cfg) -> Vec<CfgLocId> {
    let mut line = Vec::new();
    let mut at = cfg.entry;
    while at != cfg.start && !line.contains(&at) {
        line.push(at);
        let mut out = cfg.edges.iter().filter(|edge| edge.from == at);
        match (out.next(), out.next()) {
            (Some(edge), None) => at = edge.to,
            _ => return Vec::new(),
        }
    }
    line
}

/// The locations before the one where properties are judged, if nothing leads back to them.
pub fn before_start(cfg: &Cfg) -> BTreeSet<CfgLocId> {
    let before: BTreeSet<CfgLocId> = line_to_start(cfg).into_iter().collect();
    let returns = |edge: &Edge| before.contains(&edge.to) && !before.contains(&edge.from);
    if cfg.edges.iter().any(returns) { BTreeSet::new() } else { before }
}
