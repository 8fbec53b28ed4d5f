//! The rule of a certificate as one table: what may be left for each amount taken.

use std::collections::BTreeMap;

use crate::certificate::{Parts, Rule, Take};
use crate::natural::Amount;
use crate::sentence::{Error, Reason};
use crate::watch::Stop;

/// The numbers of heaps that may be left: a set of the bits below.
pub type Leave = u8;
/// Nothing is left.
pub const NONE: Leave = 1;
/// One heap.
pub const ONE: Leave = 2;
/// Two heaps that are not equal.
pub const UNEQUAL: Leave = 4;
/// Two equal heaps.
pub const EQUAL: Leave = 8;
/// Two heaps.
pub const TWO: Leave = UNEQUAL | EQUAL;
/// Three heaps.
pub const THREE: Leave = 16;

/// Maximum number of amounts listed one by one; values with 16 bits never need as many.
const MAX_AMOUNTS: usize = 1 << 20;

/// The moves of one heap.
#[derive(Debug)]
pub struct Game {
    /// What may be left for each amount, ascending. Amounts up to [`Game::last`] that are missing are not
    /// allowed.
    pub listed: BTreeMap<u64, Leave>,
    /// What every amount above [`Game::last`] may leave.
    pub beyond: Leave,
}

impl Game {
    /// The table of a rule.
    pub fn new(rule: &Rule) -> Result<Self, Stop> {
        let mut game = match (&rule.takes, &rule.digits, rule.base) {
            (Some(takes), None, None) => Self::of_takes(takes)?,
            (None, Some(digits), Some(base)) => Self::of_digits(digits, base)?,
            _ => return Err(Reason::new("rule-form").into()),
        };
        // Trailing amounts that behave like all larger ones need no entry.
        while game.last() > 0 && game.listed.last_entry().is_some_and(|entry| *entry.get() == game.beyond) {
            game.listed.pop_last();
        }
        Ok(game)
    }

    fn of_digits(digits: &[u8], base: u8) -> Result<Self, Stop> {
        let known = match base {
            8 => NONE | ONE | 4,
            16 => NONE | ONE | 4 | 8,
            _ => return Err(Reason::new("rule-base").with("base", base).into()),
        };
        let mut listed = BTreeMap::new();
        for (amount, &digit) in (0..).zip(digits) {
            // A move that takes nothing must split.
            if digit & !known != 0 || amount == 0 && digit & 3 != 0 {
                let reason = Reason::new("rule-digit").with("place", amount).with("digit", digit);
                return Err(reason.with("base", base).into());
            }
            let two = if digit & 4 == 0 { 0 } else { TWO };
            let three = if digit & 8 == 0 { 0 } else { THREE };
            if digit != 0 {
                listed.insert(amount, digit & 3 | two | three);
            }
        }
        Ok(Self { listed, beyond: 0 })
    }

    fn of_takes(takes: &[Take]) -> Result<Self, Stop> {
        let mut finite: BTreeMap<u64, Leave> = BTreeMap::new();
        let mut infinite: Vec<(BTreeMap<u64, Leave>, Leave)> = Vec::new();
        for (place, take) in (1u64..).zip(takes) {
            let leave = leave_of(take, place)?;
            match (&take.amounts, &take.all_except) {
                (Some(amounts), None) => add(&mut finite, amounts, leave, place)?,
                (None, Some(excluded)) => {
                    let mut out = BTreeMap::new();
                    add(&mut out, excluded, leave, place)?;
                    infinite.push((out, leave));
                }
                _ => return Err(Reason::new("take-form").with("place", place).into()),
            }
            let listed = infinite.iter().map(|(out, _)| out.len()).sum::<usize>() + finite.len();
            if listed > MAX_AMOUNTS {
                return Err(Error::too_many_amounts(MAX_AMOUNTS).into());
            }
            if leave & (NONE | ONE) != 0 && finite.contains_key(&0) && finite[&0] & (NONE | ONE) != 0 {
                return Err(Reason::new("take-zero").with("place", place).into());
            }
        }
        let beyond = infinite.iter().fold(0, |all, (_, leave)| all | leave);
        if infinite.is_empty() {
            return Ok(Self { listed: finite, beyond });
        }
        // Amounts between the named ones behave like those beyond: list them one by one.
        let last = finite.last_key_value().map_or(0, |(&k, _)| k);
        let last = infinite.iter().filter_map(|(out, _)| Some(*out.last_key_value()?.0)).fold(last, u64::max);
        if last > MAX_AMOUNTS as u64 {
            return Err(Error::too_many_amounts(MAX_AMOUNTS).into());
        }
        let listed = (0..=last).map(|amount| {
            let named = finite.get(&amount).copied().unwrap_or(0);
            let rest = infinite.iter().filter(|(out, _)| amount > 0 && !out.contains_key(&amount));
            (amount, rest.fold(named, |all, (_, leave)| all | leave))
        });
        Ok(Self { listed: listed.collect(), beyond })
    }

    /// The largest amount that behaves differently from all larger ones, or 0.
    pub fn last(&self) -> u64 {
        self.listed.last_key_value().map_or(0, |(&amount, _)| amount)
    }

    /// The union of what the amounts may leave.
    pub fn all(&self) -> Leave {
        self.listed.values().fold(self.beyond, |all, leave| all | leave)
    }

