//! Calls against the call edges they abstract.
//!
//! A call is up to three statements: an assignment that makes the caller's predicates unknown that
//! the callee can change, the call, and an assignment that says what is known afterwards. In
//! between, those unknown predicates hold some value that says nothing, which must pass every
//! `enforce` on the way. Results arrive in plain variables, which mean what the callee returns,
//! with the caller's variable in place of the callee's result.

use std::collections::{BTreeMap, BTreeSet};

use belnap_ir::boolprog::{Expr, Name};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr as Condition;
use belnap_ir::ids::{CfgEdgeId, CfgVarId, FunctionId};
use belnap_ir::span::Span;

use super::graph::{Call, Step};
use super::meaning::{Pair, Scope, Writing};
use super::questions::{Answers, Claims, Limits};
use super::smt::{Effect, Script, When, all, any, not};

/// The shared variables that each function can change, itself or by calls.
pub fn changes(cfg: &Cfg) -> Vec<BTreeSet<CfgVarId>> {
    let mut all: Vec<BTreeSet<CfgVarId>> = vec![BTreeSet::new(); cfg.functions.len()];
    loop {
        let mut grown = false;
        for edge in &cfg.edges {
            let own = cfg.locations[edge.from.index()].function.index();
            let changed: Vec<CfgVarId> = match &edge.operation {
                Operation::Assign(assigned) => assigned.iter().map(|(var, _)| *var).collect(),
                Operation::Nondet(vars) | Operation::Unknown(vars) => vars.clone(),
                Operation::Assume(_) | Operation::AssumeUnknown => Vec::new(),
                Operation::Call { function, result, .. } => {
                    all[function.index()].iter().copied().chain(*result).collect()
                }
            };
            for var in changed {
                if cfg.variables[var.index()].function.is_none() {
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
fn replaced(condition: &Condition, by: &BTreeMap<CfgVarId, Condition>) -> Condition {
    if let Condition::Var(var) = condition
        && let Some(value) = by.get(var)
    {
        return value.clone();
    }
    let mut new = condition.clone();
    for operand in new.operands_mut() {
        *operand = replaced(operand, by);
    }
    new
}

/// The procedure that is called.
pub struct Callee<'a> {
    /// Its name.
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

/// A call edge.
pub struct CallEdge<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// The caller's variables.
    pub scope: &'a Scope,
    /// Facts about states of the caller.
    pub enforced: Vec<&'a Expr>,
    /// The edge.
    pub id: CfgEdgeId,
    /// The function.
    pub function: FunctionId,
    /// Its arguments.
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
            .before(call, answers, limits)
            .and_then(|stale| self.passing(call, &stale, answers, limits).map(|()| stale))
            .and_then(|stale| self.after(call, &stale, answers, limits));
        if let Err(wrong) = checked {
            answers.diagnostics.push(wrong);
        }
    }

    fn wrong(&self, rule: &'static str, span: Span, message: String) -> Diagnostic {
        let wrong = Diagnostic::at(rule, span, message);
        match self.cfg.edges[self.id.index()].text.as_str() {
            "" => wrong,
            text => wrong.note(format!("{} is `{text}`", self.id)),
        }
    }

    /// Variables that are neither hidden nor without meaning.
    fn predicates(&self) -> impl Iterator<Item = (usize, &Name, bool, &Condition)> {
        self.scope
            .predicates()
            .filter(|(number, variable, _)| self.scope.number(&variable.name) == Some(*number))
            .map(|(number, variable, condition)| {
                (number, &variable.name, variable.local, condition)
            })
    }

    fn changed(&self, var: CfgVarId) -> bool {
        self.result == Some(var) || self.callee.changes.contains(&var)
    }

    /// What a statement assigns.
    fn assigned(
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

    /// What is assigned before the call is so, and what the call can change is unknown. Gives the
    /// latter.
    fn before(
        &self,
        call: &Call<'_>,
        answers: &mut Answers,
        limits: Limits,
    ) -> Result<BTreeSet<usize>, Diagnostic> {
        let mut script = Script::new(self.cfg, Effect::new());
        let writing = Writing::before(self.scope);
        let assigned = self.assigned(call.before.as_ref(), &writing, &mut script)?;
        let span = call.before.map_or(call.span, |step| step.span);
        let mut claims = Claims::default();
        let mut stale = BTreeSet::new();
        for (number, name, local, condition) in self.predicates() {
            if let Some(pair) = assigned.get(&number) {
                let here = script.term(condition, When::Before);
                self.said(name, pair, &here, span, &mut claims);
            }
            let mut changed = false;
            condition.for_each_var(&mut |var| changed |= self.changed(var));
            if changed && local {
                stale.insert(number);
                if !assigned.get(&number).is_some_and(Pair::is_unknown) {
                    let message = format!("{} can change `{name}`, which is still known", self.id);
                    answers.diagnostics.push(self.wrong("against-forget", call.span, message));
                }
            }
        }
        answers.ask(&script, claims, limits);
        Ok(stale)
    }

    fn said(&self, name: &Name, pair: &Pair, is: &str, span: Span, claims: &mut Claims) {
        let wrong = |is: &str, says: &str| {
            let message = format!("`{name}` can be {is} at {}, where this says {says}", self.id);
            self.wrong("against-update", span, message)
        };
        claims.add(wrong("false", "true"), all([pair.truth.clone(), not(is)]));
        claims.add(wrong("true", "false"), all([pair.falsity.clone(), is.to_owned()]));
    }

    /// The arguments are what the callee takes them for, and there are values for the unknown
    /// predicates that pass every `enforce` on the way.
    fn passing(
        &self,
        call: &Call<'_>,
        stale: &BTreeSet<usize>,
        answers: &mut Answers,
        limits: Limits,
    ) -> Result<(), Diagnostic> {
        let changed = self.callee.changes.iter().copied().chain(self.result);
        let effect: Effect = changed.map(|var| (var, None)).collect();
        let mut script = Script::new(self.cfg, effect);
        let parameters = &self.cfg.functions[self.function.index()].parameters;
        let passed: BTreeMap<CfgVarId, Condition> =
            parameters.iter().copied().zip(self.arguments.iter().cloned()).collect();
        let known = Writing::before(self.scope);
        let held: BTreeMap<usize, String> =
            stale.iter().map(|number| (*number, format!("v{number}"))).collect();
        let holding = Writing { stale: held.clone(), ..Writing::before(self.scope) };
        let mut claims = Claims::default();
        let mut wanted = Vec::new();
        for (param, arg) in self.callee.params.iter().zip(call.args) {
            let condition = self
                .callee
                .scope
                .number(param)
                .and_then(|number| self.callee.scope.variables[number].condition.as_ref());
            let Some(condition) = condition else { continue };
            let mut sayable = true;
            condition.for_each_var(&mut |var| {
                let shared = self.cfg.variables[var.index()].function.is_none();
                sayable &= shared || passed.contains_key(&var);
            });
            if !sayable {
                let message = format!("`{param}` says something that the caller cannot know");
                return Err(self.wrong("against-argument", call.span, message));
            }
            let is = script.term(&replaced(condition, &passed), When::Before);
            let pair = self.pair(&known, &mut script, arg, call.span)?;
            let message =
                format!("`{param}` of `{}` gets a value that can be wrong", call.callee.name);
            let wrong = self.wrong("against-argument", call.span, message);
            claims.add(wrong, any([all([pair.truth, not(&is)]), all([pair.falsity, is.clone()])]));
            let pair = self.pair(&holding, &mut script, arg, call.span)?;
            wanted.push(any([not(&pair.truth), is.clone()]));
            wanted.push(any([not(&pair.falsity), not(&is)]));
        }
        if !stale.is_empty() {
            let returning = Writing { at: When::After, ..holding };
            let holding = Writing { stale: held.clone(), ..Writing::before(self.scope) };
            for fact in &self.enforced {
                for writing in [&holding, &returning] {
                    wanted.push(self.pair(writing, &mut script, fact, call.span)?.truth);
                }
            }
            let later = call.after.map_or(&[][..], |step| step.targets);
            for (number, name, _, condition) in self.predicates() {
                let updated = later.iter().flatten().any(|target| target.name == *name);
                if let Some(held) = held.get(&number).filter(|_| !updated) {
                    let is = script.term(condition, When::After);
                    wanted.push(format!("(= {held} {is})"));
                }
            }
            let bound: Vec<String> = held.values().map(|name| format!("({name} Bool)")).collect();
            let message = format!(
                "{} can happen, but no value of what is unknown during the call fits before and after it",
                self.id
            );
            let wrong = self.wrong("against-blocked", call.span, message);
            let wanted = all(wanted);
            if wanted != "true" {
                claims.add(wrong, format!("(forall ({}) {})", bound.join(" "), not(&wanted)));
            }
        }
        answers.ask(&script, claims, limits);
        Ok(())
    }

    /// What is assigned after the call is so.
    fn after(
        &self,
        call: &Call<'_>,
        stale: &BTreeSet<usize>,
        answers: &mut Answers,
        limits: Limits,
    ) -> Result<(), Diagnostic> {
        // The state before is the one in which the callee returns.
        let effect: Effect = self.result.iter().map(|var| (*var, None)).collect();
        let mut script = Script::new(self.cfg, effect);
        let mut writing = Writing::before(self.scope);
        for number in stale {
            let free = script.free(format!("v{number}"));
            writing.stale.insert(*number, free);
        }
        for (at, target) in call.targets.iter().enumerate() {
            let Some(target) = target else { continue };
            let Some(number) = self.scope.number(&target.name) else { continue };
            if target.name.is_quoted() {
                let message = "results go to plain variables".to_owned();
                return Err(self.wrong("against-form", target.span, message));
            }
            if let Some(meaning) = self.meaning(at) {
                let meaning = script.term(&meaning, When::After);
                writing.stale.insert(number, meaning);
            }
        }
        let assigned = self.assigned(call.after.as_ref(), &writing, &mut script)?;
        let span = call.after.map_or(call.span, |step| step.span);
        let mut claims = Claims::default();
        for (number, name, _, condition) in self.predicates() {
            if let Some(pair) = assigned.get(&number) {
                let is = script.term(condition, When::After);
                self.said(name, pair, &is, span, &mut claims);
            } else if !stale.contains(&number) && script.affects(condition) {
                let before = writing.variable(&mut script, name);
                let is = script.term(condition, When::After);
                let message = format!("the result of {} can change `{name}`", self.id);
                let wrong = self.wrong("against-kept", call.span, message);
                claims.add(wrong, format!("(distinct {before} {is})"));
            }
        }
        answers.ask(&script, claims, limits);
        Ok(())
    }

    /// What a result says about the caller's state after the call; `None` if nothing.
    fn meaning(&self, at: usize) -> Option<Condition> {
        let Some(Expr::Var(returned)) = self.callee.returned.get(at) else { return None };
        let number = self.callee.scope.number(&returned.name)?;
        let condition = self.callee.scope.variables[number].condition.as_ref()?;
        let own = self.cfg.functions[self.function.index()].result;
        let mut sayable = true;
        condition.for_each_var(&mut |var| {
            let shared = self.cfg.variables[var.index()].function.is_none();
            sayable &= match Some(var) == own {
                true => self.result.is_some(),
                // The result has not been assigned yet.
                false => shared && self.result != Some(var),
            };
        });
        let by: BTreeMap<CfgVarId, Condition> =
            own.into_iter().zip(self.result).map(|(own, var)| (own, Condition::Var(var))).collect();
        sayable.then(|| replaced(condition, &by))
    }
}
