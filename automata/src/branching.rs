//! LTL as CTL, where both say the same of every structure: the deterministic fragment, in which a
//! temporal operator stands under `&`, `X`, `G`, and where a formula about one state decides
//! whether it matters (Maidl 2000, in part).

use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Formula, Quantifier, Step};

/// The formula of CTL that says the same as a formula of LTL, if it is easily found.
pub fn branching(path: &Path) -> Option<Formula> {
    every(path, false)
}

/// That all executions satisfy the formula, or its negation.
fn every(path: &Path, negated: bool) -> Option<Formula> {
    if let Some(now) = of_state(path, negated) {
        return Some(now);
    }
    let own = |path| every(path, negated);
    Some(match path {
        Path::Const(_) | Path::Atom(..) => return None,
        Path::Not(body) => every(body, !negated)?,
        Path::And(operands) | Path::Or(operands) => match matches!(path, Path::And(_)) != negated {
            true => Formula::And(operands.iter().map(own).collect::<Option<_>>()?),
            false => either(operands.iter().map(|operand| (operand, negated)))?,
        },
        Path::Implies(left, right) => match negated {
            true => Formula::And(vec![every(left, false)?, every(right, true)?]),
            false => either([(&**left, true), (&**right, false)].into_iter())?,
        },
        Path::Iff(..) => return None,
        Path::Next(body) => {
            Formula::Step(Quantifier::Forall, Step::Next, Box::new(every(body, negated)?))
        }
        Path::Along(along, body) => match (*along == Along::Finally) != negated {
            true => along_all(Along::Finally, of_state(body, negated)?),
            false => along_all(Along::Globally, every(body, negated)?),
        },
        Path::Between(between, left, right) if !negated => {
            let (left, right) = (of_state(left, false)?, of_state(right, false)?);
            Formula::Between(Quantifier::Forall, *between, Box::new(left), Box::new(right))
        }
        Path::Between(..) => return None,
    })
}

fn along_all(along: Along, body: Formula) -> Formula {
    Formula::Along(Quantifier::Forall, along, Box::new(body))
}

/// A disjunction of which at most one operand is about more than one state.
fn either<'p>(operands: impl Iterator<Item = (&'p Path, bool)>) -> Option<Formula> {
    let mut temporal = 0;
    let mut all = Vec::new();
    for (operand, negated) in operands {
        all.push(match of_state(operand, negated) {
            Some(now) => now,
            None => {
                temporal += 1;
                every(operand, negated)?
            }
        });
    }
    (temporal <= 1).then_some(Formula::Or(all))
}

/// A formula, or its negation, without temporal operators.
fn of_state(path: &Path, negated: bool) -> Option<Formula> {
    let all = |operands: &[Path]| {
        operands.iter().map(|operand| of_state(operand, false)).collect::<Option<Vec<_>>>()
    };
    let boxed = |path: &Path| of_state(path, false).map(Box::new);
    let formula = match path {
        Path::Const(value) => Formula::Const(*value),
        Path::Atom(atom, span) => Formula::Atom(atom.clone(), *span),
        Path::Not(body) => return of_state(body, !negated),
        Path::And(operands) => Formula::And(all(operands)?),
        Path::Or(operands) => Formula::Or(all(operands)?),
        Path::Implies(left, right) => Formula::Implies(boxed(left)?, boxed(right)?),
        Path::Iff(left, right) => Formula::Iff(boxed(left)?, boxed(right)?),
        Path::Next(_) | Path::Along(..) | Path::Between(..) => return None,
    };
    Some(if negated { Formula::Not(Box::new(formula)) } else { formula })
}
