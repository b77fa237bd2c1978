//! How graphs stand in files. Variables, objects and functions are named, locations and edges
//! numbered.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use belnap_ir::cfg::{
    AskedKind, LocationKind, Machine, ObjectKind, Treatment, VariableKind, Weakens,
};
use belnap_ir::ids::{CfgEdgeId, CfgLocId, ScopeId};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::atoms::{SourceWire, Text, True, TypeWire};
use super::expr::ExprWire;

#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) enum FormatTag {
    #[serde(rename = "belnap.cfg")]
    Cfg,
}

/// A program as a control-flow graph.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Belnap control-flow graph", rename = "Cfg")]
pub(super) struct CfgWire<'a> {
    pub format: FormatTag,
    #[schemars(range(min = 1, max = 2))]
    pub version: u32,
    /// Name and version of the program that wrote the file.
    #[serde(borrow, default, skip_serializing_if = "Text::is_empty")]
    pub producer: Text<'a>,
    /// SHA-256 of each input file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<String>,
    /// What expressions mean.
    pub machine: Machine,
    /// Functions; the first is the entry function.
    #[serde(borrow)]
    pub functions: Vec<FunctionWire<'a>>,
    /// Activations; if left out, one for each function, in the same order.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<ScopeWire<'a>>>,
    /// Things with an address.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<ObjectWire<'a>>,
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<VariableWire<'a>>,
    /// The location where properties are judged; the entry if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<CfgLocId>,
    #[serde(borrow)]
    pub locations: Vec<LocationWire<'a>>,
    /// Edges, ascending by source.
    #[serde(borrow)]
    pub edges: Vec<EdgeWire<'a>>,
    /// What the program asks.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<PropertyWire<'a>>,
    /// What is not modelled exactly.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<ApproximationWire<'a>>,
    /// Labels of the program that no location has, because no path leads to them; ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreached: Vec<String>,
    /// Enumeration constants of file scope, by name: types and values, such as `["i32", 2]`.
    #[serde(borrow, default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, ExprWire<'a>>,
}

/// A function with a graph of its own.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Function")]
pub(super) struct FunctionWire<'a> {
    #[serde(borrow)]
    pub name: Text<'a>,
    /// Names of its parameters.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Text<'a>>,
    /// Name of the variable that holds its result.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Text<'a>>,
    /// Its first location.
    pub entry: CfgLocId,
    /// A location of kind `return`; of the first function, of kind `halted`.
    pub exit: CfgLocId,
}

/// One activation of a function: the function itself, or an inlined copy of it.
#[derive(PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Scope")]
pub(super) struct ScopeWire<'a> {
    /// The C function.
    #[serde(borrow)]
    pub function: Text<'a>,
    /// Number of the activation it was inlined into; smaller than its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<ScopeId>,
    /// Where it was called from.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub call: Option<SourceWire<'a>>,
}

impl PartialEq for SourceWire<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

const fn one() -> u32 {
    1
}

fn is_one(number: &u32) -> bool {
    *number == 1
}

/// Something with an address.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Object")]
pub(super) struct ObjectWire<'a> {
    #[serde(borrow)]
    pub name: Text<'a>,
    pub kind: ObjectKind,
    /// Bytes it takes, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// A power of two that its address is a multiple of; 1 if left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub align: u32,
    /// Its type as written in C.
    #[serde(borrow, default, skip_serializing_if = "Text::is_empty")]
    pub c_type: Text<'a>,
    /// Where it is declared or allocated.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWire<'a>>,
}

/// A variable.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Variable")]
pub(super) struct VariableWire<'a> {
    #[serde(borrow)]
    pub name: Text<'a>,
    #[serde(rename = "type")]
    pub ty: TypeWire,
    /// `region` for arrays, `local` for variables of a function, and `global` for others, if left
    /// out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<VariableKind>,
    /// The function that has one for each activation; shared if left out.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub function: Option<Text<'a>>,
    /// The activation its C name belongs to, `null` for file scope. If left out, the one with the
    /// number of its function; file scope for shared variables.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    pub scope: Option<Option<ScopeId>>,
    /// The C expression it is the value of.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub c_name: Option<Text<'a>>,
    /// Its type as written in C; of a region, that of its cells.
    #[serde(borrow, default, skip_serializing_if = "Text::is_empty")]
    pub c_type: Text<'a>,
    /// Where it is declared.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWire<'a>>,
    /// Of a region: which cells it holds, as far as known, ascending.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<CellWire<'a>>,
}

