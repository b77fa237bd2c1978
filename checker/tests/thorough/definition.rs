//! The completeness preorder (May/Must Def. 3), word by word: the greatest relation, found by
//! taking out pairs until nothing changes.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitTransition, Semantics};

/// Whether a state of the first structure is less complete than one of the second, by both. With
/// `total`, a state of the second above one that is not blocking has to have a successor.
pub fn less_complete(a: &ExplicitKripke, c: &ExplicitKripke, total: bool) -> Vec<Vec<bool>> {
    let (states_a, states_c) = (a.states.len(), c.states.len());
    let start = |s: usize, t: usize| {
        labels_agree(a, StateId::from(s), c, StateId::from(t))
            && (!total
                || a.states[StateId::from(s)].blocking
                || c.transitions.iter().any(|step| step.from.index() == t && may(c, step)))
    };
    let mut related: Vec<Vec<bool>> =
        (0..states_a).map(|s| (0..states_c).map(|t| start(s, t)).collect()).collect();
    loop {
        let before = related.clone();
        for (s, row) in related.iter_mut().enumerate() {
            for (t, cell) in row.iter_mut().enumerate() {
                *cell = *cell && moves_match(a, s, c, t, &before);
            }
        }
        if related == before {
            return related;
        }
    }
}

fn must(structure: &ExplicitKripke, step: &ExplicitTransition) -> bool {
    step.value.must() && structure.semantics != Semantics::Over
}

fn may(_: &ExplicitKripke, step: &ExplicitTransition) -> bool {
    step.value.may()
}

/// A proposition that a structure does not have is false in it.
fn label(structure: &ExplicitKripke, state: StateId, name: &str) -> Belnap {
    let index = structure.propositions.iter().position(|own| own == name);
    index.map_or(Belnap::False, |index| structure.states[state].labels[index])
}

fn labels_agree(a: &ExplicitKripke, s: StateId, c: &ExplicitKripke, t: StateId) -> bool {
    a.propositions
        .iter()
        .chain(&c.propositions)
        .all(|name| label(a, s, name).less_informative_or_equal(label(c, t, name)))
}

fn moves_match(
    a: &ExplicitKripke,
    s: usize,
    c: &ExplicitKripke,
    t: usize,
    related: &[Vec<bool>],
) -> bool {
    let from =
        |structure: &ExplicitKripke, state: usize, half: Half| -> Vec<(usize, Option<String>)> {
            let own = structure.transitions.iter().filter(|step| step.from.index() == state);
            own.filter(|step| half(structure, step))
                .map(|step| (step.to.index(), step.action.clone()))
                .collect()
        };
    let (must_c, may_a) = (from(c, t, must), from(a, s, may));
    let forth = from(a, s, must)
        .into_iter()
        .all(|(to, action)| must_c.iter().any(|(other, by)| *by == action && related[to][*other]));
    let back = from(c, t, may)
        .into_iter()
        .all(|(to, action)| may_a.iter().any(|(other, by)| *by == action && related[*other][to]));
    forth && back
}

type Half = fn(&ExplicitKripke, &ExplicitTransition) -> bool;
