//! `batch`: files of positions in, files of answers out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;
use grundy_batch::merge::Afterwards;
use grundy_batch::shard::{self, Part, Shard};
use grundy_batch::{BatchFailure, Format, Input, Job, Summary, merge};
use grundy_solver::batch::Column;
use grundy_solver::error::Condition;
use grundy_solver::notation::Reading;
use serde_json::json;

use super::{print, say_if_typed};
use crate::failure::{Failure, SUGGESTION};
use crate::long_run::cancel_on_interrupt;
use crate::options::{Options, flag};
use crate::output::Output;
use crate::progress::{self, Watch};
use crate::question;
use crate::usage::in_shell;
use crate::words::filled;

/// Selects no answer column: the output has only the columns of the input.
const NOTHING: &str = "none";

/// Answers every row of a file, or joins the parts of one.
pub fn run(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    if let Some(("merge", matches)) = matches.subcommand() {
        return join(matches, options);
    }
    let (line, file) = game_and_file(matches, options)?;
    let job = job(matches, options, line, file)?;
    let out = matches.get_one::<String>("out");
    let mut watch = Watch::new(options, flag(matches, "quiet"), job.from == Format::Parquet);
    if let Some(part) = matches.get_one::<String>("shard") {
        let part = Part::read(part).ok_or_else(|| Failure::usage("shard", vec![("value", part.clone())]))?;
        let (Some(file), Some(out)) = (file.filter(|file| *file != "-"), out) else {
            return Err(Failure::usage("shard-needs-files", vec![]));
        };
        let shard = shard::run(&job, Path::new(file), part, Path::new(out), &mut |p| watch.show(&p));
        drop(watch);
        return report_shard(
            &shard.map_err(|failure| {
                stopped(named(failure, Some(file)), Some(out), "batch.stopped-shard", options)
            })?,
            options,
        );
    }
    say_if_typed(file, flag(matches, "quiet"), options);
    let input = match file.map(String::as_str) {
        None | Some("-") => Input::Stream(Box::new(io::stdin())),
        Some(path) => Input::File(PathBuf::from(path)),
    };
    let output = Output::create(out)?;
    let mut writer = Writer { output };
    let result = grundy_batch::run(&job, input, &mut writer, &mut |p| watch.show(&p));
    drop(watch);
    match result {
        Ok(Summary { .. }) => writer.output.finish().map(|()| ExitCode::SUCCESS),
        Err(failure) => {
            if writer.output.is_stdout() {
                writer.output.flush()?;
            } else if is_kept(&failure, job.to) {
                writer.output.finish()?;
            }
            Err(stopped(named(failure, file), out, "batch.stopped", options))
        }
    }
}

/// Whether an incomplete output file is kept: yes after a bad row (except in Parquet) and after the time limit, no after
/// an interrupt.
fn is_kept(failure: &BatchFailure, to: Format) -> bool {
    match failure {
        BatchFailure::Row(_) => to != Format::Parquet,
        BatchFailure::Stopped { error, .. } => error.is(Condition::TimeLimit),
        _ => false,
    }
}

/// Adds the name of the input file to a read error, if there is one.
fn named(failure: BatchFailure, file: Option<&String>) -> BatchFailure {
    match (failure, file.filter(|file| *file != "-")) {
        (BatchFailure::Input(error), Some(path)) => BatchFailure::File { path: path.into(), error },
        (failure, _) => failure,
    }
}

/// Converts a failure; at the time limit, adds a hint on how to resume.
fn stopped(failure: BatchFailure, out: Option<&String>, hint: &str, options: &Options) -> Failure {
    match failure {
        BatchFailure::Stopped { rows, error } if error.is(Condition::TimeLimit) => {
            let (rows, next) = (rows.to_string(), (rows + 1).to_string());
            let hint = filled(options.lang, hint, &[("rows", &rows), ("next", &next)]);
            Failure::Stopped { error, hint: Some(hint) }
        }
        other => failure_of(other, out),
    }
}

/// `batch GAME [FILE]`; with games in a column of their own, `batch [FILE]` and `batch GAME FILE`.
fn game_and_file<'a>(
    matches: &'a ArgMatches,
    options: &Options,
) -> Result<(Option<grundy_solver::notation::GameLine>, Option<&'a String>), Failure> {
    let (first, second) = (matches.get_one::<String>("game"), matches.get_one::<String>("file"));
    if matches.contains_id("game-column") && second.is_none() {
        return Ok((None, first));
    }
    let Some(game) = first else { return Err(Failure::usage("batch-game", vec![])) };
    let line = question::game(game, options).map_err(|failure| match second {
        Some(second) if Path::new(game).is_file() && question::game(second, options).is_ok() => {
            Failure::usage(
                "file-before-game",
                vec![
                    ("file", game.clone()),
                    (SUGGESTION, format!("grundy batch {}", in_shell(&[second.clone(), game.clone()]))),
                ],
            )
        }
        _ => failure,
    })?;
    Ok((Some(line), second))
}

