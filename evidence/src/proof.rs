//! Proofs, checked: certificates of invariance, and explanations of other results.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::{Duration, Instant};

use belnap_bounded::commands::unroll;
use belnap_certifier::against::{self, structure};
use belnap_certifier::certificate::{Refusal, certify};
use belnap_certifier::formula::Always;
use belnap_certifier::questions::{Limits, Time};
use belnap_certifier::start::is_possible;
use belnap_certifier::vacuity;
use belnap_checker::certificate::{NoCertificate, make_certificate};
use belnap_checker::explain::ExplainOptions;
use belnap_checker::run::{RunOptions, check_all};
use belnap_checker::thorough;
use belnap_ir::boolprog::Name;
use belnap_ir::certificate::{Certificate, Claim, Invariants};
use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Severity;
use belnap_ir::kripke::{Kripke, SymbolicKripke};
use belnap_ir::property::{Atom, Formula, Property, Quantifier, Step};
use belnap_ir::result::Verdict;
use belnap_ir::span::Span;
use belnap_passes::carry::carry;
use belnap_passes::default_passes;

use super::{Check, Evidence, unrolling};
use crate::confirm::{Confirmation, Subject};
use belnap_engine::conclusion::{Abstraction, Conclusion, RefutedStart};
use belnap_engine::question::Reducible;
use belnap_refiner::given::{self, LoopInvariants};

/// Time limit for one question.
pub(super) const QUESTION: Duration = Duration::from_secs(10);

/// Limit on the claims of an explanation that is to be checked.
const CLAIMS: usize = 100_000;

/// Limit on the steps before the start that a formula is written for.
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
    /// The same as the first, if that does not say which states may be reached, but these.
    pub ahead: Option<Certificate>,
    /// The locations that may be reached, where the property holds.
    pub reached: Option<BTreeSet<String>>,
    /// The locations between which a step may be taken, where the property holds.
    pub steps: Option<BTreeSet<(String, String)>>,
    /// Why the property holds whatever the program computes.
    pub vacuous: Option<String>,
}

/// Checks the proof of a conclusion that was drawn from the last structure; `whole` is there if
/// `cfg` is what passes made of it.
pub fn check(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    conclusion: &Conclusion,
    end: Option<Instant>,
) -> Proof {
    if let Conclusion::HoldsInUnrolling { unrolled, level, .. } = conclusion {
        let whole = whole.filter(|whole| whole.program != cfg);
        return unrolling::check(cfg, whole, property, (unrolled, *level), end);
    }
    if let Conclusion::HoldsByGiven(found) = conclusion {
        let whole = whole.filter(|whole| whole.program != cfg);
        return check_given(cfg, whole, property, found, Time { question: QUESTION, end });
    }
    if let Conclusion::HoldsInStates { reached, .. } = conclusion {
        let whole = whole.filter(|whole| whole.program != cfg);
        return check_states(cfg, whole, property, reached, Time { question: QUESTION, end });
    }
    let Some(last) = conclusion.abstraction() else { return Proof::default() };
    let Kripke::Symbolic(kripke) = &last.structure else { return Proof::default() };
    let whole = whole.filter(|whole| whole.program != cfg);
    let time = Time { question: QUESTION, end };
    if matches!(conclusion, Conclusion::InAllCompletions { .. }) {
        // That nothing bad may be reached is not known of the abstraction.
        let evidence = check_explanation(cfg, kripke, whole, property, conclusion, time);
        return Proof { evidence, ..Proof::default() };
    }
    let is_invariance = Always::of(&property.formula).is_some();
    let holds = conclusion.verdict() == Verdict::Holds;
    match holds.then(|| make_certificate(kripke, property)) {
        Some(Ok(always)) => {
            let vacuous = vacuity::vacuous(cfg, &always.reached, &property.formula);
            let (reached, steps) = (Some(always.reached), Some(always.steps));
            let ahead = always.ahead;
            let proof = Proof { reached, steps, vacuous, ahead, ..Proof::default() };
            if is_invariance {
                let certificate = always.certificate;
                let (evidence, whole) = check_invariance(cfg, whole, property, &certificate, time);
                Proof { evidence, certificate: Some(certificate), whole, ..proof }
            } else {
                let evidence = check_explanation(cfg, kripke, whole, property, conclusion, time);
                Proof { evidence, ..proof }
            }
        }
        Some(Err(none)) if is_invariance => Proof { evidence: none.into(), ..Proof::default() },
        _ => {
            let evidence = check_explanation(cfg, kripke, whole, property, conclusion, time);
            Proof { evidence, ..Proof::default() }
        }
    }
}

/// Checks a proof by given predicates. They do not say which locations are reached: all that can
/// be.
fn check_given(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    found: &LoopInvariants,
    time: Time,
) -> Proof {
    let certificate = given::certificate(cfg, property, found);
    let locations = found.at.iter().map(|(at, _)| at).chain(&found.others);
    let reached: BTreeSet<String> = locations.map(ToString::to_string).collect();
    let vacuous = vacuity::vacuous(cfg, &reached, &property.formula);
    let (evidence, whole) = check_invariance(cfg, whole, property, &certificate, time);
    let certificate = Some(certificate);
    Proof { evidence, certificate, whole, reached: Some(reached), vacuous, ..Proof::default() }
}

