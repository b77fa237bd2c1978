//! What expressions mean, value by value.

use belnap_ir::boolprog::{Dialect, Expr, Name, StarMeaning};

/// What is known of a variable.
pub type Value = Option<bool>;

/// Where names get their values.
pub struct Reading<'r> {
    pub star: StarMeaning,
    pub dialect: Dialect,
    pub before: &'r dyn Fn(&Name) -> bool,
    pub after: &'r dyn Fn(&Name) -> bool,
}

/// How many real choices an expression has at most.
pub fn choices(expr: &Expr) -> u32 {
    match expr {
        Expr::Const(_) | Expr::Var(_) | Expr::Next(_) => 0,
        Expr::Star(_) | Expr::Nondet(_) => 1,
        Expr::Choose(a, b) | Expr::Schoose(a, b) => 1 + choices(a) + choices(b),
        Expr::Not(a) => choices(a),
        Expr::And(all) | Expr::Or(all) => all.iter().map(choices).sum(),
        Expr::Ne(a, b) | Expr::Eq(a, b) | Expr::Implies(a, b) => choices(a) + choices(b),
    }
}

impl Reading<'_> {
    /// Whether an expression is true, and whether it is false, for a complete state; `bits` are the
    /// choices that were made, used up from the lowest.
    pub fn value(&self, expr: &Expr, bits: &mut u32) -> (bool, bool) {
        let choice = |bits: &mut u32| {
            let taken = *bits & 1 == 1;
            *bits >>= 1;
            (taken, !taken)
        };
        match expr {
            Expr::Const(value) => (*value, !value),
            Expr::Var(ident) => known((self.before)(&ident.name)),
            Expr::Next(ident) => known((self.after)(&ident.name)),
            Expr::Star(_) => {
                let taken = choice(bits);
                if self.star == StarMeaning::Choice { taken } else { (false, false) }
            }
            Expr::Nondet(_) => choice(bits),
            Expr::Choose(q, r) | Expr::Schoose(q, r) => {
                let (q, r) = (self.value(q, bits), self.value(r, bits));
                let taken = choice(bits);
                let unknown = self.star == StarMeaning::Unknown;
                if unknown && matches!(expr, Expr::Choose(..)) {
                    return (q.0, r.0);
                }
                if unknown && self.dialect == Dialect::Classic {
                    return (q.0, q.1 && r.0);
                }
                // q | (!r & taken)
                (q.0 || r.1 && taken.0, q.1 && (r.0 || taken.1))
            }
            Expr::Not(a) => swap(self.value(a, bits)),
            Expr::And(all) => all.iter().fold((true, false), |sum, part| {
                let part = self.value(part, bits);
                (sum.0 && part.0, sum.1 || part.1)
            }),
            Expr::Or(all) => all.iter().fold((false, true), |sum, part| {
                let part = self.value(part, bits);
                (sum.0 || part.0, sum.1 && part.1)
            }),
            Expr::Implies(a, b) => {
                let (a, b) = (self.value(a, bits), self.value(b, bits));
                (a.1 || b.0, a.0 && b.1)
            }
            Expr::Eq(a, b) => equal(self.value(a, bits), self.value(b, bits)),
            Expr::Ne(a, b) => swap(equal(self.value(a, bits), self.value(b, bits))),
        }
    }
}

fn known(value: bool) -> (bool, bool) {
    (value, !value)
}

fn swap((truth, falsity): (bool, bool)) -> (bool, bool) {
    (falsity, truth)
}

fn equal(a: (bool, bool), b: (bool, bool)) -> (bool, bool) {
    (a.0 && b.0 || a.1 && b.1, a.0 && b.1 || a.1 && b.0)
}
