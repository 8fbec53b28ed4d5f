//! The formats, files as tables, shards, and limits.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{error, one, rows, setting, written};
use grundy_solver::error::ErrorKind;
use grundy_sql::shards::{self, Job, MANIFEST, Outcome};
use grundy_sql::write::Format;
use grundy_sql::{Error, Setting, block_on, session};

fn text(query: &str, format: Format) -> String {
    String::from_utf8(written(query, format, &setting()).expect(query)).expect("UTF-8")
}

#[test]
fn a_table_for_people_is_cut_with_a_note() {
    let small = text("SELECT 1 AS one, 'x' AS two", Format::Table);
    assert!(small.contains("| one | two |") && small.contains("| 1   | x   |"), "{small}");
    let long = text("SELECT n FROM grundy_values('nim', 100000)", Format::Table);
    assert!(
        long.lines().count() < 1010 && long.trim_end().ends_with("writes all)"),
        "{}",
        long.lines().count()
    );
    let several =
        text("SELECT 1 AS a; SET datafusion.execution.batch_size = 100; SELECT 2 AS b", Format::Table);
    assert!(several.contains("| a |") && several.contains("| b |"), "{several}");
}

#[test]
fn csv_spreads_structures() {
    let csv = text("SELECT 'x, y' AS t, grundy_period('kayles') AS p, [1, 2] AS l", Format::Csv);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("t,p.period,p.preperiod,p.saltus,"), "{csv}");
    assert!(lines[1].starts_with("\"x, y\",12,71,0,") && lines[1].ends_with("\"[1, 2]\""), "{csv}");
    assert_eq!(text("SELECT 1 AS a WHERE false", Format::Csv), "a\n");
    let twice = written("SELECT 1; SELECT 2", Format::Csv, &setting()).expect_err("two results");
    assert_eq!(twice.code(), "one-result");
}

#[test]
fn numbers_beyond_a_double_are_texts_in_json() {
    let query = "SELECT CAST(9007199254740991 AS BIGINT) AS a, CAST(9007199254740992 AS BIGINT) AS b, \
                 CAST(18446744073709551615 AS BIGINT UNSIGNED) AS c, CAST(-9007199254740993 AS BIGINT) AS d, NULL AS e";
    let line = r#"{"a":9007199254740991,"b":"9007199254740992","c":"18446744073709551615","d":"-9007199254740993","e":null}"#;
    assert_eq!(text(query, Format::JsonLines), format!("{line}\n"));
    let json: serde_json::Value = serde_json::from_str(&text(query, Format::Json)).expect("one object");
    assert_eq!((&json["schema"], &json["results"][0]["rows_total"]), (&1.into(), &1.into()));
    assert_eq!(json["results"][0]["rows"][0].to_string(), line);
    assert_eq!(json["results"][0]["columns"][0]["name"], "a");
    let two: serde_json::Value =
        serde_json::from_str(&text("SELECT 1 AS x; SELECT n FROM grundy_values('nim', 3000)", Format::Json))
            .expect("one object");
    assert_eq!(two["results"][1]["rows"].as_array().map(Vec::len), Some(3001));
    let none: serde_json::Value =
        serde_json::from_str(&text("SET datafusion.execution.batch_size = 100", Format::Json))
            .expect("one object");
    assert_eq!(none["results"].as_array().map(Vec::len), Some(0));
}

#[test]
fn files_are_tables_and_formats_agree() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let query = "SELECT a, b, outcome FROM grundy_table('wythoff', 40, 50) ORDER BY a, b";
    fs::write(path("t.csv"), written(query, Format::Csv, &setting()).expect("csv")).expect("a file");
    fs::write(path("t.parquet"), written(query, Format::Parquet, &setting()).expect("parquet"))
        .expect("a file");
    fs::write(path("t.jsonl"), written(query, Format::JsonLines, &setting()).expect("lines"))
        .expect("a file");
    for name in ["t.json", "t.NDJSON"] {
        fs::copy(path("t.jsonl"), path(name)).expect("a file");
    }
    let expected = rows(query).expect("rows");
    for file in ["t.csv", "t.parquet", "t.json", "t.jsonl", "t.NDJSON", "*.csv"] {
        let read = format!("SELECT a, b, outcome FROM '{}' ORDER BY a, b", path(file));
        assert_eq!(rows(&read).expect(file), expected, "{file}");
        let wrong = format!("SELECT count(*) FROM '{}' WHERE outcome <> wythoff_outcome(a, b)", path(file));
        assert_eq!(one(&wrong), "0");
    }
    let insert = format!("INSERT INTO '{}' VALUES (1, 2, 'P')", path("t.csv"));
    assert_eq!(error(&insert).code(), "only-queries");
}

