//! Time and size of thorough checking: `make bench-thorough`.
//!
//! Over the number of states, formulas of a kind each: linear for safety, quadratic at most for
//! CTL. Then over the size of a formula, on one structure: exponential at most. `slope` is the
//! exponent of the time from the line above to this one (1: linear, 2: quadratic).

use std::time::Instant;

use belnap_checker::thorough::{Options, check};
use belnap_formats::property::read_formula;
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{ExplicitKripke, ExplicitState, ExplicitTransition, Kripke, Semantics};
use belnap_ir::property::Property;
use belnap_test_support::random::Random;

/// Numbers of states.
const SIZES: [usize; 9] = [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];

/// Kinds of formulas, with one that three values do not decide.
const FORMULAS: [(&str, &str); 5] = [
    ("safety", "AG (p -> AX (q | !p))"),
    ("safety", "AG (EX p & EX !p)"),
    ("CTL", "AG (p -> AF q) & AG AF !q"),
    ("CTL", "AF (p & q) | EG (p -> EX !q)"),
    ("mu", "nu Y. mu Z. (p & !q & AX Y) | AX Z"),
];

/// Structures: a ring of transitions that must be, with shortcuts that may be; or a line that ends
/// in a loop, whose states are a component each.
#[derive(Clone, Copy)]
enum Family {
    Ring,
    Line,
}

fn structure(family: Family, size: usize) -> ExplicitKripke {
    let random = &mut Random::new(size as u64);
    let states = (0..size).map(|index| ExplicitState {
        name: format!("s{index}"),
        labels: vec![Belnap::Unknown; 2],
        location: None,
        blocking: false,
    });
    let states: Vec<ExplicitState> = states.collect();
    let mut transitions = Vec::new();
    let mut add = |from: usize, to: usize, value| {
        let (from, to) = (StateId::from(from), StateId::from(to));
        let (action, statement) = (None, None);
        transitions.push(ExplicitTransition { from, to, value, action, statement });
    };
    for from in 0..size {
        match family {
            Family::Ring => {
                let shortcut = random.index(size);
                add(from, (from + 1) % size, Belnap::True);
                if shortcut != (from + 1) % size {
                    add(from, shortcut, Belnap::Unknown);
                }
            }
            Family::Line => {
                add(from, (from + 1).min(size - 1), Belnap::True);
                if from + 2 < size {
                    add(from, from + 2, Belnap::Unknown);
                }
            }
        }
    }
    ExplicitKripke {
        semantics: Semantics::Exact,
        total: true,
        propositions: ["p", "q"].map(str::to_owned).to_vec(),
        locations: Vec::new().into(),
        scopes: Vec::new().into(),
        states: states.into(),
        initial: vec![StateId(0)],
        inhabited: vec![StateId(0)],
        prefix: 0,
        transitions,
    }
}

/// One answer: seconds, and positions with the verdict.
fn measure(name: &str, structure: &ExplicitKripke, text: &str) -> Result<(f64, String), String> {
    let formula = read_formula(text).map_err(|found| format!("{found:?}"))?;
    let property = Property { name: name.to_owned(), formula };
    let options = Options {
        evidence: false,
        always_look: true,
        max_positions: 100_000_000,
        ..Options::default()
    };
    let kripke = Kripke::Explicit(structure.clone());
    let start = Instant::now();
    let answer = check(&kripke, &property, &options).map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let stopped = answer.stopped.map_or(String::new(), |stopped| format!(", {stopped}"));
    Ok((seconds, format!("{:>9}  {}{stopped}", answer.positions, answer.verdict.word())))
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), String> {
    let most = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(100_000);
    for (family, shape) in [(Family::Ring, "ring"), (Family::Line, "line")] {
        for (kind, text) in FORMULAS {
            println!("\n{kind}, {shape}: {text}");
            let mut before: Option<(usize, f64)> = None;
            for size in SIZES.into_iter().filter(|size| *size <= most) {
                let (seconds, what) = measure(kind, &structure(family, size), text)?;
                println!(
                    "{size:>7} {:>10.1} ms {} {what}",
                    seconds * 1e3,
                    slope(before, size, seconds)
                );
                before = Some((size, seconds));
            }
        }
    }
    println!("\nover the formula, on a ring of 20 states");
    let ring = structure(Family::Ring, 20);
    for (kind, part) in [("safety", "AG (p -> AX"), ("CTL", "AF (q & AX"), ("PML", "EX (p & AX")] {
        let mut before = None;
        for count in 1..=6 {
            let parts: Vec<String> = (0..count)
                .map(|depth| {
                    format!(
                        "{part} {}{}{})",
                        "AX (".repeat(depth),
                        ["q", "!q"][depth % 2],
                        ")".repeat(depth)
                    )
                })
                .collect();
            let text = parts.join(" & ");
            let (seconds, what) = measure(kind, &ring, &text)?;
            println!(
                "{kind:>7} {count:>2} {:>10.1} ms {} {what}",
                seconds * 1e3,
                slope(before, count, seconds)
            );
            before = Some((count, seconds));
        }
    }
    Ok(())
}

fn slope(before: Option<(usize, f64)>, size: usize, seconds: f64) -> String {
    before.map_or("     ".to_owned(), |(smaller, less)| {
        format!("{:>5.2}", (seconds / less).ln() / (size as f64 / smaller as f64).ln())
    })
}
