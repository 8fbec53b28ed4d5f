//! Legal moves: listed, parsed from text, or found by their result.

use dashu_int::UBig;

use super::action::Action;
use grundy_core::answer::{DEFAULT_MOVES, Doing, Played, WinningMove};
use grundy_core::error::{Error, Result};
use grundy_core::game::{Game, NOTHING};
use grundy_core::limits::Budget;
use grundy_core::notation;
use grundy_core::position::{Component, Move, Others, Position, State, Turn, turns_leaving};
use grundy_core::text::{Lang, Message};
use grundy_solver::Solver;
use grundy_solver::explain::move_in_words;
use grundy_solver::results;

/// Maximum number of moves of a position that are listed and numbered.
pub const LISTED: usize = 20;
/// Maximum number of moves of a position examined for a list, unless a longer list is requested.
const MAX_LOOKED_AT: usize = 10_000;
/// Maximum number of numbers in the examined moves, which are written out in full: with very many heaps, fewer moves
/// are examined.
const MAX_NUMBERS: usize = 400_000;
/// Bytes of moves that are not charged. If moves grow one after another, as those of coins in a row do, fewer are
/// examined.
const FREE: u64 = 8 << 20;
/// Memory of one heap of the position in each of them, before and after the move.
const BYTES_OF_A_HEAP: u64 = 64;
/// Maximum number of characters of the input repeated in a message.
const MAX_SHOWN: usize = 60;
/// Maximum number of readings of an ambiguous move that are shown.
const READINGS: usize = 3;

/// What a way does in a component: the heaps that it changes, each with what is left of it.
type Done = (usize, Vec<(UBig, Vec<UBig>)>);

/// A legal move of a position.
#[derive(Clone, Debug)]
pub struct Choice {
    from: Position,
    turn: Turn,
    shown: WinningMove,
    /// In a list: other ways to the same result.
    others: Vec<WinningMove>,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        self.from == other.from && self.turn == other.turn
    }
}

impl Eq for Choice {}

impl Choice {
    /// `turn` must be a turn of `from`.
    pub(super) fn new(from: &Position, turn: Turn) -> Self {
        let components = from.components();
        let played =
            turn.iter().map(|(leaf, m)| results::written_out(&components[*leaf], *leaf, m)).collect();
        Self { from: from.clone(), turn, shown: WinningMove { played, ways: 1 }, others: vec![] }
    }

    /// The moves that leave exactly these heaps in exactly these components. The search is guided by the result, so the
    /// number of other moves does not matter.
    pub fn leaving(position: &Position, wanted: &[(usize, Vec<UBig>)], budget: &Budget) -> Result<Vec<Self>> {
        let turns = turns_leaving(position, wanted, Others::Stay, budget)?;
        Ok(turns.into_iter().map(|turn| Self::new(position, turn)).collect())
    }

    /// The position in which the move is made.
    pub fn from(&self) -> &Position {
        &self.from
    }

    /// The position after the move.
    pub fn result(&self) -> Position {
        self.from.after(&self.turn)
    }

    /// The move and its result.
    pub fn shown(&self) -> &WinningMove {
        &self.shown
    }

    /// In a list of moves, which has each result once: the other ways to this result.
    pub fn others(&self) -> &[WinningMove] {
        &self.others
    }

    /// Adds a way to the same result, unless it differs only in which of several equal heaps is touched.
    fn add_way(&mut self, other: Self) {
        let known = std::iter::once(&self.shown).chain(&self.others);
        let done = self.done(&other.shown);
        if known.into_iter().all(|way| self.done(way) != done) {
            self.others.push(other.shown);
        }
    }

    /// Whether it does what the text for each component names, if that leaves all heaps as they are.
    fn fits(&self, reading: &[(usize, &str)]) -> bool {
        reading.iter().all(|(leaf, words)| {
            let played = self.turn.iter().find(|(other, _)| other == leaf);
            let action = Action::read(words);
            played
                .zip(action)
                .is_none_or(|((_, played), action)| action.is(played, self.from.components()[*leaf].heaps()))
        })
    }

