//! The two engines held against each other, on random structures, programs and formulas.
//!
//! Every failure names its seed and shows the case.

mod engines;
mod generator;

use std::collections::HashMap;

use belnap_checker::encode::listing::{Listing, list_with_vectors};
use belnap_checker::encode::unlisting::{symbolic_from, symbolic_from_explicit};
use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::symbolic::CheckOptions;
use belnap_formats::boolprog;
use belnap_formats::property::print;
use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::{BoolProgram, Dialect};
use belnap_ir::ids::{LocId, StateId, VarId};
use belnap_ir::kripke::{ExplicitKripke, Semantics, SymbolicKripke};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::result::{InitialValue, Verdict};

use engines::{explicit_answer, explicit_values, symbolic_answer, symbolic_values};
use generator::formulas::{Vocabulary, formula};
use generator::structures::{ACTIONS, PROPOSITIONS, structure};
use generator::{Random, programs};

const SEMANTICS: [Semantics; 3] = [Semantics::Over, Semantics::Under, Semantics::Exact];

fn vocabulary_of(structure: &ExplicitKripke) -> Vocabulary {
    let mut atoms: Vec<Atom> =
        PROPOSITIONS.iter().map(|name| Atom::Named((*name).to_owned())).collect();
    if !structure.locations.is_empty() {
        atoms.extend([Atom::Halted, Atom::Failed]);
        atoms.push(Atom::At { procedure: None, label: "L".to_owned() });
    }
    Vocabulary { atoms, actions: ACTIONS.map(str::to_owned).to_vec(), only: None }
}

#[test]
fn engines_agree_on_random_structures() {
    for seed in 0..3000 {
        let random = &mut Random::new(seed);
        let structure = structure(random);
        let vocabulary = vocabulary_of(&structure);
        let depth = 4 + random.below(3);
        let formula = formula(random, &vocabulary, depth);
        for hyper in [true, false] {
            let shown =
                || format!("seed {seed}, hyper {hyper}: {}\n{structure:#?}", print(&formula));
            let expected = explicit_values(&structure, &formula, hyper);
            let one = symbolic_from(&structure, StateId(0));
            let states: Vec<_> =
                (0..structure.states.len()).map(|at| (LocId::from(at), Vec::new())).collect();
            let found = symbolic_values(&one, &formula, hyper, &states);
            assert_eq!(found, expected, "values, {}", shown());
            assert_verdicts_agree(&structure, &formula, &expected, hyper, &shown);
        }
    }
}

/// The verdict on a listed structure by the symbolic engine: what `unlisting` says it loses is
/// lost, and nothing else.
fn assert_verdicts_agree(
    structure: &ExplicitKripke,
    formula: &Formula,
    values: &[Belnap],
    hyper: bool,
    shown: &dyn Fn() -> String,
) {
    let symbolic = symbolic_from_explicit(structure);
    let fresh = symbolic.locations.len() > structure.states.len();
    let mut expected = explicit_answer(structure, values, hyper);
    if fresh && (!hyper || structure.semantics == Semantics::Under) {
        // Without the wp trick nothing says that some initial state is real, and in `under`
        // nothing says that there are no more of them.
        let options = belnap_checker::explicit::Options { hyper };
        let at_entry = belnap_checker::explicit::at_entry(structure, values, &options);
        let fails = structure.inhabited.iter().any(|state| !at_entry[state.index()].may());
        let holds = structure.semantics != Semantics::Under
            && structure.initial.iter().all(|state| at_entry[state.index()].must());
        expected = match (holds, fails) {
            (true, true) => None,
            (true, false) => Some(Verdict::Holds),
            (false, true) => Some(Verdict::Fails),
            (false, false) => Some(Verdict::Inconclusive),
        };
    }
    let options = CheckOptions { hyper, full: true };
    let (found, _) = symbolic_answer(&symbolic, formula, &options);
    assert_eq!(found, expected, "verdict, {}", shown());
    let (found, _) = symbolic_answer(&symbolic, formula, &CheckOptions { full: false, ..options });
    assert!(found == expected || expected.is_none(), "first verdict, {}", shown());
}

/// Programs whose structures are larger are left out: the plain engine is slow.
const MAX_STATES: usize = 300;

struct Case {
    program: BoolProgram,
    vocabulary: Vocabulary,
    text: String,
}

fn random_program(random: &mut Random) -> Case {
    let dialect = if random.percent(65) { Dialect::Belnap } else { Dialect::Classic };
    let generated = programs::program(random, dialect);
    let program = boolprog::read(&generated.text)
        .unwrap_or_else(|errors| panic!("{errors:?}\n{}", generated.text));
    assert_eq!(
        boolprog::read(&boolprog::print(&program)).map(|p| boolprog::print(&p)).ok(),
        Some(boolprog::print(&program)),
        "{}",
        generated.text
    );
    let vocabulary = Vocabulary { atoms: generated.atoms, actions: Vec::new(), only: None };
    Case { program, vocabulary, text: generated.text }
}

