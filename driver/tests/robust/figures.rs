//! What was measured, printed at the end.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

enum Figure {
    /// How often something happened.
    Count(usize),
    /// Numbers, and what the largest belongs to.
    Most { largest: f64, who: String, sum: f64, count: usize },
}

static FIGURES: Mutex<BTreeMap<String, Figure>> = Mutex::new(BTreeMap::new());

/// Something happened once more.
pub fn count(what: &str) {
    let mut figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Figure::Count(count) = figures.entry(what.to_owned()).or_insert(Figure::Count(0)) {
        *count += 1;
    }
}

/// A number that is good if it is small.
pub fn measured(what: &str, number: f64, about: &str) {
    let mut figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    let none = Figure::Most { largest: f64::MIN, who: String::new(), sum: 0.0, count: 0 };
    if let Figure::Most { largest, who, sum, count } =
        figures.entry(what.to_owned()).or_insert(none)
    {
        if number > *largest {
            *largest = number;
            about.clone_into(who);
        }
        *sum += number;
        *count += 1;
    }
}

/// All of them.
pub fn print() {
    let figures = FIGURES.lock().unwrap_or_else(PoisonError::into_inner);
    let mut out = std::io::stdout().lock();
    for (what, figure) in figures.iter() {
        let _ = match figure {
            Figure::Count(count) => writeln!(out, "{what}: {count}"),
            Figure::Most { largest, who, sum, count } => writeln!(
                out,
                "{what}: at most {largest:.2} ({who}), on average {:.2} of {count}",
                sum / *count as f64
            ),
        };
    }
}
