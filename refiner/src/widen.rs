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
    /// Variables that are copied, and to which.
    copies: BTreeSet<(CfgVarId, CfgVarId)>,
    /// Conditions of branches that compare a term with a constant, by term.
    asked: BTreeMap<Expr, Vec<Expr>>,
}

impl Habits {
    /// Of a graph.
    pub fn new(cfg: &Cfg) -> Self {
        let (values, copies) = values(cfg);
        Habits { values, copies, asked: asked(cfg) }
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

    /// Conditions of the kind of an atom: first what is better than it, if anything is.
    pub fn like(&self, cfg: &Cfg, atom: &Expr) -> Vec<Expr> {
        let Some(term) = term(atom) else { return Vec::new() };
        let mut all = Vec::new();
        if let Expr::Var(var) = term
            && let Type::Int(ty) = cfg.type_of(*var)
            && let Some(values) = self.protocol(*var)
        {
            all.extend(values.iter().map(|value| equals(*var, *value, ty)));
        }
        all.extend(self.asked.get(term).into_iter().flatten().cloned());
        all
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

/// Values of variables that get only constants, copies of such variables and choices; and which
/// variable is copied to which.
fn values(cfg: &Cfg) -> (BTreeMap<CfgVarId, BTreeSet<i128>>, BTreeSet<(CfgVarId, CfgVarId)>) {
    let mut values: BTreeMap<CfgVarId, BTreeSet<i128>> = BTreeMap::new();
    let mut copies: BTreeSet<(CfgVarId, CfgVarId)> = BTreeSet::new();
    let mut computed: BTreeSet<CfgVarId> = BTreeSet::new();
    for edge in &cfg.edges {
        match &edge.operation {
            Operation::Assign(assignments) => {
                for (var, value) in assignments {
                    match value {
                        Expr::Int(value, _) => {
                            values.entry(*var).or_default().insert(*value);
                        }
                        Expr::Var(from) => {
                            copies.insert((*from, *var));
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
    loop {
        let mut changed = false;
        for (from, to) in &copies {
            if computed.contains(from) {
                changed |= computed.insert(*to);
            }
            for value in values.get(from).cloned().unwrap_or_default() {
                changed |= values.entry(*to).or_default().insert(value);
            }
        }
        if !changed {
            break;
        }
    }
    values.retain(|var, _| !computed.contains(var));
    (values, copies)
}

fn asked(cfg: &Cfg) -> BTreeMap<Expr, Vec<Expr>> {
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
