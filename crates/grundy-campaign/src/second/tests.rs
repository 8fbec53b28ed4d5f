//! Answers that follow from the document, or that are published.

use super::{Outcome, answer, parse, results};

/// The heaps of every result, components joined by `|`.
fn heaps(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = results(&parse(text).unwrap())
        .unwrap()
        .iter()
        .map(|states| {
            let parts: Vec<String> = states
                .iter()
                .map(|state| state.heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
                .collect();
            parts.join("|")
        })
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

fn value(text: &str) -> u64 {
    answer(text, 1_000_000).unwrap().value.unwrap()
}

fn outcome(text: &str) -> Outcome {
    answer(text, 1_000_000).unwrap().outcome
}

#[test]
fn results_of_one_heap_moves() {
    assert_eq!(heaps("take 1, 2 leaving 0, 1, 2 heaps[4]"), ["1 1", "1 2", "2", "3"]);
    assert_eq!(heaps("take 1, 3[2, 5]"), ["1 5", "2 2", "2 4"]);
    assert_eq!(heaps("take any leaving 0 heaps[2, 5]"), ["0 2", "0 5"]);
    assert_eq!(heaps("take 1, 2 leaving 1 heap[2]"), ["1"]);
    assert_eq!(heaps("take 0, 1 leaving 2 heaps[3]"), ["1 1", "1 2"]);
    assert_eq!(heaps("take 1 leaving 2 unequal heaps[5]"), ["1 3"]);
    assert_eq!(heaps("take 1 leaving 2 equal heaps[5, 0]"), ["2 2"]);
    assert_eq!(heaps("split into 2, 3 heaps[4]"), ["1 1 2", "1 3", "2 2"]);
    assert_eq!(heaps("take n-2..n[4, 1]"), ["0 1", "0 4", "1 1", "1 2"]);
}

#[test]
fn results_of_moves_that_choose_heaps() {
    assert_eq!(heaps("take 1, 2 from 2 heaps[1, 2, 3]"), ["0 1 1", "0 1 3", "0 2 2", "1 1 2"]);
    assert_eq!(heaps("take 2 from up to 2 heaps[2, 3]"), ["0 1", "0 3", "1 2"]);
    assert_eq!(heaps("take n from 2 heaps[2, 3]"), [""; 0]);
    assert_eq!(heaps("take n from 2 heaps freely[2, 3]"), ["0 0"]);
    assert_eq!(heaps("take 1, 3 from 2 heaps freely[1, 3]"), ["0 0", "0 2"]);
    assert_eq!(heaps("take 1, 3 from up to 2 heaps freely[1, 3]"), ["0 0", "0 1", "0 2", "0 3", "1 2"]);
    assert_eq!(heaps("take any from 2 heaps within 1[2, 3]"), ["0 0", "0 1", "0 2", "1 1", "1 2"]);
    assert_eq!(heaps("take 1, 3 from 3 heaps within 1[3, 3, 4]"), ["0 0 1", "2 2 3"]);
    assert_eq!(heaps("take 1 from all heaps[1, 2]"), ["0 1"]);
    assert_eq!(heaps("take 1 from all heaps[0, 2]"), [""; 0]);
    assert_eq!(heaps("take 1 from nonempty heaps[0, 2, 3]"), ["0 1 2"]);
    assert_eq!(heaps("take 1 from max heap[2, 3]"), ["2 2"]);
    assert_eq!(heaps("take 1 from min heap[2, 3]"), ["1 3"]);
    assert_eq!(heaps("take 1 from min heap[0, 3]"), [""; 0]);
    assert_eq!(heaps("take 1 from min heap or split into 3 heaps[0, 2]"), ["1"]);
    assert_eq!(heaps("euclid[2, 7]"), ["1 2", "2 3", "2 5"]);
    assert_eq!(heaps("take 1..max - min[2, 3]"), ["1 3", "2 2"]);
    assert_eq!(heaps("discard 1 heap then split into 2 heaps[2, 3]"), ["1 1", "1 2"]);
    assert_eq!(heaps("discard 1 heap then take max[2, 5]"), [""]);
    assert_eq!(heaps("discard 2 heaps then take 1[1, 2, 3]"), ["", "1", "2"]);
    assert_eq!(heaps("discard 1 heap then take 1 from max heap[1, 2, 3]"), ["1 1", "1 2", "2 2"]);
}

#[test]
fn results_of_steps_keep_their_places() {
    assert_eq!(heaps("staircase[2, 1]"), ["0 1", "1 1", "3 0"]);
    assert_eq!(heaps("nimble[1, 1, 1]"), ["1 2 0", "2 0 1", "2 1 0"]);
    assert_eq!(heaps("move 2.. any steps down[5, 0, 3]"), ["5 2 1", "5 3 0", "7 0 1", "8 0 0"]);
}

#[test]
fn races_add_up_to_their_number() {
    assert_eq!(heaps("race(20, 1..3)[]"), ["1", "2", "3"]);
    assert_eq!(heaps("race(20, 1..3)[18]"), ["19", "20"]);
    assert_eq!(heaps("take 5; to at least 20[18]"), ["23"]);
    assert_eq!(heaps("take 5; to 20[18]"), [""; 0]);
    assert_eq!(heaps("multiply 2..3; to at least 20[5]"), ["10", "15"]);
    assert_eq!(outcome("race(20, 1..3)[]"), Outcome::P);
    assert_eq!(outcome("race(21, 1..3)[]"), Outcome::N);
    assert_eq!(outcome("misere race(21, 1..3)[]"), Outcome::P);
    assert_eq!(outcome("misere take 5; to 20[18]"), Outcome::N);
    // Bernard Shaw's game: multiply the total by 2 to 9; whoever reaches 1000 wins.
    assert_eq!(outcome("multiply 2..9; to at least 1000[1]"), Outcome::N);
    assert_eq!(outcome("multiply 2..9; to at least 162[9]"), Outcome::P);
}

#[test]
fn known_losses() {
    for text in [
        "nim[1, 2, 3]",
        "nim[]",
        "wythoff[1, 2]",
        "wythoff[3, 5]",
        "wythoff[4, 7]",
        "wythoff(2)[1, 3]",
        "misere nim[1]",
        "misere nim[2, 2]",
        "misere nim[1, 1, 1]",
        "bash(3)[8]",
        "euclid[3, 4]",
        "moore(2)[1, 1, 1]",
        "matches[1, 1]",
        "matches[3, 1]",
        "slow(2)[2, 4]",
        "all(nim[0], nim[0])",
        "some(nim[1, 1], nim[2, 2])",
        "short(nim[0], nim[5])",
        "nim[3] + nim[3]",
    ] {
        assert_eq!(outcome(text), Outcome::P, "{text}");
    }
    for text in
        ["wythoff[2, 2]", "misere nim[0]", "misere nim[1, 1]", "all(nim[1], nim[2])", "some(nim[1], nim[0])"]
    {
        assert_eq!(outcome(text), Outcome::N, "{text}");
    }
    let lost: Vec<u64> = (1..14).filter(|n| outcome(&format!("fibonacci[{n}]")) == Outcome::P).collect();
    assert_eq!(lost, [1, 2, 3, 5, 8, 13]);
}

#[test]
fn known_values() {
    let values = |name: &str| (0..14).map(|n| value(&format!("{name}[{n}]"))).collect::<Vec<_>>();
    assert_eq!(values("kayles")[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(values("octal(0.77)"), values("kayles"));
    assert_eq!(values("grundy"), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]);
    assert_eq!(values("dawson")[..10], [0, 1, 1, 2, 0, 3, 1, 1, 0, 3]);
    assert_eq!(values("octal(0.07)"), values("dawsonkayles"));
    assert_eq!(values("lasker")[..9], [0, 1, 2, 4, 3, 5, 6, 8, 7]);
    assert_eq!(value("nim[3, 5] + bash(3)[6]"), 3 ^ 5 ^ 2);
}

#[test]
fn the_first_move_has_amounts_of_its_own() {
    assert_eq!(heaps("take 1; first 2[5]"), ["3"]);
    assert_eq!(heaps("take 1; first 2[5; last 1]"), ["4"]);
    assert_eq!(heaps("take 1 or split into 2 heaps; first 2[3]"), ["1", "1 2"]);
    assert_eq!(heaps("take 0, 1 leaving 2 heaps; first 2[4]"), ["1 1", "1 3", "2 2"]);
    assert_eq!(heaps("move 1 1 step down; first 2[0, 4]"), ["1 3"]);
    let after = results(&parse("take 1 or split into 2 heaps; first 2[3]").unwrap()).unwrap();
    for states in after {
        assert_eq!(states[0].started, states[0].heaps == [1]);
    }
    assert_eq!(heaps("fibonacci[5, 9; last 1]"), ["3 9", "4 9", "5 7", "5 8"]);
    let twice = results(&parse("take 1..last from 2 heaps; first 2[5, 9]").unwrap()).unwrap();
    assert_eq!(twice.first().unwrap()[0].last, Some(4));
}

#[test]
fn heaps_are_finished_one_at_a_time() {
    let order = "take any; heaps in order";
    assert_eq!(heaps(&format!("{order}[2, 1]")), ["0 1", "1 1", "2 0"]);
    assert_eq!(heaps(&format!("{order}[1, 4; open 1 from 2]")), ["0 4"]);
    assert_eq!(heaps("take 2; heaps in order[1, 4; open 1 from 3]"), [""; 0]);
    assert_eq!(heaps("take 3; heaps descending[3, 4, 5; closed 5]"), ["0 4 5", "3 1 5"]);
    let after = results(&parse("take any; heaps descending[1, 4; open 1 from 3]").unwrap()).unwrap();
    let state = &after.first().unwrap()[0];
    assert_eq!((state.open, state.closed), (None, Some(3)));
    let after = results(&parse("take 1; heaps descending[4, 4; closed 5]").unwrap()).unwrap();
    assert!(after.iter().all(|states| states[0].closed == Some(5) && states[0].open.is_some()));
    let after = results(&parse("take 1; heaps in order[0, 4]").unwrap()).unwrap();
    assert_eq!(after.first().unwrap()[0].open, Some((1, 4)));
}

#[test]
fn rings_open_into_rows() {
    assert_eq!(heaps("kayles; ring[4]"), ["2", "3"]);
    assert_eq!(heaps("kayles; ring[4; row 1]"), ["1 1", "1 2", "2", "3"]);
    assert_eq!(heaps("split into 2 heaps; ring[4]"), [""; 0]);
    let after = results(&parse("take 1; ring[3, 2]").unwrap()).unwrap();
    for states in after {
        let (state, row) = (&states[0], usize::from(states[0].heaps == [2, 2]));
        assert!(
            state.marked.len() == 1 && (state.heaps == [1, 3] || state.marked.contains(&row)),
            "{state:?}"
        );
    }
}

#[test]
fn compounds_move_as_their_table_says() {
    assert_eq!(heaps("nim[1] + nim[2]"), ["0|2", "1|0", "1|1"]);
    assert_eq!(heaps("all(nim[1], nim[2], nim[0])"), ["0|0|0", "0|1|0"]);
    assert_eq!(heaps("short(nim[1], nim[2], nim[0])"), [""; 0]);
    assert_eq!(heaps("some(nim[1], nim[1])"), ["0|0", "0|1", "1|0"]);
    assert_eq!(heaps("seq(nim[1], nim[1])"), ["0|1"]);
    assert_eq!(heaps("seq(nim[0], nim[1])"), ["0|0"]);
    assert_eq!(heaps("all(nim[1] + nim[1], nim[1])"), ["0|1|0", "1|0|0"]);
    assert_eq!(outcome("seq(nim[1], nim[1])"), Outcome::P);
}

#[test]
fn stones_are_counted() {
    let most = answer("take 1..2; win most[3; lead -1]", 1000).unwrap();
    // Taking 2 and then 1 gains one stone, which makes up for the lead of the other player.
    assert_eq!((most.outcome, most.margin), (Outcome::D, Some(0)));
    let best: Vec<_> = most.results.iter().filter(|(_, best)| **best).map(|(to, _)| to[0].clone()).collect();
    assert_eq!((best[0].heaps.as_slice(), best[0].lead), (&[1][..], -1));
    let fewest = answer("misere take 1..2; win most[3]", 1000).unwrap();
    // After 1 or 2 the other player takes 1 too, and the first player has one more: too many.
    assert_eq!((fewest.outcome, fewest.margin), (Outcome::P, Some(1)));
    let over = answer("nim; win most[; lead 2]", 10).unwrap();
    assert_eq!((over.outcome, over.ended), (Outcome::N, true));
}

#[test]
fn boards_are_read_as_their_table_says() {
    assert_eq!(heaps("cut a path to the root[0, 1, 1]"), ["1 0", "1 0 1 0"]);
    assert_eq!(heaps("walk to a new vertex[(0, 2), (1, 2), (2, 3), (3, 4)]"), ["1", "3 3 4"]);
    assert_eq!(heaps("cut a sheet in two[(1, 3)]"), ["1 1 1 2"]);
    // Both parts measure at least 2 across the cut; the other side may be shorter from the start.
    assert_eq!(heaps("cut a sheet in two with sides of at least 2[(1, 5), (2, 3)]"), ["1 2 1 3 2 3"]);
    assert_eq!(heaps("place a 1 by 2 piece on 2 by 2 squares[(1, 1)]"), ["1 1 1 2 2 2", "1 1 2 1 2 2"]);
    assert_eq!(heaps("nodekayles[(1, 2), (2, 3)]"), ["", "1 1", "3 3"]);
    assert_eq!(heaps("arckayles[(1, 2), (2, 3), (3, 4)]"), ["", "1 2", "3 4"]);
    assert_eq!(value("arckayles[(1, 2), (2, 3), (3, 4), (4, 5)]"), 0);
    assert_eq!(outcome("cram(2, 2)"), Outcome::P);
    assert_eq!(value("nodekayles[(1, 2), (2, 3), (3, 4), (4, 5)]"), value("dawson[5]"));
    for open in [
        "cut a path to the root[2, 1]",
        "walk to a new vertex[(1, 2)]",
        "cut a sheet in two[(0, 3)]",
        "cram(2, 2)[(3, 1)]",
        "nodekayles[(0, 1)]",
        "arckayles[1, 2, 3]",
    ] {
        assert_eq!(parse(open).err(), Some(super::Refusal::NotMine), "{open}");
    }
}

#[test]
fn what_is_too_large_is_given_up() {
    for text in ["nim[20, 20, 20]", "nim[1_000_000_000_000]", "take 1[2^60]"] {
        assert_eq!(answer(text, 100).unwrap_err(), super::Refusal::TooMuch, "{text}");
    }
}
