//! The functions against the library, with every kind of argument.

mod common;

use std::fmt::Write as _;
use std::sync::Arc;

use common::{error, one, rows};
use grundy_solver::batch::{BatchSettings, Column, Prepared};
use grundy_solver::limits::{Cancel, Limits};
use grundy_solver::notation;
use grundy_solver::text::Lang;
use grundy_sql::Error;
use proptest::prelude::*;

/// The rows of `batch` for lines of heaps, with every column.
fn by_batch(game: &str, lines: &str) -> Vec<String> {
    let columns = Column::ALL.map(|(_, column)| column).to_vec();
    let line = notation::parse_game(game).expect(game);
    let settings = BatchSettings {
        line,
        columns,
        keep_going: false,
        limits: Limits::default(),
        cancel: Cancel::default(),
    };
    let mut out = Vec::new();
    Arc::new(Prepared::new(settings)).lines().answer(lines.as_bytes(), &mut out).expect(game);
    String::from_utf8(out).expect("UTF-8").lines().map(|line| line.replace('\t', ",")).collect()
}

fn by_sql(game: &str, lines: &str) -> Vec<String> {
    let mut values = String::new();
    for (row, line) in lines.lines().enumerate() {
        let _ = write!(values, "{}({row}, '{line}')", if row > 0 { ", " } else { "" });
    }
    let asked = ["outcome", "value", "moves", "first_move", "method"];
    let asked: Vec<String> = asked.iter().map(|name| format!("grundy_{name}('{game}', h)")).collect();
    let query = format!("SELECT {} FROM (VALUES {values}) AS t(n, h) ORDER BY n", asked.join(", "));
    rows(&query).unwrap_or_else(|error| panic!("{query}: {error}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn answers_are_those_of_batch(
        game in prop::sample::select(vec![
            "nim", "wythoff", "misere nim", "take 1, 3, 4", "fibonacci", "euclid", "take any or take any from 2 heaps within 1",
            "kayles", "lasker", "misere take 1..3", "moore(2)",
        ]),
        heaps in prop::collection::vec((1u64..40, 1u64..40), 1..20),
    ) {
        let single = ["fibonacci"].contains(&game);
        let mut lines = String::new();
        for (a, b) in heaps {
            let _ = if single { writeln!(lines, "{a}") } else { writeln!(lines, "{a} {b}") };
        }
        prop_assert_eq!(by_sql(game, &lines), by_batch(game, &lines));
    }
}

#[test]
fn heaps_may_be_numbers_a_list_or_a_text_of_any_size() {
    for heaps in [
        "8, 13",
        "[8, 13]",
        "'8 13'",
        "'13,8'",
        "make_array(13, 8)",
        "CAST(8 AS TINYINT), CAST(13 AS BIGINT UNSIGNED)",
    ] {
        assert_eq!(one(&format!("SELECT grundy_outcome('wythoff', {heaps})")), "P", "{heaps}");
        assert_eq!(one(&format!("SELECT wythoff_outcome({heaps})")), "P", "{heaps}");
    }
    assert_eq!(one("SELECT nim_value(3, 4, 5)"), "2");
    assert_eq!(one("SELECT grundy_outcome('nim', 100000000000000000000, 100000000000000000000)"), "P");
    assert_eq!(one("SELECT grundy_outcome('bash(3)', '10^100')"), "P");
    assert_eq!(one("SELECT kayles_value(11)"), "6");
    // Also if another method than values decides the game.
    assert_eq!(one("SELECT grundy_value('wythoff', 3, 4)"), "2");
    assert_eq!(one("SELECT grundy_first_move('nim', 3, 4, 5)"), "1 4 5");
    assert_eq!(one("SELECT grundy_method('wythoff', 1, 2)"), "wythoff");
}

#[test]
fn each_row_may_have_its_own_game() {
    let query = "SELECT grundy_outcome(g, a, b) FROM (VALUES (0, 'wythoff', 1, 2), (1, 'nim', 2, 2), \
                 (2, 'wythoff', 3, 3), (3, NULL, 1, 1), (4, 'nim', 1, 2), (5, 'nim', NULL, 2)) AS t(n, g, a, b) ORDER BY n";
    assert_eq!(rows(query).expect("answers"), ["P", "P", "N", "", "N", ""]);
}

#[test]
fn null_in_is_null_out() {
    for heaps in ["NULL", "1, NULL", "NULL, CAST(NULL AS BIGINT)", "CAST(NULL AS VARCHAR)"] {
        assert_eq!(one(&format!("SELECT grundy_outcome('nim', {heaps}) IS NULL")), "true", "{heaps}");
        assert_eq!(one(&format!("SELECT nim_value({heaps}) IS NULL")), "true", "{heaps}");
    }
    assert_eq!(one("SELECT grundy_outcome(NULL, 1) IS NULL"), "true");
    assert_eq!(one("SELECT grundy_period(NULL) IS NULL"), "true");
    assert_eq!(one("SELECT grundy_explain('nim', NULL) IS NULL"), "true");
    assert_eq!(one("SELECT grundy_period('kayles', CAST(NULL AS BIGINT)) IS NULL"), "true");
    // No value in a game whose values do not determine sums.
    assert_eq!(one("SELECT grundy_value('misere nim', 1, 2) IS NULL"), "true");
}

#[test]
fn what_is_wrong_is_said_as_elsewhere() {
    let Error::Grundy(unknown) = error("SELECT grundy_outcome('wythof', 1, 2)") else {
        panic!("no library error")
    };
    assert_eq!(
        (unknown.code(), unknown.suggestion(), unknown.span()),
        ("unknown-game", Some("wythoff"), Some(0..6))
    );
    let codes = [
        ("SELECT grundy_outcome(g, 1) FROM (VALUES ('nimm')) AS t(g)", "unknown-game"),
        ("SELECT grundy_outcome('nim', x) FROM (VALUES (-1)) AS t(x)", "negative-heap"),
        ("SELECT grundy_outcome('graph(\"/etc/passwd\")', 1)", "files-refused"),
        ("SELECT grundy_outcome('nim', 1.5)", "heaps-type"),
        ("SELECT grundy_outcome('nim', 1e0 + 0.5)", "heaps-type"),
        ("SELECT grundy_outcome('nim')", "no-heaps"),
        ("SELECT grundy_outcome(5, 1)", "game-type"),
        ("SELECT grundy_period('kayles', 'x')", "period-arguments"),
        ("SELECT * FROM grundy_values('misere nim', 5)", "values-misere"),
        ("SELECT * FROM grundy_values('nim')", "table-arguments"),
        ("SELECT grundy_period('kayles', -1)", "period-limit"),
        ("SELECT grundy_period('kayles', x) FROM (VALUES (9), (NULL), (-1)) AS t(x)", "period-limit"),
        ("SELECT nim_outcome('')", "empty-text"),
        ("SELECT grundy_value(g, ' ') FROM (VALUES ('nim')) AS t(g)", "empty-text"),
        ("SELECT grundy_explain('nim', 3, '4')", "explain-lang"),
        ("SELECT grundy_explain('nim', 3, 'fr') FROM grundy_values('nim', 9) WHERE n > 99", "explain-lang"),
        ("SELECT grundy_explain('nim', 3, l) FROM (VALUES ('en'), ('4')) AS t(l)", "explain-lang"),
        ("SELECT grundy_explain('nim', '3', '4', 'zh')", "heaps-type"),
        ("SELECT * FROM grundy_subtraction_sets(70)", "table-size"),
        ("SELECT * FROM grundy_octal_codes(99999999999999)", "table-size"),
        ("EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1", "only-queries"),
        ("CREATE EXTERNAL TABLE t (a INT) STORED AS CSV LOCATION '/etc/passwd'", "only-queries"),
        ("COPY (SELECT 1) TO '/nowhere/a.csv'", "only-queries"),
        ("SELECT 1; COPY (SELECT 1) TO '/nowhere/a.csv'", "only-queries"),
        ("SELEKT 1", "sql"),
        ("", "no-statement"),
    ];
    for (query, code) in codes {
        assert_eq!(error(query).code(), code, "{query}: {}", error(query));
    }
}

#[test]
fn what_a_script_defines_lasts_as_long_as_the_script() {
    assert_eq!(one("CREATE VIEW v AS SELECT 7 AS x; SELECT x FROM v"), "7");
    assert_eq!(one("CREATE TABLE t AS SELECT nim_outcome(1, 1) AS x; SELECT x FROM t"), "P");
    assert!(!error("SELECT x FROM t").code().is_empty());
}

#[test]
fn what_is_wrong_is_said_in_the_words_of_sql() {
    let empty = error("SELECT nim_first_move('')").text(Lang::En);
    assert!(empty.contains("try_grundy_first_move(game, heaps)") && !empty.contains("--"), "{empty}");
    assert_eq!(one("SELECT try_grundy_first_move('nim', '') IS NULL"), "true");
    let size = error("SELECT * FROM grundy_subtraction_sets(70)").text(Lang::En);
    assert_eq!(size, "the number in grundy_subtraction_sets(k) must be from 1 to 40");
    assert_eq!(one("SELECT divisor FROM grundy_subtraction_sets(40) LIMIT 1"), "1");
}

#[test]
fn the_twins_give_null_instead_of_an_error() {
    let query = "SELECT try_grundy_outcome(g, h) FROM (VALUES (0, 'nim', '1 1'), (1, 'nimm', '1'), (2, 'nim', '-1'), \
                 (3, 'euclid', '1 2 3'), (4, 'nim', 'x')) AS t(n, g, h) ORDER BY n";
    assert_eq!(rows(query).expect("answers"), ["P", "", "", "N", ""]);
    assert_eq!(one("SELECT try_grundy_value('nothing', 1) IS NULL"), "true");
}

#[test]
fn periods_are_those_of_the_library() {
    let query = "SELECT p.period, p.preperiod, p.saltus, p.max_value, p.proof FROM \
                 (SELECT grundy_period(rule) AS p FROM (VALUES ('kayles'), ('take 1, 3, 4'), ('nim')) AS t(rule))";
    let rows = rows(query).expect("answers");
    assert!(rows[0].starts_with("12,71,0,8,"), "{rows:?}");
    assert!(rows[1].starts_with("7,0,0,3,"), "{rows:?}");
    assert!(rows[2].starts_with("1,0,1,,"), "{rows:?}");
    assert_eq!(one("SELECT grundy_period('kayles', 50)['reason']"), "limit");
}

#[test]
fn reasons_are_in_words_of_either_language() {
    assert!(one("SELECT replace(grundy_explain('nim', 3, 4, 5), chr(10), ' ')").contains("nim-sum"));
    assert!(!one("SELECT replace(grundy_explain('nim', [3, 4, 5], 'zh'), chr(10), ' ')").is_ascii());
    let chinese = one("SELECT replace(grundy_explain('nim', '3 4 5', 'zh'), chr(10), ' ')");
    assert_eq!(chinese, one("SELECT replace(grundy_explain('nim', 3, 4, 5, 'zh'), chr(10), ' ')"));
}
