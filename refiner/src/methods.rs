//! The methods that find predicates, as a table: what each is called, when it applies, what it
//! proposes and what it costs. The order of the rows is the policy of [`Choice::Auto`].

use crate::context::Context;
use crate::discover::{core, elimination, induction, interpolants, invariants, values, wp};
use crate::find::{Finder, deeper};
use crate::minimum::choose::{CHOOSERS, Chooser};
use crate::path::GraphPath;

/// A method: one row of [`METHODS`].
#[derive(Clone, Copy)]
pub struct Method {
    /// Its name on the command line. Methods that belong together share one.
    pub name: &'static str,
    /// What it proposes, in a line.
    pub description: &'static str,
    /// What it works on.
    pub source: Source,
    /// When it applies, in words.
    pub when: &'static str,
    /// When it applies.
    pub applies: fn(&Context<'_>) -> bool,
    /// Where it applies, an execution is looked for first; the method is asked if there is none.
    pub first: Option<Finder>,
    /// Adds to the selection of the context.
    pub propose: fn(&mut Context<'_>) -> Proposed,
    /// What it costs at most.
    pub cost: Cost,
}

/// What methods work on, in the order in which they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The path of the explanation, before anybody asks whether the program can take it.
    Path,
    /// A path that the program cannot take, and the steps that contradict each other.
    ImpossiblePath,
    /// The facts that are unknown and decide.
    Unknowns,
}

/// How to go on after a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposed {
    /// With the next method, if it applies to what is selected by now.
    Continue,
    /// No more: what is selected is enough for this round.
    Enough,
    /// With another path, which is not excluded.
    Path(GraphPath),
}

/// What a method costs at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// It reads the graph, and asks nothing.
    Reading,
    /// It explores so many states, and asks nothing.
    States(usize),
    /// So many questions to the prover about a path.
    Questions(u32),
    /// So often the time for invariants.
    Invariants(u32),
}

/// All methods, in the order in which they are tried. A new one is a file in `discover/` and a row
/// here, among the rows of its source.
pub const METHODS: &[Method] = &[
    Method {
        name: "values",
        description: "values of variables that hold constants, ahead of the path",
        source: Source::Path,
        when: "the path may refute the property, and comes to no loop that counts",
        applies: values::applies,
        first: None,
        propose: values::propose,
        cost: Cost::States(values::MOST_STATES),
    },
    Method {
        name: "induction",
        description: "guessed invariants of counting loops, without those that do not hold",
        source: Source::ImpossiblePath,
        when: "the path comes to a loop that counts",
        applies: induction::applies,
        first: Some(deeper::AT_RANDOM),
        propose: elimination::propose,
        cost: Cost::Invariants(elimination::COST),
    },
    Method {
        name: "induction",
        description: "equations and bounds of counting loops",
        source: Source::ImpossiblePath,
        when: "the path comes to a loop that counts",
        applies: induction::applies,
        first: None,
        propose: induction::propose,
        cost: Cost::Reading,
    },
    Method {
        name: "horn",
        description: "interpolants of the path, for several reasons why it is impossible",
        source: Source::ImpossiblePath,
        when: "always",
        applies: |_| true,
        first: None,
        propose: interpolants::propose,
        cost: Cost::Questions(interpolants::COST),
    },
    Method {
        name: "horn",
        description: "invariants of the path with its loops",
        source: Source::ImpossiblePath,
        when: "there are no good interpolants, or they seem to count; not in every round",
        applies: invariants::applies,
        first: Some(deeper::UNROLLED),
        propose: invariants::propose,
        cost: Cost::Invariants(1),
    },
    Method {
        name: "core",
        description: "weakest preconditions along the steps that contradict each other",
        source: Source::ImpossiblePath,
        when: "nothing has been found",
        applies: |context| context.selection.is_empty(),
        first: None,
        propose: core::propose,
        cost: Cost::Reading,
    },
    Method {
        name: "wp",
        description: "weakest preconditions of what is unknown",
        source: Source::Unknowns,
        when: "nothing has been found",
        applies: |context| context.selection.is_empty(),
        first: None,
        propose: wp::propose,
        cost: Cost::Reading,
    },
];

/// Which methods are asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// All.
    #[default]
    Auto,
    /// Those of one name.
    Only(&'static str),
    /// All, where choosing again in each round by this [way](CHOOSERS) does not help.
    Again(&'static str),
}

impl Choice {
    /// The methods that are asked, in order.
    pub fn methods(self) -> impl Iterator<Item = &'static Method> {
        METHODS.iter().filter(move |method| match self {
            Choice::Auto | Choice::Again(_) => true,
            Choice::Only(name) => method.name == name,
        })
    }

    /// How predicates are chosen again in each round, if they are.
    pub fn chooser(self) -> Option<&'static Chooser> {
        match self {
            Choice::Again(name) => CHOOSERS.iter().find(|chooser| chooser.name == name),
            Choice::Auto | Choice::Only(_) => None,
        }
    }

    /// Those of them that work on a source.
    pub fn methods_on(self, source: Source) -> impl Iterator<Item = &'static Method> {
        self.methods().filter(move |method| method.source == source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_in_which_they_are_asked() {
        assert!(METHODS.is_sorted_by_key(|method| method.source));
    }
}
