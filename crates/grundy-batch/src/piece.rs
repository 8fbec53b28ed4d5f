//! A piece of a line-based file: whole records, cut off at the end of a record.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use grundy_solver::Error;
use grundy_solver::batch::RowError;

use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::part::Part;
use crate::pump::ReadSend;
use crate::quotes::Quotes;

/// Size of a worker's piece of input, in bytes.
pub(crate) const PIECE: usize = 1 << 20;
/// The size if an answer may be thousands of times as long as its query, since all answers of a piece are
/// kept in memory.
pub(crate) const FEW: usize = 1 << 13;
/// Maximum size of a record: room for several numbers with the maximum number of digits.
const LONGEST: usize = 1 << 26;
/// Number of bytes read at a time during a scan.
const SCAN: usize = 1 << 18;

/// Whole records.
#[derive(Debug)]
pub(crate) struct Piece {
    pub bytes: Vec<u8>,
    /// Number of input lines before the piece, as far as the input was read.
    pub line: u64,
}

/// The byte order mark that some programs write before a text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The scanned bytes at the start of a buffer.
#[derive(Clone, Copy, Debug)]
struct Looked {
    bytes: usize,
    quotes: Quotes,
}

impl Looked {
    fn nothing(from: Format) -> Self {
        Self { bytes: 0, quotes: quotes_of(from) }
    }
}

/// Cuts pieces off a stream.
#[derive(Debug)]
pub(crate) struct Cutter {
    input: Box<dyn ReadSend>,
    /// Number of input bytes that may still be read.
    left: u64,
    rest: Vec<u8>,
    /// The bytes of `rest` that [`next`](Self::next) knows not to contain the end of a record.
    looked: Looked,
    line: u64,
    size: usize,
    from: Format,
    /// Whether nothing was read so far, at the start of the input.
    at_start: bool,
    /// Size of the byte order mark that was skipped.
    mark: u64,
    /// Whether all input is available at once, so that pieces should be full.
    whole: bool,
    ended: bool,
}

impl Cutter {
    pub fn new(input: Box<dyn ReadSend>, from: Format, size: usize, whole: bool) -> Self {
        Self {
            input,
            left: u64::MAX,
            rest: Vec::new(),
            looked: Looked::nothing(from),
            line: 0,
            size,
            from,
            at_start: true,
            mark: 0,
            whole,
            ended: false,
        }
    }

    /// The stream begins at the start of `bytes` in the input; it is read to the end of that range.
    pub fn only(&mut self, bytes: &Range<u64>) {
        self.left = bytes.end - bytes.start;
        self.at_start = bytes.start == 0;
    }

    /// Sets the number of lines before the stream.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "lines are counted where one is wrong"))]
    pub fn count_from(&mut self, line: u64) {
        self.line = line;
    }

    /// The first record, without its newline; it is not consumed. `None` if there is none.
    pub fn first(&mut self) -> Result<Option<Vec<u8>>> {
        // A long record is not scanned again each time more of it is read.
        let (mut start, mut looked) = (0, Looked::nothing(self.from));
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

    /// The end of the next record, if its newline has been read. Advances `looked` past it.
    fn record_end(&self, looked: &mut Looked) -> Option<usize> {
        let from = looked.bytes;
        let end = looked.quotes.pass_record(&self.rest[from..]).map(|end| from + end);
        looked.bytes = end.map_or(self.rest.len(), |end| end + 1);
        end
    }

    /// Drops the first record and blank lines before it. Returns the input offset of the next record.
    pub fn skip_first(&mut self) -> u64 {
        let (mut start, mut looked) = (0, Looked::nothing(self.from));
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
        self.looked = Looked::nothing(self.from);
        self.mark + start as u64
    }

    fn read_more(&mut self) -> Result<()> {
        self.read_some()?;
        if self.at_start {
            while !self.ended && self.rest.len() < MARK.len() && MARK.starts_with(&self.rest) {
                self.read_some()?;
            }
            self.at_start = false;
            if self.rest.starts_with(MARK) {
                self.rest.drain(..MARK.len());
                self.mark = MARK.len() as u64;
            }
        }
        Ok(())
    }

    fn read_some(&mut self) -> Result<()> {
        let before = self.rest.len();
        if before >= LONGEST {
            let error = Error::input("error.line-too-long").with("limit", LONGEST);
            return Err(RowError::new(0, error).at_column(LONGEST).after(self.line).into());
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

    /// The end of the last complete record among the newly read bytes, after its newline.
    fn last_end(&mut self) -> Option<usize> {
        let from = self.looked.bytes;
        let end = self.looked.quotes.pass(&self.rest[from..]);
        self.looked.bytes = self.rest.len();
        end.map(|end| from + end + 1)
    }
}

/// The state of quotes at the start of a record.
fn quotes_of(from: Format) -> Quotes {
    Quotes::new(match from {
        Format::Csv { separator } => Some(separator),
        _ => None,
    })
}

/// The number of newlines.
pub(crate) fn newlines(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}

/// The bytes of a part of the records that begin at `start`: the records that begin in its share of the
/// file.
pub(crate) fn part_of(path: &Path, start: u64, part: Part, from: Format) -> Result<Range<u64>> {
    let (mut file, size) = crate::input::open(path)?;
    let size = size.ok_or_else(|| Error::input("error.shard-needs-file"))?;
    let share = |number: u64| {
        let share = u128::from(size.saturating_sub(start)) * u128::from(number) / u128::from(part.of);
        start + u64::try_from(share).unwrap_or(u64::MAX)
    };
    let failed = BatchFailure::file(path);
    let mut begin = |number| begin_at(&mut file, start, share(number), size, from).map_err(&failed);
    Ok(begin(part.number)?..begin(part.number + 1)?)
}

/// The first offset from `at` on where a record begins.
fn begin_at(file: &mut File, start: u64, at: u64, size: u64, from: Format) -> io::Result<u64> {
    if at <= start || at >= size {
        return Ok(at.clamp(start, size));
    }
    // The newline just before counts, since the next record begins after it.
    let mut place = at - 1;
    let mut quotes = quotes_of(from);
    if matches!(from, Format::Csv { .. }) {
        scan(file, start..place, |bytes| {
            quotes.pass(bytes);
        })?;
    }
    file.seek(SeekFrom::Start(place))?;
    let mut reader = BufReader::with_capacity(SCAN, file);
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(size);
        }
        if let Some(end) = quotes.pass_record(bytes) {
            return Ok(place + end as u64 + 1);
        }
        let read = bytes.len();
        place += read as u64;
        reader.consume(read);
    }
}

/// The number of lines that end before an offset.
pub(crate) fn lines_before(path: &Path, end: u64) -> Result<u64> {
    let (mut file, _) = crate::input::open(path)?;
    let mut lines = 0;
    scan(&mut file, 0..end, |bytes| lines += newlines(bytes)).map_err(BatchFailure::file(path))?;
    Ok(lines)
}

/// Passes the bytes of a range of a file to `look`, block by block.
fn scan(file: &mut File, range: Range<u64>, mut look: impl FnMut(&[u8])) -> io::Result<()> {
    file.seek(SeekFrom::Start(range.start))?;
    let mut bytes = vec![0; SCAN];
    let mut left = range.end.saturating_sub(range.start);
    while left > 0 {
        let room = usize::try_from(left).unwrap_or(SCAN).min(SCAN);
        let read = file.read(&mut bytes[..room])?;
        if read == 0 {
            break;
        }
        look(&bytes[..read]);
        left -= read as u64;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
