//! Arrays of every shape against the solver.

use arrow_array::builder::{FixedSizeListBuilder, LargeListBuilder, ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt64Type};
use arrow_array::{
    Array, DictionaryArray, Float64Array, Int8Array, Int32Array, Int64Array, LargeStringArray, StringArray,
    StringViewArray, UInt16Array, UInt64Array,
};
use grundy_solver::Solver;
use grundy_solver::notation::{parse_game, parse_position};
use proptest::prelude::*;

use super::*;

const ALL: [Column; 5] = [Column::Outcome, Column::Value, Column::Moves, Column::FirstMove, Column::Method];

fn ask(game: &str) -> Ask {
    Ask::new(parse_game(game).unwrap()).columns(&ALL).threads(2)
}

/// The row of an error about a row.
fn row_of(error: &AskError) -> Option<u64> {
    match error {
        AskError::Row(wrong) => Some(wrong.row),
        AskError::Whole(_) => None,
    }
}

fn array(array: impl Array + 'static) -> ArrayRef {
    Arc::new(array)
}

/// Each row as text: outcome, value, moves, first move, method; `-` for null.
fn rows(answers: &[ArrayRef]) -> Vec<String> {
    (0..answers[0].len())
        .map(|row| {
            let cells = answers.iter().map(|array| match array.data_type() {
                _ if array.is_null(row) => "-".to_owned(),
                arrow_schema::DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).to_string(),
                _ => array.as_string::<i32>().value(row).to_owned(),
            });
            cells.collect::<Vec<_>>().join("|")
        })
        .collect()
}

