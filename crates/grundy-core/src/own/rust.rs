//! Games written in Rust.

use std::fmt;
use std::hash::Hash;

use dashu_int::UBig;
use serde_json::Value as Json;

use super::explored::{Ending, Source};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::outcome::Outcome;

/// Rules written in Rust: the starting position and the options of a position.
///
/// Options must be the same at every call. Positions may recur: then there are draws. The crate documentation has an
/// example.
pub trait OwnGame: Send + Sync + 'static {
    /// A position without the player to move: both players have the same moves.
    type Position: Clone + Ord + Hash + fmt::Debug + Send + Sync;

    /// The starting position.
    fn start(&self) -> Self::Position;

    /// The options of a position. If there are none, the player to move has lost, or won under misère play.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// Options from rules that can fail, such as those that run in another language. An error ends the question, and
    /// nothing about this position is cached.
    fn try_options(&self, position: &Self::Position) -> Result<Vec<Self::Position>> {
        Ok(self.options(position))
    }

    /// Positions whose sum is this one, if that helps: values of parts are computed once and combined. `options` must
    /// still return the options of the whole.
    fn parts(&self, position: &Self::Position) -> Option<Vec<Self::Position>> {
        let _ = position;
        None
    }

    /// The Grundy value of a position under normal play, if the rules know it; it is then not computed from the
    /// options. No end may be won or drawn by decree.
    fn value(&self, position: &Self::Position) -> Option<UBig> {
        let _ = position;
        None
    }

    /// The outcome for the player to move of a position that is over by decree. Its options and the convention then do
    /// not matter. A game with decreed ends other than `P` has no values, so it cannot be part of a sum.
    fn ends(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// The position as text, as printed between the brackets.
    fn show(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }
}

/// Implements [`Source`] for an [`OwnGame`].
pub(crate) struct Rust<G>(pub(crate) G);

impl<G: OwnGame> Source for Rust<G> {
    type Position = G::Position;

    /// Rules in another language may not run on several threads, or gain nothing from it.
    const ALLOWS_THREADS: bool = false;

    fn options(&self, at: &G::Position, _: &Budget) -> Result<Vec<G::Position>> {
        self.0.try_options(at)
    }

    fn parts(&self, at: &G::Position, _: &Budget) -> Result<Option<Vec<G::Position>>> {
        Ok(self.0.parts(at))
    }

    fn value(&self, at: &G::Position) -> Option<UBig> {
        self.0.value(at)
    }

    fn ending(&self, at: &G::Position, _: &Budget) -> Result<Ending> {
        Ok(self.0.ends(at).map_or(Ending::Open, Ending::Decreed))
    }

    fn start(&self, _: &Budget) -> Result<Option<G::Position>> {
        Ok(Some(self.0.start()))
    }

    fn shown(&self, at: &G::Position) -> String {
        self.0.show(at)
    }

    fn json(&self, at: &G::Position) -> Json {
        self.0.show(at).into()
    }

    fn read(&self, text: &str) -> Result<G::Position> {
        Err(Error::input("error.own-not-readable").at(0..text.len()))
    }

    fn of_numbers(&self, _: &[UBig]) -> Result<G::Position> {
        Err(Error::input("error.own-not-readable"))
    }

    fn bytes(&self, _: &G::Position) -> u64 {
        // Memory that a position owns elsewhere cannot be measured here.
        size_of::<G::Position>() as u64 + 64
    }
}

impl<G> fmt::Debug for Rust<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rust")
    }
}
