//! Cases: facts that hold together, one per subject.

use std::collections::BTreeMap;

use belnap_ir::expr::Expr;

use super::facts::{Fact, Facts, Subject, connect};
use crate::ranges::{Range, intersection, union};

/// What is known of each subject; nothing of those that are not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Case(BTreeMap<Subject, Vec<Range>>);

impl Case {
    /// The case in which all facts hold; `None` if they exclude each other.
    pub(super) fn new(facts: Vec<Fact>) -> Option<Self> {
        let mut all: BTreeMap<Subject, Vec<Range>> = BTreeMap::new();
        for (subject, values) in facts {
            let known = all.entry(subject).or_insert_with(|| values.clone());
            *known = intersection(known, &values);
            if known.is_empty() {
                return None;
            }
        }
        Some(Case(all))
    }

    pub(super) fn facts(&self) -> impl Iterator<Item = (&Subject, &Vec<Range>)> {
        self.0.iter()
    }

    /// The conjunction of the facts; `None` if one cannot be written.
    pub(super) fn write(&self, facts: &Facts<'_>) -> Option<Expr> {
        let mut parts = Vec::with_capacity(self.0.len());
        for (subject, values) in self.facts() {
            match facts.write(subject, values)? {
                Expr::Bool(true) => {}
                Expr::And(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        Some(connect(parts, Expr::And, true))
    }

    fn is_within(&self, other: &Case) -> bool {
        other.0.iter().all(|(subject, wide)| {
            self.0.get(subject).is_some_and(|narrow| intersection(narrow, wide) == *narrow)
        })
    }

    /// The one case that says the same as both, if they differ in one subject only.
    fn join(&self, other: &Case, facts: &Facts<'_>) -> Option<Case> {
        if self.0.len() != other.0.len() {
            return None;
        }
        let mut differing = self.0.iter().zip(&other.0).filter(|(one, other)| one != other);
        let ((subject, mine), (same, others)) = differing.next()?;
        if subject != same || differing.next().is_some() {
            return None;
        }
        let mut both = self.clone();
        let values = union([&mine[..], &others[..]].concat());
        match values[..] == [facts.all(subject)] {
            true => both.0.remove(subject),
            false => both.0.insert(subject.clone(), values),
        };
        Some(both)
    }
}

/// The same in fewer cases, ascending.
pub(super) fn merge(mut cases: Vec<Case>, facts: &Facts<'_>) -> Vec<Case> {
    cases.sort();
    cases.dedup();
    'again: loop {
        for first in 0..cases.len() {
            for second in 0..cases.len() {
                if first != second && cases[first].is_within(&cases[second]) {
                    cases.remove(first);
                    continue 'again;
                }
                if first < second
                    && let Some(both) = cases[first].join(&cases[second], facts)
                {
                    cases.remove(second);
                    cases[first] = both;
                    continue 'again;
                }
            }
        }
        cases.sort();
        return cases;
    }
}

/// What all cases have in common: of each subject that all know something of, what it may be.
pub(super) fn common(cases: &[Case], facts: &Facts<'_>) -> Case {
    let Some((first, rest)) = cases.split_first() else { return Case::default() };
    let mut shared = BTreeMap::new();
    for (subject, values) in &first.0 {
        let others: Option<Vec<_>> = rest.iter().map(|case| case.0.get(subject)).collect();
        let Some(others) = others else { continue };
        let all =
            others.into_iter().fold(values.clone(), |all, one| union([&all[..], one].concat()));
        if all[..] != [facts.all(subject)] {
            shared.insert(subject.clone(), all);
        }
    }
    Case(shared)
}
