//! What is made of KMTSs: random completions, abstractions, quotients and translations.

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate};
use belnap_checker::kmts::abstraction::{Map, abstraction};
use belnap_checker::kmts::compare::Compared;
use belnap_checker::kmts::completion::{CompletionOptions, random as random_completion};
use belnap_checker::kmts::preorder::MAX_PAIRS;
use belnap_checker::kmts::quotient::quotient;
use belnap_checker::kmts::translate::{Kind, translate};
use belnap_formats::header::{Artefact, Header};
use belnap_formats::kripke::{print as print_kripke, read as read_kripke};
use belnap_formats::property::{print, print_file, read_file};
use belnap_formats::relation::Relation;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::property::{Formula, Property};

use crate::completions::{Bound, Requirements, visit_all};
use crate::definition::less_complete;
use crate::generator::formulas::{Logic, formula};
use crate::generator::structures::{ACTIONS, kmts};
use crate::generator::{Random, seeds};
use crate::oracle::vocabulary;

const PLAIN: ExplicitOptions = ExplicitOptions { hyper: false };

/// The values after the prefix.
fn values(structure: &ExplicitKripke, formula: &Formula, hyper: bool) -> Vec<Belnap> {
    let options = ExplicitOptions { hyper };
    let values = evaluate(structure, formula, &options).expect("known atoms");
    at_entry(structure, &values, &options)
}

/// A KMTS, with actions or without, some of whose transitions have none.
fn model(random: &mut Random) -> (ExplicitKripke, &'static [&'static str]) {
    let actions = random.pick(&[&[][..], &[][..], &ACTIONS[..]]);
    let most = 2 + random.index(5);
    let mut structure = kmts(random, most, actions);
    if random.percent(20) {
        let nameless = structure.transitions.iter_mut().filter(|_| random.percent(20));
        nameless.for_each(|step| step.action = None);
        let mut seen = std::collections::HashSet::new();
        structure.transitions.retain(|step| seen.insert((step.from, step.to, step.action.clone())));
    }
    structure.prefix = u32::from(structure.states.len() > 1 && random.percent(15));
    (structure, actions)
}

fn a_formula(random: &mut Random, actions: &[&str]) -> Formula {
    let logic = random.pick(&[Logic::Modal, Logic::Ctl, Logic::Mu]);
    let depth = 2 + random.index(3);
    formula(random, &vocabulary(logic, actions), depth)
}

/// What is made satisfies all invariants of structures, except that it may have fewer states than
/// steps before properties are judged, which the command line refuses.
fn assert_valid(structure: &ExplicitKripke) {
    if structure.prefix as usize >= structure.states.len() {
        return;
    }
    let content = Kripke::Explicit(structure.clone());
    let text = print_kripke(&Artefact { header: Header::default(), content: content.clone() });
    assert_eq!(read_kripke(&text).expect("a valid structure").content, content, "{text}");
}

#[test]
fn random_completions_are_above() {
    let (mut made, mut refused) = (0, 0);
    for seed in seeds(0, 600) {
        let random = &mut Random::new(seed);
        let (structure, actions) = model(random);
        let copies = 1 + random.index(3);
        let options = CompletionOptions { seed, copies, total: structure.total };
        let bound = Bound { copies: 1, total: structure.total, most: 1 };
        let mut exists = false;
        visit_all(&Requirements::of(&structure), StateId(0), Bound { most: 5000, ..bound }, |_| {
            exists = true;
            std::ops::ControlFlow::Break(())
        });
        let Ok(completion) = random_completion(&structure, &options) else {
            assert!(!exists, "seed {seed}: there is a completion of\n{structure:#?}");
            refused += 1;
            continue;
        };
        made += 1;
        assert_valid(&completion);
        let shown = || format!("seed {seed}\n{structure:#?}\n{completion:#?}");
        assert!(less_complete(&structure, &completion, structure.total)[0][0], "{}", shown());
        for _ in 0..4 {
            let formula = a_formula(random, actions);
            let below = values(&structure, &formula, structure.total)[0];
            let above = values(&completion, &formula, false)[0];
            assert!(above.is_definite() && below.less_informative_or_equal(above), "{}", shown());
        }
    }
    assert!(made > 300 && refused > 10, "made {made}, refused {refused}");
}

