//! Plain data of the Belnap model checker.
//!
//! Everything the stages exchange is a value of a type of this crate: control-flow graphs
//! ([`mod@cfg`]) with their expressions ([`expr`]), Boolean programs ([`boolprog`]), predicates
//! ([`predicate`]), four-valued Kripke structures ([`kripke`]), properties ([`property`],
//! [`linear`]), results ([`result`]) and certificates ([`certificate`]). The central type is
//! [`belnap::Belnap`], a truth value with a *must* and a *may* half: what is definitely so, and
//! what is possibly so.
//!
//! This crate knows nothing about files. Readers (in `belnap-formats`) build these values and
//! call the validators of [`validate`] right away; after that, code may rely on every invariant
//! written on a field here, and neither re-checks it nor panics because of it.

pub mod automaton;
pub mod bdd;
pub mod belnap;
pub mod boolprog;
pub mod c_tokens;
pub mod certificate;
pub mod cfg;
pub mod diagnostic;
pub mod diagrams;
pub mod effects;
pub mod expr;
pub mod fold;
pub mod graph;
pub mod ids;
pub mod kripke;
pub mod linear;
pub mod machine;
pub mod operator;
pub mod predicate;
pub mod property;
pub mod result;
pub mod simplify;
pub mod source_map;
pub mod span;
pub mod substitute;
pub mod system;
pub mod traces;
pub mod types;
pub mod validate;
