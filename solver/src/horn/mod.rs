//! Constrained Horn clauses: which states are reachable, and invariants that say why others are
//! not.
//!
//! Relations stand for sets of states, over some of the graph's variables; rules say which states
//! follow from which by an operation of the graph; queries ask for states. The prover's engine
//! (Spacer) finds for each relation an invariant that the rules keep and that excludes the
//! queries, or a derivation of a query.
//!
//! Invariants are read back as expressions and checked, rule by rule, with ordinary questions
//! before anyone sees them. That allows guessing: on bit vectors the engine is weak, so the same
//! clauses are also solved over unbounded integers, and what comes out holds if the check on
//! bit vectors says so.

mod check;
mod eliminate;
mod engine;
mod interpolate;
mod program;
mod tidy;

use std::time::{Duration, Instant};

use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, ObjectId};
use rustc_hash::FxHashSet;

pub use eliminate::{Inductive, Part, Patience, inductive, inductive_at, inductive_with};
use engine::Method;
pub use interpolate::path_interpolants;
pub use program::loop_invariants;

/// How much may be spent on clauses.
#[derive(Clone, Copy, Debug)]
pub struct HornLimits {
    /// Time for all, from the first question to the last check.
    pub time: Duration,
}

impl Default for HornLimits {
    fn default() -> Self {
        HornLimits { time: Duration::from_secs(20) }
    }
}

/// The answer about clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HornAnswer<T> {
    /// No query is reachable; the invariants that show it, checked.
    Unreachable(T),
    /// A query is reachable, if all that we do not know is as it needs to be.
    Reachable,
    /// Not known, and why.
    Unknown(String),
}

impl<T> HornAnswer<T> {
    /// With what `change` makes of the invariants.
    fn map<U>(self, change: impl FnOnce(T) -> U) -> HornAnswer<U> {
        match self {
            HornAnswer::Unreachable(invariants) => HornAnswer::Unreachable(change(invariants)),
            HornAnswer::Reachable => HornAnswer::Reachable,
            HornAnswer::Unknown(reason) => HornAnswer::Unknown(reason),
        }
    }
}

/// Why clauses are not solved.
const CALL: &str = "a rule is a call";

/// A relation among the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelationId(pub usize);

/// `head ← body ∧ operation`
#[derive(Clone, Copy)]
struct Rule<'a> {
    body: RelationId,
    operation: &'a Operation,
    head: RelationId,
}

/// Horn clauses over the variables of a graph.
pub struct Clauses<'a> {
    cfg: &'a Cfg,
    relations: Vec<Vec<CfgVarId>>,
    /// `relation ← condition`
    initial: Vec<(RelationId, Expr)>,
    rules: Vec<Rule<'a>>,
    /// `false ← relation ∧ condition`
    queries: Vec<(RelationId, Expr)>,
}

impl<'a> Clauses<'a> {
    /// No clauses.
    pub fn new(cfg: &'a Cfg) -> Self {
        Clauses {
            cfg,
            relations: Vec::new(),
            initial: Vec::new(),
            rules: Vec::new(),
            queries: Vec::new(),
        }
    }

    /// A new relation over distinct variables; its invariant mentions no others. Where it is the
    /// body of a rule, other variables can have any values.
    pub fn relation(&mut self, vars: Vec<CfgVarId>) -> RelationId {
        self.relations.push(vars);
        RelationId(self.relations.len() - 1)
    }

    /// The states where the condition is true are in the relation.
    pub fn add_initial(&mut self, relation: RelationId, condition: Expr) {
        self.initial.push((relation, condition));
    }

    /// What the operation makes of a state in `body` is in `head`. What we do not know (`unknown`,
    /// `assume unknown`) can be anything. Clauses with a call are not solved.
    pub fn add_rule(&mut self, body: RelationId, operation: &'a Operation, head: RelationId) {
        self.rules.push(Rule { body, operation, head });
    }

