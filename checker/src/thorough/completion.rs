//! Completions as structures of their own: evidence that a formula is satisfied, or violated, by
//! one.
//!
//! A strategy of the builder, or what else shows that there is a completion, gives a [`Draft`].
//! What is made of it is checked again by code that knows nothing of games: that every clause of
//! completeness holds between the copies and their states (Def. 3), and that the plain engine gives
//! the formula the value that it should have.

use std::collections::{HashMap, HashSet, VecDeque};

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::property::Formula;

use super::closure::Closure;
use super::demands::{Completions, Demands};
use super::faithful::unfaithful;
use super::model::Model;
use super::obligations::{Played, Position};
use super::polarity::Signs;
use crate::explicit::{self, ExplicitOptions};

/// A copy of a state.
#[derive(Clone, Debug)]
pub struct DraftCopy {
    /// The state of the view.
    pub state: u32,
    /// The values of some of the formula's atoms.
    pub label: Vec<(u32, bool)>,
    /// Moves of the state, each with the copy behind it.
    pub next: Vec<(u32, u32)>,
}

/// Copies of states, with their successors.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    copies: Vec<DraftCopy>,
    /// Copies without requirements, by state.
    free: HashMap<u32, u32>,
}

impl Draft {
    /// One more copy.
    pub fn add(&mut self, copy: DraftCopy) -> u32 {
        self.copies.push(copy);
        self.copies.len() as u32 - 1
    }

    /// Gives a copy its successors: moves of its state, each with the copy behind it.
    pub fn lead(&mut self, copy: u32, next: Vec<(u32, u32)>) {
        self.copies[copy as usize].next = next;
    }

    /// A copy of a state that only has to be a completion.
    pub fn free(&mut self, view: &Demands, state: u32) -> u32 {
        let mut work = Vec::new();
        let root = self.reserve(state, &mut work);
        while let Some((copy, state)) = work.pop() {
            let own = &view.states[state as usize];
            let mut next = Vec::with_capacity(own.demands.len());
            for demand in &own.demands {
                // Demands are not empty, and everything that is left has a completion.
                let index = demand[0];
                next.push((index, self.reserve(own.moves[index as usize].to, &mut work)));
            }
            self.copies[copy as usize].next = next;
        }
        root
    }

    fn reserve(&mut self, state: u32, work: &mut Vec<(u32, u32)>) -> u32 {
        if let Some(known) = self.free.get(&state) {
            return *known;
        }
        let copy = self.add(DraftCopy { state, label: Vec::new(), next: Vec::new() });
        self.free.insert(state, copy);
        work.push((copy, state));
        copy
    }

    /// The completion that the builder's strategy makes of a position, with its first copy.
    pub fn of_game(played: &Played<'_>, root: u32) -> (Self, u32) {
        let mut draft = Draft::default();
        let mut copies: HashMap<u32, u32> = HashMap::new();
        let mut work = Vec::new();
        let first = draft.copy_at(played, root, &mut copies, &mut work);
        while let Some((copy, position)) = work.pop() {
            let Some(chosen) = played.choice(position) else { continue };
            let Position::Chosen(choice) = played.position(chosen) else { continue };
            draft.copies[copy as usize].label.clone_from(&choice.label);
            let mut next = Vec::new();
            for &asked in played.successors(chosen) {
                let Position::Asked(cause) = played.position(asked) else { continue };
                let moves = played.moves(draft.copies[copy as usize].state, *cause);
                let answer = played.choice(asked);
                let at = played.successors(asked).iter().position(|to| Some(*to) == answer);
                if let (Some(answer), Some(at)) = (answer, at) {
                    let to = draft.copy_at(played, answer, &mut copies, &mut work);
                    next.push((moves[at], to));
                }
            }
            draft.copies[copy as usize].next = next;
        }
        (draft, first)
    }

    fn copy_at(
        &mut self,
        played: &Played<'_>,
        position: u32,
        copies: &mut HashMap<u32, u32>,
        work: &mut Vec<(u32, u32)>,
    ) -> u32 {
        let Position::Copy(own) = played.position(position) else { return 0 };
        if played.required(*own).is_empty() {
            return self.free(played.model.view, own.state);
        }
        *copies.entry(position).or_insert_with(|| {
            let copy = DraftCopy { state: own.state, label: Vec::new(), next: Vec::new() };
            let copy = self.add(copy);
            work.push((copy, position));
            copy
        })
    }

