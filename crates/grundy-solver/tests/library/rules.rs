//! What each form of the notation means: positions small enough to list every result by hand.

use std::collections::BTreeSet;
use std::fmt;

use dashu_int::UBig;
use grundy_campaign::generator::{self, Random};
use grundy_core::error::Error;
use grundy_core::game::Game;
use grundy_core::position::{Past, Split, State, Stones, for_each_move};
use grundy_core::rules::{Likeness, Rules};
use grundy_sequence::HeapOptions;
use grundy_solver::limits::Budget;
use grundy_solver::notation::{parse_game, parse_position};

/// The results of all moves, without the rules in front.
fn results(text: &str) -> BTreeSet<String> {
    let position = parse_position(text).unwrap();
    let mut results = BTreeSet::new();
    position
        .for_each_turn(&Budget::default(), &mut |turn| {
            let after = position.after(&turn).to_string();
            let heaps = after.find('[').unwrap();
            results.insert(after[heaps..].to_owned());
            Ok(())
        })
        .unwrap();
    results
}

/// Checks positions, each with its results.
fn check(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let expected: BTreeSet<String> = expected.iter().map(|&result| result.to_owned()).collect();
        assert_eq!(results(text), expected, "{text}");
    }
}

#[test]
fn takes_from_several_heaps() {
    check(&[
        ("take any from 2 heaps within 1[2, 3]", &["[0, 0]", "[0, 1]", "[0, 2]", "[1, 1]", "[1, 2]"]),
        ("take any from 2 heaps within 0[2, 3]", &["[0, 1]", "[1, 2]"]),
        ("take 1..2 from up to 2 heaps freely[1, 2]", &["[0, 0]", "[0, 1]", "[0, 2]", "[1, 1]"]),
        ("take 1..2 from 2 heaps freely[1, 2]", &["[0, 0]", "[0, 1]"]),
        ("take 1 from up to 3 heaps[1, 1, 0]", &["[0, 0, 0]", "[0, 0, 1]"]),
        ("take 1 from 3 heaps[0, 1, 1]", &[]),
        ("take 1..n/2 from 2 heaps[2, 6]", &["[1, 5]"]),
        ("take 1 from up to 17 heaps freely[1, 1]", &["[0, 0]", "[0, 1]"]),
    ]);
}

#[test]
fn first_amounts_are_those_of_takes() {
    check(&[
        ("move 1 1 step down; first 3[5]", &["[4]"]),
        ("take 1 or move 2 1 step down; first 3[5]", &["[2; last 3]", "[3; last 2]"]),
        ("take 1 or move 1..last 1 step down; first 3[5]", &["[2; last 3]"]),
        ("take 1 or move 1..last 1 step down; first 3[5; last 2]", &["[4; last 1]", "[3; last 2]"]),
        ("multiply 2..3 or take 1; to 9; first 2[2]", &["[4; last 2]", "[4]", "[6]"]),
    ]);
}

#[test]
fn after_a_discard_the_largest_heap_is_one_that_is_left() {
    check(&[
        ("discard 1 heap then take 2 from max heap[2, 3]", &["[]", "[1]"]),
        ("discard 1 heap then take 1 from min heap[1, 2, 3]", &["[1, 3]", "[3]", "[2]"]),
        ("discard 1 heap then take 1 from max heap[1, 2, 3]", &["[1, 1]", "[1, 2]", "[2, 2]"]),
        ("discard 1 heap then take max from all heaps[3, 3]", &["[]"]),
    ]);
}

#[test]
fn a_move_from_several_heaps_is_one_of_those_written() {
    check(&[
        ("take 1 from 2 heaps freely or take 2 from 2 heaps freely[1, 2]", &["[0, 1]"]),
        (
            "take odd from up to 2 heaps freely or take even from up to 2 heaps freely[1, 2]",
            &["[0, 1]", "[0, 2]", "[1, 1]"],
        ),
        (
            "take 1..2 from 2 heaps within 1 or take 3 from 2 heaps within 1[2, 3]",
            &["[1, 2]", "[1, 1]", "[0, 2]", "[0, 1]"],
        ),
        ("take n from 2 heaps or take n-1 from 2 heaps[2, 3]", &[]),
        ("take n from 2 heaps or take 1 from 2 heaps[2, 3]", &["[1, 2]"]),
        ("take 1 from 2 heaps or take 2 from 2 heaps[2, 3]", &["[1, 2]", "[0, 1]"]),
        (
            "take 1..3 from 2 heaps freely or take 2 from 2 heaps freely[1, 3]",
            &["[0, 0]", "[0, 1]", "[0, 2]"],
        ),
        (
            "take 1 from 2 heaps freely; first 1..3[1, 3]",
            &["[0, 0; last 4]", "[0, 1; last 3]", "[0, 2; last 2]"],
        ),
    ]);
}

