//! Laws of games: an automaton claimed to accept the P-positions, and the check of the claim.
//!
//! A certificate has the rules as a line of text, the number of heaps, the convention, the numeration in which heaps
//! are written, and the table of the automaton. The check parses the rules itself, builds from them the relation
//! between a position and its options, and decides for all heaps at once: no accepted position has an accepted option,
//! and every other position has one. Each move takes stones, so play ends, and the accepted positions are the
//! P-positions.
//!
//! A wrong claim is refuted by a shortest counterexample.

// States, letters and digits are below 2^32: memory would be exhausted long before.
#![allow(clippy::cast_possible_truncation)]

mod automaton;
mod numeration;
mod proof;
mod rules;

use std::fmt::Write as _;

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

use crate::certificate::{MAX_BYTES, SCHEMA};
use crate::natural;
use crate::sentence::{Error, Reason};
use crate::watch::{Limits, Watch};

/// The `kind` of these certificates.
pub const KIND: &str = "law";

/// A certificate of a law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    /// The version of the format, [`SCHEMA`].
    #[serde(with = "natural")]
    pub schema: u64,
    /// [`KIND`].
    pub kind: String,
    /// The rules, in the notation.
    pub rules: String,
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// The number of heaps, empty ones included.
    #[serde(with = "natural")]
    pub heaps: u64,
    /// The coefficients of the recurrence of place values: `[2]` for base 2, `[1, 1]` for Fibonacci numbers.
    pub numeration: Vec<u8>,
    /// The automaton of the positions that are lost for the player to move.
    pub lost: Table,
    /// The automata of the positions of Grundy value 1, 2, ... in order, if the law states them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Table>,
    /// The [`digest`](Self::digest) of all other fields.
    pub sha256: String,
}

/// An automaton. State 0 is the start; words are read from the most significant digit on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The states that accept.
    pub accepting: Vec<u32>,
    /// For each state its target by letter, -1 if nothing is accepted any more. In a letter, the digit of heap i,
    /// counted from 0, has the weight d^i, where d is the number of digits.
    pub next: Vec<Vec<i32>>,
}

/// The result of checking a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawVerdict {
    /// The claim.
    pub law: Law,
    /// Why the law does not hold; `None` if it holds.
    pub reason: Option<Reason>,
}

impl Law {
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
        let version: Version = serde_json::from_slice(plain(bytes)).map_err(|error| Error::shape(&error))?;
        if version.schema != SCHEMA {
            return Err(Error::schema(version.schema, SCHEMA));
        }
        serde_json::from_slice(plain(bytes)).map_err(|error| Error::shape(&error))
    }

    /// SHA-256 of the certificate without its digest, as 64 hexadecimal digits.
    pub fn digest(&self) -> String {
        let Self { rules, misere, heaps, numeration, lost, values, .. } = self;
        let mut text = format!("{rules}\n{misere}\n{heaps}\n{numeration:?}\n");
        for table in std::iter::once(lost).chain(values) {
            let _ = writeln!(text, "{:?}\n{:?}", table.accepting, table.next);
        }
        let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('0');
        Hash::hash(text.as_bytes()).iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
    }

    /// The game in the notation: `misere take any or take any from 2 heaps`.
    pub fn game(&self) -> String {
        if self.misere { format!("misere {}", self.rules) } else { self.rules.clone() }
    }
}

/// Removes the byte order mark with which some editors begin a file.
fn plain(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Reads a certificate of a law and checks it by a new proof.
///
/// # Errors
///
/// The input is not a certificate, or a limit was reached.
pub fn verify_law(bytes: &[u8], limits: Limits) -> Result<LawVerdict, Error> {
    check_law(&Law::from_bytes(bytes)?, limits)
}

/// Checks a law by a new proof.
///
/// # Errors
///
/// A limit was reached.
pub fn check_law(law: &Law, limits: Limits) -> Result<LawVerdict, Error> {
    let mut go_on = |_, _| true;
    let mut watch = Watch::new(limits, 0, &mut go_on);
    let reason = match proof::holds(law, &mut watch) {
        Ok(()) if law.digest() != law.sha256 => Some(Reason::new("law-digest").with("found", law.digest())),
        Ok(()) => None,
        Err(stop) => Some(stop.reason()?),
    };
    Ok(LawVerdict { law: law.clone(), reason })
}
