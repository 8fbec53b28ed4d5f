//! Runs a whole job, or one part of it, with the reader and writer of its formats.

use std::io::Write;

use crate::error::Result;
#[cfg(feature = "parquet")]
use crate::format::Format;
use crate::input::Input;
use crate::job::{Job, Progress, Summary};
use crate::lines;
use crate::part::Part;

/// Answers all rows of `input` into `output`; `watch` is called with the progress after every piece.
///
/// # Errors
/// See [`BatchFailure`](crate::BatchFailure). Earlier answers have been written, except in Parquet.
pub fn run(
    job: &Job,
    input: Input,
    output: &mut (dyn Write + Send),
    watch: &mut dyn FnMut(Progress),
) -> Result<Summary> {
    run_part(job, input, None, output, watch)
}

/// Like [`run`], for one of several equal parts, counted from 0.
pub(crate) fn run_part(
    job: &Job,
    input: Input,
    part: Option<Part>,
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
