//! LTL formulas as automata over infinite words.
//!
//! | step | from | to |
//! |---|---|---|
//! | [`normal`] | a formula as it was written | negation normal form, ends of executions explicit |
//! | [`buchi`] | that | a nondeterministic Büchi automaton, explored on demand (Couvreur's tableau) |
//! | [`determinise`] | any Büchi automaton, given step by step | a deterministic parity automaton (Safra's trees) |
//! | [`progress`] | a safety or co-safety formula | what is left of it, deterministic at once |
//! | [`parity`] | a formula | a [`ParityAutomaton`]: the above, then made small (`reduce.rs`) |
//!
//! [`product`] has an automaton read what is true at the places of a structure, and [`acceptance`]
//! is the formula of the mu-calculus that the product then satisfies if all its paths are accepted.
//!
//! [`compare`] tells whether two automata accept the same words. [`branching`] finds formulas of
//! CTL that say the same, where that is easy.
//!
//! [`omega`] is about operators given by omega-regular expressions or automata rather than by
//! formulas.
//!
//! Letters are sets of atoms, given as bits. [`determinise`] knows nothing of formulas, and can be
//! used with every automaton whose steps somebody can compute.
//!
//! [`ParityAutomaton`]: belnap_ir::automaton::ParityAutomaton

pub mod acceptance;
pub mod branching;
pub mod buchi;
pub mod compare;
pub mod determinise;
pub mod normal;
pub mod omega;
pub mod parity;
pub mod product;
pub mod progress;
mod reduce;
