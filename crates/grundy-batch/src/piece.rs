//! A piece of a file of lines: whole records, cut off where one ends.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use grundy::Error;

use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::job::ReadSend;
use crate::shard::Part;

/// Bytes of input that a worker gets at once.
pub(crate) const PIECE: usize = 1 << 20;
/// The same where an answer may be thousands of times as long as its question, and all of a piece are held.
pub(crate) const FEW: usize = 1 << 13;
/// The longest record: room for several numbers of the most digits, and soon refused.
const LONGEST: usize = 1 << 26;
/// Read at a time where bytes are only looked at.
const SCAN: usize = 1 << 18;

/// Whole records.
#[derive(Debug)]
pub(crate) struct Piece {
    pub bytes: Vec<u8>,
    /// Lines of the input before it, as far as it was read.
    pub line: u64,
}

/// Bytes at the start of a buffer that have been looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Looked {
    bytes: usize,
    /// Do they end within quotes?
    inside: bool,
}

/// Cuts pieces off a stream.
#[derive(Debug)]
pub(crate) struct Cutter {
    input: Box<dyn ReadSend>,
    /// Bytes of the input that may still be read.
    left: u64,
    rest: Vec<u8>,
    /// The bytes of `rest` that [`next`](Self::next) knows not to hold the end of a record.
    looked: Looked,
    line: u64,
    size: usize,
    /// May records have newlines in quotes?
    quotes: bool,
    /// Is the input there at once, so that pieces are to be full?
    whole: bool,
    ended: bool,
}

impl Cutter {
    pub fn new(input: Box<dyn ReadSend>, from: Format, size: usize, whole: bool) -> Self {
        let quotes = matches!(from, Format::Csv { .. });
        let rest = Vec::new();
        Self {
            input,
            left: u64::MAX,
            rest,
            looked: Looked::default(),
            line: 0,
            size,
            quotes,
            whole,
            ended: false,
        }
    }

    /// No more than so many bytes are read from now on; what was read before is put back.
    pub fn limit(&mut self, bytes: u64) {
        self.left = bytes;
    }

    /// So many lines stand before what is read.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "lines are counted where one is wrong"))]
    pub fn count_from(&mut self, line: u64) {
        self.line = line;
    }

    /// The first record, which stays in front, without its newline; `None` where there is none.
    pub fn first(&mut self) -> Result<Option<Vec<u8>>> {
        // A long record is not looked at again each time some more of it has been read.
        let (mut start, mut looked) = (0, Looked::default());
        loop {
            while let Some(end) = self.record_end(&mut looked) {
                let record = &self.rest[start..end];
                let blank = record.iter().all(u8::is_ascii_whitespace);
                if !blank {
                    return Ok(Some(record.strip_suffix(b"\r").unwrap_or(record).to_vec()));
                }
                start = end + 1;
            }
            if self.ended {
                let record = self.rest[start.min(self.rest.len())..].to_vec();
                return Ok(Some(record).filter(|record| !record.iter().all(u8::is_ascii_whitespace)));
            }
            self.read_more()?;
        }
    }

    /// Where the next record ends, if its newline has been read; `looked` is then behind it.
    fn record_end(&self, looked: &mut Looked) -> Option<usize> {
        while let Some(behind) = memchr::memchr2(b'"', b'\n', &self.rest[looked.bytes..]) {
            let at = looked.bytes + behind;
            looked.bytes = at + 1;
            if self.rest[at] == b'"' {
                looked.inside ^= self.quotes;
            } else if !looked.inside {
                return Some(at);
            }
        }
        looked.bytes = self.rest.len();
        None
    }

    /// Drops the first record and what is blank before it; gives the bytes dropped.
    pub fn skip_first(&mut self) -> u64 {
        let (mut start, mut looked) = (0, Looked::default());
        while let Some(end) = self.record_end(&mut looked) {
            let blank = self.rest[start..end].iter().all(u8::is_ascii_whitespace);
            start = end + 1;
            if !blank {
                break;
            }
            if start >= self.rest.len() {
                break;
            }
        }
        if start == 0 {
            start = self.rest.len();
        }
        self.line += newlines(&self.rest[..start]);
        self.rest.drain(..start);
        self.looked = Looked::default();
        start as u64
    }

