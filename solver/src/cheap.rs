//! Answers that need no prover: each rule says that two conditions cannot both be true.
//!
//! The rules look at conditions in normal form ([`crate::wp::Conditions::normal`]). They are
//! incomplete; "no" means that the prover has to be asked. One condition implies another if it
//! contradicts its negation, so these rules are all there is.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::fold::Arithmetic;
use belnap_ir::ids::CfgVarId;
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::substitute;
use belnap_ir::types::Type;

use crate::ranges::{self, Range, intersection};

/// Limit on pairs of parts of two conditions that are looked at: nested ones have many, and the
/// prover sees more in them.
const MOST_PAIRS: u32 = 400;

/// What the rules see in a condition.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    /// A term compared with a constant: the ranges it may lie in, ascending, at most two.
    Bounded(Expr, Vec<Range>),
    /// Two terms, the smaller first, and which of less, equal and greater are allowed.
    Ordered(Expr, Expr, [bool; 3]),
    /// All of these.
    All(Vec<Form>),
    /// One of these.
    Any(Vec<Form>),
    /// A constant.
    Constant(bool),
    /// Anything else.
    Other,
}

/// A condition with what the rules see in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    condition: Expr,
    negation: Expr,
    shape: Shape,
}

/// The rules, for conditions of one graph.
#[derive(Clone, Copy)]
pub struct Cheap<'a> {
    cfg: &'a Cfg,
    simplifier: Simplifier<'a>,
    arithmetic: Arithmetic,
}

impl<'a> Cheap<'a> {
    /// For conditions of `cfg`.
    pub fn new(cfg: &'a Cfg) -> Self {
        Cheap {
            cfg,
            simplifier: Simplifier::new(cfg),
            arithmetic: Arithmetic::of(cfg.machine.integers),
        }
    }

    /// What the rules see in a condition.
    pub fn form(&self, condition: &Expr) -> Form {
        let negation = self.simplifier.simplify(&condition.clone().negate());
        let shape = self.shape(condition);
        Form { condition: condition.clone(), negation, shape }
    }

    fn shape(&self, condition: &Expr) -> Shape {
        match condition {
            Expr::Bool(truth) => Shape::Constant(*truth),
            Expr::And(operands) => Shape::All(operands.iter().map(|e| self.form(e)).collect()),
            Expr::Or(operands) => Shape::Any(operands.iter().map(|e| self.form(e)).collect()),
            Expr::Not(operand) => match &**operand {
                Expr::And(operands) => Shape::Any(self.negated_forms(operands)),
                Expr::Or(operands) => Shape::All(self.negated_forms(operands)),
                _ => Shape::Other,
            },
            Expr::Compare(op, operands) => self.comparison(*op, &operands[0], &operands[1]),
            _ => Shape::Other,
        }
    }

    fn negated_forms(&self, operands: &[Expr]) -> Vec<Form> {
        operands.iter().map(|operand| self.form(&operand.clone().negate())).collect()
    }

    fn comparison(&self, op: CompareOp, left: &Expr, right: &Expr) -> Shape {
        let Some(Type::Int(ty)) = self.cfg.type_of_expr(left) else { return Shape::Other };
        if let Expr::Int(value, _) = right {
            return match ranges::numbers(self.arithmetic, ty) {
                Some(all) => Shape::Bounded(left.clone(), ranges::restrict(all, op, *value)),
                None => Shape::Other,
            };
        }
        let allowed = match op {
            CompareOp::Lt => [true, false, false],
            CompareOp::Le => [true, true, false],
            CompareOp::Eq => [false, true, false],
            CompareOp::Ne => [true, false, true],
            CompareOp::Ge => [false, true, true],
            CompareOp::Gt => [false, false, true],
        };
        if left <= right {
            Shape::Ordered(left.clone(), right.clone(), allowed)
        } else {
            let [less, equal, greater] = allowed;
            Shape::Ordered(right.clone(), left.clone(), [greater, equal, less])
        }
    }

    /// Whether the conditions cannot both be true, by one of the rules.
    pub fn contradict(&self, a: &Form, b: &Form) -> bool {
        self.contradict_within(a, b, &mut { MOST_PAIRS })
    }

    /// With how many pairs of parts may still be looked at.
    fn contradict_within(&self, a: &Form, b: &Form, pairs: &mut u32) -> bool {
        let Some(left) = pairs.checked_sub(1) else { return false };
        *pairs = left;
        constant(a)
            || constant(b)
            || complement(a, b)
            || bounds(a, b)
            || order(a, b)
            || self.parts(a, b, pairs)
            || self.parts(b, a, pairs)
            || self.binding(a, b)
            || self.binding(b, a)
    }

    /// Whether `late` cannot be true together with the others, because its term has no value
    /// left, or because it is false for the values that they give to variables.
    pub fn contradicts_all(&self, early: &[&Form], late: &Form) -> bool {
        no_value_left(early, late) || self.false_where_bound(early, late)
    }

