//! The rules of traces:
//!
//! * `traces-candidate-distinct`: no candidate is listed twice.
//! * `traces-set`: the numbers of a set are those of candidates, ascending.
//! * `traces-kind`: a trace is a path, an explanation, or facts that are unknown: one of these.
//! * `traces-part`: the parts of a claim are claims of its trace.
//! * `traces-cycle`: where claims lead back to themselves it is said what that means.
//! * `traces-core`: the steps of a core are steps of the path, ascending.
//! * `traces-contains`: no set that excludes a trace contains another.
//! * `traces-distinct`: no trace is listed twice.
//!
//! That paths are paths of a graph, and candidates conditions over it, the graph must say.

use rustc_hash::FxHashSet;

use crate::diagnostic::Diagnostic;
use crate::traces::{Claim, Trace, Traces};
use crate::validate::findings::Findings;

/// Checks every rule of traces; none is violated if the list is empty.
pub fn validate(traces: &Traces) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let mut known = FxHashSet::default();
    for (number, one) in traces.candidates.iter().enumerate() {
        findings.require(known.insert(&one.predicate), "traces-candidate-distinct", || {
            let message = format!("'{}' is listed twice", one.predicate);
            (format!("candidates[{number}].predicate"), message)
        });
    }
    let count = traces.candidates.len();
    check_set(&traces.chosen, count, || "chosen".to_owned(), &mut findings);
    let mut seen = FxHashSet::default();
    for (number, trace) in traces.traces.iter().enumerate() {
        let place = format!("traces[{number}]");
        let facts: Vec<_> = trace.facts.iter().map(|fact| (fact.edge, &fact.condition)).collect();
        let what = (&trace.edges, &trace.end, &trace.claims, trace.cycle, facts);
        findings.require(seen.insert(what), "traces-distinct", || {
            (place.clone(), "this trace is listed twice".to_owned())
        });
        validate_trace(trace, &place, count, &mut findings);
    }
    findings.into_vec()
}

fn validate_trace(trace: &Trace, place: &str, count: usize, findings: &mut Findings) {
    let is_path = !trace.edges.is_empty() || trace.end.is_some();
    let kinds =
        [is_path, !trace.claims.is_empty() || trace.cycle.is_some(), !trace.facts.is_empty()];
    findings.require(kinds.into_iter().filter(|is| *is).count() <= 1, "traces-kind", || {
        (place.to_owned(), "a trace has `edges`, `claims` or `facts`".to_owned())
    });
    validate_claims(trace, place, findings);
    let steps = trace.edges.len() + usize::from(trace.end.is_some());
    let ascending = trace.core.is_sorted_by(|a, b| a < b);
    let inside = trace.core.last().is_none_or(|last| *last < steps);
    findings.require(ascending && inside, "traces-core", || {
        (format!("{place}.core"), format!("the steps must ascend, and be less than {steps}"))
    });
    let lists = [
        ("eliminating", &trace.eliminating),
        ("failing", &trace.failing),
        ("returned", &trace.returned),
    ];
    for (name, sets) in lists {
        for (number, set) in sets.iter().enumerate() {
            check_set(set, count, || format!("{place}.{name}[{number}]"), findings);
        }
    }
    for (number, set) in trace.eliminating.iter().enumerate() {
        let others = trace.eliminating.iter().enumerate().filter(|(other, _)| *other != number);
        let within = |other: &[usize]| other.iter().all(|one| set.binary_search(one).is_ok());
        findings.require(
            !others.into_iter().any(|(_, other)| within(other)),
            "traces-contains",
            || (format!("{place}.eliminating[{number}]"), "another set is part of this".to_owned()),
        );
    }
}

fn validate_claims(trace: &Trace, place: &str, findings: &mut Findings) {
    let count = trace.claims.len();
    let mut fits = true;
    for (number, claim) in trace.claims.iter().enumerate() {
        for (part, one) in claim.parts.iter().enumerate() {
            fits &= one.claim < count;
            findings.require(one.claim < count, "traces-part", || {
                let place = format!("{place}.claims[{number}].parts[{part}].claim");
                (place, format!("there is no claim {}", one.claim))
            });
        }
    }
    if fits && trace.cycle.is_none() {
        let around = find_cycle(&trace.claims);
        findings.require(around.is_none(), "traces-cycle", || {
            let claim = around.unwrap_or_default();
            let message = "this claim leads back to itself, so `cycle` must say what that means";
            (format!("{place}.claims[{claim}]"), message.to_owned())
        });
    }
}

/// A claim on or behind a cycle, if there is a cycle: what is left when claims are taken away of
/// which no part is left.
fn find_cycle(claims: &[Claim]) -> Option<usize> {
    let mut open: Vec<usize> = claims.iter().map(|claim| claim.parts.len()).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); claims.len()];
    for (number, claim) in claims.iter().enumerate() {
        claim.parts.iter().for_each(|part| users[part.claim].push(number));
    }
    let mut done: Vec<usize> = (0..claims.len()).filter(|number| open[*number] == 0).collect();
    while let Some(number) = done.pop() {
        for user in &users[number] {
            open[*user] -= 1;
            if open[*user] == 0 {
                done.push(*user);
            }
        }
    }
    open.iter().position(|left| *left > 0)
}

fn check_set(set: &[usize], count: usize, place: impl FnOnce() -> String, findings: &mut Findings) {
    let ascending = set.is_sorted_by(|a, b| a < b);
    let inside = set.last().is_none_or(|last| *last < count);
    findings.require(ascending && inside, "traces-set", || {
        (place(), format!("the numbers of candidates must ascend, and be less than {count}"))
    });
}
