//! Time and size of thorough checking: `make bench-thorough`.
//!
//! Over the number of states, formulas of a kind each: linear for safety, quadratic at most for
//! CTL, response, persistence and generalized reactivity(1). Then over the size of a formula, on
//! one structure: exponential at most. `slope` is the exponent of the time from the line above to
//! this one (1: linear, 2: quadratic). Time is that of the processor, where the system tells it, so
//! that other load hardly counts.

use std::fs;
use std::time::Instant;

use belnap_checker::thorough::{Options, check, linear};
use belnap_formats::property::{read_formula, read_path};
use belnap_ir::belnap::Belnap;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::{
    Events, ExplicitKripke, ExplicitState, ExplicitTransition, Kripke, Semantics,
};
use belnap_ir::linear::LinearProperty;
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

/// The same in LTL.
const PATHS: [(&str, &str); 5] = [
    ("safety, LTL", "G (p -> X q)"),
    ("response, LTL", "G (p -> F q)"),
    ("persistence, LTL", "F G (p & X !p | q)"),
    ("reactivity[1], LTL", "G F p -> G F (q & X !q)"),
    ("obligation, LTL", "F (p & q) | G (p -> X !q)"),
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
        events: Events::default(),
    }
}

/// What has passed since some moment.
struct Watch {
    clock: Instant,
    processor: Option<f64>,
}

impl Watch {
    fn start() -> Self {
        Watch { clock: Instant::now(), processor: processor_seconds() }
    }

    fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(before), Some(now)) => now - before,
            _ => self.clock.elapsed().as_secs_f64(),
        }
    }
}

/// How long this thread has run, if the system tells it.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// What is measured.
enum Asked {
    Branching(Property),
    Linear(LinearProperty),
}

/// One answer: seconds, and positions with the verdict.
fn measure(
    name: &str,
    structure: &ExplicitKripke,
    text: &str,
    is_linear: bool,
) -> Result<(f64, String), String> {
    let options = Options {
        evidence: false,
        always_look: true,
        max_positions: 100_000_000,
        ..Options::default()
    };
    let unreadable = |found| format!("{found:?}");
    let name = name.to_owned();
    let kripke = Kripke::Explicit(structure.clone());
    let asked = match is_linear {
        true => Asked::Linear(LinearProperty { name, path: read_path(text).map_err(unreadable)? }),
        false => {
            Asked::Branching(Property { name, formula: read_formula(text).map_err(unreadable)? })
        }
    };
    let ask = || match &asked {
        Asked::Linear(property) => linear::look(&kripke, property, &options),
        Asked::Branching(property) => check(&kripke, property, &options),
    };
    let watch = Watch::start();
    let mut answer = ask();
    let mut rounds = 1.0;
    // Short times are known only roughly.
    while watch.seconds() < 0.05 {
        answer = ask();
        rounds += 1.0;
    }
    let seconds = watch.seconds() / rounds;
    let answer = answer.map_err(|error| error.to_string())?;
    let stopped = answer.stopped.map_or(String::new(), |stopped| format!(", {stopped}"));
    Ok((seconds, format!("{:>9}  {}{stopped}", answer.positions, answer.verdict.word())))
}

/// Over the number of states.
#[allow(clippy::print_stdout)]
fn over_states(most: usize) -> Result<(), String> {
    let branching = FORMULAS.iter().map(|formula| (formula, false));
    let formulas: Vec<_> = branching.chain(PATHS.iter().map(|formula| (formula, true))).collect();
    for (family, shape) in [(Family::Ring, "ring"), (Family::Line, "line")] {
        for ((kind, text), is_linear) in &formulas {
            println!("\n{kind}, {shape}: {text}");
            let mut before: Option<(usize, f64)> = None;
            for size in SIZES.into_iter().filter(|size| *size <= most) {
                let structure = structure(family, size);
                let (seconds, what) = measure(kind, &structure, text, *is_linear)?;
                println!(
                    "{size:>7} {:>10.1} ms {} {what}",
                    seconds * 1e3,
                    slope(before, size, seconds)
                );
                before = Some((size, seconds));
            }
        }
    }
    Ok(())
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), String> {
    let most = std::env::args().nth(1).and_then(|size| size.parse().ok()).unwrap_or(100_000);
    over_states(most)?;
    println!("\nover the formula, on a ring of 20 states");
    let ring = structure(Family::Ring, 20);
    let parts = [
        ("safety", "AG (p -> AX", "AX", false),
        ("CTL", "AF (q & AX", "AX", false),
        ("PML", "EX (p & AX", "AX", false),
        ("LTL", "F (q & X", "X", true),
    ];
    for (kind, part, next, is_linear) in parts {
        let mut before = None;
        for count in 1..=6 {
            let parts: Vec<String> = (0..count)
                .map(|depth| {
                    format!(
                        "{part} {}{}{})",
                        format!("{next} (").repeat(depth),
                        ["q", "!q"][depth % 2],
                        ")".repeat(depth)
                    )
                })
                .collect();
            let text = parts.join(" & ");
            let (seconds, what) = measure(kind, &ring, &text, is_linear)?;
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
