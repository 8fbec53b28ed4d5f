use super::*;
use proptest::prelude::*;

/// Each method echoes its lines differently, so that a test sees which path a line took.
struct Echo {
    gathers: bool,
}

impl Decide for Echo {
    type Stop = &'static str;

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

    fn other(&mut self, line: &[u8], number: u64, rows: &mut Vec<u8>) -> Result<(), &'static str> {
        if line == b"stop" {
            return Err("asked to");
        }
        rows.extend(format!("{number}: {}\n", String::from_utf8_lossy(line)).bytes());
        Ok(())
    }
}

/// Returns the input in pieces of a few bytes.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.1.min(buffer.len());
        let read = (&mut self.0).take(len as u64).read(buffer)?;
        self.1 = self.1 % 7 + 1;
        Ok(read)
    }
}

fn run(text: &str, gathers: bool, limits: Limits) -> (String, Result<u64, Ended<&'static str>>) {
    let mut rows = Vec::new();
    let result = decide_lines(&mut Pieces(text.as_bytes(), 3), &mut rows, &mut Echo { gathers }, limits);
    (String::from_utf8(rows).unwrap(), result)
}

const SMALL: Limits = Limits { block: 4, line: 40 };

#[test]
fn every_kind_of_line_takes_its_road_in_order() {
    let text = "1 2\n3,4\n\n5\n 6  7 \r\n8 9 10\n-1\n11\t12\n13 14 15\n99999999999999999999 1\r\n16 17";
    let expected = "pair 1 2\npair 3 4\n3: \nwords [5]\npair 6 7\nwords [8, 9, 10]\n7: -1\npair 11 12\n\
        9: 13 14 15\n10: 99999999999999999999 1\npair 16 17\n";
    for limits in [SMALL, Limits::default()] {
        let (rows, result) = run(text, true, limits);
        assert_eq!(rows, expected);
        assert_eq!(result.unwrap(), 11);
    }
    let (rows, _) = run("1 2\n", false, SMALL);
    assert_eq!(rows, "words [1, 2]\n");
}

#[test]
fn nothing_in_nothing_out() {
    let (rows, result) = run("", true, SMALL);
    assert_eq!((rows.as_str(), result.unwrap()), ("", 0));
}

#[test]
fn a_stop_keeps_the_rows_before_it() {
    let (rows, result) = run("1 2\n3\nstop\n4\n", true, Limits::default());
    assert_eq!(rows, "pair 1 2\nwords [3]\n");
    assert!(matches!(result, Err(Ended::Line { number: 3, stop: "asked to" })));
}

#[test]
fn the_line_limit_is_exact() {
    let fits = format!("1 2\n{}\n3\n", "x".repeat(40));
    let (rows, result) = run(&fits, true, SMALL);
    assert_eq!(rows, format!("pair 1 2\n2: {}\nwords [3]\n", "x".repeat(40)));
    assert_eq!(result.unwrap(), 3);
    let (rows, result) = run(&format!("1 2\n{}\n3\n", "x".repeat(41)), true, SMALL);
    assert_eq!(rows, "pair 1 2\n");
    assert!(matches!(result, Err(Ended::LineTooLong { number: 2, limit: 40 })));
}

#[test]
fn more_pairs_than_are_gathered_at_once() {
    let lines = 3 * GATHERED + 5;
    let text: Vec<String> = (0..lines).map(|n| format!("{n} {}\n", n + 1)).collect();
    let (rows, result) = run(&text.concat(), true, Limits::default());
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
    #[test]
    fn block_size_changes_nothing(text in "[0-9 ,x\r\n-]{0,200}", block in 1_usize..50) {
        let small = run(&text, true, Limits { block, line: 1000 });
        let large = run(&text, true, Limits::default());
        prop_assert_eq!(&small.0, &large.0);
        prop_assert_eq!(small.1.unwrap(), text.lines().count() as u64);
        prop_assert_eq!(large.0.lines().count(), text.lines().count());
    }
}
