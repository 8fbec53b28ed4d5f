//! The inputs of the whole-program benchmarks, and an independent check of the output.
//!
//! Inputs are the same on every machine and every day: a generator in this file with a fixed seed, integers
//! only. The check deliberately shares no code with the library: it is the textbook statement of Wythoff's
//! theorem with an integer square root computed bit by bit.

use std::io::{BufRead, Write};

use anyhow::{Context, Result};

/// The largest heap in any input.
pub const LARGEST: u64 = 1_000_000_000;

/// The largest difference whose P-position has both heaps within [`LARGEST`].
const LARGEST_DIFFERENCE: u64 = 381_966_011;

/// A xorshift generator: good enough to spread heaps, and easy to reproduce in five lines.
pub struct Random(u64);

impl Random {
    /// A generator with a fixed seed.
    pub fn new() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }

    /// A number from 0 to `last`, inclusive.
    pub fn up_to(&mut self, last: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % (last + 1)
    }
}

/// Writes `count` questions in the contest format: `a b` a line, never both 0, ended by `0 0`.
pub fn write_questions(out: &mut impl Write, count: u64) -> Result<()> {
    let mut random = Random::new();
    for _ in 0..count {
        let (mut a, b) = (random.up_to(LARGEST), random.up_to(LARGEST));
        if a == 0 && b == 0 {
            a = 1;
        }
        writeln!(out, "{a} {b}")?;
    }
    writeln!(out, "0 0")?;
    Ok(())
}

/// Writes cases of `heaps` ascending heaps up to 10^4. In every other case neighbours are equal, so that it is lost.
pub fn write_ascending(out: &mut impl Write, cases: u64, heaps: u64) -> Result<()> {
    let mut random = Random::new();
    writeln!(out, "{cases}")?;
    for case in 0..cases {
        let mut list: Vec<u64> = (0..heaps).map(|_| random.up_to(10_000)).collect();
        list.sort_unstable();
        if case % 2 == 1 {
            list.chunks_exact_mut(2).for_each(|pair| pair[1] = pair[0]);
        }
        write_list(out, &list)?;
    }
    Ok(())
}

/// Writes cases of `heaps` heaps from 1 to 2 * 10^9, pair by pair. In every other case the second half repeats the
/// first, so that it is lost.
pub fn write_pairs(out: &mut impl Write, cases: u64, heaps: usize) -> Result<()> {
    let mut random = Random::new();
    writeln!(out, "{cases}")?;
    for case in 0..cases {
        let mut list: Vec<u64> = (0..heaps).map(|_| 1 + random.up_to(2 * LARGEST - 1)).collect();
        if case % 2 == 1 {
            list.copy_within(..heaps / 2, heaps / 2);
        }
        write_list(out, &list)?;
    }
    Ok(())
}

/// Writes cases of `heaps` lines, each a heap and a limit from 1 to 10^4. In every other case the lines come in pairs,
/// so that it is lost.
pub fn write_limited(out: &mut impl Write, cases: u64, heaps: u64) -> Result<()> {
    let mut random = Random::new();
    writeln!(out, "{cases}")?;
    for case in 0..cases {
        writeln!(out, "{heaps}")?;
        let mut line = [0; 2];
        for row in 0..heaps {
            if case % 2 == 0 || row % 2 == 0 {
                line = [(); 2].map(|()| 1 + random.up_to(9_999));
            }
            writeln!(out, "{} {}", line[0], line[1])?;
        }
    }
    Ok(())
}

/// Writes the sides of boards from 1 to 2000, ended by `0 0`.
pub fn write_boards(out: &mut impl Write, count: u64) -> Result<()> {
    let mut random = Random::new();
    for _ in 0..count {
        writeln!(out, "{} {}", 1 + random.up_to(1999), 1 + random.up_to(1999))?;
    }
    writeln!(out, "0 0")?;
    Ok(())
}

/// Writes cases of `heaps` heaps from 1 to `largest`, ended by 0.
pub fn write_nim(out: &mut impl Write, cases: u64, heaps: u64, largest: u64) -> Result<()> {
    let mut random = Random::new();
    for _ in 0..cases {
        let list: Vec<u64> = (0..heaps).map(|_| 1 + random.up_to(largest - 1)).collect();
        write_list(out, &list)?;
    }
    writeln!(out, "0")?;
    Ok(())
}

/// Writes the length of a list and, on the next line, its numbers.
fn write_list(out: &mut impl Write, list: &[u64]) -> Result<()> {
    writeln!(out, "{}", list.len())?;
    for (at, number) in list.iter().enumerate() {
        write!(out, "{}{number}", if at == 0 { "" } else { " " })?;
    }
    writeln!(out)?;
    Ok(())
}

/// Writes the edges of a graph without cycles: one to four from each vertex, to vertices at most a thousand before it.
pub fn write_graph(out: &mut impl Write, vertices: u64) -> Result<()> {
    let mut random = Random::new();
    for vertex in 1..=vertices {
        // A vertex without an edge would not be in the file.
        for _ in 0..=random.up_to(3) {
            let before = 1 + random.up_to(vertex.min(1000) - 1);
            writeln!(out, "{vertex} {}", vertex - before)?;
        }
    }
    Ok(())
}

