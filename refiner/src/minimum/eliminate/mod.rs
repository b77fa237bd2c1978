//! `TraceEliminate` (Minimum Predicates, Fig. 4): whether the abstraction over a set of candidates
//! allows a trace. Only the steps of the trace are abstracted.
//!
//! A state is a combination of truth values of what is tracked at a location. A step leads to every
//! combination that some state has and of which no single value is excluded, as in the Boolean
//! program: what is said here of a trace is said of the program's abstraction, too, which tracks at
//! least as much.

pub mod claims;

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiVec};
use belnap_ir::traces::Cycle;
use belnap_ir::types::Type;
use belnap_solver::prover::Prover;
use belnap_solver::session::{Answer, Literal, Session};
use belnap_solver::spread::Spread;
use belnap_solver::wp::Conditions;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use claims::ClaimAt;

/// Limit on the states of one step; a trace with more is not excluded.
const MOST_STATES: usize = 256;

/// Limit on what is tracked at one location; a state has a bit for each.
const MOST_TRACKED: usize = 64;

/// Something that the abstraction allows and the program does not.
#[derive(Clone, Debug)]
pub enum Impossible {
    /// A path from the entry, with a condition that has to hold at its end.
    Path(Vec<CfgEdgeId>, Option<Expr>),
    /// Claims, the first of which is unknown, and what those are that lead back to themselves.
    Claims(Vec<ClaimAt>, Option<Cycle>),
    /// Facts that are unknown: the value of a condition after an edge, or whether the edge can be
    /// taken.
    Facts(Vec<(CfgEdgeId, Option<Expr>)>),
}

/// Whether sets of conditions exclude a trace.
pub struct Eliminator<'a> {
    cfg: &'a Cfg,
    prover: &'a Prover,
    conditions: Conditions<'a>,
    session: Session<'a>,
    /// The conditions of the atoms.
    atoms: Vec<Expr>,
    /// The variables that they mention.
    variables: Vec<Vec<CfgVarId>>,
    /// Of those that compare a variable with a value, which, and whether they say that it has it.
    values: Vec<Option<(i128, bool)>>,
    literals: FxHashMap<Expr, Value>,
    /// What an atom after an edge is before it.
    befores: FxHashMap<(CfgEdgeId, usize), Value>,
    asked: FxHashMap<Vec<Literal>, bool>,
}

/// What a condition is, for the states of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    /// The same in all.
    Constant(bool),
    /// That of a literal.
    Literal(Literal),
    /// Not known.
    Open,
}

/// The atoms that are tracked at each location, ascending.
pub type Places = TiVec<CfgLocId, Vec<usize>>;

/// A state: the truth of each of the atoms of a location.
pub type State = u64;

impl<'a> Eliminator<'a> {
    /// For conditions of a graph.
    pub fn new(cfg: &'a Cfg, prover: &'a Prover) -> Self {
        Eliminator {
            cfg,
            prover,
            conditions: Conditions::new(cfg),
            session: Session::new(prover, cfg),
            atoms: Vec::new(),
            variables: Vec::new(),
            values: Vec::new(),
            literals: FxHashMap::default(),
            befores: FxHashMap::default(),
            asked: FxHashMap::default(),
        }
    }

    /// Whether time is over: what is asked now is not answered, so that nothing more is excluded.
    pub fn is_over(&self) -> bool {
        self.prover.is_over()
    }

    /// Whether the abstraction over what is tracked excludes a trace.
    pub fn eliminates(&mut self, trace: &Impossible, tracked: &[&Places]) -> bool {
        match trace {
            Impossible::Path(edges, end) => self.excludes_path(edges, end.as_ref(), tracked),
            Impossible::Claims(claims, cycle) => self.decides_claims(claims, *cycle, tracked),
            Impossible::Facts(facts) => facts
                .iter()
                .all(|(edge, condition)| self.decides(*edge, condition.as_ref(), tracked)),
        }
    }

