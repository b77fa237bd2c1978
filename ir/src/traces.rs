//! Spurious traces: what the abstractions of earlier rounds allowed and the program does not, and
//! which candidates exclude it (Minimum Predicates, §3).
//!
//! These types are their own wire form: field names and order are those of `*.traces.json`. A
//! candidate is named by its place in the list of candidates, everywhere.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::CfgEdgeId;

/// All that is known of the traces of one property.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Traces {
    /// The property.
    pub formula: String,
    /// Predicates that are tracked whatever is chosen, as lines of a predicate file: those of the
    /// property, and given ones.
    pub kept: Vec<String>,
    /// What may be chosen; distinct.
    pub candidates: Vec<Candidate>,
    /// The traces, in the order in which they were seen; distinct.
    pub traces: Vec<Trace>,
    /// The candidates that are tracked now, ascending.
    pub chosen: Vec<usize>,
    /// Why predicates are only added from here on, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub growing: Option<String>,
}

/// A predicate that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// As a line of a predicate file.
    pub predicate: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// It is the condition of a branch.
    Branch,
    /// It was given.
    Given,
    /// Another method proposed it, for a trace that no set of the others excludes.
    Proposed,
}

/// A trace that the program does not have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// The edges of a path from the entry; none if the trace is not a path.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<CfgEdgeId>,
    /// What has to hold at the end of the path for it to refute the property, if not always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The steps of the path that contradict each other, ascending; the condition at the end is the
    /// step after the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub core: Vec<usize>,
    /// If the trace is an explanation: its claims, without the states that they are about. The
    /// first is about the property at the entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// What claims are that lead back to themselves, if some do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<Cycle>,
    /// If it is neither: what is unknown, and decides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Sets of candidates that exclude it, ascending each; none contains another.
    pub eliminating: Vec<Vec<usize>>,
    /// Sets that were tried and do not, ascending each.
    pub failing: Vec<Vec<usize>>,
    /// Sets that should have excluded it, but it came back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returned: Vec<Vec<usize>>,
    /// Whether the sets are taken on trust: no set that was tried excludes it, and another method
    /// proposed these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proposed: bool,
    /// Which limit cut off the search, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// A claim of an explanation, about the states of one location: which parts make it true. Other
/// steps of the program do not matter to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// How many of its parts have to be true.
    pub join: Join,
    /// A condition on the state, which is a part as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Other claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Whether one of the steps to its parts is taken for certain, though perhaps none by itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub total: bool,
}

/// A part of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The claim, by its place in the list.
    pub claim: usize,
    /// The edge that leads to the states that it is about; without it, they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<CfgEdgeId>,
}

/// How many parts of a claim have to be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Join {
    /// All, in all states that a step leads to.
    Every,
    /// One, in one state that its step leads to.
    Some,
}

impl Join {
    /// That of the negation.
    #[must_use]
    pub const fn dual(self) -> Self {
        match self {
            Join::Every => Join::Some,
            Join::Some => Join::Every,
        }
    }
}

/// What a claim is that leads back to itself for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cycle {
    /// False: the fixpoint is a least one.
    Least,
    /// True: it is a greatest one.
    Greatest,
}

/// A fact that is unknown and decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The edge it is about.
    pub edge: CfgEdgeId,
    /// The condition whose value after the edge is unknown; without it, whether the edge can be
    /// taken is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
}

/// A limit of the search for sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// The number of sets that are tried.
    Subsets,
    /// The number of sets that exclude the trace.
    Eliminating,
    /// The size of sets.
    Size,
}

impl Traces {
    /// How many sets were tried, over all traces.
    pub fn subsets(&self) -> usize {
        self.traces.iter().map(Trace::tried).sum()
    }
}

impl Trace {
    /// How many sets were tried.
    pub const fn tried(&self) -> usize {
        self.eliminating.len() + self.failing.len() + self.returned.len()
    }

    /// Whether this is the same trace.
    pub fn is_like(&self, other: &Trace) -> bool {
        (&self.edges, &self.end, &self.claims, self.cycle, &self.facts)
            == (&other.edges, &other.end, &other.claims, other.cycle, &other.facts)
    }
}
