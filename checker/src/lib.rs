//! Boolean programs to four-valued Kripke structures, and the mu-calculus over them.
//!
//! [`encode`] turns a Boolean program into a symbolic structure: per edge, pairs of Boolean
//! functions that say where a guard or an update is definitely true and definitely false.
//! [`symbolic`] checks properties on decision diagrams; [`explicit`] does the same on listed
//! states, simply enough to be believed by reading it. The two share nothing but `belnap-ir`,
//! and random tests hold them against each other. [`explain`] says why a property has its value,
//! and [`recheck`] believes it only after checking every claim by the definitions. [`certificate`]
//! says for each location what is always true there. [`linear`] has structures read by automata,
//! for LTL; [`summaries`] say what calls of recursive procedures do. [`thorough`] asks what all
//! completions of a structure have in common. [`kmts`] is about may/must models themselves: which
//! is less complete, completions, abstractions, quotients and
//! translations; [`two_valued`] checks them by two classical runs.

pub mod bdd;
pub mod certificate;
pub mod commands;
pub mod encode;
pub mod explain;
pub mod explicit;
pub mod kmts;
pub mod linear;
pub mod names;
pub mod operators;
pub mod reachable;
pub mod recheck;
pub mod rewrite;
pub mod run;
pub mod summaries;
pub mod symbolic;
pub mod thorough;
pub mod two_valued;
