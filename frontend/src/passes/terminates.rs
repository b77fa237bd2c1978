//! Loops that plainly end: counters that go up or down to a bound.
//!
//! A loop ends if each way round it passes one branch whose guard `i < n` (or `<=`, `>`, `>=`,
//! either way round) must hold to stay in it, `n` does not change in it, and `i` changes in it at
//! one edge only, by a constant in the right direction, which each way round passes exactly once,
//! and which cannot leap over the end of the type. Loops inside it must end by the same rule.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::IntType;

use super::effects::assigned;
use super::shape::cycles;
use belnap_ir::fold::{Arithmetic, largest, smallest};

/// A graph whose loops are looked at.
pub(super) struct Loops<'a> {
    cfg: &'a Cfg,
    successors: &'a [Vec<usize>],
    outgoing: &'a [Vec<usize>],
    arithmetic: Arithmetic,
}

/// A guard that must hold to stay in a loop: `counter < bound`, or `counter > bound`.
struct Guard<'a> {
    counter: CfgVarId,
    bound: &'a Expr,
    /// The counter must go up.
    up: bool,
    /// `<=` or `>=`.
    inclusive: bool,
}

impl<'a> Loops<'a> {
    pub(super) fn new(
        cfg: &'a Cfg,
        successors: &'a [Vec<usize>],
        outgoing: &'a [Vec<usize>],
    ) -> Self {
        let arithmetic = Arithmetic::of(cfg.machine.integers);
        Loops { cfg, successors, outgoing, arithmetic }
    }

    /// Whether no execution stays for ever in a strongly connected part of the graph.
    pub(super) fn ends(&self, part: &[usize]) -> bool {
        let mut inside = vec![false; self.successors.len()];
        part.iter().for_each(|location| inside[*location] = true);
        part.iter().any(|head| self.ends_by(part, &inside, *head))
    }

    fn ends_by(&self, part: &[usize], inside: &[bool], head: usize) -> bool {
        let Some(guard) = self.guard(inside, head) else { return false };
        let edges: Vec<usize> = part
            .iter()
            .flat_map(|location| self.outgoing[*location].iter().copied())
            .filter(|edge| inside[self.cfg.edges[*edge].to.index()])
            .collect();
        let mut steps = Vec::new();
        for edge in &edges {
            for var in assigned(&self.cfg.edges[*edge].operation) {
                let mut bounds = false;
                guard.bound.for_each_var(&mut |used| bounds |= used == var);
                if bounds {
                    return false;
                }
                if var == guard.counter {
                    steps.push(*edge);
                }
            }
        }
        let [step] = steps[..] else { return false };
        if !self.goes_towards(&self.cfg.edges[step].operation, &guard) {
            return false;
        }
        let (from, to) = (self.cfg.edges[step].from.index(), self.cfg.edges[step].to.index());
        // Two edges between the same locations cannot be told apart below.
        if self.successors[from].iter().filter(|other| **other == to).count() > 1 {
            return false;
        }
        // Without the step, the head is on no cycle: each way round passes it.
        let without_step = |a: usize, b: usize| (a, b) != (from, to);
        if cycles(self.successors, part, &|location| inside[location], &without_step)
            .iter()
            .any(|component| component.contains(&head))
        {
            return false;
        }
        // Without the head, what is left ends too, and does not repeat the step.
        let rest = |location: usize| location != head && inside[location];
        cycles(self.successors, part, &rest, &|_, _| true).iter().all(|component| {
            !(component.contains(&from) && component.contains(&to)) && self.ends(component)
        })
    }

    /// The guard of a branch that leaves the part where the guard is false.
    fn guard(&self, inside: &[bool], head: usize) -> Option<Guard<'a>> {
        let [first, second] = self.outgoing[head][..] else { return None };
        let (first, second) = (&self.cfg.edges[first], &self.cfg.edges[second]);
        let stays = |edge: &belnap_ir::cfg::Edge| inside[edge.to.index()];
        let inner = match (stays(first), stays(second)) {
            (true, false) => first,
            (false, true) => second,
            _ => return None,
        };
        let Operation::Assume(Expr::Compare(op, operands)) = &inner.operation else { return None };
        let (up, inclusive) = match op {
            CompareOp::Lt => (true, false),
            CompareOp::Le => (true, true),
            CompareOp::Gt => (false, false),
            CompareOp::Ge => (false, true),
            CompareOp::Eq | CompareOp::Ne => return None,
        };
        match &**operands {
            [Expr::Var(counter), bound] => Some(Guard { counter: *counter, bound, up, inclusive }),
            [bound, Expr::Var(counter)] => {
                Some(Guard { counter: *counter, bound, up: !up, inclusive })
            }
            _ => None,
        }
    }

    /// Whether the operation moves the counter towards the bound without passing the end of its
    /// type on the way.
    fn goes_towards(&self, operation: &Operation, guard: &Guard<'_>) -> bool {
        let Operation::Assign(pairs) = operation else { return false };
        let Some((_, Expr::Binary(op, operands))) =
            pairs.iter().find(|(var, _)| *var == guard.counter)
        else {
            return false;
        };
        let (Expr::Var(var), Expr::Int(amount, ty)) = (&operands[0], &operands[1]) else {
            return false;
        };
        let upwards = match op {
            BinaryOp::Add => *amount > 0,
            BinaryOp::Sub => *amount < 0,
            _ => return false,
        };
        // The wrapped view of large unsigned constants as negative ones is not worth following.
        let Some(amount) = amount.checked_abs() else { return false };
        if *var != guard.counter || amount == 0 || upwards != guard.up || ty.bits == 128 {
            return false;
        }
        self.arithmetic.unbounded || self.room(guard, amount, *ty)
    }

    /// Whether `counter + amount` is in range while the guard holds.
    fn room(&self, guard: &Guard<'_>, amount: i128, ty: IntType) -> bool {
        if amount == 1 && !guard.inclusive {
            return true;
        }
        let Expr::Int(bound, _) = guard.bound else { return false };
        let beyond = amount - i128::from(!guard.inclusive);
        if guard.up { bound + beyond <= largest(ty) } else { bound - beyond >= smallest(ty) }
    }
}
