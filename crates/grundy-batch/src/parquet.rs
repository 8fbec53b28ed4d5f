//! Jobs with Parquet input or output or both: pieces are record batches.

mod arrays;
mod file;
mod input;
mod output;
mod swept;
mod thrift;

use std::io::Write;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use grundy_arrow::{Ask, AskError};

pub(crate) use self::output::join;
pub(crate) use self::swept::rows;
use crate::error::{BatchFailure, Result};
use crate::input::Input;
use crate::job::{Job, Progress, Summary};
use crate::parquet::arrays::Taken;
use crate::parquet::input::Source;
use crate::parquet::output::{Sink, Written};
use crate::part::Part;
use crate::pipeline;

/// The result of a piece.
struct Done {
    written: Written,
    read: u64,
    rows: u64,
    errors: u64,
    /// The row that stopped the work: line, column, reason.
    stop: Option<BatchFailure>,
}

/// Runs the job.
pub(crate) fn run(
    job: &Job,
    input: Input,
    part: Option<Part>,
    output: &mut (dyn Write + Send),
    watch: &mut dyn FnMut(Progress),
) -> Result<Summary> {
    let source = Source::open(job, input, part).map_err(|failure| failure.or_stopped(&job.cancel))?;
    let Source { mut pieces, reading, unwanted } = source;
    let ask = ask(job);
    let answers = if job.show.is_empty() { Vec::new() } else { ask.fields().iter().cloned().collect() };
    let carried = reading.carried(job);
    let fields: Vec<Arc<Field>> = carried.fields().iter().cloned().chain(answers).collect();
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let mut sink = Sink::new(job, schema.clone(), output)?;
    let mut progress = Progress { total: pieces.total(), ..Progress::default() };
    let (mut errors, head) = (0, sink.head());
    let encoder = sink.encoder();
    let (reading, ask, encoder, schema) = (&reading, &ask, &encoder, &schema);
    let worker = || {
        move |piece| {
            let taken = reading.take(job, piece);
            let (rows, read) = (taken.rows(), taken.read);
            match answered(job, ask, taken, schema) {
                Err(failure) => {
                    Done { written: Written::Nothing, read, rows: 0, errors: 0, stop: Some(failure) }
                }
                Ok((batch, errors, stop)) => match encoder.encode(job, &batch) {
                    Ok(written) => {
                        let rows = if stop.is_some() { batch.num_rows() } else { rows } as u64;
                        Done { written, read, rows, errors, stop }
                    }
                    Err(failure) => {
                        Done { written: Written::Nothing, read, rows: 0, errors: 0, stop: Some(failure) }
                    }
                },
            }
        }
    };
    let mut next = || match job.cancel.check() {
        Ok(()) => pieces.next(),
        Err(error) => Err(BatchFailure::Stopped { rows: 0, error }),
    };
    let mut take = |done: Done| {
        sink.write(done.written)?;
        errors += done.errors;
        progress.rows += done.rows;
        progress.done += done.read;
        watch(progress);
        done.stop.map_or(Ok(()), Err)
    };
    let ended = pipeline::in_order(job.threads, &mut next, worker, &mut |done| {
        take(done).inspect_err(|_| unwanted.say())
    });
    if let Err(failure) = ended.map_err(|failure| failure.or_stopped(&job.cancel)) {
        // If the time limit is reached, the finished row groups become a complete file.
        if matches!(failure, BatchFailure::Stopped { .. }) {
            sink.finish()?;
        }
        return Err(failure.after(progress.rows));
    }
    sink.finish()?;
    Ok(Summary { rows: progress.rows, errors, head })
}

fn ask(job: &Job) -> Ask {
    let ask = job.line.clone().map_or_else(Ask::of_games, Ask::new);
    ask.columns(&job.show)
        .keep_going(job.keep_going)
        .misere(job.misere)
        .limits(job.limits)
        .threads(job.threads)
        .cancelled_by(job.cancel.clone())
        .reading(job.reading.clone())
        .language(job.lang)
}

/// The input's columns and the answers side by side, the number of errors, and why it stopped early.
fn answered(
    job: &Job,
    ask: &Ask,
    taken: Taken,
    schema: &SchemaRef,
) -> Result<(RecordBatch, u64, Option<BatchFailure>)> {
    let (taken, mut stop) = match taken.stop_row() {
        Some(wrong) => (taken.slice(wrong.index()), Some(taken.in_input(wrong.clone()).into())),
        None => (taken, None),
    };
    let (answers, rows) = match answers(job, ask, &taken) {
        Ok(answers) => (answers, taken.rows()),
        Err(AskError::Whole(error)) if job.cancel.has_caused(&error) => {
            return Err(BatchFailure::Stopped { rows: 0, error });
        }
        Err(AskError::Whole(error)) => return Err(error.into()),
        Err(AskError::Row(wrong)) => {
            let row = wrong.index();
            let before = taken.slice(row);
            let answers = answers(job, ask, &before).map_err(|failed| match failed {
                AskError::Row(wrong) => taken.in_input(wrong).into(),
                AskError::Whole(error) => BatchFailure::from(error),
            })?;
            stop = Some(taken.in_input(wrong).into());
            (answers, row)
        }
    };
    let answers = taken.with_own_errors(job, answers);
    let errors = match answers.last() {
        Some(last) if job.keep_going && !job.show.is_empty() => (last.len() - last.null_count()) as u64,
        _ => 0,
    };
    let columns: Vec<ArrayRef> =
        taken.carried.columns().iter().map(|column| column.slice(0, rows)).chain(answers).collect();
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows));
    let batch = RecordBatch::try_new_with_options(schema.clone(), columns, &options)
        .map_err(|error| output::failed(&error))?;
    Ok((batch, errors, stop))
}

fn answers(job: &Job, ask: &Ask, taken: &Taken) -> std::result::Result<Vec<ArrayRef>, AskError> {
    if job.show.is_empty() || taken.rows() == 0 && taken.positions.is_empty() {
        return Ok(Vec::new());
    }
    match &taken.games {
        Some(games) => ask.answer_games(games, &taken.positions),
        None => ask.answer(&taken.positions),
    }
}
