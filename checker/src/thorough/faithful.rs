//! Whether a completion is one: the clauses of completeness (Def. 3) for each copy and its state,
//! on the two structures as they are.

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitTransition, Semantics};

use super::completion::Completion;
use super::demands::Completions;

/// The clause that a copy breaks, if one does.
pub fn unfaithful(
    structure: &ExplicitKripke,
    completions: Completions,
    completion: &Completion,
) -> Option<String> {
    let known = outgoing(structure);
    let made = outgoing(&completion.structure);
    for (index, state) in completion.structure.states.iter().enumerate() {
        let of = completion.copy_of[index];
        let original = &structure.states[of];
        let mut labels = original.labels.iter().zip(&state.labels);
        let next: Vec<(Option<&str>, StateId)> = made[index]
            .iter()
            .map(|step| (step.action.as_deref(), completion.copy_of[step.to.index()]))
            .collect();
        let known = &known[of.index()];
        let may = |step: &&&ExplicitTransition| step.value.may();
        let allowed = |one: &(Option<&str>, StateId)| {
            known.iter().filter(may).any(|step| (step.action.as_deref(), step.to) == *one)
        };
        let must =
            known.iter().filter(|step| step.value.must() && structure.semantics != Semantics::Over);
        let met = |step: &&ExplicitTransition| {
            let answers = known.iter().filter(may).filter(|other| answers(structure, step, other));
            answers.into_iter().any(|one| next.contains(&(one.action.as_deref(), one.to)))
        };
        let total = completions == Completions::Total && !original.blocking;
        let wrong = if !labels.all(|(known, own)| known.less_informative_or_equal(*own)) {
            "has another label"
        } else if !next.iter().all(allowed) {
            "has a transition that may not be"
        } else if !must.into_iter().all(met) {
            "lacks a transition that must be"
        } else if total && next.is_empty() {
            "has no successor"
        } else {
            continue;
        };
        return Some(format!("its state '{}' {wrong}", state.name));
    }
    None
}

/// The transitions that leave each state.
fn outgoing(structure: &ExplicitKripke) -> Vec<Vec<&ExplicitTransition>> {
    let mut outgoing = vec![Vec::new(); structure.states.len()];
    for step in &structure.transitions {
        outgoing[step.from.index()].push(step);
    }
    outgoing
}

/// Whether a transition that may be is what one that must be asks for: the same, or for one to a
/// tri-vector, one by the same statement to a state that agrees with it.
fn answers(
    structure: &ExplicitKripke,
    asked: &ExplicitTransition,
    other: &ExplicitTransition,
) -> bool {
    if asked.action != other.action {
        return false;
    }
    if asked.value == Belnap::True {
        return asked.to == other.to;
    }
    let (known, own) = (&structure.states[asked.to], &structure.states[other.to]);
    let agree = |(known, own): (&Belnap, &Belnap)| {
        known == own || !known.is_definite() || !own.is_definite()
    };
    asked.statement == other.statement
        && known.location == own.location
        && known.labels.iter().zip(&own.labels).all(agree)
}
