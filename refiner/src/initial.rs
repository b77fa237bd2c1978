//! What to track before anything is known: the conditions that the property mentions.

use belnap_formats::predicates::{PredicateFile, PredicateLine};
use belnap_ir::c_tokens::{Token, tokens};
use belnap_ir::predicate::PredicateScope;
use belnap_ir::property::{Atom, Formula};

/// The given predicates and, tracked everywhere, the conditions of a property's atoms, as they are
/// and in parts: `{x < 1 || x > 9}` is decided wherever `{x < 1} | {x > 9}` is.
pub fn initial_predicates(property: &Formula, given: &PredicateFile) -> PredicateFile {
    let mut file = given.clone();
    collect(property, &mut file);
    file
}

fn collect(formula: &Formula, file: &mut PredicateFile) {
    match formula {
        Formula::Atom(Atom::Condition(text), _) => {
            let mut all = vec![text.as_str()];
            parts(text, &mut all);
            all.into_iter().for_each(|condition| track(condition, file));
        }
        Formula::Const(_) | Formula::Atom(..) | Formula::Var(..) => {}
        Formula::Not(a)
        | Formula::Step(_, _, a)
        | Formula::Along(_, _, a)
        | Formula::Fixpoint(_, _, a) => collect(a, file),
        Formula::And(operands) | Formula::Or(operands) => {
            operands.iter().for_each(|operand| collect(operand, file));
        }
        Formula::Implies(a, b) | Formula::Iff(a, b) | Formula::Between(_, _, a, b) => {
            collect(a, file);
            collect(b, file);
        }
    }
}

/// What a property asks about, it asks about everywhere.
fn track(condition: &str, file: &mut PredicateFile) {
    let new = PredicateLine::new(PredicateScope::Global, condition);
    let known = |one: &PredicateLine| one.scope == new.scope && one.condition == new.condition;
    if !file.lines.iter().any(known) {
        let replaced = |one: &PredicateLine| {
            one.scope == PredicateScope::Live && one.condition == new.condition
        };
        file.lines.retain(|one| !replaced(one));
        file.lines.push(new);
    }
}

/// The conditions that `&&`, `||` and `!` make one of.
fn parts<'c>(condition: &'c str, found: &mut Vec<&'c str>) {
    let tokens = tokens(condition);
    parts_of(condition, &tokens[..tokens.len() - 1], found);
}

fn parts_of<'c>(text: &'c str, condition: &[Token<'c>], found: &mut Vec<&'c str>) {
    if let Some(operands) = operands(condition) {
        operands.into_iter().for_each(|operand| parts_of(text, operand, found));
        return;
    }
    let inner = match condition {
        [not, negated @ ..] if not.text == "!" => in_parentheses(negated),
        _ => in_parentheses(condition),
    };
    match (inner, condition) {
        (Some(inner), _) => parts_of(text, inner, found),
        (None, [first, .., last]) => found.push(&text[first.span.start..last.span.end]),
        (None, _) => found.push(condition.first().map_or("", |only| only.text)),
    }
}

/// How many parentheses and brackets a token opens.
fn opens(token: &Token<'_>) -> isize {
    match token.text {
        "(" | "[" => 1,
        ")" | "]" => -1,
        _ => 0,
    }
}

/// What `&&` and `||` outside of all parentheses join, if they do; nothing binds less tightly but
/// `?`.
fn operands<'s, 'c>(condition: &'s [Token<'c>]) -> Option<Vec<&'s [Token<'c>]>> {
    let mut operands = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, token) in condition.iter().enumerate() {
        depth += opens(token);
        match token.text {
            _ if depth < 0 => return None,
            "?" if depth == 0 => return None,
            "&&" | "||" if depth == 0 => {
                operands.push(&condition[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if operands.is_empty() {
        return None;
    }
    operands.push(&condition[start..]);
    Some(operands)
}

/// What parentheses enclose that begin and end a condition and belong together.
fn in_parentheses<'s, 'c>(condition: &'s [Token<'c>]) -> Option<&'s [Token<'c>]> {
    let [first, inner @ .., last] = condition else { return None };
    let mut depth = 0;
    let balanced = inner.iter().all(|token| {
        depth += opens(token);
        depth >= 0
    });
    (first.text == "(" && last.text == ")" && balanced).then_some(inner)
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
