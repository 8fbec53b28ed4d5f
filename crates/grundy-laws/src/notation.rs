//! Text to games and back.

use grundy_solver::game::Game;
use grundy_solver::notation::{self, Parsed, Reading, parse_with};
use grundy_solver::position::{Position, State, Tree};

use crate::sound;

/// The most digits of computed numbers in a text.
const COMPUTED: usize = 100_000;

/// Parsed text prints as text that parses to the same value. Rejected text has an error with a span and a
/// sentence in both languages.
///
/// # Panics
/// If the law is broken.
pub fn law(data: &[u8]) {
    let text = sound::text(data);
    // As the server parses: arithmetic on millions of digits takes seconds under a fuzzer and finds nothing that fewer digits
    // do not.
    let reading = Reading { computed: Some(COMPUTED), ..Reading::default() };
    match parse_with(&text, &reading) {
        Err(error) => sound::error(&error, Some(&text)),
        Ok(Parsed::Game(line)) => {
            let game = &line.game;
            if !matches!(**game, Game::Own(_)) {
                for spelled in [game.to_string(), line.spelled.to_string()] {
                    let again = notation::parse_game(&spelled).map(|again| again.game);
                    assert_eq!(again.as_ref().ok(), Some(game), "{spelled} of {text:?}: {again:?}");
                }
                let again = notation::parse_game(&game.to_string()).map(|line| line.game.to_string());
                assert_eq!(again, Ok(game.to_string()), "two spellings of {text:?}");
            }
        }
        Ok(Parsed::Position(position)) if !position.has_own() => {
            let printed = position.to_string();
            let again = notation::parse_position(&printed);
            let again = again.unwrap_or_else(|error| panic!("{printed} of {text:?}: {error}"));
            assert_eq!(states(&again), states(&position), "{printed} of {text:?}");
            assert_eq!(again.to_string(), printed, "two spellings of {text:?}");
        }
        Ok(Parsed::Position(position)) => {
            let printed = position.to_string();
            let again = notation::parse_position(&printed);
            let again = again.unwrap_or_else(|error| panic!("{printed} of {text:?}: {error}"));
            assert_eq!(again.to_string(), printed, "two spellings of {text:?}");
        }
    }
    if let Err(error) = notation::parse_number_with(&text, &reading) {
        sound::error(&error, Some(&text));
    }
    match notation::parse_heaps_with(&text, &reading) {
        Err(error) => sound::error(&error, Some(&text)),
        Ok(heaps) => {
            let printed = heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            assert_eq!(notation::parse_heaps(&printed), Ok(heaps));
        }
    }
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let (game, heaps) = notation::from_words(&words);
    if let Err(error) = parse_with(&game, &reading) {
        sound::error(&error, Some(&game));
    }
    assert!(heaps.len() <= words.len());
}

fn states(position: &Position) -> (bool, &Tree, Vec<(String, &State)>) {
    let states = position.components().iter().map(|c| (c.game.to_string(), &c.state));
    (position.is_misere(), position.tree(), states.collect())
}
