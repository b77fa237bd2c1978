//! How a run ended, for a person and for programs.

use std::fmt::Write as _;
use std::time::Duration;

use belnap_cli::exit;
use belnap_engine::cegar::{Conclusion, Times};
use belnap_evidence::lasso::ROUNDS;
use belnap_evidence::replay::run::Outcome;
use belnap_evidence::verdict::Verdict;
use belnap_ir::cfg::{Approximation, Treatment};
use belnap_ir::kripke::Kripke;
use belnap_ir::property::Property;
use belnap_ir::result::{self, Unknown, UnknownKind};
use belnap_refiner::execution;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::report::is_reachability;

/// The format of a report in JSON; its page is `formats/spec/report.md`.
const FORMAT: &str = "belnap.report";

/// Most assertions of which it is said that they do not matter.
const UNDECIDED: usize = 5;

const OWN_PREDICATES: &str = "predicates of your own (--predicates)";
const MODEL: &str = "a model of the function (--model)";
const NONDET: &str = "--extern nondet, if it can return anything";

/// The verdicts of a run, for a person or for programs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    json: bool,
    texts: String,
    documents: Vec<Value>,
    /// Milliseconds until the program was compiled.
    compiling: u64,
    /// Some property fails; whether the first such says that some place is not reached.
    fails: Option<bool>,
    unknown: bool,
}

/// A property that was being worked on when the run had to end.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Unfinished {
    /// Its name.
    pub property: String,
    /// Its formula.
    pub formula: String,
    /// Rounds.
    pub iterations: usize,
    /// Predicates at the end.
    pub predicates: Vec<String>,
    /// Where the time of the rounds went.
    pub milliseconds: Milliseconds,
}

/// Where the time for a property went.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Milliseconds {
    r#abstract: u64,
    check: u64,
    refine: u64,
    evidence: u64,
}

impl Milliseconds {
    /// Of rounds, and of the check of the evidence.
    pub fn of(times: &Times, evidence: Duration) -> Self {
        let count = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Milliseconds {
            r#abstract: count(times.abstracting),
            check: count(times.checking),
            refine: count(times.refining),
            evidence: count(evidence),
        }
    }
}

impl Unfinished {
    /// A property that was not begun.
    pub fn new(property: &Property) -> Self {
        Unfinished {
            property: property.name.clone(),
            formula: belnap_formats::property::print(&property.formula),
            ..Unfinished::default()
        }
    }
}

impl Report {
    /// One without verdicts.
    pub fn new(json: bool) -> Self {
        Report { json, ..Report::default() }
    }

    /// Sets how long it took to compile the program.
    pub fn compiled_in(&mut self, time: Duration) {
        self.compiling = time.as_millis() as u64;
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.documents.is_empty()
    }

    /// Adds a verdict.
    pub fn add(&mut self, verdict: &Verdict<'_>) {
        match verdict.finished.conclusion {
            Conclusion::Holds => {}
            Conclusion::Fails => {
                let reached = is_reachability(&verdict.property.formula);
                self.fails = self.fails.or(Some(reached));
            }
            Conclusion::Unknown(_) => self.unknown = true,
        }
        if self.json {
            self.documents.push(Words(verdict).json());
        } else {
            self.texts.push_str(&Words(verdict).text());
            self.texts.push('\n');
        }
    }

    /// Adds that nobody knows, and why.
    pub fn add_unfinished(&mut self, one: &Unfinished, reason: &str) {
        self.unknown = true;
        let Unfinished { property, formula, iterations, predicates, milliseconds } = one;
        if self.json {
            self.documents.push(json!({
                "property": property,
                "formula": formula,
                "verdict": result::Verdict::Inconclusive.answer(),
                "iterations": iterations,
                "predicates": predicates,
                "milliseconds": milliseconds,
                "reason": reason,
            }));
        } else {
            let effort = effort(*iterations, predicates.len());
            let _ = write!(self.texts, "{property}: {formula}\n  unknown: {reason} ({effort})\n\n");
        }
    }

    /// The report; of the text, the last line is the verdict in SV-COMP's words.
    pub fn text(&self) -> String {
        let mut word = self.verdict().answer().to_owned();
        if self.fails == Some(true) {
            word.push_str("(unreach-call)");
        }
        match self.json {
            true => {
                let milliseconds = json!({"compile": self.compiling});
                let properties = &self.documents;
                let all = json!({
                    "format": FORMAT, "version": 1,
                    "verdict": word, "milliseconds": milliseconds, "properties": properties,
                });
                format!("{all:#}\n")
            }
            false => format!("{}{word}\n", self.texts),
        }
    }

