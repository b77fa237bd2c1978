//! Summaries of spurious traces: what is chosen, and which sets exclude each.

use std::fmt::Write as _;

use belnap_ir::traces::{Trace, Traces};

use super::{ROWS, count, rest};

/// What traces are about, on one line.
pub fn line(traces: &Traces) -> String {
    let Traces { traces: all, candidates, chosen, .. } = traces;
    let (all, candidates) = (count(all.len(), "trace"), count(candidates.len(), "candidate"));
    format!("traces of {}: {all}, {} of {candidates} chosen", traces.formula, chosen.len())
}

/// The candidates that are chosen, and which sets exclude each trace.
pub fn page(traces: &Traces) -> String {
    let mut out = format!("{}\n\n", line(traces));
    for number in traces.chosen.iter().take(ROWS) {
        let _ = writeln!(out, "  {number:<4}{}", traces.candidates[*number].predicate);
    }
    out.push_str(&rest(traces.chosen.len(), "candidates"));
    for (number, trace) in traces.traces.iter().enumerate().take(ROWS) {
        let _ = writeln!(out, "  trace {number}: {}", sets(trace));
    }
    out.push_str(&rest(traces.traces.len(), "traces"));
    out
}

fn sets(trace: &Trace) -> String {
    let what = match (trace.claims.len(), trace.facts.len()) {
        (0, 0) => count(trace.edges.len(), "step"),
        (0, facts) => count(facts, "unknown fact"),
        (claims, _) => count(claims, "claim"),
    };
    let set = |set: &Vec<usize>| {
        let numbers: Vec<String> = set.iter().map(usize::to_string).collect();
        format!("{{{}}}", numbers.join(", "))
    };
    let sets: Vec<String> = trace.eliminating.iter().take(ROWS).map(set).collect();
    format!("{what}, excluded by {} of {} sets tried", sets.join(" or "), trace.tried())
}
