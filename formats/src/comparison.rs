//! What `belnap kmts compare --json` writes; the normative page is `spec/relation.md`.

use belnap_ir::belnap::Belnap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::header::Header;
use crate::json::schema_text;
use crate::layout::{WIDTH, layout};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[default]
    #[serde(rename = "belnap.comparison")]
    Comparison,
}

/// Two structures compared by how complete they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap comparison", rename = "Comparison")]
pub struct Comparison {
    format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// Name and version of the program that wrote it.
    producer: String,
    /// SHA-256 of the first structure and of the second.
    inputs: Vec<String>,
    /// Whether the first is less complete than the second, or as complete.
    pub first_below_second: Direction,
    /// Whether the second is less complete than the first, or as complete.
    pub second_below_first: Direction,
    /// What was not looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Whether one structure is less complete than another, or as complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Direction {
    /// The answer.
    pub holds: bool,
    /// Pairs of states in the greatest relation.
    pub pairs: usize,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// Why one structure is not less complete than another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Difference")]
pub struct Difference {
    /// States of the less complete structure: all its initial ones, or one that is inhabited.
    pub less: Vec<StateValue>,
    /// States of the other: one that is initial, or all that are inhabited. None of them is above
    /// one of `less`.
    pub more: Vec<StateValue>,
    /// A formula that is true in all of `less` and not true in any of `more`, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// Names that the formula uses, in the order of their definitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub definitions: Vec<Definition>,
    /// The moves that fail, in words.
    pub because: Vec<String>,
}

/// A state, and the value of the formula in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StateValue")]
pub struct StateValue {
    /// The name of the state.
    pub state: String,
    /// The value; none without a formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Belnap>,
}

/// A name for a formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Definition")]
pub struct Definition {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub formula: String,
}

impl Comparison {
    /// What a header's producer found.
    pub fn new(header: Header, forth: Direction, back: Direction, notes: Vec<String>) -> Self {
        Comparison {
            format: FormatTag::Comparison,
            version: 1,
            producer: header.producer,
            inputs: header.inputs,
            first_below_second: forth,
            second_below_first: back,
            notes,
        }
    }

    /// The document.
    pub fn print(&self) -> String {
        let text = serde_json::to_string(self).expect("comparisons have no keys but strings");
        layout(&text, WIDTH)
    }
}

/// The JSON Schema of the document.
pub fn schema() -> String {
    schema_text::<Comparison>()
}
