//! A position solved by search: outcome, value, remoteness, margin and the turns that achieve them.
//!
//! Any game of the notation, on machine words: rules are compiled (`moves`), positions become numbers in a
//! table without gaps (`table`) or in the order they are found (`keys`), and each has a verdict of one, four
//! or eight bytes (`verdicts`). What does not fit words goes to the plain search, which this one is also
//! tested against.

mod bounds;
mod engine;
mod halt;
mod keys;
mod lines;
mod moves;
mod rows;
mod runs;
mod segments;
mod summary;
mod table;
mod tally;
#[cfg(test)]
mod tests;
mod turns;
mod verdicts;
mod walk;
mod words;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use dashu_int::{IBig, UBig};

use self::engine::Engine;
use self::halt::{Flow, Halt};
pub(crate) use self::verdicts::Asked;
use crate::oracle::{Memory, Oracle, Verdict};
use grundy_core::answer::Outcome;
use grundy_core::error::{Condition, Error, Result};
use grundy_core::game::Game;
use grundy_core::limits::{Budget, readable_bytes};
use grundy_core::position::{Position, Tree, Turn, gain_of};
use grundy_core::text::Message;

/// What positions with common verdicts share: games, shape, convention.
type Shape = (Vec<Arc<Game>>, Tree, bool);

/// The latest search, for further questions about the same game.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    latest: RefCell<Option<Engine>>,
    plain: RefCell<Option<(Shape, Memory)>>,
    cost: Cell<Option<Cost>>,
}

/// Search statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Positions with a verdict, including those of earlier questions.
    pub positions: u64,
    /// Bytes of memory for positions and verdicts.
    pub bytes: u64,
}

impl Searches {
    /// Calls `ask` with an engine that covers `position`: the latest if it does, else a new one.
    fn with<T>(
        &self,
        position: &Position,
        asked: Asked,
        budget: &Budget,
        ask: impl FnOnce(&mut Engine) -> Flow<T>,
    ) -> Flow<T> {
        budget.allow_search()?;
        let latest = self.latest.take();
        let mut engine = match latest {
            Some(engine) if engine.holds(position, asked) && budget.reserve(engine.bytes()).is_ok() => engine,
            other => {
                // Only the game of the old engine matters, not its verdicts.
                let again = other.is_some_and(|engine| engine.is_alike(position));
                Engine::new(position, asked, again, budget)?
            }
        };
        let answer = ask(&mut engine);
        budget.release(engine.bytes());
        self.cost.set(Some(Cost { positions: engine.solved() as u64, bytes: engine.bytes() }));
        match answer {
            Ok(answer) => {
                self.latest.replace(Some(engine));
                Ok(answer)
            }
            Err(Halt::Failed(error)) if error.is(Condition::MemoryLimit) && engine.solved() > 0 => {
                Err(Halt::Failed(stopped(&engine, budget)))
            }
            Err(halt) => Err(halt),
        }
    }

    /// Statistics of the latest search.
    pub(crate) fn cost(&self) -> Option<Cost> {
        self.cost.get()
    }

    /// Whether the player to move wins, and nothing else; not for scoring games.
    pub(crate) fn wins(&self, position: &Position, budget: &Budget) -> Result<bool> {
        Ok(self.verdict(position, Asked::Outcome, budget)?.wins)
    }

    /// The Grundy value; only for normal play without scores.
    pub(crate) fn value(&self, position: &Position, budget: &Budget) -> Result<UBig> {
        Ok(UBig::from(self.verdict(position, Asked::Everything, budget)?.value))
    }

    /// The verdict on a position; verdicts on the positions below it are kept.
    pub(crate) fn verdict(&self, position: &Position, asked: Asked, budget: &Budget) -> Result<Verdict> {
        let fast = self.with(position, asked, budget, |engine| engine.verdict(position, budget));
        match fast {
            Ok(verdict) => Ok(in_full(verdict)),
            Err(Halt::Failed(error)) => Err(error),
            Err(Halt::Enough | Halt::Unfit) => {
                self.plainly(position, budget, |oracle| oracle.verdict(position))
            }
        }
    }

    /// Uses the plain search, with its cached verdicts of the same game.
    fn plainly<T>(
        &self,
        position: &Position,
        budget: &Budget,
        ask: impl FnOnce(&mut Oracle<'_>) -> Result<T>,
    ) -> Result<T> {
        budget.allow_search()?;
        let games = position.components().iter().map(|c| c.game.clone()).collect();
        let shape = (games, position.tree().clone(), position.is_misere());
        let memory = match self.plain.take() {
            Some((known, memory)) if known == shape => memory,
            _ => Memory::default(),
        };
        Oracle::refuse_hopeless(position, budget)?;
        let mut oracle = Oracle::remembering(position, budget, memory);
        let answer = ask(&mut oracle)?;
        self.plain.replace(Some((shape, oracle.into_memory())));
        Ok(answer)
    }
}

/// The result of examining every line of play.
#[derive(Debug)]
pub(crate) struct Searched<'a> {
    position: &'a Position,
    verdict: Verdict,
    turns: Vec<(Turn, Verdict)>,
    positions: usize,
    filled: bool,
}

