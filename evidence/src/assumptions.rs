//! What a verdict assumes: the ledger's entries that it rests on, and the meaning of
//! integers.

use belnap_frontend::unsupported::OBJECT_ADDRESS;
use belnap_ir::cfg::{Approximation, Cfg, IntegerMode, Weakens};
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::property::{Formula, Quantifier};
use belnap_ir::span::SourceLine;

/// What a verdict says about executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// Something about all of them: it could be wrong if there were more.
    all: bool,
    /// That there are some: it could be wrong if there were fewer.
    some: bool,
}

impl Claims {
    /// Those of the verdict that a property holds, or fails. It holds in all states at the start,
    /// and fails in one.
    pub fn of(property: &Formula, holds: bool) -> Self {
        let mut claims = Claims { all: holds, some: !holds };
        claims.add(property, holds);
        claims
    }

    /// Adds what a part of the property says, or its negation.
    fn add(&mut self, formula: &Formula, positive: bool) {
        let mut quantified = |quantifier: &Quantifier| match (quantifier, positive) {
            (Quantifier::Forall, true) | (Quantifier::Exists, false) => self.all = true,
            (Quantifier::Exists, true) | (Quantifier::Forall, false) => self.some = true,
        };
        match formula {
            Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => {}
            Formula::Not(operand) => self.add(operand, !positive),
            Formula::And(operands) | Formula::Or(operands) => {
                operands.iter().for_each(|operand| self.add(operand, positive));
            }
            Formula::Implies(left, right) => {
                self.add(left, !positive);
                self.add(right, positive);
            }
            Formula::Iff(left, right) => {
                for operand in [left, right] {
                    self.add(operand, true);
                    self.add(operand, false);
                }
            }
            Formula::Fixpoint(_, _, body) => self.add(body, positive),
            Formula::Step(quantifier, _, body) => {
                quantified(quantifier);
                self.add(body, positive);
            }
            Formula::Along(quantifier, _, body) => {
                quantified(quantifier);
                self.add(body, positive);
            }
            Formula::Between(quantifier, _, left, right) => {
                quantified(quantifier);
                self.add(left, positive);
                self.add(right, positive);
            }
        }
    }

    /// Whether an entry of the ledger matters to them.
    fn rest_on(self, entry: &Approximation) -> bool {
        match entry.weakens {
            Weakens::Precision => false,
            Weakens::Proofs => self.all,
            // What holds does so in every layout, and what fails must be seen to
            // ([`super::layout`]).
            Weakens::Refutations => self.some && entry.construct != OBJECT_ADDRESS,
            Weakens::Both => true,
        }
    }
}

/// An assumption behind a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The kind of the ledger's entry; none if it is about the meaning of integers.
    pub construct: Option<String>,
    /// What is assumed.
    pub text: String,
}

/// The assumptions behind a verdict that was found on these edges.
pub fn collect_assumptions(
    cfg: &Cfg,
    claims: Claims,
    used: &dyn Fn(CfgEdgeId) -> bool,
) -> Vec<Assumption> {
    let mut all: Vec<Assumption> = Vec::new();
    let mut add = |text: &str| all.push(Assumption { construct: None, text: text.to_owned() });
    match (cfg.machine.integers, claims.all) {
        (IntegerMode::Mathematical, _) => add("integers have no bounds"),
        (IntegerMode::Undefined, true) => add("no signed integer overflows"),
        _ => {}
    }
    let mut places: Vec<(&Approximation, Vec<&SourceLine>)> = Vec::new();
    for entry in cfg.ledger.iter().filter(|entry| claims.rest_on(entry)) {
        if !entry.edges.is_empty() && !entry.edges.iter().any(|edge| used(*edge)) {
            continue;
        }
        let same = places.iter().position(|(other, _)| other.detail == entry.detail);
        let same = same.unwrap_or_else(|| {
            places.push((entry, Vec::new()));
            places.len() - 1
        });
        let lines = &mut places[same].1;
        match &entry.source {
            Some(line) if !lines.contains(&line) => lines.push(line),
            _ => {}
        }
    }
    all.extend(places.into_iter().map(|(entry, lines)| {
        let detail = &entry.detail;
        let text = match lines.as_slice() {
            [] => detail.clone(),
            [only] => format!("{detail} ({only})"),
            [first, _] => format!("{detail} ({first} and one more line)"),
            [first, more @ ..] => format!("{detail} ({first} and {} more lines)", more.len()),
        };
        Assumption { construct: Some(entry.construct.clone()), text }
    }));
    all
}

#[cfg(test)]
mod tests {
    use belnap_formats::property::read_formula;

    use super::Claims;

    #[test]
    fn verdicts_are_about_all_or_some_executions() {
        for (property, holds, all, some) in [
            ("AG !failed", true, true, false),
            ("AG !failed", false, false, true),
            ("EF at(L)", true, true, true),
            ("EF at(L)", false, true, true),
            ("!EF at(L)", true, true, false),
            ("!EF at(L)", false, false, true),
            ("AG EF halted", false, true, true),
            ("at(L) -> AF halted", true, true, false),
        ] {
            let formula = read_formula(property).expect("a property");
            let claims = Claims::of(&formula, holds);
            assert_eq!((claims.all, claims.some), (all, some), "{property} {holds}");
        }
    }
}
