//! Reading games in matrix form: written games are read back unchanged, and errors have their place.

use std::fmt::Write as _;

use dashu_int::IBig;
use dashu_ratio::RBig;
use grundy_core::limits::Budget;
use grundy_core::text::Lang;
use grundy_payoff::{
    Game, Matrix, Player, SolutionMethod, classic, read, read_csv, read_json, read_matrix, read_nfg, solve,
};
use proptest::prelude::*;

fn games() -> impl Strategy<Value = Game> {
    let number = (-50i64..50, 1u64..7).prop_map(|(n, d)| RBig::from_parts(IBig::from(n), d.into()));
    (1usize..5, 1usize..5).prop_flat_map(move |(rows, columns)| {
        prop::collection::vec(number.clone(), 2 * rows * columns).prop_map(move |cells| {
            let matrix =
                |cells: &[RBig]| Matrix::new(cells.chunks(columns).map(<[RBig]>::to_vec).collect()).unwrap();
            Game::new(matrix(&cells[..rows * columns]), matrix(&cells[rows * columns..])).unwrap()
        })
    })
}

fn table(game: &Game, player: Player, cell: &str, row: &str) -> String {
    let rows = game.payoffs(player).rows();
    let line = |cells: &[RBig]| cells.iter().map(RBig::to_string).collect::<Vec<_>>().join(cell);
    rows.map(line).collect::<Vec<_>>().join(row)
}

