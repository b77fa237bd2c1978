//! Calls against the call edges they abstract.
//!
//! A call is one or two statements: the call, and an assignment that says what is known afterwards.
//! What the call can change must get a new value in the step that returns: the caller's predicates
//! are targets of the call, mostly for results that are `*`. So every variable tells the truth
//! before the call and after it, and in between nobody sees the caller's. Results that say more
//! arrive in plain variables, which mean what the callee returns, with the caller's variable in
//! place of the callee's result.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::boolprog::{Expr, Name};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr as Condition;
use belnap_ir::ids::{CfgEdgeId, CfgVarId, FunctionId};
use belnap_ir::span::Span;

use super::graph::{Call, Step};
use super::meaning::{Pair, Scope, Writing};
use crate::questions::{Answers, Claims, Limits};
use crate::smt::{Effect, Script, When, all, any, not};

/// The shared variables that each function can change, itself or by calls.
pub fn changes(cfg: &Cfg) -> Vec<BTreeSet<CfgVarId>> {
    let mut all: Vec<BTreeSet<CfgVarId>> = vec![BTreeSet::new(); cfg.functions.len()];
    loop {
        let mut grown = false;
        for edge in &cfg.edges {
            let own = cfg.locations[edge.from].function.index();
            let changed: Vec<CfgVarId> = match &edge.operation {
                Operation::Assign(assigned) => assigned.iter().map(|(var, _)| *var).collect(),
                Operation::Nondet(vars) | Operation::Unknown(vars) => vars.clone(),
                Operation::Assume(_) | Operation::AssumeUnknown => Vec::new(),
                Operation::Call { function, result, .. } => {
                    all[function.index()].iter().copied().chain(*result).collect()
                }
            };
            for var in changed {
                if cfg.variables[var].function.is_none() {
                    grown |= all[own].insert(var);
                }
            }
        }
        if !grown {
            return all;
        }
    }
}

/// The condition with variables replaced.
fn replace(condition: &Condition, by: &BTreeMap<CfgVarId, Condition>) -> Condition {
    if let Condition::Var(var) = condition
        && let Some(value) = by.get(var)
    {
        return value.clone();
    }
    let mut new = condition.clone();
    for operand in new.operands_mut() {
        *operand = replace(operand, by);
    }
    new
}

/// The procedure that is called.
pub struct Callee<'a> {
    /// Its name in the Boolean program.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// Its variables.
    pub scope: &'a Scope,
    /// What it returns.
    pub returned: &'a [Expr],
    /// What it can change.
    pub changes: &'a BTreeSet<CfgVarId>,
}

/// A call edge, and the procedure that it should be a call of.
pub struct CallEdge<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// The caller's variables.
    pub scope: &'a Scope,
    /// The edge.
    pub id: CfgEdgeId,
    /// The function of the graph that is called.
    pub function: FunctionId,
    /// What is passed, in the order of the parameters.
    pub arguments: &'a [Condition],
    /// Gets the result.
    pub result: Option<CfgVarId>,
    /// The procedure.
    pub callee: Callee<'a>,
}

/// What is assigned around a call.
type Assigned = BTreeMap<usize, Pair>;

