//! Summaries of symbolic Kripke structures: locations, their edges, and the functions on them as
//! small sums of products.

use std::fmt::Write as _;

use belnap_checker::names;
use belnap_ir::bdd::Ref;
use belnap_ir::kripke::{Location, LocationKind, Partial, SymbolicEdge, SymbolicKripke};

use super::{ROWS, count, rest, semantics};

/// Limit on the products of a function that are written.
const PRODUCTS: usize = 6;

/// Limit on the nodes visited for it: a table written by another program need not be reduced.
const VISITS: usize = 10_000;

/// What it is, on one line.
pub fn line(kripke: &SymbolicKripke) -> String {
    format!(
        "Kripke structure, symbolic, {}, {}, {}",
        count(kripke.locations.len(), "location"),
        count(kripke.edges.len(), "edge"),
        count(kripke.variables.len(), "variable"),
    )
}

/// Variables, and the edges out of each location.
pub fn page(kripke: &SymbolicKripke) -> String {
    let mut out = format!("{}\nsemantics: {}\n", line(kripke), semantics(kripke.semantics));
    let names = names::variables(kripke);
    if !names.is_empty() {
        let more = if names.len() > ROWS { ", …" } else { "" };
        let _ = writeln!(out, "variables: {}{more}", names[..names.len().min(ROWS)].join(", "));
    }
    let functions = Functions { kripke, names };
    let entry = &kripke.locations[kripke.entry].name;
    let _ = writeln!(
        out,
        "entry: {entry}, every state that satisfies {}",
        functions.sum(kripke.enforce)
    );
    let mut edges = kripke.edges.iter().peekable();
    for (index, location) in kripke.locations.iter().enumerate().take(ROWS) {
        let _ = writeln!(out, "\n{}", heading(location, kripke.strict));
        while let Some(edge) = edges.next_if(|edge| edge.from.index() == index) {
            functions.write_edge(&mut out, edge);
        }
    }
    out.push_str(&rest(kripke.locations.len(), "location"));
    out
}

/// A location; that it may block is said where not every location may.
fn heading(location: &Location, strict: bool) -> String {
    let mut text = location.name.clone();
    if let Some(source) = &location.source {
        let _ = write!(text, " ({source})");
    }
    match location.kind {
        LocationKind::Normal => {}
        LocationKind::Deeper => text.push_str(", inside of deeper calls"),
        LocationKind::Halted => text.push_str(", the program has ended"),
        LocationKind::Failed => text.push_str(", an assert has failed"),
    }
    if let Some(procedure) = &location.enters {
        let _ = write!(text, ", enters {procedure}");
    }
    if location.blocking && !strict {
        text.push_str(", may block");
    }
    text
}

struct Functions<'k> {
    kripke: &'k SymbolicKripke,
    names: Vec<String>,
}

impl Functions<'_> {
    fn write_edge(&self, out: &mut String, edge: &SymbolicEdge) {
        let target = &self.kripke.locations[edge.to].name;
        let action = edge.action.as_ref().map(|action| format!("[{action}] ")).unwrap_or_default();
        let _ = writeln!(out, "  -> {target}    {action}{}", edge.statement);
        if edge.guard != Partial::TRUE {
            let _ = writeln!(out, "       exists if {}", self.partial(edge.guard));
        }
        for (var, value) in edge.updates.iter().take(ROWS) {
            let name = &self.names[var.index()];
            let _ = writeln!(out, "       {name} becomes {}", self.partial(*value));
        }
        if let Some(constrain) = edge.constrain {
            let _ = writeln!(out, "       constrained by {}", self.partial(constrain));
        }
    }

    fn partial(&self, value: Partial) -> String {
        if value.falsity == value.truth.complement() {
            return self.sum(value.truth);
        }
        match (value.truth, value.falsity) {
            (Ref::FALSE, Ref::FALSE) => "unknown".to_owned(),
            (truth, Ref::FALSE) => format!("true if {}, else unknown", self.sum(truth)),
            (Ref::FALSE, falsity) => format!("false if {}, else unknown", self.sum(falsity)),
            (truth, falsity) => {
                format!("true if {}, false if {}, else unknown", self.sum(truth), self.sum(falsity))
            }
        }
    }

    /// The paths to *true*, as products; only the first few.
    fn sum(&self, function: Ref) -> String {
        let mut products: Vec<String> = Vec::new();
        let mut stack = vec![(function, Vec::<(u32, bool)>::new())];
        let mut visits = 0;
        while let Some((at, literals)) = stack.pop() {
            visits += 1;
            if visits > VISITS {
                products.push("…".to_owned());
                break;
            }
            let Some(index) = at.node_index() else {
                if at == Ref::TRUE {
                    if products.len() == PRODUCTS {
                        products.push("…".to_owned());
                        break;
                    }
                    products.push(self.product(&literals));
                }
                continue;
            };
            let node = self.kripke.table.nodes[index];
            for (value, child) in [(false, node.lo), (true, node.hi)] {
                let child = if at.is_complemented() { child.complement() } else { child };
                let mut literals = literals.clone();
                literals.push((node.var, value));
                stack.push((child, literals));
            }
        }
        if products.is_empty() { "false".to_owned() } else { products.join(" | ") }
    }

    fn product(&self, literals: &[(u32, bool)]) -> String {
        if literals.is_empty() {
            return "true".to_owned();
        }
        let variables = self.kripke.variables.len();
        let texts: Vec<String> = literals
            .iter()
            .map(|(var, value)| {
                let var = *var as usize;
                let name = if var < variables {
                    self.names[var].clone()
                } else if var < 2 * variables {
                    format!("'{}", self.names[var - variables])
                } else {
                    format!("choice{}", var - 2 * variables + 1)
                };
                if *value { name } else { format!("!{name}") }
            })
            .collect();
        texts.join(" & ")
    }
}
