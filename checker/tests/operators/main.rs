//! Operators on random structures, next to what their expressions say of every path, to all
//! completions, and to CTL.

#[path = "../../../automata/tests/expressions/mod.rs"]
mod expressions;
mod meaning;

use belnap_checker::kmts::completion::{CompletionOptions, random as random_completion};
use belnap_checker::operators::lasso::branches;
use belnap_checker::operators::{Judge, OperatorOptions, eliminate};
use belnap_checker::recheck::{eliminated, recheck_branches};
use belnap_formats::property::{read_formula, read_stated};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{StateId, TiVec};
use belnap_ir::kripke::{Events, ExplicitKripke, ExplicitState, ExplicitTransition, Semantics};
use belnap_ir::linear::Stated;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::Verdict;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

/// Values of labels and transitions, more or less unknown.
const KNOWN: [Belnap; 2] = [Belnap::True, Belnap::False];
const THREE: [Belnap; 4] = [Belnap::True, Belnap::False, Belnap::Unknown, Belnap::True];

fn structure(random: &mut Random, values: &[Belnap]) -> ExplicitKripke {
    let size = 1 + random.index(4);
    let total = random.one_in(2);
    let state = |random: &mut Random, number: usize| ExplicitState {
        name: format!("s{number}"),
        labels: vec![random.pick(values), random.pick(values)],
        location: None,
        blocking: total && random.one_in(4),
    };
    let states: Vec<ExplicitState> = (0..size).map(|number| state(random, number)).collect();
    let mut transitions = Vec::new();
    for from in 0..size {
        for _ in 0..random.index(4) {
            let action = random.pick(&[None, Some("a"), Some("b")]).map(str::to_owned);
            let to = StateId::from(random.index(size));
            let value = match random.pick(values) {
                Belnap::False => Belnap::True,
                value => value,
            };
            transitions.push(ExplicitTransition {
                from: StateId::from(from),
                to,
                value,
                action,
                statement: None,
            });
        }
        let from = StateId::from(from);
        let ends = total && !states[from.index()].blocking;
        if ends && transitions.iter().all(|step: &ExplicitTransition| step.from != from) {
            let (to, value) = (from, Belnap::True);
            transitions.push(ExplicitTransition { from, to, value, action: None, statement: None });
        }
    }
    let key = |step: &ExplicitTransition| (step.from, step.to, step.action.clone());
    transitions.sort_by_key(key);
    transitions.dedup_by_key(|step| key(step));
    ExplicitKripke {
        semantics: Semantics::Exact,
        total,
        propositions: vec!["p".to_owned(), "q".to_owned()],
        locations: TiVec::new(),
        scopes: TiVec::new(),
        states: states.into(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: 0,
        transitions,
        events: Events { alphabet: vec!["a".to_owned(), "b".to_owned()], ..Events::default() },
    }
}

fn argument(random: &mut Random, depth: usize) -> String {
    match random.index(8) {
        0 => "<a>".to_owned(),
        1 => "<!b>".to_owned(),
        2 => "<deadlock, b>".to_owned(),
        3 => "p".to_owned(),
        4 => "!q".to_owned(),
        5 => "EX p".to_owned(),
        _ if depth == 0 => "q".to_owned(),
        6 => format!("!({})", applied(random, depth - 1)),
        _ => applied(random, depth - 1),
    }
}

/// Some operator, of the library or `o`.
fn applied(random: &mut Random, depth: usize) -> String {
    let quantifier = random.pick(&["A", "A", "E"]);
    let one = argument(random, depth);
    let other = argument(random, depth);
    match random.index(6) {
        0 => format!("{quantifier} {}({one})", random.pick(&["X", "F", "G", "GF", "FG", "even"])),
        1 => format!("{quantifier} {}({one}, {other})", random.pick(&["U", "W", "R"])),
        2 => format!("{quantifier} {}({one}, {other})", random.pick(&["response", "always_or"])),
        _ => format!("{quantifier} o({one}, {other})"),
    }
}

fn property(random: &mut Random) -> OperatorProperty {
    let omega = expressions::infinite(random, 2);
    let markers = ["x".to_owned(), "y".to_owned()];
    let text = format!(
        "operator o(x, y) = {};\nproperty p: {};",
        omega.display(&markers),
        applied(random, 2)
    );
    read(&text)
}

fn read(text: &str) -> OperatorProperty {
    let stated = read_stated(text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    match stated.into_iter().next() {
        Some(Stated::Operators(property)) => property,
        other => panic!("{text}: {other:?}"),
    }
}

fn options(random: &mut Random) -> OperatorOptions {
    let paths = if random.one_in(3) { Paths::Infinite } else { Paths::Maximal };
    OperatorOptions { paths, hyper: false, ..OperatorOptions::default() }
}

fn uses_deadlock(property: &OperatorProperty) -> bool {
    let mut sets = property.applications.iter().flat_map(|one| one.applied.action_sets());
    sets.any(|set| set.actions.iter().any(|action| action == "deadlock"))
}

/// The values of the last application, in every state.
fn values(
    structure: &ExplicitKripke,
    property: &OperatorProperty,
    options: &OperatorOptions,
) -> Vec<Belnap> {
    let whole = eliminate(structure, property, options).expect("a property that fits");
    whole.structure.states.iter().map(|state| *state.labels.last().expect("a label")).collect()
}

#[test]
fn complete_structures_have_the_values_of_their_paths() {
    let mut seen = [0; 2];
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let structure = structure(&mut random, &KNOWN);
        let property = property(&mut random);
        let options = options(&mut random);
        if uses_deadlock(&property) && options.paths == Paths::Infinite {
            continue;
        }
        let found = values(&structure, &property, &options);
        assert!(found.iter().all(|value| *value != Belnap::Unknown), "seed {seed}");
        let expected = meaning::values(&structure, &property, options.paths);
        for (state, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert_eq!(*found, expected, "seed {seed}, state {state}");
            seen[usize::from(expected == Belnap::True)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn definite_values_are_those_of_every_completion() {
    let mut decided = [0; 3];
    for seed in seeds(2_500) {
        let mut random = Random::new(seed);
        let structure = structure(&mut random, &THREE);
        let property = property(&mut random);
        let options = options(&mut random);
        if uses_deadlock(&property) && options.paths == Paths::Infinite {
            continue;
        }
        let found = values(&structure, &property, &options)[0];
        for draw in 0..6 {
            let how = CompletionOptions {
                seed: seed * 10 + draw,
                copies: 1 + random.index(3),
                total: structure.total,
            };
            let Ok(completion) = random_completion(&structure, &how) else { continue };
            let own = values(&completion, &property, &options)[0];
            let agrees = found == Belnap::Unknown || found == own;
            assert!(agrees, "seed {seed}, {draw}: {found:?}, but {own:?} in a completion");
        }
        decided[match found {
            Belnap::True => 0,
            Belnap::False => 1,
            _ => 2,
        }] += 1;
    }
    assert!(decided.iter().all(|count| *count > 200), "{decided:?}");
}

#[test]
fn both_ways_agree_and_paths_are_confirmed() {
    let mut shown = [0; 3];
    for seed in seeds(1_500) {
        let mut random = Random::new(seed);
        let structure = structure(&mut random, &THREE);
        let property = property(&mut random);
        let options = options(&mut random);
        if uses_deadlock(&property) && options.paths == Paths::Infinite {
            continue;
        }
        let found = values(&structure, &property, &options);
        let other = OperatorOptions { judge: Judge::Profiles, ..options };
        assert_eq!(found, values(&structure, &property, &other), "seed {seed}");
        let verdict = match found[0] {
            Belnap::True => Verdict::Holds,
            Belnap::False => Verdict::Fails,
            _ => Verdict::Inconclusive,
        };
        let whole = eliminate(&structure, &property, &options).expect("a property that fits");
        let tree = branches(&whole.structure, &property, StateId(0), verdict, &options)
            .expect("a small structure");
        let again = eliminated(&structure, &property, options.paths, false).expect("small");
        let checked =
            recheck_branches(&again.structure, &property, verdict, &tree, (options.paths, false));
        assert_eq!(checked, Ok(()), "seed {seed}: {tree:?}");
        shown[verdict as usize] += usize::from(!tree.is_empty());
        // A path that leads elsewhere, or stops, is noticed or says as much.
        if let Some(mut tree) = tree.into_iter().next()
            && let Some(step) = tree.steps.first_mut()
        {
            step.action = Some("c".to_owned());
            let checked = recheck_branches(
                &again.structure,
                &property,
                verdict,
                &[tree],
                (options.paths, false),
            );
            assert!(checked.is_err(), "seed {seed}");
        }
    }
    assert!(shown.iter().all(|count| *count > 100), "{shown:?}");
}

#[test]
fn the_library_is_ctl_on_structures_that_go_on() {
    let pairs = [
        ("A G(p)", "AG p"),
        ("A F(p)", "AF p"),
        ("A X(p)", "AX p"),
        ("A U(p, q)", "A[p U q]"),
        ("A W(p, q)", "A[p W q]"),
        ("A R(p, q)", "A[p R q]"),
        ("E G(p)", "EG p"),
        ("E F(p)", "EF p"),
        ("E X(p)", "EX p"),
        ("E U(p, q)", "E[p U q]"),
        ("E R(p, q)", "E[p R q]"),
        ("A G(A F(p))", "AG AF p"),
        ("A always_or(p, A F(q))", "AG (p | AF q)"),
    ];
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let mut structure = structure(&mut random, &THREE);
        // All paths go on by steps that are known to exist.
        for state in 0..structure.states.len() {
            let from = StateId::from(state);
            structure.states[from].blocking = false;
            if !structure.transitions.iter().any(|step| step.from == from && step.value.must()) {
                let (to, value) = (from, Belnap::True);
                structure.transitions.retain(|step| (step.from, step.to) != (from, to));
                let step = ExplicitTransition { from, to, value, action: None, statement: None };
                structure.transitions.push(step);
            }
        }
        structure.total = true;
        for (operator, formula) in pairs {
            let options = OperatorOptions { hyper: false, ..OperatorOptions::default() };
            let found = values(&structure, &read(operator), &options);
            let formula = read_formula(formula).expect("a formula");
            let plain = belnap_checker::explicit::ExplicitOptions { hyper: false };
            let expected = belnap_checker::explicit::evaluate(&structure, &formula, &plain);
            assert_eq!(Ok(found), expected, "seed {seed}: {operator}");
        }
    }
}