    fn excludes_path(
        &mut self,
        edges: &[CfgEdgeId],
        end: Option<&Expr>,
        tracked: &[&Places],
    ) -> bool {
        let mut here = tracked_at(self.cfg.entry, tracked);
        let Some(mut states) = self.initial(&here) else { return false };
        for id in edges {
            let after = tracked_at(self.cfg.edges[*id].to, tracked);
            match self.step(*id, &states, &here, &after) {
                Some(next) => states = next,
                None => return false,
            }
            if states.is_empty() {
                return true;
            }
            here = after;
        }
        let Some(end) = end else { return false };
        let end = self.value(end);
        !states.iter().any(|state| self.can_be(end, *state, &here))
    }

    /// Whether what is tracked before an edge decides a condition after it, or whether the edge can
    /// be taken, in every state.
    fn decides(&mut self, edge: CfgEdgeId, after: Option<&Expr>, tracked: &[&Places]) -> bool {
        let known = &self.cfg.edges[edge];
        let value = match (after, &known.operation) {
            (None, Operation::Assume(condition)) => self.value(condition),
            (None, _) => Value::Open,
            (Some(condition), _) => {
                let atom = match self.value(condition) {
                    Value::Literal(literal) => literal.atom,
                    Value::Constant(_) => return true,
                    Value::Open => return false,
                };
                self.before(edge, atom)
            }
        };
        let Value::Literal(literal) = value else { return value != Value::Open };
        let here = tracked_at(known.from, tracked);
        if here.contains(&literal.atom) {
            return true;
        }
        let Some(states) = self.initial(&here) else { return false };
        states.iter().all(|state| {
            let both = [Value::Literal(literal), Value::Literal(literal.negate())];
            !both.into_iter().all(|value| self.can_be(value, *state, &here))
        })
    }

    /// The atoms of conditions, for each location, ascending.
    pub fn places(&mut self, spread: &Spread) -> Places {
        let mut atoms = Vec::with_capacity(spread.conditions.len());
        for condition in &spread.conditions {
            atoms.push(match self.value(condition) {
                Value::Literal(literal) => Some(literal.atom),
                Value::Constant(_) | Value::Open => None,
            });
        }
        let of = |here: &FixedBitSet| {
            let mut here: Vec<usize> = here.ones().filter_map(|number| atoms[number]).collect();
            here.sort_unstable();
            here.dedup();
            here
        };
        spread.at.iter().map(of).collect()
    }

    /// What a condition is.
    fn value(&mut self, condition: &Expr) -> Value {
        if let Some(known) = self.literals.get(condition) {
            return *known;
        }
        let normal = self.conditions.normal(condition);
        let value = match normal {
            Expr::Bool(truth) => Value::Constant(truth),
            _ => Value::Literal(self.literal(normal)),
        };
        self.literals.insert(condition.clone(), value);
        value
    }

    fn literal(&mut self, normal: Expr) -> Literal {
        if let Some(Value::Literal(known)) = self.literals.get(&normal) {
            return *known;
        }
        let negation = self.conditions.normal(&normal.clone().negate());
        if let Some(Value::Literal(known)) = self.literals.get(&negation) {
            let own = known.negate();
            self.literals.insert(normal, Value::Literal(own));
            return own;
        }
        let atom = self.session.atom(&normal);
        debug_assert_eq!(atom, self.atoms.len(), "atoms are numbered here and there alike");
        let mut variables = Vec::new();
        normal.for_each_var(&mut |var| variables.push(var));
        self.variables.push(variables);
        self.values.push(value_of(self.cfg, &normal));
        self.atoms.push(normal.clone());
        let own = Literal { atom, positive: true };
        self.literals.insert(negation, Value::Literal(own.negate()));
        self.literals.insert(normal, Value::Literal(own));
        own
    }

    /// What an atom after an edge is before it.
    fn before(&mut self, id: CfgEdgeId, atom: usize) -> Value {
        if let Some(known) = self.befores.get(&(id, atom)) {
            return *known;
        }
        let condition = self.atoms[atom].clone();
        let value = match &self.cfg.edges[id].operation {
            Operation::Assign(assignments) => {
                match self.conditions.weakest_precondition(&condition, assignments) {
                    Some(before) => self.value(&before),
                    None => Value::Open,
                }
            }
            Operation::Nondet(vars) | Operation::Unknown(vars)
                if condition.mentions(&|var| vars.contains(&var)) =>
            {
                Value::Open
            }
            _ => Value::Literal(Literal { atom, positive: true }),
        };
        self.befores.insert((id, atom), value);
        value
    }

