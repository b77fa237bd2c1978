//! What the loop concludes, checked in another way: abstractions next to their components, step by
//! step; the composition of the abstractions by the second way to judge paths.

use std::collections::{BTreeSet, HashSet};

use belnap_checker::explicit::{self, ExplicitOptions};
use belnap_checker::operators::Judge;
use belnap_checker::recheck::{eliminated, recheck_branches};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitTransition};
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::Verdict;

use super::Outcome;
use super::member::{Member, Partitioned, Restricted};
use super::real::refutes;
use crate::quotient::Concrete;

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
    let lumped: Vec<&Partitioned> = outcome.members.iter().map(Member::lumped).collect();
    let parts: Vec<Left<'_>> =
        lumped.iter().map(|own| (own.component(), own.restricted())).collect();
    if let Err(reason) = check_restriction(&parts) {
        return Confirmation::Refused(reason);
    }
    for own in lumped {
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

/// A component, and what is left of it if something was left out.
pub type Left<'a> = (&'a ExplicitKripke, Option<&'a Restricted>);

/// Checks that what components leave out cannot happen: that the states in which they may be are
/// closed under the steps that are possible, and that of every other action some component that
/// takes part is never able to.
///
/// # Errors
/// What is wrong.
pub fn check_restriction(members: &[Left<'_>]) -> Result<(), String> {
    let Some(actions) = members.iter().find_map(|(_, own)| own.map(|own| &own.actions)) else {
        return Ok(());
    };
    let mut refused: BTreeSet<String> = BTreeSet::new();
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for (component, own) in members {
        let may_be = |state: StateId| own.is_none_or(|known| known.states[state.index()]);
        let name = &component.events.components[0].name;
        if own.is_some_and(|known| known.actions != *actions) {
            return Err(format!("{name} leaves other actions out than the others"));
        }
        if !component.initial.iter().all(|state| may_be(*state)) {
            return Err(format!("{name} leaves an initial state out"));
        }
        let mut able: BTreeSet<&str> = BTreeSet::new();
        for step in component.transitions.iter().filter(|step| step.value.may()) {
            let Some(action) = step.action.as_deref().filter(|_| may_be(step.from)) else {
                continue;
            };
            able.insert(action);
            if actions.contains(action) && !may_be(step.to) {
                return Err(format!("{name} leaves out where '{action}' leads"));
            }
        }
        let parts = component.events.components.iter();
        let all = parts.flat_map(|part| part.alphabet.iter().cloned().chain([part.internal()]));
        for action in all.filter(|action| !actions.contains(action)) {
            if !able.contains(action.as_str()) {
                refused.insert(action.clone());
            }
            wanted.insert(action);
        }
        if let Some(own) = own {
            check_steps_left(component, own).map_err(|reason| format!("{name}: {reason}"))?;
        }
    }
    match wanted.difference(&refused).next() {
        Some(action) => Err(format!("'{action}' was left out, and may happen")),
        None => Ok(()),
    }
}

/// Checks that a component lacks just the steps with other actions, and says no more of what is
/// certain than before.
fn check_steps_left(component: &ExplicitKripke, own: &Restricted) -> Result<(), String> {
    let (possible, actions) = (&own.structure, &own.actions);
    let happens = |action: &Option<String>| action.as_ref().is_none_or(|one| actions.contains(one));
    let left = component.transitions.iter().filter(|step| happens(&step.action));
    if !left.eq(possible.transitions.iter()) {
        return Err("other steps were left out".to_owned());
    }
    let (before, after) = (Concrete::new(component), Concrete::new(possible));
    for state in component.states.keys() {
        if let Some(action) = after.certain(state).find(|own| !before.is_certain(state, Some(own)))
        {
            let name = &component.states[state].name;
            return Err(format!("'{action}' is certain in {name} for no reason"));
        }
    }
    Ok(())
}

/// Checks that what is definite of an abstraction is so of its component.
fn check_abstraction(own: &Partitioned) -> Result<(), String> {
    let (component, partition, abstraction) = (own.possible(), own.partition(), own.abstraction());
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
    let steps =
        |structure: &ExplicitKripke, half: fn(Belnap) -> bool, to: &dyn Fn(StateId) -> usize| {
            let found = structure.transitions.iter().filter(|step| half(step.value));
            let key = |step: &ExplicitTransition| (step.from, to(step.to), step.action.clone());
            found.map(key).collect::<HashSet<_>>()
        };
    let known = steps(abstraction, Belnap::may, &StateId::index);
    for (from, to, action) in steps(component, Belnap::may, &class) {
        if !known.contains(&(StateId::from(class(from)), to, action)) {
            return Err(format!("a step from {} is missing", component.states[from].name));
        }
    }
    let known = steps(component, Belnap::must, &class);
    for own in abstraction.transitions.iter().filter(|own| own.value.must()) {
        for state in &partition.classes[own.from.index()] {
            if !known.contains(&(*state, own.to.index(), own.action.clone())) {
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
