//! Families of rule sets by number: the n-th subtraction set, the n-th octal code.

use std::fmt::Write as _;

/// One rule set of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The game in the notation.
    pub rule: String,
    /// The set's size, or the number of the code's digits.
    pub size: u64,
    /// The greatest common divisor of the amounts: the set is that of the quotients, each heap divided. 1 for codes.
    pub divisor: u64,
}

/// How many sets of amounts within 1..=most there are that are not empty; `most` is below 64.
pub fn count_sets(most: u64) -> u64 {
    (1 << most) - 1
}

/// The subtraction set whose amounts are the places, from 1, of the ones of `number + 1`.
pub fn set(number: u64) -> Member {
    let mask = number + 1;
    let amounts = (1..=u64::BITS).filter(|amount| mask >> (amount - 1) & 1 == 1);
    let mut rule = String::from("take ");
    let (mut size, mut divisor) = (0, 0);
    for amount in amounts {
        if size > 0 {
            rule.push_str(", ");
        }
        let _ = write!(rule, "{amount}");
        size += 1;
        divisor = gcd(divisor, u64::from(amount));
    }
    Member { rule, size, divisor }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How many octal codes have 1 to `digits` digits behind the point, the last of them not 0; `digits` is below 21.
pub fn count_codes(digits: u64) -> u64 {
    (1 << (3 * digits)) - 1
}

/// The octal code whose digits, the first behind the point lowest, are those of `number + 1` in base 8.
pub fn code(number: u64) -> Member {
    let mut left = number + 1;
    let mut rule = String::from("octal(0.");
    let mut size = 0;
    while left > 0 {
        let _ = write!(rule, "{}", left % 8);
        left /= 8;
        size += 1;
    }
    rule.push(')');
    Member { rule, size, divisor: 1 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_set_within_four_is_there_once() {
        let rules: BTreeSet<String> = (0..count_sets(4)).map(|n| set(n).rule).collect();
        assert_eq!(rules.len(), 15);
        assert!(rules.contains("take 1, 2, 3, 4") && rules.contains("take 2, 4"));
        assert_eq!(set(0b1010 - 1), Member { rule: "take 2, 4".to_owned(), size: 2, divisor: 2 });
    }

    #[test]
    fn every_code_of_two_digits_is_there_once_and_is_a_game() {
        let rules: BTreeSet<String> = (0..count_codes(2)).map(|n| code(n).rule).collect();
        // 7 of one digit, 8 * 7 of two.
        assert_eq!(rules.len(), 7 + 56);
        assert!(rules.contains("octal(0.07)") && rules.contains("octal(0.7)"));
        assert!(rules.iter().all(|rule| grundy::notation::parse_game(rule).is_ok()));
    }
}
