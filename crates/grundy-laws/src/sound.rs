//! Checks that every answer and every error must pass.

use std::time::Duration;

use grundy_play::Session;
use grundy_solver::answer::Outcome;
use grundy_solver::error::ErrorKind;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::position::Position;
use grundy_solver::text::{Lang, Message};
use grundy_solver::{Answer, Error, Solver};
use serde_json::Value as Json;

/// The limits of one question.
pub const LIMITS: Limits = Limits { memory: 16 << 20, time: Some(Duration::from_millis(50)), threads: 1 };
/// Both languages.
pub const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];
/// The most moves of a position that are checked.
const MOST_MOVES: usize = 200;

/// The bytes as text, invalid UTF-8 replaced.
pub fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Whether the text has a power with an exponent of six digits or more, or several powers in a row (`2e30100^305`). Such
/// numbers are parsed, and rejected if too long. Printing and parsing them takes many seconds under a fuzzer, and finds
/// nothing that shorter numbers do not.
pub fn has_long_numbers(text: &str) -> bool {
    let mut digits = 0;
    text.split(['^', 'e', 'E', '＾']).skip(1).map(|rest| rest.trim_start_matches(['(', ' '])).any(|rest| {
        let number = rest.trim_start_matches(|sign: char| sign.is_numeric() || sign == '_');
        digits += rest[..rest.len() - number.len()].chars().count();
        let is_long = digits >= 6;
        if !number.is_empty() {
            digits = 0;
        }
        is_long
    })
}

/// A budget of [`LIMITS`].
pub fn budget() -> Budget {
    Budget::new(LIMITS)
}

/// A solver within [`LIMITS`].
pub fn solver() -> Solver {
    Solver::new(LIMITS).list_moves(20)
}

/// Checks a sentence in each language: it has no unfilled blank.
pub fn sentence(message: &Message) {
    for lang in LANGS {
        filled(&message.render(lang), message.id());
    }
}

/// Checks that the text is not empty and has no unfilled blank.
pub fn filled(words: &str, id: &str) {
    assert!(!words.trim().is_empty(), "{id} says nothing");
    assert!(!words.starts_with(id) && !words.starts_with("error."), "{id} has no text: {words}");
}

/// Checks that an error has a sentence in both languages, and that its span lies within `source`, if it has one.
pub fn error(error: &Error, source: Option<&str>) {
    assert!(matches!(error.kind(), ErrorKind::Input | ErrorKind::Limit));
    assert_ne!(error.code(), "", "an error without a code");
    sentence(error.message());
    for lang in LANGS {
        let json = error.to_json(lang);
        assert_eq!(json["error"]["code"], error.code());
        assert!(error.report(lang).contains(json["error"]["message"].as_str().unwrap_or("\u{0}")));
    }
    if let (Some(source), Some(span)) = (source, error.span()) {
        assert!(span.start <= span.end && span.end <= source.len(), "{span:?} lies outside {source:?}");
        assert!(source.get(span.clone()).is_some(), "{span:?} cuts a character of {source:?}");
    }
}

/// Checks every form of an answer.
pub fn answer(answer: &Answer) {
    for lang in LANGS {
        let json = answer.to_json(lang);
        assert_eq!(json["outcome"], answer.outcome.letter());
        assert_eq!(json["moves"].as_array().map(Vec::len), Some(answer.moves.len()));
        well_formed(&json);
        filled(&grundy_solver::report::report(answer, lang, 5), "report");
    }
    answer.steps.iter().for_each(sentence);
    if let Some(total) = &answer.moves_total {
        assert!(*total >= answer.moves.len().into(), "more moves than there are: {answer:?}");
    }
}

/// Checks that JSON parses as itself.
pub fn well_formed(json: &Json) {
    let text = json.to_string();
    assert_eq!(serde_json::from_str::<Json>(&text).ok().as_ref(), Some(json), "{text}");
}

/// Checks that the outcome of a position follows from those of its options, as far as the limits allow.
///
/// This needs no other search: if a table has one wrong entry, the check fails at that position or at a neighbour.
pub fn consistent(position: &Position, solver: &Solver) {
    let Ok(outcome) = solver.outcome(position) else { return };
    if position.is_scoring() || !matches!(Session::new(position.clone()).end(solver), Ok(None)) {
        return;
    }
    let mut few = 0;
    let counted = position.for_each_turn(&budget(), &mut |_| {
        few += 1;
        if few > MOST_MOVES { Err(Error::limit("error.stopped")) } else { Ok(()) }
    });
    if counted.is_err() {
        return;
    }
    let Ok(moves) = solver.moves(position, usize::MAX) else { return };
    well_formed(&moves.to_json());
    let has = |outcome| moves.moves.iter().any(|after| after.outcome == outcome);
    let expected = match () {
        () if has(Outcome::P) => Outcome::N,
        () if has(Outcome::D) => Outcome::D,
        () => Outcome::P,
    };
    assert!(!moves.moves.is_empty(), "{position} has not ended, and no move");
    assert_eq!(outcome, expected, "{position}: {:?}", moves.moves);
}
