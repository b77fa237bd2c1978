//! Canonical text of formulas, with as few parentheses as reading allows.

use belnap_ir::linear::Stated;
use belnap_ir::operator::{
    ActionSet, Application, Applied, Argument, Operator, OperatorBody, OperatorProperty,
};
use belnap_ir::property::{Along, Atom, Between, Fixpoint, Formula, Property, Quantifier, Step};

use super::file::{VERSION, read_formula};
use super::lexer::{BETWEEN, is_plain_name, is_plain_place};
use super::library;
use super::print_path::print_path;
use super::tree::is_number;

/// Binding strength of the weakest operator that may stand bare in a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Equivalence,
    Implication,
    Disjunction,
    Conjunction,
    /// `U` and the like, of LTL.
    Between,
    Unary,
}

/// The formula on one line.
pub fn print(formula: &Formula) -> String {
    print_with(formula, &[])
}

/// The formula of a property with operators on one line.
pub fn print_operators(property: &OperatorProperty) -> String {
    print_with(&property.formula, &property.applications)
}

fn print_with(formula: &Formula, known: &[Application]) -> String {
    let mut out = String::new();
    match formula {
        Formula::Atom(Atom::Named(name), _) if is_application(name, known) => out.push_str(name),
        _ => write(&mut out, formula, Level::Equivalence, true, known),
    }
    out
}

fn is_application(name: &str, known: &[Application]) -> bool {
    known.iter().any(|application| application.atom == name)
}

/// An operator with its arguments, which are about these applications too.
pub(super) fn print_application(
    quantifier: Quantifier,
    applied: &Applied,
    known: &[Application],
) -> String {
    let Operator { name, count, .. } = applied.operator.as_ref();
    let mut out = format!("{} {name}", quantifier.letter());
    if let Some(count) = count {
        out.push_str(&format!("[{count}]"));
    }
    out.push('(');
    for (index, argument) in applied.arguments.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        match argument {
            Argument::Formula(formula) => out.push_str(&print_with(formula, known)),
            Argument::Actions(set) => write_action_set(&mut out, set),
        }
    }
    out.push(')');
    out
}

fn write_action_set(out: &mut String, set: &ActionSet) {
    out.push_str(if set.negated { "<!" } else { "<" });
    for (index, action) in set.actions.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        match action.strip_suffix(".*") {
            Some(component) if is_plain_name(component) => out.push_str(action),
            _ => write_name(out, action),
        }
    }
    out.push('>');
}

/// The definition of an operator, as a statement.
pub fn print_operator(operator: &Operator) -> String {
    let Operator { name, markers, .. } = operator;
    let body = match &operator.body {
        OperatorBody::Expression(omega) => omega.display(markers).to_string(),
        OperatorBody::Automaton(file, _) => {
            let mut text = "hoa ".to_owned();
            write_quoted(&mut text, file);
            text
        }
    };
    format!("operator {name}({}) = {body};", markers.join(", "))
}

/// The definitions of the operators of a property that are not of the library.
pub fn own_operators(property: &OperatorProperty) -> Vec<String> {
    let mut definitions = Vec::new();
    for application in &property.applications {
        let operator = application.applied.operator.as_ref();
        if library::find(&operator.name).is_none() {
            let definition = print_operator(operator);
            if !definitions.contains(&definition) {
                definitions.push(definition);
            }
        }
    }
    definitions
}

/// A whole `.ctl` file without LTL.
pub fn print_file(properties: &[Property]) -> String {
    let rows = properties.iter().map(|one| ("property", one.name.as_str(), print(&one.formula)));
    write_file(1, rows)
}

/// A whole `.ctl` file.
pub fn print_stated(properties: &[Stated]) -> String {
    let rows = properties.iter().map(|one| match one {
        Stated::Branching(own) => ("property", own.name.as_str(), print(&own.formula)),
        Stated::Linear(own) => ("ltl", own.name.as_str(), print_path(&own.path)),
        Stated::Operators(own) => ("property", own.name.as_str(), print_operators(own)),
    });
    let mut definitions: Vec<String> = Vec::new();
    let mut version = 1;
    for property in properties {
        let Stated::Operators(property) = property else { continue };
        version = VERSION;
        let own = own_operators(property).into_iter();
        definitions.extend(own.filter(|one| !definitions.contains(one)).collect::<Vec<_>>());
    }
    let definitions = definitions.into_iter();
    let mut out = write_file(version, rows);
    let head = out.find('\n').map_or(0, |end| end + 1);
    out.insert_str(head, &definitions.map(|line| format!("\n{line}\n")).collect::<String>());
    out
}

