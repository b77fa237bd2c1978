//! Explicit structures, to and from their wire form.
//!
//! Printed form: states as an object from names to labels, unless some state has a location or
//! may block; labels without those that are `f`; transitions as pairs and triples, unless they
//! have an action or a statement.

use std::borrow::Cow;
use std::collections::HashMap;

use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{LocId, StateId, TiSlice, TiVec};
use belnap_ir::kripke::{
    Component, Events, ExplicitKripke, ExplicitState, ExplicitTransition, Location,
};
use belnap_ir::validate::findings::Findings;
use indexmap::{IndexMap, IndexSet};

use super::program;
use super::wire::{
    ComponentWire, Entries, ExplicitTag, ExplicitWire, FormatTag, LabelsWire, StateObject,
    StateWire, StatesWire, TransitionObject, TransitionWire, ValueWire,
};
use crate::header::Header;

pub(super) fn to_wire<'a>(header: &'a Header, kripke: &'a ExplicitKripke) -> ExplicitWire<'a> {
    let name = |state: &StateId| kripke.states[*state].name.as_str().into();
    let propositions: Vec<_> = kripke.propositions.iter().map(Into::into).collect();
    ExplicitWire {
        format: FormatTag::Kripke,
        version: super::FORMAT.version,
        kind: ExplicitTag::Explicit,
        producer: header.producer.as_str().into(),
        inputs: header.inputs.clone(),
        semantics: kripke.semantics,
        total: kripke.total,
        prefix: kripke.prefix,
        alphabet: kripke.events.alphabet.iter().map(Into::into).collect(),
        components: kripke.events.components.iter().map(component_to_wire).collect(),
        certain: certain_to_wire(kripke),
        propositions: if propositions.is_empty() { None } else { Some(propositions) },
        scopes: program::scopes_to_wire(&kripke.scopes),
        locations: program::locations_to_wire(&kripke.locations),
        initial: kripke.initial.iter().map(name).collect(),
        inhabited: (kripke.inhabited != kripke.initial)
            .then(|| kripke.inhabited.iter().map(name).collect()),
        states: states_to_wire(kripke),
        transitions: Some(
            kripke
                .transitions
                .iter()
                .map(|transition| transition_to_wire(transition, kripke))
                .collect(),
        ),
        must: None,
        may: None,
    }
}

fn component_to_wire(component: &Component) -> ComponentWire<'_> {
    ComponentWire {
        name: component.name.as_str().into(),
        alphabet: component.alphabet.iter().map(Into::into).collect(),
    }
}

fn certain_to_wire(kripke: &ExplicitKripke) -> Entries<'_, Vec<Cow<'_, str>>> {
    let mut entries = Vec::with_capacity(kripke.events.certain.len());
    for (state, actions) in &kripke.events.certain {
        let name = kripke.states[*state].name.as_str().into();
        entries.push((name, actions.iter().map(Into::into).collect()));
    }
    Entries(entries)
}

fn owned(names: Vec<Cow<'_, str>>) -> Vec<String> {
    names.into_iter().map(Cow::into_owned).collect()
}

fn component_from_wire(one: ComponentWire<'_>) -> Component {
    Component { name: one.name.into_owned(), alphabet: owned(one.alphabet) }
}

fn states_to_wire(kripke: &ExplicitKripke) -> StatesWire<'_> {
    let labels = |state: &ExplicitState| {
        let listed = kripke.propositions.iter().zip(state.labels.iter().copied());
        let listed = listed.filter(|(_, value)| *value != Belnap::False);
        let entries = listed.map(|(name, value)| (name.into(), ValueWire(value))).collect();
        LabelsWire::Object(Entries(entries))
    };
    if kripke.states.iter().all(|state| state.location.is_none() && !state.blocking) {
        let states = kripke.states.iter();
        let entries = states.map(|state| (state.name.as_str().into(), labels(state))).collect();
        return StatesWire::ByName(Entries(entries));
    }
    let states = kripke.states.iter().map(|state| {
        StateWire::Object(StateObject {
            name: state.name.as_str().into(),
            labels: labels(state),
            location: state.location.map(|at| kripke.locations[at].name.as_str().into()),
            blocking: state.blocking,
        })
    });
    StatesWire::List(states.collect())
}

