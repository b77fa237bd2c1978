//! Calls, as in SLAM: what a function is told and tells about its predicates.
//!
//! A predicate of a function over its parameters and shared variables becomes a parameter of the
//! procedure; one over its result and shared variables that is tracked at its end becomes a
//! result. After a call, the caller's predicates that the call may have changed are computed from
//! the results, from its predicates that did not change and from the shared ones. Between the
//! return and that they are unknown: a procedure has further results that are always `*`, so that
//! they become so in the step that returns, and no state pairs old values with new ones.

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgVarId, FunctionId, TiVec, ti_vec};
use belnap_ir::substitute::substitute;
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
    /// Further results, which are unknown.
    pub unknown: usize,
}

/// The signatures of all functions, and the shared variables that each may change.
pub struct Signatures {
    of: TiVec<FunctionId, Signature>,
    changes: TiVec<FunctionId, FxHashSet<CfgVarId>>,
    /// Per call edge and result, the number of the predicate that stands for it in the caller.
    returned: rustc_hash::FxHashMap<CfgEdgeId, Vec<Option<usize>>>,
}

/// A call over predicates.
#[derive(Clone, Debug, Default)]
pub struct AbstractCall {
    /// The caller's predicates that the call may change; unknown when it returns.
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
        for (index, edge) in cfg.edges.iter_enumerated() {
            if let Operation::Call { function, result, .. } = &edge.operation {
                let count = signatures.forgotten(cfg, predicates, edge).len();
                let signature = &mut signatures.of[*function];
                signature.unknown = signature.unknown.max(count);
                let returned =
                    signatures.abstract_results(cfg, predicates, edge, index, *function, *result);
                signatures.returned.insert(index, returned);
            }
        }
        signatures
    }

    /// The signature of a function.
    pub fn of(&self, function: FunctionId) -> &Signature {
        &self.of[function]
    }

    /// The predicates that a call may change and the callee does not know about, ascending: the
    /// caller's, and shared ones about a shared variable that gets the result.
    fn forgotten(&self, cfg: &Cfg, predicates: &Predicates, edge: &Edge) -> Vec<usize> {
        (0..predicates.all.len())
            .filter(|number| self.is_forgotten(cfg, &predicates.all[*number], edge))
            .collect()
    }

    fn is_forgotten(&self, cfg: &Cfg, tracked: &Tracked, edge: &Edge) -> bool {
        let Operation::Call { result, .. } = &edge.operation else { return false };
        let caller = cfg.locations[edge.from].function;
        match tracked.function {
            _ if tracked.stands_in => false,
            Some(own) => own == caller && tracked.vars.iter().any(|var| self.changes(edge, *var)),
            None => tracked.vars.iter().any(|var| *result == Some(*var)),
        }
    }

    /// Whether a call may change a variable of the caller or a shared one.
    fn changes(&self, edge: &Edge, var: CfgVarId) -> bool {
        match &edge.operation {
            Operation::Call { function, result, .. } => {
                *result == Some(var) || self.changes[*function].contains(&var)
            }
            _ => false,
        }
    }

    /// What the results of a call say about the caller's state after it.
    fn abstract_results(
        &self,
        cfg: &Cfg,
        predicates: &mut Predicates,
        edge: &Edge,
        index: CfgEdgeId,
        callee: FunctionId,
        result: Option<CfgVarId>,
    ) -> Vec<Option<usize>> {
        let caller = cfg.locations[edge.from].function;
        let own = cfg.functions[callee].result;
        let mut returned = Vec::new();
        for (place, number) in self.of[callee].results.iter().enumerate() {
            let condition = predicates.all[*number].condition.clone();
            let mut mentions = false;
            condition.for_each_var(&mut |var| mentions |= Some(var) == own);
            // What it says about a variable that then gets the result is no longer true.
            let stale = result.is_some_and(|result| predicates.all[*number].vars.contains(&result));
            let condition = match (mentions, result) {
                _ if stale => {
                    returned.push(None);
                    continue;
                }
                (true, None) => {
                    returned.push(None);
                    continue;
                }
                (true, Some(result)) => {
                    substitute(&condition, &|var| (Some(var) == own).then_some(Expr::Var(result)))
                }
                (false, _) => condition,
            };
            let mut vars = predicates.all[*number].vars.clone();
            vars.retain(|var| Some(*var) != own);
            vars.extend(result.filter(|_| mentions));
            vars.sort_unstable();
            vars.dedup();
            let name = format!("{}${}${place}", cfg.functions[callee].name, index.index());
            let function = Some(caller);
            predicates.all.push(Tracked { name, condition, vars, function, stands_in: true });
            for at in &mut predicates.at {
                at.grow(predicates.all.len());
            }
            returned.push(Some(predicates.all.len() - 1));
        }
        returned
    }
}

