//! Graphs of the middle form as text, for tests and for people who look for a mistake.

use std::fmt::Write;

use crate::mir::{
    Address, Argument, Base, Body, Callee, Cell, Function, Havoc, NodeKind, ObjectId, Op, Program,
    ResultTo, Step, Value,
};

/// The whole program: static initializers, then the functions that have a graph.
pub fn program_text(program: &Program) -> String {
    let mut text = String::new();
    for step in &program.initial {
        let _ = writeln!(text, "initial {}", step_text(program, step));
    }
    for function in &program.functions {
        if let Some(body) = &function.body {
            text.push_str(&function_text(program, function, body));
        }
    }
    text
}

/// One function, an edge per line.
pub fn function_text(program: &Program, function: &Function, body: &Body) -> String {
    let parameters: Vec<&str> =
        function.parameters.iter().map(|id| program.objects[*id].name.as_str()).collect();
    let mut text = format!("{}({}):\n", function.name, parameters.join(", "));
    for edge in &body.edges {
        for label in &body.nodes[edge.from].labels {
            let _ = writeln!(text, " {label}:");
        }
        let target = match &body.nodes[edge.to].kind {
            _ if edge.to == body.exit => "exit".to_owned(),
            NodeKind::Normal => edge.to.0.to_string(),
            NodeKind::Halted => "halted".to_owned(),
            NodeKind::Failed(_) => "failed".to_owned(),
        };
        let step = step_text(program, &edge.step);
        let _ = writeln!(text, "  {} -> {target}: {step}", edge.from.0);
    }
    text
}

/// A step, with the words of its notes.
pub fn step_text(program: &Program, step: &Step) -> String {
    let mut text = op_text(program, &step.op);
    for note in &step.notes {
        let _ = write!(text, "  [{}]", program.ledger[*note].construct);
    }
    text
}

fn op_text(program: &Program, op: &Op) -> String {
    let value = |value: &Value| value_text(program, value);
    let address = |address: &Address| address_text(program, address);
    let cells = |cells: &[Cell]| {
        cells.iter().map(|cell| cell_text(program, cell)).collect::<Vec<_>>().join(", ")
    };
    let objects = |objects: &[ObjectId]| {
        let names: Vec<&str> =
            objects.iter().map(|id| program.objects[*id].name.as_str()).collect();
        names.join(", ")
    };
    match op {
        Op::Skip => "skip".to_owned(),
        Op::Assign(cell, new) => format!("{} := {}", cell_text(program, cell), value(new)),
        Op::Assume(condition) => format!("assume {}", value(condition)),
        Op::Havoc(havoc, list) => format!("{} {}", havoc_text(*havoc), cells(list)),
        Op::Lost { cells: list, from } => {
            let from: Vec<String> = from.iter().map(value).collect();
            format!("unknown {} from {}", cells(list), from.join(", "))
        }
        Op::Declare(list) => format!("declare {}", objects(list)),
        Op::Free(pointer) => format!("free {}", value(pointer)),
        Op::Lifetime { objects: list, begins } => {
            format!("{} {}", if *begins { "begin" } else { "end" }, objects(list))
        }
        Op::Finish { returns } => format!("finish{}", if *returns { " returning" } else { "" }),
        Op::Copy { to, from, ty } => {
            format!("copy {} from {} ({})", address(to), address(from), program.types.display(*ty))
        }
        Op::Zero { to, ty } => format!("zero {} ({})", address(to), program.types.display(*ty)),
        Op::Padding { object, zero, .. } => {
            let name = &program.objects[*object].name;
            format!("padding of {name} {}", if *zero { "zero" } else { "unspecified" })
        }
        Op::FillBytes { to, byte, size } => {
            format!("fill {} with {} size {}", address(to), value(byte), value(size))
        }
        Op::CopyBytes { to, from, size } => {
            format!("copy {} from {} size {}", address(to), address(from), value(size))
        }
        Op::HavocReachable(havoc, pointers) => {
            let pointers: Vec<String> = pointers.iter().map(value).collect();
            format!("{} reachable {}", havoc_text(*havoc), pointers.join(", "))
        }
        Op::Print { format, pointers } => {
            let pointers: Vec<String> = pointers.iter().map(value).collect();
            format!("print {} {}", value(format), pointers.join(", "))
        }
        Op::Allocate { size, zeroed, result, .. } => {
            let zeroed = if *zeroed { " zeroed" } else { "" };
            format!("{} := allocate {}{zeroed}", cell_text(program, result), value(size))
        }
        Op::Action { outcomes, arguments, result } => {
            let actions: Vec<&str> = outcomes.iter().map(|one| one.action.as_str()).collect();
            let arguments: Vec<String> = arguments.iter().map(value).collect();
            let result = result.as_ref().map(|cell| format!("{} := ", cell_text(program, cell)));
            let (result, actions) = (result.unwrap_or_default(), actions.join("|"));
            format!("{result}action {actions}({})", arguments.join(", "))
        }
        Op::Call { callee, arguments, result, .. } => {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|argument| match argument {
                    Argument::Scalar(argument, _) => value(argument),
                    Argument::Aggregate(place, _) => format!("[{}]", address(place)),
                })
                .collect();
            let callee = match callee {
                Callee::Direct(id) => program.functions[*id].name.clone(),
                Callee::Indirect(pointer, _) => format!("(*{})", value(pointer)),
            };
            let result = match result {
                Some(ResultTo::Scalar(cell, _)) => format!("{} := ", cell_text(program, cell)),
                Some(ResultTo::Aggregate(place, _)) => format!("[{}] := ", address(place)),
                None => String::new(),
            };
            format!("{result}{callee}({})", arguments.join(", "))
        }
    }
}

