//! Rules of several heaps as vectors: which heaps a move touches, and what it may take from each.
//!
//! Every move lowers some heaps and leaves the others; which amounts are allowed depends on the touched heaps
//! alone. Heaps are interchangeable, so positions are sorted, smallest first.

use std::ops::ControlFlow;

use super::relation::Relation;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::number;
use grundy_core::rules::{Amounts, MoveRule, Parts, Rules, Settings, Source, Var};

/// The most heaps of one position: a move may touch any subset of them.
pub(super) const MAX_HEAPS: usize = 6;

/// Which heaps one kind of move touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touched {
    /// This number of heaps, of the player's choice.
    Any(usize),
    /// One of the largest.
    Max,
    /// One of the smallest.
    Min,
    /// All that are not empty.
    Nonempty,
}

/// How the amounts of several touched heaps must compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    /// All the same.
    Same,
    /// Differing by at most this number.
    Within(usize),
}

/// One kind of move.
#[derive(Debug)]
pub(super) struct Take {
    pub(super) touched: Touched,
    pub(super) together: Together,
    pub(super) relation: Relation,
}

/// Rules as a list of kinds of move, on heaps below a bound.
#[derive(Debug)]
pub(super) struct Coupled {
    pub(super) takes: Vec<Take>,
}

/// Whether this module supports the rules, for any number and size of heaps.
pub(super) fn is_supported(rules: &Rules) -> bool {
    let plain = *rules.settings() == Settings::default() && !rules.remembers_last();
    let takes = rules.moves().iter().all(|rule| match rule {
        MoveRule::Take { source, parts, .. } => {
            let bounded = match source {
                Source::Within(_, bound) => bound.as_constant().is_some(),
                _ => true,
            };
            !parts.splits() && bounded
        }
        _ => false,
    });
    let far = rules.mentions(Var::Min) || rules.mentions(Var::Max);
    plain && takes && !far
}

impl Coupled {
    /// The moves of `rules` on `heaps` heaps below `size`. The rules must be [supported](is_supported).
    pub(super) fn new(rules: &Rules, heaps: usize, size: usize, budget: &Budget) -> Result<Self> {
        let mut takes = Vec::new();
        for rule in rules.moves() {
            let MoveRule::Take { source, parts, amounts } = rule else { continue };
            let upto = |k: u64| 1..=usize::try_from(k).unwrap_or(heaps).min(heaps);
            let free = Together::Within(size);
            let kinds: Vec<(Touched, Together)> = match source {
                Source::One => vec![(Touched::Any(1), Together::Same)],
                Source::Max => vec![(Touched::Max, Together::Same)],
                Source::Min => vec![(Touched::Min, Together::Same)],
                Source::Nonempty => vec![(Touched::Nonempty, Together::Same)],
                Source::All => vec![(Touched::Any(heaps), Together::Same)],
                Source::Same(k) => exactly(*k, heaps, Together::Same),
                Source::Free(k) => exactly(*k, heaps, free),
                Source::SameUpTo(k) => upto(*k).map(|k| (Touched::Any(k), Together::Same)).collect(),
                Source::FreeUpTo(k) => upto(*k).map(|k| (Touched::Any(k), free)).collect(),
                Source::Within(k, bound) => match bound.as_constant().as_ref().and_then(number::natural) {
                    Some(bound) => {
                        let bound = usize::try_from(&bound).map_or(size, |bound| bound.min(size));
                        exactly(*k, heaps, Together::Within(bound))
                    }
                    None => vec![],
                },
            };
            for (touched, together) in kinds {
                takes.push(Take { touched, together, relation: relation(amounts, parts, size, budget)? });
            }
        }
        Ok(Self { takes })
    }

    /// Calls `each` with every option of a sorted position of one heap or more. Options are unsorted and may
    /// repeat. Stops when `each` breaks.
    pub(super) fn for_each_option(
        &self,
        heaps: &[usize],
        each: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_option_by(|_| true, heaps, each)
    }

