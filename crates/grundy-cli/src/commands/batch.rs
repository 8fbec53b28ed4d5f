//! `batch`: one line, one position.

use std::io::Write;
use std::process::ExitCode;

use clap::ArgMatches;
use grundy::batch::{self, BatchError, Column, Settings};

use super::{create, open};
use crate::failure::Failure;
use crate::options::{Options, flag};
use crate::question;

/// Answers every line of a file.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let game = matches.get_one::<String>("game").map_or("", String::as_str);
    let line = question::game(game, options)?;
    let show = matches.get_one::<String>("show").map_or("outcome", String::as_str);
    let columns = show.split(',').map(|name| Column::of(name.trim())).collect::<Result<Vec<_>, _>>()?;
    let path = matches.get_one::<String>("out");
    let mut input = open(matches.get_one("file"))?;
    let mut output = create(path)?;
    let keep_going = flag(matches, "keep-going");
    let settings = Settings {
        line,
        columns,
        keep_going,
        limits: options.limits,
        cancel: grundy::limits::Cancel::default(),
    };
    let result = batch::run(&settings, options.threads, &mut input, &mut output);
    let flushed = output.flush();
    match result {
        Ok(_) => match (flushed, path) {
            (Ok(()), _) => Ok(ExitCode::SUCCESS),
            (Err(error), Some(path)) => Err(Failure::file(path, error)),
            (Err(error), None) => Err(Failure::Output(error)),
        },
        Err(BatchError::Io(error)) => Err(Failure::Output(error)),
        Err(BatchError::Line { line, column, error }) => Err(Failure::Line { line, column, error }),
    }
}
