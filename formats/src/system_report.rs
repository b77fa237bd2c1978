//! The report of `belnap verify-system --json`; the normative page is `spec/system.md`.
//!
//! It is written for other programs, so it is not an artefact. Within a version fields may be
//! added.

use belnap_ir::result::Branch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::json::{schema_text, text_of};
use crate::layout::WIDTH;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[default]
    #[serde(rename = "belnap.system-report")]
    Report,
}

/// The verdicts of properties of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Belnap report on a system")]
pub struct SystemReport {
    format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// Of all properties, in SV-COMP's words: `TRUE`, `FALSE`, `UNKNOWN`.
    pub verdict: String,
    /// Names of the components, in order.
    pub components: Vec<String>,
    /// One record for each property, in order.
    pub properties: Vec<SystemProperty>,
}

/// The verdict of a property of a system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SystemProperty {
    /// Its name.
    pub name: String,
    /// The formula, as printed by us.
    pub formula: String,
    /// `TRUE`, `FALSE` or `UNKNOWN`.
    pub verdict: String,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// What was confirmed independently, or not.
    pub evidence: String,
    /// What else should be known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What each round did.
    pub rounds: Vec<SystemRound>,
    /// States of each component.
    pub states: Vec<usize>,
    /// States of the largest structure that was composed.
    pub largest: usize,
    /// Paths that decide, through the states of the components; if the property is unknown, paths
    /// through their abstractions that leave it open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
}

/// A round of the loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SystemRound {
    /// Classes of each component.
    pub classes: Vec<usize>,
    /// States of the composition.
    pub states: usize,
    /// Components that were refined, each with the action that told its states apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refined: Vec<(String, String)>,
}

impl SystemReport {
    /// A report of this version.
    pub fn new(verdict: &str, components: Vec<String>, properties: Vec<SystemProperty>) -> Self {
        let (format, verdict) = (FormatTag::Report, verdict.to_owned());
        SystemReport { format, version: 1, verdict, components, properties }
    }

    /// Prints the report.
    pub fn print(&self) -> String {
        text_of(self, WIDTH)
    }
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<SystemReport>()
}
