//! Whole numbers in JSON: written as numbers up to 2^53 - 1 and as decimal strings above; both are read.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

/// The greatest number that every JSON reader keeps exactly.
const EXACT: u64 = (1 << 53) - 1;

/// One amount, or a range of amounts: `7`, `[1, 7]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This one.
    One(u64),
    /// From the first to the last, both included.
    Range(u64, u64),
}

/// Writes a number.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    if *number <= EXACT { serializer.serialize_u64(*number) } else { serializer.collect_str(number) }
}

/// Reads a number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    Natural::deserialize(deserializer).map(|natural| natural.0)
}

/// Reads a list of small numbers.
pub fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    Vec::<Natural>::deserialize(deserializer)?.into_iter().map(byte_of).collect()
}

/// Reads an optional list of small numbers.
pub fn bytes_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<u8>>, D::Error> {
    let list = Option::<Vec<Natural>>::deserialize(deserializer)?;
    list.map(|list| list.into_iter().map(byte_of).collect()).transpose()
}

/// Reads an optional small number.
pub fn byte_if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Option::<Natural>::deserialize(deserializer)?.map(byte_of).transpose()
}

/// Reads a number of 16 bits.
pub fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
    let number = deserialize(deserializer)?;
    u16::try_from(number).map_err(|_| de::Error::invalid_value(de::Unexpected::Unsigned(number), &"u16"))
}

/// Reads a list of numbers of 16 bits.
pub fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u16>, D::Error> {
    let wrong = |number: u64| de::Error::invalid_value(de::Unexpected::Unsigned(number), &"u16");
    let list = Vec::<Natural>::deserialize(deserializer)?;
    list.into_iter().map(|Natural(number)| u16::try_from(number).map_err(|_| wrong(number))).collect()
}

fn byte_of<E: de::Error>(number: Natural) -> Result<u8, E> {
    let wrong = |_| E::invalid_value(de::Unexpected::Unsigned(number.0), &"u8");
    u8::try_from(number.0).map_err(wrong)
}

/// A number as a type for serde.
#[derive(Clone, Copy)]
struct Natural(u64);

impl<'de> Deserialize<'de> for Natural {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NaturalVisitor)
    }
}

struct NaturalVisitor;

impl Visitor<'_> for NaturalVisitor {
    type Value = Natural;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("u64")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Natural, E> {
        Ok(Natural(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Natural, E> {
        from_text(text).map(Natural).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Parses decimal digits and nothing else.
fn from_text(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// A number as a type for serde.
        struct Written(u64);
        impl Serialize for Written {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serialize(&self.0, serializer)
            }
        }
        match self {
            Self::One(amount) => serialize(amount, serializer),
            Self::Range(first, last) => {
                let mut pair = serializer.serialize_tuple(2)?;
                pair.serialize_element(&Written(*first))?;
                pair.serialize_element(&Written(*last))?;
                pair.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AmountVisitor)
    }
}

struct AmountVisitor;

impl<'de> Visitor<'de> for AmountVisitor {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("u64 | [u64, u64]")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Amount, E> {
        Ok(Amount::One(number))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Amount, E> {
        from_text(text).map(Amount::One).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Amount, A::Error> {
        let mut next =
            |at| list.next_element::<Natural>()?.ok_or_else(|| de::Error::invalid_length(at, &AmountVisitor));
        let (first, last) = (next(0)?.0, next(1)?.0);
        if list.next_element::<de::IgnoredAny>()?.is_some() {
            return Err(de::Error::invalid_length(3, &self));
        }
        Ok(Amount::Range(first, last))
    }
}
