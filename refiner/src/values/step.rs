//! What a step does to the classes of variables.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgVarId;
use belnap_solver::evaluate::Model;

use super::classes::{Classes, Set};
use super::{State, Tracked, Values};
use crate::discover::induction::vars;

/// What a step does.
pub(super) enum Step {
    /// It exists where something holds.
    Assume(Test),
    /// Variables get values, at once.
    Assign(Vec<(CfgVarId, Source)>),
}

/// A value.
pub(super) enum Source {
    /// One of these classes.
    Class(Set),
    /// That of a variable that shares the classes.
    Copy(CfgVarId),
    /// What can be computed if each variable in it is a constant.
    Computed(Expr),
}

/// A condition.
pub(super) enum Test {
    /// Nothing can be said about it.
    Any,
    /// A variable is in one of these classes.
    Within(CfgVarId, Set),
    /// All hold.
    All(Vec<Test>),
    /// One holds.
    One(Vec<Test>),
    /// What can be computed if its variable is a constant.
    Computed(Expr),
}

impl Step {
    /// Of an edge, with its condition in normal form.
    pub(super) fn of(classes: &Classes, edge: &Edge, asked: Option<&Expr>) -> Step {
        match (&edge.operation, asked) {
            (Operation::Assume(_), Some(condition)) => Step::Assume(Test::of(classes, condition)),
            (Operation::Assign(assignments), _) => {
                let known = assignments.iter().filter(|(var, _)| classes.has(*var));
                let source =
                    |(var, value): &(CfgVarId, Expr)| (*var, Source::of(classes, *var, value));
                Step::Assign(known.map(source).collect())
            }
            (Operation::Nondet(vars) | Operation::Unknown(vars), _) => {
                let known = vars.iter().filter(|var| classes.has(**var));
                Step::Assign(known.map(|var| (*var, Source::Class(classes.all(*var)))).collect())
            }
            _ => Step::Assume(Test::Any),
        }
    }
}

impl Source {
    fn of(classes: &Classes, var: CfgVarId, value: &Expr) -> Source {
        match value {
            Expr::Int(number, _) => Source::Class(classes.class(var, *number)),
            Expr::Var(from) if classes.share(*from, var) => Source::Copy(*from),
            _ if is_computable(classes, value) => Source::Computed(value.clone()),
            _ => Source::Class(classes.all(var)),
        }
    }

    /// The variables that it is made of.
    pub(super) fn vars(&self) -> BTreeSet<CfgVarId> {
        match self {
            Source::Class(_) => BTreeSet::new(),
            Source::Copy(var) => BTreeSet::from([*var]),
            Source::Computed(value) => vars(value),
        }
    }
}

impl Test {
    /// Of a condition in normal form.
    pub(super) fn of(classes: &Classes, condition: &Expr) -> Test {
        Test::signed(classes, condition, true)
    }

    fn signed(classes: &Classes, condition: &Expr, holds: bool) -> Test {
        let of = |operand: &Expr| Test::signed(classes, operand, holds);
        match condition {
            Expr::Bool(truth) if *truth == holds => Test::Any,
            Expr::Bool(_) => Test::One(Vec::new()),
            Expr::Not(operand) => Test::signed(classes, operand, !holds),
            Expr::And(operands) if holds => Test::All(operands.iter().map(of).collect()),
            Expr::Or(operands) if !holds => Test::All(operands.iter().map(of).collect()),
            Expr::And(operands) | Expr::Or(operands) => one(operands.iter().map(of)),
            Expr::Compare(op, operands) => {
                let op = if holds { *op } else { op.negate() };
                match &**operands {
                    [Expr::Var(var), Expr::Int(value, _)] if classes.has(*var) => {
                        Test::Within(*var, classes.within(*var, op, *value))
                    }
                    _ => Test::compute(classes, condition, holds),
                }
            }
            _ => Test::compute(classes, condition, holds),
        }
    }

    fn compute(classes: &Classes, condition: &Expr, holds: bool) -> Test {
        // How variables are related says more in fewer predicates than which constants they are:
        // that is left to interpolants.
        if vars(condition).len() > 1 || !is_computable(classes, condition) {
            return Test::Any;
        }
        let condition = condition.clone();
        Test::Computed(if holds { condition } else { condition.negate() })
    }

