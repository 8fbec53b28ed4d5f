//! Pictures of small tables: their contents, and the places of marks.

use super::{Grid, Picture, Show};
use grundy_core::answer::Outcome;
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::parse_game;
use grundy_core::position::Position;
use grundy_core::text::Lang;
use grundy_solver::Solver;
use grundy_solver::oracle::Oracle;

fn grid(text: &str, rows: usize, columns: usize, show: Show) -> Grid {
    Solver::default().table(&parse_game(text).unwrap(), rows, columns, show).unwrap()
}

#[test]
fn tables_hold_what_the_plain_search_says() {
    for text in [
        "wythoff",
        "misere wythoff",
        "kayles",
        "misere kayles",
        "euclid",
        "fibonacci",
        "matches",
        "nim",
        "take 1..n/2 or take any from 2 heaps",
        "staircase",
        "take 1, 2; win most",
        "take any; heaps in order",
        "take any from max heap or take 1 from min heap",
        "misere take 1, 3 from max heap",
        "take 1, 3; heaps alternating",
        "nim; heaps closed",
        "take 1..seat; seats 1, 3, 2",
    ] {
        let line = parse_game(text).unwrap();
        let budget = Budget::default();
        let empty = Position::start(&line, vec![]).unwrap();
        let mut oracle = Oracle::new(&empty, &budget);
        for (_, show) in Show::ALL {
            let Ok(grid) = Solver::default().table(&line, 5, 7, show) else {
                assert!(line.misere || text.contains("most"), "{text}");
                continue;
            };
            for row in 0..5 {
                for column in 0..7 {
                    let heaps = [row, column].map(dashu_int::UBig::from).to_vec();
                    let position = Position::start(&line, heaps).unwrap_or_else(|_| empty.clone());
                    let verdict = oracle.verdict(&position).unwrap();
                    let drawn = grid.outcome(row, column);
                    if line.game.is_scoring() {
                        assert_eq!(drawn == Outcome::D, verdict.margin == dashu_int::IBig::ZERO, "{text}");
                        continue;
                    }
                    assert_eq!(drawn, Outcome::of(verdict.wins), "{text} {row} {column}");
                    let number = match show {
                        Show::Outcome => None,
                        Show::Value => Some(u32::try_from(verdict.value).unwrap()),
                        Show::Remoteness => Some(verdict.remoteness),
                    };
                    assert_eq!(grid.number(row, column), number, "{} of {text} {row} {column}", show.word());
                }
            }
        }
    }
}

