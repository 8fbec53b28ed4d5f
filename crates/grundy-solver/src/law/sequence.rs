//! Growing sequences with a name or a recurrence: sets of lost heaps that thin out.

/// A strictly growing sequence of numbers; 0 may come before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// The first members; each next one is the last times `by[0]`, plus the one before times `by[1]` and so
    /// on, plus `plus`.
    Recurrence {
        /// The first members.
        first: Vec<i128>,
        /// Their factors, that of the last member first.
        by: Vec<i128>,
        /// What is added.
        plus: i128,
    },
    /// (a k^2 + b k + c) / 2 for k = 0, 1, ...
    Quadratic([i128; 3]),
    /// 1, and each next one is the last plus the least member m with `slope m + plus` at least the last: the
    /// losing numbers of take-away games with that limit.
    TakeAway {
        /// Factor of the last take.
        slope: i128,
        /// Constant added to it.
        plus: i128,
    },
}

impl Sequence {
    /// 1, 2, 3, 5, 8, ...
    pub fn fibonacci() -> Self {
        Self::Recurrence { first: vec![1, 2], by: vec![1, 1], plus: 0 }
    }

    /// The members up to a bound, in order; at most `most`.
    pub fn members(&self, bound: i128, most: usize) -> Vec<i128> {
        let mut members: Vec<i128> = Vec::new();
        while members.len() < most {
            let Some(next) = self.next(&members) else { break };
            if next > bound || members.last().is_some_and(|last| next <= *last) {
                break;
            }
            members.push(next);
        }
        members
    }

    fn next(&self, members: &[i128]) -> Option<i128> {
        match self {
            Self::Recurrence { first, by, plus } => {
                if let Some(member) = first.get(members.len()) {
                    return Some(*member);
                }
                let parts = by.iter().zip(members.iter().rev());
                parts
                    .map(|(by, member)| by.checked_mul(*member))
                    .try_fold(*plus, |sum, part| sum.checked_add(part?))
            }
            Self::Quadratic([a, b, c]) => {
                let k = members.len() as i128;
                Some((a.checked_mul(k)?.checked_mul(k)?.checked_add(b.checked_mul(k)?)?.checked_add(*c)?) / 2)
            }
            Self::TakeAway { slope, plus } => {
                let Some(last) = members.last() else { return Some(1) };
                let fits = |m: &&i128| slope.saturating_mul(**m).saturating_add(*plus) >= *last;
                members.iter().find(fits).and_then(|m| last.checked_add(*m))
            }
        }
    }

    /// Whether `n` is a member.
    pub fn contains(&self, n: i128) -> bool {
        match self {
            // Grows so slowly that its members are not made one by one.
            Self::Quadratic([a, b, c]) => {
                let value = |k: i128| a.checked_mul(k * k)?.checked_add(b * k + c).map(|twice| twice / 2);
                let Some(rest) = n.checked_mul(2).map(|twice| (twice - c).max(0)) else { return false };
                let near = (rest / a.max(&1)).isqrt();
                (near - near.min(b.abs() + 2)..=near + b.abs() + 2).any(|k| value(k) == Some(n))
            }
            _ => self.members(n, usize::MAX).last() == Some(&n),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_and_membership_agree() {
        let sequences = [
            Sequence::fibonacci(),
            Sequence::Recurrence { first: vec![1], by: vec![2], plus: 1 },
            Sequence::Quadratic([2, 0, 0]),
            Sequence::Quadratic([1, 1, 0]),
            Sequence::Quadratic([3, -1, 4]),
            Sequence::TakeAway { slope: 2, plus: 0 },
            Sequence::TakeAway { slope: 3, plus: 1 },
        ];
        for sequence in sequences {
            let members = sequence.members(500, 1000);
            let found: Vec<i128> = (0..=500).filter(|n| sequence.contains(*n)).collect();
            assert_eq!(members, found, "{sequence:?}");
        }
        let take_away = Sequence::TakeAway { slope: 2, plus: 0 };
        assert_eq!(take_away.members(1000, 99), Sequence::fibonacci().members(1000, 99));
    }
}
