//! What a certificate of a misère quotient says.

use serde::{Deserialize, Serialize};

use crate::certificate::{MAX_BYTES, Rule, SCHEMA};
use crate::natural;
use crate::sentence::Error;

/// The word that tells such a certificate from others.
pub const KIND: &str = "misere-quotient";

/// A finite commutative monoid whose lost elements decide, under misère play, every sum of heaps of some games.
///
/// Elements are numbers from 0, the empty sum, to `order` - 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotientCertificate {
    /// The version of the format, [`SCHEMA`].
    #[serde(with = "natural")]
    pub schema: u64,
    /// [`KIND`].
    pub kind: String,
    /// The number of elements.
    #[serde(with = "natural")]
    pub order: u64,
    /// The elements that the player to move loses, in ascending order: the P-portion.
    #[serde(deserialize_with = "natural::words")]
    pub lost: Vec<u16>,
    /// For some elements that make all others, the products with each element.
    pub generators: Vec<Generator>,
    /// The games whose heaps may stand side by side.
    pub games: Vec<HeapClasses>,
}

/// An element and its products with every element in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// The element.
    #[serde(deserialize_with = "natural::word")]
    pub element: u16,
    /// Its products.
    #[serde(deserialize_with = "natural::words")]
    pub products: Vec<u16>,
}

/// The elements of a game's heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapClasses {
    /// The game.
    pub rule: Rule,
    /// The element of each heap, the empty one first.
    #[serde(deserialize_with = "natural::words")]
    pub classes: Vec<u16>,
    /// How they go on for ever; without it, larger heaps are no part of the claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repeats>,
}

/// Heaps n and n + period have the same element for all n >= preperiod; both numbers are the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeats {
    /// The least period.
    #[serde(with = "natural")]
    pub period: u64,
    /// The least heap from which on it holds.
    #[serde(with = "natural")]
    pub preperiod: u64,
}

impl QuotientCertificate {
    /// Reads a certificate. What it says is not looked at.
    ///
    /// # Errors
    ///
    /// The bytes are too many, no JSON, of another version, or of another shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() > MAX_BYTES {
            return Err(Error::too_long(MAX_BYTES));
        }
        let certificate: Self = serde_json::from_slice(bytes).map_err(|error| Error::shape(&error))?;
        if certificate.schema != SCHEMA {
            return Err(Error::schema(certificate.schema, SCHEMA));
        }
        Ok(certificate)
    }
}
