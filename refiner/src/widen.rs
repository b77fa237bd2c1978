//! More predicates of the kind that was found.
//!
//! A variable whose value matters on one path matters on others soon. Programs that keep the
//! state of a protocol in a variable assign only constants to it and copy it around: of such a
//! variable all values are distinguished at once, instead of one per refinement.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::{IntType, Type};
use belnap_solver::wp::Conditions;

/// Fewer values do not make a protocol.
const MIN_VALUES: usize = 3;

/// More values are not worth tracking all.
const MAX_VALUES: usize = 48;

/// What the graph assigns to variables and asks about them.
pub struct Habits {
    /// Values of the variables that get only constants, copies of such variables, and choices.
    values: BTreeMap<CfgVarId, BTreeSet<i128>>,
    /// Constants that are assigned to variables.
    assigned: BTreeMap<CfgVarId, BTreeSet<i128>>,
    /// Variables that are copied, and to which.
    copies: BTreeSet<(CfgVarId, CfgVarId)>,
    /// Conditions of branches that compare a term with a constant, by term.
    asked: BTreeMap<Expr, Vec<Expr>>,
}

impl Habits {
    /// Of a graph.
    pub fn new(cfg: &Cfg) -> Self {
        let mut habits = Habits {
            values: BTreeMap::new(),
            assigned: BTreeMap::new(),
            copies: BTreeSet::new(),
            asked: collect_asked(cfg),
        };
        habits.learn_values(cfg);
        habits
    }

    fn learn_values(&mut self, cfg: &Cfg) {
        let mut computed: BTreeSet<CfgVarId> = BTreeSet::new();
        for edge in &cfg.edges {
            match &edge.operation {
                Operation::Assign(assignments) => {
                    for (var, value) in assignments {
                        match value {
                            Expr::Int(value, _) => {
                                self.assigned.entry(*var).or_default().insert(*value);
                            }
                            Expr::Var(from) => {
                                self.copies.insert((*from, *var));
                            }
                            _ => {
                                computed.insert(*var);
                            }
                        }
                    }
                }
                Operation::Unknown(vars) => computed.extend(vars),
                Operation::Call { result, .. } => computed.extend(result),
                Operation::Nondet(_) | Operation::Assume(_) | Operation::AssumeUnknown => {}
            }
        }
        self.values = self.assigned.clone();
        loop {
            let mut changed = false;
            for (from, to) in &self.copies {
                if computed.contains(from) {
                    changed |= computed.insert(*to);
                }
                for value in self.values.get(from).cloned().unwrap_or_default() {
                    changed |= self.values.entry(*to).or_default().insert(value);
                }
            }
            if !changed {
                break;
            }
        }
        self.values.retain(|var, _| !computed.contains(var));
    }

    /// The values of a variable that holds the state of a protocol, or what becomes that state.
    fn protocol(&self, var: CfgVarId) -> Option<&BTreeSet<i128>> {
        let many = |var: CfgVarId| {
            let values = self.values.get(&var)?;
            (MIN_VALUES..=MAX_VALUES).contains(&values.len()).then_some(values)
        };
        let copied = |(from, to): &(CfgVarId, CfgVarId)| *from == var && many(*to).is_some();
        many(var).or_else(|| self.values.get(&var).filter(|_| self.copies.iter().any(copied)))
    }

    /// Whether a term is a variable that holds the state of a protocol.
    pub fn is_protocol(&self, term: &Expr) -> bool {
        matches!(term, Expr::Var(var) if self.protocol(*var).is_some())
    }

    /// Conditions of the kind of an atom.
    pub fn like(&self, cfg: &Cfg, atom: &Expr) -> Vec<Expr> {
        let Some(term) = term(atom) else { return Vec::new() };
        if let Expr::Var(var) = term
            && let Type::Int(ty) = cfg.type_of(*var)
            && let Some(values) = self.protocol(*var)
        {
            // A value that comes with a copy and is never asked for need not be told from others,
            // and one that the variable never has is asked for in vain.
            let (asked, none) = (self.values_asked(*var), BTreeSet::new());
            let assigned = self.assigned.get(var).unwrap_or(&none);
            let matters = |value: &&i128| assigned.contains(value) || asked.contains(value);
            return values.iter().filter(matters).map(|value| equals(*var, *value, ty)).collect();
        }
        self.asked.get(term).cloned().unwrap_or_default()
    }

    /// Constants that a variable is compared with, or what it is copied to.
    fn values_asked(&self, var: CfgVarId) -> BTreeSet<i128> {
        let mut reached = BTreeSet::from([var]);
        let mut agenda = vec![var];
        while let Some(at) = agenda.pop() {
            let next = self.copies.iter().filter(|(from, _)| *from == at).map(|(_, to)| *to);
            agenda.extend(next.filter(|to| reached.insert(*to)));
        }
        let conditions = reached.into_iter().filter_map(|var| self.asked.get(&Expr::Var(var)));
        let constants = conditions.flatten().filter_map(|condition| match condition {
            Expr::Compare(_, operands) => match operands[1] {
                Expr::Int(value, _) => Some(value),
                _ => None,
            },
            _ => None,
        });
        constants.collect()
    }

    /// Whether an atom only bounds a variable of which all values are distinguished anyway.
    pub fn bounds_protocol(&self, atom: &Expr) -> bool {
        match (atom, term(atom)) {
            (Expr::Compare(CompareOp::Eq | CompareOp::Ne, _), _) => false,
            (_, Some(Expr::Var(var))) => self.protocol(*var).is_some(),
            _ => false,
        }
    }
}

fn equals(var: CfgVarId, value: i128, ty: IntType) -> Expr {
    Expr::compare(CompareOp::Eq, Expr::Var(var), Expr::int(value, ty))
}

/// What a condition compares with a constant.
pub fn term(condition: &Expr) -> Option<&Expr> {
    match condition {
        Expr::Compare(_, operands) if matches!(operands[1], Expr::Int(..)) => Some(&operands[0]),
        _ => None,
    }
}

fn collect_asked(cfg: &Cfg) -> BTreeMap<Expr, Vec<Expr>> {
    let conditions = Conditions::new(cfg);
    let mut asked: BTreeMap<Expr, Vec<Expr>> = BTreeMap::new();
    for edge in &cfg.edges {
        if let Operation::Assume(condition) = &edge.operation {
            collect(&conditions.normal(condition), &mut asked);
        }
    }
    asked
}

fn collect(condition: &Expr, asked: &mut BTreeMap<Expr, Vec<Expr>>) {
    if let Some(term) = term(condition) {
        asked.entry(term.clone()).or_default().push(condition.clone());
    } else if matches!(condition, Expr::Not(_) | Expr::And(_) | Expr::Or(_)) {
        condition.operands().iter().for_each(|operand| collect(operand, asked));
    }
}
