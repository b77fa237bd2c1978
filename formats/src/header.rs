//! Headers: format, version, producer and hashes of the inputs; never a clock or a path.

use crate::tool::io::sha256;

/// Who made a JSON artefact, and from what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Name and version of the program that wrote it; empty if a person did.
    pub producer: String,
    /// SHA-256 of each input file, in order.
    pub inputs: Vec<String>,
}

impl Header {
    /// The header of what this version of `tool` makes from the given texts.
    pub fn of_tool(tool: &str, inputs: &[&str]) -> Self {
        Header {
            producer: format!("{tool} {}", env!("CARGO_PKG_VERSION")),
            inputs: inputs.iter().map(|text| sha256(text)).collect(),
        }
    }
}

/// A JSON artefact: its header and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artefact<T> {
    /// Who made it.
    pub header: Header,
    /// What it says.
    pub content: T,
}
