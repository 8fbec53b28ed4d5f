//! Families of rules, and a row for each member: what is known of its period.
//!
//! Members of a family are numbered, so that they can be distributed and a sweep can resume. A row depends
//! only on its rule and the limit, so it is the same wherever it is computed.

mod two_heaps;

use std::fmt;

use dashu_int::UBig;
use serde_json::Value as Json;

use crate::periods::{PeriodQuestion, short_reference};
use crate::theorem::misere_quotient;
use grundy_core::error::{Error, Result};
use grundy_core::limits::{Budget, Cancel, Limits};
use grundy_core::notation::{GameLine, parse_game};
use grundy_misere::{Bounds, GameQuotient, Halt};
use grundy_sequence::Run;

pub use two_heaps::SETS;

/// The largest amount of a family of subtraction sets.
const MOST_AMOUNT: u32 = 40;
/// The most digits of a family of codes.
const MOST_DIGITS: u32 = 12;

/// Rules that differ in one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Every nonempty subtraction set within `from..=to`.
    Subtraction {
        /// The least amount.
        from: u32,
        /// The greatest.
        to: u32,
    },
    /// Every octal code of exactly `digits` digits after the point; `0.7` has one.
    Octal {
        /// Number of digits.
        digits: u32,
    },
    /// `take A or take B from 2 heaps` for the first `sets` sets of amounts in [`SETS`].
    TwoHeaps {
        /// Number of sets.
        sets: u32,
    },
}

impl Family {
    /// All subtraction sets within `from..=to`, between 1 and 40.
    pub fn subtraction(from: u32, to: u32) -> Result<Self> {
        if from == 0 || to < from || to > MOST_AMOUNT {
            return Err(Error::input("error.sweep-amounts").with("most", MOST_AMOUNT));
        }
        Ok(Self::Subtraction { from, to })
    }

    /// All octal codes of `digits` digits, 1 to 12.
    pub fn octal(digits: u32) -> Result<Self> {
        if digits == 0 || digits > MOST_DIGITS {
            return Err(Error::input("error.sweep-digits").with("most", MOST_DIGITS));
        }
        Ok(Self::Octal { digits })
    }

    /// All rules `take A or take B from 2 heaps` with A and B among the first `sets` of [`SETS`].
    pub fn two_heaps(sets: u32) -> Result<Self> {
        if sets == 0 || sets as usize > SETS.len() {
            return Err(Error::input("error.sweep-sets").with("most", SETS.len()));
        }
        Ok(Self::TwoHeaps { sets })
    }

    /// Number of members.
    pub fn count(self) -> u64 {
        match self {
            Self::Subtraction { from, to } => (1 << (to - from + 1)) - 1,
            // The last digit is not 0: the code would be shorter.
            Self::Octal { digits } => 7 << (3 * (digits - 1)),
            Self::TwoHeaps { sets } => u64::from(sets) * u64::from(sets),
        }
    }

    /// A member, counted from 0; `None` after the last.
    ///
    /// Sets are ordered by the number whose bits they are, the least amount being the lowest bit; codes by
    /// their digits; rules of two heaps by A first, then by B.
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
            Self::TwoHeaps { sets } => {
                let set = |number: u64| SETS[usize::try_from(number).unwrap_or(0)];
                let (one, both) = (set(number / u64::from(sets)), set(number % u64::from(sets)));
                Member { rule: format!("take {one} or take {both} from 2 heaps"), size: 2, divisor: 1 }
            }
        })
    }

    /// Largest heap examined by default: sets are fast, heaps that may be split are not.
    pub fn usual_limit(self) -> u64 {
        match self {
            Self::Subtraction { .. } => 10_000_000,
            Self::Octal { .. } => 10_000,
            Self::TwoHeaps { .. } => two_heaps::POSITIONS,
        }
    }

    /// An empty row with the columns of this family.
    pub fn empty_row(self, misere: bool) -> Row {
        match self {
            Self::TwoHeaps { .. } => Row { law: Some(LawOf::default()), ..Row::default() },
            _ => Row { quotient: misere.then(QuotientOf::default), ..Row::default() },
        }
    }

    /// The row of a rule of this family, see [`row`]; for two heaps with tables of at most `limit` positions.
    ///
    /// # Errors
    /// As for [`row`].
    pub fn row(self, rule: &str, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
        let line = parse_game(rule)?;
        match self {
            Self::TwoHeaps { .. } => two_heaps::row(&line, limit, limits, cancel),
            _ => row(&line, limit, limits, cancel),
        }
    }
}

