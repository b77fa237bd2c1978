//! Small graphs for unit tests.

use belnap_ir::cfg::{
    Cfg, Edge, Function, Location, LocationKind, Machine, Scope, Variable, VariableKind,
};
use belnap_ir::ids::{CfgLocId, FunctionId, ScopeId, ti_vec};
use belnap_ir::types::Type;

/// A graph with variables `x0`, `x1`, … of the given types that does nothing.
pub fn graph(machine: Machine, types: &[Type]) -> Cfg {
    let variables = types.iter().enumerate().map(|(at, ty)| Variable {
        name: format!("x{at}"),
        c_name: Some(format!("x{at}")),
        c_type: String::new(),
        ty: *ty,
        kind: VariableKind::Global,
        function: None,
        scope: None,
        source: None,
        cells: Vec::new(),
    });
    let end = CfgLocId(0);
    Cfg {
        scopes: ti_vec![Scope { function: "main".to_owned(), caller: None, call: None }],
        variables: variables.collect(),
        functions: ti_vec![Function {
            name: "main".to_owned(),
            parameters: Vec::new(),
            result: None,
            entry: end,
            exit: end,
        }],
        locations: ti_vec![Location {
            function: FunctionId(0),
            scope: ScopeId(0),
            kind: LocationKind::Halted,
            labels: Vec::new(),
            enters: None,
            source: None,
        }],
        edges: ti_vec![Edge::skip(end, end)],
        ..Cfg::empty(machine)
    }
}
