//! Weakest preconditions of what is unknown (YASM §4.2): the condition of an unknown branch, the
//! precondition of an unknown update, the atom that is not tracked.
//!
//! Whether the environment can choose a combination of predicates depends on the variables that it
//! does not choose: the parts of the predicates say so, and what the predicates are for its least
//! and its greatest choice.

use belnap_formats::condition::{self, Names};
use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::ids::{CfgVarId, ScopeId};
use belnap_ir::result::{Unknown, UnknownKind};
use belnap_ir::types::Type;
use belnap_solver::linear::solutions;
use belnap_solver::wp::Conditions;

use crate::context::Context;
use crate::methods::Proposed;
use crate::select::Selection;

/// Proposes what would make the unknown facts known: if this is the only method, the last of them
/// that leads to something new, which is nearest to what is asked; otherwise all.
pub fn propose(context: &mut Context<'_>) -> Proposed {
    let one_at_a_time = context.is_alone();
    let names = Names::new(context.cfg);
    let mut proposer = Proposer {
        cfg: context.cfg,
        known: context.known.conditions,
        conditions: Conditions::new(context.cfg),
        selection: &mut context.selection,
    };
    for unknown in context.unknowns.iter().rev() {
        if one_at_a_time && !proposer.selection.is_empty() {
            break;
        }
        let about = unknown.variable.as_deref().and_then(|text| predicate(&names, text));
        proposer.propose(unknown, about);
    }
    Proposed::Continue
}

/// Proposes what would make the unknown facts known, all of them; the conditions that are `known`
/// are tracked.
pub fn propose_all<'a>(
    cfg: &'a Cfg,
    known: &'a [Expr],
    unknowns: &[Unknown],
    selection: &mut Selection<'a>,
) {
    let names = Names::new(cfg);
    let mut proposer = Proposer { cfg, known, conditions: Conditions::new(cfg), selection };
    for unknown in unknowns {
        let about = unknown.variable.as_deref().and_then(|text| predicate(&names, text));
        proposer.propose(unknown, about);
    }
}

/// Proposes preconditions.
struct Proposer<'c, 'a> {
    cfg: &'a Cfg,
    /// The predicates that are tracked.
    known: &'a [Expr],
    conditions: Conditions<'a>,
    selection: &'c mut Selection<'a>,
}

impl Proposer<'_, '_> {
    /// Proposes what would make a fact known, which is about this predicate, if about one.
    fn propose(&mut self, unknown: &Unknown, about: Option<Expr>) {
        let edge = unknown.cfg_edge.and_then(|edge| self.cfg.edges.get(edge));
        match (unknown.kind, edge.map(|edge| &edge.operation), about) {
            (UnknownKind::Condition, Some(Operation::Assume(condition)), _) => {
                self.selection.propose(condition);
            }
            (UnknownKind::Update, Some(Operation::Assign(assignments)), Some(predicate)) => {
                self.propose_for_update(&predicate, assignments);
            }
            (UnknownKind::Condition, Some(Operation::Nondet(vars)), _) => {
                self.propose_for_choices(vars);
            }
            (UnknownKind::Label, _, Some(predicate)) => {
                self.selection.propose(&predicate);
            }
            _ => {}
        }
    }

    /// Proposes what has to hold before assignments for a predicate to hold after them. If that is
    /// known, the predicate may only be forgotten there, and others that change decide.
    fn propose_for_update(&mut self, predicate: &Expr, assignments: &[(CfgVarId, Expr)]) {
        if self.propose_before(predicate, assignments) {
            return;
        }
        let assigned = |var| assignments.iter().any(|(other, _)| *other == var);
        let changed = |predicate: &&Expr| predicate.mentions(&assigned);
        for predicate in self.known.iter().filter(changed) {
            self.propose_before(predicate, assignments);
        }
    }

    /// Proposes what has to hold before assignments for a predicate to hold after them; whether
    /// that is new.
    fn propose_before(&mut self, predicate: &Expr, assignments: &[(CfgVarId, Expr)]) -> bool {
        let before = self.conditions.weakest_precondition(predicate, assignments);
        before.is_some_and(|before| self.selection.propose(&before))
    }

    /// Proposes the parts of predicates over variables that the environment chooses, and what the
    /// predicates are for its least and greatest choices; if none is new, for choices near to where
    /// they change.
    fn propose_for_choices(&mut self, vars: &[CfgVarId]) {
        let chosen = |predicate: &&Expr| predicate.mentions(&|var| vars.contains(&var));
        let mut found = false;
        for predicate in self.known.iter().filter(chosen) {
            found |= self.propose_before(predicate, &[]);
            for end in [least, greatest] {
                let choice = |var: &CfgVarId| Some((*var, end(self.cfg, *var)?));
                let choice: Vec<(CfgVarId, Expr)> = vars.iter().filter_map(choice).collect();
                found |= self.propose_before(predicate, &choice);
            }
        }
        for predicate in self.known.iter().filter(chosen).filter(|_| !found) {
            for (var, choice) in near(self.cfg, predicate, vars) {
                self.propose_before(predicate, &[(var, choice)]);
            }
        }
    }
}

/// Choices of variables that make the sides of a comparison equal, or almost.
fn near(cfg: &Cfg, predicate: &Expr, vars: &[CfgVarId]) -> Vec<(CfgVarId, Expr)> {
    let mut choices = Vec::new();
    for var in vars {
        for value in solutions(cfg, predicate, *var) {
            let Some(Type::Int(ty)) = cfg.type_of_expr(&value) else { continue };
            let next = |op| Expr::binary(op, value.clone(), Expr::int(1, ty));
            let fits = Type::Int(ty) == cfg.type_of(*var) && ty.bits > 1;
            let all = [next(BinaryOp::Sub), value.clone(), next(BinaryOp::Add)];
            choices.extend(all.into_iter().filter(|_| fits).map(|value| (*var, value)));
        }
    }
    choices
}

/// The least value that a variable can have, if there is one.
fn least(cfg: &Cfg, var: CfgVarId) -> Option<Expr> {
    let Type::Int(ty) = bounded_type(cfg, var)? else { return None };
    let number = if ty.signed { -(1 << (ty.bits - 1)) } else { 0 };
    Some(Expr::int(number, ty))
}

/// The greatest value that a variable can have, if there is one.
fn greatest(cfg: &Cfg, var: CfgVarId) -> Option<Expr> {
    let Type::Int(ty) = bounded_type(cfg, var)? else { return None };
    Some(Expr::int((1 << (ty.bits - u8::from(ty.signed))) - 1, ty))
}

fn bounded_type(cfg: &Cfg, var: CfgVarId) -> Option<Type> {
    let ty = cfg.type_of(var);
    (cfg.machine.integers != IntegerMode::Mathematical).then_some(ty)
}

/// The condition that a variable of the Boolean program stands for.
pub fn predicate(names: &Names<'_>, variable: &str) -> Option<Expr> {
    let text = variable.rsplit_once("::{").map_or(variable, |(_, text)| text);
    let text = text.trim_start_matches('{').strip_suffix('}')?;
    condition::parse(names, text, Some(ScopeId(0))).ok()
}
