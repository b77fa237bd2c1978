//! Edges of the graph over predicates.
//!
//! Whatever a Boolean variable says about its predicate is true, also where the predicate is not
//! tracked: there it says nothing. So an edge that changes a predicate which is not tracked after
//! it makes its variable unknown, also if it was before: an unknown value that stays is the *same*
//! unknown value, before and after. An edge to where a predicate is not tracked forgets it.

use belnap_ir::boolprog::Expr as BoolExpr;
use belnap_ir::cfg::{Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId};

use crate::approximate::{Choice, Worker};
use crate::implicants::Cube;

/// A new value of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// What can be said about it.
    Choice(Choice),
    /// The environment chooses.
    Nondet,
    /// As in an earlier abstraction.
    Reused(BoolExpr),
}

/// When a step exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// What can be said about it.
    Choice(Choice),
    /// As in an earlier abstraction.
    Reused(BoolExpr),
}

/// A step that cannot be: from where one of the cubes holds, to where the literals hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluded {
    /// Before the step.
    pub before: Vec<Cube>,
    /// The literals that cannot all hold after it.
    pub after: Cube,
}

/// One way to take an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// When it exists; always if `None`.
    pub guard: Option<Guard>,
    /// Predicates that change, ascending; the others keep their value.
    pub updates: Vec<(usize, Update)>,
    /// What is known about several predicates together.
    pub excluded: Vec<Excluded>,
}

/// How an operation changes conditions.
pub(crate) enum Effect<'e> {
    /// By assignment.
    Assign(&'e [(CfgVarId, Expr)]),
    /// These variables get other values.
    Change(&'e [CfgVarId]),
}

impl Worker<'_> {
    /// An edge that is not a call, over the predicates.
    pub fn edge(&mut self, id: CfgEdgeId, edge: &Edge, joint: usize) -> Vec<Alternative> {
        let over = self.tracked_before(edge);
        match &edge.operation {
            Operation::Assign(assignments) => {
                let effect = Effect::Assign(assignments);
                let updates = self.updates((id, edge), &over, &effect, None);
                let excluded = if joint > 1 {
                    self.find_excluded(edge, &over, assignments, &updates, joint)
                } else {
                    Vec::new()
                };
                vec![Alternative { guard: None, updates, excluded }]
            }
            Operation::Assume(condition) => {
                let condition = self.conditions.normal(condition);
                let guard = self.guard(id, edge, &condition, &over);
                let nothing = Effect::Assign(&[]);
                let updates = self.updates((id, edge), &over, &nothing, Some(&condition));
                vec![Alternative { guard: Some(guard), updates, excluded: Vec::new() }]
            }
            Operation::AssumeUnknown => {
                let nothing = Effect::Assign(&[]);
                let updates = self.updates((id, edge), &over, &nothing, None);
                let guard = Some(Guard::Choice(Choice::UNKNOWN));
                vec![Alternative { guard, updates, excluded: Vec::new() }]
            }
            Operation::Unknown(vars) => {
                let effect = Effect::Change(vars);
                let updates = self.updates((id, edge), &over, &effect, None);
                vec![Alternative { guard: None, updates, excluded: Vec::new() }]
            }
            Operation::Nondet(vars) => self.nondet((id, edge), &over, vars),
            Operation::Call { .. } => Vec::new(),
        }
    }

    /// The predicates tracked where an edge starts, ascending.
    pub fn tracked_before(&self, edge: &Edge) -> Vec<usize> {
        self.predicates.at[edge.from].ones().collect()
    }

    /// What happens to each predicate. Under `assumed`, if given, which holds before the step.
    pub(crate) fn updates(
        &mut self,
        (id, edge): (CfgEdgeId, &Edge),
        over: &[usize],
        effect: &Effect<'_>,
        assumed: Option<&Expr>,
    ) -> Vec<(usize, Update)> {
        let function = self.cfg.locations[edge.from].function;
        let mut updates = Vec::new();
        let mut unaffected = 0;
        for predicate in 0..self.predicates.all.len() {
            if !self.predicates.visible(predicate, function)
                || self.predicates.all[predicate].stands_in
            {
                continue;
            }
            let known = self.predicates.is_at(predicate, edge.from);
            let wanted = self.predicates.is_at(predicate, edge.to);
            let condition = self.predicates.all[predicate].condition.clone();
            let before = self.before(&condition, effect);
            let same = before.as_ref() == Some(&condition);
            if wanted
                && !(same && known)
                && assumed.is_none()
                && let Some(before) = &before
                && let Some(earlier) = self.earlier_update(id, edge, predicate, before, over)
            {
                updates.push((predicate, Update::Reused(earlier)));
                continue;
            }
            let choice = match (wanted, before) {
                (true, _) if same && known => {
                    unaffected += 2;
                    continue;
                }
                (true, Some(before)) => match assumed {
                    None => self.choose(&before, over),
                    Some(assumed) => self.choose_assuming(&before, assumed, over),
                },
                (false, _) if same && !known => continue,
                _ => Choice::UNKNOWN,
            };
            updates.push((predicate, Update::Choice(choice)));
        }
        self.theory().prover.counters().note_unaffected(unaffected);
        updates
    }

    /// When an `assume` lets pass.
    fn guard(&mut self, id: CfgEdgeId, edge: &Edge, condition: &Expr, over: &[usize]) -> Guard {
        if let Some(previous) = self.previous
            && let Some(earlier) = previous.guard(id)
            && self.reusable(previous, earlier, condition, edge.from, over)
        {
            self.reused += 1;
            return Guard::Reused(earlier.clone());
        }
        Guard::Choice(self.choose(condition, over))
    }

    /// What an earlier abstraction says about a predicate after an edge, if that still holds.
    fn earlier_update(
        &mut self,
        id: CfgEdgeId,
        edge: &Edge,
        predicate: usize,
        before: &Expr,
        over: &[usize],
    ) -> Option<BoolExpr> {
        let previous = self.previous?;
        let earlier = previous.update(id, &self.predicates.all[predicate].name)?;
        self.reusable(previous, earlier, before, edge.from, over).then(|| {
            self.reused += 1;
            earlier.clone()
        })
    }

    /// The condition before a step that holds exactly if `condition` holds after it; `None` if
    /// there is no such condition.
    fn before(&self, condition: &Expr, effect: &Effect<'_>) -> Option<Expr> {
        let changes = |var: CfgVarId| match effect {
            Effect::Assign(assignments) => assignments.iter().any(|(target, _)| *target == var),
            Effect::Change(vars) => vars.contains(&var),
        };
        let mut changed = false;
        condition.for_each_var(&mut |var| changed |= changes(var));
        match effect {
            _ if !changed => Some(condition.clone()),
            Effect::Assign(assignments) => {
                self.conditions.weakest_precondition(condition, assignments)
            }
            Effect::Change(_) => None,
        }
    }

    /// What can be said about a condition where another one holds too.
    fn choose_assuming(&mut self, condition: &Expr, assumed: &Expr, over: &[usize]) -> Choice {
        let refused = assumed.clone().negate();
        let mut given = |condition: Expr| {
            let either = Expr::Or(vec![refused.clone(), condition]);
            let normal = self.conditions.normal(&either);
            self.weakest(&normal, over)
        };
        let truth = given(condition.clone());
        let falsity = given(condition.clone().negate());
        let everywhere = |cubes: &[Cube]| cubes.iter().any(Cube::is_empty);
        match (everywhere(&truth), everywhere(&falsity)) {
            (true, _) => Choice::constant(true),
            (_, true) => Choice::constant(false),
            _ => Choice { truth, falsity, exact: false },
        }
    }
}
