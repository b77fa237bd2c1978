//! What to track before anything is known: the conditions that the property mentions.

use belnap_ir::predicate::{Predicate, PredicateScope, PredicateSet, normalise_condition};
use belnap_ir::property::{Atom, Formula};
use belnap_ir::span::Span;

/// The given predicates and, tracked everywhere, the conditions of a property's atoms, as they are
/// and in parts: `{x < 1 || x > 9}` is decided wherever `{x < 1} | {x > 9}` is.
pub fn initial_predicates(property: &Formula, given: &PredicateSet) -> PredicateSet {
    let mut set = given.clone();
    collect(property, &mut set);
    set
}

fn collect(formula: &Formula, set: &mut PredicateSet) {
    match formula {
        Formula::Atom(Atom::Condition(text), _) => {
            let condition = normalise_condition(text);
            let mut all = vec![condition.as_str()];
            parts(&condition, &mut all);
            all.into_iter().for_each(|condition| track(normalise_condition(condition), set));
        }
        Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => {}
        Formula::Not(a)
        | Formula::Step(_, _, a)
        | Formula::Along(_, _, a)
        | Formula::Fixpoint(_, _, a) => collect(a, set),
        Formula::And(operands) | Formula::Or(operands) => {
            operands.iter().for_each(|operand| collect(operand, set));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
            collect(a, set);
            collect(b, set);
        }
    }
}

/// What a property asks about, it asks about everywhere.
fn track(condition: String, set: &mut PredicateSet) {
    let known = |one: &Predicate| one.scope == PredicateScope::Global && one.condition == condition;
    if !set.predicates.iter().any(known) {
        let scope = PredicateScope::Global;
        set.predicates
            .retain(|one| one.scope != PredicateScope::Live || one.condition != condition);
        set.predicates.push(Predicate { scope, condition, span: Span::default() });
    }
}

/// The conditions that `&&`, `||` and `!` make one of.
fn parts<'c>(condition: &'c str, found: &mut Vec<&'c str>) {
    let condition = condition.trim();
    if let Some(operands) = operands(condition) {
        operands.into_iter().for_each(|operand| parts(operand, found));
        return;
    }
    let negated = condition.strip_prefix('!').map(str::trim_start);
    match in_parentheses(negated.unwrap_or(condition)) {
        Some(inner) => parts(inner, found),
        None => found.push(condition),
    }
}

/// What `&&` and `||` outside of all parentheses join, if they do; nothing binds less tightly but
/// `?`.
fn operands(condition: &str) -> Option<Vec<&str>> {
    let mut operands = Vec::new();
    let (mut depth, mut start, mut at) = (0_usize, 0, 0);
    while let Some(byte) = condition.as_bytes().get(at) {
        at += match byte {
            b'?' if depth == 0 => return None,
            b'"' | b'\'' => literal_length(&condition[at..])?,
            b'&' | b'|' if depth == 0 && condition.as_bytes().get(at + 1) == Some(byte) => {
                operands.push(&condition[start..at]);
                start = at + 2;
                2
            }
            _ => 1,
        };
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    if operands.is_empty() {
        return None;
    }
    operands.push(&condition[start..]);
    Some(operands)
}

/// The length of the character or string that a text starts with.
fn literal_length(text: &str) -> Option<usize> {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map(|end| end + 2)
}

/// What parentheses enclose that begin and end a text and belong together.
fn in_parentheses(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0_i32;
    let open = inner.chars().all(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth >= 0
    });
    open.then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn conditions_are_taken_apart() {
        for (condition, expected) in [
            ("x <= 11", &["x <= 11"][..]),
            ("x <= 11 || x >= 40", &["x <= 11", "x >= 40"]),
            ("!(a && (b || !c)) || d[i && j]", &["a", "b", "!c", "d[i && j]"]),
            ("(x) + (y) > 0 && c == '|'", &["(x) + (y) > 0", "c == '|'"]),
            ("c == '\\'' || \"a\\\"||b\" == s", &["c == '\\''", "\"a\\\"||b\" == s"]),
            ("a || b ? c : d && e", &["a || b ? c : d && e"]),
            ("(a || b ? c : d) && e", &["a || b ? c : d", "e"]),
            ("!(a < b) && !c", &["a < b", "!c"]),
            ("a & b && c | d", &["a & b", "c | d"]),
        ] {
            let mut found = Vec::new();
            parts(condition, &mut found);
            assert_eq!(found, expected, "{condition}");
        }
    }
}
