//! Jobs whose input and output are both line formats: pieces of bytes in, pieces of bytes out.

use std::borrow::Cow;
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

use grundy_solver::Error;
use grundy_solver::batch::{Answers, Column, Lines, Prepared, RowError, heaps_of};

use crate::answering::{Answering, prepare};
use crate::cells::{Cell, word};
use crate::csv::{self, CsvRecords};
use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::input::Input;
use crate::job::{Job, Progress, Summary};
use crate::json::{self, JsonRecords};
use crate::part::Part;
use crate::piece::{Cutter, FEW, PIECE, Piece, lines_before, newlines, part_of};
use crate::pipeline;
use crate::pump::Unwanted;
use crate::records::{Heaps, Layout, Records};
use crate::rows::{self, Rows};

/// Number of rows between two clock checks while rows are only read; solving checks the clock itself.
const LOOK: usize = 256;

/// The opened input, with its columns.
#[derive(Debug)]
pub(crate) struct Opened {
    pub cutter: Cutter,
    pub layout: Layout,
    /// The number of bytes to be read, if known.
    pub total: Option<u64>,
    /// The first record of the whole file, if only a part of it is read.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code, reason = "lines carry cells as they are"))]
    pub first: Option<Vec<u8>>,
    /// Set when no more input is wanted.
    pub unwanted: Unwanted,
    /// The file and end in which the preceding lines can be counted, for a part that does not begin at the
    /// start.
    pub before: Option<(PathBuf, u64)>,
}

/// Opens the input, or a part of it, and determines its columns.
pub(crate) fn open(job: &Job, input: Input, part: Option<Part>, size: usize) -> Result<Opened> {
    let path = match &input {
        Input::File(path) => Some(path.clone()),
        Input::Stream(_) => None,
    };
    let unwanted = Unwanted::default();
    let (stream, total) = input.open(&job.cancel, &unwanted)?;
    let mut cutter = Cutter::new(stream, job.from, size, total.is_some());
    let first = match job.from {
        Format::Text if part.is_none() => None,
        _ => cutter.first()?,
    };
    let first = first.map(|first| String::from_utf8_lossy(&first).into_owned());
    let (mut layout, named) = layout(job, first.as_deref())?;
    if job.to != Format::Text && !job.only {
        layout = layout.beside(rows::names(job), job.to != Format::JsonLines)?;
    }
    let mut start = 0;
    if named {
        start = cutter.skip_first();
    }
    let Some(part) = part else {
        return Ok(Opened { cutter, layout, total, first: None, unwanted, before: None });
    };
    let first = cutter.first()?;
    let Some(path) = path.filter(|_| total.is_some()) else {
        return Err(Error::input("error.shard-needs-file").into());
    };
    let bytes = part_of(&path, start, part, job.from)?;
    let (mut file, _) = crate::input::open(&path)?;
    file.seek(SeekFrom::Start(bytes.start)).map_err(BatchFailure::file(&path))?;
    let mut cutter = Cutter::new(Box::new(file), job.from, size, true);
    cutter.only(&bytes);
    let total = Some(bytes.end - bytes.start);
    Ok(Opened { cutter, layout, total, first, unwanted, before: Some((path, bytes.start)) })
}

fn layout(job: &Job, first: Option<&str>) -> Result<(Layout, bool)> {
    let game = job.game_column.as_deref();
    match job.from {
        Format::Csv { separator } => {
            let first = first.unwrap_or_default();
            let split = csv::Split::new(first, separator);
            let cells: Vec<Cow<'_, str>> = if split.len() == 0 { Vec::new() } else { split.cells(first, 0) };
            if cells.is_empty() {
                return Ok((Layout::default(), false));
            }
            Ok(csv::layout(&cells, &job.columns, game)?)
        }
        Format::JsonLines => {
            let Some(first) = first else { return Ok((Layout::default(), false)) };
            let names = json::names(first.trim());
            let names = if names.is_empty() { vec!["heaps".to_owned()] } else { names };
            Ok((json::layout(names, &job.columns, game)?, false))
        }
        Format::Text | Format::Parquet => {
            if let Some(name) = job.columns.first().map(String::as_str).or(game) {
                return Err(Error::input("error.text-has-no-columns").with("name", name).into());
            }
            let names = vec!["position".to_owned()];
            Ok((Layout { names, heaps: vec![0], ..Layout::default() }, false))
        }
    }
}

/// The result of a piece.
#[derive(Debug, Default)]
struct Done {
    bytes: Vec<u8>,
    read: u64,
    rows: u64,
    errors: u64,
    /// The line that stopped the work, counted from the start of the input as far as it was read.
    stop: Option<RowError>,
}

