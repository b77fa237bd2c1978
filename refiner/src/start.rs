//! Whether an initial state of the abstraction in which a property is false is a state of the
//! program.
//!
//! A Boolean program does not say which combinations of predicates some state has; a property that
//! is true in some initial states and false in others is inconclusive there. With the graph one
//! can ask.

use std::time::Duration;

use belnap_formats::condition::{self, Names};
use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::ScopeId;
use belnap_ir::result::InitialValue;
use belnap_solver::path::{Feasibility, PathLimits, feasibility};

use crate::path::GraphPath;

/// Most sets of initial states that are asked about.
const MOST: usize = 32;

/// Initial states in which the property is definitely false, with the condition that they stand for,
/// which some state at the entry satisfies.
pub fn refuted_at_start<'i>(
    cfg: &Cfg,
    initial: &'i [InitialValue],
    question: Duration,
) -> Option<(&'i InitialValue, Expr)> {
    let names = Names::new(cfg);
    let false_in = initial.iter().filter(|one| one.value == Belnap::False).take(MOST);
    let with_states = |one| concretization(cfg, &names, one).map(|states| (one, states));
    false_in.filter_map(with_states).find(|(_, states)| {
        let limits = PathLimits { question, core_questions: 0 };
        let (extended, path) = GraphPath { edges: Vec::new() }.followed_by(cfg, states.clone());
        matches!(feasibility(&extended, &path.edges, &limits), Ok(Feasibility::Feasible(_)))
    })
}

/// The states that a set of initial states stands for.
fn concretization(cfg: &Cfg, names: &Names<'_>, initial: &InitialValue) -> Option<Expr> {
    let mut literals = Vec::new();
    for (variable, value) in &initial.state {
        let (scope, text) = match variable.split_once("::{") {
            Some((scope, text)) if !scope.starts_with('{') => (Some(scope), text),
            _ => (None, variable.strip_prefix('{')?),
        };
        // Predicates of functions that are not running mean nothing here.
        if scope.is_some_and(|scope| scope != "main" && scope != cfg.functions[0].name) {
            continue;
        }
        let condition = condition::parse(names, text.strip_suffix('}')?, Some(ScopeId(0))).ok()?;
        literals.push(match value {
            Belnap::True => condition,
            Belnap::False => condition.negated(),
            _ => continue,
        });
    }
    Some(Expr::And(literals))
}