#[test]
fn sets_without_a_gap_and_without_an_end() {
    check(&[
        ("take 2 except odd, multiples of n[2]", &[]),
        ("take any except odd, multiples of n[2]", &[]),
        ("take 1..5 except multiples of n; to at least 9[2]", &["[3]", "[5]", "[7]"]),
    ]);
}

#[test]
fn empty_heaps_keep_their_place() {
    check(&[
        ("take any from min heap[0, 3]", &[]),
        ("take any from max heap[0, 2]", &["[0, 0]", "[0, 1]"]),
        ("take 1 from max heap[3, 3]", &["[2, 3]"]),
        ("take any from min heap[1, 3]", &["[0, 3]"]),
        ("euclid[0, 5]", &[]),
        ("euclid[2, 5]", &["[2, 3]", "[1, 2]"]),
        ("take 1 from all heaps[1, 2]", &["[0, 1]"]),
        ("take 1 from all heaps[0, 2]", &[]),
        ("take 1 from nonempty heaps[0, 2]", &["[0, 1]"]),
        ("take 1..max-min[1, 3]", &["[0, 3]", "[1, 2]", "[1, 1]"]),
    ]);
}

#[test]
fn what_is_left_may_be_split() {
    check(&[
        ("take 1 leaving 2 unequal heaps[6]", &["[1, 4]", "[2, 3]"]),
        ("take 1 leaving 2 equal heaps[5]", &["[2, 2]"]),
        ("take 1 leaving 2, 3 unequal heaps[7]", &["[1, 5]", "[2, 4]", "[1, 2, 3]"]),
        ("take 1 leaving 0, 2 heaps[1, 2, 3]", &["[2, 3]", "[1, 1, 1, 2]"]),
        ("split into 3 heaps[5]", &["[1, 1, 3]", "[1, 2, 2]"]),
        ("octal(0.137)[5]", &["[3]", "[2]", "[1, 1]"]),
    ]);
}

#[test]
fn discards_throw_other_heaps_away() {
    check(&[
        ("discard 1 heap then take 1[2, 3]", &["[1]", "[2]"]),
        ("discard 1 heap then take any[1, 1]", &["[]"]),
        ("discard 2 heaps then split into 2 heaps[1, 1, 2]", &["[1, 1]"]),
        ("matches[2, 3, 3]", &["[1, 1, 3]", "[1, 2, 3]", "[1, 2, 2]"]),
    ]);
}

#[test]
fn steps_go_down() {
    check(&[
        ("staircase[1, 2]", &["[0, 2]", "[2, 1]", "[3, 0]"]),
        ("nimble[0, 1, 1]", &["[1, 0, 1]", "[0, 2, 0]", "[1, 1, 0]"]),
        ("move 1..2 1 step down[3]", &["[2]", "[1]"]),
    ]);
}

#[test]
fn rings_become_rows() {
    check(&[
        ("kayles; ring[3]", &["[2; row 1]", "[1; row 1]"]),
        ("kayles; ring[2]", &["[1; row 1]", "[]"]),
        ("kayles; ring[1]", &["[]"]),
        ("kayles; ring[3; row 1]", &["[2; row 1]", "[1, 1; row 1, row 2]", "[1; row 1]"]),
    ]);
}

