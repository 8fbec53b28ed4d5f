//! The text side of `batch`: lines of heaps in, rows out, in the same order.
//!
//! A line of machine words is scanned once, where it lies; two-heap lines are gathered for kernels that decide
//! thousands of pairs at once. Everything else (integers of any size, signs, letters, empty lines, a heap count
//! the game does not have) goes to [`Decide::other`] as bytes. The column and the wording of an error are
//! computed there, off the fast path.
//!
//! Nothing is read here: the caller passes whole lines in memory, as many as it likes, and calls again with the
//! next ones.

use super::error::RowError;
use super::words::{self, PAD};

/// Number of pairs gathered before they are decided: 64 KiB, which stays in cache.
const GATHERED: usize = 4096;

/// Answers lines. Each method appends whole rows, newline included, to `rows`.
pub trait Decide {
    /// Whether to gather lines of two words for [`Decide::pairs`].
    fn gathers_pairs(&self) -> bool {
        false
    }

    /// Appends one row per pair, in order. Called only if [`Decide::gathers_pairs`] returns `true`.
    fn pairs(&mut self, pairs: &[[u64; 2]], rows: &mut Vec<u8>) {
        for pair in pairs {
            self.words(pair, rows);
        }
    }

    /// Appends the row for a line of one word or more. If it leaves `rows` alone and returns `false`, the
    /// line goes to [`Decide::other`].
    fn words(&mut self, heaps: &[u64], rows: &mut Vec<u8>) -> bool;

    /// Appends the row for any other line, passed without its newline. An error stops the work; its row counts
    /// from this line, so it is 0.
    fn other(&mut self, line: &[u8], rows: &mut Vec<u8>) -> Result<(), RowError>;
}

/// Appends `N` or `P` rows for answers of a kernel: 1 is P, 0 is N.
pub fn push_outcomes(answers: &[u8], rows: &mut Vec<u8>) {
    let start = rows.len();
    rows.resize(start + 2 * answers.len(), b'\n');
    let (places, _) = rows[start..].as_chunks_mut::<2>();
    for (place, answer) in places.iter_mut().zip(answers) {
        place[0] = if *answer == 0 { b'N' } else { b'P' };
    }
}

/// Appends a row to `rows` for every line of `text`, and returns the number of lines. The last line may lack its
/// newline.
///
/// # Errors
/// The line at which [`Decide::other`] stopped; the rows of the lines before it have been appended.
pub fn decide_lines<D: Decide>(text: &[u8], decide: &mut D, rows: &mut Vec<u8>) -> Result<u64, RowError> {
    let mut run = Run { decide, number: 0, gathered: Vec::new(), heaps: Vec::new(), rows };
    // Numbers are loaded eight bytes at a time. Behind all lines but the last few, `text` itself has these bytes;
    // the last few lines are copied, and padded.
    let most = text.len().saturating_sub(PAD);
    let whole = memchr::memrchr(b'\n', &text[..most]).map_or(0, |newline| newline + 1);
    run.answer(text, whole)?;
    let mut last = text[whole..].to_vec();
    if last.last().is_some_and(|byte| *byte != b'\n') {
        last.push(b'\n');
    }
    let end = last.len();
    last.resize(end + PAD, 0);
    run.answer(&last, end)?;
    Ok(run.number)
}

struct Run<'a, D> {
    decide: &'a mut D,
    /// Number of lines passed so far.
    number: u64,
    gathered: Vec<[u64; 2]>,
    heaps: Vec<u64>,
    rows: &'a mut Vec<u8>,
}

impl<D: Decide> Run<'_, D> {
    /// Answers the first `len` bytes of `text`: whole lines, followed by at least [`PAD`] bytes.
    fn answer(&mut self, text: &[u8], len: usize) -> Result<(), RowError> {
        let gathers = self.decide.gathers_pairs();
        let mut at = 0;
        while at < len {
            if gathers && let Some((pair, behind)) = words::pair(text, at) {
                self.gather(pair);
                at = behind;
                continue;
            }
            at = self.answer_line(text, at, len, gathers)?;
        }
        self.answer_gathered();
        Ok(())
    }

    fn gather(&mut self, pair: [u64; 2]) {
        self.number += 1;
        self.gathered.push(pair);
        if self.gathered.len() == GATHERED {
            self.answer_gathered();
        }
    }

    fn answer_gathered(&mut self) {
        if !self.gathered.is_empty() {
            self.decide.pairs(&self.gathered, self.rows);
            self.gathered.clear();
        }
    }

    /// Answers a line of any kind and returns the offset after it.
    fn answer_line(&mut self, text: &[u8], at: usize, len: usize, gathers: bool) -> Result<usize, RowError> {
        let plain = words::line(text, at, &mut self.heaps);
        if let (true, Some(behind), &[x, y]) = (gathers, plain, self.heaps.as_slice()) {
            self.gather([x, y]);
            return Ok(behind);
        }
        self.answer_gathered();
        self.number += 1;
        if let Some(behind) = plain
            && self.decide.words(&self.heaps, self.rows)
        {
            return Ok(behind);
        }
        let end = memchr::memchr(b'\n', &text[at..len]).map_or(len, |newline| at + newline);
        let line = &text[at..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.decide.other(line, self.rows).map_err(|wrong| wrong.after(self.number - 1))?;
        Ok(end + 1)
    }
}

#[cfg(test)]
mod tests;
