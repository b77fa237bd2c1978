//! Whether a Boolean program, or the structure that it was encoded as, approximates a control-flow
//! graph: `belnap validate prog.bp --against prog.cfg.json`.
//!
//! Shares no code with what makes Boolean programs of graphs: [`graph`] derives the steps of the
//! program from its statements, [`meaning`] reads its variables as conditions, [`crate::smt`]
//! writes them and what edges do as SMT-LIB text, and [`edges`] and [`calls`] ask the prover
//! whether a step could say something that is false; [`structure`] does the same for Kripke
//! structures. So an error in the abstractor, its solver rules, caches or normal forms does not
//! hide itself here.
//!
//! What a reader would guess wrong: every variable must always tell the truth about its
//! predicate, also where it is not tracked.

pub mod calls;
pub mod edges;
pub mod graph;
pub mod meaning;
pub mod structure;

use std::fmt;

use belnap_ir::boolprog::{BoolProgram, Dialect, Expr, Name, Procedure};
use belnap_ir::cfg::{Cfg, Object, Operation};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::{CfgVarId, FunctionId};
use belnap_ir::span::Span;

use crate::questions::{Answers, Claims, Limits};
use crate::smt::{Effect, Script, When, not};
use calls::{CallEdge, Callee};
use edges::Edge;
use graph::Steps;
use meaning::{Reader, Scope, Writing, place};

/// What a comparison of an abstraction with its graph found.
#[derive(Debug, Default)]
pub struct ApproximationFindings {
    /// Everything that is wrong or was not decided.
    pub diagnostics: Vec<Diagnostic>,
    /// Edges that were looked at.
    pub edges: usize,
    /// Claims that were put to the prover.
    pub questions: usize,
    /// Of these, not decided.
    pub undecided: usize,
}

impl fmt::Display for ApproximationFindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let (edges, questions) = (self.edges, self.questions);
        write!(f, "{edges} edge{}, {questions} question{}", plural(edges), plural(questions))?;
        write!(f, ", {} undecided", self.undecided)
    }
}

/// The name of the procedure that abstracts a function: that of the entry function is called
/// `main`.
fn procedure_name(cfg: &Cfg, function: FunctionId) -> Name {
    let name = cfg.functions[function].name.as_str();
    Name::Plain(match (function.index(), name) {
        (0, _) => "main".to_owned(),
        (_, "main") => "main#1".to_owned(),
        (_, name) => name.to_owned(),
    })
}

/// A procedure with what it does on the edges of its function.
struct Part<'a> {
    procedure: &'a Procedure,
    scope: Scope,
    steps: Steps<'a>,
}

/// Checks a program against a graph.
pub fn check(cfg: &Cfg, program: &BoolProgram, limits: Limits) -> ApproximationFindings {
    let mut outcome = ApproximationFindings::default();
    let (globals, parts) = match parts(cfg, program, &mut outcome.diagnostics) {
        Ok(known) => known,
        Err(wrong) => {
            outcome.diagnostics.extend(wrong);
            return outcome;
        }
    };
    let mut answers = Answers::default();
    check_enforced(cfg, &globals, &program.enforce, None, &mut answers, limits);
    check_shared(cfg, &globals, program, &mut answers, limits);
    let changes = calls::changes(cfg);
    for part in parts.iter().flatten() {
        let (scope, facts) = (&part.scope, &part.procedure.enforce);
        check_enforced(cfg, scope, facts, Some(part.procedure.span), &mut answers, limits);
        outcome.edges += part.steps.steps.len() + part.steps.calls.len();
        for (id, steps) in &part.steps.steps {
            Edge { cfg, scope, id: *id }.check(steps, &mut answers, limits);
        }
        for (id, call) in &part.steps.calls {
            let Operation::Call { function, arguments, result } = &cfg.edges[*id].operation else {
                continue;
            };
            let Some(Some(callee)) = parts.get(function.index()) else { continue };
            let edge = CallEdge {
                cfg,
                scope,
                id: *id,
                function: *function,
                arguments,
                result: *result,
                callee: Callee {
                    name: procedure_name(cfg, *function),
                    params: callee.procedure.params.iter().map(|p| p.name.clone()).collect(),
                    scope: &callee.scope,
                    returned: callee.steps.returned.unwrap_or_default(),
                    changes: &changes[function.index()],
                },
            };
            edge.check(call, &mut answers, limits);
        }
    }
    outcome.questions = answers.questions;
    outcome.undecided = answers.undecided;
    outcome.diagnostics.extend(answers.diagnostics);
    outcome
}

