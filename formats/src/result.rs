//! Results as JSON; the normative page is `spec/result.md`.
//!
//! Beyond the rules of [`belnap_ir::validate::result`], these speak of files: `json-syntax`,
//! `result-format`, `result-version`, and `result-field` (fields are known, present and of the
//! right type).

use std::borrow::Cow;

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::result::{CheckResult, PropertyResult, Seeds, StructureSummary, Timing};
use belnap_ir::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text, text_of};
use crate::layout::WIDTH;

const FORMAT: Format = Format {
    name: "belnap.result",
    noun: "a result",
    version: 1,
    format_rule: "result-format",
    version_rule: "result-version",
    field_rule: "result-field",
};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[serde(rename = "belnap.result")]
    Result,
}

/// What the checker found.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap result", rename = "Result")]
struct ResultWire<'a> {
    format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    producer: Cow<'a, str>,
    /// SHA-256 of each input file.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    inputs: Cow<'a, [String]>,
    /// What was checked.
    structure: Cow<'a, StructureSummary>,
    /// One entry per property, in order.
    properties: Cow<'a, [PropertyResult]>,
    /// What a later run can start from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seeds: Option<Cow<'a, Seeds>>,
    /// How it went; not reproducible, so apart from the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    timing: Option<Cow<'a, Timing>>,
}

/// Reads a result and checks every invariant.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<CheckResult>, Vec<Diagnostic>> {
    let parts = |wire: ResultWire<'_>| {
        let content = CheckResult {
            structure: wire.structure.into_owned(),
            properties: wire.properties.into_owned(),
            seeds: wire.seeds.map(Cow::into_owned),
            timing: wire.timing.map(Cow::into_owned),
        };
        (Header::of_fields(wire.producer, wire.inputs), content)
    };
    FORMAT.read_artefact(text, parts, validate::result::validate)
}

/// Prints a valid result in its canonical form.
pub fn print(artefact: &Artefact<CheckResult>) -> String {
    let Artefact { header, content } = artefact;
    let wire = ResultWire {
        format: FormatTag::Result,
        version: FORMAT.version,
        producer: header.producer.as_str().into(),
        inputs: header.inputs.as_slice().into(),
        structure: Cow::Borrowed(&content.structure),
        properties: content.properties.as_slice().into(),
        seeds: content.seeds.as_ref().map(Cow::Borrowed),
        timing: content.timing.as_ref().map(Cow::Borrowed),
    };
    text_of(&wire, WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<ResultWire<'_>>()
}