    /// Values of variables put into the other condition.
    fn false_where_bound(&self, early: &[&Form], late: &Form) -> bool {
        let bound: Vec<(CfgVarId, &Expr)> =
            early.iter().filter_map(|form| binding(&form.condition)).collect();
        let value = |var: CfgVarId| {
            let found = bound.iter().find(|(known, _)| *known == var);
            found.map(|(_, value)| (*value).clone())
        };
        late.condition.mentions(&|var| bound.iter().any(|(known, _)| *known == var))
            && self.folds_to_false(&substitute(&late.condition, &value))
    }

    fn folds_to_false(&self, condition: &Expr) -> bool {
        self.simplifier.simplify(condition) == Expr::Bool(false)
    }

    /// A conjunction with one that contradicts, a disjunction whose parts all do.
    fn parts(&self, a: &Form, b: &Form, pairs: &mut u32) -> bool {
        match &a.shape {
            Shape::All(parts) => parts.iter().any(|part| self.contradict_within(part, b, pairs)),
            Shape::Any(parts) => parts.iter().all(|part| self.contradict_within(part, b, pairs)),
            _ => false,
        }
    }

    /// `x == c`, and a condition that is false for c.
    fn binding(&self, a: &Form, b: &Form) -> bool {
        let Some((var, value)) = binding(&a.condition) else { return false };
        let put = |other: CfgVarId| (other == var).then(|| value.clone());
        b.condition.mentions(&|other| other == var)
            && self.folds_to_false(&substitute(&b.condition, &put))
    }
}

/// Several bounds of one term.
fn no_value_left(early: &[&Form], late: &Form) -> bool {
    let Shape::Bounded(term, ranges) = &late.shape else { return false };
    let mut left = ranges.clone();
    for form in early {
        if let Shape::Bounded(other, ranges) = &form.shape
            && other == term
        {
            left = intersection(&left, ranges);
        }
    }
    left.is_empty()
}

/// False alone.
fn constant(a: &Form) -> bool {
    a.shape == Shape::Constant(false)
}

/// One is the negation of the other.
fn complement(a: &Form, b: &Form) -> bool {
    a.negation == b.condition || b.negation == a.condition
}

/// Bounds of one term that leave it no value; equalities with distinct constants among them.
fn bounds(a: &Form, b: &Form) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Bounded(x, left), Shape::Bounded(y, right)) if x == y => {
            intersection(left, right).is_empty()
        }
        _ => false,
    }
}

/// Comparisons of the same two terms that exclude each other.
fn order(a: &Form, b: &Form) -> bool {
    match (&a.shape, &b.shape) {
        (Shape::Ordered(a, b, left), Shape::Ordered(c, d, right)) if a == c && b == d => {
            !left.iter().zip(right).any(|(left, right)| *left && *right)
        }
        _ => false,
    }
}

