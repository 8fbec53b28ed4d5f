//! Reasons: why a position is won or lost, and the replies to its moves.
//!
//! A theorem's own steps come first. Then, for a lost position, the reply to each of its moves; for a
//! position solved by search, the refutation of each losing move; or the result of one move.

mod wording;

use dashu_int::UBig;
use serde_json::Value as Json;

use crate::results;
use crate::solver::Solver;
use grundy_core::answer::{Answer, MethodKind, Outcome, Played, WinningMove, steps_to_json};
use grundy_core::error::{Error, Result};
use grundy_core::game::Game;
use grundy_core::limits::Budget;
use grundy_core::notation;
use grundy_core::position::{Move, Others, Past, Position, State, Turn, turns_leaving};
use grundy_core::text::{Lang, Message, Value};

pub use wording::{move_in_words, result_in_words};

/// An answer with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The answer.
    pub answer: Answer,
    /// Why, step by step, replies included.
    pub steps: Vec<Message>,
}

impl Explanation {
    /// The fields of `solve`, and `steps`.
    pub fn to_json(&self, lang: Lang) -> Json {
        let mut json = self.answer.to_json(lang);
        if let Some(map) = json.as_object_mut() {
            map.insert("steps".into(), steps_to_json(&self.steps, lang));
        }
        json
    }
}

/// Number of moves that get a reply by default.
pub const DEFAULT_REPLIES: usize = 10;
/// Most moves of one position examined in order to show a few.
const MAX_LOOKED_AT: usize = 100_000;
/// Most numbers written out for them: with very many heaps, fewer moves are examined.
const MAX_NUMBERS: usize = 400_000;

/// Explains a position; for a lost one the reply to each of up to `replies` moves.
pub fn explain(solver: &Solver, position: &Position, replies: usize) -> Result<Explanation> {
    let answer = solver.solve(position)?;
    let mut steps = answer.steps.clone();
    let searched = answer.method.kind == MethodKind::Search;
    if answer.outcome == Outcome::N {
        let winning = answer.moves.iter().take(replies.max(1));
        steps.extend(
            winning.map(|m| Message::new("explain.winning-move").with("move", move_in_words(position, m))),
        );
    }
    let shows_replies = answer.outcome == Outcome::P || (searched && answer.outcome == Outcome::N);
    if shows_replies && !position.is_scoring() && replies > 0 {
        steps.extend(answered_moves(solver, position, &answer, replies)?);
    }
    for declined in &answer.method.declined {
        steps.push(
            Message::new("explain.declined")
                .with("method", declined.name)
                .with("reason", declined.reason.clone()),
        );
    }
    Ok(Explanation { answer, steps })
}

/// The moves that lose, each with a winning reply.
fn answered_moves(
    solver: &Solver,
    position: &Position,
    answer: &Answer,
    replies: usize,
) -> Result<Vec<Message>> {
    let (moves, all) = first_results(solver, position, answer, replies)?;
    let mut steps = Vec::new();
    for (turn, shown) in &moves {
        let next = position.after(turn);
        let reply = solver.solve(&next)?;
        steps.push(match reply.moves.first() {
            Some(best) => Message::new("explain.reply")
                .with("move", move_in_words(position, shown))
                .with("reply", move_in_words(&next, best)),
            None => Message::new("explain.ends").with("move", move_in_words(position, shown)),
        });
    }
    if !all && !moves.is_empty() {
        steps.push(Message::new(if answer.method.kind == MethodKind::Search {
            "explain.beyond-search"
        } else {
            "explain.beyond"
        }));
    }
    Ok(steps)
}

