//! Reading and writing of large control-flow graphs: `make bench-formats`.
//!
//! Each line is one graph of a loop whose body is many statements: arithmetic, branches, accesses
//! to memory. Figures are the best wall-clock times in one process; `read` includes validation.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use belnap_formats::cfg;
use belnap_ir::validate;

const ROUNDS: usize = 5;
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];

#[allow(clippy::print_stdout)]
fn main() -> Result<(), String> {
    println!(
        "{:>8} {:>8} {:>9} {:>12} {:>9} {:>8}",
        "edges", "MB", "read ms", "validate ms", "print ms", "show ms"
    );
    for size in SIZES {
        let text = program(size);
        let graph = cfg::read(&text).map_err(|found| found[0].to_string())?;
        if cfg::print(&graph) != cfg::print(&cfg::read(&cfg::print(&graph)).map_err(|_| "refused")?)
        {
            return Err("what is printed is read differently".to_owned());
        }
        let read = best(|| cfg::read(&text).is_ok());
        let validate = best(|| validate::cfg::validate(&graph.content).is_empty());
        let print = best(|| cfg::print(&graph).len() > size);
        let show = best(|| cfg::outline(&graph.content).len() > size);
        let [read, validate, print, show] =
            [read, validate, print, show].map(|time| time.as_secs_f64() * 1e3);
        println!(
            "{:>8} {:>8.1} {read:>9.1} {validate:>12.1} {print:>9.1} {show:>8.1}",
            graph.content.edges.len(),
            text.len() as f64 / 1e6,
        );
    }
    Ok(())
}

fn best(mut run: impl FnMut() -> bool) -> Duration {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        assert!(run(), "a valid graph");
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

/// A graph with about `size` edges.
fn program(size: usize) -> String {
    let mut locations = String::new();
    let mut edges = String::new();
    let mut number = 0;
    let mut edge = |from: usize, to: usize, operation: &str| {
        let line = 10 + from;
        let _ = writeln!(
            edges,
            "{{\"id\": {number}, \"from\": {from}, \"to\": {to}, {operation}, \
             \"source\": \"src/module/prog.c:{line}\", \"text\": \"statement of line {line};\"}},",
        );
        number += 1;
    };
    let blocks = size / 5;
    for block in 0..blocks {
        let (at, x) = (4 * block, format!("main::x{}", block % 100));
        let then = at + 2;
        edge(
            at,
            at + 1,
            &format!(
                "\"assign\": [[\"{x}\", [\"+\", [\"*\", \"{x}\", [\"i32\", 3]], \"main::y\"]]]"
            ),
        );
        edge(at + 1, then, &format!("\"assume\": [\"<\", \"{x}\", [\"i32\", {block}]]"));
        edge(at + 1, at + 3, &format!("\"assume\": [\">=\", \"{x}\", [\"i32\", {block}]]"));
        edge(
            then,
            at + 3,
            &format!(
                "\"assign\": [[\"mem\", [\"write\", \"mem\", [\"+\", [\"addr\", \"a\"], [\"*\", \
             [\"cast\", \"u64\", \"{x}\"], [\"u64\", 4]]], [\"read\", \"mem\", [\"addr\", \"a\"]]]]]"
            ),
        );
        let next = if block + 1 == blocks { 0 } else { at + 4 };
        edge(at + 3, next, "\"nondet\": [\"main::y\"]");
    }
    let end = 4 * blocks;
    for id in 0..end {
        let _ = writeln!(locations, "{{\"id\": {id}, \"source\": \"src/module/prog.c:{id}1\"}},");
    }
    let variables: String = (0..100).fold(String::new(), |mut out, index| {
        let _ = writeln!(
            out,
            "{{\"name\": \"main::x{index}\", \"type\": \"i32\", \"function\": \"main\"}},"
        );
        out
    });
    format!(
        "{{\"format\": \"belnap.cfg\", \"version\": 1,
\"machine\": {{\"data_model\": \"LP64\", \"integers\": \"wrap\"}},
\"functions\": [{{\"name\": \"main\", \"entry\": 0, \"exit\": {end}}}],
\"objects\": [{{\"name\": \"a\", \"kind\": \"global\", \"size\": 40}}],
\"variables\": [{variables}{{\"name\": \"main::y\", \"type\": \"i32\", \"function\": \"main\"}},
{{\"name\": \"mem\", \"type\": \"[u64]i32\"}}],
\"locations\": [{locations}{{\"id\": {end}, \"kind\": \"halted\"}}],
\"edges\": [{edges}{{\"id\": {number}, \"from\": {end}, \"to\": {end}, \"skip\": true}}]}}"
    )
}
