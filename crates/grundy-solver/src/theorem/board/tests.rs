//! Boards by their theorems, compared with plain search.

use crate::Solver;
use crate::theorem::testing::{
    Random, agrees, agrees_at, assert_in_words, assert_matches_search, cases, method_of, with_heaps,
};
use grundy_core::answer::Outcome;
use grundy_core::notation;
use grundy_core::notation::{parse_game, parse_position};

/// Some of the numbers 1 to `size`.
fn some_of(random: &mut Random, least: u64, size: u64) -> Vec<u64> {
    (least..=size).filter(|_| random.below(2) == 0).collect()
}

#[test]
fn rows_of_coins() {
    let mut random = Random::new(7);
    for rules in ["turtles", "mockturtles", "twins", "ruler", "turn 1 coin"] {
        for _ in 0..cases(8, 25) {
            let heads = some_of(&mut random, 1, 8);
            agrees(rules, &heads, "coin-turning");
            assert_in_words(&with_heaps(rules, &heads));
        }
    }
    for _ in 0..cases(4, 10) {
        agrees("mockturtles", &some_of(&mut random, 1, 12), "coin-turning");
    }
    // The third coin of three is found from the second without trying all of 3519208590.
    let answer = Solver::default().solve_text("mockturtles[342520865, 3519208591]").unwrap();
    assert_eq!((answer.moves.len(), answer.moves_total), (1, Some(dashu_int::UBig::ONE)));
}

/// Coins without a formula are valued one by one.
#[test]
fn coins_without_a_formula() {
    let mut random = Random::new(12);
    for rules in [
        "turn 1..4 coins",
        "turn 1, 3 coins",
        "turn 3 coins",
        "turn 2..3 coins in a row",
        "turn 1, 3.. coins in a row",
        "turn 4..5 coins",
        "turn 1, 2, 6 coins",
        "turn 2 coins in a row",
        "turn any coins in equal steps",
        "turn 1, 3.. coins in equal steps",
    ] {
        for _ in 0..8 {
            let heads = some_of(&mut random, 1, 8);
            agrees(rules, &heads, "coin-values");
            assert_in_words(&with_heaps(rules, &heads));
        }
    }
    for rules in [
        "turn 1..4 coins by 1, 3 coins",
        "turn 2..3 coins in a row by 3 coins",
        "turn any coins in equal steps by 1..2 coins",
    ] {
        for _ in 0..6 {
            let places = some_of(&mut random, 1, 9);
            let heads: Vec<String> =
                places.iter().map(|p| format!("({}, {})", (p - 1) / 3 + 1, (p - 1) % 3 + 1)).collect();
            agrees_at(&format!("{rules}[{}]", heads.join(", ")), "tartan");
        }
    }
    let solver = Solver::default();
    for text in
        ["turn 1..5 coins in a row[25, 30]", "turn 1..5 coins in a row[9999, 10000]", "turn 1..4 coins[60]"]
    {
        let answer = solver.solve_text(text).unwrap();
        assert_eq!(answer.method.name, "coin-values", "{text}");
    }
    // Coins far away need a table that is larger than the memory.
    assert_eq!(solver.solve_text("turn 1..4 coins[10^15]").unwrap_err().code(), "memory-limit");
}

#[test]
fn rectangles_of_coins() {
    let mut random = Random::new(8);
    for rules in ["corners", "rugs", "tartan", "turn 1..3 coins by 2 coins"] {
        for _ in 0..12 {
            let places = some_of(&mut random, 1, 9);
            let heads: Vec<String> =
                places.iter().map(|p| format!("({}, {})", (p - 1) / 3 + 1, (p - 1) % 3 + 1)).collect();
            let text = format!("{rules}[{}]", heads.join(", "));
            agrees_at(&text, "tartan");
            assert_in_words(&text);
            assert_eq!(parse_position(&text).unwrap().to_string(), text);
        }
    }
    agrees_at("corners[(4, 3), (2, 5)]", "tartan");
    for text in
        ["corners[(4, 3), (2, 2)] + corners[2, 3]", "rugs[2, 3] + turn 1..3 coins by 2 coins[3, 2] + nim[3]"]
    {
        let answer = Solver::default().list_moves(usize::MAX).solve_text(text).unwrap();
        assert_matches_search(text, &answer);
    }
    // The columns follow from the rows: 10^9 times fewer sets than there are moves.
    let answer = Solver::default().solve_text("corners[2000, 10^9] + corners[10^9, 700]").unwrap();
    assert!(answer.moves_complete && !answer.moves.is_empty());
}

