//! The numbers in explanations that no other test covers.

use grundy_solver::Solver;
use grundy_solver::explain::{explain, explain_move, read_move};
use grundy_solver::limits::Budget;
use grundy_solver::notation::{parse, parse_position};
use grundy_solver::position::{Move, Position};
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

/// The steps of an explanation, by their ids.
fn steps(text: &str) -> Vec<(String, Json)> {
    let explanation = explain(&Solver::default(), &parse_position(text).unwrap(), 1).unwrap();
    let json = explanation.to_json(Lang::En);
    let steps = json["steps"].as_array().unwrap();
    steps.iter().map(|step| (step["id"].as_str().unwrap().to_owned(), step["values"].clone())).collect()
}

fn values(text: &str, id: &str) -> Option<Json> {
    steps(text).into_iter().find(|(step, _)| step == id).map(|(_, values)| values)
}

#[test]
fn numbers_are_those_of_the_position() {
    for (text, id, expected) in [
        ("race(20, 1..3)[3]", "race.wins", json!({"add": 1, "total": 4, "left": 16})),
        ("nim[3, 5]", "nim.columns", json!({"rows": "011\n101", "sum": "110", "value": 6})),
        ("take 1..3; win most[10]", "most-stones.only", json!({"least": 3, "greatest": 3})),
        ("misere nim[1, 1]", "misere-nim.small", json!({"sum": 0})),
        ("misere nim[3, 5]", "misere-nim.large", json!({"sum": 6})),
        ("misere nim[3, 5]", "nim.columns", json!({"rows": "011\n101", "sum": "110", "value": 6})),
    ] {
        assert_eq!(values(text, id), Some(expected), "{text}");
    }
    // A chain of 39 quotients is cut.
    let quotients = values("euclid[165580141, 102334155]", "euclid.quotients-begin").unwrap();
    assert_eq!(quotients["quotients"].as_array().map(Vec::len), Some(24));
    let near = values("wythoff[0, 3, 4, 5]", "explain.declined").unwrap();
    assert!(near["reason"].as_str().is_some_and(|reason| reason.contains("3 heaps")), "{near}");
}

#[test]
fn moves_are_counted() {
    // The moves onto 6 and 9 win: 6 to 11 are lost.
    for listed in [1, 2] {
        let solver = Solver::default().list_moves(listed);
        let answer = solver.solve_text("multiply 2..9; to at least 100[3]").unwrap();
        assert_eq!((answer.moves.len(), answer.moves_total), (listed, Some(2u8.into())));
    }
}

#[test]
fn what_says_nothing_is_left_out() {
    assert_eq!(steps("misere nim[0, 0]").first().map(|(id, _)| id.as_str()), Some("misere-nim.over"));
    assert!(values("misere nim[3]", "misere-nim.over").is_none());
    for text in ["nim[3]", "misere nim[3]"] {
        assert!(values(text, "nim.columns").is_none(), "{text}");
    }
}

#[test]
fn nothing_is_guessed_about_a_long_text() {
    let suggested = |text: &str| parse(text).unwrap_err().suggestion().map(str::to_owned);
    assert_eq!(suggested("nim(3,4,5)").as_deref(), Some("nim[3, 4, 5]"));
    let long = suggested(&format!("nim(3,4,{})", "5".repeat(300)));
    assert!(!long.is_some_and(|text| text.contains("555")));
}

#[test]
fn moves_that_leave_the_same_heaps_are_told_apart() {
    let (solver, mut named) = (Solver::default(), 0);
    for text in [
        "nim; heaps closed[3, 4, 5]",
        "nim; heaps closed[3, 3, 5; open 2]",
        "take 1..2; heaps closed[2, 2] + nim[4]",
        "some(nim; heaps closed[1, 2], nim; heaps alternating[2, 3])",
    ] {
        let position = parse_position(text).unwrap();
        for turn in position.turns(&Budget::default()).unwrap() {
            let next = position.after(&turn);
            let parts: Vec<String> = turn.iter().map(|(leaf, m)| name(&position, *leaf, m)).collect();
            let left = read_move(&position, &parts.join("; ")).unwrap();
            let explained = explain_move(&solver, &position, &left).unwrap().to_json(Lang::En);
            let step = &explained["steps"][0];
            assert_eq!(step["values"]["left"], next.to_string(), "{text}: {parts:?}");
            named += 1;
        }
    }
    assert!(named > 40, "{named}");
    let position = parse_position("nim; heaps closed[3, 4, 5]").unwrap();
    let left = read_move(&position, "3 4; open 2").unwrap();
    let error = explain_move(&solver, &position, &left).unwrap_err().to_string();
    assert!(error.contains("3, 4; open 2") && error.contains("; open "), "{error}");
    assert!(read_move(&position, "3 4 5; opened 2").is_err());
}

/// What a move leaves in a component, as text.
fn name(position: &Position, leaf: usize, played: &Move) -> String {
    let state = position.components()[leaf].after(played);
    let heaps: Vec<String> = state.heaps.iter().map(ToString::to_string).collect();
    let past = state.past.to_string();
    let end = if past.is_empty() { past } else { format!("; {past}") };
    let before = if position.components().len() > 1 { format!("{}: ", leaf + 1) } else { String::new() };
    format!("{before}{}{end}", heaps.join(" "))
}
