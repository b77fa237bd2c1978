//! Whether one structure simulates another (SE-AΩ, Definitions 3 and 8): every step that may be
//! taken in the first may be taken in the second, for ever. Weakly, a step of the first without an
//! action is one of others, and the second stays where it is.

use std::collections::HashMap;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitTransition};

/// Why a pair of states is in no simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// They differ in the value of a proposition.
    Label(String),
    /// The first may take a step that the second cannot follow.
    Step {
        /// Its action.
        action: Option<String>,
        /// Where it leads.
        to: StateId,
        /// Where the second could go, each refused before.
        tried: Vec<StateId>,
    },
}

/// The greatest simulation.
#[derive(Debug)]
pub struct Simulation {
    /// Why a pair is not in it, of those that are not.
    refused: HashMap<(StateId, StateId), Reason>,
}

/// A pair of states, and what the first can do that the second cannot.
pub type Failure<'s> = ((StateId, StateId), &'s Reason);

impl Simulation {
    /// The greatest simulation between two structures with the same propositions.
    ///
    /// # Errors
    /// If the propositions differ.
    pub fn new(
        first: &ExplicitKripke,
        second: &ExplicitKripke,
        weak: bool,
    ) -> Result<Self, Diagnostic> {
        let order = label_order(first, second)?;
        let mut refused = HashMap::new();
        for (s, state) in first.states.iter_enumerated() {
            for (t, other) in second.states.iter_enumerated() {
                let differs =
                    |(index, own): (usize, &usize)| state.labels[index] != other.labels[*own];
                if let Some((index, _)) = order.iter().enumerate().find(|pair| differs(*pair)) {
                    refused.insert((s, t), Reason::Label(first.propositions[index].clone()));
                }
            }
        }
        let steps = [may_steps(first), may_steps(second)];
        let mut changed = true;
        while changed {
            changed = false;
            for s in first.states.keys() {
                for t in second.states.keys() {
                    if refused.contains_key(&(s, t)) {
                        continue;
                    }
                    let unmatched = steps[0][s.index()].iter().find_map(|step| {
                        let stays = weak && step.action.is_none();
                        let tried: Vec<StateId> = match stays {
                            true => vec![t],
                            false => {
                                let same =
                                    |other: &&&ExplicitTransition| other.action == step.action;
                                let others = steps[1][t.index()].iter().filter(same);
                                others.map(|other| other.to).collect()
                            }
                        };
                        let follows = |to: &StateId| !refused.contains_key(&(step.to, *to));
                        let action = step.action.clone();
                        (!tried.iter().any(follows)).then_some(Reason::Step {
                            action,
                            to: step.to,
                            tried,
                        })
                    });
                    if let Some(reason) = unmatched {
                        refused.insert((s, t), reason);
                        changed = true;
                    }
                }
            }
        }
        Ok(Simulation { refused })
    }

    /// Whether a pair of states is in it.
    pub fn has(&self, first: StateId, second: StateId) -> bool {
        !self.refused.contains_key(&(first, second))
    }

    /// From a pair that is not in it, how to get to one that fails at once.
    pub fn failure(&self, mut pair: (StateId, StateId)) -> Vec<Failure<'_>> {
        let mut found = Vec::new();
        while let Some(reason) = self.refused.get(&pair) {
            found.push((pair, reason));
            match reason {
                Reason::Step { to, tried, .. } if !tried.is_empty() => pair = (*to, tried[0]),
                _ => break,
            }
        }
        found
    }
}

fn label_order(first: &ExplicitKripke, second: &ExplicitKripke) -> Result<Vec<usize>, Diagnostic> {
    let missing = |own: &ExplicitKripke, other: &ExplicitKripke| {
        own.propositions.iter().find(|name| !other.propositions.contains(name)).cloned()
    };
    for (own, other, which) in [(first, second, "second"), (second, first, "first")] {
        if let Some(name) = missing(own, other) {
            let message = format!("the {which} structure has no proposition '{name}'");
            return Err(Diagnostic::error("simulate-propositions", Place::Whole, message));
        }
    }
    let place = |name| second.propositions.iter().position(|own| own == name);
    Ok(first.propositions.iter().filter_map(place).collect())
}

fn may_steps(structure: &ExplicitKripke) -> Vec<Vec<&ExplicitTransition>> {
    let mut steps = vec![Vec::new(); structure.states.len()];
    for step in structure.transitions.iter().filter(|step| step.value.may()) {
        steps[step.from.index()].push(step);
    }
    steps
}
