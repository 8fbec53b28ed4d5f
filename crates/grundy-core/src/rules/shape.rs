//! Simple questions about rules that several rooms ask.

use super::{Amounts, MoveRule, Parts, Rules, Settings, Source, Var};
use crate::error::Result;

impl Rules {
    /// Does the order in which heaps are written count?
    pub fn is_ordered(&self) -> bool {
        self.settings.order.is_some() || self.moves.iter().any(|m| matches!(m, MoveRule::Step { .. }))
    }

    /// Can a move change the number of heaps (splits, discards)? Then zeros are dropped.
    pub fn changes_heap_count(&self) -> bool {
        self.moves.iter().any(|m| match m {
            MoveRule::Take { parts, .. } => parts.splits(),
            MoveRule::Discard { .. } => true,
            MoveRule::Step { .. } | MoveRule::Multiply(_) => false,
        })
    }

    /// Can a heap fall into three or more?
    pub fn splits_beyond_two(&self) -> bool {
        fn beyond(rule: &MoveRule) -> bool {
            match rule {
                MoveRule::Take { parts, .. } => parts.counts.last().is_some_and(|&count| count > 2),
                MoveRule::Discard { then, .. } => beyond(then),
                MoveRule::Step { .. } | MoveRule::Multiply(_) => false,
            }
        }
        self.moves.iter().any(beyond)
    }

    /// Do the moves look at `var`?
    pub fn mentions(&self, var: Var) -> bool {
        self.moves.iter().any(|m| m.mentions(var))
    }

    /// Does the past decide which moves there are: must positions remember the latest take?
    pub fn remembers_last(&self) -> bool {
        self.settings.first.is_some() || self.mentions(Var::Last)
    }

    /// Does each heap live a life of its own: a move touches one heap, and what it may do there
    /// depends on that heap alone? Then a component is the sum of its heaps.
    pub fn is_heapwise(&self) -> bool {
        let s = &self.settings;
        s.first.is_none()
            && !s.most
            && s.order.is_none()
            && s.goal.is_none()
            && !s.ring
            && ![Var::Last, Var::Min, Var::Max].into_iter().any(|v| self.mentions(v))
            && self.moves.iter().all(|m| matches!(m, MoveRule::Take { source: Source::One, .. }))
    }

    /// The amounts of `take A` when that is the only move and all else is plain: a subtraction
    /// game. Settings other than `first` and a goal must be absent for that.
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

    /// `take A` and nothing else: the game that many others are in disguise.
    pub fn subtraction(amounts: Amounts) -> Result<Self> {
        let take = MoveRule::Take { source: Source::One, parts: Parts::together(), amounts };
        Self::new(vec![take], Settings::default())
    }

    /// The least number of heaps on which some move could ever apply.
    pub fn least_heaps(&self) -> u64 {
        self.moves.iter().map(MoveRule::least_heaps).min().unwrap_or(1)
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
            Self::Step { amounts, .. } | Self::Multiply(amounts) => amounts.mentions(var),
        }
    }

    /// Is it another move at first, where `first` is set?
    pub(super) fn heeds_first(&self) -> bool {
        match self {
            Self::Take { amounts, .. } => !amounts.is_zero(),
            Self::Discard { then, .. } => then.heeds_first(),
            Self::Step { amounts, .. } | Self::Multiply(amounts) => amounts.mentions(Var::Last),
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
            Self::Multiply(_) => 1,
        }
    }
}
