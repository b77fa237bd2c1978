//! Random structures survive printing and reading.

#[path = "json_cases/dice.rs"]
mod dice;

use std::collections::HashSet;

use belnap_formats::header::{Artefact, Header};
use belnap_formats::{detect, dot, kripke};
use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::boolprog::{Name, Origin};
use belnap_ir::ids::{CfgEdgeId, LocId, ScopeId, StateId, VarId};
use belnap_ir::kripke::{
    Component, Events, ExplicitKripke, ExplicitState, ExplicitTransition, Kripke, Location,
    LocationKind, Partial, Proposition, Scope, Semantics, SymbolicEdge, SymbolicKripke, Variable,
};
use belnap_ir::validate;
use dice::Dice;
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

fn header(dice: &mut Dice) -> Header {
    Header {
        producer: dice.maybe(|dice| dice.text(0)).unwrap_or_default(),
        inputs: dice.list(2, |dice, index| dice.text(index)),
    }
}

fn semantics(dice: &mut Dice) -> Semantics {
    [Semantics::Over, Semantics::Under, Semantics::Exact][dice.below(3)]
}

fn scopes(dice: &mut Dice) -> Vec<Scope> {
    let count = 1 + dice.below(3);
    let scope = |index: usize| Scope {
        procedure: dice.text(index),
        caller: (index > 0).then(|| ScopeId::from(dice.below(index))),
        enforce: Ref::TRUE,
    };
    (0..count).map(scope).collect()
}

fn locations(dice: &mut Dice, count: usize, scopes: usize) -> Vec<Location> {
    let location = |index| Location {
        name: dice.text(index),
        labels: dice.list(2, |dice, index| dice.text(index)),
        scope: ScopeId::from(dice.below(scopes)),
        kind: [LocationKind::Normal, LocationKind::Halted, LocationKind::Failed][dice.below(3)],
        enters: dice.maybe(|dice| dice.text(0)),
        source: dice.maybe(Dice::source),
        blocking: dice.flip(),
    };
    (0..count).map(location).collect()
}

fn explicit(dice: &mut Dice) -> ExplicitKripke {
    let from_program = dice.flip();
    let scopes = if from_program { scopes(dice) } else { Vec::new() };
    let places = if from_program { 1 + dice.below(3) } else { 0 };
    let locations = locations(dice, places, scopes.len().max(1));
    let propositions = dice.list(3, |dice, index| dice.text(index));
    let count = 1 + dice.below(5);
    let states = (0..count)
        .map(|index| ExplicitState {
            name: dice.text(index),
            labels: propositions.iter().map(|_| dice.value()).collect(),
            location: (places > 0 && dice.flip()).then(|| LocId::from(dice.below(places))),
            blocking: from_program && dice.flip(),
        })
        .collect();
    let state = |dice: &mut Dice| StateId::from(dice.below(count));
    let mut initial = dice.list(2, |dice, _| state(dice));
    initial.push(state(dice));
    let inhabited = if dice.flip() { initial.clone() } else { dice.list(3, |dice, _| state(dice)) };
    let mut transitions = dice.list(8, |dice, index| ExplicitTransition {
        from: state(dice),
        to: state(dice),
        value: dice.value(),
        action: dice.maybe(|dice| dice.text(index)),
        statement: dice.maybe(|dice| dice.text(index)),
    });
    let events = events(dice, &mut transitions);
    let mut seen = HashSet::new();
    transitions.retain(|it| seen.insert((it.from, it.to, it.action.clone(), it.statement.clone())));
    ExplicitKripke {
        semantics: semantics(dice),
        total: dice.flip(),
        propositions,
        locations: locations.into(),
        scopes: scopes.into(),
        states,
        initial,
        inhabited,
        prefix: dice.below(count) as u32,
        transitions,
        events,
    }
}

/// What a structure may say of its actions besides.
fn events(dice: &mut Dice, transitions: &mut [ExplicitTransition]) -> Events {
    if dice.flip() {
        return Events::default();
    }
    let alphabet: Vec<String> = (0..1 + dice.below(3)).map(|number| format!("a{number}")).collect();
    let mut components = Vec::new();
    if dice.flip() {
        components.push(Component { name: "left".into(), alphabet: alphabet.clone() });
        components.push(Component { name: "right".into(), alphabet: alphabet[..1].to_vec() });
    }
    for transition in transitions {
        let internal = components.first().map(Component::internal);
        transition.action = dice.maybe(|dice| alphabet[dice.below(alphabet.len())].clone());
        transition.action = transition.action.take().or(internal);
    }
    let some = vec![alphabet[0].clone()];
    let certain = if dice.flip() { vec![(StateId(0), some)] } else { Vec::new() };
    Events { alphabet, components, certain }
}

