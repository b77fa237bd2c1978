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
//! Letters are sets of atoms, given as bits. [`determinise`] knows nothing of formulas, and can be
//! used with every automaton whose steps somebody can compute.
//!
//! [`ParityAutomaton`]: belnap_ir::automaton::ParityAutomaton

pub mod buchi;
pub mod determinise;
pub mod normal;
pub mod parity;
pub mod progress;
mod reduce;
