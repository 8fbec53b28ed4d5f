//! The contents of a certificate: the rule as data, the claim, and a digest of the values.
//!
//! The types match the file field by field, so a program that finds a period can write one with
//! `serde_json`. Reading is strict: unknown, missing and repeated fields are refused.

use std::fmt;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use crate::natural::{self, Amount};
use crate::sentence::Error;

/// The version of the format.
pub const SCHEMA: u64 = 1;
/// Maximum size of a file, in bytes.
pub const MAX_BYTES: usize = 1_000_000;

/// A whole certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format, [`SCHEMA`].
    #[serde(with = "natural")]
    pub schema: u64,
    /// The game.
    pub rule: Rule,
    /// The claim about the values of the game.
    pub claim: Claim,
    /// A hint for computing the values fast, if one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// The [`Digest`] of G(0) to G(bound).
    pub sha256: String,
}

/// G(n + period) = G(n) + saltus for all n >= preperiod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The least period.
    #[serde(with = "natural")]
    pub period: u64,
    /// The least heap from which on the equation holds.
    #[serde(with = "natural")]
    pub preperiod: u64,
    /// The growth of the values per period.
    #[serde(with = "natural")]
    pub saltus: u64,
    /// The name of the theorem by which the values up to `bound` determine all others.
    pub theorem: String,
    /// The last heap whose value the proof uses.
    #[serde(with = "natural")]
    pub bound: u64,
}

/// A sparse space: which values are rare. The check proves it while using it, so a bad hint only costs
/// time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// The bits of a value whose parity determines its class.
    #[serde(deserialize_with = "natural::word")]
    pub mask: u16,
    /// Whether the parity of the heap counts as one more bit.
    pub parity: bool,
}

/// The moves of one heap: either `takes`, or `digits` with their `base`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Alternative takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<Vec<Take>>,
    /// An octal or hexadecimal code: the bits of digit k, from 0, say in how many heaps the rest may be
    /// left when k are taken.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "natural::bytes_if_any")]
    pub digits: Option<Vec<u8>>,
    /// 8 or 16.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "natural::byte_if_any")]
    pub base: Option<u8>,
}

/// Takes any of some amounts and leaves the rest in a given number of heaps. Exactly one of `amounts` and
/// `all_except` is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Take {
    /// These amounts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amounts: Option<Vec<Amount>>,
    /// All amounts from 1 on except these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_except: Option<Vec<Amount>>,
    /// The numbers of non-empty heaps that may be left, each from 0 to 3.
    #[serde(deserialize_with = "natural::bytes")]
    pub leave: Vec<u8>,
    /// How the parts of a split must compare.
    #[serde(default, skip_serializing_if = "Parts::is_any")]
    pub parts: Parts,
}

/// How the parts of a split must compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Parts {
    /// In any way.
    #[default]
    Any,
    /// All different.
    Unequal,
    /// All the same.
    Equal,
}

impl Parts {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_any(&self) -> bool {
        *self == Self::Any
    }
}

impl Rule {
    /// A rule of alternative takes.
    pub fn takes(takes: Vec<Take>) -> Self {
        Self { takes: Some(takes), ..Self::default() }
    }

    /// An octal code by its digits; the first is before the point.
    pub fn octal(digits: Vec<u8>) -> Self {
        Self { digits: Some(digits), base: Some(8), ..Self::default() }
    }

    /// A hexadecimal code by its digits; the first is before the point.
    pub fn hex(digits: Vec<u8>) -> Self {
        Self { digits: Some(digits), base: Some(16), ..Self::default() }
    }
}

impl Take {
    /// A take of one of these amounts.
    pub fn of(amounts: Vec<Amount>, leave: Vec<u8>, parts: Parts) -> Self {
        Self { amounts: Some(amounts), all_except: None, leave, parts }
    }

    /// A take of any amount except these.
    pub fn all_except(excluded: Vec<Amount>, leave: Vec<u8>) -> Self {
        Self { amounts: None, all_except: Some(excluded), leave, parts: Parts::Any }
    }
}

impl Certificate {
    /// Parses a certificate without checking its claim.
    ///
    /// # Errors
    ///
    /// The input is too long, not JSON, of another version, or of another shape.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        /// A later version may have unknown fields.
        #[derive(Deserialize)]
        struct Version {
            #[serde(with = "natural")]
            schema: u64,
        }
        if bytes.len() > MAX_BYTES {
            return Err(Error::too_long(MAX_BYTES));
        }
        // Some editors begin a file with a byte order mark, which is not JSON.
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let version: Version = serde_json::from_slice(bytes).map_err(|error| Error::shape(&error))?;
        if version.schema != SCHEMA {
            return Err(Error::schema(version.schema, SCHEMA));
        }
        serde_json::from_slice(bytes).map_err(|error| Error::shape(&error))
    }
}

/// SHA-256 of values in order, each as an unsigned 16-bit little-endian number.
#[derive(Clone, Default)]
pub struct Digest(Hash);

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Digest").finish_non_exhaustive()
    }
}

impl Digest {
    /// Adds the next values.
    pub fn update(&mut self, values: impl IntoIterator<Item = u16>) {
        // In pieces, to avoid a copy of a long sequence.
        let mut piece = [0; 4096];
        let mut filled = 0;
        for value in values {
            piece[filled..filled + 2].copy_from_slice(&value.to_le_bytes());
            filled += 2;
            if filled == piece.len() {
                self.0.update(piece);
                filled = 0;
            }
        }
        self.0.update(&piece[..filled]);
    }

    /// The digest as 64 hexadecimal digits in lower case.
    pub fn finish(self) -> String {
        hexadecimal(self.0.finalize())
    }
}

/// The digits of a digest.
pub fn hexadecimal(bytes: [u8; 32]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
