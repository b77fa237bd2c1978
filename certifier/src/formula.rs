//! Properties that say what is always so, as a condition for each location.

use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, FunctionId, ScopeId};
use belnap_ir::property::{Along, Atom, Formula, Quantifier};

/// The part of a property that must be true in every state that is reached, if the property says no
/// more than that: the body of `AG body`, or what `!EF body` denies.
pub enum Always<'a> {
    /// True in every state.
    True(&'a Formula),
    /// False in every state.
    False(&'a Formula),
}

impl<'a> Always<'a> {
    /// What a property says of every state; `None` if it is of another kind.
    pub fn of(property: &'a Formula) -> Option<Always<'a>> {
        let found = match property {
            Formula::Along(Quantifier::Forall, Along::Globally, body) => Always::True(body),
            Formula::Not(inner) => match &**inner {
                Formula::Along(Quantifier::Exists, Along::Finally, body) => Always::False(body),
                _ => return None,
            },
            _ => return None,
        };
        let (Always::True(body) | Always::False(body)) = found;
        is_local(body).then_some(found)
    }

    /// The condition that every state at a location must satisfy.
    ///
    /// # Errors
    /// Which atom has none.
    pub fn at(&self, cfg: &Cfg, names: &Names<'_>, at: CfgLocId) -> Result<Expr, String> {
        match self {
            Always::True(body) => local(cfg, names, body, at),
            Always::False(body) => Ok(Expr::Not(Box::new(local(cfg, names, body, at)?))),
        }
    }
}

/// A label, a line or a function that a property names and the graph does not know; that it is
/// never there says nothing.
pub fn nowhere<'f>(cfg: &Cfg, formula: &'f Formula) -> Option<&'f Atom> {
    match formula {
        Formula::Atom(atom @ (Atom::At { .. } | Atom::AtLine(_) | Atom::Enter(_)), _) => {
            let mut places = (0..cfg.locations.len()).map(CfgLocId::from);
            let known = is_unreached(cfg, atom) || places.any(|at| is_here(cfg, atom, at));
            (!known).then_some(atom)
        }
        Formula::Const(_) | Formula::Var(..) | Formula::Atom(..) => None,
        Formula::Not(a)
        | Formula::Step(_, _, a)
        | Formula::Along(_, _, a)
        | Formula::Fixpoint(_, _, a) => nowhere(cfg, a),
        Formula::And(operands) | Formula::Or(operands) => {
            operands.iter().find_map(|operand| nowhere(cfg, operand))
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
            nowhere(cfg, a).or_else(|| nowhere(cfg, b))
        }
    }
}

/// Whether an atom is about a label of the program that no path leads to.
pub fn is_unreached(cfg: &Cfg, atom: &Atom) -> bool {
    matches!(atom, Atom::At { procedure: None, label } if cfg.unreached.contains(label))
}

fn is_local(formula: &Formula) -> bool {
    match formula {
        Formula::Const(_) | Formula::Atom(..) => true,
        Formula::Not(operand) => is_local(operand),
        Formula::And(operands) | Formula::Or(operands) => operands.iter().all(is_local),
        Formula::Implies(a, b) | Formula::Iff(a, b) => is_local(a) && is_local(b),
        _ => false,
    }
}

/// A formula about single states as a condition at a location.
///
/// # Errors
/// Why there is none.
pub fn local(
    cfg: &Cfg,
    names: &Names<'_>,
    formula: &Formula,
    at: CfgLocId,
) -> Result<Expr, String> {
    let of = |formula: &Formula| local(cfg, names, formula, at);
    let not = |expr: Expr| Expr::Not(Box::new(expr));
    Ok(match formula {
        Formula::Const(truth) => Expr::Bool(*truth),
        Formula::Atom(atom, _) => self::atom(cfg, names, atom, at)?,
        Formula::Not(operand) => not(of(operand)?),
        Formula::And(operands) => Expr::And(operands.iter().map(of).collect::<Result<_, _>>()?),
        Formula::Or(operands) => Expr::Or(operands.iter().map(of).collect::<Result<_, _>>()?),
        Formula::Implies(a, b) => Expr::Or(vec![not(of(a)?), of(b)?]),
        Formula::Iff(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            let both = Expr::And(vec![a.clone(), b.clone()]);
            Expr::Or(vec![both, Expr::And(vec![not(a), not(b)])])
        }
        _ => return Err("the property is not about single states".to_owned()),
    })
}

fn atom(cfg: &Cfg, names: &Names<'_>, atom: &Atom, at: CfgLocId) -> Result<Expr, String> {
    match atom {
        Atom::Condition(text) => condition::parse(names, text, Some(ScopeId(0)))
            .map_err(|_| format!("{{{text}}} is not a condition of this program")),
        Atom::Named(name) => Err(format!("the graph does not say what {name} is")),
        _ => Ok(Expr::Bool(is_here(cfg, atom, at))),
    }
}

/// Whether an atom about locations is true at one.
fn is_here(cfg: &Cfg, atom: &Atom, at: CfgLocId) -> bool {
    let location = &cfg.locations[at];
    match atom {
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
        Atom::Condition(_) | Atom::Named(_) => false,
    }
}
