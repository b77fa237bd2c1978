//! A graph as a page for people: functions close to their source, with tables around them.
//!
//! Locations stand in an order in which control goes down the page, so that only jumps are
//! written: an edge without `goto` leads to the location below.

use std::fmt::Write as _;

use belnap_ir::cfg::{
    AskedKind, Cfg, Edge, IntegerMode, LocationKind, ObjectKind, Operation, Scope, Treatment,
    Variable, VariableKind, Weakens,
};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, ScopeId};
use belnap_ir::span::SourceLine;

use super::order::order;
use super::text::step_text;

/// Column of `goto`, and of comments, after the margin.
const GOTO: usize = 40;
const COMMENT: usize = 50;

/// What a valid graph is, on one line.
pub fn line(cfg: &Cfg) -> String {
    let model = cfg.machine.data_model;
    let integers = match cfg.machine.integers {
        IntegerMode::Wrap => "integers wrap",
        IntegerMode::Undefined => "overflow undefined",
        IntegerMode::Mathematical => "mathematical integers",
    };
    format!(
        "control-flow graph, {model}, {integers}, {}, {}, {}, {}",
        count(cfg.functions.len(), "function"),
        count(cfg.locations.len(), "location"),
        count(cfg.edges.len(), "edge"),
        count(cfg.variables.len(), "variable"),
    )
}

/// The whole of a valid graph, without numbers of edges: a text to compare and to review.
pub fn outline(cfg: &Cfg) -> String {
    page(cfg, false)
}

/// The whole of a valid graph; numbers of edges, by which results name them, stand in comments.
pub fn outline_with_edges(cfg: &Cfg) -> String {
    page(cfg, true)
}

fn page(cfg: &Cfg, edge_numbers: bool) -> String {
    let mut out = line(cfg);
    out.push('\n');
    section(&mut out, "objects", &objects(cfg));
    let (regions, variables): (Vec<&Variable>, Vec<&Variable>) =
        cfg.variables.iter().partition(|variable| variable.ty.as_array().is_some());
    section(
        &mut out,
        "variables",
        &variables.iter().map(|one| variable(cfg, one)).collect::<Vec<_>>(),
    );
    section(&mut out, "regions", &regions.iter().map(|one| region(cfg, one)).collect::<Vec<_>>());
    for (index, _) in cfg.functions.iter().enumerate() {
        FunctionPage { cfg, function: index.into(), edge_numbers }.write(&mut out);
    }
    section(&mut out, "properties", &properties(cfg));
    if !cfg.ledger.is_empty() {
        out.push_str("\nledger\n");
        out.push_str(&indent(&ledger_rows(cfg)));
    }
    out
}

/// The ledger of a valid graph as a table; empty if everything is modelled exactly.
pub fn ledger(cfg: &Cfg) -> String {
    if cfg.ledger.is_empty() {
        return String::new();
    }
    table(&ledger_rows(cfg))
}

