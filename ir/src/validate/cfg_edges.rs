//! Invariants of edges: where they lead, and the types of what they do.
//!
//! The rules are listed in [`super::cfg`]. Paths of expressions are those of the JSON form, in
//! which operands stand after their operator.

use crate::cfg::{Cfg, Edge, LocationKind, Operation};
use crate::expr::{BinaryOp, CompareOp, Expr};
use crate::fold::Arithmetic;
use crate::ids::{CfgVarId, FunctionId};
use crate::types::{IntType, Type};
use crate::validate::boolprog_names::action_name;
use crate::validate::cfg::{bad_width, no_location, source, width_message};
use crate::validate::findings::Findings;

/// Checks all edges.
pub(super) fn check(cfg: &Cfg, findings: &mut Findings) {
    let mut last = 0;
    for (index, edge) in cfg.edges.iter().enumerate() {
        let path = |field: &str| format!("edges[{index}].{field}");
        findings.require(edge.from.0 >= last, "cfg-edge-order", || {
            (path("from"), "edges must stand in the order of their sources".into())
        });
        last = edge.from.0;
        source(edge.source.as_ref(), findings, || path("source"));
        let ends = [("from", edge.from), ("to", edge.to)]
            .map(|(field, at)| (field, at, cfg.locations.get(at)));
        for (field, at, location) in ends {
            findings.require(location.is_some(), "cfg-location-range", || {
                (path(field), no_location(cfg, at.0))
            });
        }
        let [(_, _, Some(from)), (_, to_id, Some(to))] = ends else { continue };
        findings.require(from.function == to.function, "cfg-edge-function", || {
            (path("to"), format!("{to_id} is in another function; use a call"))
        });
        if let Some(message) = wrong_action(cfg, edge) {
            findings.require(false, "cfg-action", || (path("action"), message.to_owned()));
        }
        let checker = Checker { cfg, function: from.function };
        if let Some(Problem { rule, message, path }) = checker.operation(&edge.operation) {
            findings.require(false, rule, || (format!("edges[{index}].{path}"), message));
        }
    }
}

/// What is wrong with the action of an edge, or with that it has none.
fn wrong_action(cfg: &Cfg, edge: &Edge) -> Option<&'static str> {
    let asks = matches!(edge.operation, Operation::Assume(_) | Operation::AssumeUnknown);
    match &edge.action {
        None => None,
        Some(name) if action_name(name).is_none() => {
            Some("the name of an action is an identifier or another text with balanced braces")
        }
        Some(_) if !asks && edge.operation != Operation::SKIP => {
            Some("a step with an action changes nothing: what it gives is assigned after it")
        }
        Some(_) if cfg.locations[edge.from].kind != LocationKind::Normal => {
            Some("what has ended takes part in nothing")
        }
        Some(_) => {
            let mut others = cfg.edges.iter().filter(|other| other.from == edge.from);
            let alone = others.any(|other| other.action.is_none());
            alone.then_some("another edge from there has no action: it would choose for others")
        }
    }
}

/// What is wrong with an operation, and where in it.
struct Problem {
    rule: &'static str,
    message: String,
    path: String,
}

/// What is wrong with an expression, and where in it: places from the inside out.
struct Ill {
    rule: &'static str,
    message: String,
    places: Vec<usize>,
}

type Typed = Result<Type, Box<Ill>>;

impl Ill {
    fn new(rule: &'static str, message: impl Into<String>) -> Box<Self> {
        Box::new(Ill { rule, message: message.into(), places: Vec::new() })
    }

    fn inside(mut self: Box<Self>, place: usize) -> Box<Self> {
        // The place of something too deep does not help.
        if self.rule != "cfg-depth" {
            self.places.push(place);
        }
        self
    }

    fn at(self, mut path: String) -> Problem {
        for place in self.places.iter().rev() {
            path.push_str(&format!("[{place}]"));
        }
        Problem { rule: self.rule, message: self.message, path }
    }
}

/// What an operation of `function` may use.
struct Checker<'a> {
    cfg: &'a Cfg,
    function: FunctionId,
}

