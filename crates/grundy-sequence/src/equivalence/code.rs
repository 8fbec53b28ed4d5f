//! Codes of games as digits, and changes to them that keep all values.

use std::collections::BTreeSet;
use std::fmt;

use dashu_int::UBig;

use crate::engine::{Engine, Plain};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Likeness, Members, MoveRule, Parts, Rules, Settings, Source};

/// Codes with more digits are not examined.
const LONGEST: usize = 64;
/// The maximum number of heaps a move may leave.
const MOST_HEAPS: usize = 3;

/// Bit c of digit k says whether taking k stones may leave c heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Code {
    digits: Vec<u8>,
}

impl Code {
    /// The code of a game, if it has a finite code of moderate length.
    pub(super) fn of(rules: &Rules) -> Option<Self> {
        if !rules.is_heapwise() {
            return None;
        }
        let mut digits = vec![0; LONGEST + 1];
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return None };
            let splits = parts.splits() && parts.likeness != Likeness::Free;
            if splits || parts.counts.iter().any(|&count| count as usize > MOST_HEAPS) {
                return None;
            }
            let members = Members::fixed(amounts)?;
            if members.upper_bound()? > UBig::from(LONGEST) {
                return None;
            }
            for (k, digit) in digits.iter_mut().enumerate() {
                if members.contains(&UBig::from(k)) {
                    *digit |= parts.counts.iter().fold(0, |bits, count| bits | 1 << count);
                }
            }
        }
        Some(Self { digits }.trimmed())
    }

    /// Parses text such as `0.137`; digits above 9 are letters.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digit = |c: char| c.to_digit(16).and_then(|d| u8::try_from(d).ok());
        let digits: Option<Vec<u8>> = text.chars().filter(|c| *c != '.').map(digit).collect();
        digits.map(|digits| Self { digits }.trimmed())
    }

    fn trimmed(mut self) -> Self {
        let length = self.digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1);
        self.digits.truncate(length.max(2));
        self.digits.resize(length.max(2), 0);
        self
    }

    /// The largest amount, at least 1.
    pub(super) fn last(&self) -> usize {
        self.digits.len() - 1
    }

    fn allows(&self, taken: usize, heaps: usize) -> bool {
        self.digits.get(taken).is_some_and(|digit| digit >> heaps & 1 == 1)
    }

    fn allow(&mut self, taken: usize, heaps: usize) {
        if self.digits.len() <= taken {
            self.digits.resize(taken + 1, 0);
        }
        self.digits[taken] |= 1 << heaps;
    }

    fn forbid(&mut self, taken: usize, heaps: usize) {
        self.digits[taken] &= !(1 << heaps);
    }

    /// G(0), ..., G(last).
    pub(super) fn values(&self, last: usize) -> Result<Vec<u32>> {
        let mut moves = Vec::new();
        for (taken, digit) in self.digits.iter().enumerate() {
            let counts: BTreeSet<u32> = (0..4).filter(|bit| digit >> bit & 1 == 1).collect();
            if !counts.is_empty() {
                let amounts = Amounts::single(UBig::from(taken));
                let parts = Parts { counts, likeness: Likeness::Free };
                moves.push(MoveRule::Take { source: Source::One, parts, amounts });
            }
        }
        if moves.is_empty() {
            return Ok(vec![0; last + 1]);
        }
        let mut plain = Plain::new(&Rules::new(moves, Settings::default())?);
        plain.grow(last + 1, &Budget::default())?;
        Ok(plain.values().iter().take(last + 1).collect())
    }

    /// Whether another amount makes leaving `heaps` heaps after taking `taken` stones redundant. Leaving c
    /// heaps after taking k is as good as leaving these and one more of k - j stones after taking j, if the
    /// extra heap is worth 0.
    fn covered(&self, taken: usize, heaps: usize, values: &[u32]) -> bool {
        (0..taken).any(|fewer| self.allows(fewer, heaps + 1) && values.get(taken - fewer) == Some(&0))
    }

    /// A code with the same values and fewer moves: without [covered](Self::covered) moves, and without taking
    /// a whole heap where that heap's value does not depend on it.
    pub(super) fn reduced(&self) -> Result<Self> {
        let values = self.values(self.last())?;
        let mut code = self.clone();
        for heaps in 1..MOST_HEAPS {
            for taken in 1..=self.last() {
                if code.allows(taken, heaps) && code.covered(taken, heaps, &values) {
                    code.forbid(taken, heaps);
                }
            }
        }
        for (taken, value) in values.iter().enumerate().skip(1) {
            if code.allows(taken, 0) {
                code.forbid(taken, 0);
                if code.values(taken)?[taken] != *value {
                    code.allow(taken, 0);
                }
            }
        }
        Ok(code.trimmed())
    }

    /// Whether the other code has the same values for every heap. `true` is proved; `false` is not.
    pub(super) fn same_values(&self, other: &Self) -> Result<bool> {
        let tail = |code: &Self| -> Result<Vec<u8>> {
            let code = code.reduced()?;
            let digits: Vec<u8> = code.digits.iter().map(|digit| digit & !1).collect();
            Ok(Self { digits }.trimmed().digits)
        };
        if tail(self)? != tail(other)? {
            return Ok(false);
        }
        let last = self.last().max(other.last());
        Ok(self.values(last)? == other.values(last)?)
    }

    /// The code with G(0) = G(1) = 0 and the values of this one from there on, shifted by one.
    pub(super) fn shifted_up(&self) -> Result<Option<Self>> {
        let values = self.values(self.last())?;
        let mut up = Self { digits: vec![0; self.digits.len() + 1] };
        for taken in 0..=self.last() {
            if self.allows(taken, 0) {
                up.allow(taken + 1, 0);
            }
            if self.allows(taken, 1) {
                up.allow(taken, 1);
            }
            if self.allows(taken, 2) {
                let one = self.allows(taken, 1) || self.covered(taken, 1, &values);
                if taken == 0 || !one {
                    return Ok(None);
                }
                up.allow(taken - 1, 2);
            }
            if self.allows(taken, 3) {
                return Ok(None);
            }
        }
        let up = up.trimmed();
        let fits = up.values(self.last() + 1)?[1..] == values[..];
        Ok(fits.then_some(up))
    }

    /// The code whose [shift](Self::shifted_up) this one is.
    pub(super) fn shifted_down(&self) -> Result<Option<Self>> {
        let code = self.reduced()?;
        let values = code.values(code.last() + 2)?;
        let mut down = Self { digits: vec![0; code.digits.len() + 1] };
        for taken in 0..=code.last() {
            if code.allows(taken, 3) {
                return Ok(None);
            }
            if code.allows(taken, 2) {
                down.allow(taken + 1, 1);
                down.allow(taken + 1, 2);
            }
            if code.allows(taken, 1) {
                down.allow(taken, 1);
            }
        }
        for heap in 1..=code.last() + 1 {
            if values[heap + 1] > 0 {
                down.allow(heap, 0);
            }
        }
        let down = down.trimmed();
        let fits = match down.shifted_up()? {
            Some(up) => up.same_values(self)?,
            None => false,
        };
        if fits { down.reduced().map(Some) } else { Ok(None) }
    }
}

impl fmt::Display for Code {
    /// In the notation: `octal(0.137)`, `hex(0.8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let octal = self.digits.iter().all(|&digit| digit < 8);
        write!(f, "{}(", if octal { "octal" } else { "hex" })?;
        for (place, digit) in self.digits.iter().enumerate() {
            write!(f, "{}{digit:x}", if place == 1 { "." } else { "" })?;
        }
        f.write_str(")")
    }
}
