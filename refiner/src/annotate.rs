//! What has to hold where, for invariants at the heads of loops to be kept and errors excluded.

use std::collections::BTreeMap;

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId};
use belnap_ir::substitute::size;
use belnap_solver::horn::Inductive;
use belnap_solver::wp::Conditions;

const TRUE: Expr = Expr::Bool(true);
const FALSE: Expr = Expr::Bool(false);

/// Larger conditions are left out.
const LARGEST: usize = 300;

/// For the locations of a part of a graph, a condition that the invariants establish there and that
/// is enough for the next: the weakest precondition of what is to hold after the steps from there.
/// With these, each step needs to know only one condition before it. What a choice would have to
/// say about all values is left out.
pub fn annotation(cfg: &Cfg, edges: &[CfgEdgeId], invariants: &Inductive) -> Vec<(CfgLocId, Expr)> {
    let mut ahead: BTreeMap<CfgLocId, Vec<&Edge>> = BTreeMap::new();
    for edge in edges.iter().map(|id| &cfg.edges[*id]) {
        ahead.entry(edge.from).or_default().push(edge);
    }
    let conditions = Conditions::new(cfg);
    let mut known: BTreeMap<CfgLocId, Expr> =
        invariants.excluded.iter().map(|error| (*error, FALSE)).collect();
    for (head, together) in &invariants.at {
        known.insert(*head, conditions.normal(&Expr::And(together.clone())));
    }
    let mut annotation = Annotation { ahead, conditions, known };
    let starts: Vec<CfgLocId> = annotation.ahead.keys().copied().collect();
    for at in starts {
        annotation.fill(at);
    }
    let mut all: Vec<(CfgLocId, Expr)> = annotation.known.into_iter().collect();
    all.retain(|(_, condition)| !matches!(condition, Expr::Bool(_)));
    all
}

struct Annotation<'a> {
    ahead: BTreeMap<CfgLocId, Vec<&'a Edge>>,
    conditions: Conditions<'a>,
    known: BTreeMap<CfgLocId, Expr>,
}

impl Annotation<'_> {
    /// Finds what is to hold at a location. A loop without an invariant demands nothing.
    fn fill(&mut self, at: CfgLocId) {
        if self.known.contains_key(&at) {
            return;
        }
        self.known.insert(at, TRUE);
        let edges = self.ahead.get(&at).cloned().unwrap_or_default();
        edges.iter().for_each(|edge| self.fill(edge.to));
        // What leads to an error is excluded, and says what holds for the other steps.
        let excluded = edges.iter().filter_map(|edge| match &edge.operation {
            Operation::Assume(condition) if self.known.get(&edge.to) == Some(&FALSE) => {
                Some(self.conditions.normal(&condition.clone().negate()))
            }
            _ => None,
        });
        let mut all: Vec<Expr> = excluded.collect();
        for edge in &edges {
            let after = self.known.get(&edge.to).unwrap_or(&TRUE);
            let sure = match &edge.operation {
                Operation::Assume(condition) => all.contains(&self.conditions.normal(condition)),
                _ => false,
            };
            all.push(if sure { after.clone() } else { self.before(&edge.operation, after) });
        }
        let condition = self.conditions.normal(&Expr::And(all));
        if size(&condition, LARGEST) < LARGEST {
            self.known.insert(at, condition);
        }
    }

    /// What has to hold before a step.
    fn before(&self, operation: &Operation, after: &Expr) -> Expr {
        match operation {
            Operation::Assume(condition) => {
                Expr::Or(vec![condition.clone().negate(), after.clone()])
            }
            Operation::Assign(assignments) => {
                self.conditions.weakest_precondition(after, assignments).unwrap_or(TRUE)
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                whatever(&self.conditions, after, vars)
            }
            Operation::AssumeUnknown => after.clone(),
            Operation::Call { .. } => TRUE,
        }
    }
}

/// What of a condition can hold for all values of some variables: of each conjunct, and of each
/// alternative to a conjunction, the parts that do not mention them.
fn whatever(conditions: &Conditions<'_>, condition: &Expr, vars: &[CfgVarId]) -> Expr {
    let mentions = |expr: &Expr| expr.mentions(&|var| vars.contains(&var));
    let of_each = |operands: &[Expr]| {
        Expr::And(operands.iter().map(|one| whatever(conditions, one, vars)).collect())
    };
    match condition {
        other if !mentions(other) => other.clone(),
        Expr::And(operands) => of_each(operands),
        Expr::Or(operands) => {
            let among = |one: &Expr| matches!(one, Expr::And(_)) && mentions(one);
            if let Some(at) = operands.iter().position(among) {
                let mut rest = operands.clone();
                let together = rest.remove(at);
                let each = together.operands().iter().map(|one| {
                    let all = rest.iter().chain([one]).cloned().collect();
                    conditions.normal(&Expr::Or(all))
                });
                return of_each(&each.collect::<Vec<Expr>>());
            }
            let free: Vec<Expr> = operands.iter().filter(|one| !mentions(one)).cloned().collect();
            if free.is_empty() { TRUE } else { Expr::Or(free) }
        }
        _ => TRUE,
    }
}
