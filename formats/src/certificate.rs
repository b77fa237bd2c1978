//! Certificates of invariance as JSON; the normative page is `spec/cert.md`.
//!
//! Beyond the rules of [`belnap_ir::validate::certificate`], these speak of files: `json-syntax`,
//! `cert-format`, `cert-version`, and `cert-field` (fields are known, present and of the right
//! type).

use std::borrow::Cow;

use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::certificate::Certificate;
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::validate;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text};
use crate::layout::{WIDTH, layout};

const FORMAT: Format = Format {
    name: "belnap.cert",
    noun: "a certificate",
    version: 2,
    format_rule: "cert-format",
    version_rule: "cert-version",
    field_rule: "cert-field",
};

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
enum FormatTag {
    #[serde(rename = "belnap.cert")]
    Certificate,
}

/// Why a property always holds: an invariant for each location.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap certificate", rename = "Certificate")]
struct CertificateWire<'a> {
    format: FormatTag,
    #[schemars(range(min = 1, max = 2))]
    version: u32,
    /// Name and version of the program that wrote the file.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    producer: Cow<'a, str>,
    /// SHA-256 of each input file.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    inputs: Cow<'a, [String]>,
    /// The name of the property.
    property: Cow<'a, str>,
    /// The property.
    formula: Cow<'a, str>,
    /// Conditions over the program's variables.
    predicates: Cow<'a, [String]>,
    /// Functions of the predicates: number of a predicate, value if it is true, value if not.
    nodes: Vec<(u32, Ref, Ref)>,
    /// What is always true at each location; one that is not listed is never reached.
    invariants: Cow<'a, IndexMap<String, Ref>>,
    /// Locations about which nothing is said; since version 2.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    between: Cow<'a, [String]>,
}

/// Reads a certificate and checks every rule.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<Certificate>, Vec<Diagnostic>> {
    let wire: CertificateWire<'_> = FORMAT.read(text)?;
    if wire.version < 2 && !wire.between.is_empty() {
        let message = format!("version {} has no such field", wire.version);
        return Err(vec![Diagnostic::error("cert-field", Place::Json("between".into()), message)]);
    }
    let nodes = wire.nodes.into_iter().map(|(var, hi, lo)| Node { var, hi, lo }).collect();
    let content = Certificate {
        property: wire.property.into_owned(),
        formula: wire.formula.into_owned(),
        predicates: wire.predicates.into_owned(),
        table: BddTable { nodes },
        invariants: wire.invariants.into_owned(),
        between: wire.between.into_owned(),
    };
    let header = Header { producer: wire.producer.into_owned(), inputs: wire.inputs.into_owned() };
    Artefact { header, content }.validated(validate::certificate::validate)
}

/// Prints a valid certificate in its canonical form.
pub fn print(artefact: &Artefact<Certificate>) -> String {
    let Artefact { header, content } = artefact;
    let wire = CertificateWire {
        format: FormatTag::Certificate,
        version: FORMAT.version,
        producer: header.producer.as_str().into(),
        inputs: header.inputs.as_slice().into(),
        property: content.property.as_str().into(),
        formula: content.formula.as_str().into(),
        predicates: content.predicates.as_slice().into(),
        nodes: content.table.nodes.iter().map(|node| (node.var, node.hi, node.lo)).collect(),
        invariants: Cow::Borrowed(&content.invariants),
        between: content.between.as_slice().into(),
    };
    layout(&serde_json::to_string(&wire).expect("certificates have no keys but strings"), WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<CertificateWire<'_>>()
}
