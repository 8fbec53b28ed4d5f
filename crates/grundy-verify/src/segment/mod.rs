//! Segments of a long run: the values of consecutive heaps in a file, with the digest of the file.
//!
//! A file has a line of JSON ([`About`]), the values, and the SHA-256 of all bytes before it. Each file names the digest
//! of the one before, so the digest of a segment stands for all values up to its end.
//!
//! Values are stored in 1, 2 or 4 bytes each. With a sparse space, nearly all values are common, and a common value
//! without the lowest bit of the mask takes one byte, its *code*. All other values are listed after the codes.

mod check;

use serde::{Deserialize, Serialize};

use crate::certificate::{Rule, hexadecimal};
use crate::natural;
use crate::sentence::Error;
use hmac_sha256::Hash;

pub use check::{SegmentVerdict, check_segment};

/// The version of the format.
pub const SEGMENT_SCHEMA: u64 = 1;
/// Maximum length of the line of JSON, in bytes.
const MAX_LINE: usize = 1_000_000;
/// Bytes of a digest.
const DIGEST: usize = 32;
/// Bytes of a listed value: its place, and the value.
const LISTED: usize = 6;

/// What a segment says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The version of the format, [`SEGMENT_SCHEMA`].
    #[serde(with = "natural")]
    pub schema: u64,
    /// The game, in words.
    pub game: String,
    /// The game as data; none if certificates cannot express it. The segment can then not be checked.
    pub rule: Option<Rule>,
    /// The number of the segment, from 0.
    #[serde(with = "natural")]
    pub segment: u64,
    /// The first heap.
    #[serde(with = "natural")]
    pub from: u64,
    /// The number of values.
    #[serde(with = "natural")]
    pub values: u64,
    /// Bytes of each value, or of its code.
    #[serde(with = "natural")]
    pub bytes: u64,
    /// Whether these are codes.
    pub coded: bool,
    /// The number of values that are listed after the codes.
    #[serde(with = "natural")]
    pub listed: u64,
    /// A sparse space, if one is known.
    pub space: Option<SparseSpace>,
    /// The number of rare positions up to the end of the segment.
    #[serde(with = "natural")]
    pub rares: u64,
    /// The largest value up to the end of the segment.
    #[serde(with = "natural")]
    pub largest: u64,
    /// The digest of the segment before; empty for the first one.
    pub before: String,
}

/// A mask, and the parity of heaps whose class it inverts, see [`Hint`](crate::Hint).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SparseSpace {
    /// The bits of a value whose parity determines its class.
    #[serde(deserialize_with = "natural::word")]
    pub mask: u16,
    /// If set, the class of the value of a heap is inverted where the heap plus this is odd.
    pub odd: Option<bool>,
}

impl SparseSpace {
    /// Whether the value of a heap is rare.
    #[inline]
    pub fn is_rare(self, value: u32, heap: u64) -> bool {
        let twist = self.odd.is_some_and(|odd| (heap & 1 == 1) != odd);
        ((value & u32::from(self.mask)).count_ones() & 1 == 1) == twist
    }

    /// The bit that a code leaves out.
    fn left_out(self) -> u32 {
        u32::from(self.mask & self.mask.wrapping_neg())
    }

    /// The code of a value, if it is common and its code fits a byte.
    #[inline]
    fn code(self, value: u32, heap: u64) -> Option<u8> {
        let below = self.left_out().checked_sub(1)?;
        let code = u8::try_from((value & below) | ((value >> 1) & !below)).ok()?;
        (!self.is_rare(value, heap)).then_some(code)
    }

    /// The common value of a code.
    #[inline]
    fn value(self, code: u8, heap: u64) -> u32 {
        let below = self.left_out().saturating_sub(1);
        let code = u32::from(code);
        let open = (code & below) | ((code & !below) << 1);
        if self.is_rare(open, heap) { open | self.left_out() } else { open }
    }

    /// Whether every value up to `largest` has the same class in both spaces.
    pub fn agrees(self, other: Self, largest: u64) -> bool {
        let bits = u64::MAX.checked_shr(largest.leading_zeros()).unwrap_or(0);
        self.odd == other.odd && u64::from(self.mask ^ other.mask) & bits == 0
    }
}

/// What a segment is made of, besides its values.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The game, in words and as data.
    pub game: &'a str,
    /// See [`About::rule`].
    pub rule: Option<&'a Rule>,
    /// A sparse space, if one is known.
    pub space: Option<SparseSpace>,
    /// The number of rare positions in this space up to the end.
    pub rares: u64,
    /// What the segment before says, and its digest.
    pub before: Option<(&'a About, &'a str)>,
}