fn ledger_rows(cfg: &Cfg) -> Vec<Vec<String>> {
    let heads = ["construct", "treated as", "weakens", "where", "what", "edges"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(cfg.ledger.iter().map(|entry| {
        let treatment = match entry.treatment {
            Treatment::Unknown => "unknown",
            Treatment::Nondet => "nondet",
            Treatment::Assumed => "assumed",
        };
        let weakens = match entry.weakens {
            Weakens::Precision => "precision",
            Weakens::Proofs => "proofs",
            Weakens::Refutations => "refutations",
            Weakens::Both => "both",
        };
        let edges: Vec<String> = entry.edges.iter().map(|edge| ends(cfg, *edge)).collect();
        vec![
            entry.construct.clone(),
            treatment.to_owned(),
            weakens.to_owned(),
            place(entry.source.as_ref()),
            entry.detail.clone(),
            edges.join(", "),
        ]
    }));
    rows
}

fn ends(cfg: &Cfg, edge: CfgEdgeId) -> String {
    let Edge { from, to, .. } = &cfg.edges[edge];
    format!("{from}-{to}")
}

fn objects(cfg: &Cfg) -> Vec<Vec<String>> {
    let row = |object: &belnap_ir::cfg::Object| {
        let kind = match object.kind {
            ObjectKind::Global => "global",
            ObjectKind::Local => "local",
            ObjectKind::Heap => "heap",
            ObjectKind::String => "string",
            ObjectKind::Function => "function",
            ObjectKind::External => "external",
        };
        let mut size = object.size.map_or("any size".to_owned(), |size| format!("{size} B"));
        if object.align > 1 {
            let _ = write!(size, ", align {}", object.align);
        }
        let source = place(object.source.as_ref());
        vec![object.name.clone(), kind.to_owned(), object.c_type.clone(), size, source]
    };
    cfg.objects.iter().map(row).collect()
}

fn variable(cfg: &Cfg, variable: &Variable) -> Vec<String> {
    vec![
        variable.name.clone(),
        variable.ty.to_string(),
        variable.c_type.clone(),
        standing(cfg, variable),
        place(variable.source.as_ref()),
    ]
}

fn region(cfg: &Cfg, variable: &Variable) -> Vec<String> {
    let cell = |cell: &belnap_ir::cfg::Cell| {
        let name = &cfg.objects[cell.object].name;
        if cell.offset == 0 { name.clone() } else { format!("{name}+{}", cell.offset) }
    };
    let mut holds = variable.cells.iter().map(cell).collect::<Vec<_>>().join(", ");
    if !holds.is_empty() {
        holds.insert_str(0, "holds ");
    }
    vec![
        variable.name.clone(),
        variable.ty.to_string(),
        variable.c_type.clone(),
        standing(cfg, variable),
        holds,
        place(variable.source.as_ref()),
    ]
}

/// What a variable is and whose; the usual goes without saying.
fn standing(cfg: &Cfg, variable: &Variable) -> String {
    let mut text = match variable.kind {
        VariableKind::Global | VariableKind::Region => String::new(),
        VariableKind::Local => "local".to_owned(),
        VariableKind::Parameter => "parameter".to_owned(),
        VariableKind::Result => "result".to_owned(),
        VariableKind::Temporary => "temporary".to_owned(),
    };
    if let Some(function) = variable.function {
        let name = &cfg.functions[function].name;
        let _ = write!(text, "{}of {name}", if text.is_empty() { "" } else { " " });
    }
    if let Some(c_name) = variable.c_name.as_ref().filter(|c_name| **c_name != variable.name) {
        let _ = write!(text, "{}'{c_name}'", if text.is_empty() { "" } else { ", " });
    }
    text
}

fn properties(cfg: &Cfg) -> Vec<Vec<String>> {
    let row = |property: &belnap_ir::cfg::AskedProperty| {
        let kind = match property.kind {
            AskedKind::Assert => "assert",
            AskedKind::ReachError => "reach_error",
            AskedKind::Bounds => "bounds",
            AskedKind::Null => "null",
            AskedKind::Overflow => "overflow",
            AskedKind::Division => "division",
            AskedKind::Shift => "shift",
            AskedKind::Access => "access",
            AskedKind::Free => "free",
            AskedKind::Leak => "leak",
            AskedKind::Lost => "lost",
            AskedKind::Uninitialised => "uninitialised",
        };
        let at = format!("never {}", property.location);
        vec![at, kind.to_owned(), place(property.source.as_ref()), property.text.clone()]
    };
    cfg.properties.iter().map(row).collect()
}

struct FunctionPage<'a> {
    cfg: &'a Cfg,
    function: FunctionId,
    edge_numbers: bool,
}

