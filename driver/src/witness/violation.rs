//! What leads to the violation: steps of an execution, with what the environment chose.

use belnap_ir::cfg::{Cfg, LocationKind, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::Type;
use belnap_solver::path::{ScalarValue, StepValues};

use super::expression::Writer;
use super::invariants::{function_at, is_visible};
use super::sources::{Place, Sources};

/// Calls that are violations.
const ERRORS: &[&str] =
    &["reach_error", "__VERIFIER_error", "assert", "__VERIFIER_assert", "__assert_fail"];

/// An execution that violates the property.
pub struct Violation {
    /// Steps in order, as far as it is known where they stand.
    pub steps: Vec<Step>,
    /// Where the property is violated.
    pub target: Place,
    /// The function there.
    pub function: String,
}

/// A step.
pub struct Step {
    /// Its line.
    pub place: Place,
    /// The function, if the graph still tells.
    pub function: Option<String>,
    /// What the environment chose.
    pub choice: Option<Choice>,
}

/// What the environment chose.
pub enum Choice {
    /// What a function returned.
    Returned {
        /// The function.
        function: String,
        /// The closing parenthesis of the call.
        place: Place,
        /// The value.
        value: i128,
    },
    /// The value of a variable.
    Variable {
        /// A C condition that says it.
        condition: String,
        /// The function whose names it uses.
        function: String,
        /// The statement that follows.
        place: Place,
    },
}

/// A path of `cfg` with the values of its steps, as far as they are known, said of the program whose
/// graph was `whole`.
pub fn violation(
    whole: &Cfg,
    cfg: &Cfg,
    edges: &[CfgEdgeId],
    values: &[StepValues],
    sources: &Sources,
) -> Option<Violation> {
    let last = &cfg.edges[edges.last()?.index()];
    let (target, function) = target(cfg, last.to, last.source.as_ref(), sources)?;
    let mut steps: Vec<Step> = Vec::new();
    for (number, edge) in edges.iter().enumerate() {
        let edge = &cfg.edges[edge.index()];
        let scalars = values.get(number).map_or(&[][..], |step| &step.scalars);
        let Some(source) = &edge.source else { continue };
        let choice = match (&edge.operation, scalars) {
            (Operation::Nondet(_), [value]) => returned(source, value, sources).or_else(|| {
                let later = edges[number + 1..].iter().map(|later| &cfg.edges[later.index()]);
                let scope = cfg.locations[edge.to.index()].scope;
                let next = later
                    .take_while(|later| cfg.locations[later.from.index()].scope == scope)
                    .find_map(|later| later.source.as_ref().filter(|other| *other != source))?;
                let place = sources.statement(next)?;
                let visible = |var| is_visible(whole, cfg, var, scope, place, sources);
                let condition = has_value(cfg, value, &visible)?;
                let function = function_at(cfg, edge.to).to_owned();
                Some(Choice::Variable { condition, function, place })
            }),
            _ => None,
        };
        let place = match &choice {
            Some(Choice::Returned { place, .. }) => Place { column: None, ..*place },
            _ => match sources.line(source) {
                Some(place) => place,
                None => continue,
            },
        };
        let again = steps.last().is_some_and(|last| last.place == place);
        if !again || choice.is_some() {
            // Passes move the ends of a step into the functions before and after it.
            let [before, function] = [edge.from, edge.to].map(|end| function_at(cfg, end));
            let function = (before == function).then(|| function.to_owned());
            steps.push(Step { place, function, choice });
        }
    }
    Some(Violation { steps, target, function })
}

/// The only place where the program can violate the property, if nothing is known about the way.
pub fn only_target(cfg: &Cfg, sources: &Sources) -> Option<Violation> {
    let mut targets: Vec<(Place, String)> = cfg
        .properties
        .iter()
        .map(|asked| target(cfg, asked.location, asked.source.as_ref(), sources))
        .collect::<Option<_>>()?;
    targets.dedup();
    let [(target, function)] = &targets[..] else { return None };
    Some(Violation { steps: Vec::new(), target: *target, function: function.clone() })
}

/// Where the violation of a location stands in the program: the call of the function that must not
/// be called, or else the statement that must not be reached.
fn target(
    cfg: &Cfg,
    location: CfgLocId,
    last: Option<&SourceLine>,
    sources: &Sources,
) -> Option<(Place, String)> {
    let at = &cfg.locations[location.index()];
    let scope = &cfg.scopes[at.scope.index()];
    let called = scope.call.as_ref().zip(scope.caller);
    let caller = |caller: ScopeId| cfg.scopes[caller.index()].function.clone();
    if at.kind == LocationKind::Failed {
        // Where an error function is called, and not what our model of it does.
        if let (Some((call, by)), true) = (called, ERRORS.contains(&scope.function.as_str())) {
            return Some((sources.call(call, &[&scope.function, "assert"])?, caller(by)));
        }
        let asked = cfg.properties.iter().find(|asked| asked.location == location);
        let source = asked.and_then(|asked| asked.source.as_ref()).or(last)?;
        return Some((sources.call(source, ERRORS)?, scope.function.clone()));
    }
    if let (Some(entered), Some((call, by))) = (&at.enters, called) {
        return Some((sources.call(call, &[entered])?, caller(by)));
    }
    let source = at.source.as_ref().or(last).filter(|_| !at.labels.is_empty())?;
    Some((sources.statement(source).or_else(|| sources.line(source))?, scope.function.clone()))
}

fn returned(source: &SourceLine, value: &ScalarValue, sources: &Sources) -> Option<Choice> {
    let (place, function) = sources.input_call(source)?;
    Some(Choice::Returned { function, place, value: value.value })
}

fn has_value(
    cfg: &Cfg,
    value: &ScalarValue,
    is_visible: &dyn Fn(CfgVarId) -> bool,
) -> Option<String> {
    let Type::Int(ty) = cfg.type_of(value.var) else { return None };
    let equals = Expr::compare(CompareOp::Eq, Expr::var(value.var), Expr::int(value.value, ty));
    Writer { cfg, is_visible }.condition(&equals)
}
