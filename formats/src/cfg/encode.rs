//! From graphs to files: ids become names and numbers, defaults are left out.

use belnap_ir::cfg::{Cfg, Edge, Location, Object, Operation, Scope, Variable, VariableKind};
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgEdgeId, CfgLocId, CfgVarId, FunctionId, ScopeId};
use belnap_ir::types::Type;

use super::atoms::{SourceWire, Text, True, TypeWire};
use super::expr::{ExprWire, Operator};
use super::wire::{
    ApproximationWire, CallWire, CellWire, CfgWire, EdgeWire, FormatTag, FunctionWire,
    LocationWire, ObjectWire, PropertyWire, ScopeWire, VariableWire,
};
use crate::header::Header;

/// The kind of a variable whose file does not say.
pub(super) fn default_kind(ty: Type, function: Option<FunctionId>) -> VariableKind {
    match (ty, function) {
        (Type::Array(_), _) => VariableKind::Region,
        (_, Some(_)) => VariableKind::Local,
        (_, None) => VariableKind::Global,
    }
}

/// The activation of what belongs to a function, where the file does not say.
pub(super) fn default_scope(function: FunctionId) -> ScopeId {
    ScopeId(function.0)
}

/// The file of a valid graph.
pub(super) fn to_wire<'a>(header: &'a Header, cfg: &'a Cfg, version: u32) -> CfgWire<'a> {
    let encoder = Encoder { cfg };
    CfgWire {
        format: FormatTag::Cfg,
        version,
        producer: (&header.producer).into(),
        inputs: header.inputs.clone(),
        machine: cfg.machine,
        functions: cfg
            .functions
            .iter()
            .map(|function| FunctionWire {
                name: (&function.name).into(),
                parameters: encoder.vars(&function.parameters),
                result: function.result.map(|var| encoder.var(var)),
                entry: function.entry,
                exit: function.exit,
            })
            .collect(),
        scopes: encoder.scopes(),
        objects: cfg.objects.iter().map(object).collect(),
        variables: cfg.variables.iter().map(|variable| encoder.variable(variable)).collect(),
        start: Some(cfg.start).filter(|start| *start != cfg.entry),
        locations: cfg
            .locations
            .iter()
            .enumerate()
            .map(|(index, location)| encoder.location(index.into(), location))
            .collect(),
        edges: cfg
            .edges
            .iter()
            .enumerate()
            .map(|(index, edge)| encoder.edge(index.into(), edge))
            .collect(),
        properties: cfg
            .properties
            .iter()
            .map(|property| PropertyWire {
                kind: property.kind,
                location: property.location,
                source: SourceWire::print(property.source.as_ref()),
                text: (&property.text).into(),
            })
            .collect(),
        ledger: cfg
            .ledger
            .iter()
            .map(|entry| ApproximationWire {
                construct: (&entry.construct).into(),
                detail: (&entry.detail).into(),
                treatment: entry.treatment,
                weakens: entry.weakens,
                source: SourceWire::print(entry.source.as_ref()),
                edges: entry.edges.clone(),
            })
            .collect(),
        unreached: cfg.unreached.clone(),
        constants: cfg
            .constants
            .iter()
            .map(|(name, number)| (name.clone(), ExprWire::Int(number.ty, number.value)))
            .collect(),
    }
}

fn object(object: &Object) -> ObjectWire<'_> {
    ObjectWire {
        name: (&object.name).into(),
        kind: object.kind,
        size: object.size,
        align: object.align,
        c_type: (&object.c_type).into(),
        source: SourceWire::print(object.source.as_ref()),
    }
}

struct Encoder<'a> {
    cfg: &'a Cfg,
}

