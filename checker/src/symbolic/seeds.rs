//! Starting from an earlier result (YASM §5).
//!
//! A state where a formula was definitely true under fewer predicates is one where it is true of
//! every concrete state it stands for. Adding predicates does not change that, so a least
//! fixpoint may start there, and a greatest one may leave out where its negation was definitely
//! true. The argument is about concrete states; it carries over because only locations named by
//! labels alone, those of the calls around them too, and equally named variables are matched.

use std::rc::Rc;

use belnap_ir::bdd::{BddTable, Node};
use belnap_ir::ids::{LocId, TiVec, VarId};
use belnap_ir::kripke::{Location, SymbolicKripke};
use belnap_ir::result::{SeedSet, Seeds};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::evaluate::{Evaluator, Known, StateSet};
use super::positive::{NodeId, Positive, PositiveGraph};
use super::space::{Domain, Space};
use crate::bdd::{Bdd, Exporter, NodeLimit};
use crate::names;

/// The seeds of an earlier result, matched to a structure.
pub struct Seeding<'a> {
    seeds: &'a Seeds,
    variables: Vec<VarId>,
    table: BddTable,
}

impl<'a> Seeding<'a> {
    /// Matches variables by name.
    ///
    /// # Errors
    /// Why the earlier result does not fit.
    pub fn new(seeds: &'a Seeds, kripke: &SymbolicKripke) -> Result<Self, String> {
        if seeds.strict != kripke.strict {
            return Err("it is about another meaning of `*`".to_owned());
        }
        let names = names::variables(kripke);
        let known: FxHashMap<String, VarId> =
            names.into_iter().enumerate().map(|(index, name)| (name, VarId::from(index))).collect();
        let variables = seeds
            .variables
            .iter()
            .map(|name| {
                known
                    .get(name)
                    .copied()
                    .ok_or_else(|| format!("its variable {name} is not one of this structure"))
            })
            .collect::<Result<_, _>>()?;
        let nodes = seeds.nodes.iter().map(|(var, hi, lo)| Node { var: *var, hi: *hi, lo: *lo });
        Ok(Seeding { seeds, variables, table: BddTable { nodes: nodes.collect() } })
    }

    /// Gives an evaluator what is known of its closed fixpoints.
    pub fn apply(&self, evaluator: &mut Evaluator<'_, '_>) -> Result<(), NodeLimit> {
        let space = evaluator.space;
        let graph = evaluator.graph;
        let table = space.bdds.import(&self.table, |number| {
            let rail = space.known_true(self.variables[number as usize / 2]);
            rail + number % 2
        })?;
        let sets: FxHashMap<(&str, Domain), StateSet> = self
            .seeds
            .fixpoints
            .iter()
            .map(|fixpoint| {
                let of = |location: &Location| match fixpoint.sets.get(&location.name) {
                    Some(reference) if keeps_its_name(location) => {
                        table.get(&space.bdds, *reference)
                    }
                    _ => Ok(space.bdds.falsity()),
                };
                let set: Result<TiVec<LocId, Bdd>, NodeLimit> =
                    space.kripke.locations.iter().map(of).collect();
                let domain = if fixpoint.complete { Domain::Complete } else { Domain::Partial };
                Ok(((fixpoint.formula.as_str(), domain), Rc::new(set?)))
            })
            .collect::<Result<_, NodeLimit>>()?;
        let partial = |complete: &StateSet| -> Result<StateSet, NodeLimit> {
            let of = |(at, f): (LocId, &Bdd)| {
                let nothing = space.bdds.not(space.enforce(at))?;
                space.dual_at(&space.bdds.or(f, &nothing)?, at)
            };
            let sets: Result<TiVec<LocId, Bdd>, NodeLimit> =
                complete.iter_enumerated().map(of).collect();
            Ok(Rc::new(sets?))
        };
        let duals = duals(graph);
        let mut found = Vec::new();
        for (node, dual) in graph.closed_fixpoints().zip(duals) {
            for domain in [Domain::Complete, Domain::Partial] {
                if !evaluator.solves_in(node, domain) {
                    continue;
                }
                // What is true of all completions of a tri-vector is true of it.
                let of = |node: NodeId| -> Result<Option<StateSet>, NodeLimit> {
                    let Some(text) = graph.full_text(node) else { return Ok(None) };
                    match (sets.get(&(text, domain)), sets.get(&(text, Domain::Complete))) {
                        (Some(set), _) => Ok(Some(set.clone())),
                        (None, Some(complete)) => partial(complete).map(Some),
                        (None, None) => Ok(None),
                    }
                };
                let falsity = dual.map(of).transpose()?.flatten();
                let known = Known { truth: of(node)?, falsity };
                if known.truth.is_some() || known.falsity.is_some() {
                    found.push((node, domain, known));
                }
            }
        }
        for (node, domain, known) in found {
            evaluator.seed(node, domain, known);
        }
        Ok(())
    }
}

