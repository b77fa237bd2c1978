//! Equations between variables that hold whenever a location is passed: Karr's analysis.
//!
//! The states at a location are kept as an affine space: a point and directions. An assignment of
//! a sum maps the space, any other value adds a direction, and where edges meet the spaces are
//! joined, so that a location's space can grow only as often as there are variables. Conditions
//! are not looked at. What is orthogonal to all directions is constant: an equation.
//!
//! Numbers are computed modulo a large prime and read back as small fractions. What comes out is
//! a proposal: that machine numbers wrap around, and that a large fraction can look like a small
//! one, makes no difference to anybody who only tracks the equation as a predicate.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::types::{IntType, Type};

/// A Mersenne prime.
const PRIME: i128 = (1 << 61) - 1;

/// Larger coefficients are not proposed.
const LARGEST: i128 = 1000;

/// More variables are not looked at.
const MOST_VARIABLES: usize = 64;

/// More variables in an equation are not proposed.
const MOST_IN_EQUATION: usize = 4;

/// The equations at some locations of the graph that `edges` are, which starts at the graph's
/// entry.
pub fn equations(cfg: &Cfg, edges: &[CfgEdgeId], at: &[CfgLocId]) -> Vec<Expr> {
    let mut vars: Vec<CfgVarId> = Vec::new();
    for edge in edges {
        collect_mentioned(&cfg.edges[*edge].operation, &mut vars);
    }
    vars.retain(|var| matches!(cfg.type_of(*var), Type::Int(_)));
    vars.sort_unstable();
    vars.dedup();
    if vars.len() > MOST_VARIABLES {
        return Vec::new();
    }
    let mut spaces: Vec<Option<Space>> = vec![None; cfg.locations.len()];
    spaces[cfg.entry.index()] = Some(Space::all(vars.len()));
    loop {
        let mut changed = false;
        for edge in edges.iter().map(|edge| &cfg.edges[*edge]) {
            let Some(before) = &spaces[edge.from.index()] else { continue };
            let after = before.after(&edge.operation, &vars);
            match &mut spaces[edge.to.index()] {
                Some(known) => changed |= known.join(&after),
                unknown => {
                    *unknown = Some(after);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut found = Vec::new();
    for location in at {
        let Some(space) = &spaces[location.index()] else { continue };
        for (coefficients, constant) in space.equations() {
            if let Some(equation) = expression(cfg, &vars, &coefficients, constant)
                && !found.contains(&equation)
            {
                found.push(equation);
            }
        }
    }
    found
}

fn collect_mentioned(operation: &Operation, vars: &mut Vec<CfgVarId>) {
    match operation {
        Operation::Assign(assignments) => {
            for (var, value) in assignments {
                vars.push(*var);
                value.for_each_var(&mut |var| vars.push(var));
            }
        }
        Operation::Nondet(changed) | Operation::Unknown(changed) => vars.extend(changed),
        Operation::Call { result, .. } => vars.extend(result),
        Operation::Assume(_) | Operation::AssumeUnknown => {}
    }
}

/// `point + any combination of directions`; the directions are in reduced row echelon form.
#[derive(Clone)]
struct Space {
    point: Vec<i128>,
    directions: Vec<Vec<i128>>,
}

impl Space {
    /// Every state.
    fn all(count: usize) -> Self {
        let axis = |at: usize| (0..count).map(|other| i128::from(other == at)).collect();
        Space { point: vec![0; count], directions: (0..count).map(axis).collect() }
    }

    fn after(&self, operation: &Operation, vars: &[CfgVarId]) -> Space {
        let place = |var: &CfgVarId| vars.binary_search(var).ok();
        let mut lost: Vec<usize> = Vec::new();
        let mut sums: Vec<(usize, Sum)> = Vec::new();
        match operation {
            Operation::Assign(assignments) => {
                for (var, value) in assignments {
                    let Some(at) = place(var) else { continue };
                    match Sum::of(value, vars) {
                        Some(sum) => sums.push((at, sum)),
                        None => lost.push(at),
                    }
                }
            }
            Operation::Nondet(changed) | Operation::Unknown(changed) => {
                lost.extend(changed.iter().filter_map(place));
            }
            Operation::Call { .. } => lost.extend(0..vars.len()),
            Operation::Assume(_) | Operation::AssumeUnknown => {}
        }
        let mapped = |vector: &[i128], constants: bool| {
            let mut new = vector.to_vec();
            for (at, sum) in &sums {
                new[*at] = sum.value(vector, constants);
            }
            new
        };
        let mut after = Space { point: mapped(&self.point, true), directions: Vec::new() };
        for direction in &self.directions {
            after.add(mapped(direction, false));
        }
        for at in lost {
            after.add((0..vars.len()).map(|other| i128::from(other == at)).collect());
        }
        after
    }

    /// Makes this space contain the other; whether it grew.
    fn join(&mut self, other: &Space) -> bool {
        let between = self.point.iter().zip(&other.point).map(|(a, b)| modulo(b - a)).collect();
        let mut grew = self.add(between);
        for direction in &other.directions {
            grew |= self.add(direction.clone());
        }
        grew
    }

    /// Adds a direction; whether it is a new one.
    fn add(&mut self, mut direction: Vec<i128>) -> bool {
        for known in &self.directions {
            reduce(&mut direction, known, leading(known));
        }
        let Some(lead) = direction.iter().position(|entry| *entry != 0) else { return false };
        let scale = inverse(direction[lead]);
        direction.iter_mut().for_each(|entry| *entry = modulo(*entry * scale));
        for known in &mut self.directions {
            reduce(known, &direction, lead);
        }
        let place = self.directions.partition_point(|known| leading(known) < lead);
        self.directions.insert(place, direction);
        true
    }

    /// `coefficients * state == constant`, for a basis of all of them.
    fn equations(&self) -> Vec<(Vec<i128>, i128)> {
        let leads: Vec<usize> =
            self.directions.iter().map(|direction| leading(direction)).collect();
        let free = (0..self.point.len()).filter(|at| !leads.contains(at));
        let equation = |at: usize| {
            let mut coefficients = vec![0; self.point.len()];
            coefficients[at] = 1;
            for (lead, direction) in leads.iter().zip(&self.directions) {
                coefficients[*lead] = modulo(-direction[at]);
            }
            let constant = coefficients.iter().zip(&self.point);
            let constant = constant.fold(0, |sum, (a, b)| modulo(sum + modulo(a * b)));
            (coefficients, constant)
        };
        free.map(equation).collect()
    }
}

/// Subtracts a multiple of `by`, whose entry at `lead` is 1, so that the entry there is 0.
fn reduce(vector: &mut [i128], by: &[i128], lead: usize) {
    let factor = vector[lead];
    if factor != 0 {
        for (entry, other) in vector.iter_mut().zip(by) {
            *entry = modulo(*entry - modulo(factor * other));
        }
    }
}

fn leading(direction: &[i128]) -> usize {
    direction.iter().position(|entry| *entry != 0).unwrap_or(direction.len())
}

fn modulo(value: i128) -> i128 {
    value.rem_euclid(PRIME)
}

/// By Fermat's little theorem.
fn inverse(value: i128) -> i128 {
    let (mut result, mut base, mut exponent) = (1, value, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = modulo(result * base);
        }
        base = modulo(base * base);
        exponent /= 2;
    }
    result
}

/// A sum of multiples of variables.
struct Sum {
    terms: Vec<(usize, i128)>,
    constant: i128,
}

impl Sum {
    fn of(expr: &Expr, vars: &[CfgVarId]) -> Option<Sum> {
        Some(match expr {
            Expr::Int(value, _) => Sum { terms: Vec::new(), constant: modulo(*value) },
            Expr::Var(var) => Sum { terms: vec![(vars.binary_search(var).ok()?, 1)], constant: 0 },
            // Most conversions of programs change no number.
            Expr::Cast(_, operand) => Sum::of(operand, vars)?,
            Expr::Unary(UnaryOp::Neg, operand) => Sum::of(operand, vars)?.times(-1),
            Expr::Binary(op, operands) => {
                let (a, b) = (Sum::of(&operands[0], vars)?, Sum::of(&operands[1], vars)?);
                match op {
                    BinaryOp::Add => a.plus(b),
                    BinaryOp::Sub => a.plus(b.times(-1)),
                    BinaryOp::Mul if b.terms.is_empty() => a.times(b.constant),
                    BinaryOp::Mul if a.terms.is_empty() => b.times(a.constant),
                    BinaryOp::Shl if b.terms.is_empty() && b.constant < 60 => {
                        a.times(1 << b.constant)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn plus(mut self, other: Sum) -> Sum {
        self.terms.extend(other.terms);
        Sum { constant: modulo(self.constant + other.constant), ..self }
    }

    fn times(mut self, factor: i128) -> Sum {
        self.terms.iter_mut().for_each(|(_, times)| *times = modulo(*times * factor));
        Sum { constant: modulo(self.constant * factor), ..self }
    }

    fn value(&self, vector: &[i128], constants: bool) -> i128 {
        let start = if constants { self.constant } else { 0 };
        self.terms.iter().fold(start, |sum, (at, times)| modulo(sum + modulo(times * vector[*at])))
    }
}

/// The equation as an expression, if it is one between several variables of one type, with small
/// coefficients.
fn expression(cfg: &Cfg, vars: &[CfgVarId], coefficients: &[i128], constant: i128) -> Option<Expr> {
    let used: Vec<usize> = (0..vars.len()).filter(|at| coefficients[*at] != 0).collect();
    if !(2..=MOST_IN_EQUATION).contains(&used.len()) {
        return None;
    }
    let types: Vec<Type> = used.iter().map(|at| cfg.type_of(vars[*at])).collect();
    let Type::Int(ty) = types[0] else { return None };
    if types.iter().any(|other| *other != types[0]) {
        return None;
    }
    let numbers = used.iter().map(|at| coefficients[*at]).chain([constant]);
    let fractions: Vec<(i128, i128)> = numbers.map(fraction).collect::<Option<_>>()?;
    let common = fractions.iter().fold(1, |common, (_, below)| least_multiple(common, *below));
    if common > LARGEST {
        return None;
    }
    let mut numbers = fractions.iter().map(|(above, below)| above * (common / below));
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for at in used {
        let times = numbers.next()?;
        let side = if times > 0 { &mut left } else { &mut right };
        side.push(product(times.abs(), vars[at], ty));
    }
    let constant = numbers.next()?;
    let side = if constant > 0 { &mut right } else { &mut left };
    if constant != 0 {
        side.push(Expr::int(constant.abs(), ty));
    }
    let sum = |terms: Vec<Expr>| {
        let sum = terms.into_iter().reduce(|sum, term| Expr::binary(BinaryOp::Add, sum, term));
        sum.unwrap_or_else(|| Expr::int(0, ty))
    };
    Some(Expr::compare(CompareOp::Eq, sum(left), sum(right)))
}

fn product(times: i128, var: CfgVarId, ty: IntType) -> Expr {
    match times {
        1 => Expr::Var(var),
        _ => Expr::binary(BinaryOp::Mul, Expr::Var(var), Expr::int(times, ty)),
    }
}

/// The small fraction that a number stands for.
fn fraction(value: i128) -> Option<(i128, i128)> {
    (1..=LARGEST).find_map(|below| {
        let above = modulo(value * below);
        let above = if above > PRIME / 2 { above - PRIME } else { above };
        // Constants may be large, unless they are fractions.
        (above.abs() <= LARGEST || below == 1 && above.abs() < 1 << 32).then_some((above, below))
    })
}

fn least_multiple(a: i128, b: i128) -> i128 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