/// The first losing results, each with a turn that leads to it, and whether these are all.
fn first_results(
    solver: &Solver,
    position: &Position,
    answer: &Answer,
    most: usize,
) -> Result<(Vec<(Turn, WinningMove)>, bool)> {
    let budget = solver.budget_of(solver.limits());
    let heaps = position.components().iter().map(|c| c.heaps().len()).max().unwrap_or(0);
    let looked_at = MAX_LOOKED_AT.min(MAX_NUMBERS / heaps.max(1)).max(most);
    let mut turns: Vec<Turn> = Vec::new();
    let all = position.for_each_turn_up_to(looked_at, &budget, &mut |turn| {
        turns.push(turn);
        Ok(())
    })?;
    let winning: Vec<&Vec<Played>> = answer.moves.iter().map(|m| &m.played).collect();
    let mut found: Vec<(Turn, WinningMove)> = turns
        .into_iter()
        .map(|turn| {
            let played = turn
                .iter()
                .map(|(leaf, m)| results::written_out(&position.components()[*leaf], *leaf, m))
                .collect();
            (turn, WinningMove { played, ways: 1 })
        })
        .filter(|(_, m)| !winning.iter().any(|w| same_result(w, &m.played)))
        .collect();
    found.sort_by(|a, b| results::compare_in(position, &a.1, &b.1));
    found.dedup_by(|a, b| same_result(&a.1.played, &b.1.played));
    let complete = all && found.len() <= most;
    found.truncate(most);
    Ok((found, complete))
}

fn same_result(a: &[Played], b: &[Played]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| a.component == b.component && a.to == b.to && a.state == b.state)
}

/// What a move leaves in one component, as its name says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Which component, from 0.
    pub component: usize,
    /// Its heaps.
    pub heaps: Vec<UBig>,
    /// Its history, if the name has it: it tells apart moves that leave the same heaps.
    pub past: Option<Past>,
}

impl Left {
    /// The state in canonical form, if the game has such states.
    fn state(&self, position: &Position) -> Result<Option<State>> {
        let (Some(component), Some(past)) = (position.components().get(self.component), &self.past) else {
            return Ok(None);
        };
        State::new(&component.game, self.heaps.clone(), past.clone()).map(Some)
    }
}

