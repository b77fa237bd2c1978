//! Faults planted in what the games are played on: completions must contradict each of them.

use belnap_checker::thorough::closure::{Closure, Node};
use belnap_checker::thorough::completion::{Draft, Maker};
use belnap_checker::thorough::demands::{Completions, Demands};
use belnap_checker::thorough::effort::Effort;
use belnap_checker::thorough::model::Model;
use belnap_checker::thorough::obligations::play;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::{Fixpoint, Formula};

use crate::completions::{Bound, Requirements, look_for};
use crate::definition::less_complete;
use crate::generator::{Random, seeds};
use crate::random::case;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The last demand of each state is forgotten.
    DropDemand,
    /// What may exist must exist.
    MayForMust,
    /// What need not exist does not.
    MustForMay,
    /// A total structure's completions may end.
    NotTotal,
    /// Any structure's completions must go on.
    Total,
    /// Least fixpoints are greatest ones.
    NoPriority,
    /// Greatest fixpoints around least ones count for nothing.
    InnerPriority,
    /// The negation of a conjunction is one.
    Negation,
    /// Universal steps are existential ones.
    Quantifier,
}

const FAULTS: [Fault; 9] = [
    Fault::DropDemand,
    Fault::MayForMust,
    Fault::MustForMay,
    Fault::NotTotal,
    Fault::Total,
    Fault::NoPriority,
    Fault::InnerPriority,
    Fault::Negation,
    Fault::Quantifier,
];

/// Plants a fault in the view of a structure.
pub fn in_view(view: &mut Demands, fault: Fault) {
    for state in &mut view.states {
        match fault {
            Fault::DropDemand => drop(state.demands.pop()),
            Fault::MayForMust => {
                state.demands = (0..state.moves.len() as u32).map(|index| vec![index]).collect();
            }
            Fault::MustForMay => {
                let needed = |index: &usize| {
                    state.demands.iter().any(|demand| demand.contains(&(*index as u32)))
                };
                let kept: Vec<usize> = (0..state.moves.len()).filter(needed).collect();
                let renumbered = |old: &u32| {
                    kept.iter().position(|kept| *kept == *old as usize).expect("kept") as u32
                };
                for demand in &mut state.demands {
                    *demand = demand.iter().map(renumbered).collect();
                }
                state.moves = kept.iter().map(|index| state.moves[*index]).collect();
            }
            _ => {}
        }
    }
}

fn in_closure(closure: &mut Closure, side: usize, fault: Fault) {
    match fault {
        Fault::NoPriority => closure.priorities.fill(0),
        Fault::InnerPriority => {
            for priority in &mut closure.priorities {
                *priority = (*priority).min(1);
            }
        }
        Fault::Negation if side == 1 => {
            for node in &mut closure.nodes {
                if let Node::Or(parts) = node {
                    *node = Node::And(std::mem::take(parts));
                }
            }
        }
        Fault::Quantifier => {
            for node in &mut closure.nodes {
                if let Node::Step(modality, _) = node {
                    modality.exists = true;
                }
            }
        }
        _ => {}
    }
}

/// Whether completions contradict what the game says when something is wrong with it.
fn is_caught(
    structure: &ExplicitKripke,
    formula: &Formula,
    fault: Option<Fault>,
    random: &mut Random,
) -> bool {
    let right = Completions::of(structure);
    let completions = match fault {
        Some(Fault::NotTotal) => Completions::Any,
        Some(Fault::Total) => Completions::Total,
        _ => right,
    };
    let Ok(mut view) = Demands::new(structure, completions) else {
        return false;
    };
    if let Some(fault) = fault {
        in_view(&mut view, fault);
    }
    let mut sides = [false, true].map(|negated| Closure::new(formula, negated, 0, &view.actions));
    for (side, closure) in sides.iter_mut().enumerate() {
        if let Some(fault) = fault {
            in_closure(closure, side, fault);
        }
    }
    let model = Model::new(structure, &view, &sides[0]).expect("known atoms");
    let total = right == Completions::Total;
    let bound = Bound { copies: 2, total, most: 100 };
    let found = look_for(&Requirements::of(structure), StateId(0), formula, bound, random);
    for (side, closure) in sides.iter().enumerate() {
        let effort = Effort::new(100_000, None);
        let Ok(played) = play(&model, closure, &view.initial, &effort) else { continue };
        if !played.wins(played.root(0)) {
            let shown = if side == 0 { &found.satisfying } else { &found.violating };
            if shown.is_some() {
                return true;
            }
            continue;
        }
        let (draft, first) = Draft::of_game(&played, played.root(0));
        let maker = Maker { structure, model: &model, closure, formula, completions };
        let completion = maker.make(&draft, first, side == 0);
        let above = less_complete(structure, &completion.structure, total);
        if completion.doubt.is_some() || !above[0][0] {
            return true;
        }
    }
    false
}

#[test]
fn every_fault_is_caught() {
    for seed in seeds(0, 300) {
        let random = &mut Random::new(seed);
        let (structure, formula) = case(random, 3);
        assert!(!is_caught(&structure, &formula, None, random), "seed {seed}, without a fault");
    }
    for fault in FAULTS {
        let (mut tried, mut caught) = (0, 0);
        for seed in seeds(0, 300) {
            let random = &mut Random::new(seed);
            let (structure, formula) = case(random, 3);
            if fault == Fault::InnerPriority && !has_inner(&formula) {
                continue;
            }
            tried += 1;
            caught += u64::from(is_caught(&structure, &formula, Some(fault), random));
        }
        if std::env::var_os("BELNAP_SHOW").is_some() {
            println!("{fault:?}: caught {caught} times of {tried}");
        }
        assert!(caught > 2, "{fault:?}: caught {caught} times of {tried}");
    }
}

/// Whether a greatest fixpoint is around a least one that depends on it.
fn has_inner(formula: &Formula) -> bool {
    let closure = Closure::new(formula, false, 0, &[]);
    let greatest = |node: &Node| matches!(node, Node::Fixpoint(Fixpoint::Greatest, _));
    closure.nodes.iter().zip(&closure.priorities).any(|(node, own)| greatest(node) && *own > 1)
}
