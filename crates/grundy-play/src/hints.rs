//! Hints, given on request and step by step: whether the position is won, which heap, which move, why.

use dashu_int::UBig;

use super::choice::{Choice, best_choices};
use super::engine::resistance;
use grundy_core::answer::{Answer, Doing, Outcome, Played};
use grundy_core::error::Result;
use grundy_core::game::Game;
use grundy_core::position::Position;
use grundy_core::text::Message;
use grundy_solver::Solver;

/// The numbers of the hints after the standing.
const PLACE: usize = 2;
const ADVICE: usize = 3;
const REASONS: usize = 4;

/// The hints for one position, given one by one.
#[derive(Clone, Debug)]
pub struct Hints {
    answer: Answer,
    best: Option<Choice>,
    given: usize,
}

impl Hints {
    /// Hints for this position; the best move is computed at once.
    pub fn new(position: &Position, solver: &Solver) -> Result<Self> {
        let answer = solver.solve(position)?;
        let budget = solver.budget();
        let mut best = best_choices(position, 1, solver)?.pop();
        if best.is_none() && position.has_turn(&budget)? {
            best = Some(resistance(position, solver, &budget)?);
        }
        Ok(Self { answer, best, given: 0 })
    }

    /// The position of the hints.
    pub fn position(&self) -> &Position {
        &self.answer.question
    }

    /// Whether the position is won, and the number of winning moves.
    pub fn standing(&self) -> Message {
        if let Some(margin) = &self.answer.margin {
            return Message::new("play.hint-margin").with("margin", margin);
        }
        match self.answer.outcome {
            Outcome::P => Message::new("play.hint-lost"),
            Outcome::D => Message::new("play.hint-drawn"),
            Outcome::N => match &self.answer.moves_total {
                Some(total) => Message::new("play.hint-won-by").with("count", total),
                None => Message::new("play.hint-won"),
            },
        }
    }

    /// The best move, which the third hint names.
    pub fn best(&self) -> Option<&Choice> {
        self.best.as_ref()
    }

    /// Whether all hints were given.
    pub fn is_exhausted(&self) -> bool {
        self.given >= REASONS
    }

    /// Whether the best move was given.
    pub fn has_told(&self) -> bool {
        self.given >= ADVICE
    }

    /// Which heap the best move touches; `None` if there is no choice of heap.
    fn place(&self) -> Option<Message> {
        let best = self.best.as_ref()?;
        let position = best.from();
        let several = position.components().len() > 1;
        match &best.shown().played[..] {
            [one] => place_of(position, one, several),
            _ => None,
        }
    }

    /// The hint that names the best move.
    fn advice(&self) -> Option<Message> {
        let best = self.best.as_ref()?;
        let id = match (self.answer.outcome, &self.answer.margin) {
            (_, Some(_)) => "play.hint-best",
            (Outcome::N, _) => "play.hint-wins",
            (Outcome::D, _) => "play.hint-keeps",
            (Outcome::P, _) => "play.hint-resists",
        };
        Some(Message::new(id).with("move", best.in_words()).with("text", best.typed()))
    }

    /// The explanation of the standing.
    pub fn reasons(&self) -> Vec<Message> {
        let mut steps = self.answer.steps.clone();
        let method = Message::new("play.hint-method").with("method", self.answer.method.name);
        steps.push(match self.answer.method.reference {
            Some(reference) => method.with("reference", format!(" ({reference})")),
            None => method.with("reference", ""),
        });
        steps
    }

    /// The next hint; the last one, the explanation, is repeated.
    pub fn give(&mut self) -> Vec<Message> {
        loop {
            self.given += 1;
            return match self.given {
                1 => vec![self.standing()],
                PLACE => match self.place() {
                    Some(place) => vec![place],
                    None => continue,
                },
                ADVICE => match self.advice() {
                    Some(advice) => vec![advice],
                    None => continue,
                },
                _ => self.reasons(),
            };
        }
    }
}

fn place_of(position: &Position, played: &Played, several: bool) -> Option<Message> {
    let component = position.components().get(played.component)?;
    let heaps = component.heaps();
    let touched: Vec<UBig> = match &played.doing {
        Doing::Take(take) => {
            take.iter().zip(heaps).filter(|(k, _)| **k > UBig::ZERO).map(|(_, heap)| heap.clone()).collect()
        }
        Doing::Changes(changes) if !matches!(*component.game, Game::Own(_)) => {
            changes.iter().map(|change| change.from.clone()).collect()
        }
        _ => vec![],
    };
    let touched = if heaps.len() == 1 { vec![] } else { touched };
    if several {
        let number = played.component + 1;
        let game = &*component.spelled;
        return Some(if touched.is_empty() {
            Message::new("play.hint-game").with("number", number).with("game", game)
        } else {
            let heaps = Message::new("play.hint-game-heaps").with("number", number).with("game", game);
            heaps.with("heaps", touched)
        });
    }
    match &touched[..] {
        [] => None,
        [heap] => Some(Message::new("play.hint-heap").with("heap", heap)),
        heaps => Some(Message::new("play.hint-heaps").with("heaps", heaps)),
    }
}
