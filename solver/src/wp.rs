//! Weakest preconditions: substitution, then read-over-write.

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::CfgVarId;
use belnap_ir::simplify::Simplifier;
use belnap_ir::substitute::{size, substitute};
use belnap_ir::types::Type;

use crate::linear::Sum;

/// Larger conditions are not worth their price: questions about them are not asked.
pub const MAX_SIZE: usize = 4000;

/// Conditions of one graph, in the form that questions are asked in.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    cfg: &'a Cfg,
    simplifier: Simplifier<'a>,
}

impl<'a> Conditions<'a> {
    /// For conditions of `cfg`.
    pub fn new(cfg: &'a Cfg) -> Self {
        Conditions { cfg, simplifier: Simplifier::new(cfg) }
    }

    /// The condition that holds before a simultaneous assignment exactly if `condition` holds
    /// after it, in normal form; `None` if it grows beyond [`MAX_SIZE`].
    pub fn weakest_precondition(
        &self,
        condition: &Expr,
        assignments: &[(CfgVarId, Expr)],
    ) -> Option<Expr> {
        let value = |var: CfgVarId| {
            let found = assignments.iter().find(|(target, _)| *target == var);
            found.map(|(_, value)| value.clone())
        };
        let before = substitute(condition, &value);
        (size(&before, MAX_SIZE) < MAX_SIZE).then_some(())?;
        let normal = self.normal(&before);
        (size(&normal, MAX_SIZE) < MAX_SIZE && normal.depth() <= Expr::MAX_DEPTH).then_some(normal)
    }

    /// An equivalent condition; many equivalent ones become the same.
    pub fn normal(&self, condition: &Expr) -> Expr {
        /// Turning a comparison round may make it simpler, and another way round is better then.
        const ROUNDS: usize = 4;
        let mut normal = self.normalize_once(condition);
        for _ in 0..ROUNDS {
            let again = self.normalize_once(&normal);
            if again == normal {
                break;
            }
            normal = again;
        }
        normal
    }

    fn normalize_once(&self, condition: &Expr) -> Expr {
        let simple = self.simplifier.simplify(condition);
        let mut read = simple.clone();
        expand_reads(&mut read);
        let mut normal = if read == simple { simple } else { self.simplifier.simplify(&read) };
        self.orient(&mut normal);
        self.simplifier.simplify(&normal)
    }

    /// The sides of an equation with each term on one of them: adding is one to one, also modulo
    /// two to the width. Whether that can be done.
    fn balance(&self, sides: &mut [Expr; 2]) -> bool {
        let sums = (Sum::of(self.cfg, &sides[0]), Sum::of(self.cfg, &sides[1]));
        let (Some(left), Some(right)) = sums else { return false };
        let Some(difference) = left.minus(&right) else { return false };
        let balanced = match (difference.number(), self.cfg.type_of_expr(&sides[0])) {
            (Some(number), Some(Type::Int(ty))) => {
                // Any two numbers that differ.
                Some((Expr::int(i128::from(number != 0), ty), Expr::int(0, ty)))
            }
            _ => difference.sides(),
        };
        match balanced {
            Some((left, right)) => *sides = [left, right],
            None => return false,
        }
        true
    }

    /// Comparisons in one direction, constants on the right and as few as possible.
    fn orient(&self, expr: &mut Expr) {
        for operand in expr.operands_mut() {
            self.orient(operand);
        }
        let Expr::Compare(op, operands) = expr else { return };
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        if equality && operands.iter().any(is_sum) && self.balance(operands) {
            return;
        }
        if !equality {
            for side in operands.iter_mut().filter(|side| is_sum(side)) {
                if let Some(sum) = Sum::of(self.cfg, side).and_then(|sum| sum.to_expr()) {
                    *side = sum;
                }
            }
        }
        let constant = |expr: &Expr| matches!(expr, Expr::Int(..) | Expr::Bool(_));
        if constant(&operands[0]) || (!constant(&operands[1]) && operands[1] < operands[0]) {
            operands.swap(0, 1);
            *op = op.mirror();
        }
        // One of x < c and x <= c - 1.
        if let Expr::Int(right, ty) = operands[1]
            && self.cfg.type_of_expr(&operands[0]) == Some(Type::Int(ty))
        {
            let less = right.checked_sub(1).filter(|less| ty.contains(*less));
            let narrow = ty.bits < 128;
            match (&*op, less) {
                (CompareOp::Lt, Some(less)) if narrow => {
                    *op = CompareOp::Le;
                    operands[1] = Expr::Int(less, ty);
                }
                (CompareOp::Ge, Some(less)) if narrow => {
                    *op = CompareOp::Gt;
                    operands[1] = Expr::Int(less, ty);
                }
                _ => {}
            }
        }
    }
}

/// Whether an expression is a sum of others.
const fn is_sum(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, _)
            | Expr::Unary(UnaryOp::Neg, _)
    )
}

