//! Results as text for a person: verdicts, paths, what is unknown and why.

mod outline;
mod path;
#[cfg(test)]
mod tests;
mod thorough;
mod unknowns;

use std::fmt::Write as _;

use belnap_formats::property::read_formula;
use belnap_ir::kripke::Semantics;
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use belnap_ir::result::{CheckResult, PropertyResult, StateValues, Verdict};
use belnap_systems::interleaving;

/// How much to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Verdicts and explanations.
    Plain,
    /// Values in initial states and statistics too.
    Statistics,
}

/// SV-COMP's word for a place that is reached and should not be.
pub(crate) const UNREACH_CALL: &str = "unreach-call";

/// The verdict over all properties of a result.
pub fn overall_verdict(result: &CheckResult) -> Verdict {
    Verdict::of_all(result.properties.iter().map(|one| one.verdict))
}

/// The last line of a report: the verdict in SV-COMP's words, with its word for what fails first,
/// if there is one.
pub(crate) fn verdict_line(verdict: Verdict, violated: Option<&str>) -> String {
    match (verdict.sv_comp_word(), violated) {
        (word, None | Some("")) => word.to_owned(),
        (word, Some(violated)) => format!("{word}({violated})"),
    }
}

/// SV-COMP's word for the first property that fails, if it has one.
fn find_violation(result: &CheckResult) -> Option<&'static str> {
    let failing = result.properties.iter().find(|one| one.verdict == Verdict::Fails)?;
    let formula = read_formula(&failing.formula).ok()?;
    is_reachability(&formula).then_some(UNREACH_CALL)
}

/// Whether a property says that a place is never reached: `AG !at(…)` and the like.
pub(crate) fn is_reachability(formula: &Formula) -> bool {
    let Formula::Along(Quantifier::Forall, Along::Globally, body) = formula else { return false };
    let Formula::Not(avoided) = &**body else { return false };
    matches!(
        **avoided,
        Formula::Atom(Atom::At { .. } | Atom::AtLine(_) | Atom::Enter(_) | Atom::Failed, _)
    )
}

/// The report on a result; its last line is the verdict in SV-COMP's words.
pub fn text_report(result: &CheckResult, detail: Detail) -> String {
    let mut out = String::new();
    for (index, property) in result.properties.iter().enumerate() {
        report_property(&mut out, result, property);
        if detail == Detail::Statistics {
            let time = result.timing.as_ref().and_then(|timing| timing.milliseconds.get(index));
            report_statistics(&mut out, property, time.copied());
        }
        out.push('\n');
    }
    if detail == Detail::Statistics {
        let structure = &result.structure;
        let listed = match structure.kind.as_str() {
            "explicit" => ["state", "transition"],
            _ => ["location", "edge"],
        };
        let _ = writeln!(
            out,
            "structure: {}, {} semantics, {}, {}, {}; {} engine{}\n",
            structure.kind,
            match structure.semantics {
                Semantics::Over => "over",
                Semantics::Under => "under",
                Semantics::Exact => "exact",
            },
            count(structure.locations, listed[0]),
            count(structure.edges, listed[1]),
            count(structure.variables.len(), "variable"),
            structure.engine,
            if structure.hyper { "" } else { ", without the wp trick" },
        );
    }
    let _ = writeln!(out, "{}", verdict_line(overall_verdict(result), find_violation(result)));
    printable(&out)
}

/// Why a property has its value, as text.
pub fn explanation_text(property: &PropertyResult, variables: &[String]) -> String {
    let mut out = String::new();
    if let Some(explanation) = &property.explanation {
        match &explanation.path {
            Some(path) => path::write(&mut out, path, variables),
            None => outline::write(&mut out, &explanation.proof),
        }
    }
    printable(&out)
}

