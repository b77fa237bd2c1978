//! Control-flow graphs built by hand, for tests.

use belnap_ir::cfg::{
    AskedKind, AskedProperty, Cfg, Edge, Function, Location, LocationKind, Machine, Object,
    ObjectKind, Operation, Scope, Variable, VariableKind,
};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId, ObjectId, ScopeId};
use belnap_ir::span::SourceLine;
use belnap_ir::types::Type;

/// A graph under construction. Every edge gets a source line of its own.
pub struct GraphBuilder {
    cfg: Cfg,
    function: FunctionId,
}

impl GraphBuilder {
    /// A graph whose first function, `main`, has an entry and an exit that halts.
    pub fn new(machine: Machine) -> Self {
        let mut builder = GraphBuilder { cfg: Cfg::empty(machine), function: FunctionId(0) };
        builder.function("main");
        builder
    }

    /// A new function, which following locations and local variables belong to; its entry and
    /// exit exist.
    pub fn function(&mut self, name: &str) -> FunctionId {
        let id = FunctionId::from(self.cfg.functions.len());
        self.cfg.scopes.push(Scope { function: name.to_owned(), caller: None, call: None });
        self.function = id;
        let entry = self.location();
        self.cfg.locations[entry].enters = Some(name.to_owned());
        let kind = if id.0 == 0 { LocationKind::Halted } else { LocationKind::Return };
        let exit = self.location_of_kind(kind);
        self.cfg.functions.push(Function {
            name: name.to_owned(),
            parameters: Vec::new(),
            result: None,
            entry,
            exit,
        });
        id
    }

    /// Goes back to an earlier function.
    pub fn resume(&mut self, function: FunctionId) {
        self.function = function;
    }

    /// The entry and exit of the function that is built.
    pub fn ends(&self) -> (CfgLocId, CfgLocId) {
        let function = &self.cfg.functions[self.function];
        (function.entry, function.exit)
    }

    /// A new location.
    pub fn location(&mut self) -> CfgLocId {
        self.location_of_kind(LocationKind::Normal)
    }

    /// A new location of a kind; those where an execution ends get their self-loop.
    pub fn location_of_kind(&mut self, kind: LocationKind) -> CfgLocId {
        let id = CfgLocId::from(self.cfg.locations.len());
        self.cfg.locations.push(Location {
            function: self.function,
            scope: ScopeId(self.function.0),
            ..Location::bare(kind)
        });
        if matches!(kind, LocationKind::Halted | LocationKind::Failed) {
            self.edge(id, id, Operation::SKIP);
        }
        id
    }

    /// A new location where an assertion has failed, with the property that asks about it.
    pub fn failure(&mut self, label: &str) -> CfgLocId {
        let location = self.location_of_kind(LocationKind::Failed);
        self.label(location, label);
        self.cfg.properties.push(AskedProperty {
            kind: AskedKind::Assert,
            location,
            source: None,
            text: label.to_owned(),
        });
        location
    }

    /// Gives a location a label.
    pub fn label(&mut self, location: CfgLocId, label: &str) {
        self.cfg.locations[location].labels.push(label.to_owned());
    }

    /// A variable that is shared by all functions.
    pub fn global(&mut self, name: &str, ty: Type) -> CfgVarId {
        let kind =
            if ty.as_array().is_some() { VariableKind::Region } else { VariableKind::Global };
        self.variable(name, ty, kind, None)
    }

    /// A variable of the function that is built.
    pub fn local(&mut self, name: &str, ty: Type, kind: VariableKind) -> CfgVarId {
        let function = self.function;
        let var = self.variable(name, ty, kind, Some(function));
        let entry = &mut self.cfg.functions[function];
        match kind {
            VariableKind::Parameter => entry.parameters.push(var),
            VariableKind::Result => entry.result = Some(var),
            _ => {}
        }
        var
    }

    fn variable(
        &mut self,
        name: &str,
        ty: Type,
        kind: VariableKind,
        function: Option<FunctionId>,
    ) -> CfgVarId {
        let c_name = match kind {
            VariableKind::Temporary | VariableKind::Region | VariableKind::Result => None,
            _ => Some(name.rsplit("::").next().unwrap_or(name).to_owned()),
        };
        self.cfg.variables.push(Variable {
            name: name.to_owned(),
            c_name,
            c_type: "int".to_owned(),
            ty,
            kind,
            function,
            scope: function.map(|function| ScopeId(function.0)),
            source: None,
            cells: Vec::new(),
        });
        CfgVarId::from(self.cfg.variables.len() - 1)
    }

    /// An object.
    pub fn object(&mut self, name: &str, size: Option<u64>, align: u32) -> ObjectId {
        let kind = if size.is_some() { ObjectKind::Global } else { ObjectKind::Heap };
        self.cfg.objects.push(Object {
            name: name.to_owned(),
            kind,
            size,
            align,
            c_type: "int".to_owned(),
            source: None,
        });
        ObjectId::from(self.cfg.objects.len() - 1)
    }

    /// An edge.
    pub fn edge(&mut self, from: CfgLocId, to: CfgLocId, operation: Operation) {
        let line = u32::try_from(self.cfg.edges.len()).unwrap_or(u32::MAX).saturating_add(1);
        self.cfg.edges.push(Edge {
            from,
            to,
            operation,
            action: None,
            source: Some(SourceLine { file: "t.c".to_owned(), line }),
            text: format!("step {line}"),
        });
    }

    /// An edge to a new location.
    pub fn then(&mut self, from: CfgLocId, operation: Operation) -> CfgLocId {
        let to = self.location();
        self.edge(from, to, operation);
        to
    }

    /// Two edges to new locations: where the condition is true, and where it is false.
    pub fn branch(&mut self, from: CfgLocId, condition: Expr) -> (CfgLocId, CfgLocId) {
        let yes = self.then(from, Operation::Assume(condition.clone()));
        let no = self.then(from, Operation::Assume(condition.negate()));
        (yes, no)
    }

    /// Says where properties are judged; the entry by default.
    pub fn start(&mut self, location: CfgLocId) {
        self.cfg.start = location;
    }

    /// The graph, with its edges in order.
    pub fn finish(mut self) -> Cfg {
        self.cfg.edges.sort_by_key(|edge| edge.from);
        self.cfg
    }
}

/// The conditions of a graph's branches, in their order.
pub fn guards(cfg: &Cfg) -> Vec<&Expr> {
    let conditions = cfg.edges.iter().filter_map(|edge| match &edge.operation {
        Operation::Assume(condition) => Some(condition),
        _ => None,
    });
    conditions.collect()
}
