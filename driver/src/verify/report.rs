//! How a run ended, for a person and for programs.

use std::fmt::Write as _;
use std::time::Duration;

use belnap_cli::{ToolError, exit};
use belnap_engine::conclusion::Conclusion;
use belnap_evidence::judge::Judgement;
use belnap_formats::condition;
use belnap_formats::report::{InputError, Milliseconds, PropertyReport, Report as ReportDocument};
use belnap_ir::cfg::Cfg;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::{Atom, Formula, Property};
use belnap_ir::result::Verdict;
use belnap_passes::product::is_of_product;
use belnap_refiner::path::GraphPath;
use serde::{Deserialize, Serialize};

use super::document::{input_errors, record_judged, record_unfinished};
use super::each::Each;
use super::in_c::in_c;
use super::trace::Trace;
use super::trace::source::Sources;
use super::{unknown, words};
use crate::report::{UNREACH_CALL, count, explanation_text, is_reachability, verdict_line};

/// Limit on the assertions of which it is said that they do not matter.
const UNDECIDED: usize = 5;

/// The verdicts of a run, for a person or for programs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    json: bool,
    texts: String,
    documents: Vec<PropertyReport>,
    /// Milliseconds until the program was compiled.
    compiling: u64,
    verdicts: Vec<Verdict>,
    /// What the first property that fails says about the program, in SV-COMP's words.
    violated: Option<String>,
    /// Checks that were not asked for, where assertions were.
    #[serde(default)]
    unchecked: Vec<String>,
    /// What is wrong with the input, for programs.
    errors: Vec<InputError>,
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
    /// What was being done.
    pub doing: String,
    /// What the property is about, where that is an assertion.
    pub open: Vec<String>,
    /// Where the loops of the program begin.
    pub loops: Vec<String>,
}

impl Unfinished {
    /// A property that was not begun, made of a formula of LTL if one is given.
    pub fn new(property: &Property, stated: Option<&str>) -> Self {
        Unfinished {
            property: property.name.clone(),
            formula: words::formula(property, stated),
            ..Unfinished::default()
        }
    }

    /// Whether nothing has been asked about it.
    pub fn is_waiting(&self) -> bool {
        self.iterations == 0 && self.predicates.is_empty() && self.doing.is_empty()
    }
}

impl Report {
    /// One without verdicts.
    pub fn new(json: bool) -> Self {
        Report { json, ..Report::default() }
    }

    /// Sets how long it took to compile the program.
    pub fn set_compile_time(&mut self, time: Duration) {
        self.compiling = time.as_millis() as u64;
    }

    /// Sets which checks are not made, so that a proof says so.
    pub fn leave_unchecked(&mut self, checks: impl Iterator<Item = &'static str>) {
        self.unchecked = checks.map(str::to_owned).collect();
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }

    /// A report for programs that says what is wrong with the input.
    pub fn of_error(error: &ToolError) -> Self {
        Report { json: true, errors: input_errors(error.problems()), ..Report::default() }
    }

    /// Adds a verdict.
    pub fn add(&mut self, judged: &Judged<'_>) {
        let verdict = judged.verdict();
        self.verdicts.push(verdict);
        if verdict == Verdict::Fails && self.violated.is_none() {
            self.violated = Some(judged.name_violation().to_owned());
        }
        if self.json {
            self.documents.push(record_judged(judged));
        } else {
            self.texts.push_str(&judged.text());
            self.texts.push('\n');
        }
    }

    /// Adds that a property is undecided, and why.
    pub fn add_unfinished(&mut self, one: &Unfinished, reason: &str) {
        self.verdicts.push(Verdict::Inconclusive);
        if self.json {
            self.documents.push(record_unfinished(one, reason));
        } else {
            let Unfinished { property, formula, iterations, predicates, .. } = one;
            let effort = effort(*iterations, &count(predicates.len(), "predicate"));
            let _ = writeln!(self.texts, "{property}: {formula}\n  unknown: {reason} ({effort})");
            unknown::write_unfinished(&mut self.texts, one);
            self.texts.push('\n');
        }
    }

    fn verdict(&self) -> Verdict {
        Verdict::of_all(self.verdicts.iter().copied())
    }

    /// The report; of the text, the last line is the verdict in SV-COMP's words.
    pub fn text(&self) -> String {
        let word = verdict_line(self.verdict(), self.violated.as_deref());
        let word = if self.errors.is_empty() { word } else { "ERROR".to_owned() };
        match self.json {
            true => ReportDocument::new(&word, self.compiling, self.documents.clone())
                .with_errors(self.errors.clone())
                .print(),
            false => format!("{}{}{word}\n", self.texts, self.describe_unchecked()),
        }
    }

