//! A component as the loop sees it: an abstraction, and ways to make it finer.

use std::collections::BTreeSet;

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::ids::StateId;
use belnap_ir::kripke::ExplicitKripke;

use crate::compose::{Part, compose};
use crate::possible::restrict;
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
fn split(
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
    fn abstraction(&self) -> &ExplicitKripke {
        self.lumped().abstraction()
    }

    /// How many classes, or what takes their place, there are.
    fn size(&self) -> usize {
        self.lumped().partition().classes.len()
    }

    /// Its states, as far as they are told apart at all, and their classes.
    fn lumped(&self) -> &Partitioned;

    /// Leaves out what is not possible next to the other components: all actions but these, and
    /// states in which it is never.
    fn restrict(&mut self, actions: &BTreeSet<String>, states: &[bool]);

    /// Tells these states apart from all others.
    fn tell_apart(&mut self, states: &[StateId]);

    /// Makes an abstract state finer by a question; in which words it was asked, if that was
    /// possible. States of the abstraction have other numbers then.
    ///
    /// # Errors
    /// If a limit is reached.
    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic>;

    /// Whether it can do what is asked of it, of its classes. If not, its abstraction may become
    /// finer, if it is to be refined.
    ///
    /// # Errors
    /// If a limit is reached.
    fn examine(&mut self, asked: &Asked, refine: bool) -> Result<Examined, Diagnostic>;

    /// The same of its states.
    ///
    /// # Errors
    /// If a limit is reached.
    fn examine_states(&mut self, asked: &Asked) -> Result<Examined, Diagnostic>;

    /// What its abstraction would be if nothing of it were lumped together, where that is an
    /// abstraction, too.
    fn finest(&self) -> Option<&ExplicitKripke>;

    /// Makes that its abstraction.
    fn tell_all_apart(&mut self);

    /// Its states and their classes, if they are listed.
    fn partitioned(&self) -> Option<&Partitioned>;
}

/// States that are listed, abstracted by a partition of them.
#[derive(Clone, Debug)]
pub struct Partitioned {
    component: ExplicitKripke,
    /// The component without what is not possible next to the others, if anything is not.
    restricted: Option<Restricted>,
    partition: Partition,
    abstraction: ExplicitKripke,
}

/// A component without what is not possible.
#[derive(Clone, Debug)]
pub struct Restricted {
    /// Without the steps.
    pub structure: ExplicitKripke,
    /// The actions that are possible, of all components.
    pub actions: BTreeSet<String>,
    /// The states in which it may be.
    pub states: Vec<bool>,
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
            None => Partition::finest(component.states.len()),
            Some(names) => {
                let told: Vec<usize> = (0..component.propositions.len())
                    .filter(|index| names.contains(&component.propositions[*index]))
                    .collect();
                Partition::by_labels(&component, &told)
            }
        };
        Ok(Partitioned::of(component, partition))
    }

    /// A component that was composed alone, with classes of its states.
    pub fn of(component: ExplicitKripke, partition: Partition) -> Self {
        let abstraction = Concrete::new(&component).quotient(&partition);
        Partitioned { component, restricted: None, partition, abstraction }
    }

    /// The component, composed alone.
    pub fn component(&self) -> &ExplicitKripke {
        &self.component
    }

    /// The component without what is not possible next to the others, if anything is not.
    pub fn restricted(&self) -> Option<&Restricted> {
        self.restricted.as_ref()
    }

    /// What the abstraction abstracts: the component, as far as it is possible.
    pub fn possible(&self) -> &ExplicitKripke {
        self.restricted.as_ref().map_or(&self.component, |own| &own.structure)
    }

    /// The classes of its states.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The structure of the classes.
    pub fn abstraction(&self) -> &ExplicitKripke {
        &self.abstraction
    }

    /// Has other classes.
    pub fn set_partition(&mut self, partition: Partition) {
        self.partition = partition;
        self.abstraction = Concrete::new(self.possible()).quotient(&self.partition);
    }

    /// Splits a class by a question; whether its states differ.
    pub fn split(&mut self, class: StateId, question: &Question) -> bool {
        let mut partition = self.partition.clone();
        let is_split = split(&Concrete::new(self.possible()), &mut partition, class, question);
        if is_split {
            self.set_partition(partition);
        }
        is_split
    }

    /// Leaves out all actions but these, and puts states in which it is never in other classes than
    /// those in which it may be.
    pub fn restrict(&mut self, actions: &BTreeSet<String>, states: &[bool]) {
        let known = self.restricted.as_ref();
        if known.is_some_and(|known| known.actions == *actions && known.states == states) {
            return;
        }
        let structure = restrict(&self.component, actions);
        if structure.transitions.len() == self.component.transitions.len()
            && states.iter().all(|possible| *possible)
        {
            if self.restricted.take().is_some() {
                self.set_partition(self.partition.clone());
            }
            return;
        }
        let mut partition = self.partition.clone();
        for class in 0..partition.classes.len() {
            partition.split(class, |state| states[state.index()]);
        }
        let (actions, states) = (actions.clone(), states.to_vec());
        self.restricted = Some(Restricted { structure, actions, states });
        self.set_partition(partition);
    }

    /// Makes each of these states a class of its own.
    pub fn tell_apart(&mut self, states: &[StateId]) {
        let mut partition = self.partition.clone();
        for state in states {
            partition.split(partition.class_of[state.index()], |other| other == *state);
        }
        self.set_partition(partition);
    }
}

impl Member for Partitioned {
    fn lumped(&self) -> &Partitioned {
        self
    }

    fn restrict(&mut self, actions: &BTreeSet<String>, states: &[bool]) {
        Partitioned::restrict(self, actions, states);
    }

    fn tell_apart(&mut self, states: &[StateId]) {
        Partitioned::tell_apart(self, states);
    }

    fn split(&mut self, class: StateId, question: &Question) -> Result<Option<String>, Diagnostic> {
        Ok(Partitioned::split(self, class, question).then(|| question.action().to_owned()))
    }

    fn examine(&mut self, asked: &Asked, _: bool) -> Result<Examined, Diagnostic> {
        let own = Concrete::new(self.possible());
        let initial = self.component.initial.iter();
        let mut starts =
            initial.filter(|state| self.partition.class_of[state.index()] == asked.start.index());
        Ok(match starts.any(|state| asked.is_followed(&own, &self.partition, *state)) {
            true => Examined::Possible,
            false => Examined::Open,
        })
    }

    fn examine_states(&mut self, asked: &Asked) -> Result<Examined, Diagnostic> {
        let own = Concrete::new(self.possible());
        let finest = Partition::finest(self.component.states.len());
        Ok(match asked.is_followed(&own, &finest, asked.start) {
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
