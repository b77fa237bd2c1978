//! Assumptions about steps that plainly do not happen are none: `if (y != 0) x / y` divides by
//! nothing that is zero.
//!
//! For each location: which numbers the terms lie between that conditions before such steps
//! compare, and the variables that these are computed from. The graph stays as it is, only its
//! ledger becomes shorter.

use belnap_ir::cfg::{Approximation, Cfg, IntegerMode, Operation, Treatment};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiVec, ti_vec};
use belnap_ir::types::{IntType, Type};
use rustc_hash::FxHashMap;

use super::range::Range;
use crate::unsupported;
use belnap_ir::effects::Effects;
use belnap_ir::graph::{Worklist, incoming, loop_heads, outgoing};

/// What is assumed of steps that most programs never take.
const RARE: [&str; 5] = [
    unsupported::DIVISION,
    unsupported::MISSING_RESULT,
    unsupported::NONRETURNING_FUNCTION,
    unsupported::UNREACHABLE_CODE,
    unsupported::VARIABLE_LENGTH_ARRAY,
];

/// Limit on the terms that are looked at.
const TERMS: usize = 64;

/// How often what holds at the head of a loop is weakened bound by bound; then a bound goes at
/// once.
const ROUNDS: u32 = 4;

/// Takes steps that cannot be taken from the assumptions of a graph.
pub fn drop_impossible(cfg: &mut Cfg) {
    // Without edges an entry concerns the whole program.
    let is_rare = |entry: &Approximation| {
        let assumed = entry.treatment == Treatment::Assumed && !entry.edges.is_empty();
        assumed && RARE.contains(&entry.construct.as_str())
    };
    let rare = cfg.ledger.iter().filter(|entry| is_rare(entry));
    let edges: Vec<CfgEdgeId> = rare.flat_map(|entry| &entry.edges).copied().collect();
    let terms = Terms::of(cfg, &conditions(cfg, &edges));
    if terms.all.is_empty() {
        return;
    }
    let possible = Analysis { cfg, terms }.possible_edges();
    cfg.ledger.retain_mut(|entry| {
        if !is_rare(entry) {
            return true;
        }
        entry.edges.retain(|edge| possible[*edge]);
        !entry.edges.is_empty()
    });
}

/// The conditions of steps and of those that lead to them one after the other.
fn conditions<'a>(cfg: &'a Cfg, edges: &[CfgEdgeId]) -> Vec<&'a Expr> {
    let into = incoming(cfg);
    let mut seen: TiVec<CfgEdgeId, bool> = ti_vec![false; cfg.edges.len()];
    let mut work = edges.to_vec();
    let mut found = Vec::new();
    while let Some(index) = work.pop() {
        if found.len() == TERMS || std::mem::replace(&mut seen[index], true) {
            continue;
        }
        let edge = &cfg.edges[index];
        if let Operation::Assume(condition) = &edge.operation {
            found.push(condition);
        } else if !edges.contains(&index) {
            continue;
        }
        work.extend(&into[edge.from]);
    }
    found
}

/// The terms that are looked at, by number.
#[derive(Default)]
struct Terms {
    all: Vec<Expr>,
    numbers: FxHashMap<Expr, usize>,
    /// For each variable, the terms that it occurs in.
    with: FxHashMap<CfgVarId, Vec<usize>>,
}

impl Terms {
    fn of(cfg: &Cfg, conditions: &[&Expr]) -> Self {
        let mut terms = Terms::default();
        conditions.iter().for_each(|condition| terms.add_compared(condition));
        conditions.iter().for_each(|condition| terms.add_leaves(condition));
        let mut next = 0;
        while next < terms.all.len() {
            if let Expr::Var(var) = terms.all[next] {
                for edge in &cfg.edges {
                    let Operation::Assign(pairs) = &edge.operation else { continue };
                    let own = pairs.iter().filter(|(assigned, _)| *assigned == var);
                    own.for_each(|(_, value)| terms.add_leaves(value));
                }
            }
            next += 1;
        }
        terms
    }

    /// Adds what a condition compares.
    fn add_compared(&mut self, condition: &Expr) {
        for operand in condition.operands() {
            match (condition, operand) {
                (Expr::Compare(..), Expr::Binary(..)) => self.add(operand),
                (Expr::Compare(..), _) => {}
                _ => self.add_compared(operand),
            }
        }
    }

