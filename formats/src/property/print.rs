//! Canonical text of formulas, with as few parentheses as reading allows.

use belnap_ir::linear::Stated;
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Property, Quantifier, Step};

use super::lexer::{is_plain_name, is_plain_place};
use super::print_path::print_path;
use super::tree::is_number;

/// Binding strength of the weakest operator that may stand bare in a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Equivalence,
    Implication,
    Disjunction,
    Conjunction,
    Unary,
}

/// The formula on one line.
pub fn print(formula: &Formula) -> String {
    let mut out = String::new();
    write(&mut out, formula, Level::Equivalence, true);
    out
}

/// A whole `.ctl` file without LTL.
pub fn print_file(properties: &[Property]) -> String {
    let rows = properties.iter().map(|one| ("property", one.name.as_str(), print(&one.formula)));
    write_file(rows)
}

/// A whole `.ctl` file.
pub fn print_stated(properties: &[Stated]) -> String {
    write_file(properties.iter().map(|one| match one {
        Stated::Branching(own) => ("property", own.name.as_str(), print(&own.formula)),
        Stated::Linear(own) => ("ltl", own.name.as_str(), print_path(&own.path)),
    }))
}

fn write_file<'a>(rows: impl Iterator<Item = (&'a str, &'a str, String)>) -> String {
    let mut out = String::from("// belnap ctl 1\n");
    for (keyword, name, formula) in rows {
        out.push_str(&format!("\n{keyword} "));
        write_name(&mut out, name);
        out.push_str(&format!(":\n  {formula};\n"));
    }
    out
}

/// `open`: what follows cannot be taken for a part of the formula, so a fixpoint needs no
/// parentheses.
fn write(out: &mut String, formula: &Formula, level: Level, open: bool) {
    let bare = match formula {
        Formula::Fixpoint(..) => open,
        _ => strength(formula) >= level,
    };
    if !bare {
        out.push('(');
        write(out, formula, Level::Equivalence, true);
        out.push(')');
        return;
    }
    match formula {
        Formula::Const(value) => out.push_str(if *value { "true" } else { "false" }),
        Formula::Atom(atom, _) => write_atom(out, atom),
        Formula::Var(name, _) => out.push_str(name),
        Formula::Not(body) => {
            out.push('!');
            write(out, body, Level::Unary, open);
        }
        Formula::And(operands) => write_nary(out, operands, " & ", Level::Conjunction, open),
        Formula::Or(operands) => write_nary(out, operands, " | ", Level::Disjunction, open),
        Formula::Implies(left, right) => {
            write(out, left, Level::Disjunction, false);
            out.push_str(" -> ");
            write(out, right, Level::Implication, open);
        }
        Formula::Iff(left, right) => {
            write(out, left, Level::Equivalence, false);
            out.push_str(" <-> ");
            write(out, right, Level::Implication, open);
        }
        Formula::Step(quantifier, step, body) => {
            write_step(out, *quantifier, step);
            out.push(' ');
            write(out, body, Level::Unary, open);
        }
        Formula::Along(quantifier, along, body) => {
            out.push(letter(*quantifier));
            out.push_str(match along {
                Along::Finally => "F ",
                Along::Globally => "G ",
            });
            write(out, body, Level::Unary, open);
        }
        Formula::Between(quantifier, between, left, right) => {
            out.push(letter(*quantifier));
            out.push('[');
            write(out, left, Level::Equivalence, true);
            out.push_str(match between {
                Between::Until => " U ",
                Between::Release => " R ",
                Between::WeakUntil => " W ",
            });
            write(out, right, Level::Equivalence, true);
            out.push(']');
        }
        Formula::Fixpoint(kind, name, body) => {
            out.push_str(match kind {
                Fixpoint::Least => "mu ",
                Fixpoint::Greatest => "nu ",
            });
            out.push_str(name);
            out.push_str(". ");
            write(out, body, Level::Equivalence, true);
        }
    }
}

fn strength(formula: &Formula) -> Level {
    match formula {
        Formula::Iff(..) => Level::Equivalence,
        Formula::Implies(..) => Level::Implication,
        Formula::Or(_) => Level::Disjunction,
        Formula::And(_) => Level::Conjunction,
        _ => Level::Unary,
    }
}

fn write_nary(out: &mut String, operands: &[Formula], between: &str, level: Level, open: bool) {
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        write(out, operand, level, open && index + 1 == operands.len());
    }
}

fn letter(quantifier: Quantifier) -> char {
    match quantifier {
        Quantifier::Exists => 'E',
        Quantifier::Forall => 'A',
    }
}

fn write_step(out: &mut String, quantifier: Quantifier, step: &Step) {
    let (left, right) = match quantifier {
        Quantifier::Exists => ('<', '>'),
        Quantifier::Forall => ('[', ']'),
    };
    match step {
        Step::Next => {
            out.push(letter(quantifier));
            out.push('X');
        }
        Step::Modal => out.extend([left, right]),
        Step::Actions(actions) => {
            out.push(left);
            for (index, action) in actions.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write_name(out, action);
            }
            out.push(right);
        }
    }
}

pub(super) fn write_atom(out: &mut String, atom: &Atom) {
    match atom {
        Atom::At { procedure, label } => {
            out.push_str("at(");
            if let Some(procedure) = procedure {
                write_place(out, procedure);
                out.push(':');
            }
            if is_number(label) {
                write_quoted(out, label);
            } else {
                write_place(out, label);
            }
            out.push(')');
        }
        Atom::AtLine(line) => {
            out.push_str("at(");
            write_place(out, &line.file);
            out.push_str(&format!(":{})", line.line));
        }
        Atom::Enter(procedure) => {
            out.push_str("enter(");
            write_place(out, procedure);
            out.push(')');
        }
        Atom::Halted | Atom::Failed | Atom::Condition(_) => out.push_str(&atom.to_string()),
        Atom::Named(name) => write_name(out, name),
    }
}

fn write_name(out: &mut String, name: &str) {
    if is_plain_name(name) { out.push_str(name) } else { write_quoted(out, name) }
}

fn write_place(out: &mut String, text: &str) {
    if is_plain_place(text) { out.push_str(text) } else { write_quoted(out, text) }
}

pub(super) fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
}
