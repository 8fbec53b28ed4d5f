//! Nimbers: the field of the values of games (J. H. Conway, On Numbers and Games, chapter 6).
//!
//! Nim-addition is exclusive or. Nim-multiplication makes the numbers below 2^2^k a field, each of
//! these fields the quadratic extension of the one before by its own order F: F ⊗ F = F ⊕ F/2, and
//! F ⊗ x = F x for x below F. Numbers below 2^16 are multiplied by logarithms, larger ones by
//! halves, three products each (Karatsuba) and one by the constant F/2.
//!
//! ```
//! use grundy::number::Nimber;
//!
//! assert_eq!(4u64.nim_product(4), 6);
//! let x = 0xDEAD_BEEF_u64;
//! let inverse = x.nim_inverse().unwrap();
//! assert_eq!(x.nim_product(inverse), 1);
//! assert_eq!(x.nim_root().nim_square(), x);
//! ```

mod expression;

use std::sync::OnceLock;

pub use expression::evaluate;

/// Numbers as elements of the field of nimbers below 2^16, 2^32, 2^64 or 2^128.
///
/// The operations use lookup tables of 386 KiB, which are built at first use. A product of `u64` takes 27
/// lookups of logarithms and powers, and 12 of products with constants.
pub trait Nimber: Copy + Eq {
    /// The nim-sum: exclusive or.
    #[must_use]
    fn nim_sum(self, other: Self) -> Self;
    /// The nim-product.
    #[must_use]
    fn nim_product(self, other: Self) -> Self;
    /// The nim-product with itself.
    #[must_use]
    fn nim_square(self) -> Self;
    /// The square root: in a field of characteristic 2 every number has just one.
    #[must_use]
    fn nim_root(self) -> Self;
    /// The multiplicative inverse; `None` for 0.
    #[must_use]
    fn nim_inverse(self) -> Option<Self>;
    /// The power with this exponent; 1 for exponent 0.
    #[must_use]
    fn nim_power(self, exponent: u128) -> Self;
    /// The product with half the order of the field, which is F/2 one level up.
    #[must_use]
    fn nim_times_top(self) -> Self;
}

/// The number of elements of the multiplicative group below 2^16.
const GROUP: usize = 0xFFFF;

/// Powers of a generator (stored twice, so that sums of logarithms need no reduction), and logarithms.
struct Tables {
    powers: Vec<u16>,
    logarithms: Vec<u16>,
    /// The products of the low and of the high byte with the top, 2^15: multiplying by a constant
    /// keeps sums.
    top: Box<[[u16; 256]; 2]>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::new)
}

impl Tables {
    fn new() -> Self {
        // A generator is not a p-th power for any prime p that divides the order of the group.
        let power = |base: u16, exponent: usize| {
            let (mut square, mut product, mut left) = (base, 1, exponent);
            while left > 0 {
                if left % 2 == 1 {
                    product = slow(product, square, 8);
                }
                square = slow(square, square, 8);
                left /= 2;
            }
            product
        };
        let generates = |g: &u16| [3, 5, 17, 257].iter().all(|prime| power(*g, GROUP / prime) != 1);
        // Numbers below 2^8 lie in a smaller field.
        let generator = (0x100..=u16::MAX).find(generates).unwrap_or(0x100);
        let mut powers = vec![1; 2 * GROUP];
        let mut logarithms = vec![0; GROUP + 1];
        let mut power = 1u16;
        for (exponent, place) in (0..u16::MAX).zip(0..GROUP) {
            (powers[place], powers[place + GROUP]) = (power, power);
            logarithms[usize::from(power)] = exponent;
            power = slow(power, generator, 8);
        }
        let mut top = Box::new([[0; 256]; 2]);
        for byte in 0..=u8::MAX {
            top[0][usize::from(byte)] = slow(byte.into(), 1 << 15, 8);
            top[1][usize::from(byte)] = slow(u16::from(byte) << 8, 1 << 15, 8);
        }
        Self { powers, logarithms, top }
    }

    fn logarithm(&self, x: u16) -> usize {
        usize::from(self.logarithms[usize::from(x)])
    }
}

