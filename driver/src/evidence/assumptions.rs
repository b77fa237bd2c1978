//! What a verdict takes for granted: the ledger's entries that it rests on, and the meaning of
//! integers.

use belnap_ir::cfg::{Cfg, IntegerMode, Weakens};
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::span::SourceLine;

/// The assumptions behind a verdict that was found on these edges: a proof if `holds`.
pub fn assumptions(cfg: &Cfg, holds: bool, used: &dyn Fn(CfgEdgeId) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    match (cfg.machine.integers, holds) {
        (IntegerMode::Mathematical, _) => all.push("integers have no bounds".to_owned()),
        (IntegerMode::Undefined, true) => all.push("no signed integer overflows".to_owned()),
        _ => {}
    }
    let mut places: Vec<(&str, Vec<&SourceLine>)> = Vec::new();
    for entry in &cfg.ledger {
        let rests = match entry.weakens {
            Weakens::Precision => false,
            Weakens::Proofs => holds,
            Weakens::Refutations => !holds,
            Weakens::Both => true,
        };
        if !rests || !entry.edges.is_empty() && !entry.edges.iter().any(|edge| used(*edge)) {
            continue;
        }
        let same = places.iter().position(|(detail, _)| *detail == entry.detail);
        let same = same.unwrap_or_else(|| {
            places.push((&entry.detail, Vec::new()));
            places.len() - 1
        });
        let lines = &mut places[same].1;
        match &entry.source {
            Some(line) if !lines.contains(&line) => lines.push(line),
            _ => {}
        }
    }
    all.extend(places.into_iter().map(|(detail, lines)| match lines.as_slice() {
        [] => detail.to_owned(),
        [only] => format!("{detail} ({only})"),
        [first, _] => format!("{detail} ({first} and one more line)"),
        [first, more @ ..] => format!("{detail} ({first} and {} more lines)", more.len()),
    }));
    all
}

/// The assumptions as part of a sentence; empty if there are none.
pub fn text(assumptions: &[String]) -> String {
    const SHOWN: usize = 3;
    if assumptions.is_empty() {
        return String::new();
    }
    let shown = assumptions.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("; ");
    match assumptions.len().saturating_sub(SHOWN) {
        0 => format!(", if {shown}"),
        more => format!(", if {shown}; and {more} more (belnap show --ledger)"),
    }
}