/// A field that is there, perhaps `null`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A cell of an object: its name, or its name and an offset in bytes.
pub(super) struct CellWire<'a> {
    pub object: Text<'a>,
    pub offset: u64,
}

impl Serialize for CellWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.offset {
            0 => self.object.serialize(serializer),
            offset => (&self.object, offset).serialize(serializer),
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for CellWire<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(CellVisitor)
    }
}

struct CellVisitor;

impl<'de> Visitor<'de> for CellVisitor {
    type Value = CellWire<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object's name, or [name, offset]")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(CellWire { object: Text(Cow::Owned(name.to_owned())), offset: 0 })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        match (seq.next_element()?, seq.next_element()?, seq.next_element::<u64>()?) {
            (Some(object), Some(offset), None) => Ok(CellWire { object, offset }),
            _ => Err(A::Error::custom("a cell is an object's name, or [name, offset]")),
        }
    }
}

impl JsonSchema for CellWire<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Cell".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A cell of an object: its name, or its name and an offset in bytes.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": false, "minItems": 2, "prefixItems":
                    [{ "type": "string" }, { "type": "integer", "minimum": 0 }] },
            ],
        })
    }
}

const fn normal() -> LocationKind {
    LocationKind::Normal
}

fn is_normal(kind: &LocationKind) -> bool {
    *kind == LocationKind::Normal
}

/// A point between steps.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Location")]
pub(super) struct LocationWire<'a> {
    /// Its place in the list, from 0.
    pub id: CfgLocId,
    #[serde(default = "normal", skip_serializing_if = "is_normal")]
    pub kind: LocationKind,
    /// The function whose graph it is in; the first if left out.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub function: Option<Text<'a>>,
    /// Number of the activation it belongs to; that of its function if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<ScopeId>,
    /// C labels of the statement here.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Text<'a>>,
    /// The C function whose first location this is.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub enters: Option<Text<'a>>,
    /// The line of the statement here.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWire<'a>>,
}

/// A step; exactly one of the fields from `skip` to `call` says what it does.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Edge")]
pub(super) struct EdgeWire<'a> {
    /// Its place in the list, from 0.
    pub id: CfgEdgeId,
    pub from: CfgLocId,
    pub to: CfgLocId,
    /// Nothing happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<True>,
    /// Variables get values, simultaneously.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub assign: Option<Vec<(Text<'a>, ExprWire<'a>)>>,
    /// The edge exists where this is true.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub assume: Option<ExprWire<'a>>,
    /// The edge exists in some states, and we cannot say in which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assume_unknown: Option<True>,
    /// The environment chooses values of these variables.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub nondet: Option<Vec<Text<'a>>>,
    /// These variables get values that we do not know.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Vec<Text<'a>>>,
    /// A function is called.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallWire<'a>>,
    /// What others may take part in, and can prevent.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Text<'a>>,
    /// The line it comes from.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWire<'a>>,
    /// The statement in C, for people.
    #[serde(borrow, default, skip_serializing_if = "Text::is_empty")]
    pub text: Text<'a>,
}

/// A call.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Call")]
pub(super) struct CallWire<'a> {
    #[serde(borrow)]
    pub function: Text<'a>,
    /// A value for each parameter.
    #[serde(borrow, default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<ExprWire<'a>>,
    /// The variable that gets the result.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Text<'a>>,
}

/// A location that the program says must not be reached.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Property")]
pub(super) struct PropertyWire<'a> {
    pub kind: AskedKind,
    /// A location of kind `failed`.
    pub location: CfgLocId,
    /// Where it says so.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWire<'a>>,
    /// The text of the call; of a check, what would be wrong, in words.
    #[serde(borrow, default, skip_serializing_if = "Text::is_empty")]
    pub text: Text<'a>,
}

/// A construct that the graph does not model exactly.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Approximation")]
pub(super) struct ApproximationWire<'a> {
    /// Its kind, a short fixed word such as `inline-assembly`.
    #[serde(borrow)]
    pub construct: Text<'a>,
    /// What it is about, in words.
    #[serde(borrow, default, skip_serializing_if = "Text::is_empty")]
    pub detail: Text<'a>,
    pub treatment: Treatment,
    pub weakens: Weakens,
    /// Where it stands.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceWire<'a>>,
    /// Numbers of the edges that stand for it, ascending; none if it concerns the whole program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<CfgEdgeId>,
}