#[test]
fn bars_of_chocolate() {
    for first in 0..7u64 {
        for second in 0..=first {
            agrees("chomp", &[first, second], "chomp");
            let mut arms = vec![first];
            arms.extend(vec![1; usize::try_from(second.min(first)).unwrap()]);
            agrees("chomp", &arms, "chomp");
        }
    }
    assert_in_words("chomp[10^15, 7]");
    for first in 2..7u64 {
        for second in 2..=first {
            for third in 1..=second {
                agrees("chomp", &[first, second, third], "chomp-table");
            }
        }
    }
    assert_in_words("chomp[9, 7, 5]");
    for rows in
        [[4, 3, 3, 2, 0], [3, 3, 3, 3, 0], [5, 4, 2, 2, 0], [4, 4, 3, 2, 2], [3, 3, 2, 2, 1], [5, 2, 2, 2, 2]]
    {
        let rows: Vec<u64> = rows.into_iter().filter(|row| *row > 0).collect();
        for first in rows[0]..rows[0] + 4 {
            agrees("chomp", &[&[first], &rows[1..]].concat(), "chomp-table");
        }
    }
    let tall = Solver::default().solve_text("chomp[10^9, 12, 12, 11, 4]").unwrap();
    assert_eq!((tall.method.name, tall.outcome), ("chomp-table", Outcome::N));
    let error = Solver::default().solve_text("chomp[3000, 4000, 5000, 6000]").unwrap_err();
    assert_eq!(error.code(), "memory-limit");
    let large = Solver::default().solve_text("chomp[10^12, 400, 300]").unwrap();
    assert_eq!((large.method.name, large.outcome), ("chomp-table", Outcome::N));
    agrees_at("misere chomp[4, 3]", "plain-search");
    let answer = Solver::default().solve_text("chomp[4, 4, 4]").unwrap();
    assert_eq!(answer.outcome, Outcome::N);
}

#[test]
fn rows_with_two_ends() {
    let mut random = Random::new(9);
    for _ in 0..150 {
        let count = random.below(6);
        let heaps: Vec<u64> = (0..count).map(|_| random.below(5)).collect();
        agrees("endnim", &heaps, "end-nim");
    }
    assert_in_words("endnim[3, 1, 4, 1, 5]");
    let heaps: Vec<String> = (1..300u32).map(|n| format!("10^50 + {}", n * n % 97)).collect();
    let answer = Solver::default().solve_text(&format!("endnim[{}]", heaps.join(", "))).unwrap();
    assert!(answer.moves.len() <= 2);
}

#[test]
fn coins_on_a_strip() {
    let mut random = Random::new(10);
    for _ in 0..80 {
        let coins = some_of(&mut random, 0, 8);
        agrees("silverdollar", &coins, "strip");
        assert_in_words(&with_heaps("silverdollar", &coins));
    }
    agrees_at("silverdollar[2, 5, 6] + silverdollar[1, 4] + nim[2]", "nim-sum");
}

#[test]
fn graphs_on_the_ground() {
    let mut random = Random::new(11);
    for _ in 0..200 {
        let count = 1 + random.below(7);
        let edges: Vec<String> =
            (0..count).map(|_| format!("({}, {})", random.below(4), random.below(5))).collect();
        agrees_at(&format!("hackenbush[{}]", edges.join(", ")), "green-hackenbush");
    }
    assert_in_words("hackenbush[(0, 1), (1, 2), (2, 0)]");
    agrees_at("hackenbush[(0, 1), (1, 2)] + nim[3] + turtles[2, 3]", "nim-sum");
    agrees_at("hackenbush[(5, 6)]", "green-hackenbush");
}

