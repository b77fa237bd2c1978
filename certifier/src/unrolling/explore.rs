//! All steps of a program whose loops are repeated at most so often.
//!
//! Copies of locations are looked at one after another. What leads to a copy is joined before any
//! step from it is taken. Every step leads to a later copy, or is dangerous: the certificate says
//! that it is not taken.

use std::collections::BTreeMap;
use std::time::Instant;

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, FunctionId, TiVec, ti_vec};

use super::order::{Copy, Next, Order};
use super::state::{Evaluation, State, Value};
use super::terms::{Sort, Term, Terms};

/// Limit on steps.
const STEPS: usize = 2_000_000;

/// Limit on terms.
const TERMS: usize = 5_000_000;

/// How often the clock is looked at.
const CLOCK: usize = 256;

/// What must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Danger {
    /// Control comes back to a location once too often.
    TooOften(CfgLocId),
    /// Control gets to a call of a function, of which nothing is known.
    Call(CfgEdgeId),
    /// The property is false at a location.
    Violation(CfgLocId),
}

/// Why not all steps were taken.
#[derive(Debug)]
pub enum TooMuch {
    /// A limit on size.
    Size(&'static str),
    /// The time limit.
    Time,
}

/// A search under way.
pub struct Search<'a> {
    pub cfg: &'a Cfg,
    pub order: &'a Order,
    /// What must be true at each location.
    pub wanted: &'a TiVec<CfgLocId, Expr>,
    pub terms: Terms,
    /// What leads to copies that are to be looked at.
    waiting: BTreeMap<Copy, (CfgLocId, Vec<State>)>,
    /// What must not happen, with the condition under which it does.
    pub dangers: Vec<(Danger, Term)>,
    /// Calls of these functions are followed: they may change whatever they can, and nothing can go
    /// wrong in them. By default of none.
    pub followed: TiVec<FunctionId, bool>,
    steps: usize,
}

impl<'a> Search<'a> {
    /// All steps of a program.
    pub fn new(cfg: &'a Cfg, order: &'a Order, wanted: &'a TiVec<CfgLocId, Expr>) -> Self {
        let mut terms = Terms::new(cfg);
        let start = State::arbitrary(cfg, &mut terms);
        let waiting = BTreeMap::from([(order.entry(cfg.entry), (cfg.entry, vec![start]))]);
        let followed = ti_vec![false; cfg.functions.len()];
        Search { cfg, order, wanted, terms, waiting, dangers: Vec::new(), followed, steps: 0 }
    }

    /// The functions in which, and in what they call, the property is plainly true.
    pub fn harmless(&self) -> TiVec<FunctionId, bool> {
        let mut harmful: Vec<FunctionId> = Vec::new();
        for (at, location) in self.cfg.locations.iter_enumerated() {
            if truth(&self.wanted[at]) != Some(true) {
                harmful.push(location.function);
            }
        }
        let calls = self.cfg.edges.iter().filter_map(|edge| match edge.operation {
            Operation::Call { function, .. } => {
                Some((function, self.cfg.locations[edge.from].function))
            }
            _ => None,
        });
        let calls: Vec<(FunctionId, FunctionId)> = calls.collect();
        let mut harmless = ti_vec![true; self.cfg.functions.len()];
        while let Some(function) = harmful.pop() {
            if std::mem::replace(&mut harmless[function], false) {
                let callers = calls.iter().filter(|(callee, _)| *callee == function);
                harmful.extend(callers.map(|(_, caller)| *caller));
            }
        }
        harmless
    }

    /// Takes all steps.
    pub fn run(&mut self, end: Option<Instant>) -> Result<(), TooMuch> {
        let outgoing = outgoing(self.cfg);
        let mut copies = 0_usize;
        while let Some((copy, (at, states))) = self.waiting.pop_first() {
            copies += 1;
            if copies.is_multiple_of(CLOCK) && end.is_some_and(|end| end <= Instant::now()) {
                return Err(TooMuch::Time);
            }
            if self.steps > STEPS {
                return Err(TooMuch::Size("there are too many steps"));
            }
            if self.terms.len() > TERMS {
                return Err(TooMuch::Size("what is computed is too large"));
            }
            let Some(state) = State::join(&mut self.terms, states) else { continue };
            if state.is_too_deep() {
                return Err(TooMuch::Size("what is written to memory is too large"));
            }
            self.judge(at, &state);
            self.follow(at, &copy, state, &outgoing[at])?;
        }
        Ok(())
    }

    /// Whether the property is true at a location.
    fn judge(&mut self, at: CfgLocId, state: &State) {
        let wanted = &self.wanted[at];
        let wanted = self.evaluation(state).truth(wanted);
        let unwanted = self.terms.not(wanted);
        let violated = self.terms.and(state.guard.term(), unwanted);
        self.note(Danger::Violation(at), violated);
    }