    fn read_more(&mut self) -> Result<()> {
        let before = self.rest.len();
        if before >= LONGEST {
            let error = Error::input("error.line-too-long").with("limit", LONGEST);
            return Err(BatchFailure::Row { line: self.line + 1, column: LONGEST, error });
        }
        let room = (self.size as u64).min(self.left);
        self.rest.resize(before + usize::try_from(room).unwrap_or(self.size), 0);
        let read = loop {
            match self.input.read(&mut self.rest[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let read = read.inspect_err(|_| self.rest.truncate(before)).map_err(BatchFailure::Input)?;
        self.rest.truncate(before + read);
        self.left -= read as u64;
        self.ended = read == 0;
        Ok(())
    }

    /// The next piece; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Piece>> {
        while !self.ended {
            let full = self.rest.len() >= self.size || (!self.whole && !self.rest.is_empty());
            if full && let Some(end) = self.last_end() {
                let rest = self.rest.split_off(end);
                self.looked.bytes = rest.len();
                let bytes = std::mem::replace(&mut self.rest, rest);
                return Ok(Some(self.piece(bytes)));
            }
            self.read_more()?;
        }
        let bytes = std::mem::take(&mut self.rest);
        Ok((!bytes.is_empty()).then(|| self.piece(bytes)))
    }

    fn piece(&mut self, bytes: Vec<u8>) -> Piece {
        let line = self.line;
        self.line += newlines(&bytes);
        Piece { bytes, line }
    }

    /// Behind the last newline that ends a record, among the bytes that were not looked at before.
    fn last_end(&mut self) -> Option<usize> {
        let Looked { bytes: looked, inside } = self.looked;
        let fresh = &self.rest[looked..];
        let mut quotes = if self.quotes { memchr::memchr_iter(b'"', fresh).count() } else { 0 };
        let is_inside = inside != (quotes % 2 == 1);
        self.looked = Looked { bytes: self.rest.len(), inside: is_inside };
        let mut before = fresh.len();
        while let Some(newline) = memchr::memrchr(b'\n', &fresh[..before]) {
            if quotes > 0 {
                quotes -= memchr::memchr_iter(b'"', &fresh[newline..before]).count();
            }
            if inside == (quotes % 2 == 1) {
                return Some(looked + newline + 1);
            }
            before = newline;
        }
        None
    }
}

/// How many newlines there are.
pub(crate) fn newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// The bytes of a part of the records that begin at `start`: those that begin in its share of the file.
pub(crate) fn part_of(path: &Path, start: u64, part: Part, from: Format) -> Result<Range<u64>> {
    let (mut file, size) = crate::job::open(path)?;
    let size = size.ok_or_else(|| Error::input("error.shard-needs-file"))?;
    let share = |number: u64| {
        let share = u128::from(size.saturating_sub(start)) * u128::from(number) / u128::from(part.of);
        start + u64::try_from(share).unwrap_or(u64::MAX)
    };
    let failed = BatchFailure::file(path);
    let quotes = matches!(from, Format::Csv { .. });
    let begin = begin_at(&mut file, start, share(part.number), size, quotes).map_err(&failed)?;
    let end = begin_at(&mut file, start, share(part.number + 1), size, quotes).map_err(&failed)?;
    Ok(begin..end)
}

/// The first place from `at` on where a record begins.
fn begin_at(file: &mut File, start: u64, at: u64, size: u64, quotes: bool) -> io::Result<u64> {
    if at <= start || at >= size {
        return Ok(at.clamp(start, size));
    }
    // The newline just before counts: where one ends, the next begins.
    let look = at - 1;
    let mut inside = quotes && quotes_before(file, start, look)? % 2 == 1;
    file.seek(SeekFrom::Start(look))?;
    let mut place = look;
    let mut reader = BufReader::with_capacity(SCAN, file);
    let mut byte = [0];
    loop {
        if reader.read(&mut byte)? == 0 {
            return Ok(size);
        }
        place += 1;
        match byte[0] {
            b'"' if quotes => inside = !inside,
            b'\n' if !inside => return Ok(place),
            _ => {}
        }
    }
}

fn quotes_before(file: &mut File, start: u64, end: u64) -> io::Result<u64> {
    scan(file, start, end, |bytes| memchr::memchr_iter(b'"', bytes).count() as u64)
}

/// Lines that end before a place.
pub(crate) fn lines_before(path: &Path, end: u64) -> Result<u64> {
    let (mut file, _) = crate::job::open(path)?;
    scan(&mut file, 0, end, newlines).map_err(BatchFailure::file(path))
}

/// The sum of what is counted in the bytes.
fn scan(file: &mut File, start: u64, end: u64, count: impl Fn(&[u8]) -> u64) -> io::Result<u64> {
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; SCAN];
    let (mut left, mut total) = (end.saturating_sub(start), 0);
    while left > 0 {
        let room = usize::try_from(left).unwrap_or(SCAN).min(SCAN);
        let read = file.read(&mut bytes[..room])?;
        if read == 0 {
            break;
        }
        total += count(&bytes[..read]);
        left -= read as u64;
    }
    Ok(total)
}

#[cfg(test)]
mod tests;
