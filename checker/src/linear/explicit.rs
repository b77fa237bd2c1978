//! Products of structures whose states are listed.

use belnap_automata::product::{Link, Node, Product, Structure, Way};
use belnap_ir::belnap::Belnap;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Kripke};
use belnap_ir::linear::Path;
use belnap_ir::property::{Atom, Formula};
use indexmap::IndexMap;

use super::{MAX_NODES, Read, Reader, name, too_many};
use crate::explicit::{atom_values, untracked};

/// States with the values of the atoms.
struct Listed<'s> {
    structure: &'s ExplicitKripke,
    /// By atom and state.
    values: Vec<Vec<Belnap>>,
    outgoing: Vec<Vec<(usize, usize)>>,
}

impl Structure for Listed<'_> {
    fn edges(&self, place: usize) -> Vec<(usize, usize)> {
        self.outgoing[place].clone()
    }

    fn known(&self, place: usize, atom: usize) -> Option<bool> {
        match self.values[atom][place] {
            Belnap::True => Some(true),
            Belnap::False => Some(false),
            Belnap::Unknown | Belnap::Both => None,
        }
    }

    fn may_end(&self, place: usize) -> bool {
        !self.structure.total || self.structure.states[StateId::from(place)].blocking
    }

    /// Values of states need not stay what they are.
    fn stays(&self, _: usize) -> bool {
        false
    }
}

/// The product of a structure with the automaton of a formula.
pub(super) fn read(structure: &ExplicitKripke, path: &Path) -> Result<Read, Diagnostic> {
    let ends = !structure.total || structure.states.iter().any(|state| state.blocking);
    let names = structure.propositions.iter().map(String::as_str);
    let labels = structure.locations.iter().flat_map(|at| at.labels.iter().map(String::as_str));
    let reader = Reader::new(path, ends, names.chain(labels))?;
    let mut atoms = Vec::new();
    path.collect_atoms(&mut atoms);
    let value = |atom: &Atom| {
        let span = atoms.iter().find(|(known, _)| *known == atom).map(|(_, span)| *span);
        atom_values(structure, atom, span.unwrap_or_default())
    };
    let values = reader.automaton.atoms.iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let mut outgoing = vec![Vec::new(); structure.states.len()];
    for (edge, transition) in structure.transitions.iter().enumerate() {
        outgoing[transition.from.index()].push((edge, transition.to.index()));
    }
    let listed = Listed { structure, values, outgoing };
    let starts: Vec<usize> =
        structure.initial.iter().chain(&structure.inhabited).map(|id| id.index()).collect();
    let product = Product::new(&listed, &reader.automaton, &starts, structure.prefix, MAX_NODES)
        .map_err(too_many)?;
    let notes = atoms
        .iter()
        .flat_map(|(atom, span)| untracked(structure, &Formula::Atom((*atom).clone(), *span)));
    let mut notes: Vec<String> = notes.map(|note| note.message).collect();
    notes.dedup();
    let kripke = Kripke::Explicit(listed.listed_product(&reader, &product));
    Ok(Read { kripke, formula: reader.formula_of_choices(), notes })
}

impl Listed<'_> {
    fn listed_product(&self, reader: &Reader, product: &Product) -> ExplicitKripke {
        let structure = self.structure;
        let added = reader.propositions(product);
        let state = |(number, node): (usize, &Node)| {
            let place = node.place().map(|place| &structure.states[StateId::from(place)]);
            let nothing = || vec![Belnap::False; structure.propositions.len()];
            let mut labels = place.map_or_else(nothing, |state| state.labels.clone());
            labels.extend(added.iter().map(|(_, values)| values[number]));
            let goes_on = node.goes_on();
            ExplicitState {
                name: self.unique_name(*node, number, product),
                labels,
                location: place.and_then(|state| state.location),
                // What an unknown letter is, one of the answers is always right about.
                blocking: goes_on && place.is_some_and(|state| state.blocking || !structure.total),
            }
        };
        let names = structure.propositions.iter().cloned();
        let number = |id: &StateId| {
            let before = Node::Before { place: id.index(), steps: structure.prefix };
            product.number(&before).map(StateId::from)
        };
        ExplicitKripke {
            propositions: names.chain(added.iter().map(|(name, _)| name.clone())).collect(),
            states: product.nodes.iter().enumerate().map(state).collect(),
            initial: structure.initial.iter().filter_map(number).collect(),
            inhabited: structure.inhabited.iter().filter_map(number).collect(),
            transitions: self.transitions(reader, product),
            total: true,
            events: structure.events.of_other_states(),
            ..structure.clone()
        }
    }

    /// A first state keeps its name, so that results are about it.
    fn unique_name(&self, node: Node, number: usize, product: &Product) -> String {
        let begins = |node: &Node| matches!(node, Node::Before { steps, .. } if *steps == self.structure.prefix);
        let own = |at: usize| self.structure.states[StateId::from(at)].name.clone();
        let mut name = name(node, number, own);
        if !begins(&node) {
            if matches!(node, Node::Before { .. }) {
                name = format!("{name} #{number}");
            }
            let first = |one: &Node| match one {
                Node::Before { place, .. } if begins(one) => Some(own(*place)),
                _ => None,
            };
            while product.nodes.iter().filter_map(first).any(|known| known == name) {
                name.push('#');
            }
        }
        name
    }

    fn transitions(&self, reader: &Reader, product: &Product) -> Vec<ExplicitTransition> {
        let transition = |link: &Link| {
            let node = product.nodes.get_index(link.from).copied();
            let node = node.unwrap_or(Node::Decided(true));
            let (from, to) = (StateId::from(link.from), StateId::from(link.to));
            let own = ExplicitTransition {
                from,
                to,
                value: Belnap::True,
                action: None,
                statement: Some(reader.statement(node, link.way)).filter(|text| !text.is_empty()),
            };
            match (link.way, node) {
                (Way::Edge(edge), _) => {
                    ExplicitTransition { from, to, ..self.structure.transitions[edge].clone() }
                }
                (Way::Answer(answer), Node::Asking { place, atom, .. }) => {
                    let value = self.values[atom][place];
                    ExplicitTransition { value: if answer { value } else { !value }, ..own }
                }
                _ => own,
            }
        };
        merge_parallel(product.links.iter().map(transition))
    }
}

/// No two transitions between the same states with the same action and statement: several may lead
/// to where nothing matters any more.
fn merge_parallel(
    transitions: impl Iterator<Item = ExplicitTransition>,
) -> Vec<ExplicitTransition> {
    let mut merged: IndexMap<_, ExplicitTransition> = IndexMap::new();
    for one in transitions {
        let key = (one.from, one.to, one.action.clone(), one.statement.clone());
        let value = one.value;
        let known = merged.entry(key).or_insert(one);
        known.value = known.value | value;
    }
    merged.into_values().collect()
}
