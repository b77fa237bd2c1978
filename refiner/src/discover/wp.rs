//! Weakest preconditions of what is unknown (000 §4.2): the condition of an unknown branch, the
//! precondition of an unknown update, the atom that nobody tracks.

use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::ScopeId;
use belnap_ir::result::{Unknown, UnknownKind};
use belnap_solver::wp::Conditions;

use crate::select::Selection;

/// Proposes what would make the given facts known.
pub fn propose(cfg: &Cfg, unknowns: &[Unknown], selection: &mut Selection<'_>) {
    let conditions = Conditions::new(cfg);
    let names = Names::new(cfg);
    for unknown in unknowns {
        let operation = unknown
            .cfg_edge
            .and_then(|edge| cfg.edges.get(edge.index()))
            .map(|edge| &edge.operation);
        let about = unknown.variable.as_deref().and_then(|text| predicate(&names, text));
        match (unknown.kind, operation, about) {
            (UnknownKind::Condition, Some(Operation::Assume(condition)), _) => {
                selection.propose(condition);
            }
            (UnknownKind::Update, Some(Operation::Assign(assignments)), Some(predicate)) => {
                if let Some(before) = conditions.weakest_precondition(&predicate, assignments) {
                    selection.propose(&before);
                }
            }
            (UnknownKind::Label, _, Some(predicate)) => selection.propose(&predicate),
            _ => {}
        }
    }
}

/// The condition that a variable of the Boolean program stands for.
fn predicate(names: &Names<'_>, variable: &str) -> Option<Expr> {
    let text = variable.rsplit_once("::{").map_or(variable, |(_, text)| text);
    let text = text.trim_start_matches('{').strip_suffix('}')?;
    condition::parse(names, text, Some(ScopeId(0))).ok()
}
