//! Line-based files as input and output: every format into every other, shards, errors and their positions.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grundy_batch::merge::Afterwards;
use grundy_batch::shard::{self, Part};
use grundy_batch::{BatchFailure, Format, Input, Job, Summary, merge, run};
use grundy_solver::Solver;
use grundy_solver::batch::{Column, RowError};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation::{Reading, parse_game, parse_position};
use grundy_solver::text::Lang;

const ALL: [Column; 5] = [Column::Outcome, Column::Value, Column::Moves, Column::FirstMove, Column::Method];
const CSV: Format = Format::Csv { separator: b',' };

fn job(game: Option<&str>, from: Format, to: Format) -> Job {
    Job {
        line: game.map(|game| parse_game(game).unwrap()),
        misere: false,
        reading: Reading::default(),
        show: vec![Column::Outcome],
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

/// The output, and how the job ended.
fn done(job: &Job, input: &str) -> (String, Result<Summary, BatchFailure>) {
    let mut out = Vec::new();
    let stream = std::io::Cursor::new(input.to_owned().into_bytes());
    let ended = run(job, Input::Stream(Box::new(stream)), &mut out, &mut |_| {});
    (String::from_utf8(out).unwrap(), ended)
}

fn out(job: &Job, input: &str) -> String {
    let (out, ended) = done(job, input);
    ended.unwrap();
    out
}

fn wrong(job: &Job, input: &str) -> (u64, usize, &'static str, String) {
    match done(job, input) {
        (out, Err(BatchFailure::Row(wrong))) => (wrong.line(), wrong.column, wrong.error.code(), out),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_format_into_every_other() {
    let text = "8 13\n8 15\n";
    let csv = "a,b\n8,13\n8,15\n";
    let json = "{\"heaps\":[8,13]}\n{\"heaps\":[8,15]}\n";
    let inputs = [(Format::Text, text), (CSV, csv), (Format::JsonLines, json)];
    for (from, input) in inputs {
        let mut job = job(Some("wythoff"), from, Format::Text);
        assert_eq!(out(&job, input), "P\nN\n");
        job.show = vec![Column::Outcome, Column::FirstMove];
        job.only = true;
        job.to = CSV;
        assert_eq!(out(&job, input), "outcome,first_move\nP,\nN,8 13\n");
        job.to = Format::JsonLines;
        let lines = "{\"outcome\":\"P\",\"first_move\":\"\"}\n{\"outcome\":\"N\",\"first_move\":\"8 13\"}\n";
        assert_eq!(out(&job, input), lines);
    }
    let to = |from, to, input: &str| out(&job(Some("wythoff"), from, to), input);
    assert_eq!(to(Format::Text, CSV, text), "position,outcome\n8 13,P\n8 15,N\n");
    assert_eq!(to(CSV, CSV, csv), "a,b,outcome\n8,13,P\n8,15,N\n");
    assert_eq!(to(Format::JsonLines, CSV, json), "heaps,outcome\n\"[8,13]\",P\n\"[8,15]\",N\n");
    assert_eq!(
        to(CSV, Format::JsonLines, csv),
        "{\"a\":8,\"b\":13,\"outcome\":\"P\"}\n{\"a\":8,\"b\":15,\"outcome\":\"N\"}\n"
    );
    assert_eq!(
        to(Format::JsonLines, Format::JsonLines, "[8, 13]\n { \"heaps\": \"8 15\", \"id\": 7 }\n"),
        "{\"heaps\":[8, 13],\"outcome\":\"P\"}\n{\"heaps\": \"8 15\", \"id\": 7,\"outcome\":\"N\"}\n"
    );
}

#[test]
fn columns_are_chosen_by_name_or_number_and_others_are_carried_along() {
    let input = "id,b,note,a\n1,13,\"x, \"\"y\"\"\",8\n2,15,,8\n";
    let mut job = job(Some("wythoff"), CSV, CSV);
    job.columns = vec!["a".to_owned(), "2".to_owned()];
    assert_eq!(out(&job, input), "id,b,note,a,outcome\n1,13,\"x, \"\"y\"\"\",8,P\n2,15,,8,N\n");
    job.to = Format::Csv { separator: b'\t' };
    assert_eq!(out(&job, input), "id\tb\tnote\ta\toutcome\n1\t13\t\"x, \"\"y\"\"\"\t8\tP\n2\t15\t\t8\tN\n");
    job.to = Format::JsonLines;
    let first = "{\"id\":1,\"b\":13,\"note\":\"x, \\\"y\\\"\",\"a\":8,\"outcome\":\"P\"}\n";
    let second = "{\"id\":2,\"b\":15,\"note\":null,\"a\":8,\"outcome\":\"N\"}\n";
    assert_eq!(out(&job, input), format!("{first}{second}"));
    // Without names columns are numbers.
    job.columns = vec!["2".to_owned(), "4".to_owned()];
    assert_eq!(out(&job, "1,13,x,8\n"), "{\"1\":1,\"2\":13,\"3\":\"x\",\"4\":8,\"outcome\":\"P\"}\n");
    job.columns = vec!["c".to_owned()];
    assert!(
        matches!(done(&job, input).1, Err(BatchFailure::Asked(error)) if error.code() == "no-such-column")
    );
}

#[test]
fn several_games_in_one_file() {
    let input = "game,heaps\nwythoff,8 13\n\"take 1, 3, 4\",14\nnim,1 2 3\nwythoff,8 15\n";
    let mut job = job(None, CSV, CSV);
    job.game_column = Some("game".to_owned());
    job.only = true;
    job.show = vec![Column::Outcome, Column::Value];
    assert_eq!(out(&job, input), "outcome,value\nP,0\nP,0\nP,0\nN,14\n");
    // A game for rows that name none.
    job.line = Some(parse_game("nim").unwrap());
    assert_eq!(out(&job, "game,heaps\n,5 5\nkayles,3\n"), "outcome,value\nP,0\nN,3\n");
    job.line = None;
    assert_eq!(wrong(&job, "game,heaps\nnim,5\n,5\n").2, "null-game");
    assert_eq!(wrong(&job, "game,heaps\nnim,5\nwythof,5\n").2, "unknown-game");
    job.misere = true;
    job.show = vec![Column::Outcome];
    assert_eq!(out(&job, "game,heaps\nnim,1\n"), "outcome\nP\n");
}

#[test]
fn wrong_rows_are_named_with_line_and_column() {
    let code = |job: &Job, input: &str| {
        let (line, column, code, _) = wrong(job, input);
        (line, column, code)
    };
    let csv = job(Some("nim"), CSV, CSV);
    let (line, column, error, before) = wrong(&csv, "a,b\n3,4\n5,x\n1,1\n");
    assert_eq!((line, column, error), (3, 3, "unexpected"));
    assert_eq!(before, "a,b,outcome\n3,4,N\n");
    assert_eq!(code(&csv, "a,b\n3,4\n\"5\",-7\n"), (3, 5, "negative-heap"));
    assert_eq!(code(&csv, "a,b\n\"3\",4\n5\n"), (3, 2, "too-few-cells"));
    assert_eq!(code(&csv, "a,b\n3,\n"), (2, 3, "empty-cell"));
    // An answer after it would be under another name, or inside an open cell.
    assert_eq!(code(&csv, "a,b\n3,4\n7,8,9\n1,1\n"), (3, 5, "too-many-cells"));
    let mut noted = csv.clone();
    noted.columns = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(code(&noted, "a,b,note\n3,4,x\n7,8\n"), (3, 4, "too-few-cells"));
    assert_eq!(code(&csv, "a,b\n3,4\n5,\"6\n"), (3, 3, "unclosed-quote"));
    // Lines within quotes are counted.
    let mut named = csv.clone();
    named.columns = vec!["a".to_owned()];
    assert_eq!(code(&named, "note,a\n\"x\ny\",1\nz,w\n"), (4, 3, "unexpected"));
    let json = job(Some("nim"), Format::JsonLines, CSV);
    assert_eq!(code(&json, "{\"heaps\":[1]}\n{\"heaps\": [1, -2]}\n"), (2, 11, "negative-heap"));
    assert_eq!(code(&json, "{\"heaps\":[1]}\n{\"heaps\": [1, 2}\n"), (2, 16, "not-json"));
    assert_eq!(code(&json, "{\"heaps\":[1]}\n{\"heap\": 1}\n"), (2, 1, "strange-key"));
    assert_eq!(code(&json, "{\"heaps\":1,\"game\":1}\n{\"game\":1}\n"), (2, 1, "no-such-key"));
    let text = job(Some("nim"), Format::Text, CSV);
    assert_eq!(code(&text, "1 2\n\n"), (2, 1, "empty-line"));
    assert_eq!(code(&text, "1 2\n3,,4\n"), (2, 3, "unexpected"));
}

#[test]
fn wrong_rows_are_kept_where_told_so() {
    // Rows after an invalid one keep their places, also if a column is requested twice.
    let mut twice = job(Some("nim"), Format::Text, CSV);
    twice.keep_going = true;
    twice.only = true;
    twice.show = vec![Column::Outcome, Column::Moves, Column::Outcome, Column::Moves];
    let said = out(&twice, "3 4\nx\n5 5\n");
    let rows: Vec<&str> = said.lines().collect();
    assert!(rows.len() == 4 && rows[1].starts_with("N,3 3,N,3 3") && rows[3].starts_with("P,,P,"), "{said}");
    let mut job = job(Some("nim"), CSV, CSV);
    job.keep_going = true;
    let kept = out(&job, "a,b\n3,3\n5,x\n1,2\n");
    let lines: Vec<&str> = kept.lines().collect();
    assert_eq!((lines[0], lines[1], lines[3]), ("a,b,outcome,error", "3,3,P,", "1,2,N,"));
    assert!(lines[2].starts_with("5,x,,") && lines[2].len() > 8, "{kept}");
    job.to = Format::JsonLines;
    job.lang = Lang::Zh;
    let kept = out(&job, "a,b\n5,-1\n");
    assert!(kept.contains("\"outcome\":null") && kept.contains("负"), "{kept}");
    job.to = Format::Text;
    assert_eq!(out(&job, "a,b\n5,-1\n1,1\n"), "error\nP\n");
    job.from = Format::JsonLines;
    assert_eq!(
        out(&job, "{\"heaps\":[1,1]}\nnot json\n{\"heaps\":[1.5]}\n\n{\"heaps\":\"2\"}\n"),
        "P\nerror\nerror\nN\n"
    );
    job.to = Format::JsonLines;
    let kept = out(&job, "{\"heaps\":1}\n{\"heaps\":1,\"outcome\":2}\n");
    assert!(kept.contains("不输出输入的各列"), "{kept}");
}

#[test]
fn numbers_of_any_size_go_through() {
    let mut job = job(Some("nim"), CSV, CSV);
    job.show = vec![Column::Value];
    let large = "340282366920938463463374607431768211456";
    assert_eq!(out(&job, &format!("a\n{large}\n5\n")), format!("a,value\n{large},{large}\n5,5\n"));
    job.to = Format::JsonLines;
    job.only = true;
    assert_eq!(
        out(&job, &format!("a\n{large}\n9007199254740993\n5\n")),
        format!("{{\"value\":\"{large}\"}}\n{{\"value\":\"9007199254740993\"}}\n{{\"value\":5}}\n")
    );
}

/// Rows of random heaps.
fn rows(count: u64) -> Vec<[u64; 2]> {
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = |end: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % end
    };
    (0..count).map(|_| [next(40), next(40)]).collect()
}

#[test]
fn rows_are_those_of_the_solver() {
    let rows = rows(300);
    let input = rows.iter().map(|[a, b]| format!("{a},{b}\n")).collect::<Vec<_>>().concat();
    for game in ["wythoff", "take 1, 3, 4", "euclid", "misere nim", "grundy"] {
        let mut job = job(Some(game), CSV, Format::Csv { separator: b'\t' });
        job.show = ALL.to_vec();
        job.only = true;
        let out = out(&job, &input);
        let solver = Solver::default().insist_on_value(true);
        for ([a, b], line) in rows.iter().zip(out.lines().skip(1)) {
            let answer = solver.solve(&parse_position(&format!("{game}[{a}, {b}]")).unwrap()).unwrap();
            let moves: Vec<String> = answer
                .moves
                .iter()
                .map(|m| m.played[0].to.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
                .collect();
            let expected = [
                answer.outcome.letter().to_owned(),
                answer.value.map(|value| value.to_string()).unwrap_or_default(),
                moves.join(";"),
                moves.first().cloned().unwrap_or_default(),
                answer.method.name.to_owned(),
            ];
            assert_eq!(line.split('\t').collect::<Vec<_>>(), expected, "{game}[{a}, {b}]");
        }
    }
}

#[test]
fn shards_joined_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(20_000);
    let plain = rows.iter().map(|[a, b]| format!("{a} {b}\n")).collect::<Vec<_>>().concat();
    // Newlines in quotes, at which no part may begin.
    let csv: String = std::iter::once("a,b,note\n".to_owned())
        .chain(rows.iter().map(|[a, b]| format!("{a},{b},\"n\n{a},\"\"1,1\n\"\n")))
        .collect();
    let json = rows.iter().map(|[a, b]| format!("{{\"heaps\":[{a},{b}]}}\n")).collect::<Vec<_>>().concat();
    for (from, input, name) in
        [(Format::Text, plain, "in.txt"), (CSV, csv, "in.csv"), (Format::JsonLines, json, "in.jsonl")]
    {
        let mut job = job(Some("take 1, 3, 4"), from, from);
        job.show = vec![Column::Outcome, Column::Value];
        if from == CSV {
            job.columns = vec!["a".to_owned(), "b".to_owned()];
        }
        let path = folder.path().join(name);
        fs::write(&path, &input).unwrap();
        let mut whole = Vec::new();
        run(&job, Input::File(path.clone()), &mut whole, &mut |_| {}).unwrap();
        for of in [1, 3, 8] {
            let out = folder.path().join(format!("{name}.out-{of}"));
            for number in (0..of).rev() {
                let shard = shard::run(&job, &path, Part { number, of }, &out, &mut |_| {}).unwrap();
                assert!(!shard.was_there);
            }
            let merged = merge::merge(&out, Afterwards::Keep).unwrap();
            assert_eq!((merged.shards, merged.rows), (of, 20_000));
            assert!(fs::read(&out).unwrap() == whole, "{name} in {of} parts");
        }
    }
}

#[test]
fn a_finished_shard_is_left_alone_and_a_damaged_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("in.txt"), folder.path().join("out.txt"));
    fs::write(&path, "1 2\n3 5\n4 4\n6 10\n").unwrap();
    let job = job(Some("wythoff"), Format::Text, Format::Text);
    let part = |number| Part { number, of: 2 };
    let made = |job: &Job, number| shard::run(job, &path, part(number), &out, &mut |_| {});
    let first = made(&job, 0).unwrap();
    assert!(made(&job, 0).unwrap().was_there);
    // A part is missing.
    let code = |ended: Result<merge::Merged, BatchFailure>| match ended {
        Err(BatchFailure::Asked(error)) => error.code(),
        other => panic!("{other:?}"),
    };
    assert_eq!(code(merge::merge(&out, Afterwards::Keep)), "shards-missing");
    made(&job, 1).unwrap();
    // A damaged part is refused, and written again by repeating the command.
    let bytes = fs::read(&first.path).unwrap();
    fs::write(&first.path, b"N\nN\n").unwrap();
    assert_eq!(code(merge::merge(&out, Afterwards::Keep)), "shard-damaged");
    assert!(!made(&job, 0).unwrap().was_there);
    assert_eq!(fs::read(&first.path).unwrap(), bytes);
    merge::merge(&out, Afterwards::Keep).unwrap();
    assert_eq!(fs::read_to_string(&out).unwrap(), "P\nP\nN\nP\n");
    // Another job's manifest is not overwritten.
    let mut other = job.clone();
    other.line = Some(parse_game("nim").unwrap());
    assert!(matches!(made(&other, 0), Err(BatchFailure::Asked(error)) if error.code() == "other-manifest"));
    fs::write(&path, "1 2\n3 5\n4 4\n6 11\n").unwrap();
    assert!(matches!(made(&job, 0), Err(BatchFailure::Asked(error)) if error.code() == "other-manifest"));
    merge::merge(&out, Afterwards::Remove).unwrap();
    assert_eq!(code(merge::merge(&out, Afterwards::Keep)), "no-shards");
    assert!(!Path::new(&first.path).exists());
}

#[test]
fn a_bad_line_of_a_late_shard_is_named_by_its_line_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("in.txt"), folder.path().join("out.txt"));
    let mut text = "1 2\n".repeat(1000);
    text.push_str("1 x\n");
    fs::write(&path, text).unwrap();
    let job = job(Some("nim"), Format::Text, Format::Text);
    match shard::run(&job, &path, Part { number: 2, of: 3 }, &out, &mut |_| {}) {
        Err(BatchFailure::Row(wrong)) => assert_eq!((wrong.line(), wrong.column), (1001, 3)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_interrupt_stops_the_work() {
    let mut job = job(Some("nim"), CSV, CSV);
    job.cancel.cancel();
    job.keep_going = true;
    let stopped = done(&job, "a\n1\n").1;
    assert!(
        matches!(stopped, Err(BatchFailure::Stopped { rows: 0, error }) if error.code() == "interrupted")
    );
}

/// Repeats the same row for ever.
#[derive(Debug)]
struct Endless(&'static str, usize);

impl std::io::Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        for byte in &mut *out {
            *byte = self.0.as_bytes()[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(out.len())
    }
}

#[test]
fn the_time_is_for_the_whole_job() {
    let formats = [
        (Format::Text, Format::Text, "8 13\n"),
        (Format::Text, CSV, "8 13\n"),
        (CSV, Format::Text, "8,13\n"),
        (Format::JsonLines, Format::JsonLines, "[8,13]\n"),
    ];
    for (game, show) in [("wythoff", vec![Column::Outcome]), ("take 1, 3 from 2 heaps", ALL.to_vec())] {
        for (from, to, line) in formats {
            let mut job = job(Some(game), from, to);
            (job.show, job.only, job.keep_going) = (show.clone(), true, true);
            job.limits.time = Some(Duration::from_millis(60));
            let mut out = Vec::new();
            let ended = run(&job, Input::Stream(Box::new(Endless(line, 0))), &mut out, &mut |_| {});
            let Err(BatchFailure::Stopped { rows, error }) = ended else { panic!("{ended:?}") };
            assert_eq!(error.code(), "time-limit");
            // The answers so far are written, and no row becomes an error because of the time limit.
            let out = String::from_utf8(out).unwrap();
            let answers: Vec<&str> = out.lines().skip(usize::from(to == CSV)).collect();
            assert_eq!(answers.len() as u64, rows);
            assert!(answers.iter().all(|answer| answer == &answers[0] && !answer.starts_with("error")));
        }
    }
}

/// A piece holds many rows that take a moment each; an interrupt does not wait for the end of the piece.
#[test]
fn an_interrupt_stops_between_two_rows() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    for (from, to) in [(Format::Text, Format::Text), (Format::Text, CSV)] {
        ASKED.store(0, Ordering::Relaxed);
        let mut job = job(Some("take 1, 3, 4 or take 1 from 2 heaps"), from, to);
        job.threads = 1;
        job.show = vec![Column::Outcome, Column::Method];
        job.keep_going = true;
        job.cancel = Cancel::asking(|| ASKED.fetch_add(1, Ordering::Relaxed) > 1000);
        let (rows, ended) = done(&job, &"1 2\n".repeat(5000));
        assert!(matches!(ended, Err(BatchFailure::Stopped { error, .. }) if error.code() == "interrupted"));
        assert!(rows.lines().count() < 5000);
    }
}

#[test]
fn work_may_be_stopped_when_all_records_of_a_piece_are_answered() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    static LOOKS: AtomicU64 = AtomicU64::new(0);
    let tabs = Format::Csv { separator: b'\t' };
    let two = "take 1, 3, 4 or take 1 from 2 heaps";
    for (from, game, text) in [
        (CSV, "nim", "a,b\n3,4\n"),
        (tabs, "kayles", "n\n12\n1ga\tcm\n"),
        (tabs, "kayles", "n\tm\n12\tx\n1ga\tcm\n"),
        (CSV, two, "a,b\n3,4\n2,2\n"),
        (Format::JsonLines, "lasker", "{\"heaps\":[3,4]}\n"),
        (Format::Text, "kayles", "3 4\n5 6\n"),
    ] {
        for (looks, show) in
            (0..24).flat_map(|looks| [Column::Outcome, Column::Value].map(|show| (looks, show)))
        {
            ASKED.store(0, Ordering::Relaxed);
            LOOKS.store(looks, Ordering::Relaxed);
            let mut job = job(Some(game), from, CSV);
            (job.keep_going, job.threads, job.show) = (true, 1, vec![show]);
            job.cancel =
                Cancel::asking(|| ASKED.fetch_add(1, Ordering::Relaxed) >= LOOKS.load(Ordering::Relaxed));
            let (_, ended) = done(&job, text);
            let is_told = matches!(&ended, Err(BatchFailure::Stopped { error, .. } | BatchFailure::Row(RowError { error, .. }))
                if error.code() == "interrupted");
            assert!(ended.is_ok() || is_told, "{game} after {looks} looks: {ended:?}");
        }
    }
}
