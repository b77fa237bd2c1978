//! Summaries of certificates: the invariant of each place, as alternatives.

use std::fmt::Write as _;

use belnap_ir::bdd::Ref;
use belnap_ir::certificate::Certificate;

use super::count;

/// Limit on the alternatives of an invariant that are written.
const ALTERNATIVES: usize = 12;

/// What a certificate is about, on one line.
pub fn line(certificate: &Certificate) -> String {
    let places = count(certificate.invariants.len(), "place");
    let predicates = count(certificate.predicates.len(), "predicate");
    format!("certificate of {}: {places}, {predicates}", certificate.formula)
}

/// What is always true at each place.
pub fn page(certificate: &Certificate) -> String {
    let mut out = format!("{}\n\n", line(certificate));
    for (place, function) in &certificate.invariants {
        let mut paths = Vec::new();
        walk(certificate, *function, &mut Vec::new(), &mut paths);
        let shown: Vec<&str> = paths.iter().take(ALTERNATIVES).map(String::as_str).collect();
        let rest = if paths.len() > ALTERNATIVES { " || …" } else { "" };
        let _ = writeln!(out, "  {place:<6}{}{rest}", shown.join(" || "));
    }
    out
}

/// The alternatives of a function, up to one more than are written.
fn walk(
    certificate: &Certificate,
    function: Ref,
    decided: &mut Vec<(u32, bool)>,
    paths: &mut Vec<String>,
) {
    if paths.len() > ALTERNATIVES || function == Ref::FALSE {
        return;
    }
    let Some(index) = function.node_index() else {
        let literal = |(var, value): &(u32, bool)| {
            let text = &certificate.predicates[*var as usize];
            if *value { text.clone() } else { format!("!({text})") }
        };
        let all: Vec<String> = decided.iter().map(literal).collect();
        paths.push(if all.is_empty() { "true".to_owned() } else { all.join(" && ") });
        return;
    };
    let node = certificate.table.nodes[index];
    for (value, child) in [(true, node.hi), (false, node.lo)] {
        decided.push((node.var, value));
        let child = if function.is_complemented() { child.complement() } else { child };
        walk(certificate, child, decided, paths);
        decided.pop();
    }
}
