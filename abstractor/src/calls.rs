//! Calls, as in SLAM: what a function is told and tells about its predicates.
//!
//! A predicate of a function over its parameters and shared variables becomes a parameter of the
//! procedure; one over its result and shared variables that is tracked at its end becomes a
//! result. After a call, the caller's predicates that the call may have changed are computed from
//! the results, from its predicates that did not change and from the shared ones.

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgVarId, FunctionId};
use belnap_ir::substitute::substituted;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::approximate::{Choice, Worker};
use crate::edges::Update;
use crate::tracked::{Predicates, Tracked};

/// What the procedure of a function takes and gives.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// Predicates whose values are parameters, ascending.
    pub parameters: Vec<usize>,
    /// Predicates whose values are results, ascending.
    pub results: Vec<usize>,
}

/// The signatures of all functions, and the shared variables that each may change.
pub struct Signatures {
    of: Vec<Signature>,
    changes: Vec<FxHashSet<CfgVarId>>,
    /// Per call edge and result, the number of the predicate that stands for it in the caller.
    returned: rustc_hash::FxHashMap<usize, Vec<Option<usize>>>,
}

/// A call over predicates.
#[derive(Clone, Debug, Default)]
pub struct AbstractCall {
    /// The caller's predicates that the call may change; unknown before it.
    pub forgotten: Vec<usize>,
    /// Values of the parameters.
    pub arguments: Vec<Choice>,
    /// Where the results go: predicates that stand for them.
    pub targets: Vec<Option<usize>>,
    /// What is known after the call.
    pub updates: Vec<(usize, Update)>,
}

impl Signatures {
    /// The signatures of the functions of `cfg`. To the predicates are added those that stand for
    /// results where they are used, tracked nowhere.
    pub fn new(cfg: &Cfg, predicates: &mut Predicates) -> Self {
        let changes = changes(cfg);
        let of = (0..cfg.functions.len())
            .map(|index| signature(cfg, predicates, FunctionId::from(index)))
            .collect();
        let mut signatures = Signatures { of, changes, returned: rustc_hash::FxHashMap::default() };
        for (index, edge) in cfg.edges.iter().enumerate() {
            if let Operation::Call { function, result, .. } = &edge.operation {
                let returned =
                    signatures.returned(cfg, predicates, edge, index, *function, *result);
                signatures.returned.insert(index, returned);
            }
        }
        signatures
    }

    /// The signature of a function.
    pub fn of(&self, function: FunctionId) -> &Signature {
        &self.of[function.index()]
    }

