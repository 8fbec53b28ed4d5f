//! Compares two outputs as a judge would: line by line, ignoring differences in blanks.
//!
//! The expected output is not stored: it is compared while it is written, with lines that are read on
//! demand. Blanks at the end of a line and blank lines at the end are ignored.

use std::io::{self, BufRead, BufReader, Read, Write};

use crate::error::Error;
use crate::judge::Judge;
use crate::solve::Solve;

/// The longest line that is compared.
const LONGEST_LINE: u64 = 64 << 20;
const SHOWN: usize = 120;

/// The first line in which two outputs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line, counted from 1.
    pub line: u64,
    /// The expected line; `None` if the output should have ended.
    pub expected: Option<String>,
    /// The line that was given; `None` if the output ended before it.
    pub given: Option<String>,
}

impl Judge<'_> {
    /// Judges an input and compares the answers with a given output. `None` if a judge would accept it.
    pub fn check(
        &self,
        solver: &mut dyn Solve,
        input: impl Read,
        given: impl Read,
    ) -> Result<Option<Difference>, Error> {
        let mut against =
            Against { given: BufReader::new(given), pending: Vec::new(), line: 0, blank: 0, found: None };
        let judged = self.run(solver, input, &mut against);
        if against.found.is_none() {
            judged?;
            against.finish().map_err(|e| Error::from_io("read-failed", &e))?;
        }
        Ok(against.found)
    }
}

/// Compares two outputs in memory.
pub fn compare(expected: &[u8], given: &[u8]) -> Option<Difference> {
    let mut against =
        Against { given: BufReader::new(given), pending: Vec::new(), line: 0, blank: 0, found: None };
    if against.write_all(expected).is_ok() {
        // Reading from memory cannot fail.
        against.finish().ok();
    }
    against.found
}

struct Against<G> {
    given: BufReader<G>,
    pending: Vec<u8>,
    line: u64,
    /// Expected blank lines that are not compared yet: at the end they are ignored.
    blank: u64,
    found: Option<Difference>,
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN - 1).chain(['…']).collect()
    }
}

fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty())
}

fn is_blank(line: &[u8]) -> bool {
    tokens(line).next().is_none()
}

impl<G: Read> Against<G> {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let read = self.given.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if read as u64 == LONGEST_LINE {
            return Err(io::Error::other(format!("a line above {LONGEST_LINE} bytes")));
        }
        Ok((read > 0).then_some(line))
    }

    fn differ(&mut self, expected: Option<&[u8]>, given: Option<&[u8]>) -> io::Result<()> {
        self.found =
            Some(Difference { line: self.line, expected: expected.map(shown), given: given.map(shown) });
        Err(io::Error::other("different"))
    }

    fn line(&mut self, expected: &[u8]) -> io::Result<()> {
        if is_blank(expected) {
            self.blank += 1;
            return Ok(());
        }
        for _ in 0..std::mem::take(&mut self.blank) {
            self.compare(b"")?;
        }
        self.compare(expected)
    }

    fn compare(&mut self, expected: &[u8]) -> io::Result<()> {
        self.line += 1;
        let given = self.next()?;
        match &given {
            Some(given) if tokens(given).eq(tokens(expected)) => Ok(()),
            _ => self.differ(Some(expected), given.as_deref()),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        let last = std::mem::take(&mut self.pending);
        if !last.is_empty() && self.line(&last).is_err() && self.found.is_some() {
            return Ok(());
        }
        while let Some(given) = self.next()? {
            self.line += 1;
            if !is_blank(&given) {
                // The difference is the result; the error of `differ` only stops the writer.
                self.differ(None, Some(&given)).ok();
                return Ok(());
            }
        }
        Ok(())
    }
}

impl<G: Read> Write for Against<G> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&b| b == b'\n') {
            let mut line = std::mem::take(&mut self.pending);
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            self.line(&line)?;
            line.clear();
            self.pending = line;
        }
        self.pending.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
