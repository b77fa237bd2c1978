//! Parallel composition (SE-AΩ, Definition 2), on each half of the transition relation.
//!
//! Who takes part in an action is said by alphabets, and not by who happens to be able to. A step
//! without an action is internal to its component: in the composition its action is `name.*`, which
//! synchronises with nothing.
//!
//! What a reader would guess wrong:
//! * That all components are total does not make the composition so: they can wait for each other.
//!   A state of the composition is not blocking if some action is *certain* in it: in every
//!   component that takes part, some step with it exists.
//! * A component that has ended takes no steps: self-loops of `halted` and `failed` are dropped.
//! * The prefix of a component is behind it when it starts to take part.

use std::collections::BTreeSet;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{
    Component, Events, ExplicitKripke, ExplicitState, ExplicitTransition, Location, LocationKind,
    Semantics,
};
use indexmap::{IndexMap, IndexSet};

/// A component of a system.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name. That of a structure that was composed itself is not used.
    pub name: String,
    /// Its structure.
    pub structure: ExplicitKripke,
}

/// The composition of components, as far as their initial states reach.
///
/// # Errors
/// If names clash, the halves do not fit together, or there are more states than `limit`.
pub fn compose(parts: &[Part], limit: usize) -> Result<ExplicitKripke, Diagnostic> {
    Ok(compose_traced(parts, limit)?.structure)
}

/// A composition, and the states of its components that each of its states stands for.
pub struct Composition {
    /// The structure.
    pub structure: ExplicitKripke,
    /// By state: the states of the components, in order.
    pub tuples: Vec<Box<[StateId]>>,
}

/// As [`compose`], with what the states are made of.
///
/// # Errors
/// Those of [`compose`].
pub fn compose_traced(parts: &[Part], limit: usize) -> Result<Composition, Diagnostic> {
    Product::of(parts)?.explore(parts, None, limit)
}

/// As [`compose_traced`], of these states only, by their names: any other stands for whatever may
/// happen, and is called [`ELSEWHERE`].
///
/// # Errors
/// Those of [`compose`].
pub fn compose_only(
    parts: &[Part],
    only: &IndexSet<String>,
    limit: usize,
) -> Result<Composition, Diagnostic> {
    Product::of(parts)?.explore(parts, Some(only), limit)
}

/// The name of a state of the composition.
pub(crate) fn name_of(parts: &[Part], tuple: &[StateId]) -> String {
    let states = parts.iter().zip(tuple).map(|(part, state)| {
        let single = part.structure.events.components.is_empty();
        name_of_part(&part.structure, single, *state)
    });
    states.collect::<Vec<_>>().join(BETWEEN)
}

fn name_of_part(structure: &ExplicitKripke, single: bool, state: StateId) -> String {
    let name = &structure.states[state].name;
    if single { name.replace(BETWEEN, "/") } else { name.clone() }
}

fn product(parts: &[Part]) -> Result<Product<'_>, Diagnostic> {
    let semantics = semantics(parts)?;
    let mut actions = IndexSet::new();
    let members =
        parts.iter().map(|part| Member::new(part, &mut actions)).collect::<Result<Vec<_>, _>>()?;
    check_names(&members)?;
    let mut participants = vec![Vec::new(); actions.len()];
    for (number, member) in members.iter().enumerate() {
        member.known.iter().for_each(|action| participants[*action].push(number));
    }
    Ok(Product { members, actions, participants, semantics })
}

fn refuse(rule: &'static str, message: String) -> Diagnostic {
    Diagnostic::error(rule, Place::Whole, message)
}

fn semantics(parts: &[Part]) -> Result<Semantics, Diagnostic> {
    let has = |wanted| parts.iter().any(|part| part.structure.semantics == wanted);
    match (has(Semantics::Over), has(Semantics::Under)) {
        (true, true) => {
            let message =
                "a structure of 'over' semantics and one of 'under' have no half in common";
            Err(refuse("compose-semantics", message.to_owned()))
        }
        (true, false) => Ok(Semantics::Over),
        (false, true) => Ok(Semantics::Under),
        (false, false) => Ok(Semantics::Exact),
    }
}

/// A step of a component.
#[derive(Clone, Copy)]
struct Move {
    action: usize,
    to: StateId,
    must: bool,
    may: bool,
}

