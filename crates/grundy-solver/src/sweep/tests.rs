//! Rows against plain recursion, families against counting.

use std::collections::BTreeSet;

use super::*;

fn row_of(rule: &str, limit: u64) -> Row {
    super::row_of(rule, limit, Limits { threads: 1, ..Limits::default() }, &Cancel::default()).unwrap()
}

#[test]
fn every_member_comes_once() {
    for (family, count) in [
        (Family::subtraction(1, 5).unwrap(), 31),
        (Family::subtraction(3, 6).unwrap(), 15),
        (Family::octal(1).unwrap(), 7),
        (Family::octal(3).unwrap(), 448),
    ] {
        assert_eq!(family.count(), count);
        let rules: BTreeSet<String> = (0..count).map(|number| family.member(number).unwrap().rule).collect();
        assert_eq!(rules.len() as u64, count);
        assert_eq!(family.member(count), None);
        for rule in rules {
            parse_game(&rule).unwrap();
        }
    }
    let member = |family: Family, number| {
        let Member { rule, size, divisor } = family.member(number).unwrap();
        (rule, size, divisor)
    };
    let sets = Family::subtraction(1, 9).unwrap();
    assert_eq!(member(sets, 0b1101 - 1), ("take 1, 3, 4".to_owned(), 3, 1));
    assert_eq!(member(sets, 0b1_0010_0000 - 1), ("take 6, 9".to_owned(), 2, 3));
    assert_eq!(member(sets, 0b1000_0000 - 1), ("take 8".to_owned(), 1, 8));
    assert_eq!(member(Family::octal(3).unwrap(), 7), ("octal(0.011)".to_owned(), 3, 1));
    assert!(Family::subtraction(0, 4).is_err() && Family::subtraction(4, 3).is_err());
    assert!(Family::subtraction(1, 41).is_err() && Family::octal(13).is_err());
}

#[test]
fn rows_of_small_sets_are_those_of_the_recursion() {
    let family = Family::subtraction(1, 6).unwrap();
    for number in 0..family.count() {
        let amounts: Vec<usize> = (1..=6).filter(|amount| (number + 1) >> (amount - 1) & 1 == 1).collect();
        let mut values: Vec<u64> = Vec::new();
        for n in 0..600_usize {
            let options: BTreeSet<u64> = amounts.iter().filter(|k| **k <= n).map(|k| values[n - k]).collect();
            values.push((0..=options.len() as u64).find(|value| !options.contains(value)).unwrap());
        }
        let row = row_of(&family.member(number).unwrap().rule, 1000);
        let (period, preperiod) =
            (usize::try_from(row.period.unwrap()).unwrap(), usize::try_from(row.preperiod.unwrap()).unwrap());
        let holds = |p: usize, s: usize| (s..500 - p).all(|n| values[n] == values[n + p]);
        assert!(holds(period, preperiod), "{row:?}");
        assert!((1..period).all(|shorter| !holds(shorter, preperiod)), "{row:?}");
        assert!(preperiod == 0 || !holds(period, preperiod - 1), "{row:?}");
        assert_eq!(row.max_value, values.iter().max().copied(), "{row:?}");
        assert_eq!((row.saltus, row.proof.is_some()), (Some(0), true));
    }
}

#[test]
fn known_rows() {
    let kayles = row_of("kayles", 10_000);
    assert_eq!((kayles.period, kayles.preperiod, kayles.max_value), (Some(12), Some(71), Some(8)));
    assert_eq!((kayles.proof.as_deref(), kayles.checked_to), (Some("Guy and Smith 1956"), Some(167)));
    let unproved = row_of("octal(0.6)", 1000);
    assert_eq!((unproved.period, unproved.proof, unproved.checked_to), (None, None, Some(1000)));
    assert_eq!(row_of("octal(0.6)", 1000).to_json()["period"], Json::Null);
    assert_eq!(row_of("lasker", 100).saltus, Some(4));
    assert!(super::row_of("wythoff", 10, Limits::default(), &Cancel::default()).is_err());
}

#[test]
fn what_the_time_of_the_whole_ends_is_no_row() {
    let limits = Limits { threads: 1, ..Limits::default() };
    let over = Cancel::default().within(Some(std::time::Duration::ZERO));
    assert_eq!(super::row_of("octal(0.6)", 1000, limits, &over).unwrap_err().code(), "time-limit");
}