/// A variable and the constant that the condition says it is.
fn binding(condition: &Expr) -> Option<(CfgVarId, &Expr)> {
    let Expr::Compare(CompareOp::Eq, operands) = condition else { return None };
    match &**operands {
        [Expr::Var(var), value @ (Expr::Int(..) | Expr::Address(_))]
        | [value @ (Expr::Int(..) | Expr::Address(_)), Expr::Var(var)] => Some((*var, value)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use belnap_ir::cfg::{IntegerMode, Machine};
    use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
    use belnap_ir::ids::CfgVarId;
    use belnap_ir::types::{IntType, Type};

    use super::Cheap;
    use crate::example;
    use crate::wp::Conditions;

    const I32: IntType = IntType::signed(32);

    fn x() -> Expr {
        Expr::Var(CfgVarId(0))
    }

    fn y() -> Expr {
        Expr::Var(CfgVarId(1))
    }

    fn is(op: CompareOp, left: Expr, right: i128) -> Expr {
        Expr::compare(op, left, Expr::int(right, I32))
    }

    /// Whether any rule says that the conditions exclude each other.
    fn contradict(a: &Expr, b: &Expr) -> bool {
        let cfg = example::graph(Machine::default(), &[Type::Int(I32), Type::Int(I32)]);
        let (cheap, conditions) = (Cheap::new(&cfg), Conditions::new(&cfg));
        let form = |e: &Expr| cheap.form(&conditions.normal(e));
        let answer = cheap.contradict(&form(a), &form(b));
        assert_eq!(answer, cheap.contradict(&form(b), &form(a)), "the order does not matter");
        answer
    }

    #[test]
    fn equalities_with_distinct_constants() {
        assert!(contradict(&is(CompareOp::Eq, x(), 1), &is(CompareOp::Eq, x(), 2)));
        assert!(!contradict(&is(CompareOp::Eq, x(), 1), &is(CompareOp::Eq, y(), 2)));
        assert!(!contradict(&is(CompareOp::Eq, x(), 1), &is(CompareOp::Ne, x(), 2)));
        let sum = Expr::binary(BinaryOp::Add, x(), Expr::int(1, I32));
        assert!(contradict(&is(CompareOp::Eq, sum, 5), &is(CompareOp::Eq, x(), 5)));
    }

    #[test]
    fn bounds_leave_no_value() {
        assert!(contradict(&is(CompareOp::Lt, x(), 1), &is(CompareOp::Gt, x(), 0)));
        assert!(!contradict(&is(CompareOp::Le, x(), 1), &is(CompareOp::Gt, x(), 0)));
        assert!(contradict(&is(CompareOp::Ge, x(), i128::from(i32::MIN)).negate(), &x_true()));
    }

    fn x_true() -> Expr {
        is(CompareOp::Eq, x(), 0)
    }

    #[test]
    fn complements() {
        let odd = Expr::binary(BinaryOp::BitAnd, x(), y());
        let (zero, not) = (is(CompareOp::Lt, odd.clone(), 3), is(CompareOp::Ge, odd, 3));
        assert!(contradict(&zero, &not));
    }

    #[test]
    fn comparisons_of_two_terms() {
        let pair = |op| Expr::compare(op, x(), y());
        let turned = |op| Expr::compare(op, y(), x());
        assert!(contradict(&pair(CompareOp::Lt), &turned(CompareOp::Lt)));
        assert!(contradict(&pair(CompareOp::Eq), &pair(CompareOp::Lt)));
        assert!(!contradict(&pair(CompareOp::Le), &turned(CompareOp::Le)));
        assert!(!contradict(&pair(CompareOp::Ne), &pair(CompareOp::Lt)));
    }

    #[test]
    fn conjunctions_and_disjunctions() {
        let both = Expr::And(vec![is(CompareOp::Eq, x(), 1), is(CompareOp::Eq, y(), 1)]);
        assert!(contradict(&both, &is(CompareOp::Eq, y(), 2)));
        let either = Expr::Or(vec![is(CompareOp::Eq, x(), 1), is(CompareOp::Eq, x(), 2)]);
        assert!(contradict(&either, &is(CompareOp::Gt, x(), 2)));
        assert!(!contradict(&either, &is(CompareOp::Gt, x(), 1)));
        assert!(contradict(&Expr::Not(Box::new(either.clone())), &is(CompareOp::Eq, x(), 2)));
    }

    #[test]
    fn nested_conditions_end_soon() {
        let nested = |offset: i128| {
            (0..60).fold(is(CompareOp::Ge, x(), offset), |inner, at| {
                let either = Expr::Or(vec![is(CompareOp::Ne, y(), 2 * at + offset), inner]);
                Expr::And(vec![either, is(CompareOp::Ne, x(), 2 * at - offset)])
            })
        };
        assert!(!contradict(&nested(0), &nested(1)));
    }

    #[test]
    fn values_of_variables_are_put_in() {
        let sum = Expr::binary(BinaryOp::Mul, x(), Expr::int(3, I32));
        assert!(contradict(&is(CompareOp::Eq, x(), 2), &is(CompareOp::Gt, sum.clone(), 6)));
        assert!(!contradict(&is(CompareOp::Eq, x(), 2), &is(CompareOp::Gt, sum, 5)));
    }

    #[test]
    fn several_conditions_together() {
        let cfg = example::graph(Machine::default(), &[Type::Int(I32), Type::Int(I32)]);
        let (cheap, conditions) = (Cheap::new(&cfg), Conditions::new(&cfg));
        let form = |e: Expr| cheap.form(&conditions.normal(&e));
        let below = form(is(CompareOp::Lt, x(), 2));
        let above = form(is(CompareOp::Gt, x(), 0));
        let not_one = form(is(CompareOp::Ne, x(), 1));
        assert!(cheap.contradicts_all(&[&below, &above], &not_one));
        assert!(!cheap.contradicts_all(&[&below], &above));
        let both = form(Expr::compare(CompareOp::Lt, x(), y()));
        let (one, zero) = (form(is(CompareOp::Eq, x(), 1)), form(is(CompareOp::Eq, y(), 0)));
        assert!(cheap.contradicts_all(&[&one, &zero], &both));
    }

    #[test]
    fn unbounded_numbers_have_no_ends() {
        let machine = Machine { integers: IntegerMode::Mathematical, ..Machine::default() };
        let cfg = example::graph(machine, &[Type::Int(I32)]);
        let cheap = Cheap::new(&cfg);
        let top = cheap.form(&is(CompareOp::Gt, x(), i128::from(i32::MAX)));
        let any = cheap.form(&is(CompareOp::Ne, x(), 0));
        assert!(!cheap.contradict(&top, &any));
    }
}