/// Checks a proof by the states that may be reached.
fn check_states(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    invariants: &Invariants,
    time: Time,
) -> Proof {
    let reached: BTreeSet<String> = invariants.at.keys().cloned().collect();
    let vacuous = vacuity::vacuous(cfg, &reached, &property.formula);
    let certificate = unroll::proof(property, Claim::Invariants(invariants.clone()));
    let (evidence, whole) = check_invariance(cfg, whole, property, &certificate, time);
    let certificate = Some(certificate);
    Proof { evidence, certificate, whole, reached: Some(reached), vacuous, ..Proof::default() }
}

/// Checks a certificate: carried back to the whole program, if that suffices; then it is returned.
fn check_invariance(
    cfg: &Cfg,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    certificate: &Certificate,
    time: Time,
) -> (Evidence, Option<Certificate>) {
    let Some(Reducible { program, context }) = whole else {
        return (check_certificate(cfg, property, certificate, time), None);
    };
    if let Some(carried) = carry(program, context, &default_passes(), certificate)
        && check_certificate(program, property, &carried, time)
            == Evidence::Checked(Check::Certified)
    {
        return (Evidence::Checked(Check::Certified), Some(carried));
    }
    match check_certificate(cfg, property, certificate, time) {
        Evidence::Checked(_) => (Evidence::Checked(Check::AfterPasses), None),
        other => (other, None),
    }
}

fn report_missing(reason: impl Into<String>) -> Evidence {
    Evidence::Missing(Check::Certified, reason.into())
}

pub(super) fn check_certificate(
    cfg: &Cfg,
    property: &Property,
    certificate: &Certificate,
    time: Time,
) -> Evidence {
    if certificate.formula != belnap_formats::property::print(&property.formula) {
        let reason = format!("the certificate is about {}", certificate.formula);
        return Evidence::Contradicts(Check::Certified, reason);
    }
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    match certify(cfg, certificate, time, &mut emit) {
        Ok(outcome) => match (outcome.wrong.first(), outcome.undecided.first()) {
            (Some(wrong), _) => Evidence::Contradicts(Check::Certified, wrong.clone()),
            (None, Some(_)) if time.end.is_some_and(|end| end <= Instant::now()) => {
                report_missing("the time limit was reached")
            }
            (None, Some(open)) => report_missing(open.clone()),
            (None, None) => Evidence::Checked(Check::Certified),
        },
        Err(Refusal::Foreign(reason)) => Evidence::Contradicts(Check::Certified, reason),
        Err(Refusal::Unfit(reason)) => report_missing(reason),
        Err(Refusal::Emit(never)) => match never {},
    }
}

impl From<NoCertificate> for Evidence {
    fn from(none: NoCertificate) -> Evidence {
        match none {
            NoCertificate::Foreign(reason) => Evidence::Contradicts(Check::Certified, reason),
            NoCertificate::Unavailable(reason) => report_missing(reason),
        }
    }
}

/// Checks the explanation of the result, made anew without what earlier rounds found, and the
/// structure that it is about.
fn check_explanation(
    cfg: &Cfg,
    kripke: &SymbolicKripke,
    whole: Option<&Reducible<'_>>,
    property: &Property,
    conclusion: &Conclusion,
    time: Time,
) -> Evidence {
    let explained = match conclusion {
        Conclusion::Holds(last) | Conclusion::Fails(last) => {
            confirm_verdict(kripke, property, last.result.verdict)
        }
        Conclusion::InAllCompletions { verdict, .. } => {
            confirm_completions(kripke, property, *verdict, time)
        }
        Conclusion::FailsFromSome { start, .. } => {
            confirm_refuted_start(cfg, kripke, property, start, time)
        }
        Conclusion::FailsInExecution { .. }
        | Conclusion::FailsInUnrolling { .. }
        | Conclusion::FailsInStates { .. } => {
            Err(report_missing("the states it starts from are not known to the abstraction"))
        }
        Conclusion::HoldsInOnlyExecution { .. }
        | Conclusion::HoldsByGiven(_)
        | Conclusion::HoldsInStates { .. }
        | Conclusion::HoldsInUnrolling { .. }
        | Conclusion::Unknown { .. } => Err(Evidence::None),
    };
    match (explained, conclusion.abstraction()) {
        (Err(why), _) => why,
        (Ok(()), None) => Evidence::None,
        (Ok(()), Some(last)) => match check_abstraction(cfg, kripke, last, time) {
            Evidence::Checked(Check::Certified) if whole.is_some() => {
                Evidence::Checked(Check::AfterPasses)
            }
            other => other,
        },
    }
}

