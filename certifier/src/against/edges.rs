//! Steps against the edges they abstract (`docs/semantics.md`, section 4).
//!
//! A step says of each variable where it becomes true and where false. What it says must be so
//! for every way to take the edge (may), and where it says that the edge exists, for one way to
//! take it all of that must be so at once (must). The two differ only where the environment
//! chooses or where there are several steps for an edge.

use belnap_ir::boolprog::{Expr, Name};
use belnap_ir::cfg::{Cfg, Operation};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::CfgEdgeId;

use super::graph::Step;
use super::meaning::{Pair, Scope, Writing, place};
use crate::questions::{Answers, Claims, Limits};
use crate::smt::{Effect, Script, When, all, any, not};

/// What a step does to a variable.
pub(super) enum Update {
    /// It becomes what is said.
    Said(Pair),
    /// It becomes either, by a real choice.
    Chosen,
    /// Nothing is said, so it stays what it was.
    Kept(String),
}

/// What is said about one variable.
pub(super) struct Said {
    pub(super) name: Name,
    pub(super) number: usize,
    pub(super) update: Update,
    /// The condition after the step.
    pub(super) after: String,
}

/// What one step says.
pub(super) struct Reading {
    pub(super) guard: Pair,
    pub(super) said: Vec<Said>,
    /// `constrain`.
    pub(super) constrained: String,
    /// What variables that stand for nothing become.
    pub(super) plain: Vec<(Name, Pair)>,
    pub(super) place: Place,
    pub(super) constrain_place: Place,
}

/// Steps of one edge.
pub struct Edge<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// The variables.
    pub scope: &'a Scope,
    /// The edge.
    pub id: CfgEdgeId,
}

