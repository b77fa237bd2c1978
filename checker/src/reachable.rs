//! The states that a structure may reach, as conjunctions.

use belnap_ir::ids::{LocId, VarId};
use belnap_ir::kripke::SymbolicKripke;

use crate::bdd::NodeLimit;
use crate::run::RunOptions;
use crate::symbolic::Session;

/// A conjunction of variables, by name, with their values.
pub type NamedCube = Vec<(String, bool)>;

/// The complete states that may be reached at some locations, as disjunctions of at most `most`
/// conjunctions each; `None` where that does not suffice.
pub fn reachable_cubes(
    kripke: &SymbolicKripke,
    locations: &[LocId],
    most: usize,
) -> Result<Vec<Option<Vec<NamedCube>>>, NodeLimit> {
    let session = Session::new(kripke, RunOptions::default().max_nodes)?;
    let reached = session.reachable()?;
    let space = &session.space;
    let mut all = Vec::with_capacity(locations.len());
    for at in locations {
        let mut left = reached[*at].clone();
        let mut cubes = Vec::new();
        while let Some(state) = space.pick_complete(&left) {
            if cubes.len() == most {
                break;
            }
            left = space.bdds.minus(&left, &space.completions(&state)?)?;
            let literal = |(index, value): (usize, &Option<bool>)| {
                let name = space.name(VarId::from(index)).to_owned();
                value.map(|value| (name, value))
            };
            cubes.push(state.iter().enumerate().filter_map(literal).collect());
        }
        all.push(space.bdds.is_false(&left).then_some(cubes));
    }
    Ok(all)
}
