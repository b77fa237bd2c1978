//! Expressions and operations as text for people, in C's notation with as few parentheses as
//! possible.
//!
//! What C has no notation for: `R[i] := v` replaces a cell of a region, and `write`, `fill`,
//! `splice` and `shift` make regions from regions. Casts name our types, as in `(u8)x`.

use std::borrow::Cow;

use belnap_ir::cfg::{Cfg, DataModel, Edge, Operation, Variable};
use belnap_ir::expr::{BinaryOp, CompareOp, Expr};
use belnap_ir::ids::{CfgVarId, ObjectId};
use belnap_ir::types::{IntType, Type};

/// An expression of a valid graph.
pub fn expr_text(cfg: &Cfg, expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, Style::plain(cfg), expr, ANY);
    out
}

/// What is known of whoever reads a text and must not guess.
pub(crate) trait Reading {
    /// Whether a region's accesses show that it is indexed by element numbers.
    fn by_element(&self, region: CfgVarId) -> bool;
    /// A variable's name.
    fn variable(&self, var: CfgVarId) -> Cow<'_, str>;
    /// An object's name.
    fn object(&self, object: ObjectId) -> Cow<'_, str>;
}

/// The same so that nothing is left to guess: types of constants that have a type other than C's
/// (those inside a cast to their own type), types of filled regions, and numbers or parentheses
/// where a name of the graph could be read differently.
pub(crate) fn exact_text(cfg: &Cfg, expr: &Expr, reading: &dyn Reading) -> String {
    let mut out = String::new();
    write_expr(&mut out, Style { cfg, exact: Some(reading) }, expr, ANY);
    out
}

/// What an edge of a valid graph does, and the action that it does it with.
pub fn step_text(cfg: &Cfg, edge: &Edge) -> String {
    let text = operation_text(cfg, &edge.operation);
    match &edge.action {
        Some(action) => format!("{text} action {action}"),
        None => text,
    }
}

/// An operation of a valid graph.
pub fn operation_text(cfg: &Cfg, operation: &Operation) -> String {
    match operation {
        Operation::Assign(assignments) if assignments.is_empty() => "skip".to_owned(),
        Operation::Assign(assignments) => {
            let (targets, values): (Vec<String>, Vec<String>) =
                assignments.iter().map(|(var, value)| assignment(cfg, *var, value)).unzip();
            format!("{} := {}", targets.join(", "), values.join(", "))
        }
        Operation::Assume(condition) => format!("assume {}", expr_text(cfg, condition)),
        Operation::AssumeUnknown => "assume unknown".to_owned(),
        Operation::Nondet(vars) => format!("nondet {}", var_list(cfg, vars)),
        Operation::Unknown(vars) => format!("unknown {}", var_list(cfg, vars)),
        Operation::Call { function, arguments, result } => {
            let result = result.map(|var| format!("{} := ", var_name(cfg, var)));
            let mut out = result.unwrap_or_default();
            out.push_str("call ");
            out.push_str(&cfg.functions[*function].name);
            write_arguments(&mut out, Style::plain(cfg), arguments);
            out
        }
    }
}

/// Whose names are written, and whether for a reader that must not guess.
#[derive(Clone, Copy)]
struct Style<'a> {
    cfg: &'a Cfg,
    exact: Option<&'a dyn Reading>,
}

impl<'a> Style<'a> {
    fn plain(cfg: &'a Cfg) -> Self {
        Style { cfg, exact: None }
    }

    fn variable(self, var: CfgVarId) -> Cow<'a, str> {
        match self.exact {
            Some(reading) => reading.variable(var),
            None => Cow::Borrowed(var_name(self.cfg, var)),
        }
    }

    /// Whether a variable's name is this one and something more.
    fn has_longer_name(self, name: &str, more: &str) -> bool {
        let longer =
            |other: &str| other.strip_prefix(name).is_some_and(|end| end.starts_with(more));
        self.exact.is_some() && self.cfg.variables.iter().any(|variable| longer(&variable.name))
    }

    /// Whether a region has the name of an object, which alone would mean the object's value.
    fn hides_region(self, region: CfgVarId) -> bool {
        let Variable { name, ty, .. } = &self.cfg.variables[region];
        let is_object = || self.cfg.objects.iter().any(|object| object.name == *name);
        self.exact.is_some() && ty.as_array().is_some() && is_object()
    }

    fn writes_address_in_parentheses(self, object: &str) -> bool {
        let variable = || format!("&{object}");
        self.exact.is_some() && (object.starts_with('&') || self.has_longer_name(&variable(), ""))
    }
}

fn var_name(cfg: &Cfg, var: CfgVarId) -> &str {
    &cfg.variables[var].name
}