    /// The exit code that says the same.
    pub fn exit_code(&self) -> u8 {
        exit::of_verdict(self.verdict())
    }

    /// The verdict over all properties.
    const fn verdict(&self) -> result::Verdict {
        match (self.fails, self.unknown) {
            (Some(_), _) => result::Verdict::Fails,
            (None, true) => result::Verdict::Inconclusive,
            (None, false) => result::Verdict::Holds,
        }
    }
}

fn effort(iterations: usize, predicates: usize) -> String {
    let s = |count: usize| if count == 1 { "" } else { "s" };
    format!("{iterations} iteration{}, {predicates} predicate{}", s(iterations), s(predicates))
}

/// A verdict in words.
struct Words<'a>(&'a Verdict<'a>);

impl<'a> std::ops::Deref for Words<'a> {
    type Target = Verdict<'a>;

    fn deref(&self) -> &Verdict<'a> {
        self.0
    }
}

impl Words<'_> {
    /// The last line: SV-COMP's words.
    pub fn word(&self) -> &'static str {
        match self.finished.conclusion {
            Conclusion::Holds => result::Verdict::Holds.answer(),
            Conclusion::Fails => result::Verdict::Fails.answer(),
            Conclusion::Unknown(_) => result::Verdict::Inconclusive.answer(),
        }
    }

    /// For a person.
    pub fn text(&self) -> String {
        let formula = belnap_formats::property::print(&self.property.formula);
        let mut out = format!("{}: {formula}\n", self.property.name);
        let effort = effort(self.finished.iterations, self.finished.predicates.predicates.len());
        match &self.finished.conclusion {
            Conclusion::Holds => {
                let _ = writeln!(out, "  holds ({effort}){}", self.found.text());
                if let Some(reason) = &self.found.vacuous {
                    let _ = writeln!(out, "  whatever the program computes: {reason}");
                }
                for text in self.found.undecided.iter().take(UNDECIDED) {
                    let _ = writeln!(out, "  {text}");
                }
                if let Some(steps) = self.finished.only {
                    let _ = writeln!(out, "  the program has one execution, of {steps} steps");
                }
                self.lasso(&mut out);
                let invariants = self.invariants();
                if !invariants.is_empty() {
                    out.push_str("  invariants at the heads of loops:\n");
                }
                for one in invariants {
                    let _ = writeln!(out, "    {}  {}", one.place, one.readable);
                }
            }
            Conclusion::Fails => {
                let _ = writeln!(out, "  fails ({effort}){}", self.found.text());
                self.refutation(&mut out);
                self.lasso(&mut out);
            }
            Conclusion::Unknown(reason) => {
                let _ = writeln!(out, "  unknown: {reason} ({effort})");
                self.unknowns(&mut out);
            }
        }
        out
    }

    fn lasso(&self, out: &mut String) {
        if let Some(text) = self.found.lasso.as_ref().and_then(|lasso| lasso.text.as_ref()) {
            let _ = writeln!(out, "  {text}");
        }
    }

    fn refutation(&self, out: &mut String) {
        if let Some((edges, run)) = &self.finished.execution {
            out.push_str("  an execution:\n");
            out.push_str(&execution::text(self.cfg, edges, run));
        } else if let Some(states) = &self.finished.refuted_from {
            if let Some(text) = &states.text {
                let _ = writeln!(out, "  where the program starts with {text}");
            }
        } else if let Some(result) = &self.finished.result {
            out.push_str(&crate::report::explanation_text(result, &self.variables()));
        }
    }

    fn unknowns(&self, out: &mut String) {
        let Some(explanation) = self.finished.result.as_ref().and_then(|r| r.explanation.as_ref())
        else {
            return;
        };
        // What the last abstraction did not know does not matter to an execution.
        if explanation.unknowns.is_empty() || self.finished.execution.is_some() {
            return;
        }
        out.push_str("  what is unknown, and decides:\n");
        for unknown in explanation.unknowns.iter().take(3) {
            let _ = writeln!(out, "    {}", describe(unknown));
            if let Some(Approximation { construct, detail, .. }) = self.construct(unknown) {
                let _ = writeln!(out, "      because of {construct}: {detail}");
            }
        }
        let to_try = self.to_try(&explanation.unknowns);
        if !to_try.is_empty() {
            let _ = writeln!(out, "  to try: {}", to_try.join(", "));
        }
    }

    /// What could help: nothing that only finds more predicates, where something is not modelled.
    fn to_try(&self, unknowns: &[Unknown]) -> Vec<&'static str> {
        let mut causes = unknowns.iter().filter_map(|unknown| self.construct(unknown)).peekable();
        if causes.peek().is_none() {
            return self.finished.to_try.into_iter().chain([OWN_PREDICATES]).collect();
        }
        let external = causes.any(|cause| cause.construct == "external-function");
        if external { vec![MODEL, NONDET] } else { Vec::new() }
    }

    /// The ledger's entry for the edge of an unknown.
    fn construct(&self, unknown: &Unknown) -> Option<&Approximation> {
        let edge = unknown.cfg_edge?;
        let about = |entry: &&Approximation| {
            entry.treatment != Treatment::Assumed && entry.edges.contains(&edge)
        };
        self.cfg.ledger.iter().find(about)
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let mut value = json!({
            "property": self.property.name,
            "formula": belnap_formats::property::print(&self.property.formula),
            "verdict": self.word(),
            "iterations": self.finished.iterations,
            "predicates": self.finished.predicates.predicates.iter()
                .map(|one| one.condition.clone()).collect::<Vec<_>>(),
            "milliseconds": Milliseconds::of(&self.finished.times, self.found.time),
        });
        if let Conclusion::Unknown(reason) = &self.finished.conclusion {
            value["reason"] = json!(reason);
        }
        if let Some((edges, run)) = &self.finished.execution {
            let mut shown = execution::json(self.cfg, edges, run);
            value["inputs"] = shown["inputs"].take();
            value["edges"] = shown["edges"].take();
        }
        if let Some(evidence) = self.found.evidence.json() {
            value["evidence"] = evidence;
        }
        if let Some(reason) = &self.found.vacuous {
            value["vacuous"] = json!(reason);
        }
        if !self.found.undecided.is_empty() {
            value["never_reached"] = json!(self.found.undecided);
        }
        if let Some(lasso) = &self.found.lasso {
            if let Some(text) = &lasso.text {
                value["lasso"] = json!(text);
            }
            value["rounds"] = match &lasso.outcome {
                Outcome::Reached => json!({"replayed": ROUNDS}),
                Outcome::NotRun(reason) | Outcome::Differs(reason) | Outcome::Crashed(reason) => {
                    json!({"replayed": 0, "reason": reason})
                }
            };
        }
        if !self.found.assumptions.is_empty() {
            let all = self.found.assumptions.iter().map(|one| &one.text[..]);
            value["assumptions"] = all.collect();
        }
        if let Some(steps) = self.finished.only {
            value["only_execution"] = json!({"steps": steps});
        }
        let states = self.finished.refuted_from.as_ref();
        if let Some(text) = states.and_then(|states| states.text.as_ref()) {
            value["start"] = json!(text);
        }
        if matches!(self.finished.conclusion, Conclusion::Holds) {
            value["invariants"] = self
                .invariants()
                .into_iter()
                .map(|one| json!({"place": one.place, "condition": one.text}))
                .collect();
        }
        value
    }

    fn variables(&self) -> Vec<String> {
        match &self.finished.kripke {
            Some(Kripke::Symbolic(kripke)) => belnap_checker::names::variables(kripke),
            _ => Vec::new(),
        }
    }
}

fn describe(unknown: &Unknown) -> String {
    let place = match &unknown.source {
        Some(source) => source.to_string(),
        None => unknown.location.clone(),
    };
    let about = unknown.source_text.as_deref().unwrap_or(&unknown.statement);
    match (unknown.kind, &unknown.variable) {
        (UnknownKind::Update, Some(variable)) => {
            format!("{place}: whether {variable} holds after `{about}`")
        }
        (UnknownKind::Condition, _) => format!("{place}: whether `{about}` can be passed"),
        (_, Some(variable)) => format!("{place}: {variable}"),
        _ => format!("{place}: `{about}`"),
    }
}
