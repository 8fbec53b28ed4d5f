//! Numbers at which programs often fail, and random numbers.

use std::collections::BTreeSet;

use dashu_base::BitTest as _;
use dashu_int::{IBig, UBig};

/// Between longer bounds (in bits), only values near the bounds are special.
const LONGEST: usize = 256;

/// The special values between two bounds, ascending: Fibonacci and Lucas numbers, powers of two and ten, limits of
/// tables and of number formats, the bounds themselves and their golden sections, each with its neighbours.
pub fn special(low: &IBig, high: &IBig) -> Vec<IBig> {
    let mut all = BTreeSet::new();
    let mut add = |n: IBig, around: i32| {
        for d in -around..=around {
            all.insert(&n + IBig::from(d));
        }
    };
    let span = high - low;
    for i in 0..=12 {
        add(low + IBig::from(i), 0);
        add(high - IBig::from(i), 0);
    }
    for part in [2, 3, 4, 10, 100] {
        add(low + &span / IBig::from(part), 1);
        add(high / IBig::from(part), 1);
    }
    let (top, bits) = (golden(high), high.bit_len());
    add(top.clone(), 6);
    add(golden(&top), 3);
    if bits <= LONGEST {
        for (mut a, mut b) in [(IBig::from(1), IBig::from(1)), (IBig::from(2), IBig::from(1))] {
            while a <= *high {
                add(a.clone(), 2);
                (a, b) = (b.clone(), a + b);
            }
        }
        for base in [2, 3, 7, 10] {
            let mut power = IBig::ONE;
            while power <= *high {
                add(power.clone(), 2);
                if base == 10 {
                    for k in [2, 5] {
                        add(&power * IBig::from(k), 1);
                    }
                    add(&power + IBig::from(10), 1);
                }
                power *= IBig::from(base);
            }
        }
        // Squares near the root of the bound, where products of two numbers overflow.
        let root = IBig::from(UBig::try_from(high.clone()).map_or(UBig::ZERO, |n| root(&n)));
        add(root.clone(), 1);
        add(&root * &root, 1);
    }
    all.into_iter().filter(|n| n >= low && n <= high).collect()
}

/// Approximately a number divided by the golden ratio, by quotients of Fibonacci numbers.
fn golden(n: &IBig) -> IBig {
    let (mut a, mut b) = (IBig::ONE, IBig::ONE);
    for _ in 0..n.bit_len() + 8 {
        (a, b) = (b.clone(), a + b);
    }
    n * a / b
}

fn root(n: &UBig) -> UBig {
    if *n == UBig::ZERO {
        return UBig::ZERO;
    }
    let mut x = UBig::ONE << n.bit_len().div_ceil(2);
    loop {
        let next = (&x + n / &x) >> 1;
        if next >= x {
            return x;
        }
        x = next;
    }
}

/// A seeded random generator.
#[derive(Clone, Debug)]
pub struct Chance(fastrand::Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A random number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n.max(1))
    }

    /// True with probability 1 in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A random element of a list.
    pub fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }

    /// A number between two bounds, inclusive, uniformly distributed.
    pub fn between(&mut self, low: &IBig, high: &IBig) -> IBig {
        let span = high - low;
        if let Ok(span) = u64::try_from(&span) {
            return low + IBig::from(self.0.u64(..=span));
        }
        // Enough bits that the bias of the remainder is negligible.
        let mut n = UBig::ZERO;
        for _ in 0..=span.bit_len() / 64 + 1 {
            n = (n << 64) + UBig::from(self.0.u64(..));
        }
        low + IBig::from(n) % (span + IBig::ONE)
    }

    /// A number between two bounds, with a uniformly distributed number of digits.
    pub fn sized(&mut self, low: &IBig, high: &IBig) -> IBig {
        let span = high - low;
        let bits = self.below(span.bit_len() + 1);
        let top = (IBig::ONE << bits) - IBig::ONE;
        self.between(low, &(low + top.min(span)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_values_are_those_where_programs_break() {
        let all = special(&IBig::ZERO, &IBig::from(1_000_000_000));
        for n in [0_i64, 1, 165_580_140, 267_914_295, 102_334_155, 100_010, 1 << 29, 618_033_988, 999_999_999]
        {
            assert!(all.contains(&IBig::from(n)), "{n}");
        }
        assert!(all.len() < 1000 && all.is_sorted());
        let all = special(&IBig::from(1), &IBig::from(100_000));
        assert!(all.contains(&IBig::from(61_803)) && *all.last().unwrap() == IBig::from(100_000));
    }

    #[test]
    fn narrow_bounds_are_no_trouble() {
        for (low, high) in [(0, 0), (0, 1), (-5, -5), (-3, 2), (7, 7)] {
            let all = special(&IBig::from(low), &IBig::from(high));
            let whole: Vec<IBig> = (low..=high).map(IBig::from).collect();
            assert_eq!(all, whole);
        }
        assert!(special(&IBig::from(3), &IBig::from(2)).is_empty());
    }

    #[test]
    fn chance_stays_within_bounds() {
        let mut chance = Chance::new(7);
        let (low, high) = (IBig::from(-3), IBig::from(10).pow(40));
        for _ in 0..1000 {
            for n in [chance.between(&low, &high), chance.sized(&low, &high)] {
                assert!(low <= n && n <= high);
            }
        }
        assert_eq!(chance.between(&low, &low), low);
        assert_eq!(Chance::new(9).between(&low, &high), Chance::new(9).between(&low, &high));
    }
}