fn transition_to_wire<'a>(
    transition: &'a ExplicitTransition,
    kripke: &'a ExplicitKripke,
) -> TransitionWire<'a> {
    let name = |state: StateId| kripke.states[state].name.as_str().into();
    let (from, to) = (name(transition.from), name(transition.to));
    let certain = transition.value == Belnap::True;
    let value = ValueWire(transition.value);
    if transition.action.is_some() || transition.statement.is_some() {
        TransitionWire::Object(Box::new(TransitionObject {
            from,
            to,
            value: if certain { None } else { Some(value) },
            action: transition.action.as_deref().map(Into::into),
            statement: transition.statement.as_deref().map(Into::into),
        }))
    } else if certain {
        TransitionWire::Pair(from, to)
    } else {
        TransitionWire::Triple(from, to, value)
    }
}

/// Resolves names; the result satisfies the rules of the module root, not yet those of the
/// validator.
pub(super) fn from_wire(wire: ExplicitWire<'_>) -> Result<ExplicitKripke, Vec<Diagnostic>> {
    let mut reader = Reader {
        kmts: wire.must.is_some() || wire.may.is_some(),
        findings: Findings::default(),
        states: HashMap::new(),
    };
    let locations = program::locations_from_wire(wire.locations);
    let listed = states_from_wire(wire.states);
    reader.states.reserve(listed.len());
    for (index, state) in listed.iter().enumerate() {
        reader.states.entry(state.name.clone()).or_insert_with(|| StateId::from(index));
    }
    let (propositions, states) = reader.label_states(wire.propositions, listed, &locations);
    let initial = reader.state_list("initial", wire.initial);
    let inhabited = match wire.inhabited {
        Some(names) => reader.state_list("inhabited", names),
        None => initial.clone(),
    };
    let transitions = match (wire.transitions, reader.kmts) {
        (Some(transitions), false) => reader.transitions(transitions),
        (None, true) => {
            reader.kmts_transitions(wire.must.unwrap_or_default(), wire.may.unwrap_or_default())
        }
        (given, _) => {
            let message = if given.is_some() {
                "transitions are given twice, by 'transitions' and by 'must' and 'may'"
            } else {
                "there are no transitions: give 'transitions', or 'must' and 'may'"
            };
            reader.findings.add(Diagnostic::error("kripke-notation", Place::Whole, message));
            Vec::new()
        }
    };
    let mut certain: Vec<(StateId, Vec<String>)> = Vec::new();
    for (state, actions) in wire.certain.0 {
        let found = reader.state_list("certain", vec![state]);
        certain.extend(found.into_iter().map(|state| (state, owned(actions.clone()))));
    }
    certain.sort_by_key(|(state, _)| *state);
    if !reader.findings.is_empty() {
        return Err(reader.findings.into_vec());
    }
    let events = Events {
        alphabet: owned(wire.alphabet),
        components: wire.components.into_iter().map(component_from_wire).collect(),
        certain,
    };
    Ok(ExplicitKripke {
        semantics: wire.semantics,
        total: wire.total,
        propositions,
        scopes: program::scopes_from_wire(wire.scopes, !locations.is_empty()),
        locations,
        states,
        initial,
        inhabited,
        prefix: wire.prefix,
        transitions,
        events,
    })
}

/// A state as listed, whatever the notation.
struct Listed<'a> {
    name: String,
    labels: LabelsWire<'a>,
    location: Option<String>,
    blocking: bool,
    /// Whether it stands in a list, with its labels in a field.
    in_list: bool,
}