impl<'a> Encoder<'a> {
    fn var(&self, var: CfgVarId) -> Text<'a> {
        (&self.cfg.variables[var].name).into()
    }

    fn vars(&self, vars: &[CfgVarId]) -> Vec<Text<'a>> {
        vars.iter().map(|var| self.var(*var)).collect()
    }

    fn function(&self, function: FunctionId) -> Text<'a> {
        (&self.cfg.functions[function].name).into()
    }

    fn scopes(&self) -> Option<Vec<ScopeWire<'a>>> {
        let is_default = |(scope, function): (&Scope, &belnap_ir::cfg::Function)| {
            scope.function == function.name && scope.caller.is_none() && scope.call.is_none()
        };
        let Cfg { scopes, functions, .. } = self.cfg;
        if scopes.len() == functions.len() && scopes.iter().zip(functions).all(is_default) {
            return None;
        }
        let scope = |scope: &'a Scope| ScopeWire {
            function: (&scope.function).into(),
            caller: scope.caller,
            call: SourceWire::print(scope.call.as_ref()),
        };
        Some(scopes.iter().map(scope).collect())
    }

    fn variable(&self, variable: &'a Variable) -> VariableWire<'a> {
        let scope = variable.function.map(default_scope);
        VariableWire {
            name: (&variable.name).into(),
            ty: TypeWire(variable.ty),
            kind: Some(variable.kind)
                .filter(|kind| *kind != default_kind(variable.ty, variable.function)),
            function: variable.function.map(|function| self.function(function)),
            scope: Some(variable.scope).filter(|given| *given != scope),
            c_name: variable.c_name.as_ref().map(Text::from),
            c_type: (&variable.c_type).into(),
            source: SourceWire::print(variable.source.as_ref()),
            cells: variable
                .cells
                .iter()
                .map(|cell| CellWire {
                    object: (&self.cfg.objects[cell.object].name).into(),
                    offset: cell.offset,
                })
                .collect(),
        }
    }

    fn location(&self, id: CfgLocId, location: &'a Location) -> LocationWire<'a> {
        let function = location.function;
        LocationWire {
            id,
            kind: location.kind,
            function: (function.index() > 0).then(|| self.function(function)),
            scope: Some(location.scope).filter(|scope| *scope != default_scope(function)),
            labels: location.labels.iter().map(Text::from).collect(),
            enters: location.enters.as_ref().map(Text::from),
            source: SourceWire::print(location.source.as_ref()),
        }
    }

    fn edge(&self, id: CfgEdgeId, edge: &'a Edge) -> EdgeWire<'a> {
        let mut wire = EdgeWire {
            id,
            from: edge.from,
            to: edge.to,
            skip: None,
            assign: None,
            assume: None,
            assume_unknown: None,
            nondet: None,
            unknown: None,
            call: None,
            action: edge.action.as_ref().map(Text::from),
            source: SourceWire::print(edge.source.as_ref()),
            text: (&edge.text).into(),
        };
        match &edge.operation {
            Operation::Assign(assignments) if assignments.is_empty() => wire.skip = Some(True),
            Operation::Assign(assignments) => {
                let pairs = assignments.iter().map(|(var, e)| (self.var(*var), self.expr(e)));
                wire.assign = Some(pairs.collect());
            }
            Operation::Assume(condition) => wire.assume = Some(self.expr(condition)),
            Operation::AssumeUnknown => wire.assume_unknown = Some(True),
            Operation::Nondet(vars) => wire.nondet = Some(self.vars(vars)),
            Operation::Unknown(vars) => wire.unknown = Some(self.vars(vars)),
            Operation::Call { function, arguments, result } => {
                wire.call = Some(CallWire {
                    function: self.function(*function),
                    arguments: self.exprs(arguments),
                    result: result.map(|var| self.var(var)),
                });
            }
        }
        wire
    }

    fn exprs(&self, exprs: &[Expr]) -> Vec<ExprWire<'a>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn expr(&self, expr: &Expr) -> ExprWire<'a> {
        let operator = match expr {
            Expr::Int(value, ty) => return ExprWire::Int(*ty, *value),
            Expr::Bool(value) => return ExprWire::Bool(*value),
            Expr::Var(var) => return ExprWire::Var(self.var(*var)),
            Expr::Address(object) => {
                return ExprWire::Address((&self.cfg.objects[*object].name).into());
            }
            Expr::Cast(ty, operand) => return ExprWire::Cast(*ty, Box::new(self.expr(operand))),
            Expr::Fill(ty, operand) => return ExprWire::Fill(*ty, Box::new(self.expr(operand))),
            Expr::Unary(op, _) => Operator::Unary(*op),
            Expr::Binary(op, _) => Operator::Binary(*op),
            Expr::Compare(op, _) => Operator::Compare(*op),
            Expr::Not(_) => Operator::Not,
            Expr::And(_) => Operator::And,
            Expr::Or(_) => Operator::Or,
            Expr::If(_) => Operator::If,
            Expr::Read(_) => Operator::Read,
            Expr::Write(_) => Operator::Write,
            Expr::Splice(_) => Operator::Splice,
            Expr::Shift(_) => Operator::Shift,
        };
        ExprWire::Apply(operator, self.exprs(expr.operands()))
    }
}
