//! Certificates as JSON; the normative page is `spec/cert.md`.
//!
//! Beyond the rules of [`belnap_ir::validate::certificate`], these speak of files: `json-syntax`,
//! `cert-format`, `cert-version`, and `cert-field` (fields are known, present and of the right
//! type).

use std::borrow::Cow;

use belnap_ir::bdd::{BddTable, Node, Ref};
use belnap_ir::certificate::{Certificate, Claim, Invariants, Unrolling};
use belnap_ir::diagnostic::{Diagnostic, Place};
use belnap_ir::validate;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::header::{Artefact, Header};
use crate::json::{Format, schema_text, text_of};
use crate::layout::WIDTH;

const FORMAT: Format = Format {
    name: "belnap.cert",
    noun: "a certificate",
    version: 4,
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

/// Why a property always holds.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(title = "Belnap certificate")]
enum CertificateWire<'a> {
    Invariants(InvariantsWire<'a>),
    Unrolling(UnrollingWire<'a>),
}

/// Since version 1: an invariant for each location.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct InvariantsWire<'a> {
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

/// Rounds of the loops around a loop, and how often it is repeated in these.
type Fewer = IndexMap<String, Vec<(Vec<u32>, u32)>>;

/// Since version 3: how often loops are repeated at most.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
struct UnrollingWire<'a> {
    format: FormatTag,
    #[schemars(range(min = 3, max = 4))]
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
    /// For the head of each loop, how many times at most control comes back to it since it entered
    /// the loop; 0 for a head that is not listed.
    unrolling: Cow<'a, IndexMap<String, u32>>,
    /// For the head of a loop, rounds of the loops around it (the outermost first) in which control
    /// comes back to it less often, and how often; since version 4.
    #[serde(default, skip_serializing_if = "is_empty")]
    fewer: Cow<'a, Fewer>,
}

fn is_empty(fewer: &Fewer) -> bool {
    fewer.is_empty()
}

/// Reads a certificate and checks every rule.
///
/// # Errors
/// Every rule that the text breaks, with its place.
pub fn read(text: &str) -> Result<Artefact<Certificate>, Vec<Diagnostic>> {
    let preamble = FORMAT.check(text).map_err(|diagnostic| vec![diagnostic])?;
    let artefact = match preamble.version.as_ref().and_then(Value::as_u64) {
        Some(1 | 2) => FORMAT.decode(text).and_then(with_invariants),
        _ => FORMAT.decode(text).and_then(with_unrolling),
    };
    artefact
        .map_err(|diagnostic| vec![diagnostic])?
        .validate_content(validate::certificate::validate)
}

fn with_invariants(wire: InvariantsWire<'_>) -> Result<Artefact<Certificate>, Diagnostic> {
    if wire.version < 2 && !wire.between.is_empty() {
        return Err(unknown_field("between", wire.version));
    }
    let nodes = wire.nodes.into_iter().map(|(var, hi, lo)| Node { var, hi, lo }).collect();
    let invariants = Invariants {
        predicates: wire.predicates.into_owned(),
        table: BddTable { nodes },
        at: wire.invariants.into_owned(),
        between: wire.between.into_owned(),
    };
    let content = Certificate {
        property: wire.property.into_owned(),
        formula: wire.formula.into_owned(),
        claim: Claim::Invariants(invariants),
    };
    let header = Header::of_fields(wire.producer, wire.inputs);
    Ok(Artefact { header, content })
}

fn with_unrolling(wire: UnrollingWire<'_>) -> Result<Artefact<Certificate>, Diagnostic> {
    if wire.version < 4 && !wire.fewer.is_empty() {
        return Err(unknown_field("fewer", wire.version));
    }
    let rounds = wire.unrolling.into_owned();
    let content = Certificate {
        property: wire.property.into_owned(),
        formula: wire.formula.into_owned(),
        claim: Claim::Unrolling(Unrolling { rounds, fewer: wire.fewer.into_owned() }),
    };
    let header = Header::of_fields(wire.producer, wire.inputs);
    Ok(Artefact { header, content })
}

fn unknown_field(name: &str, version: u32) -> Diagnostic {
    let message = format!("version {version} has no such field");
    Diagnostic::error("cert-field", Place::Json(name.into()), message)
}

/// Prints a valid certificate in its canonical form, in the newest version for what it claims.
pub fn print(artefact: &Artefact<Certificate>) -> String {
    let Artefact { header, content } = artefact;
    let (producer, inputs) = (header.producer.as_str().into(), header.inputs.as_slice().into());
    let (property, formula) = (content.property.as_str().into(), content.formula.as_str().into());
    let wire = match &content.claim {
        Claim::Invariants(claim) => CertificateWire::Invariants(InvariantsWire {
            format: FormatTag::Certificate,
            version: 2,
            producer,
            inputs,
            property,
            formula,
            predicates: claim.predicates.as_slice().into(),
            nodes: claim.table.nodes.iter().map(|node| (node.var, node.hi, node.lo)).collect(),
            invariants: Cow::Borrowed(&claim.at),
            between: claim.between.as_slice().into(),
        }),
        Claim::Unrolling(claim) => CertificateWire::Unrolling(UnrollingWire {
            format: FormatTag::Certificate,
            version: if claim.fewer.is_empty() { 3 } else { 4 },
            producer,
            inputs,
            property,
            formula,
            unrolling: Cow::Borrowed(&claim.rounds),
            fewer: Cow::Borrowed(&claim.fewer),
        }),
    };
    text_of(&wire, WIDTH)
}

/// The JSON Schema of the format.
pub fn schema() -> String {
    schema_text::<CertificateWire<'_>>()
}
