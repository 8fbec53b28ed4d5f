//! The text side of `batch`: lines of heaps in, rows out, in the same order.
//!
//! Input is read in blocks, and only whole lines of a block are processed. A line of machine words is scanned
//! once, straight from the block; two-heap lines are gathered for kernels that decide thousands of pairs at
//! once. Everything else (integers of any size, signs, letters, empty lines, a heap count the game does not
//! have) goes to [`Decide::other`] as bytes, with its line number. The column and the wording of an error are
//! computed there, off the fast path.
//!
//! Memory use is one block, however long the input, unless a single line is longer; then the block grows, up
//! to the caller's limit. Rows are written once per block read, so a program that uses this one through pipes
//! gets its answers before it must send more.

use super::words::{self, PAD};
use std::io::{self, Read, Write};

/// Number of pairs gathered before they are decided: 64 KiB, which stays in cache.
const GATHERED: usize = 4096;

/// Size limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes read at a time.
    pub block: usize,
    /// The longest line, without its newline.
    pub line: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { block: 1 << 20, line: 1 << 30 }
    }
}

/// Answers lines. Each method appends whole rows, newline included, to `rows`.
pub trait Decide {
    /// Why a line stops the run.
    type Stop;

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

    /// Appends the row for any other line, passed without its newline and counted from 1, or stops the run.
    fn other(&mut self, line: &[u8], number: u64, rows: &mut Vec<u8>) -> Result<(), Self::Stop>;
}

/// Why a run ended early. The rows of all earlier lines have been written, unless writing failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Ended<S> {
    /// The input could not be read.
    Read(io::Error),
    /// The rows could not be written.
    Write(io::Error),
    /// A line is longer than the limit.
    LineTooLong {
        /// The line, counted from 1.
        number: u64,
        /// The limit in bytes.
        limit: usize,
    },
    /// [`Decide::other`] stopped at this line.
    Line {
        /// The line, counted from 1.
        number: u64,
        /// The reason it returned.
        stop: S,
    },
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

/// Answers every line of `input`, writes the rows to `output` and returns the number of lines.
pub fn decide_lines<D: Decide>(
    input: &mut impl Read,
    output: &mut impl Write,
    decide: &mut D,
    limits: Limits,
) -> Result<u64, Ended<D::Stop>> {
    let mut block = Block::new(limits);
    let mut run = Run { decide, number: 0, gathered: Vec::new(), heaps: Vec::new(), rows: Vec::new() };
    loop {
        let more = block.fill(input).map_err(|trouble| match trouble {
            Trouble::Read(error) => Ended::Read(error),
            Trouble::LineTooLong => Ended::LineTooLong { number: run.number + 1, limit: limits.line },
        })?;
        let outcome = run.answer(block.whole_lines());
        output.write_all(&run.rows).and_then(|()| output.flush()).map_err(Ended::Write)?;
        run.rows.clear();
        outcome?;
        if !more {
            return Ok(run.number);
        }
    }
}

struct Run<'a, D> {
    decide: &'a mut D,
    /// Number of lines read so far.
    number: u64,
    gathered: Vec<[u64; 2]>,
    heaps: Vec<u64>,
    rows: Vec<u8>,
}

impl<D: Decide> Run<'_, D> {
    /// Answers the first `len` bytes of `text`: whole lines, followed by padding.
    fn answer(&mut self, (text, len): (&[u8], usize)) -> Result<(), Ended<D::Stop>> {
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
            self.decide.pairs(&self.gathered, &mut self.rows);
            self.gathered.clear();
        }
    }

    /// Answers a line of any kind and returns the offset after it.
    fn answer_line(
        &mut self,
        text: &[u8],
        at: usize,
        len: usize,
        gathers: bool,
    ) -> Result<usize, Ended<D::Stop>> {
        let plain = words::line(text, at, &mut self.heaps);
        if let (true, Some(behind), &[x, y]) = (gathers, plain, self.heaps.as_slice()) {
            self.gather([x, y]);
            return Ok(behind);
        }
        self.answer_gathered();
        self.number += 1;
        if let Some(behind) = plain
            && self.decide.words(&self.heaps, &mut self.rows)
        {
            return Ok(behind);
        }
        let end = memchr::memchr(b'\n', &text[at..len]).map_or(len, |newline| at + newline);
        let line = &text[at..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let number = self.number;
        match self.decide.other(line, number, &mut self.rows) {
            Ok(()) => Ok(end + 1),
            Err(stop) => Err(Ended::Line { number, stop }),
        }
    }
}

enum Trouble {
    Read(io::Error),
    LineTooLong,
}

/// The buffer between the reader and the scanner.
struct Block {
    /// The whole buffer, [`PAD`] bytes of which are never filled.
    bytes: Vec<u8>,
    /// Number of bytes filled with input.
    filled: usize,
    /// Number of these bytes that are whole lines, newlines included.
    whole: usize,
    /// Maximum length of `bytes` without the padding: the longest line and its newline.
    most: usize,
}

impl Block {
    fn new(limits: Limits) -> Self {
        let most = limits.line.saturating_add(1);
        let size = limits.block.clamp(1, most);
        Self { bytes: vec![0; size + PAD], filled: 0, whole: 0, most }
    }

    /// Drops the lines returned before and reads until there is a whole line. Returns false at the end of the
    /// input; a last line without a newline gets one.
    fn fill(&mut self, input: &mut impl Read) -> Result<bool, Trouble> {
        self.bytes.copy_within(self.whole..self.filled, 0);
        self.filled -= self.whole;
        self.whole = 0;
        loop {
            let room = self.bytes.len() - PAD;
            if self.filled == room {
                self.grow(room)?;
                continue;
            }
            let read = match input.read(&mut self.bytes[self.filled..room]) {
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Trouble::Read(error)),
            };
            if read == 0 {
                if self.filled > 0 {
                    self.bytes[self.filled] = b'\n';
                    self.filled += 1;
                }
                self.whole = self.filled;
                return Ok(false);
            }
            // Only the new part can contain a newline, so a growing line is not rescanned.
            let new = self.filled..self.filled + read;
            self.filled = new.end;
            if let Some(newline) = memchr::memrchr(b'\n', &self.bytes[new.clone()]) {
                self.whole = new.start + newline + 1;
                return Ok(true);
            }
        }
    }

    fn grow(&mut self, room: usize) -> Result<(), Trouble> {
        if room >= self.most {
            return Err(Trouble::LineTooLong);
        }
        self.bytes.resize(room.saturating_mul(2).min(self.most) + PAD, 0);
        Ok(())
    }

    fn whole_lines(&self) -> (&[u8], usize) {
        (&self.bytes, self.whole)
    }
}

#[cfg(test)]
mod tests;
