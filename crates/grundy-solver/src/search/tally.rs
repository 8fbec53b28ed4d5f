//! The verdicts of options that come and go, and at any time the verdict that follows from them.

use super::verdicts::Verdict;

/// Options counted by value and by remoteness. Scoring games are not counted here.
#[derive(Debug, Default)]
pub(super) struct Tally {
    options: usize,
    lost: usize,
    values: Vec<u32>,
    /// Number of options by remoteness: an even number of moves and an odd one have different winners, so that one
    /// list serves for both.
    moves: Vec<u32>,
    /// No value below this one is missing.
    least: usize,
    /// No option that is lost ends sooner than this ...
    quickest: usize,
    /// ... and no option ends later than this.
    slowest: usize,
}

impl Tally {
    /// Forgets all options.
    pub(super) fn clear(&mut self) {
        self.values.fill(0);
        self.moves.fill(0);
        (self.options, self.lost, self.least, self.quickest, self.slowest) = (0, 0, 0, 0, 0);
    }

    #[inline]
    pub(super) fn add(&mut self, option: Verdict) {
        let (value, moves) = (option.value as usize, option.remoteness as usize);
        if value >= self.values.len() {
            self.values.resize(value + 1, 0);
        }
        if moves >= self.moves.len() {
            self.moves.resize(moves + 1, 0);
        }
        self.values[value] += 1;
        self.moves[moves] += 1;
        self.options += 1;
        self.slowest = self.slowest.max(moves);
        if !option.wins {
            self.lost += 1;
            self.quickest = self.quickest.min(moves);
        }
    }

    /// Removes an option that was added.
    #[inline]
    pub(super) fn remove(&mut self, option: Verdict) {
        let (value, moves) = (option.value as usize, option.remoteness as usize);
        self.values[value] -= 1;
        self.moves[moves] -= 1;
        self.options -= 1;
        self.lost -= usize::from(!option.wins);
        if self.values[value] == 0 {
            self.least = self.least.min(value);
        }
    }

    /// The verdict on a position with these options, by the definitions.
    pub(super) fn verdict(&mut self, misere: bool) -> Verdict {
        if self.options == 0 {
            return Verdict { wins: misere, remoteness: 0, value: 0, margin: 0 };
        }
        let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let wins = self.lost > 0;
        let remoteness = if wins {
            // The loser makes no last move, or under misère play does: the ends of lost options are all even or all odd.
            let first = usize::from(misere);
            self.quickest += (self.quickest + first) % 2;
            while self.moves.get(self.quickest).is_some_and(|count| *count == 0) {
                self.quickest += 2;
            }
            self.quickest
        } else {
            while self.slowest > 0 && self.moves[self.slowest] == 0 {
                self.slowest -= 1;
            }
            self.slowest
        };
        let value = if misere {
            0
        } else {
            while self.values.get(self.least).is_some_and(|count| *count > 0) {
                self.least += 1;
            }
            word(self.least)
        };
        Verdict { wins, remoteness: word(remoteness + 1), value, margin: 0 }
    }
}