    fn note(&mut self, danger: Danger, condition: Term) {
        if condition != Term::FALSE {
            self.dangers.push((danger, condition));
        }
    }

    fn evaluation<'s>(&'s mut self, state: &'s State) -> Evaluation<'s> {
        Evaluation { cfg: self.cfg, terms: &mut self.terms, state }
    }

    /// Takes all steps from a copy of a location.
    fn follow(
        &mut self,
        at: CfgLocId,
        copy: &Copy,
        state: State,
        outgoing: &[CfgEdgeId],
    ) -> Result<(), TooMuch> {
        let ways = self.ways(&state, outgoing);
        for (id, condition) in ways {
            let guard = state.guard.and(&mut self.terms, condition);
            if guard.term() == Term::FALSE {
                continue;
            }
            self.steps += 1;
            if let Operation::Call { function, .. } = self.cfg.edges[id].operation
                && !self.followed[function]
            {
                self.note(Danger::Call(id), guard.term());
                continue;
            }
            let to = self.cfg.edges[id].to;
            match self.order.next(at, copy, to) {
                Next::TooOften(to) => self.note(Danger::TooOften(to), guard.term()),
                Next::Later(later) => {
                    let mut after = self.step(id, &state);
                    after.guard = guard;
                    self.waiting.entry(later).or_insert((to, Vec::new())).1.push(after);
                }
            }
        }
        Ok(())
    }

    /// The edges that can be taken, with conditions of which no two are true at the same time:
    /// where several edges exist, something that can be anything chooses.
    fn ways(&mut self, state: &State, outgoing: &[CfgEdgeId]) -> Vec<(CfgEdgeId, Term)> {
        let mut ways = Vec::new();
        for id in outgoing {
            let edge = &self.cfg.edges[*id];
            if changes_nothing(edge) {
                continue;
            }
            let condition = match &edge.operation {
                Operation::Assume(condition) => self.evaluation(state).truth(condition),
                Operation::AssumeUnknown => self.terms.any(Sort::Truth),
                _ => Term::TRUE,
            };
            if self.terms.and(state.guard.term(), condition) != Term::FALSE {
                ways.push((*id, condition));
            }
        }
        for first in 0..ways.len() {
            let clashes: Vec<usize> = (first + 1..ways.len())
                .filter(|other| !self.terms.are_exclusive(ways[first].1, ways[*other].1))
                .collect();
            if clashes.is_empty() {
                continue;
            }
            let chosen = self.terms.any(Sort::Truth);
            let not_chosen = self.terms.not(chosen);
            ways[first].1 = self.terms.and(ways[first].1, chosen);
            for other in clashes {
                ways[other].1 = self.terms.and(ways[other].1, not_chosen);
            }
        }
        ways
    }

    /// The state after a step.
    fn step(&mut self, id: CfgEdgeId, state: &State) -> State {
        let mut after = state.clone();
        match &self.cfg.edges[id].operation {
            Operation::Assign(pairs) => {
                let mut evaluation = self.evaluation(state);
                for (var, value) in pairs {
                    after.values[*var] = evaluation.value(value);
                }
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                for var in vars {
                    after.values[*var] = Value::any(&mut self.terms, self.cfg.type_of(*var));
                }
            }
            // What belongs to a function's activations is the same again after a call.
            Operation::Call { result, .. } => {
                for (var, variable) in self.cfg.variables.iter_enumerated() {
                    if variable.function.is_none() || *result == Some(var) {
                        after.values[var] = Value::any(&mut self.terms, variable.ty);
                    }
                }
            }
            Operation::Assume(_) | Operation::AssumeUnknown => {}
        }
        after
    }
}

/// Whether an edge leads from a state to itself.
fn changes_nothing(edge: &Edge) -> bool {
    let mut changes = edge.from != edge.to || matches!(edge.operation, Operation::Call { .. });
    edge.operation.for_each_changed(|_| changes = true);
    !changes
}

/// The truth value of a condition that depends on nothing, if that is plain.
fn truth(condition: &Expr) -> Option<bool> {
    let decided = |all: &[Expr], decisive: bool| {
        let all: Vec<Option<bool>> = all.iter().map(truth).collect();
        match all.contains(&Some(decisive)) {
            true => Some(decisive),
            false => (!all.contains(&None)).then_some(!decisive),
        }
    };
    match condition {
        Expr::Bool(truth) => Some(*truth),
        Expr::Not(operand) => truth(operand).map(|truth| !truth),
        Expr::And(operands) => decided(operands, false),
        Expr::Or(operands) => decided(operands, true),
        _ => None,
    }
}
