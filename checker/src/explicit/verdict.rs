//! From values in states to a verdict (docs/semantics.md §2 and §6).

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_ir::property::Step;
use belnap_ir::result::Verdict;
use thiserror::Error;

use super::{ExplicitOptions, Relation};

/// A state that stands for some concrete one gives a property contradictory answers: a stage
/// that made the structure is wrong, and no verdict is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the abstraction is inconsistent: in state '{state}' the property is {value}, {why}")]
pub struct Inconsistent {
    /// Name of the state.
    pub state: String,
    /// The property's value there.
    pub value: Belnap,
    /// What it contradicts.
    pub why: &'static str,
}

/// The values of AX…AX φ, one AX for each step of the structure's prefix, given those of φ: a
/// property is judged by these in the initial states.
pub fn at_entry(
    structure: &ExplicitKripke,
    values: &[Belnap],
    options: &ExplicitOptions,
) -> Vec<Belnap> {
    let relation = Relation::new(structure, options);
    let mut current = values.to_vec();
    for _ in 0..structure.prefix {
        let before = relation.forall(&Step::Next, &current);
        if before == current {
            break;
        }
        current = before;
    }
    current
}

/// The verdict on a property, given its value in every state.
///
/// # Errors
/// If the abstraction contradicts itself, which is a bug of some stage.
pub fn verdict(
    structure: &ExplicitKripke,
    values: &[Belnap],
    options: &ExplicitOptions,
) -> Result<Verdict, Inconsistent> {
    let values = at_entry(structure, values, options);
    let holds = structure.initial.iter().all(|state| values[state.index()].must());
    let refuted = |state: &&StateId| !values[state.index()].may();
    // Some initial state is real; if all refute the property, it does not matter which.
    let all_refute = structure.initial.iter().all(|state| refuted(&state));
    let refuting = structure.inhabited.iter().find(refuted);
    let refuting = refuting.or_else(|| structure.initial.first().filter(|_| all_refute));
    let contradiction =
        structure.inhabited.iter().find(|state| values[state.index()] == Belnap::Both);
    let inconsistent = |id: StateId, why| Inconsistent {
        state: structure.states[id].name.clone(),
        value: values[id.index()],
        why,
    };
    match (holds, refuting, contradiction) {
        (_, _, Some(state)) => Err(inconsistent(*state, "both true and false")),
        (true, Some(state), None) => {
            Err(inconsistent(*state, "though it is true in every initial state"))
        }
        (true, None, None) => Ok(Verdict::Holds),
        (false, Some(_), None) => Ok(Verdict::Fails),
        (false, None, None) => Ok(Verdict::Inconclusive),
    }
}
