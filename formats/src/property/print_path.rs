//! Canonical text of formulas of LTL, with as few parentheses as reading allows.

use belnap_ir::linear::Path;
use belnap_ir::property::{Along, Atom, Between};

use super::lexer::is_plain_linear_name;
use super::print::{Level, write_atom, write_quoted};

/// The formula on one line.
pub fn print_path(path: &Path) -> String {
    let mut out = String::new();
    write(&mut out, path, Level::Equivalence);
    out
}

fn write(out: &mut String, path: &Path, level: Level) {
    if strength(path) < level {
        out.push('(');
        write(out, path, Level::Equivalence);
        out.push(')');
        return;
    }
    match path {
        Path::Const(value) => out.push_str(if *value { "true" } else { "false" }),
        Path::Atom(Atom::Named(name), _) if is_plain_linear_name(name) => out.push_str(name),
        Path::Atom(Atom::Named(name), _) => write_quoted(out, name),
        Path::Atom(atom, _) => write_atom(out, atom),
        Path::Not(body) => write_unary(out, "!", body),
        Path::Next(body) => write_unary(out, "X ", body),
        Path::Along(Along::Finally, body) => write_unary(out, "F ", body),
        Path::Along(Along::Globally, body) => write_unary(out, "G ", body),
        Path::And(operands) => write_nary(out, operands, " & ", Level::Between),
        Path::Or(operands) => write_nary(out, operands, " | ", Level::Conjunction),
        Path::Implies(left, right) => {
            write_binary(out, (left, Level::Disjunction), " -> ", (right, Level::Implication));
        }
        Path::Iff(left, right) => {
            write_binary(out, (left, Level::Equivalence), " <-> ", (right, Level::Implication));
        }
        Path::Between(between, left, right) => {
            let operator = match between {
                Between::Until => " U ",
                Between::Release => " R ",
                Between::WeakUntil => " W ",
            };
            write_binary(out, (left, Level::Unary), operator, (right, Level::Between));
        }
    }
}

fn write_unary(out: &mut String, operator: &str, body: &Path) {
    out.push_str(operator);
    write(out, body, Level::Unary);
}

fn write_nary(out: &mut String, operands: &[Path], operator: &str, level: Level) {
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            out.push_str(operator);
        }
        write(out, operand, level);
    }
}

fn write_binary(out: &mut String, left: (&Path, Level), operator: &str, right: (&Path, Level)) {
    write(out, left.0, left.1);
    out.push_str(operator);
    write(out, right.0, right.1);
}

fn strength(path: &Path) -> Level {
    match path {
        Path::Iff(..) => Level::Equivalence,
        Path::Implies(..) => Level::Implication,
        Path::Or(_) => Level::Disjunction,
        Path::And(_) => Level::Conjunction,
        Path::Between(..) => Level::Between,
        _ => Level::Unary,
    }
}
