//! Columns against the solver, position by position.

use proptest::prelude::*;

use super::*;
use grundy_core::limits::{Cancel, Limits};
use grundy_core::notation::parse_game;
use grundy_core::position::Position;

const ALL: [Column; 5] = [Column::Outcome, Column::Value, Column::Moves, Column::FirstMove, Column::Method];

fn prepared(game: &str, columns: &[Column], keep_going: bool) -> Arc<Prepared> {
    let line = parse_game(game).unwrap();
    let limits = Limits { threads: 1, ..Limits::default() };
    let cancel = Cancel::default();
    Arc::new(Prepared::new(BatchSettings { line, columns: columns.to_vec(), keep_going, limits, cancel }))
}

fn answers(prepared: &Arc<Prepared>, positions: Positions<'_>) -> Answers {
    let mut answers = Answers::default();
    prepared.worker().answer(positions, &mut answers).unwrap();
    answers
}

/// Games with a kernel, and some without.
const GAMES: [&str; 19] = [
    "wythoff",
    "misere wythoff",
    "nim",
    "misere nim",
    "bash(3)",
    "misere bash(2)",
    "take 1, 3, 4",
    "kayles",
    "moore(2)",
    "misere moore(2)",
    "euclid",
    "misere euclid",
    "grundy",
    "lasker",
    "staircase",
    "misere staircase",
    "take odd",
    "take any except 2",
    "misere take 1, 3, 4",
];

/// Compares each row with the solver's answer, which has a value if one is requested.
fn check(game: &str, heaps: &[Vec<u64>], wants_value: bool) {
    let asked = |column: &&Column| wants_value || **column != Column::Value;
    let columns: Vec<Column> = ALL.iter().filter(asked).copied().collect();
    let prepared = prepared(game, &columns[..=usize::from(wants_value)], false);
    let full = self::prepared(game, &columns, false);
    let quick = self::prepared(game, &[Column::Method, Column::Outcome], false);
    let width = heaps.first().map_or(0, Vec::len);
    let columns: Vec<Vec<u64>> =
        (0..width).map(|place| heaps.iter().map(|heaps| heaps[place]).collect()).collect();
    let slices: Vec<&[u64]> = columns.iter().map(Vec::as_slice).collect();
    let found = answers(&prepared, Positions::Columns(&slices));
    let all = answers(&full, Positions::Columns(&slices));
    let methods = answers(&quick, Positions::Columns(&slices));
    let solver = Solver::default().insist_on_value(wants_value);
    let plain = Solver::default();
    for (row, heaps) in heaps.iter().enumerate() {
        let heaps: Vec<UBig> = heaps.iter().map(|heap| UBig::from(*heap)).collect();
        let position = Position::start(&full.settings().line, heaps).unwrap();
        let answer = solver.solve(&position).unwrap();
        let what = format!("{game} {position}");
        let letter = answer.outcome.letter().as_bytes()[0];
        assert_eq!([found.outcomes[row], all.outcomes[row], methods.outcomes[row]], [letter; 3], "{what}");
        let value = answer.value.as_ref().map(|value| u64::try_from(value).unwrap());
        for found in [&found, &all].into_iter().filter(|_| wants_value) {
            assert_eq!(found.has_value[row].then_some(found.values[row]), value, "{what}");
        }
        let plain = plain.solve(&position).unwrap();
        assert_eq!(
            [all.methods[row], methods.methods[row]],
            [answer.method.name, plain.method.name],
            "{what}"
        );
        let moves: Vec<String> = answer
            .moves
            .iter()
            .map(|m| match &m.played[0].to[..] {
                [] => "0".to_owned(),
                to => to.iter().map(UBig::to_string).collect::<Vec<_>>().join(" "),
            })
            .collect();
        assert_eq!(all.moves.get(row), moves.join(";"), "{what}");
        assert_eq!(all.first_moves.get(row), moves.first().map_or("", String::as_str), "{what}");
    }
    assert!(found.errors.is_empty() && all.errors.is_empty());
    same_by_lists_and_texts(&prepared, heaps, &found);
}

/// Checks that the other two shapes of positions give the same answers.
fn same_by_lists_and_texts(prepared: &Arc<Prepared>, heaps: &[Vec<u64>], found: &Answers) {
    let values: Vec<u64> = heaps.concat();
    let ends = heaps.iter().scan(0, |end, heaps| {
        *end += heaps.len();
        Some(*end)
    });
    let offsets: Vec<usize> = std::iter::once(0).chain(ends).collect();
    let texts: Vec<String> = heaps
        .iter()
        .map(|heaps| {
            heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(if heaps[0] % 2 == 0 {
                " "
            } else {
                ", "
            })
        })
        .collect();
    same_by_lines(prepared, &texts, found);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for shape in [Positions::Lists { values: &values, offsets: &offsets }, Positions::Texts(&texts)] {
        let same = answers(prepared, shape);
        assert_eq!(same.outcomes, found.outcomes);
        assert_eq!((&same.values, &same.has_value), (&found.values, &found.has_value));
    }
}