#[test]
fn what_is_no_table_is_named_with_the_known_endings() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let code = |name: &str| error(&format!("SELECT * FROM '{}'", path(name)));
    let missing = code("missing.csv");
    assert_eq!(missing.code(), "no-file");
    assert!(missing.to_string().contains("missing.csv;") && missing.to_string().contains(".parquet"));
    assert_eq!((code("").code(), code("*.csv").code()), ("no-file", "no-file"));
    // A plain name may be a missing table.
    assert_eq!(error("SELECT * FROM nothing").code(), "sql");
    fs::write(path("a.txt"), "a\n1\n").expect("a file");
    assert_eq!((code("a.txt").code(), code("").code()), ("table-unread", "table-unread"));
    fs::write(path("a.csv"), "a\n1\n").expect("a file");
    assert_eq!(one(&format!("SELECT a FROM '{}'", path(""))), "1");
    fs::write(path("b.json"), "{\"a\":2}\n").expect("a file");
    assert_eq!(code("").code(), "mixed-files");
    assert_eq!(one(&format!("SELECT a FROM '{}'", path("*.json"))), "2");
}

#[test]
fn files_have_formats_that_leave_nothing_out() {
    let of = |path, asked| Format::of_file(path, asked).map_err(|refusal| refusal.code());
    assert_eq!(of("a.b/c.CSV", None), Ok(Format::Csv));
    assert_eq!(of("c.txt", Some(Format::JsonLines)), Ok(Format::JsonLines));
    for path in ["c.txt", "c", "a.csv/c", ".csv", "c.table"] {
        assert_eq!(of(path, None), Err("file-format"), "{path}");
    }
    assert_eq!(of("c.csv", Some(Format::Table)), Err("file-format"));
}

fn make(job: &Job, setting: &Setting) -> Result<Outcome, Error> {
    let session = || async { Ok(session::local(setting)?) };
    block_on(2, shards::run(job, setting, session, |_, _| {}))
}

fn inputs(folder: &Path) -> PathBuf {
    let input = folder.join("in");
    fs::create_dir(&input).expect("a folder");
    for part in 0..3 {
        let query = format!("SELECT a, b FROM grundy_table('nim', 30, 30) WHERE a % 3 = {part}");
        let bytes = written(&query, Format::Parquet, &setting()).expect("parquet");
        fs::write(input.join(format!("part-{part}.parquet")), bytes).expect("a file");
    }
    input
}

