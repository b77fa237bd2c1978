//! When the loop unrolls the program instead, and how much it spends on that.
//!
//! Predicates say more about a program than numbers of rounds, so that they are tried first where
//! they tend to be found: two rounds for programs that do nothing but add and compare. After that,
//! and between later rounds, more and more is spent. What is spent is measured by work, not by a
//! clock, so that every run decides the same.

use belnap_bounded::{Reason as NotUnrolled, Unrolled};
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::expr::{BinaryOp, Expr};
use belnap_ir::graph::{loop_heads, reachable};
use belnap_ir::ids::{CfgLocId, ti_vec};
use belnap_ir::types::Type;
use belnap_refiner::methods::Choice;

use crate::cegar::Settings;
use crate::conclusion::{Abstraction, Conclusion, ExecutedPath};

/// The most that is spent.
pub const HIGHEST: u32 = 4;

/// The most that is spent at once where only answers of the prover are missing.
const AT_ONCE: u32 = 1;

/// The same where predicates tend to be hard to find.
const AT_ONCE_IF_HARD: u32 = 2;

/// When the program is unrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unroll {
    /// Now and then, if all methods of refinement may be used.
    #[default]
    Auto,
    /// At once, and nothing else is done.
    Only,
    /// Never.
    Off,
}

/// When the program is unrolled next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schedule {
    /// What is spent next time; `None` if it is not worth trying again.
    next: Option<u32>,
    /// After how many rounds.
    after: usize,
    /// Up to which level more is spent at once.
    at_once: u32,
}

impl Schedule {
    pub(crate) fn new(cfg: &Cfg, settings: &Settings) -> Self {
        // Where predicates are chosen, the ordinary loop may come after that.
        let of_all = !matches!(settings.refine.method, Choice::Only(_));
        let is_on = settings.unroll == Unroll::Auto && of_all;
        let (after, at_once) = match is_hard(cfg) {
            true if is_endless(cfg) => (1, 0),
            true => (1, AT_ONCE_IF_HARD),
            false => (2, AT_ONCE),
        };
        Schedule { next: is_on.then_some(0), after, at_once }
    }

    /// How much to spend after so many rounds, if the time has come.
    pub(crate) fn level(&mut self, rounds: usize) -> Option<u32> {
        let level = self.next.filter(|_| rounds >= self.after)?;
        self.next = Some(level + 1).filter(|next| *next <= HIGHEST);
        self.after = rounds.saturating_mul(2);
        Some(level)
    }

    /// Spending so much did not decide, after so many rounds. If only the questions are hard, more
    /// effort will answer them: it is made soon.
    pub(crate) fn note_undecided(&mut self, reason: NotUnrolled, level: u32, rounds: usize) {
        match reason {
            NotUnrolled::Unsupported => self.next = None,
            NotUnrolled::Question if level < self.at_once => self.after = rounds,
            NotUnrolled::Question => self.after = rounds + 1,
            // The least that is spent says little.
            NotUnrolled::Limit if level == 0 && self.at_once > AT_ONCE => self.after = rounds,
            NotUnrolled::Limit | NotUnrolled::Unconfirmed => {}
        }
    }
}

/// Whether some loop is left by failures only: no unrolling of it is complete. One that changes
/// nothing is an end.
fn is_endless(cfg: &Cfg) -> bool {
    let stays = |at: CfgLocId| {
        cfg.edges_from(at).all(|edge| {
            let edge = &cfg.edges[edge];
            let mut changes = false;
            edge.operation.for_each_changed(|_| changes = true);
            edge.to == at && !changes
        })
    };
    let is_end = |at: &CfgLocId| cfg.locations[*at].kind != LocationKind::Failed && stays(*at);
    let mut before = ti_vec![Vec::new(); cfg.locations.len()];
    for edge in &cfg.edges {
        before[edge.to].push(edge.from);
    }
    let ends = cfg.locations.keys().filter(is_end);
    let can_end = reachable(cfg.locations.len(), ends, |at: CfgLocId| before[at].clone());
    let is_normal = |at: CfgLocId| cfg.locations[at].kind == LocationKind::Normal;
    let heads = loop_heads(cfg);
    heads.iter_enumerated().any(|(at, is_head)| *is_head && is_normal(at) && !can_end[at])
}

/// When the states that may be reached are listed next: first when the program is unrolled, and
/// with more effort after later rounds where a limit was met.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listing {
    /// What is spent next time; `None` if it is not worth trying again.
    next: Option<u32>,
    /// After how many rounds.
    after: usize,
}

impl Listing {
    /// Listing is on where unrolling is.
    pub(crate) fn new(schedule: &Schedule) -> Self {
        Listing { next: schedule.next, after: schedule.after }
    }

    /// How much to spend after so many rounds, if the time has come.
    pub(crate) fn level(&mut self, rounds: usize) -> Option<u32> {
        let level = self.next.filter(|_| rounds >= self.after)?;
        self.next = Some(level + 1).filter(|next| *next <= HIGHEST);
        self.after = rounds + 1;
        Some(level)
    }

    /// That did not decide. Only a limit is worth another try.
    pub(crate) fn note_undecided(&mut self, reason: NotUnrolled) {
        if reason != NotUnrolled::Limit {
            self.next = None;
        }
    }
}

/// Whether predicates tend to be hard to find: something is done to memory, or to single bits.
fn is_hard(cfg: &Cfg) -> bool {
    cfg.edges.iter().any(|edge| {
        let mut found = false;
        edge.operation.for_each_changed(|var| found |= matches!(cfg.type_of(var), Type::Array(_)));
        edge.operation.for_each_expr(|expr| found |= is_hard_expr(cfg, expr));
        found
    })
}

fn is_hard_expr(cfg: &Cfg, expr: &Expr) -> bool {
    let is_constant = |expr: &Expr| matches!(expr, Expr::Int(..));
    let hard = match expr {
        Expr::Var(var) => matches!(cfg.type_of(*var), Type::Array(_)),
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, _) => false,
        Expr::Binary(BinaryOp::Mul, operands) => !operands.iter().any(is_constant),
        Expr::Binary(..) => true,
        _ => false,
    };
    hard || expr.operands().iter().any(|operand| is_hard_expr(cfg, operand))
}

/// What unrolling decides.
pub(crate) enum Decided {
    Holds(Unrolled),
    Fails(ExecutedPath),
}

impl Decided {
    /// The conclusion, with the last abstraction if there was a round.
    pub(crate) fn conclusion(self, level: u32, last: Option<Box<Abstraction>>) -> Conclusion {
        match self {
            Decided::Holds(unrolled) => Conclusion::HoldsInUnrolling { unrolled, level, last },
            Decided::Fails(path) => Conclusion::FailsInUnrolling { path, level, last },
        }
    }
}
