//! Any graph, unrolled with little effort: no panic, no hang, and an execution that refutes is one.
#![no_main]

use std::time::{Duration, Instant};

use belnap_bounded::{Limits, Outcome, decide_by_unrolling};
use belnap_formats::cfg;
use belnap_formats::property::read_formula;

/// Longer graphs are the business of the reader's own target.
const MAX_BYTES: usize = 8000;
/// An unrolling looks at the clock; without a limit, a slow one looks like a hang.
const TIME: Duration = Duration::from_secs(2);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if bytes.len() > MAX_BYTES {
        return;
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(artefact) = belnap_fuzz::accepted(text, cfg::read(text)) else { return };
    let graph = artefact.content;
    let property = read_formula("AG !failed").expect("a formula");
    let limits = Limits { end: Some(Instant::now() + TIME), ..Limits::of_level(0) };
    match decide_by_unrolling(&graph, &property, &limits) {
        Outcome::Holds(unrolled) => {
            assert!(unrolled.taken.iter().all(|edge| edge.index() < graph.edges.len()));
        }
        Outcome::Fails(edges, _) => {
            let mut at = graph.start;
            for edge in edges {
                assert_eq!(graph.edges[edge].from, at, "the edges are not a path");
                at = graph.edges[edge].to;
            }
        }
        Outcome::Undecided(_) => {}
    }
});
