//! Three-valued checking by two classical runs agrees with the explicit engine, on all structures
//! of which something is known of what may exist.

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate};
use belnap_checker::two_valued::{RUNS, TwoRuns, require};
use belnap_formats::property::{print, print_file, read_file, read_formula};
use belnap_ir::belnap::Belnap;
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::property::{Atom, Formula, Property};

use crate::generator::formulas::{Logic, Vocabulary, formula};
use crate::generator::structures::{ACTIONS, PROPOSITIONS, structure};
use crate::generator::{Random, seeds};
use crate::oracle;

const PLAIN: ExplicitOptions = ExplicitOptions { hyper: false };

fn explicit(structure: &ExplicitKripke, formula: &Formula) -> Vec<Belnap> {
    let values = evaluate(structure, formula, &PLAIN).expect("known atoms");
    at_entry(structure, &values, &PLAIN)
}

fn two_runs(structure: &ExplicitKripke, formula: &Formula) -> Vec<Belnap> {
    let runs = TwoRuns::new(structure, &[formula]).expect("known atoms");
    runs.values(formula).expect("small")
}

#[test]
fn two_runs_agree_with_the_explicit_engine() {
    let mut unknown = 0;
    for seed in seeds(0, 2500) {
        let random = &mut Random::new(seed);
        let mut structure = structure(random);
        if structure.semantics == Semantics::Under {
            assert!(require(&structure).is_err());
            structure.semantics = Semantics::Exact;
        }
        let mut atoms: Vec<Atom> = PROPOSITIONS.map(|name| Atom::Named(name.to_owned())).to_vec();
        if !structure.locations.is_empty() {
            atoms.extend([Atom::Halted, Atom::At { procedure: None, label: "L".to_owned() }]);
        }
        let logic = random.pick(&[Logic::Modal, Logic::Ctl, Logic::Mu, Logic::Mu]);
        let actions = ACTIONS.map(str::to_owned).to_vec();
        let depth = 2 + random.index(5);
        let formula = formula(random, &Vocabulary { atoms, actions, only: None, logic }, depth);
        let (expected, found) = (explicit(&structure, &formula), two_runs(&structure, &formula));
        assert_eq!(found, expected, "seed {seed}: {}\n{structure:#?}", print(&formula));
        unknown += u64::from(expected.contains(&Belnap::Unknown));
    }
    assert!(unknown > 300, "structures with something unknown: {unknown}");
}

/// What is written says the same to Belnap's own engine, which knows nothing of runs.
#[test]
fn written_runs_are_checked_like_any_structure() {
    for seed in seeds(0, 400) {
        let random = &mut Random::new(seed);
        let mut structure = structure(random);
        structure.semantics = Semantics::Exact;
        structure.locations.clear();
        structure.states.iter_mut().for_each(|state| state.location = None);
        let vocabulary = oracle::vocabulary(Logic::Mu, &ACTIONS);
        let formula = formula(random, &vocabulary, 4);
        let runs = TwoRuns::new(&structure, &[&formula]).expect("known atoms");
        let expected = explicit(&structure, &formula);
        let [must, may] = RUNS.map(|run| {
            let formula = runs.formula(run, &formula).expect("small");
            let file = print_file(&[Property { name: "p1".to_owned(), formula }]);
            let read = read_file(&file).expect("what is printed can be read").remove(0);
            explicit(runs.structure(run), &read.formula)
        });
        for ((expected, must), may) in expected.into_iter().zip(must).zip(may) {
            assert!(must.is_definite() && may.is_definite());
            assert_eq!((must.must(), may.may()), (expected.must(), expected.may()), "seed {seed}");
        }
    }
}

/// May/Must Example 8: the top states of three partial Kripke structures.
#[test]
fn example_8() {
    for (second, third, expected) in
        [("t", "f", "t"), ("n", "t", "t"), ("n", "f", "n"), ("f", "f", "f")]
    {
        let chain = oracle::structure(&format!(
            r#""propositions": ["p"],
               "states": {{"top": "f", "left": "{second}", "right": "{second}", "end": "{third}"}},
               "initial": ["top"], "transitions": [["top", "left"], ["top", "right"],
                 ["left", "end"], ["right", "end"], ["end", "end"]]"#
        ));
        let formula = read_formula("A[true U p]").expect("a formula");
        assert_eq!(two_runs(&chain, &formula)[0].letter(), expected);
    }
}

/// The correction to May/Must Theorem 7: a may-transition to a state with p does not give EX p.
#[test]
fn a_possible_step_is_no_witness() {
    let two = oracle::structure(
        r#""states": {"s0": {}, "s1": ["p"]}, "initial": ["s0"], "transitions": [["s0", "s1", "n"]]"#,
    );
    for (text, expected) in [("EX p", "n"), ("AX p", "t"), ("AX !p", "n"), ("EX !p", "f")] {
        let formula = read_formula(text).expect("a formula");
        assert_eq!(two_runs(&two, &formula)[0].letter(), expected, "{text}");
    }
}
