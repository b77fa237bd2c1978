//! Refutations that rest on where objects lie.
//!
//! Graphs leave that open, within what the machine has for objects. A proof is about all layouts,
//! and so it is sound. But a refutation is about one, which a compiler, a linker and a system need
//! not ever choose: it has to be seen in a run.

use belnap_certifier::formula::Always;
use belnap_engine::conclusion::ExecutedPath;
use belnap_execution::Execution;
use belnap_formats::condition::Names;
use belnap_frontend::unsupported::OBJECT_ADDRESS;
use belnap_ir::cfg::{Approximation, Cfg};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_refiner::path::GraphPath;
use belnap_solver::path::needs_layout;

use crate::judge::Judgement;

/// What is said of the layout where the ledger has no words.
const ANYWHERE: &str = "objects may lie anywhere";

/// What a refutation assumes of the layout, if it does.
pub fn find_assumed_layout(
    cfg: &Cfg,
    property: &Property,
    judgement: &Judgement,
) -> Option<String> {
    let last = judgement.answer.conclusion.abstraction();
    let path = last.and_then(|last| last.result.explanation.as_ref()?.path.as_ref());
    let entry = cfg.ledger.iter().find(|entry| entry.construct == OBJECT_ADDRESS);
    let told = entry.map_or(ANYWHERE, |entry| &entry.detail).to_owned();
    let compared = |edge: CfgEdgeId| entry.is_some_and(|entry| entry.edges.contains(&edge));
    let rests = match (judgement.execution(), path) {
        (Some(ExecutedPath { edges, execution }), _) => {
            edges.iter().any(|edge| compared(*edge)) || is_needed(cfg, property, edges, execution)
        }
        // An endless execution.
        (None, Some(path)) if path.loop_start.is_some() => {
            path.steps.iter().filter_map(|step| step.step.as_ref()?.cfg_edge).any(compared)
        }
        (None, _) => is_tracked(entry, &judgement.answer.predicates),
    };
    rests.then_some(told)
}

/// Whether an execution, up to a state that violates the property, is none in other layouts.
fn is_needed(cfg: &Cfg, property: &Property, edges: &[CfgEdgeId], execution: &Execution) -> bool {
    let path = GraphPath { edges: edges.to_vec() };
    let required = Always::of(&property.formula)
        .and_then(|always| always.at(cfg, &Names::new(cfg), path.end(cfg)).ok());
    match required {
        Some(required) => {
            let (longer, path) = path.followed_by(cfg, Expr::Not(Box::new(required)));
            needs_layout(&longer, &path.edges, execution)
        }
        None => needs_layout(cfg, edges, execution),
    }
}

/// Whether the predicates of the last abstraction tell layouts apart: then it may have chosen one.
/// All that it says otherwise, it says of every layout.
fn is_tracked(entry: Option<&Approximation>, predicates: &PredicateSet) -> bool {
    predicates.iter().flat_map(|predicate| &predicate.instances).any(|one| match entry {
        Some(_) => mentions_address(&one.condition),
        None => tells_layouts_apart(&one.condition),
    })
}

/// Whether an address is part of a value; not where memory is read there.
fn mentions_address(expr: &Expr) -> bool {
    match expr {
        Expr::Address(_) => true,
        Expr::Read(operands) => mentions_address(&operands[0]),
        other => other.operands().iter().any(mentions_address),
    }
}

/// Whether a condition is about more than which object a pointer points to.
fn tells_layouts_apart(condition: &Expr) -> bool {
    match condition {
        Expr::Compare(CompareOp::Eq | CompareOp::Ne, operands) => {
            let is_value = |expr: &Expr| !mentions_address(expr) && !matches!(expr, Expr::Int(..));
            let [left, right] = &**operands;
            let points = is_place(left) && is_value(right) || is_value(left) && is_place(right);
            !points && operands.iter().any(mentions_address)
        }
        Expr::Not(operand) => tells_layouts_apart(operand),
        Expr::And(operands) | Expr::Or(operands) => operands.iter().any(tells_layouts_apart),
        other => mentions_address(other),
    }
}

/// An address, maybe with a number added.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Address(_) => true,
        Expr::Binary(BinaryOp::Add, operands) => {
            matches!(&**operands, [Expr::Address(_), Expr::Int(..)])
        }
        _ => false,
    }
}
