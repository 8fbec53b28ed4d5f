//! Segments of values by the definition: each holds with the few others that it needs, and no byte can be changed.

use std::collections::BTreeMap;

use super::*;
use crate::certificate::{Parts, Take};
use crate::game::Game;
use crate::natural::Amount;
use crate::plain::Plain;
use crate::watch::{Limits, Watch};

type Files = BTreeMap<u64, Vec<u8>>;

/// The files of a run over `length` values.
fn files(rule: &Rule, space: Option<SparseSpace>, length: usize, size: usize) -> Files {
    let Ok(game) = Game::new(rule) else { panic!("{rule:?}") };
    let mut progress = |_, _| true;
    let mut watch = Watch::new(Limits::default(), length as u64, &mut progress);
    let mut plain = Plain::new(&game, length as u64, &mut watch).unwrap();
    plain.extend(length, &mut watch).unwrap();
    let values = plain.values();
    let mut files = Files::new();
    let mut before: Option<(About, String)> = None;
    for (number, from) in (0..length).step_by(size).enumerate() {
        let end = length.min(from + size);
        let rares = space.map_or(0, |space| {
            (1..end).filter(|n| space.is_rare(values[*n].into(), *n as u64)).count() as u64
        });
        let frame = Frame {
            game: "a game",
            rule: Some(rule),
            space,
            rares,
            before: before.as_ref().map(|(about, digest)| (about, &**digest)),
        };
        let bytes = frame.encode(end - from, &|place| values[from + place].into());
        let segment = Segment::parse(bytes.clone()).unwrap();
        assert!(
            (from..end).zip(0..segment.len()).all(|(n, place)| segment.value(place) == u32::from(values[n]))
        );
        before = Some((segment.about().clone(), segment.digest().to_owned()));
        files.insert(number as u64, bytes);
    }
    files
}

/// Whether a segment holds, and which files were read.
fn checked(files: &Files, number: u64) -> (Result<Option<&'static str>, Error>, Vec<u64>) {
    let mut asked = Vec::new();
    let mut read = |number: u64| {
        asked.push(number);
        Ok(files.get(&number).cloned())
    };
    let verdict = check_segment(number, &mut read, Limits::default(), &mut |_, _| true);
    asked.sort_unstable();
    asked.dedup();
    (verdict.map(|verdict| verdict.reason.map(|reason| reason.code())), asked)
}

fn space(mask: u16, odd: Option<bool>) -> SparseSpace {
    SparseSpace { mask, odd }
}

/// Octal code 0.106, with few rare positions by the parity of heaps; the mask is that of the engine.
fn sparse() -> (Rule, Option<SparseSpace>) {
    (Rule::octal(vec![0, 1, 0, 6]), Some(space(13, Some(true))))
}

#[test]
fn a_segment_needs_few_others() {
    // A game without splits needs the one before.
    let window =
        Rule::takes(vec![Take::of(vec![Amount::One(3), Amount::Range(7, 9)], vec![0, 1], Parts::Any)]);
    let run = files(&window, None, 500, 100);
    for number in [2, 4] {
        assert_eq!(checked(&run, number), (Ok(None), vec![number - 1, number]));
    }
    // Without a sparse space, or with one that has rare positions everywhere, all are needed.
    let (rule, good) = sparse();
    for space in [None, Some(space(1, None)), Some(space(13, Some(false)))] {
        let run = files(&rule, space, 14_000, 4_000);
        assert_eq!(checked(&run, 3), (Ok(None), vec![0, 1, 2, 3]), "{space:?}");
        assert_eq!(checked(&run, 0), (Ok(None), vec![0]), "{space:?}");
    }
    let run = files(&rule, good, 18_000, 4_000);
    let (verdict, asked) = checked(&run, 4);
    assert_eq!((verdict, asked), (Ok(None), vec![0, 3, 4]));
    // Segments that are too short for the search for witnesses.
    let run = files(&rule, good, 4_000, 1_000);
    assert_eq!(checked(&run, 3), (Ok(None), vec![0, 1, 2, 3]));
}

#[test]
fn every_byte_counts() {
    let digest = |bytes: &mut Vec<u8>| {
        let content = bytes.len() - DIGEST;
        let digest = Hash::hash(&bytes[..content]);
        bytes[content..].copy_from_slice(&digest);
    };
    // One byte each, codes with a list, two bytes each.
    let dense = Rule::octal(vec![0, 0, 0, 7]);
    let six = (Rule::octal(vec![0, 6]), Some(space(494, None)));
    let wide = (Rule::takes(vec![Take::of(vec![Amount::Range(1, 600)], vec![0, 1], Parts::Any)]), None);
    for (rule, space) in [sparse(), six, (dense, None), wide] {
        let run = files(&rule, space, 1_300, 500);
        let whole = &run[&1];
        for at in 0..whole.len() {
            let mut changed = run.clone();
            let bytes = changed.get_mut(&1).unwrap();
            bytes[at] ^= 1 << (at % 8);
            assert!(checked(&changed, 1).0.is_err(), "{rule:?} {at}");
            if at < whole.len() - DIGEST && at % 3 == 0 {
                digest(changed.get_mut(&1).unwrap());
                assert!(checked(&changed, 1).0 != Ok(None), "{rule:?} {at}");
                // The next one names the digest that was.
                assert!(checked(&changed, 2).0 != Ok(None), "{rule:?} {at}");
            }
        }
        // Bytes that are missing, or too many; a segment at the place of another, or none.
        for length in [0, 1, DIGEST - 1, DIGEST, 100, whole.len() - 1, whole.len() + 1] {
            let mut changed = run.clone();
            changed.get_mut(&1).unwrap().resize(length, 0);
            assert!(checked(&changed, 1).0.is_err(), "{length}");
        }
        let mut changed = run.clone();
        changed.insert(1, run[&2].clone());
        assert!(checked(&changed, 1).0.is_err());
        changed.remove(&1);
        assert_eq!(checked(&changed, 2).0.unwrap_err().code(), "segment-missing");
    }
}

#[test]
fn values_and_numbers_that_are_wrong_are_named() {
    let (rule, space) = sparse();
    let run = files(&rule, space, 1_000, 500);
    let first = Segment::parse(run[&0].clone()).unwrap();
    let second = Segment::parse(run[&1].clone()).unwrap();
    let made = |rares: u64, wrong: usize| {
        let frame = Frame {
            game: "a game",
            rule: Some(&rule),
            space,
            rares,
            before: Some((first.about(), first.digest())),
        };
        let bytes = frame.encode(500, &|place| second.value(place) ^ u32::from(place == wrong));
        let mut changed = run.clone();
        changed.insert(1, bytes);
        checked(&changed, 1).0
    };
    let rares = second.about().rares;
    assert_eq!(made(rares, 500), Ok(None));
    assert_eq!(made(rares, 77), Ok(Some("segment-value")));
    assert_eq!(made(rares + 1, 500), Ok(Some("segment-form")));
    let limits = Limits { memory: 1_000, time: None };
    let mut read = |number: u64| Ok(run.get(&number).cloned());
    let error = check_segment(1, &mut read, limits, &mut |_, _| true).unwrap_err();
    assert_eq!(error.code(), "memory-limit");
}