/// The expected row from the solver.
fn expected(game: &str, heaps: &[u64]) -> String {
    let list = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let solver = Solver::default().insist_on_value(true);
    let answer = solver.solve(&parse_position(&format!("{game}[{list}]")).unwrap()).unwrap();
    let moves: Vec<String> = answer
        .moves
        .iter()
        .map(|m| m.played[0].to.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    let value = answer.value.map_or("-".to_owned(), |value| value.to_string());
    let first = moves.first().cloned().unwrap_or_default();
    format!("{}|{value}|{}|{first}|{}", answer.outcome.letter(), moves.join(";"), answer.method.name)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    #[test]
    fn every_shape_gives_what_the_solver_gives(
        heaps in prop::collection::vec((0_u64..30, 0_u64..30), 1..150),
    ) {
        for game in ["wythoff", "nim", "take 1, 3, 4", "euclid", "misere bash(3)"] {
            let ask = ask(game);
            let first: Vec<u64> = heaps.iter().map(|(a, _)| *a).collect();
            let second: Vec<u64> = heaps.iter().map(|(_, b)| *b).collect();
            let expected: Vec<String> = heaps.iter().map(|(a, b)| expected(game, &[*a, *b])).collect();
            let small = UInt16Array::from_iter_values(first.iter().map(|heap| u16::try_from(*heap).unwrap()));
            let signed = Int8Array::from_iter_values(second.iter().map(|heap| i8::try_from(*heap).unwrap()));
            let wide = [array(UInt64Array::from(first)), array(UInt64Array::from(second))];
            prop_assert_eq!(&rows(&ask.answer(&wide).unwrap()), &expected);
            prop_assert_eq!(&rows(&ask.answer(&[array(small), array(signed)]).unwrap()), &expected);
            let mut lists = ListBuilder::new(UInt64Builder::new());
            let mut large = LargeListBuilder::new(UInt64Builder::new());
            let mut fixed = FixedSizeListBuilder::new(UInt64Builder::new(), 2);
            for (a, b) in &heaps {
                lists.append_value([Some(*a), Some(*b)]);
                large.append_value([Some(*a), Some(*b)]);
                fixed.values().append_slice(&[*a, *b]);
                fixed.append(true);
            }
            for array in [array(lists.finish()), array(large.finish()), array(fixed.finish())] {
                prop_assert_eq!(&rows(&ask.answer(&[array]).unwrap()), &expected);
            }
            let texts: Vec<String> = heaps.iter().map(|(a, b)| format!("{a} {b}")).collect();
            let kinds = [
                array(StringArray::from(texts.clone())),
                array(LargeStringArray::from(texts.clone())),
                array(StringViewArray::from_iter_values(&texts)),
            ];
            for array in kinds {
                // A slice of the array too.
                let part = array.slice(heaps.len() / 2, heaps.len() - heaps.len() / 2);
                prop_assert_eq!(&rows(&ask.answer(&[part]).unwrap())[..], &expected[heaps.len() / 2..]);
                prop_assert_eq!(&rows(&ask.answer(&[array]).unwrap()), &expected);
            }
        }
    }
}

#[test]
fn a_game_in_every_row() {
    let games = ["wythoff", "nim", "wythoff", "kayles", "nim"];
    let heaps: [[u64; 2]; 5] = [[8, 13], [5, 5], [8, 15], [3, 4], [1, 2]];
    let first = array(UInt64Array::from_iter_values(heaps.iter().map(|heaps| heaps[0])));
    let second = array(UInt64Array::from_iter_values(heaps.iter().map(|heaps| heaps[1])));
    let expected: Vec<String> = games.iter().zip(&heaps).map(|(game, heaps)| expected(game, heaps)).collect();
    let ask = Ask::of_games().columns(&ALL);
    let plain = array(StringArray::from(games.to_vec()));
    let dictionary: DictionaryArray<Int32Type> = games.into_iter().collect();
    for games in [plain, array(dictionary)] {
        let answers = ask.answer_games(&games, &[first.clone(), second.clone()]).unwrap();
        assert_eq!(rows(&answers), expected);
    }
}

#[test]
fn the_first_bad_row_is_the_error() {
    let ask = ask("nim");
    let texts = array(StringArray::from(vec!["1 2", "3 4", "5 x", "", "-1"]));
    let error = ask.answer(&[texts]).unwrap_err();
    assert_eq!((row_of(&error), error.error().code()), (Some(2), "unexpected"));
    let negative = array(Int64Array::from(vec![Some(3), Some(-4), None]));
    let error = ask.answer(std::slice::from_ref(&negative)).unwrap_err();
    assert_eq!((row_of(&error), error.error().code()), (Some(1), "negative-heap"));
    assert!(error.to_string().contains("-4"));
    let games = array(StringArray::from(vec!["nim", "wythof", "nim"]));
    let error = Ask::of_games().answer_games(&games, std::slice::from_ref(&negative)).unwrap_err();
    assert_eq!((row_of(&error), error.error().code()), (Some(1), "unknown-game"));
    // The invalid text is before the null.
    let texts = array(StringArray::from(vec![Some("1 2"), Some("x"), None]));
    let error = ask.answer(std::slice::from_ref(&texts)).unwrap_err();
    assert_eq!((row_of(&error), error.error().code()), (Some(1), "unexpected"));
    // The bad position is before the bad game.
    let texts = array(StringArray::from(vec!["1 2", "x", "4 5"]));
    let games = array(StringArray::from(vec!["nim", "nim", "wythof"]));
    let error = Ask::of_games().answer_games(&games, &[texts]).unwrap_err();
    assert_eq!(row_of(&error), Some(1));
}

#[test]
fn bad_rows_are_kept_where_told_so() {
    let ask = ask("nim").columns(&[Column::Outcome, Column::Value]).keep_going(true);
    let first = array(Int32Array::from(vec![Some(3), Some(-1), None, Some(7)]));
    let second = array(UInt64Array::from(vec![Some(3), Some(1), Some(1), None]));
    let answers = ask.answer(&[first.clone(), second.clone()]).unwrap();
    let found = rows(&answers);
    assert_eq!(found[0], "P|0|-");
    assert!(found[1].starts_with("-|-|") && found[1].contains("-1"), "{found:?}");
    assert!(found[2].starts_with("-|-|") && found[3].contains("null"), "{found:?}");
    assert_eq!(ask.fields().len(), answers.len());
    let quiet = Ask::new(parse_game("nim").unwrap()).keep_going(true).null_to_null(true);
    let found = rows(&quiet.answer(&[first, second.clone()]).unwrap());
    assert_eq!((found[0].as_str(), found[2].as_str(), found[3].as_str()), ("P|-", "-|-", "-|-"));
    assert!(found[1].contains("-1"));
    // Without keeping errors a null is still null.
    let sql = Ask::new(parse_game("nim").unwrap()).null_to_null(true);
    assert_eq!(rows(&sql.answer(&[second]).unwrap()), ["N", "N", "N", "-"]);
    let lists = array(arrow_array::ListArray::from_iter_primitive::<Int32Type, _, _>(vec![
        Some(vec![Some(1), Some(2), Some(3)]),
        None,
        Some(vec![Some(5), Some(-6)]),
        Some(vec![Some(7), None]),
        Some(vec![]),
        Some(vec![Some(9)]),
    ]));
    let found = rows(&Ask::new(parse_game("nim").unwrap()).keep_going(true).answer(&[lists]).unwrap());
    let starts: Vec<&str> = found.iter().map(|row| &row[..1]).collect();
    assert_eq!(starts, ["P", "-", "-", "-", "P", "N"], "{found:?}");
}

#[test]
fn wrong_arrays_are_refused() {
    let ask = ask("nim");
    let one = array(UInt64Array::from(vec![1]));
    let code = |arrays: &[ArrayRef]| ask.answer(arrays).unwrap_err().error().code();
    assert_eq!(code(&[]), "no-arrays");
    assert_eq!(code(&[one.clone(), array(UInt64Array::from(vec![1, 2]))]), "arrays-differ");
    assert_eq!(code(&[array(Float64Array::from(vec![1.0]))]), "array-type");
    assert_eq!(code(&[one.clone(), array(StringArray::from(vec!["1"]))]), "array-type");
    assert_eq!(Ask::of_games().answer(std::slice::from_ref(&one)).unwrap_err().error().code(), "no-game");
    let error = Ask::of_games().answer_games(&one.clone(), &[one]).unwrap_err();
    assert_eq!(error.error().code(), "game-column-type");
}

#[test]
fn no_rows_and_interrupts() {
    let none = array(UInt64Array::from(Vec::<u64>::new()));
    assert_eq!(ask("nim").answer(&[none.clone(), none.clone()]).unwrap()[0].len(), 0);
    assert_eq!(ask("grundy").answer(&[none]).unwrap()[0].len(), 0);
    let cancel = Cancel::default();
    cancel.cancel();
    // The computation of a value is cancelled, which is not an error of the row.
    let ask = Ask::new(parse_game("grundy").unwrap());
    let texts = array(StringArray::from(vec!["1000000"]));
    let error = ask.keep_going(true).cancelled_by(cancel).answer(&[texts]).unwrap_err();
    assert_eq!((row_of(&error), error.error().code()), (None, "interrupted"));
}

#[test]
fn an_ask_may_be_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Ask>();
}

/// One limit for any number of threads: each row may have an equal part.
#[test]
fn threads_share_the_memory() {
    let heaps = array(UInt64Array::from(vec![10_000_000]));
    for (threads, limit) in [(1, "1.0 MiB"), (4, "256.0 KiB")] {
        let ask =
            ask("octal(0.007)").threads(threads).limits(Limits { memory: 1 << 20, ..Limits::default() });
        let error = ask.answer(std::slice::from_ref(&heaps)).unwrap_err().to_string();
        assert!(error.contains(limit), "{threads}: {error}");
    }
}
