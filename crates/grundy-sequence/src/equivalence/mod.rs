//! Equivalent codes: codes of games with the same values, possibly shifted.
//!
//! For each number of stones taken, a code gives the numbers of heaps that may be left (Guy and Smith 1956).
//! Two theorems are used, each only after its conditions have been checked:
//!
//! *More moves, same values.* Leaving c heaps after taking k is as good as leaving these and one more of k - j
//! stones after taking j < k, if G(k - j) = 0 and j allows c + 1 heaps. Taking a whole heap of k matters only
//! to the heap of k. So two codes with largest amounts up to K have the same values for all heaps if they are
//! equal apart from such moves and taking whole heaps, and G(0), ..., G(K) are equal: above K, heaps have
//! options of the same values.
//!
//! *Shift by one.* Give every heap one stone more. Taking k and leaving one or two heaps that may be
//! empty becomes taking k - 1 and leaving two heaps that are not, since there is one stone more
//! before and two more after; leaving one non-empty heap becomes leaving one; and taking a whole heap
//! of k becomes taking a whole heap of k + 1. So where an amount that may leave two heaps may leave
//! one as well, the new code has G(n + 1) where the old one has G(n), if that holds for n up to the
//! largest amount: beyond it the options match one by one. (Dawson's Chess, Dawson's Kayles and .4;
//! Kayles and 4.4.)

mod code;

use std::sync::OnceLock;

use serde::Deserialize;

use self::code::Code;
use grundy_core::catalogue::Bilingual;
use grundy_core::error::Result;
use grundy_core::rules::Rules;
use grundy_core::text::Message;

/// A code with the same values, possibly shifted: G(n) = G'(n - shift) for all n, where heaps below 0 have value 0.
/// This is proved for all heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Equivalence {
    /// The other game, in the notation.
    pub code: String,
    /// Its name in the literature, where it has one.
    pub title: Option<&'static Bilingual>,
    /// The source of that name.
    pub source: Option<&'static str>,
    /// The number of stones by which heaps of this game are larger than those of the other.
    pub shift: i64,
}

impl Equivalence {
    /// The equivalence as a sentence.
    pub fn message(&self) -> Message {
        let (code, shift) = (self.code.clone(), self.shift.unsigned_abs());
        match self.shift {
            0 => Message::new("equivalence.same").with("code", code),
            1.. => Message::new("equivalence.later").with("code", code).with("shift", shift),
            _ => Message::new("equivalence.earlier").with("code", code).with("shift", shift),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    code: String,
    title: Bilingual,
    source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    code: Vec<Entry>,
}

fn named() -> &'static [(Code, Entry)] {
    static NAMED: OnceLock<Vec<(Code, Entry)>> = OnceLock::new();
    NAMED.get_or_init(|| {
        // A test parses the file too, so it is known to be valid.
        let file: File = toml::from_str(include_str!("codes.toml")).unwrap_or(File { code: vec![] });
        file.code.into_iter().filter_map(|entry| Some((Code::parse(&entry.code)?, entry))).collect()
    })
}

/// Larger shifts are not searched for.
const MOST_SHIFTS: i64 = 4;

/// The equivalent codes of a game with a finite code of at most 64 digits: the code with the fewest moves if it
/// differs, shifted codes, and named codes, nearest first. Empty for other games.
///
/// # Errors
/// Only those of limits on memory and time, which such short codes do not reach.
pub fn equivalences(rules: &Rules) -> Result<Vec<Equivalence>> {
    let Some(own) = Code::of(rules) else { return Ok(vec![]) };
    let mut found = Vec::new();
    list(&own.reduced()?, 0, &own, &mut found)?;
    let (mut down, mut up) = (Some(own.clone()), Some(own.clone()));
    for distance in 1..=MOST_SHIFTS {
        down = down.map_or(Ok(None), |code| code.shifted_down())?;
        up = up.map_or(Ok(None), |code| code.shifted_up())?;
        for (code, shift) in [(&down, distance), (&up, -distance)] {
            if let Some(code) = code {
                list(&code.reduced()?, shift, &own, &mut found)?;
            }
        }
    }
    Ok(found)
}

/// Adds a code and the names of its values.
fn list(code: &Code, shift: i64, own: &Code, found: &mut Vec<Equivalence>) -> Result<()> {
    let before = found.len();
    for (known, entry) in named() {
        if known.same_values(code)? {
            let (title, source) = (Some(&entry.title), Some(entry.source.as_str()));
            found.push(Equivalence { code: known.to_string(), title, source, shift });
        }
    }
    let text = code.to_string();
    let known = found[before..].iter().any(|other| other.code == text);
    if !known && text != own.to_string() {
        found.push(Equivalence { code: text, title: None, source: None, shift });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