    /// Is a state in the relation where the condition is true?
    pub fn add_query(&mut self, relation: RelationId, condition: Expr) {
        self.queries.push((relation, condition));
    }

    /// Solves the clauses: an invariant for each relation, or that a query is reachable.
    pub fn solve(&self, limits: &HornLimits) -> HornAnswer<Vec<Expr>> {
        if self.has_call() {
            return HornAnswer::Unknown(CALL.into());
        }
        let start = Instant::now();
        let left = || limits.time.saturating_sub(start.elapsed());
        // With the share of the time left for each. Integers take milliseconds where they work. To
        // forget what it learned takes the engine some time too.
        let plan: &[(bool, bool, f64)] = match self.cfg.machine.integers {
            IntegerMode::Mathematical => &[(false, false, 0.4), (false, true, 0.85)],
            _ => &[(true, false, 0.25), (true, true, 0.4), (false, false, 0.85)],
        };
        let mut reasons: Vec<String> = Vec::new();
        let mut silent = true;
        for (integers, global, share) in plan {
            let method = Method { integers: *integers, global: *global };
            if method.global && !silent {
                continue;
            }
            let reason = match self.attempt(method, left().mul_f64(*share), &left) {
                // On a machine, only if nothing wraps around.
                HornAnswer::Reachable if method.integers => "reachable".into(),
                HornAnswer::Unknown(reason) => reason,
                answer => return answer,
            };
            silent = reason == engine::SILENT;
            let of = if method.integers { "on integers: " } else { "" };
            reasons.push(format!("{of}{reason}"));
        }
        reasons.dedup();
        HornAnswer::Unknown(reasons.join("; "))
    }

    fn attempt(
        &self,
        method: Method,
        time: Duration,
        left: &dyn Fn() -> Duration,
    ) -> HornAnswer<Vec<Expr>> {
        let reason = match self.candidates(self, method, time, left) {
            Ok(outcome) => return outcome,
            Err(reason) => reason,
        };
        // The engine drops rules that are never satisfied, and then says nothing about relations
        // that nothing else leads to.
        match self.satisfiable(left) {
            Some(fewer) => self
                .candidates(&fewer, method, time.min(left()), left)
                .unwrap_or_else(HornAnswer::Unknown),
            None => HornAnswer::Unknown(reason),
        }
    }

    /// What the engine says about `clauses`, if it is true of these.
    fn candidates(
        &self,
        clauses: &Clauses<'_>,
        method: Method,
        time: Duration,
        left: &dyn Fn() -> Duration,
    ) -> Result<HornAnswer<Vec<Expr>>, String> {
        let outcome = engine::solve(clauses, method, time);
        if let HornAnswer::Unreachable(invariants) = &outcome {
            self.check_while(invariants, left)?;
        }
        Ok(outcome)
    }

    fn has_call(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule.operation, Operation::Call { .. }))
    }

    fn objects(&self) -> Vec<ObjectId> {
        let mut objects = Vec::new();
        for rule in &self.rules {
            rule.operation.for_each_expr(|expr| expr.collect_objects(&mut objects));
        }
        for (_, condition) in self.initial.iter().chain(&self.queries) {
            condition.collect_objects(&mut objects);
        }
        objects
    }

    /// Relations that the rules connect to initial states, and those connected to queries.
    fn find_connected(&self) -> (FxHashSet<RelationId>, FxHashSet<RelationId>) {
        let spread = |seeds: &[(RelationId, Expr)], from: &dyn Fn(&Rule<'_>) -> [RelationId; 2]| {
            let mut all: FxHashSet<RelationId> = seeds.iter().map(|(id, _)| *id).collect();
            loop {
                let before = all.len();
                for rule in &self.rules {
                    let [source, target] = from(rule);
                    if all.contains(&source) {
                        all.insert(target);
                    }
                }
                if all.len() == before {
                    return all;
                }
            }
        };
        (
            spread(&self.initial, &|rule| [rule.body, rule.head]),
            spread(&self.queries, &|rule| [rule.head, rule.body]),
        )
    }
}