    /// What a way does to heaps, in an order that does not depend on which of several equal heaps is touched.
    fn done(&self, way: &WinningMove) -> Vec<Done> {
        let components = self.from.components();
        let of = |played: &Played| {
            let heaps = components[played.component].heaps();
            let mut done: Vec<(UBig, Vec<UBig>)> = match &played.doing {
                Doing::Take(take) => {
                    let pairs = heaps.iter().zip(take).filter(|(_, taken)| **taken != UBig::ZERO);
                    pairs.map(|(heap, taken)| (heap.clone(), vec![heap - taken])).collect()
                }
                Doing::Changes(changes) => changes.iter().map(|c| (c.from.clone(), c.to.clone())).collect(),
                Doing::Pass | Doing::Add(_) | Doing::Multiply(_) | Doing::Go | Doing::Become => vec![],
            };
            done.sort();
            (played.component, done)
        };
        way.played.iter().map(of).collect()
    }

    /// The move as a sentence.
    pub fn in_words(&self) -> Message {
        move_in_words(&self.from, &self.shown)
    }

    /// The text to type to play it, in one language-independent spelling for records and JSON.
    pub fn text(&self) -> String {
        self.typed().render(Lang::En)
    }

    /// The text to type to play it, in the reader's language; [`read`] understands it in every language.
    pub fn typed(&self) -> Message {
        let many = self.from.components().len() > 1;
        let parts = self.turn.iter().zip(&self.shown.played).map(|((leaf, played), shown)| {
            let component = &self.from.components()[*leaf];
            let typed = typed_in(component, played).unwrap_or_else(|| {
                Message::new("play.type-as").with("text", component.game.typed(&shown.to))
            });
            if many {
                Message::new("play.type-part").with("component", leaf + 1).with("move", typed)
            } else {
                typed
            }
        });
        joined("play.type-parts", parts)
    }

    fn leads_to_same(&self, other: &Self) -> bool {
        let (a, b) = (&self.shown.played, &other.shown.played);
        a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| a.component == b.component && a.to == b.to && a.state == b.state)
    }
}

/// The text of a move in one component, if it can be put in words; numbers in full, since they are to be typed.
fn typed_in(component: &Component, played: &Move) -> Option<Message> {
    match played {
        Move::Take { .. } if played.is_pass() => Some(Message::new("play.type-pass")),
        Move::Take { discarded, touched } if discarded.is_empty() && !component.game.is_ordered() => {
            match &touched[..] {
                opened if opened.iter().all(|one| one.left == component.heaps()[one.heap..=one.heap]) => {
                    let sizes: Vec<String> =
                        opened.iter().map(|one| component.heaps()[one.heap].to_string()).collect();
                    Some(Message::new("play.type-open").with("heaps", sizes.join(" ")))
                }
                [one] if one.left.len() <= 1 && one.taken > UBig::ZERO => {
                    let heap = component.heaps()[one.heap].to_string();
                    let take = Message::new("play.type-take").with("stones", one.taken.to_string());
                    Some(take.with("heap", heap))
                }
                _ => None,
            }
        }
        Move::Put { heap, stones } => {
            let put = Message::new("play.type-put").with("stones", stones.to_string());
            Some(put.with("heap", component.heaps()[*heap].to_string()))
        }
        Move::Add(k) => Some(Message::new("play.type-as").with("text", format!("+{k}"))),
        _ => None,
    }
}

/// Chains messages by a message with `first` and `then`.
fn joined(by: &'static str, messages: impl Iterator<Item = Message>) -> Message {
    let one = messages.reduce(|first, then| Message::new(by).with("first", first).with("then", then));
    one.unwrap_or_else(|| Message::new("play.type-as").with("text", ""))
}

/// Moves to choose from, each in quotes.
fn quoted<'a>(choices: impl Iterator<Item = &'a Choice>) -> Message {
    joined(
        "play.type-list",
        choices.map(|choice| Message::new("play.type-quoted").with("move", choice.typed())),
    )
}