/// One of a family's rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The rule in the notation.
    pub rule: String,
    /// Number of amounts of a set, digits of a code, or sets of a rule of two heaps.
    pub size: u64,
    /// The greatest common divisor of a set's amounts: the game is that of the quotients on heaps divided by
    /// it. 1 for other rules.
    pub divisor: u64,
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is known of the period of one rule: of the Grundy values of its heaps, or under misère play of their classes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The rule, canonically spelled.
    pub rule: String,
    /// The least period; `None` if none was proved.
    pub period: Option<u64>,
    /// The heap from which on values repeat.
    pub preperiod: Option<u64>,
    /// Amount by which values rise each period.
    pub saltus: Option<u64>,
    /// The largest value; among the computed ones if no period was proved. `None` if they grow.
    pub max_value: Option<u64>,
    /// Under misère play, the quotient.
    pub quotient: Option<QuotientOf>,
    /// Of rules of two heaps, their law.
    pub law: Option<LawOf>,
    /// What proves the period: author and year.
    pub proof: Option<String>,
    /// The largest heap computed; `None` if a closed form needs none.
    pub checked_to: Option<u64>,
}

/// The misère quotient of all heaps if a period was proved, else of the heaps that were computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuotientOf {
    /// Number of classes.
    pub order: u64,
    /// Number of classes that are lost.
    pub lost: u64,
    /// The first heap for which it differs from that of misère Nim; `None` if it does not.
    pub first_wild: Option<u64>,
}

/// The law of a game of two heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawOf {
    /// How certain it is: `theorem`, `proved` or `none`.
    pub status: String,
    /// The numeration, if an automaton is proved: `b2` to `b7`, `fib`, `t2`, `t3`.
    pub numeration: Option<String>,
    /// Number of states of the automaton.
    pub states: Option<u64>,
    /// Time taken.
    pub milliseconds: u64,
}

/// The content of one column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// A number, if there is one.
    Number(Option<u64>),
    /// A text, if there is one.
    Text(Option<&'a str>),
}

impl Row {
    /// The columns, each with its name.
    pub fn cells(&self) -> Vec<(&'static str, Cell<'_>)> {
        if let Some(law) = &self.law {
            return vec![
                ("rule", Cell::Text(Some(&self.rule))),
                ("status", Cell::Text(Some(&law.status))),
                ("numeration", Cell::Text(law.numeration.as_deref())),
                ("states", Cell::Number(law.states)),
                ("proof", Cell::Text(self.proof.as_deref())),
                ("milliseconds", Cell::Number(Some(law.milliseconds))),
            ];
        }
        let mut cells = vec![
            ("rule", Cell::Text(Some(&self.rule))),
            ("period", Cell::Number(self.period)),
            ("preperiod", Cell::Number(self.preperiod)),
        ];
        match self.quotient {
            None => {
                cells.push(("saltus", Cell::Number(self.saltus)));
                cells.push(("max_value", Cell::Number(self.max_value)));
            }
            Some(QuotientOf { order, lost, first_wild }) => {
                cells.push(("order", Cell::Number(Some(order))));
                cells.push(("lost", Cell::Number(Some(lost))));
                cells.push(("first_wild", Cell::Number(first_wild)));
            }
        }
        cells.push(("proof", Cell::Text(self.proof.as_deref())));
        cells.push(("checked_to", Cell::Number(self.checked_to)));
        cells
    }

    /// The row as a JSON object.
    pub fn to_json(&self) -> Json {
        let fields = self.cells().into_iter().map(|(name, cell)| (name.to_owned(), cell.to_json()));
        Json::Object(fields.collect())
    }

    /// A row from its JSON object.
    pub fn from_json(json: &Json) -> Option<Self> {
        let number = |name: &str| json[name].as_u64();
        let quotient =
            |order| QuotientOf { order, lost: number("lost").unwrap_or(0), first_wild: number("first_wild") };
        let text = |name: &str| json[name].as_str().map(str::to_owned);
        let law = text("status").map(|status| LawOf {
            status,
            numeration: text("numeration"),
            states: number("states"),
            milliseconds: number("milliseconds").unwrap_or(0),
        });
        Some(Self {
            law,
            rule: json["rule"].as_str()?.to_owned(),
            period: number("period"),
            preperiod: number("preperiod"),
            saltus: number("saltus"),
            max_value: number("max_value"),
            quotient: number("order").map(quotient),
            proof: text("proof"),
            checked_to: number("checked_to"),
        })
    }
}