/// A component, prepared.
struct Member<'a> {
    structure: &'a ExplicitKripke,
    components: Vec<Component>,
    propositions: Vec<(String, Vec<Belnap>)>,
    /// The actions it takes part in, its own internal ones included.
    known: BTreeSet<usize>,
    /// By state, ascending by action.
    moves: Vec<Vec<Move>>,
    /// By state: actions that some step has.
    certain: Vec<BTreeSet<usize>>,
    initial: Vec<StateId>,
    inhabited: Vec<StateId>,
}

impl<'a> Member<'a> {
    fn new(part: &'a Part, actions: &mut IndexSet<String>) -> Result<Self, Diagnostic> {
        let structure = &part.structure;
        let components = components(part);
        let single = structure.events.components.is_empty();
        let internal = components.first().map(Component::internal).unwrap_or_default();
        let mut known = BTreeSet::new();
        for component in &components {
            known.extend(component.alphabet.iter().map(|one| actions.insert_full(one.clone()).0));
            known.insert(actions.insert_full(component.internal()).0);
        }
        let mut moves = vec![Vec::new(); structure.states.len()];
        for transition in structure.transitions.iter().filter(|step| !has_ended(structure, step)) {
            let name = match &transition.action {
                Some(action) => action,
                None if single => &internal,
                None => {
                    let message = format!("'{}' has a step without an action", part.name);
                    return Err(refuse("compose-internal", message));
                }
            };
            let Some(action) = actions.get_index_of(name) else {
                let message = format!("'{name}' is not in the alphabet of '{}'", part.name);
                return Err(refuse("compose-alphabet", message));
            };
            let must = transition.value.must() && structure.semantics != Semantics::Over;
            let may = transition.value.may();
            moves[transition.from.index()].push(Move { action, to: transition.to, must, may });
        }
        moves.iter_mut().for_each(|row| row.sort_by_key(|step| (step.action, step.to)));
        let certain = structure
            .states
            .keys()
            .map(|state| certain(structure, state, &moves[state.index()], actions))
            .collect();
        Ok(Member {
            structure,
            propositions: propositions(part, single),
            components,
            known,
            moves,
            certain,
            initial: behind_prefix(structure, &structure.initial, Belnap::may),
            inhabited: behind_prefix(structure, &structure.inhabited, Belnap::must),
        })
    }

    /// The steps from a state with an action.
    fn with(&self, state: StateId, action: usize) -> &[Move] {
        let row = &self.moves[state.index()];
        let start = row.partition_point(|step| step.action < action);
        let end = row.partition_point(|step| step.action <= action);
        &row[start..end]
    }
}

/// What a structure was composed from; a structure that was not is a component itself.
pub fn components(part: &Part) -> Vec<Component> {
    let events = &part.structure.events;
    if !events.components.is_empty() {
        return events.components.clone();
    }
    let mut alphabet: IndexSet<String> = events.alphabet.iter().cloned().collect();
    alphabet.extend(part.structure.transitions.iter().filter_map(|step| step.action.clone()));
    vec![Component { name: part.name.clone(), alphabet: alphabet.into_iter().collect() }]
}

/// Whether a step is the self-loop of a program that has ended.
fn has_ended(structure: &ExplicitKripke, step: &ExplicitTransition) -> bool {
    let end =
        |location: &Location| matches!(location.kind, LocationKind::Halted | LocationKind::Failed);
    let at = structure.states[step.from].location;
    step.from == step.to && at.is_some_and(|at| end(&structure.locations[at]))
}

/// The actions that some step from a state has, wherever it leads.
fn certain(
    structure: &ExplicitKripke,
    state: StateId,
    moves: &[Move],
    actions: &IndexSet<String>,
) -> BTreeSet<usize> {
    let listed = structure.events.certain_in(state).iter();
    let mut found: BTreeSet<usize> =
        listed.filter_map(|action| actions.get_index_of(action)).collect();
    found.extend(moves.iter().filter(|step| step.must).map(|step| step.action));
    let mut possible = moves.iter().filter(|step| step.may).map(|step| step.action);
    let total = structure.total && !structure.states[state].blocking;
    if let Some(first) = possible.next()
        && total
        && structure.semantics != Semantics::Under
        && possible.all(|action| action == first)
    {
        found.insert(first);
    }
    found
}

