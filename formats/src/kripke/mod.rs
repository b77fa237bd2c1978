//! Kripke structures as JSON, explicit and symbolic; the normative page is `spec/kripke.md`.
//!
//! Beyond the rules of [`belnap_ir::validate::kripke`], which speak of structures, these speak of
//! files:
//! * `json-syntax`: the file is JSON.
//! * `kripke-format`, `kripke-version`, `kripke-kind`: it is a structure of a known version and
//!   kind.
//! * `kripke-field`: fields are known, present and of the right type.
//! * `kripke-state-known`, `kripke-location-known`: names of states and locations are declared.
//! * `kripke-proposition-known`: so are names of propositions, if the file lists them.
//! * `kripke-label-unique`: a proposition has one value per state (or location).
//! * `kripke-label-letters`: labels given as letters have a letter for each listed proposition.
//! * `kripke-notation`: transitions stand in `transitions`, or in `must` and `may`, not in both.
//! * `kripke-must-implies-may`: in a file with `must` and `may`, nothing is `b` and transitions
//!   have no other value.

mod explicit;
mod program;
mod shorthand;
mod symbolic;
mod wire;

use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::kripke::Kripke;
use belnap_ir::validate;
use serde::Deserialize;
use serde_json::Value;

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text};
use crate::layout::{RECORD_WIDTH, layout};
use wire::{ExplicitWire, KripkeWire, SymbolicWire};

const FORMAT: Format = Format {
    name: "belnap.kripke",
    noun: "a Kripke structure",
    version: 1,
    format_rule: "kripke-format",
    version_rule: "kripke-version",
    field_rule: "kripke-field",
};

/// Reads a structure and checks every invariant.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<Kripke>, Vec<Diagnostic>> {
    let preamble = FORMAT.check(text).map_err(|diagnostic| vec![diagnostic])?;
    let artefact = match preamble.kind.as_ref().map_or(Some("explicit"), Value::as_str) {
        Some("explicit") => {
            let mut wire: ExplicitWire<'_> = decode(text)?;
            let header = header(&mut wire.producer, &mut wire.inputs);
            Artefact { header, content: Kripke::Explicit(explicit::from_wire(wire)?) }
        }
        Some("symbolic") => {
            let mut wire: SymbolicWire<'_> = decode(text)?;
            let header = header(&mut wire.producer, &mut wire.inputs);
            Artefact { header, content: Kripke::Symbolic(symbolic::from_wire(wire)?) }
        }
        _ => {
            return Err(vec![Diagnostic::error(
                "kripke-kind",
                Place::Json("kind".into()),
                "the kind of a Kripke structure is \"explicit\" or \"symbolic\"",
            )]);
        }
    };
    artefact.validate_content(validate::kripke::validate)
}

/// Prints a valid structure in its canonical form.
pub fn print(artefact: &Artefact<Kripke>) -> String {
    let wire = match &artefact.content {
        Kripke::Explicit(kripke) => {
            KripkeWire::Explicit(explicit::to_wire(&artefact.header, kripke))
        }
        Kripke::Symbolic(kripke) => {
            KripkeWire::Symbolic(symbolic::to_wire(&artefact.header, kripke))
        }
    };
    let compact = serde_json::to_string(&wire).expect("structures have no keys but strings");
    layout(&compact, RECORD_WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<KripkeWire<'_>>()
}

fn decode<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Vec<Diagnostic>> {
    FORMAT.decode(text).map_err(|diagnostic| vec![diagnostic])
}

fn header(producer: &mut std::borrow::Cow<'_, str>, inputs: &mut Vec<String>) -> Header {
    Header { producer: std::mem::take(producer).into_owned(), inputs: std::mem::take(inputs) }
}
