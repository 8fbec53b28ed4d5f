//! Systems of linear equations in whole numbers, solved exactly modulo powers of a prime.
//!
//! J. D. Dixon (1982): with an inverse modulo p, each step gives one more digit of the solution in base p. When the
//! number of digits reaches Hadamard's bound, the fractions are recovered by Euclid's algorithm. For n equations it
//! costs n^3 operations on machine words and about n^3 times the size of a payoff for the rest.

use dashu_base::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};

use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

fn times(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let fold = (product & u128::from(PRIME)) + (product >> 61);
    u64::try_from(if fold >= u128::from(PRIME) { fold - u128::from(PRIME) } else { fold }).unwrap_or_default()
}

fn minus(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + PRIME - b }
}

fn inverse(a: u64) -> u64 {
    let (mut power, mut result, mut exponent) = (a, 1, PRIME - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, power);
        }
        power = times(power, power);
        exponent >>= 1;
    }
    result
}

fn residue(value: &IBig) -> u64 {
    let rest = value % IBig::from(PRIME);
    let rest = if rest < IBig::ZERO { rest + IBig::from(PRIME) } else { rest };
    u64::try_from(&rest).unwrap_or_default()
}

/// A square matrix and its inverse modulo the prime.
pub(super) struct System {
    size: usize,
    cells: Vec<IBig>,
    inverse: Vec<u64>,
    /// Maximum number of digits of any solution with right sides 1.
    digits: usize,
}

impl System {
    /// `None` if the matrix has no inverse modulo the prime.
    pub fn new(size: usize, cells: Vec<IBig>, budget: &Budget) -> Result<Option<Self>> {
        let mut left: Vec<u64> = cells.iter().map(residue).collect();
        let mut right = vec![0; size * size];
        (0..size).for_each(|i| right[i * size + i] = 1);
        for column in 0..size {
            budget.check_time()?;
            let Some(row) = (column..size).find(|&row| left[row * size + column] != 0) else {
                return Ok(None);
            };
            for matrix in [&mut left, &mut right] {
                (0..size).for_each(|j| matrix.swap(row * size + j, column * size + j));
            }
            let unit = inverse(left[column * size + column]);
            for matrix in [&mut left, &mut right] {
                matrix[column * size..(column + 1) * size]
                    .iter_mut()
                    .for_each(|cell| *cell = times(*cell, unit));
            }
            for row in (0..size).filter(|&row| row != column) {
                let factor = left[row * size + column];
                if factor == 0 {
                    continue;
                }
                for matrix in [&mut left, &mut right] {
                    for j in 0..size {
                        let part = times(factor, matrix[column * size + j]);
                        matrix[row * size + j] = minus(matrix[row * size + j], part);
                    }
                }
            }
        }
        // Numerators and denominators are determinants, with at most one column replaced by ones.
        let norm = |line: &mut dyn Iterator<Item = &IBig>| {
            let squares = line.fold(UBig::ONE, |sum, cell| sum + cell.unsigned_abs() * cell.unsigned_abs());
            squares.bit_len().div_ceil(2)
        };
        let rows: usize = (0..size).map(|i| norm(&mut cells[i * size..(i + 1) * size].iter())).sum();
        let columns: usize = (0..size).map(|j| norm(&mut (0..size).map(|i| &cells[i * size + j]))).sum();
        let digits = (2 * rows.max(columns) + 4).div_ceil(60);
        Ok(Some(Self { size, cells, inverse: right, digits }))
    }

    /// Numerators of the z with `M z = (1, ..., 1)`, or with M transposed, over a common positive denominator.
    pub fn ones(&self, transposed: bool, budget: &Budget) -> Result<Option<Vec<IBig>>> {
        let n = self.size;
        let at = |i: usize, j: usize| if transposed { j * n + i } else { i * n + j };
        let mut residual = vec![IBig::ONE; n];
        let mut places: Vec<Vec<u64>> = vec![Vec::with_capacity(self.digits); n];
        for _ in 0..self.digits {
            budget.check_time()?;
            let small: Vec<u64> = residual.iter().map(residue).collect();
            let digit: Vec<u64> = (0..n)
                .map(|i| {
                    let sum = (0..n)
                        .fold(0u128, |sum, j| sum + u128::from(times(self.inverse[at(i, j)], small[j])));
                    u64::try_from(sum % u128::from(PRIME)).unwrap_or_default()
                })
                .collect();
            for (i, residual) in residual.iter_mut().enumerate() {
                let sum = (0..n).fold(IBig::ZERO, |sum, j| sum + &self.cells[at(i, j)] * digit[j]);
                *residual = (&*residual - sum) / IBig::from(PRIME);
            }
            places.iter_mut().zip(&digit).for_each(|(place, &digit)| place.push(digit));
        }
        let modulus = UBig::from(PRIME).pow(self.digits);
        let mut numerators: Vec<IBig> = Vec::with_capacity(n);
        let mut denominator = UBig::ONE;
        for place in places {
            budget.check_time()?;
            let value = place.iter().rev().fold(UBig::ZERO, |sum, &digit| sum * PRIME + digit);
            let value = value * &denominator % &modulus;
            let Some((numerator, more)) = fraction(&value, &modulus) else { return Ok(None) };
            if more != UBig::ONE {
                let factor = IBig::from(more.clone());
                for known in &mut numerators {
                    *known *= &factor;
                }
                denominator *= more;
            }
            numerators.push(numerator);
        }
        Ok(Some(numerators))
    }
}

/// The fraction that equals `value` modulo `modulus` and whose parts are both below the root of half the modulus.
fn fraction(value: &UBig, modulus: &UBig) -> Option<(IBig, UBig)> {
    use dashu_base::SquareRoot as _;
    let most = (modulus >> 1).sqrt();
    let (mut a, mut b) = (modulus.clone(), value.clone());
    let (mut s, mut t) = (IBig::ZERO, IBig::ONE);
    while b > most {
        let quotient = &a / &b;
        let rest = &a - &quotient * &b;
        a = std::mem::replace(&mut b, rest);
        let next = &s - IBig::from(quotient) * &t;
        s = std::mem::replace(&mut t, next);
    }
    let negative = t < IBig::ZERO;
    let denominator = t.unsigned_abs();
    if denominator > most || denominator.is_zero() {
        return None;
    }
    let numerator = IBig::from(b);
    Some((if negative { -numerator } else { numerator }, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn solutions_solve(cells in prop::collection::vec(-40i64..40, 25)) {
            let cells: Vec<IBig> = cells.into_iter().map(IBig::from).collect();
            let budget = Budget::default();
            if let Some(system) = System::new(5, cells.clone(), &budget).unwrap() {
                for transposed in [false, true] {
                    let z = system.ones(transposed, &budget).unwrap().expect("within the bound");
                    let at = |i: usize, j: usize| &cells[if transposed { j * 5 + i } else { i * 5 + j }];
                    let sums: Vec<IBig> =
                        (0..5).map(|i| (0..5).fold(IBig::ZERO, |sum, j| sum + at(i, j) * &z[j])).collect();
                    prop_assert!(sums.iter().all(|sum| *sum == sums[0] && *sum > IBig::ZERO), "{:?}", sums);
                }
            }
        }
    }
}
