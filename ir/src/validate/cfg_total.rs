//! Totality of control-flow graphs, by structure: no prover is asked.
//!
//! The outgoing edges of a location are exhaustive if
//! * one of them is not an assume; or
//! * all of them are `assume unknown`, and there are two or more: the branches of an unknown
//!   condition; or
//! * they have actions, so that the program may wait there; or
//! * one guard is `true`; or
//! * each conjunct of one guard is the negation of a disjunct of some guard. So are a guard and
//!   its negation, and the cases of a `switch` and its default, which is the conjunction of their
//!   negations.
//!
//! Negations are recognised up to the laws of De Morgan, the order of operands, and comparisons
//! written the other way round.

use std::collections::HashSet;

use crate::cfg::{Cfg, Edge, Location, LocationKind, Operation};
use crate::diagnostic::{Diagnostic, Place};
use crate::expr::{CompareOp, Expr};
use crate::ids::{CfgEdgeId, CfgLocId, FunctionId, TiVec, ti_vec};
use crate::validate::findings::Findings;

/// Checks a graph that satisfies every other rule.
pub(super) fn check(cfg: &Cfg, findings: &mut Findings) {
    let mut first = CfgEdgeId(0);
    for (id, location) in cfg.locations.iter_enumerated() {
        let edges = outgoing(cfg, &mut first, id);
        let path = || format!("locations[{}]", id.index());
        match location.kind {
            LocationKind::Normal => {
                if let Some(message) = lack(edges) {
                    let message = format!("from {id}, {message}");
                    let found = Diagnostic::error("cfg-total", Place::Json(path()), message);
                    findings.add(found.note("`belnap fmt --complete` adds an edge for the rest"));
                }
            }
            LocationKind::Halted | LocationKind::Failed => {
                let looping = matches!(edges, [edge] if is_self_loop(edge));
                findings.require(looping, "cfg-self-loop", || {
                    let message = format!("{id} has ended, and has one edge, a skip to itself");
                    (path(), message)
                });
            }
            LocationKind::Return => findings.require(edges.is_empty(), "cfg-self-loop", || {
                (path(), format!("control returns to the caller at {id}, which has no edges"))
            }),
        }
    }
}

/// Makes a graph total that satisfies every other rule.
///
/// Where no edge may exist, one is added that leads to a new location of kind `halted`, with the
/// negated disjunction of the guards (`assume unknown` if there are no guards but unknown ones);
/// locations of kind `halted` and `failed` get their self-loop. A location that has edges but must
/// not have them is left as it is, and still refused.
pub fn complete(cfg: &mut Cfg) {
    let mut added: Vec<Edge> = Vec::new();
    let mut halted: TiVec<FunctionId, Option<CfgLocId>> = ti_vec![None; cfg.functions.len()];
    let mut first = CfgEdgeId(0);
    for id in cfg.locations.keys() {
        let Location { kind, function, scope, source, .. } = cfg.locations[id].clone();
        let edges = outgoing(cfg, &mut first, id);
        let (operation, leaves) = match kind {
            LocationKind::Normal if lack(edges).is_some() => (rest(edges), true),
            LocationKind::Halted | LocationKind::Failed if edges.is_empty() => {
                (Operation::SKIP, false)
            }
            _ => continue,
        };
        let to = if leaves {
            *halted[function].get_or_insert_with(|| {
                let new = cfg.locations.next_key();
                let kind = LocationKind::Halted;
                let (labels, enters) = (Vec::new(), None);
                cfg.locations.push(Location {
                    function,
                    scope,
                    kind,
                    labels,
                    enters,
                    source: None,
                });
                added.push(Edge::skip(new, new));
                new
            })
        } else {
            id
        };
        added.push(Edge { operation, source, ..Edge::skip(id, to) });
    }
    if !added.is_empty() {
        insert(cfg, added);
    }
}

