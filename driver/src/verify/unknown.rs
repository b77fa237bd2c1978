//! What a person is told about a property that is undecided: what is open, why, and what to try.

use std::fmt::Write as _;

use belnap_engine::conclusion::Conclusion;
use belnap_evidence::invariants::loop_heads;
use belnap_formats::report::Milliseconds;
use belnap_ir::cfg::{Approximation, Cfg, LocationKind, Treatment};
use belnap_ir::result::{Unknown, UnknownKind};

use super::document::milliseconds;
use super::each::Each;
use super::report::{Judged, Unfinished};
use super::words;

/// Most loops, unknowns and open assertions that are named.
const SHOWN: usize = 3;

const OWN_PREDICATES: &str = "predicates of your own (--predicates)";
const MORE_TIME: &str = "more time (--timeout)";
const NONDET: &str = "--extern nondet, if it can return anything";

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
    let unknowns = unknowns(judged);
    if !unknowns.is_empty() {
        out.push_str("  what is unknown, and decides:\n");
    }
    for unknown in unknowns.iter().take(SHOWN) {
        let _ = writeln!(out, "    {}", describe(unknown));
        if let Some(Approximation { construct, detail, .. }) = construct(judged.cfg, unknown) {
            let _ = writeln!(out, "      because of {construct}: {detail}");
        }
    }
    let _ = writeln!(out, "  to try: {}", hints(judged, unknowns).join(", "));
}

/// The same for a run that was ended in the middle of something.
pub fn write_unfinished(out: &mut String, one: &Unfinished) {
    write_open(out, &one.open);
    if let [first, _, ..] = &one.open[..] {
        let _ = writeln!(out, "  open: {} assertions, the first: {first}", one.open.len());
    }
    if one.formula.is_empty() {
        out.push_str("  to try: more time (--timeout), a smaller program\n");
        return;
    }
    if !one.doing.is_empty() {
        let _ = writeln!(out, "  at the end it was {}", one.doing);
    }
    write_time(out, &one.milliseconds);
    if !one.loops.is_empty() {
        let _ = writeln!(out, "  loops begin at {}", one.loops.join(", "));
    }
    let _ = writeln!(out, "  to try: {MORE_TIME}, {OWN_PREDICATES}");
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
    let mut all: Vec<String> =
        heads.filter_map(|at| cfg.locations[at].source.as_ref()).map(ToString::to_string).collect();
    all.dedup();
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
        match known.iter().find(|one| one.place == place) {
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
fn hints(judged: &Judged<'_>, unknowns: &[Unknown]) -> Vec<String> {
    let causes: Vec<&Approximation> =
        unknowns.iter().filter_map(|unknown| construct(judged.cfg, unknown)).collect();
    let Some(first) = causes.first() else {
        let limit = match &judged.judgement.answer.conclusion {
            Conclusion::Unknown { reason, .. } => words::hint(reason),
            _ => None,
        };
        return limit.into_iter().chain([OWN_PREDICATES]).map(str::to_owned).collect();
    };
    match causes.iter().any(|cause| cause.construct == "external-function") {
        true => vec![model_of(&causes), NONDET.to_owned()],
        false => vec![format!("the program without {}", first.construct)],
    }
}

/// What to do about functions without a body, each named once.
fn model_of(causes: &[&Approximation]) -> String {
    let bodies = causes.iter().filter(|cause| cause.construct == "external-function");
    let mut names: Vec<String> = bodies
        .filter_map(|cause| cause.detail.split('`').nth(1))
        .map(|name| format!("`{name}`"))
        .collect();
    names.sort_unstable();
    names.dedup();
    let of = if names.is_empty() { "the function".to_owned() } else { names.join(" and ") };
    format!("a model of {of} (--model FILE.c, with a body)")
}

/// The ledger's entry for the edge of an unknown.
fn construct<'a>(cfg: &'a Cfg, unknown: &Unknown) -> Option<&'a Approximation> {
    let edge = unknown.cfg_edge?;
    let about = |entry: &&Approximation| {
        entry.treatment != Treatment::Assumed && entry.edges.contains(&edge)
    };
    cfg.ledger.iter().find(about)
}

fn describe(unknown: &Unknown) -> String {
    let place = match &unknown.source {
        Some(source) => source.to_string(),
        None => unknown.location.clone(),
    };
    let about = unknown.source_text.as_deref().unwrap_or(&unknown.statement);
    match (unknown.kind, &unknown.variable) {
        (UnknownKind::Update, Some(variable)) => {
            format!("{place}: whether {variable} holds after `{about}`")
        }
        (UnknownKind::Condition, _) => format!("{place}: whether `{about}` can be passed"),
        (_, Some(variable)) => format!("{place}: {variable}"),
        _ => format!("{place}: `{about}`"),
    }
}
