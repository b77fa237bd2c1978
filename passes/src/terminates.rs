//! Loops that plainly end: counters that go up or down to a bound.
//!
//! A loop ends if each way round it passes one branch whose guard `i < n` (or `<=`, `>`, `>=`,
//! either way round) must hold to stay in it, `n` does not change in it, and `i` changes in it at
//! one edge only, by a constant in the right direction, which each way round passes exactly once,
//! and which cannot leap over the end of the type. `i` may also be a sum such as `y - x`, of which
//! one variable changes. Where numbers wrap around, `i != n` ends by any odd step: it gets to every
//! number. Loops inside it must end by the same rule.

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr, UnaryOp};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiSlice, TiVec, ti_vec};
use belnap_ir::types::IntType;

use belnap_ir::effects::assigned;
use belnap_ir::fold::{Arithmetic, largest, smallest};
use belnap_ir::graph::cycles;

/// A graph whose loops are looked at.
pub(super) struct Loops<'a> {
    cfg: &'a Cfg,
    successors: &'a TiSlice<CfgLocId, Vec<CfgLocId>>,
    outgoing: &'a TiSlice<CfgLocId, Vec<CfgEdgeId>>,
    arithmetic: Arithmetic,
}

/// A guard that must hold to stay in a loop: `term < bound`, or `term > bound`, or `term != bound`.
struct Guard<'a> {
    /// The variable of the term that changes.
    counter: CfgVarId,
    /// Of the term, what does not change, and the bound.
    fixed: Vec<&'a Expr>,
    bound: &'a Expr,
    /// Where the counter must go.
    towards: Towards,
    /// `<=` or `>=`.
    inclusive: bool,
}

/// Where a counter must go so that a loop ends.
#[derive(Clone, Copy, PartialEq)]
enum Towards {
    More,
    Less,
    /// Past every number.
    All,
}

impl Towards {
    const fn opposite(self) -> Self {
        match self {
            Towards::More => Towards::Less,
            Towards::Less => Towards::More,
            Towards::All => Towards::All,
        }
    }
}

impl<'a> Loops<'a> {
    pub(super) fn new(
        cfg: &'a Cfg,
        successors: &'a TiSlice<CfgLocId, Vec<CfgLocId>>,
        outgoing: &'a TiSlice<CfgLocId, Vec<CfgEdgeId>>,
    ) -> Self {
        let arithmetic = Arithmetic::of(cfg.machine.integers);
        Loops { cfg, successors, outgoing, arithmetic }
    }

    /// Whether no execution stays forever in a strongly connected part of the graph.
    pub(super) fn ends(&self, part: &[CfgLocId]) -> bool {
        let mut inside: TiVec<CfgLocId, bool> = ti_vec![false; self.successors.len()];
        part.iter().for_each(|location| inside[*location] = true);
        part.iter().any(|head| self.ends_by(part, &inside, *head))
    }

    fn ends_by(&self, part: &[CfgLocId], inside: &TiSlice<CfgLocId, bool>, head: CfgLocId) -> bool {
        self.guards(inside, head).iter().any(|guard| self.ends_with(part, inside, head, guard))
    }

    fn ends_with(
        &self,
        part: &[CfgLocId],
        inside: &TiSlice<CfgLocId, bool>,
        head: CfgLocId,
        guard: &Guard<'_>,
    ) -> bool {
        let edges: Vec<CfgEdgeId> = part
            .iter()
            .flat_map(|location| self.outgoing[*location].iter().copied())
            .filter(|edge| inside[self.cfg.edges[*edge].to])
            .collect();
        let mut steps = Vec::new();
        for edge in &edges {
            for var in assigned(&self.cfg.edges[*edge].operation) {
                let mut bounds = false;
                for fixed in guard.fixed.iter().chain([&guard.bound]) {
                    fixed.for_each_var(&mut |used| bounds |= used == var);
                }
                if bounds {
                    return false;
                }
                if var == guard.counter {
                    steps.push(*edge);
                }
            }
        }
        let [step] = steps[..] else { return false };
        if !self.goes_towards(&self.cfg.edges[step].operation, guard) {
            return false;
        }
        let (from, to) = (self.cfg.edges[step].from, self.cfg.edges[step].to);
        // Two edges between the same locations cannot be told apart below.
        if self.successors[from].iter().filter(|other| **other == to).count() > 1 {
            return false;
        }
        // Without the step, the head is on no cycle: each way round passes it.
        let without_step = |a: CfgLocId, b: CfgLocId| (a, b) != (from, to);
        if cycles(self.successors, part, &|location| inside[location], &without_step)
            .iter()
            .any(|component| component.contains(&head))
        {
            return false;
        }
        // Without the head, what is left ends too, and does not repeat the step.
        let rest = |location: CfgLocId| location != head && inside[location];
        cycles(self.successors, part, &rest, &|_, _| true).iter().all(|component| {
            !(component.contains(&from) && component.contains(&to)) && self.ends(component)
        })
    }