/// Whether a location is called by labels alone. The number of a statement, as in `main/3.f:L`,
/// can be that of another one in a later abstraction.
fn keeps_its_name(location: &Location) -> bool {
    let mut sites = location.name.split('/').skip(1);
    !location.labels.is_empty() && !sites.any(|site| site.starts_with(|c: char| c.is_ascii_digit()))
}

/// For each closed fixpoint of the graph, the one that is its negation, if it is there.
fn duals(graph: &PositiveGraph) -> Vec<Option<NodeId>> {
    let closed: Vec<NodeId> = graph.closed_fixpoints().collect();
    closed
        .iter()
        .map(|node| {
            closed
                .iter()
                .copied()
                .find(|other| are_dual(graph, *node, *other, &mut FxHashMap::default()))
        })
        .collect()
}

fn are_dual(
    graph: &PositiveGraph,
    a: NodeId,
    b: NodeId,
    known: &mut FxHashMap<(NodeId, NodeId), bool>,
) -> bool {
    if let Some(known) = known.get(&(a, b)) {
        return *known;
    }
    let dual = match (graph.node(a), graph.node(b)) {
        (Positive::Const(a), Positive::Const(b)) => a != b,
        (Positive::Literal(a, p), Positive::Literal(b, q)) => a == b && p != q,
        (Positive::And(a), Positive::Or(b)) | (Positive::Or(a), Positive::And(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_dual(graph, *a, *b, known))
        }
        (Positive::Step(p, actions, a), Positive::Step(q, others, b)) => {
            p != q && actions == others && are_dual(graph, *a, *b, known)
        }
        (Positive::Fix(p, _, a), Positive::Fix(q, _, b)) => {
            p != q && are_dual(graph, *a, *b, known)
        }
        // Bound at the same depth, or the bodies would not match step by step.
        (Positive::Var(a), Positive::Var(b)) => {
            graph.binder(*a).kind != graph.binder(*b).kind
                && graph.binder(*a).name == graph.binder(*b).name
        }
        _ => false,
    };
    known.insert((a, b), dual);
    dual
}

/// Collects the seeds of a run.
pub struct SeedWriter<'a, V> {
    space: &'a Space<'a>,
    exporter: Exporter<'a, V>,
    fixpoints: IndexMap<(String, bool), IndexMap<String, belnap_ir::bdd::Ref>>,
}

/// A writer for the structure of `space`.
pub fn writer<'a>(space: &'a Space<'a>) -> SeedWriter<'a, impl Fn(u32) -> u32> {
    let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
    for index in 0..space.kripke.variables.len() {
        let var = VarId::from(index);
        numbers.insert(space.known_true(var), 2 * var.0);
        numbers.insert(space.known_false(var), 2 * var.0 + 1);
    }
    let exporter = Exporter::new(&space.bdds, move |var| numbers[&var]);
    SeedWriter { space, exporter, fixpoints: IndexMap::new() }
}

impl<V: Fn(u32) -> u32> SeedWriter<'_, V> {
    /// Adds the closed fixpoints an evaluator has computed.
    pub fn add(&mut self, evaluator: &Evaluator<'_, '_>) -> Result<(), NodeLimit> {
        for (node, domain, set) in evaluator.fixpoints() {
            let Some(text) = evaluator.graph.full_text(node) else { continue };
            let key = (text.to_owned(), domain == Domain::Complete);
            if self.fixpoints.contains_key(&key) {
                continue;
            }
            let mut sets = IndexMap::new();
            for (at, (location, f)) in
                self.space.kripke.locations.iter().zip(set.iter()).enumerate()
            {
                if keeps_its_name(location) && !self.space.bdds.is_false(f) {
                    let f = match domain {
                        Domain::Complete => f.clone(),
                        Domain::Partial => self.space.with_both_rails(f, LocId::from(at))?,
                    };
                    sets.insert(location.name.clone(), self.exporter.add(&f)?);
                }
            }
            if !sets.is_empty() {
                self.fixpoints.insert(key, sets);
            }
        }
        Ok(())
    }

    /// The seeds.
    pub fn finish(self) -> Seeds {
        Seeds {
            strict: self.space.kripke.strict,
            variables: names::variables(self.space.kripke),
            nodes: self
                .exporter
                .finish()
                .nodes
                .into_iter()
                .map(|node| (node.var, node.hi, node.lo))
                .collect(),
            fixpoints: self
                .fixpoints
                .into_iter()
                .map(|((formula, complete), sets)| SeedSet { formula, complete, sets })
                .collect(),
        }
    }
}