#[test]
fn heaps_are_finished_in_order() {
    check(&[
        ("take 1..2; heaps in order[2, 1]", &["[1, 1; open 1 from 2]", "[0, 1]", "[2, 0]"]),
        (
            "take 1..2; heaps in order[4, 2; open 1 from 5]",
            &["[3, 2; open 1 from 5]", "[2, 2; open 1 from 5]"],
        ),
        ("take 2; heaps in order[1, 4; open 1 from 3]", &[]),
        (
            "take 1..2; heaps descending[2, 1, 2]",
            &[
                "[1, 1, 2; open 1 from 2]",
                "[0, 1, 2; closed 2]",
                "[2, 0, 2; closed 1]",
                "[2, 1, 1; open 3 from 2]",
                "[2, 1, 0; closed 2]",
            ],
        ),
        ("take 1..2; heaps descending[0, 1, 2; closed 2]", &["[0, 0, 2; closed 1]"]),
        ("take 1; heaps descending[1, 1; open 1 from 4]", &["[0, 1; closed 4]"]),
    ]);
}

#[test]
fn races_go_up() {
    check(&[
        ("take 1..3; to 5[3]", &["[4]", "[5]"]),
        ("take 1..3; to at least 5[3]", &["[4]", "[5]", "[6]"]),
        ("take 1..3; to at least 5[6]", &[]),
        ("multiply 2, 3; to 12[4]", &["[8]", "[12]"]),
        ("multiply 2, 3; to 12[0]", &[]),
        ("multiply 1, 2; to 12[3]", &["[6]"]),
        ("take 1 or multiply 2; to 5[3]", &["[4]"]),
        ("take 1 or multiply 2; to at least 5[3]", &["[4]", "[6]"]),
        ("take 1..n; to 9[2]", &["[3]", "[4]"]),
        ("take 1..2; to 9[]", &["[1]", "[2]"]),
    ]);
}

#[test]
fn the_latest_take_is_remembered() {
    check(&[
        ("fibonacci[3]", &["[2; last 1]", "[1; last 2]"]),
        ("fibonacci[1]", &[]),
        (
            "fibonacci[2, 3; last 1]",
            &["[1, 3; last 1]", "[0, 3; last 2]", "[2, 2; last 1]", "[1, 2; last 2]"],
        ),
        ("take 1..last from 2 heaps; first any[3, 3; last 1]", &["[2, 2; last 2]"]),
        ("grundy; first 1[4]", &["[1, 3]"]),
        ("take 1, 2 or split into 2 heaps; first 1[3]", &["[2; last 1]", "[1, 2]"]),
        ("take 1..last or split into 2 heaps; first 2[3]", &["[1; last 2]", "[1, 2]"]),
        ("take 1..last or split into 2 heaps; first 2[3; last 1]", &["[2; last 1]", "[1, 2; last 1]"]),
    ]);
}

#[test]
fn the_lead_belongs_to_the_player_to_move() {
    check(&[
        ("take 1..2; win most[3; lead 1]", &["[2; lead -2]", "[1; lead -3]"]),
        ("take 1; win most[1; lead -1]", &["[0]"]),
    ]);
}

#[test]
fn marked_heaps() {
    check(&[
        // One closed heap or several are opened; equal heaps give equal results.
        ("nim; heaps closed[2, 2]", &["[2, 2; open 2]", "[2, 2; open 1, open 2]"]),
        (
            "nim; heaps closed[0, 2, 1; open 2]",
            &["[0, 0, 1]", "[0, 1, 1; open 3]", "[0, 1, 2; open 2, open 3]"],
        ),
        (
            "kayles; heaps closed[1, 3; open 2]",
            &["[1, 3; open 1, open 2]", "[1, 2; open 2]", "[1, 1, 1; open 2, open 3]", "[1, 1; open 2]"],
        ),
        ("nim; heaps closed[0]", &[]),
        ("nim; heaps alternating[2, 2]", &["[0, 2]", "[1, 2; touched 1]"]),
        ("nim; heaps alternating[2, 2; touched 1]", &["[0, 2]", "[1, 2; touched 1]"]),
        ("nim; heaps alternating[0, 4; touched 2]", &[]),
        ("split into 2 heaps; heaps alternating[3, 3; touched 2]", &["[1, 2, 3; touched 1, touched 2]"]),
    ]);
}

