//! Where predicates are needed: `PredInfer` of Minimum Predicates, Fig. 2.
//!
//! A predicate that is the condition of a branch is needed where the branch is; whatever is needed
//! after a step is needed before it as its weakest precondition. Loops could go on forever with
//! new preconditions, so the number of predicates of a location is limited; what is tracked stays
//! a sound abstraction whatever is left out.

use belnap_formats::condition::Writer;
use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, ti_vec};
use belnap_ir::predicate::PredicateScope;
use belnap_solver::wp::Conditions;
use fixedbitset::FixedBitSet;

use crate::tracked::Predicates;

/// Tracks the given predicates only where they are needed, and what they need before. One that is
/// the condition of no branch is needed wherever it is given. No location gets more than `limit`
/// predicates, beyond those it starts with.
pub fn infer(cfg: &Cfg, given: &Predicates, limit: usize) -> Predicates {
    let conditions = Conditions::new(cfg);
    let mut inferred = Predicates {
        all: given.all.clone(),
        at: ti_vec![FixedBitSet::with_capacity(given.all.len()); cfg.locations.len()],
    };
    for (number, tracked) in given.all.iter().enumerate() {
        let negation = conditions.normal(&tracked.condition.clone().negate());
        let tests = |edge: &&Edge| match &edge.operation {
            Operation::Assume(tested) => {
                let tested = conditions.normal(tested);
                tested == tracked.condition || tested == negation
            }
            _ => false,
        };
        let mut branches: Vec<CfgLocId> = cfg
            .edges
            .iter()
            .filter(tests)
            .map(|edge| edge.from)
            .filter(|from| given.is_at(number, *from))
            .collect();
        branches.dedup();
        if branches.is_empty() {
            let everywhere = (0..cfg.locations.len()).map(CfgLocId::from);
            branches = everywhere.filter(|at| given.is_at(number, *at)).collect();
        }
        for location in branches {
            inferred.at[location].insert(number);
        }
    }
    let mut inference = Inference { cfg, conditions, limit, inferred };
    while inference.round() {}
    inference.inferred
}

struct Inference<'a> {
    cfg: &'a Cfg,
    conditions: Conditions<'a>,
    limit: usize,
    inferred: Predicates,
}

impl Inference<'_> {
    /// Goes over all edges once, backwards; whether anything was added.
    fn round(&mut self) -> bool {
        let mut grown = false;
        for edge in self.cfg.edges.iter().rev() {
            let after: Vec<usize> = self.inferred.at[edge.to].ones().collect();
            for predicate in after {
                if let Some(before) = self.before(edge, predicate) {
                    grown |= self.add(edge.from, before);
                }
            }
        }
        grown
    }

    /// What a predicate after an edge needs before it; nothing if it needs nothing.
    fn before(&self, edge: &Edge, predicate: usize) -> Option<Expr> {
        let tracked = &self.inferred.all[predicate];
        let mentions = |vars: &[CfgVarId]| tracked.vars.iter().any(|var| vars.contains(var));
        match &edge.operation {
            Operation::Assign(assignments) => {
                self.conditions.weakest_precondition(&tracked.condition, assignments)
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) if mentions(vars) => None,
            Operation::Call { result, .. } if mentions(result.as_slice()) => None,
            _ => Some(tracked.condition.clone()),
        }
    }

    fn add(&mut self, at: CfgLocId, condition: Expr) -> bool {
        if matches!(condition, Expr::Bool(_)) {
            return false;
        }
        let negation = self.conditions.normal(&condition.clone().negate());
        let known = |condition: &Expr| {
            self.inferred.all.iter().position(|tracked| tracked.condition == *condition)
        };
        if let Some(known) = known(&condition).or_else(|| known(&negation)) {
            let here = &self.inferred.at[at];
            if here.contains(known) || here.count_ones(..) >= self.limit {
                return false;
            }
            self.inferred.at[at].insert(known);
            return true;
        }
        if self.inferred.at[at].count_ones(..) >= self.limit {
            return false;
        }
        let name = Writer::new(self.cfg).name(&condition);
        self.inferred.track(self.cfg, condition, &name, [at]).is_ok()
    }
}

/// The predicates as a file says them: `global` where they are tracked everywhere they have a
/// meaning, else location by location.
pub fn as_file(cfg: &Cfg, predicates: &Predicates) -> PredicateFile {
    let writer = Writer::new(cfg);
    let mut lines = Vec::new();
    for (number, tracked) in predicates.all.iter().enumerate() {
        let condition = writer.print(&tracked.condition);
        let mut line = |scope| lines.push(PredicateLine::new(scope, &condition));
        let everywhere = (0..cfg.locations.len()).map(CfgLocId::from).all(|at| {
            let function = cfg.locations[at].function;
            predicates.is_at(number, at) || !predicates.visible(number, function)
        });
        if everywhere {
            line(PredicateScope::Global);
            continue;
        }
        for at in (0..cfg.locations.len()).map(CfgLocId::from) {
            if predicates.is_at(number, at) {
                line(PredicateScope::Location(at.to_string()));
            }
        }
    }
    PredicateFile { lines }
}
