//! A Boolean program as tables: for each edge of the graph, what its statements say about each
//! combination of predicates.

use belnap_ir::boolprog::{BoolProgram, Expr, Ident, Name, Stmt, StmtKind};

use super::{Set, Subject, contains};

/// A partial expression: where it is true, and where it is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// q of `choose(q, r)`.
    pub truth: Set,
    /// r of `choose(q, r)`.
    pub falsity: Set,
}

/// A new value of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// A partial expression.
    Table(Table),
    /// A real choice.
    Nondet,
}

/// One statement for an edge.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// When it exists.
    pub guard: Table,
    /// Per predicate, its new value; `None` if it keeps the old one.
    pub updates: Vec<Option<Update>>,
    /// Relation between before and after.
    pub constrain: Option<Expr>,
}

/// A program of one procedure, taken apart.
pub struct Reading {
    names: Vec<Name>,
    /// Per edge of the graph, its alternatives.
    pub edges: Vec<Vec<Alternative>>,
    /// What complete states satisfy.
    pub enforce: Set,
}

impl Reading {
    /// Takes an abstraction apart.
    pub fn new(subject: &Subject, program: &BoolProgram) -> Self {
        let names: Vec<Name> = program.globals.iter().map(|ident| ident.name.clone()).collect();
        assert_eq!(names.len(), subject.conditions.len(), "seed {}", subject.seed);
        let all = subject.everything();
        let edges = vec![Vec::new(); subject.cfg.edges.len()];
        let mut reading = Reading { names, edges, enforce: all };
        for fact in &program.enforce {
            reading.enforce &= reading.table(fact).truth;
        }
        for procedure in &program.procedures {
            assert!(procedure.enforce.is_empty());
            for statement in &procedure.body {
                let edge = statement.origin.as_ref().and_then(|origin| origin.edge);
                if let Some(edge) = edge {
                    let alternative = reading.alternative(statement, all);
                    reading.edges[edge.index()].push(alternative);
                }
            }
        }
        reading
    }

    fn alternative(&self, statement: &Stmt, all: Set) -> Alternative {
        let always = Table { truth: all, falsity: 0 };
        let mut updates = vec![None; self.names.len()];
        let (guard, constrain) = match &statement.kind {
            StmtKind::Skip => (always, None),
            StmtKind::Assume(guard) => (self.table(guard), None),
            StmtKind::Assign { targets, values, constrain, assume } => {
                for (target, value) in targets.iter().zip(values) {
                    let target = target.as_ref().expect("every value has a target");
                    updates[self.predicate(target)] = Some(match value {
                        Expr::Nondet(_) => Update::Nondet,
                        value => Update::Table(self.table(value)),
                    });
                }
                let guard = assume.as_ref().map_or(always, |guard| self.table(guard));
                (guard, constrain.clone())
            }
            other => panic!("not a step: {other:?}"),
        };
        Alternative { guard, updates, constrain }
    }

    fn predicate(&self, ident: &Ident) -> usize {
        self.names.iter().position(|name| *name == ident.name).expect("a declared predicate")
    }

    fn table(&self, expr: &Expr) -> Table {
        let mut table = Table { truth: 0, falsity: 0 };
        for combination in 0..1_u8 << self.names.len() {
            let (truth, falsity) = self.value(expr, combination, None);
            table.truth |= Set::from(truth) << combination;
            table.falsity |= Set::from(falsity) << combination;
        }
        table
    }

    /// Whether an expression is true, and whether it is false, before (and after) a step.
    fn value(&self, expr: &Expr, before: u8, after: Option<u8>) -> (bool, bool) {
        let value = |expr: &Expr| self.value(expr, before, after);
        let of = |bits: u8, ident: &Ident| {
            let truth = bits >> self.predicate(ident) & 1 == 1;
            (truth, !truth)
        };
        match expr {
            Expr::Const(truth) => (*truth, !truth),
            Expr::Var(ident) => of(before, ident),
            Expr::Next(ident) => of(after.expect("inside constrain"), ident),
            Expr::Star(_) => (false, false),
            Expr::Choose(truth, falsity) => (value(truth).0, value(falsity).0),
            Expr::Not(operand) => {
                let (truth, falsity) = value(operand);
                (falsity, truth)
            }
            Expr::And(operands) => {
                let all: Vec<_> = operands.iter().map(value).collect();
                (all.iter().all(|(truth, _)| *truth), all.iter().any(|(_, falsity)| *falsity))
            }
            Expr::Or(operands) => {
                let all: Vec<_> = operands.iter().map(value).collect();
                (all.iter().any(|(truth, _)| *truth), all.iter().all(|(_, falsity)| *falsity))
            }
            Expr::Implies(left, right) => {
                let (left, right) = (value(left), value(right));
                (left.1 || right.0, left.0 && right.1)
            }
            Expr::Nondet(_) | Expr::Schoose(..) | Expr::Ne(..) | Expr::Eq(..) => {
                panic!("the abstractor does not write {expr:?} here")
            }
        }
    }

    /// Whether a step from a complete state to a complete state is possible by an alternative.
    pub fn may(&self, by: &Alternative, before: u8, after: u8) -> bool {
        let value = |at: usize| after >> at & 1 == 1;
        let updates = by.updates.iter().enumerate().all(|(at, update)| match update {
            None => before >> at & 1 == after >> at & 1,
            Some(Update::Nondet) => true,
            Some(Update::Table(table)) => {
                let against = if value(at) { table.falsity } else { table.truth };
                !contains(against, before)
            }
        });
        let refused =
            by.constrain.as_ref().is_some_and(|expr| self.value(expr, before, Some(after)).1);
        !contains(by.guard.falsity, before) && updates && !refused
    }
}

impl Alternative {
    /// The best must-successors of a set of combinations, one for each real choice: those that
    /// agree with what is known. `None` if the step is not certain.
    pub fn must(&self, from: Set, predicates: usize) -> Option<Vec<Set>> {
        if from & !self.guard.truth != 0 {
            return None;
        }
        let all = super::everything(predicates);
        let mut to = vec![all];
        for (at, update) in self.updates.iter().enumerate() {
            let yes = super::agreeing(predicates, 1 << at, 1 << at);
            let (becomes_true, becomes_false) = match update {
                None => (from & !yes == 0, from & yes == 0),
                Some(Update::Table(table)) => {
                    (from & !table.truth == 0, from & !table.falsity == 0)
                }
                Some(Update::Nondet) => {
                    to = to.iter().flat_map(|set| [set & yes, set & !yes & all]).collect();
                    continue;
                }
            };
            for set in &mut to {
                *set &= if becomes_true { yes } else { all };
                *set &= if becomes_false { !yes } else { all };
            }
        }
        Some(to)
    }
}
