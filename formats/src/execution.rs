//! Executions that decide a property, as JSON; the normative page is `spec/execution.md`.

use std::borrow::Cow;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::ids::CfgEdgeId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::header::{Artefact, Header};
use crate::json::{Format, preamble, schema_text, text_of};
use crate::layout::WIDTH;
use crate::numbers_as_text::number;

const FORMAT: Format = Format {
    name: "belnap.execution",
    noun: "an execution",
    version: 1,
    format_rule: "execution-format",
    version_rule: "execution-version",
    field_rule: "execution-field",
};

/// An execution that decides a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Execution {
    /// It refutes the property.
    Refutes {
        /// What the environment chose, in order.
        inputs: Vec<Choice>,
        /// The edges of the graph that are taken, in order.
        edges: Vec<CfgEdgeId>,
    },
    /// It is the only one of the program, and ends after so many steps without violating the
    /// property.
    Only {
        /// Steps until the program ends.
        steps: usize,
    },
}

/// A value that the environment chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The variable of the graph that gets it.
    pub variable: String,
    /// The value.
    #[serde(with = "number")]
    #[schemars(with = "String")]
    pub value: i128,
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[serde(rename = "belnap.execution")]
    Execution,
}

/// An execution that decides a property: either `inputs` and `edges`, or `only` and `steps`.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap execution", rename = "Execution")]
struct ExecutionWire<'a> {
    /// Missing in files that were written before the format had a header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required, with = "FormatTag")]
    format: Option<FormatTag>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required, with = "u32", range(min = 1, max = 1))]
    version: Option<u32>,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    producer: Option<Cow<'a, str>>,
    /// What the environment chose, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    inputs: Option<Cow<'a, [Choice]>>,
    /// The edges of the graph that are taken, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edges: Option<Cow<'a, [CfgEdgeId]>>,
    /// The program has no other execution, so that the property holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    only: Option<bool>,
    /// Steps until the program ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
}

/// Reads an execution.
///
/// # Errors
/// What is wrong with the text, with its place.
pub fn read(text: &str) -> Result<Artefact<Execution>, Vec<Diagnostic>> {
    decode(text).map_err(|diagnostic| vec![diagnostic])
}

fn decode(text: &str) -> Result<Artefact<Execution>, Diagnostic> {
    // Before version 1 there was no header.
    let has_header = preamble(text)?.format.is_some();
    if has_header {
        FORMAT.check(text)?;
    }
    let wire: ExecutionWire<'_> = FORMAT.decode(text)?;
    let producer = wire.producer.clone().unwrap_or_default().into_owned();
    let header = Header { producer, inputs: Vec::new() };
    let content = match wire {
        ExecutionWire {
            inputs: Some(inputs), edges: Some(edges), only: None, steps: None, ..
        } => Execution::Refutes { inputs: inputs.into_owned(), edges: edges.into_owned() },
        ExecutionWire {
            inputs: None, edges: None, only: Some(true), steps: Some(steps), ..
        } => Execution::Only { steps },
        _ => {
            let message = "an execution has `inputs` and `edges`, or `only` (true) and `steps`";
            return Err(Diagnostic::error(FORMAT.field_rule, Place::Whole, message));
        }
    };
    Ok(Artefact { header, content })
}

/// Prints an execution in its canonical form.
pub fn print(artefact: &Artefact<Execution>) -> String {
    let Artefact { header, content } = artefact;
    let producer = header.producer.as_str();
    let mut wire = ExecutionWire {
        format: Some(FormatTag::Execution),
        version: Some(FORMAT.version),
        producer: (!producer.is_empty()).then(|| producer.into()),
        inputs: None,
        edges: None,
        only: None,
        steps: None,
    };
    match content {
        Execution::Refutes { inputs, edges } => {
            wire.inputs = Some(inputs.as_slice().into());
            wire.edges = Some(edges.as_slice().into());
        }
        Execution::Only { steps } => (wire.only, wire.steps) = (Some(true), Some(*steps)),
    }
    text_of(&wire, WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<ExecutionWire<'_>>()
}
