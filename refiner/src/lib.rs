//! From an inconclusive result to better predicates, or to an execution that decides.
//!
//! [`refine`](refine::refine) is one round. [`path`] reads the explanation of a result as a path of
//! the graph, if it is one. [`methods`] is the table of the methods that find predicates, in the
//! order in which they are tried over one [`context`]; what they do is in [`discover`], one file
//! each. [`select`] splits what they propose into atoms, drops what is known, ranks and caps, and
//! [`memory`] keeps what they remember for the next round. [`find`] holds what finds verdicts on
//! the way instead of predicates: executions. [`given`] tries predicates as an invariant before the
//! first round. [`minimum`] does not add predicates but chooses them again in every round.
//! [`commands`] is the executable.
//!
//! Parts of methods: [`affine`] (equations between variables), [`candidates`] (guesses) and
//! [`annotate`] for induction, [`values`] for values of variables, [`widen`] for selection;
//! `belnap_formats::decided` says which states refute a property.
//!
//! What a reader would guess wrong: a path that the abstraction allows and the program too is not
//! refined: it is an execution, and the property is decided.

pub mod affine;
pub mod annotate;
pub mod candidates;
pub mod commands;
pub mod context;
pub mod discover;
pub mod execution;
pub mod find;
pub mod given;
pub mod initial;
pub mod known;
pub mod memory;
pub mod methods;
pub mod minimum;
pub mod path;
pub mod refine;
pub mod select;
pub mod values;
pub mod widen;
