//! Games written in Rust.

use std::fmt;
use std::hash::Hash;

use dashu_int::UBig;
use serde_json::Value as Json;

use super::explored::{Ending, Source};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::outcome::Outcome;

/// Rules written in Rust: say where the game starts and what the options of a position are.
///
/// The options of a position must always be the same ones. Positions may come back: then there
/// are draws. The front page has an example.
pub trait OwnGame: Send + Sync + 'static {
    /// A position, the player to move left out: both players have the same moves.
    type Position: Clone + Ord + Hash + fmt::Debug + Send + Sync;

    /// Where the game starts.
    fn start(&self) -> Self::Position;

    /// The positions one move away. None: the player to move has lost, or won under misère play.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// The same for rules that can fail, such as those that run in another language: an error ends the
    /// question, and nothing of this position is remembered.
    fn try_options(&self, position: &Self::Position) -> Result<Vec<Self::Position>> {
        Ok(self.options(position))
    }

    /// Positions of which this one is the sum, where that helps: values of parts are found once
    /// and joined. `options` must still speak of the whole.
    fn parts(&self, position: &Self::Position) -> Option<Vec<Self::Position>> {
        let _ = position;
        None
    }

    /// The Grundy value of a position under normal play, where the rules have it at hand: it is then not worked out from the
    /// options. No end may be won or drawn by decree.
    fn value(&self, position: &Self::Position) -> Option<UBig> {
        let _ = position;
        None
    }

    /// The outcome of a position that is over by decree, for the player to move; its options then
    /// do not count, and neither does the convention. Ends other than `P` leave a game without
    /// values, so that it cannot be part of a sum.
    fn ends(&self, position: &Self::Position) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// A position in words, as it is printed between the brackets.
    fn show(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }
}

/// Makes [`Source`] of [`OwnGame`].
pub(crate) struct Rust<G>(pub(crate) G);

impl<G: OwnGame> Source for Rust<G> {
    type Position = G::Position;

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
        // What a position holds elsewhere is not seen from here.
        size_of::<G::Position>() as u64 + 64
    }
}

impl<G> fmt::Debug for Rust<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rust")
    }
}
