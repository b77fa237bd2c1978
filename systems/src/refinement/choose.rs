//! What to split: a step of a path that may exist is not certain because a class of some component
//! has states that can follow it, and states that cannot.

use std::collections::{BTreeSet, HashMap};

use belnap_checker::operators::DEADLOCK;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::result::Branch;

use super::Policy;
use super::member::{Member, Question};
use crate::compose::Composition;

/// The components of a system, and the composition of their abstractions.
pub struct System<'a, M> {
    /// The components.
    pub members: &'a mut [M],
    /// The composition.
    pub composition: &'a Composition,
}

/// A class that can be split.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Candidate {
    component: usize,
    class: StateId,
    question: Question,
}

/// Splits classes because of paths that leave the property open: each component that was split, and
/// what told its states apart. Nothing, if no class can be split.
///
/// # Errors
/// If a limit is reached.
pub fn split<M: Member>(
    system: &mut System<'_, M>,
    branches: &[Branch],
    policy: Policy,
) -> Result<Vec<(usize, String)>, Diagnostic> {
    let mut found = Vec::new();
    branches.iter().for_each(|branch| system.of_branch(branch, &mut found));
    let done = system.apply(&found, policy)?;
    if !done.is_empty() {
        return Ok(done);
    }
    // Not every formula has paths that show what is open: any step that is not certain will do.
    let mut found = Vec::new();
    system.of_all(&mut found);
    system.apply(&found, policy)
}

/// Whether a component takes part in an action, internal ones included.
pub fn takes_part(member: &impl Member, action: &str) -> bool {
    let mut own = member.abstraction().events.components.iter();
    own.any(|one| one.internal() == action || one.alphabet.iter().any(|known| known == action))
}

impl<M: Member> System<'_, M> {
    fn of_branch(&self, branch: &Branch, found: &mut Vec<Candidate>) {
        let structure = &self.composition.structure;
        let numbers: HashMap<&str, StateId> = structure
            .states
            .iter_enumerated()
            .map(|(number, state)| (state.name.as_str(), number))
            .collect();
        self.of_path(branch, &numbers, found);
    }

    fn of_path(
        &self,
        branch: &Branch,
        numbers: &HashMap<&str, StateId>,
        found: &mut Vec<Candidate>,
    ) {
        let Some(mut at) = numbers.get(branch.state.as_str()).copied() else { return };
        for step in &branch.steps {
            let Some(to) = numbers.get(step.to.as_str()).copied() else { return };
            match step.action.as_deref() {
                Some(DEADLOCK) => self.of_stop(at, found),
                Some(action) => self.of_step(at, action, to, found),
                None => {}
            }
            for below in &step.because {
                self.of_path(below, numbers, found);
            }
            at = to;
        }
    }

    fn tuple(&self, state: StateId) -> &[StateId] {
        &self.composition.tuples[state.index()]
    }

    fn participants(&self, action: &str) -> Vec<usize> {
        let all = 0..self.members.len();
        all.filter(|component| takes_part(&self.members[*component], action)).collect()
    }

    /// Components of whose states some may not be able to take a step.
    fn of_step(&self, from: StateId, action: &str, to: StateId, found: &mut Vec<Candidate>) {
        for component in self.participants(action) {
            let (class, target) = (self.tuple(from)[component], self.tuple(to)[component]);
            let steps = self.members[component].abstraction().transitions.iter();
            let mut own = steps.filter(|step| {
                step.from == class && step.to == target && step.action.as_deref() == Some(action)
            });
            if !own.any(|step| step.value.must()) {
                let question = Question::Goes(action.to_owned(), target);
                found.push(Candidate { component, class, question });
            }
        }
    }

    /// Components because of which it is not certain whether a state is the last of a path.
    fn of_stop(&self, state: StateId, found: &mut Vec<Candidate>) {
        let structure = &self.composition.structure;
        let steps = structure.transitions.iter().filter(|step| step.from == state);
        let possible: BTreeSet<&str> = steps
            .filter(|step| step.value.may())
            .filter_map(|step| step.action.as_deref())
            .collect();
        for action in possible {
            for component in self.participants(action) {
                let class = self.tuple(state)[component];
                let question = Question::Offers(action.to_owned());
                found.push(Candidate { component, class, question });
            }
        }
    }

    fn of_all(&self, found: &mut Vec<Candidate>) {
        let structure = &self.composition.structure;
        for step in structure.transitions.iter().filter(|step| !step.value.must()) {
            if let Some(action) = step.action.as_deref() {
                self.of_step(step.from, action, step.to, found);
            }
        }
        for (state, _) in structure.states.iter_enumerated().filter(|(_, own)| own.blocking) {
            self.of_stop(state, found);
        }
    }

    /// With how many others a component shares actions.
    fn shared(&self, component: usize) -> usize {
        let own = &self.members[component].abstraction().events.alphabet;
        let shares = |other: &usize| {
            let other_takes_part = |action: &String| takes_part(&self.members[*other], action);
            *other != component && own.iter().any(other_takes_part)
        };
        (0..self.members.len()).filter(shares).count()
    }

    fn apply(
        &mut self,
        candidates: &[Candidate],
        policy: Policy,
    ) -> Result<Vec<(usize, String)>, Diagnostic> {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|component| (std::cmp::Reverse(self.shared(*component)), *component));
        let mut done = Vec::new();
        // What classes there are changes with the first split of a component.
        for component in order {
            for candidate in candidates.iter().filter(|one| one.component == component) {
                let split = self.members[component].split(candidate.class, &candidate.question)?;
                if let Some(by) = split {
                    done.push((component, by));
                    break;
                }
            }
            if !done.is_empty() && policy == Policy::One {
                break;
            }
        }
        Ok(done)
    }
}
