//! Thorough answers on random structures and formulas, held against completions found by brute
//! force, three values, each other's engines, and complete structures.

use belnap_checker::explicit::{ExplicitOptions, at_entry, evaluate};
use belnap_checker::run::RunError;
use belnap_checker::thorough::demands::{Completions, Demands};
use belnap_checker::thorough::effort::Effort;
use belnap_checker::thorough::minimise::{Minimised, minimise};
use belnap_checker::thorough::{Decider, Engine, Options, Thorough, check};
use belnap_formats::property::{print, read_formula};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, Kripke};
use belnap_ir::property::{Formula, Property};

use crate::completions::{Bound, Requirements, look_for};
use crate::definition::less_complete;
use crate::generator::formulas::{Logic, formula};
use crate::generator::structures::{ACTIONS, kmts};
use crate::generator::{Random, seeds};
use crate::oracle::vocabulary;

const ROOT: StateId = StateId(0);

/// Shapes that often need several copies, or have atoms and steps of both polarities.
const SHAPES: [&str; 14] = [
    "EX (a) & EX (b)",
    "AG (EX (a) & EX (b))",
    "AX (a) & EX (b)",
    "AG ((a) <-> AX (b))",
    "AF (a) & EG (b)",
    "AG ((a) -> AF (b))",
    "EF (a) & AG (b)",
    "A[(a) U (b)] & E[(b) U (a)]",
    "EX (a) | AX (b) | EX !(a)",
    "AF ((a) & AX (b)) & AG AF !(b)",
    "nu Y. mu Z. ((a) & AX Y) | (!(a) & AX Z) | (b) & EX Z",
    "mu Y. nu Z. ((a) & AX Z) | (!(a) & AX Y)",
    "(mu Y. nu Z. ((a) & AX Z) | (!(a) & AX Y)) & (nu Y. mu Z. (b) & AX Y | AX Z)",
    "(nu Y. mu Z. (a) & EX Y | EX Z) & AG AF (b)",
];

/// A structure with at most so many states, and a formula.
pub fn case(random: &mut Random, most: usize) -> (ExplicitKripke, Formula) {
    let actions = random.pick(&[&[][..], &[][..], &ACTIONS[..]]);
    let structure = kmts(random, most, actions);
    let used = |action: &&str| {
        structure.transitions.iter().any(|step| step.action.as_deref() == Some(*action))
    };
    let actions: Vec<&str> = actions.iter().copied().filter(used).collect();
    let formula = drawn(random, &actions);
    (structure, formula)
}

/// A formula of some logic, by itself or in a shape.
fn drawn(random: &mut Random, actions: &[&str]) -> Formula {
    let logic = random.pick(&[Logic::Propositional, Logic::Modal, Logic::Ctl, Logic::Mu]);
    let names = vocabulary(logic, actions);
    let depth = 1 + random.index(3);
    if random.percent(50) {
        return formula(random, &names, depth + 1);
    }
    let shape = random.pick(&SHAPES);
    let names = vocabulary(Logic::Modal, actions);
    let part = |random: &mut Random| {
        let depth = random.index(2);
        print(&formula(random, &names, depth))
    };
    let (a, b) = (part(random), part(random));
    let text = shape.replace("(a)", &format!("({a})")).replace("(b)", &format!("({b})"));
    read_formula(&text).expect("a formula")
}

fn thorough(
    structure: &ExplicitKripke,
    formula: &Formula,
    options: &Options<'_>,
) -> Option<Thorough> {
    let property = Property { name: "p1".to_owned(), formula: formula.clone() };
    match check(&Kripke::Explicit(structure.clone()), &property, options) {
        Ok(answer) => Some(answer),
        Err(RunError::Structure(refused)) if refused.rule == "kmts-no-completion" => None,
        Err(error) => panic!("{error}"),
    }
}

/// What went into a comparison, for messages and figures.
#[derive(Debug, Default)]
struct Tally {
    pairs: u64,
    propositional: u64,
    modal: u64,
    ctl: u64,
    fixpoints: u64,
    none: u64,
    more_than_three_values: u64,
    settled: u64,
    open: u64,
    tableaux: u64,
}