/// The states where a component is when its prefix is behind it, by steps of one half: those that
/// may exist lead to all there are, those that must to some that are known to be there.
fn behind_prefix(
    structure: &ExplicitKripke,
    states: &[StateId],
    half: fn(Belnap) -> bool,
) -> Vec<StateId> {
    let mut states: IndexSet<StateId> = states.iter().copied().collect();
    for _ in 0..structure.prefix {
        let from = |step: &&ExplicitTransition| states.contains(&step.from) && half(step.value);
        states = structure.transitions.iter().filter(from).map(|step| step.to).collect();
    }
    states.into_iter().collect()
}

/// The propositions of a component under their names in the composition, places of programs
/// included.
fn propositions(part: &Part, single: bool) -> Vec<(String, Vec<Belnap>)> {
    let structure = &part.structure;
    let named = |name: &str| match single {
        true => format!("{}.{name}", part.name),
        false => name.to_owned(),
    };
    let values = |index: usize| structure.states.iter().map(|state| state.labels[index]).collect();
    let mut found: IndexMap<String, Vec<Belnap>> = IndexMap::new();
    for (index, name) in structure.propositions.iter().enumerate() {
        found.insert(named(name), values(index));
    }
    let mut places: IndexSet<String> = IndexSet::new();
    for location in &structure.locations {
        places.extend(places_of(structure, location));
    }
    for place in places {
        let is_there = |state: &ExplicitState| match state.location {
            Some(at) => places_of(structure, &structure.locations[at]).contains(&place).into(),
            None => Belnap::Unknown,
        };
        let name = named(&place);
        if !found.contains_key(&name) {
            found.insert(name, structure.states.iter().map(is_there).collect());
        }
    }
    found.into_iter().collect()
}

/// The atoms that are true at a location.
fn places_of(structure: &ExplicitKripke, location: &Location) -> Vec<String> {
    let procedure = &structure.scopes[location.scope].procedure;
    let labels = location.labels.iter();
    let mut found: Vec<String> =
        labels.flat_map(|own| [format!("at({own})"), format!("at({procedure}:{own})")]).collect();
    found.extend(location.source.as_ref().map(|line| format!("at({line})")));
    found.extend(location.enters.as_ref().map(|procedure| format!("enter({procedure})")));
    match location.kind {
        LocationKind::Normal | LocationKind::Deeper => {}
        LocationKind::Halted => found.push("halted".to_owned()),
        LocationKind::Failed => found.push("failed".to_owned()),
    }
    found
}

fn check_names(members: &[Member<'_>]) -> Result<(), Diagnostic> {
    let mut names: IndexMap<&str, usize> = IndexMap::new();
    let components = members.iter().enumerate();
    for (number, component) in
        components.flat_map(|(n, own)| own.components.iter().map(move |c| (n, c)))
    {
        if names.insert(&component.name, number).is_some() {
            let message = format!("there are two components called '{}'", component.name);
            return Err(refuse("compose-component", message));
        }
    }
    let all: Vec<&Component> = members.iter().flat_map(|member| &member.components).collect();
    for component in &all {
        let internal = component.internal();
        if all.iter().any(|other| other.alphabet.contains(&internal)) {
            let message = format!("'{internal}' is an action, and an internal step of a component");
            return Err(refuse("compose-alphabet", message));
        }
    }
    let mut propositions = IndexSet::new();
    for (name, _) in members.iter().flat_map(|member| &member.propositions) {
        if !propositions.insert(name) {
            let message = format!("there are two propositions '{name}'");
            return Err(refuse("compose-proposition", message));
        }
    }
    Ok(())
}

/// A composition, step by step.
pub(crate) struct Product<'a> {
    members: Vec<Member<'a>>,
    actions: IndexSet<String>,
    /// By action: the members that take part.
    participants: Vec<Vec<usize>>,
    semantics: Semantics,
}

/// The state of each member.
pub(crate) type Tuple = Box<[StateId]>;

/// The state that stands for all those that are left out.
pub const ELSEWHERE: &str = "elsewhere";

/// A step from a tuple: its action, where it leads, whether it must and may exist.
pub(crate) type Joint = (usize, Tuple, bool, bool);

