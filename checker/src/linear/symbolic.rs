//! Products of symbolic structures. Variables and functions stay as they are; a location of the
//! product is one of the structure and what the automaton remembers.

use belnap_automata::product::{Link, Node, Product, Structure, Way};
use belnap_ir::bdd::{self, BddTable, Ref};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::{EdgeId, LocId, ScopeId, TiVec};
use belnap_ir::kripke::{
    Kripke, Location, LocationKind, Partial, Proposition, SymbolicEdge, SymbolicKripke,
};
use belnap_ir::linear::Path;
use belnap_ir::property::{Atom, Formula};

use super::{MAX_NODES, Read, Reader, name, too_many};
use crate::symbolic::atoms::{AtomValue, Atoms};

/// Locations with the values of the atoms.
struct Located<'k> {
    kripke: &'k SymbolicKripke,
    /// By atom and location.
    values: Vec<Vec<AtomValue>>,
    outgoing: Vec<Vec<(usize, usize)>>,
}

impl Structure for Located<'_> {
    fn edges(&self, place: usize) -> Vec<(usize, usize)> {
        self.outgoing[place].clone()
    }

    fn known(&self, place: usize, atom: usize) -> Option<bool> {
        match self.values[atom][place] {
            AtomValue::Constant(Belnap::True) => Some(true),
            AtomValue::Constant(Belnap::False) => Some(false),
            AtomValue::Constant(_) | AtomValue::Variable(_) => None,
        }
    }

    fn may_end(&self, place: usize) -> bool {
        self.kripke.locations[LocId::from(place)].blocking
    }

    /// Values of states need not stay what they are.
    fn stays(&self, _: usize) -> bool {
        false
    }
}

/// The product of a structure with the automaton of a formula.
pub(super) fn read(kripke: &SymbolicKripke, path: &Path) -> Result<Read, Diagnostic> {
    let ends = kripke.locations.iter().any(|location| location.blocking);
    let labels = kripke.locations.iter().flat_map(|at| at.labels.iter().map(String::as_str));
    let names = kripke.propositions.iter().map(|one| one.name.as_str());
    let reader = Reader::new(path, ends, labels.chain(names))?;
    let mut atoms = Vec::new();
    path.collect_atoms(&mut atoms);
    let all = atoms.iter().map(|(atom, span)| Formula::Atom((*atom).clone(), *span)).collect();
    let resolved = Atoms::resolve(kripke, &Formula::And(all))?;
    let at_all = |atom: &Atom| kripke.locations.keys().map(|at| resolved.at(atom, at)).collect();
    let values = reader.automaton.atoms.iter().map(at_all).collect();
    let mut outgoing = vec![Vec::new(); kripke.locations.len()];
    for (number, edge) in kripke.edges.iter().enumerate() {
        outgoing[edge.from.index()].push((number, edge.to.index()));
    }
    let located = Located { kripke, values, outgoing };
    let starts = [kripke.entry.index()];
    let product = Product::new(&located, &reader.automaton, &starts, kripke.prefix, MAX_NODES)
        .map_err(too_many)?;
    let kripke = Kripke::Symbolic(located.located_product(&reader, &product));
    Ok(Read { kripke, formula: reader.formula(), notes: resolved.notes })
}

impl Located<'_> {
    fn located_product(&self, reader: &Reader, product: &Product) -> SymbolicKripke {
        let mut table = self.kripke.table.clone();
        let edges = product.links.iter().map(|link| self.edge(reader, product, link, &mut table));
        let edges = edges.collect();
        let mut propositions = self.own_propositions(product);
        propositions.extend(
            reader
                .propositions(product)
                .into_iter()
                .map(|(name, values)| Proposition { name, values: TiVec::from(values) }),
        );
        let locations = product.nodes.iter().enumerate();
        SymbolicKripke {
            locations: locations.map(|(number, node)| self.location(*node, number)).collect(),
            entry: LocId(0),
            edges,
            propositions,
            table,
            ..self.kripke.clone()
        }
    }

    /// What the structure says of its locations, said of the nodes there.
    fn own_propositions(&self, product: &Product) -> Vec<Proposition> {
        let own = self.kripke.propositions.iter().map(|given| Proposition {
            name: given.name.clone(),
            values: product
                .nodes
                .iter()
                .map(|node| node.place().map_or(Belnap::False, |at| given.values[LocId::from(at)]))
                .collect(),
        });
        own.collect()
    }

    fn location(&self, node: Node, number: usize) -> Location {
        let own = |at: usize| self.kripke.locations[LocId::from(at)].name.clone();
        let mut name = name(node, number, own);
        if number > 0 && matches!(node, Node::Before { .. }) {
            name = format!("{name} #{number}");
        }
        match node.place() {
            Some(at) => {
                let own = self.kripke.locations[LocId::from(at)].clone();
                Location { name, blocking: own.blocking && node.goes_on(), ..own }
            }
            None => Location {
                name,
                labels: Vec::new(),
                scope: ScopeId(0),
                kind: LocationKind::Normal,
                enters: None,
                source: None,
                blocking: false,
            },
        }
    }

    fn edge(
        &self,
        reader: &Reader,
        product: &Product,
        link: &Link,
        table: &mut BddTable,
    ) -> SymbolicEdge {
        let (from, to) = (LocId::from(link.from), LocId::from(link.to));
        let node = product.nodes.get_index(link.from).copied().unwrap_or(Node::Decided(true));
        let guard = match (link.way, node) {
            (Way::Edge(edge), _) => {
                return SymbolicEdge { from, to, ..self.kripke.edges[EdgeId::from(edge)].clone() };
            }
            (Way::Answer(answer), Node::Asking { place, atom, .. }) => {
                self.answer(atom, place, answer, table)
            }
            _ => Partial::TRUE,
        };
        SymbolicEdge {
            from,
            to,
            guard,
            updates: Vec::new(),
            constrain: None,
            action: None,
            statement: reader.statement(node, link.way),
            origin: None,
        }
    }

    /// When an atom that a location does not fix has this value.
    fn answer(&self, atom: usize, place: usize, answer: bool, table: &mut BddTable) -> Partial {
        let AtomValue::Variable(variable) = self.values[atom][place] else {
            return Partial { truth: Ref::FALSE, falsity: Ref::FALSE };
        };
        let node = bdd::Node { var: variable.0, hi: Ref::TRUE, lo: Ref::FALSE };
        let known = table.nodes.iter().position(|one| *one == node);
        let index = known.unwrap_or_else(|| {
            table.nodes.push(node);
            table.nodes.len() - 1
        });
        let value = Ref(i32::try_from(index + 2).unwrap_or(i32::MAX));
        let (truth, falsity) = (value, value.complement());
        match answer {
            true => Partial { truth, falsity },
            false => Partial { truth: falsity, falsity: truth },
        }
    }
}
