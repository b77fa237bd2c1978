//! Faults planted in what thorough LTL is decided on: completions must contradict each of them.

use std::ops::ControlFlow;

use belnap_automata::buchi::Buchi;
use belnap_automata::normal::Normal;
use belnap_automata::parity::automaton;
use belnap_checker::thorough::closure::Closure;
use belnap_checker::thorough::completion::{Draft, Maker};
use belnap_checker::thorough::demands::{Completions, Demands};
use belnap_checker::thorough::effort::Effort;
use belnap_checker::thorough::linear::{Reading, satisfaction, violation};
use belnap_checker::thorough::model::Model;
use belnap_ir::automaton::ParityAutomaton;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::linear::Path;
use belnap_ir::property::Formula;
use belnap_ir::result::Verdict;

use crate::completions::{Bound, Coverage, Requirements, visit_all, visit_some};
use crate::definition::less_complete;
use crate::generator::{Random, seeds};
use crate::linear::{case, ordinary};
use crate::mutations;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// One of the view that branching time has, too.
    View(mutations::Fault),
    /// Every priority is even: nothing that is promised need come.
    NoPriority,
    /// The greatest priorities count for nothing.
    InnerPriority,
    /// Priorities are those of the negation.
    Dual,
    /// Paths that satisfy the formula are taken for ones that violate it.
    Negation,
    /// All paths violate it, instead of one.
    AllPaths,
    /// A state has one label for ever.
    OneLabel,
    /// What is unknown is false.
    Closed,
    /// A path that ends violates what it has not satisfied.
    Ends,
}

const FAULTS: [Fault; 13] = [
    Fault::View(mutations::Fault::DropDemand),
    Fault::View(mutations::Fault::MayForMust),
    Fault::View(mutations::Fault::MustForMay),
    Fault::View(mutations::Fault::NotTotal),
    Fault::View(mutations::Fault::Total),
    Fault::NoPriority,
    Fault::InnerPriority,
    Fault::Dual,
    Fault::Negation,
    Fault::AllPaths,
    Fault::OneLabel,
    Fault::Closed,
    Fault::Ends,
];

/// The automaton of the formula, with a fault in it.
fn accepting(path: &Path, fault: Option<Fault>) -> ParityAutomaton {
    let mut automaton = automaton(path, true).expect("a small formula");
    let end = automaton.end().expect("executions may end");
    let refused = automaton.moves.len();
    for row in &mut automaton.moves {
        for (letter, step) in row.iter_mut().enumerate() {
            match fault {
                Some(Fault::NoPriority) => step.priority = 0,
                Some(Fault::InnerPriority) => step.priority = step.priority.min(1),
                Some(Fault::Dual) => step.priority += 1,
                Some(Fault::Ends) if letter >= end => step.to = refused,
                _ => {}
            }
        }
    }
    if fault == Some(Fault::Ends) {
        let letters = automaton.letters();
        let stay = belnap_ir::automaton::Move { to: refused, priority: 1 };
        automaton.moves.push(vec![stay; letters]);
    }
    automaton
}

/// The structures that are asked about instead: one, or several of which one is enough.
fn variants(structure: &ExplicitKripke, fault: Option<Fault>) -> Vec<ExplicitKripke> {
    let mut all = vec![structure.clone()];
    if !matches!(fault, Some(Fault::OneLabel | Fault::Closed)) {
        return all;
    }
    for state in structure.states.keys() {
        for (place, value) in structure.states[state].labels.iter().enumerate() {
            if *value != Belnap::Unknown {
                continue;
            }
            let values: &[bool] =
                if fault == Some(Fault::Closed) { &[false] } else { &[false, true] };
            let with = |own: &ExplicitKripke, value: bool| {
                let mut own = own.clone();
                own.states[state].labels[place] = Belnap::from(value);
                own
            };
            all = all
                .iter()
                .flat_map(|own| values.iter().map(move |value| with(own, *value)))
                .collect();
        }
    }
    all
}

