//! Numerations: numbers as digits, most significant first.
//!
//! All numerations are of one kind. Place values follow U(i) = t1 U(i-1) + ... + td U(i-d), and begin with U(i)
//! = 1 + t1 U(i-1) + ... + ti U(0) below d. A number is written greedily. The resulting rows of digits are
//! those in which every suffix is lexicographically less than t1 t2 ... td, which a small automaton decides.
//! Here t1 >= t2 >= ... >= td = 1, or d = 1: then the greatest root of the recurrence is a Pisot number (Brauer
//! 1951), and a finite automaton computes addition (Frougny 1992).

use std::fmt;

/// A way to write numbers as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeration {
    /// The coefficients of the recurrence.
    rule: Vec<u32>,
    /// U(0), U(1), ... up to 10^18.
    places: Vec<u64>,
    /// U(0), U(-1), ..., U(1-d), by the recurrence run backwards.
    before: Vec<i64>,
}

/// The largest stored place value, so that products with small numbers fit 128 bits.
const LAST_PLACE: u64 = 1_000_000_000_000_000_000;
/// The greatest coefficient of a recurrence.
const MOST: u32 = 16;

impl Numeration {
    /// The numeration of a recurrence: one base from 2 to 16, or non-increasing coefficients that end with 1.
    pub fn new(rule: &[u32]) -> Option<Self> {
        let fine = match rule {
            [base] => (2..=MOST).contains(base),
            [first, .., last] => {
                rule.len() <= 3 && *first <= MOST && *last == 1 && rule.is_sorted_by(|a, b| a >= b)
            }
            [] => false,
        };
        if !fine {
            return None;
        }
        let order = rule.len();
        let mut places: Vec<u64> = Vec::new();
        loop {
            let index = places.len();
            let seed = u64::from(index < order && (order > 1 || index == 0));
            let terms = rule.iter().take(index).enumerate();
            let next = seed + terms.map(|(j, &t)| u64::from(t) * places[index - 1 - j]).sum::<u64>();
            if next > LAST_PLACE {
                break;
            }
            places.push(next);
        }
        // U(d-1), ..., U(0), then backwards: U(-j) = U(d-j) - t1 U(d-j-1) - ...
        let mut down: Vec<i64> = places[..order].iter().rev().map(|&u| u as i64).collect();
        for j in 1..order {
            let known = rule[..order - 1].iter().enumerate();
            let next = down[j - 1] - known.map(|(i, &t)| i64::from(t) * down[j + i]).sum::<i64>();
            down.push(next);
        }
        Some(Self { rule: rule.to_vec(), places, before: down[order - 1..].to_vec() })
    }

    /// Base `base`, from 2 to 16.
    pub fn base(base: u32) -> Option<Self> {
        Self::new(&[base])
    }

    /// Sums of Fibonacci numbers 1, 2, 3, 5, ... without two neighbours (Zeckendorf).
    pub fn fibonacci() -> Self {
        Self::new(&[1, 1]).unwrap_or_else(|| unreachable!("1, 1 ends with 1"))
    }

    /// The Ostrowski numeration of [1; t, t, t, ...], Fraenkel's p-system: places 1, t + 1, t (t + 1) + 1, ...
    pub fn ostrowski(t: u32) -> Option<Self> {
        Self::new(&[t, 1])
    }

    /// The numeration with a short name: `b2` to `b16`, `fib`, `t2`, `t3`, ..., `trib`.
    pub fn from_id(id: &str) -> Option<Self> {
        let number = |text: &str| text.parse().ok().filter(|n: &u32| n.to_string() == text);
        match id {
            "fib" => Some(Self::fibonacci()),
            "trib" => Self::new(&[1, 1, 1]),
            _ => match id.split_at_checked(1)? {
                ("b", base) => Self::base(number(base)?),
                ("t", t) => Self::ostrowski(number(t).filter(|t| *t > 1)?),
                _ => None,
            },
        }
    }

    /// The short name; other recurrences are named by their coefficients, such as `p2-2-1`.
    pub fn id(&self) -> String {
        match self.rule[..] {
            [base] => format!("b{base}"),
            [1, 1] => "fib".to_owned(),
            [1, 1, 1] => "trib".to_owned(),
            [t, 1] => format!("t{t}"),
            _ => {
                let terms: Vec<String> = self.rule.iter().map(u32::to_string).collect();
                format!("p{}", terms.join("-"))
            }
        }
    }

    /// The coefficients of the recurrence.
    pub fn rule(&self) -> &[u32] {
        &self.rule
    }

    /// The base, if the numeration is one.
    pub fn as_base(&self) -> Option<u32> {
        match self.rule[..] {
            [base] => Some(base),
            _ => None,
        }
    }

    /// The number of digits. They range from 0 to one less.
    pub fn digits(&self) -> usize {
        self.rule[0] as usize + usize::from(self.order() > 1)
    }

    /// The length of the recurrence.
    pub fn order(&self) -> usize {
        self.rule.len()
    }

