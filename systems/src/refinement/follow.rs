//! Paths through abstractions, followed by the components themselves: each component chooses its
//! next state, which exists because every step of the path must.

use std::collections::HashMap;

use belnap_checker::operators::DEADLOCK;
use belnap_ir::ids::StateId;
use belnap_ir::result::{Branch, BranchStep};

use crate::compose::{BETWEEN, Composition};
use crate::quotient::Concrete;

use super::member::Partitioned;

/// Limit on the steps of a path: one that goes round through classes goes round through states
/// after so many times at most as there are states.
const MAX_STEPS: usize = 2_000;

/// The paths through states of the components, where each can be followed to its end.
pub fn follow(
    components: &[&Partitioned],
    composition: &Composition,
    branches: &[Branch],
) -> Vec<Branch> {
    let states = composition.structure.states.iter_enumerated();
    let numbers = states.map(|(number, state)| (state.name.as_str(), number)).collect();
    let concrete = components.iter().map(|own| Concrete::new(own.possible())).collect();
    let follower = Follower { concrete, components, composition, numbers };
    branches.iter().filter_map(|branch| follower.start(branch)).collect()
}

struct Follower<'a> {
    concrete: Vec<Concrete<'a>>,
    components: &'a [&'a Partitioned],
    composition: &'a Composition,
    numbers: HashMap<&'a str, StateId>,
}

impl Follower<'_> {
    fn classes(&self, name: &str) -> Option<&[StateId]> {
        self.numbers.get(name).map(|state| &*self.composition.tuples[state.index()])
    }

    fn start(&self, branch: &Branch) -> Option<Branch> {
        let classes = self.classes(&branch.state)?;
        let start = classes.iter().enumerate().map(|(component, class)| {
            let structure = self.concrete[component].structure();
            let inside = |state: &&StateId| {
                self.components[component].partition().class_of[state.index()] == class.index()
            };
            let known = structure.inhabited.iter().chain(&structure.initial).find(inside);
            known.copied()
        });
        let start: Vec<StateId> = start.collect::<Option<_>>()?;
        self.path(branch, &start)
    }

    fn name(&self, states: &[StateId]) -> String {
        let names = states.iter().enumerate().map(|(component, state)| {
            self.concrete[component].structure().states[*state].name.clone()
        });
        names.collect::<Vec<_>>().join(BETWEEN)
    }

    fn path(&self, branch: &Branch, start: &[StateId]) -> Option<Branch> {
        let mut at = start.to_vec();
        let mut steps: Vec<BranchStep> = Vec::new();
        // Where the path begins its loop: the states, and the number of the step that follows.
        let mut begun: Vec<(Vec<StateId>, usize)> = Vec::new();
        let mut position = 0;
        let mut again = None;
        while position < branch.steps.len() || branch.again.is_some() {
            if position == branch.steps.len() {
                position = branch.again?;
            }
            if branch.again == Some(position) {
                if let Some((_, number)) = begun.iter().find(|(states, _)| *states == at) {
                    again = Some(*number);
                    break;
                }
                begun.push((at.clone(), steps.len()));
            }
            if steps.len() >= MAX_STEPS {
                return None;
            }
            let step = &branch.steps[position];
            let because =
                step.because.iter().map(|below| self.path(below, &at)).collect::<Option<_>>()?;
            at = self.step(&at, step)?;
            let (action, to) = (step.action.clone(), self.name(&at));
            steps.push(BranchStep { action, to, because });
            position += 1;
        }
        Some(Branch { formula: branch.formula.clone(), state: self.name(start), steps, again })
    }

    fn step(&self, from: &[StateId], step: &BranchStep) -> Option<Vec<StateId>> {
        let action = step.action.as_deref()?;
        if action == DEADLOCK {
            return Some(from.to_vec());
        }
        let classes = self.classes(&step.to)?;
        let mut to = from.to_vec();
        for (component, own) in self.concrete.iter().enumerate() {
            let mut parts = own.structure().events.components.iter();
            let takes_part = parts.any(|one| {
                one.internal() == action || one.alphabet.iter().any(|known| known == action)
            });
            if takes_part {
                let partition = self.components[component].partition();
                let class = classes[component].index();
                let mut next = own.successors(from[component], Some(action), partition, class);
                to[component] = next.next()?;
            }
        }
        Some(to)
    }
}
