//! Systems: components that synchronise on shared actions.

use crate::operator::Paths;

/// A system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// Which paths its properties are about.
    pub paths: Paths,
    /// Its components, names distinct; at least one.
    pub components: Vec<SystemComponent>,
}

/// A component of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemComponent {
    /// Its name.
    pub name: String,
    /// What it is made from.
    pub origin: Origin,
    /// Actions that it takes part in besides those that occur.
    pub alphabet: Vec<String>,
    /// Functions whose calls are steps with an action, of a component in C.
    pub actions: Vec<ActionFunction>,
}

/// What a component is made from. Files are named relative to that of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A structure, or a labelled transition system.
    Model(String),
    /// A program.
    Source(Vec<String>),
}

/// A function each call of which is one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionFunction {
    /// Its name.
    pub function: String,
    /// What a call can be, at least one.
    pub outcomes: Vec<Outcome>,
}

/// One way for a call of an action function to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The action.
    pub action: String,
    /// When it is offered: a condition on the arguments `arg0`, `arg1`, ….
    pub when: Option<String>,
    /// What the call returns then.
    pub returns: Option<i64>,
}
