//! Paths through systems for a person: one column for each component, states and events, branching
//! where the formula branches.

use std::fmt::Write as _;

use belnap_checker::operators::DEADLOCK;
use belnap_ir::result::{Branch, BranchStep};

use crate::compose::BETWEEN;

/// Widest column; longer names are cut.
const WIDEST: usize = 28;

/// Paths as text. `columns` are the names of the components; one column, if a structure was not
/// composed.
pub fn text(branches: &[Branch], columns: &[String]) -> String {
    let mut out = String::new();
    for branch in branches {
        write_branch(&mut out, branch, columns, "  ");
    }
    out
}

fn cells<'s>(state: &'s str, columns: &[String]) -> Vec<&'s str> {
    let parts: Vec<&str> = state.split(BETWEEN).collect();
    if parts.len() == columns.len().max(1) { parts } else { vec![state] }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(WIDEST) {
        None => text.to_owned(),
        Some(_) => {
            let kept: String = text.chars().take(WIDEST - 1).collect();
            format!("{kept}…")
        }
    }
}

/// The rows of a table: the head, the first state, and one for each step, in which a component that
/// stays where it is has a dot.
fn rows(branch: &Branch, columns: &[String]) -> Vec<Vec<String>> {
    let mut before = cells(&branch.state, columns);
    let single = before.len() == 1;
    let mut head = vec!["step".to_owned(), "event".to_owned()];
    match single {
        true => head.push("state".to_owned()),
        false => head.extend(columns.iter().map(|name| cut(name))),
    }
    let mut first = vec!["0".to_owned(), String::new()];
    first.extend(before.iter().map(|cell| cut(cell)));
    let mut rows = vec![head, first];
    for (number, step) in branch.steps.iter().enumerate() {
        let own = cells(&step.to, columns);
        let mut row = vec![(number + 1).to_string(), cut(step.action.as_deref().unwrap_or(""))];
        for (index, cell) in own.iter().enumerate() {
            let same = !single && before.get(index) == Some(cell);
            row.push(if same { "·".to_owned() } else { cut(cell) });
        }
        rows.push(row);
        before = own;
    }
    rows
}

fn write_branch(out: &mut String, branch: &Branch, columns: &[String], indent: &str) {
    let _ = writeln!(out, "{indent}{}:", branch.formula);
    let rows = rows(branch, columns);
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    for (number, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let padding = " ".repeat(width.saturating_sub(cell.chars().count()) + 2);
            let _ = write!(line, "{cell}{padding}");
        }
        let _ = writeln!(out, "{indent}  {}", line.trim_end());
        // The arguments are about the state that a step leaves.
        if let Some(step) = number.checked_sub(1).and_then(|index| branch.steps.get(index)) {
            let deeper = format!("{indent}      ");
            for below in &step.because {
                let _ = writeln!(out, "{indent}    from here:");
                write_branch(out, below, columns, &deeper);
            }
        }
    }
    let end = match (branch.again, branch.steps.last()) {
        (Some(_), Some(BranchStep { action: Some(action), .. })) if action == DEADLOCK => {
            "and nothing can happen any more".to_owned()
        }
        (Some(again), _) => format!("and so on, from step {again}"),
        (None, _) => "and then it does not matter what follows".to_owned(),
    };
    let _ = writeln!(out, "{indent}  {end}");
}

/// Paths as a graph in the DOT language.
pub fn dot(branches: &[Branch], columns: &[String]) -> String {
    let mut out = String::from("digraph paths {\n  node [shape=box, fontname=monospace];\n");
    let mut next = 0;
    for branch in branches {
        let root = node(&mut out, &mut next, &branch.state, columns);
        write_dot(&mut out, &mut next, branch, root, columns);
    }
    out + "}\n"
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn node(out: &mut String, next: &mut usize, state: &str, columns: &[String]) -> usize {
    let cells = cells(state, columns);
    let lines: Vec<String> = match cells.len() == columns.len() {
        true => columns.iter().zip(cells).map(|(name, cell)| format!("{name}: {cell}")).collect(),
        false => cells.into_iter().map(str::to_owned).collect(),
    };
    let label: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
    let _ = writeln!(out, "  n{next} [label=\"{}\\l\"];", label.join("\\l"));
    *next += 1;
    *next - 1
}

fn write_dot(out: &mut String, next: &mut usize, branch: &Branch, root: usize, columns: &[String]) {
    let mut nodes = vec![root];
    for (number, step) in branch.steps.iter().enumerate() {
        let from = nodes[number];
        for below in &step.because {
            let start = node(out, next, &below.state, columns);
            let formula = quoted(&below.formula);
            let _ = writeln!(out, "  n{from} -> n{start} [style=dashed, label=\"{formula}\"];");
            write_dot(out, next, below, start, columns);
        }
        let last = number + 1 == branch.steps.len();
        let to = match branch.again {
            Some(again) if last => nodes[again],
            _ => node(out, next, &step.to, columns),
        };
        let action = quoted(step.action.as_deref().unwrap_or(""));
        let _ = writeln!(out, "  n{from} -> n{to} [label=\"{action}\"];");
        nodes.push(to);
    }
}