/// For each side, satisfying and violating: whether there is a completion of the first state, and
/// whether what is built of it is right.
fn sides(
    structure: &ExplicitKripke,
    original: &ExplicitKripke,
    path: &Path,
    fault: Option<Fault>,
) -> Option<[(bool, bool); 2]> {
    let right = Completions::of(original);
    let completions = match fault {
        Some(Fault::View(mutations::Fault::NotTotal)) => Completions::Any,
        Some(Fault::View(mutations::Fault::Total)) => Completions::Total,
        _ => right,
    };
    let mut view = Demands::new(structure, completions).ok()?;
    if let Some(Fault::View(fault)) = fault {
        mutations::in_view(&mut view, fault);
    }
    let read = Reading::new(structure, &view, path).expect("known atoms");
    let (judged, effort) = (view.judged(), Effort::new(100_000, None));
    let negated = fault != Some(Fault::Negation);
    let refuting = Buchi::new(Normal::new(path, negated, true));
    let found = violation::find(&view, &read, &refuting, &judged, &effort).ok()?;
    let game = satisfaction::play(&view, &read, &accepting(path, fault), &judged, &effort).ok()?;
    let mut atoms = Vec::new();
    path.collect_atoms(&mut atoms);
    let atoms = atoms.into_iter().map(|(atom, span)| Formula::Atom(atom.clone(), span));
    let closure = Closure::new(&Formula::And(atoms.collect()), false, 0, &view.actions);
    let model = Model::new(structure, &view, &closure).expect("known atoms");
    let is_right = |draft: Option<(Draft, u32)>, wanted: bool| {
        let Some((draft, first)) = draft else { return true };
        let formula = &Formula::Const(wanted);
        let maker = Maker { structure, model: &model, closure: &closure, formula, completions };
        let made = maker.make(&draft, first, wanted);
        let verdict = if wanted { Verdict::Holds } else { Verdict::Fails };
        let above = less_complete(original, &made.structure, right == Completions::Total);
        above[0][0] && ordinary(&made.structure, path) == verdict
    };
    let satisfying = game.wins(0);
    let satisfying_right = is_right(game.draft(&view, &read, &closure, 0), true);
    if fault == Some(Fault::AllPaths) {
        let negation = Path::Not(Box::new(path.clone()));
        let automaton = accepting(&negation, None);
        let game = satisfaction::play(&view, &read, &automaton, &judged, &effort).ok()?;
        return Some([(satisfying, satisfying_right), (game.wins(0), true)]);
    }
    let lasso = found[0].as_ref().map(|lasso| violation::draft(&view, &read, &closure, lasso));
    let violating = lasso.is_some();
    Some([(satisfying, satisfying_right), (violating, is_right(lasso, false))])
}

/// Whether completions contradict what is said when something is wrong.
fn is_caught(
    structure: &ExplicitKripke,
    path: &Path,
    fault: Option<Fault>,
    random: &mut Random,
) -> bool {
    let mut said = [(false, true); 2];
    for variant in variants(structure, fault) {
        let Some(sides) = sides(&variant, structure, path, fault) else { return false };
        for (said, side) in said.iter_mut().zip(sides) {
            *said = (said.0 || side.0, said.1 && side.1);
        }
    }
    let bound = Bound { copies: 2, total: structure.total, most: 100 };
    let mut seen = [false; 2];
    let mut judge = |completion: &ExplicitKripke| {
        seen[usize::from(ordinary(completion, path) == Verdict::Fails)] = true;
        if seen == [true; 2] { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let requirements = Requirements::of(structure);
    if visit_all(&requirements, StateId(0), bound, &mut judge) == Coverage::Cut {
        visit_some(&requirements, StateId(0), bound, random, &mut judge);
    }
    said.into_iter().zip(seen).any(|((exists, is_right), seen)| seen && !exists || !is_right)
}

/// How often a fault has to be caught.
const ENOUGH: u64 = 3;

#[test]
fn every_fault_is_caught() {
    for fault in FAULTS {
        let (mut caught, mut tried) = (0, 0);
        for seed in seeds(0, 600) {
            let random = &mut Random::new(seed);
            let (structure, path) = case(random, 3);
            tried += 1;
            caught += u64::from(is_caught(&structure, &path, Some(fault), random));
            if caught == ENOUGH {
                break;
            }
        }
        if std::env::var_os("BELNAP_SHOW").is_some() {
            println!("{fault:?}: caught {caught} times of {tried}");
        }
        assert!(caught == ENOUGH, "{fault:?}: caught {caught} times of {tried}");
    }
}

#[test]
fn nothing_is_caught_without_a_fault() {
    for seed in seeds(0, 100) {
        let random = &mut Random::new(seed);
        let (structure, path) = case(random, 3);
        assert!(!is_caught(&structure, &path, None, random), "seed {seed}, without a fault");
    }
}
