//! Reuse of an earlier abstraction with fewer predicates.
//!
//! What an edge does to a predicate can only change if a predicate that shares variables with the
//! question was added or taken away. Otherwise the earlier expression is taken over, after two
//! questions that make sure that it is right: the earlier file may be of another program.

use belnap_ir::boolprog::{BoolProgram, Expr as BoolExpr, Name, Stmt, StmtKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId};
use belnap_solver::session::{Answer, Literal};
use rustc_hash::FxHashMap;

use crate::approximate::Worker;
use crate::tracked::Predicates;

/// What an earlier program says about an edge.
#[derive(Clone, Debug, Default)]
struct Step {
    guard: Option<BoolExpr>,
    updates: FxHashMap<String, BoolExpr>,
}

/// An earlier abstraction of the same graph.
pub struct Previous {
    predicates: Predicates,
    numbers: FxHashMap<Expr, usize>,
    steps: FxHashMap<CfgEdgeId, Step>,
}

impl Previous {
    /// From a program and the predicates it was made with.
    pub fn new(program: &BoolProgram, predicates: Predicates) -> Self {
        let mut steps: FxHashMap<CfgEdgeId, Option<Step>> = FxHashMap::default();
        for statement in program.procedures.iter().flat_map(|procedure| &procedure.body) {
            let Some(edge) = statement.origin.as_ref().and_then(|origin| origin.edge) else {
                continue;
            };
            // Edges with several alternatives are not taken over.
            let step = step(statement);
            steps.entry(edge).and_modify(|known| *known = None).or_insert(step);
        }
        let numbers =
            predicates.all.iter().enumerate().map(|(at, t)| (t.condition.clone(), at)).collect();
        let steps =
            steps.into_iter().filter_map(|(edge, step)| step.map(|step| (edge, step))).collect();
        Previous { predicates, numbers, steps }
    }

    /// The guard of an edge.
    pub(crate) fn guard(&self, edge: CfgEdgeId) -> Option<&BoolExpr> {
        self.steps.get(&edge)?.guard.as_ref()
    }

    /// The value that an edge gives to a predicate.
    pub(crate) fn update(&self, edge: CfgEdgeId, predicate: &str) -> Option<&BoolExpr> {
        self.steps.get(&edge)?.updates.get(predicate)
    }
}

fn step(statement: &Stmt) -> Option<Step> {
    match &statement.kind {
        StmtKind::Assume(guard) => {
            Some(Step { guard: Some(guard.clone()), updates: FxHashMap::default() })
        }
        StmtKind::Assign { targets, values, assume, .. } => {
            let mut updates = FxHashMap::default();
            for (target, value) in targets.iter().zip(values) {
                if let Some(Name::Quoted(name)) = target.as_ref().map(|target| &target.name) {
                    updates.insert(name.clone(), value.clone());
                }
            }
            Some(Step { guard: assume.clone(), updates })
        }
        _ => None,
    }
}

impl Worker<'_> {
    /// An earlier expression for a condition, if it may be taken over.
    pub(crate) fn reusable(
        &mut self,
        previous: &Previous,
        earlier: &BoolExpr,
        condition: &Expr,
        from: CfgLocId,
        over: &[usize],
    ) -> bool {
        if matches!(condition, Expr::Bool(_))
            || !self.same_neighbours(previous, condition, from, over)
        {
            return false;
        }
        let Some((truth, falsity)) = self.sides(earlier) else { return false };
        let negation = self.conditions.normal(&condition.clone().negate());
        self.implies(&truth, condition, over) && self.implies(&falsity, &negation, over)
    }

    /// Whether the same predicates matter for the condition as in the earlier abstraction.
    fn same_neighbours(
        &self,
        previous: &Previous,
        condition: &Expr,
        from: CfgLocId,
        over: &[usize],
    ) -> bool {
        let near = self.nearest_and_further(condition, over);
        let same = |at: &usize| {
            let now = &self.predicates.all[*at];
            previous.numbers.get(&now.condition).is_some_and(|before| {
                previous.predicates.all[*before].name == now.name
                    && previous.predicates.at[from].contains(*before)
            })
        };
        if !near.iter().all(same) {
            return false;
        }
        // Nor may one have gone.
        let earlier = &previous.predicates;
        let mut vars: Vec<_> = Vec::new();
        condition.for_each_var(&mut |var| vars.push(var));
        vars.extend(near.iter().flat_map(|at| self.predicates.all[*at].vars.iter().copied()));
        earlier.at[from].ones().all(|before| {
            let tracked = &earlier.all[before];
            !tracked.vars.iter().any(|var| vars.contains(var))
                || near.iter().any(|at| self.predicates.all[*at].condition == tracked.condition)
        })
    }

    fn implies(&mut self, premise: &Expr, conclusion: &Expr, over: &[usize]) -> bool {
        let premise = self.conditions.normal(premise);
        let near = self.nearest_and_further(conclusion, over);
        let (session, _) = self.session(&near);
        let premise = Literal { atom: session.atom(&premise), positive: true };
        let conclusion = Literal { atom: session.atom(conclusion), positive: false };
        matches!(session.ask(&[premise, conclusion], 0), Answer::Unsatisfiable(_))
    }

    /// Where an expression over predicates is true and where it is false, over states.
    fn sides(&self, expr: &BoolExpr) -> Option<(Expr, Expr)> {
        let both = |(a, b): (Expr, Expr), (c, d): (Expr, Expr)| {
            (Expr::And(vec![a, c]), Expr::Or(vec![b, d]))
        };
        Some(match expr {
            BoolExpr::Const(value) => (Expr::Bool(*value), Expr::Bool(!value)),
            BoolExpr::Var(ident) => {
                let Name::Quoted(name) = &ident.name else { return None };
                let tracked = self.predicates.all.iter().find(|tracked| tracked.name == *name)?;
                (tracked.condition.clone(), tracked.condition.clone().negate())
            }
            BoolExpr::Star(_) => (Expr::Bool(false), Expr::Bool(false)),
            BoolExpr::Choose(q, r) => (self.sides(q)?.0, self.sides(r)?.0),
            BoolExpr::Not(operand) => {
                let (truth, falsity) = self.sides(operand)?;
                (falsity, truth)
            }
            BoolExpr::And(operands) => {
                let sides: Option<Vec<_>> = operands.iter().map(|e| self.sides(e)).collect();
                sides?.into_iter().reduce(both)?
            }
            BoolExpr::Or(operands) => {
                let sides: Option<Vec<_>> = operands.iter().map(|e| self.sides(e)).collect();
                let turned = |(a, b)| (b, a);
                turned(sides?.into_iter().map(turned).reduce(both)?)
            }
            _ => return None,
        })
    }
}
