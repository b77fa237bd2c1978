//! Which states decide an invariant: those where its body is false.

use belnap_ir::cfg::{Cfg, Edge, Location, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, FunctionId, ScopeId};
use belnap_ir::property::{Along, Atom, Formula, Quantifier};

use crate::condition::{self, Names};

/// The condition under which a state at a location refutes a property, if that can be said:
/// the property is `AG body` or `!EF !body`, and the body is about one state.
pub fn refuting(cfg: &Cfg, property: &Formula, at: CfgLocId) -> Option<Expr> {
    refuting_with(cfg, &Names::new(cfg), property, at)
}

/// [`refuting`] for every location from the start on: before, a property is not judged, and static
/// variables may still have any value.
pub fn refuting_everywhere(cfg: &Cfg, property: &Formula) -> Vec<Option<Expr>> {
    let names = Names::new(cfg);
    let mut next: Vec<Vec<CfgLocId>> = vec![Vec::new(); cfg.locations.len()];
    for edge in &cfg.edges {
        next[edge.from.index()].push(edge.to);
        if let Operation::Call { function, .. } = edge.operation {
            next[edge.from.index()].push(cfg.functions[function].entry);
        }
    }
    let mut judged = vec![false; cfg.locations.len()];
    let mut open = vec![cfg.start];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut judged[at.index()], true) {
            open.extend(&next[at.index()]);
        }
    }
    let locations = (0..cfg.locations.len()).map(CfgLocId::from);
    let judged = locations.map(|at| judged[at.index()].then_some(at));
    judged.map(|at| refuting_with(cfg, &names, property, at?)).collect()
}

/// The graph with a step to a new location from wherever a state can refute the property, and all
/// locations that are errors then. New edges stand last, so that others keep their numbers.
pub fn with_errors(cfg: &Cfg, formula: &Formula) -> (Cfg, Vec<CfgLocId>) {
    let mut asked = cfg.clone();
    let mut errors = Vec::new();
    let error = CfgLocId::from(cfg.locations.len());
    for (at, condition) in refuting_everywhere(cfg, formula).into_iter().enumerate() {
        let at = CfgLocId::from(at);
        match condition {
            None | Some(Expr::Bool(false)) => {}
            Some(Expr::Bool(true)) => errors.push(at),
            Some(condition) => {
                let operation = Operation::Assume(condition);
                asked.edges.push(Edge { operation, ..Edge::skip(at, error) });
            }
        }
    }
    if asked.edges.len() > cfg.edges.len() {
        asked.locations.push(Location { labels: Vec::new(), ..cfg.locations[cfg.start].clone() });
        errors.push(error);
    }
    (asked, errors)
}

fn refuting_with(cfg: &Cfg, names: &Names<'_>, property: &Formula, at: CfgLocId) -> Option<Expr> {
    match property {
        Formula::Along(Quantifier::Forall, Along::Globally, body) => {
            condition(cfg, names, body, at).map(Expr::negate)
        }
        Formula::Not(inner) => match &**inner {
            Formula::Along(Quantifier::Exists, Along::Finally, body) => {
                condition(cfg, names, body, at)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A formula about one state as a condition, at a location, if it is one.
pub fn condition(cfg: &Cfg, names: &Names<'_>, formula: &Formula, at: CfgLocId) -> Option<Expr> {
    let of = |formula: &Formula| condition(cfg, names, formula, at);
    Some(match formula {
        Formula::Const(truth) => Expr::Bool(*truth),
        Formula::Atom(atom, _) => self::atom(cfg, names, atom, at)?,
        Formula::Not(operand) => of(operand)?.negate(),
        Formula::And(operands) => Expr::And(operands.iter().map(of).collect::<Option<_>>()?),
        Formula::Or(operands) => Expr::Or(operands.iter().map(of).collect::<Option<_>>()?),
        Formula::Implies(a, b) => Expr::Or(vec![of(a)?.negate(), of(b)?]),
        Formula::Iff(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            let both = Expr::And(vec![a.clone(), b.clone()]);
            Expr::Or(vec![both, Expr::And(vec![a.negate(), b.negate()])])
        }
        _ => return None,
    })
}

/// What an atom says at a location, if that can be said.
pub fn atom(cfg: &Cfg, names: &Names<'_>, atom: &Atom, at: CfgLocId) -> Option<Expr> {
    let location = &cfg.locations[at];
    let here = match atom {
        Atom::At { procedure, label } => {
            let own = match location.function {
                FunctionId(0) => "main",
                other => cfg.functions[other].name.as_str(),
            };
            cfg.is_named(at, label) && procedure.as_deref().is_none_or(|procedure| procedure == own)
        }
        Atom::AtLine(line) => location.source.as_ref() == Some(line),
        Atom::Enter(function) => location.enters.as_ref() == Some(function),
        Atom::Halted => location.kind == LocationKind::Halted,
        Atom::Failed => location.kind == LocationKind::Failed,
        Atom::Condition(text) => return condition::parse(names, text, Some(ScopeId(0))).ok(),
        Atom::Named(_) => return None,
    };
    Some(Expr::Bool(here))
}
