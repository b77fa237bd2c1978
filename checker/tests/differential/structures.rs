//! Random explicit structures: the plain engine, and the symbolic one on their symbolic form.

use belnap_checker::encode::unlisting::{symbolic_from, symbolic_from_explicit};
use belnap_checker::explicit::{ExplicitOptions, at_entry};
use belnap_checker::symbolic::CheckOptions;
use belnap_formats::property::print;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::{LocId, StateId};
use belnap_ir::kripke::{ExplicitKripke, Semantics};
use belnap_ir::property::Atom;

use crate::engines::{Answer, State, Symbolic, answer, explicit_answer, explicit_values};
use crate::generator::formulas::{Logic, Vocabulary, formula};
use crate::generator::structures::{ACTIONS, PROPOSITIONS, structure};
use crate::generator::{Random, seeds};

pub fn vocabulary_of(structure: &ExplicitKripke) -> Vocabulary {
    let mut atoms: Vec<Atom> =
        PROPOSITIONS.iter().map(|name| Atom::Named((*name).to_owned())).collect();
    if !structure.locations.is_empty() {
        atoms.extend([Atom::Halted, Atom::Failed]);
        atoms.push(Atom::At { procedure: None, label: "L".to_owned() });
    }
    Vocabulary { atoms, actions: ACTIONS.map(str::to_owned).to_vec(), only: None, logic: Logic::Mu }
}

#[test]
fn engines_agree_on_random_structures() {
    for seed in seeds(0, 4000) {
        let random = &mut Random::new(seed);
        let structure = structure(random);
        let vocabulary = vocabulary_of(&structure);
        let depth = 4 + random.index(3);
        let formula = formula(random, &vocabulary, depth);
        let (from_one, whole) =
            (symbolic_from(&structure, StateId(0)), symbolic_from_explicit(&structure));
        let (from_one, whole) = (Symbolic::new(&from_one), Symbolic::new(&whole));
        let states: Vec<State> =
            (0..structure.states.len()).map(|at| (LocId::from(at), Vec::new())).collect();
        for hyper in [true, false] {
            let shown =
                || format!("seed {seed}, hyper {hyper}: {}\n{structure:#?}", print(&formula));
            let values = explicit_values(&structure, &formula, hyper);
            let found = from_one.values(&formula, hyper, &states);
            assert_eq!(found, values, "values, {}", shown());
            let expected = expected_answer(&structure, &values, hyper);
            let (found, _) = whole.answer(&formula, &CheckOptions { hyper, full: true });
            assert_eq!(found, expected, "verdict, {}", shown());
            let (found, _) = whole.answer(&formula, &CheckOptions { hyper, full: false });
            assert!(found == expected || expected.is_none(), "first verdict, {}", shown());
        }
    }
}

/// The verdict, without what `unlisting` says is lost.
fn expected_answer(structure: &ExplicitKripke, values: &[Belnap], hyper: bool) -> Answer {
    let fresh = structure.initial.len() > 1 || structure.initial != structure.inhabited;
    if fresh && (!hyper || structure.semantics == Semantics::Under) {
        weak_answer(structure, &at_entry(structure, values, &ExplicitOptions { hyper }))
    } else {
        explicit_answer(structure, values, hyper)
    }
}

/// Without the `wp` trick nothing says that some initial state is real, and in `under` nothing
/// says that there are no more of them.
fn weak_answer(structure: &ExplicitKripke, at_entry: &[Belnap]) -> Answer {
    let fails = structure.inhabited.iter().any(|state| !at_entry[state.index()].may());
    let holds = structure.semantics != Semantics::Under
        && structure.initial.iter().all(|state| at_entry[state.index()].must());
    answer(holds, fails)
}