impl Checker<'_> {
    /// The first thing that is wrong with an operation.
    fn operation(&self, operation: &Operation) -> Option<Problem> {
        self.check_operation(operation).err()
    }

    fn check_operation(&self, operation: &Operation) -> Result<(), Problem> {
        match operation {
            Operation::Assign(assignments) => {
                let targets: Vec<CfgVarId> = assignments.iter().map(|(var, _)| *var).collect();
                self.targets(&targets, |at| format!("assign[{at}][0]"))?;
                for (at, (var, value)) in assignments.iter().enumerate() {
                    let path = || format!("assign[{at}][1]");
                    let ty = self.expr(value, 1).map_err(|ill| ill.at(path()))?;
                    let expected = self.cfg.type_of(*var);
                    if ty != expected {
                        let name = &self.cfg.variables[*var].name;
                        let message = format!("'{name}' is of type {expected}, the value of {ty}");
                        return Err(Problem { rule: "cfg-assign-type", message, path: path() });
                    }
                }
                Ok(())
            }
            Operation::Assume(condition) => {
                let path = || "assume".to_owned();
                let ty = self.expr(condition, 1).map_err(|ill| ill.at(path()))?;
                if ty != Type::Bool {
                    let message = format!("a condition is of type bool, not {ty}");
                    return Err(Problem { rule: "cfg-type", message, path: path() });
                }
                Ok(())
            }
            Operation::AssumeUnknown => Ok(()),
            Operation::Nondet(vars) => self.targets(vars, |at| format!("nondet[{at}]")),
            Operation::Unknown(vars) => self.targets(vars, |at| format!("unknown[{at}]")),
            Operation::Call { function, arguments, result } => {
                self.call(*function, arguments, *result)
            }
        }
    }

    /// Variables that an operation changes.
    fn targets(&self, vars: &[CfgVarId], path: impl Fn(usize) -> String) -> Result<(), Problem> {
        for (at, var) in vars.iter().enumerate() {
            self.var(*var).map_err(|ill| ill.at(path(at)))?;
        }
        if vars.len() > 1 {
            let mut sorted: Vec<(CfgVarId, usize)> =
                vars.iter().enumerate().map(|(at, var)| (*var, at)).collect();
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                let name = &self.cfg.variables[pair[1].0].name;
                return Err(Problem {
                    rule: "cfg-assign-distinct",
                    message: format!("'{name}' is changed twice"),
                    path: path(pair[1].1),
                });
            }
        }
        Ok(())
    }

    fn call(
        &self,
        function: FunctionId,
        arguments: &[Expr],
        result: Option<CfgVarId>,
    ) -> Result<(), Problem> {
        let problem = |rule, path: String, message: String| Err(Problem { rule, message, path });
        let Some(callee) = self.cfg.functions.get(function) else {
            let message = "there is no such function".to_owned();
            return problem("cfg-function-range", "call.function".to_owned(), message);
        };
        if arguments.len() != callee.parameters.len() {
            let message = format!(
                "arguments: {}, but parameters of '{}': {}",
                arguments.len(),
                callee.name,
                callee.parameters.len()
            );
            return problem("cfg-call", "call.arguments".to_owned(), message);
        }
        for (at, (argument, parameter)) in arguments.iter().zip(&callee.parameters).enumerate() {
            let path = || format!("call.arguments[{at}]");
            let ty = self.expr(argument, 1).map_err(|ill| ill.at(path()))?;
            // A parameter that does not exist is reported with its function.
            let parameter = self.cfg.variables.get(*parameter);
            if let Some(parameter) = parameter.filter(|parameter| parameter.ty != ty) {
                let message = format!(
                    "the parameter '{}' is of type {}, the argument of {ty}",
                    parameter.name, parameter.ty
                );
                return problem("cfg-call", path(), message);
            }
        }
        let Some(result) = result else { return Ok(()) };
        let path = || "call.result".to_owned();
        let ty = self.var(result).map_err(|ill| ill.at(path()))?;
        let Some(returned) = callee.result else {
            return problem("cfg-call", path(), format!("'{}' has no result", callee.name));
        };
        match self.cfg.variables.get(returned) {
            Some(returned) if returned.ty != ty => {
                let message =
                    format!("the variable is of type {ty}, the result of {}", returned.ty);
                problem("cfg-call", path(), message)
            }
            _ => Ok(()),
        }
    }

    fn var(&self, var: CfgVarId) -> Typed {
        let Some(variable) = self.cfg.variables.get(var) else {
            return Err(Ill::new("cfg-variable-range", format!("there is no variable {var}")));
        };
        if variable.function.is_some_and(|of| of != self.function) {
            let message = format!("'{}' is a variable of another function", variable.name);
            return Err(Ill::new("cfg-variable-visible", message));
        }
        Ok(variable.ty)
    }

    /// The type of an expression that stands at the given depth.
    fn expr(&self, expr: &Expr, depth: usize) -> Typed {
        if depth > Expr::MAX_DEPTH {
            let message = format!("an expression is at most {} deep", Expr::MAX_DEPTH);
            return Err(Ill::new("cfg-depth", message));
        }
        let operand = |operand: &Expr, place: usize| {
            self.expr(operand, depth + 1).map_err(|ill| ill.inside(place))
        };
        let int = |expr: &Expr, place: usize| match operand(expr, place)? {
            Type::Int(int) => Ok(int),
            ty => {
                Err(Ill::new("cfg-type", format!("a number is expected, not {ty}")).inside(place))
            }
        };
        let array = |expr: &Expr, place: usize| match operand(expr, place)? {
            Type::Array(array) => Ok(array),
            ty => {
                Err(Ill::new("cfg-type", format!("a region is expected, not {ty}")).inside(place))
            }
        };
        let expect = |expr: &Expr, place: usize, expected: Type| match operand(expr, place)? {
            ty if ty == expected => Ok(()),
            ty => {
                Err(Ill::new("cfg-type", format!("{expected} is expected, not {ty}")).inside(place))
            }
        };
        match expr {
            Expr::Int(value, ty) => {
                widths(Type::Int(*ty))?;
                let arithmetic = Arithmetic::of(self.cfg.machine.integers);
                if arithmetic.writes(*value, *ty) {
                    Ok(Type::Int(*ty))
                } else if ty.contains(*value) {
                    let message = format!(
                        "{} is too large for a constant of mathematical integers",
                        *value as u128
                    );
                    Err(Ill::new("cfg-constant", message))
                } else {
                    Err(Ill::new("cfg-constant", format!("{value} is not a value of {ty}")))
                }
            }
            Expr::Bool(_) => Ok(Type::Bool),
            Expr::Var(var) => self.var(*var),
            Expr::Address(object) => {
                if object.index() < self.cfg.objects.len() {
                    Ok(Type::Int(self.cfg.machine.address()))
                } else {
                    Err(Ill::new("cfg-object-range", format!("there is no object {object}")))
                }
            }
            Expr::Unary(_, one) => int(one, 1).map(Type::Int),
            Expr::Binary(op, operands) => {
                let [left, right] = [int(&operands[0], 1)?, int(&operands[1], 2)?];
                let same = left == right || matches!(op, BinaryOp::Shl | BinaryOp::Shr);
                if same { Ok(Type::Int(left)) } else { Err(different(left, right)) }
            }
            Expr::Compare(op, operands) => {
                let left = operand(&operands[0], 1)?;
                let right = operand(&operands[1], 2)?;
                let truth = matches!(op, CompareOp::Eq | CompareOp::Ne);
                match (left, right) {
                    (Type::Int(left), Type::Int(right)) if left != right => {
                        Err(different(left, right))
                    }
                    (Type::Int(_), Type::Int(_)) => Ok(Type::Bool),
                    (Type::Bool, Type::Bool) if truth => Ok(Type::Bool),
                    (left, right) => Err(Ill::new(
                        "cfg-type",
                        format!("this does not compare values of {left} and {right}"),
                    )),
                }
            }
            Expr::Not(one) => expect(one, 1, Type::Bool).map(|()| Type::Bool),
            Expr::And(operands) | Expr::Or(operands) => {
                if operands.len() < 2 {
                    let message = "'&&' and '||' have two or more operands";
                    return Err(Ill::new("cfg-operands", message));
                }
                for (at, one) in operands.iter().enumerate() {
                    expect(one, at + 1, Type::Bool)?;
                }
                Ok(Type::Bool)
            }
            Expr::Cast(ty, one) => {
                widths(Type::Int(*ty))?;
                match operand(one, 2)? {
                    Type::Array(_) => {
                        Err(Ill::new("cfg-type", "a region cannot be cast").inside(2))
                    }
                    Type::Bool | Type::Int(_) => Ok(Type::Int(*ty)),
                }
            }
            Expr::If(operands) => {
                expect(&operands[0], 1, Type::Bool)?;
                let ty = operand(&operands[1], 2)?;
                expect(&operands[2], 3, ty).map(|()| ty)
            }
            Expr::Read(operands) => {
                let ty = array(&operands[0], 1)?;
                expect(&operands[1], 2, Type::Int(ty.index)).map(|()| Type::Int(ty.cell))
            }
            Expr::Write(operands) => {
                let ty = array(&operands[0], 1)?;
                expect(&operands[1], 2, Type::Int(ty.index))?;
                expect(&operands[2], 3, Type::Int(ty.cell)).map(|()| Type::Array(ty))
            }
            Expr::Fill(ty, one) => {
                widths(Type::Array(*ty))?;
                expect(one, 2, Type::Int(ty.cell)).map(|()| Type::Array(*ty))
            }
            Expr::Splice(operands) => {
                let ty = array(&operands[0], 1)?;
                expect(&operands[1], 2, Type::Array(ty))?;
                expect(&operands[2], 3, Type::Int(ty.index))?;
                expect(&operands[3], 4, Type::Int(ty.index)).map(|()| Type::Array(ty))
            }
            Expr::Shift(operands) => {
                let ty = array(&operands[0], 1)?;
                expect(&operands[1], 2, Type::Int(ty.index)).map(|()| Type::Array(ty))
            }
        }
    }
}

fn widths(ty: Type) -> Result<(), Box<Ill>> {
    match bad_width(ty) {
        None => Ok(()),
        Some(int) => Err(Ill::new("cfg-type-width", width_message(int)).inside(0)),
    }
}

fn different(left: IntType, right: IntType) -> Box<Ill> {
    Ill::new("cfg-type", format!("the operands are of different types, {left} and {right}"))
}