#[test]
fn amounts_used_once() {
    check(&[
        ("nim; each amount once per heap[3]", &["[2; used 1 from 1]", "[1]", "[0]"]),
        (
            "nim; each amount once per heap[2, 2; used 1 from 2]",
            &["[1, 2; used 1 from 1, used 1 from 2]", "[0, 2; used 1 from 2]", "[0, 2]"],
        ),
        ("take 1; each amount once[3, 3; used 1]", &[]),
        ("take 1..2; each amount once[3, 3; used 1]", &["[1, 3; used 1, used 2]"]),
        (
            "kayles; each amount once per heap[4]",
            &["[3; used 1 from 1]", "[1, 2; used 1 from 1, used 1 from 2]", "[2; used 2 from 1]", "[1, 1]"],
        ),
        ("race(9, 1..3); each amount once[4; used 2]", &["[5; used 1, used 2]", "[7; used 2, used 3]"]),
        ("take 1 from 2 heaps; each amount once per heap[2, 3; used 1 from 1]", &[]),
        ("split into 2 heaps; each amount once[4]", &["[1, 3]", "[2, 2]"]),
    ]);
}

#[test]
fn seats_and_passes() {
    check(&[
        ("take 1..seat; seats 1, 2[3]", &["[2; seat 2]"]),
        ("take 1..seat; seats 1, 2[3; seat 2]", &["[1]", "[2]"]),
        ("take seat from 2 heaps; seats 2, 0, 1[3, 4]", &["[1, 2; seat 2]"]),
        ("take seat from 2 heaps; seats 2, 0, 1[3, 4; seat 2]", &[]),
        ("take 1; first 1..seat; seats 2, 3[3]", &["[1; last 2, seat 2]", "[2; last 1, seat 2]"]),
        ("take 1; pass 2 times[2, 2; passed 1]", &["[1, 2; passed 1]", "[2, 2; passed 2]"]),
        ("take 1; pass 2 times[2, 2; passed 2]", &["[1, 2; passed 2]"]),
        // Nobody passes at the end.
        ("take 2..3; pass 2 times[1, 1]", &[]),
        ("take 1; to 5; pass 1 time[5]", &[]),
        ("nim; heaps closed; pass 1 time[1]", &["[1; open 1]", "[1; passed 1]"]),
        ("take 1..seat; seats 1, 2; pass 1 time[2; seat 2]", &["[0]", "[1]", "[2; passed 1]"]),
        ("take 1; win most; pass 1 time[2; lead 1]", &["[1; lead -2]", "[2; lead -1, passed 1]"]),
    ]);
}

#[test]
fn stones_put_back() {
    check(&[
        ("take 1; put back 2 up to 2 times[1, 3]", &["[0, 3]", "[1, 2]", "[1, 5; put 1]", "[3, 3; put 1]"]),
        ("take 1; put back 2 up to 2 times[1; put 2]", &["[0; put 2]"]),
        // An empty heap grows again, and none is left where empty heaps are dropped.
        ("take 2; put back n + 1 up to 1 time[0, 2]", &["[0, 0]", "[0, 5; put 1]", "[1, 2; put 1]"]),
        ("take 1 leaving 0, 2 heaps; put back 1 up to 1 time[0, 1]", &["[2; put 1]", "[]"]),
        // Nobody puts back at the end, which more stones do not put off.
        ("take 2; put back 1 up to 1 time[1, 0]", &[]),
        ("take 1; put back 1 up to 1 time; pass 1 time[1]", &["[0]", "[1; passed 1]", "[2; put 1]"]),
        ("take 1..3; win most; put back 2 up to 1 time[1]", &["[0; lead -1]", "[3; lead 2, put 1]"]),
        ("take last; first 2; put back max up to 1 time[3; last 2]", &["[1; last 2]", "[6; last 2, put 1]"]),
        ("take seat; seats 1, 2; put back seat up to 1 time[2; seat 2]", &["[0]", "[4; put 1]"]),
        (
            "move any 1 step down; put back 1 up to 1 time[1, 0]",
            &["[0, 0]", "[1, 1; put 1]", "[2, 0; put 1]"],
        ),
    ]);
}

