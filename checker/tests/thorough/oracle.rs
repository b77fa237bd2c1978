//! The oracle of completions itself: what it builds are completions, it finds those that decide
//! small known cases, and no completion contradicts a three-valued answer.

use std::ops::ControlFlow;

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate};
use belnap_formats::kripke::read;
use belnap_formats::property::{print, read_formula};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::property::Atom;

use crate::completions::{Bound, Coverage, Requirements, look_for, visit_all};
use crate::definition::less_complete;
use crate::generator::formulas::{Logic, Vocabulary, formula};
use crate::generator::structures::{ACTIONS, PROPOSITIONS, kmts};
use crate::generator::{Random, seeds};

const ROOT: StateId = StateId(0);

/// A structure from the fields of its file that matter.
pub fn structure(fields: &str) -> ExplicitKripke {
    let text = format!("{{\"format\": \"belnap.kripke\", \"version\": 1, {fields}}}");
    match read(&text).expect("a structure").content {
        Kripke::Explicit(structure) => structure,
        Kripke::Symbolic(_) => panic!("an explicit structure"),
    }
}

/// What formulas over the propositions of random structures are made of.
pub fn vocabulary(logic: Logic, actions: &[&str]) -> Vocabulary {
    Vocabulary {
        atoms: PROPOSITIONS.iter().map(|name| Atom::Named((*name).to_owned())).collect(),
        actions: actions.iter().map(ToString::to_string).collect(),
        only: None,
        logic,
    }
}

/// The thorough value that completions with so many copies suggest, as a letter.
fn suggested(structure: &ExplicitKripke, text: &str, copies: usize, total: bool) -> &'static str {
    let formula = read_formula(text).expect("a formula");
    let bound = Bound { copies, total, most: 100_000 };
    let requirements = Requirements::of(structure);
    let found = look_for(&requirements, ROOT, &formula, bound, &mut Random::new(1));
    match (found.satisfying, found.violating) {
        (Some(_), Some(_)) => "n",
        (Some(_), None) => "t",
        (None, Some(_)) => "f",
        (None, None) => "no completion",
    }
}

#[test]
fn labels_of_one_state_are_chosen_together() {
    let one =
        structure(r#""states": {"s": {"p": "n", "q": "t"}}, "initial": ["s"], "transitions": []"#);
    assert_eq!(suggested(&one, "p | !p", 1, false), "t");
    assert_eq!(suggested(&one, "q & (p | !p)", 1, false), "t");
    assert_eq!(suggested(&one, "p", 1, false), "n");
    assert_eq!(suggested(&one, "q", 1, true), "no completion");
}

#[test]
fn one_possible_step_decides_a_combination() {
    let two = structure(
        r#""states": {"s0": ["p", "q"], "s1": []}, "initial": ["s0"],
           "transitions": [["s0", "s1", "n"]]"#,
    );
    assert_eq!(suggested(&two, "AX p & !AX q", 1, false), "f");
    assert_eq!(suggested(&two, "AX p", 1, false), "n");
}

/// Whether the system is total makes a difference for formulas without atoms of both polarities.
#[test]
fn totality_matters() {
    let fork = structure(
        r#""states": {"s0": {}, "s1": ["q"], "s2": ["p"]}, "initial": ["s0"],
           "transitions": [["s0", "s1", "n"], ["s0", "s2", "n"], ["s1", "s1"], ["s2", "s2"]]"#,
    );
    assert_eq!(suggested(&fork, "AX p & AX q", 1, false), "n");
    assert_eq!(suggested(&fork, "AX p & AX q", 1, true), "f");
    assert_eq!(suggested(&fork, "EX p | EX q", 1, false), "n");
    assert_eq!(suggested(&fork, "EX p | EX q", 1, true), "t");
}

#[test]
fn a_step_leads_to_several_copies() {
    let two = structure(
        r#""states": {"s": {}, "t": {"p": "n"}}, "initial": ["s"], "transitions": [["s", "t"]]"#,
    );
    assert_eq!(suggested(&two, "EX p & EX !p", 1, false), "f");
    assert_eq!(suggested(&two, "EX p & EX !p", 2, false), "n");
    let chaos =
        structure(r#""states": {"s": {"p": "n"}}, "initial": ["s"], "transitions": [["s", "s"]]"#);
    assert_eq!(suggested(&chaos, "AG (EX p & EX !p)", 2, false), "n");
    assert_eq!(suggested(&chaos, "AX false", 2, false), "f");
    assert_eq!(suggested(&chaos, "AG !p & AF p", 3, false), "f");
}

#[test]
fn a_completion_is_above_its_structure() {
    let mut counted = 0;
    for seed in seeds(0, 150) {
        let random = &mut Random::new(seed);
        let actions = random.pick(&[&[][..], &ACTIONS[..]]);
        let structure = kmts(random, 3, actions);
        let total = structure.total;
        let bound = Bound { copies: 1 + random.index(2), total, most: 40 };
        visit_all(&Requirements::of(&structure), ROOT, bound, |completion| {
            let above = less_complete(&structure, completion, total);
            assert!(above[0][0], "seed {seed}\n{structure:#?}\n{completion:#?}");
            counted += 1;
            ControlFlow::Continue(())
        });
    }
    assert!(counted > 1000, "completions: {counted}");
}

#[test]
fn no_completion_contradicts_a_three_valued_answer() {
    let mut complete = 0;
    for seed in seeds(0, 400) {
        let random = &mut Random::new(seed);
        let actions = random.pick(&[&[][..], &[][..], &ACTIONS[..]]);
        let structure = kmts(random, 3, actions);
        let logic = random.pick(&[Logic::Propositional, Logic::Modal, Logic::Ctl, Logic::Mu]);
        let depth = 2 + random.index(3);
        let formula = formula(random, &vocabulary(logic, actions), depth);
        let total = structure.total;
        let options = ExplicitOptions { hyper: total };
        let values = evaluate(&structure, &formula, &options).expect("known atoms");
        let value = at_entry(&structure, &values, &options)[0];
        let bound = Bound { copies: 1 + random.index(2), total, most: 100 };
        let requirements = Requirements::of(&structure);
        let found = look_for(&requirements, ROOT, &formula, bound, random);
        complete += u64::from(found.coverage == Coverage::All);
        assert!(
            !found.contradicts(value),
            "seed {seed}: {} is {value}\n{structure:#?}\n{found:#?}",
            print(&formula)
        );
    }
    assert!(complete > 50, "completely enumerated: {complete}");
}
