//! Summaries of certificates: the invariant of each place, as alternatives, or the rounds of loops.

use std::fmt::Write as _;

use belnap_ir::bdd::Ref;
use belnap_ir::certificate::{Certificate, Claim, Invariants};

use super::count;

/// Limit on the alternatives of an invariant that are written.
const ALTERNATIVES: usize = 12;

/// What a certificate is about, on one line.
pub fn line(certificate: &Certificate) -> String {
    let what = match &certificate.claim {
        Claim::Invariants(claim) => {
            let places = count(claim.at.len(), "place");
            format!("{places}, {}", count(claim.predicates.len(), "predicate"))
        }
        Claim::Unrolling(claim) => {
            format!("an unrolling, {}", count(claim.rounds.len(), "loop"))
        }
    };
    format!("certificate of {}: {what}", certificate.formula)
}

/// What is always true at each place, or how often each loop is repeated.
pub fn page(certificate: &Certificate) -> String {
    let mut out = format!("{}\n\n", line(certificate));
    match &certificate.claim {
        Claim::Invariants(claim) => write_invariants(claim, &mut out),
        Claim::Unrolling(claim) => {
            for (head, most) in &claim.rounds {
                let _ = writeln!(out, "  {head:<6}at most {}", count(*most as usize, "round"));
            }
        }
    }
    out
}

fn write_invariants(claim: &Invariants, out: &mut String) {
    for (place, function) in &claim.at {
        let mut paths = Vec::new();
        walk(claim, *function, &mut Vec::new(), &mut paths);
        let shown: Vec<&str> = paths.iter().take(ALTERNATIVES).map(String::as_str).collect();
        let rest = if paths.len() > ALTERNATIVES { " || …" } else { "" };
        let _ = writeln!(out, "  {place:<6}{}{rest}", shown.join(" || "));
    }
}

/// The alternatives of a function, up to one more than are written.
fn walk(
    claim: &Invariants,
    function: Ref,
    decided: &mut Vec<(u32, bool)>,
    paths: &mut Vec<String>,
) {
    if paths.len() > ALTERNATIVES || function == Ref::FALSE {
        return;
    }
    let Some(index) = function.node_index() else {
        let literal = |(var, value): &(u32, bool)| {
            let text = &claim.predicates[*var as usize];
            if *value { text.clone() } else { format!("!({text})") }
        };
        let all: Vec<String> = decided.iter().map(literal).collect();
        paths.push(if all.is_empty() { "true".to_owned() } else { all.join(" && ") });
        return;
    };
    let node = claim.table.nodes[index];
    for (value, child) in [(true, node.hi), (false, node.lo)] {
        decided.push((node.var, value));
        let child = if function.is_complemented() { child.complement() } else { child };
        walk(claim, child, decided, paths);
        decided.pop();
    }
}
