//! Values as a list of numbers of one width.

use dashu_int::UBig;
use serde_json::Value as Json;

use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::number::natural_to_json;
use grundy_sequence::engine::Kept;
use grundy_sequence::{ClosedPeriod, HeapFunction, Period, Run};

/// Number of values between two clock checks.
const BETWEEN_CHECKS: usize = 1 << 20;
/// Turns are copied in pieces of at least this many values.
const LONG_TURN: usize = 1 << 10;

/// Values of one heap, all of one width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum List {
    /// One, two or four bytes each.
    Kept(Kept),
    /// Eight bytes each.
    Words(Vec<u64>),
    /// Of any size.
    Naturals(Vec<UBig>),
}

impl List {
    /// Number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::Kept(all) => all.len(),
            Self::Words(all) => all.len(),
            Self::Naturals(all) => all.len(),
        }
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// As a JSON list.
    pub fn into_json(self) -> Json {
        match self {
            Self::Kept(all) => all.values().iter().map(Json::from).collect(),
            Self::Words(all) => all.into_iter().map(|value| natural_to_json(&UBig::from(value))).collect(),
            Self::Naturals(all) => all.iter().map(natural_to_json).collect(),
        }
    }

    /// Appends a value; the list switches to numbers of any size if needed.
    pub(super) fn push(&mut self, value: &UBig) {
        match (&mut *self, u64::try_from(value)) {
            (Self::Words(all), Ok(word)) => all.push(word),
            (Self::Naturals(all), _) => all.push(value.clone()),
            _ => {
                let known = match std::mem::replace(self, Self::Naturals(Vec::new())) {
                    Self::Words(all) => all.into_iter().map(UBig::from).collect(),
                    Self::Kept(all) => all.values().iter().map(UBig::from).collect(),
                    Self::Naturals(all) => all,
                };
                *self = Self::Naturals(known);
                self.push(value);
            }
        }
    }

    /// A list in as few bytes as the greatest value needs.
    fn narrow(values: &[u64], greatest: u64) -> Self {
        fn all<T: TryFrom<u64>>(values: &[u64]) -> Vec<T> {
            values.iter().filter_map(|&value| T::try_from(value).ok()).collect()
        }
        match greatest {
            0..=0xff => Self::Kept(Kept::Bytes(all(values))),
            0x100..=0xffff => Self::Kept(Kept::Narrow(all(values))),
            0x1_0000..=0xffff_ffff => Self::Kept(Kept::Wide(all(values))),
            _ => Self::Words(values.to_vec()),
        }
    }
}

/// The values from `from` on of a finished run.
pub(super) fn of_run(run: Run, from: &UBig, count: usize) -> Result<List> {
    if count == 0 {
        // `from` may be far beyond what the run knows.
        return Ok(List::Words(Vec::new()));
    }
    let there = run.length();
    let last = usize::try_from(from).ok().and_then(|from| from.checked_add(count));
    if let (Ok(from), Some(end)) = (usize::try_from(from), last.filter(|&end| end <= there)) {
        let mut kept = run.into_kept()?;
        kept.truncate(end);
        return Ok(List::Kept(match kept {
            Kept::Bytes(all) => Kept::Bytes(without_first(all, from)),
            Kept::Narrow(all) => Kept::Narrow(without_first(all, from)),
            Kept::Wide(all) => Kept::Wide(without_first(all, from)),
        }));
    }
    let Some(period) = run.period() else {
        return Err(run.limit().cloned().unwrap_or_else(|| Error::limit("error.stopped")));
    };
    let clock = run.budget().clock().budget();
    clock.reserve(run.budget().reserved())?;
    let kept = run.into_kept()?;
    if period.saltus > 0 {
        let base: Vec<u64> = kept.values().iter().map(u64::from).collect();
        return growing(&base, period, from, count, &clock);
    }
    Ok(List::Kept(match kept {
        Kept::Bytes(all) => Kept::Bytes(repeated(&all, period, from, count, &clock)?),
        Kept::Narrow(all) => Kept::Narrow(repeated(&all, period, from, count, &clock)?),
        Kept::Wide(all) => Kept::Wide(repeated(&all, period, from, count, &clock)?),
    }))
}

/// The values from `from` on by a closed form; `None` if its period is not shorter than the list.
pub(super) fn of_closed(
    closed: &ClosedPeriod,
    function: &dyn HeapFunction,
    from: &UBig,
    count: usize,
    budget: &Budget,
) -> Result<Option<List>> {
    let word = |n: &UBig| usize::try_from(n).ok();
    let (Some(preperiod), Some(period)) = (word(&closed.preperiod), word(&closed.period)) else {
        return Ok(None);
    };
    let Some(end) = preperiod.checked_add(period).filter(|&end| end <= count) else { return Ok(None) };
    let Ok(saltus) = u64::try_from(&closed.saltus) else { return Ok(None) };
    let period = Period::new(preperiod, period, saltus);
    let mut base = Vec::new();
    for n in 0..end {
        budget.step()?;
        let Ok(value) = u64::try_from(&function.value(&UBig::from(n), budget)?) else { return Ok(None) };
        base.push(value);
    }
    if saltus > 0 {
        return growing(&base, period, from, count, budget).map(Some);
    }
    let greatest = base.iter().copied().max().unwrap_or(0);
    Ok(Some(match List::narrow(&base, greatest) {
        List::Kept(Kept::Bytes(all)) => List::Kept(Kept::Bytes(repeated(&all, period, from, count, budget)?)),
        List::Kept(Kept::Narrow(all)) => {
            List::Kept(Kept::Narrow(repeated(&all, period, from, count, budget)?))
        }
        List::Kept(Kept::Wide(all)) => List::Kept(Kept::Wide(repeated(&all, period, from, count, budget)?)),
        List::Words(all) => List::Words(repeated(&all, period, from, count, budget)?),
        other @ List::Naturals(_) => other,
    }))
}

