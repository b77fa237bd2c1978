//! Proofs, checked: certificates of invariance, and explanations of other results.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use belnap_certifier::formula::Always;
use belnap_certifier::invariance::{Refusal, certify};
use belnap_certifier::questions::{Limits, Time};
use belnap_certifier::{against, vacuity};
use belnap_checker::explain::ExplainOptions;
use belnap_checker::reached;
use belnap_checker::run::{RunOptions, check_all};
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Severity;
use belnap_ir::kripke::{Kripke, SymbolicKripke};
use belnap_ir::property::Property;

use super::{Check, Evidence};
use crate::confirm::{Outcome, Subject};
use crate::verify::cegar::{Conclusion, Finished};

/// Longest time for one question.
const QUESTION: Duration = Duration::from_secs(10);

/// Most claims of an explanation that is to be checked.
const CLAIMS: usize = 100_000;

/// A proof and what became of it.
#[derive(Debug, Default)]
pub struct Proof {
    /// Whether the proof was checked.
    pub evidence: Evidence,
    /// What is always true at each location, where that is the proof.
    pub certificate: Option<Certificate>,
    /// The locations that may be reached, where the property holds.
    pub reached: Option<BTreeSet<String>>,
    /// Why the property holds whatever the program computes.
    pub vacuous: Option<String>,
}

/// Checks the proof of a verdict that was computed on the last structure.
pub fn check(cfg: &Cfg, property: &Property, finished: &Finished, end: Option<Instant>) -> Proof {
    let Some(Kripke::Symbolic(kripke)) = &finished.kripke else { return Proof::default() };
    let time = Time { question: QUESTION, end };
    let holds = matches!(finished.conclusion, Conclusion::Holds);
    let always = holds.then(|| reached::always(kripke, property));
    let vacuous = match &always {
        Some(Ok(always)) => vacuity::vacuous(cfg, &always.reached, &property.formula),
        _ => None,
    };
    let reached = match &always {
        Some(Ok(always)) => Some(always.reached.clone()),
        _ => None,
    };
    let (evidence, certificate) = match always {
        Some(Ok(always)) if Always::of(&property.formula).is_some() => {
            (invariance(cfg, &always.certificate, time), Some(always.certificate))
        }
        Some(Err(reason)) if Always::of(&property.formula).is_some() => (missing(reason), None),
        _ => (explained(cfg, kripke, property, finished, time), None),
    };
    Proof { evidence, certificate, reached, vacuous }
}

fn missing(reason: impl Into<String>) -> Evidence {
    Evidence::Missing(Check::Certified, reason.into())
}

fn invariance(cfg: &Cfg, certificate: &Certificate, time: Time) -> Evidence {
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    match certify(cfg, certificate, time, &mut emit) {
        Ok(outcome) => match (outcome.wrong.first(), outcome.undecided.first()) {
            (Some(wrong), _) => Evidence::Contradicts(Check::Certified, wrong.clone()),
            (None, Some(open)) => missing(open.clone()),
            (None, None) => Evidence::Checked(Check::Certified),
        },
        Err(Refusal::Unfit(reason)) => missing(reason),
        Err(Refusal::Emit(never)) => match never {},
    }
}

/// The explanation of the result, made anew without what earlier rounds found, and the Boolean
/// program that it is about.
fn explained(
    cfg: &Cfg,
    kripke: &SymbolicKripke,
    property: &Property,
    finished: &Finished,
    time: Time,
) -> Evidence {
    if finished.execution.is_some() || finished.refuted_from.is_some() {
        return missing("the states it starts from are not known to the abstraction");
    }
    let Some(program) = &finished.program else { return Evidence::None };
    let options = RunOptions {
        explain: Some(ExplainOptions { max_claims: CLAIMS }),
        seeds: false,
        ..RunOptions::default()
    };
    let kripke = Kripke::Symbolic(kripke.clone());
    let result = match check_all(&kripke, std::slice::from_ref(property), &options, None) {
        Ok(result) => result,
        Err(error) => return missing(error.to_string()),
    };
    let Kripke::Symbolic(kripke) = kripke else { return Evidence::None };
    let claimed = finished.result.as_ref().map(|result| result.verdict);
    if claimed != Some(result.properties[0].verdict) {
        return missing("without the results of earlier rounds it is not decided");
    }
    match Subject::Symbolic(kripke).confirm_all(&result).first() {
        Some(Outcome::Confirmed { .. }) => {}
        Some(Outcome::Refused(reason)) => {
            return Evidence::Contradicts(Check::Certified, reason.clone());
        }
        Some(other) => return missing(other.to_string()),
        None => return Evidence::None,
    }
    let outcome = against::check(cfg, program, Limits { time, strict: false });
    let wrong = outcome.diagnostics.iter().find(|one| one.severity == Severity::Error);
    match (wrong, outcome.undecided) {
        (Some(wrong), _) => Evidence::Contradicts(Check::Certified, wrong.message.clone()),
        (None, 0) => Evidence::Checked(Check::Certified),
        (None, open) => missing(format!("{open} questions about steps were not decided")),
    }
}