#[test]
fn trees_cut_along_paths() {
    let mut random = Random::new(13);
    for _ in 0..60 {
        let count = random.below(7);
        let parents: Vec<u64> = (0..count).map(|vertex| random.below(vertex + 1)).collect();
        agrees("cut a path to the root", &parents, "tree-paths");
    }
    assert_in_words("cut a path to the root[0, 1, 1, 2]");
    agrees_at("cut a path to the root[0, 1, 1, 2] + nim[3]", "nim-sum");
    // A stalk is a Nim heap, whatever its length.
    let stalk: Vec<u64> = (0..20_000).collect();
    let text = with_heaps("cut a path to the root", &stalk);
    assert_eq!(Solver::default().list_moves(3).solve_text(&text).unwrap().value, Some(20_000u32.into()));
}

#[test]
fn sheets_cut_in_two() {
    let mut random = Random::new(14);
    for rules in ["cut a sheet in two", "cut a sheet in two with sides of at least 2"] {
        for _ in 0..25 {
            let count = random.below(3);
            let sides: Vec<u64> = (0..2 * count).map(|_| 1 + random.below(4)).collect();
            agrees(rules, &sides, "sheets");
        }
    }
    for sides in [[4, 9], [6, 6], [5, 8]] {
        agrees("cut a sheet in two with sides of at least 2", &sides, "sheets");
        assert_in_words(&with_heaps("cut a sheet in two with sides of at least 2", &sides));
    }
    assert_in_words("cut a sheet in two[3, 4]");
    let answer = Solver::default().list_moves(2).solve_text("cut a sheet in two[10^15, 3]").unwrap();
    assert_eq!((answer.value, answer.moves.len()), (Some(dashu_int::UBig::ONE), 2));
}

#[test]
fn walks_through_graphs() {
    let mut random = Random::new(15);
    for _ in 0..60 {
        let count = random.below(9);
        let edges: Vec<String> = std::iter::once("(0, 1)".to_owned())
            .chain((0..count).map(|_| format!("({}, {})", 1 + random.below(6), 1 + random.below(6))))
            .collect();
        agrees_at(&format!("geography[{}]", edges.join(", ")), "geography");
    }
    assert_in_words("geography[(0, 2), (1, 2), (2, 3)]");
    agrees_at("geography[(0, 1), (1, 2), (2, 3)] + nim[2]", "nim-sum");
    // A square of 30 by 30 falls into pairs of neighbours, so the first player wins from everywhere.
    let number = |row: u32, column: u32| 30 * row + column + 1;
    let mut edges = vec!["(0, 1)".to_owned()];
    for row in 0..30 {
        for column in 0..29 {
            edges.push(format!("({}, {})", number(row, column), number(row, column + 1)));
            edges.push(format!("({}, {})", number(column, row), number(column + 1, row)));
        }
    }
    let answer = Solver::default().solve_text(&format!("geography[{}]", edges.join(", "))).unwrap();
    assert_eq!((answer.outcome, answer.moves.len()), (Outcome::N, 2));
}

#[test]
fn a_board_reads_back_and_has_a_name() {
    for (rules, name) in [
        ("turn 1, 2 coins", Some("turtles")),
        ("turn 1..3 coins", Some("mockturtles")),
        ("turn 2 coins", Some("twins")),
        ("turn any coins in a row", Some("ruler")),
        ("turn 2 coins by 2 coins", Some("corners")),
        ("turn 1, 3..5 coins in a row by 2 coins", None),
        ("bite off a corner", Some("chomp")),
        ("take any from end heap", Some("endnim")),
        ("slide a coin down", Some("silverdollar")),
        ("cut an edge", Some("hackenbush")),
        ("walk to a new vertex", Some("geography")),
        ("cut a path to the root", None),
        ("cut a sheet in two", None),
        ("cut a sheet in two with sides of at least 2", None),
        ("turn any coins in equal steps", None),
    ] {
        let game = parse_game(rules).unwrap().game;
        let again = parse_game(&game.to_string()).unwrap().game;
        assert_eq!(game, again);
        assert_eq!(notation::name_of(&game).as_deref(), name, "{rules}");
    }
}

