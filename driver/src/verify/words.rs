//! Reasons, doubts, evidence and hints in words.

use belnap_bounded::Unrolled;
use belnap_bounded::commands::unroll;
use belnap_checker::run::RunError;
use belnap_engine::conclusion::{Answer, Reason, StopReason};
use belnap_engine::minimal::{Account, Smallness};
use belnap_evidence::assumptions::Assumption;
use belnap_evidence::doubt::{Doubt, Needed, Records};
use belnap_evidence::lasso::{Lasso, ROUNDS};
use belnap_evidence::replay::run::ReplayOutcome;
use belnap_evidence::witness::NoWitness;
use belnap_evidence::{Evidence, Findings};
use belnap_formats::property::print;
use belnap_ir::certificate::Invariants;
use belnap_ir::property::Property;
use belnap_ir::result::Verdict;

use crate::report::count;

/// What is asked, as it was stated.
pub fn formula(property: &Property, stated: Option<&str>) -> String {
    stated.map_or_else(|| print(&property.formula), str::to_owned)
}

/// Why a property is undecided.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Stopped(stop) => stop_reason(*stop),
        Reason::Iterations => "the limit of iterations (--max-iterations) was reached".to_owned(),
        Reason::Predicates => "the limit of predicates (--max-predicates) was reached".to_owned(),
        Reason::NothingNew(why) => why.clone(),
        Reason::Unrolling(reason) => unroll::words(*reason).to_owned(),
        Reason::Checker(limit) => match &**limit {
            RunError::Structure(found) if found.rule == "encode-recursion" => {
                let circle = found.message.rsplit(": ").next().unwrap_or_default();
                format!("recursion is deeper than what is inlined, or not bounded: {circle}")
            }
            RunError::Structure(found) => found.message.clone(),
            other => other.to_string(),
        },
    }
}

/// Why a run was stopped.
pub fn stop_reason(stop: StopReason) -> String {
    match stop {
        StopReason::Time(limit) => {
            format!("the time limit of {} s was reached", limit.as_secs_f64())
        }
        StopReason::Share => "its share of the time limit was used up".to_owned(),
        StopReason::Memory(limit) => format!("the memory limit of {limit} MiB was reached"),
        StopReason::Interrupted => "interrupted".to_owned(),
        StopReason::NotKept => "its files could not be kept".to_owned(),
    }
}

/// How often loops are repeated.
pub fn describe_unrolling(unrolled: &Unrolled) -> String {
    let loops = match unrolled.most() {
        0 => "unrolled: no loop is repeated".to_owned(),
        1 => "unrolled: loops take at most 1 round".to_owned(),
        most => format!("unrolled: loops take at most {most} rounds"),
    };
    match unrolled.past_calls {
        true => format!("{loops}, whatever deeper calls do"),
        false => loops,
    }
}

/// How listing states decided: what is compared in them.
pub fn describe_states(reached: &Invariants) -> String {
    let compared = count(reached.predicates.len(), "predicate");
    format!("by the states it may reach: {compared} of variables and values")
}

/// What could help where a limit ended the loop.
pub const fn hint(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::Stopped(StopReason::Time(_) | StopReason::Share) => Some("more time (--timeout)"),
        Reason::Stopped(StopReason::Memory(_)) => Some("more memory (--memory)"),
        Reason::Iterations => Some("more iterations (--max-iterations)"),
        Reason::Predicates => Some("more predicates (--max-predicates)"),
        Reason::Unrolling(_) => Some("the whole loop (--unroll auto)"),
        Reason::Stopped(_) | Reason::NothingNew(_) | Reason::Checker(_) => None,
    }
}

/// How many predicates are needed, in words.
pub fn describe_needed(account: &Account) -> String {
    let Account { of, needed, smallness, .. } = account;
    let told = format!("{needed} of {} needed", count(*of, "predicate"));
    match smallness {
        Smallness::Minimum => told,
        Smallness::Irreducible => format!("{told}, none can be left out"),
        Smallness::Unfinished => {
            format!("at most {told}: the time limit (--minimal-time) was reached")
        }
    }
}

/// That predicates were to be chosen, and were not in the end.
pub fn describe_handed_over(reason: &str) -> String {
    format!("as by default, for predicates are not chosen any more: {reason}")
}

/// That given predicates decide, in words.
pub fn describe_given(account: Option<&Account>) -> String {
    let needed = account.map(|account| format!(", {}", describe_needed(account)));
    format!("by induction, with the given predicates{}", needed.unwrap_or_default())
}

