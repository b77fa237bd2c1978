//! What leads to the violation: steps of an execution, with what the environment chose.

use belnap_execution::{ScalarValue, StepValues};
use belnap_ir::cfg::{Cfg, Edge, LocationKind, Operation};
use belnap_ir::expr::{CompareOp, Expr};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::Type;

use super::expression::Writer;
use super::invariants::{function_at, is_visible};
use super::sources::{SourcePlace, Sources};

/// Calls that are violations.
const ERRORS: &[&str] =
    &["reach_error", "__VERIFIER_error", "assert", "__VERIFIER_assert", "__assert_fail"];

/// An execution that violates the property.
pub struct Violation {
    /// Steps in order, as far as it is known where they stand.
    pub steps: Vec<Step>,
    /// The same choices in the order in which they can be seen.
    pub waypoints: Vec<Waypoint>,
    /// Where the property is violated.
    pub target: SourcePlace,
    /// The function there.
    pub function: String,
}

/// A step of the execution that a witness tells.
pub struct Step {
    /// Its line.
    pub place: SourcePlace,
    /// What the environment chose.
    pub choice: Option<Choice>,
}

/// What the environment chose.
#[derive(Clone)]
pub enum Choice {
    /// What a function returned.
    Returned {
        /// The function.
        function: String,
        /// The value.
        value: i128,
    },
    /// The value of a variable.
    Variable {
        /// A C condition that says it.
        condition: String,
        /// The function whose names it uses.
        function: String,
    },
}

/// A choice, and where it can be seen.
pub struct Waypoint {
    /// The closing parenthesis of the call, or the statement before which a variable has its value.
    pub place: SourcePlace,
    /// The function there, if the graph still tells.
    pub function: Option<String>,
    /// The choice.
    pub choice: Choice,
    /// Grows with the time at which it is passed.
    order: usize,
}

/// A path of `cfg` with the values of its steps, as far as they are known, said of the program
/// whose graph was `whole`.
pub fn violation(
    whole: &Cfg,
    cfg: &Cfg,
    edges: &[CfgEdgeId],
    values: &[StepValues],
    sources: &Sources,
) -> Option<Violation> {
    let last = &cfg.edges[*edges.last()?];
    let (target, function) = target(cfg, last.to, last.source.as_ref(), sources)?;
    let path = Path { whole, cfg, edges, values, sources };
    let mut steps: Vec<Step> = Vec::new();
    let mut waypoints: Vec<Waypoint> = Vec::new();
    for (number, edge) in edges.iter().enumerate() {
        let Some(source) = &cfg.edges[*edge].source else { continue };
        let waypoint = path.return_waypoint(number).or_else(|| path.variable(number));
        let choice = waypoint.as_ref().map(|waypoint| waypoint.choice.clone());
        let call = waypoint.as_ref().filter(|_| matches!(choice, Some(Choice::Returned { .. })));
        let line = call.map(|call| SourcePlace { column: None, ..call.place });
        waypoints.extend(waypoint);
        let Some(place) = line.or_else(|| sources.line(source)) else { continue };
        let again = steps.last().is_some_and(|last| last.place == place);
        if !again || choice.is_some() {
            steps.push(Step { place, choice });
        }
    }
    waypoints.sort_by_key(|waypoint| waypoint.order);
    Some(Violation { steps, waypoints: join(waypoints), target, function })
}

/// Variables that have their values at the same time are one waypoint: each is passed once.
fn join(all: Vec<Waypoint>) -> Vec<Waypoint> {
    let mut found: Vec<Waypoint> = Vec::new();
    for one in all {
        match (found.last_mut(), &one.choice) {
            (Some(last), Choice::Variable { condition, .. }) if last.order == one.order => {
                if let Choice::Variable { condition: before, .. } = &mut last.choice {
                    *before = format!("{before} && {condition}");
                }
            }
            _ => found.push(one),
        }
    }
    found
}

