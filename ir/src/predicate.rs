//! Predicates: conditions over a graph, each with the places where it is tracked.
//!
//! A line of a predicate file can stand for several conditions: `in f { x > 0 }` for one per
//! inlined copy of `f`, each about another variable. So a predicate has instances. Its name is what
//! the file says, and for people and files only: it is never parsed to learn what the predicate
//! means.
//!
//! Two expressions can be written alike, since not all types of constants show. A predicate is
//! always what its name is read as, so that a run which goes on from files computes the same.

use std::fmt;

use crate::expr::Expr;
use crate::ids::{CfgLocId, PredicateId, TiVec};

/// Where a predicate is tracked, as its file says it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PredicateScope {
    /// `global { e }`: everywhere.
    Global,
    /// `live { e }`: wherever the values of all its variables matter later.
    Live,
    /// `in f { e }`: in one function.
    Function(String),
    /// `at L { e }`: at the locations with this name.
    Location(String),
}

impl fmt::Display for PredicateScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PredicateScope::Global => f.write_str("global"),
            PredicateScope::Live => f.write_str("live"),
            PredicateScope::Function(name) => write!(f, "in {name}"),
            PredicateScope::Location(name) => write!(f, "at {name}"),
        }
    }
}

/// The locations of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Places {
    /// All there are.
    Everywhere,
    /// These.
    At(Vec<CfgLocId>),
}

impl Places {
    /// Adds more.
    pub fn extend(&mut self, more: Places) {
        match (&mut *self, more) {
            (Places::At(all), Places::At(more)) => all.extend(more),
            _ => *self = Places::Everywhere,
        }
    }
}

/// A condition with the locations it is tracked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The condition, valid in the graph; not simplified.
    pub condition: Expr,
    /// Where it is tracked, or may be if its scope is [`PredicateScope::Live`].
    pub places: Places,
}

/// A predicate over a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Where it is tracked.
    pub scope: PredicateScope,
    /// The condition as files and messages show it, with normalised white space.
    pub name: String,
    /// What the name stands for; distinct conditions, at least one.
    pub instances: Vec<Instance>,
    /// What a property means by the name, if it means something there.
    pub in_property: Option<Expr>,
}

/// The predicates of a round; no two agree in scope and name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PredicateSet {
    predicates: TiVec<PredicateId, Predicate>,
}

impl PredicateSet {
    /// All, in order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Predicate> {
        self.predicates.iter()
    }

    /// All with their ids.
    pub fn enumerate(&self) -> impl Iterator<Item = (PredicateId, &Predicate)> {
        self.predicates.iter_enumerated()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }

    /// Whether there is one with this scope and name.
    pub fn contains(&self, scope: &PredicateScope, name: &str) -> bool {
        self.predicates.iter().any(|one| one.scope == *scope && one.name == name)
    }

    /// Adds a predicate, unless there is one with its scope and name.
    pub fn add(&mut self, new: Predicate) {
        if !self.contains(&new.scope, &new.name) {
            self.predicates.push(new);
        }
    }

    /// Tracks everywhere what is tracked where it matters; the number of these predicates.
    pub fn track_everywhere(&mut self) -> usize {
        let mut changed = 0;
        for mut one in std::mem::take(&mut self.predicates) {
            if one.scope == PredicateScope::Live {
                one.scope = PredicateScope::Global;
                changed += 1;
            }
            self.add(one);
        }
        changed
    }
}

impl FromIterator<Predicate> for PredicateSet {
    fn from_iter<I: IntoIterator<Item = Predicate>>(predicates: I) -> Self {
        let mut set = PredicateSet::default();
        predicates.into_iter().for_each(|one| set.add(one));
        set
    }
}
