//! What is asked: a program, and how to go about it.

use std::collections::BTreeSet;
use std::sync::Arc;

use belnap_abstractor::theory::Theory;
use belnap_formats::predicates::PredicateFile;
use belnap_ir::cfg::{Cfg, LocationKind};
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::CfgLocId;
use belnap_ir::property::Property;
use belnap_passes::{PassContext, run_default};

use crate::cegar::{self, Failure, Settings, Start, Watch};
use crate::conclusion::Answer;
use crate::graph::{may_be_smaller, visible};
use crate::names::{check_names, unknown_label};
use crate::unrolling::Unroll;

/// A program to ask about; what is learnt for one property helps with the next.
pub struct Question {
    /// The program's graph, as the frontend made it.
    pub program: Cfg,
    /// Predicates to begin with.
    pub given: PredicateFile,
    /// What is kept between rounds and properties.
    pub theory: Arc<Theory>,
    /// How to go about it.
    pub settings: Settings,
    /// Whether to make the graph smaller first.
    pub passes: bool,
}

/// A program whose graph passes make smaller.
pub struct Reducible<'a> {
    /// The graph before passes.
    pub program: &'a Cfg,
    /// What passes must leave as it is.
    pub context: PassContext,
}

impl Question {
    /// The question about only some of the program's assertions, those that fail at these
    /// locations. A failed assertion ends the program, so that the others may as well end it
    /// without a failure.
    #[must_use]
    pub fn about(&self, asked: &BTreeSet<CfgLocId>) -> Question {
        let mut program = self.program.clone();
        program.properties.retain(|one| asked.contains(&one.location));
        for (at, location) in program.locations.iter_mut_enumerated() {
            if location.kind == LocationKind::Failed && !asked.contains(&at) {
                location.kind = LocationKind::Halted;
            }
        }
        Question { program, ..self.without_program() }
    }

    /// The same question, to be answered without unrolling the program.
    #[must_use]
    pub fn without_unrolling(&self) -> Question {
        let settings = Settings { unroll: Unroll::Off, ..self.settings.clone() };
        Question { program: self.program.clone(), settings, ..self.without_program() }
    }

    /// The question about the product of the program with an automaton.
    #[must_use]
    pub fn about_product(&self, program: Cfg) -> Question {
        Question { program, ..self.without_program() }
    }

    fn without_program(&self) -> Question {
        Question {
            program: Cfg::empty(self.program.machine),
            given: self.given.clone(),
            theory: Arc::clone(&self.theory),
            settings: self.settings.clone(),
            passes: self.passes,
        }
    }

    /// The graph for a property, as small as that property allows.
    pub fn graph(&self, property: &Property) -> Cfg {
        self.reduce(property).unwrap_or_else(|| self.program.clone())
    }

    /// The graph for a property, if passes make one.
    pub fn reduce(&self, property: &Property) -> Option<Cfg> {
        self.reducible(property).map(|whole| run_default(whole.program, &whole.context).cfg)
    }

    /// What passes are given for a property, if they may change the graph.
    pub fn reducible(&self, property: &Property) -> Option<Reducible<'_>> {
        let context = visible(&self.program, &property.formula, &self.given);
        let passes = self.passes && may_be_smaller(&self.program, &property.formula, &context);
        passes.then_some(Reducible { program: &self.program, context })
    }

    /// Where the loop begins.
    pub fn start(&self) -> Start {
        Start { predicates: self.given.clone(), ..Start::default() }
    }

    /// Runs the loop for a property on the graph for it, from [`Question::start`] or from what an
    /// earlier run left.
    ///
    /// # Errors
    /// The property does not fit the program, or the watch failed.
    pub fn answer(
        &self,
        graph: &Cfg,
        property: &Property,
        start: &Start,
        watch: &mut dyn Watch,
    ) -> Result<Answer, Failure> {
        let answer = cegar::run(graph, property, start, &self.theory, &self.settings, watch);
        answer.map_err(|failure| match failure {
            Failure::Property(found) => Failure::Property(self.better(property, found)),
            other => other,
        })
    }

    /// Checks the names in a property before it is verified.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn check_names(&self, property: &Property) -> Result<(), Box<Diagnostic>> {
        if let Some(found) = unknown_label(&self.program, &property.formula) {
            return Err(Box::new(found));
        }
        check_names(&self.graph(property), property).map_err(|found| self.better(property, found))
    }

    /// Of a name that nothing has: the labels that the whole program has are the better hint.
    fn better(&self, property: &Property, found: Box<Diagnostic>) -> Box<Diagnostic> {
        match unknown_label(&self.program, &property.formula) {
            Some(better) if found.rule == "check-atom" => Box::new(better),
            _ => found,
        }
    }
}
