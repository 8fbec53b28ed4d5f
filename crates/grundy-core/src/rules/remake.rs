//! Moves that make heaps into other heaps, where stones may come, go or change places.

use std::fmt;

use super::amounts::Amounts;
use super::expr::Var;
use super::{Likeness, MoveRule, Parts, conflict};
use crate::error::{Error, Result};

/// One kind of move that makes heaps into other heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Remake {
    /// One heap becomes heaps that are all smaller than it. Their stones need not add up to anything.
    Replace {
        /// The sizes of heaps that may be replaced.
        heap: Amounts,
        /// How many heaps come, and how they compare.
        parts: Parts,
        /// Their sizes.
        sizes: Amounts,
    },
    /// One heap is divided into heaps that differ by one stone at most.
    Divide {
        /// The sizes of heaps that may be divided.
        heap: Amounts,
        /// Into how many heaps.
        into: Amounts,
    },
    /// Every heap that a number divides is divided by it; the numbers to choose from.
    Reduce(Amounts),
    /// This number of heaps, none of them empty, become one.
    Merge(u64),
    /// Stones are taken from one heap, and any of its other stones may go to other heaps that are not empty; how many
    /// stones may be taken.
    Spread(Amounts),
}

impl Remake {
    /// The sets of numbers inside.
    pub(super) fn sets(&self) -> Vec<&Amounts> {
        match self {
            Self::Replace { heap, sizes, .. } => vec![heap, sizes],
            Self::Divide { heap, into } => vec![heap, into],
            Self::Reduce(set) | Self::Spread(set) => vec![set],
            Self::Merge(_) => vec![],
        }
    }

    pub(super) fn mentions(&self, var: Var) -> bool {
        self.sets().iter().any(|set| set.mentions(var))
    }

    /// Whether it changes one heap and depends on that heap alone, as long as its sets do.
    pub(super) fn is_of_one_heap(&self) -> bool {
        matches!(self, Self::Replace { .. } | Self::Divide { .. })
    }

    /// Whether it can change the number of heaps.
    pub(super) fn changes_heap_count(&self) -> bool {
        match self {
            Self::Replace { parts, .. } => parts.splits(),
            Self::Divide { .. } | Self::Merge(_) => true,
            Self::Reduce(_) | Self::Spread(_) => false,
        }
    }

    /// Whether it can leave fewer heaps, where empty ones do not count.
    pub(super) fn loses_heaps(&self) -> bool {
        match self {
            Self::Merge(_) => true,
            Self::Replace { parts, .. } => parts.counts.contains(&0),
            Self::Divide { .. } | Self::Reduce(_) | Self::Spread(_) => false,
        }
    }

    pub(super) fn least_heaps(&self) -> u64 {
        if let Self::Merge(heaps) = self { *heaps } else { 1 }
    }

    /// Fails for a move that can never be made, or whose numbers have no meaning.
    pub(crate) fn check(&self) -> Result<()> {
        let word = self.verb();
        for set in self.sets() {
            if set.is_empty() {
                return Err(Error::input("error.empty-set").with("move", word));
            }
            if set.has_zero() {
                return Err(Error::input("error.zero-size").with("move", word));
            }
        }
        let history = !matches!(self, Self::Spread(_)) && self.mentions(Var::Last);
        if history || matches!(self, Self::Reduce(set) if !set.is_fixed()) {
            return Err(Error::input("error.remake-variable").with("move", self.to_string()));
        }
        match self {
            Self::Replace { parts, .. } if parts.counts.is_empty() => {
                Err(Error::input("error.leaving-nothing"))
            }
            Self::Merge(0 | 1) => Err(Error::input("error.merge-one")),
            Self::Divide { into: set, .. } | Self::Reduce(set)
                if set.as_finite().is_some_and(|most| *most <= dashu_int::UBig::ONE) =>
            {
                Err(Error::input("error.divide-one").with("move", word))
            }
            _ => Ok(()),
        }
    }

    fn verb(&self) -> &'static str {
        match self {
            Self::Replace { .. } => "replace",
            Self::Divide { .. } | Self::Reduce(_) => "divide",
            Self::Merge(_) => "merge",
            Self::Spread(_) => "take",
        }
    }
}

/// Fails for moves that together could go on for ever. Splits make more heaps of the same stones and `merge` fewer;
/// replacements make stones, which `merge` and `spreading` would gather in ever larger heaps.
pub(super) fn check_end(moves: &[MoveRule]) -> Result<()> {
    let gathers = |rule: &MoveRule| matches!(rule, MoveRule::Remake(Remake::Merge(_) | Remake::Spread(_)));
    let merges = |rule: &MoveRule| matches!(rule, MoveRule::Remake(Remake::Merge(_)));
    let makes =
        |rule: &MoveRule| matches!(rule, MoveRule::Remake(Remake::Replace { parts, .. }) if parts.splits());
    let splits = |rule: &MoveRule| match rule {
        MoveRule::Take { parts, .. } => parts.splits(),
        MoveRule::Discard { then, .. } => matches!(&**then, MoveRule::Take { parts, .. } if parts.splits()),
        MoveRule::Remake(Remake::Divide { .. }) => true,
        _ => false,
    };
    let both = |one: &dyn Fn(&MoveRule) -> bool, other: &dyn Fn(&MoveRule) -> bool| {
        let found = moves.iter().find(|rule| one(rule)).zip(moves.iter().find(|rule| other(rule)));
        found.map_or(Ok(()), |(one, other)| Err(conflict(&one.to_string(), &other.to_string())))
    };
    both(&gathers, &makes)?;
    both(&merges, &splits)
}

impl Parts {
    /// The same numbers of heaps, with the comparison left out where there is nothing to compare.
    pub(super) fn simplified(mut self) -> Self {
        if !self.splits() {
            self.likeness = Likeness::Free;
        }
        self
    }
}

/// ` of A` where a set restricts the heaps.
struct Of<'a>(&'a Amounts);

impl fmt::Display for Of<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_any() { Ok(()) } else { write!(f, " of {}", self.0) }
    }
}

impl fmt::Display for Remake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Replace { heap, parts, sizes } => {
                write!(f, "replace a heap{} by {parts} of {sizes}", Of(heap))
            }
            Self::Divide { heap, into } => {
                write!(f, "divide a heap{} into {into} nearly equal heaps", Of(heap))
            }
            Self::Reduce(by) => write!(f, "divide all heaps by {by}"),
            Self::Merge(heaps) => write!(f, "merge {heaps} heaps"),
            Self::Spread(amounts) => write!(f, "take {amounts} spreading the rest"),
        }
    }
}
