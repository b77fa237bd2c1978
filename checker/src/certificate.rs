//! Certificates: for each location, what is always true there, as evidence for a property.

use std::collections::BTreeSet;

use belnap_formats::property;
use belnap_ir::bdd::{BddTable, Ref};
use belnap_ir::boolprog::Name;
use belnap_ir::certificate::{Certificate, Claim, Invariants};
use belnap_ir::ids::{LocId, TiSlice, TiVec, VarId};
use belnap_ir::kripke::{Location, SymbolicKripke};
use belnap_ir::property::{Along, Formula, Property, Quantifier};
use indexmap::IndexMap;

use crate::bdd::{Bdd, Exporter, NodeLimit};
use crate::run::RunOptions;
use crate::symbolic::evaluate::Evaluator;
use crate::symbolic::space::{Domain, Space};
use crate::symbolic::{Prepared, Session};

/// A certificate, and what the structure may reach.
pub struct ReachCertificate {
    /// The evidence for the property.
    pub certificate: Certificate,
    /// The same, if it does not say which states may be reached, but these.
    pub ahead: Option<Certificate>,
    /// The locations of the graph that may be reached.
    pub reached: BTreeSet<String>,
    /// The locations of the graph between which a step may be taken.
    pub steps: BTreeSet<(String, String)>,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCertificate {
    /// The structure reaches what is not a location of a graph, or a variable is not a condition.
    #[error("{0}")]
    Foreign(String),
    /// The structure or the property is of a kind for which none can be made.
    #[error("{0}")]
    Unavailable(String),
}

impl From<NodeLimit> for NoCertificate {
    fn from(limit: NodeLimit) -> Self {
        NoCertificate::Unavailable(limit.to_string())
    }
}

/// Functions of the variables, one for each location.
struct Functions {
    /// Nodes; decision variable `i` is the one at place `i` of the order.
    table: BddTable,
    of: Vec<Ref>,
}

/// Makes a certificate for a property that a structure satisfies.
///
/// Two things are always true: that the state is one that may be reached, and, if the property
/// says that something holds in every state, that no state where it does not may be reached from
/// here. The second speaks only of what matters for the property. The certificate says whichever
/// is smaller.
///
/// # Errors
/// If the structure did not come from a graph or has calls, or is too large.
pub fn make_certificate(
    kripke: &SymbolicKripke,
    property: &Property,
) -> Result<ReachCertificate, NoCertificate> {
    let session = Session::new(kripke, RunOptions::default().max_nodes)?;
    let space = &session.space;
    let mut variables: Vec<VarId> = (0..kripke.variables.len()).map(VarId::from).collect();
    variables.sort_by_key(|var| space.known_true(*var));
    let ahead = session.reachable()?;
    let functions = export_functions(space, &variables, &ahead)?;
    let places: TiVec<LocId, Option<&str>> = kripke.locations.iter().map(place).collect();
    let reached = reached_places(kripke, &places, &functions)?;
    let steps = possible_steps(space, &places, &ahead)?;
    let predicates: Vec<String> = variables
        .iter()
        .map(|var| condition(&kripke.variables[*var].name))
        .collect::<Result<_, _>>()?;
    let claimed = |functions: Functions| -> Result<Certificate, NoCertificate> {
        let at = invariants_by_place(&places, &functions)?;
        let (predicates, table) = (predicates.clone(), functions.table);
        Ok(Certificate {
            property: property.name.clone(),
            formula: property::print(&property.formula),
            claim: Claim::Invariants(Invariants { predicates, table, at, between: Vec::new() }),
        })
    };
    if let Formula::Along(Quantifier::Forall, Along::Globally, _) = &property.formula {
        let safe = safe_states(&session, property)?;
        let other = export_functions(space, &variables, &safe)?;
        if other.table.nodes.len() < functions.table.nodes.len() {
            let (certificate, ahead) = (claimed(other)?, Some(claimed(functions)?));
            return Ok(ReachCertificate { certificate, ahead, reached, steps });
        }
    }
    Ok(ReachCertificate { certificate: claimed(functions)?, ahead: None, reached, steps })
}

/// The locations of the graph that may be reached.
fn reached_places(
    kripke: &SymbolicKripke,
    places: &TiSlice<LocId, Option<&str>>,
    functions: &Functions,
) -> Result<BTreeSet<String>, NoCertificate> {
    let mut reached = BTreeSet::new();
    for ((location, place), function) in kripke.locations.iter().zip(places).zip(&functions.of) {
        if *function != Ref::FALSE {
            let outside = || format!("{} is reached, and is not a place of a graph", location.name);
            let place = place.ok_or_else(|| match kripke.scopes.len() {
                1 => NoCertificate::Foreign(outside()),
                // What is assigned behind a call has a place of its own.
                _ => NoCertificate::Unavailable("calls are not certified".to_owned()),
            })?;
            reached.insert(place.to_owned());
        }
    }
    Ok(reached)
}

/// The locations of the graph between which a step may be taken from states that may be reached.
fn possible_steps(
    space: &Space<'_>,
    places: &TiSlice<LocId, Option<&str>>,
    ahead: &TiSlice<LocId, Bdd>,
) -> Result<BTreeSet<(String, String)>, NodeLimit> {
    let mut steps = BTreeSet::new();
    for (id, edge) in space.kripke.edges.iter_enumerated() {
        let places = (places[edge.from], places[edge.to]);
        let (Some(from), Some(to)) = places else { continue };
        let image = space.may_from(id, &ahead[edge.from])?;
        if !space.bdds.is_false(&image) {
            steps.insert((from.to_owned(), to.to_owned()));
        }
    }
    Ok(steps)
}

fn invariants_by_place(
    places: &TiSlice<LocId, Option<&str>>,
    functions: &Functions,
) -> Result<IndexMap<String, Ref>, NoCertificate> {
    let mut invariants = IndexMap::new();
    for (place, function) in places.iter().zip(&functions.of) {
        let Some(place) = place.filter(|_| *function != Ref::FALSE) else { continue };
        if invariants.insert(place.to_owned(), *function).is_some() {
            let reason = format!("{place} is several places: calls are not certified");
            return Err(NoCertificate::Unavailable(reason));
        }
    }
    Ok(invariants)
}

/// The condition that a variable stands for.
fn condition(name: &Name) -> Result<String, NoCertificate> {
    match name {
        Name::Quoted(text) => Ok(text.clone()),
        name @ Name::Plain(_) => {
            Err(NoCertificate::Foreign(format!("{name} is not a condition of the program")))
        }
    }
}

/// The place of the graph that a location is: the abstractor calls it so.
fn place(location: &Location) -> Option<&str> {
    let name = location.name.rsplit(':').next();
    let mut names = name.into_iter().chain(location.labels.iter().map(String::as_str));
    names.find(|name| name.strip_prefix('n').is_some_and(|number| number.parse::<u32>().is_ok()))
}

/// The complete states where a property that something always holds is true; before the location
/// where it is judged, those that lead there.
fn safe_states(
    session: &Session<'_>,
    property: &Property,
) -> Result<TiVec<LocId, Bdd>, NoCertificate> {
    let (space, kripke) = (&session.space, session.space.kripke);
    let prepared = Prepared::new(kripke, &property.formula)
        .map_err(|found| NoCertificate::Unavailable(found.message))?;
    let judged = prepared.judged();
    let mut evaluator = Evaluator::new(
        space,
        &prepared.graph,
        &prepared.atoms,
        true,
        &[(judged, Domain::Complete)],
        None,
    );
    let set = evaluator.evaluate_root(judged, Domain::Complete, None)?;
    let mut safe = (*set).clone();
    let (mut at, mut line) = (kripke.entry, Vec::new());
    for _ in 0..kripke.prefix {
        let nothing = || NoCertificate::Foreign("the program does not start".to_owned());
        let edge = space.outgoing(at).next().ok_or_else(nothing)?;
        line.push(edge);
        at = kripke.edges[edge].to;
    }
    for edge in line.into_iter().rev() {
        let (from, to) = (kripke.edges[edge].from, kripke.edges[edge].to);
        safe[from] = space.all_may_into(edge, &safe[to], Domain::Complete)?;
    }
    Ok(safe)
}

/// Sets of complete states as functions; where some are in a set, those that are not consistent
/// are too, which makes functions smaller.
fn export_functions(
    space: &Space<'_>,
    variables: &[VarId],
    sets: &TiSlice<LocId, Bdd>,
) -> Result<Functions, NodeLimit> {
    let rails: Vec<u32> = variables.iter().map(|var| space.known_true(*var)).collect();
    let number = |rail: u32| rails.partition_point(|own| *own < rail) as u32;
    let mut exporter = Exporter::new(&space.bdds, number);
    let mut of = Vec::with_capacity(sets.len());
    for (at, set) in sets.iter_enumerated() {
        let inconsistent = space.bdds.not(space.enforce(at))?;
        of.push(match space.bdds.is_false(set) {
            true => Ref::FALSE,
            false => exporter.add(&space.bdds.or(set, &inconsistent)?)?,
        });
    }
    Ok(Functions { table: exporter.finish(), of })
}
