//! Invariants of results.
//!
//! * `result-structure-kind`: the structure is `symbolic` or `explicit`.
//! * `result-verdict`: if a property holds, no listed initial value is `f`; if it fails, one is, or
//!   some sets of initial states were left out.
//! * `result-state-value`: the known entries of a state are `t` or `f`.
//! * `result-proof-id`: the number of a claim is its place in the list.
//! * `result-proof-value`: the value of a claim is `t` or `n`, or `f` for the first.
//! * `result-proof-child`: the children of a claim are claims of the list.
//! * `result-path-nonempty`: a path has a state.
//! * `result-path-step`: every state of a path but the last has a step; the last has one if and
//!   only if the path ends in a loop.
//! * `result-loop-start`: a loop starts at a state of its path.
//! * `result-seed-var-range`: a node's decision variable exists.
//! * `result-seed-node-order`: the children of a node are constants or earlier nodes.
//! * `result-seed-ref-range`: a set is a constant or a node that exists.
//! * `result-timing`: there is one time per property.

use crate::bdd::Node;
use crate::belnap::Belnap;
use crate::diagnostic::Diagnostic;
use crate::result::{CheckResult, Explanation, Path, PropertyResult, Seeds, StateValues, Verdict};
use crate::validate::findings::Findings;
use crate::validate::kripke::{in_range, node_table, out_of_range};

/// Checks every invariant of a result; none is violated if the list is empty.
pub fn validate(result: &CheckResult) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    let kind = result.structure.kind.as_str();
    findings.require(matches!(kind, "symbolic" | "explicit"), "result-structure-kind", || {
        ("structure.kind".into(), format!("'{kind}' is neither 'symbolic' nor 'explicit'"))
    });
    for (index, property) in result.properties.iter().enumerate() {
        validate_property(property, &format!("properties[{index}]"), &mut findings);
    }
    if let Some(seeds) = &result.seeds {
        validate_seeds(seeds, &mut findings);
    }
    if let Some(timing) = &result.timing {
        let (times, properties) = (timing.milliseconds.len(), result.properties.len());
        findings.require(times == properties, "result-timing", || {
            let message = format!("times: {times}, but properties: {properties}");
            ("timing.milliseconds".into(), message)
        });
    }
    findings.into_vec()
}

fn validate_property(property: &PropertyResult, path: &str, findings: &mut Findings) {
    for (index, initial) in property.initial.iter().enumerate() {
        state(&initial.state, || format!("{path}.initial[{index}]"), findings);
    }
    let refuted = property.initial.iter().any(|initial| initial.value == Belnap::False);
    let contradiction = match property.verdict {
        Verdict::Holds if refuted => Some("the property holds, but an initial value is f"),
        Verdict::Fails if !refuted && !property.initial_cut => {
            Some("the property fails, but no initial value is f")
        }
        _ => None,
    };
    if let Some(message) = contradiction {
        findings.require(false, "result-verdict", || (format!("{path}.verdict"), message.into()));
    }
    if let Some(explanation) = &property.explanation {
        validate_explanation(explanation, &format!("{path}.explanation"), findings);
    }
}

fn validate_explanation(explanation: &Explanation, path: &str, findings: &mut Findings) {
    if let Some(witness) = &explanation.path {
        validate_path(witness, &format!("{path}.path"), findings);
    }
    if let Some(shortest) = &explanation.shortest {
        validate_path(shortest, &format!("{path}.shortest"), findings);
    }
    let claims = explanation.proof.len();
    for (index, claim) in explanation.proof.iter().enumerate() {
        let here = || format!("{path}.proof[{index}]");
        findings.require(claim.id.index() == index, "result-proof-id", || {
            (format!("{}.id", here()), format!("this is claim {index}, not {}", claim.id.0))
        });
        let allowed = match claim.value {
            Belnap::True | Belnap::Unknown => true,
            Belnap::False => index == 0,
            Belnap::Both => false,
        };
        findings.require(allowed, "result-proof-value", || {
            let message = "the value of a claim is t or n, or f for the first claim";
            (format!("{}.value", here()), message.into())
        });
        state(&claim.state, here, findings);
        for (place, child) in claim.children.iter().enumerate() {
            findings.require(child.node.index() < claims, "result-proof-child", || {
                let message =
                    format!("there is no claim {}: the number of claims is {claims}", child.node.0);
                (format!("{}.children[{place}]", here()), message)
            });
        }
    }
}

fn validate_path(witness: &Path, path: &str, findings: &mut Findings) {
    let steps = witness.steps.len();
    findings.require(steps > 0, "result-path-nonempty", || {
        (format!("{path}.steps"), "a path has at least one state".into())
    });
    if let Some(start) = witness.loop_start {
        findings.require(start < steps, "result-loop-start", || {
            (
                format!("{path}.loop_start"),
                format!("there is no state {start}: the length of the path is {steps}"),
            )
        });
    }
    for (index, step) in witness.steps.iter().enumerate() {
        let here = || format!("{path}.steps[{index}]");
        state(&step.state, here, findings);
        let leads_on = index + 1 < steps || witness.loop_start.is_some();
        findings.require(step.step.is_some() == leads_on, "result-path-step", || {
            let message = if leads_on {
                "the path goes on from here, but there is no step"
            } else {
                "the path ends here, but there is a step"
            };
            (here(), message.into())
        });
    }
}

fn state(values: &StateValues, path: impl Fn() -> String, findings: &mut Findings) {
    for (variable, value) in values {
        findings.require(value.is_definite(), "result-state-value", || {
            let message = format!("a known entry is t or f, not {value}; leave unknown ones out");
            (format!("{}.state.{variable}", path()), message)
        });
    }
}

fn validate_seeds(seeds: &Seeds, findings: &mut Findings) {
    let nodes = seeds.nodes.iter().map(|&(var, hi, lo)| Node { var, hi, lo });
    let rules = ["result-seed-var-range", "result-seed-node-order"];
    node_table(nodes, "seeds.nodes", 2 * seeds.variables.len() as u64, rules, findings);
    let count = seeds.nodes.len();
    for (index, fixpoint) in seeds.fixpoints.iter().enumerate() {
        for (location, set) in &fixpoint.sets {
            findings.require(in_range(*set, count), "result-seed-ref-range", || {
                let path = format!("seeds.fixpoints[{index}].sets.{location}");
                (path, out_of_range(*set, count))
            });
        }
    }
}