/// Inserts edges at their places; the ledger follows.
fn insert(cfg: &mut Cfg, added: Vec<Edge>) {
    let old = std::mem::take(&mut cfg.edges);
    let mut all: Vec<(Option<CfgEdgeId>, Edge)> =
        old.into_iter_enumerated().map(|(index, edge)| (Some(index), edge)).collect();
    all.extend(added.into_iter().map(|edge| (None, edge)));
    all.sort_by_key(|(_, edge)| edge.from);
    let mut renamed: TiVec<CfgEdgeId, CfgEdgeId> = ti_vec![CfgEdgeId(0); all.len()];
    for (index, edge) in all {
        let new = cfg.edges.push_and_get_key(edge);
        if let Some(index) = index {
            renamed[index] = new;
        }
    }
    for entry in &mut cfg.ledger {
        for edge in &mut entry.edges {
            *edge = renamed[*edge];
        }
    }
}

/// Where none of the edges exists.
fn rest(edges: &[Edge]) -> Operation {
    let mut guards: Vec<Expr> = edges
        .iter()
        .filter_map(|edge| match &edge.operation {
            Operation::Assume(guard) => Some(guard.clone().negate()),
            _ => None,
        })
        .collect();
    match (guards.len(), edges.len()) {
        (0, 0) => Operation::SKIP,
        (0, _) => Operation::AssumeUnknown,
        (1, _) => Operation::Assume(guards.swap_remove(0)),
        _ => Operation::Assume(Expr::And(guards)),
    }
}

/// The edges from `from`, of which the first is not before `first`.
fn outgoing<'a>(cfg: &'a Cfg, first: &mut CfgEdgeId, from: CfgLocId) -> &'a [Edge] {
    let start = *first;
    while cfg.edges.get(*first).is_some_and(|edge| edge.from == from) {
        first.0 += 1;
    }
    &cfg.edges[start..*first].raw
}

fn is_self_loop(edge: &Edge) -> bool {
    edge.from == edge.to && edge.operation == Operation::SKIP
}

/// Why a program may be stuck at a location with these edges.
fn lack(edges: &[Edge]) -> Option<&'static str> {
    if edges.is_empty() {
        return Some("no edge leads on; if the program has ended there, its kind is halted");
    }
    if edges.iter().any(|edge| edge.action.is_some()) {
        return None;
    }
    let mut guards = Vec::with_capacity(edges.len());
    for edge in edges {
        match &edge.operation {
            Operation::Assume(guard) => guards.push(guard),
            Operation::AssumeUnknown => {}
            _ => return None,
        }
    }
    let total = match guards.len() {
        0 => edges.len() >= 2,
        _ => exhaustive(&guards),
    };
    (!total).then_some("there may be no edge that exists: the guards are not exhaustive")
}

/// Whether one of the guards is true in every state, by the rules of this module.
pub fn exhaustive(guards: &[&Expr]) -> bool {
    // What nearly every branch looks like.
    if let [left, right] = guards
        && is_negation(left, right)
    {
        return true;
    }
    let mut disjuncts: HashSet<Expr> = HashSet::new();
    let mut negated: Vec<Vec<Expr>> = Vec::new();
    for guard in guards {
        match normal(guard, false) {
            Expr::Bool(true) => return true,
            Expr::Or(operands) => disjuncts.extend(operands),
            other => {
                disjuncts.insert(other);
            }
        }
        negated.push(match normal(guard, true) {
            Expr::Or(operands) => operands,
            other => vec![other],
        });
    }
    negated.iter().any(|negations| negations.iter().all(|one| disjuncts.contains(one)))
}

/// Whether the guards are negations of each other, without a look inside.
fn is_negation(left: &Expr, right: &Expr) -> bool {
    match (left, right) {
        (Expr::Not(inner), other) | (other, Expr::Not(inner)) if **inner == *other => true,
        (Expr::Compare(left_op, left), Expr::Compare(right_op, right)) => {
            left_op.negate() == *right_op && left == right
        }
        _ => false,
    }
}

