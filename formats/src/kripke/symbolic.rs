//! Symbolic structures, to and from their wire form.
//!
//! Printed form: a partial function that is false wherever it is not true is one number; values of
//! propositions without those that are `f`.

use std::collections::{HashMap, HashSet};

use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::{Name, Origin};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{LocId, TiSlice, VarId};
use belnap_ir::kripke::{Location, Partial, Proposition, SymbolicEdge, SymbolicKripke, Variable};
use belnap_ir::validate::findings::Findings;

use super::program;
use super::wire::{
    EdgeWire, Entries, FormatTag, OriginWire, PartialWire, PropositionWire, SymbolicTag,
    SymbolicWire, UpdateWire, ValueWire, VariableWire,
};
use crate::header::Header;

pub(super) fn to_wire<'a>(header: &'a Header, kripke: &'a SymbolicKripke) -> SymbolicWire<'a> {
    let variable = |variable: &'a Variable| VariableWire {
        name: match &variable.name {
            Name::Plain(name) => name.into(),
            quoted => quoted.to_string().into(),
        },
        scope: variable.scope,
        predicate: variable.predicate,
    };
    SymbolicWire {
        format: FormatTag::Kripke,
        version: super::FORMAT.version,
        kind: SymbolicTag::Symbolic,
        producer: header.producer.as_str().into(),
        inputs: header.inputs.clone(),
        semantics: kripke.semantics,
        strict: kripke.strict,
        variables: kripke.variables.iter().map(variable).collect(),
        choices: kripke.choices,
        scopes: program::scopes_to_wire(&kripke.scopes),
        locations: program::locations_to_wire(&kripke.locations),
        entry: kripke.locations[kripke.entry].name.as_str().into(),
        prefix: kripke.prefix,
        edges: kripke.edges.iter().map(|edge| edge_to_wire(edge, &kripke.locations)).collect(),
        enforce: kripke.enforce,
        propositions: kripke
            .propositions
            .iter()
            .map(|proposition| proposition_to_wire(proposition, &kripke.locations))
            .collect(),
        nodes: kripke.table.nodes.iter().map(|node| (node.var, node.hi, node.lo)).collect(),
    }
}

fn edge_to_wire<'a>(
    edge: &'a SymbolicEdge,
    locations: &'a TiSlice<LocId, Location>,
) -> EdgeWire<'a> {
    let name = |location: LocId| locations[location].name.as_str().into();
    let update = |(variable, partial): &(VarId, Partial)| match partial_to_wire(*partial) {
        PartialWire::Exact(truth) => UpdateWire::Exact(variable.0, truth),
        PartialWire::Pair(truth, falsity) => UpdateWire::Pair(variable.0, truth, falsity),
    };
    EdgeWire {
        from: name(edge.from),
        to: name(edge.to),
        guard: partial_to_wire(edge.guard),
        updates: edge.updates.iter().map(update).collect(),
        constrain: edge.constrain.map(partial_to_wire),
        action: edge.action.as_deref().map(Into::into),
        statement: edge.statement.as_str().into(),
        origin: edge.origin.as_ref().map(|origin| OriginWire {
            edge: origin.edge,
            source: origin.source.clone(),
            text: origin.text.as_deref().map(Into::into),
        }),
    }
}

fn partial_to_wire(partial: Partial) -> PartialWire {
    let Partial { truth, falsity } = partial;
    if falsity == truth.complement() {
        PartialWire::Exact(truth)
    } else {
        PartialWire::Pair(truth, falsity)
    }
}

fn proposition_to_wire<'a>(
    proposition: &'a Proposition,
    locations: &'a TiSlice<LocId, Location>,
) -> PropositionWire<'a> {
    let listed = locations.iter().zip(&proposition.values);
    let listed = listed.filter(|(_, value)| **value != Belnap::False);
    let entry = |(at, value): (&'a Location, &Belnap)| (at.name.as_str().into(), ValueWire(*value));
    PropositionWire {
        name: proposition.name.as_str().into(),
        values: Entries(listed.map(entry).collect()),
    }
}

