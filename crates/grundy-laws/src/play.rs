//! Game sessions: moves as typed, and saved games.

use grundy_play::{Choice, Engine, Hints, Session, choices, read};
use grundy_solver::Solver;
use grundy_solver::error::ErrorKind;
use grundy_solver::notation::parse_position;
use grundy_solver::position::Position;

use crate::sound;

/// The most lines that are read.
const LINES: usize = 12;

/// The first line is a position, each further one `undo`, `redo`, `goto N`, `hint`, `engine`, or a move. A parsed move
/// is legal, and its text parses as the same move; a replay of the saved game gives the same end.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    let mut lines = text.lines();
    let Ok(start) = parse_position(lines.next().unwrap_or("")) else { return };
    let solver = sound::solver();
    let mut session = Session::new(start);
    for line in lines.take(LINES) {
        command(&mut session, line, &solver);
        assert!(session.at() <= session.moves().len());
        assert_eq!(session.positions().len(), session.moves().len() + 1);
    }
    for lang in sound::LANGS {
        match session.to_json(&solver, 5, lang) {
            Ok(json) => sound::well_formed(&json),
            Err(error) => sound::error(&error, None),
        }
        match session.review(&solver, lang) {
            Ok(json) => sound::well_formed(&json),
            Err(error) => sound::error(&error, None),
        }
    }
    played_through(&session);
}

fn command(session: &mut Session, line: &str, solver: &Solver) {
    let at = session.at();
    match line.trim() {
        "undo" => assert_eq!(session.undo(), at > 0),
        "redo" => assert_eq!(session.redo(), at < session.moves().len()),
        "hint" => {
            if let Ok(mut hints) = Hints::new(session.position(), solver) {
                while !hints.is_exhausted() {
                    hints.give().iter().for_each(sound::sentence);
                }
            }
        }
        "engine" => {
            if let Ok(choice) = Engine::new(50, at as u64).choose(session, solver) {
                legal(session, choice);
            }
        }
        said => match said.strip_prefix("goto ").map(str::parse) {
            Some(Ok(moves)) => assert_eq!(session.goto(moves).is_ok(), moves <= session.moves().len()),
            _ => match read(session.position(), said, &sound::budget()) {
                Ok(choice) => legal(session, choice),
                Err(error) => sound::error(&error, None),
            },
        },
    }
}

fn legal(session: &mut Session, choice: Choice) {
    let from = session.position().clone();
    let result = choice.result();
    sound::sentence(&choice.in_words());
    assert!(from.has_turn(&sound::budget()) != Ok(false), "{from} has no move, not {}", choice.text());
    if let Ok((listed, true)) = choices(&from, usize::MAX, &sound::budget()) {
        assert!(listed.iter().any(|known| known.result() == result), "{from} to {result} is not listed");
    }
    match read(&from, &choice.text(), &sound::budget()) {
        Ok(again) => assert_eq!(again.result(), result, "{from}: {}", choice.text()),
        Err(error) => assert_eq!(error.kind(), ErrorKind::Limit, "{from}: {}: {error}", choice.text()),
    }
    let moves = session.at() + 1;
    assert_eq!(session.play(choice), Ok(()));
    assert_eq!((session.at(), session.moves().len(), session.position()), (moves, moves, &result));
}

/// Replays the saved game: the start, and the moves as typed.
fn played_through(session: &Session) {
    let start: &Position = &session.positions()[0];
    if start.has_own() {
        return;
    }
    let again = parse_position(&start.to_string());
    let again = again.unwrap_or_else(|error| panic!("{start} does not read back: {error}"));
    let mut again = Session::new(again);
    for choice in session.moves() {
        match read(again.position(), &choice.text(), &sound::budget()) {
            Ok(choice) => assert_eq!(again.play(choice), Ok(())),
            Err(error) => return assert_eq!(error.kind(), ErrorKind::Limit, "{start}: {}", choice.text()),
        }
    }
    let ends = [session, &again].map(|session| session.positions().last().map(ToString::to_string));
    assert_eq!(ends[0], ends[1]);
}
