//! Drawings of Kripke structures and control-flow graphs in the DOT language.
//!
//! Transitions that may or may not exist are dashed, those that exist but were not expected to
//! (`b`) dotted. Of a symbolic structure the graph of its locations is drawn; an edge of it is
//! dashed if its guard or an update is not known everywhere. Initial states have an arrow from
//! nowhere, halted locations a double frame, failed ones an octagon.
//!
//! Of a control-flow graph, each function has a frame of its own. Edges are dashed where something
//! is unknown: whether they exist, or a value that they assign.

use std::fmt::Write;

use belnap_ir::belnap::Belnap;
use belnap_ir::boolprog::Origin;
use belnap_ir::cfg::{self, Cfg, Operation};
use belnap_ir::kripke::{
    ExplicitKripke, ExplicitTransition, Kripke, Location, LocationKind, Partial, SymbolicEdge,
    SymbolicKripke,
};

/// Draws a valid structure.
pub fn kripke(kripke: &Kripke) -> String {
    let mut drawing = Drawing::new("kripke");
    match kripke {
        Kripke::Explicit(explicit) => draw_explicit(explicit, &mut drawing),
        Kripke::Symbolic(symbolic) => draw_symbolic(symbolic, &mut drawing),
    }
    drawing.finish()
}

fn draw_explicit(kripke: &ExplicitKripke, drawing: &mut Drawing) {
    for (index, state) in kripke.states.iter().enumerate() {
        let location = state.location.map(|at| &kripke.locations[at]);
        let mut lines = vec![state.name.clone()];
        if let Some(location) = location {
            lines.extend(location_lines(location).into_iter().filter(|line| *line != state.name));
        }
        let labels = kripke.propositions.iter().zip(&state.labels);
        let labels = labels.filter(|(_, value)| **value != Belnap::False);
        lines.extend(labels.map(|(name, value)| match value {
            Belnap::True => name.clone(),
            other => format!("{name} = {other}"),
        }));
        drawing.node("s", index, &lines, location.map_or(LocationKind::Normal, |at| at.kind));
    }
    for state in &kripke.initial {
        drawing.initial("s", state.index());
    }
    for transition in &kripke.transitions {
        let style = match transition.value {
            Belnap::False => continue,
            Belnap::True => Style::Solid,
            Belnap::Unknown => Style::Dashed,
            Belnap::Both => Style::Dotted,
        };
        let ExplicitTransition { from, to, action, statement, .. } = transition;
        let lines: Vec<String> = action.iter().chain(statement).cloned().collect();
        drawing.edge("s", from.index(), to.index(), &lines, style);
    }
}

fn draw_symbolic(kripke: &SymbolicKripke, drawing: &mut Drawing) {
    for (at, location) in kripke.locations.iter_enumerated() {
        let mut lines = location_lines(location);
        for proposition in &kripke.propositions {
            match proposition.values[at] {
                Belnap::False => {}
                Belnap::True => lines.push(proposition.name.clone()),
                other => lines.push(format!("{} = {other}", proposition.name)),
            }
        }
        drawing.node("l", at.index(), &lines, location.kind);
    }
    drawing.initial("l", kripke.entry.index());
    for edge in &kripke.edges {
        let mut lines: Vec<String> = edge.action.iter().cloned().collect();
        if !edge.statement.is_empty() {
            lines.push(edge.statement.clone());
        }
        lines.extend(edge.origin.as_ref().map(origin_line).filter(|line| !line.is_empty()));
        let style = if is_exact(edge) { Style::Solid } else { Style::Dashed };
        drawing.edge("l", edge.from.index(), edge.to.index(), &lines, style);
    }
}

fn is_exact(edge: &SymbolicEdge) -> bool {
    let exact = |partial: &Partial| partial.truth == partial.falsity.complement();
    exact(&edge.guard) && edge.updates.iter().all(|(_, value)| exact(value))
}

fn location_lines(location: &Location) -> Vec<String> {
    let mut lines = vec![location.name.clone()];
    lines.extend(location.source.as_ref().map(ToString::to_string));
    lines
}

fn origin_line(origin: &Origin) -> String {
    let source = origin.source.as_ref().map(ToString::to_string);
    let parts: Vec<String> = source.into_iter().chain(origin.text.clone()).collect();
    parts.join("  ")
}