/// Resolves names; the result satisfies the rules of the module root, not yet those of the
/// validator.
pub(super) fn from_wire(wire: SymbolicWire<'_>) -> Result<SymbolicKripke, Vec<Diagnostic>> {
    let locations = program::locations_from_wire(wire.locations);
    let mut resolver =
        Resolver { ids: program::ids_by_name(&locations), findings: Findings::default() };
    let entry = resolver.location(&wire.entry, || "entry".to_owned());
    let edges = wire
        .edges
        .into_iter()
        .enumerate()
        .map(|(index, edge)| resolver.edge(index, edge))
        .collect();
    let propositions = wire
        .propositions
        .into_iter()
        .enumerate()
        .map(|(index, proposition)| resolver.proposition(index, proposition, locations.len()))
        .collect();
    if !resolver.findings.is_empty() {
        return Err(resolver.findings.into_vec());
    }
    let nodes = wire.nodes.into_iter().map(|(var, hi, lo)| Node { var, hi, lo }).collect();
    Ok(SymbolicKripke {
        semantics: wire.semantics,
        strict: wire.strict,
        variables: wire.variables.into_iter().map(variable_from_wire).collect(),
        choices: wire.choices,
        scopes: program::scopes_from_wire(wire.scopes, true),
        entry,
        prefix: wire.prefix,
        edges,
        enforce: wire.enforce,
        propositions,
        table: BddTable { nodes },
        locations,
    })
}

fn variable_from_wire(wire: VariableWire<'_>) -> Variable {
    let name = wire.name.into_owned();
    let quoted = name.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    Variable {
        name: match quoted {
            Some(text) => Name::Quoted(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            None => Name::Plain(name),
        },
        scope: wire.scope,
        predicate: wire.predicate,
    }
}

fn partial_from_wire(wire: PartialWire) -> Partial {
    match wire {
        // The smallest number has no complement; it is not a node either, as the validator will
        // say.
        PartialWire::Exact(truth) => Partial { truth, falsity: Ref(truth.0.wrapping_neg()) },
        PartialWire::Pair(truth, falsity) => Partial { truth, falsity },
    }
}

struct Resolver<'a> {
    ids: HashMap<&'a str, LocId>,
    findings: Findings,
}

impl Resolver<'_> {
    /// The location called `name`; if there is none, that is reported.
    fn known_location(&mut self, name: &str, path: impl FnOnce() -> String) -> Option<LocId> {
        let id = self.ids.get(name).copied();
        self.findings.require(id.is_some(), "kripke-location-known", || {
            (path(), format!("there is no location '{name}'"))
        });
        id
    }

    fn location(&mut self, name: &str, path: impl FnOnce() -> String) -> LocId {
        self.known_location(name, path).unwrap_or(LocId(0))
    }

    fn edge(&mut self, index: usize, wire: EdgeWire<'_>) -> SymbolicEdge {
        let update = |wire| match wire {
            UpdateWire::Exact(variable, truth) => {
                (VarId(variable), partial_from_wire(PartialWire::Exact(truth)))
            }
            UpdateWire::Pair(variable, truth, falsity) => {
                (VarId(variable), Partial { truth, falsity })
            }
        };
        SymbolicEdge {
            from: self.location(&wire.from, || format!("edges[{index}].from")),
            to: self.location(&wire.to, || format!("edges[{index}].to")),
            guard: partial_from_wire(wire.guard),
            updates: wire.updates.into_iter().map(update).collect(),
            constrain: wire.constrain.map(partial_from_wire),
            action: wire.action.map(Into::into),
            statement: wire.statement.into_owned(),
            origin: wire.origin.map(|origin| Origin {
                edge: origin.edge,
                source: origin.source,
                text: origin.text.map(Into::into),
            }),
        }
    }

    fn proposition(
        &mut self,
        index: usize,
        wire: PropositionWire<'_>,
        locations: usize,
    ) -> Proposition {
        let mut values = vec![Belnap::False; locations];
        let mut seen = HashSet::new();
        for (name, ValueWire(value)) in wire.values.0 {
            let path = || format!("propositions[{index}].values.{name}");
            let Some(id) = self.known_location(&name, path) else { continue };
            self.findings.require(seen.insert(id), "kripke-label-unique", || {
                (path(), format!("this proposition already has a value at '{name}'"))
            });
            values[id.index()] = value;
        }
        Proposition { name: wire.name.into_owned(), values: values.into() }
    }
}