fn job(
    matches: &ArgMatches,
    options: &Options,
    line: Option<grundy_solver::notation::GameLine>,
    file: Option<&String>,
) -> Result<Job, Failure> {
    let show = matches.get_one::<String>("show").map_or("outcome", String::as_str);
    let show = match show {
        NOTHING => Vec::new(),
        columns => columns.split(',').map(|name| Column::of(name.trim())).collect::<Result<Vec<_>, _>>()?,
    };
    let format = |name: &str, path: Option<&String>, other: Format| match matches.get_one::<String>(name) {
        Some(name) => Format::of(name),
        None => Ok(path.filter(|path| *path != "-").map_or(other, |path| Format::of_path(Path::new(path)))),
    };
    let from = format("input-format", file, Format::Text)?;
    // Output to a pipe has the format of the input.
    let to = format("output-format", matches.get_one::<String>("out"), from)?;
    let columns = matches
        .get_one::<String>("columns")
        .map(|columns| columns.split(',').map(|column| column.trim().to_owned()).collect());
    let to = match (from, to, matches.contains_id("output-format"), matches.contains_id("out")) {
        // Nobody reads Parquet in a terminal.
        (Format::Parquet, Format::Parquet, false, false) => Format::Csv { separator: b',' },
        _ => to,
    };
    Ok(Job {
        line,
        misere: options.misere,
        reading: Reading { limits: options.limits, ..Reading::default() },
        show,
        columns: columns.unwrap_or_default(),
        game_column: matches.get_one::<String>("game-column").cloned(),
        from: from.check()?,
        to: to.check()?,
        only: flag(matches, "only"),
        keep_going: flag(matches, "keep-going"),
        limits: options.limits,
        threads: options.threads,
        cancel: cancel_on_interrupt(),
        lang: options.lang,
        laws: options.laws()?,
    })
}

fn report_shard(shard: &Shard, options: &Options) -> Result<ExitCode, Failure> {
    progress::clear();
    let Shard { path, manifest, was_there } = shard;
    let path = path.display().to_string();
    if options.json {
        print(&format!(
            "{}\n",
            json!({
                "schema": 1, "path": path, "shard": manifest.shard, "of": manifest.of, "rows": manifest.rows,
                "errors": manifest.errors, "sha256": manifest.sha256, "was_there": was_there,
            })
        ))?;
    } else {
        let rows = manifest.rows.to_string();
        let key = if *was_there { "batch.shard-was-there" } else { "batch.shard-done" };
        print(&format!("{}\n", filled(options.lang, key, &[("path", &path), ("rows", &rows)])))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn join(matches: &ArgMatches, options: &Options) -> Result<ExitCode, Failure> {
    let Some(out) = matches.get_one::<String>("out") else {
        return Err(Failure::usage("batch-game", vec![]));
    };
    let afterwards = if flag(matches, "remove") { Afterwards::Remove } else { Afterwards::Keep };
    let merged =
        merge::merge(Path::new(out), afterwards).map_err(|failure| failure_of(failure, Some(out)))?;
    if options.json {
        print(&format!(
            "{}\n",
            json!({
                "schema": 1, "path": out, "shards": merged.shards, "rows": merged.rows, "errors": merged.errors,
                "sha256": merged.sha256,
            })
        ))?;
    } else {
        let (shards, rows) = (merged.shards.to_string(), merged.rows.to_string());
        let blanks = [("path", out.as_str()), ("shards", &shards), ("rows", &rows)];
        print(&format!("{}\n", filled(options.lang, "batch.merged", &blanks)))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn failure_of(failure: BatchFailure, out: Option<&String>) -> Failure {
    match failure {
        BatchFailure::Asked(error) | BatchFailure::Stopped { error, .. } => error.into(),
        BatchFailure::Row(wrong) => Failure::Row(wrong),
        BatchFailure::File { path, error } => Failure::file(&path.display().to_string(), error),
        BatchFailure::Input(error) => Failure::file("-", error),
        BatchFailure::Output(error) => match out {
            Some(path) if path != "-" => Failure::file(path, error),
            _ => Failure::Output(error),
        },
    }
}

/// The output as a plain writer. The caller of the job reports its errors, once.
struct Writer {
    output: Output,
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write_bytes(bytes).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush_bytes()
    }
}
