//! The table of methods, for people.

use std::fmt::Write as _;

use crate::methods::{Cost, METHODS};
use crate::minimum::choose::CHOOSERS;

/// Every method: what it proposes, when, and at what cost.
pub(super) fn listing() -> String {
    let mut out = String::new();
    for method in METHODS {
        let _ = writeln!(out, "{:<12} {}", method.name, method.description);
        let _ = writeln!(out, "{:<12} when: {}", "", method.when);
        if let Some(finder) = &method.first {
            let _ = writeln!(out, "{:<12} first: {}", "", finder.description);
        }
        let _ = writeln!(out, "{:<12} cost: {}", "", describe(method.cost));
    }
    for chooser in CHOOSERS {
        let _ = writeln!(out, "{:<12} {}", chooser.name, chooser.description);
        let _ = writeln!(out, "{:<12} when: only if asked for by name", "");
        let _ = writeln!(out, "{:<12} cost: {}", "", chooser.cost);
    }
    out
}

fn describe(cost: Cost) -> String {
    match cost {
        Cost::Reading => "asks nothing".to_owned(),
        Cost::States(count) => format!("asks nothing, explores at most {count} states"),
        Cost::Questions(count) => format!("at most {count} times --question-time"),
        Cost::Invariants(1) => "at most --invariant-time".to_owned(),
        Cost::Invariants(times) => format!("at most {times} times --invariant-time"),
    }
}
