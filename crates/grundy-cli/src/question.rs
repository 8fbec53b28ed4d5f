//! Parses the words on the command line as a position.

use std::io::{self, IsTerminal, Read};

use clap::ArgMatches;
use grundy_solver::error::Condition;
use grundy_solver::game::Game;
use grundy_solver::limits::Budget;
use grundy_solver::notation::{self, Files, GameLine, Parsed, Reading};
use grundy_solver::own::Own;
use grundy_solver::position::Position;

use crate::failure::Failure;
use crate::options::Options;
use crate::output::without_mark;
use crate::usage::in_shell;

/// The most text read from standard input for one position.
const MAX_INPUT: u64 = 1 << 30;

const COMMAS: [char; 2] = [',', '，'];
/// The most words that are joined again for a suggestion, where a shell has split rules.
const MAX_TORN: usize = 64;

/// The position of a command: `GAME HEAP ...`, `'GAME[HEAP, ...]'`, or heaps from stdin.
pub fn position(matches: &ArgMatches, options: &Options) -> Result<Position, Failure> {
    position_of(words(matches), true, options)
}

/// Like [`position`], but does not read stdin. `default` replaces missing words.
pub fn position_in_words(
    matches: &ArgMatches,
    default: &[&str],
    options: &Options,
) -> Result<Position, Failure> {
    let mut words = words(matches);
    if words.is_empty() {
        words.extend(default.iter().map(|word| (*word).to_owned()));
    }
    position_of(words, false, options)
}

/// A position in one line of text, in either form: `nim[3, 4, 5]` or `nim 3 4 5`.
pub fn position_of_text(text: &str, options: &Options) -> Result<Position, Failure> {
    let words = if text.contains('[') {
        vec![text.to_owned()]
    } else {
        text.split_whitespace().map(str::to_owned).collect()
    };
    position_of(words, false, options)
}

fn words(matches: &ArgMatches) -> Vec<String> {
    matches.get_many("question").into_iter().flatten().cloned().collect()
}

fn position_of(words: Vec<String>, may_read: bool, options: &Options) -> Result<Position, Failure> {
    let (words, dash) = match words.split_last() {
        Some((last, rest)) if last == "-" && may_read => (rest.to_vec(), true),
        _ => (words, false),
    };
    if words.is_empty() && may_read {
        return Ok(with_convention(
            notation::parse_position_with(&from_stdin()?, &reading(options))?,
            options,
        ));
    }
    let (game, heaps) = notation::from_words(&words);
    let parsed = notation::parse_with(&game, &reading(options));
    let line = match parsed.map_err(|error| with_meaning(error, &words, options))? {
        Parsed::Position(position) if heaps.is_empty() && !dash => {
            return Ok(with_convention(position, options));
        }
        Parsed::Position(_) => return Err(Failure::usage("heaps-twice", vec![("game", game)])),
        Parsed::Game(line) => line,
    };
    let line = GameLine { misere: line.misere || options.misere, ..line };
    if let Game::Own(own) = &*line.game {
        let heaps = if dash { from_stdin()? } else { heaps.join(", ") };
        return own_position(own, &game, &line, &heaps, options);
    }
    let starts = line.game.start(&Budget::new(options.limits))?.is_some();
    let piped = may_read && heaps.is_empty() && !starts && !io::stdin().is_terminal();
    let heaps = if dash || piped {
        let text = from_stdin()?;
        if is_several(&text) {
            return Err(Failure::usage("several-positions", vec![("game", game)]));
        }
        notation::parse_heaps(text.trim())?
    } else {
        notation::parse_heaps(&heaps.join(" "))?
    };
    if heaps.is_empty() && !starts {
        let code = if may_read { "heaps-missing" } else { "heaps-missing-here" };
        return Err(Failure::usage(code, vec![("game", game)]));
    }
    Ok(Position::start(&line, heaps)?)
}

/// Adds a suggestion to the error: rules that the shell has split, heaps joined by commas, or the words read as one
/// text.
fn with_meaning(error: grundy_solver::Error, words: &[String], options: &Options) -> grundy_solver::Error {
    if words.len() > MAX_TORN {
        return error;
    }
    let is_game = |text: &str| matches!(notation::parse_with(text, &reading(options)), Ok(Parsed::Game(_)));
    let torn = (1..=words.len()).rev().find_map(|end| {
        let game = words[..end].join(" ");
        let whole: Vec<String> = words[end..].iter().map(|word| without_groups(word)).collect();
        let heaps: Vec<&str> =
            whole.iter().flat_map(|word| word.split(COMMAS)).filter(|heap| !heap.is_empty()).collect();
        let are_numbers = heaps.iter().all(|heap| heap.chars().all(|c| c.is_ascii_digit()));
        let game = match are_numbers {
            true if is_game(&game) => game,
            true if !heaps.is_empty() => notation::suggested_rules(&game)?,
            _ => return None,
        };
        Some(in_shell(&[&[game.as_str()][..], &heaps].concat()))
    });
    let together = || notation::parse(&words.join(" ")).err()?.suggestion().map(str::to_owned);
    error.suggest_rather(torn.or_else(together))
}

/// Whether a text has a position on each of several lines: one position may also have a heap on each line.
fn is_several(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_list = |line: &str| line.split([' ', '\t', ',']).filter(|heap| !heap.is_empty()).count() > 1;
    lines.next().is_some_and(is_list) && lines.next().is_some()
}

/// `1,000,000` as one number; any other word as it is.
fn without_groups(word: &str) -> String {
    let mut groups = word.split(',');
    let is_number = |group: &str| group.chars().all(|c| c.is_ascii_digit());
    let first = groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && is_number(first));
    let is_grouped = first && word.contains(',') && groups.all(|group| group.len() == 3 && is_number(group));
    if is_grouped { word.replace(',', "") } else { word.to_owned() }
}

/// A position of a graph or a script: names or numbers, or the start that its rules define.
fn own_position(
    own: &Own,
    game: &str,
    line: &GameLine,
    heaps: &str,
    options: &Options,
) -> Result<Position, Failure> {
    if heaps.trim().is_empty() {
        return Position::at_start(line, &Budget::new(options.limits)).map_err(|error| {
            match error.condition() {
                Some(Condition::HeapsMissing) => {
                    Failure::usage("heaps-missing", vec![("game", game.to_owned())])
                }
                _ => error.into(),
            }
        });
    }
    Ok(own.position(heaps.trim())?.with_misere(line.misere))
}

/// The user of this machine wrote the game, so it may name files.
fn reading(options: &Options) -> Reading {
    Reading { files: Files::Allowed, limits: options.limits, ..Reading::default() }
}

/// A game without heaps.
pub fn game(text: &str, options: &Options) -> Result<GameLine, Failure> {
    let (text, heaps) = notation::from_words(&[text.to_owned()]);
    let text = if heaps.is_empty() { text } else { heaps.join(" ") };
    let line = notation::parse_game_with(&text, &reading(options))?;
    Ok(GameLine { misere: line.misere || options.misere, ..line })
}

fn with_convention(position: Position, options: &Options) -> Position {
    if options.misere { position.with_misere(true) } else { position }
}

fn from_stdin() -> Result<String, Failure> {
    let mut text = String::new();
    let read = io::stdin().lock().take(MAX_INPUT + 1).read_to_string(&mut text);
    read.map_err(|error| Failure::file("-", error))?;
    if text.len() as u64 > MAX_INPUT {
        return Err(Failure::usage("input-too-long", vec![("limit", (MAX_INPUT >> 20).to_string())]));
    }
    Ok(without_mark(text))
}
