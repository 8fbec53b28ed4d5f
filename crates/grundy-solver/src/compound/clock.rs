//! The remoteness or suspense of one part, played alone.

use dashu_int::UBig;

use super::line::{Line, Pace};
use crate::oracle::Oracle;
use grundy_core::answer::{MethodKind, MethodUsed};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::Position;

/// Computes the remoteness or suspense of a part and of whatever it can become.
#[derive(Debug)]
pub(crate) struct Clock<'a> {
    pace: Pace,
    misere: bool,
    source: Source<'a>,
}

#[derive(Debug)]
enum Source<'a> {
    /// A game of one heap: its numbers by size.
    Line(Line),
    /// Anything else: a search of this part alone.
    Search(Box<Oracle<'a>>),
}

impl<'a> Clock<'a> {
    /// A clock for a part, which is played under its own convention.
    pub(crate) fn new(part: &Position, pace: Pace, budget: &'a Budget) -> Result<Self> {
        let misere = part.is_misere();
        let line = match part.single() {
            Some(component) => match (component.rules(), lone_heap(component.heaps())) {
                (Some(rules), Some(heap)) => Line::new(rules, heap, pace, misere, budget)?,
                _ => None,
            },
            None => None,
        };
        let source = if let Some(line) = line {
            Source::Line(line)
        } else {
            budget.allow_search()?;
            Source::Search(Box::new(Oracle::new(part, budget)))
        };
        Ok(Self { pace, misere, source })
    }

    /// The number of the part or of what it can become.
    pub(crate) fn number(&mut self, part: &Position) -> Result<UBig> {
        match &mut self.source {
            Source::Line(line) => {
                let heaps = part.components().first().map_or(&[][..], |component| component.heaps());
                Ok(lone_heap(heaps).map_or(UBig::ZERO, |heap| line.number(heap)))
            }
            Source::Search(oracle) => {
                let verdict = oracle.verdict(part)?;
                Ok(UBig::from(match self.pace {
                    Pace::Remoteness => verdict.remoteness,
                    Pace::Suspense => verdict.suspense,
                }))
            }
        }
    }

    /// Whether the player to move loses with this number.
    pub(crate) fn loses(&self, number: &UBig) -> bool {
        is_lost(number, self.misere)
    }

    /// How the number is known.
    pub(crate) fn method(&self) -> MethodUsed {
        match &self.source {
            Source::Line(line) if line.is_periodic() => {
                MethodUsed::new("heap-pattern", MethodKind::Proof, None)
            }
            Source::Line(_) => MethodUsed::new("heap-table", MethodKind::Computation, None),
            Source::Search(_) => MethodUsed::new("plain-search", MethodKind::Search, None),
        }
    }
}

/// Whether this is the number of a lost position: even, or odd under misère play.
pub(crate) fn is_lost(number: &UBig, misere: bool) -> bool {
    (number % 2u8 == 1) == misere
}

/// The one nonempty heap, or an empty one.
fn lone_heap(heaps: &[UBig]) -> Option<&UBig> {
    let mut full = heaps.iter().filter(|heap| **heap > UBig::ZERO);
    match (full.next(), full.next()) {
        (heap, None) => heap.or_else(|| heaps.first()),
        _ => None,
    }
}
