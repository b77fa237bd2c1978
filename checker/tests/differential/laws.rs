//! Laws of the semantics (YASM §3.3 and §4, docs/semantics.md §8), on random cases.

use std::collections::HashMap;

use belnap_checker::encode::listing::Listing;
use belnap_checker::encode::unlisting::symbolic_from;
use belnap_formats::property::print;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{LocId, StateId};
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::property::{Formula, Quantifier};

use crate::engines::{State, Symbolic, explicit_values};
use crate::generator::formulas::{Vocabulary, formula};
use crate::generator::structures::structure;
use crate::generator::{Random, seeds};
use crate::programs::{Case, SEMANTICS, encoded, known_atoms, listed, random_program, states_of};
use crate::structures::vocabulary_of;

/// The same program in the three semantics.
struct Three {
    over: Listing,
    under: Listing,
    exact: Listing,
}

fn three(case: &Case) -> Option<Three> {
    let list = |semantics| listed(&encoded(case, semantics));
    Some(Three {
        over: list(Semantics::Over)?,
        under: list(Semantics::Under)?,
        exact: list(Semantics::Exact)?,
    })
}

/// Values of a formula by state.
fn values(listing: &Listing, formula: &Formula, hyper: bool) -> HashMap<State, Belnap> {
    let values = explicit_values(&listing.structure, formula, hyper);
    states_of(listing).into_iter().zip(values).collect()
}

/// Values of transitions by source, target and statement.
type Steps = HashMap<(State, State, Option<String>), Belnap>;

fn steps(listing: &Listing) -> Steps {
    let states = states_of(listing);
    let transitions = listing.structure.transitions.iter();
    let steps = transitions.map(|step| {
        let (from, to) = (&states[step.from.index()], &states[step.to.index()]);
        ((from.clone(), to.clone(), step.statement.clone()), step.value)
    });
    steps.collect()
}

/// Cases small enough to be listed in all three semantics.
fn for_programs(first: u64, law: impl Fn(&mut Random, &Case, &Three, &str)) {
    let mut checked = 0;
    let seeds = seeds(first, 500);
    for seed in seeds.clone() {
        let random = &mut Random::new(seed);
        let case = random_program(random, false);
        let Some(three) = three(&case) else { continue };
        let shown = format!("seed {seed}\n{}", case.text);
        law(random, &case, &three, &shown);
        checked += 1;
    }
    assert!(2 * checked > seeds.end - seeds.start, "only {checked} cases were small enough");
}

fn vocabulary(case: &Case, only: Option<Quantifier>) -> Vocabulary {
    Vocabulary { only, ..known_atoms(case, &encoded(case, Semantics::Exact)) }
}

#[test]
fn exact_is_over_and_under_combined() {
    for_programs(10_000, |_, _, three, shown| {
        let [over, under, exact] = [&three.over, &three.under, &three.exact].map(steps);
        let half = |steps: &Steps, of: &Listing, half: fn(Belnap) -> bool| {
            let shared = states_of(of);
            let mut steps: Vec<_> = steps
                .iter()
                .filter(|((from, _, _), value)| half(**value) && shared.contains(from))
                .map(|(step, _)| step.clone())
                .collect();
            steps.sort();
            steps
        };
        let may = half(&exact, &three.over, Belnap::may);
        assert_eq!(half(&over, &three.exact, Belnap::may), may, "may half, {shown}");
        let must = half(&exact, &three.under, Belnap::must);
        assert_eq!(half(&under, &three.exact, Belnap::must), must, "must half, {shown}");
        assert!(over.values().all(|value| *value == Belnap::Unknown), "{shown}");
        assert!(under.values().all(|value| *value == Belnap::Both), "{shown}");
        let reached = states_of(&three.exact);
        for part in [&three.over, &three.under] {
            assert!(states_of(part).iter().all(|state| reached.contains(state)), "{shown}");
        }
    });
}

