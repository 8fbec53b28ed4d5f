//! Remoteness and suspense of a single heap: a table, and beyond it the pattern it settles into.
//!
//! For a finite set of amounts with greatest member m, the number of a heap follows from those of the m heaps
//! before it, and adding an even constant to all of these adds it to what follows. So if m consecutive
//! numbers are m earlier ones plus an even constant, the table continues like that forever: a proof, not a
//! guess.

use std::collections::VecDeque;

use dashu_int::UBig;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Rules};

/// The player who hurries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// The winner: remoteness.
    Remoteness,
    /// The loser: suspense.
    Suspense,
}

/// The largest heap of a table; beyond it a proved pattern is needed.
const MAX_TABLE: usize = 1 << 22;
/// Number of heaps in which a pattern is searched for.
const SETTLED_BY: usize = 1 << 16;

/// Sets of more separate ranges get no table.
const MAX_WINDOWS: usize = 1000;

/// The numbers of one heap, by size.
#[derive(Debug)]
pub(crate) struct Line {
    numbers: Vec<u32>,
    period: Option<Period>,
}

/// `number(n + length) = number(n) + gain` for every n at or above the table's end less `length`.
#[derive(Clone, Copy, Debug)]
struct Period {
    length: usize,
    gain: u32,
}

impl Line {
    /// The numbers of heaps up to `size`, if a move takes from one heap and does not split it; `None` for
    /// other rules, or if the heap is out of reach.
    pub(super) fn new(
        rules: &Rules,
        size: &UBig,
        pace: Pace,
        misere: bool,
        budget: &Budget,
    ) -> Result<Option<Self>> {
        let Some(windows) = rules.as_subtraction_set().and_then(windows) else { return Ok(None) };
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let mut end = size.min(SETTLED_BY);
        let mut numbers = table(&windows, end, pace, misere, budget)?;
        let mut period = None;
        if end < size {
            period = repetition(&numbers, &windows, misere);
            if period.is_none() {
                // Without a pattern, the table may still reach the heap.
                end = size;
                if end > MAX_TABLE {
                    return Ok(None);
                }
                numbers = table(&windows, end, pace, misere, budget)?;
            }
        }
        Ok(Some(Self { numbers, period }))
    }

    /// Whether a pattern was proved.
    pub(super) fn is_periodic(&self) -> bool {
        self.period.is_some()
    }

    /// The number of a heap of at most the size passed to [`Self::new`].
    pub(super) fn number(&self, heap: &UBig) -> UBig {
        let last = self.numbers.len() - 1;
        let small = usize::try_from(heap).ok().filter(|&heap| heap <= last);
        match (small, self.period) {
            (Some(heap), _) => UBig::from(self.numbers[heap]),
            (None, Some(Period { length, gain })) => {
                // Subtracts whole periods until the heap is among the last `length` of the table.
                let times = (heap - UBig::from(last) + UBig::from(length - 1)) / UBig::from(length);
                let below = usize::try_from(heap - &times * UBig::from(length)).unwrap_or(last);
                UBig::from(self.numbers[below.min(last)]) + times * UBig::from(gain)
            }
            (None, None) => UBig::from(self.numbers[last]),
        }
    }
}

/// A range of amounts, possibly without an upper end.
type Window = (usize, Option<usize>);

/// The amounts as few ranges; `None` if they depend on the position or are another kind of set.
fn windows(amounts: &Amounts) -> Option<Vec<Window>> {
    let small = |n: &UBig| usize::try_from(n).ok();
    let spans = amounts.as_spans().filter(|spans| spans.len() <= MAX_WINDOWS)?;
    let mut windows = Vec::new();
    for span in spans {
        // Amounts above the size of any table never apply.
        let lo = small(&span.lo).filter(|&lo| lo <= MAX_TABLE)?;
        windows.push((lo, span.hi.as_ref().map(|hi| small(hi).unwrap_or(usize::MAX))));
    }
    Some(windows)
}

/// The least or greatest number within a sliding window of heaps.
struct Best {
    least: bool,
    /// Heaps with their numbers, best first, each better than all behind it.
    queue: VecDeque<(usize, u32)>,
}

impl Best {
    fn push(&mut self, heap: usize, number: u32) {
        let worse = |other: u32| if self.least { other >= number } else { other <= number };
        while self.queue.back().is_some_and(|&(_, other)| worse(other)) {
            self.queue.pop_back();
        }
        self.queue.push_back((heap, number));
    }

    fn from(&mut self, first: usize) -> Option<u32> {
        while self.queue.front().is_some_and(|&(heap, _)| heap < first) {
            self.queue.pop_front();
        }
        self.queue.front().map(|&(_, number)| number)
    }
}

