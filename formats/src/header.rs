//! Headers: format, version, producer and hashes of the inputs; never a clock or a path.

use std::borrow::Cow;
use std::fmt::Write;

use belnap_ir::diagnostic::Diagnostic;
use sha2::{Digest, Sha256};

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

    /// The header that the fields of a file are.
    pub(crate) fn of_fields(producer: Cow<'_, str>, inputs: Cow<'_, [String]>) -> Self {
        Header { producer: producer.into_owned(), inputs: inputs.into_owned() }
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

impl<T> Artefact<T> {
    /// The artefact, if what it says breaks no rule.
    pub(crate) fn validate_content(
        self,
        validate: impl FnOnce(&T) -> Vec<Diagnostic>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let diagnostics = validate(&self.content);
        if diagnostics.is_empty() { Ok(self) } else { Err(diagnostics) }
    }
}

/// The SHA-256 of a text, in hexadecimal, as it stands in the headers of artefacts.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::sha256;

    #[test]
    fn hashes_are_hexadecimal() {
        assert!(sha256("").starts_with("e3b0c44298fc1c14"));
        assert_eq!(sha256("").len(), 64);
    }
}