#[test]
fn what_is_no_board_is_refused_in_its_place() {
    for (text, code, start) in [
        ("turtles[3, 3]", "coin-twice", 7),
        ("turtles[0]", "coin-zero", 7),
        ("corners[1, 2, 3]", "pairs-odd", 7),
        ("corners[(1 2)]", "unexpected", 11),
        ("chomp[10^30]", "board-number", 5),
        ("take 1 from end heap[3]", "end-heap-any", 12),
        ("turn any coins[3]", "coin-counts", 0),
        ("turn 0 coins[3]", "zero-amount", 5),
        ("turn 1 coin or take 1[3]", "rules-conflict", 0),
        ("chomp; win most[3]", "rules-conflict", 0),
        ("bite of a corner[3]", "unexpected", 5),
        ("cut a sheet in two[3, 0]", "sheet-empty", 18),
        ("cut a sheet in two with sides of at least 0[3, 2]", "sheet-empty", 0),
        ("cut a path to the root[2, 1]", "forest", 22),
        ("walk to a new vertex[1, 2]", "one-token", 20),
        ("walk to a new square[0, 1]", "unexpected", 14),
        ("cut a corner[3]", "unexpected", 6),
        ("turn 1 coin in equal row[3]", "unexpected", 21),
    ] {
        let error = parse_position(text).unwrap_err();
        assert_eq!((error.code(), error.span().map(|s| s.start)), (code, Some(start)), "{text}");
    }
}

#[test]
fn misere_boards_are_searched() {
    for text in [
        "misere turtles[3, 4]",
        "misere hackenbush[(0, 1), (1, 2)]",
        "misere endnim[2, 3]",
        "misere geography[0, 1, 1, 2]",
    ] {
        assert_eq!(method_of(text), "plain-search", "{text}");
    }
}

#[test]
fn pieces_and_vertices_that_are_removed() {
    for text in [
        "cram(3, 4)[]",
        "cram(4, 3)[(2, 2), (3, 1)]",
        "place a 2 by 2 piece on 4 by 4 squares[]",
        "nodekayles[(1, 2), (2, 3), (3, 1), (3, 4), (5, 5)]",
        "arckayles[(1, 2), (2, 3), (3, 1), (3, 4), (4, 6)]",
    ] {
        agrees_at(text, "parts");
        assert_in_words(text);
    }
    agrees_at("cram(2, 3)[(1, 1)] + nim[3]", "nim-sum");
    let values = |text: &str| Solver::default().solve_text(text).unwrap().value;
    // The smaller ones were computed by plain mex too; the symmetry of the last two is in M. Gardner 1974.
    for (rows, columns, value) in
        [(3, 3, 0u8), (3, 5, 1), (3, 6, 4), (4, 5, 2), (5, 5, 0), (6, 6, 0), (8, 8, 0)]
    {
        let text = format!("cram({rows}, {columns})");
        assert_eq!(values(&text), Some(value.into()), "{text}");
    }
}

/// Several moves that lead to the same position are one result, in cut lists too.
#[test]
fn a_cut_list_counts_different_results() {
    for (text, most, ways, complete) in [
        ("nodekayles[(1, 3), (3, 2), (1, 2)]", 1, &[3][..], true),
        ("cut a path to the root[0, 0, 0]", 1, &[3], true),
        ("nodekayles[(1, 2), (3, 4), (5, 5)]", 2, &[2, 2], false),
        ("nodekayles[(1, 2), (3, 4), (5, 5)]", 3, &[1, 2, 2], true),
    ] {
        let answer = Solver::default().list_moves(most).solve_text(text).unwrap();
        let mut found: Vec<u64> = answer.moves.iter().map(|result| result.ways).collect();
        found.sort_unstable();
        assert_eq!((found.as_slice(), answer.moves_complete), (ways, complete), "{text}");
    }
}
