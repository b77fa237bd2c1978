//! The report for programs, as [`belnap_formats::report`] has it.

use std::time::Duration;

use belnap_cli::Problem;
use belnap_engine::conclusion::{Conclusion, ExecutedPath, Times};
use belnap_engine::minimal::{Account, Smallness};
use belnap_evidence::lasso::{Lasso, ROUNDS};
use belnap_evidence::replay::run::ReplayOutcome;
use belnap_evidence::{Check, Evidence};
use belnap_formats::condition;
use belnap_formats::report::{
    AssertionReport, CountedPredicates, EvidenceReport, FailureReport, GivenValue, InputError,
    Milliseconds, MinimalReport, OnlyExecution, PropertyReport, Rounds, ShownInvariant,
    SmallnessWord,
};
use belnap_ir::result::Verdict;
use belnap_ir::span::SourceLine;
use belnap_refiner::minimum::figures::{Figures, figures};

use super::each::{Each, Entry};
use super::report::{Judged, Unfinished, conditions};
use super::trace::{Ending, Given};
use super::words;

fn count(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The time of rounds, and of the check of the evidence.
pub fn milliseconds(times: &Times, evidence: Duration) -> Milliseconds {
    Milliseconds {
        r#abstract: count(times.abstracting),
        check: count(times.checking),
        refine: count(times.refining),
        evidence: count(evidence),
    }
}

/// The record of a property that was judged.
pub fn record_judged(judged: &Judged<'_>) -> PropertyReport {
    let Judged { cfg, property, judgement, .. } = judged;
    let (answer, findings) = (&judgement.answer, &judgement.findings);
    let execution = judgement.execution();
    let edges = |path: &ExecutedPath| path.edges.iter().map(|edge| edge.0).collect();
    let refuted = judged.each.and_then(Each::first_told);
    let own = match refuted {
        None => judged.trace().map(|trace| trace.tell(false)),
        Some(_) => None,
    };
    let told = refuted.or(own.as_ref());
    PropertyReport {
        property: property.name.clone(),
        formula: words::formula(property, judged.stated),
        verdict: judged.verdict().sv_comp_word().to_owned(),
        iterations: answer.iterations,
        predicates: conditions(&answer.predicates),
        minimal: answer.account.as_ref().map(minimal),
        handed_over: answer.handed_over().map(str::to_owned),
        counted: Some(counted(&figures(cfg, &answer.predicates, answer.traces.as_ref()))),
        milliseconds: milliseconds(&answer.times, judgement.time),
        reason: judged.reason(),
        failure: told.map(|told| failure(&told.ending)),
        arguments: told.map(|told| given(&told.arguments)),
        inputs: told.map(|told| given(&told.inputs)),
        assertions: judged.each.map_or_else(Vec::new, assertions),
        edges: execution.map(edges),
        evidence: evidence(&findings.evidence),
        vacuous: findings.vacuous.clone(),
        never_reached: findings.undecided.clone(),
        lasso: findings.lasso.as_ref().and_then(|lasso| lasso.text.clone()),
        rounds: findings.lasso.as_ref().map(rounds),
        assumptions: findings.assumptions.iter().map(|one| one.text.clone()).collect(),
        only_execution: match answer.conclusion {
            Conclusion::HoldsInOnlyExecution { steps, .. } => Some(OnlyExecution { steps }),
            _ => None,
        },
        unrolled: match &answer.conclusion {
            Conclusion::HoldsInUnrolling { unrolled, .. } => Some(unrolled.most()),
            _ => None,
        },
        thorough: matches!(answer.conclusion, Conclusion::InAllCompletions { .. }),
        start: match &answer.conclusion {
            Conclusion::FailsFromSome { start, .. } => {
                start.condition.as_ref().map(|start| condition::print(cfg, start))
            }
            _ => None,
        },
        invariants: (judgement.verdict() == Verdict::Holds).then(|| {
            let all = judgement.invariants(cfg).into_iter();
            all.map(|one| ShownInvariant { place: one.place, condition: one.text }).collect()
        }),
    }
}

fn minimal(account: &Account) -> MinimalReport {
    let Account { of, needed, smallness, attempts, time } = *account;
    let smallness = match smallness {
        Smallness::Minimum => SmallnessWord::Minimum,
        Smallness::Irreducible => SmallnessWord::Irreducible,
        Smallness::Unfinished => SmallnessWord::Unfinished,
    };
    MinimalReport { of, needed, smallness, attempts, milliseconds: count(time) }
}

fn counted(figures: &Figures) -> CountedPredicates {
    let Figures { branches, expressions, predicates, traces, subsets } = *figures;
    CountedPredicates { branches, expressions, predicates, traces, subsets }
}

fn failure(ending: &Ending) -> FailureReport {
    let Ending { sentence, text, place, function } = ending.clone();
    let (file, line) = split(place);
    FailureReport { message: sentence, text, file, line, function }
}

fn given(all: &[Given]) -> Vec<GivenValue> {
    let one = |given: &Given| {
        let (file, line) = split(given.place.clone());
        GivenValue { variable: given.name.clone(), value: given.value, file, line }
    };
    all.iter().map(one).collect()
}

fn split(place: Option<SourceLine>) -> (Option<String>, Option<u32>) {
    place.map_or((None, None), |place| (Some(place.file), Some(place.line)))
}

fn assertions(each: &Each) -> Vec<AssertionReport> {
    let one = |entry: &Entry| {
        let (file, line) = split(entry.asked.place.clone());
        let note = format!("{}{}", entry.note, entry.assumed);
        let note = note.trim_start_matches([',', ':', ' ']).to_owned();
        AssertionReport {
            kind: entry.asked.kind.word().to_owned(),
            text: entry.asked.text.clone(),
            file,
            line,
            function: entry.asked.function.clone(),
            verdict: entry.standing.word().to_owned(),
            note: (!note.is_empty()).then_some(note),
            idle: entry.idle.iter().cloned().collect(),
            arguments: entry.told.as_ref().map(|told| given(&told.arguments)),
            inputs: entry.told.as_ref().map(|told| given(&told.inputs)),
        }
    };
    each.entries.iter().map(one).collect()
}

/// What is wrong with the input.
pub fn input_errors(problems: Vec<Problem>) -> Vec<InputError> {
    let one = |problem: Problem| {
        let Problem { file, place, rule, message, notes } = problem;
        let (line, column) =
            place.map_or((None, None), |(line, column)| (Some(line), Some(column)));
        InputError { file, line, column, rule: rule.map(str::to_owned), message, notes }
    };
    problems.into_iter().map(one).collect()
}

/// The record of a property that was being worked on when the run had to end.
pub fn record_unfinished(one: &Unfinished, reason: &str) -> PropertyReport {
    PropertyReport {
        property: one.property.clone(),
        formula: one.formula.clone(),
        verdict: Verdict::Inconclusive.sv_comp_word().to_owned(),
        iterations: one.iterations,
        predicates: one.predicates.clone(),
        milliseconds: one.milliseconds,
        reason: Some(reason.to_owned()),
        ..PropertyReport::default()
    }
}

fn evidence(evidence: &Evidence) -> Option<EvidenceReport> {
    let (check, reason) = match evidence {
        Evidence::None => return None,
        Evidence::Checked(check) => (*check, None),
        Evidence::Missing(check, reason) | Evidence::Contradicts(check, reason) => {
            (*check, Some(reason.clone()))
        }
        Evidence::Crashed(reason) => (Check::Replayed, Some(reason.clone())),
    };
    let passed = matches!(evidence, Evidence::Checked(_));
    Some(EvidenceReport { check: check.word().to_owned(), passed, reason })
}

fn rounds(lasso: &Lasso) -> Rounds {
    match &lasso.outcome {
        ReplayOutcome::Reached => Rounds { replayed: ROUNDS, reason: None },
        ReplayOutcome::NotRun(reason)
        | ReplayOutcome::Differs(reason)
        | ReplayOutcome::Crashed(reason) => Rounds { replayed: 0, reason: Some(reason.clone()) },
    }
}