    /// The guards of a branch that leaves the part where they are false: one condition, with each
    /// of its variables as the counter.
    fn guards(&self, inside: &TiSlice<CfgLocId, bool>, head: CfgLocId) -> Vec<Guard<'a>> {
        let [first, second] = self.outgoing[head][..] else { return Vec::new() };
        let (first, second) = (&self.cfg.edges[first], &self.cfg.edges[second]);
        let stays = |edge: &belnap_ir::cfg::Edge| inside[edge.to];
        let inner = match (stays(first), stays(second)) {
            (true, false) => first,
            (false, true) => second,
            _ => return Vec::new(),
        };
        let Operation::Assume(Expr::Compare(op, operands)) = &inner.operation else {
            return Vec::new();
        };
        let (towards, inclusive) = match op {
            CompareOp::Lt => (Towards::More, false),
            CompareOp::Le => (Towards::More, true),
            CompareOp::Gt => (Towards::Less, false),
            CompareOp::Ge => (Towards::Less, true),
            CompareOp::Ne if !self.arithmetic.unbounded => (Towards::All, false),
            CompareOp::Eq | CompareOp::Ne => return Vec::new(),
        };
        let [left, right] = &**operands;
        let mut guards = Vec::new();
        for (term, bound, towards) in [(left, right, towards), (right, left, towards.opposite())] {
            let mut parts = Vec::new();
            summands(term, towards, &mut parts);
            for (at, (part, towards)) in parts.iter().enumerate() {
                let Expr::Var(counter) = part else { continue };
                let others = parts.iter().enumerate().filter(|(other, _)| *other != at);
                let fixed = others.map(|(_, (part, _))| *part).collect();
                guards.push(Guard {
                    counter: *counter,
                    fixed,
                    bound,
                    towards: *towards,
                    inclusive,
                });
            }
        }
        guards
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
        let (var, amount, ty) = match (op, &**operands) {
            (_, [Expr::Var(var), Expr::Int(amount, ty)])
            | (BinaryOp::Add, [Expr::Int(amount, ty), Expr::Var(var)]) => (var, amount, ty),
            _ => return false,
        };
        let upwards = match op {
            BinaryOp::Add => *amount > 0,
            BinaryOp::Sub => *amount < 0,
            _ => return false,
        };
        // The wrapped view of large unsigned constants as negative ones is not worth following.
        let Some(amount) = amount.checked_abs() else { return false };
        if *var != guard.counter || amount == 0 || ty.bits == 128 {
            return false;
        }
        match guard.towards {
            Towards::All => return amount % 2 == 1,
            Towards::More if !upwards => return false,
            Towards::Less if upwards => return false,
            Towards::More | Towards::Less => {}
        }
        self.arithmetic.unbounded || self.room(guard, amount, *ty)
    }

    /// Whether the term plus `amount` is in range while the guard holds.
    fn room(&self, guard: &Guard<'_>, amount: i128, ty: IntType) -> bool {
        if amount == 1 && !guard.inclusive {
            return true;
        }
        let Expr::Int(bound, _) = guard.bound else { return false };
        let beyond = amount - i128::from(!guard.inclusive);
        match guard.towards {
            Towards::Less => bound - beyond >= smallest(ty),
            Towards::More | Towards::All => bound + beyond <= largest(ty),
        }
    }
}

/// The parts of a sum, and where each must go for the sum to go `towards`.
fn summands<'e>(term: &'e Expr, towards: Towards, parts: &mut Vec<(&'e Expr, Towards)>) {
    match term {
        Expr::Binary(BinaryOp::Add, operands) => {
            summands(&operands[0], towards, parts);
            summands(&operands[1], towards, parts);
        }
        Expr::Binary(BinaryOp::Sub, operands) => {
            summands(&operands[0], towards, parts);
            summands(&operands[1], towards.opposite(), parts);
        }
        Expr::Unary(UnaryOp::Neg, operand) => summands(operand, towards.opposite(), parts),
        other => parts.push((other, towards)),
    }
}
