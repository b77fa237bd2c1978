//! Summaries of relations between states.

use std::fmt::Write as _;

use belnap_formats::relation::Relation;

use super::{ROWS, count, rest};

/// How many pairs there are, on one line.
pub fn line(relation: &Relation) -> String {
    format!("relation: {}", count(relation.pairs.len(), "pair"))
}

/// The first pairs.
pub fn page(relation: &Relation) -> String {
    let mut out = format!("{}\n\n", line(relation));
    for (less, more) in relation.pairs.iter().take(ROWS) {
        let _ = writeln!(out, "  {less} <= {more}");
    }
    out.push_str(&rest(relation.pairs.len(), "pairs"));
    out
}