/// Runs the job.
pub(crate) fn run(
    job: &Job,
    input: Input,
    part: Option<Part>,
    output: &mut (dyn Write + Send),
    watch: &mut dyn FnMut(Progress),
) -> Result<Summary> {
    let size = if job.show.contains(&Column::Moves) { FEW } else { PIECE };
    let opened = open(job, input, part, size).map_err(|failure| failure.or_stopped(&job.cancel))?;
    let Opened { mut cutter, layout, total, unwanted, before, .. } = opened;
    let head = rows::head(job, &layout);
    output.write_all(&head).map_err(BatchFailure::Output)?;
    let prepared = prepare(job);
    let prepared = prepared.as_ref();
    let mut progress = Progress { total, ..Progress::default() };
    let mut errors = 0;
    let worker = || {
        let mut worker = Work::new(job, &layout, prepared);
        move |piece: Piece| worker.piece(&piece)
    };
    let mut next = || match job.cancel.check() {
        Ok(()) => cutter.next(),
        Err(error) => Err(BatchFailure::Stopped { rows: 0, error }),
    };
    let mut sink = |done: Done| {
        output.write_all(&done.bytes).and_then(|()| output.flush()).map_err(BatchFailure::Output)?;
        errors += done.errors;
        progress.rows += done.rows;
        progress.done += done.read;
        watch(progress);
        match done.stop {
            None => Ok(()),
            Some(wrong) if job.cancel.has_caused(&wrong.error) => {
                Err(BatchFailure::Stopped { rows: 0, error: wrong.error })
            }
            Some(wrong) => {
                let before = before.as_ref().map_or(Ok(0), |(path, start)| lines_before(path, *start))?;
                Err(wrong.after(before).into())
            }
        }
    };
    let ended = pipeline::in_order(job.threads, &mut next, worker, &mut |done| {
        sink(done).inspect_err(|_| unwanted.say())
    });
    ended.map_err(|failure| failure.or_stopped(&job.cancel).after(progress.rows))?;
    Ok(Summary { rows: progress.rows, errors, head: head.len() as u64 })
}

/// The state of one thread.
struct Work<'a> {
    job: &'a Job,
    layout: &'a Layout,
    answering: Answering<'a>,
    answers: Answers,
    /// Set for text input and output with one game: records are not split into cells.
    lines: Option<Lines>,
}

impl<'a> Work<'a> {
    fn new(job: &'a Job, layout: &'a Layout, prepared: Option<&Arc<Prepared>>) -> Self {
        let plain = job.from == Format::Text && job.to == Format::Text;
        Self {
            job,
            layout,
            answering: Answering::new(job, prepared),
            answers: Answers::default(),
            lines: prepared.filter(|_| plain).map(Prepared::lines),
        }
    }

    fn piece(&mut self, piece: &Piece) -> Done {
        let read = piece.bytes.len() as u64;
        if let Some(lines) = &mut self.lines {
            let mut bytes = Vec::with_capacity(piece.bytes.len());
            let stop = lines.answer(&piece.bytes, &mut bytes).err().map(|wrong| wrong.after(piece.line));
            let rows = newlines(&bytes);
            let errors = if self.job.keep_going { errors_in(&bytes) } else { 0 };
            return Done { bytes, read, rows, errors, stop };
        }
        let text = match text(piece, self.job.keep_going) {
            Ok(text) => text,
            Err(wrong) => return Done { read, stop: Some(wrong), ..Done::default() },
        };
        let records = records(self.job.from, &text, self.layout);
        let stop = answer(self.job, records.as_ref(), &mut self.answering, &mut self.answers);
        let mut out = Vec::with_capacity(piece.bytes.len() + 4 * records.len());
        let mut rows = Rows::new(self.job, self.layout, &self.answers);
        let count = if self.job.show.is_empty() { records.len() } else { self.answers.rows() };
        for row in 0..count {
            rows.write(records.as_ref(), row, &mut out);
        }
        let stop = stop.map(|wrong| {
            let row = wrong.index();
            // The deadline may pass after the last record is answered.
            let start = if row < records.len() { records.start(row) } else { text.len() };
            let before = text.get(..start).map_or(0, |before| newlines(before.as_bytes()));
            RowError { row: before, ..wrong }.after(piece.line)
        });
        let (rows, errors) = (count as u64, self.answers.errors.len() as u64);
        Done { bytes: out, read, rows, errors, stop }
    }
}

/// The number of rows that are `error`, or contain it in place of a value.
fn errors_in(rows: &[u8]) -> u64 {
    let ends = |at: usize| rows.get(at).is_none_or(|byte| matches!(byte, b'\t' | b'\n'));
    let is_cell = |at: &usize| (*at == 0 || ends(at - 1)) && ends(at + b"error".len());
    memchr::memmem::find_iter(rows, b"error").filter(is_cell).count() as u64
}

/// A piece as UTF-8 text. The first invalid byte stops the job, or is replaced if errors are kept. The row of the
/// error is its line in the input.
pub(crate) fn text(piece: &Piece, keep_going: bool) -> std::result::Result<Cow<'_, str>, RowError> {
    match std::str::from_utf8(&piece.bytes) {
        Ok(text) => Ok(Cow::Borrowed(text)),
        Err(_) if keep_going => Ok(String::from_utf8_lossy(&piece.bytes)),
        Err(bad) => {
            let good = &piece.bytes[..bad.valid_up_to()];
            let start = memchr::memrchr(b'\n', good).map_or(0, |newline| newline + 1);
            let column = String::from_utf8_lossy(&good[start..]).chars().count() + 1;
            let wrong = RowError::new(0, Error::input("error.not-utf8")).at_column(column);
            Err(wrong.after(piece.line + newlines(good)))
        }
    }
}

