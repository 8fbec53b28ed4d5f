//! Membership of a number in amounts, and the value of expressions.

use super::Refusal;
use super::tree::{Amounts, Expression, Item, Operation};

/// The variables of an expression.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// `n`
    pub size: u64,
    /// `last`, if there was a latest move.
    pub last: Option<u64>,
    /// `min`
    pub least: u64,
    /// `max`
    pub greatest: u64,
    /// `seat`, if there are seats.
    pub seat: Option<u64>,
}

/// The value of an expression: `None` for a division by zero or the root of a negative number.
pub fn value(expression: &Expression, sizes: &Sizes) -> Result<Option<i128>, Refusal> {
    Ok(match expression {
        Expression::Written(number) => Some(*number),
        Expression::Size => Some(sizes.size.into()),
        // `first` replaces only the amounts of a take; for other uses of `last` the document has no rule.
        Expression::Last => Some(sizes.last.ok_or(Refusal::NotMine)?.into()),
        Expression::Least => Some(sizes.least.into()),
        Expression::Greatest => Some(sizes.greatest.into()),
        Expression::Seat => Some(sizes.seat.ok_or(Refusal::NotMine)?.into()),
        Expression::Root(inner) => match value(inner, sizes)? {
            Some(number) if number >= 0 => Some(root(number)),
            _ => None,
        },
        Expression::DigitSum(inner) => digits(value(inner, sizes)?).map(|all| all.iter().sum()),
        Expression::GreatestDigit(inner) => {
            digits(value(inner, sizes)?).and_then(|all| all.into_iter().max())
        }
        Expression::LeastDigit(inner) => {
            digits(value(inner, sizes)?).and_then(|all| all.into_iter().filter(|&digit| digit != 0).min())
        }
        Expression::Two(operation, a, b) => {
            let (Some(a), Some(b)) = (value(a, sizes)?, value(b, sizes)?) else { return Ok(None) };
            let result = match operation {
                Operation::Plus => a.checked_add(b),
                Operation::Minus => a.checked_sub(b),
                Operation::Times => a.checked_mul(b),
                Operation::Over if b == 0 => return Ok(None),
                Operation::Over => over(a, b),
                Operation::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
            };
            Some(result.ok_or(Refusal::NotMine)?)
        }
    })
}

/// The decimal digits of a number that is not negative; 0 has the digit 0.
fn digits(number: Option<i128>) -> Option<Vec<i128>> {
    let mut number = number.filter(|number| *number >= 0)?;
    let mut digits = vec![number % 10];
    while number >= 10 {
        number /= 10;
        digits.push(number % 10);
    }
    Some(digits)
}

