//! The condition of a step as a diagram of comparisons.
//!
//! Most steps of a large program ask how variables compare with numbers, and so do many
//! certificates: then it follows from which comparisons exclude each other that such a step does
//! not lead out of the invariants, and the prover need not be asked. What a condition asks besides
//! can be true or false, so that more steps are taken for possible than are.

use belnap_ir::bdd::Ref;
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagrams::{Diagrams, TooLarge};
use belnap_ir::expr::Expr;

use crate::exclusive::{Exclusion, exclusions_of};

/// A condition, and what its comparisons exclude.
pub struct Assumed<'a> {
    condition: &'a Expr,
    /// The numbers of its comparisons, as predicates; those that say the opposite of a predicate
    /// are `false` where it is true.
    atoms: Vec<(&'a Expr, u32, bool)>,
    /// Which of these and of the predicates of a certificate exclude each other.
    pub exclusions: Vec<Exclusion>,
}

impl<'a> Assumed<'a> {
    /// Of a step that asks something, with the predicates of a certificate that matter, by number;
    /// numbers from `free` on are those of no predicate.
    pub fn new(
        cfg: &Cfg,
        operation: &'a Operation,
        predicates: &[(u32, &'a Expr)],
        free: u32,
    ) -> Option<Self> {
        let Operation::Assume(condition) = operation else { return None };
        let mut atoms: Vec<(&Expr, u32, bool)> = Vec::new();
        for_each_atom(condition, &mut |atom| {
            if atoms.iter().all(|(known, ..)| *known != atom) {
                let opposite = atom.clone().negate();
                let known = predicates
                    .iter()
                    .find(|(_, predicate)| *predicate == atom || **predicate == opposite);
                let new = (free + atoms.len() as u32, atom);
                let (number, predicate) = known.copied().unwrap_or(new);
                atoms.push((atom, number, predicate == atom));
            }
        });
        let is_new = |(_, number, _): &&(&'a Expr, u32, bool)| *number >= free;
        let all: Vec<(u32, &Expr)> =
            atoms.iter().filter(is_new).map(|(atom, number, _)| (*number, *atom)).collect();
        let mentioned = |predicate: &Expr| {
            all.iter().any(|(_, atom)| {
                let mut shared = false;
                atom.for_each_var(&mut |var| shared |= predicate.mentions(&|other| other == var));
                shared
            })
        };
        let own = predicates.iter().filter(|(number, predicate)| {
            mentioned(predicate) && all.iter().all(|(known, _)| known != number)
        });
        let related: Vec<(u32, &Expr)> = all.iter().chain(own).copied().collect();
        let exclusions = exclusions_of(cfg, related.iter().copied());
        Some(Assumed { condition, atoms, exclusions })
    }

    /// Where the condition is true, as far as the comparisons say; `decision` is that on a
    /// predicate.
    pub fn diagram(
        &self,
        diagrams: &mut Diagrams,
        decision: &dyn Fn(u32) -> u32,
    ) -> Result<Ref, TooLarge> {
        self.part(diagrams, self.condition, decision)
    }

    fn part(
        &self,
        diagrams: &mut Diagrams,
        condition: &Expr,
        decision: &dyn Fn(u32) -> u32,
    ) -> Result<Ref, TooLarge> {
        match condition {
            Expr::Bool(true) => Ok(Ref::TRUE),
            Expr::Bool(false) => Ok(Ref::FALSE),
            Expr::Not(operand) => {
                let operand = self.part(diagrams, operand, decision)?;
                diagrams.choose(operand, Ref::FALSE, Ref::TRUE)
            }
            Expr::And(operands) | Expr::Or(operands) => {
                let is_all = matches!(condition, Expr::And(_));
                let mut joined = if is_all { Ref::TRUE } else { Ref::FALSE };
                for operand in operands {
                    let operand = self.part(diagrams, operand, decision)?;
                    joined = match is_all {
                        true => diagrams.choose(operand, joined, Ref::FALSE)?,
                        false => diagrams.choose(operand, Ref::TRUE, joined)?,
                    };
                }
                Ok(joined)
            }
            atom => match self.atoms.iter().find(|(known, ..)| *known == atom) {
                Some((_, number, true)) => {
                    diagrams.decide(decision(*number), Ref::TRUE, Ref::FALSE)
                }
                Some((_, number, false)) => {
                    diagrams.decide(decision(*number), Ref::FALSE, Ref::TRUE)
                }
                None => Err(TooLarge),
            },
        }
    }
}

fn for_each_atom<'e>(condition: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match condition {
        Expr::Bool(_) => {}
        Expr::Not(operand) => for_each_atom(operand, visit),
        Expr::And(operands) | Expr::Or(operands) => {
            operands.iter().for_each(|operand| for_each_atom(operand, visit));
        }
        atom => visit(atom),
    }
}

#[cfg(test)]
mod tests {
    use belnap_ir::bdd::{BddTable, Node, Ref};
    use belnap_ir::cfg::{Cfg, Machine, Operation, Variable};
    use belnap_ir::expr::{CompareOp, Expr};
    use belnap_ir::ids::CfgVarId;
    use belnap_ir::types::{IntType, Type};
    use belnap_test_support::random::Random;
    use belnap_test_support::seeds::seeds;