#[test]
fn shards_are_made_once_and_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let job = Job {
        query: "SELECT a, b, wythoff_outcome(a, b) AS o FROM t".to_owned(),
        table: "t".to_owned(),
        input: format!("{}/", inputs(folder.path()).display()),
        output: folder.path().join("it's out"),
        format: Format::Parquet,
        at_once: 2,
    };
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 3, kept: 0, rows: 900 });
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 0, kept: 3, rows: 900 });
    let shard = job.output.join("part-1.parquet");
    let bytes = fs::read(&shard).expect("a shard");
    fs::write(&shard, b"spoilt").expect("a file");
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 1, kept: 2, rows: 900 });
    assert_eq!(fs::read(&shard).expect("a shard"), bytes);
    // Only the shards and their manifest remain, and nothing of a killed call.
    fs::write(job.output.join(".part-1-part-1.parquet.part"), "half").expect("a file");
    let read = format!("SELECT count(*) FROM '{}'", job.output.display().to_string().replace('\'', "''"));
    assert_eq!(one(&read), "900");
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 0, kept: 3, rows: 900 });
    assert!(!job.output.join(".part-1-part-1.parquet.part").exists());
    let busy = grundy_batch::locked::open(&job.output.join(".grundy-sql.lock")).expect("a lock");
    assert_eq!(make(&job, &setting()).expect_err("two calls").code(), "output-busy");
    drop(busy);
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 0, kept: 3, rows: 900 });
    assert_eq!(fs::read_dir(&job.output).expect("a folder").count(), 4);
    let input = PathBuf::from(&job.input).join("part-2.parquet");
    let query = "SELECT a, b FROM grundy_table('nim', 10, 10)";
    fs::write(&input, written(query, Format::Parquet, &setting()).expect("parquet")).expect("a file");
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 1, kept: 2, rows: 700 });
    let other = Job { query: "SELECT a FROM t".to_owned(), ..job.clone() };
    assert_eq!(make(&other, &setting()).expect_err("another job").code(), "shards-other-job");
    fs::write(job.output.join(MANIFEST), "{").expect("a file");
    assert_eq!(make(&job, &setting()).expect_err("no manifest").code(), "shards-other-job");
    let two = Job { query: "SELECT 1; SELECT 2".to_owned(), ..job.clone() };
    assert_eq!(make(&two, &setting()).expect_err("two statements").code(), "shards-one-statement");
    let table = Job { format: Format::Table, ..job };
    assert_eq!(make(&table, &setting()).expect_err("a table").code(), "shards-format");
}

#[test]
fn each_shard_is_a_line_of_the_manifest_and_half_a_line_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = inputs(folder.path());
    fs::write(input.join("notes.txt"), "no data").expect("a file");
    let job = Job {
        query: "SELECT a,\n b FROM t".to_owned(),
        table: "t".to_owned(),
        input: input.display().to_string(),
        output: folder.path().join("out"),
        format: Format::JsonLines,
        at_once: 1,
    };
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 3, kept: 0, rows: 900 });
    let manifest = job.output.join(MANIFEST);
    let text = fs::read_to_string(&manifest).expect("a manifest");
    assert_eq!(text.lines().count(), 4, "{text}");
    // The manifest of a call that was killed while it wrote.
    fs::write(&manifest, &text[..text.len() - 10]).expect("a file");
    assert_eq!(make(&job, &setting()).expect("shards"), Outcome { made: 1, kept: 2, rows: 900 });
    assert_eq!(fs::read_to_string(&manifest).expect("a manifest"), text);
    // The shards are a table as they are, and the input of another job.
    assert_eq!(one(&format!("SELECT count(*) FROM '{}'", job.output.display())), "900");
    let next = Job { input: job.output.display().to_string(), output: folder.path().join("next"), ..job };
    assert_eq!(make(&next, &setting()).expect("shards"), Outcome { made: 3, kept: 0, rows: 900 });
}

#[test]
fn limits_end_a_query() {
    let mut short = setting();
    short.limits.time = Some(Duration::from_millis(300));
    let endless = "SELECT count(*) FROM grundy_subtraction_sets(40)";
    let Error::Grundy(late) = written(endless, Format::Csv, &short).expect_err("time") else {
        panic!("no limit")
    };
    assert_eq!((late.kind(), late.code()), (ErrorKind::Limit, "time-limit"));
    // Permanently, as documented for the setting.
    assert!(short.cancel.is_cancelled());
    let mut small = setting();
    small.limits.memory = 1 << 20;
    let sorted = "SELECT a, b FROM grundy_table('nim', 2000, 2000) ORDER BY b % 97, a % 89, b";
    let error = written(sorted, Format::Csv, &small).expect_err("memory");
    assert!(matches!(error, Error::Memory(_)), "{error:?}");
    let stopped = setting();
    stopped.cancel.cancel();
    let Error::Grundy(stop) = written(endless, Format::Csv, &stopped).expect_err("a stop") else {
        panic!("no stop")
    };
    assert_eq!(stop.code(), "interrupted");
}
