//! Headers: format, version, producer and hashes of the inputs; never a clock or a path.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who made a JSON artefact, and from what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Name and version of the program that wrote it; empty if a person did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub producer: String,
    /// SHA-256 of each input file, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
}

/// A JSON artefact: its header and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artefact<T> {
    /// Who made it.
    pub header: Header,
    /// What it says.
    pub content: T,
}
