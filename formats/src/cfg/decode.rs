//! From files to graphs: names are looked up, defaults filled in.

use std::collections::{BTreeMap, HashMap};

use belnap_ir::cfg::{
    Approximation, AskedProperty, Cell, Cfg, Edge, Function, Location, Number, Object, Operation,
    Scope, Variable,
};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::expr::Expr;
use belnap_ir::ids::{CfgLocId, CfgVarId, FunctionId, ObjectId};
use belnap_ir::validate::findings::Findings;

use super::atoms::{SourceWire, Text};
use super::encode::{default_kind, default_scope};
use super::expr::{ExprWire, Operator};
use super::wire::{CfgWire, EdgeWire, LocationWire, ScopeWire, VariableWire};

/// The graph of a file; ids that stand for names are in range.
pub(super) fn from_wire(mut wire: CfgWire<'_>) -> Result<Cfg, Vec<Diagnostic>> {
    let (variables, objects, functions, edges) = (
        std::mem::take(&mut wire.variables),
        std::mem::take(&mut wire.objects),
        std::mem::take(&mut wire.functions),
        std::mem::take(&mut wire.edges),
    );
    let mut decoder = Decoder {
        vars: names(variables.iter().map(|variable| &variable.name)),
        objects: names(objects.iter().map(|object| &object.name)),
        functions: names(functions.iter().map(|function| &function.name)),
        findings: Findings::default(),
    };
    let scopes = decoder.scopes(wire.scopes.take(), functions.iter().map(|one| &one.name));
    let edges = decoder.edges(edges);
    let locations = decoder.locations(std::mem::take(&mut wire.locations));
    let (parameters, results): (Vec<_>, Vec<_>) = functions
        .iter()
        .enumerate()
        .map(|(index, function)| {
            let path = |field: &str| format!("functions[{index}].{field}");
            let parameters = decoder.vars(&function.parameters, || path("parameters"));
            let result = function.result.as_ref();
            (parameters, result.map(|name| decoder.var(name, &|| path("result"))))
        })
        .unzip();
    let owners: Vec<Owner> = variables
        .iter()
        .enumerate()
        .map(|(index, variable)| decoder.owner(index, variable))
        .collect();
    let constants = decoder.constants(std::mem::take(&mut wire.constants));
    let Decoder { findings, .. } = decoder;
    if !findings.is_empty() {
        return Err(findings.into_vec());
    }
    let entry = functions.first().map_or(CfgLocId(0), |function| function.entry);
    Ok(Cfg {
        machine: wire.machine,
        scopes: scopes.into(),
        objects: objects
            .into_iter()
            .map(|object| Object {
                name: object.name.into_string(),
                kind: object.kind,
                size: object.size,
                align: object.align,
                c_type: object.c_type.into_string(),
                source: SourceWire::read(object.source),
            })
            .collect(),
        variables: variables
            .into_iter()
            .zip(owners)
            .map(|(variable, owner)| self::variable(variable, owner))
            .collect(),
        functions: functions
            .into_iter()
            .zip(parameters)
            .zip(results)
            .map(|((function, parameters), result)| Function {
                name: function.name.into_string(),
                parameters,
                result,
                entry: function.entry,
                exit: function.exit,
            })
            .collect(),
        locations: locations.into(),
        entry,
        start: wire.start.unwrap_or(entry),
        edges: edges.into(),
        properties: wire
            .properties
            .into_iter()
            .map(|property| AskedProperty {
                kind: property.kind,
                location: property.location,
                source: SourceWire::read(property.source),
                text: property.text.into_string(),
            })
            .collect(),
        ledger: wire
            .ledger
            .into_iter()
            .map(|entry| Approximation {
                construct: entry.construct.into_string(),
                detail: entry.detail.into_string(),
                source: SourceWire::read(entry.source),
                treatment: entry.treatment,
                weakens: entry.weakens,
                edges: entry.edges,
            })
            .collect(),
        unreached: wire.unreached,
        constants,
    })
}

/// The number of each name; of the first, where one stands twice.
fn names<'n>(names: impl ExactSizeIterator<Item = &'n Text<'n>>) -> HashMap<&'n str, usize> {
    let mut numbers = HashMap::with_capacity(names.len());
    for (index, name) in names.enumerate() {
        numbers.entry(&*name.0).or_insert(index);
    }
    numbers
}

/// What a variable belongs to and holds.
struct Owner {
    function: Option<FunctionId>,
    cells: Vec<Cell>,
}

