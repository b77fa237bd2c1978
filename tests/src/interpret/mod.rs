//! An interpreter of control-flow graphs, to compare everything else with.
//!
//! It is meant to be believed by reading it: each step does what the comments of
//! `belnap_ir::cfg` and `belnap_ir::expr` say, and nothing is done cleverly. One execution needs
//! a [`Layout`] (where objects are), [`Inputs`] (what the environment chooses) and fuel (how many
//! steps at most). [`explore`] goes through all executions of tiny graphs.
//!
//! In mathematical mode numbers are unbounded; here they have 128 bits, and an execution that
//! needs more ends as [`End::Fault`].

pub mod alike;
pub mod eval;
pub mod explore;
pub mod inputs;
pub mod layout;
pub mod value;

use std::collections::HashMap;

use belnap_ir::cfg::{Cfg, Edge, IntegerMode, LocationKind, Operation};
use belnap_ir::expr::Expr;
use belnap_ir::graph::outgoing;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, TiVec};

pub use eval::{Context, Fault};
pub use inputs::{Asked, Inputs, Origin, Script, Seeded, Zero};
pub use layout::{Layout, LayoutError};
pub use value::{Indices, Region, Value};

/// A state of an execution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Where control is.
    pub location: CfgLocId,
    /// A value per variable; of a local variable, that of the innermost activation.
    pub values: Vec<Value>,
    /// Calls under way, innermost last.
    pub stack: Vec<Frame>,
}

/// A call under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The `call` edge.
    pub call: CfgEdgeId,
    /// What the local variables of the called function were before, in an outer activation of it.
    pub hidden: Vec<(CfgVarId, Value)>,
}

/// How an execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At a location of kind `Halted`.
    Halted(CfgLocId),
    /// At a location of kind `Failed`.
    Failed(CfgLocId),
    /// It had not ended after the given number of steps.
    OutOfFuel,
    /// At an `unknown` edge, and such edges are not gone past.
    MetUnknown(CfgEdgeId),
    /// No edge exists here: the graph is not total.
    Stuck(CfgLocId),
    /// More than one edge exists here.
    Nondeterministic(CfgLocId),
    /// An expression of this edge has no value here.
    Fault(CfgEdgeId, Fault),
}

/// An execution.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// In which state.
    pub state: State,
    /// After how many steps.
    pub steps: u64,
}

/// Which edges can be taken in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// Those that exist, and those of which we cannot say whether they do.
    Edges(Vec<CfgEdgeId>, Vec<CfgEdgeId>),
    /// The end of a called function: back to the caller.
    Return,
    /// It ended.
    End(End),
}

/// An interpreter of one graph.
pub struct Interpreter<'a> {
    cfg: &'a Cfg,
    layout: Layout,
    /// Edges by source.
    outgoing: TiVec<CfgLocId, Vec<CfgEdgeId>>,
    /// Local variables by function.
    locals: Vec<Vec<CfgVarId>>,
    past_unknown: bool,
    /// Edges that make padding unknown: nothing that is compared depends on that.
    padding: Vec<CfgEdgeId>,
}

impl<'a> Interpreter<'a> {
    /// An interpreter that stops at `unknown` edges, but for those about padding.
    pub fn new(cfg: &'a Cfg, layout: Layout) -> Self {
        let mut locals = vec![Vec::new(); cfg.functions.len()];
        for (index, variable) in cfg.variables.iter().enumerate() {
            if let Some(function) = variable.function {
                locals[function.index()].push(CfgVarId::from(index));
            }
        }
        let entries = cfg.ledger.iter().filter(|entry| entry.construct == "padding");
        let padding = entries.flat_map(|entry| entry.edges.iter().copied()).collect();
        Interpreter { cfg, layout, outgoing: outgoing(cfg), locals, past_unknown: false, padding }
    }

    /// Goes past `unknown` edges with values that the inputs supply.
    #[must_use]
    pub fn past_unknown(mut self) -> Self {
        self.past_unknown = true;
        self
    }

    /// Runs one execution of at most `fuel` steps.
    pub fn run(&self, inputs: &mut impl Inputs, fuel: u64) -> Outcome {
        self.run_observed(inputs, fuel, &mut |_| ())
    }

    /// Runs one execution and shows every state of it, the first and the last included.
    pub fn run_observed(
        &self,
        inputs: &mut impl Inputs,
        fuel: u64,
        observe: &mut impl FnMut(&State),
    ) -> Outcome {
        let mut counted = Counted { inputs, counts: HashMap::new() };
        let mut state = self.initial(&mut |asked| counted.value(None, asked));
        for steps in 0..fuel {
            observe(&state);
            if let Err(end) = self.advance(&mut state, &mut counted) {
                return Outcome { end, state, steps };
            }
        }
        observe(&state);
        let end = match self.enabled(&state) {
            Enabled::End(end @ (End::Halted(_) | End::Failed(_))) => end,
            _ => End::OutOfFuel,
        };
        Outcome { end, state, steps: fuel }
    }

