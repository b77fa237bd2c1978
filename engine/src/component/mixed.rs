//! Components of either kind, for systems that have both.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;
use belnap_systems::refinement::asked::Asked;
use belnap_systems::refinement::member::{Examined, Member, Partitioned, Question};

use super::Program;

/// A component.
pub enum Component {
    /// Its states are listed.
    Listed(Box<Partitioned>),
    /// It is a program.
    Program(Box<Program>),
}

impl Component {
    /// The program that it is, if it is one.
    pub fn program(&self) -> Option<&Program> {
        match self {
            Component::Listed(_) => None,
            Component::Program(program) => Some(program),
        }
    }
}

impl Member for Component {
    fn abstraction(&self) -> &ExplicitKripke {
        match self {
            Component::Listed(own) => own.abstraction(),
            Component::Program(own) => own.abstraction(),
        }
    }

    fn size(&self) -> usize {
        match self {
            Component::Listed(own) => own.size(),
            Component::Program(own) => own.size(),
        }
    }

    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic> {
        match self {
            Component::Listed(own) => own.split(class, question),
            Component::Program(own) => own.split(class, question),
        }
    }

    fn examine(&mut self, asked: &Asked, refine: bool) -> Result<Examined, Diagnostic> {
        match self {
            Component::Listed(own) => own.examine(asked, refine),
            Component::Program(own) => own.examine(asked, refine),
        }
    }

    fn finest(&self) -> Option<&ExplicitKripke> {
        match self {
            Component::Listed(own) => own.finest(),
            Component::Program(own) => own.finest(),
        }
    }

    fn tell_all_apart(&mut self) {
        match self {
            Component::Listed(own) => own.tell_all_apart(),
            Component::Program(own) => own.tell_all_apart(),
        }
    }

    fn partitioned(&self) -> Option<&Partitioned> {
        match self {
            Component::Listed(own) => own.partitioned(),
            Component::Program(own) => own.partitioned(),
        }
    }
}
