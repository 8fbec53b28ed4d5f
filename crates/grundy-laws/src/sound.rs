//! What every answer and every refusal must be, whoever gives it.

use std::time::Duration;

use grundy_play::Session;
use grundy_solver::answer::Outcome;
use grundy_solver::error::ErrorKind;
use grundy_solver::limits::{Budget, Limits};
use grundy_solver::position::Position;
use grundy_solver::text::{Lang, Message};
use grundy_solver::{Answer, Error, Solver};
use serde_json::Value as Json;

/// What one question may cost.
pub const LIMITS: Limits = Limits { memory: 16 << 20, time: Some(Duration::from_millis(50)), threads: 1 };
/// Both languages.
pub const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];
/// Moves of a position with more of them are not gone through.
const MOST_MOVES: usize = 200;

/// The bytes as text, whatever they are.
pub fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Is there a power with exponents of six digits or more, one alone or several on each other (`2e30100^305`)? Such numbers are
/// read, and refused where they are too long; writing them and reading them again takes many seconds under a fuzzer, and
/// shows nothing that shorter ones do not.
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

/// A sentence without an open blank, in each language.
pub fn sentence(message: &Message) {
    for lang in LANGS {
        filled(&message.render(lang), message.id());
    }
}

/// Words that are there, and none of them a blank that nobody filled in.
pub fn filled(words: &str, id: &str) {
    assert!(!words.trim().is_empty(), "{id} says nothing");
    assert!(!words.starts_with(id) && !words.starts_with("error."), "{id} has no text: {words}");
}

/// An error that can be told in both languages; its place lies within `source`, where it points into that.
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

/// An answer in every form in which it is given.
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

/// JSON that reads back as itself.
pub fn well_formed(json: &Json) {
    let text = json.to_string();
    assert_eq!(serde_json::from_str::<Json>(&text).ok().as_ref(), Some(json), "{text}");
}

/// The outcome of a position follows from those after its moves, as far as limits allow to see it.
///
/// This needs no other search: a table of marks with one wrong mark is wrong at that position or beside it.
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