/// Checks that lines of text give the same answers, if outcomes and values are requested.
fn same_by_lines(prepared: &Arc<Prepared>, texts: &[String], found: &Answers) {
    let mut rows = Vec::new();
    prepared.lines().answer(texts.join("\n").as_bytes(), &mut rows).unwrap();
    let rows = String::from_utf8(rows).unwrap();
    assert_eq!(rows.lines().count(), texts.len());
    for (row, line) in rows.lines().enumerate() {
        let outcome = char::from(found.outcomes[row]);
        let row = match found.has_value.get(row) {
            None => outcome.to_string(),
            Some(false) => format!("{outcome}\t"),
            Some(true) => format!("{outcome}\t{}", found.values[row]),
        };
        assert_eq!(line, row);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]
    #[test]
    fn pairs_are_answered_as_the_solver_does(
        heaps in prop::collection::vec(prop::collection::vec(0_u64..24, 2), 1..20),
    ) {
        for game in GAMES {
            check(game, &heaps, true);
        }
    }

    #[test]
    fn three_heaps_are_answered_as_the_solver_does(
        heaps in prop::collection::vec(prop::collection::vec(0_u64..7, 3), 1..6),
    ) {
        // Wythoff's and Euclid's kernels decide two heaps; other positions are searched.
        for game in GAMES {
            check(game, &heaps, true);
        }
    }

    #[test]
    fn large_heaps_are_answered_as_the_solver_does(
        heaps in prop::collection::vec(prop::collection::vec(any::<u64>(), 2), 1..8), shift in 0_u32..64,
    ) {
        let heaps: Vec<Vec<u64>> =
            heaps.into_iter().map(|heaps| heaps.into_iter().map(|heap| heap >> shift).collect()).collect();
        for game in ["wythoff", "moore(2)", "euclid"] {
            check(game, &heaps, false);
        }
        for game in ["nim", "bash(7)", "take 2, 5, 7", "misere euclid", "misere wythoff", "take any except 2"] {
            check(game, &heaps, true);
        }
    }

    #[test]
    fn large_values_are_those_of_the_solver(
        heaps in prop::collection::vec(prop::collection::vec(any::<u64>(), 2), 1..20), shift in 1_u32..64,
    ) {
        let heaps: Vec<Vec<u64>> =
            heaps.into_iter().map(|heaps| heaps.into_iter().map(|heap| heap >> shift).collect()).collect();
        for game in ["lasker", "take any except 2", "take any except 1, 4", "nim", "take 2, 5, 7"] {
            check_values(game, &heaps);
        }
    }

    #[test]
    fn take_away_starts_are_answered_as_the_solver_does(heaps in prop::collection::vec(any::<u64>(), 1..20)) {
        let small = (0..150).map(|heap| vec![heap]);
        let fibonacci = [6_765, 12_200_160_415_121_876_738, 12_200_160_415_121_876_737].map(|heap| vec![heap]);
        let heaps: Vec<Vec<u64>> =
            small.chain(fibonacci).chain(heaps.into_iter().map(|heap| vec![heap])).collect();
        for game in ["fibonacci", "take 1..last; first 1..n-1", "take 1..3*last+1; first 1..n-1", "take 1..2*last; first any"] {
            let kernel = prepared(game, &ALL[..1], false).kernel().is_some();
            assert_eq!(kernel, !game.ends_with("any"), "{game}");
            check_outcomes(game, &heaps);
        }
    }
}

/// Checks outcomes alone, for games with too many moves to list.
fn check_outcomes(game: &str, heaps: &[Vec<u64>]) {
    let prepared = prepared(game, &ALL[..1], false);
    let column: Vec<u64> = heaps.iter().map(|heaps| heaps[0]).collect();
    let found = answers(&prepared, Positions::Columns(&[&column]));
    let solver = Solver::default();
    for (row, heap) in column.iter().enumerate() {
        let position = Position::start(&prepared.settings().line, vec![UBig::from(*heap)]).unwrap();
        let letter = solver.outcome(&position).unwrap().letter().as_bytes()[0];
        assert_eq!(found.outcomes[row], letter, "{position}");
    }
}