/// The least logic that a formula is in.
fn logic_of(formula: &Formula) -> Logic {
    let text = print(formula);
    let has = |operators: &[&str]| operators.iter().any(|operator| text.contains(operator));
    match () {
        () if has(&["mu ", "nu "]) => Logic::Mu,
        () if has(&["AG ", "EG ", "AF ", "EF ", "A[", "E["]) => Logic::Ctl,
        () if has(&["AX ", "EX ", "[", "<"]) => Logic::Modal,
        () => Logic::Propositional,
    }
}

fn compare(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let random = &mut Random::new(seed);
    let (structure, formula) = case(random, 3);
    let total = structure.total;
    let bound = Bound { copies: 1 + random.index(2), total, most: 150 };
    let found = look_for(&Requirements::of(&structure), ROOT, &formula, bound, random);
    tally.pairs += 1;
    *match logic_of(&formula) {
        Logic::Propositional => &mut tally.propositional,
        Logic::Modal => &mut tally.modal,
        Logic::Ctl => &mut tally.ctl,
        Logic::Mu => &mut tally.fixpoints,
    } += 1;
    let Some(answer) = thorough(&structure, &formula, &Options::default()) else {
        tally.none += 1;
        let some = found.satisfying.is_some() || found.violating.is_some();
        return if some { Err("there is a completion".to_owned()) } else { Ok(()) };
    };
    if let Some(stopped) = answer.stopped {
        return Err(stopped);
    }
    let value = answer.values[0].1;
    if found.contradicts(value) {
        return Err(format!("{value}, but {found:#?}"));
    }
    for completion in &answer.evidence {
        if let Some(doubt) = &completion.doubt {
            return Err(format!("{doubt}: {completion:#?}"));
        }
        if !less_complete(&structure, &completion.structure, total)[0][0] {
            return Err(format!("no completion: {completion:#?}"));
        }
    }
    if value == Belnap::Unknown {
        tally.open += 1;
        if answer.evidence.len() != 2 {
            return Err("no evidence".to_owned());
        }
    }
    let how = ExplicitOptions { hyper: total };
    let values = evaluate(&structure, &formula, &how).expect("known atoms");
    let ordinary = at_entry(&structure, &values, &how)[0];
    // An inconsistent state has no completion, and is not there for the game.
    if ordinary != Belnap::Both && !ordinary.less_informative_or_equal(value) {
        return Err(format!("{value} by completions, {ordinary} by three values"));
    }
    tally.more_than_three_values += u64::from(ordinary != value);
    let by_game = Options { engine: Engine::Game, ..Options::default() };
    let game = thorough(&structure, &formula, &by_game).expect("completions");
    if game.values != answer.values {
        return Err(format!("{value}, but {:?} by the game", game.values));
    }
    let by_tableau = Options { engine: Engine::Tableau, always_look: true, ..by_game };
    let tableau = thorough(&structure, &formula, &by_tableau).expect("completions");
    if tableau.stopped.is_none() {
        tally.tableaux += 1;
        if tableau.values != answer.values {
            return Err(format!("{value}, but {:?} by the tableau", tableau.values));
        }
    }
    if matches!(answer.decider, Some(Decider::SelfMinimizing(_))) {
        tally.settled += 1;
        let always = Options { engine: Engine::Game, always_look: true, ..Options::default() };
        let game = thorough(&structure, &formula, &always).expect("completions");
        if game.values != answer.values {
            return Err(format!("said to be settled, but {:?} by the game", game.values));
        }
    }
    Ok(())
}

/// Completions agree with every answer, and show every one that is open.
#[test]
fn completions_agree() {
    let mut tally = Tally::default();
    for seed in seeds(0, 1000) {
        if let Err(wrong) = compare(seed, &mut tally) {
            let (structure, formula) = case(&mut Random::new(seed), 3);
            panic!("seed {seed}: {}: {wrong}\n{structure:#?}", print(&formula));
        }
    }
    println!("{tally:?}");
    assert!(tally.more_than_three_values > tally.pairs / 50);
    assert!(tally.tableaux > tally.pairs / 4);
    assert!(tally.settled > 0 && tally.open > 0 && tally.none > 0);
}

