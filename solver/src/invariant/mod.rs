//! Invariants for people: the shortest equivalent condition that is found cheaply.
//!
//! What an abstraction reaches is said over its predicates, many of which follow from others:
//! `x + 1 > 0 && x > 0 && x <= 2`. [`InvariantSimplifier`] joins what is said of one subject
//! (`facts.rs`) and cases that differ in one subject only (`cases.rs`), lets the prover find what
//! follows from the rest, and takes out what all cases have in common (`reduce.rs`). The shortest
//! result that the prover finds equivalent is taken, so that none of this needs to be believed.

mod cases;
mod facts;
mod reduce;

use std::time::{Duration, Instant};

use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;

use self::cases::{Case, merge};
use self::facts::{Facts, connect};
use self::reduce::Questions;
use crate::prover::{Prover, ProverError, ProverOptions};

/// Time limit for a question.
const QUESTION_TIME: Duration = Duration::from_millis(200);

/// Time limit for all invariants of a graph: what is not short by then is shown as it is.
const TIME: Duration = Duration::from_secs(3);

/// Limit on questions about all invariants of a graph. Whether a result is equivalent is asked
/// beyond it.
const MAX_QUESTIONS: usize = 1000;

/// Simplifies invariants of one graph.
pub struct InvariantSimplifier<'a> {
    cfg: &'a Cfg,
    prover: Prover,
    questions_left: usize,
    end: Instant,
}

impl<'a> InvariantSimplifier<'a> {
    /// For invariants over the variables of `cfg`.
    ///
    /// # Errors
    /// If the prover cannot be used.
    pub fn new(cfg: &'a Cfg) -> Result<Self, ProverError> {
        let options = ProverOptions { question_time: QUESTION_TIME, ..ProverOptions::default() };
        Ok(InvariantSimplifier {
            cfg,
            prover: Prover::new(options)?,
            questions_left: MAX_QUESTIONS,
            end: Instant::now() + TIME,
        })
    }

    /// A condition that is true in the same states as the disjunction of the cases, each a
    /// conjunction, and that has at most as many comparisons.
    pub fn simplify(&mut self, cases: &[Vec<Expr>]) -> Expr {
        let given = cases.iter().map(|case| connect(case.clone(), Expr::And, true)).collect();
        let given = connect(given, Expr::Or, false);
        let mut facts = Facts::new(self.cfg);
        let read = cases.iter().filter_map(|case| {
            let read: Option<Vec<_>> = case.iter().map(|one| facts.read(one)).collect();
            Case::new(read?.concat())
        });
        let read = read.collect();
        let merged = merge(read, &facts);
        let mut questions = Questions::new(&self.prover, self.cfg, self.questions_left, self.end);
        let mut candidates = questions.candidates(&merged, &facts);
        self.questions_left = questions.left;
        candidates.retain(|one| length(one) <= length(&given));
        candidates.sort_by_key(length);
        let equivalent = candidates.into_iter().find(|one| questions.equivalent(one, &given));
        equivalent.unwrap_or(given)
    }
}

/// How long a condition is: its comparisons, then all of its variables and constants.
fn length(condition: &Expr) -> (usize, usize) {
    match condition {
        Expr::And(operands) | Expr::Or(operands) => {
            let lengths = operands.iter().map(length);
            lengths.fold((0, 0), |(comparisons, leaves), one| (comparisons + one.0, leaves + one.1))
        }
        other => (1, leaves(other)),
    }
}

fn leaves(expr: &Expr) -> usize {
    match expr.operands() {
        [] => 1,
        operands => operands.iter().map(leaves).sum(),
    }
}
