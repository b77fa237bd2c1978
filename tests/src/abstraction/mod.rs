//! What an abstraction should be, from the definitions: for graphs so small that all their states
//! can be listed.
//!
//! [`generate`] makes graphs and predicates, [`concrete`] lists states and steps with the
//! interpreter of [`crate::interpret`], [`reading`] takes a Boolean program apart into tables over
//! all combinations of predicates, and [`explored`] makes an explicit structure of a graph. None
//! of this asks the prover.
//!
//! A combination of the truth values of at most [`MAX_PREDICATES`] predicates is a number whose
//! bits they are; a set of combinations is a [`Set`], whose bits say which are in it.

pub mod concrete;
pub mod explored;
pub mod expressions;
pub mod generate;
pub mod reading;

use belnap_abstractor::options::AbstractionOptions;
use belnap_abstractor::program::abstract_program;
use belnap_abstractor::theory::Theory;
use belnap_abstractor::tracked::Predicates;
use belnap_ir::boolprog::BoolProgram;
use belnap_ir::cfg::Cfg;
use belnap_ir::expr::Expr;
use belnap_solver::prover::{Prover, ProverOptions};

/// Combinations of so many predicates are the bits of a [`Set`].
pub const MAX_PREDICATES: usize = 6;

/// A set of combinations.
pub type Set = u64;

/// A graph and predicates over it.
pub struct Subject {
    /// The seed it was made from.
    pub seed: u64,
    /// The graph.
    pub cfg: Cfg,
    /// The predicates, as the abstractor wants them.
    pub predicates: Predicates,
    /// The same conditions as they were made, before any simplification.
    pub conditions: Vec<Expr>,
}

impl Subject {
    /// Its abstraction, with a theory that knows nothing.
    pub fn program(&self, options: &AbstractionOptions) -> BoolProgram {
        abstract_program(&self.cfg, &self.predicates, &fresh_theory(), options)
    }

    /// The set of all combinations.
    pub fn everything(&self) -> Set {
        everything(self.conditions.len())
    }

    /// The bits of the predicates that are tracked at a location.
    pub fn tracked(&self, location: belnap_ir::ids::CfgLocId) -> u8 {
        let at = &self.predicates.at[location];
        at.ones().fold(0, |bits, predicate| bits | 1 << predicate)
    }
}

/// The set of all combinations of so many predicates.
pub fn everything(predicates: usize) -> Set {
    if predicates >= MAX_PREDICATES { Set::MAX } else { (1 << (1 << predicates)) - 1 }
}

/// The combinations of so many predicates that agree with `values` on the predicates of `known`.
pub fn agreeing(predicates: usize, known: u8, values: u8) -> Set {
    (0..1_u8 << predicates)
        .filter(|combination| combination & known == values & known)
        .fold(0, |set, combination| set | 1 << combination)
}

/// Whether a set contains a combination.
pub fn contains(set: Set, combination: u8) -> bool {
    set >> combination & 1 == 1
}

/// A theory that knows nothing.
pub fn fresh_theory() -> Theory {
    Theory::new(Prover::new(ProverOptions::default()).expect("the prover is there"))
}
