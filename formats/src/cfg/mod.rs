//! Control-flow graphs as JSON, and as text for people; the normative page is `spec/cfg.md`.
//!
//! Beyond the rules of [`belnap_ir::validate::cfg`], which speak of graphs, these speak of files:
//! * `json-syntax`: the file is JSON.
//! * `cfg-format`, `cfg-version`: it is a graph of a known version.
//! * `cfg-field`: fields are known, present and of the right type; expressions are well-formed.
//! * `cfg-number`: the number of a location or edge is its place in the list.
//! * `cfg-name-known`: names of variables, objects and functions are declared.
//! * `cfg-operation`: an edge does exactly one thing.

mod atoms;
mod decode;
mod encode;
mod expr;
pub mod order;
mod outline;
mod text;
mod wire;

use belnap_ir::cfg::Cfg;
use belnap_ir::diagnostic::Diagnostic;
use belnap_ir::validate;

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text, text_of};
use wire::CfgWire;

pub(crate) use atoms::{parse_array_type, parse_int_type};
pub use outline::{ledger, line, outline, outline_with_edges};
pub(crate) use text::{Reading, exact_text, is_address};
pub use text::{expr_text, operation_text, step_text};

const FORMAT: Format = Format {
    name: "belnap.cfg",
    noun: "a control-flow graph",
    version: 2,
    format_rule: "cfg-format",
    version_rule: "cfg-version",
    field_rule: "cfg-field",
};

/// Reads a graph and checks every invariant.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<Cfg>, Vec<Diagnostic>> {
    decode(text)?.validate_content(validate::cfg::validate)
}

/// Reads a graph that need not be total, makes it total, and checks every invariant.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read_completed(text: &str) -> Result<Artefact<Cfg>, Vec<Diagnostic>> {
    let mut artefact = decode(text)?.validate_content(validate::cfg::validate_incomplete)?;
    validate::cfg_total::complete(&mut artefact.content);
    artefact.validate_content(validate::cfg::validate)
}

/// Prints a valid graph in its canonical form, each location and each edge on a line.
pub fn print(artefact: &Artefact<Cfg>) -> String {
    let version = version_of(&artefact.content);
    let wire = encode::to_wire(&artefact.header, &artefact.content, version);
    text_of(&wire, usize::MAX)
}

/// The first version that has what a graph needs: checks, machines other than x86, actions, and
/// names of constants are new in the second.
fn version_of(cfg: &Cfg) -> u32 {
    let has_checks = cfg.properties.iter().any(|asked| asked.kind.is_check());
    let is_other = cfg.machine.data_model.native().is_none() || cfg.machine.unsigned_char;
    let has_actions = cfg.edges.iter().any(|edge| edge.action.is_some());
    let has_names = !cfg.constants.is_empty();
    if has_checks || is_other || has_actions || has_names { FORMAT.version } else { 1 }
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<CfgWire<'_>>()
}

fn decode(text: &str) -> Result<Artefact<Cfg>, Vec<Diagnostic>> {
    let mut wire: CfgWire<'_> = FORMAT.read(text)?;
    let header = Header {
        producer: std::mem::take(&mut wire.producer).into_string(),
        inputs: std::mem::take(&mut wire.inputs),
    };
    Ok(Artefact { header, content: decode::from_wire(wire)? })
}
