//! A position solved by search: outcome, value, remoteness, margin and the turns that achieve them.

use std::cell::RefCell;

use dashu_int::{IBig, UBig};

use crate::answer::Outcome;
use crate::error::Result;
use crate::limits::Budget;
use crate::oracle::{Memory, Oracle, Verdict};
use crate::plan::outcome_of_margin;
use crate::position::{Position, Tree, Turn};
use crate::rules::Rules;
use crate::text::Message;

/// What makes two positions share their verdicts: rules, shape, convention.
type Shape = (Vec<Rules>, Tree, bool);

/// The memory of the latest search, for questions about the same game one after the other.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    latest: RefCell<Option<(Shape, Memory)>>,
}

impl Searches {
    /// The memory for a shape, taken out; empty if the latest search was of another.
    fn take(&self, shape: &Shape) -> Memory {
        match self.latest.take() {
            Some((known, memory)) if known == *shape => memory,
            _ => Memory::default(),
        }
    }

    fn keep(&self, shape: Shape, memory: Memory) {
        self.latest.replace(Some((shape, memory)));
    }
}

/// The result of looking at every line of play.
#[derive(Debug)]
pub(crate) struct Searched<'a> {
    position: &'a Position,
    verdict: Verdict,
    turns: Vec<(Turn, Verdict)>,
    positions: usize,
}

impl<'a> Searched<'a> {
    /// Searches.
    pub(crate) fn new(position: &'a Position, budget: &Budget, searches: &Searches) -> Result<Self> {
        let rules = position.components().iter().map(|c| c.rules().clone()).collect();
        let shape = (rules, position.tree().clone(), position.is_misere());
        let mut oracle = Oracle::remembering(position, budget, searches.take(&shape));
        let verdict = oracle.verdict(position)?;
        let turns = oracle.turns(position)?;
        let positions = oracle.positions();
        searches.keep(shape, oracle.into_memory());
        Ok(Self { position, verdict, turns, positions })
    }

    pub(crate) fn outcome(&self) -> Outcome {
        match self.margin() {
            Some(margin) => outcome_of_margin(&margin, self.position.is_misere()),
            None => Outcome::of(self.verdict.wins),
        }
    }

    /// The Grundy value; only asked of normal play without scores.
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

    /// The turns that win; in scoring games those of best margin.
    pub(crate) fn winning_turns(&self) -> Vec<Turn> {
        let best = |turn: &Turn, verdict: &Verdict| {
            if self.position.is_scoring() {
                let stones = turn.iter().fold(UBig::ZERO, |sum, (_, m)| sum + m.stones());
                IBig::from(stones) - &verdict.margin == self.verdict.margin
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
        let mut steps = vec![Message::new("search.positions").with("count", self.positions)];
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
