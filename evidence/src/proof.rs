//! Proofs, checked: certificates of invariance, and explanations of other results.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use belnap_certifier::against::{self, structure};
use belnap_certifier::formula::Always;
use belnap_certifier::invariance::{Refusal, certify};
use belnap_certifier::questions::{Limits, Time};
use belnap_certifier::start::is_possible;
use belnap_certifier::vacuity;
use belnap_checker::certificate::{NoCertificate, make_certificate};
use belnap_checker::explain::ExplainOptions;
use belnap_checker::run::{RunOptions, check_all};
use belnap_ir::boolprog::Name;
use belnap_ir::certificate::Certificate;
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Severity;
use belnap_ir::kripke::{Kripke, SymbolicKripke};
use belnap_ir::property::{Atom, Formula, Property, Quantifier, Step};
use belnap_ir::result::Verdict;
use belnap_ir::span::Span;
use belnap_passes::carry::carry;
use belnap_passes::default_passes;

use super::{Check, Evidence};
use crate::confirm::{Outcome, Subject};
use belnap_engine::cegar::{Conclusion, Finished, RefutedFrom};
use belnap_engine::question::Reducible;

/// Longest time for one question.
const QUESTION: Duration = Duration::from_secs(10);

/// Most claims of an explanation that is to be checked.
const CLAIMS: usize = 100_000;

/// Most steps before the start that a formula is written for.
const STEPS: u32 = 200;

/// A proof and what became of it.
#[derive(Debug, Default)]
pub struct Proof {
    /// Whether the proof was checked.
    pub evidence: Evidence,
    /// What is always true at each location, where that is the proof.
    pub certificate: Option<Certificate>,
    /// The same of the program as it was before passes.
    pub whole: Option<Certificate>,
    /// The locations that may be reached, where the property holds.
    pub reached: Option<BTreeSet<String>>,
    /// The locations between which a step may be taken, where the property holds.
    pub steps: Option<BTreeSet<(String, String)>>,
    /// Why the property holds whatever the program computes.
    pub vacuous: Option<String>,
}

/// Checks the proof of a verdict that was computed on the last structure; `whole` is there if `cfg` is
/// what passes made of it.
pub fn check(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    finished: &Finished,
    end: Option<Instant>,
) -> Proof {
    let Some(Kripke::Symbolic(kripke)) = &finished.kripke else { return Proof::default() };
    let whole = whole.filter(|whole| whole.program != cfg);
    let time = Time { question: QUESTION, end };
    let holds = matches!(finished.conclusion, Conclusion::Holds);
    let always = holds.then(|| make_certificate(kripke, property));
    let vacuous = match &always {
        Some(Ok(always)) => vacuity::vacuous(cfg, &always.reached, &property.formula),
        _ => None,
    };
    let (reached, steps) = match &always {
        Some(Ok(always)) => (Some(always.reached.clone()), Some(always.steps.clone())),
        _ => (None, None),
    };
    let proof = Proof { reached, steps, vacuous, ..Proof::default() };
    match always {
        Some(Ok(always)) if Always::of(&property.formula).is_some() => {
            let certificate = always.certificate;
            let (evidence, whole) = certified(cfg, whole, property, &certificate, time);
            Proof { evidence, certificate: Some(certificate), whole, ..proof }
        }
        Some(Err(none)) if Always::of(&property.formula).is_some() => {
            Proof { evidence: none.into(), ..proof }
        }
        _ => {
            let evidence = match explained(cfg, kripke, property, finished, time) {
                Evidence::Checked(Check::Certified) if whole.is_some() => {
                    Evidence::Checked(Check::AfterPasses)
                }
                other => other,
            };
            Proof { evidence, ..proof }
        }
    }
}

/// Checks a certificate: carried back to the whole program, if that suffices; then it is returned.
fn certified(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    certificate: &Certificate,
    time: Time,
) -> (Evidence, Option<Certificate>) {
    let Some(Reducible { program, context }) = whole else {
        return (invariance(cfg, property, certificate, time), None);
    };
    let carried = carry(program, context, &default_passes(), certificate);
    if invariance(program, property, &carried, time) == Evidence::Checked(Check::Certified) {
        return (Evidence::Checked(Check::Certified), Some(carried));
    }
    match invariance(cfg, property, certificate, time) {
        Evidence::Checked(_) => (Evidence::Checked(Check::AfterPasses), None),
        other => (other, None),
    }
}

fn missing(reason: impl Into<String>) -> Evidence {
    Evidence::Missing(Check::Certified, reason.into())
}

fn invariance(cfg: &Cfg, property: &Property, certificate: &Certificate, time: Time) -> Evidence {
    if certificate.formula != belnap_formats::property::print(&property.formula) {
        let reason = format!("the certificate is about {}", certificate.formula);
        return Evidence::Contradicts(Check::Certified, reason);
    }
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    match certify(cfg, certificate, time, &mut emit) {
        Ok(outcome) => match (outcome.wrong.first(), outcome.undecided.first()) {
            (Some(wrong), _) => Evidence::Contradicts(Check::Certified, wrong.clone()),
            (None, Some(_)) if time.end.is_some_and(|end| end <= Instant::now()) => {
                missing("the time limit was reached")
            }
            (None, Some(open)) => missing(open.clone()),
            (None, None) => Evidence::Checked(Check::Certified),
        },
        Err(Refusal::Foreign(reason)) => Evidence::Contradicts(Check::Certified, reason),
        Err(Refusal::Unfit(reason)) => missing(reason),
        Err(Refusal::Emit(never)) => match never {},
    }
}