/// Writes `count` positions of two heaps. Two random heaps are hardly ever a P-position, so one line in eight
/// is replaced by one: otherwise a comparison of the counts would be meaningless.
pub fn write_positions(out: &mut impl Write, count: u64) -> Result<()> {
    let mut random = Random::new();
    for line in 0..count {
        let (a, b) = if line % 8 == 7 {
            let difference = random.up_to(LARGEST_DIFFERENCE);
            let smaller = smaller_heap(difference);
            if random.up_to(1) == 0 {
                (smaller, smaller + difference)
            } else {
                (smaller + difference, smaller)
            }
        } else {
            (random.up_to(LARGEST), random.up_to(LARGEST))
        };
        writeln!(out, "{a} {b}")?;
    }
    Ok(())
}

/// The number of P-positions of Wythoff's game in a file of `a b` lines.
pub fn count_lost(positions: impl BufRead) -> Result<u64> {
    count(positions, |a, b| smaller_heap(a.abs_diff(b)) == a.min(b))
}

/// The number of `a b` lines with equal heaps, the P-positions of Nim.
pub fn count_equal(positions: impl BufRead) -> Result<u64> {
    count(positions, |a, b| a == b)
}

/// The number of `a b` lines whose heaps are such.
fn count(positions: impl BufRead, such: impl Fn(u64, u64) -> bool) -> Result<u64> {
    let mut found = 0;
    for line in positions.lines() {
        let line = line?;
        let heap = |word: Option<&str>| -> Result<u64> {
            word.and_then(|word| word.parse().ok()).with_context(|| format!("not two heaps: `{line}`"))
        };
        let mut words = line.split(' ');
        found += u64::from(such(heap(words.next())?, heap(words.next())?));
    }
    Ok(found)
}

/// The smaller heap of the P-position with this difference: `floor(d * phi)`, which is `(d + isqrt(5 d^2)) /
/// 2` rounded down, since the inner rounding cannot carry past a half.
fn smaller_heap(difference: u64) -> u64 {
    let wide = u128::from(difference);
    let heap = wide.midpoint(whole_root(5 * wide * wide));
    u64::try_from(heap).unwrap_or(u64::MAX)
}

/// The integer square root, one bit at a time from the top.
fn whole_root(number: u128) -> u128 {
    let mut root = 0_u128;
    for bit in (0..=number.checked_ilog2().unwrap_or(0) / 2).rev() {
        let candidate = root | (1 << bit);
        if candidate * candidate <= number {
            root = candidate;
        }
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_root_is_the_greatest_with_a_square_not_above() {
        for number in (0..3000).chain([u128::from(u64::MAX), 5 * 10_u128.pow(18), 1 << 100, (1 << 100) - 1]) {
            let root = whole_root(number);
            assert!(root * root <= number && (root + 1) * (root + 1) > number, "{number}");
        }
    }

    /// The definition: each pair takes the least number not used yet.
    #[test]
    fn smaller_heap_is_the_least_number_in_no_earlier_pair() {
        let mut used = [false; 3000];
        for difference in 0..1000_usize {
            let least = used.iter().position(|&used| !used).expect("the first 1000 pairs end at 2617");
            used[least] = true;
            used[least + difference] = true;
            assert_eq!(smaller_heap(difference as u64), least as u64);
        }
    }

    #[test]
    fn questions_end_with_two_zeros_and_stay_within_the_largest_heap() {
        let mut text = Vec::new();
        write_questions(&mut text, 100).expect("writing to memory");
        let text = String::from_utf8(text).expect("digits");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 101);
        assert_eq!(lines.last(), Some(&"0 0"));
        assert!(!lines[..100].contains(&"0 0"));
        assert!(text.split_whitespace().all(|heap| heap.parse::<u64>().is_ok_and(|heap| heap <= LARGEST)));
    }

    #[test]
    fn lists_have_their_length_and_half_of_them_are_lost() {
        let mut text = Vec::new();
        write_ascending(&mut text, 4, 10).expect("writing to memory");
        let text = String::from_utf8(text).expect("digits");
        let lines: Vec<Vec<u64>> = text
            .lines()
            .map(|line| line.split(' ').map(|word| word.parse().expect("a number")).collect())
            .collect();
        assert_eq!((lines.len(), &lines[0][..]), (9, &[4][..]));
        for (case, list) in lines[1..].chunks(2).enumerate() {
            assert_eq!((&list[0][..], list[1].len()), (&[10][..], 10));
            assert!(list[1].is_sorted() && list[1].iter().all(|heap| *heap <= 10_000));
            let steps = list[1].chunks(2).fold(0, |sum, pair| sum ^ (pair[1] - pair[0]));
            assert_eq!(steps == 0, case % 2 == 1);
        }
    }

    #[test]
    fn one_position_in_eight_is_lost() {
        let mut text = Vec::new();
        write_positions(&mut text, 8000).expect("writing to memory");
        assert_eq!(count_lost(text.as_slice()).expect("two heaps a line"), 1000);
        let largest = String::from_utf8(text).expect("digits");
        assert!(largest.split_whitespace().all(|heap| heap.parse::<u64>().is_ok_and(|heap| heap <= LARGEST)));
        assert!(smaller_heap(LARGEST_DIFFERENCE) + LARGEST_DIFFERENCE <= LARGEST);
    }
}