/// The variables of the program, and for each function its procedure, if there is one.
type Parts<'a> = (Scope, Vec<Option<Part<'a>>>);

/// Finds out what stands for what; without an answer there is nothing to ask about.
fn parts<'a>(
    cfg: &Cfg,
    program: &'a BoolProgram,
    found: &mut Vec<Diagnostic>,
) -> Result<Parts<'a>, Vec<Diagnostic>> {
    if program.dialect != Dialect::Belnap {
        let message = "a program of the classic dialect abstracts nothing".to_owned();
        return Err(vec![Diagnostic::error("against-dialect", Place::Whole, message)]);
    }
    fits_into_memory(cfg).map_err(|wrong| vec![wrong])?;
    let reader = Reader::new(cfg);
    let globals = reader.globals(program)?;
    let mut parts = Vec::new();
    for index in 0..cfg.functions.len() {
        let function = FunctionId::from(index);
        let name = procedure_name(cfg, function);
        let Some(procedure) = program.procedure(&name) else {
            let message = format!("there is no procedure for the function `{name}`");
            found.push(Diagnostic::error("against-missing", Place::Whole, message));
            parts.push(None);
            continue;
        };
        let scope = reader.of(program, procedure, function)?;
        let (steps, wrong) = graph::steps(cfg, function, procedure);
        found.extend(wrong);
        parts.push(Some(Part { procedure, scope, steps }));
    }
    for procedure in &program.procedures {
        let name = &procedure.name;
        let known =
            (0..cfg.functions.len()).any(|i| procedure_name(cfg, FunctionId::from(i)) == name.name);
        if !known {
            let message = format!("the graph has no function `{}`", name.name);
            found.push(Diagnostic::at("against-procedure", name.span, message));
        }
    }
    Ok((globals, parts))
}

/// Refuses a graph whose objects do not fit into memory: nothing would be possible, and every claim
/// approved.
pub fn fits_into_memory(cfg: &Cfg) -> Result<(), Diagnostic> {
    let room = 1_u128 << cfg.machine.address().bits;
    let taken =
        |object: &Object| u128::from(object.size.unwrap_or(1).max(1)) + u128::from(object.align);
    if cfg.objects.iter().map(taken).sum::<u128>() < room {
        return Ok(());
    }
    let message = "the objects of the graph do not fit into memory".to_owned();
    Err(Diagnostic::error("against-memory", Place::Whole, message))
}

/// A variable of all procedures does not depend on variables of which each activation of a
/// function has its own.
fn check_shared(
    cfg: &Cfg,
    globals: &Scope,
    program: &BoolProgram,
    answers: &mut Answers,
    limits: Limits,
) {
    if cfg.functions.len() == 1 {
        return;
    }
    let owned = |at: &CfgVarId| cfg.variables[*at].function.is_some();
    let others = cfg.variables.keys().filter(owned).map(|at| (at, None));
    let mut script = Script::new(cfg, others.collect());
    let mut claims = Claims::default();
    for ((_, variable, condition), ident) in globals.predicates().zip(
        // In the same order.
        program.globals.iter().filter(|ident| ident.name.is_quoted()),
    ) {
        if script.affects(condition) {
            let here = script.term(condition, When::Before);
            let there = script.term(condition, When::After);
            let message = format!("`{}` is not the same in all procedures", variable.name);
            let wrong = Diagnostic::at("against-name", ident.span, message);
            claims.add(wrong, format!("(distinct {here} {there})"));
        }
    }
    answers.ask(&script, claims, limits);
}

/// Facts about all states.
fn check_enforced(
    cfg: &Cfg,
    scope: &Scope,
    facts: &[Expr],
    procedure: Option<Span>,
    answers: &mut Answers,
    limits: Limits,
) {
    let mut script = Script::new(cfg, Effect::new());
    let writing = Writing::before(scope);
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
