//! States of a structure lumped together (SE-AΩ, Definition 4), on each half: a class may go where
//! one of its states may, and must go where each of them must.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};

use crate::compose::unique;

/// The classes of the states of a structure, numbered in the order of their first states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The class of each state.
    pub class_of: Vec<usize>,
    /// The states of each class, ascending.
    pub classes: Vec<Vec<StateId>>,
}

impl Partition {
    /// States with the same key are in one class.
    pub fn by<K: Ord>(states: usize, key: impl Fn(StateId) -> K) -> Partition {
        let mut numbers = BTreeMap::new();
        let mut partition = Partition { class_of: Vec::new(), classes: Vec::new() };
        for state in (0..states).map(StateId::from) {
            let class = *numbers.entry(key(state)).or_insert(partition.classes.len());
            if class == partition.classes.len() {
                partition.classes.push(Vec::new());
            }
            partition.classes[class].push(state);
            partition.class_of.push(class);
        }
        partition
    }

    /// States with the same values of these propositions, in programs at the same location, are in
    /// one class.
    pub fn by_labels(structure: &ExplicitKripke, propositions: &[usize]) -> Partition {
        Partition::by(structure.states.len(), |state| {
            let labels = &structure.states[state].labels;
            let values: String = propositions.iter().map(|index| labels[*index].letter()).collect();
            (structure.states[state].location, values)
        })
    }

    /// Each state is a class.
    pub fn finest(states: usize) -> Partition {
        Partition::by(states, |state| state)
    }

    /// Splits a class: states that satisfy the condition stay, the others form a new class. Whether
    /// both are there.
    pub fn split(&mut self, class: usize, stays: impl Fn(StateId) -> bool) -> bool {
        let (kept, moved): (Vec<StateId>, Vec<StateId>) =
            self.classes[class].iter().partition(|state| stays(**state));
        if kept.is_empty() || moved.is_empty() {
            return false;
        }
        let new = self.classes.len();
        moved.iter().for_each(|state| self.class_of[state.index()] = new);
        self.classes[class] = kept;
        self.classes.push(moved);
        true
    }
}

/// A step: its action, its target, and whether it must and may exist.
type Step<'a> = (Option<&'a str>, StateId, bool, bool);

/// The actions that some step from a state certainly has; internal steps have none.
fn certain_actions<'a>(
    structure: &'a ExplicitKripke,
    state: StateId,
    steps: &[Step<'a>],
) -> BTreeSet<Option<&'a str>> {
    let listed = structure.events.certain_in(state).iter();
    let mut found: BTreeSet<Option<&str>> = listed.map(|action| Some(action.as_str())).collect();
    found.extend(steps.iter().filter(|(_, _, must, _)| *must).map(|(action, ..)| *action));
    let possible: BTreeSet<Option<&str>> =
        steps.iter().filter(|(.., may)| *may).map(|(action, ..)| *action).collect();
    let total = structure.total && !structure.states[state].blocking;
    if possible.len() == 1 && total && structure.semantics != Semantics::Under {
        found.extend(possible);
    }
    found
}

/// A structure with its steps by state, from which quotients are made.
pub struct Concrete<'a> {
    structure: &'a ExplicitKripke,
    /// By state: action, target, and the two halves.
    steps: Vec<Vec<Step<'a>>>,
    certain: Vec<BTreeSet<Option<&'a str>>>,
}

impl<'a> Concrete<'a> {
    /// Prepares a structure.
    pub fn new(structure: &'a ExplicitKripke) -> Self {
        let mut steps = vec![Vec::new(); structure.states.len()];
        for transition in &structure.transitions {
            let must = transition.value.must() && structure.semantics != Semantics::Over;
            let step = (transition.action.as_deref(), transition.to, must, transition.value.may());
            steps[transition.from.index()].push(step);
        }
        let rows = structure.states.keys().zip(&steps);
        let certain = rows.map(|(state, row)| certain_actions(structure, state, row)).collect();
        Concrete { structure, steps, certain }
    }