/// Of a complete structure, the ordinary value: of formulas of any alternation, by the game.
#[test]
fn complete_structures_have_ordinary_values() {
    for seed in seeds(0, 1000) {
        let random = &mut Random::new(seed);
        let (mut structure, formula) = case(random, 4);
        for state in &mut structure.states {
            for label in &mut state.labels {
                *label = Belnap::from(*label == Belnap::True);
            }
        }
        for step in &mut structure.transitions {
            step.value = Belnap::True;
        }
        let plain = ExplicitOptions { hyper: false };
        let values = evaluate(&structure, &formula, &plain).expect("known atoms");
        let ordinary = at_entry(&structure, &values, &plain)[0];
        let options = Options { engine: Engine::Game, always_look: true, ..Options::default() };
        let shown = || format!("seed {seed}: {}\n{structure:#?}", print(&formula));
        if let Some(answer) = thorough(&structure, &formula, &options) {
            assert_eq!(answer.values[0].1, ordinary, "{}", shown());
        }
        let options = Options { completions: Some(Completions::Any), ..options };
        let answer = thorough(&structure, &formula, &options).expect("completions");
        assert_eq!(answer.values[0].1, ordinary, "{}", shown());
    }
}

/// Of the negation, the opposite.
#[test]
fn negation_turns_answers_round() {
    for seed in seeds(0, 400) {
        let random = &mut Random::new(seed);
        let (structure, formula) = case(random, 4);
        let negated = Formula::Not(Box::new(formula.clone()));
        let options = Options { evidence: false, ..Options::default() };
        let Some(answer) = thorough(&structure, &formula, &options) else { continue };
        let opposite = thorough(&structure, &negated, &options).expect("completions");
        assert_eq!(answer.values[0].1, !opposite.values[0].1, "seed {seed}: {}", print(&formula));
    }
}

/// Minimised formulas have the thorough value, by three values.
#[test]
fn minimised_formulas_say_what_completions_say() {
    let mut sides = 0;
    for seed in seeds(0, 600) {
        let random = &mut Random::new(seed);
        let mut structure = kmts(random, 3, &[]);
        structure.states.iter_mut().for_each(|state| state.blocking = false);
        let logic = random.pick(&[Logic::Propositional, Logic::Modal, Logic::Modal]);
        let depth = 2 + random.index(2);
        let formula = formula(random, &vocabulary(logic, &[]), depth);
        let completions = Completions::of(&structure);
        // Three values do not see that a state has no completion.
        let lives = |state: StateId| {
            let from = ExplicitKripke { initial: vec![state], ..structure.clone() };
            Demands::new(&ExplicitKripke { inhabited: vec![state], ..from }, completions).is_ok()
        };
        if !structure.states.keys().all(lives) {
            continue;
        }
        let options = Options { always_look: true, evidence: false, ..Options::default() };
        let value = thorough(&structure, &formula, &options).expect("completions").values[0].1;
        let ordinary = |formula: &Formula| {
            let plain = ExplicitOptions { hyper: false };
            evaluate(&structure, formula, &plain).expect("known atoms")[0]
        };
        let effort = Effort::new(100_000, None);
        let found = match minimise(&formula, completions, &effort).expect("few disjuncts") {
            Minimised::Both(formula) => ordinary(&formula),
            Minimised::Sides { satisfiable, violable } => {
                sides += 1;
                let (some, none) = (ordinary(&satisfiable).may(), !ordinary(&violable).may());
                Belnap::from_halves(none, some)
            }
        };
        assert_eq!(found, value, "seed {seed}: {}\n{structure:#?}", print(&formula));
    }
    assert!(sides > 50, "modal formulas: {sides}");
}
