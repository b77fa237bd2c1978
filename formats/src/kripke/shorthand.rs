//! Decoding of the wire types that accept several forms, with messages that say which.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use belnap_ir::bdd::Ref;
use belnap_ir::belnap::Belnap;
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use super::wire::{
    Entries, LabelsWire, PartialWire, StateObject, StateWire, StatesWire, TransitionObject,
    TransitionWire, UpdateWire, ValueWire,
};

impl Serialize for ValueWire {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.letter())
    }
}

impl JsonSchema for ValueWire {
    fn schema_name() -> Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A truth value: a letter, or a word or Boolean for all but `b`.",
            "enum": ["t", "f", "n", "b", true, false, "true", "false", "unknown"],
        })
    }
}

impl<V: Serialize> Serialize for Entries<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<V: JsonSchema> JsonSchema for Entries<'_, V> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        IndexMap::<String, V>::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        IndexMap::<String, V>::json_schema(generator)
    }
}

/// Implements `Deserialize` by the visitor of the same name in this module.
macro_rules! decode_any {
    ($type:ident $(<$text:lifetime>)?, $visitor:ident) => {
        impl<'de $(: $text, $text)?> Deserialize<'de> for $type $(<$text>)? {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any($visitor)
            }
        }
        struct $visitor;
    };
}

decode_any!(ValueWire, ValueVisitor);
decode_any!(StatesWire<'a>, StatesVisitor);
decode_any!(StateWire<'a>, StateVisitor);
decode_any!(LabelsWire<'a>, LabelsVisitor);
decode_any!(TransitionWire<'a>, TransitionVisitor);
decode_any!(PartialWire, PartialVisitor);
decode_any!(UpdateWire, UpdateVisitor);

impl Visitor<'_> for ValueVisitor {
    type Value = ValueWire;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a truth value (\"t\", \"f\", \"n\" or \"b\")")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<ValueWire, E> {
        Ok(ValueWire(value.into()))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ValueWire, E> {
        let value = match text {
            "true" => Belnap::True,
            "false" => Belnap::False,
            "unknown" => Belnap::Unknown,
            letter => letter.parse().map_err(E::custom)?,
        };
        Ok(ValueWire(value))
    }
}

impl<'de> Visitor<'de> for StatesVisitor {
    type Value = StatesWire<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object from state names to labels, or a list of states")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Entries::deserialize(MapAccessDeserializer::new(map)).map(StatesWire::ByName)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Self::Value, A::Error> {
        elements(sequence).map(StatesWire::List)
    }
}

impl<'de> Visitor<'de> for StateVisitor {
    type Value = StateWire<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a state: its name, or an object with a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(StateWire::Name(name.to_owned().into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        StateObject::deserialize(MapAccessDeserializer::new(map)).map(StateWire::Object)
    }
}

impl<'de> Visitor<'de> for LabelsVisitor {
    type Value = LabelsWire<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "labels: an object from propositions to values, a list of true propositions, or a \
             string of letters",
        )
    }

    fn visit_str<E: Error>(self, letters: &str) -> Result<Self::Value, E> {
        Ok(LabelsWire::Letters(letters.to_owned().into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Entries::deserialize(MapAccessDeserializer::new(map)).map(LabelsWire::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, sequence: A) -> Result<Self::Value, A::Error> {
        let names = elements(sequence)?.into_iter().map(|Text(name)| name).collect();
        Ok(LabelsWire::Names(names))
    }
}

impl<'de> Visitor<'de> for TransitionVisitor {
    type Value = TransitionWire<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a transition: [from, to], [from, to, value] or an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Box::<TransitionObject<'_>>::deserialize(MapAccessDeserializer::new(map))
            .map(TransitionWire::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let Text(from) = element(&mut sequence, 0, &self)?;
        let Text(to) = element(&mut sequence, 1, &self)?;
        let value = sequence.next_element()?;
        end(sequence, 4, &self)?;
        Ok(match value {
            None => TransitionWire::Pair(from, to),
            Some(value) => TransitionWire::Triple(from, to, value),
        })
    }
}

impl<'de> Visitor<'de> for PartialVisitor {
    type Value = PartialWire;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a function: a node number, or a pair [true where, false where]")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<PartialWire, E> {
        let number = i32::try_from(number)
            .map_err(|_| E::custom(format!("{number} is too large for a node number")))?;
        Ok(PartialWire::Exact(Ref(number)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<PartialWire, E> {
        self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<PartialWire, A::Error> {
        let truth = element(&mut sequence, 0, &self)?;
        let falsity = element(&mut sequence, 1, &self)?;
        end(sequence, 3, &self)?;
        Ok(PartialWire::Pair(truth, falsity))
    }
}

impl<'de> Visitor<'de> for UpdateVisitor {
    type Value = UpdateWire;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an update: [variable, function] or [variable, true where, false where]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<UpdateWire, A::Error> {
        let variable = element(&mut sequence, 0, &self)?;
        let truth = element(&mut sequence, 1, &self)?;
        let falsity = sequence.next_element()?;
        end(sequence, 4, &self)?;
        Ok(match falsity {
            None => UpdateWire::Exact(variable, truth),
            Some(falsity) => UpdateWire::Pair(variable, truth, falsity),
        })
    }
}

fn elements<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(
    mut sequence: A,
) -> Result<Vec<T>, A::Error> {
    let mut elements = Vec::new();
    while let Some(element) = sequence.next_element()? {
        elements.push(element);
    }
    Ok(elements)
}

/// The element at `index`, which must be there.
fn element<'de, A: SeqAccess<'de>, T: Deserialize<'de>>(
    sequence: &mut A,
    index: usize,
    expected: &dyn serde::de::Expected,
) -> Result<T, A::Error> {
    sequence.next_element()?.ok_or_else(|| A::Error::invalid_length(index, expected))
}

/// Refuses more elements; `length` is how many there then are at least.
fn end<'de, A: SeqAccess<'de>>(
    mut sequence: A,
    length: usize,
    expected: &dyn serde::de::Expected,
) -> Result<(), A::Error> {
    match sequence.next_element::<serde::de::IgnoredAny>()? {
        None => Ok(()),
        Some(_) => Err(A::Error::invalid_length(length, expected)),
    }
}

impl<'de: 'a, 'a, V: Deserialize<'de>> Deserialize<'de> for Entries<'a, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData)).map(Entries)
    }
}

struct EntriesVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<V> {
    type Value = Vec<(Cow<'de, str>, V)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some((Text(key), value)) = map.next_entry()? {
            entries.push((key, value));
        }
        Ok(entries)
    }
}

/// A string, borrowed where the text has no escapes.
#[derive(Deserialize)]
#[serde(transparent)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
