//! The path through a proof, when one says it all.

use belnap_ir::ids::ProofId;
use belnap_ir::kripke::SymbolicKripke;
use belnap_ir::result::{Path, PathStep, ProofNode, Rule};
use rustc_hash::FxHashMap;

/// Follows the single-step claims of a proof from its first claim. `None` if the proof branches
/// (a universal step, several conjuncts that look ahead, a division into cases) or was cut.
pub fn extract(proof: &[ProofNode], kripke: &SymbolicKripke) -> Option<Path> {
    let sources: FxHashMap<&str, _> =
        kripke.locations.iter().map(|at| (at.name.as_str(), at.source.clone())).collect();
    let mut steps: Vec<PathStep> = Vec::new();
    let mut visited: FxHashMap<ProofId, usize> = FxHashMap::default();
    let mut at = proof.first()?;
    let here = |node: &ProofNode| PathStep {
        location: node.location.clone(),
        source: sources.get(node.location.as_str()).cloned().flatten(),
        state: node.state.clone(),
        step: None,
    };
    steps.push(here(at));
    loop {
        if let Some(start) = visited.insert(at.id, steps.len() - 1) {
            // The last state is the one the loop returns to.
            steps.pop();
            return (start < steps.len())
                .then_some(Path { steps, loop_start: Some(start) })
                .filter(|path| path.steps.len() > 1 || path.loop_start.is_some());
        }
        let ahead: Vec<_> = at
            .children
            .iter()
            .filter(|child| child.step.is_some() || looks_ahead(proof, child.node))
            .collect();
        match (at.rule, ahead.as_slice()) {
            (Rule::Atom | Rule::Seed | Rule::UnknownAtom, _) => break,
            (Rule::And, []) => break,
            (Rule::Split | Rule::Hyper | Rule::MayStep | Rule::Cut, _) => return None,
            (_, [only]) => {
                let next = &proof[only.node.index()];
                if let Some(step) = &only.step {
                    steps.last_mut()?.step = Some(step.clone());
                    steps.push(here(next));
                }
                at = next;
            }
            (Rule::Or | Rule::Unfold | Rule::Negation | Rule::UnknownChild, []) => {
                at = &proof[at.children.first()?.node.index()];
            }
            _ => return None,
        }
    }
    (steps.len() > 1).then_some(Path { steps, loop_start: None })
}

/// Whether a claim rests on any transition.
fn looks_ahead(proof: &[ProofNode], from: ProofId) -> bool {
    let mut seen = vec![false; proof.len()];
    let mut stack = vec![from];
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        for child in &proof[id.index()].children {
            if child.step.is_some() {
                return true;
            }
            stack.push(child.node);
        }
    }
    false
}
