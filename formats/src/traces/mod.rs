//! Spurious traces as JSON; the normative page is `spec/traces.md`.
//!
//! Beyond the rules of [`belnap_ir::validate::traces`], these speak of files: `json-syntax`,
//! `traces-format`, `traces-version`, and `traces-field` (fields are known, present and of the
//! right type). [`fit`] has those that only a graph can tell.

pub mod fit;

use std::borrow::Cow;

use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::traces::{Candidate, Trace, Traces};
use belnap_ir::validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text};
use crate::layout::{WIDTH, layout};

const FORMAT: Format = Format {
    name: "belnap.traces",
    noun: "a list of traces",
    version: 1,
    format_rule: "traces-format",
    version_rule: "traces-version",
    field_rule: "traces-field",
};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[serde(rename = "belnap.traces")]
    Traces,
}

/// Traces that abstractions allowed and a program does not have.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap traces", rename = "Traces")]
struct TracesWire<'a> {
    format: FormatTag,
    #[schemars(range(min = 1, max = 1))]
    version: u32,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    producer: Cow<'a, str>,
    /// SHA-256 of the graph.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    inputs: Cow<'a, [String]>,
    /// The property.
    formula: Cow<'a, str>,
    /// Predicates that are tracked whatever is chosen, as lines of a predicate file.
    kept: Cow<'a, [String]>,
    /// What may be chosen; distinct.
    candidates: Cow<'a, [Candidate]>,
    /// The traces, in the order in which they were seen; distinct.
    traces: Cow<'a, [Trace]>,
    /// The candidates that are tracked now, ascending.
    chosen: Cow<'a, [usize]>,
    /// Why predicates are only added from here on, if they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    growing: Option<Cow<'a, str>>,
}

/// Reads traces and checks every rule that needs no graph.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<Traces>, Vec<Diagnostic>> {
    let parts = |wire: TracesWire<'_>| {
        let content = Traces {
            formula: wire.formula.into_owned(),
            kept: wire.kept.into_owned(),
            candidates: wire.candidates.into_owned(),
            traces: wire.traces.into_owned(),
            chosen: wire.chosen.into_owned(),
            growing: wire.growing.map(Cow::into_owned),
        };
        (Header::of_fields(wire.producer, wire.inputs), content)
    };
    FORMAT.read_artefact(text, parts, validate::traces::validate)
}

/// Prints valid traces in their canonical form.
pub fn print(artefact: &Artefact<Traces>) -> String {
    let Artefact { header, content } = artefact;
    let wire = TracesWire {
        format: FormatTag::Traces,
        version: FORMAT.version,
        producer: header.producer.as_str().into(),
        inputs: header.inputs.as_slice().into(),
        formula: content.formula.as_str().into(),
        kept: content.kept.as_slice().into(),
        candidates: content.candidates.as_slice().into(),
        traces: content.traces.as_slice().into(),
        chosen: content.chosen.as_slice().into(),
        growing: content.growing.as_deref().map(Cow::Borrowed),
    };
    layout(&serde_json::to_string(&wire).expect("traces have no keys but strings"), WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<TracesWire<'_>>()
}
