//! Literals and gates: truth values as clauses of a SAT solver.
//!
//! A gate that is there already, up to negation, is not made again, and what is constant is not
//! made at all.

use std::cell::Cell;
use std::time::Instant;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use rustc_hash::FxHashMap;

/// A truth value: a variable of the solver, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bit(u32);

impl Bit {
    /// True.
    pub const TRUE: Bit = Bit(0);
    /// False.
    pub const FALSE: Bit = Bit(1);

    /// One of the two constants.
    pub const fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    /// The value, if it is constant.
    pub const fn known(self) -> Option<bool> {
        match self {
            Bit::TRUE => Some(true),
            Bit::FALSE => Some(false),
            _ => None,
        }
    }

    const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    const fn without_sign(self) -> Bit {
        Bit(self.0 & !1)
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// When the solver gives up: conflicts are counted, the clock is the last resort.
#[derive(Debug, Default)]
struct Watch {
    conflicts: u64,
    most: u64,
    end: Option<Instant>,
    looks: Cell<u32>,
    late: Cell<bool>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
        }
    }

    fn stop(&self) -> bool {
        // Between two looks at the clock there are about a thousand decisions.
        const SELDOM: u32 = 1 << 10;
        self.looks.set(self.looks.get().wrapping_add(1));
        if self.looks.get().is_multiple_of(SELDOM)
            && self.end.is_some_and(|end| end <= Instant::now())
        {
            self.late.set(true);
        }
        self.conflicts > self.most || self.late.get()
    }
}

/// What makes a gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Bit, Bit),
    Xor(Bit, Bit),
    Mux(Bit, Bit, Bit),
    Majority(Bit, Bit, Bit),
}

/// All gates so far, and the solver that knows them.
pub(super) struct Gates {
    solver: Solver<Watch>,
    /// Its variables, by number.
    vars: Vec<Var>,
    made: FxHashMap<Gate, Bit>,
    clause: Vec<Lit>,
}

impl Gates {
    pub fn new() -> Self {
        let solver = Solver::new(SolverOpts::default(), Watch::default());
        let (vars, made, clause) = (Vec::new(), FxHashMap::default(), Vec::new());
        let mut gates = Gates { solver, vars, made, clause };
        let constant = gates.fresh();
        debug_assert_eq!(constant, Bit::TRUE);
        gates.require(&[Bit::TRUE]);
        gates
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.vars.len()
    }

    /// How many conflicts were met so far.
    pub fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// A value that nothing determines.
    pub fn fresh(&mut self) -> Bit {
        let number = u32::try_from(self.vars.len()).unwrap_or(u32::MAX >> 1);
        self.vars.push(self.solver.new_var_default());
        Bit(number << 1)
    }

    /// One of the bits is true, always.
    fn require(&mut self, one_of: &[Bit]) {
        self.clause.clear();
        let vars = &self.vars;
        self.clause.extend(one_of.iter().map(|bit| literal(vars, *bit)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Whether all of these can be true at once, if that is found out with so many conflicts and
    /// before `end`. If they can, [`Gates::value`] gives values.
    pub fn solve(&mut self, all: &[Bit], conflicts: u64, end: Option<Instant>) -> Option<bool> {
        let assumed: Vec<Lit> = all.iter().map(|bit| literal(&self.vars, *bit)).collect();
        let watch = self.solver.cb_mut();
        watch.most = watch.conflicts.saturating_add(conflicts);
        watch.end = end;
        watch.late.set(false);
        match self.solver.solve_limited(&assumed) {
            answer if answer == lbool::TRUE => Some(true),
            answer if answer == lbool::FALSE => Some(false),
            _ => None,
        }
    }

    /// A value that makes true what was asked for last.
    pub fn value(&self, bit: Bit) -> bool {
        self.solver.value_lit(literal(&self.vars, bit)) == lbool::TRUE
    }

    fn gate(&mut self, gate: Gate) -> Result<Bit, Bit> {
        match self.made.get(&gate) {
            Some(bit) => Err(*bit),
            None => {
                let bit = self.fresh();
                self.made.insert(gate, bit);
                Ok(bit)
            }
        }
    }

    /// Both.
    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Bit::TRUE, other) => return other,
            (Bit::FALSE, _) => return Bit::FALSE,
            _ if a == b => return a,
            _ if a == !b => return Bit::FALSE,
            _ => {}
        }
        match self.gate(Gate::And(a, b)) {
            Err(known) => known,
            Ok(out) => {
                self.require(&[!out, a]);
                self.require(&[!out, b]);
                self.require(&[out, !a, !b]);
                out
            }
        }
    }

    /// At least one.
    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Exactly one.
    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.without_sign(), b.without_sign());
        let (a, b) = (a.min(b), a.max(b));
        let out = match (a, b) {
            _ if a == b => Bit::FALSE,
            (Bit::TRUE, other) => !other,
            _ => match self.gate(Gate::Xor(a, b)) {
                Err(known) => known,
                Ok(out) => {
                    self.require(&[!out, a, b]);
                    self.require(&[!out, !a, !b]);
                    self.require(&[out, !a, b]);
                    self.require(&[out, a, !b]);
                    out
                }
            },
        };
        if negated { !out } else { out }
    }

    /// `a` if `condition`, else `b`.
    pub fn mux(&mut self, condition: Bit, a: Bit, b: Bit) -> Bit {
        let (condition, a, b) =
            if condition.is_negated() { (!condition, b, a) } else { (condition, a, b) };
        if condition == Bit::TRUE || a == b {
            return a;
        }
        if a == !b {
            return self.xor(condition, b);
        }
        match (a, b) {
            _ if a == Bit::TRUE || a == condition => return self.or(condition, b),
            _ if a == Bit::FALSE || a == !condition => return self.and(!condition, b),
            _ if b == Bit::TRUE || b == !condition => return self.or(!condition, a),
            _ if b == Bit::FALSE || b == condition => return self.and(condition, a),
            _ => {}
        }
        let negated = a.is_negated();
        let (a, b) = if negated { (!a, !b) } else { (a, b) };
        let out = match self.gate(Gate::Mux(condition, a, b)) {
            Err(known) => known,
            Ok(out) => {
                self.require(&[!condition, !a, out]);
                self.require(&[!condition, a, !out]);
                self.require(&[condition, !b, out]);
                self.require(&[condition, b, !out]);
                self.require(&[!a, !b, out]);
                self.require(&[a, b, !out]);
                out
            }
        };
        if negated { !out } else { out }
    }

    /// At least two of the three.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut all = [a, b, c];
        all.sort_unstable();
        let [a, b, c] = all;
        if a == b || a == !b {
            return if a == b { a } else { c };
        }
        if b == c || b == !c {
            return if b == c { b } else { a };
        }
        match a {
            Bit::TRUE => return self.or(b, c),
            Bit::FALSE => return self.and(b, c),
            _ => {}
        }
        match self.gate(Gate::Majority(a, b, c)) {
            Err(known) => known,
            Ok(out) => {
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.require(&[!x, !y, out]);
                    self.require(&[x, y, !out]);
                }
                out
            }
        }
    }
}

fn literal(vars: &[Var], bit: Bit) -> Lit {
    Lit::new(vars[(bit.0 >> 1) as usize], !bit.is_negated())
}
