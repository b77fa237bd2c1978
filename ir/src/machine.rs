//! Machines as C sees them: sizes and alignments of types, and the order of bytes.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::types::IntType;

/// Sizes and alignments of C's types, and the order of bytes in memory. In files those that have a
/// name are their name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct DataModel {
    /// Bits of `short`.
    pub short: u8,
    /// Bits of `int`.
    pub int: u8,
    /// Bits of `long`.
    pub long: u8,
    /// Bits of `long long`.
    pub long_long: u8,
    /// Bits of pointers and of `size_t`.
    pub pointer: u8,
    /// Bits of `long double`, padding included.
    pub long_double: u8,
    /// Bytes to which members of records are aligned at most.
    pub align: u8,
    /// The order of bytes.
    #[serde(default)]
    pub byte_order: ByteOrder,
}

/// Which byte of a number is at the lowest address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ByteOrder {
    /// The least significant.
    #[default]
    Little,
    /// The most significant.
    Big,
}

impl DataModel {
    /// Linux on i386: `int`, `long` and pointers of 32 bits.
    pub const ILP32: Self = DataModel {
        short: 16,
        int: 32,
        long: 32,
        long_long: 64,
        pointer: 32,
        long_double: 96,
        align: 4,
        byte_order: ByteOrder::Little,
    };

    /// Linux on x86-64: `int` of 32 bits, `long` and pointers of 64.
    pub const LP64: Self =
        DataModel { long: 64, pointer: 64, long_double: 128, align: 16, ..Self::ILP32 };

    /// gcc for MSP430: `int` and pointers of 16 bits, `long` of 32, nothing aligned to more than 2
    /// bytes.
    pub const IP16: Self =
        DataModel { int: 16, pointer: 16, long_double: 64, align: 2, ..Self::ILP32 };

    /// Those that have a name.
    pub const NAMED: [(&'static str, Self); 3] =
        [("ILP32", Self::ILP32), ("LP64", Self::LP64), ("IP16", Self::IP16)];

    /// Its name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.iter().find(|(_, model)| *model == self).map(|(name, _)| *name)
    }

    /// The type of addresses.
    pub const fn address(self) -> IntType {
        IntType::unsigned(self.pointer)
    }

    /// The `-m` of a compiler on x86 for which this is the machine, if there is one.
    pub fn native(self) -> Option<u8> {
        [Self::ILP32, Self::LP64].contains(&self).then_some(self.pointer)
    }

    /// The addresses that bytes of objects may have. Linux on x86 puts nothing into the first page
    /// of 4096 bytes, so that null pointers are noticed, and nothing behind the 47 bits that user
    /// programs have: with longer page tables, too, only those get more who ask for it. Of other
    /// machines nothing is known but that null is not an object.
    pub fn user_space(self) -> Range<u128> {
        match self.native() {
            Some(32) => 1 << 12..1 << 32,
            Some(_) => 1 << 12..1 << 47,
            None => 1..1 << self.pointer,
        }
    }

    /// Why there is no such machine.
    ///
    /// # Errors
    /// A size is none that C allows and graphs can have, or no integer is as large as a pointer.
    pub fn check(self) -> Result<(), String> {
        let sizes: [(&str, u8, &[u8]); 7] = [
            ("short", self.short, &[16]),
            ("int", self.int, &[16, 32]),
            ("long", self.long, &[32, 64]),
            ("long long", self.long_long, &[64]),
            ("pointers", self.pointer, &[16, 32, 64]),
            ("long double", self.long_double, &[64, 96, 128]),
            ("align", self.align, &[1, 2, 4, 8, 16]),
        ];
        for (name, size, possible) in sizes {
            if !possible.contains(&size) {
                let possible: Vec<String> = possible.iter().map(ToString::to_string).collect();
                return Err(format!("the size of {name} is {size}, not {}", possible.join(" or ")));
            }
        }
        match [self.int, self.long, self.long_long].contains(&self.pointer) {
            true => Ok(()),
            false => Err("no integer type is as large as a pointer".to_owned()),
        }
    }
}

impl Default for DataModel {
    fn default() -> Self {
        Self::LP64
    }
}

impl fmt::Display for DataModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        let plain = DataModel { byte_order: ByteOrder::Little, ..*self };
        let big = if self.byte_order == ByteOrder::Big { ", big-endian" } else { "" };
        match plain.name() {
            Some(name) => write!(f, "{name}{big}"),
            None => write!(
                f,
                "`int` of {} bits, `long` of {}, pointers of {}{big}",
                self.int, self.long, self.pointer
            ),
        }
    }
}

