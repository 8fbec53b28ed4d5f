//! Simple properties of rules that several modules use.

use dashu_int::UBig;

use super::{Amounts, MoveRule, Parts, Remake, Rules, Settings, Source, Var};
use crate::error::Result;

impl Rules {
    /// Whether the order in which heaps are written matters.
    pub fn is_ordered(&self) -> bool {
        let steps = |m: &MoveRule| matches!(m, MoveRule::Step { .. } | MoveRule::Carry { .. });
        self.settings.order.is_some() || self.moves.iter().any(steps)
    }

    /// Whether a move can change the number of heaps (splits, discards). Then zeros are dropped.
    pub fn changes_heap_count(&self) -> bool {
        self.moves.iter().any(|m| match m {
            MoveRule::Take { parts, .. } => parts.splits(),
            MoveRule::Discard { .. } => true,
            MoveRule::Remake(remake) => remake.changes_heap_count(),
            MoveRule::Step { .. } | MoveRule::Carry { .. } | MoveRule::Multiply(_) => false,
        })
    }

    /// Whether a heap can be split into three or more.
    pub fn splits_beyond_two(&self) -> bool {
        fn beyond(rule: &MoveRule) -> bool {
            match rule {
                MoveRule::Take { parts, .. } => parts.counts.last().is_some_and(|&count| count > 2),
                MoveRule::Discard { then, .. } => beyond(then),
                MoveRule::Remake(Remake::Replace { .. } | Remake::Divide { .. }) => true,
                MoveRule::Remake(_)
                | MoveRule::Step { .. }
                | MoveRule::Carry { .. }
                | MoveRule::Multiply(_) => false,
            }
        }
        self.moves.iter().any(beyond)
    }

    /// Whether the moves depend on `var`.
    pub fn mentions(&self, var: Var) -> bool {
        self.moves.iter().any(|m| m.mentions(var))
    }

    /// Whether a move depends on the number of a seat.
    pub(super) fn looks_at_seats(&self) -> bool {
        self.mentions(Var::Seat)
            || self.settings.first.as_ref().is_some_and(|first| first.mentions(Var::Seat))
            || self.settings.put_back.as_ref().is_some_and(|put| put.amounts.mentions(Var::Seat))
    }

    /// Whether the moves depend on history, so that positions must store the latest take.
    pub fn remembers_last(&self) -> bool {
        self.settings.first.is_some() || self.mentions(Var::Last)
    }

    /// Whether each heap is independent: a move touches one heap and depends on that heap alone. Then a
    /// component is the sum of its heaps.
    pub fn is_heapwise(&self) -> bool {
        let s = &self.settings;
        s.first.is_none()
            && !s.most
            && s.order.is_none()
            && s.goal.is_none()
            && s.marks.is_none()
            && s.seats.is_empty()
            && s.passes == UBig::ZERO
            && s.put_back.is_none()
            && s.once.is_none()
            && ![Var::Last, Var::Min, Var::Max].into_iter().any(|v| self.mentions(v))
            && self.moves.iter().all(|m| match m {
                MoveRule::Take { source, .. } => *source == Source::One,
                MoveRule::Remake(remake) => remake.is_of_one_heap(),
                _ => false,
            })
    }

    /// The amounts of `take A` if that is the only move and it splits no heap. The settings are not
    /// examined; without any, the game is a subtraction game.
    pub fn as_single_take(&self) -> Option<&Amounts> {
        match &self.moves[..] {
            [MoveRule::Take { source: Source::One, parts, amounts }] if *parts == Parts::together() => {
                Some(amounts)
            }
            _ => None,
        }
    }

    /// The subtraction set of a heapwise game, see [`as_single_take`](Self::as_single_take).
    pub fn as_subtraction_set(&self) -> Option<&Amounts> {
        if self.is_heapwise() { self.as_single_take() } else { None }
    }

    /// The subtraction game `take A` without settings, to which many other games are equivalent.
    pub fn subtraction(amounts: Amounts) -> Result<Self> {
        let take = MoveRule::Take { source: Source::One, parts: Parts::together(), amounts };
        Self::new(vec![take], Settings::default())
    }