fn same(a: &Game, b: &Game) -> bool {
    Player::BOTH.iter().all(|&player| a.payoffs(player) == b.payoffs(player))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_form_reads_back(game in games()) {
        let [rows, columns] = game.payoffs(Player::Row).shape();
        let [row, column] = Player::BOTH.map(|player| table(&game, player, " ", "; "));
        let bars = [row, column].join(" | ");
        prop_assert!(same(&read(&bars).unwrap(), &game));
        let cell = |i, j| format!("({}, {})", game.payoffs(Player::Row).get(i, j), game.payoffs(Player::Column).get(i, j));
        let pairs: Vec<String> =
            (0..rows).map(|i| (0..columns).map(|j| cell(i, j)).collect::<Vec<_>>().join(" ")).collect();
        if columns > 1 || rows == 1 {
            prop_assert!(same(&read(&pairs.join("\n")).unwrap(), &game));
        }
        prop_assert!(same(&read(&game.to_json().to_string()).unwrap(), &game));
        let csv = Player::BOTH.map(|player| table(&game, player, ",", "\r\n"));
        prop_assert!(same(&read_csv(&csv[0], Some(&csv[1])).unwrap(), &game));
    }

    /// Both bodies of `.nfg` describe the same game, with the row player's strategy changing first.
    #[test]
    fn nfg_reads_payoffs_and_outcomes(game in games()) {
        let [rows, columns] = game.payoffs(Player::Row).shape();
        let head = format!("NFG 1 R \"a \\\"game\\\"\" {{ \"Ann\" \"Bob\" }} {{ {rows} {columns} }}\n\"\"\n");
        let (mut payoffs, mut outcomes, mut order) = (head.clone(), head + "{\n", String::new());
        for j in 0..columns {
            for i in 0..rows {
                let [a, b] = Player::BOTH.map(|player| game.payoffs(player).get(i, j));
                write!(payoffs, "{a} {b} ").unwrap();
                writeln!(outcomes, "{{ \"\" {a}, {b} }}").unwrap();
                write!(order, "{} ", j * rows + i + 1).unwrap();
            }
        }
        for text in [&payoffs, &format!("{outcomes}}}\n{order}")] {
            let read = read_nfg(text).unwrap();
            prop_assert!(same(&read, &game));
            prop_assert_eq!(read.title.as_deref(), Some("a \"game\""));
        }
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,60}", shape in "(NFG 1 R|\\{|\\[|)[ \"{}0-9/.,;|e\\-]{0,40}") {
        for text in [text, shape] {
            let _ = (read(&text), read_nfg(&text), read_json(&text), read_matrix(&text), read_csv(&text, None));
        }
    }
}

#[test]
fn names_come_along() {
    let game = read_nfg("NFG 1 R \"t\" { \"Ann\" \"\" } { { \"up\" \"down\" } { \"left\" \"right\" \"stay\" } } 1 1 2 2 3 3 4 4 5 5 6 6").unwrap();
    assert_eq!(game.strategy(Player::Column, 2), "stay");
    assert_eq!(game.payoffs(Player::Row).get(1, 0).to_string(), "2");
    let game = read_nfg("NFG 1 R \"\" {\"\" \"\"} {2 2} {{\"w\" 1 0}} 0 1 1 0").unwrap();
    assert_eq!(game.payoffs(Player::Row).get(0, 0).to_string(), "0", "outcome 0 pays nothing");
    let game = read_csv(",left,right\nup,0.5,1/3\ndown,2,-1e2\n", None).unwrap();
    assert_eq!(game.strategy(Player::Row, 1), "down");
    assert_eq!(game.payoffs(Player::Column).get(1, 1).to_string(), "100");
    let game = read_json(
        r#"{"title": "t", "strategies": [["a"], ["b", "c"]], "row": [[0.1, "2/4"]], "column": [[1e2, -3]]}"#,
    )
    .unwrap();
    assert_eq!(game.payoffs(Player::Row).get(0, 0).to_string(), "1/10", "read digit by digit");
    assert_eq!(game.strategy(Player::Column, 1), "c");
    assert_eq!(read_matrix("1 2; 3 4").unwrap().strategy(Player::Row, 1), "R2");
    assert!(same(
        &read("（−１，１）　（1，−1）；1,-1 -1,1").unwrap(),
        &classic("猜硬币").unwrap().game(Lang::Zh).unwrap()
    ));
}

#[test]
fn wrong_texts_are_refused_where_they_stand() {
    for (text, code, piece) in [
        ("", "payoff-empty", None),
        ("1 2; 3", "payoff-ragged", Some("3")),
        ("1 2; 3 x", "payoff-number", Some("x")),
        ("1 2; 3 1/0", "payoff-zero", Some("1/0")),
        ("1,2,3 4,5,6", "payoff-cell", Some("1,2,3")),
        ("1,2 3", "payoff-mixed-cells", Some("3")),
        ("1,-1; -1,1", "payoff-ambiguous", Some("1,-1")),
        ("1 2 | 3 4 | 5 6", "payoff-players", Some("|")),
        ("1 2 | 3", "payoff-shapes", None),
        ("1,, 2", "payoff-number", Some(",")),
        ("1 2,", "payoff-number", None),
        ("{\"row\": [[1, 2], [3]]}", "payoff-ragged", None),
        ("{\"row\": [[1, true]]}", "payoff-number", Some("true")),
        ("{\"row\": [[1]], \"rows\": 3}", "payoff-json", None),
        ("{\"row\": [[1, 2]", "payoff-json", None),
        ("{\"row\": [[1, 2]], \"strategies\": [[\"a\"], [\"b\"]]}", "payoff-names", None),
        ("NFG 1 R \"\" {\"a\" \"b\" \"c\"} {2 2 2}", "payoff-players", None),
        ("NFG 1 R \"\" {\"a\"} {2}", "payoff-players", None),
        ("NFG 1 R \"\" {\"a\" \"b\"} {1000000 1000000}", "payoff-too-large", None),
        ("NFG 1 R \"\" {\"a\" \"b\"} {99999999999999999999 1}", "unexpected", Some("99999999999999999999")),
        ("NFG 1 R \"\" {\"a\" \"b\"} {2 2} 1 2 3", "unexpected-end", None),
        ("NFG 1 R \"\" {\"a\" \"b\"} {1 1} 1 2 3", "unexpected", Some("3")),
        ("NFG 1 R \"\" {\"a\" \"b\"} {1 1} {{\"\" 1 2}} 2", "payoff-outcome", None),
        ("NFG 2 R", "unexpected", Some("2")),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!(error.code(), code, "{text}");
        if let Some(piece) = piece {
            assert_eq!(error.span().map(|span| &text[span]), Some(piece), "{text}");
        }
    }
    assert_eq!(read(&" ".repeat(1 << 26)).unwrap_err().code(), "payoff-text");
    assert_eq!(read(&"9".repeat(2000)).unwrap_err().code(), "payoff-digits");
}

/// A text of 32 MiB can hold very many numbers: reading stops when there are too many.
#[test]
fn too_many_payoffs_are_refused_while_they_are_read() {
    let code = |read: Result<Game, grundy_core::Error>| read.unwrap_err().code();
    assert_eq!(code(read_csv(&",".repeat(4_000_001), None)), "payoff-too-many");
    assert_eq!(code(read_matrix(&"1 ".repeat(4_000_001))), "payoff-too-many");
    assert_eq!(code(read_json(&format!("[[{}1]]", "1,".repeat(1_000_000)))), "payoff-too-large");
}

#[test]
fn methods_say_what_they_cannot_do() {
    let budget = Budget::default();
    let wide = read_matrix(&format!("{}| {}", "1 ".repeat(200), "2 ".repeat(200))).unwrap();
    let wider = read_matrix(&format!(
        "{}; {}| {}; {}",
        "1 2 ".repeat(80),
        "2 1 ".repeat(80),
        "3 1 ".repeat(80),
        "1 1 ".repeat(80)
    ))
    .unwrap();
    assert!(
        solve(&wide, SolutionMethod::All, &budget).unwrap().equilibria.len() == 1,
        "a constant sum: not by enumeration"
    );
    assert_eq!(solve(&wider, SolutionMethod::All, &budget).unwrap_err().code(), "payoff-strategies");
    assert_eq!(solve(&wider, SolutionMethod::ZeroSum, &budget).unwrap_err().code(), "payoff-not-zero-sum");
    assert!(!solve(&wider, SolutionMethod::LemkeHowson, &budget).unwrap().equilibria.is_empty());
}