    /// The listed amounts up to `most` that may leave any of `which`, and which of these.
    pub fn with(&self, which: Leave, most: u64) -> Vec<(usize, Leave)> {
        let fitting = self.listed.range(..=most).filter(|(_, leave)| *leave & which != 0);
        fitting.filter_map(|(&k, leave)| Some((usize::try_from(k).ok()?, leave & which))).collect()
    }
}

/// What a take may leave.
fn leave_of(take: &Take, place: u64) -> Result<Leave, Reason> {
    if take.leave.is_empty() {
        return Err(Reason::new("take-leave").with("place", place));
    }
    take.leave.iter().try_fold(0, |all, heaps| {
        let one = match (heaps, take.parts) {
            (0, _) => NONE,
            (1, _) => ONE,
            (2, Parts::Any) => TWO,
            (2, Parts::Unequal) => UNEQUAL,
            (2, Parts::Equal) => EQUAL,
            (3, Parts::Any) => THREE,
            _ => return Err(Reason::new("take-leave").with("place", place)),
        };
        Ok(all | one)
    })
}

/// Lists amounts one by one.
fn add(listed: &mut BTreeMap<u64, Leave>, amounts: &[Amount], leave: Leave, place: u64) -> Result<(), Stop> {
    let mut count = 0;
    for amount in amounts {
        let (first, last) = match *amount {
            Amount::One(amount) => (amount, amount),
            Amount::Range(first, last) if first <= last => (first, last),
            Amount::Range(first, last) => {
                let reason = Reason::new("take-range").with("place", place).with("first", first);
                return Err(reason.with("last", last).into());
            }
        };
        // Counted as written, so that a list with repetitions cannot avoid the limit.
        count += (last - first).saturating_add(1).min(u64::MAX >> 24);
        if count > MAX_AMOUNTS as u64 {
            return Err(Error::too_many_amounts(MAX_AMOUNTS).into());
        }
        for amount in first..=last {
            *listed.entry(amount).or_default() |= leave;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rule: &Rule) -> Game {
        Game::new(rule).expect("a rule")
    }

    fn refused(rule: &Rule) -> &'static str {
        match Game::new(rule) {
            Err(stop) => stop.reason().map_or_else(|error| error.code(), |reason| reason.code()),
            Ok(game) => panic!("{game:?}"),
        }
    }

    fn of(amounts: &[u64], leave: &[u8], parts: Parts) -> Take {
        Take::of(amounts.iter().map(|&k| Amount::One(k)).collect(), leave.to_vec(), parts)
    }

    #[test]
    fn two_ways_to_write_a_game_are_one() {
        let code = game(&Rule::octal(vec![4, 0, 7, 3, 0, 0]));
        let takes = Rule::takes(vec![
            of(&[0], &[2], Parts::Any),
            of(&[2], &[2], Parts::Unequal),
            of(&[2], &[2], Parts::Equal),
            of(&[2, 3], &[0, 1], Parts::Any),
        ]);
        assert_eq!((code.listed.clone(), code.beyond), (game(&takes).listed, 0));
        assert_eq!((code.last(), code.all()), (3, NONE | ONE | TWO));
        assert_eq!(code.with(ONE, 2), [(2, ONE)]);
    }

    #[test]
    fn amounts_that_do_as_all_above_are_not_listed() {
        let excluded = vec![Amount::One(3), Amount::Range(5, 6)];
        let takes = vec![Take::all_except(excluded, vec![0, 1]), of(&[6, 9], &[0, 1], Parts::Any)];
        let game = game(&Rule::takes(takes));
        assert_eq!((game.last(), game.beyond), (5, NONE | ONE));
        assert_eq!(game.listed[&3], 0);
        assert_eq!(game.listed[&4], NONE | ONE);
    }

    #[test]
    fn what_means_no_game_is_refused() {
        let takes = |take: Take| Rule::takes(vec![take]);
        let (any, unequal) = (Parts::Any, Parts::Unequal);
        assert_eq!(refused(&Rule::default()), "rule-form");
        assert_eq!(refused(&Rule { base: Some(8), ..takes(of(&[1], &[0], any)) }), "rule-form");
        assert_eq!(refused(&Rule { base: Some(10), ..Rule::octal(vec![0, 1]) }), "rule-base");
        assert_eq!(refused(&Rule::octal(vec![0, 8])), "rule-digit");
        assert_eq!(refused(&Rule::octal(vec![1, 1])), "rule-digit");
        assert_eq!(refused(&Rule::hex(vec![0, 16])), "rule-digit");
        assert_eq!(refused(&takes(of(&[1], &[], any))), "take-leave");
        assert_eq!(refused(&takes(of(&[1], &[4], any))), "take-leave");
        assert_eq!(refused(&takes(of(&[1], &[3], unequal))), "take-leave");
        assert_eq!(refused(&takes(of(&[0, 1], &[1, 2], any))), "take-zero");
        assert_eq!(refused(&takes(Take::default())), "take-leave");
        assert_eq!(refused(&takes(Take { leave: vec![0], ..Take::default() })), "take-form");
        let range = |first, last| takes(Take::of(vec![Amount::Range(first, last)], vec![1], any));
        assert_eq!(refused(&range(3, 2)), "take-range");
        assert_eq!(refused(&range(1, u64::MAX)), "too-many-amounts");
        assert_eq!(refused(&range(0, u64::MAX)), "too-many-amounts");
        let far = Take::all_except(vec![Amount::One(u64::MAX)], vec![0, 1]);
        assert_eq!(refused(&takes(far)), "too-many-amounts");
    }
}
