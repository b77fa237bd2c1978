//! What could hold at the heads of loops.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::effects::assigned;
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgVarId};
use belnap_ir::types::{IntType, Type};
use belnap_solver::wp::Conditions;

use crate::affine::equations;
use crate::discover::induction::{Steps, inside, later, steps, vars};
use crate::path::loops;

/// Limit on guesses.
const MOST_CANDIDATES: usize = 400;

/// Limit on the variables of which each two are compared.
const MOST_COMPARED: usize = 8;

/// Limit on the constants of the program that variables and differences are compared with.
const MOST_CONSTANTS: usize = 12;

/// Limit on the stores to cells whose contents could matter.
const MOST_STORES: usize = 8;

/// Limit on the conditions under which others could hold.
const MOST_PHASES: usize = 6;

/// Conditions in normal form, the better ones first.
pub struct Candidates<'a> {
    cfg: &'a Cfg,
    conditions: Conditions<'a>,
    /// What could hold.
    pub all: Vec<Expr>,
    edges: Vec<CfgEdgeId>,
    steps: Steps,
    /// The variables that loops change.
    changing: BTreeSet<CfgVarId>,
}

impl<'a> Candidates<'a> {
    /// What the equations, conditions, first values and variables of a part of a graph suggest.
    pub fn of(cfg: &'a Cfg, edges: &[CfgEdgeId]) -> Self {
        let loops = loops(cfg, edges);
        let mut inside = inside(cfg, &loops);
        inside.retain(|id| edges.contains(id));
        let mut new = Candidates {
            cfg,
            conditions: Conditions::new(cfg),
            all: Vec::new(),
            edges: edges.to_vec(),
            steps: steps(cfg, &inside),
            changing: inside.iter().flat_map(|id| assigned(&cfg.edges[*id].operation)).collect(),
        };
        for equation in equations(cfg, edges, &loops.concat()) {
            new.add(equation);
        }
        new.add_conditions();
        new.add_first_values();
        new.add_definitions();
        new.add_comparisons();
        new.add_stores();
        new
    }

    /// More of them: bounds of variables and differences by the constants of the program, and what
    /// could hold in phases of a loop.
    pub fn add_more(&mut self) {
        self.add_bounds();
        self.add_phases();
    }

