//! Random components and properties, and what definitions say of them.

use belnap_formats::property::read_stated;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::linear::Stated;
use belnap_ir::operator::OperatorProperty;
use belnap_ir::result::Branch;
use belnap_systems::compose::Part;
use belnap_test_support::random::Random;

const NAMES: [&str; 3] = ["x", "y", "z"];
const ACTIONS: [&str; 3] = ["a", "b", "c"];

/// Components; `unknown`: with labels and steps that are not known.
pub fn parts(random: &mut Random, count: usize, unknown: bool) -> Vec<Part> {
    (0..count)
        .map(|number| Part {
            name: NAMES[number].to_owned(),
            structure: component(random, unknown),
        })
        .collect()
}

fn component(random: &mut Random, unknown: bool) -> ExplicitKripke {
    let size = 1 + random.index(5);
    let mut alphabet: Vec<String> =
        ACTIONS.iter().filter(|_| random.one_in(2)).map(|one| (*one).to_owned()).collect();
    if alphabet.is_empty() {
        alphabet.push("a".to_owned());
    }
    let value = |random: &mut Random| match unknown && random.one_in(4) {
        true => Belnap::Unknown,
        false => Belnap::from(random.one_in(2)),
    };
    let state = |random: &mut Random, number: usize| ExplicitState {
        name: format!("s{number}"),
        labels: vec![value(random)],
        location: None,
        blocking: false,
    };
    let states: Vec<ExplicitState> = (0..size).map(|number| state(random, number)).collect();
    let mut transitions = Vec::new();
    for from in 0..size {
        for _ in 0..random.index(4) {
            let action = match random.one_in(4) {
                true => None,
                false => Some(random.choose(&alphabet).clone()),
            };
            let value = match unknown && random.one_in(3) {
                true => Belnap::Unknown,
                false => Belnap::True,
            };
            let (from, to) = (StateId::from(from), StateId::from(random.index(size)));
            transitions.push(ExplicitTransition { from, to, value, action, statement: None });
        }
    }
    let key = |step: &ExplicitTransition| (step.from, step.to, step.action.clone());
    transitions.sort_by_key(key);
    transitions.dedup_by_key(|step| key(step));
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: false,
        propositions: vec!["p".to_owned()],
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states: states.into(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: 0,
        transitions,
        events: Events { alphabet, ..Events::default() },
    }
}

fn argument(random: &mut Random, parts: &[Part], depth: usize) -> String {
    let part = random.choose(parts);
    let action = random.choose(&part.structure.events.alphabet);
    match random.index(8) {
        0 => format!("<{action}>"),
        1 => format!("<!{action}>"),
        2 => format!("<!{}.*>", part.name),
        3 => format!("!{}.p", part.name),
        4 => format!("EF {}.p", part.name),
        5 | 6 if depth > 0 => applied(random, parts, depth - 1),
        _ => format!("{}.p", part.name),
    }
}

fn applied(random: &mut Random, parts: &[Part], depth: usize) -> String {
    let quantifier = random.pick(&["A", "A", "A", "E"]);
    let one = argument(random, parts, depth);
    let other = argument(random, parts, depth);
    match random.index(3) {
        0 => format!("{quantifier} {}({one})", random.pick(&["X", "F", "G", "GF", "FG", "even"])),
        1 => format!("{quantifier} {}({one}, {other})", random.pick(&["U", "W", "R"])),
        _ => format!("{quantifier} {}({one}, {other})", random.pick(&["response", "always_or"])),
    }
}

/// A property of a system.
pub fn property(random: &mut Random, parts: &[Part]) -> OperatorProperty {
    let text = match random.index(4) {
        0 => format!("{} | {}", applied(random, parts, 1), applied(random, parts, 1)),
        1 => format!("{} & {}", applied(random, parts, 1), applied(random, parts, 1)),
        _ => applied(random, parts, 2),
    };
    match read_stated(&text).unwrap_or_else(|found| panic!("{text}: {found:?}")).pop() {
        Some(Stated::Operators(property)) => property,
        other => panic!("{text}: {other:?}"),
    }
}

/// The steps of the composition of two components that its initial states reach.
pub fn steps_by_definition(parts: &[Part]) -> Vec<(Vec<StateId>, String, Vec<StateId>)> {
    let [left, right] = parts else { panic!("two components") };
    let alphabet = |part: &Part| part.structure.events.alphabet.clone();
    let mut steps = Vec::new();
    let mut seen = vec![(StateId(0), StateId(0))];
    let mut at = 0;
    while let Some(&(l, r)) = seen.get(at) {
        at += 1;
        let mut add = |action: String, to: (StateId, StateId)| {
            steps.push((vec![l, r], action, vec![to.0, to.1]));
            if !seen.contains(&to) {
                seen.push(to);
            }
        };
        let of = |part: &Part, state: StateId| -> Vec<(Option<String>, StateId)> {
            let steps = part.structure.transitions.iter().filter(|step| step.from == state);
            steps.map(|step| (step.action.clone(), step.to)).collect()
        };
        for (action, to) in of(left, l) {
            match action {
                None => add("x.*".to_owned(), (to, r)),
                Some(action) if !alphabet(right).contains(&action) => add(action, (to, r)),
                Some(action) => {
                    for (other, also) in of(right, r) {
                        if other.as_ref() == Some(&action) {
                            add(action.clone(), (to, also));
                        }
                    }
                }
            }
        }
        for (action, to) in of(right, r) {
            match action {
                None => add("y.*".to_owned(), (l, to)),
                Some(action) if !alphabet(left).contains(&action) => add(action, (l, to)),
                Some(_) => {}
            }
        }
    }
    steps.sort();
    steps.dedup();
    steps
}

/// Paths through a structure as a structure of their own, a state for each position.
pub fn tree(product: &ExplicitKripke, branches: &[Branch]) -> ExplicitKripke {
    let mut tree = ExplicitKripke {
        states: TiVec::new(),
        transitions: Vec::new(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        events: Events::default(),
        ..product.clone()
    };
    let root = node(&mut tree, product, &branches[0].state);
    branches.iter().for_each(|branch| grow(&mut tree, product, branch, root));
    tree
}

fn node(tree: &mut ExplicitKripke, product: &ExplicitKripke, name: &str) -> StateId {
    let state = product.states.iter().find(|state| state.name == name).expect("a state");
    tree.states.push(state.clone());
    StateId::from(tree.states.len() - 1)
}

/// The path, and its loop once more, so that the loop does not pass through the root.
fn grow(tree: &mut ExplicitKripke, product: &ExplicitKripke, branch: &Branch, root: StateId) {
    let mut at = root;
    let count = branch.steps.len();
    let rounds = if branch.again.is_some() { 2 } else { 1 };
    let mut first = root;
    for round in 0..rounds {
        let from = if round == 0 { 0 } else { branch.again.unwrap_or(0) };
        for position in from..count {
            let step = &branch.steps[position];
            step.because.iter().for_each(|below| grow(tree, product, below, at));
            let closes = round == 1 && position + 1 == count;
            let to = if closes { first } else { node(tree, product, &step.to) };
            tree.transitions.push(ExplicitTransition {
                from: at,
                to,
                value: Belnap::True,
                action: step.action.clone(),
                statement: None,
            });
            at = to;
        }
        first = at;
    }
}
