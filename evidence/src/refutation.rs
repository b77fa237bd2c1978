//! Executions that refute a property, replayed.

use std::time::{Duration, Instant};

use belnap_certifier::formula::Always;
use belnap_execution::walk::enter;
use belnap_formats::condition::Names;
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_ir::property::Property;
use belnap_refiner::path::GraphPath;
use belnap_solver::path::{Feasibility, PathLimits, feasibility};

use super::{Check, Evidence};
use crate::program::SourceProgram;
use crate::replay::run::{ReplayOptions, ReplayOutcome, invalid_access, run};
use crate::replay::trace::{self, Unreplayed};
use belnap_engine::conclusion::{Conclusion, ExecutedPath};
use belnap_formats::replay::Replay;

/// Time for the compiled program.
const RUN: Duration = Duration::from_secs(10);

/// Limit on the places at which a condition is looked at.
const PLACES: usize = 6;

/// An execution and what became of it.
#[derive(Debug, Default)]
pub struct Refutation {
    /// Whether the program ran into the error.
    pub evidence: Evidence,
    /// How to run it again.
    pub replay: Option<Replay>,
}

/// Compiles and runs a replay in a scratch folder.
pub fn run_replay(replay: &Replay, end: Option<Instant>) -> ReplayOutcome {
    if end.is_some_and(|end| end <= Instant::now()) {
        return ReplayOutcome::NotRun("there was no time left".to_owned());
    }
    match tempfile::tempdir() {
        Ok(folder) => {
            let options = ReplayOptions { compiler: None, time: RUN, end, folder: folder.path() };
            run(replay, &options)
        }
        Err(error) => ReplayOutcome::NotRun(format!("there is no folder for it: {error}")),
    }
}

/// The access with which a run of a replay leaves an array or uses a null pointer, if it does.
pub fn find_invalid_access(replay: &Replay, end: Option<Instant>) -> Option<String> {
    let folder = tempfile::tempdir().ok()?;
    let options = ReplayOptions { compiler: None, time: RUN, end, folder: folder.path() };
    invalid_access(replay, &options)
}

/// The execution that refutes a property: the one that was found, or one along the definite path
/// that the checker found.
pub fn find_execution(
    cfg: &Cfg,
    property: &Property,
    conclusion: &Conclusion,
) -> Option<ExecutedPath> {
    if let Some(path) = conclusion.execution() {
        return Some(path.clone());
    }
    let always = Always::of(&property.formula)?;
    let explanation = conclusion.abstraction()?.result.explanation.as_ref()?;
    let path = GraphPath::of(cfg, explanation)?;
    let required = always.at(cfg, &Names::new(cfg), path.end(cfg)).ok()?;
    let (longer, to_violation) = path.followed_by(cfg, Expr::Not(Box::new(required)));
    match feasibility(&longer, &to_violation.edges, &PathLimits::default()) {
        Ok(Feasibility::Feasible(mut execution)) if !execution.relies_on_unknown => {
            execution.steps.truncate(path.edges.len());
            Some(ExecutedPath { edges: path.edges, execution })
        }
        _ => None,
    }
}

/// Replays the execution that refutes a property.
pub fn check(
    program: &Cfg,
    cfg: &Cfg,
    property: &Property,
    path: &ExecutedPath,
    source: &SourceProgram,
    end: Option<Instant>,
) -> Refutation {
    if let Some(reason) = impossible(cfg, property, &path.edges) {
        let evidence = Evidence::Contradicts(Check::Replayed, reason);
        return Refutation { evidence, replay: None };
    }
    let mut passed = Vec::new();
    let mut first: Option<Refutation> = None;
    while passed.len() < PLACES {
        let (refuted, place) = replay_once(program, cfg, property, path, &passed, source, end);
        let missing = matches!(refuted.evidence, Evidence::Missing(..));
        if first.is_none() || !missing {
            first = Some(refuted);
        }
        match place {
            // The next state may be at a place where the program can be stopped.
            Some(place) if missing => passed.push(place),
            _ => break,
        }
    }
    first.unwrap_or_default()
}