impl FunctionPage<'_> {
    fn write(&self, out: &mut String) {
        self.write_heading(out);
        let order = order(self.cfg, self.function);
        let mut scope = None;
        for (at, id) in order.iter().enumerate() {
            let here = self.cfg.locations[*id].scope;
            // The function itself goes without saying at its beginning.
            if scope.map_or(!self.is_own(here), |last| last != here) {
                self.write_scope(out, here);
            }
            scope = Some(here);
            self.write_location(out, *id, order.get(at + 1).copied());
        }
    }

    fn write_heading(&self, out: &mut String) {
        let function = &self.cfg.functions[self.function];
        let name = |var: &belnap_ir::ids::CfgVarId| self.cfg.variables[*var].name.clone();
        let parameters: Vec<String> = function.parameters.iter().map(name).collect();
        let _ = write!(out, "\nfunction {}({})", function.name, parameters.join(", "));
        if let Some(result) = &function.result {
            let _ = write!(out, " returns {}", name(result));
        }
        out.push('\n');
    }

    /// Whether an activation is of the function itself.
    fn is_own(&self, id: ScopeId) -> bool {
        let scope = &self.cfg.scopes[id];
        scope.caller.is_none() && scope.function == self.cfg.functions[self.function].name
    }

    /// A line that says whose copy follows.
    fn write_scope(&self, out: &mut String, id: ScopeId) {
        let Scope { function, caller, call } = &self.cfg.scopes[id];
        if self.is_own(id) {
            let _ = writeln!(out, "  // {function}");
            return;
        }
        let _ = write!(out, "  // {id}: {function}");
        if let Some(call) = call {
            let _ = write!(out, ", called at {call}");
        }
        if let Some(caller) = caller.filter(|caller| caller.0 > 0) {
            let _ = write!(out, " in {caller}");
        }
        out.push('\n');
    }

    fn write_location(&self, out: &mut String, id: CfgLocId, next: Option<CfgLocId>) {
        let location = &self.cfg.locations[id];
        let mut name = id.to_string();
        let mut put = |text: String| {
            let _ = writeln!(out, "  {}", format!("{name:<6}{text}").trim_end());
            name.clear();
        };
        let mut notes = Vec::new();
        if id == self.cfg.start {
            notes.push("start".to_owned());
        }
        notes.extend(location.enters.iter().map(|function| format!("enters {function}")));
        let labels: String = location.labels.iter().map(|label| format!("{label}: ")).collect();
        if !notes.is_empty() {
            put(format!("{labels}// {}", notes.join(", ")));
        } else if !labels.is_empty() {
            put(labels);
        }
        match location.kind {
            LocationKind::Normal => {}
            LocationKind::Halted => put(self.write_end("halted", location.source.as_ref(), "")),
            LocationKind::Return => put(self.write_end("return", location.source.as_ref(), "")),
            LocationKind::Failed => {
                let asked = self.cfg.properties.iter().find(|property| property.location == id);
                let source = asked.and_then(|asked| asked.source.as_ref());
                let text = asked.map_or("", |asked| asked.text.as_str());
                put(self.write_end("failed", source.or(location.source.as_ref()), text));
            }
        }
        for at in self.cfg.edges_from(id) {
            let edge = &self.cfg.edges[at];
            let implied = location.kind != LocationKind::Normal
                && edge.to == id
                && edge.operation == Operation::SKIP;
            if !implied {
                let source = edge.source.as_ref().or(location.source.as_ref());
                put(self.edge(at, edge, source, next));
            }
        }
    }

    fn write_end(&self, word: &str, source: Option<&SourceLine>, text: &str) -> String {
        with_comment(word.to_owned(), &[place(source), text.to_owned()])
    }

    fn edge(
        &self,
        id: CfgEdgeId,
        edge: &Edge,
        source: Option<&SourceLine>,
        next: Option<CfgLocId>,
    ) -> String {
        let mut text = step_text(self.cfg, edge);
        if Some(edge.to) != next {
            pad(&mut text, GOTO);
            let _ = write!(text, "goto {}", edge.to);
        }
        let number = if self.edge_numbers { id.to_string() } else { String::new() };
        with_comment(text, &[number, place(source), edge.text.clone()])
    }
}

fn with_comment(mut text: String, parts: &[String]) -> String {
    let mut parts = parts.iter().filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_some() {
        pad(&mut text, COMMENT);
        text.push_str("//");
        for part in parts {
            text.push(' ');
            text.push_str(&on_one_line(part));
        }
    }
    text
}

/// A text without line breaks and their kin.
fn on_one_line(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Spaces up to a column, two at least.
fn pad(text: &mut String, column: usize) {
    let width = text.chars().count();
    for _ in 0..column.saturating_sub(width).max(2) {
        text.push(' ');
    }
}

fn place(source: Option<&SourceLine>) -> String {
    source.map(ToString::to_string).unwrap_or_default()
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

fn section(out: &mut String, title: &str, rows: &[Vec<String>]) {
    if !rows.is_empty() {
        let _ = writeln!(out, "\n{title}");
        out.push_str(&indent(rows));
    }
}

fn indent(rows: &[Vec<String>]) -> String {
    table(rows).lines().fold(String::new(), |mut out, line| {
        let _ = writeln!(out, "  {line}");
        out
    })
}

/// Widest column of a table but the last, in characters; a longer entry pushes what follows.
const COLUMN: usize = 40;

/// Rows in columns; empty columns are left out.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let widths = rows.iter().filter_map(|row| row.get(column));
        widths.map(|text| text.chars().count()).max().unwrap_or(0).min(COLUMN)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (text, width) in row.iter().zip(&widths).filter(|(_, width)| **width > 0) {
            let _ = write!(line, "{:<width$}  ", on_one_line(text));
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}