impl Edge<'_> {
    /// Asks whether the steps approximate the edge.
    pub fn check(&self, steps: &[Step<'_>], answers: &mut Answers, limits: Limits) {
        let mut script = self.script();
        let writing = Writing::before(self.scope);
        let mut readings = Vec::new();
        for step in steps {
            match self.reading(step, &writing, &mut script) {
                Ok(reading) => readings.push(reading),
                Err(wrong) => answers.diagnostics.push(wrong),
            }
        }
        if readings.len() == steps.len() {
            self.ask(&readings, script, answers, limits);
        }
    }

    /// For questions about the edge.
    pub(super) fn script(&self) -> Script<'_> {
        let effect: Effect = match &self.cfg.edges[self.id].operation {
            Operation::Assign(all) => {
                all.iter().map(|(var, value)| (*var, Some(value.clone()))).collect()
            }
            Operation::Nondet(vars) | Operation::Unknown(vars) => {
                vars.iter().map(|var| (*var, None)).collect()
            }
            _ => Effect::new(),
        };
        Script::new(self.cfg, effect)
    }

    /// Asks whether what all steps of the edge say is so.
    pub(super) fn ask(
        &self,
        readings: &[Reading],
        mut script: Script<'_>,
        answers: &mut Answers,
        limits: Limits,
    ) {
        let operation = &self.cfg.edges[self.id].operation;
        let exists = match operation {
            Operation::Assume(condition) => script.term(condition, When::Before),
            _ => "true".to_owned(),
        };
        let mut claims = Claims::default();
        for reading in readings {
            self.guard(reading, operation, &exists, readings.len() == 1, &mut claims);
            for (name, pair) in &reading.plain {
                // Such a step is never taken, although the edge may be.
                let message = format!("`{name}` becomes both true and false after {}", self.id);
                let wrong = self.wrong("against-update", &reading.place, message);
                let both = [exists.clone(), pair.truth.clone(), pair.falsity.clone()];
                claims.add(wrong, all(both));
            }
            if let Operation::Nondet(_) = operation {
                self.claim_choices(reading, &mut script, &mut claims);
            } else {
                // The step is certain where the guard is; if it is the only one for this edge, it
                // must be right wherever the edge exists.
                let given = match readings.len() {
                    1 => exists.clone(),
                    _ => all([exists.clone(), reading.guard.truth.clone()]),
                };
                self.each(reading, &given, true, &mut claims);
            }
        }
        match (readings, operation) {
            ([only], Operation::Nondet(_)) => self.each(only, "true", false, &mut claims),
            ([_], _) => {}
            _ => self.claim_covered(readings, exists.clone(), &mut claims),
        }
        if let [only] = readings {
            let wrong = self.wrong(
                "against-constrain",
                &only.constrain_place,
                format!("{} can do what is excluded here", self.id),
            );
            claims.add(wrong, all([exists, not(&only.constrained)]));
        }
        answers.ask(&script, claims, limits);
    }

    fn wrong(&self, rule: &'static str, place: &Place, message: String) -> Diagnostic {
        let wrong = Diagnostic::error(rule, place.clone(), message);
        match self.cfg.edges[self.id].text.as_str() {
            "" => wrong,
            text => wrong.note(format!("{} is `{text}`", self.id)),
        }
    }

    fn reading(
        &self,
        step: &Step<'_>,
        writing: &Writing<'_>,
        script: &mut Script<'_>,
    ) -> Result<Reading, Diagnostic> {
        let exact = |script: &mut Script<'_>, expr: Option<&Expr>| match expr {
            None => Ok(Pair::exact("true".to_owned())),
            Some(expr) => writing.pair(script, expr).map_err(|span| {
                let message = "a real choice has no place here".to_owned();
                let place = Place::Text(span.unwrap_or(step.span));
                self.wrong("against-nondet", &place, message)
            }),
        };
        let guard = exact(script, step.guard)?;
        let constrained = exact(script, step.constrain)?.truth;
        let mut said = Vec::new();
        let mut plain = Vec::new();
        for (target, value) in step.targets.iter().zip(step.values) {
            let number = target.as_ref().and_then(|target| self.scope.number(&target.name));
            if let Some(variable) = number.map(|number| &self.scope.variables[number])
                && variable.condition.is_none()
                && !matches!(value, Expr::Nondet(_))
            {
                plain.push((variable.name.clone(), exact(script, Some(value))?));
            }
        }
        for (number, variable, condition) in self.scope.predicates() {
            // One that is hidden by another of the same name keeps its value.
            let hidden = self.scope.number(&variable.name) != Some(number);
            let at = step
                .targets
                .iter()
                .position(|target| target.as_ref().is_some_and(|t| t.name == variable.name));
            let update = match at.and_then(|at| step.values.get(at)).filter(|_| !hidden) {
                Some(Expr::Nondet(_)) => Update::Chosen,
                Some(value) => Update::Said(exact(script, Some(value))?),
                None if script.affects(condition) => {
                    Update::Kept(script.name(format!("p{number}"), condition, When::Before))
                }
                None => continue,
            };
            let after = script.term(condition, When::After);
            said.push(Said { name: variable.name.clone(), number, update, after });
        }
        let constrain_place = Place::Text(step.constrain.and_then(place).unwrap_or(step.span));
        let place = Place::Text(step.span);
        Ok(Reading { guard, said, constrained, plain, place, constrain_place })
    }

    /// What the guard says about the existence of the edge.
    fn guard(
        &self,
        reading: &Reading,
        operation: &Operation,
        exists: &str,
        only: bool,
        claims: &mut Claims,
    ) {
        let id = self.id;
        let wrong = |message: String| self.wrong("against-guard", &reading.place, message);
        let unsure = wrong(format!("{id} may not exist where this says that it does"));
        let Pair { truth, falsity } = &reading.guard;
        match operation {
            Operation::AssumeUnknown => claims.add(unsure, truth.clone()),
            _ => claims.add(unsure, all([truth.clone(), not(exists)])),
        }
        let lost = wrong(format!("{id} may exist where this says that it does not"));
        if only {
            // Of several steps of an edge, each may say that it is not the one.
            claims.add(lost, all([falsity.clone(), exists.to_owned()]));
        }
    }

    /// What is said about each variable, wherever `given` holds.
    fn each(&self, reading: &Reading, given: &str, certain: bool, claims: &mut Claims) {
        let id = self.id;
        for said in &reading.said {
            let name = &said.name;
            let after = &said.after;
            let given = given.to_owned();
            let wrong = |rule, message: String| self.wrong(rule, &reading.place, message);
            match &said.update {
                Update::Said(pair) => {
                    claims.add(
                        wrong(
                            "against-update",
                            format!("`{name}` can be false after {id}, where this says true"),
                        ),
                        all([given.clone(), pair.truth.clone(), not(after)]),
                    );
                    claims.add(
                        wrong(
                            "against-update",
                            format!("`{name}` can be true after {id}, where this says false"),
                        ),
                        all([given, pair.falsity.clone(), after.clone()]),
                    );
                }
                Update::Chosen if certain => claims.add(
                    wrong(
                        "against-nondet",
                        format!("`{name}` becomes either by a real choice, but {id} makes none"),
                    ),
                    all([given, reading.guard.truth.clone()]),
                ),
                Update::Chosen => {}
                Update::Kept(before) => claims.add(
                    wrong("against-kept", format!("{id} can change `{name}`, and this does not")),
                    all([given, format!("(distinct {before} {after})")]),
                ),
            }
        }
    }

    /// Where the guard says that the edge exists, some choice makes everything so that is said.
    fn claim_choices(&self, reading: &Reading, script: &mut Script<'_>, claims: &mut Claims) {
        let mut wanted = Vec::new();
        for said in &reading.said {
            let after = &said.after;
            match &said.update {
                Update::Said(pair) => {
                    wanted.push(any([not(&pair.truth), after.clone()]));
                    wanted.push(any([not(&pair.falsity), not(after)]));
                }
                Update::Chosen => {
                    let choice = script.free(format!("d{}", said.number));
                    wanted.push(format!("(= {choice} {after})"));
                }
                Update::Kept(before) => wanted.push(format!("(= {before} {after})")),
            }
        }
        let message = format!("no choice of {} need do what this says", self.id);
        let wrong = self.wrong("against-choice", &reading.place, message);
        claims.add_for_all(wrong, reading.guard.truth.clone(), all(wanted));
    }

    /// However the edge is taken, some step allows it.
    fn claim_covered(&self, readings: &[Reading], exists: String, claims: &mut Claims) {
        let mut refused = vec![exists];
        for reading in readings {
            let mut reasons = vec![reading.guard.falsity.clone(), not(&reading.constrained)];
            for said in &reading.said {
                let after = &said.after;
                match &said.update {
                    Update::Said(pair) => {
                        reasons.push(all([pair.truth.clone(), not(after)]));
                        reasons.push(all([pair.falsity.clone(), after.clone()]));
                    }
                    Update::Chosen => {}
                    Update::Kept(before) => reasons.push(format!("(distinct {before} {after})")),
                }
            }
            refused.push(any(reasons));
        }
        let place = readings.first().map_or(&Place::Whole, |reading| &reading.place);
        let message =
            format!("{} can do what none of its {} steps allows", self.id, readings.len());
        claims.add(self.wrong("against-coverage", place, message), all(refused));
    }
}
