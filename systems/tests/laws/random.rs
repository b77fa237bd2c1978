//! Random systems: composition straight from its definition, the loop next to the system as it is,
//! abstractions next to what they abstract, counterexamples next to the components.

use belnap_checker::explicit::{ExplicitOptions, evaluate};
use belnap_checker::operators::{OperatorOptions, eliminate};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::operator::{OperatorProperty, Paths};
use belnap_ir::result::Verdict;
use belnap_systems::compose::{Part, compose, compose_traced};
use belnap_systems::possible::{possible, restrict};
use belnap_systems::project::project;
use belnap_systems::quotient::{Concrete, Partition};
use belnap_systems::refinement::ahead::{Goal, find};
use belnap_systems::refinement::member::Partitioned;
use belnap_systems::refinement::{LoopOptions, Policy, verify};
use belnap_systems::simulation::Simulation;
use belnap_test_support::random::Random;
use belnap_test_support::seeds::seeds;

use crate::systems::{parts, property};

const LIMIT: usize = 100_000;

/// The value of a property in the initial state of a structure.
fn value(structure: &ExplicitKripke, property: &OperatorProperty, paths: Paths) -> Belnap {
    let how = OperatorOptions { paths, ..OperatorOptions::default() };
    let whole = eliminate(structure, property, &how).expect("a property that fits");
    let plain = ExplicitOptions::default();
    let values = evaluate(&whole.structure, &property.formula, &plain).expect("known atoms");
    values[structure.initial[0].index()]
}

#[test]
fn compositions_are_as_defined() {
    for seed in seeds(400) {
        let mut random = Random::new(seed);
        let parts = parts(&mut random, 2, false);
        let composition = compose_traced(&parts, LIMIT).expect("a small system");
        let mut found: Vec<(Vec<StateId>, String, Vec<StateId>)> = Vec::new();
        for step in &composition.structure.transitions {
            let tuple = |state: StateId| composition.tuples[state.index()].to_vec();
            assert_eq!(step.value, Belnap::True, "seed {seed}");
            found.push((tuple(step.from), step.action.clone().expect("an action"), tuple(step.to)));
        }
        found.sort();
        assert_eq!(found, crate::systems::steps_by_definition(&parts), "seed {seed}");
    }
}

/// Components composed alone.
fn alone(parts: &[Part]) -> Vec<ExplicitKripke> {
    let one = |part: &Part| compose(std::slice::from_ref(part), LIMIT).expect("a small component");
    parts.iter().map(one).collect()
}

fn nameless(structures: &[ExplicitKripke]) -> Vec<Part> {
    let part = |own: &ExplicitKripke| Part { name: String::new(), structure: own.clone() };
    structures.iter().map(part).collect()
}

#[test]
fn what_is_not_possible_does_not_happen() {
    let mut left_out = 0;
    for seed in seeds(1_000) {
        let mut random = Random::new(seed);
        let count = 2 + random.index(2);
        let parts = parts(&mut random, count, true);
        let components = alone(&parts);
        let possible = possible(&components.iter().collect::<Vec<_>>());
        let restricted: Vec<ExplicitKripke> =
            components.iter().map(|own| restrict(own, &possible.actions)).collect();
        left_out += usize::from(restricted != components);
        let whole = compose_traced(&nameless(&components), LIMIT).expect("a small system");
        let less = compose_traced(&nameless(&restricted), LIMIT).expect("a small system");
        assert_eq!(less.structure, whole.structure, "seed {seed}");
        for tuple in &whole.tuples {
            let mut own = tuple.iter().enumerate();
            let all = own.all(|(number, state)| possible.states[number][state.index()]);
            assert!(all, "seed {seed}: {tuple:?}");
        }
    }
    assert!(left_out >= 100, "{left_out}");
}

#[test]
fn ways_are_found_where_there_are_some() {
    let mut counts = [0; 2];
    for seed in seeds(1_000) {
        let mut random = Random::new(seed);
        let count = 2 + random.index(2);
        let parts = parts(&mut random, count, true);
        let components = alone(&parts);
        let whole = compose_traced(&nameless(&components), LIMIT).expect("a small system");
        let Some(step) = whole.structure.transitions.first() else { continue };
        let action = match random.one_in(2) {
            true => step.action.clone().expect("an action"),
            false => random.pick(&["a", "b", "c", "x.*", "y.*"]).to_owned(),
        };
        let to: Vec<Vec<bool>> = components
            .iter()
            .map(|own| own.states.iter().map(|_| !random.one_in(3)).collect())
            .collect();
        let fits = |state: StateId| {
            let own = whole.tuples[state.index()].iter().enumerate();
            own.fold(true, |all, (number, state)| all && to[number][state.index()])
        };
        let mut steps = whole.structure.transitions.iter();
        let expected = steps.any(|step| {
            step.value.may() && step.action.as_deref() == Some(action.as_str()) && fits(step.to)
        });
        let structures: Vec<&ExplicitKripke> = components.iter().collect();
        let goal = Goal { action, to: to.clone() };
        let found = find(&structures, &goal, &|| false).expect("names that fit");
        assert_eq!(found.way.is_some(), expected, "seed {seed}");
        counts[usize::from(expected)] += 1;
        let Some(way) = found.way else { continue };
        let number = |tuple: &[StateId]| {
            let place = whole.tuples.iter().position(|own| **own == *tuple);
            StateId::from(place.expect("a state of the composition"))
        };
        let mut at = number(&way.start);
        assert!(whole.structure.initial.contains(&at), "seed {seed}");
        for (action, to) in &way.steps {
            let to = number(to);
            let mut steps = whole.structure.transitions.iter();
            let is_step = steps.any(|step| {
                (step.from, step.to, step.value.may()) == (at, to, true)
                    && step.action.as_ref() == Some(action)
            });
            assert!(is_step, "seed {seed}");
            at = to;
        }
        assert!(fits(at) && way.steps.last().map(|own| &own.0) == Some(&goal.action));
    }
    assert!(counts.iter().all(|count| *count >= 100), "{counts:?}");
}