/// `write(a, j, v)[i]` becomes `i == j ? v : a[i]`: Morris's rule, with what the simplifier could
/// decide already decided.
fn expand_reads(expr: &mut Expr) {
    for operand in expr.operands_mut() {
        expand_reads(operand);
    }
    if let Expr::Read(operands) = expr
        && let [Expr::Write(write), index] = &**operands
    {
        let [region, at, value] = &**write;
        let mut rest = Expr::read(region.clone(), index.clone());
        expand_reads(&mut rest);
        let same = Expr::compare(CompareOp::Eq, index.clone(), at.clone());
        *expr = Expr::ite(same, value.clone(), rest);
    }
}

#[cfg(test)]
mod tests {
    use belnap_ir::cfg::{IntegerMode, Machine};
    use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
    use belnap_ir::ids::CfgVarId;
    use belnap_ir::types::{ArrayType, IntType, Type};

    use super::Conditions;
    use crate::example;

    const I32: IntType = IntType::signed(32);

    fn var(index: u32) -> Expr {
        Expr::Var(CfgVarId(index))
    }

    fn less(left: Expr, right: i128) -> Expr {
        Expr::compare(CompareOp::Lt, left, Expr::int(right, I32))
    }

    #[test]
    fn substitution_is_simultaneous_and_simplified() {
        let cfg = example::graph(Machine::default(), &[Type::Int(I32), Type::Int(I32)]);
        let conditions = Conditions::new(&cfg);
        let swap = [(CfgVarId(0), var(1)), (CfgVarId(1), var(0))];
        let both = Expr::And(vec![less(var(0), 3), less(var(1), 5)]);
        let swapped = Expr::And(vec![
            Expr::compare(CompareOp::Le, var(1), Expr::int(2, I32)),
            Expr::compare(CompareOp::Le, var(0), Expr::int(4, I32)),
        ]);
        assert_eq!(conditions.weakest_precondition(&both, &swap), Some(swapped));
        let constant = [(CfgVarId(0), Expr::int(2, I32))];
        let wp = conditions.weakest_precondition(&less(var(0), 3), &constant);
        assert_eq!(wp, Some(Expr::Bool(true)));
    }

    #[test]
    fn offsets_move_only_where_that_is_right() {
        for (mode, moved) in [(IntegerMode::Wrap, false), (IntegerMode::Mathematical, false)] {
            let machine = Machine { integers: mode, ..Machine::default() };
            let cfg = example::graph(machine, &[Type::Int(I32)]);
            let conditions = Conditions::new(&cfg);
            let sum = Expr::binary(BinaryOp::Add, var(0), Expr::int(1, I32));
            let equal = Expr::compare(CompareOp::Eq, sum.clone(), Expr::int(5, I32));
            let four = Expr::compare(CompareOp::Eq, var(0), Expr::int(4, I32));
            assert_eq!(conditions.normal(&equal), four);
            let below = conditions.normal(&less(sum.clone(), 5));
            assert_eq!(below != Expr::compare(CompareOp::Le, sum, Expr::int(4, I32)), moved);
        }
    }

    #[test]
    fn equations_are_balanced() {
        let cfg = example::graph(Machine::default(), &[Type::Int(I32); 3]);
        let conditions = Conditions::new(&cfg);
        let add = |a, b| Expr::binary(BinaryOp::Add, a, b);
        let sub = |a, b| Expr::binary(BinaryOp::Sub, a, b);
        let mul = |times, a| Expr::binary(BinaryOp::Mul, Expr::int(times, I32), a);
        let one = || Expr::int(1, I32);
        let equal = |a, b| conditions.normal(&Expr::compare(CompareOp::Eq, a, b));
        let plain = equal(add(var(0), var(1)), mul(3, var(2)));
        let later = equal(
            add(add(var(0), one()), add(var(1), Expr::int(2, I32))),
            mul(3, add(var(2), one())),
        );
        assert_eq!(later, plain);
        let turned = equal(sub(mul(3, var(2)), var(1)), var(0));
        assert_eq!(turned, plain);
        assert_eq!(equal(add(var(0), one()), sub(var(0), one())), Expr::Bool(false));
        assert_eq!(equal(sub(var(0), var(1)), sub(var(0), var(1))), Expr::Bool(true));
    }

    #[test]
    fn reads_look_through_writes() {
        let region = Type::Array(ArrayType { index: IntType::unsigned(64), cell: I32 });
        let index = Type::Int(IntType::unsigned(64));
        let cfg = example::graph(Machine::default(), &[region, index, index]);
        let conditions = Conditions::new(&cfg);
        let write = [(CfgVarId(0), Expr::write(var(0), var(1), Expr::int(7, I32)))];
        let same = less(Expr::read(var(0), var(1)), 3);
        assert_eq!(conditions.weakest_precondition(&same, &write), Some(Expr::Bool(false)));
        let other = less(Expr::read(var(0), var(2)), 3);
        let wp = conditions.weakest_precondition(&other, &write).expect("small");
        let mut text = format!("{wp:?}");
        text.retain(|c| !c.is_whitespace());
        assert!(text.contains("If"), "{text}");
        assert!(!text.contains("Write"), "{text}");
    }
}