fn var_list(cfg: &Cfg, vars: &[CfgVarId]) -> String {
    let names: Vec<&str> = vars.iter().map(|var| var_name(cfg, *var)).collect();
    names.join(", ")
}

/// What is assigned to, and what.
fn assignment(cfg: &Cfg, var: CfgVarId, value: &Expr) -> (String, String) {
    let name = var_name(cfg, var);
    if let Expr::Write(operands) = value
        && let [Expr::Var(region), index, cell] = &**operands
        && *region == var
    {
        return (format!("{name}[{}]", expr_text(cfg, index)), expr_text(cfg, cell));
    }
    (name.to_owned(), expr_text(cfg, value))
}

/// How tightly something binds, as in C.
type Strength = u8;

const ANY: Strength = 0;
const TERNARY: Strength = 1;
const OR: Strength = 2;
const AND: Strength = 3;
const EQUALITY: Strength = 7;
const RELATION: Strength = 8;
const PREFIX: Strength = 12;
const POSTFIX: Strength = 13;

const fn binary_strength(op: BinaryOp) -> Strength {
    match op {
        BinaryOp::BitOr => 4,
        BinaryOp::BitXor => 5,
        BinaryOp::BitAnd => 6,
        BinaryOp::Shl | BinaryOp::Shr => 9,
        BinaryOp::Add | BinaryOp::Sub => 10,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 11,
    }
}

const fn strength(expr: &Expr) -> Strength {
    match expr {
        Expr::If(_) => TERNARY,
        Expr::Or(_) => OR,
        Expr::And(_) => AND,
        Expr::Compare(CompareOp::Eq | CompareOp::Ne, _) => EQUALITY,
        Expr::Compare(..) => RELATION,
        Expr::Binary(op, _) => binary_strength(*op),
        Expr::Unary(..) | Expr::Not(_) | Expr::Cast(..) | Expr::Address(_) => PREFIX,
        Expr::Int(value, ty) if *value < 0 && ty.signed => PREFIX,
        _ => POSTFIX,
    }
}

/// Writes an expression where something that binds at least as tightly as `least` is expected.
fn write_expr(out: &mut String, style: Style<'_>, expr: &Expr, least: Strength) {
    let own = strength(expr);
    if own < least {
        out.push('(');
        write_bare(out, style, expr, own);
        out.push(')');
    } else {
        write_bare(out, style, expr, own);
    }
}

fn write_bare(out: &mut String, style: Style<'_>, expr: &Expr, own: Strength) {
    match expr {
        Expr::Int(value, ty) => out.push_str(&int_text(*value, *ty)),
        Expr::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Expr::Var(var) if style.hides_region(*var) => {
            out.push_str(&format!("({})", style.variable(*var)));
        }
        Expr::Var(var) => out.push_str(&style.variable(*var)),
        Expr::Address(object) => {
            let plain = &style.cfg.objects[*object].name;
            let name = style
                .exact
                .map_or(Cow::Borrowed(plain.as_str()), |reading| reading.object(*object));
            if style.writes_address_in_parentheses(plain) {
                out.push_str(&format!("&({name})"));
            } else {
                out.push_str(&format!("&{name}"));
            }
        }
        Expr::Unary(op, operand) => write_prefixed(out, style, op.symbol(), operand),
        Expr::Not(operand) => write_prefixed(out, style, "!", operand),
        Expr::Cast(ty, operand) if style.exact.is_some() => {
            write_exact_cast(out, style, *ty, operand)
        }
        Expr::Cast(ty, operand) => write_prefixed(out, style, &format!("({ty})"), operand),
        // Operators on two operands associate to the left; lists do not, which shows their shape.
        Expr::Binary(op, operands) => {
            write_infix(out, style, (op.symbol(), own), &operands[..], own)
        }
        Expr::Compare(op, operands) => {
            write_infix(out, style, (op.symbol(), own), &operands[..], own + 1);
        }
        Expr::And(operands) => write_infix(out, style, ("&&", own), operands, own + 1),
        Expr::Or(operands) => write_infix(out, style, ("||", own), operands, own + 1),
        Expr::If(operands) => {
            write_expr(out, style, &operands[0], TERNARY + 1);
            out.push_str(" ? ");
            write_expr(out, style, &operands[1], ANY);
            out.push_str(" : ");
            write_expr(out, style, &operands[2], TERNARY);
        }
        Expr::Read(operands) => {
            write_region(out, style, operands);
            out.push('[');
            write_expr(out, style, &operands[1], ANY);
            out.push(']');
        }
        Expr::Write(operands) => write_function(out, style, "write", &operands[..]),
        Expr::Splice(operands) => write_function(out, style, "splice", &operands[..]),
        Expr::Shift(operands) => write_function(out, style, "shift", &operands[..]),
        Expr::Fill(ty, operand) if style.exact.is_some() => {
            out.push_str(&format!("fill({ty}, "));
            write_expr(out, style, operand, ANY);
            out.push(')');
        }
        Expr::Fill(_, operand) => write_function(out, style, "fill", std::slice::from_ref(operand)),
    }
}