/// The first `most` moves of a position, one for each result (with the other ways to it) and in the order of results, and whether these are all. At
/// most about ten thousand moves are examined, or `most` if that is more; the extra moves are charged to the budget's
/// memory.
pub fn choices(position: &Position, most: usize, budget: &Budget) -> Result<(Vec<Choice>, bool)> {
    let heaps: usize = position.components().iter().map(|c| c.heaps().len()).sum();
    // Each move has the position before and after it.
    let digits = position.outside_bytes();
    let few = MAX_LOOKED_AT.min(MAX_NUMBERS / heaps.max(1)).max(READINGS);
    let whole = most > MAX_LOOKED_AT;
    let looked_at = if whole { most } else { few };
    let mut turns: Vec<Turn> = Vec::new();
    let (mut bytes, mut enough) = (0u64, false);
    let walked = position.for_each_turn_up_to(looked_at, budget, &mut |turn| {
        let more = 2 * digits + turn.iter().map(|(_, played)| played.bytes()).sum::<u64>();
        bytes = bytes.saturating_add(more);
        enough = bytes > FREE && !whole && turns.len() >= READINGS;
        if enough {
            return Err(Error::limit("error.stopped"));
        }
        if turns.len() >= few || bytes > FREE {
            budget.reserve(more)?;
            budget.reserve_each(heaps, BYTES_OF_A_HEAP)?;
        }
        turns.push(turn);
        Ok(())
    });
    let all = if enough { false } else { walked? };
    let mut found: Vec<Choice> = turns.into_iter().map(|turn| Choice::new(position, turn)).collect();
    found.sort_by(|a, b| results::compare_in(position, &a.shown, &b.shown));
    let mut listed: Vec<Choice> = Vec::new();
    for choice in found {
        match listed.last_mut() {
            Some(last) if choice.leads_to_same(last) => last.add_way(choice),
            _ => listed.push(choice),
        }
    }
    let all = all && listed.len() <= most;
    listed.truncate(most);
    Ok((listed, all))
}

/// At most `most` winning moves (moves that keep a draw, or of best margin), in the order of results.
pub(super) fn best_choices(position: &Position, most: usize, solver: &Solver) -> Result<Vec<Choice>> {
    let heaps: usize = position.components().iter().map(|c| c.heaps().len()).sum();
    let written = DEFAULT_MOVES.min(MAX_NUMBERS / heaps.max(1)).max(1);
    let turns = solver.winning_turns(position, DEFAULT_MOVES)?.turns;
    let best = turns.into_iter().take(written).map(|turn| Choice::new(position, turn));
    let mut best: Vec<Choice> = best.collect();
    best.sort_by(|a, b| results::compare_in(position, &a.shown, &b.shown));
    best.dedup_by(|a, b| a.leads_to_same(b));
    best.truncate(most);
    Ok(best)
}

/// Reads a move as a player types it.
///
/// The remaining heaps are always understood: `3 5`; in a sum with the number of the game before them, `2: 3 5`; in
/// compounds one after another, `1: 3; 2: 5`. Actions are understood too: `take 2 from 7`, `7-2`, `split 7 into 3 4`,
/// in a race `+3`, and in Chinese `从 7 取 2`; so is `#4`, the fourth of [`choices`]. The name of a vertex takes
/// precedence over all of these. An error for an illegal move has the reason and examples of legal ones.
pub fn read(position: &Position, text: &str, budget: &Budget) -> Result<Choice> {
    let text = text.trim();
    // Without a number before it, the move may belong to any component, if only one has such a move.
    let of_any = |words| -> Vec<Reading<'_>> {
        (0..position.components().len()).map(|leaf| vec![(leaf, words)]).collect()
    };
    // Names of vertices may contain signs with a meaning below.
    if position.has_own()
        && let Ok(choice) = only_choice(position, text, of_any(text), budget)
    {
        return Ok(choice);
    }
    if let Some(number) = text.strip_prefix(['#', '＃']) {
        let (listed, _) = choices(position, LISTED, budget)?;
        let count = listed.len();
        let index = number.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let chosen = index.and_then(|index| listed.into_iter().nth(index));
        let why = Message::new("play.why-no-number").with("count", count);
        return chosen.map_or_else(|| Err(illegal(position, text, why, budget)), Ok);
    }
    let mut parts: Vec<(Option<usize>, &str)> = Vec::new();
    for part in text.split([';', '；']) {
        match part.split_once([':', '：']) {
            Some((number, rest)) => {
                let known = 1..=position.components().len();
                let number = number.trim().parse::<usize>().ok().filter(|n| known.contains(n));
                let Some(number) = number else {
                    let why =
                        Message::new("play.why-no-component").with("count", position.components().len());
                    return Err(illegal(position, text, why, budget));
                };
                parts.push((Some(number - 1), rest));
            }
            None => parts.push((None, part)),
        }
    }
    let readings = match &parts[..] {
        [(None, words)] => of_any(*words),
        _ => vec![parts.iter().filter_map(|(leaf, words)| Some(((*leaf)?, *words))).collect()],
    };
    only_choice(position, text, readings, budget)
}