/// Checks that a structure abstracts the graph.
fn check_abstraction(
    cfg: &Cfg,
    kripke: &SymbolicKripke,
    last: &Abstraction,
    time: Time,
) -> Evidence {
    let limits = Limits { time, strict: false };
    // A graph may have functions that are never called; of these a structure says nothing.
    let calls = kripke.scopes.len() > 1 || cfg.functions.len() > 1;
    let outcome = match calls {
        false => structure::check(cfg, kripke, limits),
        true => against::check(cfg, &last.program, limits),
    };
    let wrong = outcome.diagnostics.iter().find(|one| one.severity == Severity::Error);
    match (wrong, outcome.undecided) {
        (Some(wrong), _) => Evidence::Contradicts(Check::Certified, wrong.message.clone()),
        (None, 0) if calls => report_missing("how calls of functions are encoded is not checked"),
        (None, 0) => Evidence::Checked(Check::Certified),
        (None, open) => report_missing(format!("{open} questions about steps were not decided")),
    }
}

/// Explains anew that a property has the claimed verdict on a structure, and checks the
/// explanation; `Err` is what to say if that does not succeed.
fn confirm_verdict(
    kripke: &SymbolicKripke,
    property: &Property,
    claimed: Verdict,
) -> Result<(), Evidence> {
    let options = RunOptions {
        explain: Some(ExplainOptions { max_claims: CLAIMS }),
        seeds: false,
        ..RunOptions::default()
    };
    let structure = Kripke::Symbolic(kripke.clone());
    let result = check_all(&structure, std::slice::from_ref(property), &options, None)
        .map_err(|error| report_missing(error.to_string()))?;
    match result.properties[0].verdict {
        same if claimed == same => {}
        Verdict::Inconclusive => {
            return Err(report_missing("without the results of earlier rounds it is not decided"));
        }
        Verdict::Holds | Verdict::Fails => {
            let reason = "without the results of earlier rounds the opposite is found".to_owned();
            return Err(Evidence::Contradicts(Check::Certified, reason));
        }
    }
    match Subject::Symbolic(kripke.clone()).confirm_all(&result).first() {
        Some(Confirmation::Confirmed { believed: 0, only: None, .. }) => Ok(()),
        Some(Confirmation::Refused(reason)) => {
            Err(Evidence::Contradicts(Check::Certified, reason.clone()))
        }
        Some(other) => Err(report_missing(other.to_string())),
        None => Err(Evidence::None),
    }
}

/// Asks a second engine, which shares only the views of structure and formula with the first,
/// whether all completions of a structure agree on a property.
fn confirm_completions(
    kripke: &SymbolicKripke,
    property: &Property,
    claimed: Verdict,
    time: Time,
) -> Result<(), Evidence> {
    let stop = || time.end.is_some_and(|end| end <= Instant::now());
    let options = thorough::Options {
        engine: thorough::Engine::Tableau,
        known_open: true,
        always_look: true,
        evidence: false,
        stop: Some(&stop),
        ..thorough::Options::default()
    };
    match thorough::check(&Kripke::Symbolic(kripke.clone()), property, &options) {
        Ok(found) if found.verdict == claimed => Ok(()),
        Ok(found) => Err(match found.stopped {
            Some(why) => report_missing(format!("a second engine does not say: {why}")),
            None => {
                let reason = "a second engine finds that completions do not agree".to_owned();
                Evidence::Contradicts(Check::Certified, reason)
            }
        }),
        Err(error) => Err(report_missing(error.to_string())),
    }
}

/// Explains that a property fails from all states at the entry with certain predicates, and that
/// there are such states: at the entry, `predicates -> EX … EX !property` holds of all.
fn confirm_refuted_start(
    cfg: &Cfg,
    kripke: &SymbolicKripke,
    property: &Property,
    from: &RefutedStart,
    time: Time,
) -> Result<(), Evidence> {
    if kripke.prefix > STEPS {
        return Err(report_missing("there are too many steps before the start"));
    }
    let predicates = entry_predicates(kripke, from);
    match is_possible(cfg, &predicates, time) {
        Ok(true) => {}
        Ok(false) => {
            let reason = "the program cannot start with the predicates that refute it".to_owned();
            return Err(Evidence::Contradicts(Check::Certified, reason));
        }
        Err(reason) => return Err(report_missing(reason)),
    }
    let formula = build_refuting_formula(kripke, property, &predicates);
    let entry = SymbolicKripke { prefix: 0, ..kripke.clone() };
    let property = Property { name: property.name.clone(), formula };
    confirm_verdict(&entry, &property, Verdict::Holds)
}

/// What the states have in common at the entry: predicates and their values.
fn entry_predicates(kripke: &SymbolicKripke, from: &RefutedStart) -> Vec<(Name, bool)> {
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
    predicates
}

/// `predicates -> EX … EX !property`, with a step for each before the start.
fn build_refuting_formula(
    kripke: &SymbolicKripke,
    property: &Property,
    predicates: &[(Name, bool)],
) -> Formula {
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
    match predicates.is_empty() {
        true => refuted,
        false => Formula::Or(predicates.iter().map(other).chain([refuted]).collect()),
    }
}
