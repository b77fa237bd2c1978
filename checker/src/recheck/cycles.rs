//! Well-foundedness: a cycle of claims is a proof only if the outermost fixpoint unfolded on it is
//! a greatest one; and something can be unknown because of itself only through a transition that
//! is unknown.

use std::collections::BTreeSet;

use belnap_ir::belnap::Belnap;
use belnap_ir::property::Fixpoint;
use belnap_ir::result::Rule;

use super::formula::FormulaId;
use super::{Premises, Reading, Rechecker};

impl Rechecker<'_> {
    /// A claim that rests on itself as it must not: through a least fixpoint, without going
    /// through a fixpoint around it; or, if it is unknown, without an unknown transition.
    pub(super) fn unfounded(&self, premises: &Premises) -> Option<Reading> {
        let mut readings: Vec<Reading> = premises.keys().copied().collect();
        readings.sort_unstable();
        let unfolded: BTreeSet<FormulaId> =
            readings.iter().filter_map(|reading| self.unfolded_fixpoint(*reading)).collect();
        readings.into_iter().find(|start| {
            if self.node(start.0).value == Belnap::Unknown {
                let known = |(index, _): Reading| self.node(index).rule != Rule::UnknownStep;
                return known(*start) && returns(premises, *start, &known);
            }
            let Some(own) = self.unfolded_fixpoint(*start) else { return false };
            let least = self.formulas.fixpoint(own).is_some_and(|(_, it)| it == Fixpoint::Least);
            let around: Vec<FormulaId> =
                unfolded.iter().copied().filter(|it| self.formulas.encloses(*it, own)).collect();
            let inside = |reading: Reading| {
                self.unfolded_fixpoint(reading).is_none_or(|fixpoint| !around.contains(&fixpoint))
            };
            least && returns(premises, *start, &inside)
        })
    }

    /// The fixpoint that a claim unfolds.
    fn unfolded_fixpoint(&self, (index, id): Reading) -> Option<FormulaId> {
        let unfolds = self.node(index).rule == Rule::Unfold;
        self.formulas.fixpoint(id).filter(|_| unfolds).map(|(fixpoint, _)| fixpoint)
    }
}

/// Whether a reading rests on itself through readings `within`.
fn returns(premises: &Premises, start: Reading, within: &dyn Fn(Reading) -> bool) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(reading) = open.pop() {
        for next in &premises[&reading] {
            if *next == start {
                return true;
            }
            if within(*next) && seen.insert(*next) {
                open.push(*next);
            }
        }
    }
    false
}