/// The product by the definition of the tower alone; half of a number has `half` bits.
fn slow(a: u16, b: u16, half: u32) -> u16 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let next = half / 2;
    let high = slow(a1, b1, next);
    let low = slow(a0, b0, next);
    let middle = slow(a1 ^ a0, b1 ^ b0, next);
    ((middle ^ low) << half) | (low ^ slow(high, 1 << (half - 1), next))
}

impl Nimber for u16 {
    fn nim_sum(self, other: Self) -> Self {
        self ^ other
    }
    fn nim_product(self, other: Self) -> Self {
        if self == 0 || other == 0 {
            return 0;
        }
        let tables = tables();
        tables.powers[tables.logarithm(self) + tables.logarithm(other)]
    }
    fn nim_square(self) -> Self {
        self.nim_product(self)
    }
    fn nim_root(self) -> Self {
        if self == 0 {
            return 0;
        }
        let tables = tables();
        let logarithm = tables.logarithm(self);
        // The order of the group is odd, so one of the two is even.
        let even = if logarithm.is_multiple_of(2) { logarithm } else { logarithm + GROUP };
        tables.powers[even / 2]
    }
    fn nim_inverse(self) -> Option<Self> {
        if self == 0 {
            return None;
        }
        let tables = tables();
        Some(tables.powers[GROUP - tables.logarithm(self)])
    }
    fn nim_power(self, exponent: u128) -> Self {
        power(self, 1, exponent)
    }
    fn nim_times_top(self) -> Self {
        let [low, high] = self.to_le_bytes().map(usize::from);
        let top = &tables().top;
        top[0][low] ^ top[1][high]
    }
}

fn power<N: Nimber>(base: N, one: N, mut exponent: u128) -> N {
    let (mut square, mut product) = (base, one);
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = product.nim_product(square);
        }
        square = square.nim_square();
        exponent /= 2;
    }
    product
}

macro_rules! tower {
    ($whole:ty, $half:ty, $bits:expr) => {
        impl Nimber for $whole {
            fn nim_sum(self, other: Self) -> Self {
                self ^ other
            }
            fn nim_product(self, other: Self) -> Self {
                let ((a1, a0), (b1, b0)) = (halves::<$whole, $half>(self), halves::<$whole, $half>(other));
                if a1 == 0 && b1 == 0 {
                    return a0.nim_product(b0).into();
                }
                let high = a1.nim_product(b1);
                let low = a0.nim_product(b0);
                let middle = (a1 ^ a0).nim_product(b1 ^ b0);
                Self::from(middle ^ low) << $bits | Self::from(low ^ high.nim_times_top())
            }
            fn nim_square(self) -> Self {
                // (a F + b)^2 = a^2 F + a^2 (F/2) + b^2.
                let (a, b) = halves::<$whole, $half>(self);
                let high = a.nim_square();
                Self::from(high) << $bits | Self::from(b.nim_square() ^ high.nim_times_top())
            }
            fn nim_root(self) -> Self {
                let (a, b) = halves::<$whole, $half>(self);
                Self::from(a.nim_root()) << $bits | Self::from((b ^ a.nim_times_top()).nim_root())
            }
            fn nim_inverse(self) -> Option<Self> {
                // With its conjugate a F + (a + b), its product lies in the field of the halves.
                let (a, b) = halves::<$whole, $half>(self);
                let norm = b.nim_product(a ^ b) ^ a.nim_square().nim_times_top();
                let inverse = norm.nim_inverse()?;
                Some(Self::from(a.nim_product(inverse)) << $bits | Self::from((a ^ b).nim_product(inverse)))
            }
            fn nim_power(self, exponent: u128) -> Self {
                power(self, 1, exponent)
            }
            fn nim_times_top(self) -> Self {
                // The top is F times the top t of the halves: (a F + b) F t = (a + b) t F + a t (F/2).
                let (a, b) = halves::<$whole, $half>(self);
                let low = a.nim_times_top().nim_times_top();
                Self::from((a ^ b).nim_times_top()) << $bits | Self::from(low)
            }
        }
        impl Halved<$half> for $whole {
            fn halves(self) -> ($half, $half) {
                // The low half of a number fits by definition.
                let low = self & Self::from(<$half>::MAX);
                let fit = |part: Self| <$half>::try_from(part).unwrap_or_default();
                (fit(self >> $bits), fit(low))
            }
        }
    };
}

