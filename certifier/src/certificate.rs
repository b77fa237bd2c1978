//! Whether a certificate proves its property: what all kinds of certificates have in common.
//!
//! A claim about the graph that the property follows from is put to the prover, question by
//! question: invariants ([`crate::invariance`]), or how often loops are repeated
//! ([`crate::unrolling`]).

use std::collections::BTreeSet;
use std::convert::Infallible;

use belnap_formats::condition::Names;
use belnap_formats::property::read_formula;
use belnap_ir::certificate::{Certificate, Claim};
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::Atom;
use belnap_solver::smt_lib::SmtAnswer;

use crate::against::fits_into_memory;
use crate::formula::{Always, nowhere};
use crate::questions::Time;
use crate::start::before_start;
use crate::{invariance, unrolling};

/// What a check of a certificate found.
#[derive(Clone, Debug, Default)]
pub struct CertificateFindings {
    /// Questions that were put to the prover.
    pub questions: usize,
    /// What is wrong with the certificate.
    pub wrong: Vec<String>,
    /// What was not decided.
    pub undecided: Vec<String>,
}

impl CertificateFindings {
    /// Whether the property is proved.
    pub fn is_proved(&self) -> bool {
        self.wrong.is_empty() && self.undecided.is_empty()
    }
}

/// Called with the name and the text of each question, all of which have the answer `unsat`.
pub type Emit<'e, E> = dyn FnMut(&str, &str) -> Result<(), E> + 'e;

/// Why nothing could be asked.
#[derive(Debug)]
pub enum Refusal<E> {
    /// The certificate is not one for this graph.
    Foreign(String),
    /// The property is of a kind that certificates are not about.
    Unfit(String),
    /// A question could not be written.
    Emit(E),
}

/// Asks whether a certificate proves its property of a graph.
///
/// Of a graph with calls nothing is proved: an invariant of a function is not one of its caller.
///
/// # Errors
/// If the certificate does not fit the graph, or a question could not be written.
pub fn certify<E>(
    cfg: &Cfg,
    certificate: &Certificate,
    time: Time,
    emit: &mut Emit<'_, E>,
) -> Result<CertificateFindings, Refusal<E>> {
    let formula = read_formula(&certificate.formula)
        .map_err(|_| Refusal::Unfit(format!("`{}` is not a property", certificate.formula)))?;
    let always = Always::of(&formula).ok_or_else(|| {
        let formula = &certificate.formula;
        Refusal::Unfit(format!("`{formula}` is not about every single state: AG over conditions"))
    })?;
    if let Err(found) = fits_into_memory(cfg) {
        return Err(Refusal::Unfit(found.message));
    }
    // What is called by no name of the program is never there, which proves nothing.
    if let Some(label @ Atom::At { .. }) = nowhere(cfg, &formula) {
        return Err(Refusal::Unfit(format!("the graph has no location for {label}")));
    }
    let wanted = Wanted::Everywhere(always);
    let goal = Goal { cfg, names: Names::new(cfg), wanted, before_start: before_start(cfg) };
    let mut asking = Asking { time, outcome: CertificateFindings::default(), emit };
    match &certificate.claim {
        Claim::Invariants(invariants) => invariance::prove(&goal, invariants, &mut asking)?,
        Claim::Unrolling(unrolling) => unrolling::prove(&goal, unrolling, &mut asking)?,
    }
    Ok(asking.outcome)
}

/// Whether a certificate that proves its property also shows that a condition is true whenever
/// control is at a location.
pub fn shows(
    cfg: &Cfg,
    certificate: &Certificate,
    at: CfgLocId,
    condition: &Expr,
    time: Time,
) -> bool {
    let names = Names::new(cfg);
    let wanted = Wanted::At(at, condition);
    let goal = Goal { cfg, names, wanted, before_start: BTreeSet::new() };
    let mut emit = |_: &str, _: &str| Ok::<(), Infallible>(());
    let outcome = CertificateFindings::default();
    let mut asking = Asking { time, outcome, emit: &mut emit };
    let asked = match &certificate.claim {
        Claim::Invariants(invariants) => invariance::show(&goal, invariants, at, &mut asking),
        Claim::Unrolling(unrolling) => unrolling::prove(&goal, unrolling, &mut asking),
    };
    asked.is_ok() && asking.outcome.is_proved()
}

/// What must be true in every state that is reached.
pub(crate) struct Goal<'a> {
    pub cfg: &'a Cfg,
    pub names: Names<'a>,
    wanted: Wanted<'a>,
    /// Where properties are not judged yet.
    before_start: BTreeSet<CfgLocId>,
}

impl Goal<'_> {
    /// The condition that every state at a location must satisfy.
    pub fn at<E>(&self, at: CfgLocId) -> Result<Expr, Refusal<E>> {
        match &self.wanted {
            Wanted::Everywhere(always) if !self.before_start.contains(&at) => {
                always.at(self.cfg, &self.names, at).map_err(Refusal::Unfit)
            }
            Wanted::At(place, condition) if *place == at => Ok((*condition).clone()),
            _ => Ok(Expr::Bool(true)),
        }
    }
}

/// What is wanted of states.
enum Wanted<'a> {
    /// A property, at all locations.
    Everywhere(Always<'a>),
    /// A condition, at one location.
    At(CfgLocId, &'a Expr),
}

/// Questions, and what became of them so far.
pub(crate) struct Asking<'e, 'f, E> {
    pub time: Time,
    pub outcome: CertificateFindings,
    pub emit: &'e mut Emit<'f, E>,
}

impl<E> Asking<'_, '_, E> {
    /// Whether a graph has no calls; that it has some is noted as undecided.
    pub fn has_no_calls(&mut self, cfg: &Cfg) -> bool {
        let single = cfg.functions.len() <= 1;
        if !single {
            self.outcome.undecided.push("calls of functions are not certified".to_owned());
        }
        single
    }

    /// Puts a question; `wrong` says what is so if the answer is that this is possible, `loose`
    /// whether such an answer cannot be trusted.
    pub fn put(
        &mut self,
        name: &str,
        text: &str,
        loose: bool,
        wrong: String,
    ) -> Result<(), Refusal<E>> {
        self.outcome.questions += 1;
        (self.emit)(name, text).map_err(Refusal::Emit)?;
        match self.time.ask(text) {
            SmtAnswer::Unsatisfiable => {}
            SmtAnswer::Satisfiable if !loose => self.outcome.wrong.push(wrong),
            _ => self.outcome.undecided.push(format!("not decided whether {wrong}")),
        }
        Ok(())
    }
}