/// The truth value `expr`, or its negation, in a form in which equal ones are often the same.
fn normal(expr: &Expr, negate: bool) -> Expr {
    match expr {
        Expr::Bool(value) => Expr::Bool(*value != negate),
        Expr::Not(inner) => normal(inner, !negate),
        Expr::Compare(op, operands) => {
            let [left, right] = &**operands;
            let op = if negate { op.negate() } else { *op };
            let (op, left, right) = match op {
                CompareOp::Gt => (CompareOp::Lt, right, left),
                CompareOp::Ge => (CompareOp::Le, right, left),
                CompareOp::Eq | CompareOp::Ne if left > right => (op, right, left),
                _ => (op, left, right),
            };
            Expr::compare(op, left.clone(), right.clone())
        }
        Expr::And(operands) => connective(operands, negate, negate),
        Expr::Or(operands) => connective(operands, negate, !negate),
        other if negate => Expr::Not(Box::new(other.clone())),
        other => other.clone(),
    }
}

/// A conjunction or disjunction of normal operands, flat and sorted, without its unit.
fn connective(operands: &[Expr], negate: bool, is_or: bool) -> Expr {
    let mut flat = Vec::with_capacity(operands.len());
    for operand in operands {
        match normal(operand, negate) {
            Expr::Bool(value) if value == is_or => return Expr::Bool(is_or),
            Expr::Bool(_) => {}
            Expr::Or(inner) if is_or => flat.extend(inner),
            Expr::And(inner) if !is_or => flat.extend(inner),
            other => flat.push(other),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    match flat.len() {
        0 => Expr::Bool(!is_or),
        1 => flat.swap_remove(0),
        _ if is_or => Expr::Or(flat),
        _ => Expr::And(flat),
    }
}

#[cfg(test)]
mod tests {
    use super::exhaustive;
    use crate::expr::{CompareOp, Expr};
    use crate::ids::CfgVarId;
    use crate::types::IntType;

    fn compare(op: CompareOp, value: i128) -> Expr {
        let int = IntType::signed(32);
        Expr::compare(op, Expr::var(CfgVarId(0)), Expr::int(value, int))
    }

    fn total(guards: &[Expr]) -> bool {
        exhaustive(&guards.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_guard_and_its_negation() {
        use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let [lt, ge] = [compare(Lt, 1), compare(Ge, 1)];
        assert!(total(&[lt.clone(), ge.clone()]));
        assert!(total(&[Expr::Not(Box::new(lt.clone())), lt.clone()]));
        let Expr::Compare(_, operands) = &lt else { unreachable!() };
        let [x, one] = &**operands;
        // 1 <= x is x >= 1.
        assert!(total(&[lt.clone(), Expr::compare(Le, one.clone(), x.clone())]));
        assert!(!total(&[lt.clone(), compare(Gt, 1)]));
        assert!(!total(std::slice::from_ref(&lt)));
        let either = Expr::Or(vec![lt.clone(), compare(Eq, 5)]);
        let neither = Expr::And(vec![compare(Ne, 5), ge.clone()]);
        assert!(total(&[either.clone(), neither.clone()]));
        assert!(!total(&[Expr::And(vec![lt, compare(Eq, 5)]), neither]));
        assert!(total(&[ge, Expr::Bool(true)]));
        assert!(!total(&[either, Expr::Bool(false)]));
    }

    #[test]
    fn a_switch_and_its_default() {
        use CompareOp::{Eq, Ne};
        let cases: Vec<Expr> = (0..5).map(|value| compare(Eq, value)).collect();
        let default = |upto| Expr::And((0..upto).rev().map(|value| compare(Ne, value)).collect());
        let with = |upto| [cases.clone(), vec![default(upto)]].concat();
        assert!(total(&with(5)));
        assert!(total(&with(3)));
        assert!(!total(&with(6)));
        let grouped =
            vec![Expr::Or(cases[..3].to_vec()), Expr::Or(cases[3..].to_vec()), default(5)];
        assert!(total(&grouped));
    }
}