const fn havoc_text(havoc: Havoc) -> &'static str {
    match havoc {
        Havoc::Nondet => "nondet",
        Havoc::Unknown => "unknown",
    }
}

fn address_text(program: &Program, address: &Address) -> String {
    let mut text = match &address.base {
        Base::Object(id) => format!("&{}", program.objects[*id].name),
        Base::Pointer(pointer) => value_text(program, pointer),
    };
    if address.offset != 0 {
        let _ = write!(text, "{:+}", address.offset);
    }
    for (index, stride) in &address.terms {
        let _ = write!(text, "+{}*{stride}", value_text(program, index));
    }
    text
}

fn cell_text(program: &Program, cell: &Cell) -> String {
    let bits = match cell.bits {
        Some(bits) => format!(":{}+{}", bits.offset, bits.width),
        None => String::new(),
    };
    match &cell.address {
        Address { base: Base::Object(id), offset: 0, terms } if terms.is_empty() => {
            let object = &program.objects[*id];
            if program.types.scalar(object.ty) == Some(cell.ty) {
                return format!("{}{bits}", object.name);
            }
            format!("[&{}{bits}]{}", object.name, cell.ty)
        }
        address => format!("[{}{bits}]{}", address_text(program, address), cell.ty),
    }
}

/// A value, operators in parentheses.
pub fn value_text(program: &Program, value: &Value) -> String {
    let list = |values: &[Value], operator: &str| {
        let values: Vec<String> = values.iter().map(|value| value_text(program, value)).collect();
        format!("({})", values.join(operator))
    };
    match value {
        Value::Int(number, _) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Load(cell) => cell_text(program, cell),
        Value::Address(address) => format!("({})", address_text(program, address)),
        Value::Function(id) => format!("&{}", program.functions[*id].name),
        Value::Unary(op, operand) => {
            let op = op.symbol();
            format!("{op}{}", value_text(program, operand))
        }
        Value::Binary(op, operands) => list(&operands[..], &format!(" {} ", op.symbol())),
        Value::Compare(op, operands) => list(&operands[..], &format!(" {} ", op.symbol())),
        Value::Not(operand) => format!("!{}", value_text(program, operand)),
        Value::And(operands) => list(operands, " && "),
        Value::Or(operands) => list(operands, " || "),
        Value::Cast(ty, operand) => format!("{ty}({})", value_text(program, operand)),
        Value::If(operands) => {
            let [condition, then, otherwise] = &**operands;
            format!(
                "({} ? {} : {})",
                value_text(program, condition),
                value_text(program, then),
                value_text(program, otherwise)
            )
        }
    }
}
