//! Weakest preconditions of what is unknown (YASM §4.2): the condition of an unknown branch, the
//! precondition of an unknown update, the atom that nobody tracks.
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

use crate::select::Selection;

/// Proposes what would make the given facts known: the last of them that leads to something new if
/// `one_at_a_time`, which is nearest to what is asked, otherwise all.
pub fn propose(
    cfg: &Cfg,
    known: &[Expr],
    unknowns: &[Unknown],
    one_at_a_time: bool,
    selection: &mut Selection<'_>,
) {
    let conditions = Conditions::new(cfg);
    let names = Names::new(cfg);
    for unknown in unknowns.iter().rev() {
        if one_at_a_time && !selection.is_empty() {
            return;
        }
        let operation = unknown
            .cfg_edge
            .and_then(|edge| cfg.edges.get(edge.index()))
            .map(|edge| &edge.operation);
        let about = unknown.variable.as_deref().and_then(|text| predicate(&names, text));
        match (unknown.kind, operation, about) {
            (UnknownKind::Condition, Some(Operation::Assume(condition)), _) => {
                selection.propose(condition);
            }
            (UnknownKind::Update, Some(Operation::Assign(assignments)), Some(predicate)) => {
                let mut propose = |predicate: &Expr| {
                    let before = conditions.weakest_precondition(predicate, assignments);
                    before.is_some_and(|before| selection.propose(&before))
                };
                // What is unknown after the step may only be forgotten there; others decide.
                if !propose(&predicate) {
                    let changed = |predicate: &&Expr| {
                        predicate
                            .mentions(&|var| assignments.iter().any(|(other, _)| *other == var))
                    };
                    known.iter().filter(changed).for_each(|predicate| {
                        propose(predicate);
                    });
                }
            }
            (UnknownKind::Condition, Some(Operation::Nondet(vars)), _) => {
                let chosen = |predicate: &&Expr| {
                    let mut found = false;
                    predicate.for_each_var(&mut |var| found |= vars.contains(&var));
                    found
                };
                let mut found = false;
                let mut propose = |predicate: &Expr, choice: &[(CfgVarId, Expr)]| {
                    let before = conditions.weakest_precondition(predicate, choice);
                    before.is_some_and(|before| selection.propose(&before))
                };
                for predicate in known.iter().filter(chosen) {
                    found |= propose(predicate, &[]);
                    for end in [least, greatest] {
                        let choice: Vec<(CfgVarId, Expr)> =
                            vars.iter().filter_map(|var| Some((*var, end(cfg, *var)?))).collect();
                        found |= propose(predicate, &choice);
                    }
                }
                // What the predicates are for choices near to where they change.
                for predicate in known.iter().filter(chosen).filter(|_| !found) {
                    for (var, choice) in near(cfg, predicate, vars) {
                        propose(predicate, &[(var, choice)]);
                    }
                }
            }
            (UnknownKind::Label, _, Some(predicate)) => {
                selection.propose(&predicate);
            }
            _ => {}
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
    let Type::Int(ty) = bounded(cfg, var)? else { return None };
    let number = if ty.signed { -(1 << (ty.bits - 1)) } else { 0 };
    Some(Expr::int(number, ty))
}

/// The greatest value that a variable can have, if there is one.
fn greatest(cfg: &Cfg, var: CfgVarId) -> Option<Expr> {
    let Type::Int(ty) = bounded(cfg, var)? else { return None };
    Some(Expr::int((1 << (ty.bits - u8::from(ty.signed))) - 1, ty))
}

fn bounded(cfg: &Cfg, var: CfgVarId) -> Option<Type> {
    let ty = cfg.type_of(var);
    (cfg.machine.integers != IntegerMode::Mathematical).then_some(ty)
}

/// The condition that a variable of the Boolean program stands for.
fn predicate(names: &Names<'_>, variable: &str) -> Option<Expr> {
    let text = variable.rsplit_once("::{").map_or(variable, |(_, text)| text);
    let text = text.trim_start_matches('{').strip_suffix('}')?;
    condition::parse(names, text, Some(ScopeId(0))).ok()
}
