//! Small graphs for unit tests.

use belnap_ir::cfg::{
    Cfg, Edge, Function, Location, LocationKind, Machine, Scope, Variable, VariableKind,
};
use belnap_ir::ids::{CfgLocId, ti_vec};
use belnap_ir::types::Type;

/// A graph with variables `x0`, `x1`, … of the given types that does nothing.
pub fn graph(machine: Machine, types: &[Type]) -> Cfg {
    let variables = types.iter().enumerate().map(|(at, ty)| Variable {
        c_name: Some(format!("x{at}")),
        kind: VariableKind::Global,
        ..Variable::temporary(format!("x{at}"), *ty)
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
        locations: ti_vec![Location::bare(LocationKind::Halted)],
        edges: ti_vec![Edge::skip(end, end)],
        ..Cfg::empty(machine)
    }
}
