//! What a person is told about a property that is undecided: what is open, why, and what to try.

use std::fmt::Write as _;

use belnap_engine::conclusion::{Conclusion, Reason};
use belnap_evidence::invariants::{Invariant, loop_heads};
use belnap_formats::report::Milliseconds;
use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::ids::{ScopeId, TiVec, ti_vec};
use belnap_ir::result::Unknown;

use super::document::milliseconds;
use super::each::Each;
use super::missing::{Missing, remedies};
use super::report::{Judged, Unfinished};
use super::words;

/// Most loops, unknowns and open assertions that are named.
const SHOWN: usize = 3;

const OWN_PREDICATES: &str = "predicates of your own (--predicates)";
const MORE_TIME: &str = "more time (--timeout)";

/// Writes what is known about an answer that decides nothing.
pub fn write(out: &mut String, judged: &Judged<'_>) {
    if let Some(each) = judged.each {
        write_open(out, &open(each));
    }
    if judged.judgement.doubt.is_some() {
        return;
    }
    write_time(out, &milliseconds(&judged.judgement.answer.times, std::time::Duration::ZERO));
    write_loops(out, judged);
    write_depth(out, judged.program);
    let unknowns = unknowns(judged).iter();
    let missing: Vec<Missing<'_>> = unknowns.map(|one| Missing::new(judged.cfg, one)).collect();
    let mut lines: Vec<String> = Vec::new();
    for line in missing.iter().map(Missing::text) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if !lines.is_empty() {
        out.push_str("  what is unknown, and decides:\n");
    }
    for line in lines.iter().take(SHOWN) {
        let _ = writeln!(out, "    {line}");
    }
    let _ = writeln!(out, "  to try: {}", hints(judged, &missing).join(", or "));
}

/// The same for a run that was ended in the middle of something.
pub fn write_unfinished(out: &mut String, one: &Unfinished) {
    write_open(out, &one.open);
    if let [first, _, ..] = &one.open[..] {
        let _ = writeln!(out, "  open: {} assertions, the first: {first}", one.open.len());
    }
    if one.formula.is_empty() {
        out.push_str("  to try: more time (--timeout), or a smaller program\n");
        return;
    }
    if !one.doing.is_empty() {
        let _ = writeln!(out, "  at the end it was {}", one.doing);
    }
    write_time(out, &one.milliseconds);
    if !one.loops.is_empty() {
        let _ = writeln!(out, "  loops begin at {}", one.loops.join(", "));
    }
    if one.is_waiting() {
        out.push_str("  the run ended before anything was asked about it\n");
        let _ = writeln!(out, "  to try: {MORE_TIME}, or this property alone (--property)");
        return;
    }
    let _ = writeln!(out, "  to try: {MORE_TIME}, or {OWN_PREDICATES}");
}

/// The assertions of which nothing is known, in words.
pub fn open(each: &Each) -> Vec<String> {
    let open = each.open();
    open.into_iter().map(|at| each.entries[at].asked.question()).collect()
}

/// Where loops of a graph begin, in words.
pub fn loops(cfg: &Cfg) -> Vec<String> {
    let heads = loop_heads(cfg).into_iter().filter(|at| {
        cfg.locations[*at].kind == LocationKind::Normal && cfg.locations[*at].source.is_some()
    });
    let mut all: Vec<String> = Vec::new();
    for source in heads.filter_map(|at| cfg.locations[at].source.as_ref()) {
        // What is inlined several times has its loops as often.
        let place = source.to_string();
        if !all.contains(&place) {
            all.push(place);
        }
    }
    all.truncate(SHOWN);
    all
}

fn write_open(out: &mut String, open: &[String]) {
    // Several are in the list of each.
    if let [one] = open {
        let _ = writeln!(out, "  open: {one}");
    }
}

fn write_time(out: &mut String, spent: &Milliseconds) {
    let parts = [
        ("abstracting", spent.r#abstract),
        ("checking", spent.check),
        ("looking for predicates", spent.refine),
    ];
    let said: Vec<String> = parts
        .iter()
        .filter(|(_, time)| *time >= 100)
        .map(|(what, time)| format!("{what} {:.1} s", *time as f64 / 1000.0))
        .collect();
    if !said.is_empty() {
        let _ = writeln!(out, "  time: {}", said.join(", "));
    }
}

/// The loops, and what is known where they begin.
fn write_loops(out: &mut String, judged: &Judged<'_>) {
    let known = judged.judgement.invariants(judged.cfg);
    for place in loops(judged.cfg) {
        // What models of library functions are made of says nothing to a reader.
        let is_it = |one: &&Invariant| one.place == place && !one.text.contains("__belnap");
        match known.iter().find(is_it) {
            Some(one) => {
                let _ =
                    writeln!(out, "  known at the head of the loop at {place}: {}", one.readable);
            }
            None => {
                let _ = writeln!(out, "  nothing is known at the head of the loop at {place}");
            }
        }
    }
}

/// How deep recursion is known, where it may be deeper.
fn write_depth(out: &mut String, program: &Cfg) {
    let mut names: Vec<&str> = Vec::new();
    for edge in &program.edges {
        if let Operation::Call { function, .. } = edge.operation {
            names.push(&program.functions[function].name);
        }
    }
    names.sort_unstable();
    names.dedup();
    let mut depth: TiVec<ScopeId, usize> = ti_vec![0; program.scopes.len()];
    for (id, scope) in program.scopes.iter_enumerated() {
        let around = scope.caller.map_or(0, |caller| depth[caller]);
        depth[id] =
            around + usize::from(names.contains(&&scope.function[..]) && scope.caller.is_some());
    }
    let deepest = depth.iter().copied().max().unwrap_or(0);
    if deepest > 0 {
        let names = names.join("', '");
        let _ = writeln!(out, "  calls of '{names}' are known to a depth of {deepest}");
    }
}

/// What the last abstraction does not know, and decides; that does not matter to an execution.
fn unknowns<'a>(judged: &Judged<'a>) -> &'a [Unknown] {
    let last = judged.judgement.answer.conclusion.abstraction();
    let explanation = last.and_then(|last| last.result.explanation.as_ref());
    match explanation {
        Some(explanation) if judged.judgement.execution().is_none() => &explanation.unknowns,
        _ => &[],
    }
}

/// What could help: nothing that only finds more predicates, where something is not modelled.
fn hints(judged: &Judged<'_>, missing: &[Missing<'_>]) -> Vec<String> {
    let remedies = remedies(missing);
    if !remedies.is_empty() {
        return remedies;
    }
    let limit = match &judged.judgement.answer.conclusion {
        Conclusion::Unknown { reason: Reason::Checker(limit), .. } => {
            return vec![words::checker_hint(limit).to_owned()];
        }
        Conclusion::Unknown { reason, .. } => words::hint(reason),
        _ => None,
    };
    limit.into_iter().chain([OWN_PREDICATES]).map(str::to_owned).collect()
}
