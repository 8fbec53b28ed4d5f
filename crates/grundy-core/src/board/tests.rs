//! Moves in words: whoever carries out the words gets the position that they were made for.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::{Board, Message, small, wide};
use crate::limits::Budget;
use crate::notation::parse_position;
use crate::text::{Lang, Value};

/// The numbers of a blank, also inside a message.
fn numbers(message: &Message, name: &str) -> Vec<u64> {
    let value = message.values().iter().find(|(known, _)| *known == name);
    match &value.unwrap_or_else(|| panic!("{}: no {name}", message.id())).1 {
        Value::Number(n) => vec![u64::try_from(n).unwrap()],
        Value::Numbers(list) => list.iter().map(|n| u64::try_from(n).unwrap()).collect(),
        Value::Message(inner) => {
            let inner_name = inner.values()[0].0;
            numbers(inner, inner_name)
        }
        Value::Text(text) => panic!("{text}"),
    }
}

fn number(message: &Message, name: &str) -> u64 {
    let numbers = numbers(message, name);
    assert_eq!(numbers.len(), 1, "{name}");
    numbers[0]
}

/// Turns the coins that are named.
fn toggled<T: Ord + Copy>(heads: impl IntoIterator<Item = T>, turned: Vec<T>) -> BTreeSet<T> {
    let mut heads: BTreeSet<T> = heads.into_iter().collect();
    for coin in turned {
        if !heads.remove(&coin) {
            heads.insert(coin);
        }
    }
    heads
}

/// Edges that are still connected to the ground, found by looking again and again.
fn standing(mut edges: Vec<[u64; 2]>) -> Vec<u64> {
    let mut reached = BTreeSet::from([0]);
    loop {
        let size = reached.len();
        for ends in &edges {
            if ends.iter().any(|end| reached.contains(end)) {
                reached.extend(ends);
            }
        }
        if reached.len() == size {
            edges.retain(|ends| reached.contains(&ends[0]));
            return edges.concat();
        }
    }
}