    fn advance<I: Inputs>(
        &self,
        state: &mut State,
        inputs: &mut Counted<'_, I>,
    ) -> Result<(), End> {
        let (exist, unknown) = match self.enabled(state) {
            Enabled::End(end) => return Err(end),
            Enabled::Return => {
                self.return_from_call(state);
                return Ok(());
            }
            Enabled::Edges(exist, unknown) => (exist, unknown),
        };
        let id = match (exist[..].first(), unknown.first()) {
            (None, None) => return Err(End::Stuck(state.location)),
            (Some(id), None) if exist.len() == 1 => *id,
            (_, Some(id)) if !self.past_unknown => return Err(End::MetUnknown(*id)),
            (None, Some(_)) => unknown[inputs.choose(self.cfg, &unknown)],
            _ => return Err(End::Nondeterministic(state.location)),
        };
        let is_passed = self.past_unknown || self.padding.contains(&id);
        if matches!(self.edge(id).operation, Operation::Unknown(_)) && !is_passed {
            return Err(End::MetUnknown(id));
        }
        self.step(state, id, &mut |asked| inputs.value(Some(id), asked))
            .map_err(|fault| End::Fault(id, fault))
    }

    fn edge(&self, id: CfgEdgeId) -> &'a Edge {
        &self.cfg.edges[id]
    }

    /// The state at the graph's entry.
    pub fn initial(&self, supply: &mut dyn FnMut(&Asked<'_>) -> Value) -> State {
        let values = self.cfg.variables.iter().map(|variable| {
            supply(&Asked { origin: Origin::Entry, variable, edge: None, occurrence: 0 })
        });
        State { location: self.cfg.entry, values: values.collect(), stack: Vec::new() }
    }

    /// Which edges can be taken.
    pub fn enabled(&self, state: &State) -> Enabled {
        match self.cfg.locations[state.location].kind {
            LocationKind::Halted => return Enabled::End(End::Halted(state.location)),
            LocationKind::Failed => return Enabled::End(End::Failed(state.location)),
            LocationKind::Return if state.stack.is_empty() => {
                return Enabled::End(End::Stuck(state.location));
            }
            LocationKind::Return => return Enabled::Return,
            LocationKind::Normal => {}
        }
        let (mut exist, mut unknown) = (Vec::new(), Vec::new());
        for id in &self.outgoing[state.location] {
            match &self.edge(*id).operation {
                Operation::AssumeUnknown => unknown.push(*id),
                Operation::Assume(condition) => {
                    match self.context(&state.values).truth(condition) {
                        Ok(true) => exist.push(*id),
                        Ok(false) => {}
                        Err(fault) => return Enabled::End(End::Fault(*id, fault)),
                    }
                }
                _ => exist.push(*id),
            }
        }
        Enabled::Edges(exist, unknown)
    }

    /// Takes an edge that exists.
    pub fn step(
        &self,
        state: &mut State,
        id: CfgEdgeId,
        supply: &mut dyn FnMut(&Asked<'_>) -> Value,
    ) -> Result<(), Fault> {
        let edge = self.edge(id);
        let asked = |var: CfgVarId, origin: Origin| {
            let variable = &self.cfg.variables[var];
            Asked { origin, variable, edge: Some(edge), occurrence: 0 }
        };
        match &edge.operation {
            Operation::Assign(assignments) => self.assign(&mut state.values, assignments)?,
            Operation::Assume(_) | Operation::AssumeUnknown => {}
            Operation::Nondet(vars) => {
                for var in vars {
                    state.values[var.index()] = supply(&asked(*var, Origin::Nondet));
                }
            }
            Operation::Unknown(vars) => {
                for var in vars {
                    state.values[var.index()] = supply(&asked(*var, Origin::Unknown));
                }
            }
            Operation::Call { function, arguments, .. } => {
                let context = self.context(&state.values);
                let arguments: Vec<Value> =
                    arguments.iter().map(|expr| context.value(expr)).collect::<Result<_, _>>()?;
                let locals = &self.locals[function.index()];
                let hidden =
                    locals.iter().map(|var| (*var, state.values[var.index()].clone())).collect();
                for var in locals {
                    state.values[var.index()] = supply(&asked(*var, Origin::Activation));
                }
                let called = &self.cfg.functions[*function];
                for (parameter, argument) in called.parameters.iter().zip(arguments) {
                    state.values[parameter.index()] = argument;
                }
                state.stack.push(Frame { call: id, hidden });
                state.location = called.entry;
                return Ok(());
            }
        }
        state.location = edge.to;
        Ok(())
    }

    /// Goes back to the caller; does nothing if there is none.
    pub fn return_from_call(&self, state: &mut State) {
        let Some(frame) = state.stack.pop() else { return };
        let edge = self.edge(frame.call);
        if let Operation::Call { function, result, .. } = &edge.operation {
            let returned = self.function_result(*function, &state.values);
            for (var, value) in frame.hidden {
                state.values[var.index()] = value;
            }
            if let (Some(result), Some(value)) = (result, returned) {
                state.values[result.index()] = value;
            }
        }
        state.location = edge.to;
    }

    fn function_result(&self, function: FunctionId, values: &[Value]) -> Option<Value> {
        self.cfg.functions[function].result.map(|var| values[var.index()].clone())
    }

    /// All right-hand sides are evaluated before any variable changes. A write to the region that
    /// is assigned is done in place, or loops over arrays would take quadratic time.
    fn assign(&self, values: &mut [Value], pairs: &[(CfgVarId, Expr)]) -> Result<(), Fault> {
        enum New {
            Whole(Value),
            Cell(i128, i128),
        }
        let context = self.context(values);
        let mut new = Vec::with_capacity(pairs.len());
        for (var, expr) in pairs {
            new.push(match (expr, &values[var.index()]) {
                (Expr::Write(operands), Value::Region(region))
                    if operands[0] == Expr::Var(*var) =>
                {
                    let index = context.index(&operands[1], region)?;
                    New::Cell(index, context.cell(&operands[2], region)?)
                }
                (_, old) => {
                    let value = context.value(expr)?;
                    if value.ty() != old.ty() {
                        return Err(Fault::IllTyped);
                    }
                    New::Whole(value)
                }
            });
        }
        let indices = self.indices();
        for ((var, _), new) in pairs.iter().zip(new) {
            match (new, &mut values[var.index()]) {
                (New::Whole(value), old) => *old = value,
                (New::Cell(index, value), Value::Region(region)) => {
                    std::sync::Arc::make_mut(region).write(index, value, indices);
                }
                _ => return Err(Fault::IllTyped),
            }
        }
        Ok(())
    }

    fn indices(&self) -> Indices {
        Indices { wrap: self.cfg.machine.integers != IntegerMode::Mathematical }
    }

    fn context<'v>(&'v self, values: &'v [Value]) -> Context<'v> {
        Context {
            mode: self.cfg.machine.integers,
            values,
            addresses: &self.layout.addresses,
            address: self.cfg.machine.address(),
        }
    }

    /// The value of an expression over the graph's variables.
    pub fn evaluate(&self, state: &State, expr: &Expr) -> Result<Value, Fault> {
        self.context(&state.values).value(expr)
    }

    /// The value of the variable of that name.
    pub fn variable<'s>(&self, state: &'s State, name: &str) -> Option<&'s Value> {
        let index = self.cfg.variables.iter().position(|variable| variable.name == name)?;
        state.values.get(index)
    }

    /// The cell at an index of the region of that name.
    pub fn cell(&self, state: &State, region: &str, index: i128) -> Option<i128> {
        match self.variable(state, region)? {
            Value::Region(region) => Some(region.read(index, self.indices())),
            _ => None,
        }
    }

    /// The cell at an offset of an object, of the region of that name, whose indices are addresses.
    pub fn cell_of(&self, state: &State, region: &str, object: &str, offset: u64) -> Option<i128> {
        let index = self.cfg.objects.iter().position(|known| known.name == object)?;
        self.cell(state, region, self.layout.addresses[index] + i128::from(offset))
    }
}

/// Inputs, with the numbers of occurrences kept for them.
struct Counted<'a, I> {
    inputs: &'a mut I,
    counts: HashMap<(CfgEdgeId, String), u64>,
}

impl<I: Inputs> Counted<'_, I> {
    fn value(&mut self, edge: Option<CfgEdgeId>, asked: &Asked<'_>) -> Value {
        let occurrence = match edge {
            Some(edge) => self.next(edge, &asked.variable.name),
            None => 0,
        };
        self.inputs.value(&Asked { occurrence, ..*asked })
    }

    fn choose(&mut self, cfg: &Cfg, edges: &[CfgEdgeId]) -> usize {
        let occurrence = edges.first().map_or(0, |first| self.next(*first, ""));
        let offered: Vec<&Edge> = edges.iter().map(|id| &cfg.edges[*id]).collect();
        self.inputs.choose(&offered, occurrence).min(edges.len() - 1)
    }

    fn next(&mut self, edge: CfgEdgeId, name: &str) -> u64 {
        let count = self.counts.entry((edge, name.to_owned())).or_default();
        *count += 1;
        *count - 1
    }
}
