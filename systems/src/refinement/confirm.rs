//! What the loop concludes, checked in another way: abstractions next to their components, step by
//! step; the composition of the abstractions by the second way to judge paths.

use belnap_checker::explicit::{self, ExplicitOptions};
use belnap_checker::operators::Judge;
use belnap_checker::recheck::{eliminated, recheck_branches};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::Verdict;

use super::Outcome;
use super::member::{Member, Partitioned};
use super::real::refutes;

/// What became of the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// Everything follows.
    Confirmed(String),
    /// Nothing is known to be wrong, but not everything could be checked.
    Unsure(String),
    /// Something is wrong.
    Refused(String),
}

/// Checks the conclusion of the loop.
pub fn confirm<M: Member>(
    outcome: &Outcome<M>,
    property: &OperatorProperty,
    paths: Paths,
) -> Confirmation {
    for own in outcome.members.iter().filter_map(Member::partitioned) {
        if let Err(reason) = check_abstraction(own) {
            let name = &own.component().events.components[0].name;
            return Confirmation::Refused(format!("the abstraction of {name}: {reason}"));
        }
    }
    if outcome.verdict == Verdict::Inconclusive {
        return Confirmation::Confirmed("abstractions agree with their components".to_owned());
    }
    if outcome.real {
        let (product, branches) = (&outcome.product, &outcome.branches);
        return match refutes(product, branches, property, paths, Judge::Profiles) {
            true => Confirmation::Confirmed(
                "every component can follow the paths shown, which were judged in two ways"
                    .to_owned(),
            ),
            false => Confirmation::Unsure("paths were judged in one way only".to_owned()),
        };
    }
    let whole = match eliminated(&outcome.product, property, paths, true) {
        Ok(whole) => whole,
        Err(reason) => {
            return Confirmation::Unsure(format!(
                "abstractions agree with their components; paths were judged in one way only: \
                 {reason}"
            ));
        }
    };
    let plain = ExplicitOptions::default();
    let verdict = explicit::evaluate(&whole.structure, &property.formula, &plain)
        .map_err(|found| found.message)
        .and_then(|values| {
            explicit::verdict(&whole.structure, &values, &plain).map_err(|error| error.to_string())
        });
    match verdict {
        Ok(verdict) if verdict == outcome.verdict => {}
        Ok(_) => return Confirmation::Refused("the second way has another verdict".to_owned()),
        Err(reason) => return Confirmation::Refused(reason),
    }
    let shown = recheck_branches(
        &whole.structure,
        property,
        outcome.verdict,
        &outcome.branches,
        (paths, true),
    );
    if let Err(reason) = shown {
        return Confirmation::Refused(reason);
    }
    let listed = outcome.members.iter().all(|member| member.partitioned().is_some());
    match !listed || outcome.followed.len() == outcome.branches.len() {
        true if !listed => Confirmation::Confirmed("paths were judged in two ways".to_owned()),
        true => Confirmation::Confirmed(
            match outcome.branches.is_empty() {
                true => "abstractions agree with their components, paths were judged in two ways",
                false => "every component can follow the path shown, paths were judged in two ways",
            }
            .to_owned(),
        ),
        false => Confirmation::Unsure("a path was too long to be followed".to_owned()),
    }
}

/// Checks that what is definite of an abstraction is so of its component.
fn check_abstraction(own: &Partitioned) -> Result<(), String> {
    let (component, partition, abstraction) = (own.component(), own.partition(), own.abstraction());
    let class = |state: StateId| partition.class_of[state.index()];
    for (state, own) in component.states.iter_enumerated() {
        let labels = &abstraction.states[StateId::from(class(state))].labels;
        for (index, label) in labels.iter().enumerate() {
            if *label != Belnap::Unknown && *label != own.labels[index] {
                let name = &component.propositions[index];
                return Err(format!("'{name}' is otherwise in state {}", own.name));
            }
        }
    }
    for state in &component.initial {
        if !abstraction.initial.contains(&StateId::from(class(*state))) {
            return Err("an initial state is missing".to_owned());
        }
    }
    for step in component.transitions.iter().filter(|step| step.value.may()) {
        let matched = abstraction.transitions.iter().any(|own| {
            own.from.index() == class(step.from)
                && own.to.index() == class(step.to)
                && own.action == step.action
                && own.value.may()
        });
        if !matched {
            return Err(format!("a step from {} is missing", component.states[step.from].name));
        }
    }
    for own in abstraction.transitions.iter().filter(|own| own.value.must()) {
        for state in &partition.classes[own.from.index()] {
            let goes = component.transitions.iter().any(|step| {
                step.from == *state
                    && step.action == own.action
                    && step.value.must()
                    && class(step.to) == own.to.index()
            });
            if !goes {
                return Err(format!("{} has no such step", component.states[*state].name));
            }
        }
    }
    for (number, own) in abstraction.states.iter_enumerated().filter(|(_, own)| !own.blocking) {
        for state in &partition.classes[number.index()] {
            if component.states[*state].blocking {
                return Err(format!("{} may go on, and its states may not", own.name));
            }
        }
    }
    Ok(())
}
