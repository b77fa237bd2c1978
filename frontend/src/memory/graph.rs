//! The graph in the making: locations and edges with preliminary numbers.

use belnap_ir::cfg::{Approximation, Edge, Location, LocationKind, Operation};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, TiSlice, TiVec, ti_vec};
use indexmap::IndexMap;

use super::text::Sources;
use super::translate::Emitted;
use crate::mir::{Note, NoteId, Origin};

/// A location by its preliminary number.
pub(super) type Draft = usize;

/// An edge between preliminary numbers.
#[derive(Clone, Debug)]
struct DraftEdge {
    from: Draft,
    to: Draft,
    operation: Operation,
    action: Option<String>,
    at: Option<Origin>,
    more: bool,
    notes: Vec<NoteId>,
}

/// Locations and edges.
#[derive(Default)]
pub(super) struct Graph {
    locations: Vec<Location>,
    edges: Vec<DraftEdge>,
    /// Preliminary numbers in their final order.
    sequence: Vec<Draft>,
}

impl Graph {
    /// A new location; its place in the final order is given by [`Graph::place`].
    pub fn add(&mut self, location: Location) -> Draft {
        self.locations.push(location);
        self.locations.len() - 1
    }

    /// The location is next in the final order.
    pub fn place(&mut self, location: Draft) {
        self.sequence.push(location);
    }

    /// A location that was made before, to be changed.
    pub fn location(&mut self, location: Draft) -> &mut Location {
        &mut self.locations[location]
    }

    /// Adds an edge with an operation and what the ledger says of it.
    pub fn edge(&mut self, from: Draft, to: Draft, emitted: Emitted, at: Option<Origin>) {
        let Emitted { operation, notes } = emitted;
        let action = None;
        self.edges.push(DraftEdge { from, to, operation, action, at, more: false, notes });
    }

    /// Adds an edge that others take part in.
    pub fn action(&mut self, from: Draft, to: Draft, guard: Emitted, at: Origin, action: String) {
        self.edge(from, to, guard, Some(at));
        if let Some(edge) = self.edges.last_mut() {
            edge.action = Some(action);
        }
    }

    /// Says that the last edge stands for more than its text.
    pub fn last_is_more(&mut self) {
        if let Some(edge) = self.edges.last_mut() {
            edge.more = true;
        }
    }

    /// Steps one after the other, then to `to` if given; where they end.
    pub fn chain(
        &mut self,
        from: Draft,
        to: Option<Draft>,
        steps: Vec<Emitted>,
        at: Origin,
        sources: &Sources<'_>,
    ) -> Draft {
        let mut here = from;
        let count = steps.len();
        for (index, step) in steps.into_iter().enumerate() {
            let next = match to {
                Some(to) if index + 1 == count => to,
                _ => self.after(from, at, sources),
            };
            self.edge(here, next, step, Some(at));
            here = next;
        }
        if let Some(to) = to
            && here != to
        {
            self.edge(here, to, super::steps::plain(Operation::SKIP), Some(at));
            return to;
        }
        here
    }

    /// A location between the steps of a statement.
    pub fn after(&mut self, of: Draft, at: Origin, sources: &Sources<'_>) -> Draft {
        let Location { function, scope, .. } = self.locations[of];
        let location = self.add(Location {
            function,
            scope,
            source: sources.line(at),
            ..Location::bare(LocationKind::Normal)
        });
        self.place(location);
        location
    }

    /// Final numbers of locations, the locations, the edges and the ledger.
    pub fn finish(
        self,
        sources: &Sources<'_>,
        notes: &TiSlice<NoteId, Note>,
    ) -> (Vec<CfgLocId>, Vec<Location>, Vec<Edge>, Vec<Approximation>) {
        let mut number = vec![CfgLocId(0); self.locations.len()];
        let mut drafts: Vec<Option<Location>> = self.locations.into_iter().map(Some).collect();
        let mut locations = Vec::new();
        let mut edges = self.edges;
        for draft in self.sequence {
            let Some(location) = drafts[draft].take() else { continue };
            number[draft] = CfgLocId::from(locations.len());
            if matches!(location.kind, LocationKind::Halted | LocationKind::Failed) {
                let (operation, notes) = (Operation::SKIP, Vec::new());
                let (from, to, action) = (draft, draft, None);
                edges.push(DraftEdge { from, to, operation, action, at: None, more: false, notes });
            }
            locations.push(location);
        }
        edges.sort_by_key(|edge| number[edge.from]);
        let ledger = ledger(&edges, sources, notes);
        let edges = edges
            .into_iter()
            .map(|edge| Edge {
                from: number[edge.from],
                to: number[edge.to],
                operation: edge.operation,
                action: edge.action,
                source: edge.at.and_then(|at| sources.line(at)),
                text: edge.at.map_or_else(String::new, |at| {
                    let text = sources.text(at);
                    if edge.more { format!("{text} …") } else { text }
                }),
            })
            .collect();
        (number, locations, edges, ledger)
    }
}

/// The entries that edges refer to, and those about the whole program; equal ones are one.
fn ledger(
    all: &[DraftEdge],
    sources: &Sources<'_>,
    notes: &TiSlice<NoteId, Note>,
) -> Vec<Approximation> {
    let mut of_note: TiVec<NoteId, Vec<CfgEdgeId>> = ti_vec![Vec::new(); notes.len()];
    for (index, edge) in all.iter().enumerate() {
        for note in &edge.notes {
            if let Some(edges) = of_note.get_mut(*note) {
                edges.push(CfgEdgeId::from(index));
            }
        }
    }
    let mut entries: IndexMap<_, Vec<CfgEdgeId>> = IndexMap::new();
    for (note, edges) in notes.iter().zip(of_note) {
        if edges.is_empty() && !note.global {
            continue;
        }
        let place = edges.first().filter(|_| !note.global).and_then(|edge| all[edge.index()].at);
        let source = sources.own_line(note.at).or_else(|| place.and_then(|at| sources.line(at)));
        let key = (source, note.construct, note.detail.as_str(), note.treatment, note.weakens);
        entries.entry(key).or_default().extend(edges);
    }
    entries.sort_unstable_keys();
    entries
        .into_iter()
        .map(|((source, construct, detail, treatment, weakens), mut edges)| {
            edges.sort_unstable();
            edges.dedup();
            Approximation {
                construct: construct.to_owned(),
                detail: detail.to_owned(),
                source,
                treatment,
                weakens,
                edges,
            }
        })
        .collect()
}
