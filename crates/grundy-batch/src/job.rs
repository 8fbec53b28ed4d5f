//! What is asked of a file, and the doing of it.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use grundy::batch::Column;
use grundy::limits::{Cancel, Limits};
use grundy::notation::{GameLine, Reading};
use grundy::text::Lang;

use crate::error::{BatchFailure, Result};
use crate::format::Format;
use crate::pump::{Pump, Unwanted};
use crate::{lines, shard};

/// What is asked, and how files are read and written.
#[derive(Clone, Debug)]
pub struct Job {
    /// The game; `None` where every row names its own.
    pub line: Option<GameLine>,
    /// Games that rows name are played under misère play.
    pub misere: bool,
    /// How such games are read.
    pub reading: Reading,
    /// What rows show.
    pub show: Vec<Column>,
    /// The columns that hold the heaps, by name or by number from 1; empty for those that the format suggests.
    pub columns: Vec<String>,
    /// The column that names the game, in the same way.
    pub game_column: Option<String>,
    /// The format of the input.
    pub from: Format,
    /// The format of the output.
    pub to: Format,
    /// Leave out the columns of the input.
    pub only: bool,
    /// Rows that make no sense become errors in the output instead of stopping.
    pub keep_going: bool,
    /// Memory and time for the whole job. Threads share the memory: each row may take an equal part of it.
    pub limits: Limits,
    /// The most threads.
    pub threads: usize,
    /// Stops all work soon after it is set.
    pub cancel: Cancel,
    /// The language of what the `error` column says.
    pub lang: Lang,
}

/// Where rows come from.
#[derive(Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Something that can be read once.
    Stream(Box<dyn ReadSend>),
}

/// Anything that can be read, on another thread too.
pub trait ReadSend: Read + Send + std::fmt::Debug {}

impl<T: Read + Send + std::fmt::Debug> ReadSend for T {}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rows written.
    pub rows: u64,
    /// Bytes (in Parquet rows) of the input that are done.
    pub done: u64,
    /// And how many there are, where that is known.
    pub total: Option<u64>,
}

/// What a finished job did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Rows written.
    pub rows: u64,
    /// How many of them are errors.
    pub errors: u64,
    /// Bytes in front of the first row of the output: the line of names.
    pub head: u64,
}

/// Answers all rows of `input` into `output`; `watch` is told after every piece how far it is.
///
/// # Errors
/// See [`BatchFailure`]. What was answered before has been written, in Parquet nothing.
pub fn run(
    job: &Job,
    input: Input,
    output: &mut (dyn Write + Send),
    watch: &mut dyn FnMut(Progress),
) -> Result<Summary> {
    run_part(job, input, None, output, watch)
}

/// The same for one of equal parts, counted from 0.
pub(crate) fn run_part(
    job: &Job,
    input: Input,
    part: Option<shard::Part>,
    output: &mut (dyn Write + Send),
    watch: &mut dyn FnMut(Progress),
) -> Result<Summary> {
    job.from.check()?;
    job.to.check()?;
    let job = &Job { cancel: job.cancel.clone().within(job.limits.time), ..job.clone() };
    #[cfg(feature = "parquet")]
    if job.from == Format::Parquet || job.to == Format::Parquet {
        return crate::parquet::run(job, input, part, output, watch);
    }
    lines::run(job, input, part, output, watch)
}

impl Input {
    /// Opens it for reading from its start, with its size where that is known. Who waits for a stream looks at the clock.
    pub(crate) fn open(
        self,
        cancel: &Cancel,
        unwanted: &Unwanted,
    ) -> Result<(Box<dyn ReadSend>, Option<u64>)> {
        let (stream, size): (Box<dyn ReadSend>, _) = match self {
            Self::Stream(stream) => (stream, None),
            Self::File(path) => {
                let (file, size) = open(&path)?;
                (Box::new(file), size)
            }
        };
        if size.is_some() {
            return Ok((stream, size));
        }
        let pump = Pump::new(stream, cancel.clone(), unwanted.clone()).map_err(BatchFailure::Input)?;
        Ok((Box::new(pump), None))
    }
}

/// A file with its size; what is no ordinary file has none.
pub(crate) fn open(path: &Path) -> Result<(File, Option<u64>)> {
    let file = File::open(path).map_err(BatchFailure::file(path))?;
    let about = file.metadata().map_err(BatchFailure::file(path))?;
    Ok((file, about.is_file().then_some(about.len())))
}

#[cfg(test)]
impl Job {
    /// Who wins, for lines of heaps of one game.
    pub(crate) fn of_lines(game: &str) -> Self {
        Self {
            line: grundy::notation::parse_game(game).ok(),
            misere: false,
            reading: Reading::default(),
            show: vec![Column::Outcome],
            columns: Vec::new(),
            game_column: None,
            from: Format::Text,
            to: Format::Text,
            only: false,
            keep_going: false,
            limits: Limits::default(),
            threads: 1,
            cancel: Cancel::default(),
            lang: Lang::En,
        }
    }
}