    /// A line about what a proof does not say, if it is one.
    fn describe_unchecked(&self) -> String {
        match self.unchecked.is_empty() || self.verdict() != Verdict::Holds {
            true => String::new(),
            false => format!("not checked: {} (--check)\n\n", self.unchecked.join(", ")),
        }
    }

    /// The exit code that says the same.
    pub fn exit_code(&self) -> u8 {
        exit::of_verdict(self.verdict())
    }
}

fn effort(iterations: usize, predicates: &str) -> String {
    format!("{}, {predicates}", count(iterations, "iteration"))
}

/// The conditions of predicates.
pub fn conditions(predicates: &PredicateSet) -> Vec<String> {
    predicates.iter().map(|one| one.name.clone()).collect()
}

/// What is known about one property at the end.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// The program's graph.
    pub program: &'a Cfg,
    /// The graph it was decided on.
    pub cfg: &'a Cfg,
    /// The program's files.
    pub sources: &'a Sources,
    /// Show every step of an execution.
    pub verbose: bool,
    /// The property.
    pub property: &'a Property,
    /// The formula of LTL that it is made of, if it is.
    pub stated: Option<&'a str>,
    /// The answer, and its evidence.
    pub judgement: &'a Judgement,
    /// What is known about each assertion, if the property is about them.
    pub each: Option<&'a Each>,
}