    use super::Assumed;
    use crate::exclusive::exclusions;
    use crate::project::{Decision, violation_where};

    const TYPE: IntType = IntType::signed(8);

    fn comparison(random: &mut Random, var: usize) -> Expr {
        let op = CompareOp::ALL[random.index(6)];
        let number = Expr::int(random.below(5) as i128 - 2, TYPE);
        Expr::compare(op, Expr::Var(CfgVarId::from(var)), number)
    }

    fn condition(random: &mut Random, depth: usize) -> Expr {
        if depth == 0 || random.one_in(3) {
            let var = random.index(2);
            return comparison(random, var);
        }
        match random.below(3) {
            0 => Expr::Not(Box::new(condition(random, depth - 1))),
            1 => Expr::And(vec![condition(random, depth - 1), condition(random, depth - 1)]),
            _ => Expr::Or(vec![condition(random, depth - 1), condition(random, depth - 1)]),
        }
    }

    /// A function of predicates; decisions in any order.
    fn function(random: &mut Random, table: &mut BddTable, predicates: usize) -> Ref {
        let mut made = vec![Ref::TRUE, Ref::FALSE];
        for _ in 0..1 + random.below(5) {
            let [hi, lo] = [(); 2].map(|()| random.pick(&made));
            table.nodes.push(Node { var: random.index(predicates) as u32, hi, lo });
            made.push(Ref(table.nodes.len() as i32 + 1));
        }
        made[made.len() - 1]
    }

    fn holds(expr: &Expr, state: [i128; 2]) -> bool {
        match expr {
            Expr::Not(operand) => !holds(operand, state),
            Expr::And(operands) => operands.iter().all(|one| holds(one, state)),
            Expr::Or(operands) => operands.iter().any(|one| holds(one, state)),
            Expr::Compare(op, sides) => match &**sides {
                [Expr::Var(var), Expr::Int(number, _)] => op.holds(state[var.index()], *number),
                _ => panic!("no such comparison was drawn"),
            },
            _ => panic!("no such condition was drawn"),
        }
    }

    #[test]
    fn what_is_called_impossible_is() {
        let mut impossible = 0;
        for seed in seeds(3000) {
            let mut random = Random::new(seed);
            let mut cfg = Cfg::empty(Machine::default());
            for name in ["x", "y"] {
                cfg.variables.push(Variable::temporary(name.to_owned(), Type::Int(TYPE)));
            }
            let of_x = 1 + random.index(3);
            let predicates: Vec<Expr> = (0..of_x + 1 + random.index(3))
                .map(|at| comparison(&mut random, usize::from(at >= of_x)))
                .collect();
            let mut table = BddTable::default();
            let from = function(&mut random, &mut table, predicates.len());
            let to = function(&mut random, &mut table, predicates.len());
            let asked = condition(&mut random, 2);
            let step = Operation::Assume(asked.clone());
            let numbered: Vec<(u32, &Expr)> = (0..).zip(&predicates).collect();
            let assumed = Assumed::new(&cfg, &step, &numbered, predicates.len() as u32).unwrap();
            let mut excluded = exclusions(&cfg, &predicates);
            excluded.extend(&assumed.exclusions);
            excluded.sort_unstable();
            let found = violation_where(
                &table,
                (from, to),
                &Decision::Old,
                &|_| false,
                &excluded,
                Some(&assumed),
            );
            if found.is_none_or(|(_, function)| function != Ref::FALSE) {
                continue;
            }
            impossible += 1;
            for state in (-5..5).flat_map(|x| (-5..5).map(move |y| [x, y])) {
                let known = |number: u32| holds(&predicates[number as usize], state);
                let leads = table.evaluate(from, &known)
                    && holds(&asked, state)
                    && !table.evaluate(to, &known);
                assert!(!leads, "seed {seed}: {state:?}");
            }
        }
        assert!(impossible > 300, "only {impossible}");
    }
}
