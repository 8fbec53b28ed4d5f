//! Sieve and tables against the plain search and against what is known.

use dashu_int::UBig;

use super::Lattice;
use crate::kernel::wythoff::lower;
use crate::oracle::Oracle;
use crate::theorem::testing::Random;
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::parse_game;
use grundy_core::position::Position;

fn lattice(text: &str) -> Lattice {
    let line = parse_game(text).unwrap();
    Lattice::of(line.game.rules().unwrap(), line.misere).unwrap()
}

/// Every position of the box: outcome by the sieve, value and remoteness by the tables.
fn agrees(text: &str, sides: &[usize]) {
    let line = parse_game(text).unwrap();
    let lattice = lattice(text);
    let budget = Budget::default();
    let found = lattice.sieve(sides, &budget).unwrap();
    let moves = lattice.remoteness(sides, &budget).unwrap();
    let table = (!line.misere).then(|| lattice.values(sides, &budget).unwrap());
    let start = Position::start(&line, vec![UBig::ZERO; sides.len()]).unwrap();
    let mut oracle = Oracle::new(&start, &budget);
    let all: usize = sides.iter().product();
    let mut lost = Vec::new();
    for code in 0..all {
        let mut rest = code;
        let heaps: Vec<usize> = sides.iter().map(|side| (rest % side, rest /= side).0).collect();
        let position = Position::start(&line, heaps.iter().map(|&h| UBig::from(h)).collect()).unwrap();
        let verdict = oracle.verdict(&position).unwrap();
        assert_eq!(found.contains(&heaps), !verdict.wins, "{text} {heaps:?}");
        assert_eq!(moves.get(&heaps), Some(verdict.remoteness), "remoteness of {text} {heaps:?}");
        if let Some(table) = &table {
            assert_eq!(table.get(&heaps).map(u64::from), Some(verdict.value), "value of {text} {heaps:?}");
        }
        if !verdict.wins {
            let mut sorted = heaps;
            sorted.sort_unstable();
            lost.push(sorted);
        }
    }
    lost.sort();
    lost.dedup();
    assert_eq!(found.iter().collect::<Vec<_>>(), lost, "{text}");
    assert_eq!(found.len(), lost.len(), "{text}");
}

#[test]
fn games_with_names_agree_with_plain_search() {
    for text in ["wythoff", "wythoff(2)", "wythoff(3)", "nim", "moore(2)"] {
        for misere in ["", "misere "] {
            agrees(&format!("{misere}{text}"), &[13, 17]);
            agrees(&format!("{misere}{text}"), &[6, 4, 7]);
        }
    }
}

/// Where one heap alone may not lose any number, a diagonal must not die too early.
#[test]
fn slack_without_moves_of_one_heap_agrees_with_plain_search() {
    for slack in 1..6 {
        let both = format!("take any from 2 heaps within {slack}");
        agrees(&both, &[9, 9]);
        for alone in ["1", "2", "3", "5, 7", "odd", "even", "n", "1 from max heap", "2 from min heap", "n-1"]
        {
            for misere in ["", "misere "] {
                agrees(&format!("{misere}take {alone} or {both}"), &[13, 14]);
            }
        }
    }
}

fn amounts(random: &mut Random) -> String {
    let sets = [
        "any",
        "1",
        "2",
        "1..3",
        "1, 3, 4",
        "2, 5",
        "odd",
        "even",
        "primes",
        "squares",
        "1..n/2",
        "n",
        "1..n-1",
        "divisors of n",
        "any except 2",
        "any except n",
        "3..",
        "2..n-2",
        "n/3..n/2",
        "3..12-n",
        "4..9",
        "powers of 2",
    ];
    sets[usize::try_from(random.below(sets.len() as u64)).unwrap()].into()
}

