//! What is known about each position: one, four or eight bytes, indexed by its number.

use grundy_core::limits::Budget;

use super::halt::Flow;
use super::runs::Runs;
use super::segments::Segments;

/// What to compute for every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Who wins.
    Outcome,
    /// Who wins, in how many moves, and the Grundy value under normal play.
    Everything,
    /// The margin, in scoring games.
    Margin,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Whether the player to move wins.
    pub(super) wins: bool,
    /// Number of moves until the end; 0 if only the outcome was requested.
    pub(super) remoteness: u32,
    /// The Grundy value; 0 if it was not requested or does not exist.
    pub(super) value: u32,
    /// The final lead from here on, in scoring games.
    pub(super) margin: i32,
}

/// One verdict per entry; 0 means unknown.
#[derive(Debug)]
enum Places {
    Table8(Vec<u8>),
    Table32(Vec<u32>),
    Table64(Vec<u64>),
    List8(Segments<u8>),
    List32(Segments<u32>),
    List64(Segments<u64>),
    Rows(Runs),
}

#[derive(Debug)]
pub(super) struct Verdicts {
    asked: Asked,
    misere: bool,
    places: Places,
    bytes: u64,
}

/// Bytes of a verdict, if `longest` bounds the length of play and the numbers of stones.
pub(super) fn width(asked: Asked, longest: u64) -> u64 {
    match asked {
        Asked::Outcome => 1,
        _ if longest < 30_000 => 4,
        _ => 8,
    }
}

impl Verdicts {
    /// A table of `size` unknown verdicts.
    pub(super) fn table(asked: Asked, misere: bool, longest: u64, size: u64, budget: &Budget) -> Flow<Self> {
        let bytes = size.saturating_mul(width(asked, longest));
        budget.reserve(bytes)?;
        let size = usize::try_from(size).map_err(|_| super::halt::Halt::Unfit)?;
        let places = match width(asked, longest) {
            1 => Places::Table8(vec![0; size]),
            4 => Places::Table32(vec![0; size]),
            _ => Places::Table64(vec![0; size]),
        };
        Ok(Self { asked, misere, places, bytes })
    }

    /// Rows that are filled one after the other.
    pub(super) fn rows(asked: Asked, misere: bool, rows: Runs) -> Self {
        Self { asked, misere, places: Places::Rows(rows), bytes: 0 }
    }

    /// The rows, if the verdicts are kept in such.
    pub(super) fn as_rows(&mut self) -> Option<&mut Runs> {
        match &mut self.places {
            Places::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// Whether the verdicts are kept in rows.
    pub(super) fn are_rows(&self) -> bool {
        matches!(self.places, Places::Rows(_))
    }

    /// An empty list that grows.
    pub(super) fn list(asked: Asked, misere: bool, longest: u64) -> Self {
        let places = match width(asked, longest) {
            1 => Places::List8(Segments::default()),
            4 => Places::List32(Segments::default()),
            _ => Places::List64(Segments::default()),
        };
        Self { asked, misere, places, bytes: 0 }
    }

    /// Appends an unknown verdict to a list.
    pub(super) fn grow(&mut self, budget: &Budget) -> Flow {
        match &mut self.places {
            Places::List8(list) => list.push(0, budget),
            Places::List32(list) => list.push(0, budget),
            Places::List64(list) => list.push(0, budget),
            Places::Table8(_) | Places::Table32(_) | Places::Table64(_) | Places::Rows(_) => Ok(()),
        }
    }

    /// Reserved memory in bytes.
    pub(super) fn bytes(&self) -> u64 {
        match &self.places {
            Places::List8(list) => list.bytes(),
            Places::List32(list) => list.bytes(),
            Places::List64(list) => list.bytes(),
            Places::Table8(_) | Places::Table32(_) | Places::Table64(_) => self.bytes,
            Places::Rows(rows) => rows.bytes(),
        }
    }

    /// The verdict, if known.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<Verdict> {
        let (high, low) = match &self.places {
            Places::Table8(places) => return Self::outcome(places[at]),
            Places::List8(list) => return Self::outcome(list.get(at)),
            Places::Table32(places) => halves32(places[at])?,
            Places::List32(list) => halves32(list.get(at))?,
            Places::Table64(places) => halves64(places[at])?,
            Places::List64(list) => halves64(list.get(at))?,
            Places::Rows(rows) => rows.get(at)?,
        };
        Some(match self.asked {
            Asked::Margin => {
                let margin = i32::try_from(low >> 1).unwrap_or(i32::MAX);
                let margin = if low & 1 == 1 { -margin } else { margin };
                Verdict { wins: false, remoteness: 0, value: 0, margin }
            }
            // The winner makes the last move, or under misère play does not.
            _ => Verdict { wins: (high % 2 == 1) != self.misere, remoteness: high, value: low, margin: 0 },
        })
    }

    fn outcome(place: u8) -> Option<Verdict> {
        let wins = match place {
            0 => return None,
            other => other == 2,
        };
        Some(Verdict { wins, remoteness: 0, value: 0, margin: 0 })
    }

    pub(super) fn set(&mut self, at: usize, verdict: Verdict) {
        let (high, low) = match self.asked {
            Asked::Margin => (0, 2 * verdict.margin.unsigned_abs() + u32::from(verdict.margin < 0)),
            _ => (verdict.remoteness, verdict.value),
        };
        let place8 = 1 + u8::from(verdict.wins);
        // Twice the longest play fits half an entry, so adding one cannot overflow.
        let place32 = ((high << 16) | low) + 1;
        let place64 = ((u64::from(high) << 32) | u64::from(low)) + 1;
        match &mut self.places {
            Places::Table8(places) => places[at] = place8,
            Places::List8(list) => list.set(at, place8),
            Places::Table32(places) => places[at] = place32,
            Places::List32(list) => list.set(at, place32),
            Places::Table64(places) => places[at] = place64,
            Places::List64(list) => list.set(at, place64),
            // Rows are only filled as a whole.
            Places::Rows(_) => {}
        }
    }
}

fn halves32(place: u32) -> Option<(u32, u32)> {
    let place = place.checked_sub(1)?;
    Some((place >> 16, place & 0xFFFF))
}

fn halves64(place: u64) -> Option<(u32, u32)> {
    let place = place.checked_sub(1)?;
    let half = |half: u64| u32::try_from(half & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    Some((half(place >> 32), half(place)))
}