fn states_from_wire(states: StatesWire<'_>) -> Vec<Listed<'_>> {
    let plain = |name: String, labels, in_list| Listed {
        name,
        labels,
        location: None,
        blocking: false,
        in_list,
    };
    match states {
        StatesWire::ByName(Entries(entries)) => entries
            .into_iter()
            .map(|(name, labels)| plain(name.into_owned(), labels, false))
            .collect(),
        StatesWire::List(list) => list
            .into_iter()
            .map(|state| match state {
                StateWire::Name(name) => plain(name.into_owned(), LabelsWire::default(), true),
                StateWire::Object(state) => Listed {
                    name: state.name.into_owned(),
                    labels: state.labels,
                    location: state.location.map(Into::into),
                    blocking: state.blocking,
                    in_list: true,
                },
            })
            .collect(),
    }
}

struct Reader {
    /// The file uses the notation of KMTSs.
    kmts: bool,
    findings: Findings,
    states: HashMap<String, StateId>,
}

impl Reader {
    fn label_states(
        &mut self,
        declared: Option<Vec<Cow<'_, str>>>,
        listed: Vec<Listed<'_>>,
        locations: &TiSlice<LocId, Location>,
    ) -> (Vec<String>, TiVec<StateId, ExplicitState>) {
        let location_ids = program::ids_by_name(locations);
        let names: Vec<String> = match &declared {
            Some(names) => names.iter().map(|name| name.to_string()).collect(),
            None => used_propositions(&listed),
        };
        let mut ids = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            ids.entry(name.as_str()).or_insert(index);
        }
        let mut labeller = Labeller {
            names: &names,
            ids,
            declared: declared.is_some(),
            last: vec![0; names.len()],
            expected: 0,
        };
        let mut states = TiVec::with_capacity(listed.len());
        for (index, state) in listed.into_iter().enumerate() {
            let path = || {
                if state.in_list {
                    format!("states[{index}].labels")
                } else {
                    format!("states.{}", state.name)
                }
            };
            let labels = labeller.labels(index, &state.labels, self, &path);
            let location = state.location.and_then(|name| {
                let id = location_ids.get(name.as_str()).copied();
                self.findings.require(id.is_some(), "kripke-location-known", || {
                    (format!("states[{index}].location"), format!("there is no location '{name}'"))
                });
                id
            });
            states.push(ExplicitState {
                name: state.name,
                labels,
                location,
                blocking: state.blocking,
            });
        }
        (names, states)
    }

    fn state(&mut self, name: &str, path: impl FnOnce() -> String) -> StateId {
        let id = self.states.get(name).copied();
        self.findings.require(id.is_some(), "kripke-state-known", || {
            (path(), format!("there is no state '{name}'"))
        });
        id.unwrap_or(StateId(0))
    }

    fn state_list(&mut self, field: &str, names: Vec<Cow<'_, str>>) -> Vec<StateId> {
        let names = names.into_iter().enumerate();
        names.map(|(index, name)| self.state(&name, || format!("{field}[{index}]"))).collect()
    }

    fn transitions(&mut self, transitions: Vec<TransitionWire<'_>>) -> Vec<ExplicitTransition> {
        let transitions = transitions.into_iter().enumerate();
        transitions.map(|(index, wire)| self.transition("transitions", index, wire).0).collect()
    }

    /// A transition, and whether its value was given.
    fn transition(
        &mut self,
        field: &str,
        index: usize,
        wire: TransitionWire<'_>,
    ) -> (ExplicitTransition, bool) {
        let (from, to, value, action, statement) = match wire {
            TransitionWire::Pair(from, to) => (from, to, None, None, None),
            TransitionWire::Triple(from, to, value) => (from, to, Some(value), None, None),
            TransitionWire::Object(wire) => {
                (wire.from, wire.to, wire.value, wire.action, wire.statement)
            }
        };
        let path = || format!("{field}[{index}]");
        let transition = ExplicitTransition {
            from: self.state(&from, path),
            to: self.state(&to, path),
            value: value.map_or(Belnap::True, |value| value.0),
            action: action.map(Into::into),
            statement: statement.map(Into::into),
        };
        (transition, value.is_some())
    }

    /// What must exist may exist too (May/Must Def. 1).
    fn kmts_transitions(
        &mut self,
        must: Vec<TransitionWire<'_>>,
        may: Vec<TransitionWire<'_>>,
    ) -> Vec<ExplicitTransition> {
        let mut values = IndexMap::new();
        for (field, list, value) in [("must", must, Belnap::True), ("may", may, Belnap::Unknown)] {
            for (index, wire) in list.into_iter().enumerate() {
                let (transition, valued) = self.transition(field, index, wire);
                self.findings.require(!valued, "kripke-must-implies-may", || {
                    let message = format!("a transition listed in '{field}' has no other value");
                    (format!("{field}[{index}]"), message)
                });
                let ExplicitTransition { from, to, action, statement, .. } = transition;
                values.entry((from, to, action, statement)).or_insert(value);
            }
        }
        let transition = |((from, to, action, statement), value)| ExplicitTransition {
            from,
            to,
            value,
            action,
            statement,
        };
        values.into_iter().map(transition).collect()
    }
}