/// Functions to choose from, by what they may depend on.
struct Functions {
    table: BddTable,
    /// Of values before a step.
    current: Vec<Ref>,
    /// Of values before a step, and choices.
    before: Vec<Ref>,
    /// Of anything.
    all: Vec<Ref>,
}

fn functions(dice: &mut Dice, variables: usize, choices: usize) -> Functions {
    let constants = vec![Ref::TRUE, Ref::FALSE];
    let mut functions = Functions {
        table: BddTable::default(),
        current: constants.clone(),
        before: constants.clone(),
        all: constants,
    };
    if variables == 0 {
        return functions;
    }
    for _ in 0..dice.below(12) {
        let var = dice.below(2 * variables + choices);
        let (hi, lo) = (pick(dice, &functions.all), pick(dice, &functions.all));
        functions.table.nodes.push(Node { var: var as u32, hi, lo });
        let node = Ref(functions.table.nodes.len() as i32 + 1);
        let among = |list: &[Ref]| list.contains(&hi) && list.contains(&lo);
        let (in_current, in_before) = (among(&functions.current), among(&functions.before));
        let both = [node, node.complement()];
        if var < variables && in_current {
            functions.current.extend(both);
        }
        if (var < variables || var >= 2 * variables) && in_before {
            functions.before.extend(both);
        }
        functions.all.extend(both);
    }
    functions
}

fn pick(dice: &mut Dice, functions: &[Ref]) -> Ref {
    functions[dice.below(functions.len())]
}

fn partial(dice: &mut Dice, functions: &[Ref]) -> Partial {
    let truth = pick(dice, functions);
    let falsity = if dice.flip() { truth.complement() } else { pick(dice, functions) };
    Partial { truth, falsity }
}

fn symbolic(dice: &mut Dice) -> SymbolicKripke {
    let scopes = scopes(dice);
    let variables = dice.list(4, |dice, index| Variable {
        name: if dice.flip() {
            Name::Quoted(format!("x == {index}"))
        } else {
            Name::Plain(format!("x{index}"))
        },
        scope: dice.maybe(|dice| ScopeId::from(dice.below(scopes.len()))),
        predicate: dice.flip(),
    });
    let choices = dice.below(3);
    let functions = functions(dice, variables.len(), choices);
    let count = 1 + dice.below(5);
    let locations = locations(dice, count, scopes.len());
    let mut edges = dice.list(8, |dice, index| SymbolicEdge {
        from: LocId::from(dice.below(count)),
        to: LocId::from(dice.below(count)),
        guard: partial(dice, &functions.before),
        updates: (0..variables.len())
            .filter_map(|var| {
                dice.maybe(|dice| (VarId::from(var), partial(dice, &functions.before)))
            })
            .collect(),
        constrain: dice.maybe(|dice| partial(dice, &functions.all)),
        action: dice.maybe(|dice| dice.text(index)),
        statement: dice.maybe(|dice| dice.text(index)).unwrap_or_default(),
        origin: dice.maybe(|dice| Origin {
            edge: dice.maybe(|dice| CfgEdgeId(dice.below(100) as u32)),
            source: dice.maybe(Dice::source),
            text: dice.maybe(|dice| dice.text(index)),
        }),
    });
    edges.sort_by_key(|edge| edge.from);
    let propositions = dice.list(2, |dice, index| Proposition {
        name: dice.text(index),
        values: (0..count).map(|_| dice.value()).collect(),
    });
    let mut scopes = scopes;
    for scope in &mut scopes {
        scope.enforce = pick(dice, &functions.current);
    }
    SymbolicKripke {
        semantics: semantics(dice),
        strict: dice.flip(),
        variables: variables.into(),
        choices: choices as u32,
        scopes: scopes.into(),
        locations: locations.into(),
        entry: LocId::from(dice.below(count)),
        prefix: dice.below(count) as u32,
        edges: edges.into(),
        enforce: pick(dice, &functions.current),
        propositions,
        table: functions.table,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn structures_survive_printing_and_reading(mut dice in Dice::strategy()) {
        let content = if dice.flip() {
            Kripke::Explicit(explicit(&mut dice))
        } else {
            Kripke::Symbolic(symbolic(&mut dice))
        };
        prop_assert_eq!(validate::kripke::validate(&content), vec![]);
        let artefact = Artefact { header: header(&mut dice), content };
        let printed = kripke::print(&artefact);
        prop_assert_eq!(detect::detect(&printed), Ok(detect::ArtefactKind::Kripke));
        let again = kripke::read(&printed);
        prop_assert_eq!(again.as_ref(), Ok(&artefact));
        let drawing = dot::kripke(&artefact.content);
        prop_assert_eq!(drawing.lines().last(), Some("}"));
    }
}
