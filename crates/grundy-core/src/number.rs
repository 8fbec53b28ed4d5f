//! Whole numbers of any size, and functions on them that several modules use.

use std::ops::AddAssign;

use dashu_base::{BitTest, SquareRoot};
use dashu_int::{IBig, UBig};
use serde_json::Value;

/// Largest magnitude a JSON number carries without loss in every reader: 2^53 - 1.
pub const JSON_EXACT: u64 = (1 << 53) - 1;

/// The most decimal digits a number written or computed in the notation may have.
pub const MAX_DIGITS: usize = 10_000_000;

/// An integer as JSON: a number up to 2^53 - 1 in magnitude, a decimal string beyond.
pub fn to_json(value: &IBig) -> Value {
    match i64::try_from(value) {
        Ok(small) if small.unsigned_abs() <= JSON_EXACT => Value::from(small),
        _ => Value::String(value.to_string()),
    }
}

/// A non-negative integer as JSON, see [`to_json`].
pub fn natural_to_json(value: &UBig) -> Value {
    match u64::try_from(value) {
        Ok(small) if small <= JSON_EXACT => Value::from(small),
        _ => Value::String(value.to_string()),
    }
}

/// Approximate memory of a number's digits outside its own 24 bytes: none up to 128 bits.
pub fn outside_bytes(value: &impl BitTest) -> u64 {
    let bits = value.bit_len() as u64;
    if bits > 128 { bits / 8 + 24 } else { 0 }
}

/// An upper bound on the number of decimal digits of `value`, without converting it.
pub fn digits_at_most(value: &UBig) -> usize {
    // log10(2) < 30103/100000
    value.bit_len() * 30_103 / 100_000 + 1
}

/// The first and the last `shown` digits of a number with at least `shown` digits, and its number of digits. The number
/// is not converted as a whole, which is much slower for millions of digits.
pub fn ends(value: &UBig, shown: usize) -> (String, String, usize) {
    // log10(2) > 30102/100000: this many digits or more.
    let digits = value.bit_len().saturating_sub(1) * 30_102 / 100_000 + 1;
    let cut = digits.saturating_sub(shown);
    let mut head = (value / UBig::from(10u8).pow(cut)).to_string();
    let digits = head.len() + cut;
    head.truncate(shown);
    let tail = (value % UBig::from(10u8).pow(shown)).to_string();
    (head, format!("{tail:0>shown$}"), digits)
}

/// A number for display; a very long one is cut after its first digits.
pub fn brief(value: &UBig) -> String {
    const LONG: usize = 1000;
    const BEGINNING: usize = 60;
    if digits_at_most(value) <= LONG { value.to_string() } else { ends(value, BEGINNING).0 + "..." }
}

/// The integer square root.
pub fn isqrt(value: &UBig) -> UBig {
    value.sqrt()
}

/// `value` as an unsigned number, or `None` when it is negative.
pub fn natural(value: &IBig) -> Option<UBig> {
    UBig::try_from(value.clone()).ok()
}

/// The exponent of 2 in `value`; `None` for 0.
pub fn valuation2(value: &UBig) -> Option<usize> {
    use dashu_base::BitTest as _;
    (0..value.bit_len()).find(|&bit| value.bit(bit))
}

/// Whether `k` is prime. Deterministic: `None` above the range for which the test is proved.
///
/// Miller-Rabin to the first thirteen prime bases decides every number below
/// 3317044064679887385961981 (Sorenson and Webster 2017).
pub fn is_prime(k: &UBig) -> Option<bool> {
    const BASES: [u64; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];
    if let Ok(small) = u32::try_from(k) {
        return Some(is_small_prime(small));
    }
    if k.bit_len() > 81 || *k >= UBig::from(3_317_044_064_679_887_385_961_981_u128) {
        // Even numbers and multiples of the small bases are certainly composite.
        return BASES.iter().any(|&b| (k % b) == 0).then_some(false);
    }
    if *k < UBig::from(2u8) {
        return Some(false);
    }
    for b in BASES {
        if *k == UBig::from(b) {
            return Some(true);
        }
        if (k % b) == 0 {
            return Some(false);
        }
    }
    let one = UBig::ONE;
    let less = k - &one;
    let twos = valuation2(&less).unwrap_or(0);
    let odd = &less >> twos;
    let passes = BASES.iter().all(|&base| {
        let mut x = power_mod(&UBig::from(base), &odd, k);
        if x == one || x == less {
            return true;
        }
        for _ in 1..twos {
            x = (&x * &x) % k;
            if x == less {
                return true;
            }
        }
        false
    });
    Some(passes)
}