trait Halved<Half> {
    /// The high half, then the low.
    fn halves(self) -> (Half, Half);
}

fn halves<Whole: Halved<Half>, Half>(whole: Whole) -> (Half, Half) {
    whole.halves()
}

tower!(u32, u16, 16);
tower!(u64, u32, 32);
tower!(u128, u64, 64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::mex;
    use fastrand::Rng;

    /// The definition: the least number that no smaller factors could give.
    fn by_definition(size: u64) -> Vec<Vec<u64>> {
        let mut table = vec![vec![0u64; usize::try_from(size).unwrap()]; usize::try_from(size).unwrap()];
        for a in 0..table.len() {
            for b in 0..table.len() {
                let mut values: Vec<u64> = (0..a)
                    .flat_map(|x| (0..b).map(move |y| (x, y)))
                    .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
                    .collect();
                table[a][b] = mex(&mut values);
            }
        }
        table
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (a, row) in by_definition(48).into_iter().enumerate() {
            for (b, product) in row.into_iter().enumerate() {
                assert_eq!((a as u64).nim_product(b as u64), product, "{a} {b}");
            }
        }
    }

    fn wide(random: &mut Rng) -> u128 {
        (0..4).fold(0, |number, _| number << 32 | u128::from(random.u64(..1 << 32)))
    }

    /// A product by the tower alone, without tables.
    fn plain(a: u128, b: u128, half: u32) -> u128 {
        if a < 2 || b < 2 {
            return a * b;
        }
        let mask = (1u128 << half) - 1;
        let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
        let next = half / 2;
        let cross = plain(a1, b0, next) ^ plain(a0, b1, next);
        let high = plain(a1, b1, next);
        ((high ^ cross) << half) ^ plain(a0, b0, next) ^ plain(high, 1 << (half - 1), next)
    }

    #[test]
    fn large_products_are_those_of_the_tower() {
        let mut random = Rng::with_seed(1);
        for _ in 0..40 {
            let (a, b) = (wide(&mut random), wide(&mut random));
            assert_eq!(a.nim_product(b), plain(a, b, 64));
            let (a, b) = (a >> 64, b >> 64);
            let (short, other) = (u64::try_from(a).unwrap(), u64::try_from(b).unwrap());
            assert_eq!(u128::from(short.nim_product(other)), plain(a, b, 32));
        }
    }

    #[test]
    fn the_laws_of_a_field_hold() {
        let mut random = Rng::with_seed(2);
        for _ in 0..2000 {
            let [a, b, c] = [0; 3].map(|_: u8| wide(&mut random));
            assert_eq!(a.nim_product(b), b.nim_product(a));
            assert_eq!(a.nim_product(b).nim_product(c), a.nim_product(b.nim_product(c)));
            assert_eq!(a.nim_product(b.nim_sum(c)), a.nim_product(b) ^ a.nim_product(c));
            assert_eq!(a.nim_product(1), a);
            assert_eq!(a.nim_square(), a.nim_product(a));
            assert_eq!(a.nim_root().nim_square(), a);
            assert_eq!(a.nim_product(a.nim_inverse().unwrap()), 1);
            assert_eq!(a.nim_times_top(), a.nim_product(1 << 127));
            let short = u64::try_from(a >> 64).unwrap();
            assert_eq!(short.nim_product(short.nim_inverse().unwrap()), 1);
            assert_eq!(short.nim_root().nim_square(), short);
            // Every number below 2^64 is a root of x^(2^64) = x.
            assert_eq!(short.nim_power(1 << 64), short);
            assert_eq!(u128::from(short).nim_product(b & 0xFFFF), {
                let low = u64::try_from(b & 0xFFFF).unwrap();
                u128::from(short.nim_product(low))
            });
        }
        assert_eq!((0u128.nim_inverse(), 0u64.nim_inverse(), 0u64.nim_power(0)), (None, None, 1));
        assert_eq!(5u32.nim_power(3), 5u32.nim_product(5).nim_product(5));
    }
}
