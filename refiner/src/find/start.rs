//! Whether an initial state of the abstraction in which a property is false is a state of the
//! program.
//!
//! A Boolean program does not say which combinations of predicates some state has; a property that
//! is true in some initial states and false in others is inconclusive there. With the graph one
//! can ask.

use std::time::Duration;

use belnap_formats::condition::{self, Names};
use belnap_ir::belnap::Belnap;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, FunctionId, ScopeId};
use belnap_ir::result::InitialValue;
use belnap_solver::path::{Feasibility, PathLimits, feasibility};
use belnap_solver::wp::Conditions;

use crate::path::GraphPath;

/// Limit on the sets of initial states that are asked about.
const MOST: usize = 32;

/// Initial states in which the property is definitely false, with the condition that they stand
/// for, which some state at the entry satisfies.
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

/// What is known of states at the start, where properties are judged, if `states` holds at the
/// entry: what the initialisers between the two leave as it is, what they make of the rest, and
/// which of the conditions `known` they make so.
pub fn at_start(cfg: &Cfg, states: &Expr, known: &[Expr]) -> Vec<Expr> {
    let conditions = Conditions::new(cfg);
    let line = initialisers(cfg);
    let before = |condition: &Expr| {
        let normal = conditions.normal(condition);
        line.iter().rev().try_fold(normal, |after, assignments| {
            conditions.weakest_precondition(&after, assignments)
        })
    };
    let made: Vec<(&Expr, Option<Expr>)> = known.iter().map(|one| (one, before(one))).collect();
    let literals = match states {
        Expr::And(literals) => literals.as_slice(),
        other => std::slice::from_ref(other),
    };
    let here = |literal: &Expr| {
        let [yes, no] =
            [literal.clone(), literal.clone().negate()].map(|one| conditions.normal(&one));
        match before(literal)? {
            Expr::Bool(true) => return Some(literal.clone()),
            Expr::Bool(false) => return Some(literal.clone().negate()),
            before if before == yes => return Some(literal.clone()),
            _ => {}
        }
        made.iter().find_map(|(one, before)| match before {
            Some(before) if *before == yes => Some((*one).clone()),
            Some(before) if *before == no => Some((*one).clone().negate()),
            _ => None,
        })
    };
    literals.iter().filter_map(here).collect()
}

/// What is assigned on the line from the entry to the start, in order.
fn initialisers(cfg: &Cfg) -> Vec<&[(CfgVarId, Expr)]> {
    let mut line = Vec::new();
    let mut at = cfg.entry;
    while at != cfg.start
        && let Some(edge) = cfg.edges.iter().find(|edge| edge.from == at)
        && let Operation::Assign(assignments) = &edge.operation
    {
        line.push(assignments.as_slice());
        at = edge.to;
    }
    line
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
        if scope.is_some_and(|scope| scope != "main" && scope != cfg.functions[FunctionId(0)].name)
        {
            continue;
        }
        let condition = condition::parse(names, text.strip_suffix('}')?, Some(ScopeId(0))).ok()?;
        literals.push(match value {
            Belnap::True => condition,
            Belnap::False => condition.negate(),
            _ => continue,
        });
    }
    Some(Expr::And(literals))
}
