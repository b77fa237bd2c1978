//! Exact against over on families of growing programs: `make bench-checker`.
//!
//! Each line is one program, checked in the three semantics by turns, several times; figures are
//! the best wall-clock times in one process. `ratio` is exact over over.

use std::time::{Duration, Instant};

use belnap_checker::encode::{EncodeOptions, encode};
use belnap_checker::run::{RunOptions, check_all};
use belnap_formats::{boolprog, property};
use belnap_ir::kripke::{Kripke, Semantics};
use belnap_ir::property::Property;
use belnap_tests::families::{FAMILIES, Instance, Outcome};

const ROUNDS: usize = 5;

#[allow(clippy::print_stdout)]
fn main() -> Result<(), String> {
    let only: Vec<String> = std::env::args().skip(1).collect();
    println!(
        "{:10} {:>5} {:>8} {:>6} {:>6} {:>9} {:>9} {:>6}  over / exact",
        "family", "n", "property", "locs", "preds", "over ms", "exact ms", "ratio"
    );
    let mut ratios = Vec::new();
    for family in FAMILIES {
        if !only.is_empty() && !only.iter().any(|name| name == family.name) {
            continue;
        }
        for outcome in [Outcome::Holds, Outcome::Fails, Outcome::Unknown] {
            for size in family.sizes {
                let instance = (family.member)(*size, outcome);
                let line = measure(&instance)?;
                let ratio = line.exact.as_secs_f64() / line.over.as_secs_f64();
                // Below a few milliseconds the ratio is noise.
                if line.over > Duration::from_millis(5) {
                    ratios.push(ratio);
                }
                println!(
                    "{:10} {:>5} {:>8} {:>6} {:>6} {:>9.1} {:>9.1} {:>6.2}  {} / {}",
                    family.name,
                    size,
                    format!("{outcome:?}").to_lowercase(),
                    line.locations,
                    line.predicates,
                    line.over.as_secs_f64() * 1e3,
                    line.exact.as_secs_f64() * 1e3,
                    ratio,
                    line.over_verdict,
                    line.exact_verdict,
                );
            }
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let (Some(median), Some(worst)) = (ratios.get(ratios.len() / 2), ratios.last()) {
        println!(
            "exact over over: median {median:.2}, worst {worst:.2} of {} programs",
            ratios.len()
        );
    }
    Ok(())
}

struct Line {
    over: Duration,
    exact: Duration,
    over_verdict: &'static str,
    exact_verdict: &'static str,
    locations: usize,
    predicates: usize,
}

fn measure(instance: &Instance) -> Result<Line, String> {
    let program = boolprog::read(&instance.program)
        .map_err(|errors| format!("{}\n{}", errors[0], instance.program))?;
    let formula = property::read_formula(&instance.property).map_err(|e| e[0].to_string())?;
    let properties = [Property { name: "p".to_owned(), formula }];
    let mut line = Line {
        over: Duration::ZERO,
        exact: Duration::ZERO,
        over_verdict: "",
        exact_verdict: "",
        locations: 0,
        predicates: 0,
    };
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (semantics, times) in [Semantics::Over, Semantics::Exact].into_iter().zip(&mut times) {
            let options = EncodeOptions { semantics, ..EncodeOptions::default() };
            let kripke = encode(&program, &options).map_err(|error| error.to_string())?;
            line.locations = kripke.locations.len();
            line.predicates = kripke.variables.len();
            let kripke = Kripke::Symbolic(kripke);
            // Explanations are written once, when the answer is there: not part of this.
            let options = RunOptions { explain: None, seeds: false, ..RunOptions::default() };
            let start = Instant::now();
            let result = check_all(&kripke, &properties, &options, None)
                .map_err(|error| error.to_string())?;
            times.push(start.elapsed());
            let verdict = result.properties[0].verdict.word();
            match semantics {
                Semantics::Over => line.over_verdict = verdict,
                _ => line.exact_verdict = verdict,
            }
        }
    }
    let [over, exact] = times.map(|times| times.into_iter().min().unwrap_or_default());
    Ok(Line { over, exact, ..line })
}
