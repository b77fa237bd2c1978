//! Thorough answers about symbolic structures that are looked at part by part, next to those about
//! whole listings: definite answers are the same, and there are as many unless a limit is reached.

use belnap_checker::run::RunError;
use belnap_checker::thorough::{Options, Thorough, check, linear};
use belnap_formats::property::{print, print_path};
use belnap_ir::kripke::{Kripke, Semantics};
use belnap_ir::linear::{LinearProperty, Path};
use belnap_ir::property::{Along, Between, Property};
use belnap_ir::result::Verdict;
use belnap_ir::span::Span;

use crate::generator::formulas::{Logic, Vocabulary, formula};
use crate::generator::{Random, seeds};
use crate::programs::{encoded, known_atoms, listed, random_program};

/// A question.
enum Asked {
    Branching(Property),
    Linear(LinearProperty),
}

impl Asked {
    fn random(random: &mut Random, names: Vocabulary) -> Self {
        let name = "p1".to_owned();
        if random.percent(70) {
            let logic = random.pick(&[Logic::Modal, Logic::Ctl]);
            let depth = 2 + random.index(3);
            let formula = formula(random, &Vocabulary { logic, ..names }, depth);
            return Asked::Branching(Property { name, formula });
        }
        let mut atom = || Box::new(Path::Atom(random.pick(&names.atoms), Span::default()));
        let (left, right) = (atom(), atom());
        let along = |along, path| Box::new(Path::Along(along, path));
        let path = match random.index(4) {
            0 => Path::Along(Along::Globally, left),
            1 => Path::Between(Between::Until, left, right),
            2 => {
                let promised = along(Along::Finally, right);
                Path::Along(Along::Globally, Box::new(Path::Implies(left, promised)))
            }
            _ => Path::And(vec![*along(Along::Finally, left), Path::Next(right)]),
        };
        Asked::Linear(LinearProperty { name, path })
    }

    fn answer(&self, kripke: &Kripke, options: &Options<'_>) -> Option<Thorough> {
        let answer = match self {
            Asked::Branching(property) => check(kripke, property, options),
            Asked::Linear(property) => linear::check(kripke, property, None, options),
        };
        match answer {
            Ok(answer) => Some(answer),
            Err(RunError::Structure(_) | RunError::Inconsistent { .. }) => None,
            Err(error) => panic!("{error}"),
        }
    }

    fn text(&self) -> String {
        match self {
            Asked::Branching(property) => print(&property.formula),
            Asked::Linear(property) => print_path(&property.path),
        }
    }
}

#[test]
fn parts_say_what_the_whole_says() {
    let (mut definite, mut early, mut limited) = (0, 0, 0);
    for seed in seeds(0, 500) {
        let random = &mut Random::new(seed);
        let case = random_program(random, true);
        let kripke = encoded(&case, Semantics::Exact);
        let Some(listing) = listed(&kripke) else { continue };
        let names = known_atoms(&case, &kripke);
        if names.atoms.is_empty() {
            continue;
        }
        let asked = Asked::random(random, names);
        let shown = || format!("seed {seed}: {}\n{}", asked.text(), case.text);
        let kripke = Kripke::Symbolic(kripke);
        let whole = Options { known_open: true, always_look: true, ..Options::default() };
        let Some(expected) = asked.answer(&kripke, &whole) else { continue };
        let parts = Options { first_states: 1, ..whole };
        let found = asked.answer(&kripke, &parts).expect("as before");
        assert_eq!(found.verdict, expected.verdict, "{}", shown());
        if expected.verdict != Verdict::Inconclusive {
            definite += 1;
            early += u64::from(found.way[0].starts_with("the part"));
        }
        let max_states = 1 + random.index(listing.structure.states.len());
        let few = Options { max_states, ..parts };
        let Some(found) = asked.answer(&kripke, &few) else { continue };
        limited += u64::from(found.stopped.is_some());
        let same = found.verdict == expected.verdict;
        let unknown = found.verdict == Verdict::Inconclusive && found.stopped.is_some();
        assert!(same || unknown, "at most {max_states} states: {found:?}\n{}", shown());
    }
    assert!(early > 20 && limited > 20, "{early} of {definite} from a part, {limited} limited");
}
