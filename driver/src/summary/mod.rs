//! Summaries of files of any kind: one line, or a page.

mod boolprog;
mod certificate;
mod execution;
mod explicit;
mod relation;
mod symbolic;
mod traces;

pub use boolprog::statements;

use belnap_formats::{cfg, predicates, property};
use belnap_ir::kripke::{Kripke, Semantics};
use belnap_ir::linear::Stated;

use crate::artefact::Content;
use crate::report::{Detail, count, text_report};

/// Limit on the entries of a table that are written.
const ROWS: usize = 60;

/// What a file is, on one line.
pub fn line(content: &Content) -> String {
    match content {
        Content::BoolProgram(program, _) => boolprog::line(program),
        Content::Predicates(file) => {
            format!("predicates, {}", count(file.lines.len(), "predicate"))
        }
        Content::Property(properties) => {
            let names: Vec<&str> = properties.iter().map(Stated::name).take(ROWS).collect();
            format!("properties: {}", names.join(", "))
        }
        Content::Kripke(artefact) => match &artefact.content {
            Kripke::Explicit(kripke) => explicit::line(kripke),
            Kripke::Symbolic(kripke) => symbolic::line(kripke),
        },
        Content::Result(artefact) => {
            let verdicts: Vec<String> = artefact
                .content
                .properties
                .iter()
                .take(ROWS)
                .map(|one| format!("{} {}", one.name, one.verdict.word()))
                .collect();
            format!("result: {}", verdicts.join(", "))
        }
        Content::Cfg(artefact) => cfg::line(&artefact.content),
        Content::Certificate(artefact) => certificate::line(&artefact.content),
        Content::Execution(artefact) => execution::line(&artefact.content),
        Content::Replay(replay) => execution::replay_line(replay),
        Content::Traces(artefact) => traces::line(&artefact.content),
        Content::Relation(artefact) => relation::line(&artefact.content),
    }
}

/// A readable summary.
pub fn page(content: &Content) -> String {
    match content {
        Content::BoolProgram(program, _) => boolprog::page(program),
        Content::Predicates(file) => format!("{}\n{}", line(content), predicates::print_file(file)),
        Content::Property(properties) => properties.iter().fold(String::new(), |mut out, one| {
            let formula = match one {
                Stated::Branching(own) => property::print(&own.formula),
                Stated::Linear(own) => format!("LTL, {}", property::print_path(&own.path)),
                Stated::Operators(own) => property::print_operators(own),
            };
            out.push_str(&format!("{}: {formula}\n", one.name()));
            out
        }),
        Content::Kripke(artefact) => match &artefact.content {
            Kripke::Explicit(kripke) => explicit::page(kripke),
            Kripke::Symbolic(kripke) => symbolic::page(kripke),
        },
        Content::Result(artefact) => text_report(&artefact.content, Detail::Statistics),
        Content::Cfg(artefact) => cfg::outline_with_edges(&artefact.content),
        Content::Certificate(artefact) => certificate::page(&artefact.content),
        Content::Execution(artefact) => execution::page(&artefact.content),
        Content::Replay(replay) => execution::replay_page(replay),
        Content::Traces(artefact) => traces::page(&artefact.content),
        Content::Relation(artefact) => relation::page(&artefact.content),
    }
}

const fn semantics(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::Over => "over-approximation (may half only)",
        Semantics::Under => "under-approximation (must half only)",
        Semantics::Exact => "exact (both halves)",
    }
}

/// A line that says how many rows were left out, if any.
fn rest(total: usize, noun: &str) -> String {
    if total > ROWS {
        format!("  … (and {})\n", count(total - ROWS, &format!("more {noun}")))
    } else {
        String::new()
    }
}