fn over(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    // Rust's integer division rounds towards zero; the document's rounds down.
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn root(number: i128) -> i128 {
    let (mut low, mut high) = (0_i128, 1_i128 << 64);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if middle.checked_mul(middle).is_some_and(|square| square <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Whether the number is in `A except B`.
pub fn contains(amounts: &Amounts, x: u64, sizes: &Sizes) -> Result<bool, Refusal> {
    Ok(in_one_of(&amounts.items, x, sizes)? && !in_one_of(&amounts.except, x, sizes)?)
}

fn in_one_of(items: &[Item], x: u64, sizes: &Sizes) -> Result<bool, Refusal> {
    for item in items {
        if is_in(item, x, sizes)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_in(item: &Item, x: u64, sizes: &Sizes) -> Result<bool, Refusal> {
    let number = i128::from(x);
    // Only a literal 0 counts; a computed one is left out.
    let from_one = x >= 1;
    Ok(match item {
        Item::One(one) => (from_one || one.is_written_zero()) && value(one, sizes)? == Some(number),
        Item::Range(from, _) if !from_one && !from.is_written_zero() => false,
        Item::Range(from, to) => {
            let begins = value(from, sizes)?.is_some_and(|from| from <= number);
            let reaches = match to {
                Some(to) => value(to, sizes)?.is_some_and(|to| number <= to),
                None => true,
            };
            begins && reaches
        }
        Item::Odd => x % 2 == 1,
        Item::Even => from_one && x.is_multiple_of(2),
        Item::Primes => x >= 2 && (2..x).take_while(|d| d * d <= x).all(|d| !x.is_multiple_of(d)),
        Item::Squares => from_one && root(number).pow(2) == number,
        Item::Fibonacci => {
            let (mut a, mut b) = (1_i128, 2_i128);
            while a < number {
                (a, b) = (b, a + b);
            }
            from_one && a == number
        }
        Item::Factorials => {
            let (mut factorial, mut k) = (1_i128, 1_i128);
            while factorial < number {
                k += 1;
                factorial *= k;
            }
            from_one && factorial == number
        }
        Item::Powers(base) => {
            from_one && value(base, sizes)?.is_some_and(|base| base >= 0 && is_power(number, base))
        }
        Item::Multiples(of) => from_one && value(of, sizes)?.is_some_and(|of| of > 0 && number % of == 0),
        Item::Divisors(of) => from_one && value(of, sizes)?.is_some_and(|of| of > 0 && of % number == 0),
        Item::Digits(of) => {
            let spelling =
                value(of, sizes)?.filter(|of| *of >= 0).map(|of| of.to_string()).unwrap_or_default();
            from_one && x <= 9 && spelling.contains(&x.to_string())
        }
        Item::Group(amounts) => contains(amounts, x, sizes)?,
    })
}

fn is_power(number: i128, base: i128) -> bool {
    let mut power = 1_i128;
    // The powers of 0 and 1 repeat; all others grow.
    for _ in 0..200 {
        if power == number {
            return true;
        }
        match power.checked_mul(base) {
            Some(next) if next.unsigned_abs() <= number.unsigned_abs() => power = next,
            _ => return false,
        }
    }
    false
}

/// An upper bound of the amounts. Amounts without a maximum are not supported.
pub fn largest(amounts: &Amounts, sizes: &Sizes) -> Result<u64, Refusal> {
    let mut most = 9_i128;
    for item in &amounts.items {
        let bound = match item {
            Item::One(to) | Item::Range(_, Some(to)) => value(to, sizes)?.unwrap_or(0).max(0),
            Item::Divisors(of) => value(of, sizes)?.unwrap_or(0).max(0),
            Item::Digits(_) => 9,
            Item::Group(group) => largest(group, sizes)?.into(),
            _ => return Err(Refusal::NotMine),
        };
        most = most.max(bound);
    }
    u64::try_from(most).map_err(|_| Refusal::NotMine)
}

#[cfg(test)]
mod tests {
    use super::super::read_amounts::amounts;
    use super::super::scan::Scan;
    use super::*;

    fn list(text: &str, size: u64) -> Vec<u64> {
        let read = amounts(&mut Scan::new(text)).unwrap();
        let sizes = Sizes { size, last: Some(3), least: 2, greatest: 20, seat: None };
        (0..=20).filter(|&x| contains(&read, x, &sizes).unwrap()).collect()
    }

    #[test]
    fn every_kind_of_amounts() {
        assert_eq!(list("1, 3, 4", 9), [1, 3, 4]);
        assert_eq!(list("1..7", 9), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(list("18..", 9), [18, 19, 20]);
        assert_eq!(list("any", 9).len(), 20);
        assert_eq!(list("odd except 7..", 9), [1, 3, 5]);
        assert_eq!(list("even", 9)[..3], [2, 4, 6]);
        assert_eq!(list("primes", 9), [2, 3, 5, 7, 11, 13, 17, 19]);
        assert_eq!(list("squares", 9), [1, 4, 9, 16]);
        assert_eq!(list("fibonacci", 9), [1, 2, 3, 5, 8, 13]);
        assert_eq!(list("factorials", 9), [1, 2, 6]);
        assert_eq!(list("powers of 2", 9), [1, 2, 4, 8, 16]);
        assert_eq!(list("powers of 1", 9), [1]);
        assert_eq!(list("powers of 0", 9), [1]);
        assert_eq!(list("multiples of 6", 9), [6, 12, 18]);
        assert_eq!(list("multiples of 0", 9), [0; 0]);
        assert_eq!(list("divisors of n", 12), [1, 2, 3, 4, 6, 12]);
        assert_eq!(list("divisors of n except n", 12), [1, 2, 3, 4, 6]);
        assert_eq!(list("digits of n", 1_050), [1, 5]);
        // Zero has no divisors, and a negative number has none, no digits and no powers.
        for none in ["divisors of n-9", "divisors of n-12", "digits of n-21", "powers of n-10"] {
            assert_eq!(list(none, 9), [0; 0], "{none}");
        }
        assert_eq!(list("any except 3, 5..19", 9), [1, 2, 4, 20]);
        assert_eq!(list("(1..6 except 3), 8", 9), [1, 2, 4, 5, 6, 8]);
    }

    #[test]
    fn expressions_and_what_has_no_value() {
        assert_eq!(list("n/2", 9), [4]);
        assert_eq!(list("1..last + 1", 9), [1, 2, 3, 4]);
        assert_eq!(list("min, max", 9), [2, 20]);
        assert_eq!(list("root(n)..(n+1)/2", 9), [3, 4, 5]);
        assert_eq!(list("7/(n-9)", 9), [0; 0]);
        assert_eq!(list("5, root(3-n)..", 9), [5]);
        assert_eq!(list("7..5", 9), [0; 0]);
        // A computed 0 is left out, a literal one stays.
        assert_eq!(list("n-9, 2", 9), [2]);
        assert_eq!(list("n-9..2", 9), [1, 2]);
        assert_eq!(list("0..2", 9), [0, 1, 2]);
        assert_eq!(list("0, 4", 9), [0, 4]);
        // Rounding down also below zero: (4 - 9) / 2 is -3, and 5 - 3 is 2.
        assert_eq!(list("5 + (4-n)/2", 9), [2]);
        assert_eq!(list("2^n^2", 1), [2]);
    }

    #[test]
    fn what_is_too_large_is_not_mine() {
        let read = amounts(&mut Scan::new("2^n")).unwrap();
        let sizes = Sizes { size: 200, ..Sizes::default() };
        assert_eq!(contains(&read, 1, &sizes), Err(Refusal::NotMine));
        let read = amounts(&mut Scan::new("1..last")).unwrap();
        assert_eq!(contains(&read, 1, &sizes), Err(Refusal::NotMine));
    }
}