#[test]
fn the_loop_says_what_the_whole_system_says() {
    let mut verdicts = [0; 3];
    let mut refined = 0;
    for seed in seeds(1_000) {
        let mut random = Random::new(seed);
        let count = 2 + random.index(2);
        let parts = parts(&mut random, count, false);
        let property = property(&mut random, &parts);
        let paths = if random.one_in(3) { Paths::Infinite } else { Paths::Maximal };
        let whole = compose(&parts, LIMIT).expect("a small system");
        let expected = value(&whole, &property, paths);
        assert_ne!(expected, Belnap::Unknown, "seed {seed}");
        let policy = if random.one_in(2) { Policy::One } else { Policy::All };
        let options = LoopOptions { paths, policy, ..LoopOptions::default() };
        let outcome = verify(&parts, &property, &options, &mut |_| {}).expect("a small system");
        let found = match outcome.verdict {
            Verdict::Holds => Belnap::True,
            Verdict::Fails => Belnap::False,
            Verdict::Inconclusive => Belnap::Unknown,
        };
        assert_eq!(found, expected, "seed {seed}: {:?}", outcome.open);
        verdicts[outcome.verdict as usize] += 1;
        refined += usize::from(outcome.rounds.len() > 1);
        for rounds in outcome.rounds.windows(2) {
            let classes = |index: usize| rounds[index].classes.iter().sum::<usize>();
            assert!(classes(1) > classes(0), "seed {seed}");
        }
        if outcome.verdict == Verdict::Fails {
            assert_eq!(outcome.followed.len(), outcome.branches.len(), "seed {seed}");
        }
    }
    assert!(verdicts[0] > 200 && verdicts[1] > 200 && refined > 200, "{verdicts:?}, {refined}");
}

#[test]
fn definite_values_of_abstractions_are_those_of_the_system() {
    let mut definite = 0;
    for seed in seeds(1_000) {
        let mut random = Random::new(seed);
        let parts = parts(&mut random, 2, true);
        let property = property(&mut random, &parts);
        let paths = if random.one_in(3) { Paths::Infinite } else { Paths::Maximal };
        let single = |part: &Part| compose(std::slice::from_ref(part), LIMIT).expect("small");
        let components: Vec<ExplicitKripke> = parts.iter().map(single).collect();
        let coarse: Vec<Part> = components
            .iter()
            .zip(&parts)
            .map(|(component, part)| {
                let concrete = Concrete::new(component);
                let classes = 1 + random.index(3);
                let keys: Vec<usize> =
                    component.states.iter().map(|_| random.index(classes)).collect();
                let partition = Partition::by(keys.len(), |state| keys[state.index()]);
                Part { name: part.name.clone(), structure: concrete.quotient(&partition) }
            })
            .collect();
        let abstracted = value(&compose(&coarse, LIMIT).expect("small"), &property, paths);
        let own = value(
            &compose(&components_as_parts(&components, &parts), LIMIT).expect("small"),
            &property,
            paths,
        );
        assert!(abstracted == Belnap::Unknown || abstracted == own, "seed {seed}");
        definite += usize::from(abstracted != Belnap::Unknown);
    }
    assert!(definite > 200, "{definite}");
}

fn components_as_parts(components: &[ExplicitKripke], parts: &[Part]) -> Vec<Part> {
    let named = components.iter().zip(parts);
    named.map(|(own, part)| Part { name: part.name.clone(), structure: own.clone() }).collect()
}

/// Theorem 4: a tree is simulated by the composition if each component weakly simulates what the
/// tree asks of it, and only then.
#[test]
fn simulations_are_compositional() {
    let mut counts = [0; 2];
    for seed in seeds(600) {
        let mut random = Random::new(seed);
        let parts = parts(&mut random, 2, false);
        let property = property(&mut random, &parts);
        let options = LoopOptions { max_rounds: 1, ..LoopOptions::default() };
        let outcome = verify(&parts, &property, &options, &mut |_| {}).expect("a small system");
        if outcome.branches.is_empty() || uses_deadlock(&outcome.branches) {
            continue;
        }
        let mut each = true;
        let components = outcome.members.iter().map(Partitioned::component);
        for (own, part) in components.zip(&parts) {
            let asked =
                project(&outcome.product, &outcome.branches, &part.name).expect("a component");
            let weak = Simulation::new(&asked, own, true).expect("labels");
            each &= weak.has(StateId(0), own.initial[0]);
        }
        let whole = compose(&parts, LIMIT).expect("a small system");
        let tree = crate::systems::tree(&outcome.product, &outcome.branches);
        let strong = Simulation::new(&tree, &whole, false).expect("labels");
        assert_eq!(strong.has(StateId(0), whole.initial[0]), each, "seed {seed}");
        counts[usize::from(each)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

fn uses_deadlock(branches: &[belnap_ir::result::Branch]) -> bool {
    branches
        .iter()
        .flat_map(|branch| &branch.steps)
        .any(|step| step.action.as_deref() == Some("deadlock") || uses_deadlock(&step.because))
}