    /// The variables that it is about.
    pub(super) fn vars(&self) -> BTreeSet<CfgVarId> {
        match self {
            Test::Any => BTreeSet::new(),
            Test::Within(var, _) => BTreeSet::from([*var]),
            Test::All(tests) | Test::One(tests) => tests.iter().flat_map(Test::vars).collect(),
            Test::Computed(condition) => vars(condition),
        }
    }
}

/// One of some conditions; those about one variable are one.
fn one(tests: impl Iterator<Item = Test>) -> Test {
    let mut all: Vec<Test> = Vec::new();
    for test in tests {
        if let Test::Within(var, set) = test
            && let Some(Test::Within(_, known)) =
                all.iter_mut().find(|one| matches!(one, Test::Within(other, _) if *other == var))
        {
            *known |= set;
        } else {
            all.push(test);
        }
    }
    Test::One(all)
}

/// Whether an expression has a value as soon as each of its variables is a constant.
fn is_computable(classes: &Classes, expr: &Expr) -> bool {
    match expr {
        Expr::Var(var) => classes.has(*var),
        Expr::Address(_) | Expr::Read(_) => false,
        _ => expr.operands().iter().all(|operand| is_computable(classes, operand)),
    }
}

impl Values<'_> {
    /// Takes a step; whether it is possible.
    pub(super) fn take(&self, tracked: &Tracked, state: &mut State, step: usize) -> bool {
        match &self.steps[step] {
            Step::Assume(test) => self.assume(tracked, state, test),
            Step::Assign(all) => {
                let value = |(var, source): &(CfgVarId, Source)| {
                    let place = tracked.place(*var)?;
                    Some((place, self.value(tracked, state, *var, source)))
                };
                match &all[..] {
                    [single] => {
                        if let Some((place, set)) = value(single) {
                            state[place] = set;
                        }
                    }
                    _ => {
                        let values: Vec<(usize, Set)> = all.iter().filter_map(value).collect();
                        for (place, set) in values {
                            state[place] = set;
                        }
                    }
                }
                true
            }
        }
    }

    fn value(&self, tracked: &Tracked, state: &State, var: CfgVarId, source: &Source) -> Set {
        let all = self.classes.all(var);
        match source {
            Source::Class(set) => *set,
            Source::Copy(from) => self.set(tracked, state, *from) & all,
            Source::Computed(value) => {
                let model = self.model(tracked, state, value);
                let number = model.and_then(|model| model.number(self.cfg, value));
                number.map_or(all, |number| self.classes.class(var, number))
            }
        }
    }

    /// Assumes a condition; whether it can hold.
    pub(super) fn assume(&self, tracked: &Tracked, state: &mut State, test: &Test) -> bool {
        match test {
            Test::Any => true,
            Test::Within(var, set) => match tracked.place(*var) {
                Some(place) => {
                    state[place] &= set;
                    state[place] != 0
                }
                None => self.classes.all(*var) & set != 0,
            },
            Test::All(tests) => tests.iter().all(|test| self.assume(tracked, state, test)),
            Test::One(tests) => {
                let mut possible = Vec::new();
                for test in tests {
                    let mut after = state.clone();
                    if self.assume(tracked, &mut after, test) {
                        possible.push(after);
                    }
                }
                if possible.is_empty() {
                    return false;
                }
                for (place, set) in state.iter_mut().enumerate() {
                    *set = possible.iter().fold(0, |all, after| all | after[place]);
                }
                true
            }
            Test::Computed(condition) => {
                let model = self.model(tracked, state, condition);
                model.and_then(|model| model.truth(self.cfg, condition)).unwrap_or(true)
            }
        }
    }

    /// The classes that a variable can be in.
    fn set(&self, tracked: &Tracked, state: &State, var: CfgVarId) -> Set {
        tracked.place(var).map_or_else(|| self.classes.all(var), |place| state[place])
    }

    /// The values of the variables of an expression, if each is a constant.
    fn model(&self, tracked: &Tracked, state: &State, expr: &Expr) -> Option<Model> {
        let mut model = Model::default();
        let mut constant = true;
        expr.for_each_var(&mut |var| {
            let set = self.set(tracked, state, var);
            match self.classes.constant(var, set) {
                Some(number) => {
                    model.numbers.insert(var, number);
                }
                None => constant = false,
            }
        });
        constant.then_some(model)
    }
}
