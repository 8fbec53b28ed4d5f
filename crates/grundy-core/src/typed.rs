//! Games written in Rust, with positions of their own type.

use std::sync::Arc;

use dashu_int::UBig;

use crate::answer::Answer;
use crate::error::Result;
use crate::game::Game;
use crate::limits::Budget;
use crate::own::{Explored, Own, OwnGame, Rust, heaps_of, spots};
use crate::position::Position;

/// A game written in Rust, ready for questions.
///
/// Results are cached for the lifetime of this value; time and memory grow with the number of reachable
/// positions.
#[derive(Debug)]
pub struct Typed<G: OwnGame> {
    explored: Arc<Explored<Rust<G>>>,
    own: Own,
}

impl<G: OwnGame> Typed<G> {
    /// A game printed under `name`.
    pub fn new(name: &str, game: G) -> Self {
        let explored = Arc::new(Explored::new(Rust(game)));
        let own = Own::new(name.to_owned(), explored.clone());
        Self { explored, own }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.explored.source.0
    }

    /// The starting position.
    pub fn start(&self) -> Result<Position> {
        self.at(self.explored.source.0.start())
    }

    /// A position for a [`Solver`](grundy::Solver), alone or in a sum.
    pub fn at(&self, position: G::Position) -> Result<Position> {
        let spot = self.explored.spot(position, &Budget::default())?;
        Ok(Position::of_own(&self.own, heaps_of(&[spot])))
    }

    /// The position of this game for a component of `game` with these heaps; `None` if `game` is a
    /// different game.
    pub fn read_back(&self, game: &Game, heaps: &[UBig]) -> Option<G::Position> {
        (game.own() == Some(&self.own))
            .then(|| spots(heaps).first().map(|&spot| self.explored.position(spot)))?
    }

    /// The winning moves of an answer that lead to positions of this game.
    pub fn moves(&self, answer: &Answer) -> Vec<G::Position> {
        let components = answer.question.components();
        let played = answer.moves.iter().flat_map(|m| &m.played);
        played.filter_map(|p| self.read_back(&components[p.component].game, &p.to)).collect()
    }
}
