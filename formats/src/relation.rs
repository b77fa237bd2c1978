//! Relations between the states of two structures; the normative page is `spec/relation.md`.
//!
//! `belnap kmts compare --relation` writes the greatest relation of its preorder, and
//! `belnap kmts abstract --map` reads what abstract states stand for. Both are pairs of a state and
//! one that is at least as complete.

use std::borrow::Cow;
use std::collections::HashSet;

use belnap_ir::diagnostic::{Diagnostic, Place};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text, text_of};
use crate::layout::RECORD_WIDTH;

const FORMAT: Format = Format {
    name: "belnap.relation",
    noun: "a relation",
    version: 1,
    format_rule: "relation-format",
    version_rule: "relation-version",
    field_rule: "relation-field",
};

/// A relation: names of states, the less complete one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// The pairs; distinct.
    pub pairs: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[serde(rename = "belnap.relation")]
    Relation,
}

/// A relation between the states of two structures.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap relation", rename = "Relation")]
struct RelationWire<'a> {
    format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    producer: Cow<'a, str>,
    /// SHA-256 of each structure.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    inputs: Cow<'a, [String]>,
    /// A state of the less complete structure, and one of the other; distinct.
    pairs: Cow<'a, [(String, String)]>,
}

/// Reads a relation.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<Relation>, Vec<Diagnostic>> {
    let parts = |wire: RelationWire<'_>| {
        let content = Relation { pairs: wire.pairs.into_owned() };
        (Header::of_fields(wire.producer, wire.inputs), content)
    };
    FORMAT.read_artefact(text, parts, validate)
}

fn validate(relation: &Relation) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    let twice = relation.pairs.iter().enumerate().filter(|(_, pair)| !seen.insert(*pair));
    let place = |index: usize| Place::Json(format!("pairs[{index}]"));
    twice
        .map(|(index, (less, more))| {
            let message = format!("'{less}' and '{more}' are already related");
            Diagnostic::error("relation-pair-unique", place(index), message)
        })
        .collect()
}

/// Prints a relation in its canonical form.
pub fn print(artefact: &Artefact<Relation>) -> String {
    let Artefact { header, content } = artefact;
    let wire = RelationWire {
        format: FormatTag::Relation,
        version: FORMAT.version,
        producer: header.producer.as_str().into(),
        inputs: header.inputs.as_slice().into(),
        pairs: content.pairs.as_slice().into(),
    };
    text_of(&wire, RECORD_WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<RelationWire<'_>>()
}