fn signature(cfg: &Cfg, predicates: &Predicates, id: FunctionId) -> Signature {
    let function = &cfg.functions[id];
    let only = |number: usize, allowed: &dyn Fn(CfgVarId) -> bool| {
        let tracked = &predicates.all[number];
        tracked.function == Some(id)
            && tracked
                .vars
                .iter()
                .all(|var| cfg.variables[*var].function.is_none() || allowed(*var))
    };
    let tracked = |at: &FixedBitSet, allowed: &dyn Fn(CfgVarId) -> bool| {
        at.ones().filter(|number| only(*number, allowed)).collect()
    };
    if id.index() == 0 {
        // It is never called.
        return Signature::default();
    }
    Signature {
        parameters: tracked(&predicates.at[function.entry], &|var| {
            function.parameters.contains(&var)
        }),
        results: tracked(&predicates.at[function.exit], &|var| function.result == Some(var)),
        unknown: 0,
    }
}

/// The shared variables that each function may change, itself or by calls.
fn changes(cfg: &Cfg) -> TiVec<FunctionId, FxHashSet<CfgVarId>> {
    let mut all: TiVec<FunctionId, _> = ti_vec![FxHashSet::default(); cfg.functions.len()];
    loop {
        let mut grown = false;
        for edge in &cfg.edges {
            let own = cfg.locations[edge.from].function;
            let mut changed: Vec<CfgVarId> = match &edge.operation {
                Operation::Assign(assignments) => assignments.iter().map(|(var, _)| *var).collect(),
                Operation::Nondet(vars) | Operation::Unknown(vars) => vars.clone(),
                Operation::Call { function, result, .. } => {
                    all[*function].iter().copied().chain(*result).collect()
                }
                Operation::Assume(_) | Operation::AssumeUnknown => Vec::new(),
            };
            changed.retain(|var| cfg.variables[*var].function.is_none());
            for var in changed {
                grown |= all[own].insert(var);
            }
        }
        if !grown {
            return all;
        }
    }
}

impl Worker<'_> {
    /// A call edge over the predicates.
    pub fn call(&mut self, edge: &Edge, index: CfgEdgeId, signatures: &Signatures) -> AbstractCall {
        let Operation::Call { function, arguments, .. } = &edge.operation else {
            return AbstractCall::default();
        };
        let over = self.tracked_before(edge);
        let callee = &self.cfg.functions[*function];
        let passed: Vec<(CfgVarId, Expr)> =
            callee.parameters.iter().copied().zip(arguments.iter().cloned()).collect();
        let mut call = AbstractCall {
            targets: signatures.returned.get(&index).cloned().unwrap_or_default(),
            forgotten: signatures.forgotten(self.cfg, self.predicates, edge),
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
        let changed = |var: &CfgVarId| signatures.changes(edge, *var);
        let caller = self.cfg.locations[edge.from].function;
        let after: Vec<usize> = (0..self.predicates.all.len())
            .filter(|number| {
                let tracked = &self.predicates.all[*number];
                let stands_in = call.targets.contains(&Some(*number));
                let shared = tracked.function.is_none()
                    && self.predicates.is_at(*number, edge.to)
                    && !call.forgotten.contains(number);
                let kept = tracked.function == Some(caller)
                    && self.predicates.is_at(*number, edge.from)
                    && !tracked.vars.iter().any(changed);
                stands_in || shared || kept
            })
            .collect();
        for number in 0..self.predicates.all.len() {
            let tracked = &self.predicates.all[number];
            let changes = call.forgotten.contains(&number);
            if tracked.stands_in || tracked.function != Some(caller) && !changes {
                continue;
            }
            let known = self.predicates.is_at(number, edge.from);
            let wanted = self.predicates.is_at(number, edge.to);
            let choice = match (wanted, changes) {
                (true, false) if known => continue,
                (true, _) => {
                    let condition = self.predicates.all[number].condition.clone();
                    self.choose(&condition, &after)
                }
                (false, false) if known => Choice::UNKNOWN,
                (false, _) => continue,
            };
            if choice != Choice::UNKNOWN || !changes {
                call.updates.push((number, Update::Choice(choice)));
            }
        }
        call
    }
}
