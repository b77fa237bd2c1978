//! Random explicit structures.

use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{LocId, ScopeId, StateId};
use belnap_ir::kripke::{
    Events, ExplicitKripke, ExplicitState, ExplicitTransition, Location, LocationKind, Scope,
    Semantics,
};

use super::Random;

/// Names of the propositions.
pub const PROPOSITIONS: [&str; 2] = ["p", "q"];

/// Actions of transitions.
pub const ACTIONS: [&str; 2] = ["a", "b"];

fn value(random: &mut Random) -> Belnap {
    use Belnap::{Both, False, True, Unknown};
    random.pick(&[True, True, True, False, False, False, Unknown, Unknown, Unknown, Both])
}

fn location(random: &mut Random, index: usize) -> Location {
    let labels = ["L", "M"].into_iter().filter(|_| random.percent(40));
    let labels = labels.map(str::to_owned).collect();
    Location {
        name: format!("main:{index}"),
        labels,
        scope: ScopeId(0),
        kind: random.pick(&[LocationKind::Normal, LocationKind::Halted, LocationKind::Failed]),
        enters: None,
        source: None,
        blocking: false,
    }
}

/// A structure of 1 to 8 states. One in three has locations, among them one called `L`.
pub fn structure(random: &mut Random) -> ExplicitKripke {
    let count = 1 + random.index(8);
    let mut locations = Vec::new();
    if random.percent(33) {
        locations = (0..1 + random.index(4)).map(|index| location(random, index)).collect();
        locations[0].labels = vec!["L".to_owned()];
    }
    let scopes = match locations.is_empty() {
        true => Vec::new(),
        false => {
            vec![Scope { procedure: "main".to_owned(), caller: None, enforce: Ref::TRUE }]
        }
    };
    let everywhere = random.percent(70);
    let states: Vec<ExplicitState> = (0..count)
        .map(|index| ExplicitState {
            name: format!("s{index}"),
            labels: PROPOSITIONS.iter().map(|_| value(random)).collect(),
            location: (!locations.is_empty() && (everywhere || random.percent(70)))
                .then(|| LocId::from(random.index(locations.len()))),
            blocking: random.percent(15),
        })
        .collect();
    let mut transitions = Vec::new();
    let density = 10 + random.below(40);
    for from in (0..count).map(StateId::from) {
        for to in (0..count).map(StateId::from) {
            for action in [None, Some(ACTIONS[0]), Some(ACTIONS[1])] {
                if random.percent(density / 2) {
                    let action = action.map(str::to_owned);
                    let value = value(random);
                    transitions.push(ExplicitTransition {
                        from,
                        to,
                        value,
                        action,
                        statement: None,
                    });
                }
            }
        }
    }
    let mut some = |chance: u64| -> Vec<StateId> {
        (0..count).map(StateId::from).filter(|_| random.percent(chance)).collect()
    };
    let (mut initial, mut inhabited) = (some(30), some(30));
    if initial.is_empty() {
        initial.push(StateId::from(random.index(count)));
    }
    if random.percent(50) {
        inhabited = initial.clone();
    }
    ExplicitKripke {
        semantics: random.pick(&[
            Semantics::Exact,
            Semantics::Exact,
            Semantics::Over,
            Semantics::Under,
        ]),
        total: random.percent(70),
        propositions: PROPOSITIONS.iter().map(ToString::to_string).collect(),
        locations: locations.into(),
        scopes: scopes.into(),
        states: states.into(),
        initial,
        inhabited,
        prefix: if random.percent(20) { 1 } else { 0 },
        transitions,
        events: Events::default(),
    }
}

/// A KMTS (May/Must Def. 1) of 1 to `most` states, total or not, of which the first is initial.
/// Without actions, there is at most one transition between two states.
pub fn kmts(random: &mut Random, most: usize, actions: &[&str]) -> ExplicitKripke {
    use Belnap::{False, True, Unknown};
    let count = 1 + random.index(most);
    let states = (0..count).map(|index| ExplicitState {
        name: format!("s{index}"),
        labels: PROPOSITIONS.iter().map(|_| random.pick(&[True, False, Unknown])).collect(),
        location: None,
        blocking: random.percent(15),
    });
    let states: Vec<ExplicitState> = states.collect();
    let mut transitions = Vec::new();
    let named: Vec<Option<&str>> = match actions {
        [] => vec![None],
        actions => actions.iter().copied().map(Some).collect(),
    };
    let density = 20 + random.below(60);
    for from in (0..count).map(StateId::from) {
        for to in (0..count).map(StateId::from) {
            for action in &named {
                if random.percent(density) {
                    let (action, value) =
                        (action.map(str::to_owned), random.pick(&[True, Unknown]));
                    let statement = None;
                    transitions.push(ExplicitTransition { from, to, value, action, statement });
                }
            }
        }
    }
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: random.percent(50),
        propositions: PROPOSITIONS.iter().map(ToString::to_string).collect(),
        locations: Vec::new().into(),
        scopes: Vec::new().into(),
        states: states.into(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: 0,
        transitions,
        events: Events::default(),
    }
}

/// A KMTS that is less complete than another, or as complete: some of what is known is forgotten.
pub fn forgetful(random: &mut Random, structure: &ExplicitKripke) -> ExplicitKripke {
    let mut less = structure.clone();
    for label in less.states.iter_mut().flat_map(|state| &mut state.labels) {
        if random.percent(20) {
            *label = Belnap::Unknown;
        }
    }
    for transition in &mut less.transitions {
        if random.percent(20) {
            transition.value = Belnap::Unknown;
        }
    }
    let action = less.transitions.first().and_then(|step| step.action.clone());
    for _ in 0..random.index(3) {
        let from = StateId::from(random.index(less.states.len()));
        let to = StateId::from(random.index(less.states.len()));
        let same =
            |step: &ExplicitTransition| (step.from, step.to) == (from, to) && step.action == action;
        if !less.transitions.iter().any(same) {
            let (value, statement) = (Belnap::Unknown, None);
            let action = action.clone();
            less.transitions.push(ExplicitTransition { from, to, value, action, statement });
        }
    }
    less
}

/// The same KMTS with one label or transition changed.
pub fn altered(random: &mut Random, structure: &ExplicitKripke) -> ExplicitKripke {
    let mut other = structure.clone();
    if random.percent(30) || other.transitions.is_empty() {
        let state = StateId::from(random.index(other.states.len()));
        let place = random.index(PROPOSITIONS.len());
        other.states[state].labels[place] =
            random.pick(&[Belnap::True, Belnap::False, Belnap::Unknown]);
    } else {
        let place = random.index(other.transitions.len());
        match random.index(3) {
            0 => other.transitions[place].value = Belnap::Unknown,
            1 => other.transitions[place].value = Belnap::True,
            _ => drop(other.transitions.swap_remove(place)),
        }
    }
    other
}
