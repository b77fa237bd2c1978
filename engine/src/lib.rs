//! The engine: a program, a property and settings in, a conclusion out.
//!
//! A [`question::Question`] is a program's graph with what is known and how to go about it. For
//! each property it makes a [`graph`] as small as the property allows, and [`cegar`] is the loop on
//! that graph: abstract, check, refine, until the property is decided or a limit is reached;
//! [`unrolling`] says when it tries something else, [`thorough`] asks about all completions of an
//! abstraction; [`minimal`] makes a proof smaller. A
//! [`conclusion::Conclusion`] says how it ended, each with what belongs to it. [`names`]
//! refuses properties with names that mean nothing, or several things. A [`component`] is a program
//! among others: the loop over a system makes its abstraction finer.
//!
//! Nothing here reads files or knows options: commands do that, and put conclusions into words.

pub mod cegar;
pub mod component;
pub mod conclusion;
pub mod graph;
pub mod minimal;
pub mod names;
pub mod question;
pub mod subject;
pub mod thorough;
pub mod unrolling;