    /// The place values up to 10^18, the least first.
    pub fn places(&self) -> &[u64] {
        &self.places
    }

    /// U(0), U(-1), ..., one for each coefficient.
    pub(crate) fn before(&self) -> &[i64] {
        &self.before
    }

    /// The number of letters of `tracks` tracks; `None` above 2^24.
    pub fn letters(&self, tracks: usize) -> Option<usize> {
        let letters = self.digits().checked_pow(u32::try_from(tracks).ok()?)?;
        (letters <= 1 << 24).then_some(letters)
    }

    /// The number of leading coefficients that the last digits equal, after one more digit; `None` if no number
    /// is written so. Starts at 0.
    pub fn follow(&self, equal: usize, digit: usize) -> Option<usize> {
        let most = self.rule[equal] as usize;
        match digit.cmp(&most) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if equal + 1 < self.order() => Some(equal + 1),
            _ => None,
        }
    }

    /// The digits of `number`, most significant first, none for 0; `None` above the last place.
    pub fn write(&self, number: u64) -> Option<Vec<u8>> {
        let length = self.places.partition_point(|&place| place <= number);
        if length == self.places.len() {
            return None;
        }
        let mut rest = number;
        let digit = |place: &u64| {
            let digit = rest / place;
            rest -= digit * place;
            digit as u8
        };
        Some(self.places[..length].iter().rev().map(digit).collect())
    }

    /// The letters of several numbers, the digit of track j being worth digits^j; `None` above the last place.
    pub fn word(&self, numbers: &[u64]) -> Option<Vec<u32>> {
        let written: Vec<Vec<u8>> = numbers.iter().map(|&n| self.write(n)).collect::<Option<_>>()?;
        let length = written.iter().map(Vec::len).max().unwrap_or(0);
        let mut word = vec![0u32; length];
        let mut worth = 1;
        for digits in &written {
            for (letter, digit) in word[length - digits.len()..].iter_mut().zip(digits) {
                *letter += worth * u32::from(*digit);
            }
            worth *= self.digits() as u32;
        }
        Some(word)
    }

    /// The numbers written by a word of letters; `None` if one is above 10^18.
    pub fn read(&self, tracks: usize, word: &[u32]) -> Option<Vec<u64>> {
        let mut numbers = vec![0u64; tracks];
        for (place, &letter) in word.iter().rev().enumerate() {
            let mut rest = letter as usize;
            for number in &mut numbers {
                let digit = (rest % self.digits()) as u64;
                rest /= self.digits();
                if digit > 0 {
                    *number = number.checked_add(digit.checked_mul(*self.places.get(place)?)?)?;
                }
            }
        }
        Some(numbers)
    }
}

impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_written_and_read() {
        for id in ["b2", "b3", "b10", "fib", "t2", "t3", "t5", "trib"] {
            let numeration = Numeration::from_id(id).unwrap();
            assert_eq!(numeration.id(), id);
            let mut words = std::collections::HashSet::new();
            for n in 0..5000 {
                let word = numeration.word(&[n]).unwrap();
                assert_eq!(numeration.read(1, &word), Some(vec![n]), "{id}");
                let mut equal = 0;
                for &digit in &word {
                    equal =
                        numeration.follow(equal, digit as usize).expect("greedy rows are rows of a number");
                }
                words.insert(word);
            }
            // As many rows are allowed as there are numbers below a place.
            let place = 6;
            let count = (0..numeration.digits().pow(place)).filter(|code| {
                let mut equal = Some(0);
                for digit in (0..place).rev().map(|i| code / numeration.digits().pow(i) % numeration.digits())
                {
                    equal = equal.and_then(|equal| numeration.follow(equal, digit));
                }
                equal.is_some()
            });
            assert_eq!(count.count() as u64, numeration.places()[place as usize], "{id}");
        }
        for id in ["b1", "b17", "t1", "t0", "b02", "x", "", "fib2"] {
            assert_eq!(Numeration::from_id(id), None, "{id}");
        }
        assert_eq!(Numeration::ostrowski(2).unwrap().places()[..4], [1, 3, 7, 17]);
        assert_eq!(Numeration::new(&[1, 2]), None);
        assert_eq!(Numeration::new(&[]), None);
    }

    #[test]
    fn the_recurrence_goes_backwards() {
        for rule in [&[2][..], &[1, 1], &[3, 1], &[1, 1, 1], &[3, 2, 1]] {
            let numeration = Numeration::new(rule).unwrap();
            let order = rule.len();
            let at = |i: i64| {
                if i >= 0 { numeration.places()[i as usize] as i64 } else { numeration.before()[-i as usize] }
            };
            for i in 1..6i64 {
                if i - order as i64 > -(order as i64) {
                    let sum: i64 = rule.iter().zip(1..).map(|(&t, j)| i64::from(t) * at(i - j)).sum();
                    assert_eq!(at(i), sum, "{rule:?} {i}");
                }
            }
        }
    }
}