impl Serialize for DataModel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.name() {
            Some(name) => serializer.serialize_str(name),
            None => DataModel::serialize(self, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for DataModel {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ReadModel)
    }
}

/// Reads a name or sizes.
struct ReadModel;

impl<'de> Visitor<'de> for ReadModel {
    type Value = DataModel;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`ILP32`, `LP64`, `IP16` or the sizes of types")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<DataModel, E> {
        let named = DataModel::NAMED.iter().find(|(own, _)| *own == name);
        named
            .map(|(_, model)| *model)
            .ok_or_else(|| E::unknown_variant(name, &["ILP32", "LP64", "IP16"]))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<DataModel, A::Error> {
        let model = DataModel::deserialize(MapAccessDeserializer::new(map))?;
        model.check().map_err(A::Error::custom)?;
        Ok(model)
    }
}

impl JsonSchema for DataModel {
    fn schema_name() -> Cow<'static, str> {
        "DataModel".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let bits = |what: &str, possible: &[u8]| json_schema!({"description": format!("Bits of {what}."), "enum": possible});
        let order = generator.subschema_for::<ByteOrder>();
        json_schema!({
            "description": "Sizes of C's types, by a name or one by one.",
            "anyOf": [
                {
                    "description": "`ILP32`: Linux on i386. `LP64`: Linux on x86-64. `IP16`: \
                                    gcc for MSP430.",
                    "enum": DataModel::NAMED.map(|(name, _)| name),
                },
                {
                    "type": "object",
                    "properties": {
                        "short": bits("`short`", &[16]),
                        "int": bits("`int`", &[16, 32]),
                        "long": bits("`long`", &[32, 64]),
                        "long_long": bits("`long long`", &[64]),
                        "pointer": bits("pointers and of `size_t`", &[16, 32, 64]),
                        "long_double": bits("`long double`, padding included", &[64, 96, 128]),
                        "align": {
                            "description": "Bytes to which members are aligned at most.",
                            "enum": [1, 2, 4, 8, 16],
                        },
                        "byte_order": order,
                    },
                    "required": ["short", "int", "long", "long_long", "pointer", "long_double",
                                 "align"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ByteOrder, DataModel};

    #[test]
    fn files_have_names_or_sizes() {
        let big = DataModel { byte_order: ByteOrder::Big, ..DataModel::ILP32 };
        for model in [DataModel::ILP32, DataModel::LP64, DataModel::IP16, big] {
            let text = serde_json::to_string(&model).expect("text");
            assert_eq!(text.starts_with('"'), model != big, "{text}");
            assert_eq!(serde_json::from_str::<DataModel>(&text).expect("model"), model);
            assert_eq!(model.check(), Ok(()));
        }
    }

    #[test]
    fn sizes_that_c_does_not_allow_are_refused() {
        let read = |text: &str| serde_json::from_str::<DataModel>(text).map_err(|e| e.to_string());
        let sizes = |int: u8, pointer: u8| {
            read(&format!(
                "{{\"short\": 16, \"int\": {int}, \"long\": 32, \"long_long\": 64, \
                 \"pointer\": {pointer}, \"long_double\": 64, \"align\": 2}}"
            ))
        };
        assert!(sizes(16, 32).is_ok());
        for (wrong, message) in [
            (read("\"LP32\""), "unknown variant `LP32`"),
            (sizes(24, 16), "the size of int is 24, not 16 or 32"),
            (sizes(32, 16), "no integer type is as large as a pointer"),
        ] {
            let error = wrong.expect_err("refused");
            assert!(error.contains(message), "{error}");
        }
    }
}