impl CallEdge<'_> {
    /// Asks whether the call approximates the edge.
    pub fn check(&self, call: &Call<'_>, answers: &mut Answers, limits: Limits) {
        if call.callee.name != self.callee.name {
            let message = format!("{} calls `{}`, not this", self.id, self.callee.name);
            answers.diagnostics.push(self.wrong("against-call", call.callee.span, message));
            return;
        }
        let checked = self
            .calling(call, answers, limits)
            .and_then(|()| self.returning(call, answers, limits));
        if let Err(wrong) = checked {
            answers.diagnostics.push(wrong);
        }
    }

    fn wrong(&self, rule: &'static str, span: Span, message: String) -> Diagnostic {
        let wrong = Diagnostic::at(rule, span, message);
        match self.cfg.edges[self.id].text.as_str() {
            "" => wrong,
            text => wrong.note(format!("{} is `{text}`", self.id)),
        }
    }

    /// The position among the targets of a call.
    fn target(&self, call: &Call<'_>, number: usize) -> Option<usize> {
        let is = |name: &Name| self.scope.number(name) == Some(number);
        call.targets.iter().position(|target| target.as_ref().is_some_and(|t| is(&t.name)))
    }

    /// What a statement assigns.
    fn read_assigned(
        &self,
        step: Option<&Step<'_>>,
        writing: &Writing<'_>,
        script: &mut Script<'_>,
    ) -> Result<Assigned, Diagnostic> {
        let mut assigned = Assigned::new();
        let Some(step) = step else { return Ok(assigned) };
        if step.constrain.is_some() {
            let message = "`constrain` has no place around a call".to_owned();
            return Err(self.wrong("against-form", step.span, message));
        }
        for (target, value) in step.targets.iter().zip(step.values) {
            let Some(number) = target.as_ref().and_then(|t| self.scope.number(&t.name)) else {
                continue;
            };
            let pair = self.pair(writing, script, value, step.span)?;
            assigned.insert(number, pair);
        }
        Ok(assigned)
    }

    fn pair(
        &self,
        writing: &Writing<'_>,
        script: &mut Script<'_>,
        expr: &Expr,
        span: Span,
    ) -> Result<Pair, Diagnostic> {
        writing.pair(script, expr).map_err(|place| {
            let message = "a real choice has no place here".to_owned();
            self.wrong("against-nondet", place.unwrap_or(span), message)
        })
    }

    fn claim(&self, name: &Name, pair: &Pair, is: &str, span: Span, claims: &mut Claims) {
        let wrong = |is: &str, says: &str| {
            let message = format!("`{name}` can be {is} at {}, where this says {says}", self.id);
            self.wrong("against-update", span, message)
        };
        claims.add(wrong("false", "true"), all([pair.truth.clone(), not(is)]));
        claims.add(wrong("true", "false"), all([pair.falsity.clone(), is.to_owned()]));
    }

    /// A step that gives a variable two values is never taken, although the edge may be.
    fn one_value(&self, name: &Name, pair: &Pair, span: Span, claims: &mut Claims) {
        let message = format!("`{name}` becomes both true and false at {}", self.id);
        let wrong = self.wrong("against-update", span, message);
        claims.add(wrong, all([pair.truth.clone(), pair.falsity.clone()]));
    }

    /// The arguments are what the callee takes them for, and the caller's predicates that the call
    /// can change get a new value.
    fn calling(
        &self,
        call: &Call<'_>,
        answers: &mut Answers,
        limits: Limits,
    ) -> Result<(), Diagnostic> {
        let changed = self.callee.changes.iter().copied().chain(self.result);
        let effect: Effect = changed.map(|var| (var, None)).collect();
        let mut script = Script::new(self.cfg, effect);
        let parameters = &self.cfg.functions[self.function].parameters;
        let passed: BTreeMap<CfgVarId, Condition> =
            parameters.iter().copied().zip(self.arguments.iter().cloned()).collect();
        let writing = Writing::before(self.scope);
        let mut claims = Claims::default();
        for (param, arg) in self.callee.params.iter().zip(call.args) {
            let condition = self
                .callee
                .scope
                .number(param)
                .and_then(|number| self.callee.scope.variables[number].condition.as_ref());
            let Some(condition) = condition else {
                let pair = self.pair(&writing, &mut script, arg, call.span)?;
                self.one_value(param, &pair, call.span, &mut claims);
                continue;
            };
            let mut sayable = true;
            condition.for_each_var(&mut |var| {
                let shared = self.cfg.variables[var].function.is_none();
                sayable &= shared || passed.contains_key(&var);
            });
            if !sayable {
                let message = format!("`{param}` says something that the caller cannot know");
                return Err(self.wrong("against-argument", call.span, message));
            }
            let is = script.term(&replace(condition, &passed), When::Before);
            let pair = self.pair(&writing, &mut script, arg, call.span)?;
            let message =
                format!("`{param}` of `{}` gets a value that can be wrong", call.callee.name);
            let wrong = self.wrong("against-argument", call.span, message);
            claims.add(wrong, any([all([pair.truth, not(&is)]), all([pair.falsity, is])]));
        }
        for (number, variable, condition) in self.scope.predicates() {
            if variable.local && script.affects(condition) && self.target(call, number).is_none() {
                let before = script.term(condition, When::Before);
                let after = script.term(condition, When::After);
                let message =
                    format!("{} can change `{}`, which is still known", self.id, variable.name);
                let wrong = self.wrong("against-forget", call.span, message);
                claims.add(wrong, format!("(distinct {before} {after})"));
            }
        }
        answers.ask(&script, claims, limits);
        Ok(())
    }

    /// What the results say and what is assigned after the call is so, and shared predicates
    /// still are after the result has been assigned.
    fn returning(
        &self,
        call: &Call<'_>,
        answers: &mut Answers,
        limits: Limits,
    ) -> Result<(), Diagnostic> {
        // The state before is the one in which the callee returns.
        let effect: Effect = self.result.iter().map(|var| (*var, None)).collect();
        let mut script = Script::new(self.cfg, effect);
        let mut claims = Claims::default();
        let mut callee = Writing { at: When::After, ..Writing::before(self.callee.scope) };
        for number in 0..self.callee.scope.variables.len() {
            let written = match self.meaning(number) {
                Some(meaning) => script.term(&meaning, When::After),
                // Nothing about the caller's state.
                None => script.free(format!("r{number}")),
            };
            callee.stale.insert(number, written);
        }
        let mut caller = Writing { at: When::After, ..Writing::before(self.scope) };
        for (number, variable) in self.scope.variables.iter().enumerate() {
            let target = self.target(call, number);
            let returned = target.and_then(|at| self.callee.returned.get(at));
            match (&variable.condition, returned) {
                (Some(condition), Some(returned)) => {
                    let pair = self.pair(&callee, &mut script, returned, call.span)?;
                    let is = script.term(condition, When::After);
                    self.claim(&variable.name, &pair, &is, call.span, &mut claims);
                }
                (Some(condition), None)
                    if target.is_none() && !variable.local && script.affects(condition) =>
                {
                    let before = script.term(condition, When::Before);
                    let after = script.term(condition, When::After);
                    let message =
                        format!("the result of {} can change `{}`", self.id, variable.name);
                    let wrong = self.wrong("against-kept", call.span, message);
                    claims.add(wrong, format!("(distinct {before} {after})"));
                }
                (None, Some(Expr::Var(returned))) => {
                    let written = callee.variable(&mut script, &returned.name);
                    caller.stale.insert(number, written);
                }
                (None, Some(returned)) => {
                    let pair = self.pair(&callee, &mut script, returned, call.span)?;
                    self.one_value(&variable.name, &pair, call.span, &mut claims);
                }
                _ => {}
            }
        }
        // What is unknown now may be read like the rest: it either has its true value or says
        // nothing.
        let assigned = self.read_assigned(call.after.as_ref(), &caller, &mut script)?;
        let span = call.after.map_or(call.span, |step| step.span);
        for (number, pair) in &assigned {
            let variable = &self.scope.variables[*number];
            match &variable.condition {
                Some(condition) => {
                    let is = script.term(condition, When::After);
                    self.claim(&variable.name, pair, &is, span, &mut claims);
                }
                None => self.one_value(&variable.name, pair, span, &mut claims),
            }
        }
        answers.ask(&script, claims, limits);
        Ok(())
    }

    /// What a variable of the callee says, when it returns, about the caller's state after the
    /// call; `None` if nothing.
    fn meaning(&self, number: usize) -> Option<Condition> {
        let condition = self.callee.scope.variables[number].condition.as_ref()?;
        let own = self.cfg.functions[self.function].result;
        let mut sayable = true;
        condition.for_each_var(&mut |var| {
            let shared = self.cfg.variables[var].function.is_none();
            sayable &= match Some(var) == own {
                true => self.result.is_some(),
                // The result has not been assigned yet.
                false => shared && self.result != Some(var),
            };
        });
        let by: BTreeMap<CfgVarId, Condition> =
            own.into_iter().zip(self.result).map(|(own, var)| (own, Condition::Var(var))).collect();
        sayable.then(|| replace(condition, &by))
    }
}