/// Numbers of the heaps up to `end`.
fn table(windows: &[Window], end: usize, pace: Pace, misere: bool, budget: &Budget) -> Result<Vec<u32>> {
    budget.reserve_each(end.saturating_add(1), 4 + 32 * windows.len() as u64)?;
    let hurries = pace == Pace::Remoteness;
    let best = |least| Best { least, queue: VecDeque::new() };
    // A winner in a hurry picks the soonest end among lost positions, a loser the latest among won ones.
    let mut slides: Vec<[Best; 2]> = windows.iter().map(|_| [best(hurries), best(!hurries)]).collect();
    let mut numbers: Vec<u32> = Vec::with_capacity(end + 1);
    for heap in 0..=end {
        let (mut to_lost, mut to_won) = (best(hurries), best(!hurries));
        for (&(lo, hi), [lost, won]) in windows.iter().zip(&mut slides) {
            budget.step()?;
            if let Some(enters) = heap.checked_sub(lo) {
                let number = numbers[enters];
                if is_lost_small(number, misere) {
                    lost.push(enters, number);
                } else {
                    won.push(enters, number);
                }
            }
            let first = hi.map_or(0, |hi| heap.saturating_sub(hi));
            if let Some(number) = lost.from(first) {
                to_lost.push(0, number);
            }
            if let Some(number) = won.from(first) {
                to_won.push(0, number);
            }
        }
        numbers.push(to_lost.from(0).or(to_won.from(0)).map_or(0, |n| n + 1));
    }
    Ok(numbers)
}

fn is_lost_small(number: u32, misere: bool) -> bool {
    (number % 2 == 1) == misere
}

/// The smallest period at the end of the table, if it can be proved.
fn repetition(numbers: &[u32], windows: &[Window], misere: bool) -> Option<Period> {
    let end = numbers.len();
    if let Some(&(tail, _)) = windows.iter().find(|(_, hi)| hi.is_none()) {
        // All amounts from `tail` on are allowed. Beyond the first lost heap plus `tail` every heap is won,
        // so finitely many heaps are lost. Beyond the last of them plus `tail` all of them can be reached, so
        // the number is constant.
        let lost = |&heap: &usize| is_lost_small(numbers[heap], misere);
        let (first, last) = ((0..end).find(lost)?, (0..end).rfind(lost)?);
        return (first.max(last) + tail < end).then_some(Period { length: 1, gain: 0 });
    }
    let reach = windows.iter().filter_map(|(_, hi)| *hi).max().filter(|&reach| reach < end / 4)?;
    let fits = |length: usize| {
        let gain = numbers[end - 1].checked_sub(numbers[end - 1 - length])?;
        let same =
            (end - reach..end).rev().all(|n| numbers[n - length].checked_add(gain) == Some(numbers[n]));
        (gain % 2 == 0 && same).then_some(Period { length, gain })
    };
    (1..end - reach).find_map(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_game;

    fn line(rules: &str, size: u32, pace: Pace, misere: bool) -> Line {
        let game = parse_game(rules).unwrap().game;
        Line::new(game.rules().unwrap(), &UBig::from(size), pace, misere, &Budget::default())
            .unwrap()
            .unwrap()
    }

    #[test]
    fn numbers_by_hand() {
        // Bounded Nim: a lost heap of 4k lasts for 2k moves whatever either side does.
        let remoteness = line("take 1..3", 40, Pace::Remoteness, false);
        assert_eq!(remoteness.numbers[..9], [0, 1, 1, 1, 2, 3, 3, 3, 4]);
        let nim = line("take any", 6, Pace::Suspense, true);
        assert_eq!(nim.numbers, [0, 1, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn a_pattern_continues_the_table() {
        let sets =
            ["1..3", "2, 5", "1, 3, 4", "3, 5, 9", "4, 6", "any", "5..", "2, 7..9, 20..", "any except 4"];
        for amounts in sets {
            for pace in [Pace::Remoteness, Pace::Suspense] {
                for misere in [false, true] {
                    let rules = format!("take {amounts}");
                    let settled = line(&rules, 1_000_000, pace, misere);
                    assert!(settled.is_periodic(), "{rules}");
                    let game = parse_game(&rules).unwrap().game;
                    let windows = windows(game.rules().unwrap().as_subtraction_set().unwrap()).unwrap();
                    let plain = table(&windows, 80_000, pace, misere, &Budget::default()).unwrap();
                    for heap in (0..80_000usize).step_by(37) {
                        assert_eq!(settled.number(&heap.into()), UBig::from(plain[heap]), "{rules} {heap}");
                    }
                }
            }
        }
    }
}