    /// The states at a location about which nothing else is known; `None` if they are too many.
    pub fn initial(&mut self, atoms: &[usize]) -> Option<Vec<State>> {
        if atoms.len() > MOST_TRACKED {
            return None;
        }
        let mut states: Vec<State> = vec![0];
        for bit in 0..atoms.len() {
            let both = states.iter().flat_map(|state| [*state, state | 1 << bit]);
            let both: Vec<State> = both.collect();
            let can_be = |state: &State| self.is_possible(literals_of(*state, &atoms[..=bit]));
            states = both.into_iter().filter(can_be).collect();
            if states.len() > MOST_STATES {
                return None;
            }
        }
        Some(states)
    }

    /// The states after a step; `None` if they are too many.
    pub fn step(
        &mut self,
        id: CfgEdgeId,
        states: &[State],
        before: &[usize],
        after: &[usize],
    ) -> Option<Vec<State>> {
        if after.len() > MOST_TRACKED {
            return None;
        }
        let guard = match &self.cfg.edges[id].operation {
            Operation::Assume(condition) => Some(self.value(condition)),
            _ => None,
        };
        let mut next = Vec::new();
        for state in states {
            if guard.is_some_and(|guard| !self.can_be(guard, *state, before)) {
                continue;
            }
            let mut fixed = 0;
            let mut open = Vec::new();
            for (bit, atom) in after.iter().enumerate() {
                match self.choices(id, *atom, guard, *state, before) {
                    [false, false] | [true, true] => open.push(bit),
                    [_, positive] => fixed |= u64::from(positive) << bit,
                }
            }
            self.complete(fixed, &open, after, &mut next)?;
        }
        next.sort_unstable();
        next.dedup();
        (next.len() <= MOST_STATES).then_some(next)
    }

    /// Whether an atom may be false, and true, after a step from a state.
    fn choices(
        &mut self,
        id: CfgEdgeId,
        atom: usize,
        guard: Option<Value>,
        state: State,
        before: &[usize],
    ) -> [bool; 2] {
        match self.before(id, atom) {
            Value::Open => [true, true],
            Value::Constant(truth) => [!truth, truth],
            Value::Literal(literal) => {
                if let Some(truth) = truth_of(literal, state, before) {
                    return [!truth, truth];
                }
                [literal.negate(), literal].map(|wanted| {
                    let mut asked = literals_of(state, before);
                    asked.extend(guard.into_iter().filter_map(|guard| match guard {
                        Value::Literal(guard) => Some(guard),
                        _ => None,
                    }));
                    asked.push(wanted);
                    self.is_possible(asked)
                })
            }
        }
    }

    /// Adds all states in which some bits are fixed and others open.
    fn complete(
        &mut self,
        fixed: State,
        open: &[usize],
        atoms: &[usize],
        found: &mut Vec<State>,
    ) -> Option<()> {
        if open.is_empty() {
            found.push(fixed);
            return Some(());
        }
        if open.len() > MOST_STATES.ilog2() as usize {
            return None;
        }
        for chosen in 0..1_u64 << open.len() {
            let state = open
                .iter()
                .enumerate()
                .fold(fixed, |state, (number, bit)| state | (chosen >> number & 1) << bit);
            if self.is_possible(literals_of(state, atoms)) {
                found.push(state);
            }
        }
        Some(())
    }

    /// Whether a condition may hold in a state.
    pub fn may_hold(&mut self, condition: &Expr, state: State, atoms: &[usize]) -> bool {
        let value = self.value(condition);
        self.can_be(value, state, atoms)
    }

    /// Whether a condition may be true in a state.
    fn can_be(&mut self, value: Value, state: State, atoms: &[usize]) -> bool {
        match value {
            Value::Constant(truth) => truth,
            Value::Open => true,
            Value::Literal(literal) => truth_of(literal, state, atoms).unwrap_or_else(|| {
                let mut asked = literals_of(state, atoms);
                asked.push(literal);
                self.is_possible(asked)
            }),
        }
    }