    fn operations(&self) -> Vec<&'a Operation> {
        self.edges.iter().map(|id| &self.cfg.edges[*id].operation).collect()
    }

    fn add(&mut self, condition: Expr) {
        let normal = self.conditions.normal(&condition);
        let known = matches!(normal, Expr::Bool(_)) || self.all.contains(&normal);
        if !known && self.all.len() < MOST_CANDIDATES {
            self.all.push(normal);
        }
    }

    /// The conditions of the program and their negations, as they are and one step later.
    fn add_conditions(&mut self) {
        for operation in self.operations() {
            let Operation::Assume(condition) = operation else { continue };
            for one in [condition.clone(), condition.clone().negate()] {
                for later in later(self.cfg, &one, &self.steps) {
                    self.add(later);
                }
                if let Expr::And(operands) | Expr::Or(operands) = &one {
                    operands.iter().for_each(|operand| self.add(operand.clone()));
                }
                self.add(one);
            }
        }
    }

    /// Bounds by values that variables get, and remainders where they go in steps.
    fn add_first_values(&mut self) {
        for operation in self.operations() {
            let Operation::Assign(assignments) = operation else { continue };
            for (var, value) in assignments {
                let (Type::Int(ty), Expr::Int(..) | Expr::Var(_)) = (self.cfg.type_of(*var), value)
                else {
                    continue;
                };
                for op in [CompareOp::Ge, CompareOp::Le, CompareOp::Eq] {
                    self.add(Expr::compare(op, Expr::Var(*var), value.clone()));
                }
                let steps = self.steps.get(var).cloned().into_iter().flatten();
                let steps = steps.filter_map(i128::checked_abs);
                for step in steps.filter(|step| *step > 1 && ty.contains(*step)) {
                    let by = Expr::int(step, ty);
                    let moved = Expr::binary(BinaryOp::Sub, Expr::Var(*var), value.clone());
                    let rest = Expr::binary(BinaryOp::Rem, moved, by);
                    self.add(Expr::compare(CompareOp::Eq, rest, Expr::int(0, ty)));
                }
            }
        }
    }

    /// What numbers are that no loop changes, such as the size of an array: equal to what was
    /// computed for them.
    fn add_definitions(&mut self) {
        for operation in self.operations() {
            let Operation::Assign(assignments) = operation else { continue };
            for (var, value) in assignments {
                let mut all = vars(value);
                let computed = !matches!(value, Expr::Int(..) | Expr::Var(_)) && all.insert(*var);
                let is_number = |var: &CfgVarId| matches!(self.cfg.type_of(*var), Type::Int(_));
                if computed && all.is_disjoint(&self.changing) && all.iter().all(is_number) {
                    self.add(Expr::compare(CompareOp::Eq, Expr::Var(*var), value.clone()));
                }
            }
        }
    }

    /// Variables against zero and each other.
    fn add_comparisons(&mut self) {
        let numbers = self.numbers();
        for (var, ty) in &numbers {
            self.add(Expr::compare(CompareOp::Ge, Expr::Var(*var), Expr::int(0, *ty)));
        }
        for (a, b, _) in pairs(&numbers) {
            self.add(Expr::compare(CompareOp::Le, Expr::Var(a), Expr::Var(b)));
        }
    }

    /// What is stored in a cell whose place no loop changes, and that variables do not go beyond
    /// it: so searches end at the latest.
    fn add_stores(&mut self) {
        let mut counting = self.numbers();
        counting.retain(|(var, _)| self.steps.contains_key(var));
        let stores = self.operations().into_iter().filter_map(|operation| match operation {
            Operation::Assign(assignments) => Some(assignments),
            _ => None,
        });
        let stores = stores.flatten().filter_map(|(region, value)| match value {
            Expr::Write(operands) => Some((*region, operands)),
            _ => None,
        });
        for (region, operands) in stores.take(MOST_STORES) {
            let [_, index, stored] = &**operands;
            if vars(index).iter().any(|var| self.steps.contains_key(var)) {
                continue;
            }
            let cell = Expr::read(Expr::Var(region), index.clone());
            self.add(Expr::compare(CompareOp::Eq, cell, stored.clone()));
            let place = match index {
                Expr::Cast(_, inner) => &**inner,
                plain => plain,
            };
            for (var, ty) in &counting {
                let bound = match place {
                    Expr::Int(value, _) if ty.contains(*value) => Expr::int(*value, *ty),
                    Expr::Var(other) if self.cfg.type_of(*other) == Type::Int(*ty) => place.clone(),
                    _ => continue,
                };
                self.add(Expr::compare(CompareOp::Le, Expr::Var(*var), bound));
            }
        }
    }

    /// Variables and differences against the constants of the program.
    fn add_bounds(&mut self) {
        let numbers = self.numbers();
        let constants = self.constants();
        let fitting =
            |ty: IntType| constants.iter().copied().filter(move |value| ty.contains(*value));
        for (var, ty) in &numbers {
            for value in fitting(*ty) {
                for op in [CompareOp::Le, CompareOp::Ge] {
                    self.add(Expr::compare(op, Expr::Var(*var), Expr::int(value, *ty)));
                }
            }
        }
        for (a, b, ty) in pairs(&numbers) {
            for value in fitting(ty).filter(|value| *value > 0) {
                let more = Expr::binary(BinaryOp::Add, Expr::Var(b), Expr::int(value, ty));
                self.add(Expr::compare(CompareOp::Le, Expr::Var(a), more));
            }
        }
    }

    /// Equalities and remainders that could hold as long as a condition of the program does.
    fn add_phases(&mut self) {
        let mut phases: Vec<Expr> = Vec::new();
        for operation in self.operations() {
            if let Operation::Assume(condition) = operation {
                let normal = self.conditions.normal(condition);
                let simple = matches!(&normal, Expr::Compare(..)) && vars(&normal).len() == 1;
                if simple && !phases.contains(&normal) {
                    phases.push(normal);
                }
            }
        }
        phases.truncate(MOST_PHASES);
        let mut equalities: Vec<Expr> = Vec::new();
        for (a, b, _) in pairs(&self.numbers()).into_iter().filter(|(a, b, _)| a < b) {
            equalities.push(Expr::compare(CompareOp::Eq, Expr::Var(a), Expr::Var(b)));
        }
        let equality = |one: &&Expr| matches!(one, Expr::Compare(CompareOp::Eq, _));
        equalities.extend(self.all.iter().filter(equality).cloned());
        for phase in phases {
            for equality in &equalities {
                self.add(Expr::Or(vec![phase.clone(), equality.clone()]));
            }
        }
    }

    /// Constants that the program compares with or assigns, the first of them.
    fn constants(&self) -> BTreeSet<i128> {
        let mut all = BTreeSet::new();
        let mut see = |expr: &Expr| match expr {
            Expr::Int(value, _) if all.len() < MOST_CONSTANTS => {
                all.insert(*value);
            }
            _ => {}
        };
        for operation in self.operations() {
            match operation {
                Operation::Assign(assignments) => {
                    assignments.iter().for_each(|(_, value)| see(value));
                }
                Operation::Assume(condition) => {
                    // `x < 100` and `x <= 99`: where a loop ends there is one more.
                    let normal = self.conditions.normal(condition);
                    normal.operands().iter().chain(condition.operands()).for_each(&mut see);
                }
                _ => {}
            }
        }
        all
    }

    /// The numbers that the program changes or asks about.
    fn numbers(&self) -> Vec<(CfgVarId, IntType)> {
        let mut used: BTreeSet<CfgVarId> = BTreeSet::new();
        for operation in self.operations() {
            match operation {
                Operation::Assign(assignments) => {
                    used.extend(assignments.iter().map(|(var, _)| *var));
                }
                Operation::Assume(condition) => used.extend(vars(condition)),
                Operation::Nondet(vars) | Operation::Unknown(vars) => used.extend(vars),
                _ => {}
            }
        }
        let number = |var: CfgVarId| match self.cfg.type_of(var) {
            Type::Int(ty) => Some((var, ty)),
            _ => None,
        };
        used.into_iter().filter_map(number).collect()
    }
}

/// Each two different variables of one type, in both orders, if there are not too many.
fn pairs(numbers: &[(CfgVarId, IntType)]) -> Vec<(CfgVarId, CfgVarId, IntType)> {
    let mut all = Vec::new();
    if numbers.len() <= MOST_COMPARED {
        for (a, ty) in numbers {
            let others = numbers.iter().filter(|(b, other)| b != a && other == ty);
            all.extend(others.map(|(b, _)| (*a, *b, *ty)));
        }
    }
    all
}
