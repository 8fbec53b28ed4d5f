//! One heap under misère play: which sizes are lost.
//!
//! Precondition: heapwise rules that split no heap, so that a single heap stays single, and whoever cannot move wins.
//!
//! A heap is won iff nothing can be taken from it or a take leaves a lost one. If all amounts are fixed and at most k,
//! the outcome of n > k follows from the k before it, so a repeated window of outcomes proves a period (see the proof of
//! [`Window`], in which values may be outcomes). Else outcomes are constant on intervals, see
//! [`intervals`](super::intervals), or a table holds every one.

use std::cell::RefCell;

use dashu_int::UBig;

use super::engine::{Engine, Kept, Values};
use super::intervals::{Convention, Intervals};
use super::options::HeapOptions;
use super::proof::{Theorem, Window, largest_amount};
use super::repeating::Repeating;
use super::{HeapMove, HeapMoves};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Members, MoveRule, Rules};
use grundy_core::text::Message;

/// The outcomes of one heap under misère play.
#[derive(Debug)]
pub struct MisereLine {
    kinds: Vec<Kind>,
    intervals: Option<RefCell<Intervals>>,
    outcomes: RefCell<Repeating<Outcomes>>,
    /// Whether a period may be proved.
    may_repeat: bool,
}

/// One kind of take.
#[derive(Debug)]
struct Kind {
    /// The amounts, if they are the same for every heap.
    members: Option<Members>,
    /// Whether nothing may be left, and whether one heap may be left.
    none: bool,
    one: bool,
}

impl MisereLine {
    /// `None` for rules that split heaps or depend on more than one heap.
    pub fn of(rules: &Rules) -> Option<Self> {
        if !rules.is_heapwise() {
            return None;
        }
        let mut kinds = Vec::new();
        let mut largest = Some(0);
        for rule in rules.moves() {
            let MoveRule::Take { parts, amounts, .. } = rule else { return None };
            if parts.splits() {
                return None;
            }
            largest = largest.zip(bounded(amounts)).map(|(a, b)| a.max(b));
            let (none, one) = (parts.counts.contains(&0), parts.counts.contains(&1));
            kinds.push(Kind { members: Members::fixed(amounts), none, one });
        }
        let may_repeat = largest.is_some();
        let window = largest.map(|largest| Theorem::Window(Window { largest, modulus: 1 }));
        let outcomes = Outcomes { options: HeapOptions::new(rules), won: Vec::new(), effort: 0 };
        Some(Self {
            kinds,
            intervals: Intervals::of(rules, Convention::Misere).map(RefCell::new),
            outcomes: RefCell::new(Repeating::new(outcomes, window.into_iter().collect())),
            may_repeat,
        })
    }

    /// Whether heaps beyond every table may be decided.
    pub fn reaches_far(&self) -> bool {
        self.may_repeat || self.intervals.is_some()
    }

    /// Whether a period of the outcomes is proved.
    pub fn is_proved(&self) -> bool {
        self.outcomes.borrow().period().is_some()
    }

    /// Whether the player to move wins a heap of `n`.
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn is_won(&self, n: &UBig, budget: &Budget) -> Result<bool> {
        if let Some(intervals) = self.by_intervals(n, budget)? {
            return Ok(intervals.borrow().at(n) == 1);
        }
        self.outcomes.borrow_mut().settle(n, budget)?;
        Ok(self.outcomes.borrow().value(n) == UBig::ONE)
    }

    /// The intervals, if they reach `n` and no period is proved.
    fn by_intervals(&self, n: &UBig, budget: &Budget) -> Result<Option<&RefCell<Intervals>>> {
        let Some(intervals) = &self.intervals else { return Ok(None) };
        if self.is_proved() {
            return Ok(None);
        }
        Ok(intervals.borrow_mut().reach(n, budget)?.then_some(intervals))
    }

    /// The moves from a heap of `n` to lost heaps; `want` as in [`HeapMoves::list`].
    ///
    /// # Errors
    /// If a limit of `budget` is reached.
    pub fn moves(&self, n: &UBig, want: usize, budget: &Budget) -> Result<HeapMoves> {
        if let Some(intervals) = self.by_intervals(n, budget)? {
            return intervals.borrow().moves_to(n, 0, want, budget);
        }
        self.outcomes.borrow_mut().settle(n, budget)?;
        let outcomes = self.outcomes.borrow();
        let mut list = Vec::new();
        let mut offer = |taken: UBig, rest: UBig| {
            if outcomes.value(&rest) == UBig::ZERO {
                budget.reserve(size_of::<HeapMove>() as u64 + 32)?;
                let left = if rest == UBig::ZERO { vec![] } else { vec![rest] };
                list.push(HeapMove { taken, left });
            }
            Ok(())
        };
        if self.is_proved() {
            for kind in &self.kinds {
                let Some(members) = &kind.members else { continue };
                let mut from = UBig::ONE;
                while let Some(k) = members.next(&from, n, budget)? {
                    let rest = n - &k;
                    if if rest == UBig::ZERO { kind.none } else { kind.one } {
                        offer(k.clone(), rest)?;
                    }
                    from = k + UBig::ONE;
                }
            }
        } else {
            let heap = usize::try_from(n).map_err(|_| Error::limit("error.heap-too-large"))?;
            let options = &outcomes.sequence().options;
            options.each_option(heap, budget, &mut |k, parts| {
                offer(UBig::from(k), UBig::from(parts.first().copied().unwrap_or(0)))
            })?;
        }
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(HeapMoves::all(list))
    }