fn one_move(random: &mut Random) -> String {
    let source = match random.below(16) {
        0..=4 => "",
        5 => " from max heap",
        6 => " from min heap",
        7 => " from all heaps",
        8 => " from nonempty heaps",
        9 | 10 => " from 2 heaps",
        11 => " from up to 3 heaps",
        12 => " from 2 heaps freely",
        13 => " from up to 3 heaps freely",
        14 => " from 2 heaps within 1",
        _ => " from 3 heaps within 2",
    };
    let leaving = match random.below(12) {
        0 => " leaving 0 heaps",
        1 => " leaving 1 heap",
        _ => "",
    };
    format!("take {}{source}{leaving}", amounts(random))
}

#[test]
fn random_rules_agree_with_plain_search() {
    let mut random = Random::new(7);
    let boxes: [&[usize]; 7] = [&[9, 9], &[5, 13], &[14, 3], &[5, 5, 5], &[3, 6, 4], &[20], &[3, 3, 3, 3]];
    for case in 0..400 {
        let moves: Vec<String> = (0..=random.below(3)).map(|_| one_move(&mut random)).collect();
        let misere = if random.below(3) == 0 { "misere " } else { "" };
        let text = format!("{misere}{}", moves.join(" or "));
        let sides = boxes[case % boxes.len()];
        let legal =
            parse_game(&text).is_ok_and(|line| Position::start(&line, vec![UBig::ONE; sides.len()]).is_ok());
        if legal {
            agrees(&text, sides);
        }
    }
}

/// Dead lines, windows and slack: sieves that look at no option.
#[test]
fn rows_of_marks_agree_with_plain_search() {
    for text in [
        "take 1..n/2 or take any from 2 heaps",
        "take 1..n/2 from 2 heaps or take n/3..n/2",
        "take 2..5 from 2 heaps or take 3..40 from min heap",
        "take n-1 or take 1..n-1 from 2 heaps",
        "take any from 2 heaps within 2 or take 4..9 or take any from 2 heaps",
        "take any from min heap or take 2..n-2 from 2 heaps",
        "take any leaving 1 heap or take n from 2 heaps",
    ] {
        for misere in ["", "misere "] {
            agrees(&format!("{misere}{text}"), &[15, 21]);
            agrees(&format!("{misere}{text}"), &[5, 7, 6]);
        }
    }
    for text in [
        "take any from 2 heaps",
        "take any from 3 heaps",
        "take any or take any from up to 4 heaps",
        "take any from 2 heaps or take any from all heaps",
        "take any or take any from 3 heaps or take 1..n/2 from 2 heaps",
        "take any from up to 3 heaps or take any from nonempty heaps",
    ] {
        for misere in ["", "misere "] {
            agrees(&format!("{misere}{text}"), &[6, 9, 11]);
            agrees(&format!("{misere}{text}"), &[3, 5, 5, 7]);
        }
    }
}

#[test]
fn wythoff_pairs_are_those_of_the_golden_ratio() {
    let found = lattice("wythoff").sieve(&[3000, 5000], &Budget::default()).unwrap();
    let expected: Vec<Vec<usize>> = (0..5000u64)
        .map(|n| (usize::try_from(n).unwrap(), usize::try_from(lower(n)).unwrap()))
        .map(|(difference, lower)| vec![lower, lower + difference])
        .filter(|pair| pair[0] < 3000 && pair[1] < 5000)
        .collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), expected);
}

#[test]
fn memory_is_refused_before_it_is_taken() {
    let wide = lattice("take divisors of n or take any from 2 heaps");
    let budget = Budget::new(Limits { memory: 1 << 20, time: None, threads: 0 });
    for error in [
        wide.sieve(&[1 << 14, 1 << 14], &budget).unwrap_err(),
        wide.values(&[1 << 14, 1 << 14], &budget).unwrap_err(),
        lattice("wythoff").values(&[1 << 14, 1 << 14], &budget).unwrap_err(),
    ] {
        assert_eq!(error.code(), "memory-limit");
    }
    let large = wide.sieve(&[usize::MAX, usize::MAX], &budget).unwrap_err();
    assert_eq!(large.code(), "lattice-too-large");
    assert_eq!(Lattice::of(parse_game("kayles").unwrap().game.rules().unwrap(), false), None);
}