    /// The rules as they are for a position of `heaps` heaps of which `full` are not empty, if these are simpler: moves
    /// that need more heaps than there are can never be made, and with a single heap there is nothing to choose. Wythoff's
    /// game on one heap is Nim. `None` if nothing changes, and where a move can fill a heap again.
    pub fn among(&self, full: u64, heaps: u64) -> Option<Self> {
        let refills = |rule: &MoveRule| match rule {
            MoveRule::Take { parts, .. } => parts.splits(),
            _ => true,
        };
        let grows = self.settings.goal.is_some() || self.settings.put_back.is_some();
        if full == 0 || grows || self.moves.iter().any(refills) {
            return None;
        }
        let moves: Vec<MoveRule> = self.moves.iter().filter_map(|rule| rule.among(full, heaps)).collect();
        if moves == self.moves {
            return None;
        }
        Self::new(moves, self.settings.clone()).ok()
    }

    /// The least number of heaps for which some move could apply.
    pub fn least_heaps(&self) -> u64 {
        self.moves.iter().map(MoveRule::least_heaps).min().unwrap_or(1)
    }

    /// The least number of heaps of a position, apart from none. Fewer than [`Self::least_heaps`] are a position if play
    /// can come there, and a row of boxes or squares may be of any length.
    pub fn least_written(&self) -> u64 {
        let row = |rule: &MoveRule| matches!(rule, MoveRule::Carry { .. } | MoveRule::Step { .. });
        let fewer = self.changes_heap_count() && self.moves.iter().any(MoveRule::loses_heaps);
        if fewer || self.moves.iter().any(row) { 1 } else { self.least_heaps() }
    }
}

impl MoveRule {
    fn mentions(&self, var: Var) -> bool {
        match self {
            Self::Take { source, amounts, .. } => {
                let bound = match source {
                    Source::Within(_, d) => d.mentions(var),
                    _ => false,
                };
                bound || amounts.mentions(var)
            }
            Self::Discard { then, .. } => then.mentions(var),
            Self::Step { amounts, .. } | Self::Carry { amounts, .. } | Self::Multiply(amounts) => {
                amounts.mentions(var)
            }
            Self::Remake(remake) => remake.mentions(var),
        }
    }

    /// Whether the setting `first` changes this move.
    pub(super) fn heeds_first(&self) -> bool {
        match self {
            Self::Take { amounts, .. } => !amounts.is_zero(),
            Self::Discard { then, .. } => then.heeds_first(),
            Self::Step { amounts, .. } | Self::Carry { amounts, .. } | Self::Multiply(amounts) => {
                amounts.mentions(Var::Last)
            }
            Self::Remake(remake) => matches!(remake, Remake::Spread(_)),
        }
    }

    /// See [`Rules::among`]; `None` for a move that needs more heaps.
    fn among(&self, full: u64, heaps: u64) -> Option<Self> {
        let Self::Take { source, parts, amounts } = self else { return Some(self.clone()) };
        let source = match source {
            Source::Same(k) | Source::Free(k) | Source::Within(k, _) if *k > full => return None,
            Source::SameUpTo(k) => Source::SameUpTo(full.min(*k)),
            Source::FreeUpTo(k) => Source::FreeUpTo(full.min(*k)),
            Source::Max | Source::Nonempty if full == 1 => Source::One,
            Source::Min | Source::All if heaps == 1 => Source::One,
            other => other.clone(),
        };
        Some(Self::Take { source, parts: parts.clone(), amounts: amounts.clone() })
    }

    /// Whether it can leave fewer heaps, where empty ones do not count.
    fn loses_heaps(&self) -> bool {
        match self {
            Self::Take { parts, .. } => parts.counts.contains(&0),
            // What is discarded may come again by a split of another heap, as in `matches`.
            Self::Discard { heaps, then } => {
                let split = match &**then {
                    Self::Take { parts, .. } => {
                        parts.counts.first().is_some_and(|&least| u64::from(least) > *heaps)
                    }
                    _ => false,
                };
                !split || then.loses_heaps()
            }
            Self::Remake(remake) => remake.loses_heaps(),
            Self::Step { .. } | Self::Carry { .. } | Self::Multiply(_) => false,
        }
    }

    fn least_heaps(&self) -> u64 {
        match self {
            Self::Take { source, .. } => match source {
                Source::Same(k) | Source::Free(k) | Source::Within(k, _) => *k,
                _ => 1,
            },
            Self::Discard { heaps, then } => heaps.saturating_add(then.least_heaps()),
            Self::Step { far, .. } => 1 + u64::from(*far),
            Self::Carry { .. } => 2,
            Self::Remake(remake) => remake.least_heaps(),
            Self::Multiply(_) => 1,
        }
    }
}
