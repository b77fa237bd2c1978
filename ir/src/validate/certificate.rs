//! The rules of certificates:
//!
//! * `cert-predicate-range`: nodes decide on predicates of the list.
//! * `cert-node-order`: the children of a node are constants or earlier nodes.
//! * `cert-ref-range`: invariants are constants or nodes of the table.

use crate::certificate::{Certificate, Claim, Invariants};
use crate::diagnostic::Diagnostic;
use crate::validate::findings::Findings;
use crate::validate::kripke::{in_range, node_table, out_of_range};

/// Checks every rule of a certificate; none is violated if the list is empty.
pub fn validate(certificate: &Certificate) -> Vec<Diagnostic> {
    match &certificate.claim {
        Claim::Invariants(invariants) => validate_invariants(invariants),
        // That its names are heads of loops, the graph must say.
        Claim::Unrolling(_) => Vec::new(),
    }
}

fn validate_invariants(invariants: &Invariants) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let nodes = &invariants.table.nodes;
    let rules = ["cert-predicate-range", "cert-node-order"];
    let end = invariants.predicates.len() as u64;
    node_table(nodes.iter().copied(), "nodes", end, rules, &mut findings);
    for (place, function) in &invariants.at {
        findings.require(in_range(*function, nodes.len()), "cert-ref-range", || {
            (format!("invariants.{place}"), out_of_range(*function, nodes.len()))
        });
    }
    findings.into_vec()
}
