//! Which truth values two comparisons of one variable with constants cannot have together.

use std::collections::HashMap;

use belnap_ir::cfg::{Cfg, IntegerMode};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::fold::{largest, smallest};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{IntType, Type};

/// Two predicates, by number, each with a truth value; they do not have these together.
pub type Exclusion = [(u32, bool); 2];

/// Limit on comparisons of a variable; of more, nothing is said.
const COMPARISONS: usize = 100;

/// `variable op constant`
struct Comparison {
    predicate: u32,
    op: CompareOp,
    constant: i128,
}

impl Comparison {
    fn is_true(&self, value: i128) -> bool {
        self.op.holds(value, self.constant)
    }
}

/// What pairs of predicates exclude because they compare the same variable with constants.
pub fn exclusions(cfg: &Cfg, predicates: &[Expr]) -> Vec<Exclusion> {
    exclusions_of(cfg, (0..).zip(predicates))
}

/// The same for predicates that have these numbers.
pub fn exclusions_of<'e>(
    cfg: &Cfg,
    predicates: impl Iterator<Item = (u32, &'e Expr)>,
) -> Vec<Exclusion> {
    let mut of_variables: HashMap<CfgVarId, Vec<Comparison>> = HashMap::new();
    for (number, predicate) in predicates {
        if let Expr::Compare(op, sides) = predicate
            && let [Expr::Var(var), Expr::Int(constant, _)] = &**sides
        {
            let own = Comparison { predicate: number, op: *op, constant: *constant };
            of_variables.entry(*var).or_default().push(own);
        }
    }
    let mut all = Vec::new();
    for (var, comparisons) in of_variables {
        let Type::Int(ty) = cfg.type_of(var) else { continue };
        if comparisons.len() > COMPARISONS {
            continue;
        }
        let bounded = cfg.machine.integers != IntegerMode::Mathematical;
        for (at, first) in comparisons.iter().enumerate() {
            for second in &comparisons[at + 1..] {
                add_excluded(first, second, bounded.then_some(ty), &mut all);
            }
        }
    }
    all.sort_unstable();
    all
}

/// The truth of both changes at the constants only: between them, one value stands for all.
fn add_excluded(a: &Comparison, b: &Comparison, ty: Option<IntType>, all: &mut Vec<Exclusion>) {
    let near = [a.constant, b.constant].into_iter().flat_map(|constant| {
        [constant.checked_sub(1), Some(constant), constant.checked_add(1)].into_iter().flatten()
    });
    let inside = |value: &i128| ty.is_none_or(|ty| (smallest(ty)..=largest(ty)).contains(value));
    let values: Vec<i128> = near.filter(inside).collect();
    for (of_a, of_b) in [(true, true), (true, false), (false, true), (false, false)] {
        if !values.iter().any(|value| a.is_true(*value) == of_a && b.is_true(*value) == of_b) {
            all.push([(a.predicate, of_a), (b.predicate, of_b)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use belnap_ir::expr::CompareOp;
    use belnap_ir::fold::{largest, smallest};
    use belnap_ir::types::IntType;
    use proptest::prelude::*;

    use super::{Comparison, add_excluded};

    proptest! {
        #[test]
        fn no_value_of_the_type_has_them(
            ops in (0..6_usize, 0..6_usize),
            a: u8,
            b: u8,
            signed: bool,
        ) {
            let ty = if signed { IntType::signed(8) } else { IntType::unsigned(8) };
            let constant = |drawn: u8| smallest(ty) + i128::from(drawn);
            let one = Comparison { predicate: 0, op: CompareOp::ALL[ops.0], constant: constant(a) };
            let other = Comparison { predicate: 1, op: CompareOp::ALL[ops.1], constant: constant(b) };
            let mut found = Vec::new();
            add_excluded(&one, &other, Some(ty), &mut found);
            for truth in [[true, true], [true, false], [false, true], [false, false]] {
                let has = |value: i128| [one.is_true(value), other.is_true(value)] == truth;
                let possible = (smallest(ty)..=largest(ty)).any(has);
                prop_assert_eq!(found.contains(&[(0, truth[0]), (1, truth[1])]), !possible);
            }
        }
    }
}
