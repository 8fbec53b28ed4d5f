//! Octal and hexadecimal codes: parsing and printing the digits of `octal(0.137)`.

use std::collections::BTreeSet;
use std::ops::Range;

use dashu_int::UBig;

use super::lexer::folded;
use crate::error::{Error, Result};
use crate::rules::{Amounts, Likeness, MoveRule, Parts, Rules, Settings, Source};

/// Which alphabet the digits come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Digits 0 to 7: nothing, one heap, two heaps.
    Octal,
    /// Digits 0 to f: three heaps as well.
    Hex,
}

impl Kind {
    pub(super) fn of(word: &str) -> Option<Self> {
        match word {
            "octal" => Some(Self::Octal),
            "hex" => Some(Self::Hex),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Octal => "octal",
            Self::Hex => "hex",
        }
    }

    fn radix(self) -> u32 {
        match self {
            Self::Octal => 8,
            Self::Hex => 16,
        }
    }
}

/// The rules of a code, and its canonical spelling; `at` is the place of the digits.
pub(super) fn rules_of(kind: Kind, code: &str, at: Range<usize>) -> Result<(Rules, String)> {
    let form = || Error::input("error.code-form").with("name", kind.name()).at(at.clone());
    let point = code.chars().find(|&c| folded(c) == '.').ok_or_else(form)?;
    let (whole, fraction) = code.split_once(point).ok_or_else(form)?;
    if fraction.is_empty() || whole.chars().count() > 1 {
        return Err(form());
    }
    let mut moves = Vec::new();
    let mut digits = String::new();
    let places = std::iter::once(whole.chars().next().unwrap_or('0')).chain(fraction.chars());
    let mut offset = at.start;
    for (taken, digit) in places.enumerate() {
        let place = offset..offset + digit.len_utf8();
        if taken > 0 || !whole.is_empty() {
            offset = place.end;
        }
        if taken == 0 {
            // The point is between the first digit and the others.
            offset += point.len_utf8();
        }
        let digit = folded(digit);
        let Some(value) = digit.to_digit(kind.radix()) else {
            let hex = kind == Kind::Octal && digit.is_ascii_hexdigit();
            let id = if hex { "error.code-digit-octal" } else { "error.code-digit" };
            let error = Error::input(id).with("digit", digit.to_string()).with("name", kind.name());
            return Err(error.suggest(hex.then(|| format!("hex({code})"))).at(place));
        };
        if taken == 0 && value & 3 != 0 {
            return Err(Error::input("error.code-digit-zero").with("digit", digit.to_string()).at(place));
        }
        digits.push(digit.to_ascii_lowercase());
        let counts: BTreeSet<u32> = (0..4).filter(|bit| value >> bit & 1 == 1).collect();
        if !counts.is_empty() {
            let amounts = Amounts::single(UBig::from(taken));
            moves.push(MoveRule::Take {
                source: Source::One,
                parts: Parts { counts, likeness: Likeness::Free },
                amounts,
            });
        }
    }
    if moves.is_empty() {
        return Err(Error::input("error.code-empty").with("name", kind.name()).at(at));
    }
    let rules = Rules::new(moves, Settings::default()).map_err(|e| e.at_least(at.clone()))?;
    let (first, rest) = digits.split_at(1);
    Ok((rules, format!("{}({first}.{rest})", kind.name())))
}
