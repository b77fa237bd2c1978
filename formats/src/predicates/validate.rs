//! The rules of predicate files.
//!
//! | rule | invariant |
//! |---|---|
//! | `preds-distinct` | no two predicates agree in scope and condition |
//! | `preds-condition` | a condition is not empty, normalised, and its braces are balanced |
//! | `preds-scope` | a function or location is one word without braces |

use std::collections::HashMap;

use belnap_ir::c_tokens::{closing_brace, normalise_condition};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::predicate::PredicateScope;

use super::PredicateFile;

/// Everything that is wrong with a file.
pub(super) fn validate(file: &PredicateFile) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut seen = HashMap::new();
    for line in &file.lines {
        let condition = &line.condition;
        if condition.is_empty() {
            found.push(Diagnostic::at("preds-condition", line.span, "a condition is empty"));
        } else if normalise_condition(condition) != *condition
            || condition.contains('\n')
            || closing_brace(&format!("{condition}}}")) != Some(condition.len())
        {
            let message = format!("the condition `{condition}` cannot be written");
            found.push(Diagnostic::at("preds-condition", line.span, message));
        }
        let place = match &line.scope {
            PredicateScope::Global | PredicateScope::Live => None,
            PredicateScope::Function(name) | PredicateScope::Location(name) => Some(name),
        };
        if let Some(name) = place.filter(|name| !is_place(name)) {
            let message = format!("`{name}` cannot be written as a place");
            found.push(Diagnostic::at("preds-scope", line.span, message));
        }
        if let Some(first) = seen.insert((&line.scope, condition), line.span) {
            let message = format!("the predicate `{condition}` is given twice for the same place");
            let twice = Diagnostic::at("preds-distinct", line.span, message);
            found.push(twice.also(first, "first given here"));
        }
    }
    found
}

fn is_place(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(|c: char| c.is_whitespace() || c == '{' || c == '}')
        && !name.contains("//")
}
