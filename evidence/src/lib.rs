//! Evidence for verdicts, checked before they are reported by code that did not find them.
//!
//! [`judge::Judge`] takes an answer of the engine and gives a [`judge::Judgement`]: the answer,
//! what became of its evidence ([`Findings`]), and why it should not be believed, if so
//! ([`doubt`]). Proofs are checked by [`proof`], with [`confirm`] for explanations, [`completions`]
//! for thorough answers and [`unrolling`] for unrolled programs; executions that refute are run by
//! [`refutation`], endless ones by [`lasso`], and of what is proved [`trial`] runs the program with
//! some inputs.
//! [`replay`] compiles and runs C, [`witness`] writes and reads what other verifiers understand.
//! [`whole`] finds the execution of the whole program for people to read, [`assumptions`] says
//! what a verdict assumes, [`layout`] whether it rests on where objects lie, [`invariants`] what
//! is always true at loop heads, [`idle`] which assertions hold because what triggers them is
//! impossible. [`disagreement`] keeps the files of a contradiction.
//!
//! [`component`] is about programs that are components of systems.
//!
//! A reader may guess wrong: evidence never makes a verdict, it only takes some away.

pub mod assumptions;
pub mod blocks;
pub mod c_text;
pub mod completions;
pub mod component;
pub mod confirm;
pub mod disagreement;
pub mod doubt;
pub mod idle;
pub mod invariants;
pub mod judge;
pub mod lasso;
pub mod layout;
pub mod program;
pub mod proof;
pub mod refutation;
pub mod replay;
pub mod smaller;
pub mod trial;
pub mod unrolling;
pub mod whole;
pub mod witness;

use std::collections::{BTreeMap, BTreeSet};

use belnap_engine::conclusion::ExecutedPath;
use belnap_ir::certificate::Certificate;
use belnap_ir::ids::CfgLocId;
use belnap_ir::span::SourceLine;

use assumptions::Assumption;
use belnap_formats::replay::Replay;
use lasso::Lasso;

/// What became of the evidence for a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// It was not asked for, or there is no verdict.
    #[default]
    None,
    /// It was checked, and how.
    Checked(Check),
    /// There is none, or it could not be checked; why.
    Missing(Check, String),
    /// It says that the verdict is wrong.
    Contradicts(Check, String),
    /// The compiled program makes an invalid access, and never gets there; where.
    Crashed(String),
}

/// What the check of the evidence for a verdict found.
#[derive(Debug, Default)]
pub struct Findings {
    /// What became of it.
    pub evidence: Evidence,
    /// What is always true at each location, where that is the proof.
    pub certificate: Option<Certificate>,
    /// The same of the program as it was before passes.
    pub whole: Option<Certificate>,
    /// An execution that refutes the property, along the path that the checker found.
    pub execution: Option<ExecutedPath>,
    /// An execution of the compiled program.
    pub replay: Option<Replay>,
    /// Why the property holds whatever the program computes.
    pub vacuous: Option<String>,
    /// Which assertions and conditions of errors are never reached, where others are.
    pub undecided: Vec<String>,
    /// The locations of failures of the program that nothing decides on.
    pub unreached: BTreeSet<CfgLocId>,
    /// What triggers assertions and is never true, by the locations of failures of the program.
    pub idle: BTreeMap<CfgLocId, BTreeSet<String>>,
    /// Where the program assumes what is never true, if it does.
    pub contradiction: Option<SourceLine>,
    /// How the loop of an endless execution goes.
    pub lasso: Option<Lasso>,
    /// What the verdict assumes.
    pub assumptions: Vec<Assumption>,
}

/// How evidence is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// A proof was checked step by step.
    Certified,
    /// A proof was checked that is about what passes made of the program.
    AfterPasses,
    /// The compiled program was run.
    Replayed,
}

impl Check {
    /// The word for what was done.
    pub const fn word(self) -> &'static str {
        match self {
            Check::Certified => "certified",
            Check::AfterPasses => "certified after passes",
            Check::Replayed => "replayed",
        }
    }
}