#[test]
fn graphs_and_scripts_are_tables_of_their_own_answers() {
    let solver = Solver::default();
    let script =
        r#"script("fn options(p) { if p[0] == 0 { [] } else { [[p[0] - 1, p[1] + 1], [p[0] - 1, 0]] } }")"#;
    for text in [
        r#"graph("0: 1; 1: 2; 2:")"#,
        r#"graph("0: 1; 1: 0 2; 2:")"#,
        r#"misere graph("0: 1; 1: 2; 2:")"#,
        script,
    ] {
        let line = parse_game(text).unwrap();
        let grid = solver.table(&line, 3, 3, Show::Outcome).unwrap();
        for row in 0..3 {
            for column in 0..3 {
                let heaps = [row, column].map(dashu_int::UBig::from).to_vec();
                let position = Position::start(&line, heaps).unwrap();
                let drawn = solver.solve(&position).unwrap().outcome;
                assert_eq!(grid.outcome(row, column), drawn, "{text} {row} {column}");
            }
        }
        assert!(grid.outcomes.contains(&Outcome::N), "{text}");
    }
    let line = parse_game(r#"graph("0: 1; 1: 2; 2:")"#).unwrap();
    let values = solver.table(&line, 3, 3, Show::Value).unwrap();
    assert_eq!(values.numbers, [0, 1, 0, 1, 0, 1, 0, 1, 0]);
    assert!(solver.table(&line, 4, 3, Show::Outcome).is_err(), "there is no vertex 3");
    let round = parse_game(r#"graph("0: 1; 1: 0 2; 2:")"#).unwrap();
    assert!(solver.table(&round, 3, 3, Show::Value).is_ok());
}

#[test]
fn drawing_holds_to_its_limits() {
    let nim = grid("nim", 300, 300, Show::Value);
    let late = Budget::new(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() });
    let small = Budget::new(Limits { memory: 1 << 16, ..Limits::default() });
    for (budget, code) in [(&late, "time-limit"), (&small, "memory-limit")] {
        assert_eq!(Picture(&nim).to_png(budget).unwrap_err().code(), code);
        assert_eq!(Picture(&nim).to_svg(Lang::En, budget).unwrap_err().code(), code);
        assert_eq!(nim.to_csv(budget).unwrap_err().code(), code);
    }
}

#[test]
fn a_table_is_written_as_csv_and_text() {
    let values = grid("wythoff", 3, 4, Show::Value);
    assert_eq!(values.to_csv(&Budget::default()).unwrap(), ",0,1,2,3\n0,0,1,2,3\n1,1,2,0,4\n2,2,0,1,5\n");
    let text = Picture(&values).to_text(Lang::En, false);
    assert!(text.contains("\n1  1 2 0 4\n"), "{text}");
    let outcomes = grid("wythoff", 3, 4, Show::Outcome);
    assert_eq!(
        outcomes.to_json_rows(&Budget::default()).unwrap()[1],
        serde_json::json!(["N", "N", "P", "N"])
    );
    let text = Picture(&outcomes).to_text(Lang::En, false);
    assert!(text.contains("\n0 ▀·▄·\n") && text.contains("\n2 ·▀··\n"), "{text}");
    let drawn = Picture(&grid("take 1, 2; win most", 4, 4, Show::Outcome)).to_text(Lang::En, false);
    assert!(drawn.contains('D') && drawn.contains("D: drawn"), "{drawn}");
    let colored = Picture(&outcomes).to_text(Lang::Zh, true);
    assert!(colored.contains("\u{1b}[38;2;16;24;48m") && colored.contains("必败"), "{colored}");
}

#[test]
fn pictures_mark_lost_positions_and_name_both_heaps() {
    for (_, show) in Show::ALL {
        let grid = grid("wythoff", 6, 8, show);
        let svg = Picture(&grid).to_svg(Lang::Zh, &Budget::default()).unwrap();
        assert!(svg.contains("第一堆") && svg.contains("第二堆") && svg.contains("必败"), "{svg}");
        // (0, 0), (1, 2), (2, 1), (3, 5), (5, 3) and (4, 7), and the one in the legend.
        let discs = svg.matches("<circle").count();
        assert_eq!(discs, if show == Show::Outcome { 0 } else { 7 }, "{svg}");
        let plain = decoded(&Picture(&grid).to_plain_png(1, &Budget::default()).unwrap());
        assert_eq!((plain.0, plain.1), (8, 6));
        let pixel = |row: usize, column: usize| &plain.2[(row * 8 + column) * 3..][..3];
        assert_eq!(pixel(1, 2), pixel(5, 3));
        assert_ne!(pixel(1, 2), pixel(1, 3));
        assert!(decoded(&Picture(&grid).to_png(&Budget::default()).unwrap()).0 > 240);
    }
    let large = Picture(&grid("nim", 120, 130, Show::Value)).to_svg(Lang::En, &Budget::default()).unwrap();
    assert!(large.contains("data:image/png;base64,") && large.len() < 200_000, "{}", large.len());
}

fn decoded(png: &[u8]) -> (usize, usize, Vec<u8>) {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width as usize, info.height as usize, pixels)
}