#[test]
fn abstractions_are_below() {
    for seed in seeds(0, 500) {
        let random = &mut Random::new(seed);
        let (structure, actions) = model(random);
        let mut pairs = Vec::new();
        for state in &structure.states {
            for _ in 0..1 + random.index(2) {
                let pair = (format!("a{}", random.index(3)), state.name.clone());
                if !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
        let relation = Relation { pairs };
        let map = Map::new(&relation, &structure).expect("a total map");
        let made = abstraction(&structure, &map);
        let shown = || format!("seed {seed}: {relation:?}\n{structure:#?}\n{made:#?}");
        assert_valid(&made);
        let below = less_complete(&made, &structure, false);
        for (less, more) in &relation.pairs {
            let place = |structure: &ExplicitKripke, name: &String| {
                structure.states.iter().position(|state| state.name == *name).expect("a state")
            };
            assert!(below[place(&made, less)][place(&structure, more)], "{}", shown());
        }
        let compared = Compared::new(&made, &structure, MAX_PAIRS).expect("small");
        assert!(compared.direction(0).expect("right").direction.holds, "{}", shown());
        // A state that has to go on, and may go nowhere, stands for nothing.
        let goes_on = |id: StateId| structure.transitions.iter().any(|step| step.from == id);
        let hyper =
            structure.states.iter_enumerated().all(|(id, state)| state.blocking || goes_on(id));
        let formula = a_formula(random, actions);
        let (less, more) = (values(&made, &formula, hyper), values(&structure, &formula, hyper));
        for initial in &made.initial {
            let name = &made.states[*initial].name;
            for (_, member) in relation.pairs.iter().filter(|(own, _)| own == name) {
                let state = structure.states.iter().position(|own| own.name == *member);
                let value = more[state.expect("a state")];
                assert!(less[initial.index()].less_informative_or_equal(value), "{}", shown());
            }
        }
    }
}

/// The abstraction by the relation of equally complete states is again as complete.
#[test]
fn quotients_are_equally_complete() {
    let mut smaller = 0;
    // The last one has a state that has to go on, and may go nowhere.
    for seed in seeds(0, 800).chain([103_469]) {
        let random = &mut Random::new(seed);
        let (structure, actions) = model(random);
        let made = quotient(&structure, MAX_PAIRS).expect("small");
        let shown = || format!("seed {seed}\n{structure:#?}\n{made:#?}");
        assert_valid(&made);
        assert!(less_complete(&structure, &made, false)[0][0], "{}", shown());
        assert!(less_complete(&made, &structure, false)[0][0], "{}", shown());
        smaller += u64::from(made.states.len() < structure.states.len());
        let again = quotient(&made, MAX_PAIRS).expect("small");
        assert_eq!(again, made, "{}", shown());
        for _ in 0..3 {
            let formula = a_formula(random, actions);
            for hyper in [false, true] {
                let (expected, found) =
                    (values(&structure, &formula, hyper)[0], values(&made, &formula, hyper)[0]);
                assert_eq!(found, expected, "hyper {hyper}, {}, {}", print(&formula), shown());
            }
        }
    }
    assert!(smaller > 30, "smaller: {smaller}");
}

#[test]
fn translations_keep_values() {
    for seed in seeds(0, 800) {
        let random = &mut Random::new(seed);
        let (structure, actions) = model(random);
        let formula = a_formula(random, actions);
        let expected = values(&structure, &formula, false)[0];
        for kind in [Kind::Kmts, Kind::Pks, Kind::Mts] {
            let made = translate(&structure, kind);
            assert_valid(&made.structure);
            let translated = made.formula(&formula).expect("small");
            let file = print_file(&[Property { name: "p1".to_owned(), formula: translated }]);
            let read = read_file(&file).expect("what is printed can be read").remove(0);
            let shown = || format!("seed {seed}, {kind:?}: {file}\n{structure:#?}\n{made:#?}");
            let found = evaluate(&made.structure, &read.formula, &PLAIN);
            let found = found.unwrap_or_else(|error| panic!("{error}, {}", shown()));
            assert_eq!(found[made.structure.initial[0].index()], expected, "{}", shown());
            let mut steps = made.structure.transitions.iter();
            let mut labels = made.structure.states.iter().flat_map(|state| &state.labels);
            match kind {
                Kind::Kmts => assert!(steps.all(|step| step.action.is_none())),
                Kind::Pks => {
                    assert!(steps.all(|step| step.action.is_none() && step.value == Belnap::True));
                }
                Kind::Mts => assert!(labels.next().is_none()),
            }
        }
    }
}