impl Frame<'_> {
    /// The bytes of the segment of `count` values; `at` gives the value at a place.
    pub fn encode(&self, count: usize, at: &dyn Fn(usize) -> u32) -> Vec<u8> {
        let (before, digest) = self.before.map_or((None, ""), |(about, digest)| (Some(about), digest));
        let from = before.map_or(0, |before| before.from + before.values);
        let largest = (0..count).map(at).max().unwrap_or(0);
        let plain = match largest {
            0x1_0000.. => 4,
            0x100.. => 2,
            _ => 1,
        };
        let mut listed = Vec::new();
        let mut cells = Vec::with_capacity(count);
        // Codes only where they are shorter.
        if let Some(space) = self.space.filter(|_| plain == 2) {
            for ((heap, place), n) in (from..).zip(0u32..).zip(0..count) {
                let value = at(n);
                let code = space.code(value, heap);
                cells.push(code.unwrap_or(0));
                if code.is_none() {
                    listed.extend(place.to_le_bytes());
                    listed.extend(u16::try_from(value).unwrap_or(u16::MAX).to_le_bytes());
                }
            }
        }
        let coded = count > 0 && cells.len() == count && count + listed.len() < count * plain;
        if !coded {
            listed.clear();
            cells.clear();
            cells.reserve_exact(count * plain);
            cells.extend((0..count).flat_map(|n| at(n).to_le_bytes().into_iter().take(plain)));
        }
        let about = About {
            schema: SEGMENT_SCHEMA,
            game: self.game.to_owned(),
            rule: self.rule.cloned(),
            segment: before.map_or(0, |before| before.segment + 1),
            from,
            values: count as u64,
            bytes: if coded { 1 } else { plain as u64 },
            coded,
            listed: (listed.len() / LISTED) as u64,
            space: self.space,
            rares: self.rares,
            largest: before.map_or(0, |before| before.largest).max(largest.into()),
            before: digest.to_owned(),
        };
        let mut file = serde_json::to_vec(&about).unwrap_or_default();
        file.push(b'\n');
        file.reserve_exact(cells.len() + listed.len() + DIGEST);
        file.extend(cells);
        file.extend(listed);
        let digest = Hash::hash(&file);
        file.extend(digest);
        file
    }
}

/// A segment in memory.
#[derive(Clone, Debug)]
pub struct Segment {
    about: About,
    /// The values or codes, as in the file.
    cells: Vec<u8>,
    /// Places and values that have no code, ascending.
    listed: Vec<(u32, u16)>,
    digest: String,
}

impl Segment {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The digest is not that of the bytes, or they are not a segment.
    pub fn parse(mut file: Vec<u8>) -> Result<Self, Error> {
        let damaged = Error::segment_damaged;
        let content = file.len().checked_sub(DIGEST).ok_or_else(damaged)?;
        let digest = Hash::hash(&file[..content]);
        if digest[..] != file[content..] {
            return Err(damaged());
        }
        let line = file.iter().take(MAX_LINE).position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let about: About = serde_json::from_slice(&file[..line]).map_err(|error| Error::shape(&error))?;
        if about.schema != SEGMENT_SCHEMA {
            return Err(Error::segment_schema(about.schema, SEGMENT_SCHEMA));
        }
        let size = about.values.checked_mul(about.bytes).filter(|_| [1, 2, 4].contains(&about.bytes));
        let size = size.zip(about.listed.checked_mul(LISTED as u64));
        let (cells, listed) = size.ok_or_else(damaged)?;
        let rest = (content - line - 1) as u64;
        if cells.checked_add(listed) != Some(rest)
            || about.values > 1 << 31
            || if about.coded { about.bytes != 1 || about.space.is_none() } else { listed > 0 }
            || about.from.checked_add(about.values).is_none()
        {
            return Err(damaged());
        }
        let entry = |bytes: &[u8]| match *bytes {
            [a, b, c, d, e, f] => (u32::from_le_bytes([a, b, c, d]), u16::from_le_bytes([e, f])),
            _ => (0, 0),
        };
        let list = content - usize::try_from(listed).map_err(|_| damaged())?;
        let listed: Vec<(u32, u16)> = file[list..content].chunks_exact(LISTED).map(entry).collect();
        if !listed.is_sorted_by(|(a, _), (b, _)| a < b) {
            return Err(damaged());
        }
        file.truncate(list);
        file.drain(..=line);
        Ok(Self { cells: file, listed, digest: hexadecimal(digest), about })
    }

    /// What the segment says about itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The digest, as 64 hexadecimal digits.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.cells.len() / usize::try_from(self.about.bytes).unwrap_or(1)
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The first heap after the segment.
    pub fn end(&self) -> u64 {
        self.about.from + self.about.values
    }

    /// Whether the bytes are codes.
    fn codes(&self) -> Option<SparseSpace> {
        self.about.space.filter(|_| self.about.coded)
    }

    /// The value at a place of the segment.
    ///
    /// # Panics
    /// If the segment has no such place.
    pub fn value(&self, place: usize) -> u32 {
        if let Some(space) = self.codes() {
            match self.listed.binary_search_by_key(&(place as u64), |(at, _)| (*at).into()) {
                Ok(found) => self.listed[found].1.into(),
                Err(_) => space.value(self.cells[place], self.about.from + place as u64),
            }
        } else {
            let bytes = usize::try_from(self.about.bytes).unwrap_or(1);
            let cell = &self.cells[place * bytes..(place + 1) * bytes];
            cell.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
        }
    }
}

#[cfg(test)]
mod tests;