    /// As [`for_each_option`](Self::for_each_option), but by the kinds of move that `counts` accepts.
    pub(super) fn for_each_option_by(
        &self,
        counts: impl Fn(&Take) -> bool,
        heaps: &[usize],
        each: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut left = heaps.to_vec();
        for take in self.takes.iter().filter(|take| counts(take)) {
            let mut options = Options { take, heaps, left: &mut left, each };
            match take.touched {
                Touched::Any(k) => options.choose(k, 0, None)?,
                // Heaps are interchangeable and sorted, so one of the largest stands for all of them.
                Touched::Max => options.one(heaps.len() - 1)?,
                Touched::Min => options.one(0)?,
                Touched::Nonempty => options.nonempty()?,
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether there is a move.
    pub(super) fn has_option(&self, heaps: &[usize]) -> bool {
        self.for_each_option(heaps, &mut |_| ControlFlow::Break(())).is_break()
    }
}

fn exactly(k: u64, heaps: usize, together: Together) -> Vec<(Touched, Together)> {
    usize::try_from(k).ok().filter(|k| *k <= heaps).map(|k| (Touched::Any(k), together)).into_iter().collect()
}

fn relation(amounts: &Amounts, parts: &Parts, size: usize, budget: &Budget) -> Result<Relation> {
    Relation::new(amounts, parts, size, budget)
}

/// The options by one kind of move.
struct Options<'a, 'b> {
    take: &'a Take,
    heaps: &'a [usize],
    left: &'a mut Vec<usize>,
    each: &'a mut (dyn FnMut(&[usize]) -> ControlFlow<()> + 'b),
}

impl Options<'_, '_> {
    fn one(&mut self, heap: usize) -> ControlFlow<()> {
        let take = self.take;
        let size = self.heaps[heap];
        let result = into_flow(take.relation.for_each_amount(size, |k| {
            self.left[heap] = size - k;
            from_flow((self.each)(self.left))
        }));
        self.left[heap] = size;
        result
    }

    /// Chooses `missing` more heaps from `from` on; `taken` is the least and greatest amount so far.
    fn choose(&mut self, missing: usize, from: usize, taken: Option<(usize, usize)>) -> ControlFlow<()> {
        if missing == 0 {
            return (self.each)(self.left);
        }
        for heap in from..=self.heaps.len().saturating_sub(missing) {
            if heap >= self.heaps.len() {
                break;
            }
            let (take, size) = (self.take, self.heaps[heap]);
            let mut touch = |k: usize| {
                let (least, most) = taken.map_or((k, k), |(least, most)| (least.min(k), most.max(k)));
                self.left[heap] = size - k;
                self.choose(missing - 1, heap + 1, Some((least, most)))
            };
            let result = match (take.together, taken) {
                (_, None) => into_flow(take.relation.for_each_amount(size, |k| from_flow(touch(k)))),
                (Together::Same, Some((k, _))) => {
                    let fits = k <= size && take.relation.allows(size, size - k);
                    if fits { touch(k) } else { ControlFlow::Continue(()) }
                }
                (Together::Within(bound), Some((least, most))) => {
                    let range = most.saturating_sub(bound).max(1)..=least.saturating_add(bound).min(size);
                    let mut fitting = range.filter(|k| take.relation.allows(size, size - k));
                    fitting.try_for_each(touch)
                }
            };
            self.left[heap] = size;
            result?;
        }
        ControlFlow::Continue(())
    }

    fn nonempty(&mut self) -> ControlFlow<()> {
        let first = self.heaps.partition_point(|heap| *heap == 0);
        let Some(&least) = self.heaps.get(first) else { return ControlFlow::Continue(()) };
        let take = self.take;
        let result = into_flow(take.relation.for_each_amount(least, |k| {
            if self.heaps[first..].iter().all(|&heap| take.relation.allows(heap, heap - k)) {
                for (left, heap) in self.left[first..].iter_mut().zip(&self.heaps[first..]) {
                    *left = heap - k;
                }
                return from_flow((self.each)(self.left));
            }
            Ok(())
        }));
        self.left.copy_from_slice(self.heaps);
        result
    }
}

fn from_flow(flow: ControlFlow<()>) -> std::result::Result<(), ()> {
    if flow.is_break() { Err(()) } else { Ok(()) }
}

fn into_flow(result: std::result::Result<(), ()>) -> ControlFlow<()> {
    if result.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