/// The text for each component that is moved in.
type Reading<'a> = Vec<(usize, &'a str)>;

/// The move, if exactly one results from the readings of a text.
fn only_choice(
    position: &Position,
    text: &str,
    readings: Vec<Reading<'_>>,
    budget: &Budget,
) -> Result<Choice> {
    let mut why = None;
    let mut found: Vec<Choice> = Vec::new();
    for reading in readings {
        match heaps_left(position, &reading) {
            Ok(wanted) => {
                let mut leaving = Choice::leaving(position, &wanted, budget)?;
                leaving.retain(|choice| choice.fits(&reading));
                found.extend(leaving);
            }
            Err(message) => why = why.or(Some(message)),
        }
    }
    let mut different: Vec<Choice> = Vec::new();
    for choice in found {
        if !different.iter().any(|known| known.leads_to_same(&choice)) {
            different.push(choice);
        }
    }
    match different.len() {
        0 => {
            let why = why.unwrap_or_else(|| by_the_rules(position));
            Err(illegal(position, text, why, budget))
        }
        1 => Ok(different.swap_remove(0)),
        _ => {
            let error = Error::input("error.play-ambiguous").with("text", shortened(text));
            Err(error.with("readings", quoted(different.iter().take(READINGS))))
        }
    }
}

/// The heaps that each part of a move leaves in its component, or the reason why it is impossible.
fn heaps_left(
    position: &Position,
    reading: &[(usize, &str)],
) -> std::result::Result<Vec<(usize, Vec<UBig>)>, Message> {
    let mut wanted = Vec::new();
    for &(leaf, words) in reading {
        let component = &position.components()[leaf];
        let is_own = matches!(*component.game, Game::Own(_));
        let done = if is_own { None } else { Action::read(words) };
        let empties = words.trim() == NOTHING && matches!(*component.game, Game::Board(_));
        let mut keeps = false;
        let mut heaps = match done {
            _ if empties => vec![],
            Some(done) => {
                keeps = matches!(done, Action::Pass | Action::Open(_));
                done.applied(component.heaps())?
            }
            None => notation::parse_heaps_of(component, words.trim()).map_err(|error| {
                if is_own { error.message().clone() } else { Message::new("play.why-unclear") }
            })?,
        };
        // Heaps that are not mentioned are empty, if empty heaps are kept.
        let pads = component.rules().is_some_and(|rules| {
            rules.goal().is_none() && !rules.is_ordered() && !rules.changes_heap_count()
        });
        if pads && heaps.len() < component.heaps().len() {
            heaps.resize(component.heaps().len(), UBig::ZERO);
        }
        if heaps.is_empty() && !empties && !is_own {
            return Err(Message::new("play.why-unclear"));
        }
        let heaps = State { heaps, past: component.state.past.clone() }.canonical(&component.game).heaps;
        if heaps == component.heaps() && !is_own && !keeps {
            return Err(Message::new("play.why-same"));
        }
        wanted.push((leaf, heaps));
    }
    if wanted.is_empty() { Err(Message::new("play.why-unclear")) } else { Ok(wanted) }
}

/// The input, cut if it is long.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_SHOWN).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

/// The rules, as the reason why a move is illegal.
fn by_the_rules(position: &Position) -> Message {
    let mut rules: Vec<String> = position.components().iter().map(|c| format!("`{}`", c.game)).collect();
    rules.dedup();
    Message::new("play.why-rules").with("rules", rules.join(" + "))
}

/// The error for an illegal move: the reason, and some legal moves.
fn illegal(position: &Position, text: &str, why: Message, budget: &Budget) -> Error {
    let error = Error::input("error.play-illegal").with("text", shortened(text)).with("why", why);
    // A large, a medium and a small move are better examples than three neighbours.
    match choices(position, LISTED, budget) {
        Ok((listed, _)) if !listed.is_empty() => {
            let last = listed.len() - 1;
            let mut few: Vec<usize> = vec![0, last / 2, last];
            few.dedup();
            let moves = quoted(few.iter().map(|&index| &listed[index]));
            error.with("examples", Message::new("play.examples").with("moves", moves))
        }
        _ => error.with("examples", ""),
    }
}
