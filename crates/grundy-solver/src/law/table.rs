//! Functions of one heap that repeat, or repeat and rise.

/// g(n) is listed for n below the length of `before`; from there on one turn is listed, and each further turn
/// is higher by `saltus`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The values before the first turn.
    pub before: Vec<i128>,
    /// One turn; not empty.
    pub turn: Vec<i128>,
    /// Amount by which each turn is higher than the one before.
    pub saltus: i128,
}

/// Largest modulus whose remainders are kept as a list of values; beyond, only as a formula.
pub const LISTED: i128 = 4096;

impl Table {
    /// g(n) = n.
    pub fn identity() -> Self {
        Self { before: vec![], turn: vec![0], saltus: 1 }
    }

    /// Whether it is g(n) = n.
    pub fn is_identity(&self) -> bool {
        *self == Self::identity()
    }

    /// The modulus, if it is g(n) = n mod m.
    pub fn modulus(&self) -> Option<i128> {
        let plain = self.before.is_empty() && self.saltus == 0 && self.turn.len() > 1;
        (plain && self.turn.iter().zip(0..).all(|(value, n)| *value == n)).then_some(self.turn.len() as i128)
    }

    /// The value of n >= 0; `None` if it exceeds 2^127.
    pub fn at(&self, n: i128) -> Option<i128> {
        let place = usize::try_from(n).unwrap_or(usize::MAX);
        if let Some(value) = self.before.get(place) {
            return Some(*value);
        }
        let (start, period) = (self.before.len() as i128, self.turn.len() as i128);
        let (turns, place) = ((n - start) / period, (n - start) % period);
        self.turn[place as usize].checked_add(turns.checked_mul(self.saltus)?)
    }

    /// The same function with the shortest turn and the fewest values before it.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        let period = self.turn.len();
        let shorter = (1..period).filter(|p| period.is_multiple_of(*p)).find(|p| {
            let turns = (period / p) as i128;
            self.saltus % turns == 0
                && (*p..period).all(|i| self.turn[i] == self.turn[i - p] + self.saltus / turns)
        });
        if let Some(p) = shorter {
            self.saltus /= (period / p) as i128;
            self.turn.truncate(p);
        }
        while let (Some(last), Some(end)) = (self.before.last(), self.turn.last())
            && *last == end - self.saltus
        {
            self.before.pop();
            self.turn.rotate_right(1);
            self.turn[0] -= self.saltus;
        }
        self
    }

    /// The heaps with value 0, as a table that has 1 for them.
    #[must_use]
    pub fn zeros(&self) -> Self {
        let yes = |value: &i128| i128::from(*value == 0);
        if self.saltus == 0 {
            let (before, turn) = (self.before.iter().map(yes).collect(), self.turn.iter().map(yes).collect());
            return Self { before, turn, saltus: 0 }.reduced();
        }
        // Rising values are 0 for the last time before they exceed it.
        let most = self.turn.iter().map(|value| (-value).max(0) / self.saltus).max().unwrap_or(0) + 1;
        let known = self.before.len() as i128 + most * self.turn.len() as i128;
        let before = (0..known).map(|n| i128::from(self.at(n) == Some(0))).collect();
        Self { before, turn: vec![0], saltus: 0 }.reduced()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_reduced_and_know_their_zeros() {
        let table = Table { before: vec![0, 1], turn: vec![0, 1, 0, 1], saltus: 0 }.reduced();
        assert_eq!(table, Table { before: vec![], turn: vec![0, 1], saltus: 0 });
        let rising = Table { before: vec![], turn: vec![0, 1, 2], saltus: 3 }.reduced();
        assert!(rising.is_identity());
        let zeros = rising.zeros();
        assert_eq!((0..4).map(|n| zeros.at(n).unwrap()).collect::<Vec<_>>(), [1, 0, 0, 0]);
        assert_eq!(Table { before: vec![], turn: vec![0, 1, 2], saltus: 0 }.modulus(), Some(3));
    }
}