impl<'a> Searched<'a> {
    /// Runs the search.
    pub(crate) fn new(position: &'a Position, budget: &Budget, searches: &Searches) -> Result<Self> {
        let asked = if position.is_scoring() { Asked::Margin } else { Asked::Everything };
        let fast = searches.with(position, asked, budget, |engine| {
            let verdict = in_full(engine.verdict(position, budget)?);
            let turns = position.turns(budget)?.into_iter().map(|turn| {
                let after = engine.verdict(&position.after(&turn), budget)?;
                Ok((turn, in_full(after)))
            });
            let turns = turns.collect::<Flow<_>>()?;
            let (positions, filled) = (engine.solved(), engine.is_filled());
            Ok(Self { position, verdict, turns, positions, filled })
        });
        match fast {
            Ok(searched) => Ok(searched),
            Err(Halt::Failed(error)) => Err(error),
            Err(Halt::Enough | Halt::Unfit) => searches.plainly(position, budget, |oracle| {
                let verdict = oracle.verdict(position)?;
                let turns = oracle.turns(position)?;
                Ok(Self { position, verdict, turns, positions: oracle.positions(), filled: false })
            }),
        }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match self.margin() {
            Some(margin) => Outcome::of_margin(&margin, self.position.is_misere()),
            None => Outcome::of(self.verdict.wins),
        }
    }

    /// The Grundy value; only for normal play without scores.
    pub(crate) fn value(&self) -> UBig {
        UBig::from(self.verdict.value)
    }

    pub(crate) fn value_if_any(&self) -> Option<UBig> {
        let exists = !self.position.is_misere() && !self.position.is_scoring();
        exists.then(|| UBig::from(self.verdict.value))
    }

    pub(crate) fn remoteness(&self) -> Option<UBig> {
        (!self.position.is_scoring()).then(|| UBig::from(self.verdict.remoteness))
    }

    /// The final lead of the player to move, in scoring games.
    pub(crate) fn margin(&self) -> Option<IBig> {
        let lead = self.position.components().iter().map(|c| &c.state.past.lead);
        self.position.is_scoring().then(|| lead.fold(self.verdict.margin.clone(), |sum, lead| sum + lead))
    }

    /// The winning turns; in scoring games those of best margin.
    pub(crate) fn winning_turns(&self) -> Vec<Turn> {
        let best = |turn: &Turn, verdict: &Verdict| {
            if self.position.is_scoring() {
                gain_of(turn) - &verdict.margin == self.verdict.margin
            } else {
                !verdict.wins
            }
        };
        self.turns
            .iter()
            .filter(|(turn, verdict)| best(turn, verdict))
            .map(|(turn, _)| turn.clone())
            .collect()
    }

    pub(crate) fn turns_to_value(&self, target: &UBig) -> Vec<Turn> {
        let fits = |verdict: &Verdict| UBig::from(verdict.value) == *target;
        self.turns.iter().filter(|(_, verdict)| fits(verdict)).map(|(turn, _)| turn.clone()).collect()
    }

    pub(crate) fn steps(&self) -> Vec<Message> {
        let count = if self.filled {
            Message::new("search.filled").with("count", self.positions)
        } else {
            Message::new("search.positions").with("count", self.positions)
        };
        let mut steps = vec![count];
        let moves = self.turns.len();
        steps.push(match self.margin() {
            Some(margin) => Message::new("search.margin").with("moves", moves).with("margin", margin),
            None if moves == 0 => {
                Message::new(if self.verdict.wins { "search.ended-won" } else { "search.ended" })
            }
            None if self.verdict.wins => Message::new("search.wins")
                .with("moves", moves)
                .with("winning", self.winning_turns().len())
                .with("remoteness", self.verdict.remoteness),
            None => {
                Message::new("search.loses").with("moves", moves).with("remoteness", self.verdict.remoteness)
            }
        });
        steps
    }
}

/// The error of a search that used up its memory.
fn stopped(engine: &Engine, budget: &Budget) -> Error {
    let limit = readable_bytes(budget.limits().memory);
    let reached =
        Message::new("search.more-than").with("bytes", limit.as_str()).with("positions", engine.solved());
    Error::limit("error.memory-limit").with("needed", reached).with("limit", limit)
}

fn in_full(verdict: verdicts::Verdict) -> Verdict {
    let verdicts::Verdict { wins, remoteness, value, margin } = verdict;
    // No caller of the search needs suspense.
    Verdict { wins, value: value.into(), remoteness, suspense: 0, margin: margin.into() }
}