/// Checks outcomes and values, in each of the shapes, for games with too many moves to list.
fn check_values(game: &str, heaps: &[Vec<u64>]) {
    let prepared = prepared(game, &ALL[..2], false);
    let columns: Vec<Vec<u64>> =
        (0..2).map(|place| heaps.iter().map(|heaps| heaps[place]).collect()).collect();
    let found = answers(&prepared, Positions::Columns(&[&columns[0], &columns[1]]));
    let solver = Solver::default().insist_on_value(true);
    for (row, heaps) in heaps.iter().enumerate() {
        let heaps: Vec<UBig> = heaps.iter().map(|heap| UBig::from(*heap)).collect();
        let position = Position::start(&prepared.settings().line, heaps).unwrap();
        let answer = solver.winning_turns(&position, 0).unwrap();
        assert_eq!(found.outcomes[row], answer.outcome.letter().as_bytes()[0], "{position}");
        assert_eq!(Some(UBig::from(found.values[row])), answer.value, "{position}");
    }
    same_by_lists_and_texts(&prepared, heaps, &found);
}

#[test]
fn a_bad_row_stops_or_is_kept() {
    let texts = ["1 2", "3 x", "", "99999999999999999999 5"];
    let stops = prepared("wythoff", &ALL, false);
    let mut partly = Answers::default();
    let bad = stops.worker().answer(Positions::Texts(&texts), &mut partly).unwrap_err();
    assert_eq!((bad.row, partly.outcomes.as_slice()), (1, &b"P"[..]));
    let asked = [Column::Outcome, Column::FirstMove];
    let kept = answers(&prepared("wythoff", &asked, true), Positions::Texts(&texts));
    assert_eq!(kept.outcomes, [b'P', 0, 0, b'N']);
    assert_eq!(kept.errors.iter().map(RowError::index).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((kept.first_moves.get(1), kept.first_moves.get(3)), ("", "3 5"));
    let large = answers(&prepared("nim", &[Column::Value], true), Positions::Texts(&["5", "2^70"]));
    assert_eq!((large.values.as_slice(), large.errors.len()), (&[5, 0][..], 1));
    assert_eq!(large.errors[0].error.code(), "value-above-word");
}

#[test]
fn pieces_join_without_a_seam() {
    // More rows than are decided together, in games with each kind of kernel.
    let (a, b): (Vec<u64>, Vec<u64>) = (0..10_000).map(|n| (n % 101, n * 7 % 103)).unzip();
    for game in ["wythoff", "misere wythoff", "nim", "misere nim", "kayles", "moore(2)", "euclid", "bash(3)"]
    {
        let prepared = prepared(game, &[Column::Outcome], false);
        let kernel = prepared.kernel().unwrap();
        let found = answers(&prepared, Positions::Columns(&[&a, &b]));
        let expected: Vec<u8> =
            a.iter().zip(&b).map(|(&a, &b)| letter(kernel.is_p(&[a, b]).unwrap())).collect();
        assert_eq!(found.outcomes, expected, "{game}");
    }
}

#[test]
fn a_value_above_a_word_is_the_solvers() {
    // Lasker's Nim: 2^64 - 1 is 3 modulo 4, and worth 2^64.
    let mut rows = Vec::new();
    let text = "18446744073709551615\n18446744073709551614 1\n18446744073709551615 18446744073709551615";
    prepared("lasker", &[Column::Value, Column::Method], false)
        .lines()
        .answer(text.as_bytes(), &mut rows)
        .unwrap();
    let rows = String::from_utf8(rows).unwrap();
    assert_eq!(rows, "18446744073709551616\tlasker\n18446744073709551615\tlasker\n0\tlasker\n");
}

#[test]
fn values_of_single_heaps_are_kept_and_errors_are_not() {
    // The game has no kernel. A heap too large for the memory limit fails every time; the rows after it are
    // answered as before.
    let mut settings = prepared("take primes", &[Column::Outcome, Column::Value], true).settings().clone();
    settings.limits.memory = 1 << 20;
    let prepared = Arc::new(Prepared::new(settings));
    assert!(prepared.kernel().is_none());
    let huge = 1 << 40;
    let found = answers(&prepared, Positions::Columns(&[&[47, huge, 48, huge, 47, 1]]));
    assert_eq!(found.errors.iter().map(RowError::index).collect::<Vec<_>>(), [1, 3]);
    let solver = Solver::default();
    for (row, heap) in [(0, 47_u32), (2, 48), (4, 47), (5, 1)] {
        let position = Position::start(&prepared.settings().line, vec![heap.into()]).unwrap();
        let value = solver.solve(&position).unwrap().value;
        assert_eq!(Some(UBig::from(found.values[row])), value, "{heap}");
        assert_eq!(found.outcomes[row], letter(found.values[row] == 0), "{heap}");
    }
}
