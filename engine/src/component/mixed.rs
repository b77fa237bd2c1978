//! Components of either kind, for systems that have both.

use std::collections::BTreeSet;

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
    fn lumped(&self) -> &Partitioned {
        match self {
            Component::Listed(own) => own.lumped(),
            Component::Program(own) => own.lumped(),
        }
    }

    fn restrict(&mut self, actions: &BTreeSet<String>, states: &[bool]) {
        match self {
            Component::Listed(own) => own.restrict(actions, states),
            Component::Program(own) => own.restrict(actions, states),
        }
    }

    fn tell_apart(&mut self, states: &[StateId]) {
        match self {
            Component::Listed(own) => own.tell_apart(states),
            Component::Program(own) => own.tell_apart(states),
        }
    }

    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic> {
        match self {
            Component::Listed(own) => Member::split(&mut **own, class, question),
            Component::Program(own) => own.split(class, question),
        }
    }

    fn examine(&mut self, asked: &Asked, refine: bool) -> Result<Examined, Diagnostic> {
        match self {
            Component::Listed(own) => own.examine(asked, refine),
            Component::Program(own) => own.examine(asked, refine),
        }
    }

    fn examine_states(&mut self, asked: &Asked) -> Result<Examined, Diagnostic> {
        match self {
            Component::Listed(own) => own.examine_states(asked),
            Component::Program(own) => own.examine_states(asked),
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
