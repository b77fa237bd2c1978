//! Executions by the values of some variables.
//!
//! Programs that hold a state in variables assign constants to them, copy them, and compare them
//! with constants. Of such a variable only its [class](classes) matters: which of the constants it
//! is, or between which two. [`Values`] says what the steps of a graph do to the sets of classes
//! that variables can be in, [`explore`] looks for a way to an error while some variables are
//! tracked, [`reason`] says which variables have to be tracked so that a way is impossible, and
//! [`enough`] which predicates do the same.
//!
//! What is not tracked can have any value: what is excluded here is excluded by the predicates that
//! distinguish the classes. Nothing proved rests on this module.

pub mod classes;
pub mod enough;
pub mod explore;
pub mod reason;
mod step;

use std::collections::BTreeSet;

use belnap_ir::cfg::{Cfg, Edge, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, TiVec};
use belnap_solver::needed::needed_at;
use belnap_solver::wp::Conditions;

use classes::{Classes, Set};
use step::{Step, Test};

/// What the steps of a graph do to the values of variables.
pub struct Values<'a> {
    cfg: &'a Cfg,
    /// The classes of each variable.
    pub classes: Classes,
    /// What is asked in the graph, in normal form.
    asked: Vec<Expr>,
    /// One for each edge.
    steps: Vec<Step>,
    /// What makes a location an error, if something does.
    errors: Vec<Option<Test>>,
    /// The variables that matter at each location.
    live: TiVec<CfgLocId, BTreeSet<CfgVarId>>,
    outgoing: TiVec<CfgLocId, Vec<CfgEdgeId>>,
}

impl<'a> Values<'a> {
    /// Of a graph, where a state at a location is an error if the location's condition holds;
    /// `None` if the graph has calls.
    pub fn new(cfg: &'a Cfg, errors: &[Option<Expr>]) -> Option<Self> {
        if cfg.edges.iter().any(|edge| matches!(edge.operation, Operation::Call { .. })) {
            return None;
        }
        let normal = Conditions::new(cfg);
        let conditions: Vec<Option<Expr>> =
            cfg.edges.iter().map(|edge| condition_of(edge, &normal)).collect();
        let errors: Vec<Option<Expr>> = errors
            .iter()
            .map(|error| error.as_ref().map(|error| normal.normal(error)))
            .map(|error| error.filter(|error| *error != Expr::Bool(false)))
            .collect();
        let classes = Classes::of(cfg, conditions.iter().chain(&errors).flatten());
        let steps = cfg.edges.iter().zip(&conditions);
        let steps = steps.map(|(edge, asked)| Step::of(&classes, edge, asked.as_ref())).collect();
        let mut always = BTreeSet::new();
        for error in errors.iter().flatten() {
            error.for_each_var(&mut |var| {
                always.insert(var);
            });
        }
        let always: Vec<CfgVarId> = always.into_iter().collect();
        Some(Values {
            steps,
            errors: errors
                .iter()
                .map(|error| error.as_ref().map(|error| Test::of(&classes, error)))
                .collect(),
            live: needed_at(cfg, &always),
            asked: conditions.iter().chain(&errors).flatten().cloned().collect(),
            outgoing: outgoing(cfg),
            classes,
            cfg,
        })
    }
}

/// The condition of an edge, in normal form.
fn condition_of(edge: &Edge, conditions: &Conditions<'_>) -> Option<Expr> {
    match &edge.operation {
        Operation::Assume(condition) => Some(conditions.normal(condition)),
        _ => None,
    }
}

/// Variables that are tracked, and the sets of classes of a state in their order.
pub struct Tracked {
    vars: Vec<CfgVarId>,
    /// The place of a variable in a state.
    place: Vec<Option<u32>>,
    /// All classes.
    all: Vec<Set>,
}

impl Tracked {
    /// The variables that have classes, of the given ones.
    pub fn new(values: &Values<'_>, vars: impl IntoIterator<Item = CfgVarId>) -> Self {
        let vars: BTreeSet<CfgVarId> =
            vars.into_iter().filter(|var| values.classes.has(*var)).collect();
        let mut place = vec![None; values.cfg.variables.len()];
        for (at, var) in vars.iter().enumerate() {
            place[var.index()] = Some(at as u32);
        }
        let all = vars.iter().map(|var| values.classes.all(*var)).collect();
        Tracked { vars: vars.into_iter().collect(), place, all }
    }

    fn place(&self, var: CfgVarId) -> Option<usize> {
        self.place[var.index()].map(|place| place as usize)
    }
}

/// For each tracked variable, the classes that it can be in.
pub type State = Vec<Set>;