    /// Whether some state makes literals true, as far as is known. Those that share no variable can
    /// be asked about alone.
    fn is_possible(&mut self, mut literals: Vec<Literal>) -> bool {
        literals.sort_unstable();
        literals.dedup();
        while let Some(first) = literals.pop() {
            let mut together = vec![first];
            let mut next = 0;
            while next < together.len() {
                let variables = &self.variables[together[next].atom];
                let shares = |other: &mut Literal| {
                    let other = &self.variables[other.atom];
                    variables.iter().any(|var| other.contains(var))
                };
                together.extend(literals.extract_if(.., shares));
                next += 1;
            }
            together.sort_unstable();
            if !self.are_possible(together) {
                return false;
            }
        }
        true
    }

    /// Whether some state makes literals true that share variables.
    fn are_possible(&mut self, literals: Vec<Literal>) -> bool {
        if let Some(known) = self.by_values(&literals) {
            return known;
        }
        if let Some(known) = self.asked.get(&literals) {
            return *known;
        }
        let possible = !matches!(self.session.ask(&literals, 0), Answer::Unsatisfiable(_));
        self.asked.insert(literals, possible);
        possible
    }

    /// Whether some value makes literals true that all say whether one variable has a value, if
    /// they do. No variable has so few values that literals could exclude all.
    fn by_values(&self, literals: &[Literal]) -> Option<bool> {
        let mut value = None;
        for literal in literals {
            let (own, positive) = self.values[literal.atom]?;
            if literal.positive == positive && value.replace(own).is_some_and(|it| it != own) {
                return Some(false);
            }
        }
        let is_excluded = |literal: &Literal| {
            self.values[literal.atom]
                .is_some_and(|(own, positive)| literal.positive != positive && value == Some(own))
        };
        Some(!literals.iter().any(is_excluded))
    }
}

/// The value that a condition compares a variable with, and whether it says that it has it.
fn value_of(cfg: &Cfg, condition: &Expr) -> Option<(i128, bool)> {
    const FEW_BITS: u8 = 16;
    let Expr::Compare(op, operands) = condition else { return None };
    let (Expr::Var(var), Expr::Int(value, _)) = (&operands[0], &operands[1]) else { return None };
    let has_many = matches!(cfg.type_of(*var), Type::Int(ty) if ty.bits >= FEW_BITS);
    match op {
        CompareOp::Eq if has_many => Some((*value, true)),
        CompareOp::Ne if has_many => Some((*value, false)),
        _ => None,
    }
}

/// The atoms that are tracked at a location, ascending.
pub fn tracked_at(at: CfgLocId, tracked: &[&Places]) -> Vec<usize> {
    let mut atoms: Vec<usize> = tracked.iter().flat_map(|places| &places[at]).copied().collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// The truth of a literal in a state, if its atom is tracked.
fn truth_of(literal: Literal, state: State, atoms: &[usize]) -> Option<bool> {
    let bit = atoms.binary_search(&literal.atom).ok()?;
    Some((state >> bit & 1 == 1) == literal.positive)
}

fn literals_of(state: State, atoms: &[usize]) -> Vec<Literal> {
    let literal =
        |(bit, atom): (usize, &usize)| Literal { atom: *atom, positive: state >> bit & 1 == 1 };
    atoms.iter().enumerate().map(literal).collect()
}

#[cfg(test)]
mod tests {
    use super::{literals_of, truth_of};

    /// Minimum Predicates, Example 3: of `a == 0`, `b > 5` and `c < d`, the valuations {0, 1, 1}
    /// and {1, 0, 1} negate the first and the second.
    #[test]
    fn example_3_a_state_is_a_conjunction_of_literals() {
        for (state, wanted) in [(0b110, [false, true, true]), (0b101, [true, false, true])] {
            let literals = literals_of(state, &[4, 7, 9]);
            assert!(literals.iter().map(|one| one.atom).eq([4, 7, 9]));
            assert!(literals.iter().map(|one| one.positive).eq(wanted));
            assert!(literals.iter().all(|one| truth_of(*one, state, &[4, 7, 9]) == Some(true)));
        }
    }
}
