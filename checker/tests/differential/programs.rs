//! Random Boolean programs: the symbolic engine on their structure, and the plain one on its
//! listing.

use belnap_checker::encode::listing::{Listing, list_with_vectors};
use belnap_checker::encode::{EncodeOptions, Recursion, encode};
use belnap_checker::explicit::{ExplicitOptions, at_entry};
use belnap_checker::symbolic::CheckOptions;
use belnap_checker::symbolic::atoms::Atoms;
use belnap_formats::boolprog;
use belnap_formats::property::print;
use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::{BoolProgram, Dialect, StarMeaning};
use belnap_ir::ids::{StateId, VarId};
use belnap_ir::kripke::{Semantics, SymbolicKripke};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::result::InitialValue;
use belnap_ir::span::Span;

use crate::engines::{MAX_NODES, State, Symbolic, explicit_answer, explicit_values};
use crate::generator::formulas::{Logic, Vocabulary, formula};
use crate::generator::programs::{self, Program};
use crate::generator::{Random, seeds};

pub const SEMANTICS: [Semantics; 3] = [Semantics::Over, Semantics::Under, Semantics::Exact];

/// Programs whose structures are larger are left out: the plain engine is slow.
const MAX_STATES: usize = 300;

/// A program and what to say about it.
pub struct Case {
    pub program: BoolProgram,
    pub star: Option<StarMeaning>,
    vocabulary: Vocabulary,
    pub text: String,
}

pub fn random_program(random: &mut Random, consistent: bool) -> Case {
    let dialect = random_dialect(random);
    let generated = programs::program(random, dialect, consistent);
    case(random, generated)
}

pub fn random_recursive_program(random: &mut Random, consistent: bool) -> Case {
    let dialect = random_dialect(random);
    let generated = programs::recursive_program(random, dialect, consistent);
    case(random, generated)
}

fn random_dialect(random: &mut Random) -> Dialect {
    if random.percent(65) { Dialect::Belnap } else { Dialect::Classic }
}

fn case(random: &mut Random, generated: Program) -> Case {
    let program = boolprog::read(&generated.text)
        .unwrap_or_else(|errors| panic!("{errors:?}\n{}", generated.text));
    let printed = boolprog::print(&program);
    let again = boolprog::read(&printed).map(|program| boolprog::print(&program));
    assert_eq!(again.ok(), Some(printed), "{}", generated.text);
    let vocabulary =
        Vocabulary { atoms: generated.atoms, actions: Vec::new(), only: None, logic: Logic::Mu };
    let star = random.pick(&[None, None, Some(StarMeaning::Unknown), Some(StarMeaning::Choice)]);
    Case { program, star, vocabulary, text: format!("// star: {star:?}\n{}", generated.text) }
}

pub fn encoded(case: &Case, semantics: Semantics) -> SymbolicKripke {
    encoded_to(case, semantics, Recursion::Refused)
}

pub fn encoded_to(case: &Case, semantics: Semantics, recursion: Recursion) -> SymbolicKripke {
    let options = EncodeOptions {
        semantics,
        star: case.star,
        recursion,
        max_nodes: MAX_NODES,
        ..EncodeOptions::default()
    };
    encode(&case.program, &options).unwrap_or_else(|error| panic!("{error:?}\n{}", case.text))
}

/// The listing, unless it is too large or no state is initial.
pub fn listed(kripke: &SymbolicKripke) -> Option<Listing> {
    match list_with_vectors(kripke, MAX_STATES) {
        Ok(listing) => Some(listing),
        Err(refused) if ["listing-limit", "listing-empty"].contains(&refused.rule) => None,
        Err(other) => panic!("{other:?}"),
    }
}

pub fn states_of(listing: &Listing) -> Vec<State> {
    let at = listing.structure.states.iter().map(|state| state.location.expect("listed"));
    at.zip(listing.vectors.iter().cloned()).collect()
}

/// Atoms of the case that the structure knows (a procedure may be unreachable).
pub fn known_atoms(case: &Case, kripke: &SymbolicKripke) -> Vocabulary {
    let known = |atom: &Atom| {
        let formula = Formula::Atom(atom.clone(), Span::default());
        Atoms::resolve(kripke, &formula).is_ok()
    };
    let atoms = case.vocabulary.atoms.iter().filter(|atom| known(atom)).cloned().collect();
    Vocabulary { atoms, actions: Vec::new(), only: None, logic: Logic::Mu }
}

#[test]
fn engines_agree_on_random_programs() {
    let mut checked = 0;
    for seed in seeds(0, 1500) {
        let random = &mut Random::new(seed);
        let case = random_program(random, false);
        for semantics in SEMANTICS {
            let kripke = encoded(&case, semantics);
            checked += compare(seed, random, &case, semantics, &kripke);
        }
    }
    assert!(checked > 3000, "only {checked} cases were small enough");
}

/// Compares the engines on a structure and a random formula, and counts how often.
pub fn compare(
    seed: u64,
    random: &mut Random,
    case: &Case,
    semantics: Semantics,
    kripke: &SymbolicKripke,
) -> usize {
    let mut checked = 0;
    let Some(listing) = listed(kripke) else { return 0 };
    let vocabulary = known_atoms(case, kripke);
    let depth = 2 + random.index(4);
    let formula = formula(random, &vocabulary, depth);
    let symbolic = Symbolic::new(kripke);
    for hyper in [true, false] {
        checked += 1;
        let shown = || {
            format!("seed {seed}, {semantics:?}, hyper {hyper}: {}\n{}", print(&formula), case.text)
        };
        let expected = explicit_values(&listing.structure, &formula, hyper);
        let found = symbolic.values(&formula, hyper, &states_of(&listing));
        for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let state = &listing.structure.states[StateId::from(index)].name;
            assert_eq!(found, expected, "value in {state}, {}", shown());
        }
        let mut expected_answer = explicit_answer(&listing.structure, &expected, hyper);
        if contradictory(&listing, &expected, hyper) {
            expected_answer = None;
        }
        let options = CheckOptions { hyper, full: true };
        let (found, initial) = symbolic.answer(&formula, &options);
        assert_eq!(found, expected_answer, "verdict, {}", shown());
        if found.is_some() {
            assert_initial_values(kripke, &listing, &expected, hyper, &initial, &shown);
        }
        let options = CheckOptions { hyper, full: false };
        let (found, _) = symbolic.answer(&formula, &options);
        assert!(
            found == expected_answer || expected_answer.is_none(),
            "first verdict, {}",
            shown()
        );
    }
    checked
}

/// Whether some inhabited state refutes the formula though every initial state it stands for
/// satisfies it: no consistent program does that.
fn contradictory(listing: &Listing, values: &[Belnap], hyper: bool) -> bool {
    let structure = &listing.structure;
    let values = at_entry(structure, values, &ExplicitOptions { hyper });
    let refines = |complete: StateId, partial: StateId| {
        let vectors =
            listing.vectors[complete.index()].iter().zip(&listing.vectors[partial.index()]);
        vectors.into_iter().all(|(complete, partial)| partial.is_none() || complete == partial)
    };
    structure.inhabited.iter().any(|inhabited| {
        let mut initial = structure.initial.iter().filter(|initial| refines(**initial, *inhabited));
        !values[inhabited.index()].may() && initial.all(|initial| values[initial.index()].must())
    })
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
    let at_entry = at_entry(&listing.structure, values, &ExplicitOptions { hyper });
    let variable = |name: &str| {
        let named = |var: &VarId| {
            let variable = &kripke.variables[*var];
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