    /// Adds the variables and the reads of memory that a number is computed from.
    fn add_leaves(&mut self, expr: &Expr) {
        match expr {
            Expr::Var(_) | Expr::Read(_) => self.add(expr),
            Expr::Write(_) | Expr::Fill(..) | Expr::Splice(_) | Expr::Shift(_) => {}
            _ => expr.operands().iter().for_each(|operand| self.add_leaves(operand)),
        }
    }

    fn add(&mut self, term: &Expr) {
        if self.all.len() == TERMS || self.numbers.contains_key(term) {
            return;
        }
        let number = self.all.len();
        self.numbers.insert(term.clone(), number);
        term.for_each_var(&mut |var| self.with.entry(var).or_default().push(number));
        self.all.push(term.clone());
    }
}

/// For each term, where it lies, if that is not all of its type.
type Facts = Vec<Option<Range>>;

struct Analysis<'a> {
    cfg: &'a Cfg,
    terms: Terms,
}

impl Analysis<'_> {
    /// Which edges can be taken, as far as that is plain.
    fn possible_edges(&self) -> TiVec<CfgEdgeId, bool> {
        let cfg = self.cfg;
        let (effects, out) = (Effects::of(cfg), outgoing(cfg));
        let nothing: Facts = vec![None; self.terms.all.len()];
        let mut known: TiVec<CfgLocId, Option<Facts>> = ti_vec![None; cfg.locations.len()];
        let heads = loop_heads(cfg);
        let mut rounds: TiVec<CfgLocId, u32> = ti_vec![0; cfg.locations.len()];
        known[cfg.entry] = Some(nothing.clone());
        let mut possible = ti_vec![false; cfg.edges.len()];
        let mut work = Worklist::new(cfg);
        work.push(cfg.entry);
        while let Some(at) = work.pop() {
            let Some(here) = known[at].clone() else { continue };
            for index in &out[at] {
                let edge = &cfg.edges[*index];
                let mut reach = |to: CfgLocId, facts: &Facts| {
                    if join(&mut known[to], facts, heads[to] && rounds[to] >= ROUNDS) {
                        rounds[to] += 1;
                        work.push(to);
                    }
                };
                if let Operation::Call { function, .. } = &edge.operation {
                    reach(cfg.functions[*function].entry, &nothing);
                }
                if let Some(after) = self.after(&edge.operation, &here, &effects) {
                    possible[*index] = true;
                    reach(edge.to, &after);
                }
            }
        }
        possible
    }

    /// What holds after a step; nothing if it cannot be taken.
    fn after(&self, operation: &Operation, here: &Facts, effects: &Effects) -> Option<Facts> {
        let mut after = here.clone();
        if let Operation::Assume(condition) = operation {
            return self.assume(condition, true, &mut after).then_some(after);
        }
        for var in effects.changed(operation) {
            for term in self.terms.with.get(&var).into_iter().flatten() {
                after[*term] = None;
            }
        }
        if let Operation::Assign(pairs) = operation {
            for (var, value) in pairs {
                let (target, value) = match value {
                    Expr::Write(operands) if operands[0] == Expr::Var(*var) => {
                        let mut moves = false;
                        let changes = |other: CfgVarId| pairs.iter().any(|(own, _)| *own == other);
                        operands[1].for_each_var(&mut |index| moves |= changes(index));
                        if moves {
                            continue;
                        }
                        (Expr::read(operands[0].clone(), operands[1].clone()), &operands[2])
                    }
                    value => (Expr::Var(*var), value),
                };
                if let Some(term) = self.terms.numbers.get(&target) {
                    after[*term] = self.range(value, here);
                }
            }
        }
        Some(after)
    }

    fn integer(&self, expr: &Expr) -> Option<IntType> {
        let cfg = self.cfg;
        let of_variable = |var: CfgVarId| cfg.variables[var].ty;
        match expr.type_of(&of_variable, cfg.machine.address())? {
            Type::Int(ty) => Some(ty),
            _ => None,
        }
    }

    /// All numbers of a type, if it is not too wide.
    fn all(&self, ty: IntType) -> Option<Range> {
        match self.cfg.machine.integers {
            IntegerMode::Mathematical => Some(Range::ALL),
            _ => Range::of_type(ty),
        }
    }

    /// Where a number lies; nothing if that is not known.
    fn range(&self, expr: &Expr, facts: &Facts) -> Option<Range> {
        let all = match expr {
            Expr::Int(number, _) => return Some(Range::only(*number)),
            _ => self.all(self.integer(expr)?)?,
        };
        let of = |operand: &Expr| self.range(operand, facts);
        let computed = match expr {
            Expr::Cast(_, operand) => match self.integer(operand) {
                Some(_) => of(operand),
                None => Some(Range::between(0, 1)),
            },
            Expr::Unary(op, operand) => of(operand).and_then(|range| range.unary(*op)),
            Expr::Binary(op, operands) => match (of(&operands[0]), of(&operands[1])) {
                (Some(left), Some(right)) => left.binary(*op, right, all),
                _ => None,
            },
            Expr::If(operands) => {
                let arm = |truth: bool, value: &Expr| {
                    let mut facts = facts.clone();
                    let taken = self.assume(&operands[0], truth, &mut facts);
                    taken.then(|| self.range(value, &facts).unwrap_or(all))
                };
                match (arm(true, &operands[1]), arm(false, &operands[2])) {
                    (Some(one), Some(other)) => Some(one.or(other)),
                    (one, other) => one.or(other),
                }
            }
            _ => None,
        };
        // What does not fit wraps around.
        let computed = computed.filter(|range| range.is_within(all)).unwrap_or(all);
        match self.terms.numbers.get(expr).and_then(|term| facts[*term]) {
            Some(range) => range.and(computed),
            None => Some(computed),
        }
    }

    /// Adds that a condition has a truth value; whether it can.
    fn assume(&self, condition: &Expr, truth: bool, facts: &mut Facts) -> bool {
        match (condition, truth) {
            (Expr::Bool(value), _) => *value == truth,
            (Expr::Not(operand), _) => self.assume(operand, !truth, facts),
            (Expr::And(operands), true) | (Expr::Or(operands), false) => {
                operands.iter().all(|operand| self.assume(operand, truth, facts))
            }
            (Expr::And(operands), false) | (Expr::Or(operands), true) => {
                operands.iter().any(|operand| self.assume(operand, truth, &mut facts.clone()))
            }
            (Expr::Compare(op, operands), _) => {
                let op = if truth { *op } else { op.negate() };
                let [left, right] = &**operands;
                match (self.range(left, facts), self.range(right, facts)) {
                    (Some(first), Some(second)) => {
                        self.compare(op, (left, first), (right, second), facts)
                    }
                    _ => true,
                }
            }
            _ => true,
        }
    }

    fn compare(
        &self,
        op: CompareOp,
        (left, first): (&Expr, Range),
        (right, second): (&Expr, Range),
        facts: &mut Facts,
    ) -> bool {
        let narrowed = (first.restrict(op, second), second.restrict(op.mirror(), first));
        let (Some(first), Some(second)) = narrowed else { return false };
        self.narrow(left, first, facts);
        self.narrow(right, second, facts);
        true
    }

    /// Adds where a number lies.
    fn narrow(&self, expr: &Expr, range: Range, facts: &mut Facts) {
        if let Some(term) = self.terms.numbers.get(expr) {
            facts[*term] = Some(range);
        } else if let Expr::Cast(ty, operand) = expr
            && let Some(from) = self.integer(operand)
            && let (Some(inner), Some(outer)) = (self.all(from), self.all(*ty))
            && inner.is_within(outer)
        {
            self.narrow(operand, range, facts);
        }
    }
}

/// Weakens what is known by what may hold as well; whether that changed it. If `wide`, a bound that
/// moves goes.
fn join(known: &mut Option<Facts>, facts: &Facts, wide: bool) -> bool {
    let Some(known) = known else {
        *known = Some(facts.clone());
        return true;
    };
    let mut changed = false;
    for (mine, other) in known.iter_mut().zip(facts) {
        let weaker = match (*mine, other) {
            (Some(own), Some(other)) => {
                let both = own.or(*other);
                Some(if wide { own.widen(both) } else { both })
            }
            _ => None,
        };
        changed |= *mine != weaker;
        *mine = weaker;
    }
    changed
}
