//! Which predicates do what tracking variables does.
//!
//! Either what is asked about a variable is enough, or which of the constants it is that it can be:
//! if it is one of those that are told apart, it is not another one.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::CfgVarId;

use super::Values;
use super::explore::Reached;
use crate::discover::induction::vars;

/// What variables are used for.
pub struct Uses<'a> {
    cfg: &'a Cfg,
    /// Where the value of a variable is copied to, directly.
    copies: BTreeMap<CfgVarId, BTreeSet<CfgVarId>>,
    /// The constants that a variable is compared with.
    asked: BTreeMap<CfgVarId, BTreeSet<(CompareOp, i128)>>,
    /// Variables of each computation, and of each condition of another kind.
    related: Vec<BTreeSet<CfgVarId>>,
}

impl<'a> Uses<'a> {
    /// Of a graph.
    pub fn new(values: &Values<'a>) -> Self {
        let mut uses = Uses {
            cfg: values.cfg,
            copies: BTreeMap::new(),
            asked: BTreeMap::new(),
            related: Vec::new(),
        };
        for edge in &values.cfg.edges {
            let Operation::Assign(assignments) = &edge.operation else { continue };
            for (var, value) in assignments {
                match value {
                    Expr::Var(from) => {
                        uses.copies.entry(*from).or_default().insert(*var);
                    }
                    _ => {
                        let mut together = vars(value);
                        if !together.is_empty() {
                            together.insert(*var);
                            uses.related.push(together);
                        }
                    }
                }
            }
        }
        values.asked.iter().for_each(|condition| uses.learn(condition));
        uses
    }

    fn learn(&mut self, condition: &Expr) {
        match condition {
            Expr::Not(_) | Expr::And(_) | Expr::Or(_) => {
                condition.operands().iter().for_each(|operand| self.learn(operand));
            }
            Expr::Compare(op, operands) => match &**operands {
                [Expr::Var(var), Expr::Int(value, _)] => {
                    // Of a condition and its negation, one.
                    let op = if is_negative(*op) { op.negate() } else { *op };
                    self.asked.entry(*var).or_default().insert((op, *value));
                }
                _ => self.relate(condition),
            },
            _ => self.relate(condition),
        }
    }

    fn relate(&mut self, condition: &Expr) {
        let together = vars(condition);
        // Conditions about several variables are not looked at.
        if together.len() == 1 {
            self.related.push(together);
        }
    }

    /// A variable and those of `among` to which its value gets by copies.
    fn heirs(&self, var: CfgVarId, among: &BTreeSet<CfgVarId>) -> BTreeSet<CfgVarId> {
        let mut reached = BTreeSet::from([var]);
        let mut agenda = vec![var];
        while let Some(at) = agenda.pop() {
            let next = self.copies.get(&at).into_iter().flatten();
            let next = next.filter(|to| among.contains(to));
            agenda.extend(next.filter(|to| reached.insert(**to)));
        }
        reached
    }

    /// What is asked about a variable or, among those that are tracked, what becomes of it.
    pub fn asked(&self, var: CfgVarId, tracked: &BTreeSet<CfgVarId>) -> Vec<Expr> {
        let heirs = self.heirs(var, tracked);
        let asked: BTreeSet<(CompareOp, i128)> =
            heirs.iter().filter_map(|heir| self.asked.get(heir)).flatten().copied().collect();
        asked.into_iter().filter_map(|(op, value)| self.compare(var, op, value)).collect()
    }

    /// Predicates that exclude what tracking the variables excludes, given what is known about them
    /// then, in their order; `is_new` says of a predicate that there is not one like it already.
    pub fn enough(
        &self,
        values: &Values<'_>,
        reached: &[(CfgVarId, Reached)],
        is_new: &dyn Fn(&Expr) -> bool,
    ) -> Vec<Expr> {
        let tracked: BTreeSet<CfgVarId> = reached.iter().map(|(var, _)| *var).collect();
        // What is made of variables that are not all tracked says nothing.
        let related = self.related.iter().filter(|together| together.is_subset(&tracked));
        let related: BTreeSet<CfgVarId> = related.flatten().copied().collect();
        let mut by_constant: BTreeSet<CfgVarId> = BTreeSet::new();
        let mut choices: Vec<Choice> = Vec::new();
        for (var, one) in reached {
            let constants = values.classes.constants(*var, one.constants);
            let constants = constants.filter_map(|value| self.compare(*var, CompareOp::Eq, value));
            let choice = Choice {
                var: *var,
                asked: self.asked(*var, &tracked),
                constants: constants.collect(),
                vague: one.vague,
            };
            let new = |all: &[Expr]| all.iter().filter(|one| is_new(one)).count();
            let related = !related.is_disjoint(&self.heirs(*var, &tracked));
            if related || !one.vague && new(&choice.constants) < new(&choice.asked) {
                by_constant.insert(*var);
            }
            choices.push(choice);
        }
        self.add_sources(&choices, &mut by_constant);
        let mut all = Vec::new();
        for choice in choices {
            let told = by_constant.contains(&choice.var);
            if told {
                all.extend(choice.constants);
            }
            if !told || choice.vague {
                all.extend(choice.asked);
            }
        }
        all
    }

    /// Adds the sources of what is copied: which constant a copy is depends on which its source is.
    fn add_sources(&self, choices: &[Choice], by_constant: &mut BTreeSet<CfgVarId>) {
        loop {
            let copied = |choice: &&Choice| {
                let to = self.copies.get(&choice.var);
                let told = to.is_some_and(|to| !to.is_disjoint(by_constant));
                told && !by_constant.contains(&choice.var)
            };
            let Some(choice) = choices.iter().find(copied) else { break };
            by_constant.insert(choice.var);
        }
    }

    fn compare(&self, var: CfgVarId, op: CompareOp, value: i128) -> Option<Expr> {
        let ty = self.cfg.type_of(var).as_int()?;
        ty.contains(value).then(|| Expr::compare(op, Expr::Var(var), Expr::int(value, ty)))
    }
}

/// Ways to tell the values of a variable apart.
struct Choice {
    var: CfgVarId,
    /// By what is asked.
    asked: Vec<Expr>,
    /// By the constants that it can be.
    constants: Vec<Expr>,
    /// What is known of it is not always which constant it is.
    vague: bool,
}

fn is_negative(op: CompareOp) -> bool {
    matches!(op, CompareOp::Ne | CompareOp::Gt | CompareOp::Ge)
}