    /// The completion that is best for a formula that three values are enough for: each atom as its
    /// sign says; transitions that need not be are there if `keep`.
    pub fn by_signs(view: &Demands, atoms: &[Signs], keep: bool) -> Self {
        let label: Vec<(u32, bool)> =
            (0..).zip(atoms).map(|(atom, signs)| (atom, signs.positive)).collect();
        let copy = |(number, state): (u32, &super::demands::DemandState)| {
            let next = |index: u32| (index, state.moves[index as usize].to);
            let next = match keep {
                true => (0..state.moves.len() as u32).map(next).collect(),
                false => state.demands.iter().map(|demand| next(demand[0])).collect(),
            };
            DraftCopy { state: number, label: label.clone(), next }
        };
        let copies = (0..).zip(&view.states).map(copy).collect();
        Draft { copies, free: HashMap::new() }
    }
}

/// A completion of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Whether it satisfies the formula.
    pub satisfies: bool,
    /// The structure; its first state is the initial one.
    pub structure: ExplicitKripke,
    /// The state of the original that each is a copy of.
    pub copy_of: Vec<StateId>,
    /// What other code said of it: nothing if all is well.
    pub doubt: Option<String>,
}

/// What completions are made of.
pub struct Maker<'m> {
    /// The structure that is completed.
    pub structure: &'m ExplicitKripke,
    /// Its view, with labels.
    pub model: &'m Model<'m>,
    /// The formula, as the view's labels have it.
    pub closure: &'m Closure,
    /// The formula as it was written.
    pub formula: &'m Formula,
    /// Which completions are meant.
    pub completions: Completions,
}

/// Completions with more states than this are not checked again: the plain engine is slow.
const MOST_CHECKED: usize = 2000;

impl Maker<'_> {
    /// The part of a draft that a copy reaches, as a structure, checked.
    pub fn make(&self, draft: &Draft, root: u32, satisfies: bool) -> Completion {
        let order = reached(draft, root);
        let numbers: HashMap<u32, usize> =
            order.iter().enumerate().map(|(number, copy)| (*copy, number)).collect();
        let propositions = self.propositions();
        let mut names = HashMap::new();
        let mut states = Vec::with_capacity(order.len());
        let mut transitions = Vec::new();
        for (number, copy) in order.iter().enumerate() {
            let copy = &draft.copies[*copy as usize];
            states.push(self.state(copy, &propositions, &mut names));
            let mut next: Vec<(Option<u32>, usize)> = copy
                .next
                .iter()
                .map(|(index, to)| {
                    let step = self.model.view.states[copy.state as usize].moves[*index as usize];
                    (step.action, numbers[to])
                })
                .collect();
            next.sort_unstable();
            next.dedup();
            transitions.extend(next.into_iter().map(|(action, to)| ExplicitTransition {
                from: StateId::from(number),
                to: StateId::from(to),
                value: Belnap::True,
                action: action.map(|action| self.model.view.actions[action as usize].clone()),
                statement: None,
            }));
        }
        let structure = ExplicitKripke {
            semantics: Semantics::Exact,
            total: self.completions == Completions::Total,
            propositions,
            locations: Vec::new().into(),
            scopes: Vec::new().into(),
            states: states.into(),
            initial: vec![StateId(0)],
            inhabited: vec![StateId(0)],
            prefix: self.structure.prefix,
            transitions,
            events: self.structure.events.of_other_states(),
        };
        let origin =
            |copy: &u32| self.model.view.origins[draft.copies[*copy as usize].state as usize];
        let copy_of: Vec<StateId> = order.iter().map(origin).collect();
        let mut completion = Completion { satisfies, structure, copy_of, doubt: None };
        completion.doubt = self.doubt(&completion);
        completion
    }

    /// The structure's propositions, and the atoms that are none of them.
    fn propositions(&self) -> Vec<String> {
        let mut propositions = self.structure.propositions.clone();
        for (atom, _) in &self.closure.atoms {
            let name = atom.to_string();
            if !propositions.contains(&name) {
                propositions.push(name);
            }
        }
        propositions
    }

    fn state(
        &self,
        copy: &DraftCopy,
        propositions: &[String],
        names: &mut HashMap<StateId, u32>,
    ) -> ExplicitState {
        let origin = self.model.view.origins[copy.state as usize];
        let original = &self.structure.states[origin];
        let mut name = original.name.clone();
        let number = names.entry(origin).or_insert(0);
        if *number > 0 {
            name = format!("{}#{number}", original.name);
        }
        *number += 1;
        let mut labels: Vec<Belnap> = original.labels.clone();
        labels.resize(propositions.len(), Belnap::False);
        let known = self.model.label(copy.state);
        for (atom, (own, _)) in self.closure.atoms.iter().enumerate() {
            let own = own.to_string();
            if let Some(at) = propositions.iter().position(|name| *name == own) {
                labels[at] = known[atom];
                if let Some((_, value)) = copy.label.iter().find(|(own, _)| *own as usize == atom)
                    && known[atom] == Belnap::Unknown
                {
                    labels[at] = Belnap::from(*value);
                }
            }
        }
        for label in &mut labels {
            *label = Belnap::from(*label == Belnap::True);
        }
        ExplicitState { name, labels, location: None, blocking: original.blocking }
    }

    /// What is wrong with a completion, if something is.
    fn doubt(&self, completion: &Completion) -> Option<String> {
        if completion.structure.states.len() > MOST_CHECKED {
            return Some(format!(
                "it has more than {MOST_CHECKED} states, and was not checked again"
            ));
        }
        if let Some(wrong) = unfaithful(self.structure, self.completions, completion) {
            return Some(wrong);
        }
        let plain = ExplicitOptions { hyper: false };
        let found = match explicit::evaluate(&completion.structure, self.formula, &plain) {
            Ok(values) => explicit::at_entry(&completion.structure, &values, &plain)[0],
            Err(refused) => return Some(refused.to_string()),
        };
        let wanted = Belnap::from(completion.satisfies);
        (found != wanted).then(|| format!("the plain engine says {found} of it"))
    }
}