fn variable(wire: VariableWire<'_>, owner: Owner) -> Variable {
    let Owner { function, cells } = owner;
    Variable {
        name: wire.name.into_string(),
        c_name: wire.c_name.map(Text::into_string),
        c_type: wire.c_type.into_string(),
        ty: wire.ty.0,
        kind: wire.kind.unwrap_or_else(|| default_kind(wire.ty.0, function)),
        function,
        scope: wire.scope.unwrap_or_else(|| function.map(default_scope)),
        source: SourceWire::read(wire.source),
        cells,
    }
}

struct Decoder<'n> {
    vars: HashMap<&'n str, usize>,
    objects: HashMap<&'n str, usize>,
    functions: HashMap<&'n str, usize>,
    findings: Findings,
}

/// Makes the path of something, should it be needed.
type Path<'p> = &'p dyn Fn() -> String;

impl Decoder<'_> {
    fn constants(&mut self, wires: BTreeMap<String, ExprWire<'_>>) -> BTreeMap<String, Number> {
        let mut constants = BTreeMap::new();
        for (name, wire) in wires {
            if let ExprWire::Int(ty, value) = wire {
                constants.insert(name, Number { value, ty });
            } else {
                let message = "a constant is a type and a number, as in [\"i32\", 2]";
                let at = format!("constants.{name}");
                self.findings.require(false, "cfg-field", || (at, message.into()));
            }
        }
        constants
    }

    fn unknown(&mut self, noun: &str, name: &Text<'_>, path: Path<'_>) {
        let message = format!("there is no {noun} '{}'", name.0);
        self.findings.require(false, "cfg-name-known", || (path(), message));
    }

    fn var(&mut self, name: &Text<'_>, path: Path<'_>) -> CfgVarId {
        let found = self.vars.get(&*name.0).copied();
        if found.is_none() {
            self.unknown("variable", name, path);
        }
        found.unwrap_or(0).into()
    }

    fn vars(&mut self, names: &[Text<'_>], path: impl Fn() -> String) -> Vec<CfgVarId> {
        let one = |(at, name)| self.var(name, &|| format!("{}[{at}]", path()));
        names.iter().enumerate().map(one).collect()
    }

    fn object(&mut self, name: &Text<'_>, path: Path<'_>) -> ObjectId {
        let found = self.objects.get(&*name.0).copied();
        if found.is_none() {
            self.unknown("object", name, path);
        }
        found.unwrap_or(0).into()
    }

    fn function(&mut self, name: &Text<'_>, path: Path<'_>) -> FunctionId {
        let found = self.functions.get(&*name.0).copied();
        if found.is_none() {
            self.unknown("function", name, path);
        }
        found.unwrap_or(0).into()
    }

    fn scopes<'w>(
        &self,
        wire: Option<Vec<ScopeWire<'w>>>,
        functions: impl Iterator<Item = &'w Text<'w>>,
    ) -> Vec<Scope> {
        let of_function =
            |name: &Text<'_>| Scope { function: name.0.to_string(), caller: None, call: None };
        match wire {
            None => functions.map(of_function).collect(),
            Some(scopes) => scopes
                .into_iter()
                .map(|scope| Scope {
                    function: scope.function.into_string(),
                    caller: scope.caller,
                    call: SourceWire::read(scope.call),
                })
                .collect(),
        }
    }

    fn owner(&mut self, index: usize, wire: &VariableWire<'_>) -> Owner {
        let path = |field: &str| format!("variables[{index}].{field}");
        let function = wire.function.as_ref().map(|name| self.function(name, &|| path("function")));
        let cell = |(at, cell): (usize, &super::wire::CellWire<'_>)| Cell {
            object: self.object(&cell.object, &|| path(&format!("cells[{at}]"))),
            offset: cell.offset,
        };
        let cells = wire.cells.iter().enumerate().map(cell).collect();
        Owner { function, cells }
    }

    fn locations(&mut self, wire: Vec<LocationWire<'_>>) -> Vec<Location> {
        let mut locations = Vec::with_capacity(wire.len());
        for (index, wire) in wire.into_iter().enumerate() {
            self.number("locations", index, wire.id.0);
            let path = || format!("locations[{index}].function");
            let function =
                wire.function.as_ref().map_or(FunctionId(0), |name| self.function(name, &path));
            locations.push(Location {
                function,
                scope: wire.scope.unwrap_or_else(|| default_scope(function)),
                kind: wire.kind,
                labels: wire.labels.into_iter().map(Text::into_string).collect(),
                enters: wire.enters.map(Text::into_string),
                source: SourceWire::read(wire.source),
            });
        }
        locations
    }

    fn number(&mut self, table: &str, index: usize, id: u32) {
        self.findings.require(id as usize == index, "cfg-number", || {
            (format!("{table}[{index}].id"), format!("this is number {index}, not {id}"))
        });
    }

    fn edges(&mut self, wire: Vec<EdgeWire<'_>>) -> Vec<Edge> {
        let mut edges = Vec::with_capacity(wire.len());
        for (index, mut wire) in wire.into_iter().enumerate() {
            self.number("edges", index, wire.id.0);
            let operation = self.operation(index, &mut wire);
            edges.push(Edge {
                from: wire.from,
                to: wire.to,
                operation,
                action: wire.action.map(Text::into_string),
                source: SourceWire::read(wire.source),
                text: wire.text.into_string(),
            });
        }
        edges
    }

    fn operation(&mut self, index: usize, wire: &mut EdgeWire<'_>) -> Operation {
        let path = |field: &str| format!("edges[{index}].{field}");
        let mut given = 0;
        let mut operation = Operation::SKIP;
        let mut take = |this| {
            given += 1;
            operation = this;
        };
        if wire.skip.is_some() {
            take(Operation::SKIP);
        }
        if let Some(pairs) = wire.assign.take() {
            let pair = |(at, (name, value)): (usize, (Text<'_>, ExprWire<'_>))| {
                let var = self.var(&name, &|| path(&format!("assign[{at}][0]")));
                (var, self.expr(value, &|| path(&format!("assign[{at}][1]"))))
            };
            take(Operation::Assign(pairs.into_iter().enumerate().map(pair).collect()));
        }
        if let Some(condition) = wire.assume.take() {
            take(Operation::Assume(self.expr(condition, &|| path("assume"))));
        }
        if wire.assume_unknown.is_some() {
            take(Operation::AssumeUnknown);
        }
        if let Some(vars) = wire.nondet.take() {
            take(Operation::Nondet(self.vars(&vars, || path("nondet"))));
        }
        if let Some(vars) = wire.unknown.take() {
            take(Operation::Unknown(self.vars(&vars, || path("unknown"))));
        }
        if let Some(call) = wire.call.take() {
            take(Operation::Call {
                function: self.function(&call.function, &|| path("call.function")),
                arguments: self.exprs(call.arguments, 0, &|| path("call.arguments")),
                result: call.result.map(|name| self.var(&name, &|| path("call.result"))),
            });
        }
        self.findings.require(given == 1, "cfg-operation", || {
            let message = "an edge has exactly one of skip, assign, assume, assume_unknown, \
                           nondet, unknown and call";
            (format!("edges[{index}]"), format!("{message}; this one has {given}"))
        });
        operation
    }

    /// Expressions in an array, of which the first is at place `first`.
    fn exprs(&mut self, wire: Vec<ExprWire<'_>>, first: usize, path: Path<'_>) -> Vec<Expr> {
        let one = |(at, expr)| self.expr(expr, &|| format!("{}[{}]", path(), first + at));
        wire.into_iter().enumerate().map(one).collect()
    }

    fn expr(&mut self, wire: ExprWire<'_>, path: Path<'_>) -> Expr {
        match wire {
            ExprWire::Var(name) => Expr::Var(self.var(&name, path)),
            ExprWire::Bool(value) => Expr::Bool(value),
            ExprWire::Int(ty, value) => Expr::Int(value, ty),
            ExprWire::Address(name) => {
                Expr::Address(self.object(&name, &|| format!("{}[1]", path())))
            }
            ExprWire::Cast(ty, operand) => {
                Expr::Cast(ty, Box::new(self.expr(*operand, &|| format!("{}[2]", path()))))
            }
            ExprWire::Fill(ty, operand) => {
                Expr::Fill(ty, Box::new(self.expr(*operand, &|| format!("{}[2]", path()))))
            }
            ExprWire::Apply(operator, operands) => apply(operator, self.exprs(operands, 1, path)),
        }
    }
}

/// The number of operands was checked when they were read.
fn apply(operator: Operator, operands: Vec<Expr>) -> Expr {
    match operator {
        Operator::And => Expr::And(operands),
        Operator::Or => Expr::Or(operands),
        Operator::Unary(op) => Expr::Unary(op, one(operands)),
        Operator::Not => Expr::Not(one(operands)),
        Operator::Binary(op) => Expr::Binary(op, exactly(operands)),
        Operator::Compare(op) => Expr::Compare(op, exactly(operands)),
        Operator::Read => Expr::Read(exactly(operands)),
        Operator::Shift => Expr::Shift(exactly(operands)),
        Operator::If => Expr::If(exactly(operands)),
        Operator::Write => Expr::Write(exactly(operands)),
        Operator::Splice => Expr::Splice(exactly(operands)),
    }
}

fn one(operands: Vec<Expr>) -> Box<Expr> {
    let [operand] = *exactly(operands);
    Box::new(operand)
}

fn exactly<const N: usize>(operands: Vec<Expr>) -> Box<[Expr; N]> {
    operands.try_into().expect("operators have as many operands as their arity says")
}
