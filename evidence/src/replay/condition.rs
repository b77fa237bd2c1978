//! Properties about single states, in C: the condition that violates them at a place.

use belnap_certifier::formula::Always;
use belnap_ir::property::{Atom, Formula};

/// Says of an atom about places whether it is true somewhere; `Err` says why that is not known.
pub type Holds<'a> = dyn Fn(&Atom) -> Result<bool, String> + 'a;

/// A condition on the variables at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It depends on the place only.
    Const(bool),
    /// A condition in C.
    Text(String),
}

/// When a state at a place violates a property.
///
/// # Errors
/// Why that is not known.
pub fn violation(property: &Formula, holds: &Holds<'_>) -> Result<Condition, String> {
    match Always::of(property) {
        Some(Always::True(body)) => Ok(match in_c(body, holds)? {
            Condition::Const(truth) => Condition::Const(!truth),
            Condition::Text(text) => Condition::Text(format!("!({text})")),
        }),
        Some(Always::False(body)) => in_c(body, holds),
        None => Err("a run does not show that this property fails".to_owned()),
    }
}

/// What a property about single states mentions.
pub fn atoms<'a>(formula: &'a Formula, all: &mut Vec<&'a Atom>) {
    match formula {
        Formula::Atom(atom, _) => all.push(atom),
        Formula::Not(operand) | Formula::Along(_, _, operand) => atoms(operand, all),
        Formula::And(operands) | Formula::Or(operands) => {
            operands.iter().for_each(|operand| atoms(operand, all));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) => {
            atoms(a, all);
            atoms(b, all);
        }
        _ => {}
    }
}

fn in_c(formula: &Formula, holds: &Holds<'_>) -> Result<Condition, String> {
    let of = |formula: &Formula| in_c(formula, holds);
    let all = |operands: &[Formula]| operands.iter().map(of).collect::<Result<Vec<_>, _>>();
    Ok(match formula {
        Formula::Const(truth) => Condition::Const(*truth),
        Formula::Atom(Atom::Condition(text), _) => {
            Condition::Text(format!("({})", drop_functions(text)))
        }
        Formula::Atom(atom, _) => Condition::Const(holds(atom)?),
        Formula::Not(operand) => not(of(operand)?),
        Formula::And(operands) => join(all(operands)?, "&&", true),
        Formula::Or(operands) => join(all(operands)?, "||", false),
        Formula::Implies(a, b) => join(vec![not(of(a)?), of(b)?], "||", false),
        Formula::Iff(a, b) => match (of(a)?, of(b)?) {
            (Condition::Const(true), other) | (other, Condition::Const(true)) => other,
            (Condition::Const(false), other) | (other, Condition::Const(false)) => not(other),
            (Condition::Text(a), Condition::Text(b)) => Condition::Text(format!("(!{a} == !{b})")),
        },
        _ => return Err("the property is not about single states".to_owned()),
    })
}

fn not(operand: Condition) -> Condition {
    match operand {
        Condition::Const(truth) => Condition::Const(!truth),
        Condition::Text(text) => Condition::Text(format!("(!{text})")),
    }
}

fn join(operands: Vec<Condition>, operator: &str, neutral: bool) -> Condition {
    let mut texts = Vec::new();
    for operand in operands {
        match operand {
            Condition::Const(truth) if truth == neutral => {}
            Condition::Const(truth) => return Condition::Const(truth),
            Condition::Text(text) => texts.push(text),
        }
    }
    match texts.is_empty() {
        true => Condition::Const(neutral),
        false => Condition::Text(format!("({})", texts.join(&format!(" {operator} ")))),
    }
}

/// The condition without the functions that variables belong to; the compiler knows where it is.
fn drop_functions(text: &str) -> String {
    let mut out = String::new();
    for part in text.split("::") {
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        if !out.is_empty() {
            out.truncate(out.trim_end().trim_end_matches(is_name).len());
        }
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::drop_functions;

    #[test]
    fn functions_of_variables_are_left_out() {
        assert_eq!(drop_functions("main::x + f::y_1 < a[g :: i]"), "x + y_1 < a[ i]");
        assert_eq!(drop_functions("x < 5"), "x < 5");
    }
}
