//! The states that a structure may reach, for whoever wants to say what is always true.

use belnap_formats::property;
use belnap_ir::bdd::{BddTable, Ref};
use belnap_ir::boolprog::Name;
use belnap_ir::certificate::Certificate;
use belnap_ir::ids::{LocId, VarId};
use belnap_ir::kripke::SymbolicKripke;
use belnap_ir::property::Property;
use indexmap::IndexMap;

use crate::bdd::{Exporter, NodeLimit};
use crate::run::RunOptions;
use crate::symbolic::Session;

/// A conjunction of variables, by name, with their values.
pub type NamedCube = Vec<(String, bool)>;

/// The complete states that may be reached at some locations, as disjunctions of at most `most`
/// conjunctions each; `None` where that does not suffice.
pub fn reachable_cubes(
    kripke: &SymbolicKripke,
    locations: &[usize],
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

/// States that may be reached, as functions of the variables.
pub struct Reached {
    /// The variables in the order in which nodes decide on them.
    pub variables: Vec<VarId>,
    /// Nodes; decision variable `i` is entry `i` of `variables`.
    pub table: BddTable,
    /// One function for each location.
    pub functions: Vec<Ref>,
}

/// What is always true at each location of the graph that a structure abstracts, as evidence for a
/// property; `Err` says why there is none.
pub fn certificate(kripke: &SymbolicKripke, property: &Property) -> Result<Certificate, String> {
    let reached = reachable_functions(kripke).map_err(|limit| limit.to_string())?;
    let condition = |var: &VarId| match &kripke.variables[var.index()].name {
        Name::Quoted(text) => Ok(text.clone()),
        name @ Name::Plain(_) => Err(format!("{name} is not a condition of the program")),
    };
    let is_place = |label: &&String| {
        label.strip_prefix('n').is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let mut invariants = IndexMap::new();
    for (location, function) in kripke.locations.iter().zip(&reached.functions) {
        let place = location.labels.iter().find(is_place);
        let place = place.ok_or_else(|| format!("{} is no place of a graph", location.name))?;
        if *function != Ref::FALSE && invariants.insert(place.clone(), *function).is_some() {
            return Err(format!("{place} is several places: calls are not certified"));
        }
    }
    Ok(Certificate {
        property: property.name.clone(),
        formula: property::print(&property.formula),
        predicates: reached.variables.iter().map(condition).collect::<Result<_, _>>()?,
        table: reached.table,
        invariants,
    })
}

/// The complete states that may be reached at each location; where some are, those that are not
/// consistent too, which makes functions smaller.
pub fn reachable_functions(kripke: &SymbolicKripke) -> Result<Reached, NodeLimit> {
    let session = Session::new(kripke, RunOptions::default().max_nodes)?;
    let space = &session.space;
    let mut variables: Vec<VarId> = (0..kripke.variables.len()).map(VarId::from).collect();
    variables.sort_by_key(|var| space.known_true(*var));
    let rails: Vec<u32> = variables.iter().map(|var| space.known_true(*var)).collect();
    let number = |rail: u32| rails.partition_point(|own| *own < rail) as u32;
    let mut exporter = Exporter::new(&space.bdds, number);
    let reached = session.reachable()?;
    let mut functions = Vec::with_capacity(reached.len());
    for (at, set) in reached.iter().enumerate() {
        let inconsistent = space.bdds.not(space.enforce(LocId::from(at)))?;
        functions.push(match space.bdds.is_false(set) {
            true => Ref::FALSE,
            false => exporter.add(&space.bdds.or(set, &inconsistent)?)?,
        });
    }
    Ok(Reached { variables, table: exporter.finish(), functions })
}
