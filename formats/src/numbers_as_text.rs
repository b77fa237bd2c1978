//! Whole numbers as text in JSON, whose own numbers are too small for some.

/// A number.
pub(crate) mod number {
    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes it.
    pub(crate) fn serialize<S: Serializer>(value: &i128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads it.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<i128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| de::Error::custom(format!("{text:?} is not a number")))
    }
}

/// A list of numbers.
pub(crate) mod numbers {
    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes it.
    pub(crate) fn serialize<S: Serializer>(
        values: &[i128],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(ToString::to_string))
    }

    /// Reads it.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<i128>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        let parse = |text: &String| {
            text.parse().map_err(|_| de::Error::custom(format!("{text:?} is not a number")))
        };
        texts.iter().map(parse).collect()
    }
}

/// Numbers by index or offset.
pub(crate) mod numbered {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes it.
    pub(crate) fn serialize<S: Serializer>(
        cells: &BTreeMap<u64, i128>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(cells.iter().map(|(index, value)| (index, value.to_string())))
    }

    /// Reads it.
    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<u64, i128>, D::Error> {
        let texts = BTreeMap::<u64, String>::deserialize(deserializer)?;
        let parse = |(index, text): (u64, String)| match text.parse() {
            Ok(value) => Ok((index, value)),
            Err(_) => Err(de::Error::custom(format!("{text:?} is not a number"))),
        };
        texts.into_iter().map(parse).collect()
    }
}
