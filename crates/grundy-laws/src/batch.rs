//! Files of positions: text, CSV, JSON Lines and Parquet.

use std::io::Cursor;

use grundy_batch::{BatchFailure, Format, Input, Job, Summary, run};
use grundy_solver::batch::{Column, RowError, heaps_of};
use grundy_solver::limits::Cancel;
use grundy_solver::notation::{Reading, parse_game};
use grundy_solver::text::Lang;

use crate::sound;

/// The error value of a row without an answer.
const ERROR: &str = "error";

/// The output of a job and its result.
pub type Done = (Vec<u8>, Result<Summary, BatchFailure>);

/// The first line is the job, `FROM TO COLUMNS FLAGS GAME`, the rest is the file. Rows come out in order,
/// and one thread, two threads, line by line and Parquet give the same rows.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    if sound::has_long_numbers(&sound::text(data)) {
        return;
    }
    let Some(job) = job(&sound::text(&data[..end])) else { return };
    let rows = data.get(end + 1..).unwrap_or_default();
    let one = done(&job, rows);
    let two = done(&Job { threads: 2, ..job.clone() }, rows);
    refused(&one.1);
    if !is_limited(&one.1) && !is_limited(&two.1) && job.to != Format::Parquet {
        same(&one.0, &two.0, "by two threads");
        assert_eq!(kind(&one.1), kind(&two.1), "by two threads");
    }
    let Ok(summary) = one.1 else { return };
    shaped(&job, &one.0, summary);
    let text = Job { to: Format::Text, show: vec![Column::Outcome], ..job.clone() };
    let (outcomes, ended) = done(&text, rows);
    if ended.is_err() {
        return;
    }
    if let (Format::Text, Some(line)) = (job.from, &job.line) {
        let expected = rows.strip_suffix(b"\n").unwrap_or(rows).split(|byte| *byte == b'\n').map(|row| {
            let row = row.strip_suffix(b"\r").unwrap_or(row);
            let heaps = heaps_of(row).ok()?;
            sound::solver().solve_heaps(line, heaps).ok().map(|answer| answer.outcome.letter())
        });
        let expected: Vec<&str> = expected.map(|letter| letter.unwrap_or(ERROR)).collect();
        if !rows.is_empty() {
            same(&outcomes, (expected.join("\n") + "\n").as_bytes(), "line by line");
        }
    }
    let (stored, ended) = done(&Job { to: Format::Parquet, only: false, ..text.clone() }, rows);
    if ended.is_ok() && job.from != Format::Parquet {
        let back = Job { from: Format::Parquet, ..text };
        let (again, ended) = done(&back, &stored);
        if ended.is_ok() {
            same(&outcomes, &again, "by way of Parquet");
        }
    }
}

/// Parses the first line.
fn job(line: &str) -> Option<Job> {
    let mut words = line.trim_end_matches('\r').splitn(5, ' ');
    let mut word = || words.next();
    let (from, to) = (Format::of(word()?).ok()?, Format::of(word()?).ok()?);
    let show: Vec<Column> = word()?.split(',').map(|name| Column::of(name).ok()).collect::<Option<_>>()?;
    let flags = word()?.to_owned();
    let game = word().filter(|game| *game != "-").map(parse_game).transpose().ok()?;
    let has = |flag: char| flags.contains(flag);
    Some(Job {
        line: game,
        misere: has('m'),
        reading: Reading::default(),
        show,
        columns: if has('c') { vec!["1".into()] } else { Vec::new() },
        game_column: has('g').then(|| "game".into()),
        from,
        to,
        only: has('o'),
        keep_going: has('k'),
        limits: sound::LIMITS,
        threads: 1,
        cancel: Cancel::default(),
        lang: if has('z') { Lang::Zh } else { Lang::En },
        laws: grundy_solver::recognise::Laws::default(),
    })
}

/// Runs a job in memory.
pub fn done(job: &Job, rows: &[u8]) -> Done {
    let mut out = Vec::new();
    let input = Input::Stream(Box::new(Cursor::new(rows.to_vec())));
    let ended = run(job, input, &mut out, &mut |_| {});
    (out, ended)
}

/// Checks that the failure of a job can be reported.
///
/// # Panics
/// If it cannot.
pub fn refused(ended: &Result<Summary, BatchFailure>) {
    match ended {
        Err(BatchFailure::Asked(error)) => sound::error(error, None),
        Err(BatchFailure::Row(wrong)) => {
            assert!(wrong.column >= 1, "{ended:?}");
            sound::error(&wrong.error, None);
        }
        _ => {}
    }
}

fn is_limited(ended: &Result<Summary, BatchFailure>) -> bool {
    match ended {
        Err(
            BatchFailure::Asked(error)
            | BatchFailure::Row(RowError { error, .. })
            | BatchFailure::Stopped { error, .. },
        ) => error.kind() == grundy_solver::error::ErrorKind::Limit,
        _ => false,
    }
}

fn kind(ended: &Result<Summary, BatchFailure>) -> Result<(u64, u64), (u64, usize, &'static str)> {
    match ended {
        Ok(summary) => Ok((summary.rows, summary.head)),
        Err(BatchFailure::Row(wrong)) => Err((wrong.line(), wrong.column, wrong.error.code())),
        Err(BatchFailure::Asked(error)) => Err((0, 0, error.code())),
        Err(_) => Err((0, 0, "file")),
    }
}

/// Checks that the rows are equal, except for a row that reached a limit in one run only.
fn same(one: &[u8], other: &[u8], how: &str) {
    if one == other {
        return;
    }
    let [one, other] = [one, other].map(String::from_utf8_lossy);
    let (mut rows, mut others) = (one.split('\n'), other.split('\n'));
    loop {
        match (rows.next(), others.next()) {
            (None, None) => return,
            (Some(row), Some(other)) => {
                let limited = [row, other].iter().any(|row| row.contains(ERROR) || row.contains("limit"));
                assert!(row == other || limited, "{how}: {row:?} is {other:?}");
            }
            _ => panic!("{how}, there are more rows or fewer: {one:?} | {other:?}"),
        }
    }
}

/// Checks the number of rows and the form of each.
fn shaped(job: &Job, out: &[u8], summary: Summary) {
    let lines = lines(out);
    let heads = u64::from(summary.head > 0);
    match job.to {
        Format::Text => assert_eq!(lines, summary.rows),
        // Columns that are copied through may hold newlines.
        Format::Csv { .. } if job.only => assert_eq!(lines, summary.rows + heads),
        Format::JsonLines => {
            assert_eq!(lines, summary.rows);
            for row in String::from_utf8_lossy(out).lines() {
                assert!(
                    serde_json::from_str::<serde_json::Value>(row).is_ok_and(|row| row.is_object()),
                    "{row}"
                );
            }
        }
        _ => {}
    }
    assert!(job.keep_going || summary.errors == 0, "{summary:?}");
}

/// The number of lines that end in these bytes.
pub fn lines(out: &[u8]) -> u64 {
    out.split(|byte| *byte == b'\n').count() as u64 - 1
}
