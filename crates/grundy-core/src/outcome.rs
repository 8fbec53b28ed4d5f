//! Who wins: the outcome classes of positions.

use std::cmp::Ordering;

use dashu_int::IBig;

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The player to move loses.
    P,
    /// A draw.
    D,
}

impl Outcome {
    /// `N` if the player to move wins, otherwise `P`.
    pub fn of(wins: bool) -> Self {
        if wins { Self::N } else { Self::P }
    }

    /// The outcome for a final lead of the player to move.
    pub fn of_margin(margin: &IBig, misere: bool) -> Self {
        match (margin.cmp(&IBig::ZERO), misere) {
            (Ordering::Equal, _) => Self::D,
            (Ordering::Greater, false) | (Ordering::Less, true) => Self::N,
            (Ordering::Greater, true) | (Ordering::Less, false) => Self::P,
        }
    }

    /// The outcome from the view of the player who is not to move.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::N => Self::P,
            Self::P => Self::N,
            Self::D => Self::D,
        }
    }

    /// The letter.
    pub fn letter(self) -> &'static str {
        match self {
            Self::N => "N",
            Self::P => "P",
            Self::D => "D",
        }
    }
}