/// The region of an access.
fn write_region(out: &mut String, style: Style<'_>, [region, index]: &[Expr; 2]) {
    match region {
        Expr::Var(var) if style.has_longer_name(var_name(style.cfg, *var), "[") => {
            out.push_str(&format!("({})", style.variable(*var)));
        }
        Expr::Var(var)
            if style.hides_region(*var)
                && (is_address(style.cfg, index)
                    || style.exact.is_some_and(|reading| reading.by_element(*var))) =>
        {
            out.push_str(&style.variable(*var));
        }
        region => write_expr(out, style, region, POSTFIX),
    }
}

/// Whether an expression is an address for all to see: of an object, a pointer, or some bytes from
/// either.
pub(crate) fn is_address(cfg: &Cfg, expr: &Expr) -> bool {
    match expr {
        Expr::Address(_) => true,
        Expr::Var(var) => {
            let variable = &cfg.variables[*var];
            let address = variable.ty == Type::Int(cfg.machine.address());
            address && variable.c_type.ends_with('*')
        }
        Expr::Binary(BinaryOp::Add, operands) => is_address(cfg, &operands[0]),
        // The difference of two addresses is none.
        Expr::Binary(BinaryOp::Sub, operands) => {
            is_address(cfg, &operands[0]) && !is_address(cfg, &operands[1])
        }
        Expr::Read(operands) => match &operands[0] {
            Expr::Var(region) => cfg.variables[*region].c_type.ends_with('*'),
            _ => false,
        },
        Expr::Cast(ty, operand) if *ty == cfg.machine.address() => is_address(cfg, operand),
        _ => false,
    }
}

/// The first operand binds at least as tightly as `first`, others more tightly than the operator.
fn write_infix(
    out: &mut String,
    style: Style<'_>,
    infix: (&str, Strength),
    operands: &[Expr],
    first: Strength,
) {
    let (word, own) = infix;
    for (at, operand) in operands.iter().enumerate() {
        if at > 0 {
            out.push(' ');
            out.push_str(word);
            out.push(' ');
        }
        write_expr(out, style, operand, if at == 0 { first } else { own + 1 });
    }
}

fn write_prefixed(out: &mut String, style: Style<'_>, prefix: &str, operand: &Expr) {
    out.push_str(prefix);
    let start = out.len();
    write_expr(out, style, operand, PREFIX);
    // Two minus signs would be another operator; that of a number is part of it.
    let number = style.exact.is_some() && out[start..].starts_with(|c: char| c.is_ascii_digit());
    if prefix == "-" && (number || out[start..].starts_with('-')) {
        out.insert(start, '(');
        out.push(')');
    }
}

/// A cast: of a constant to its own type, where possible as a suffix.
fn write_exact_cast(out: &mut String, style: Style<'_>, ty: IntType, operand: &Expr) {
    if let Expr::Int(value, own) = operand
        && *own == ty
        && let Some(suffix) = suffix(*value, ty, style.cfg.machine.data_model)
    {
        out.push_str(&int_text(*value, ty));
        out.push_str(suffix);
        return;
    }
    out.push_str(&format!("({ty})"));
    let start = out.len();
    write_expr(out, style, operand, PREFIX);
    // After a name in parentheses these could be read as operators between two operands.
    if out[start..].starts_with(['-', '&']) {
        out.insert(start, '(');
        out.push(')');
    }
}

/// The suffix with which C gives a number its type.
fn suffix(value: i128, ty: IntType, model: DataModel) -> Option<&'static str> {
    let ranks = [(model.int, "", "u"), (model.long, "l", "ul"), (model.long_long, "ll", "ull")];
    let (bits, signed, unsigned) = ranks.into_iter().find(|(bits, ..)| *bits == ty.bits)?;
    let least = -1 << (bits - 1);
    match ty.signed {
        false => Some(unsigned),
        // The smallest number is not a literal of its type.
        true => (value != least).then_some(signed),
    }
}

fn write_function(out: &mut String, style: Style<'_>, name: &str, arguments: &[Expr]) {
    out.push_str(name);
    write_arguments(out, style, arguments);
}

fn write_arguments(out: &mut String, style: Style<'_>, arguments: &[Expr]) {
    out.push('(');
    for (at, argument) in arguments.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write_expr(out, style, argument, ANY);
    }
    out.push(')');
}

/// The value itself; those of the widest unsigned type are kept with their bits as a sign.
fn int_text(value: i128, ty: IntType) -> String {
    if ty.signed { value.to_string() } else { (value as u128).to_string() }
}