    /// The structure.
    pub fn structure(&self) -> &'a ExplicitKripke {
        self.structure
    }

    /// Whether a state must, and may, go into a class by an action.
    pub fn goes(
        &self,
        state: StateId,
        action: Option<&str>,
        partition: &Partition,
        class: usize,
    ) -> (bool, bool) {
        let mut halves = (false, false);
        for (own, to, must, may) in &self.steps[state.index()] {
            if *own == action && partition.class_of[to.index()] == class {
                halves = (halves.0 || *must, halves.1 || *may);
            }
        }
        halves
    }

    /// The states where a step that must be taken leads, in a class.
    pub fn successors(
        &self,
        state: StateId,
        action: Option<&str>,
        partition: &Partition,
        class: usize,
    ) -> impl Iterator<Item = StateId> {
        let steps = self.steps[state.index()].iter();
        let fits = move |(own, to, must, _): &&Step<'_>| {
            *must && *own == action && partition.class_of[to.index()] == class
        };
        steps.filter(fits).map(|(_, to, ..)| *to)
    }

    /// The states where a step that may be taken leads, in a class.
    pub fn possible_successors(
        &self,
        state: StateId,
        action: Option<&str>,
        partition: &Partition,
        class: usize,
    ) -> impl Iterator<Item = StateId> {
        let steps = self.steps[state.index()].iter();
        let fits = move |(own, to, _, may): &&Step<'_>| {
            *may && *own == action && partition.class_of[to.index()] == class
        };
        steps.filter(fits).map(|(_, to, ..)| *to)
    }

    /// Whether some step with an action certainly exists in a state.
    pub fn is_certain(&self, state: StateId, action: Option<&str>) -> bool {
        self.certain[state.index()].contains(&action)
    }

    /// The actions that some step certainly has, wherever it leads.
    pub fn certain(&self, state: StateId) -> impl Iterator<Item = &'a str> + '_ {
        self.certain[state.index()].iter().filter_map(|action| *action)
    }

    /// Whether a step with an action may exist in a state.
    pub fn is_possible(&self, state: StateId, action: Option<&str>) -> bool {
        self.steps[state.index()].iter().any(|(own, _, _, may)| *own == action && *may)
    }

    /// The structure of the classes.
    pub fn quotient(&self, partition: &Partition) -> ExplicitKripke {
        let structure = self.structure;
        let mut transitions = Vec::new();
        let mut certain = Vec::new();
        let mut states: TiVec<StateId, ExplicitState> = TiVec::new();
        for (class, members) in partition.classes.iter().enumerate() {
            let from = StateId::from(class);
            let mut steps: BTreeMap<(Option<&str>, usize), (usize, bool)> = BTreeMap::new();
            for state in members {
                let mut own: BTreeMap<(Option<&str>, usize), (bool, bool)> = BTreeMap::new();
                for (action, to, must, may) in &self.steps[state.index()] {
                    let halves = own.entry((*action, partition.class_of[to.index()])).or_default();
                    *halves = (halves.0 || *must, halves.1 || *may);
                }
                for (step, (must, may)) in own {
                    let known = steps.entry(step).or_default();
                    *known = (known.0 + usize::from(must), known.1 || may);
                }
            }
            for ((action, to), (must, may)) in &steps {
                let value = Belnap::from_halves(*must == members.len(), *may);
                if value != Belnap::False {
                    transitions.push(ExplicitTransition {
                        from,
                        to: StateId::from(*to),
                        value,
                        action: action.map(str::to_owned),
                        statement: None,
                    });
                }
            }
            let common = self.common(members);
            let open: Vec<String> = common
                .iter()
                .filter(|action| {
                    let goes = |((own, _), (must, _)): (&(Option<&str>, usize), &(usize, bool))| {
                        own == *action && *must == members.len()
                    };
                    !steps.iter().any(goes)
                })
                .filter_map(|action| action.map(str::to_owned))
                .collect();
            if !open.is_empty() {
                certain.push((from, open));
            }
            states.push(self.class_state(members, common.is_empty()));
        }
        let classes = |states: &[StateId]| -> Vec<StateId> {
            let found: BTreeSet<StateId> =
                states.iter().map(|id| StateId::from(partition.class_of[id.index()])).collect();
            found.into_iter().collect()
        };
        ExplicitKripke {
            semantics: structure.semantics,
            total: true,
            propositions: structure.propositions.clone(),
            locations: structure.locations.clone(),
            scopes: structure.scopes.clone(),
            states: unique(states),
            initial: classes(&structure.initial),
            inhabited: classes(&structure.inhabited),
            prefix: structure.prefix,
            transitions,
            events: Events { certain, ..structure.events.of_other_states() },
        }
    }

    /// The actions that are certain in all of these states.
    fn common(&self, members: &[StateId]) -> BTreeSet<Option<&'a str>> {
        let mut sets = members.iter().map(|state| &self.certain[state.index()]);
        let first = sets.next().cloned().unwrap_or_default();
        sets.fold(first, |all, own| all.intersection(own).copied().collect())
    }

    fn class_state(&self, members: &[StateId], blocking: bool) -> ExplicitState {
        let structure = self.structure;
        let first = &structure.states[members[0]];
        let label = |index: usize| {
            let mut labels = members.iter().map(|id| structure.states[*id].labels[index]);
            let same = labels.all(|label| label == first.labels[index]);
            if same { first.labels[index] } else { Belnap::Unknown }
        };
        let name = match members {
            [_] => first.name.clone(),
            _ => format!("[{}]", first.name),
        };
        let labels = (0..structure.propositions.len()).map(label).collect();
        ExplicitState { name, labels, location: first.location, blocking }
    }
}