/// Propositions in the order in which labels first name them.
fn used_propositions(states: &[Listed<'_>]) -> Vec<String> {
    let mut used: IndexSet<&str> = IndexSet::new();
    for state in states {
        match &state.labels {
            LabelsWire::Object(Entries(entries)) => {
                used.extend(entries.iter().map(|(name, _)| name.as_ref()));
            }
            LabelsWire::Names(names) => used.extend(names.iter().map(AsRef::as_ref)),
            LabelsWire::Letters(_) => {}
        }
    }
    used.into_iter().map(str::to_owned).collect()
}

/// Turns labels into values, in the order of the propositions.
struct Labeller<'a> {
    names: &'a [String],
    ids: HashMap<&'a str, usize>,
    declared: bool,
    /// Per proposition: one more than the last state that gave it a value.
    last: Vec<usize>,
    /// The proposition that is likely named next: labels mostly keep the order of propositions.
    expected: usize,
}

impl Labeller<'_> {
    fn labels(
        &mut self,
        state: usize,
        wire: &LabelsWire<'_>,
        reader: &mut Reader,
        path: &dyn Fn() -> String,
    ) -> Vec<Belnap> {
        let mut labels = vec![Belnap::False; self.names.len()];
        self.expected = 0;
        match wire {
            LabelsWire::Object(Entries(entries)) => {
                for (name, value) in entries {
                    let path = || format!("{}.{name}", path());
                    self.set(state, name, value.0, &mut labels, reader, &path);
                }
            }
            LabelsWire::Names(names) => {
                for (index, name) in names.iter().enumerate() {
                    let path = || format!("{}[{index}]", path());
                    self.set(state, name, Belnap::True, &mut labels, reader, &path);
                }
            }
            LabelsWire::Letters(letters) => self.spell(letters, &mut labels, reader, path),
        }
        labels
    }

    fn set(
        &mut self,
        state: usize,
        name: &str,
        value: Belnap,
        labels: &mut [Belnap],
        reader: &mut Reader,
        path: &dyn Fn() -> String,
    ) {
        let Some(index) = self.find(name) else {
            reader.findings.require(false, "kripke-proposition-known", || {
                (path(), format!("'{name}' is not one of the listed propositions"))
            });
            return;
        };
        let fresh = std::mem::replace(&mut self.last[index], state + 1) != state + 1;
        reader.findings.require(fresh, "kripke-label-unique", || {
            (path(), format!("this state already has a value for '{name}'"))
        });
        check_three_valued(value, reader, path);
        labels[index] = value;
    }

    fn find(&mut self, name: &str) -> Option<usize> {
        let index = match self.names.get(self.expected) {
            Some(expected) if expected == name => self.expected,
            _ => *self.ids.get(name)?,
        };
        self.expected = index + 1;
        Some(index)
    }

    fn spell(
        &self,
        letters: &str,
        labels: &mut [Belnap],
        reader: &mut Reader,
        path: &dyn Fn() -> String,
    ) {
        let mut refuse = |message: String| {
            reader.findings.require(false, "kripke-label-letters", || (path(), message));
        };
        if !self.declared {
            refuse("labels given as letters need a list of 'propositions'".to_owned());
            return;
        }
        let count = letters.chars().count();
        if count != labels.len() {
            let expected = labels.len();
            refuse(format!("letters: {count}, but propositions: {expected}"));
            return;
        }
        for (label, letter) in labels.iter_mut().zip(letters.chars()) {
            match letter.to_string().parse() {
                Ok(value) => *label = value,
                Err(message) => refuse(message),
            }
        }
        for label in labels {
            check_three_valued(*label, reader, path);
        }
    }
}

fn check_three_valued(value: Belnap, reader: &mut Reader, path: &dyn Fn() -> String) {
    let fine = !(reader.kmts && value == Belnap::Both);
    reader.findings.require(fine, "kripke-must-implies-may", || {
        (path(), "labels of a structure with 'must' and 'may' are t, f or n".to_owned())
    });
}