fn write_file<'a>(version: u32, rows: impl Iterator<Item = (&'a str, &'a str, String)>) -> String {
    let mut out = format!("// belnap ctl {version}\n");
    for (keyword, name, formula) in rows {
        out.push_str(&format!("\n{keyword} "));
        write_name(&mut out, name);
        out.push_str(&format!(":\n  {formula};\n"));
    }
    out
}

/// `open`: what follows cannot be taken for a part of the formula, so a fixpoint needs no
/// parentheses.
fn write(out: &mut String, formula: &Formula, level: Level, open: bool, known: &[Application]) {
    let bare = match formula {
        Formula::Fixpoint(..) => open,
        _ => strength(formula) >= level,
    };
    if !bare {
        out.push('(');
        write(out, formula, Level::Equivalence, true, known);
        out.push(')');
        return;
    }
    match formula {
        Formula::Const(value) => out.push_str(if *value { "true" } else { "false" }),
        Formula::Atom(Atom::Named(name), _) if is_application(name, known) => {
            // In brackets, `A U(q)` is a proposition and CTL's operator.
            let between = BETWEEN.iter().any(|own| name[2..].starts_with(&format!("{own}(")));
            out.push_str(&if between { format!("({name})") } else { name.clone() });
        }
        Formula::Atom(atom, _) => write_atom(out, atom),
        Formula::Var(name, _) => out.push_str(name),
        Formula::Not(body) => {
            out.push('!');
            write(out, body, Level::Unary, open, known);
        }
        Formula::And(operands) => {
            write_nary(out, operands, (" & ", Level::Conjunction), open, known)
        }
        Formula::Or(operands) => {
            write_nary(out, operands, (" | ", Level::Disjunction), open, known)
        }
        Formula::Implies(left, right) => {
            write(out, left, Level::Disjunction, false, known);
            out.push_str(" -> ");
            write(out, right, Level::Implication, open, known);
        }
        Formula::Iff(left, right) => {
            write(out, left, Level::Equivalence, false, known);
            out.push_str(" <-> ");
            write(out, right, Level::Implication, open, known);
        }
        Formula::Step(quantifier, step, body) => {
            write_step(out, *quantifier, step);
            out.push(' ');
            write(out, body, Level::Unary, open, known);
        }
        Formula::Along(quantifier, along, body) => {
            out.push(quantifier.letter());
            out.push_str(match along {
                Along::Finally => "F ",
                Along::Globally => "G ",
            });
            write(out, body, Level::Unary, open, known);
        }
        Formula::Between(quantifier, between, left, right) => {
            out.push(quantifier.letter());
            out.push('[');
            write(out, left, Level::Equivalence, true, known);
            out.push_str(match between {
                Between::Until => " U ",
                Between::Release => " R ",
                Between::WeakUntil => " W ",
            });
            write(out, right, Level::Equivalence, true, known);
            out.push(']');
        }
        Formula::Fixpoint(kind, name, body) => {
            out.push_str(match kind {
                Fixpoint::Least => "mu ",
                Fixpoint::Greatest => "nu ",
            });
            out.push_str(name);
            out.push_str(". ");
            write(out, body, Level::Equivalence, true, known);
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

fn write_nary(
    out: &mut String,
    operands: &[Formula],
    (between, level): (&str, Level),
    open: bool,
    known: &[Application],
) {
    for (index, operand) in operands.iter().enumerate() {
        if index > 0 {
            out.push_str(between);
        }
        write(out, operand, level, open && index + 1 == operands.len(), known);
    }
}

fn write_step(out: &mut String, quantifier: Quantifier, step: &Step) {
    let (left, right) = match quantifier {
        Quantifier::Exists => ('<', '>'),
        Quantifier::Forall => ('[', ']'),
    };
    match step {
        Step::Next => {
            out.push(quantifier.letter());
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
        Atom::Named(name) if is_of_component(name) => out.push_str(name),
        Atom::Named(name) => write_name(out, name),
    }
}

/// Whether the text is read back as an atom of a component.
fn is_of_component(text: &str) -> bool {
    let Some((component, atom)) = text.split_once('.') else { return false };
    let plain = |atom: &str| {
        is_plain_name(atom)
            || match read_formula(atom) {
                Ok(Formula::Atom(read, _)) => read.to_string() == atom && print_atom(&read) == atom,
                _ => false,
            }
    };
    is_plain_name(component) && plain(atom)
}

fn print_atom(atom: &Atom) -> String {
    let mut out = String::new();
    write_atom(&mut out, atom);
    out
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
