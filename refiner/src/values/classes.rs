//! The classes of a variable's values: the constants that matter for it, and what is between them.

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, IntegerMode, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::CfgVarId;
use belnap_ir::types::Type;

/// A set of classes: the bit `2i + 1` is the `i`th constant, the bit `2i` what is below it and
/// above the one before.
pub type Set = u128;

/// More constants do not fit into a set.
const MOST: usize = 63;

/// The classes that are one constant.
const CONSTANTS: Set = 0xAAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA;

/// The classes of every variable. Variables that are copied share theirs.
pub struct Classes {
    /// The group of each variable; `None` for variables without classes.
    group: Vec<Option<usize>>,
    /// The constants of each group, ascending.
    constants: Vec<Vec<i128>>,
    /// All classes of each variable.
    all: Vec<Set>,
}

impl Classes {
    /// Of a graph and the conditions, in normal form, that are asked in it.
    pub fn of<'e>(cfg: &Cfg, asked: impl Iterator<Item = &'e Expr>) -> Self {
        let mut groups = Groups { parent: (0..cfg.variables.len()).collect() };
        let mut found: Vec<(CfgVarId, i128)> = Vec::new();
        for edge in &cfg.edges {
            let Operation::Assign(assignments) = &edge.operation else { continue };
            for (var, value) in assignments {
                match value {
                    Expr::Int(value, _) => found.push((*var, *value)),
                    Expr::Var(from) => groups.join(*var, *from),
                    Expr::Cast(_, from) => {
                        if let Expr::Var(from) = **from {
                            groups.join(*var, from);
                        }
                    }
                    _ => {}
                }
            }
        }
        asked.for_each(|condition| collect_compared(condition, &mut found));
        let mut constants: Vec<BTreeSet<i128>> = vec![BTreeSet::new(); cfg.variables.len()];
        for (var, value) in found {
            constants[groups.of(var)].insert(value);
        }
        let constants: Vec<Vec<i128>> =
            constants.into_iter().map(|all| all.into_iter().collect()).collect();
        let mut classes =
            Classes { group: vec![None; cfg.variables.len()], constants, all: Vec::new() };
        for var in (0..cfg.variables.len()).map(CfgVarId::from) {
            let group = groups.of(var);
            let fits = (1..=MOST).contains(&classes.constants[group].len());
            if fits && matches!(cfg.type_of(var), Type::Int(_)) {
                classes.group[var.index()] = Some(group);
            }
            classes.all.push(classes.possible(cfg, var));
        }
        classes
    }

    /// The classes with a value of the variable's type.
    fn possible(&self, cfg: &Cfg, var: CfgVarId) -> Set {
        let (Some(group), Type::Int(ty)) = (self.group[var.index()], cfg.type_of(var)) else {
            return 0;
        };
        let constants = &self.constants[group];
        let unbounded = cfg.machine.integers == IntegerMode::Mathematical;
        let inside = |value: i128| unbounded || ty.contains(value);
        let mut all = 0;
        for (at, value) in constants.iter().enumerate() {
            if inside(*value) {
                all |= 1 << (2 * at + 1);
            }
            let next = at.checked_sub(1).map(|before| constants[before]);
            if next.is_none_or(|next| next < *value - 1) && inside(*value - 1) {
                all |= 1 << (2 * at);
            }
        }
        if constants.last().is_some_and(|last| inside(*last + 1)) {
            all |= 1 << (2 * constants.len());
        }
        all
    }

    /// Whether a variable has classes.
    pub fn has(&self, var: CfgVarId) -> bool {
        self.group[var.index()].is_some()
    }

    /// All classes of a variable.
    pub fn all(&self, var: CfgVarId) -> Set {
        self.all[var.index()]
    }

    /// Whether two variables share their classes.
    pub fn share(&self, one: CfgVarId, other: CfgVarId) -> bool {
        self.has(one) && self.group[one.index()] == self.group[other.index()]
    }

    /// The constants of a variable that are in a set, ascending.
    pub fn constants(&self, var: CfgVarId, set: Set) -> impl Iterator<Item = i128> {
        let group = self.group[var.index()];
        let constants = group.map_or(&[][..], |group| &self.constants[group]);
        constants
            .iter()
            .enumerate()
            .filter(move |(at, _)| (set >> (2 * at + 1)) & 1 == 1)
            .map(|(_, value)| *value)
    }

    /// The constant that is the only value in a set.
    pub fn constant(&self, var: CfgVarId, set: Set) -> Option<i128> {
        is_constant(set).then(|| self.constants(var, set).next()).flatten()
    }

    /// The class of a number.
    pub fn class(&self, var: CfgVarId, number: i128) -> Set {
        let Some(group) = self.group[var.index()] else { return 0 };
        match self.constants[group].binary_search(&number) {
            Ok(at) => 1 << (2 * at + 1),
            Err(at) => 1 << (2 * at),
        }
    }

    /// The classes whose values compare with a constant in some way.
    pub fn within(&self, var: CfgVarId, op: CompareOp, constant: i128) -> Set {
        let equal = self.class(var, constant);
        let below = equal - 1;
        let set = match op {
            CompareOp::Eq => equal,
            CompareOp::Ne => !equal,
            CompareOp::Lt => below,
            CompareOp::Le => below | equal,
            CompareOp::Gt => !(below | equal),
            CompareOp::Ge => !below,
        };
        set & self.all(var)
    }
}

/// Whether a set is one constant.
pub fn is_constant(set: Set) -> bool {
    set.is_power_of_two() && set & CONSTANTS != 0
}

/// Collects the constants that a condition compares variables with.
fn collect_compared(condition: &Expr, found: &mut Vec<(CfgVarId, i128)>) {
    if let Expr::Compare(_, operands) = condition
        && let [Expr::Var(var), Expr::Int(value, _)] = &**operands
    {
        found.push((*var, *value));
    }
    condition.operands().iter().for_each(|operand| collect_compared(operand, found));
}

/// Sets of variables (union-find).
struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    fn of(&mut self, var: CfgVarId) -> usize {
        let mut at = var.index();
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    fn join(&mut self, one: CfgVarId, other: CfgVarId) {
        let (one, other) = (self.of(one), self.of(other));
        self.parent[one.max(other)] = one.min(other);
    }
}
