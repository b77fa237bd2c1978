//! Whether a Boolean program approximates a control-flow graph: `belnap validate prog.bp --against
//! prog.cfg.json`.
//!
//! Shares no code with what makes Boolean programs of graphs: [`graph`] derives the steps of the
//! program from its statements, [`meaning`] reads its variables as conditions, [`smt`] writes them
//! and what edges do as SMT-LIB text, and [`edges`] asks the prover whether a step
//! could say something that is not so. So an error in the abstractor, its solver rules, caches or
//! normal forms does not hide itself here.
//!
//! What a reader would guess wrong: every variable must always tell the truth about its
//! predicate, also where nobody tracks it.

pub mod edges;
pub mod graph;
pub mod meaning;
pub mod questions;
pub mod smt;

use std::collections::BTreeMap;
use std::fmt;

use belnap_ir::boolprog::{BoolProgram, Dialect, Expr, Name, Procedure};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::FunctionId;
use belnap_ir::span::Span;

use edges::Edge;
use meaning::{Reader, Scope, Writing, place};
use questions::{Answers, Claims, Limits};
use smt::{Effect, Script, not};

/// What was found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Everything that is wrong or was not decided.
    pub diagnostics: Vec<Diagnostic>,
    /// Edges that were looked at.
    pub edges: usize,
    /// Claims that were put to the prover.
    pub questions: usize,
    /// Of these, not decided.
    pub undecided: usize,
    /// Calls, which are not looked at.
    pub calls: usize,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (edges, questions) = (self.edges, self.questions);
        write!(f, "{edges} edge{}, {questions} question{}", plural(edges), plural(questions))?;
        write!(f, ", {} undecided", self.undecided)?;
        match self.calls {
            0 => Ok(()),
            calls => write!(f, ", {calls} call{} not checked", plural(calls)),
        }
    }
}

/// The name of the procedure that abstracts a function: the one that starts is called `main`.
fn procedure_name(cfg: &Cfg, function: FunctionId) -> Name {
    let name = cfg.functions[function.index()].name.as_str();
    Name::Plain(match (function.index(), name) {
        (0, _) => "main".to_owned(),
        (_, "main") => "main#1".to_owned(),
        (_, name) => name.to_owned(),
    })
}

/// Checks a program against a graph.
pub fn check(cfg: &Cfg, program: &BoolProgram, limits: Limits) -> Outcome {
    let mut outcome = Outcome::default();
    if program.dialect != Dialect::Belnap {
        let message = "a program of the classic dialect abstracts nothing".to_owned();
        outcome.diagnostics.push(Diagnostic::error("against-dialect", Place::Whole, message));
        return outcome;
    }
    let reader = Reader::new(cfg);
    let mut answers = Answers::default();
    match reader.globals(program) {
        Ok(scope) => enforced(cfg, &scope, &program.enforce, None, &mut answers, limits),
        Err(wrong) => {
            outcome.diagnostics = wrong;
            return outcome;
        }
    }
    let mut known: Vec<Name> = Vec::new();
    for index in 0..cfg.functions.len() {
        let function = FunctionId::from(index);
        let name = procedure_name(cfg, function);
        match program.procedure(&name) {
            Some(procedure) => match reader.of(program, procedure, function) {
                Ok(scope) => {
                    let whole = Whole { cfg, limits, scope: &scope };
                    whole.procedure(function, procedure, &mut answers, &mut outcome);
                }
                Err(wrong) => outcome.diagnostics.extend(wrong),
            },
            None => {
                let message = format!("there is no procedure for the function `{name}`");
                let wrong = Diagnostic::error("against-missing", Place::Whole, message);
                outcome.diagnostics.push(wrong);
            }
        }
        known.push(name);
    }
    for procedure in &program.procedures {
        if !known.contains(&procedure.name.name) {
            let message = format!("the graph has no function `{}`", procedure.name.name);
            outcome.diagnostics.push(Diagnostic::at(
                "against-procedure",
                procedure.name.span,
                message,
            ));
        }
    }
    outcome.questions = answers.questions;
    outcome.undecided = answers.undecided;
    outcome.diagnostics.extend(answers.diagnostics);
    outcome
}

/// Facts about all states.
fn enforced(
    cfg: &Cfg,
    scope: &Scope,
    facts: &[Expr],
    procedure: Option<Span>,
    answers: &mut Answers,
    limits: Limits,
) {
    let mut script = Script::new(cfg, Effect::new());
    let writing = Writing { scope, stale: BTreeMap::new() };
    let mut claims = Claims::default();
    for fact in facts {
        let at = place(fact).or(procedure).map_or(Place::Whole, Place::Text);
        match writing.pair(&mut script, fact) {
            Ok(pair) => {
                let message = "there are states where this does not hold".to_owned();
                let wrong = Diagnostic::error("against-enforce", at, message);
                claims.add(wrong, not(&pair.truth));
            }
            Err(_) => {
                let message = "a real choice has no place here".to_owned();
                answers.diagnostics.push(Diagnostic::error("against-nondet", at, message));
            }
        }
    }
    answers.ask(&script, claims, limits);
}

struct Whole<'a> {
    cfg: &'a Cfg,
    limits: Limits,
    scope: &'a Scope,
}

impl Whole<'_> {
    fn procedure(
        &self,
        function: FunctionId,
        procedure: &Procedure,
        answers: &mut Answers,
        outcome: &mut Outcome,
    ) {
        let (cfg, scope, limits) = (self.cfg, self.scope, self.limits);
        enforced(cfg, scope, &procedure.enforce, Some(procedure.span), answers, limits);
        let (steps, wrong) = graph::steps(cfg, function, procedure);
        outcome.diagnostics.extend(wrong);
        outcome.edges += steps.steps.len() + steps.calls.len();
        outcome.calls += steps.calls.len();
        for (id, steps) in &steps.steps {
            Edge { cfg, scope, id: *id }.check(steps, answers, limits);
        }
    }
}