impl From<NoCertificate> for Evidence {
    fn from(none: NoCertificate) -> Evidence {
        match none {
            NoCertificate::Foreign(reason) => Evidence::Contradicts(Check::Certified, reason),
            NoCertificate::Unavailable(reason) => missing(reason),
        }
    }
}

/// The explanation of the result, made anew without what earlier rounds found, and the structure
/// that it is about.
fn explained(
    cfg: &Cfg,
    kripke: &SymbolicKripke,
    property: &Property,
    finished: &Finished,
    time: Time,
) -> Evidence {
    let claimed = finished.result.as_ref().map(|result| result.verdict);
    let decided = matches!(claimed, Some(Verdict::Holds | Verdict::Fails));
    if finished.execution.is_some() && finished.refuted_from.is_none() && !decided {
        return missing("the states it starts from are not known to the abstraction");
    }
    let Some(program) = &finished.program else { return Evidence::None };
    let explained = match &finished.refuted_from {
        None => confirmed(kripke, property, claimed),
        Some(from) => confirmed_from(cfg, kripke, property, from, time),
    };
    if let Err(why) = explained {
        return why;
    }
    let limits = Limits { time, strict: false };
    // A graph may have functions that nobody calls; of these a structure says nothing.
    let calls = kripke.scopes.len() > 1 || cfg.functions.len() > 1;
    let outcome = match calls {
        false => structure::check(cfg, kripke, limits),
        true => against::check(cfg, program, limits),
    };
    let wrong = outcome.diagnostics.iter().find(|one| one.severity == Severity::Error);
    match (wrong, outcome.undecided) {
        (Some(wrong), _) => Evidence::Contradicts(Check::Certified, wrong.message.clone()),
        (None, 0) if calls => missing("how calls of functions are encoded is not checked"),
        (None, 0) => Evidence::Checked(Check::Certified),
        (None, open) => missing(format!("{open} questions about steps were not decided")),
    }
}

/// Explains anew that a property has the claimed verdict on a structure, and checks the explanation;
/// `Err` is what to say if that does not succeed.
fn confirmed(
    kripke: &SymbolicKripke,
    property: &Property,
    claimed: Option<Verdict>,
) -> Result<(), Evidence> {
    let options = RunOptions {
        explain: Some(ExplainOptions { max_claims: CLAIMS }),
        seeds: false,
        ..RunOptions::default()
    };
    let structure = Kripke::Symbolic(kripke.clone());
    let result = check_all(&structure, std::slice::from_ref(property), &options, None)
        .map_err(|error| missing(error.to_string()))?;
    match result.properties[0].verdict {
        same if claimed == Some(same) => {}
        Verdict::Inconclusive => {
            return Err(missing("without the results of earlier rounds it is not decided"));
        }
        Verdict::Holds | Verdict::Fails => {
            let reason = "without the results of earlier rounds the opposite is found".to_owned();
            return Err(Evidence::Contradicts(Check::Certified, reason));
        }
    }
    match Subject::Symbolic(kripke.clone()).confirm_all(&result).first() {
        Some(Outcome::Confirmed { believed: 0, only: None, .. }) => Ok(()),
        Some(Outcome::Refused(reason)) => {
            Err(Evidence::Contradicts(Check::Certified, reason.clone()))
        }
        Some(other) => Err(missing(other.to_string())),
        None => Err(Evidence::None),
    }
}

/// Explains that a property fails from all states at the entry with certain predicates, and that
/// there are such states: at the entry, `predicates -> EX … EX !property` holds of all.
fn confirmed_from(
    cfg: &Cfg,
    kripke: &SymbolicKripke,
    property: &Property,
    from: &RefutedFrom,
    time: Time,
) -> Result<(), Evidence> {
    if kripke.prefix > STEPS {
        return Err(missing("there are too many steps before the start"));
    }
    let mut predicates = Vec::new();
    for (name, value) in &from.state {
        let local = kripke.variables.iter().find(|variable| {
            let own = variable.scope.is_none_or(|scope| scope.0 == 0);
            own && (name.strip_prefix("main::").unwrap_or(name)) == variable.name.to_string()
        });
        // What does not exist at the entry says nothing of it.
        if let Some(variable) = local.filter(|_| value.is_definite()) {
            predicates.push((variable.name.clone(), value.must()));
        }
    }
    match is_possible(cfg, &predicates, time) {
        Ok(true) => {}
        Ok(false) => {
            let reason = "the program cannot start with the predicates that refute it".to_owned();
            return Err(Evidence::Contradicts(Check::Certified, reason));
        }
        Err(reason) => return Err(missing(reason)),
    }
    let other = |(name, value): &(Name, bool)| {
        let atom = match name {
            Name::Quoted(text) => Atom::Condition(text.clone()),
            Name::Plain(text) => Atom::Named(text.clone()),
        };
        let atom = Formula::Atom(atom, Span::new(0, 0));
        if *value { Formula::Not(Box::new(atom)) } else { atom }
    };
    let refuted = (0..kripke.prefix)
        .fold(Formula::Not(Box::new(property.formula.clone())), |body, _| {
            Formula::Step(Quantifier::Exists, Step::Next, Box::new(body))
        });
    let formula = match predicates.is_empty() {
        true => refuted,
        false => Formula::Or(predicates.iter().map(other).chain([refuted]).collect()),
    };
    let entry = SymbolicKripke { prefix: 0, ..kripke.clone() };
    let property = Property { name: property.name.clone(), formula };
    confirmed(&entry, &property, Some(Verdict::Holds))
}
