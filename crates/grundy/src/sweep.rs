//! Families of rules, and a row about each member: what is known of its period.
//!
//! Members of a family are numbered, so that they can be shared out and a sweep can go on where it was; a row hangs on
//! nothing but its rule and the limit, so it is the same wherever it is made.

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::periods::{PeriodQuestion, short_reference};
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Cancel, Limits};
use grundy_core::notation::{GameLine, parse_game};
use grundy_sequence::Run;

/// The largest amount of a family of subtraction sets.
const MOST_AMOUNT: u32 = 40;
/// The most digits of a family of codes.
const MOST_DIGITS: u32 = 12;

/// Rules that differ in one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Every subtraction set within `from..=to` that is not empty.
    Subtraction {
        /// The least amount.
        from: u32,
        /// The greatest.
        to: u32,
    },
    /// Every octal code of exactly so many digits behind the point, `0.7` being one of one digit.
    Octal {
        /// How many.
        digits: u32,
    },
}

impl Family {
    /// All subtraction sets within `from..=to`, 1 at least and 40 at most.
    pub fn subtraction(from: u32, to: u32) -> Result<Self> {
        if from == 0 || to < from || to > MOST_AMOUNT {
            return Err(Error::input("error.sweep-amounts").with("most", MOST_AMOUNT));
        }
        Ok(Self::Subtraction { from, to })
    }

    /// All octal codes of so many digits, 1 to 12.
    pub fn octal(digits: u32) -> Result<Self> {
        if digits == 0 || digits > MOST_DIGITS {
            return Err(Error::input("error.sweep-digits").with("most", MOST_DIGITS));
        }
        Ok(Self::Octal { digits })
    }

    /// How many members there are.
    pub fn count(self) -> u64 {
        match self {
            Self::Subtraction { from, to } => (1 << (to - from + 1)) - 1,
            // The last digit is not 0: that would be a shorter code.
            Self::Octal { digits } => 7 << (3 * (digits - 1)),
        }
    }

    /// A member, counted from 0; `None` behind the last.
    ///
    /// Sets come in the order of the number whose bits they are, the least amount the lowest bit; codes in the order of
    /// their digits.
    pub fn member(self, number: u64) -> Option<Member> {
        if number >= self.count() {
            return None;
        }
        Some(match self {
            Self::Subtraction { from, to } => {
                let amounts = (from..=to).filter(|amount| (number + 1) >> (amount - from) & 1 == 1);
                let amounts: Vec<u32> = amounts.collect();
                let texts: Vec<String> = amounts.iter().map(u32::to_string).collect();
                Member {
                    rule: format!("take {}", texts.join(", ")),
                    size: amounts.len() as u64,
                    divisor: amounts.into_iter().fold(0, gcd).into(),
                }
            }
            Self::Octal { digits } => {
                let last = number % 7 + 1;
                let width = digits as usize - 1;
                let front = if width == 0 { String::new() } else { format!("{:0width$o}", number / 7) };
                Member { rule: format!("octal(0.{front}{last})"), size: digits.into(), divisor: 1 }
            }
        })
    }

    /// The last heap that is looked at, unless told otherwise: sets are quick, heaps that may be split are not.
    pub fn usual_limit(self) -> u64 {
        match self {
            Self::Subtraction { .. } => 10_000_000,
            Self::Octal { .. } => 10_000,
        }
    }
}

/// One of a family's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The rule in the notation.
    pub rule: String,
    /// How many amounts a set has, or digits a code.
    pub size: u64,
    /// The greatest common divisor of a set's amounts: the game is that of the quotients on heaps divided by it.
    /// 1 for codes.
    pub divisor: u64,
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is known of the period of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The rule, canonically spelled.
    pub rule: String,
    /// The least period; `None` where none was proved.
    pub period: Option<u64>,
    /// The heap from which on values repeat.
    pub preperiod: Option<u64>,
    /// By how much values rise each time.
    pub saltus: Option<u64>,
    /// The largest value; where no period was proved, as far as values were computed. `None` where they grow.
    pub max_value: Option<u64>,
    /// What proves the period: author and year.
    pub proof: Option<String>,
    /// The last heap that was computed; `None` where a closed form needs none.
    pub checked_to: Option<u64>,
}

impl Row {
    /// The names of the columns.
    pub const NAMES: [&'static str; 7] =
        ["rule", "period", "preperiod", "saltus", "max_value", "proof", "checked_to"];

    /// The row as a JSON object.
    pub fn to_json(&self) -> Json {
        json!({
            "rule": self.rule, "period": self.period, "preperiod": self.preperiod, "saltus": self.saltus,
            "max_value": self.max_value, "proof": self.proof, "checked_to": self.checked_to,
        })
    }
}

/// The row of a rule, from values of heaps up to `limit`.
///
/// # Errors
/// Rules whose heaps do not live apart or whose values do not decide sums; periods that do not fit 64 bits; what
/// `cancel` ends, by an interrupt or because its time is up. `limits` on time and memory are no errors: the row then
/// has no period.
pub fn row(line: &GameLine, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
    let rule = line.game.spelled.clone();
    let word = |number: &UBig| u64::try_from(number).map_err(|_| Error::input("error.value-above-word"));
    let wanted = match PeriodQuestion::new(line, Some(&UBig::from(limit)), limits, false)? {
        PeriodQuestion::Closed(closed) => {
            return Ok(Row {
                rule,
                period: Some(word(&closed.period)?),
                preperiod: Some(word(&closed.preperiod)?),
                saltus: Some(word(&closed.saltus)?),
                max_value: closed.max_value.as_ref().map(word).transpose()?,
                proof: closed.reference.map(str::to_owned),
                checked_to: None,
            });
        }
        PeriodQuestion::Compute { wanted, .. } => wanted,
    };
    let mut run = Run::new(&line.game.rules, wanted, limits, cancel.clone());
    run.finish()?;
    if let Some(error) = run.limit().filter(|error| cancel.has_caused(error)) {
        return Err(error.clone());
    }
    let largest = run.statistics().largest().map(|largest| u64::from(largest.value));
    let Some(proof) = run.proof() else {
        let checked_to = run.length().checked_sub(1).map(|last| last as u64);
        return Ok(Row {
            rule,
            period: None,
            preperiod: None,
            saltus: None,
            max_value: largest,
            proof: None,
            checked_to,
        });
    };
    Ok(Row {
        rule,
        period: Some(proof.period.period as u64),
        preperiod: Some(proof.period.preperiod as u64),
        saltus: Some(proof.period.saltus),
        max_value: largest.filter(|_| proof.period.saltus == 0),
        proof: Some(short_reference(proof.theorem.reference())),
        checked_to: Some(proof.length as u64 - 1),
    })
}

/// The row of a rule given as text.
pub fn row_of(rule: &str, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
    row(&parse_game(rule)?, limit, limits, cancel)
}

#[cfg(test)]
mod tests;
