//! Parquet as input, as output, and as both.
#![cfg(feature = "parquet")]

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, Int32Array, RecordBatch, StringArray};
use grundy_batch::merge::Afterwards;
use grundy_batch::shard::{self, Part};
use grundy_batch::{BatchFailure, Format, Input, Job, Summary, merge, run};
use grundy_solver::batch::{Column, RowError};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::{Reading, parse_game};
use grundy_solver::text::Lang;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

const CSV: Format = Format::Csv { separator: b',' };

fn job(game: &str, from: Format, to: Format) -> Job {
    Job {
        line: Some(parse_game(game).unwrap()),
        misere: false,
        reading: Reading::default(),
        show: vec![Column::Outcome, Column::Value, Column::Moves],
        columns: Vec::new(),
        game_column: None,
        from,
        to,
        only: false,
        keep_going: false,
        limits: Limits::default(),
        threads: 2,
        cancel: Cancel::default(),
        lang: Lang::En,
        laws: grundy_solver::recognise::Laws::default(),
    }
}

fn done(job: &Job, input: &Path) -> (Vec<u8>, Result<Summary, BatchFailure>) {
    let mut out = Vec::new();
    let ended = run(job, Input::File(input.to_owned()), &mut out, &mut |_| {});
    (out, ended)
}

fn out(job: &Job, input: &Path) -> Vec<u8> {
    let (out, ended) = done(job, input);
    ended.unwrap();
    out
}

fn read(path: &Path) -> Vec<RecordBatch> {
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap().build().unwrap();
    reader.map(Result::unwrap).collect()
}

/// Rows converted through Parquet equal those converted through CSV.
#[test]
fn there_and_back_is_the_same_as_plain_lines() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows =
        (0..5000).map(|n| format!("{},{},x{n}\n", n * 7 % 31, n * 11 % 37)).collect::<Vec<_>>().concat();
    fs::write(at("in.csv"), format!("a,b,note\n{rows}")).unwrap();
    for game in ["take 1, 3, 4", "wythoff"] {
        let mut lines = job(game, CSV, CSV);
        lines.columns = vec!["a".to_owned(), "b".to_owned()];
        let expected = out(&lines, &at("in.csv"));
        // Into Parquet and out again.
        let mut into = lines.clone();
        into.to = Format::Parquet;
        into.show = vec![Column::Outcome];
        fs::write(at("mid.parquet"), out(&into, &at("in.csv"))).unwrap();
        let batch = &read(&at("mid.parquet"))[0];
        assert_eq!(
            batch.schema().fields().iter().map(|f| f.name().as_str()).collect::<Vec<_>>(),
            ["a", "b", "note", "outcome"]
        );
        assert_eq!(batch.column(0).as_primitive::<UInt64Type>().value(1), 7);
        // From Parquet, without the outcomes.
        let mut plain = into.clone();
        plain.show = Vec::new();
        fs::write(at("in.parquet"), out(&plain, &at("in.csv"))).unwrap();
        let mut back = lines.clone();
        back.from = Format::Parquet;
        assert_eq!(out(&back, &at("in.parquet")), expected, "{game}");
        // From a pipe as well, and into each line format.
        let mut piped = Vec::new();
        let stream = File::open(at("in.parquet")).unwrap();
        run(&back, Input::Stream(Box::new(stream)), &mut piped, &mut |_| {}).unwrap();
        assert_eq!(piped, expected);
        for to in [Format::JsonLines, Format::Text] {
            (lines.to, back.to) = (to, to);
            assert_eq!(
                String::from_utf8(out(&back, &at("in.parquet"))).unwrap(),
                String::from_utf8(out(&lines, &at("in.csv"))).unwrap(),
                "{game} {to:?}"
            );
        }
    }
}

fn write(path: &Path, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

#[test]
fn bad_rows_of_parquet_are_named_or_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in.parquet");
    let heaps: ArrayRef = Arc::new(Int32Array::from(vec![Some(3), Some(4), Some(-1), None, Some(5)]));
    let games: ArrayRef = Arc::new(StringArray::from(vec!["nim", "bash(3)", "nim", "nim", "nope"]));
    write(&path, vec![("heap", heaps), ("game", games)]);
    let mut job = job("nim", Format::Parquet, CSV);
    job.show = vec![Column::Outcome];
    job.columns = vec!["heap".to_owned()];
    job.only = true;
    let (before, ended) = done(&job, &path);
    assert!(
        matches!(ended, Err(BatchFailure::Row(wrong)) if wrong.line() == 3 && wrong.error.code() == "negative-heap")
    );
    assert_eq!(before, b"outcome\nN\nN\n");
    job.keep_going = true;
    job.game_column = Some("game".to_owned());
    let kept = String::from_utf8(out(&job, &path)).unwrap();
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!(lines[..3], ["outcome,error", "N,", "P,"]);
    assert!(lines[3].contains("-1") && lines[4].contains("null") && lines[5].contains("nope"), "{kept}");
    // Invalid lines with Parquet output.
    let csv = folder.path().join("in.csv");
    fs::write(&csv, "a,b\n1,1\nx,2\n99999999999999999999,3\n1,2\n").unwrap();
    let mut into = self::job("nim", CSV, Format::Parquet);
    into.show = vec![Column::Outcome];
    let (_, ended) = done(&into, &csv);
    assert!(matches!(ended, Err(BatchFailure::Row(RowError { row: 2, column: 1, .. }))), "{ended:?}");
    into.keep_going = true;
    let made = folder.path().join("made.parquet");
    fs::write(&made, out(&into, &csv)).unwrap();
    let batch = &read(&made)[0];
    let outcomes: Vec<Option<&str>> = batch.column(2).as_string::<i32>().iter().collect();
    assert_eq!(outcomes[..2], [Some("P"), None]);
    assert!(batch.column(3).is_valid(1) && batch.column(3).as_string::<i32>().value(2).contains("64"));
    into.only = true;
    fs::write(&made, out(&into, &csv)).unwrap();
    assert_eq!(read(&made)[0].column(0).as_string::<i32>().value(3), "N");
}

#[test]
fn shards_of_parquet_join_to_the_same_rows() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows = (0..3000).map(|n| format!("{},{}\n", n % 51, n * 13 % 47)).collect::<Vec<_>>().concat();
    fs::write(at("in.csv"), format!("a,b\n{rows}")).unwrap();
    let mut plain = job("wythoff", CSV, Format::Parquet);
    plain.show = Vec::new();
    fs::write(at("in.parquet"), out(&plain, &at("in.csv"))).unwrap();
    for (from, name) in [(Format::Parquet, "in.parquet"), (CSV, "in.csv")] {
        let job = job("wythoff", from, Format::Parquet);
        let target = at(&format!("{name}.out.parquet"));
        for number in 0..4 {
            shard::run(&job, &at(name), Part { number, of: 4 }, &target, &mut |_| {}).unwrap();
        }
        assert_eq!(merge::merge(&target, Afterwards::Keep).unwrap().rows, 3000);
        let again = fs::read(&target).unwrap();
        merge::merge(&target, Afterwards::Keep).unwrap();
        assert!(fs::read(&target).unwrap() == again);
        let to_csv = |path: &Path| {
            let mut show = self::job("wythoff", Format::Parquet, CSV);
            show.show = Vec::new();
            out(&show, path)
        };
        fs::write(at("whole.parquet"), out(&job, &at(name))).unwrap();
        assert!(to_csv(&target) == to_csv(&at("whole.parquet")), "{name}");
    }
}
