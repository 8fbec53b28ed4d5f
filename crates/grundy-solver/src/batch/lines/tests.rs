use super::*;
use grundy_core::error::Error;
use proptest::prelude::*;

/// Each method echoes its lines differently, so that a test sees which path a line took.
struct Echo {
    gathers: bool,
}

impl Decide for Echo {
    fn gathers_pairs(&self) -> bool {
        self.gathers
    }

    fn pairs(&mut self, pairs: &[[u64; 2]], rows: &mut Vec<u8>) {
        assert!(pairs.len() <= GATHERED);
        for [x, y] in pairs {
            rows.extend(format!("pair {x} {y}\n").bytes());
        }
    }

    fn words(&mut self, heaps: &[u64], rows: &mut Vec<u8>) -> bool {
        if heaps.contains(&13) {
            return false;
        }
        rows.extend(format!("words {heaps:?}\n").bytes());
        true
    }

    fn other(&mut self, line: &[u8], rows: &mut Vec<u8>) -> Result<(), RowError> {
        if line == b"stop" {
            return Err(stop());
        }
        rows.extend(format!("other {}\n", String::from_utf8_lossy(line)).bytes());
        Ok(())
    }
}

fn stop() -> RowError {
    RowError::new(0, Error::input("error.empty-line")).at_column(3)
}

fn run(text: &str, gathers: bool) -> (String, Result<u64, RowError>) {
    let mut rows = Vec::new();
    let result = decide_lines(text.as_bytes(), &mut Echo { gathers }, &mut rows);
    (String::from_utf8(rows).unwrap(), result)
}

#[test]
fn every_kind_of_line_takes_its_road_in_order() {
    let text = "1 2\n3,4\n\n5\n 6  7 \r\n8 9 10\n-1\n11\t12\n13 14 15\n99999999999999999999 1\r\n16 17";
    let expected = "pair 1 2\npair 3 4\nother \nwords [5]\npair 6 7\nwords [8, 9, 10]\nother -1\npair 11 12\n\
        other 13 14 15\nother 99999999999999999999 1\npair 16 17\n";
    let (rows, result) = run(text, true);
    assert_eq!(rows, expected);
    assert_eq!(result.unwrap(), 11);
    let (rows, _) = run("1 2\n", false);
    assert_eq!(rows, "words [1, 2]\n");
}

#[test]
fn nothing_in_nothing_out() {
    let (rows, result) = run("", true);
    assert_eq!((rows.as_str(), result.unwrap()), ("", 0));
}

#[test]
fn a_stop_keeps_the_rows_before_it() {
    let (rows, result) = run("1 2\n3\nstop\n4\n", true);
    assert_eq!(rows, "pair 1 2\nwords [3]\n");
    assert_eq!(result, Err(stop().after(2)));
}

#[test]
fn more_pairs_than_are_gathered_at_once() {
    let lines = 3 * GATHERED + 5;
    let text: Vec<String> = (0..lines).map(|n| format!("{n} {}\n", n + 1)).collect();
    let (rows, result) = run(&text.concat(), true);
    assert!(rows.lines().enumerate().all(|(n, row)| row == format!("pair {n} {}", n + 1)));
    assert_eq!((rows.lines().count(), result.unwrap()), (lines, lines as u64));
}

#[test]
fn answers_as_letters() {
    let mut rows = b"D\n".to_vec();
    push_outcomes(&[1, 0, 0, 1], &mut rows);
    assert_eq!(rows, b"D\nP\nN\nN\nP\n");
}

proptest! {
    /// The lines at the end are copied, and how many are depends on their lengths.
    #[test]
    fn every_line_takes_its_road_wherever_it_lies(text in "([0-9 ,x-]{0,24}\r?\n){0,9}[0-9 ,x-]{0,24}") {
        let (rows, result) = run(&text, true);
        prop_assert_eq!(result.unwrap(), text.lines().count() as u64);
        let alone: String = text.lines().map(|line| run(&format!("{line}\n"), true).0).collect();
        prop_assert_eq!(rows, alone);
    }
}