/// Parses the name of a move: the heaps it leaves, and behind a semicolon the history, as in `3 4 5; open 2`, where that
/// matters. In a sum the number of the component and a colon come first, as in `2: 3 5`; moves in several components
/// are separated as in `1: 6; 2: 3`.
pub fn read_move(position: &Position, text: &str) -> Result<Vec<Left>> {
    let many = position.components().len() > 1;
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(|c| many && matches!(c, ';' | '；')) {
        let is_history = !part.contains([':', '：']) && part.trim_start().starts_with(char::is_alphabetic);
        match parts.last_mut() {
            Some(last) if is_history => {
                last.push_str("; ");
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts.iter().map(|part| read_part(position, part)).collect()
}

/// Parses what is left of one component.
fn read_part(position: &Position, text: &str) -> Result<Left> {
    let (component, heaps) = match text.split_once([':', '：']) {
        Some((component, heaps)) => {
            let number = component.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let wrong = || Error::input("error.move-component").with("value", component);
            (number.ok_or_else(wrong)?, heaps)
        }
        None => (0, text),
    };
    let (heaps, past) = match position.components().get(component) {
        Some(part) => notation::parse_state_of(part, heaps)?,
        None => (notation::parse_heaps(heaps)?, None),
    };
    Ok(Left { component, heaps, past })
}

/// The name of a turn, as [`read_move`] parses it.
fn name_of(position: &Position, turn: &Turn) -> String {
    turn.iter().map(|part| name_of_part(position, part)).collect::<Vec<_>>().join("; ")
}

fn name_of_part(position: &Position, (leaf, played): &(usize, Move)) -> String {
    let component = &position.components()[*leaf];
    let State { heaps: left, past } = component.after(played);
    let mut heaps = if left.is_empty() { String::new() } else { component.game.typed(&left) };
    if !past.marked.is_empty() {
        heaps.push_str("; ");
        heaps.push_str(&past.to_string());
    }
    if position.components().len() == 1 { heaps } else { format!("{}: {heaps}", leaf + 1) }
}

/// The result of one move, named by the heaps it leaves in components, as [`read_move`] parses it. Components that are not
/// named stay as they are; if the rules demand a move in them, they are as their first move leaves them.
pub fn explain_move(solver: &Solver, position: &Position, named: &[Left]) -> Result<Explanation> {
    let answer = solver.solve(position)?;
    let budget = solver.budget_of(solver.limits());
    if named.is_empty() {
        return Err(Error::input("error.no-move-named"));
    }
    let first = |named: &[Left], others| -> Result<Option<Turn>> {
        let heaps: Vec<_> = named.iter().map(|left| (left.component, left.heaps.clone())).collect();
        let states = named.iter().map(|left| left.state(position)).collect::<Result<Vec<_>>>()?;
        let fits = |turn: &Turn| {
            named.iter().zip(&states).all(|(left, state)| {
                let played = turn.iter().find(|(leaf, _)| *leaf == left.component);
                let after = played.map(|(leaf, played)| position.components()[*leaf].after(played));
                state.is_none() || after == *state
            })
        };
        Ok(turns_leaving(position, &heaps, others, &budget)?.into_iter().find(fits))
    };
    let turn = match first(named, Others::Stay)? {
        None => first(named, Others::Move)?,
        turn => turn,
    };
    let Some(turn) = turn else {
        for part in named {
            if first(std::slice::from_ref(part), Others::Move)?.is_none() {
                return Err(no_such_move(position, Some(part), &budget)?);
            }
        }
        return Err(no_such_move(position, None, &budget)?);
    };
    let next = position.after(&turn);
    let reply = solver.solve(&next)?;
    let played =
        turn.iter().map(|(leaf, m)| results::written_out(&position.components()[*leaf], *leaf, m)).collect();
    let shown = move_in_words(position, &WinningMove { played, ways: 1 });
    let mut steps = vec![
        Message::new(match reply.outcome {
            Outcome::P => "explain.move-wins",
            Outcome::N => "explain.move-loses",
            Outcome::D => "explain.move-draws",
        })
        .with("move", shown)
        .with("left", next.to_string()),
    ];
    if !reply.steps.is_empty() {
        steps.push(Message::new("explain.about-left").with("left", next.to_string()));
        steps.extend(reply.steps.clone());
    }
    if reply.outcome != Outcome::P
        && let Some(best) = reply.moves.first()
    {
        steps.push(Message::new("explain.best-reply").with("reply", move_in_words(&next, best)));
    }
    Ok(Explanation { answer, steps })
}

/// The error for a name without a move: a component with the heaps that no move leaves, or `None` if only all of them
/// together are impossible.
fn no_such_move(position: &Position, part: Option<&Left>, budget: &Budget) -> Result<Error> {
    let mut first = None;
    position.for_each_turn_up_to(1, budget, &mut |turn| {
        first = Some(turn);
        Ok(())
    })?;
    let way = match first {
        Some(turn) => Message::new("explain.move-way").with("example", name_of(position, &turn)),
        None => Message::new("explain.move-none"),
    };
    let Some(Left { component, heaps: to, past }) = part else {
        return Ok(Error::input("error.no-such-turn").with("way", way));
    };
    let to = match position.components().get(*component).map(|c| &*c.game) {
        Some(Game::Own(own)) => Value::from(own.shown(to)),
        _ if past.is_some() => {
            let heaps: Vec<String> = to.iter().map(ToString::to_string).collect();
            let past = past.iter().map(ToString::to_string);
            format!("{}; {}", heaps.join(", "), past.collect::<String>()).into()
        }
        _ if to.is_empty() => Message::new("explain.nothing-left").into(),
        _ => to.into(),
    };
    Ok(Error::input("error.no-such-move").with("to", to).with("way", way))
}