fn without_first<T>(mut all: Vec<T>, count: usize) -> Vec<T> {
    if count > 0 {
        all.drain(..count);
    }
    all
}

/// Continues a periodic list; `all` begins with the first `preperiod + period` values.
fn repeated<T: Copy>(
    all: &[T],
    period: Period,
    from: &UBig,
    count: usize,
    budget: &Budget,
) -> Result<Vec<T>> {
    budget.reserve_each(count, size_of::<T>() as u64)?;
    let end = period.preperiod + period.period;
    let start = period.index(from);
    let mut out = Vec::with_capacity(count);
    out.extend_from_slice(&all[start..end][..count.min(end - start)]);
    out.extend_from_slice(&all[period.preperiod..end][..period.period.min(count - out.len())]);
    // The last turn is present: what follows is a copy of it, of two of them, of four ...
    let Some(turn) = out.len().checked_sub(period.period) else { return Ok(out) };
    while out.len() < count {
        budget.check_time()?;
        let whole = (out.len() - turn) / period.period * period.period;
        let piece = whole.min(BETWEEN_CHECKS.next_multiple_of(period.period)).min(count - out.len());
        out.extend_from_within(turn..turn + piece);
    }
    Ok(out)
}

/// Like [`repeated`], if each turn is greater than the one before.
fn growing(base: &[u64], period: Period, from: &UBig, count: usize, budget: &Budget) -> Result<List> {
    let (base, period) = &in_long_turns(base, period);
    let (base, period) = (&base[..], *period);
    let last = from + UBig::from(count);
    // A bound from above on every value: nothing rises faster than by the saltus at every heap.
    let greatest = base.iter().copied().max().unwrap_or(0);
    let (_, turns) = period.place(&last);
    let most = turns * UBig::from(period.saltus) + UBig::from(greatest);
    match u64::try_from(&most) {
        Ok(0..=0xffff_ffff) => {
            let narrow = |value| u32::try_from(value).unwrap_or(u32::MAX);
            Ok(List::Kept(Kept::Wide(risen(base, period, from, count, budget, narrow)?)))
        }
        Ok(_) => Ok(List::Words(risen(base, period, from, count, budget, |value| value)?)),
        Err(_) => {
            budget.reserve_each(count, 64)?;
            let mut out = Vec::new();
            let mut n = from.clone();
            for _ in 0..count {
                budget.step()?;
                let (at, turns) = period.place(&n);
                out.push(turns * UBig::from(period.saltus) + UBig::from(base[at]));
                n += UBig::ONE;
            }
            Ok(List::Naturals(out))
        }
    }
}

/// Joins many short turns into one long one, which is copied faster.
fn in_long_turns(base: &[u64], period: Period) -> (Vec<u64>, Period) {
    let turns = LONG_TURN.div_ceil(period.period);
    let base = &base[..period.preperiod + period.period];
    let mut long = base.to_vec();
    for turn in 1..turns as u64 {
        let rise = turn * period.saltus;
        long.extend(base[period.preperiod..].iter().map(|value| value + rise));
    }
    (long, Period::new(period.preperiod, period.period * turns, period.saltus * turns as u64))
}

fn risen<T>(
    base: &[u64],
    period: Period,
    from: &UBig,
    count: usize,
    budget: &Budget,
    value: impl Fn(u64) -> T,
) -> Result<Vec<T>> {
    budget.reserve_each(count, size_of::<T>() as u64)?;
    let end = period.preperiod + period.period;
    let (mut at, turns) = period.place(from);
    let mut rise = u64::try_from(&(turns * UBig::from(period.saltus))).unwrap_or(u64::MAX);
    let mut out = Vec::with_capacity(count);
    while out.len() < count {
        if out.len() % BETWEEN_CHECKS < period.period {
            budget.check_time()?;
        }
        let some = (end - at).min(count - out.len());
        out.extend(base[at..at + some].iter().map(|base| value(base + rise)));
        at = period.preperiod;
        rise = rise.saturating_add(period.saltus);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use crate::Solver;
    use grundy_core::notation::parse_game;

    #[test]
    fn a_range_that_ends_before_it_begins_is_an_empty_list_in_every_game() {
        for text in ["kayles", "take 1, 3, 4", "nim", "octal(0.007)", "wythoff", "take any; ring"] {
            let line = parse_game(text).unwrap();
            for (from, to) in [(5u32, 4u32), (7, 5), (1000, 0)] {
                let list = Solver::default().values(&line, &from.into(), &to.into(), &mut |_| {}).unwrap();
                assert!(list.is_empty(), "{text} {from}..{to}");
            }
        }
    }
}