impl Cell<'_> {
    fn to_json(self) -> Json {
        match self {
            Self::Number(number) => number.into(),
            Self::Text(text) => text.into(),
        }
    }
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(Some(number)) => number.fmt(f),
            Self::Text(Some(text)) => f.write_str(text),
            Self::Number(None) | Self::Text(None) => Ok(()),
        }
    }
}

/// Bounds of the quotient of one member: about half a second.
const QUOTIENT: Bounds = Bounds { work: 300_000_000, ..Bounds::LONG };

/// The row of a rule under misère play, from heaps up to `limit`.
fn quotient_row(line: &GameLine, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
    let Some(rules) = line.game.rules().filter(|rules| rules.is_heapwise()) else {
        return Err(Error::input("error.sweep-misere"));
    };
    let heap = usize::try_from(limit).unwrap_or(usize::MAX).min(QUOTIENT.heap);
    let budget = Budget::new(limits).with_cancel(cancel.clone());
    let mut quotient = GameQuotient::new([rules]);
    if let Err(Halt::Budget(error)) = quotient.extend(heap, QUOTIENT, &budget)
        && cancel.has_caused(&error)
    {
        return Err(error);
    }
    let monoid = quotient.monoid();
    let repetition = quotient.repetition(0);
    Ok(Row {
        rule: line.spelled.to_string(),
        period: repetition.map(|repetition| repetition.period as u64),
        preperiod: repetition.map(|repetition| repetition.preperiod as u64),
        quotient: Some(QuotientOf {
            order: monoid.order() as u64,
            lost: monoid.lost_count() as u64,
            first_wild: quotient.first_wild().map(|heap| heap as u64),
        }),
        proof: repetition.map(|_| misere_quotient::REFERENCE.to_owned()),
        checked_to: repetition.map(|r| r.bound).or(quotient.known_to()).map(|heap| heap as u64),
        ..Row::default()
    })
}

/// The row of a rule, from values of heaps up to `limit`; under misère play, from their classes.
///
/// # Errors
/// Rules whose heaps are not independent; periods that do not fit 64 bits; work that `cancel` ends, by an
/// interrupt or at its deadline. Reaching a limit of `limits` on time or memory is not an error: the row then
/// has no period.
pub fn row(line: &GameLine, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
    if line.misere {
        return quotient_row(line, limit, limits, cancel);
    }
    let rule = line.spelled.to_string();
    let word = |number: &UBig| u64::try_from(number).map_err(|_| Error::input("error.value-above-word"));
    let (rules, wanted) = match PeriodQuestion::new(line, Some(&UBig::from(limit)), limits, false)? {
        PeriodQuestion::Closed(closed) => {
            return Ok(Row {
                rule,
                period: Some(word(&closed.period)?),
                preperiod: Some(word(&closed.preperiod)?),
                saltus: Some(word(&closed.saltus)?),
                max_value: closed.max_value.as_ref().map(word).transpose()?,
                proof: closed.reference.map(str::to_owned),
                ..Row::default()
            });
        }
        PeriodQuestion::Compute { rules, wanted, .. } => (rules, wanted),
    };
    let mut run = Run::new(&rules, wanted, limits, cancel.clone());
    run.finish()?;
    if let Some(error) = run.limit().filter(|error| cancel.has_caused(error)) {
        return Err(error.clone());
    }
    let largest = run.statistics().largest().map(|largest| u64::from(largest.value));
    let Some(proof) = run.proof() else {
        let checked_to = run.length().checked_sub(1).map(|last| last as u64);
        return Ok(Row { rule, max_value: largest, checked_to, ..Row::default() });
    };
    Ok(Row {
        rule,
        period: Some(proof.period.period as u64),
        preperiod: Some(proof.period.preperiod as u64),
        saltus: Some(proof.period.saltus),
        max_value: largest.filter(|_| proof.period.saltus == 0),
        proof: Some(short_reference(proof.theorem.reference())),
        checked_to: Some(proof.length as u64 - 1),
        ..Row::default()
    })
}

/// The row of a rule given as text.
pub fn row_of(rule: &str, limit: u64, limits: Limits, cancel: &Cancel) -> Result<Row> {
    row(&parse_game(rule)?, limit, limits, cancel)
}

#[cfg(test)]
mod tests;
