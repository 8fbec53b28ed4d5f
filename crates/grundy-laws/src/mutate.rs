//! Mutations of an input, derived from a seed: the same seed gives the same mutation on every
//! machine.

use grundy_campaign::generator::Random;

/// The longest mutated input.
const LONGEST: usize = 1 << 12;
/// The most mutations of one input.
const CHANGES: u64 = 4;
/// Replacements for a number.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "2",
    "-1",
    "7",
    "255",
    "65536",
    "4294967296",
    "18446744073709551615",
    "10^30",
    "1e9999999",
    "",
];

/// One of `inputs`, mutated in a few places; `tokens` are words with a meaning in the format.
pub fn mutated(random: &mut Random, inputs: &[Vec<u8>], tokens: &[&str]) -> Vec<u8> {
    let mut input = of(random, inputs).cloned().unwrap_or_default();
    for _ in 0..=random.below(CHANGES) {
        change(random, &mut input, inputs, tokens);
    }
    input.truncate(LONGEST);
    input
}

fn change(random: &mut Random, input: &mut Vec<u8>, inputs: &[Vec<u8>], tokens: &[&str]) {
    let at = place(random, input.len());
    let end = (at + 1 + place(random, 8)).min(input.len());
    match random.below(8) {
        0 => drop(input.drain(at..end)),
        1 => {
            let piece = input[at..end].to_vec();
            input.splice(at..at, piece);
        }
        2 => {
            let byte = u8::try_from(random.below(256)).unwrap_or(b' ');
            input.splice(at..end.min(at + 1), [byte]);
        }
        3 | 4 => {
            let token = of(random, tokens).map_or("", |token| token);
            let until = if random.once_in(2) { at } else { end };
            input.splice(at..until, token.bytes());
        }
        5 => {
            let number = of(random, &NUMBERS).map_or("", |number| number);
            let (at, end) = digits(input, at);
            input.splice(at..end, number.bytes());
        }
        6 => {
            let other = of(random, inputs).cloned().unwrap_or_default();
            let from = place(random, other.len());
            let to = (from + 1 + place(random, 64)).min(other.len());
            input.splice(at..at, other[from..to].iter().copied());
        }
        _ => {
            let other = place(random, input.len());
            if at < input.len() && other < input.len() {
                input.swap(at, other);
            }
        }
    }
}

/// The range of the digits around the first digit at or after `at`.
fn digits(input: &[u8], at: usize) -> (usize, usize) {
    let Some(first) = input[at..].iter().position(u8::is_ascii_digit) else { return (at, at) };
    let first = at + first;
    let behind = input[first..].iter().position(|byte| !byte.is_ascii_digit());
    (first, behind.map_or(input.len(), |length| first + length))
}

fn of<'a, T>(random: &mut Random, list: &'a [T]) -> Option<&'a T> {
    list.get(place(random, list.len().saturating_sub(1)))
}

/// A random place from 0 to `most`, inclusive.
fn place(random: &mut Random, most: usize) -> usize {
    usize::try_from(random.below(most as u64 + 1)).unwrap_or(0)
}
