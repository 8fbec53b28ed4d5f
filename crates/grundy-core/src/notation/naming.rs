//! From a name to its game, and from a game to its name: the entries of the catalogue are tried in order.

use std::cell::RefCell;
use std::collections::HashMap;

use dashu_int::{IBig, UBig};

use super::parser::{Argument, Parameters, Parser};
use crate::board::Board;
use crate::catalogue::{self, Entry, ParameterKind};
use crate::error::Result;
use crate::game::Game;
use crate::number;
use crate::rules::{Amounts, MoveRule, Rules, Source, Span};

/// The game of an entry for given arguments.
pub(super) fn expand(entry: &Entry, arguments: &[Argument]) -> Result<Game> {
    let parameters: Parameters =
        entry.parameters.iter().map(|p| p.name.clone()).zip(arguments.iter().cloned()).collect();
    Parser::with_parameters(&entry.rules, parameters)?.entry_game()
}

/// The canonical spelling of an entry with arguments.
pub(super) fn spell(entry: &Entry, arguments: &[Argument]) -> String {
    if arguments.is_empty() {
        return entry.name.clone();
    }
    let list: Vec<String> = arguments
        .iter()
        .map(|argument| match argument {
            Argument::Number(n) => n.to_string(),
            Argument::Amounts(set) => set.to_string(),
        })
        .collect();
    format!("{}({})", entry.name, list.join(", "))
}

/// The first name of this game in the catalogue, with its arguments.
///
/// The search may try every entry, which can take longer than the answer itself, so each thread caches the
/// latest results.
pub fn name_of(game: &Game) -> Option<String> {
    thread_local! {
        static LATEST: RefCell<HashMap<Game, Option<String>>> = RefCell::default();
    }
    match game {
        // A graph or a script has no name, and the cache must not keep it alive.
        Game::Own(_) => return None,
        Game::Heaps(rules) if rules.moves().len() > MOVES_REMEMBERED => {
            return entry_of(game).map(|(_, spelled)| spelled);
        }
        Game::Heaps(_) | Game::Board(_) => {}
    }
    LATEST.with_borrow_mut(|latest| {
        if let Some(name) = latest.get(game) {
            return name.clone();
        }
        let name = entry_of(game).map(|(_, spelled)| spelled);
        if latest.len() >= NAMES_REMEMBERED {
            latest.clear();
        }
        let spans: usize = amounts_in(game).iter().map(|amounts| amounts.spans().len()).sum();
        if spans <= SPANS_REMEMBERED {
            latest.insert(game.clone(), name.clone());
        }
        name
    })
}

/// Maximum number of games in the name cache of a thread.
const NAMES_REMEMBERED: usize = 256;
/// Rules with more moves or more ranges of amounts than this are not cached.
const MOVES_REMEMBERED: usize = 16;
const SPANS_REMEMBERED: usize = 64;

/// The first entry that matches this game, and its spelling.
pub fn entry_of(game: &Game) -> Option<(&'static Entry, String)> {
    catalogue::all().iter().find_map(|entry| {
        let arguments = arguments_for(entry, game)?;
        Some((entry, spell(entry, &arguments)))
    })
}

/// Arguments that make the entry's rules equal to `game`. The candidates are the numbers in the rules, and
/// those plus one.
fn arguments_for(entry: &Entry, game: &Game) -> Option<Vec<Argument>> {
    let equal = |arguments: &[Argument]| expand(entry, arguments).is_ok_and(|other| other == *game);
    let mut candidates: Vec<Vec<Argument>> = vec![Vec::new()];
    for parameter in &entry.parameters {
        let options = match parameter.kind {
            ParameterKind::Number => numbers_in(game).into_iter().map(Argument::Number).collect(),
            ParameterKind::Amounts => amounts_in(game).into_iter().map(Argument::Amounts).collect::<Vec<_>>(),
        };
        candidates = candidates
            .iter()
            .flat_map(|list| {
                options.iter().map(move |option| {
                    let mut list = list.clone();
                    list.push(option.clone());
                    list
                })
            })
            .collect();
    }
    candidates.into_iter().find(|arguments| equal(arguments))
}

/// Maximum number of numbers from the rules tried as an argument.
const MAX_CANDIDATES: usize = 24;

fn numbers_in(game: &Game) -> Vec<UBig> {
    let mut found: Vec<IBig> = Vec::new();
    let rules = game.rules();
    if let Some(goal) = rules.and_then(Rules::goal) {
        found.push(IBig::from(goal.target.clone()));
    }
    if let Some(Board::Squares(placing)) = game.board() {
        found.extend([placing.board.0, placing.board.1].map(IBig::from));
    }
    for rule in rules.map(Rules::moves).unwrap_or_default() {
        if let MoveRule::Take { source, .. } = rule {
            match source {
                Source::Same(k) | Source::SameUpTo(k) | Source::Free(k) | Source::FreeUpTo(k) => {
                    found.push(IBig::from(*k));
                }
                Source::Within(_, bound) => bound.constants(&mut found),
                _ => {}
            }
        }
    }
    for amounts in amounts_in(game) {
        for Span { lo, hi } in amounts.spans().iter().take(4) {
            found.push(IBig::from(lo.clone()));
            found.extend(hi.clone().map(IBig::from));
        }
    }
    let mut numbers: Vec<UBig> = Vec::new();
    for value in found {
        for value in [value.clone(), value + IBig::ONE] {
            if let Some(value) = number::natural(&value)
                && !numbers.contains(&value)
                && numbers.len() < MAX_CANDIDATES
            {
                numbers.push(value);
            }
        }
    }
    numbers
}

fn amounts_in(game: &Game) -> Vec<Amounts> {
    let moves = game.rules().map(Rules::moves).unwrap_or_default();
    moves
        .iter()
        .filter_map(|rule| match rule {
            MoveRule::Take { amounts, .. } => Some(amounts.clone()),
            _ => None,
        })
        .take(2)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::parse_game;
    use super::*;
    use crate::catalogue::all;

    #[test]
    fn the_file_is_sound() {
        assert!(all().len() > 10);
        for entry in all() {
            let game = parse_game(entry.example()).unwrap();
            assert_eq!(name_of(&game.game).as_deref(), Some(entry.example()), "{}", entry.name);
            assert!(!entry.references.is_empty() && !entry.about.zh.is_ascii() && !entry.title.zh.is_ascii());
            for alias in &entry.aliases {
                assert_eq!(*alias, alias.to_lowercase());
            }
        }
    }

    #[test]
    fn rules_typed_out_find_their_name() {
        let name = |text: &str| name_of(&parse_game(text).unwrap().game);
        assert_eq!(name("take any from up to 2 heaps").as_deref(), Some("wythoff"));
        assert_eq!(name("take 1, 2, 3").as_deref(), Some("bash(3)"));
        assert_eq!(name("take 1, 3, 4").as_deref(), Some("subtract(1, 3, 4)"));
        assert_eq!(name("take any or take any from 2 heaps within 2").as_deref(), Some("wythoff(3)"));
        assert_eq!(name("take 1..10; to 100").as_deref(), Some("race(100, 1..10)"));
        assert_eq!(name("octal(0.77)").as_deref(), Some("kayles"));
        assert_eq!(name("take 1..2*last; first any"), None);
    }
}