/// The position after the move that the words name.
fn carried_out(position: &[u64], words: &Message) -> Vec<u64> {
    let n = |name| number(words, name);
    let pairs: Vec<[u64; 2]> =
        position.chunks_exact(2).map(|pair| [pair[0].min(pair[1]), pair[0].max(pair[1])]).collect();
    let without = |edge: [u64; 2]| {
        let mut edges = pairs.clone();
        edges.remove(edges.iter().position(|known| *known == edge).expect("an edge that exists"));
        standing(edges)
    };
    let coins = |turned| toggled(position.iter().copied(), turned).into_iter().collect();
    let squares = |turned| {
        let heads = toggled(position.chunks_exact(2).map(|pair| [pair[0], pair[1]]), turned);
        heads.into_iter().collect::<Vec<_>>().concat()
    };
    let at_end = |end: usize| {
        let mut heaps = position.to_vec();
        assert_eq!(heaps[end], n("heap"));
        heaps[end] -= n("k");
        heaps
    };
    match words.id() {
        "board.turn-coin" => coins(vec![n("coin")]),
        "board.turn-coins" => coins(numbers(words, "coins")),
        "board.turn-row" => coins((n("from")..=n("to")).collect()),
        "board.turn-square" | "board.place-one" => squares(vec![[n("row"), n("column")]]),
        "board.turn-squares" => {
            let columns = numbers(words, "columns");
            let rows = numbers(words, "rows").into_iter();
            squares(rows.flat_map(|row| columns.iter().map(move |&column| [row, column])).collect())
        }
        "board.turn-connected" => {
            let (_, Value::Text(text)) = &words.values()[0] else { panic!("no coins") };
            let numbers: Vec<u64> =
                text.split(['(', ')', ',', ' ']).filter_map(|number| number.parse().ok()).collect();
            squares(numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
        }
        "board.bite" => {
            let rows = (1..).zip(position);
            rows.map(|(row, &length)| if row < n("row") { length } else { length.min(n("column") - 1) })
                .collect()
        }
        "move.take" | "board.take-first" => at_end(0),
        "board.take-last" => at_end(position.len() - 1),
        "board.cut-sheet" => {
            let mut left = position.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>();
            let cut = [n("a"), n("b")];
            left.remove(left.iter().position(|sheet| *sheet == cut).expect("a sheet that exists"));
            assert_eq!(n("c") * n("d") + n("e") * n("f"), cut[0] * cut[1]);
            left.extend([[n("c"), n("d")], [n("e"), n("f")]]);
            left.concat()
        }
        "board.cut-path" => {
            let gone = numbers(words, "vertices");
            let kept: Vec<u64> =
                (1..=position.len() as u64).filter(|vertex| !gone.contains(vertex)).collect();
            let number =
                |vertex: u64| kept.iter().position(|&one| one == vertex).map_or(0, |at| at as u64 + 1);
            kept.iter().map(|&vertex| number(position[usize::try_from(vertex - 1).unwrap()])).collect()
        }
        "board.remove-vertices" => {
            let gone = numbers(words, "vertices");
            let kept = pairs.iter().filter(|pair| !pair.iter().any(|end| gone.contains(end)));
            let alone = pairs.iter().flatten().filter(|end| !gone.contains(end)).flat_map(|&v| [v, v]);
            kept.flatten().copied().chain(alone).collect()
        }
        "board.walk" => {
            let (from, to) = (n("from"), n("to"));
            let mut edges: Vec<[u64; 2]> = pairs.clone();
            assert!(edges.contains(&[0, from]) && edges.contains(&[from.min(to), from.max(to)]));
            edges.retain(|ends| !ends.contains(&from));
            edges.push([0, to]);
            edges.concat()
        }
        "board.slide" => position.iter().map(|&at| if at == n("from") { n("to") } else { at }).collect(),
        "board.place" => {
            let columns = n("column")..=n("last-column");
            let rows = n("row")..=n("last-row");
            squares(rows.flat_map(|row| columns.clone().map(move |column| [row, column])).collect())
        }
        "board.remove-vertex" => {
            let chosen = n("vertex");
            let near = |v: u64| v == chosen || pairs.contains(&[v.min(chosen), v.max(chosen)]);
            let kept = pairs.iter().filter(|pair| !near(pair[0]) && !near(pair[1]));
            // A vertex whose edges are all gone is left alone.
            let alone = pairs.iter().flatten().filter(|&&v| !near(v)).flat_map(|&v| [v, v]);
            kept.flatten().copied().chain(alone).collect()
        }
        "board.remove-edge" => {
            let ends = [n("one"), n("other")];
            pairs
                .iter()
                .filter(|pair| !pair.iter().any(|end| ends.contains(end)))
                .flatten()
                .copied()
                .collect()
        }
        "board.cut" => without([n("one"), n("other")]),
        "board.cut-ground" => without([0, n("vertex")]),
        "board.cut-loop" => without([n("vertex"), n("vertex")]),
        "board.cut-ground-loop" => without([0, 0]),
        id => panic!("{id}"),
    }
}

/// Compares every move of a position with its words; returns the number of moves.
fn compare(board: &Board, position: &[u64]) -> usize {
    let ruleset = board.ruleset();
    let canonical = |position: &[u64]| small(&ruleset.canonical(wide(position)));
    let position = canonical(position);
    ruleset.check(&wide(&position)).unwrap();
    let mut count = 0;
    ruleset
        .for_each_option(&wide(&position), &Budget::default(), &mut |option| {
            let words = board.move_in_words(&wide(&position), &option);
            let found = canonical(&carried_out(&position, &words));
            assert_eq!(found, small(&option), "{board}{position:?}: {}", words.render(Lang::En));
            count += 1;
            Ok(())
        })
        .unwrap();
    count
}

fn board(rules: &str) -> Board {
    let heaps = if rules.contains("root") || rules.contains("vertex") { "0, 1" } else { "1, 2" };
    let position = parse_position(&format!("{rules}[{heaps}]")).unwrap();
    position.components()[0].game.board().unwrap().clone()
}

#[test]
fn a_move_in_words_leads_to_the_position_it_was_made_for() {
    let mut count = 0;
    for rules in [
        "turn 1..2 coins",
        "turn 2 coins",
        "turn 1..3 coins",
        "turn any coins in a row",
        "turn any coins in equal steps",
    ] {
        for heads in 0u64..64 {
            let heads: Vec<u64> = (1..=6).filter(|coin| heads >> (coin - 1) & 1 == 1).collect();
            count += compare(&board(rules), &heads);
        }
    }
    for heads in 0u64..64 {
        let heads: Vec<u64> = (0..6)
            .filter(|place| heads >> place & 1 == 1)
            .flat_map(|place| [place / 3 + 1, place % 3 + 1])
            .collect();
        count += compare(&board("turn 1..2 coins by any coins in a row"), &heads);
        count += compare(&board("turn 2 coins by 1..3 coins"), &heads);
        count += compare(&board("turn a connected set of coins"), &heads);
    }
    for squares in 0u64..128 {
        let squares: Vec<u64> = (0..7).filter(|square| squares >> square & 1 == 1).collect();
        count += compare(&board("slide a coin down"), &squares);
    }
    for number in 0u64..256 {
        let four: Vec<u64> = (0..4).map(|place| number >> (2 * place) & 3).collect();
        count += compare(&board("bite off a corner"), &four);
        count += compare(&board("take any from end heap"), &four);
        let sides: Vec<u64> = four.iter().map(|side| side + 1).collect();
        count += compare(&board("cut a sheet in two"), &sides);
        count += compare(&board("cut a sheet in two with sides of at least 2"), &sides);
        let parents: Vec<u64> = (1..).zip(&four).map(|(vertex, parent)| parent % vertex).collect();
        count += compare(&board("cut a path to the root"), &parents);
    }
    // Graphs with loops and parallel edges.
    let edges: Vec<[u64; 2]> = (0..4).flat_map(|a| (a..4).map(move |b| [a, b])).collect();
    for number in 0..10_000 {
        let chosen = [number / 1000, number / 100 % 10, number / 10 % 10, number % 10];
        count += compare(&board("cut an edge"), &chosen.map(|edge| edges[edge]).concat());
        let walked = chosen.map(|edge| edges[edge]).concat().iter().map(|end| end + 1).collect::<Vec<_>>();
        count += compare(&board("walk to a new vertex"), &[vec![0, 1], walked].concat());
    }
    for number in 0..1_000 {
        let chosen = [number / 100, number / 10 % 10, number % 10];
        for rules in [
            "remove a vertex and its neighbours",
            "remove an edge and its ends",
            "remove a connected set of vertices",
        ] {
            count += compare(&board(rules), &chosen.map(|edge| edges[edge]).concat());
        }
    }
    for covered in 0u64..64 {
        let covered: Vec<u64> = (0..6)
            .filter(|place| covered >> place & 1 == 1)
            .flat_map(|place| [place / 3 + 1, place % 3 + 1])
            .collect();
        for piece in ["1 by 1", "1 by 2", "2 by 2"] {
            count += compare(&board(&format!("place a {piece} piece on 4 by 3 squares")), &covered);
        }
    }
    assert!(count > 30_000, "{count}");
}

#[test]
fn moves_on_boards_are_named_in_both_languages() {
    for (rules, position, next, en, zh) in [
        (
            "bite off a corner",
            &[4, 4, 4][..],
            &[4, 2, 2][..],
            "take the square at row 2, column 3 and all beyond",
            "取第 2 行第 3 列的方格及其右下的全部",
        ),
        ("turn 1..2 coins", &[2, 5], &[2], "turn over coin 5", "翻第 5 枚硬币"),
        ("turn 1..2 coins", &[2, 5], &[], "turn over coins 2, 5", "翻第 2, 5 枚硬币"),
        ("turn any coins in a row", &[5], &[2, 3, 4], "turn over coins 2 to 5", "翻第 2 到第 5 枚硬币"),
        (
            "turn 1..2 coins by 1..2 coins",
            &[2, 3],
            &[1, 1, 1, 3, 2, 1],
            "turn over the coins where rows 1, 2 and columns 1, 3 meet",
            "翻第 1, 2 行与第 1, 3 列相交处的硬币",
        ),
        (
            "turn a connected set of coins",
            &[2, 2],
            &[1, 2],
            "turn over the coins (1, 2), (2, 2)",
            "翻 (1, 2), (2, 2) 处的硬币",
        ),
        (
            "take any from end heap",
            &[3, 1, 5],
            &[3, 1, 2],
            "take 3 from the heap of 5 at the right end",
            "从右端 5 枚的堆取 3 枚",
        ),
        (
            "slide a coin down",
            &[1, 6],
            &[1, 4],
            "slide the coin on square 6 to square 4",
            "把第 6 格的硬币滑到第 4 格",
        ),
        (
            "cram(2, 3)",
            &[1, 1],
            &[1, 1, 2, 2, 2, 3],
            "cover the squares from row 2, column 2 to row 2, column 3",
            "盖住从第 2 行第 2 列到第 2 行第 3 列的方格",
        ),
        ("nodekayles", &[1, 2, 2, 3], &[3, 3], "remove vertex 1 and its neighbours", "去掉顶点 1 和它的邻点"),
        (
            "arckayles",
            &[1, 2, 2, 3, 3, 4],
            &[],
            "remove the edge between 2 and 3 with its ends",
            "去掉 2 与 3 之间的边和它的端点",
        ),
        ("cut an edge", &[0, 1, 1, 2], &[], "cut the edge between the ground and 1", "剪断地面与 1 之间的边"),
        ("cut a path to the root", &[0, 1, 2, 1], &[0, 0], "remove the vertices 2, 1", "去掉顶点 2, 1"),
        (
            "cut a sheet in two",
            &[2, 5],
            &[2, 2, 2, 3],
            "cut the sheet of 2 by 5 into 2 by 2 and 2 by 3",
            "把 2×5 的纸剪成 2×2 和 2×3",
        ),
    ] {
        let words = board(rules).move_in_words(&wide(position), &wide(next));
        assert_eq!((&*words.render(Lang::En), &*words.render(Lang::Zh)), (en, zh));
    }
    // A list that is not a position of the board leads to some words, not to a panic.
    let (sheets, squares) = (Board::Sheets { least: 2 }, board("cram(3, 3)"));
    let boards = [
        Board::Chomp,
        Board::Ends,
        Board::Strip,
        Board::Hackenbush,
        Board::Forest,
        Board::Walk,
        Board::Vertices,
        Board::Edges,
        Board::Regions,
        Board::Connected,
        sheets,
        squares,
    ];
    for board in boards {
        for (from, to) in [(vec![], vec![]), (vec![1u8, 2], vec![]), (vec![], vec![3, 1, 2])] {
            let list = |list: Vec<u8>| list.into_iter().map(UBig::from).collect::<Vec<_>>();
            board.move_in_words(&list(from), &list(to));
        }
    }
}
