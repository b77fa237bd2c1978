//! Why a verdict should not be believed, as data; commands put it into words.

use crate::Check;

/// Why a verdict should not be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// A refutation needs something of the machine that no run of the compiled program shows.
    Unseen {
        /// What it needs.
        needed: Needed,
        /// Why no run shows it, if that is known.
        why: Option<String>,
    },
    /// A run shows that what the verdict assumes is not so; what the program does.
    NotAsAssumed(String),
    /// The evidence contradicts the verdict: a bug of ours, or a wrong assumption.
    Contradicted {
        /// How the evidence was checked.
        check: Check,
        /// What is wrong.
        reason: String,
        /// Where to look for the bug.
        records: Records,
    },
    /// The verdict rests on assumptions, or its evidence could not be checked.
    NotStrict {
        /// Whether there is no evidence at all, although some was asked for.
        without_evidence: bool,
    },
}

/// What a refutation needs of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needed {
    /// A layout of objects; what is assumed of it.
    Layout(String),
    /// So many arguments of the program.
    Arguments(i128),
}

/// The files that show a contradiction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Records {
    /// They are in this folder.
    In(String),
    /// They could not be kept; why.
    NotKept(String),
}
