//! What an execution gets from outside: choices of the environment, arbitrary initial values,
//! and, where a run goes on past them, values that the graph says are unknown.

use std::collections::VecDeque;

use belnap_ir::cfg::{Edge, Variable};
use belnap_ir::types::Type;

use super::value::Value;
use belnap_test_support::random::mix;

/// Why a value is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The variable's value at the graph's entry.
    Entry,
    /// A local variable of a function that was just called.
    Activation,
    /// A `nondet` edge.
    Nondet,
    /// An `unknown` edge.
    Unknown,
}

/// A value that is needed.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Why.
    pub origin: Origin,
    /// The variable that gets it.
    pub variable: &'a Variable,
    /// The edge that needs it; `None` at the entry.
    pub edge: Option<&'a Edge>,
    /// How often this edge asked for this variable before.
    pub occurrence: u64,
}

/// Supplies values.
pub trait Inputs {
    /// The value for `asked`, of the variable's type.
    fn value(&mut self, asked: &Asked<'_>) -> Value;

    /// Which of several `assume unknown` edges from one location exists; `occurrence` counts the
    /// earlier questions about the same ones.
    fn choose(&mut self, edges: &[&Edge], occurrence: u64) -> usize;
}

/// Zero for everything; the first of several edges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl Inputs for Zero {
    fn value(&mut self, asked: &Asked<'_>) -> Value {
        Value::zero(asked.variable.ty)
    }

    fn choose(&mut self, _: &[&Edge], _: u64) -> usize {
        0
    }
}

/// A list of numbers for `nondet`, in the order in which they are asked for; zero after its end,
/// and for everything else.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// What is left of the list.
    pub numbers: VecDeque<i128>,
}

impl Script {
    /// The numbers in order.
    pub fn new(numbers: impl IntoIterator<Item = i128>) -> Self {
        Script { numbers: numbers.into_iter().collect() }
    }
}

impl Inputs for Script {
    fn value(&mut self, asked: &Asked<'_>) -> Value {
        let number = match asked.origin {
            Origin::Nondet => self.numbers.pop_front().unwrap_or(0),
            _ => 0,
        };
        Value::number(number, asked.variable.ty)
    }

    fn choose(&mut self, _: &[&Edge], _: u64) -> usize {
        0
    }
}

/// Values that depend only on a seed and on what is asked: the variable's name, the source line
/// of the edge, and the occurrence. Two graphs of one program get the same answers even if one of
/// them asks fewer questions.
#[derive(Clone, Copy, Debug)]
pub struct Seeded {
    /// The seed.
    pub seed: u64,
}

impl Seeded {
    fn of_edge(&self, edge: &Edge, occurrence: u64) -> u64 {
        let line = edge.source.as_ref().map_or(0, |source| u64::from(source.line));
        mix(mix(self.seed ^ mix(line)) ^ occurrence)
    }
}

impl Inputs for Seeded {
    fn value(&mut self, asked: &Asked<'_>) -> Value {
        let place = asked.edge.map_or(self.seed, |edge| self.of_edge(edge, asked.occurrence));
        let seed = mix(place ^ text_number(&asked.variable.name)) ^ asked.origin as u64;
        // Small numbers meet the constants of programs; the others are for overflows.
        match asked.variable.ty {
            Type::Array(_) => Value::noise(seed, asked.variable.ty),
            ty if seed.is_multiple_of(4) => Value::noise(mix(seed), ty),
            ty => Value::number(i128::from(mix(seed) % 16) - 4, ty),
        }
    }

    fn choose(&mut self, edges: &[&Edge], occurrence: u64) -> usize {
        let Some(first) = edges.first() else { return 0 };
        (self.of_edge(first, occurrence) % edges.len() as u64) as usize
    }
}

fn text_number(text: &str) -> u64 {
    text.bytes().fold(text.len() as u64, |number, byte| mix(number ^ u64::from(byte)))
}