    /// The predicates that stand for results in a function.
    pub fn stand_ins(&self, cfg: &Cfg, function: FunctionId) -> Vec<usize> {
        let mut all: Vec<usize> = self
            .returned
            .iter()
            .filter(|(edge, _)| cfg.locations[cfg.edges[**edge].from.index()].function == function)
            .flat_map(|(_, returned)| returned.iter().flatten().copied())
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The predicates of a function that some call in it may change.
    pub fn changed_by_calls(
        &self,
        cfg: &Cfg,
        predicates: &Predicates,
        function: FunctionId,
    ) -> FixedBitSet {
        let mut changed = FixedBitSet::with_capacity(predicates.all.len());
        for edge in &cfg.edges {
            let Operation::Call { function: callee, result, .. } = &edge.operation else {
                continue;
            };
            if cfg.locations[edge.from.index()].function != function {
                continue;
            }
            for (number, tracked) in predicates.all.iter().enumerate() {
                let changes = |var: &CfgVarId| self.changes(*callee, *result, *var);
                if tracked.function == Some(function) && tracked.vars.iter().any(changes) {
                    changed.insert(number);
                }
            }
        }
        changed
    }

    /// Whether a call may change a variable of the caller or a shared one.
    fn changes(&self, callee: FunctionId, result: Option<CfgVarId>, var: CfgVarId) -> bool {
        result == Some(var) || self.changes[callee.index()].contains(&var)
    }

    /// What the results of a call say about the caller's state after it.
    fn returned(
        &self,
        cfg: &Cfg,
        predicates: &mut Predicates,
        edge: &Edge,
        index: usize,
        callee: FunctionId,
        result: Option<CfgVarId>,
    ) -> Vec<Option<usize>> {
        let caller = cfg.locations[edge.from.index()].function;
        let own = cfg.functions[callee.index()].result;
        let mut returned = Vec::new();
        for (place, number) in self.of[callee.index()].results.iter().enumerate() {
            let condition = predicates.all[*number].condition.clone();
            let (mut mentions, mut replaced) = (false, false);
            condition.for_each_var(&mut |var| {
                mentions |= Some(var) == own;
                replaced |= Some(var) == result;
            });
            let condition = match (mentions, result) {
                (true, None) => {
                    returned.push(None);
                    continue;
                }
                // The result replaces a value that this is about.
                (_, Some(_)) if replaced => {
                    returned.push(None);
                    continue;
                }
                (true, Some(result)) => {
                    substituted(&condition, &|var| (Some(var) == own).then_some(Expr::Var(result)))
                }
                (false, _) => condition,
            };
            let mut vars = predicates.all[*number].vars.clone();
            vars.retain(|var| Some(*var) != own);
            vars.extend(result.filter(|_| mentions));
            vars.sort_unstable();
            vars.dedup();
            let name = format!("{}${index}${place}", cfg.functions[callee.index()].name);
            predicates.all.push(Tracked { name, condition, vars, function: Some(caller) });
            for at in &mut predicates.at {
                at.grow(predicates.all.len());
            }
            returned.push(Some(predicates.all.len() - 1));
        }
        returned
    }
}

fn signature(cfg: &Cfg, predicates: &Predicates, id: FunctionId) -> Signature {
    let function = &cfg.functions[id.index()];
    let only = |number: usize, allowed: &dyn Fn(CfgVarId) -> bool| {
        let tracked = &predicates.all[number];
        tracked.function == Some(id)
            && tracked
                .vars
                .iter()
                .all(|var| cfg.variables[var.index()].function.is_none() || allowed(*var))
    };
    let tracked = |at: &FixedBitSet, allowed: &dyn Fn(CfgVarId) -> bool| {
        at.ones().filter(|number| only(*number, allowed)).collect()
    };
    if id.index() == 0 {
        // Nobody calls it.
        return Signature::default();
    }
    Signature {
        parameters: tracked(&predicates.at[function.entry.index()], &|var| {
            function.parameters.contains(&var)
        }),
        results: tracked(&predicates.at[function.exit.index()], &|var| {
            function.result == Some(var)
        }),
    }
}

/// The shared variables that each function may change, itself or by calls.
fn changes(cfg: &Cfg) -> Vec<FxHashSet<CfgVarId>> {
    let mut all = vec![FxHashSet::default(); cfg.functions.len()];
    loop {
        let mut grown = false;
        for edge in &cfg.edges {
            let own = cfg.locations[edge.from.index()].function;
            let mut changed: Vec<CfgVarId> = match &edge.operation {
                Operation::Assign(assignments) => assignments.iter().map(|(var, _)| *var).collect(),
                Operation::Nondet(vars) | Operation::Unknown(vars) => vars.clone(),
                Operation::Call { function, result, .. } => {
                    all[function.index()].iter().copied().chain(*result).collect()
                }
                Operation::Assume(_) | Operation::AssumeUnknown => Vec::new(),
            };
            changed.retain(|var| cfg.variables[var.index()].function.is_none());
            for var in changed {
                grown |= all[own.index()].insert(var);
            }
        }
        if !grown {
            return all;
        }
    }
}

impl Worker<'_> {
    /// A call edge over the predicates.
    pub fn call(&mut self, edge: &Edge, index: usize, signatures: &Signatures) -> AbstractCall {
        let Operation::Call { function, arguments, result } = &edge.operation else {
            return AbstractCall::default();
        };
        let over = self.tracked_before(edge);
        let callee = &self.cfg.functions[function.index()];
        let passed: Vec<(CfgVarId, Expr)> =
            callee.parameters.iter().copied().zip(arguments.iter().cloned()).collect();
        let mut call = AbstractCall {
            targets: signatures.returned.get(&index).cloned().unwrap_or_default(),
            ..AbstractCall::default()
        };
        for parameter in &signatures.of(*function).parameters {
            let condition = &self.predicates.all[*parameter].condition;
            let choice = match self.conditions.weakest_precondition(condition, &passed) {
                Some(before) => self.choose(&before, &over),
                None => Choice::UNKNOWN,
            };
            call.arguments.push(choice);
        }
        let changed = |var: &CfgVarId| signatures.changes(*function, *result, *var);
        let takes_result = |vars: &[CfgVarId]| result.is_some_and(|result| vars.contains(&result));
        let caller = self.cfg.locations[edge.from.index()].function;
        let after: Vec<usize> = (0..self.predicates.all.len())
            .filter(|number| {
                let tracked = &self.predicates.all[*number];
                let stands_in = call.targets.contains(&Some(*number));
                let shared = tracked.function.is_none()
                    && self.predicates.is_at(*number, edge.to)
                    && !takes_result(&tracked.vars);
                let kept = tracked.function == Some(caller)
                    && self.predicates.is_at(*number, edge.from)
                    && !tracked.vars.iter().any(changed);
                stands_in || shared || kept
            })
            .collect();
        for number in 0..self.predicates.all.len() {
            let tracked = &self.predicates.all[number];
            // Inside the function a shared predicate is about the old value.
            let late = tracked.function.is_none() && takes_result(&tracked.vars);
            if !(late || tracked.function == Some(caller)) || call.targets.contains(&Some(number)) {
                continue;
            }
            let known = self.predicates.is_at(number, edge.from);
            let wanted = self.predicates.is_at(number, edge.to);
            let changes = tracked.vars.iter().any(changed);
            let forgotten = changes && !late;
            if forgotten {
                call.forgotten.push(number);
            }
            let choice = match (wanted, changes) {
                (true, false) if known => continue,
                (true, _) => {
                    let condition = self.predicates.all[number].condition.clone();
                    self.choose(&condition, &after)
                }
                (false, false) if known => Choice::UNKNOWN,
                (false, _) if late => Choice::UNKNOWN,
                (false, _) => continue,
            };
            if choice != Choice::UNKNOWN || !forgotten {
                call.updates.push((number, Update::Choice(choice)));
            }
        }
        call
    }
}