impl Judged<'_> {
    /// The verdict; what is known about each assertion may say more than the answer about all.
    pub fn verdict(&self) -> Verdict {
        match (self.judgement.verdict(), self.each) {
            (Verdict::Inconclusive, Some(each)) if self.judgement.doubt.is_none() => each.verdict(),
            (verdict, _) => verdict,
        }
    }

    /// Why the property is undecided, if it is.
    pub fn reason(&self) -> Option<String> {
        let Judgement { answer, findings, doubt, .. } = self.judgement;
        if self.verdict() != Verdict::Inconclusive {
            return None;
        }
        match (doubt, &answer.conclusion) {
            (Some(doubt), conclusion) => Some(words::doubt(doubt, conclusion.verdict(), findings)),
            (None, Conclusion::Unknown { reason, .. }) => Some(words::reason(reason)),
            (None, _) => None,
        }
    }

    /// SV-COMP's word for the property that is violated; empty if it has none. Where a check fails,
    /// its execution says which or, without one, the list of checks.
    fn name_violation(&self) -> &'static str {
        let asked = &self.cfg.properties;
        let avoids_failure = |body: &Formula| match body {
            Formula::Not(avoided) => matches!(**avoided, Formula::Atom(Atom::Failed, _)),
            _ => false,
        };
        match &self.property.formula {
            Formula::Along(_, _, body) if avoids_failure(body) => {}
            formula if is_of_product(formula) => return "",
            formula => return if is_reachability(formula) { UNREACH_CALL } else { "" },
        }
        let executed = self.judgement.execution().and_then(|path| path.edges.last().copied());
        let last = executed.or_else(|| {
            let abstraction = self.judgement.answer.conclusion.abstraction()?;
            let explanation = abstraction.result.explanation.as_ref()?;
            GraphPath::of(self.cfg, explanation)?.edges.last().copied()
        });
        let at = last.map(|edge| self.cfg.edges[edge].to);
        let failed = asked.iter().find(|asked| Some(asked.location) == at);
        let mut words = failed.into_iter().chain(asked).map(|asked| asked.kind.violated());
        let first = words.next().unwrap_or(UNREACH_CALL);
        match failed.is_some() || words.all(|word| word == first) {
            true => first,
            false => self.each.and_then(Each::name_violation).unwrap_or_default(),
        }
    }

    /// For a person.
    pub fn text(&self) -> String {
        let formula = words::formula(self.property, self.stated);
        let mut out = format!("{}: {formula}\n", self.property.name);
        let Judgement { answer, findings, .. } = self.judgement;
        let effort = match &answer.conclusion {
            Conclusion::HoldsInUnrolling { unrolled, .. } => words::describe_unrolling(unrolled),
            Conclusion::FailsInUnrolling { .. } => "unrolled".to_owned(),
            Conclusion::HoldsInStates { reached, .. } => words::describe_states(reached),
            Conclusion::FailsInStates { .. } => "by the states it may reach".to_owned(),
            Conclusion::HoldsByGiven(_) => words::describe_given(answer.account.as_ref()),
            Conclusion::InAllCompletions { .. } => words::describe_thorough(answer),
            _ => match &answer.account {
                Some(account) => effort(answer.iterations, &words::describe_needed(account)),
                None => effort(answer.iterations, &count(answer.predicates.len(), "predicate")),
            },
        };
        let list = |out: &mut String| {
            if let Some(reason) = answer.handed_over() {
                let _ = writeln!(out, "  {}", words::describe_handed_over(reason));
            }
            if let Some(each) = self.each {
                each.list(out);
            }
        };
        match (self.verdict(), self.judgement.verdict()) {
            (Verdict::Holds, Verdict::Holds) => {
                let _ = writeln!(out, "  holds ({effort}){}", words::findings(findings));
                list(&mut out);
                self.proof(&mut out);
            }
            (Verdict::Holds, _) => {
                let _ = writeln!(out, "  holds, each assertion by itself ({effort} for all)");
                list(&mut out);
            }
            (Verdict::Fails, _) => {
                let _ = writeln!(out, "  fails ({effort}){}", words::findings(findings));
                list(&mut out);
                match self.each.filter(|each| each.first_told().is_some()) {
                    Some(each) => each.tell(&mut out),
                    None => self.refutation(&mut out),
                }
                self.lasso(&mut out);
            }
            (Verdict::Inconclusive, _) => {
                let reason = self.reason().unwrap_or_default();
                let _ = writeln!(out, "  unknown: {reason} ({effort})");
                list(&mut out);
                unknown::write(&mut out, self);
            }
        }
        out
    }

    fn proof(&self, out: &mut String) {
        let Judgement { answer, findings, .. } = self.judgement;
        if let Some(reason) = &findings.vacuous {
            let _ = writeln!(out, "  whatever the program computes: {reason}");
        }
        if let Some(text) = self.each.and_then(Each::only_idle) {
            let _ = writeln!(out, "  the assertion says nothing: {text}");
        }
        for text in findings.undecided.iter().take(UNDECIDED) {
            let _ = writeln!(out, "  {text}");
        }
        if let Conclusion::HoldsInOnlyExecution { steps, .. } = answer.conclusion {
            let _ = writeln!(out, "  the program has one execution, of {steps} steps");
        }
        self.lasso(out);
        if is_of_product(&self.property.formula) {
            // They depend on what an automaton remembers, which has no words.
            return;
        }
        let invariants = self.judgement.invariants(self.cfg);
        if !invariants.is_empty() {
            out.push_str("  invariants at the heads of loops:\n");
        }
        for one in invariants {
            let _ = writeln!(out, "    {}  {}", one.place, one.readable);
        }
    }

    fn lasso(&self, out: &mut String) {
        let lasso = self.judgement.findings.lasso.as_ref();
        if let Some(text) = lasso.and_then(|lasso| lasso.text.as_ref()) {
            let _ = writeln!(out, "  {text}");
        }
    }

    /// The execution that refutes the property, to be told in C.
    pub fn trace(&self) -> Option<Trace<'_>> {
        let path = self.judgement.execution()?;
        let formula = &self.property.formula;
        Some(Trace::new(self.program, self.cfg, formula, path, self.sources))
    }

    fn refutation(&self, out: &mut String) {
        if let Some(trace) = self.trace() {
            out.push_str(&trace.text(self.verbose));
            return;
        }
        let lasso = self.judgement.findings.lasso.as_ref();
        if let Some(way) = lasso.and_then(|lasso| lasso.way.as_ref()) {
            let cfg = if way.is_whole { self.program } else { self.cfg };
            let formula = &self.property.formula;
            let trace = Trace::of(cfg, way.path.clone(), formula, self.sources);
            out.push_str("  steps:\n");
            trace.write_steps(out, self.verbose, Some(way.round));
            return;
        }
        match &self.judgement.answer.conclusion {
            Conclusion::FailsFromSome { start, .. } => {
                if let Some(start) = &start.condition {
                    let text = condition::print(self.cfg, start);
                    let _ = writeln!(out, "  where the program starts with {text}");
                }
            }
            Conclusion::InAllCompletions { .. } => {}
            conclusion => {
                if let Some(last) = conclusion.abstraction() {
                    out.push_str(&explanation_text(&in_c(self.cfg, &last.result), &[]));
                }
            }
        }
    }
}
