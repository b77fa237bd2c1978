//! Traces of a graph: what only the graph can tell.
//!
//! * `traces-path`: the edges of a trace are a path from the entry, without calls; those of claims
//!   lead from each claim to its parts, and each claim is about one location.
//! * `traces-edge`: facts are about edges of the graph.
//! * `traces-condition`: conditions are about the variables of the graph.
//! * `traces-candidate`: kept predicates and candidates are lines of a predicate file for the
//!   graph.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, ScopeId};
use belnap_ir::predicate::Predicate;
use belnap_ir::traces::{Trace, Traces};

use crate::condition::{self, Names};
use crate::predicates::{self, HEADER, PredicateFile};

/// The predicates that traces speak of.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// What is tracked whatever is chosen.
    pub kept: PredicateFile,
    /// The candidates, in their order.
    pub candidates: Vec<Predicate>,
}

/// The predicates of traces, if the traces are some of this graph.
///
/// # Errors
/// Every rule that is broken, with its place.
pub fn fit(cfg: &Cfg, traces: &Traces) -> Result<Fitted, Vec<Diagnostic>> {
    let names = Names::new(cfg);
    let mut found = Vec::new();
    let mut fitted = Fitted { kept: PredicateFile::default(), candidates: Vec::new() };
    for (number, line) in traces.kept.iter().enumerate() {
        match read_line(&names, line) {
            Ok((line, _)) => fitted.kept.extend(line),
            Err(reason) => found.push(refuse(format!("kept[{number}]"), line, reason)),
        }
    }
    for (number, one) in traces.candidates.iter().enumerate() {
        match read_line(&names, &one.predicate) {
            Ok((_, predicate)) => fitted.candidates.push(predicate),
            Err(reason) => {
                let place = format!("candidates[{number}].predicate");
                found.push(refuse(place, &one.predicate, reason));
            }
        }
    }
    for (number, trace) in traces.traces.iter().enumerate() {
        check_trace(&names, trace, &format!("traces[{number}]"), &mut found);
    }
    if found.is_empty() { Ok(fitted) } else { Err(found) }
}

/// What a condition of traces means.
///
/// # Errors
/// What is wrong with it.
pub fn read_condition(names: &Names<'_>, text: &str) -> Result<Expr, Diagnostic> {
    condition::parse(names, text, Some(ScopeId(0)))
}

/// What a line of a predicate file stands for, if it is one; why it is not.
pub fn read_line(names: &Names<'_>, line: &str) -> Result<(PredicateFile, Predicate), String> {
    let text = format!("{HEADER}\n{line}\n");
    let read = predicates::read(&text)
        .and_then(|file| Ok((predicates::resolve(names, &file, &text)?, file)));
    let (set, file) = read.map_err(|found| found[0].message.clone())?;
    match set.iter().next() {
        Some(one) if set.len() == 1 => Ok((file, one.clone())),
        _ => Err("this is not one line of a predicate file".to_owned()),
    }
}

fn refuse(place: String, line: &str, reason: String) -> Diagnostic {
    let message = format!("'{line}' does not fit this graph: {reason}");
    Diagnostic::error("traces-candidate", Place::Json(place), message)
}

fn check_trace(names: &Names<'_>, trace: &Trace, place: &str, found: &mut Vec<Diagnostic>) {
    let cfg = names.cfg();
    if let Some((step, message)) = find_gap(cfg, &trace.edges) {
        let place = Place::Json(format!("{place}.edges[{step}]"));
        found.push(Diagnostic::error("traces-path", place, message));
    }
    if let Some(Err(refused)) = trace.end.as_ref().map(|text| read_condition(names, text)) {
        let place = Place::Json(format!("{place}.end"));
        found.push(Diagnostic::error("traces-condition", place, refused.message));
    }
    check_claims(names, trace, place, found);
    for (number, fact) in trace.facts.iter().enumerate() {
        let place = |field: &str| Place::Json(format!("{place}.facts[{number}].{field}"));
        if cfg.edges.get(fact.edge).is_none() {
            let message = format!("there is no edge {}", fact.edge);
            found.push(Diagnostic::error("traces-edge", place("edge"), message));
        }
        if let Some(Err(refused)) = fact.condition.as_ref().map(|text| read_condition(names, text))
        {
            found.push(Diagnostic::error("traces-condition", place("condition"), refused.message));
        }
    }
}

fn check_claims(names: &Names<'_>, trace: &Trace, place: &str, found: &mut Vec<Diagnostic>) {
    for (number, claim) in trace.claims.iter().enumerate() {
        let condition = claim.condition.as_ref().map(|text| read_condition(names, text));
        if let Some(Err(refused)) = condition {
            let place = Place::Json(format!("{place}.claims[{number}].condition"));
            found.push(Diagnostic::error("traces-condition", place, refused.message));
        }
    }
    if let Err((claim, part, message)) = places_of_claims(names.cfg(), trace) {
        let place = Place::Json(format!("{place}.claims[{claim}].parts[{part}]"));
        found.push(Diagnostic::error("traces-path", place, message));
    }
}

/// The location that each claim of a trace is about; none for claims that the first does not rest
/// on.
///
/// # Errors
/// The claim and the part of it that do not fit the graph, and why.
pub fn places_of_claims(
    cfg: &Cfg,
    trace: &Trace,
) -> Result<Vec<Option<CfgLocId>>, (usize, usize, String)> {
    let mut places = vec![None; trace.claims.len()];
    let mut open = Vec::new();
    if let Some(first) = places.first_mut() {
        *first = Some(cfg.entry);
        open.push((0, cfg.entry));
    }
    while let Some((number, at)) = open.pop() {
        for (part, one) in trace.claims[number].parts.iter().enumerate() {
            let to = match one.edge {
                None => at,
                Some(id) => follow(cfg, at, id).map_err(|message| (number, part, message))?,
            };
            match places[one.claim] {
                None => {
                    places[one.claim] = Some(to);
                    open.push((one.claim, to));
                }
                Some(known) if known == to => {}
                Some(known) => {
                    let message = format!("claim {} is about {known}, not {to}", one.claim);
                    return Err((number, part, message));
                }
            }
        }
    }
    Ok(places)
}

/// Where an edge leads that is taken at a location.
fn follow(cfg: &Cfg, at: CfgLocId, id: CfgEdgeId) -> Result<CfgLocId, String> {
    let edge = cfg.edges.get(id).ok_or_else(|| format!("there is no edge {id}"))?;
    if edge.from != at {
        return Err(format!("edge {id} begins at {}, not at {at}", edge.from));
    }
    match edge.operation {
        Operation::Call { .. } => Err(format!("edge {id} is a call")),
        _ => Ok(edge.to),
    }
}

/// The first step that does not continue a path from the entry, and why.
fn find_gap(cfg: &Cfg, edges: &[CfgEdgeId]) -> Option<(usize, String)> {
    let mut at = cfg.entry;
    for (step, id) in edges.iter().enumerate() {
        match follow(cfg, at, *id) {
            Ok(to) => at = to,
            Err(message) => return Some((step, message)),
        }
    }
    None
}
