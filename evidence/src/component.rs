//! Evidence about the programs of a system, each by itself.
//!
//! A proof rests on abstractions: that their steps approximate those of the programs is proved edge
//! by edge. A refutation has a path that each component can follow: every program is compiled with
//! functions in place of its action functions that return what they do on that path, and must call
//! them in its order.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use belnap_certifier::against::structure;
use belnap_certifier::questions::{Limits, Time};
use belnap_engine::component::Program;
use belnap_execution::Origin;
use belnap_formats::replay::{Input, Replay};
use belnap_ir::cfg::{AskedKind, Cfg, Edge};
use belnap_ir::diagnostic::Severity;
use belnap_ir::ids::CfgEdgeId;
use belnap_ir::property::{Along, Atom, Formula, Quantifier};
use belnap_ir::span::Span;
use belnap_ir::system::ActionFunction;

use crate::program::SourceProgram;
use crate::refutation::run_replay;
use crate::replay::run::ReplayOutcome;

/// Time for one question about a step.
const QUESTION: Duration = Duration::from_secs(2);

/// What was asked about an abstraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certified {
    /// Questions to the prover.
    pub questions: usize,
    /// Those without an answer.
    pub undecided: usize,
}

/// Checks that the structure of a program approximates its graph.
///
/// # Errors
/// What is wrong with it.
pub fn certify(program: &Program, end: Option<Instant>) -> Result<Certified, String> {
    let time = Time { question: QUESTION, end };
    let limits = Limits { time, strict: false };
    let found = structure::check(&program.source().cfg, program.kripke(), limits);
    match found.diagnostics.iter().find(|one| one.severity == Severity::Error) {
        Some(wrong) => Err(wrong.message.clone()),
        None => Ok(Certified { questions: found.questions, undecided: found.undecided }),
    }
}

/// A call of an action function.
struct Call<'a> {
    function: &'a str,
    returns: i64,
}

/// Compiles and runs a program with the calls of the path that it was seen to follow. `None` if it
/// has no part in what is shown.
pub fn replay(
    program: &Program,
    actions: &[ActionFunction],
    source: &SourceProgram,
    end: Option<Instant>,
) -> Option<ReplayOutcome> {
    let Some((edges, execution)) = &program.followed else {
        return Some(ReplayOutcome::NotRun("no single execution shows it".to_owned()));
    };
    let cfg = &program.source().cfg;
    let calls = match calls(cfg, actions, edges) {
        Ok(calls) if calls.is_empty() => return None,
        Ok(calls) => calls,
        Err(reason) => return Some(ReplayOutcome::NotRun(reason)),
    };
    if cfg.properties.iter().any(|asked| asked.kind == AskedKind::ReachError) {
        let reason = "the program has errors of its own, which could not be told apart";
        return Some(ReplayOutcome::NotRun(reason.to_owned()));
    }
    let run = || -> Result<ReplayOutcome, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("actions.c");
        std::fs::write(&file, stubs(actions, &calls)).map_err(|error| error.to_string())?;
        let mut source = source.clone();
        source.files.push(file.to_string_lossy().into_owned());
        if !source.flags.is_empty() {
            source.flags.push(Vec::new());
        }
        let mut replay = Replay::new(source.to_replay()?, &never_failed());
        let steps = edges.iter().zip(&execution.steps);
        for (edge, values) in steps.filter(|(_, values)| values.origin == Origin::Environment) {
            let edge = &cfg.edges[*edge];
            if !edge.text.contains("__VERIFIER_nondet_") {
                continue;
            }
            let place = edge.source.as_ref().map(ToString::to_string).unwrap_or_default();
            let input = |value: i128| Input { value, place: place.clone() };
            replay.inputs.extend(values.scalars.iter().map(|own| input(own.value)));
        }
        Ok(run_replay(&replay, end))
    };
    Some(run().unwrap_or_else(ReplayOutcome::NotRun))
}

/// `AG !failed`
fn never_failed() -> Formula {
    let failed = Formula::Atom(Atom::Failed, Span::default());
    let never = Formula::Not(Box::new(failed));
    Formula::Along(Quantifier::Forall, Along::Globally, Box::new(never))
}

/// The calls of action functions on a path. The edges of a call stand in the order of its outcomes.
fn calls<'a>(
    cfg: &Cfg,
    actions: &'a [ActionFunction],
    edges: &[CfgEdgeId],
) -> Result<Vec<Call<'a>>, String> {
    let mut calls = Vec::new();
    for id in edges {
        let edge = &cfg.edges[*id];
        if edge.action.is_none() {
            continue;
        }
        let all: Vec<CfgEdgeId> = cfg.edges_from(edge.from).collect();
        let known = |function: &&ActionFunction| is_call(cfg, &all, function);
        let mut fitting = actions.iter().filter(known);
        let (Some(function), None) = (fitting.next(), fitting.next()) else {
            return Err(format!("it is not clear what is called by `{}`", edge.text));
        };
        let number = all.iter().position(|own| own == id).unwrap_or(0);
        let returns = function.outcomes[number].returns.unwrap_or(0);
        calls.push(Call { function: &function.function, returns });
    }
    Ok(calls)
}

/// Whether the edges from a location are those of a call of this function.
fn is_call(cfg: &Cfg, edges: &[CfgEdgeId], function: &ActionFunction) -> bool {
    let text = |edge: &Edge| edge.text.contains(&format!("{}(", function.function));
    let outcomes = edges.iter().zip(&function.outcomes);
    let same = edges.len() == function.outcomes.len()
        && outcomes
            .clone()
            .all(|(edge, own)| cfg.edges[*edge].action.as_ref() == Some(&own.action));
    same && edges.iter().all(|edge| text(&cfg.edges[*edge]))
}

/// The C text of functions that must be called in an order, and then say that this was so.
fn stubs(actions: &[ActionFunction], calls: &[Call<'_>]) -> String {
    let mut out = String::from(
        "/* Action functions that follow one path. Made by belnap. */\n\
         extern void reach_error(void);\nextern void __VERIFIER_assume(int);\n\n\
         static const struct { int function; long long returns; } calls[] = {\n",
    );
    for call in calls {
        let function = actions.iter().position(|own| own.function == call.function);
        let (number, name) = (function.unwrap_or(0), call.function);
        let _ = writeln!(out, "  {{{number}, {}}}, /* {name} */", call.returns);
    }
    let _ = write!(
        out,
        "}};\nstatic unsigned called;\n\n\
         static long long call(int function) {{\n  \
         __VERIFIER_assume(calls[called].function == function);\n  \
         long long result = calls[called++].returns;\n  \
         if (called == {}) reach_error();\n  return result;\n}}\n\n",
        calls.len()
    );
    for (number, action) in actions.iter().enumerate() {
        let _ = writeln!(out, "long long {}() {{ return call({number}); }}", action.function);
    }
    out
}