#[test]
fn a_window_is_a_part_of_the_table_with_its_own_sizes() {
    for (_, show) in Show::ALL {
        let whole = grid("wythoff", 9, 12, show);
        let part = whole.window([4, 7]);
        assert_eq!((part.rows, part.columns, part.from), (5, 5, [4, 7]));
        for row in 0..5 {
            for column in 0..5 {
                assert_eq!(part.outcome(row, column), whole.outcome(row + 4, column + 7));
                assert_eq!(part.number(row, column), whole.number(row + 4, column + 7));
            }
        }
        let csv = part.to_csv(&Budget::default()).unwrap();
        assert!(csv.starts_with(",7,8,9,10,11\n4,"), "{csv}");
        assert_eq!(part.window([6, 0]), whole.window([6, 7]));
        assert_eq!(
            part.to_json("wythoff", false, &Budget::default()).unwrap()["from"],
            serde_json::json!([4, 7])
        );
        assert!(whole.to_json("wythoff", false, &Budget::default()).unwrap().get("from").is_none());
        assert_eq!(Picture(&part).marks(1, 3), [(1, 8), (3, 10)]);
        assert_eq!(Picture(&part).marks(0, 5), [(0, 4), (1, 5), (2, 6), (3, 7), (4, 8)]);
        let svg = Picture(&part).to_svg(Lang::En, &Budget::default()).unwrap();
        assert!(svg.contains(">8</text>") && svg.contains(">10</text>"), "{svg}");
        assert!(
            Picture(&part).to_text(Lang::En, false).contains("\n4 ")
                && Picture(&part).to_png(&Budget::default()).is_ok()
        );
        let beyond = whole.window([20, 3]);
        assert_eq!((beyond.rows, beyond.outcomes.len(), beyond.numbers.len()), (0, 0, 0));
    }
    assert_eq!(
        Picture(&grid("nim", 300, 300, Show::Outcome).window([250, 280])).marks(1, 3),
        [(0, 280), (10, 290)]
    );
}

#[test]
fn packed_cells_are_the_cells_in_as_few_bytes_as_they_need() {
    let cells = |grid: &Grid| -> Vec<u32> {
        let (bits, bytes) = Picture(grid).to_packed();
        let number = |cell: &[u8]| cell.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte));
        bytes.chunks(bits as usize / 8).map(number).collect()
    };
    for (game, side, expected) in [("wythoff", 9, 8), ("nim", 257, 16), ("wythoff", 200, 16)] {
        let values = grid(game, side, side, Show::Value);
        assert_eq!(Picture(&values).to_packed().0, expected, "{game}");
        assert_eq!(cells(&values), values.numbers, "{game}");
        let json = Picture(&values).to_json_packed(game, false);
        let length = json["packed"].as_str().unwrap().len();
        assert_eq!(length, (side * side * expected as usize / 8).div_ceil(3) * 4);
        assert_eq!((json["bits"].as_u64(), json.get("rows")), (Some(u64::from(expected)), None));
    }
    let large = Grid { numbers: vec![1 << 20], ..grid("nim", 1, 1, Show::Value) };
    assert_eq!((Picture(&large).to_packed().0, cells(&large)), (32, vec![1 << 20]));
    assert_eq!(cells(&grid("wythoff", 2, 3, Show::Outcome)), [0, 1, 1, 1, 1, 0]);
    assert!(cells(&grid("take 1, 2; win most", 4, 4, Show::Outcome)).contains(&2));
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let refused = |text: &str, show: Show, limits: Limits| {
        let line = parse_game(text).unwrap();
        Solver::new(limits).table(&line, 1 << 12, 1 << 12, show).unwrap_err().code()
    };
    let small = Limits { memory: 1 << 20, time: None, threads: 0 };
    assert_eq!(refused("race(30, 1..3)", Show::Outcome, small), "not-two-heaps");
    assert_eq!(refused("discard 3 heaps then split into 2 heaps", Show::Outcome, small), "not-two-heaps");
    assert_eq!(refused("misere nim", Show::Value, small), "values-misere");
    assert_eq!(refused("take 1; win most", Show::Remoteness, small), "remoteness-scoring");
    assert_eq!(refused("wythoff", Show::Outcome, small), "memory-limit");
}
