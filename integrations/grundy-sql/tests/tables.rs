//! Table functions: their rows, for any number of parts.

mod common;

use common::{one, rows};
use grundy_solver::catalogue;

#[test]
fn values_are_those_of_the_library() {
    let kayles = rows("SELECT value FROM grundy_values('kayles', 11) ORDER BY n").expect("rows");
    assert_eq!(kayles, ["0", "1", "2", "3", "1", "4", "3", "2", "1", "4", "2", "6"]);
    // More than one batch.
    assert_eq!(one("SELECT count(*) FROM grundy_values('take 1, 3, 4', 5000)"), "5001");
    assert_eq!(
        one(
            "SELECT count(*) FROM grundy_values('take 1, 3, 4', 5000) WHERE value <> CASE n % 7 WHEN 0 THEN 0 \
                    WHEN 1 THEN 1 WHEN 2 THEN 0 WHEN 3 THEN 1 WHEN 4 THEN 2 WHEN 5 THEN 3 ELSE 2 END"
        ),
        "0"
    );
}

#[test]
fn every_pair_is_there_once() {
    let counts =
        "SELECT count(*), count(DISTINCT a * 1000 + b), max(a), max(b) FROM grundy_table('wythoff', 60, 70)";
    assert_eq!(rows(counts).expect("rows"), ["4200,4200,59,69"]);
    let lost = "SELECT a, b FROM grundy_table('wythoff', 10, 10) WHERE outcome = 'P' AND a <= b ORDER BY a";
    assert_eq!(rows(lost).expect("rows"), ["0,0", "1,2", "3,5", "4,7"]);
    let same = "SELECT count(*) FROM grundy_table('take 1, 3', 50, 50) WHERE outcome <> grundy_outcome('take 1, 3', a, b)";
    assert_eq!(one(same), "0");
}

#[test]
fn families_are_complete() {
    let counts =
        "SELECT count(*), count(DISTINCT rule), max(size), max(divisor) FROM grundy_subtraction_sets(12)";
    assert_eq!(rows(counts).expect("rows"), ["4095,4095,12,12"]);
    assert_eq!(one("SELECT count(DISTINCT rule) FROM grundy_octal_codes(4)"), "4095");
    assert_eq!(one("SELECT rule FROM grundy_subtraction_sets(40) LIMIT 1"), "take 1");
    assert_eq!(one("SELECT divisor FROM grundy_subtraction_sets(12) WHERE rule = 'take 6, 9, 12'"), "3");
    let codes = "SELECT digits, count(*) FROM grundy_octal_codes(3) GROUP BY digits ORDER BY digits";
    assert_eq!(rows(codes).expect("rows"), ["1,7", "2,56", "3,448"]);
}

#[test]
fn the_catalogue_is_complete() {
    assert_eq!(one("SELECT count(*) FROM grundy_games()"), catalogue::all().len().to_string());
    assert_eq!(one("SELECT count(*) FROM grundy_games() WHERE name = 'kayles' AND title <> ''"), "1");
}

#[test]
fn few_columns_and_few_rows_may_be_asked_for() {
    assert_eq!(one("SELECT count(*) FROM grundy_octal_codes(2)"), "63");
    assert_eq!(rows("SELECT size FROM grundy_subtraction_sets(30) LIMIT 3").expect("rows").len(), 3);
    assert_eq!(one("SELECT max(n) FROM grundy_values('nim', 0)"), "0");
}