/// How all completions of an abstraction decided.
pub fn describe_thorough(answer: &Answer) -> String {
    let iterations = count(answer.iterations, "iteration");
    let predicates = count(answer.predicates.len(), "predicate");
    format!("in all completions of the abstraction: {iterations}, {predicates}")
}

/// What could help where the abstraction could not be checked.
pub fn checker_hint(limit: &RunError) -> &'static str {
    match limit {
        RunError::Structure(found) if found.rule == "encode-recursion" => {
            "a bound on how deep the recursion goes, more levels (--recursion), or a loop in its place"
        }
        _ => "a smaller part of the program (--function)",
    }
}

/// Why there is no witness.
pub const fn no_witness(none: NoWitness) -> &'static str {
    match none {
        NoWitness::NoSpecification => "SV-COMP has no words for this property",
        NoWitness::NoMachine => "SV-COMP has no words for this machine",
        NoWitness::NoPlace => "it is not known where in the program's files the violation is",
        NoWitness::NoVerdict => "the verdict is unknown",
    }
}

/// Why a verdict should not be believed.
pub fn doubt(doubt: &Doubt, verdict: Verdict, findings: &Findings) -> String {
    let word = verdict.sv_comp_word();
    let assumed = assumptions(&findings.assumptions);
    match doubt {
        Doubt::Unseen { needed, why } => {
            let needed = match needed {
                Needed::Layout(layout) => layout.clone(),
                Needed::Arguments(count) => format!("the program can have {count} arguments"),
            };
            let why = why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            format!("{word}, if {needed}, which no run of the compiled program shows{why}")
        }
        Doubt::NotAsAssumed(what) => {
            format!("{word} was found{assumed}; but that is wrong: {what}")
        }
        Doubt::Contradicted { check, reason, records } => {
            let this = match assumed.is_empty() {
                true => "this",
                false => "that is wrong, or this",
            };
            let files = match records {
                Records::In(folder) => format!("the files that show it are in {folder}"),
                Records::NotKept(why) => {
                    format!("the files that show it could not be kept: {why}")
                }
            };
            let check = check.word();
            format!(
                "{word} was found{assumed}, but not {check}: {reason}; {this} is a bug in Belnap, \
                 and {files}"
            )
        }
        Doubt::NotStrict { without_evidence } => {
            let without = match (without_evidence, &findings.evidence) {
                (true, _) => ", without evidence".to_owned(),
                (false, missing @ Evidence::Missing(..)) => evidence(missing),
                (false, _) => String::new(),
            };
            format!("{word}{without}{assumed}")
        }
    }
}

/// What to add to a verdict about its evidence.
pub fn findings(findings: &Findings) -> String {
    let rounds = findings.lasso.as_ref().map(lasso).unwrap_or_default();
    format!("{}{rounds}{}", evidence(&findings.evidence), assumptions(&findings.assumptions))
}

/// The evidence alone, where assumptions are named elsewhere.
pub fn evidence(evidence: &Evidence) -> String {
    match evidence {
        Evidence::None => String::new(),
        Evidence::Checked(check) => format!(", {}", check.word()),
        Evidence::Missing(check, reason) => format!(", not {}: {reason}", check.word()),
        Evidence::Contradicts(check, reason) => {
            format!(", which could not be {}: {reason}", check.word())
        }
        Evidence::Crashed(reason) => format!(", not replayed: {reason}"),
    }
}

fn lasso(lasso: &Lasso) -> String {
    match &lasso.outcome {
        ReplayOutcome::Reached => format!(", replayed {ROUNDS} rounds"),
        ReplayOutcome::NotRun(reason)
        | ReplayOutcome::Differs(reason)
        | ReplayOutcome::Crashed(reason) => format!(", not replayed: {reason}"),
    }
}

/// Assumptions as part of a sentence; empty if there are none.
pub fn assumptions(assumptions: &[Assumption]) -> String {
    const SHOWN: usize = 3;
    if assumptions.is_empty() {
        return String::new();
    }
    let shown: Vec<&str> = assumptions.iter().take(SHOWN).map(|one| &one.text[..]).collect();
    let shown = shown.join("; ");
    match assumptions.len().saturating_sub(SHOWN) {
        0 => format!(", if {shown}"),
        more => format!(", if {shown}; and {more} more (belnap show --ledger)"),
    }
}
