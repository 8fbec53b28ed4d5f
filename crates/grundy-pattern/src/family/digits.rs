//! One heap by its digits: the exponent of a base in it, the number of ones in binary, the smallest part of its
//! Zeckendorf sum; and values that follow from the value of n without its last digit.

use super::super::sample::Sample;
use super::Family;
use grundy_solver::law::Shape;
use grundy_solver::law::{Cond, Digits, LastDigit, Num};

/// Rules by digits.
pub struct ByDigits;

impl Family for ByDigits {
    fn name(&self) -> &'static str {
        "digits"
    }

    fn lost(&self, sample: &Sample) -> Vec<(Shape, u32)> {
        if sample.heaps != 1 {
            return vec![];
        }
        let n = || Num::Heap(0);
        let mut found = Vec::new();
        for shift in [0, 1, 2] {
            let shifted = || if shift == 0 { n() } else { n().plus(Num::Const(shift)) };
            let mut keys: Vec<(Num, u32)> =
                [2, 3, 4, 5].map(|b| (Num::Valuation(b, Box::new(shifted())), 3)).to_vec();
            keys.push((Num::Ones(Box::new(shifted())), 3));
            keys.push((Num::LeastPart(Box::new(shifted())), 3));
            for (key, cost) in keys {
                for modulus in [2, 3] {
                    found.extend(by_key(sample, &key.clone().modulo(modulus), cost + shift as u32));
                }
            }
        }
        found
    }

    fn value(&self, sample: &Sample, values: &[i128]) -> Vec<(Num, u32)> {
        if sample.heaps != 1 {
            return vec![];
        }
        let mut found = Vec::new();
        for base in 2..=5 {
            if let Some(digits) = by_last_digit(&values[..sample.fit], base) {
                found.push((Num::Digits(digits, Box::new(Num::This)), 2 * base as u32));
            }
        }
        for base in 2..=3 {
            for shift in 0..=1 {
                let of = if shift == 0 { Num::This } else { Num::This.plus(Num::Const(shift)) };
                found.push((Num::Valuation(base, Box::new(of)), 2));
            }
        }
        found.push((Num::Ones(Box::new(Num::This)), 2));
        found.push((Num::LeastPart(Box::new(Num::This)), 2));
        found.retain(|(num, _)| super::agrees(num, sample, sample.fit));
        found
    }
}

/// The lost heaps as those with certain keys, if the key determines the outcome.
fn by_key(sample: &Sample, key: &Num, cost: u32) -> Option<(Shape, u32)> {
    let mut known: [Option<bool>; 3] = [None; 3];
    let decided = sample.every(sample.fit, |heaps, index| {
        let Some(slot) = key.at(heaps).and_then(|key| known.get_mut(key as usize)) else { return false };
        *slot.get_or_insert(sample.lost[index]) == sample.lost[index]
    });
    let lost: Vec<i128> = (0..3).filter(|key| known[*key as usize] == Some(true)).collect();
    (decided && !lost.is_empty()).then(|| (Shape::Formula(Cond::In(key.clone(), lost)), cost))
}

/// g(base m + r) from g(m), or directly from m, for each last digit r.
fn by_last_digit(values: &[i128], base: i128) -> Option<Digits> {
    let b = base as usize;
    if values.len() < b * b * 2 {
        return None;
    }
    let mut by_last = Vec::new();
    for last in 0..b {
        let pairs: Vec<(i128, i128, i128)> = (1..values.len())
            .map(|m| (m, b * m + last))
            .take_while(|(_, n)| *n < values.len())
            .map(|(m, n)| (m as i128, values[m], values[n]))
            .collect();
        let [(m1, g1, v1), (m2, _, v2), ..] = pairs[..] else { return None };
        let same = v1 - g1;
        let times = (v2 - v1) / (m2 - m1);
        let alone = v1 - times * m1;
        if pairs.iter().all(|(_, g, v)| v - g == same) {
            by_last.push(LastDigit::Same(same));
        } else if pairs.iter().all(|(m, _, v)| *v == times * m + alone) {
            by_last.push(LastDigit::Times(times, alone));
        } else {
            return None;
        }
    }
    Some(Digits { base, first: values[..b].to_vec(), by_last })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_halving_games_are_found() {
        // take 1..n/2: an even heap has half its size as value, an odd one the value of half its size, rounded
        // down.
        let mut values: Vec<i128> = vec![0];
        for n in 1..400usize {
            values.push(if n % 2 == 0 { n as i128 / 2 } else { values[n / 2] });
        }
        let digits = by_last_digit(&values[..200], 2).unwrap();
        assert!((0..400).all(|n| digits.at(n) == Some(values[n as usize])));
        assert_eq!(digits.by_last, [LastDigit::Times(1, 0), LastDigit::Same(0)]);
    }
}