fn report_property(out: &mut String, result: &CheckResult, property: &PropertyResult) {
    let _ = writeln!(out, "{}: {}", property.name, property.formula);
    let verdict = match property.verdict {
        Verdict::Inconclusive => "unknown",
        decided => decided.word(),
    };
    match (&property.explanation, &property.thorough) {
        (None, Some(thorough)) => {
            let _ = writeln!(out, "  {verdict}: {}", thorough.summary);
        }
        (None, None) => {
            let _ = writeln!(out, "  {verdict}");
        }
        (Some(explanation), _) if explanation.summary.is_empty() => {
            let _ = writeln!(out, "  {verdict}");
        }
        (Some(explanation), _) => {
            let _ = writeln!(out, "  {verdict}: {}", explanation.summary);
        }
    }
    let shown = property.operators.as_ref().filter(|operators| !operators.branches.is_empty());
    if let Some(operators) = shown {
        out.push_str(match property.verdict {
            Verdict::Inconclusive => "  a path that may exist leaves it open:\n",
            _ => "  as this path shows:\n",
        });
        out.push_str(&interleaving::text(&operators.branches, &operators.components));
    } else if let Some(explanation) = &property.explanation {
        match &explanation.path {
            Some(path) => path::write(out, path, &result.structure.variables),
            None => outline::write(out, &explanation.proof),
        }
        if explanation.cut {
            out.push_str("  note: the explanation was cut short; --max-claims allows more\n");
        }
        unknowns::write(out, &explanation.unknowns);
    }
    if let Some(thorough) = &property.thorough {
        thorough::write(out, thorough, property.verdict);
    } else if property.verdict == Verdict::Inconclusive {
        let _ = writeln!(out, "  to try: {}", unknowns::hint(property));
    }
    for note in &property.notes {
        let _ = writeln!(out, "  note: {note}");
    }
}

fn report_statistics(out: &mut String, property: &PropertyResult, time: Option<u64>) {
    out.push_str("  initial states:\n");
    for initial in &property.initial {
        let state = values(&initial.state);
        let state = if state.is_empty() { state } else { format!(" with {state}") };
        let _ = writeln!(out, "    {}  {}{state}", initial.value, initial.location);
    }
    if property.initial_cut {
        out.push_str("    … (more were left out)\n");
    }
    let statistics = &property.statistics;
    let _ = write!(
        out,
        "  statistics: {} iterations, {} images, {} nodes at most, {} fixpoints reused",
        statistics.iterations, statistics.images, statistics.peak_nodes, statistics.seeded
    );
    match time {
        Some(milliseconds) => {
            let _ = writeln!(out, ", {milliseconds} ms");
        }
        None => out.push('\n'),
    }
}

/// Known entries of a state: `x=1, {y > 0}=0`.
fn values(state: &StateValues) -> String {
    let entries: Vec<String> =
        state.iter().map(|(name, value)| format!("{name}={}", digit(Some(value.must())))).collect();
    entries.join(", ")
}

/// Entries that differ between two states, as they are after: `x=1`, `y=?`. Locals of procedures
/// that control has left are not news.
fn changes(before: &StateValues, after: &StateValues, location: &str) -> Vec<String> {
    let value = |values: &StateValues, name: &str| values.get(name).map(|value| value.must());
    let here = procedure_of(location);
    let left = |name: &str| owner(name).is_some_and(|procedure| procedure != here);
    let gone = before.keys().filter(|name| !after.contains_key(*name) && !left(name));
    after
        .keys()
        .chain(gone)
        .filter(|name| value(before, name) != value(after, name))
        .map(|name| format!("{name}={}", digit(value(after, name))))
        .collect()
}

/// The procedure of a location: `f` of `main/9.f:1`.
fn procedure_of(location: &str) -> &str {
    let last = location.rsplit('/').next().unwrap_or(location);
    let last = last.rsplit_once('.').map_or(last, |(_, last)| last);
    last.split(':').next().unwrap_or(last)
}

/// The procedure that a variable is local to: `f` of `f::x` and of `f@c2::x`.
fn owner(variable: &str) -> Option<&str> {
    let (scope, _) = variable.split_once("::").filter(|_| !variable.starts_with('{'))?;
    Some(scope.split('@').next().unwrap_or(scope))
}

/// A known or unknown value of a variable.
const fn digit(value: Option<bool>) -> char {
    match value {
        Some(true) => '1',
        Some(false) => '0',
        None => '?',
    }
}

/// `1 state`, `2 states`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The text without control characters, which a file could otherwise send to a terminal.
pub fn printable(text: &str) -> String {
    let visible = |c: char| if c.is_control() && c != '\n' { '\u{fffd}' } else { c };
    text.chars().map(visible).collect()
}