    /// How the outcomes are known, as a sentence.
    pub fn rule(&self) -> Message {
        match self.outcomes.borrow().period() {
            Some(period) => Message::new("one-heap.period")
                .with("preperiod", period.preperiod)
                .with("period", period.period),
            None => Message::new("one-heap.rule"),
        }
    }
}

/// The greatest amount of a fixed, finite set.
fn bounded(amounts: &Amounts) -> Option<usize> {
    largest_amount(amounts).and_then(|largest| usize::try_from(largest).ok())
}

/// The outcomes of heaps 0, 1, ...: 1 for a won one.
#[derive(Debug)]
struct Outcomes {
    options: HeapOptions,
    won: Vec<u8>,
    effort: u64,
}

impl Engine for Outcomes {
    fn name(&self) -> &'static str {
        "misere-outcomes"
    }

    fn values(&self) -> Values<'_> {
        Values::Bytes(&self.won)
    }

    fn into_kept(self: Box<Self>) -> Kept {
        Kept::Bytes(self.won)
    }

    fn effort(&self) -> u64 {
        self.effort
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.won.len() {
            return Ok(());
        }
        budget.reserve((length - self.won.len()) as u64)?;
        self.options.extend(length, budget)?;
        self.won.reserve(length - self.won.len());
        for heap in self.won.len()..length {
            budget.step()?;
            let (mut any, mut loses) = (false, false);
            let won = &self.won;
            let mut options = 1;
            self.options.each_option(heap, budget, &mut |_, parts| {
                options += 1;
                any = true;
                loses |= won[parts.first().copied().unwrap_or(0)] == 0;
                Ok(())
            })?;
            self.effort += options;
            self.won.push(u8::from(!any || loses));
        }
        Ok(())
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        budget.reserve(values.len() as u64)?;
        self.won.extend(values.iter().map(|value| u8::from(*value > 0)));
        Ok(())
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        Some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::notation::parse_game;

    fn line(text: &str) -> Option<MisereLine> {
        MisereLine::of(parse_game(text).unwrap().game.rules().unwrap())
    }

    /// The outcomes and the moves to lost heaps by the definition.
    fn by_definition(text: &str, length: usize) -> Vec<(bool, Vec<HeapMove>)> {
        let budget = Budget::default();
        let mut options = HeapOptions::new(parse_game(text).unwrap().game.rules().unwrap());
        options.extend(length, &budget).unwrap();
        let mut known: Vec<(bool, Vec<HeapMove>)> = Vec::new();
        for n in 0..length {
            let (mut any, mut list) = (false, Vec::new());
            options
                .each_option(n, &budget, &mut |k, parts| {
                    any = true;
                    if !known[parts.first().copied().unwrap_or(0)].0 {
                        let left = parts.iter().map(|&part| UBig::from(part)).collect();
                        list.push(HeapMove { taken: UBig::from(k), left });
                    }
                    Ok(())
                })
                .unwrap();
            list.sort_by(|a, b| a.left.cmp(&b.left));
            list.dedup();
            known.push((!any || !list.is_empty(), list));
        }
        known
    }

    #[test]
    fn outcomes_and_moves_are_those_of_the_definition() {
        let budget = Budget::default();
        for text in [
            "octal(0.31011)",
            "take 1, 3, 4",
            "take 2, 5",
            "take 2..5 leaving 0 heaps or take 1, 3",
            "take 1..n/2",
            "take 3..",
            "take squares",
            "take n/2, n/3",
            "take root(n)..n/2",
            "take 2 leaving 1 heap",
            "take primes",
        ] {
            let line = line(text).expect(text);
            for (n, (won, moves)) in by_definition(text, 300).into_iter().enumerate() {
                let n = UBig::from(n);
                assert_eq!(line.is_won(&n, &budget).unwrap(), won, "{text} {n}");
                let mut found = line.moves(&n, usize::MAX, &budget).unwrap().list;
                found.dedup();
                assert_eq!(found, moves, "{text} {n}");
            }
        }
    }

    #[test]
    fn heaps_beyond_any_table_are_decided() {
        let budget = Budget::default();
        let far = UBig::from(10_u8).pow(30);
        let octal = line("octal(0.31011)").unwrap();
        assert!(octal.is_won(&far, &budget).unwrap() && octal.is_proved());
        assert_eq!(octal.moves(&far, 9, &budget).unwrap().list.len(), 1);
        let half = line("take 1..n/2").unwrap();
        assert!(half.is_won(&far, &budget).unwrap() && !half.is_proved());
        // From n stones n/2 may be taken, so after a lost heap m the next one is 2m + 1.
        let moves = half.moves(&far, 9, &budget).unwrap().list;
        let lost = moves[0].left[0].clone();
        assert!(!half.is_won(&lost, &budget).unwrap());
        assert!(half.is_won(&(&lost + UBig::ONE), &budget).unwrap());
        assert!(!half.is_won(&(&lost * UBig::from(2_u8) + UBig::ONE), &budget).unwrap());
        assert!(line("kayles").is_none() && line("wythoff").is_none());
    }
}