/// A move of some form.
fn clause(random: &mut Random) -> String {
    let mut one_of =
        |texts: &[&str]| texts[usize::try_from(random.below(texts.len() as u64)).unwrap()].to_owned();
    let amounts = one_of(&[
        "1",
        "2",
        "3",
        "1, 3",
        "1..2",
        "odd",
        "even",
        "any",
        "n",
        "n-1",
        "1..n/2",
        "2..n",
        "any except 2",
        "multiples of 2",
        "divisors of n",
        "max-min",
        "1..0",
    ]);
    let from = one_of(&[
        "",
        "",
        " from 2 heaps",
        " from 2 heaps freely",
        " from up to 2 heaps",
        " from up to 2 heaps freely",
        " from 2 heaps within 1",
        " from 3 heaps freely",
        " from up to 17 heaps freely",
        " from max heap",
        " from all heaps",
        " from nonempty heaps",
    ]);
    let leaving = one_of(&[
        "",
        "",
        "",
        " leaving 1 heap",
        " leaving 2 heaps",
        " leaving 0, 1, 2 heaps",
        " leaving 2 unequal heaps",
    ]);
    match one_of(&["take", "take", "take", "take", "take", "take", "split", "discard"]).as_str() {
        "split" => one_of(&["split into 2 heaps", "split into 2 equal heaps", "split into 3 heaps"]),
        "discard" => format!("discard 1 heap then take {amounts}{leaving}"),
        _ => format!("take {amounts}{from}{leaving}"),
    }
}

/// The results of a position without empty heaps, sorted, with the history; `None` for rules or heaps that
/// are rejected.
fn tidy_results(text: &str) -> Option<BTreeSet<(Vec<u64>, String)>> {
    parse_position(text).ok()?;
    let tidy = |result: &String| {
        let inside = result.trim_matches(['[', ']']);
        let (heaps, past) = inside.split_once(';').unwrap_or((inside, ""));
        let mut heaps: Vec<u64> =
            heaps.split(", ").filter_map(|heap| heap.parse().ok()).filter(|heap| *heap > 0).collect();
        heaps.sort_unstable();
        (heaps, past.to_owned())
    };
    Some(results(text).iter().map(tidy).collect())
}

/// The normal form joins moves; it must neither lose nor add a move.
#[test]
fn moves_joined_by_or_are_those_of_either() {
    let mut random = Random::new(41);
    let mut compared = 0;
    for _ in 0..6000 {
        let [one, other] = [(); 2].map(|()| clause(&mut random));
        let settings = ["", "", "; first 1..3", "; first 2"][usize::try_from(random.below(4)).unwrap()];
        // None empty: games whose moves change the number of heaps drop empty ones, and then `min` differs.
        let heaps: Vec<String> = (0..=random.below(3)).map(|_| (1 + random.below(6)).to_string()).collect();
        let of = |moves: &str| tidy_results(&format!("{moves}{settings}[{}]", heaps.join(", ")));
        let both = format!("{one} or {other}");
        let (Some(found), Some(mut expected), Some(more)) = (of(&both), of(&one), of(&other)) else {
            continue;
        };
        expected.extend(more);
        assert_eq!(found, expected, "{both}{settings}[{}]", heaps.join(", "));
        compared += 1;
    }
    assert!(compared > 2000, "{compared}");
}

/// The options of one heap, as engines list them, are those of the position with this heap: for random rules, and for
/// amounts too large for machine words on the way.
#[test]
fn options_of_one_heap_are_those_of_the_rules() {
    let budget = Budget::default();
    let mut compared = 0;
    let mut compare = |rules: &Rules, spelled: &str, last: usize| {
        let game = Game::Heaps(rules.clone());
        let mut options = HeapOptions::new(rules);
        for heap in 0..=last {
            // Also before anything is listed.
            if heap == 3 {
                options.extend(last / 2, &budget).unwrap();
            }
            let mut found = BTreeSet::new();
            let listed = options.each_option(heap, &budget, &mut |taken, parts| {
                assert!(parts.is_sorted(), "{spelled} {heap}");
                found.insert((
                    UBig::from(taken),
                    parts.iter().map(|&part| UBig::from(part)).collect::<Vec<_>>(),
                ));
                Ok(())
            });
            let mut expected = BTreeSet::new();
            let state = State::new(&game, vec![UBig::from(heap)], Past::default()).unwrap();
            let moves = for_each_move(&game, &state, &budget, &mut |played| {
                let mut left = state.after(&game, &played).heaps;
                left.retain(|part| *part > UBig::ZERO);
                expected.insert((played.stones(), left));
                Ok(())
            });
            assert_eq!(listed.is_ok(), moves.is_ok(), "{spelled} {heap}");
            assert_eq!(found, expected, "{spelled} {heap}");
            compared += found.len();
        }
    };
    for case in 0..6000 {
        let text = generator::position(&mut Random::new(case));
        let Ok(position) = parse_position(&text) else { continue };
        for component in position.components() {
            if let Some(rules) = component.rules().filter(|rules| rules.is_heapwise()) {
                compare(rules, &component.spelled, 12);
            }
        }
    }
    for spelled in [
        "take 1..n^25/10^30 leaving 2 heaps",
        "take primes, divisors of n*10^18 leaving 0, 2 unequal heaps",
        "take 0, multiples of n/4 leaving 2, 3 equal heaps",
        "replace a heap of primes by 1, 2 unequal heaps of powers of n-3",
        "divide a heap into digits of 35*n nearly equal heaps",
    ] {
        let game = parse_game(spelled).unwrap().game;
        compare(game.rules().unwrap(), spelled, 40);
    }
    assert!(compared > 20_000, "{compared}");
}

