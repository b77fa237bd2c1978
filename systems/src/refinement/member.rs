//! A component as the loop sees it: an abstraction, and ways to make it finer.

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;

use crate::compose::{Part, compose};
use crate::quotient::{Concrete, Partition};

use super::asked::Asked;

/// What tells the states that an abstract state stands for apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Whether they go to an abstract state by an action.
    Goes(String, StateId),
    /// Whether some step with an action certainly exists.
    Offers(String),
}

impl Question {
    /// The action that it is about.
    pub fn action(&self) -> &str {
        match self {
            Question::Goes(action, _) | Question::Offers(action) => action,
        }
    }
}

/// Splits a class by a question, or by whether the answer is possibly yes; whether its states
/// differ.
pub fn split(
    own: &Concrete<'_>,
    partition: &mut Partition,
    class: StateId,
    question: &Question,
) -> bool {
    let class = class.index();
    match question {
        Question::Goes(action, target) => {
            let before = partition.clone();
            let goes = |state| own.goes(state, Some(action), &before, target.index());
            partition.split(class, |state| goes(state).0)
                || partition.split(class, |state| goes(state).1)
        }
        Question::Offers(action) => {
            partition.split(class, |state| own.is_certain(state, Some(action)))
                || partition.split(class, |state| own.is_possible(state, Some(action)))
        }
    }
}

/// What a component says of a path that the abstraction allows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Examined {
    /// It can follow it.
    Possible,
    /// It cannot. Its abstraction is finer now, if it could learn why: in these words.
    Impossible(Option<String>),
    /// Not known.
    Open,
}

/// A component.
pub trait Member {
    /// Its abstraction, composed alone.
    fn abstraction(&self) -> &ExplicitKripke;

    /// How many classes, or what takes their place, there are.
    fn size(&self) -> usize;

    /// Makes an abstract state finer by a question; in which words it was asked, if that was
    /// possible. States of the abstraction have other numbers then.
    ///
    /// # Errors
    /// If a limit is reached.
    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic>;

    /// Whether it can do what is asked of it. If not, its abstraction may become finer, if it is to
    /// be refined.
    ///
    /// # Errors
    /// If a limit is reached.
    fn examine(&mut self, asked: &Asked, refine: bool) -> Result<Examined, Diagnostic>;

    /// What its abstraction would be if nothing of it were lumped together, where that is an
    /// abstraction, too.
    fn finest(&self) -> Option<&ExplicitKripke>;

    /// Makes that its abstraction.
    fn tell_all_apart(&mut self);

    /// Its states and their classes, if they are listed.
    fn partitioned(&self) -> Option<&Partitioned>;
}

/// A component whose states are listed, abstracted by a partition of them.
#[derive(Clone, Debug)]
pub struct Partitioned {
    component: ExplicitKripke,
    partition: Partition,
    abstraction: ExplicitKripke,
}

impl Partitioned {
    /// A component whose states are told apart by propositions, or all, if `None`.
    ///
    /// # Errors
    /// If the component does not fit the rules of compositions.
    pub fn new(
        part: &Part,
        propositions: Option<&[String]>,
        limit: usize,
    ) -> Result<Self, Diagnostic> {
        let component = compose(std::slice::from_ref(part), limit)?;
        let partition = match propositions {
            None => Partition::by(component.states.len(), |state| state),
            Some(names) => {
                let told: Vec<usize> = (0..component.propositions.len())
                    .filter(|index| names.contains(&component.propositions[*index]))
                    .collect();
                Partition::by_labels(&component, &told)
            }
        };
        let abstraction = Concrete::new(&component).quotient(&partition);
        Ok(Partitioned { component, partition, abstraction })
    }

    /// The component, composed alone.
    pub fn component(&self) -> &ExplicitKripke {
        &self.component
    }

    /// The classes of its states.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }
}

impl Member for Partitioned {
    fn abstraction(&self) -> &ExplicitKripke {
        &self.abstraction
    }

    fn size(&self) -> usize {
        self.partition.classes.len()
    }

    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic> {
        let own = Concrete::new(&self.component);
        let split = split(&own, &mut self.partition, class, question);
        if split {
            self.abstraction = own.quotient(&self.partition);
        }
        Ok(split.then(|| question.action().to_owned()))
    }

    fn examine(&mut self, asked: &Asked, _: bool) -> Result<Examined, Diagnostic> {
        let own = Concrete::new(&self.component);
        let initial = self.component.initial.iter();
        let mut starts =
            initial.filter(|state| self.partition.class_of[state.index()] == asked.start.index());
        Ok(match starts.any(|state| asked.is_followed(&own, &self.partition, *state)) {
            true => Examined::Possible,
            false => Examined::Open,
        })
    }

    fn finest(&self) -> Option<&ExplicitKripke> {
        None
    }

    fn tell_all_apart(&mut self) {}

    fn partitioned(&self) -> Option<&Partitioned> {
        Some(self)
    }
}