impl<'a> Product<'a> {
    /// That of components.
    pub(crate) fn of(parts: &'a [Part]) -> Result<Product<'a>, Diagnostic> {
        product(parts)
    }

    /// The initial states.
    pub(crate) fn initial(&self) -> Vec<Tuple> {
        let initial: Vec<&[StateId]> =
            self.members.iter().map(|own| own.initial.as_slice()).collect();
        combinations(&initial)
    }

    /// How many actions there are.
    pub(crate) fn actions(&self) -> usize {
        self.actions.len()
    }

    /// The number of an action.
    pub(crate) fn number(&self, action: &str) -> Option<usize> {
        self.actions.get_index_of(action)
    }

    /// The components that take part in an action.
    pub(crate) fn participants(&self, action: usize) -> &[usize] {
        &self.participants[action]
    }

    /// An action.
    pub(crate) fn action(&self, number: usize) -> &str {
        &self.actions[number]
    }

    fn explore(
        &self,
        parts: &[Part],
        only: Option<&IndexSet<String>>,
        limit: usize,
    ) -> Result<Composition, Diagnostic> {
        let mut tuples: IndexSet<Tuple> = IndexSet::new();
        let inhabited: Vec<&[StateId]> =
            self.members.iter().map(|own| own.inhabited.as_slice()).collect();
        // What is left out is a tuple of nothing.
        let number = |tuple: Tuple, tuples: &mut IndexSet<Tuple>| {
            let is_known = only.is_none_or(|only| only.contains(&self.name(&tuple)));
            let tuple = if is_known { tuple } else { Tuple::default() };
            StateId::from(tuples.insert_full(tuple).0)
        };
        let initial: Vec<StateId> =
            self.initial().into_iter().map(|one| number(one, &mut tuples)).collect();
        let inhabited: Vec<StateId> =
            combinations(&inhabited).into_iter().map(|one| number(one, &mut tuples)).collect();
        let mut transitions: Vec<ExplicitTransition> = Vec::new();
        let mut states: TiVec<StateId, ExplicitState> = TiVec::new();
        let mut certain = Vec::new();
        while let Some(tuple) = tuples.get_index(states.len()).cloned() {
            let from = StateId::from(states.len());
            if tuple.is_empty() && !self.members.is_empty() {
                states.push(self.elsewhere());
                transitions.extend(self.anything(from));
                continue;
            }
            let (own, blocking) = self.certain(&tuple);
            if !own.is_empty() {
                certain.push((from, own));
            }
            states.push(self.state(&tuple, blocking));
            for (action, to, must, may) in self.steps(&tuple) {
                let to = number(to, &mut tuples);
                let (value, action) =
                    (Belnap::from_halves(must, may), Some(self.actions[action].clone()));
                transitions.push(ExplicitTransition { from, to, value, action, statement: None });
            }
            if tuples.len() > limit {
                let message = format!("the composition has more than {limit} states");
                return Err(refuse("compose-limit", message));
            }
        }
        let components: Vec<Component> = parts.iter().flat_map(components).collect();
        let alphabet: IndexSet<String> =
            components.iter().flat_map(|component| component.alphabet.iter().cloned()).collect();
        let propositions = self.members.iter().flat_map(|member| &member.propositions);
        let structure = ExplicitKripke {
            semantics: self.semantics,
            total: true,
            propositions: propositions.map(|(name, _)| name.clone()).collect(),
            locations: TiVec::new(),
            scopes: TiVec::new(),
            states: unique(states),
            initial,
            inhabited,
            prefix: 0,
            transitions,
            events: Events { alphabet: alphabet.into_iter().collect(), components, certain },
        };
        Ok(Composition { structure, tuples: tuples.into_iter().collect() })
    }

    /// The name of a tuple.
    fn name(&self, tuple: &[StateId]) -> String {
        let names = self.members.iter().zip(tuple).map(|(member, state)| {
            let single = member.structure.events.components.is_empty();
            name_of_part(member.structure, single, *state)
        });
        names.collect::<Vec<_>>().join(BETWEEN)
    }

    fn state(&self, tuple: &[StateId], blocking: bool) -> ExplicitState {
        let mut labels = Vec::new();
        for (member, state) in self.members.iter().zip(tuple) {
            labels.extend(member.propositions.iter().map(|(_, values)| values[state.index()]));
        }
        ExplicitState { name: self.name(tuple), labels, location: None, blocking }
    }

    fn elsewhere(&self) -> ExplicitState {
        let count = self.members.iter().map(|member| member.propositions.len()).sum();
        let labels = vec![Belnap::Unknown; count];
        ExplicitState { name: ELSEWHERE.to_owned(), labels, location: None, blocking: true }
    }

    /// Every step that there might be.
    fn anything(&self, at: StateId) -> impl Iterator<Item = ExplicitTransition> + '_ {
        self.actions.iter().map(move |action| ExplicitTransition {
            from: at,
            to: at,
            value: Belnap::Unknown,
            action: Some(action.clone()),
            statement: None,
        })
    }