/// Why an execution of the graph that was checked cannot refute a property, if that is plain.
fn impossible(cfg: &Cfg, property: &Property, edges: &[CfgEdgeId]) -> Option<String> {
    let (mut at, mut calls) = (cfg.entry, Vec::new());
    for edge in edges {
        while cfg.locations[at].kind == LocationKind::Return
            && let Some(after) = calls.pop()
        {
            at = after;
        }
        match cfg.edges.get(*edge) {
            Some(known) if known.from == at => {
                at = enter(cfg, *edge);
                if at != known.to {
                    calls.push(known.to);
                }
            }
            _ => return Some("its steps are not a path".to_owned()),
        }
    }
    let required = Always::of(&property.formula)?.at(cfg, &Names::new(cfg), at).ok()?;
    (truth(&required) == Some(true))
        .then(|| "it ends where the property is not violated".to_owned())
}

/// The truth value of a condition that does not depend on variables.
fn truth(condition: &Expr) -> Option<bool> {
    let any = |operands: &[Expr], decisive: bool| {
        let all: Vec<Option<bool>> = operands.iter().map(truth).collect();
        match all.contains(&Some(decisive)) {
            true => Some(decisive),
            false => (!all.contains(&None)).then_some(!decisive),
        }
    };
    match condition {
        Expr::Bool(truth) => Some(*truth),
        Expr::Not(operand) => truth(operand).map(|truth| !truth),
        Expr::And(operands) => any(operands, false),
        Expr::Or(operands) => any(operands, true),
        _ => None,
    }
}

/// Runs the only execution of a program, which ends and does not refute a property.
pub fn check_only_execution(
    program: &Cfg,
    property: &Property,
    source: &SourceProgram,
    end: Option<Instant>,
) -> Refutation {
    let found = match source.assertions {
        true => trace::follow_to_end(program, &property.formula, source),
        false => Err("a run shows only whether assertions fail".to_owned()),
    };
    match found {
        Ok(replay) => Refutation { evidence: evidence_of(&replay, end), replay: Some(replay) },
        Err(reason) => {
            Refutation { evidence: Evidence::Missing(Check::Replayed, reason), replay: None }
        }
    }
}

/// What a replay says of the verdict.
fn evidence_of(replay: &Replay, end: Option<Instant>) -> Evidence {
    match run_replay(replay, end) {
        ReplayOutcome::Reached => Evidence::Checked(Check::Replayed),
        ReplayOutcome::NotRun(reason) => Evidence::Missing(Check::Replayed, reason),
        ReplayOutcome::Differs(what) => Evidence::Contradicts(Check::Replayed, what),
        ReplayOutcome::Crashed(what) => Evidence::Crashed(what),
    }
}

/// One try to replay an execution, up to a state at none of the places `passed`; and where it ends,
/// if another state may be shown instead.
fn replay_once(
    program: &Cfg,
    cfg: &Cfg,
    property: &Property,
    path: &ExecutedPath,
    passed: &[CfgLocId],
    source: &SourceProgram,
    end: Option<Instant>,
) -> (Refutation, Option<CfgLocId>) {
    let executed = (path.edges.as_slice(), &path.execution);
    let found = trace::replay(program, cfg, &property.formula, executed, passed, source);
    let check = |at: CfgLocId| program.properties.iter().find(|asked| asked.location == at);
    let (replay, at) = match found {
        Ok((mut replay, at)) => {
            if let Some(asked) = check(at).filter(|asked| asked.kind.is_check()) {
                replay.show_check(asked.kind);
            }
            (replay, at)
        }
        Err(why) => {
            let at = match &why {
                Unreplayed::NotShown(at, _) => Some(*at),
                _ => None,
            };
            let evidence = match why == Unreplayed::Elsewhere {
                true => Evidence::Contradicts(Check::Replayed, why.text()),
                false => Evidence::Missing(Check::Replayed, why.text()),
            };
            return (Refutation { evidence, replay: None }, at);
        }
    };
    let at = replay.watch.is_some().then_some(at);
    (Refutation { evidence: evidence_of(&replay, end), replay: Some(replay) }, at)
}
