//! The program that answers one question.

use std::io::Write as _;
use std::process::{Command, Stdio};

use grundy_api::{Ask, Work, endpoint};
use grundy_solver::limits::Limits;
use grundy_solver::notation::parse_game;
use grundy_solver::position::Position;
use grundy_solver::text::Lang;
use grundy_solver::{Solver, catalogue};
use serde_json::{Value as Json, json};

fn answered(question: &Json) -> Json {
    let mut program = Command::new(env!("CARGO_BIN_EXE_grundy-answer"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    serde_json::from_slice(&program.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn an_answer_is_the_one_of_the_endpoint() {
    let answer = answered(&json!({"name": "solve", "body": {"game": "wythoff[583, 646]"}}));
    assert_eq!(answer["status"], 200);
    assert_eq!(
        answer["answer"],
        Solver::default().solve_text("wythoff[583, 646]").unwrap().to_json(Lang::En)
    );
}

/// The server and the page name the method of the library, for every game of the catalogue.
#[test]
fn every_game_is_answered_by_the_method_of_the_library() {
    let solve = endpoint("solve").unwrap();
    let work = Work::without_progress(Limits::default());
    for entry in catalogue::all() {
        for misere in ["", "misere "] {
            let line = parse_game(&format!("{misere}{}", entry.example())).unwrap();
            let heaps = entry.heaps.iter().map(|&heap| heap.into()).collect();
            let Ok(position) = Position::start(&line, heaps) else { continue };
            let body = json!({"game": position.to_string()}).to_string();
            let ask = Ask::of_body(body.as_bytes(), solve.fields, Lang::En).ok().unwrap();
            let answer = (solve.answer)(&ask, &work).ok().unwrap();
            let method = Solver::default().solve(&position).unwrap().method;
            assert_eq!(answer["method"]["name"], method.name, "{position}");
        }
    }
}

#[test]
fn errors_have_their_status_their_words_and_their_place() {
    let asked = |body: Json| answered(&json!({"name": "play", "body": body}));
    let game = asked(json!({"game": "nimm[3", "lang": "zh"}));
    assert_eq!(game["status"], 422);
    assert!(game["answer"]["error"]["span"].is_array());
    assert!(!game["answer"]["error"]["message"].as_str().unwrap().is_ascii());
    let unknown = asked(json!({"gime": "nim"}));
    assert_eq!(
        (&unknown["status"], &unknown["answer"]["error"]["code"]),
        (&json!(400), &json!("field-unknown"))
    );
    let late = asked(json!({"game": "misere octal(0.3122)[3000]", "time_ms": 0}));
    assert!(late["status"] == 504 || late["status"] == 200, "{late}");
    let none = answered(&json!({"name": "ask", "body": {}}));
    assert_eq!(
        (&none["status"], &none["answer"]["error"]["code"]),
        (&json!(400), &json!("endpoint-unknown"))
    );
}