    /// Steps from a tuple, one for each action and target.
    pub(crate) fn steps(&self, tuple: &[StateId]) -> Vec<Joint> {
        let mut found: IndexMap<(usize, Tuple), (bool, bool)> = IndexMap::new();
        for action in self.possible(tuple) {
            let participants = &self.participants[action];
            let own = |number: &usize| self.members[*number].with(tuple[*number], action);
            let choices: Vec<&[Move]> = participants.iter().map(own).collect();
            for choice in combinations(&choices) {
                let mut to: Tuple = tuple.into();
                for (number, step) in participants.iter().zip(choice.iter()) {
                    to[*number] = step.to;
                }
                let must = choice.iter().all(|step| step.must);
                let may = choice.iter().all(|step| step.may);
                let known = found.entry((action, to)).or_default();
                *known = (known.0 || must, known.1 || may);
            }
        }
        let steps = found.into_iter().filter(|(_, (must, may))| *must || *may);
        steps.map(|((action, to), (must, may))| (action, to, must, may)).collect()
    }

    /// The actions with which every participant has a step.
    fn possible(&self, tuple: &[StateId]) -> Vec<usize> {
        let mut found = Vec::new();
        for (number, member) in self.members.iter().enumerate() {
            let mut last = None;
            for step in &member.moves[tuple[number].index()] {
                let participants = &self.participants[step.action];
                if last.replace(step.action) == Some(step.action) || participants[0] != number {
                    continue;
                }
                let joins = |other: &usize| {
                    !self.members[*other].with(tuple[*other], step.action).is_empty()
                };
                if participants.iter().all(joins) {
                    found.push(step.action);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The actions that are certain though no step with them is, and whether none is certain.
    fn certain(&self, tuple: &[StateId]) -> (Vec<String>, bool) {
        let mut blocking = true;
        let mut open = BTreeSet::new();
        for (number, member) in self.members.iter().enumerate() {
            for action in &member.certain[tuple[number].index()] {
                let participants = &self.participants[*action];
                let has = |other: &usize| {
                    self.members[*other].certain[tuple[*other].index()].contains(action)
                };
                if participants[0] != number || !participants.iter().all(has) {
                    continue;
                }
                blocking = false;
                let must = |other: &usize| {
                    let mut steps = self.members[*other].with(tuple[*other], *action).iter();
                    steps.any(|step| step.must)
                };
                if !participants.iter().all(must) {
                    open.insert(*action);
                }
            }
        }
        (open.into_iter().map(|action| self.actions[action].clone()).collect(), blocking)
    }
}

/// What stands between the names of states of components.
pub const BETWEEN: &str = " | ";

/// Names of states of components may have been changed so that two became one.
pub(crate) fn unique(mut states: TiVec<StateId, ExplicitState>) -> TiVec<StateId, ExplicitState> {
    let mut names = IndexSet::new();
    for state in &mut states {
        let mut name = state.name.clone();
        let mut number = 1;
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{}#{number}", state.name);
        }
        state.name = name;
    }
    states
}

/// One of each, in all ways.
fn combinations<T: Copy>(choices: &[&[T]]) -> Vec<Box<[T]>> {
    let mut found: Vec<Vec<T>> = vec![Vec::with_capacity(choices.len())];
    for choice in choices {
        let longer = |before: &Vec<T>| {
            let with = |one: &T| before.iter().copied().chain([*one]).collect();
            choice.iter().map(with).collect::<Vec<Vec<T>>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found.into_iter().map(Vec::into_boxed_slice).collect()
}
