//! Choices over predicates as expressions of a Boolean program.

use belnap_ir::boolprog::{Expr, Ident, Name};
use belnap_ir::span::Span;

use crate::approximate::Choice;
use crate::edges::{Excluded, Guard, Update};
use crate::implicants::Cube;

/// Names of predicates, by number.
pub struct Expressions {
    names: Vec<Name>,
}

/// Nothing here comes from a file.
const NOWHERE: Span = Span::new(0, 0);

/// A name without a place.
pub fn ident(name: Name) -> Ident {
    Ident { name, span: NOWHERE }
}

/// `*`
pub const STAR: Expr = Expr::Star(NOWHERE);

impl Expressions {
    /// For predicates with these names.
    pub fn new(names: Vec<Name>) -> Self {
        Expressions { names }
    }

    /// The name of a predicate.
    pub fn ident(&self, predicate: usize) -> Ident {
        ident(self.names[predicate].clone())
    }

    /// A new value.
    pub fn update(&self, update: &Update) -> Expr {
        match update {
            Update::Choice(choice) => self.choice(choice),
            Update::Nondet => Expr::Nondet(NOWHERE),
            Update::Reused(earlier) => earlier.clone(),
        }
    }

    /// When a step exists.
    pub fn guard(&self, guard: &Guard) -> Expr {
        match guard {
            Guard::Choice(choice) => self.choice(choice),
            Guard::Reused(earlier) => earlier.clone(),
        }
    }

    /// A condition; plain if it is known everywhere.
    pub fn choice(&self, choice: &Choice) -> Expr {
        if choice.is_true() {
            return Expr::Const(true);
        }
        if choice.is_false() {
            return Expr::Const(false);
        }
        let literals = |cubes: &[Cube]| cubes.iter().map(Vec::len).sum::<usize>();
        let (truth, falsity) = (self.any(&choice.truth), self.any(&choice.falsity));
        match (choice.exact, choice.truth.is_empty() && choice.falsity.is_empty()) {
            (true, _) if literals(&choice.truth) <= literals(&choice.falsity) => truth,
            (true, _) => negate(falsity),
            (false, true) => STAR,
            (false, false) => Expr::Choose(Box::new(truth), Box::new(falsity)),
        }
    }

    /// A disjunction of conjunctions.
    pub fn any(&self, cubes: &[Cube]) -> Expr {
        connect(cubes.iter().map(|cube| self.all(cube)).collect(), false)
    }

    /// A conjunction.
    pub fn all(&self, cube: &Cube) -> Expr {
        connect(cube.iter().map(|literal| self.literal(*literal)).collect(), true)
    }

    fn literal(&self, (predicate, value): (usize, bool)) -> Expr {
        let var = Expr::Var(self.ident(predicate));
        if value { var } else { Expr::Not(Box::new(var)) }
    }

    /// What is left when some steps cannot be; `None` if all can.
    pub fn constrain(&self, excluded: &[Excluded]) -> Option<Expr> {
        let next = |predicate: usize| Expr::Next(self.ident(predicate));
        let each = excluded.iter().map(|one| match self.any(&one.before) {
            Expr::Const(true) => never(&one.after, &next),
            before => Expr::Implies(Box::new(before), Box::new(never(&one.after, &next))),
        });
        let all: Vec<Expr> = each.collect();
        (!all.is_empty()).then(|| connect(all, true))
    }

    /// That a combination does not occur.
    pub fn never(&self, cube: &Cube) -> Expr {
        never(cube, &|predicate| Expr::Var(self.ident(predicate)))
    }
}

/// That a combination does not occur, in the form that is read most easily.
fn never(cube: &Cube, var: &dyn Fn(usize) -> Expr) -> Expr {
    let with = |wanted: bool| -> Vec<Expr> {
        cube.iter().filter(|(_, value)| *value == wanted).map(|(at, _)| var(*at)).collect()
    };
    let (positive, negative) = (with(true), with(false));
    match (positive.is_empty(), negative.is_empty()) {
        (true, _) => connect(negative, false),
        (false, true) => negate(connect(positive, true)),
        (false, false) => {
            let all = connect(positive, true);
            Expr::Implies(Box::new(all), Box::new(connect(negative, false)))
        }
    }
}

/// A conjunction (`unit` is true) or disjunction of any number of expressions.
pub fn connect(mut operands: Vec<Expr>, unit: bool) -> Expr {
    match operands.len() {
        0 => Expr::Const(unit),
        1 => operands.remove(0),
        _ if unit => Expr::And(operands),
        _ => Expr::Or(operands),
    }
}

fn negate(expr: Expr) -> Expr {
    match expr {
        Expr::Not(operand) => *operand,
        Expr::Const(value) => Expr::Const(!value),
        other => Expr::Not(Box::new(other)),
    }
}