#[test]
fn exact_knows_what_over_and_under_know() {
    for_programs(20_000, |random, case, three, shown| {
        let formula = formula(random, &vocabulary(case, None), 4);
        let exact = values(&three.exact, &formula, true);
        for part in [&three.over, &three.under] {
            for (state, value) in values(part, &formula, true) {
                assert!(
                    value.less_informative_or_equal(exact[&state]),
                    "{} is {value} in {state:?} by half, {}, {shown}",
                    print(&formula),
                    exact[&state]
                );
            }
        }
    });
}

#[test]
fn pure_formulas_need_one_half_only() {
    for_programs(30_000, |random, case, three, shown| {
        for (quantifier, part, hyper) in [
            (Quantifier::Forall, &three.over, true),
            (Quantifier::Forall, &three.over, false),
            (Quantifier::Exists, &three.under, false),
        ] {
            let formula = formula(random, &vocabulary(case, Some(quantifier)), 4);
            let exact = values(&three.exact, &formula, hyper);
            for (state, value) in values(part, &formula, hyper) {
                let same = value.must() == exact[&state].must();
                assert!(same, "{} in {state:?}, {shown}", print(&formula));
            }
        }
    });
}

/// A program that claims nothing wrong is the abstraction of some system, and no formula is both
/// true and false of that.
#[test]
fn consistent_programs_have_no_contradictory_values() {
    let mut checked = 0;
    for seed in seeds(60_000, 500) {
        let random = &mut Random::new(seed);
        let case = random_program(random, true);
        for semantics in SEMANTICS {
            let Some(listing) = listed(&encoded(&case, semantics)) else { continue };
            let formula = formula(random, &vocabulary(&case, None), 4);
            for (state, value) in values(&listing, &formula, true) {
                let shown = || format!("seed {seed}, {semantics:?}: {}", print(&formula));
                assert_ne!(value, Belnap::Both, "in {state:?}, {}\n{}", shown(), case.text);
            }
            checked += 1;
        }
    }
    assert!(checked > 1000, "only {checked} cases were small enough");
}

fn symbolic(structure: &ExplicitKripke, formula: &Formula, hyper: bool) -> Vec<Belnap> {
    let states: Vec<State> =
        (0..structure.states.len()).map(|at| (LocId::from(at), Vec::new())).collect();
    Symbolic::new(&symbolic_from(structure, StateId(0))).values(formula, hyper, &states)
}

#[test]
fn negation_swaps_halves() {
    for seed in seeds(40_000, 500) {
        let random = &mut Random::new(seed);
        let structure = structure(random);
        let formula = formula(random, &vocabulary_of(&structure), 4);
        let values = symbolic(&structure, &formula, true);
        let negated = symbolic(&structure, &Formula::Not(Box::new(formula.clone())), true);
        for (value, negated) in values.into_iter().zip(negated) {
            assert_eq!(negated, !value, "seed {seed}: {}", print(&formula));
        }
    }
}

/// Knowing more of a structure never takes back what is known of a formula (May/Must §4). The `wp`
/// trick is left out: it needs a successor, and knowing more may leave none.
#[test]
fn information_grows() {
    for seed in seeds(50_000, 500) {
        let random = &mut Random::new(seed);
        let mut structure = structure(random);
        let formula = formula(random, &vocabulary_of(&structure), 4);
        let before = symbolic(&structure, &formula, false);
        let more = |random: &mut Random, value: &mut Belnap| {
            if *value == Belnap::Unknown && random.percent(50) {
                *value = random.pick(&[Belnap::True, Belnap::False]);
            } else if random.percent(5) {
                *value = Belnap::Both;
            }
        };
        for state in &mut structure.states {
            state.labels.iter_mut().for_each(|label| more(random, label));
        }
        structure.transitions.iter_mut().for_each(|step| more(random, &mut step.value));
        let after = symbolic(&structure, &formula, false);
        for (before, after) in before.into_iter().zip(after) {
            assert!(
                before.less_informative_or_equal(after),
                "seed {seed}: {before} became {after}, {}",
                print(&formula)
            );
        }
    }
}