/// Miller-Rabin to the bases 2, 7 and 61 decides every number below 4759123141 (Jaeschke 1993).
fn is_small_prime(k: u32) -> bool {
    for p in [2, 3, 5, 7, 61] {
        if k.is_multiple_of(p) {
            return k == p;
        }
    }
    if k < 121 {
        return k > 1;
    }
    let modulus = u64::from(k);
    let twos = (k - 1).trailing_zeros();
    let odd = (k - 1) >> twos;
    [2_u64, 7, 61].into_iter().all(|base| {
        let mut x = 1;
        for bit in (0..32 - odd.leading_zeros()).rev() {
            x = x * x % modulus;
            if odd >> bit & 1 == 1 {
                x = x * base % modulus;
            }
        }
        x == 1
            || (0..twos).any(|_| {
                let found = x == modulus - 1;
                x = x * x % modulus;
                found
            })
    })
}

fn power_mod(base: &UBig, exponent: &UBig, modulus: &UBig) -> UBig {
    let mut result = UBig::ONE % modulus;
    for bit in (0..exponent.bit_len()).rev() {
        result = (&result * &result) % modulus;
        if exponent.bit(bit) {
            result = (&result * base) % modulus;
        }
    }
    result
}

/// Nim-sum (exclusive or) of two values.
pub fn nim_sum(a: &UBig, b: &UBig) -> UBig {
    a ^ b
}

/// The least value not in `values`; the slice is sorted in place.
pub fn mex<T: Ord + From<u8> + AddAssign>(values: &mut [T]) -> T {
    values.sort_unstable();
    let mut least = T::from(0);
    for value in values.iter() {
        if *value > least {
            break;
        }
        if *value == least {
            least += T::from(1);
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_agree_with_trial_division() {
        for n in 0u32..2000 {
            let plain = n > 1 && (2..n).take_while(|d| d * d <= n).all(|d| n % d != 0);
            assert_eq!(is_prime(&UBig::from(n)), Some(plain), "{n}");
        }
        assert_eq!(is_prime(&UBig::from(18_446_744_073_709_551_557_u64)), Some(true));
        assert_eq!(is_prime(&UBig::from(3_215_031_751_u64)), Some(false));
        assert_eq!(is_prime(&(UBig::ONE << 200)), Some(false));
    }

    #[test]
    fn the_ends_of_a_number_are_those_of_its_digits() {
        let mut numbers: Vec<UBig> = [10_u8, 11, 12, 99, 100, 255].map(UBig::from).to_vec();
        for exponent in [1, 2, 19, 20, 21, 64, 333, 1000, 4321, 100_000] {
            let power = UBig::from(10u8).pow(exponent);
            let two = UBig::ONE << (4 * exponent);
            numbers.extend([&power - UBig::ONE, &power + UBig::ONE, power, &two - UBig::ONE, two]);
        }
        for number in numbers {
            let text = number.to_string();
            for shown in [1, 2, 20] {
                if text.len() >= shown {
                    let expected =
                        (text[..shown].to_owned(), text[text.len() - shown..].to_owned(), text.len());
                    assert_eq!(ends(&number, shown), expected);
                }
            }
        }
    }

    #[test]
    fn at_a_glance_only_very_long_numbers_are_cut() {
        let long = UBig::from(10u8).pow(998) + UBig::ONE;
        assert_eq!(brief(&long), long.to_string());
        assert_eq!(
            brief(&UBig::from(3u8).pow(10_000)),
            format!("{}...", &UBig::from(3u8).pow(10_000).to_string()[..60])
        );
    }

    #[test]
    fn json_numbers_are_exact() {
        assert_eq!(natural_to_json(&UBig::from((1u64 << 53) - 1)), Value::from((1u64 << 53) - 1));
        assert_eq!(natural_to_json(&UBig::from(1u64 << 53)), Value::from("9007199254740992"));
        assert_eq!(to_json(&IBig::from(-5)), Value::from(-5));
    }

    #[test]
    fn mex_is_the_least_missing() {
        assert_eq!(mex::<u64>(&mut []), 0);
        assert_eq!(mex(&mut [1u64, 0, 3, 0]), 2);
        assert_eq!(mex(&mut [1u8, 0, 2].map(UBig::from)), UBig::from(3u8));
    }

    #[test]
    fn small_primes_are_those_of_trial_division() {
        let plain = |k: u32| k > 1 && (2..k).take_while(|p| p * p <= k).all(|p| !k.is_multiple_of(p));
        for k in 0..30_000 {
            assert_eq!(is_prime(&UBig::from(k)), Some(plain(k)), "{k}");
        }
        // Composite, though they look prime to the base 2, or to 2, 3, 5 and 7; then the last ones of 32 bits.
        for (k, prime) in [(2047_u32, false), (3_215_031_751, false), (u32::MAX - 4, true), (u32::MAX, false)]
        {
            assert_eq!(is_prime(&UBig::from(k)), Some(prime), "{k}");
        }
    }
}
