//! The smallest parts of a graph's file: strings, types, source lines, `true`.

use std::borrow::Cow;
use std::fmt;

use belnap_ir::span::SourceLine;
use belnap_ir::types::{ArrayType, IntType, Type};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A string, borrowed where the text has no escapes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(super) struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Text<'a> {
    fn from(text: &'a String) -> Self {
        Text(Cow::Borrowed(text))
    }
}

impl Text<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn into_string(self) -> String {
        self.0.into_owned()
    }
}

/// The integer type written `text`; its width is checked later.
pub(crate) fn parse_int_type(text: &str) -> Option<IntType> {
    let (signed, digits) = match text.as_bytes().first()? {
        b'i' => (true, &text[1..]),
        b'u' => (false, &text[1..]),
        _ => return None,
    };
    let canonical = !digits.starts_with('0') || digits == "0";
    let plain = canonical && digits.bytes().all(|byte| byte.is_ascii_digit());
    let bits = digits.parse().ok().filter(|_| plain)?;
    Some(IntType { bits, signed })
}

pub(crate) fn parse_array_type(text: &str) -> Option<ArrayType> {
    let (index, cell) = text.strip_prefix('[')?.split_once(']')?;
    Some(ArrayType { index: parse_int_type(index)?, cell: parse_int_type(cell)? })
}

pub(super) fn parse_type(text: &str) -> Option<Type> {
    if text == "bool" {
        return Some(Type::Bool);
    }
    let int = parse_int_type(text).map(Type::Int);
    int.or_else(|| parse_array_type(text).map(Type::Array))
}

/// Reads a string with `parse`, which says no with `None`.
pub(super) struct Parsed<T> {
    pub parse: fn(&str) -> Option<T>,
    pub expected: &'static str,
}

impl<T> Visitor<'_> for Parsed<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text)
            .ok_or_else(|| E::custom(format_args!("'{text}' is not {}", self.expected)))
    }
}

/// A type, as a string.
pub(super) struct TypeWire(pub Type);

impl Serialize for TypeWire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for TypeWire {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a type, such as \"bool\", \"i32\", \"u8\" or \"[u32]i8\"";
        deserializer.deserialize_str(Parsed { parse: parse_type, expected }).map(TypeWire)
    }
}

impl JsonSchema for TypeWire {
    fn schema_name() -> Cow<'static, str> {
        "Type".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "`bool`, an integer type such as `i32` or `u8`, or an array of them by \
                            its types of indices and cells, such as `[u32]i8`.",
            "type": "string",
            "pattern": "^(bool|[iu][0-9]+|\\[[iu][0-9]+\\][iu][0-9]+)$",
        })
    }
}

/// A source line, as `file:line`.
pub(super) struct SourceWire<'a>(pub Cow<'a, SourceLine>);

impl SourceWire<'_> {
    pub(super) fn print(source: Option<&SourceLine>) -> Option<SourceWire<'_>> {
        source.map(|source| SourceWire(Cow::Borrowed(source)))
    }

    pub(super) fn read(source: Option<SourceWire<'_>>) -> Option<SourceLine> {
        source.map(|source| source.0.into_owned())
    }
}

impl Serialize for SourceWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for SourceWire<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parse = |text: &str| {
            let (file, line) = text.rsplit_once(':')?;
            let plain = line.bytes().all(|byte| byte.is_ascii_digit());
            let line = line.parse().ok().filter(|_| plain)?;
            Some(SourceLine { file: file.to_owned(), line })
        };
        let expected = "a file and a line, such as \"prog.c:12\"";
        let source = deserializer.deserialize_str(Parsed { parse, expected })?;
        Ok(SourceWire(Cow::Owned(source)))
    }
}

impl JsonSchema for SourceWire<'_> {
    fn schema_name() -> Cow<'static, str> {
        "SourceLine".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A line of the source program: `file:line`, the line counted from 1.",
            "type": "string",
            "pattern": ":[0-9]+$",
        })
    }
}

/// `true`, where a field's presence is all it says.
pub(super) struct True;

impl Serialize for True {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl<'de> Deserialize<'de> for True {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match bool::deserialize(deserializer)? {
            true => Ok(True),
            false => Err(D::Error::custom("this can only be true; leave it out otherwise")),
        }
    }
}

impl JsonSchema for True {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "True".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "const": true })
    }
}