/// How two completions of one state differ first, going along from their first states.
pub fn difference(
    structure: &ExplicitKripke,
    satisfying: &Completion,
    violating: &Completion,
) -> Option<String> {
    let name = |state: StateId| &structure.states[state].name;
    let mut seen = HashSet::from([(0, 0)]);
    let mut work = VecDeque::from([(0, 0)]);
    while let Some((left, right)) = work.pop_front() {
        let here = name(satisfying.copy_of[left]);
        let labels = |completion: &Completion, at: usize| {
            completion.structure.states[StateId::from(at)].labels.clone()
        };
        let own = labels(satisfying, left).into_iter().zip(labels(violating, right));
        let mut named = satisfying.structure.propositions.iter().zip(own);
        if let Some((proposition, (value, _))) = named.find(|(_, (own, other))| own != other) {
            let (value, other) =
                if value == Belnap::True { ("true", "false") } else { ("false", "true") };
            return Some(format!(
                "where it is satisfied, {proposition} is {value} in {here}, else {other}"
            ));
        }
        let (own, other) = (satisfying.next(left), violating.next(right));
        let lacks = |them: &[(StateId, usize)], one: &(StateId, usize)| {
            them.iter().all(|(state, _)| *state != one.0)
        };
        if let Some((to, _)) = own.iter().find(|one| lacks(&other, one)) {
            return Some(format!(
                "where it is satisfied, there is a transition from {here} to {}",
                name(*to)
            ));
        }
        if let Some((to, _)) = other.iter().find(|one| lacks(&own, one)) {
            return Some(format!(
                "where it is satisfied, there is no transition from {here} to {}",
                name(*to)
            ));
        }
        for (state, to) in own {
            for (_, other) in other.iter().filter(|(own, _)| *own == state) {
                if seen.insert((to, *other)) {
                    work.push_back((to, *other));
                }
            }
        }
    }
    None
}

impl Completion {
    /// The states behind a state, with what they are copies of.
    fn next(&self, from: usize) -> Vec<(StateId, usize)> {
        let steps = self.structure.transitions.iter().filter(|step| step.from.index() == from);
        steps.map(|step| (self.copy_of[step.to.index()], step.to.index())).collect()
    }
}

/// The copies that one reaches, itself first.
fn reached(draft: &Draft, root: u32) -> Vec<u32> {
    let mut order = vec![root];
    let mut seen = vec![false; draft.copies.len()];
    seen[root as usize] = true;
    let mut at = 0;
    while let Some(copy) = order.get(at) {
        at += 1;
        let next: Vec<u32> = draft.copies[*copy as usize].next.iter().map(|(_, to)| *to).collect();
        for to in next {
            if !std::mem::replace(&mut seen[to as usize], true) {
                order.push(to);
            }
        }
    }
    order
}
