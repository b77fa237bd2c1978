//! Pseudo-Boolean problems (`*.opb`) and the solutions of solvers; the normative page is
//! `spec/opb.md`.
//!
//! The problem is that of Minimum Predicates, §3.2: for each trace, one of the sets that exclude it
//! must be chosen, and as few candidates as possible.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::span::Span;
use belnap_ir::traces::Traces;

/// The problem of some traces as a file. Variable `x1` is the first candidate; those after the last
/// candidate stand for sets of several.
pub fn print(traces: &Traces) -> String {
    let mut next = traces.candidates.len();
    let mut constraints = String::new();
    let mut count = 0;
    for (number, trace) in traces.traces.iter().enumerate() {
        let _ = writeln!(constraints, "* trace {number}");
        let mut one_of = Vec::new();
        let mut parts = String::new();
        for set in &trace.eliminating {
            if let [only] = set[..] {
                one_of.push(only + 1);
                continue;
            }
            next += 1;
            one_of.push(next);
            for candidate in set {
                let _ = writeln!(parts, "+1 x{} -1 x{next} >= 0 ;", candidate + 1);
                count += 1;
            }
        }
        let sum: String = one_of.iter().map(|variable| format!("+1 x{variable} ")).collect();
        let _ = writeln!(constraints, "{sum}>= 1 ;");
        constraints.push_str(&parts);
        count += 1;
    }
    let mut out = format!("* #variable= {next} #constraint= {count}\n");
    for (number, one) in traces.candidates.iter().enumerate() {
        let _ = writeln!(out, "* x{} is {}", number + 1, one.predicate);
    }
    let sum: String =
        (0..traces.candidates.len()).map(|number| format!("+1 x{} ", number + 1)).collect();
    let _ = writeln!(out, "min: {sum};");
    out + &constraints
}

/// A solution: which candidates are chosen, ascending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The candidates.
    pub chosen: Vec<usize>,
    /// Whether the solver says that there is none with fewer.
    pub optimal: bool,
    /// Where the status stands.
    pub status: Span,
}

/// Reads what a solver printed about the problem of some traces, and checks that it solves it.
///
/// Lines are those of the competitions of pseudo-Boolean solvers: `s` has the status, `v` the
/// values (`x1`, `-x2`), `o` the objective, `c` comments.
///
/// # Errors
/// What is wrong with it, with its place.
pub fn read_solution(text: &str, traces: &Traces) -> Result<Solution, Vec<Diagnostic>> {
    let mut reader = Reader::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let words = words(line.trim_end(), start);
        reader.read_line(&words, traces).map_err(|found| vec![found])?;
        start += line.len();
    }
    reader.finish(text, traces).map_err(|found| vec![found])
}

/// The words of a line, with their places.
fn words(line: &str, start: usize) -> Vec<(&str, Span)> {
    let mut found = Vec::new();
    let mut at = 0;
    for word in line.split(' ') {
        if !word.trim().is_empty() {
            found.push((word.trim(), Span::new(start + at, start + at + word.len())));
        }
        at += word.len() + 1;
    }
    found
}

#[derive(Default)]
struct Reader {
    status: Option<(bool, Span)>,
    values: BTreeMap<usize, bool>,
    objective: Option<(usize, Span)>,
}

impl Reader {
    fn read_line(&mut self, words: &[(&str, Span)], traces: &Traces) -> Result<(), Diagnostic> {
        let Some((kind, span)) = words.first() else { return Ok(()) };
        match *kind {
            "c" => Ok(()),
            "s" => self.read_status(words, *span),
            "o" => {
                let value = words.get(1).and_then(|(word, span)| Some((word.parse().ok()?, *span)));
                let refused = || Diagnostic::at("opb-line", *span, "an objective is a number");
                self.objective = Some(value.ok_or_else(refused)?);
                Ok(())
            }
            "v" => words[1..]
                .iter()
                .try_for_each(|(word, span)| self.read_value(word, *span, traces.candidates.len())),
            other if other.starts_with('c') => Ok(()),
            _ => Err(Diagnostic::at("opb-line", *span, "this is not a line of a solution")
                .note("lines begin with c, s, o or v")),
        }
    }

    fn read_status(&mut self, words: &[(&str, Span)], span: Span) -> Result<(), Diagnostic> {
        let status: Vec<&str> = words[1..].iter().map(|(word, _)| *word).collect();
        let span = words.last().map_or(span, |(_, last)| Span::new(span.start, last.end));
        self.status = match status.join(" ").as_str() {
            "OPTIMUM FOUND" => Some((true, span)),
            "SATISFIABLE" => Some((false, span)),
            other => {
                let message = format!("'{other}' is not the status of a solution");
                return Err(Diagnostic::at("opb-status", span, message)
                    .note("the problem always has one: s OPTIMUM FOUND, or s SATISFIABLE"));
            }
        };
        Ok(())
    }

    fn read_value(&mut self, word: &str, span: Span, count: usize) -> Result<(), Diagnostic> {
        let (name, value) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
        let number = name.strip_prefix('x').and_then(|digits| digits.parse::<usize>().ok());
        let Some(number) = number.filter(|number| *number > 0) else {
            let message = format!("'{word}' is not the value of a variable");
            return Err(Diagnostic::at("opb-value", span, message).note("values are x1 or -x1"));
        };
        // What stands for a set follows from its candidates.
        if number <= count && self.values.insert(number - 1, value) == Some(!value) {
            let message = format!("x{number} cannot have both values");
            return Err(Diagnostic::at("opb-value", span, message));
        }
        Ok(())
    }

    fn finish(self, text: &str, traces: &Traces) -> Result<Solution, Diagnostic> {
        let Some((optimal, status)) = self.status else {
            return Err(Diagnostic::error("opb-status", Place::Whole, "there is no status (s …)"));
        };
        let chosen: Vec<usize> =
            self.values.iter().filter(|(_, value)| **value).map(|(number, _)| *number).collect();
        let end = Span::new(text.trim_end().len(), text.trim_end().len());
        let is_chosen = |one: &usize| chosen.binary_search(one).is_ok();
        for (number, trace) in traces.traces.iter().enumerate() {
            if !trace.eliminating.iter().any(|set| set.iter().all(is_chosen)) {
                let message = format!("nothing that is chosen excludes trace {number}");
                let span = if self.values.is_empty() { end } else { status };
                return Err(Diagnostic::at("opb-constraint", span, message));
            }
        }
        if let Some((objective, span)) = self.objective.filter(|(one, _)| *one != chosen.len()) {
            let message = format!("the objective is {}, not {objective}", chosen.len());
            return Err(Diagnostic::at("opb-objective", span, message));
        }
        Ok(Solution { chosen, optimal, status })
    }
}
