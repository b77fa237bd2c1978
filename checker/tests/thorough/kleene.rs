//! What three values say of LTL by themselves (May/Must Def. 2, read along paths): a formula holds
//! if all may-paths satisfy it with unknown literals false, and fails if some must-path violates it
//! with unknown literals true. A must-path that cannot go on violates only what it refutes.
//!
//! Each literal becomes an atom of its own, so that both questions are about complete structures.

use belnap_ir::belnap::Belnap;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Between};
use belnap_ir::result::Verdict;

use crate::linear::ordinary;

/// The value.
pub fn kleene(structure: &ExplicitKripke, path: &Path) -> Belnap {
    let literals = literals(path, false);
    let may = of_literals(structure, |value| value.may(), |value| value == Belnap::True);
    let mut must = of_literals(structure, |value| value.must(), |value| value != Belnap::False);
    must.total = false;
    if ordinary(&may, &literals) == Verdict::Holds {
        Belnap::True
    } else if ordinary(&must, &literals) == Verdict::Fails {
        Belnap::False
    } else {
        Belnap::Unknown
    }
}

/// The structure with the transitions that are `there`, and the literals that `hold`.
fn of_literals(
    structure: &ExplicitKripke,
    there: fn(Belnap) -> bool,
    holds: fn(Belnap) -> bool,
) -> ExplicitKripke {
    let mut own = structure.clone();
    let names = structure.propositions.iter();
    own.propositions = names.flat_map(|name| [name.clone(), format!("not_{name}")]).collect();
    for state in &mut own.states {
        let labels = state.labels.iter();
        state.labels =
            labels.flat_map(|value| [holds(*value), holds(!*value)].map(Belnap::from)).collect();
    }
    own.transitions.retain(|step| there(step.value));
    own.transitions.iter_mut().for_each(|step| step.value = Belnap::True);
    own
}

/// The formula, or its negation, without negation.
fn literals(path: &Path, negated: bool) -> Path {
    let one = |path: &Path| Box::new(literals(path, negated));
    let all = |paths: &[Path]| paths.iter().map(|path| literals(path, negated)).collect();
    match path {
        Path::Const(value) => Path::Const(*value != negated),
        Path::Atom(Atom::Named(name), span) if negated => {
            Path::Atom(Atom::Named(format!("not_{name}")), *span)
        }
        Path::Atom(..) => path.clone(),
        Path::Not(body) => literals(body, !negated),
        Path::And(paths) if negated => Path::Or(all(paths)),
        Path::Or(paths) if negated => Path::And(all(paths)),
        Path::And(paths) => Path::And(all(paths)),
        Path::Or(paths) => Path::Or(all(paths)),
        Path::Implies(left, right) => {
            let parts = vec![literals(left, !negated), literals(right, negated)];
            if negated { Path::And(parts) } else { Path::Or(parts) }
        }
        Path::Iff(left, right) => {
            let both = vec![literals(left, false), literals(right, negated)];
            let neither = vec![literals(left, true), literals(right, !negated)];
            Path::Or(vec![Path::And(both), Path::And(neither)])
        }
        Path::Next(body) => Path::Next(one(body)),
        Path::Along(along, body) => Path::Along(
            match (along, negated) {
                (Along::Finally, true) => Along::Globally,
                (Along::Globally, true) => Along::Finally,
                (along, false) => *along,
            },
            one(body),
        ),
        Path::Between(between, left, right) => match (between, negated) {
            (between, false) => Path::Between(*between, one(left), one(right)),
            (Between::Until, true) => Path::Between(Between::Release, one(left), one(right)),
            (Between::Release, true) => Path::Between(Between::Until, one(left), one(right)),
            // !(φ W ψ) is !ψ U (!φ & !ψ).
            (Between::WeakUntil, true) => {
                let both = Path::And(vec![*one(left), *one(right)]);
                Path::Between(Between::Until, one(right), Box::new(both))
            }
        },
    }
}
