//! Programs whose procedures call themselves, expanded to a depth: the engines agree, and what is
//! definite at some depth is the same at greater ones.

use belnap_checker::encode::Recursion;
use belnap_checker::summaries::reachability::Trusted;
use belnap_checker::symbolic::CheckOptions;
use belnap_formats::property::print;
use belnap_ir::kripke::{Location, LocationKind};
use belnap_ir::property::{Along, Between, Formula, Quantifier};
use belnap_ir::result::Verdict;
use belnap_ir::span::Span;

use crate::engines::Symbolic;
use crate::generator::formulas::formula;
use crate::generator::{Random, seeds};
use crate::programs::{SEMANTICS, compare, encoded_to, known_atoms, random_recursive_program};

/// Larger structures are left out.
const MOST_VARIABLES: usize = 12;

#[test]
fn engines_agree_on_recursive_programs() {
    let mut checked = 0;
    for seed in seeds(0, 600) {
        let random = &mut Random::new(seed);
        let case = random_recursive_program(random, false);
        for semantics in SEMANTICS {
            let kripke = encoded_to(&case, semantics, Recursion::Levels(1));
            checked += compare(seed, random, &case, semantics, &kripke);
        }
    }
    assert!(checked > 1000, "only {checked} cases were small enough");
}

/// A definite verdict stays one, whatever the formula.
#[test]
fn deeper_expansion_agrees() {
    let (mut deeper, mut definite, mut gained) = (0, 0, 0);
    for seed in seeds(0, 1000) {
        let random = &mut Random::new(seed);
        let case = random_recursive_program(random, true);
        let semantics = random.pick(&SEMANTICS);
        let hyper = random.percent(80);
        let [shallow, deep] = [1, 3].map(Recursion::Levels);
        let [shallow, deep] = [shallow, deep].map(|levels| encoded_to(&case, semantics, levels));
        let is_deeper = |location: &Location| location.kind == LocationKind::Deeper;
        if !shallow.locations.iter().any(is_deeper) || deep.variables.len() > MOST_VARIABLES {
            continue;
        }
        deeper += 1;
        let vocabulary = known_atoms(&case, &shallow);
        let depth = 2 + random.index(4);
        let formula = formula(random, &vocabulary, depth);
        let options = CheckOptions { hyper, full: true };
        let [shallow, deep] =
            [&shallow, &deep].map(|kripke| Symbolic::new(kripke).answer(&formula, &options).0);
        let shown = || {
            format!("seed {seed}, {semantics:?}, hyper {hyper}: {}\n{}", print(&formula), case.text)
        };
        let (Some(shallow), Some(deep)) = (shallow, deep) else { panic!("{}", shown()) };
        if shallow == Verdict::Inconclusive {
            gained += usize::from(deep != Verdict::Inconclusive);
        } else {
            definite += 1;
            assert_eq!(deep, shallow, "deeper, {}", shown());
        }
    }
    assert!(deeper > 200 && definite > 100 && gained > 0, "{deeper}, {definite}, {gained}");
}

/// Verdicts of summaries are verdicts of the program.
#[test]
fn summaries_do_not_contradict_expansion() {
    let (mut decided, mut both) = (0, 0);
    for seed in seeds(0, 600) {
        let random = &mut Random::new(seed);
        let case = random_recursive_program(random, true);
        let semantics = random.pick(&SEMANTICS);
        let expanded = encoded_to(&case, semantics, Recursion::Levels(1));
        let summarised = encoded_to(&case, semantics, Recursion::Summaries);
        let [own, mut vocabulary] = [&expanded, &summarised].map(|one| known_atoms(&case, one));
        // Where nothing gets to a procedure, only one of them has its variables.
        vocabulary.atoms.retain(|atom| own.atoms.contains(atom));
        if expanded.variables.len() > MOST_VARIABLES || vocabulary.atoms.is_empty() {
            continue;
        }
        let mut state = |negated: bool| {
            let atom = Formula::Atom(random.pick(&vocabulary.atoms), Span::default());
            Box::new(if negated { Formula::Not(Box::new(atom)) } else { atom })
        };
        let (kept, until) = (state(seed % 2 == 0), state(seed % 3 == 0));
        let formula = match seed % 4 {
            0 => Formula::Along(Quantifier::Forall, Along::Globally, kept),
            1 => Formula::Along(Quantifier::Exists, Along::Finally, kept),
            _ => Formula::Between(Quantifier::Forall, Between::WeakUntil, kept, until),
        };
        let options = CheckOptions { hyper: true, full: true };
        let answer = |kripke| Symbolic::new(kripke).answer(&formula, &options).0;
        let (Some(one), Some(other)) = (answer(&summarised), answer(&expanded)) else {
            panic!("seed {seed}: {}\n{}", print(&formula), case.text);
        };
        if Trusted::of(&formula).includes(one) {
            decided += 1;
            both += usize::from(other == one);
            let opposite = other != one && other != Verdict::Inconclusive;
            assert!(!opposite, "seed {seed}, {semantics:?}: {}\n{}", print(&formula), case.text);
        }
    }
    assert!(decided > 100 && both > 50 && both < decided, "{decided}, {both}");
}