/// Draws a valid graph.
pub fn cfg(cfg: &Cfg) -> String {
    let mut drawing = Drawing::new("cfg");
    for (index, function) in cfg.functions.iter().enumerate() {
        drawing.line(&format!("subgraph cluster_{index} {{"));
        drawing.line(&format!("  label={};", quote(std::slice::from_ref(&function.name))));
        for (at, location) in cfg.locations.iter().enumerate() {
            if location.function.index() == index {
                drawing.line(&format!("  n{at};"));
            }
        }
        drawing.line("}");
    }
    for (index, location) in cfg.locations.iter().enumerate() {
        let mut name = format!("n{index}");
        name.extend(location.labels.iter().map(|label| format!(" {label}:")));
        let mut lines = vec![name];
        lines.extend(location.enters.iter().map(|function| format!("enters {function}")));
        lines.extend(location.source.as_ref().map(ToString::to_string));
        let kind = match location.kind {
            cfg::LocationKind::Normal => LocationKind::Normal,
            cfg::LocationKind::Halted => LocationKind::Halted,
            cfg::LocationKind::Failed => LocationKind::Failed,
            cfg::LocationKind::Return => {
                lines.push("return".to_owned());
                LocationKind::Normal
            }
        };
        drawing.node("n", index, &lines, kind);
    }
    drawing.initial("n", cfg.start.index());
    for edge in &cfg.edges {
        let mut lines = vec![crate::cfg::step_text(cfg, edge)];
        lines.extend(Some(edge.text.clone()).filter(|text| !text.is_empty()));
        let style = match edge.operation {
            Operation::AssumeUnknown | Operation::Unknown(_) => Style::Dashed,
            _ => Style::Solid,
        };
        drawing.edge("n", edge.from.index(), edge.to.index(), &lines, style);
    }
    drawing.finish()
}

/// How a line is drawn.
#[derive(Clone, Copy)]
enum Style {
    Solid,
    Dashed,
    Dotted,
}

/// A DOT text in the making; nodes are called by a letter and a number.
struct Drawing {
    out: String,
}

impl Drawing {
    fn new(name: &str) -> Self {
        let mut drawing = Drawing { out: format!("digraph {name} {{\n") };
        drawing.line("node [shape=box, fontname=monospace];");
        drawing.line("edge [fontname=monospace];");
        drawing
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "  {line}");
    }

    fn node(&mut self, letter: &str, index: usize, lines: &[String], kind: LocationKind) {
        let shape = match kind {
            LocationKind::Normal => "",
            LocationKind::Halted => ", peripheries=2",
            LocationKind::Failed => ", shape=octagon",
            LocationKind::Deeper => ", style=dashed",
        };
        self.line(&format!("{letter}{index} [label={}{shape}];", quote(lines)));
    }

    fn initial(&mut self, letter: &str, index: usize) {
        self.line(&format!("start_{letter}{index} [shape=point];"));
        self.line(&format!("start_{letter}{index} -> {letter}{index};"));
    }

    fn edge(&mut self, letter: &str, from: usize, to: usize, lines: &[String], style: Style) {
        let mut attributes = Vec::new();
        if !lines.is_empty() {
            attributes.push(format!("label={}", quote(lines)));
        }
        match style {
            Style::Solid => {}
            Style::Dashed => attributes.push("style=dashed".to_owned()),
            Style::Dotted => attributes.push("style=dotted".to_owned()),
        }
        let attributes = if attributes.is_empty() {
            String::new()
        } else {
            format!(" [{}]", attributes.join(", "))
        };
        self.line(&format!("{letter}{from} -> {letter}{to}{attributes};"));
    }

    fn finish(mut self) -> String {
        self.out.push_str("}\n");
        self.out
    }
}

/// A DOT string of several lines.
fn quote(lines: &[String]) -> String {
    let mut out = String::from("\"");
    for (index, line) in lines.iter().enumerate() {
        if index > 0 {
            out.push_str("\\n");
        }
        for character in line.chars() {
            match character {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                other if other.is_control() => out.push(' '),
                other => out.push(other),
            }
        }
    }
    out.push('"');
    out
}