fn encoded(case: &Case, semantics: Semantics) -> SymbolicKripke {
    let options = EncodeOptions { semantics, ..EncodeOptions::default() };
    encode(&case.program, &options).unwrap_or_else(|error| panic!("{error:?}\n{}", case.text))
}

/// The listing, unless it is too large or no state is initial.
fn listed(kripke: &SymbolicKripke) -> Option<Listing> {
    match list_with_vectors(kripke, MAX_STATES) {
        Ok(listing) => Some(listing),
        Err(refused) if ["listing-limit", "listing-empty"].contains(&refused.rule) => None,
        Err(other) => panic!("{other:?}"),
    }
}

fn states_of(listing: &Listing) -> Vec<engines::State> {
    let at = listing.structure.states.iter().map(|state| state.location.expect("listed"));
    at.zip(listing.vectors.iter().cloned()).collect()
}

/// Atoms of the case that the structure knows (a procedure may be unreachable).
fn known_atoms(case: &Case, kripke: &SymbolicKripke) -> Vocabulary {
    let known = |atom: &Atom| {
        let formula = Formula::Atom(atom.clone(), belnap_ir::span::Span::default());
        belnap_checker::symbolic::atoms::Atoms::resolve(kripke, &formula).is_ok()
    };
    let atoms = case.vocabulary.atoms.iter().filter(|atom| known(atom)).cloned().collect();
    Vocabulary { atoms, actions: Vec::new(), only: None }
}

#[test]
fn engines_agree_on_random_programs() {
    let mut checked = 0;
    for seed in 0..1200 {
        let random = &mut Random::new(seed);
        let case = random_program(random);
        for semantics in SEMANTICS {
            let kripke = encoded(&case, semantics);
            let Some(listing) = listed(&kripke) else { continue };
            let vocabulary = known_atoms(&case, &kripke);
            let depth = 2 + random.below(4);
            let formula = formula(random, &vocabulary, depth);
            for hyper in [true, false] {
                checked += 1;
                let shown = || {
                    format!(
                        "seed {seed}, {semantics:?}, hyper {hyper}: {}\n{}",
                        print(&formula),
                        case.text
                    )
                };
                let expected = explicit_values(&listing.structure, &formula, hyper);
                let found = symbolic_values(&kripke, &formula, hyper, &states_of(&listing));
                for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
                    let state = &listing.structure.states[index].name;
                    assert_eq!(found, expected, "value in {state}, {}", shown());
                }
                let expected_answer = explicit_answer(&listing.structure, &expected, hyper);
                let options = CheckOptions { hyper, full: true };
                let (found, initial) = symbolic_answer(&kripke, &formula, &options);
                assert_eq!(found, expected_answer, "verdict, {}", shown());
                if found.is_some() {
                    assert_initial_values(&kripke, &listing, &expected, hyper, &initial, &shown);
                }
                let options = CheckOptions { hyper, full: false };
                let (found, _) = symbolic_answer(&kripke, &formula, &options);
                assert!(
                    found == expected_answer || expected_answer.is_none(),
                    "first verdict, {}",
                    shown()
                );
            }
        }
    }
    assert!(checked > 3000, "only {checked} cases were small enough");
}

/// The values at the entry that results show are those of the plain engine.
fn assert_initial_values(
    kripke: &SymbolicKripke,
    listing: &Listing,
    values: &[Belnap],
    hyper: bool,
    shown_values: &[InitialValue],
    shown: &dyn Fn() -> String,
) {
    let options = belnap_checker::explicit::Options { hyper };
    let at_entry = belnap_checker::explicit::at_entry(&listing.structure, values, &options);
    let variable = |name: &str| {
        let named = |var: &VarId| {
            let variable = &kripke.variables[var.index()];
            match variable.scope {
                None => variable.name.to_string() == name,
                Some(scope) => scope.0 == 0 && format!("main::{}", variable.name) == name,
            }
        };
        (0..kripke.variables.len()).map(VarId::from).find(named).expect("a variable at the entry")
    };
    for state in &listing.structure.initial {
        let vector = &listing.vectors[state.index()];
        let agrees = |shown: &&InitialValue| {
            shown.state.iter().all(|(name, value)| {
                vector[variable(name).index()].map(Belnap::from) == Some(*value)
            })
        };
        let covering: Vec<&InitialValue> = shown_values.iter().filter(agrees).collect();
        assert_eq!(covering.len(), 1, "{vector:?} is shown once, {shown_values:?} {}", shown());
        assert_eq!(covering[0].value, at_entry[state.index()], "{vector:?}, {}", shown());
    }
}

/// Outgoing halves by state and statement.
type Steps = HashMap<(engines::State, engines::State, Option<String>), Belnap>;

fn steps(listing: &Listing) -> Steps {
    let states = states_of(listing);
    let transitions = listing.structure.transitions.iter();
    let steps = transitions.map(|step| {
        let (from, to) = (&states[step.from.index()], &states[step.to.index()]);
        ((from.clone(), to.clone(), step.statement.clone()), step.value)
    });
    steps.collect()
}
