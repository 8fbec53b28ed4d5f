//! The lost bars of three rows: a second and a third row have at most one losing first row.
//!
//! Of two bars that differ in the first row only, the larger can be bitten down to the smaller. So
//! the first row of the lost bar is the least that no bite into the second or third row rules out.
//! No first row is lost if a bite into the first row that also shortens the second leaves a lost
//! bar (D. Zeilberger 2001 goes along columns in the same way). Time and memory are proportional
//! to the product of second and third row, whatever the first.

use crate::error::Result;
use crate::limits::Budget;

/// The lost bars up to a second and a third row.
pub(super) struct ThreeRows {
    /// By third row from 1, then second row: the first row of the lost bar, or 0 for none.
    first: Vec<Vec<u64>>,
}

/// A set of numbers as bits.
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: u64) {
        let Ok(place) = usize::try_from(number / 64) else { return };
        if place >= self.0.len() {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (number % 64);
    }

    fn word(&self, place: usize) -> u64 {
        self.0.get(place).copied().unwrap_or(0)
    }
}

/// The least number from `from` on that is in neither set.
fn least_free(a: &Bits, b: &Bits, from: u64) -> u64 {
    let mut place = usize::try_from(from / 64).unwrap_or(usize::MAX);
    let mut taken = a.word(place) | b.word(place) | ((1 << (from % 64)) - 1);
    while taken == u64::MAX {
        place += 1;
        taken = a.word(place) | b.word(place);
    }
    place as u64 * 64 + u64::from(taken.trailing_ones())
}

impl ThreeRows {
    /// The table for second rows up to `second` and third rows up to `third`.
    pub(super) fn new(second: u64, third: u64, budget: &Budget) -> Result<Self> {
        // 8 bytes per cell of the table, and per second row a set of up to three times as many
        // bits.
        let bytes = second
            .saturating_mul(8 * third.saturating_add(1))
            .saturating_add(second.saturating_mul(second) / 2);
        budget.reserve(bytes)?;
        let mut first: Vec<Vec<u64>> = Vec::new();
        // First rows ruled out by a bite into the third row, by second row; initially by a bite at
        // its start.
        let mut below: Vec<Bits> = Vec::new();
        for b in 0..=second {
            let mut bits = Bits(vec![]);
            bits.insert(b + 1);
            below.push(bits);
        }
        // First rows ruled out by a bite of the second row below the third: (a), then (a, x, x).
        let mut deep = vec![1];
        for c in 1..=third {
            let mut beside = Bits(vec![]);
            for &a in &deep {
                beside.insert(a);
            }
            let mut list = vec![0; below.len()];
            let mut covered = false;
            for b in c..=second {
                budget.step()?;
                let place = usize::try_from(b).unwrap_or(usize::MAX);
                if covered {
                    continue;
                }
                let a = least_free(&beside, &below[place], b);
                list[place] = a;
                beside.insert(a);
                below[place].insert(a);
                // A longer bar can be bitten down to this one, whose first two rows are equal.
                covered = a == b;
            }
            deep.push(list.get(usize::try_from(c).unwrap_or(usize::MAX)).copied().unwrap_or(0));
            first.push(list);
        }
        Ok(Self { first })
    }

    /// Whether a bar of up to three rows is lost.
    pub(super) fn is_lost(&self, a: u64, b: u64, c: u64) -> bool {
        match (b, c) {
            (0, _) => a == 1,
            (_, 0) => a == b + 1,
            _ => self.first_of(b, c) == Some(a),
        }
    }

    fn first_of(&self, b: u64, c: u64) -> Option<u64> {
        let list = self.first.get(usize::try_from(c.checked_sub(1)?).ok()?)?;
        list.get(usize::try_from(b).ok()?).copied().filter(|&a| a > 0)
    }

    /// The lost bars that one bite into a bar of three rows leaves.
    pub(super) fn bites(&self, a: u64, b: u64, c: u64, budget: &Budget) -> Result<Vec<Vec<u64>>> {
        let mut found = Vec::new();
        let mut look = |a: u64, b: u64, c: u64| {
            if self.is_lost(a, b, c) {
                found.push(vec![a, b, c]);
            }
        };
        if let Some(shorter) = self.first_of(b, c).filter(|&shorter| shorter < a) {
            look(shorter, b, c);
        }
        for x in 0..b {
            budget.step()?;
            if x > 0 {
                look(x, x, x.min(c));
            }
            look(a, x, x.min(c));
        }
        for x in 0..c {
            budget.step()?;
            look(a, b, x);
        }
        Ok(found)
    }
}