struct Path<'a> {
    whole: &'a Cfg,
    cfg: &'a Cfg,
    edges: &'a [CfgEdgeId],
    values: &'a [StepValues],
    sources: &'a Sources,
}

impl Path<'_> {
    fn edge(&self, number: usize) -> &Edge {
        &self.cfg.edges[self.edges[number]]
    }

    fn scalars(&self, number: usize) -> &[ScalarValue] {
        self.values.get(number).map_or(&[], |step| &step.scalars)
    }

    /// The value that the environment chose in a step.
    fn find_chosen(&self, number: usize) -> Option<ScalarValue> {
        match (&self.edge(number).operation, self.scalars(number)) {
            (Operation::Nondet(_), [value]) => Some(*value),
            _ => None,
        }
    }

    fn return_waypoint(&self, number: usize) -> Option<Waypoint> {
        let value = self.find_chosen(number)?.value;
        let edge = self.edge(number);
        let (place, function) = self.sources.input_call(edge.source.as_ref()?)?;
        let choice = Choice::Returned { function, value };
        // Passes move the ends of a step into the functions before and after it.
        let [before, after] = [edge.from, edge.to].map(|end| function_at(self.cfg, end));
        let function = (before == after).then(|| after.to_owned());
        Some(Waypoint { place, function, choice, order: 2 * number + 1 })
    }

    fn variable(&self, number: usize) -> Option<Waypoint> {
        let value = self.find_chosen(number)?;
        let edge = self.edge(number);
        let scope = self.cfg.locations[edge.to].scope;
        let is_on_another_line = |later: &usize| {
            let source = &self.edge(*later).source;
            source.is_some() && *source != edge.source
        };
        let next = (number + 1..self.edges.len()).find(is_on_another_line)?;
        let unchanged = (number + 1..next).all(|between| {
            let here = self.cfg.locations[self.edge(between).from].scope == scope;
            here && self.scalars(between).iter().all(|other| other.var != value.var)
        });
        let statement = self.edge(next);
        if !unchanged || self.cfg.locations[statement.from].scope != scope {
            return None;
        }
        let place = self.sources.statement(statement.source.as_ref()?)?;
        let is_visible = |var| is_visible(self.whole, self.cfg, var, scope, place, self.sources);
        let Type::Int(ty) = self.cfg.type_of(value.var) else { return None };
        let equals = Expr::compare(CompareOp::Eq, Expr::var(value.var), Expr::int(value.value, ty));
        let condition = Writer { cfg: self.cfg, is_visible: &is_visible }.condition(&equals)?;
        let function = self.cfg.scopes[scope].function.clone();
        let choice = Choice::Variable { condition, function: function.clone() };
        Some(Waypoint { place, function: Some(function), choice, order: 2 * next })
    }
}

/// The only place where the program can violate the property, if nothing is known about the way.
pub fn only_target(cfg: &Cfg, sources: &Sources) -> Option<Violation> {
    let mut targets: Vec<(SourcePlace, String)> = cfg
        .properties
        .iter()
        .map(|asked| target(cfg, asked.location, asked.source.as_ref(), sources))
        .collect::<Option<_>>()?;
    targets.dedup();
    let [(target, function)] = &targets[..] else { return None };
    let (steps, waypoints) = (Vec::new(), Vec::new());
    Some(Violation { steps, waypoints, target: *target, function: function.clone() })
}

/// Where the violation of a location stands in the program: the call of the function that must not
/// be called, or else the statement that must not be reached.
fn target(
    cfg: &Cfg,
    location: CfgLocId,
    last: Option<&SourceLine>,
    sources: &Sources,
) -> Option<(SourcePlace, String)> {
    let at = &cfg.locations[location];
    let scope = &cfg.scopes[at.scope];
    let called = scope.call.as_ref().zip(scope.caller);
    let caller = |caller: ScopeId| cfg.scopes[caller].function.clone();
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
