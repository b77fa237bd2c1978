//! What is unknown and decides.

use std::fmt::Write as _;

use belnap_ir::result::{PropertyResult, Unknown, UnknownKind};

/// Limit on the missing facts that are written.
const SHOWN: usize = 20;

/// Writes missing facts, one per line.
pub fn write(out: &mut String, unknowns: &[Unknown]) {
    if unknowns.is_empty() {
        return;
    }
    out.push_str("  what is unknown, and decides:\n");
    for unknown in unknowns.iter().take(SHOWN) {
        let _ = writeln!(out, "    {}", describe(unknown));
    }
    if unknowns.len() > SHOWN {
        let more = unknowns.len() - SHOWN;
        let _ = writeln!(out, "    … ({more} more; --format json has all)");
    }
}

/// What could decide.
pub fn hint(property: &PropertyResult) -> &'static str {
    let unknowns = property.explanation.iter().flat_map(|explanation| &explanation.unknowns);
    match unknowns.map(|one| one.kind).next() {
        Some(UnknownKind::Deeper) => "more levels of recursion (--recursion)",
        Some(UnknownKind::Semantics) => "the structure with exact semantics",
        Some(UnknownKind::Label | UnknownKind::Transition) => {
            "a structure that says more about these"
        }
        Some(UnknownKind::Condition | UnknownKind::Update) => {
            "predicates that decide this (belnap-refine), or `nondet` where the environment chooses"
        }
        None => "more effort for the explanation (--max-claims)",
    }
}

fn describe(unknown: &Unknown) -> String {
    let variable = unknown.variable.as_deref().unwrap_or("a variable");
    let statement = if unknown.statement.is_empty() {
        "a step".to_owned()
    } else {
        format!("`{}`", unknown.statement)
    };
    let mut text = match unknown.kind {
        UnknownKind::Condition => format!("whether the condition of {statement} is true"),
        UnknownKind::Update => format!("the value that {statement} gives to {variable}"),
        UnknownKind::Deeper => format!("what deeper calls do: {statement}"),
        UnknownKind::Label => format!("the value of {variable}"),
        UnknownKind::Transition => match &unknown.variable {
            Some(target) => format!("whether there is a transition to {target}"),
            None => format!("whether the transition {statement} exists"),
        },
        UnknownKind::Semantics => {
            format!("the other half of the transitions: {statement} (see --semantics)")
        }
    };
    let _ = write!(text, ", at {}", unknown.location);
    let mut origin: Vec<String> = Vec::new();
    origin.extend(unknown.source.iter().map(ToString::to_string));
    origin.extend(unknown.cfg_edge.iter().map(|edge| format!("CFG edge {edge}")));
    origin.extend(unknown.source_text.iter().map(|source| format!("`{source}`")));
    if !origin.is_empty() {
        let _ = write!(text, "\n      {}", origin.join(", "));
    }
    text
}