/// The ways to split a number, against every list of parts that is ascending and has the right sum.
fn splits<N: Stones + fmt::Debug>(number: impl Fn(u8) -> N) {
    let budget = Budget::default();
    for (rest, count) in (0..13_u8).flat_map(|rest| (0..5_u32).map(move |count| (rest, count))) {
        let mut all: Vec<Vec<u8>> = vec![vec![]];
        for _ in 0..count {
            let longer = |parts: Vec<u8>| {
                let least = parts.last().copied().unwrap_or(1);
                (least..=rest).map(move |part| [&parts[..], &[part]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all.retain(|parts| parts.iter().map(|&part| u32::from(part)).sum::<u32>() == u32::from(rest));
        for likeness in [Likeness::Free, Likeness::Unequal, Likeness::Equal] {
            for among in [None, Some([1, 2, 5])] {
                // The last part follows from the others, and equal ones from their number.
                let chosen = among.filter(|_| likeness != Likeness::Equal);
                let fits = |parts: &&Vec<u8>| {
                    let compared = parts.windows(2).all(|two| match likeness {
                        Likeness::Free => true,
                        Likeness::Unequal => two[0] < two[1],
                        Likeness::Equal => two[0] == two[1],
                    });
                    let first = &parts[..parts.len().saturating_sub(1)];
                    compared && chosen.is_none_or(|among| first.iter().all(|part| among.contains(part)))
                };
                let expected: Vec<Vec<N>> = all
                    .iter()
                    .filter(fits)
                    .map(|parts| parts.iter().map(|&part| number(part)).collect())
                    .collect();
                let among = among.map(|among| among.into_iter().map(&number).collect());
                let split = Split { count, likeness, budget: &budget, among: among.as_ref() };
                let mut found = Vec::new();
                let mut each = |parts: &[N]| -> Result<(), Error> {
                    found.push(parts.to_vec());
                    Ok(())
                };
                split.for_each(&number(rest), &mut Vec::new(), &mut each).unwrap();
                assert_eq!(found, expected, "{rest} into {count}, {likeness:?} {among:?}");
            }
        }
    }
}

#[test]
fn a_heap_is_split_in_every_way_by_numbers_of_any_kind() {
    splits(u64::from);
    splits(usize::from);
    splits(UBig::from);
}

/// A digit of a hexadecimal code may allow one move twice, which is one way; two edges that leave nothing are two.
#[test]
fn equal_moves_on_boards_are_ways_beside_rules_with_alternatives() {
    let solver = grundy_solver::Solver::default();
    for text in [
        "hex(0.1c)[] + arckayles[(0, 1), (2, 0)]",
        // One turn moves in both games.
        "short(take 1 or take 1 from 3 heaps[1], nodekayles[(1, 2)])",
        "all(take 1 or take 1 from 3 heaps[1], arckayles[(0, 1), (2, 0)])",
    ] {
        let position = parse_position(text).unwrap();
        let ways: Vec<u64> = solver.solve(&position).unwrap().moves.iter().map(|one| one.ways).collect();
        assert_eq!(ways, [2], "{text}");
        assert_eq!(solver.winning_turns(&position, 9).unwrap().turns.len(), 2, "{text}");
    }
}
