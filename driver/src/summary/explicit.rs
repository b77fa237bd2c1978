//! Summaries of explicit Kripke structures.

use std::fmt::Write as _;

use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;

use super::{ROWS, count, rest, semantics};

/// What it is, on one line.
pub fn line(kripke: &ExplicitKripke) -> String {
    format!(
        "Kripke structure, explicit, {}, {}, {}",
        count(kripke.states.len(), "state"),
        count(kripke.transitions.len(), "transition"),
        count(kripke.propositions.len(), "proposition"),
    )
}

/// Tables of states and transitions.
pub fn page(kripke: &ExplicitKripke) -> String {
    let mut out = format!("{}\nsemantics: {}", line(kripke), semantics(kripke.semantics));
    out.push_str(if kripke.total { ", total\n" } else { "\n" });
    let shown = || kripke.states.iter().take(ROWS);
    let width = shown().map(|state| state.name.chars().count()).max().unwrap_or(0);
    out.push_str("\nstates (> initial, * known to stand for some concrete state):\n");
    for (index, state) in shown().enumerate() {
        let id = StateId::from(index);
        let initial = if kripke.initial.contains(&id) { '>' } else { ' ' };
        let inhabited = if kripke.inhabited.contains(&id) { '*' } else { ' ' };
        let labels = kripke.propositions.iter().zip(&state.labels).take(ROWS);
        let labels: Vec<String> = labels.map(|(name, value)| format!("{name}={value}")).collect();
        let row = format!("{initial}{inhabited} {:width$}  {}", state.name, labels.join(" "));
        let _ = writeln!(out, "  {}", row.trim_end());
    }
    out.push_str(&rest(kripke.states.len(), "state"));
    out.push_str("\ntransitions (t definite, n may exist, b must only):\n");
    for transition in kripke.transitions.iter().take(ROWS) {
        if transition.value == Belnap::False {
            continue;
        }
        let name = |id: StateId| kripke.states[id].name.as_str();
        let action = transition.action.as_ref().map(|action| format!("[{action}] "));
        let row = format!(
            "{}  {:width$} -> {:width$}  {}{}",
            transition.value,
            name(transition.from),
            name(transition.to),
            action.unwrap_or_default(),
            transition.statement.as_deref().unwrap_or_default(),
        );
        let _ = writeln!(out, "  {}", row.trim_end());
    }
    out.push_str(&rest(kripke.transitions.len(), "transition"));
    out
}
