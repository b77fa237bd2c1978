//! Evidence for verdicts, checked before they are reported by code that did not find them.

pub mod assumptions;
mod c_text;
pub mod confirm;
pub mod disagreement;
pub mod invariants;
pub mod lasso;
pub mod layout;
pub mod program;
pub mod proof;
pub mod refutation;
pub mod replay;
pub mod trial;
pub mod verdict;
pub mod witness;

use std::time::Duration;

use belnap_ir::certificate::Certificate;
use serde_json::{Value, json};

use assumptions::Assumption;
use belnap_formats::replay::Replay;
use lasso::Lasso;

/// What became of the evidence for a verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evidence {
    /// Nobody asked for it, or there is no verdict.
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

/// The evidence for a verdict.
#[derive(Debug, Default)]
pub struct Found {
    /// What became of it.
    pub evidence: Evidence,
    /// What is always true at each location, where that is the proof.
    pub certificate: Option<Certificate>,
    /// The same of the program as it was before passes.
    pub whole: Option<Certificate>,
    /// An execution of the compiled program.
    pub replay: Option<Replay>,
    /// Why the property holds whatever the program computes.
    pub vacuous: Option<String>,
    /// Which assertions and conditions of errors are never reached, where others are.
    pub undecided: Vec<String>,
    /// How the loop of an endless execution goes.
    pub lasso: Option<Lasso>,
    /// What the verdict takes for granted.
    pub assumptions: Vec<Assumption>,
    /// How long it took to find and check all this.
    pub time: Duration,
}

impl Found {
    /// What to add to a verdict.
    pub fn text(&self) -> String {
        let rounds = self.lasso.as_ref().map(Lasso::verdict).unwrap_or_default();
        format!("{}{rounds}{}", self.evidence.text(), assumptions::text(&self.assumptions))
    }
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

impl Evidence {
    /// What to add to a verdict; empty if nothing was asked for.
    pub fn text(&self) -> String {
        match self {
            Evidence::None => String::new(),
            Evidence::Checked(check) => format!(", {}", check.word()),
            Evidence::Missing(check, reason) => format!(", not {}: {reason}", check.word()),
            Evidence::Contradicts(check, reason) => {
                format!(", which could not be {}: {reason}", check.word())
            }
            Evidence::Crashed(reason) => format!(", not replayed: {reason}"),
        }
    }

    /// The same for programs.
    pub fn json(&self) -> Option<Value> {
        match self {
            Evidence::None => None,
            Evidence::Checked(check) => Some(json!({"check": check.word(), "passed": true})),
            Evidence::Missing(check, reason) | Evidence::Contradicts(check, reason) => {
                Some(json!({"check": check.word(), "passed": false, "reason": reason}))
            }
            Evidence::Crashed(reason) => {
                let check = Check::Replayed.word();
                Some(json!({"check": check, "passed": false, "reason": reason}))
            }
        }
    }
}