#[test]
fn threads_fill_a_table_with_the_same_numbers() {
    let with = |threads| Budget::new(Limits { threads, ..Limits::default() });
    for (text, sides) in [
        ("take any or take 1..3 from 2 heaps", &[90usize, 100][..]),
        ("take 1..7", &[6_000]),
        ("moore(2)", &[16, 19, 24]),
        ("wythoff", &[30, 33, 41]),
        ("take any from up to 4 heaps or take 1..n/2", &[9, 10, 11, 40]),
    ] {
        let (normal, misere) = (lattice(text), lattice(&format!("misere {text}")));
        let tables = [1, 2, 5].map(|threads| {
            let values = normal.values(sides, &with(threads)).unwrap();
            (values, misere.remoteness(sides, &with(threads)).unwrap())
        });
        let mut random = Random::new(5);
        for _ in 0..20_000 {
            let heaps: Vec<usize> =
                sides.iter().map(|&side| usize::try_from(random.below(side as u64)).unwrap()).collect();
            let numbers = tables.each_ref().map(|(values, moves)| (values.get(&heaps), moves.get(&heaps)));
            assert!(numbers[0].0.is_some() && numbers.iter().all(|n| *n == numbers[0]), "{text} {heaps:?}");
        }
    }
}

/// Lines keep 448 values at a time.
#[test]
fn tables_with_greater_values_than_lines_keep_agree_with_the_definition() {
    for threads in [1, 2, 5] {
        let budget = Budget::new(Limits { threads, ..Limits::default() });
        let nim = lattice("nim").values(&[20, 36, 1000], &budget).unwrap();
        let table = lattice("wythoff").values(&[3, 4, 1000], &budget).unwrap();
        let get = |a: usize, b: usize, c: usize| table.get(&[a, b, c]).unwrap() as usize;
        for (a, b, c) in (0..20).flat_map(|a| (0..36).flat_map(move |b| (0..1000).map(move |c| (a, b, c)))) {
            assert_eq!(nim.get(&[a, b, c]), u32::try_from(a ^ b ^ c).ok(), "{a} {b} {c}, {threads} threads");
            if a < 3 && b < 4 {
                let mut seen = [false; 1100];
                (0..a).for_each(|x| seen[get(x, b, c)] = true);
                (0..b).for_each(|x| seen[get(a, x, c)] = true);
                (0..c).for_each(|x| seen[get(a, b, x)] = true);
                (1..=a.min(b)).for_each(|k| seen[get(a - k, b - k, c)] = true);
                (1..=a.min(c)).for_each(|k| seen[get(a - k, b, c - k)] = true);
                (1..=b.min(c)).for_each(|k| seen[get(a, b - k, c - k)] = true);
                let value = seen.iter().position(|seen| !seen);
                assert_eq!(Some(get(a, b, c)), value, "{a} {b} {c}, {threads} threads");
            }
        }
    }
}

#[test]
fn threads_find_the_same_positions() {
    let with = |threads| Budget::new(Limits { threads, ..Limits::default() });
    for text in ["moore(2)", "take 1..n/2 from 2 heaps or take any", "take 1, 4 or take 2..5 from 3 heaps"] {
        for misere in [false, true] {
            let rules = parse_game(text).unwrap().game.rules().unwrap().clone();
            let lattice = Lattice::of(&rules, misere).unwrap();
            let sides = [23, 25, 30];
            let moves = lattice.remoteness(&sides, &with(1)).unwrap();
            for threads in [1, 2, 3] {
                let found = lattice.sieve(&sides, &with(threads)).unwrap();
                let mut count = 0;
                for (a, b, c) in
                    (0..23).flat_map(|a| (a..25).flat_map(move |b| (b..30).map(move |c| (a, b, c))))
                {
                    let wins = moves.get(&[a, b, c]).unwrap().is_multiple_of(2) == misere;
                    assert_eq!(found.contains(&[a, b, c]), !wins, "{text} {a} {b} {c}, {threads} threads");
                    count += usize::from(!wins);
                }
                assert_eq!(found.len(), count, "{text}, {threads} threads");
            }
        }
    }
}
