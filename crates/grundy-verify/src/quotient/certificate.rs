//! The contents of a certificate of a misère quotient.

use serde::{Deserialize, Serialize};

use crate::certificate::{MAX_BYTES, Rule, SCHEMA};
use crate::natural;
use crate::sentence::Error;

/// The `kind` of these certificates.
pub const KIND: &str = "misere-quotient";

/// A finite commutative monoid whose lost elements decide every sum of heaps of some games under misère play.
///
/// Elements are numbered from 0, the empty sum, to `order` - 1.
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
    /// The products with each element, for a set of generators.
    pub generators: Vec<Generator>,
    /// The games whose heaps may be added.
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

/// The elements of the heaps of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapClasses {
    /// The game.
    pub rule: Rule,
    /// The element of each heap, the empty one first.
    #[serde(deserialize_with = "natural::words")]
    pub classes: Vec<u16>,
    /// The period of the elements; without it, the claim does not cover larger heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repeats>,
}

/// Heaps n and n + period have the same element for all n >= preperiod; both numbers are minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeats {
    /// The least period.
    #[serde(with = "natural")]
    pub period: u64,
    /// The least heap from which on the equation holds.
    #[serde(with = "natural")]
    pub preperiod: u64,
}

impl QuotientCertificate {
    /// Parses a certificate without checking its claim.
    ///
    /// # Errors
    ///
    /// The input is too long, not JSON, of another version, or of another shape.
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
