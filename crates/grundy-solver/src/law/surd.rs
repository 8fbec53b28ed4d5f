//! Numbers (p + q sqrt d) / r and their multiples rounded down, in whole numbers throughout.

/// floor((p n + p0 + (q n + q0) sqrt d) / r), with d no square and q n + q0 never negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surd {
    /// Coefficient of n and constant, without the root.
    pub p: [i128; 2],
    /// Coefficient of n and constant, with the root.
    pub q: [i128; 2],
    /// The radicand.
    pub d: i128,
    /// The denominator, positive.
    pub r: i128,
}

impl Surd {
    /// (p + sqrt d) / r, times n.
    pub fn new(p: i128, d: i128, r: i128) -> Self {
        Self { p: [p, 0], q: [1, 0], d, r }
    }

    /// The golden ratio and its relatives: (2 - t + sqrt(t^2 + 4)) / 2.
    pub fn of_slack(t: i128) -> Self {
        // For even t everything is divisible by two.
        if t % 2 == 0 { Self::new(1 - t / 2, t * t / 4 + 1, 1) } else { Self::new(2 - t, t * t + 4, 2) }
    }

    /// The member of the sequence for n; `None` if an intermediate result exceeds 2^127.
    pub fn floor(&self, n: i128) -> Option<i128> {
        let whole = self.p[0].checked_mul(n)?.checked_add(self.p[1])?;
        let roots = self.q[0].checked_mul(n)?.checked_add(self.q[1])?;
        let square = roots.checked_mul(roots)?.checked_mul(self.d)?;
        if square < 0 {
            return None;
        }
        let mut root = square.isqrt();
        if roots < 0 {
            // Rounded down: away from 0, since d is not a square.
            root = -root - 1;
        }
        Some(whole.checked_add(root)?.div_euclid(self.r))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_pairs() {
        let phi = Surd::of_slack(1);
        let first: Vec<i128> = (0..8).map(|n| phi.floor(n).unwrap()).collect();
        assert_eq!(first, [0, 1, 3, 4, 6, 8, 9, 11]);
        assert_eq!(phi.floor(102_334_155), Some(165_580_140));
        let silver = Surd::of_slack(2);
        let first: Vec<i128> = (0..6).map(|n| silver.floor(n).unwrap()).collect();
        assert_eq!(first, [0, 1, 2, 4, 5, 7]);
    }
}
