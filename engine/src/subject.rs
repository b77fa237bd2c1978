//! What a property is decided about: one abstraction of a graph, made and checked.
//!
//! The loop does this once a round, and whoever makes a proof smaller with every set that it tries.

use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::{Predicates, refuse_untracked};
use belnap_checker::encode::encode;
use belnap_checker::run::{RunError, RunOptions, check_all};
use belnap_cli::ToolError;
use belnap_formats::predicates::RefusedText;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_ir::kripke::Kripke;
use belnap_ir::predicate::PredicateSet;
use belnap_ir::property::Property;
use belnap_ir::result::{CheckResult, PropertyResult, Seeds};
use belnap_refiner::find::start::{at_start, refuted_at_start};
use belnap_refiner::known::conditions;

use crate::cegar::{Failure, Settings};
use crate::conclusion::RefutedStart;

/// A graph, a property, and how to decide it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The graph.
    pub cfg: &'a Cfg,
    /// The property.
    pub property: &'a Property,
    /// What is kept between abstractions.
    pub theory: &'a Theory,
    /// How to go about it.
    pub settings: &'a Settings,
}

/// A structure and what the checker says of it; the error is a limit.
pub type Checked = Result<(Kripke, CheckResult), Box<RunError>>;

impl Subject<'_> {
    /// Abstracts the program over predicates; `what` they are, for a message.
    pub(crate) fn abstract_over(
        &self,
        predicates: &PredicateSet,
        what: impl FnOnce() -> String,
    ) -> Result<BoolProgram, Failure> {
        let tracked = Predicates::of(self.cfg, predicates).map_err(|found| {
            refuse_predicates(&what(), &refuse_untracked(self.cfg, predicates, &found))
        })?;
        Ok(abstract_program(self.cfg, &tracked, self.theory, &self.settings.abstraction))
    }

    /// Checks an abstraction.
    pub(crate) fn check(
        &self,
        program: &BoolProgram,
        options: &RunOptions,
        seeds: Option<&Seeds>,
    ) -> Result<Checked, Failure> {
        let checked = encode(program, &self.settings.encode)
            .map_err(RunError::Structure)
            .map(Kripke::Symbolic)
            .and_then(|kripke| {
                let properties = std::slice::from_ref(self.property);
                let result = check_all(&kripke, properties, options, seeds)?;
                Ok((kripke, result))
            });
        match checked {
            Ok(checked) => Ok(Ok(checked)),
            Err(RunError::Property { diagnostic, .. }) => {
                Err(Failure::Property(Box::new(diagnostic)))
            }
            Err(error @ RunError::Inconsistent { .. }) => {
                Err(ToolError::Internal(error.to_string()).into())
            }
            Err(limit) => Ok(Err(Box::new(limit))),
        }
    }

    /// States in which the program can start and from which the property fails, if a result that
    /// does not decide shows some.
    pub(crate) fn find_refuted_start(
        &self,
        predicates: &PredicateSet,
        result: &PropertyResult,
    ) -> Option<RefutedStart> {
        let question = self.settings.refine.question;
        let (from, states) = refuted_at_start(self.cfg, &result.initial, question)?;
        let known: Vec<Expr> = at_start(self.cfg, &states, &conditions(self.cfg, predicates));
        let condition = (!known.is_empty()).then_some(Expr::And(known));
        Some(RefutedStart { condition, state: from.state.clone() })
    }
}

/// Predicates that an abstraction cannot be made with; `what` they are.
pub(crate) fn refuse_predicates(what: &str, found: &RefusedText) -> Failure {
    Failure::Tool(ToolError::refuse(what, &found.text, &found.found))
}