/// The records of a piece.
pub(crate) fn records<'a>(from: Format, text: &'a str, layout: &'a Layout) -> Box<dyn Records + 'a> {
    match from {
        Format::Csv { separator } => Box::new(CsvRecords::new(text, layout, separator)),
        Format::JsonLines => Box::new(JsonRecords::new(text, layout)),
        Format::Text | Format::Parquet => Box::new(TextRecords::new(text)),
    }
}

/// Answers all records, or all before the first one that stops the work.
fn answer(
    job: &Job,
    records: &dyn Records,
    answering: &mut Answering<'_>,
    answers: &mut Answers,
) -> Option<RowError> {
    answers.clear();
    answering.forget();
    // No columns are requested: records are copied unchanged.
    if job.show.is_empty() {
        return None;
    }
    let mut words = Vec::new();
    let mut columns = None;
    for row in 0..records.len() {
        let heaps = records.heaps(row, &mut words);
        let result = match (records.game(row), heaps) {
            (Err(wrong), _) | (_, Heaps::Wrong(wrong)) => {
                let refused = answering.refuse(wrong.error, answers);
                columns = Some((row, wrong.column));
                refused
            }
            (Ok(game), Heaps::Words) => answering.words(game.as_deref(), &words, answers),
            (Ok(game), Heaps::Text(text)) => answering.text(game.as_deref(), &text, answers),
        };
        if let Err(bad) = result {
            return Some(stopped(records, bad, columns));
        }
        if row.is_multiple_of(LOOK)
            && let Err(error) = job.cancel.check()
        {
            return Some(RowError::new(answers.rows(), error));
        }
    }
    answering.finish(answers).err().map(|bad| stopped(records, bad, columns))
}

/// The error that stopped the work, with the column of the row: `column` if it was found in that row.
fn stopped(records: &dyn Records, wrong: RowError, column: Option<(usize, usize)>) -> RowError {
    let known = column.filter(|(row, _)| *row == wrong.index()).map(|(_, column)| column);
    let column = known.unwrap_or_else(|| records.heaps_column(wrong.index()));
    wrong.at_column(column)
}

/// Lines of text with heaps.
#[derive(Debug)]
struct TextRecords<'a> {
    text: &'a str,
    lines: Vec<(usize, usize)>,
}

impl<'a> TextRecords<'a> {
    fn new(text: &'a str) -> Self {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            lines.push((start, start + line.trim_end_matches(['\n', '\r']).len()));
            start += line.len();
        }
        Self { text, lines }
    }
}

impl Records for TextRecords<'_> {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn start(&self, row: usize) -> usize {
        self.lines[row].0
    }

    fn raw(&self, row: usize) -> &str {
        let (from, to) = self.lines[row];
        self.text.get(from..to).unwrap_or_default()
    }

    fn heaps(&self, row: usize, words: &mut Vec<u64>) -> Heaps {
        words.clear();
        let line = self.raw(row);
        for heap in line.split([' ', '\t', ',']).filter(|heap| !heap.is_empty()) {
            match word(heap) {
                Some(heap) => words.push(heap),
                None => break,
            }
        }
        // The slow path decides unusual lines: empty lines, commas, larger numbers.
        let plain = line.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
        if plain
            && !words.is_empty()
            && words.len() == line.split(' ').filter(|heap| !heap.is_empty()).count()
        {
            return Heaps::Words;
        }
        match heaps_of(line.as_bytes()) {
            Ok(_) => Heaps::Text(line.to_owned()),
            Err(wrong) => Heaps::Wrong(wrong.after(row as u64)),
        }
    }

    fn heaps_column(&self, _: usize) -> usize {
        1
    }

    fn game(&self, _: usize) -> std::result::Result<Option<Cow<'_, str>>, RowError> {
        Ok(None)
    }

    fn cell(&self, row: usize, _: usize) -> Cell<'_> {
        Cell::Text(Cow::Borrowed(self.raw(row)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use grundy_solver::limits::Cancel;

    use super::*;

    /// A worker may have begun another piece before the whole job is stopped.
    #[test]
    fn rows_of_a_piece_that_was_stopped_are_not_answered_in_the_next() {
        static STOP: AtomicBool = AtomicBool::new(true);
        let job = Job { cancel: Cancel::asking(|| STOP.load(Ordering::Relaxed)), ..Job::of_lines("kayles") };
        let prepared = prepare(&job);
        let mut answering = Answering::new(&job, prepared.as_ref());
        let mut answers = Answers::default();
        let mut stop = |text: &str| {
            answer(&job, &TextRecords::new(text), &mut answering, &mut answers)
                .map(|wrong| (wrong.row, wrong.error.code()))
        };
        assert_eq!(stop("3\n"), Some((0, "interrupted")));
        STOP.store(false, Ordering::Relaxed);
        assert_eq!(stop("x\n").map(|(row, _)| row), Some(0));
    }
}
