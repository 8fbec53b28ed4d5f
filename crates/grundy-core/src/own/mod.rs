//! Games the notation cannot express: tokens on a graph, a script, or rules written in Rust.
//!
//! All three work wherever another game does: alone, in sums, under misère play. A loopy game may have drawn
//! positions. Its outcomes are found by retrograde analysis, and those of its sums by the values of C. A. B.
//! Smith ([`Loopy`]).

mod below;
pub mod digraph;
mod explored;
mod files;
mod graph;
mod index;
mod loopy;
mod retrograde;
mod rust;
mod script;
mod sums;
mod values;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};

use dashu_int::UBig;
use serde_json::Value as Json;

pub(crate) use explored::Explored;
pub use files::{Files, MAX_SCRIPT, Reading};
pub use loopy::Loopy;
pub use retrograde::Marks;
pub use rust::OwnGame;
pub(crate) use rust::Rust;

use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::outcome::Outcome;

/// The words that begin such a game.
pub const WORDS: [&str; 2] = ["graph", "script"];

/// A position component: a vertex, or the number of a script's position.
pub type Spot = u32;

/// Who wins, and after how many moves where that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Who wins.
    pub outcome: Outcome,
    /// Moves to the end under best play, where known.
    pub remoteness: Option<u32>,
}

/// The interface of a game of this kind; positions are lists of spots.
pub trait Ruling: fmt::Debug + Send + Sync {
    /// The options of a position, without duplicates.
    fn options(&self, at: &[Spot], budget: &Budget) -> Result<Vec<Vec<Spot>>>;
    /// The value under normal play; `None` if an end is won or drawn by decree, so that no value exists.
    fn value(&self, at: &[Spot], budget: &Budget) -> Result<Option<Loopy>>;
    /// The outcome that the rules decree here, whatever moves exist.
    fn ending(&self, at: &[Spot], budget: &Budget) -> Result<Option<Outcome>>;
    /// The outcome and remoteness from earlier retrograde analysis, if available.
    fn marked(&self, at: &[Spot], misere: bool, budget: &Budget) -> Result<Option<Marked>>;
    /// The position as written inside the brackets.
    fn shown(&self, at: &[Spot]) -> String;
    /// The position in JSON.
    fn json(&self, at: &[Spot]) -> Json;
    /// Parses the inside of the brackets; places in errors count from its beginning.
    fn read(&self, text: &str) -> Result<Vec<Spot>>;
    /// The position given by a list of whole numbers.
    fn of_numbers(&self, numbers: &[UBig]) -> Result<Vec<Spot>>;
    /// The starting position, if the rules define one.
    fn start(&self, budget: &Budget) -> Result<Option<Vec<Spot>>>;
    /// Whether positions are tokens, each on a different vertex.
    fn has_tokens(&self) -> bool;
    /// Compares positions in the order for display.
    fn compare(&self, a: &[Spot], b: &[Spot]) -> Ordering;
}

/// A user-defined game, ready for play. Two are equal only if they are copies of one another.
#[derive(Clone)]
pub struct Own {
    id: u64,
    spelled: Arc<str>,
    ruling: Arc<dyn Ruling>,
}

impl Own {
    pub(crate) fn new(spelled: String, ruling: Arc<dyn Ruling>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { id: NEXT.fetch_add(1, Atomic::Relaxed), spelled: spelled.into(), ruling }
    }

    /// `graph("...")` or `script("...")`: a text in place, or the name of a file.
    ///
    /// # Errors
    /// What is wrong with the text; `files-refused` and `scripts-refused` where `reading` does not allow them.
    pub fn from_notation(word: &str, quoted: &str, reading: &Reading) -> Result<Self> {
        let spelled = format!("{word}(\"{quoted}\")");
        let budget = Budget::new(reading.limits);
        if word == "graph" {
            let graph = if graph::is_text(quoted) {
                graph::Graph::from_text(quoted, &budget)?
            } else {
                graph::Graph::from_file(quoted, &files::open(quoted, reading, u64::MAX)?, &budget)?
            };
            return Ok(Self::new(spelled, Arc::new(graph)));
        }
        if !reading.scripts {
            return Err(Error::input("error.scripts-refused"));
        }
        let script = if script::is_text(quoted) {
            script::Script::new(None, quoted)?
        } else {
            let file = files::open(quoted, reading, MAX_SCRIPT)?;
            script::Script::new(Some(quoted), &file.text()?)?
        };
        Ok(Self::new(spelled, Arc::new(Explored::new(script))))
    }

    /// A script given as text; the game is printed with `name` in place of the text.
    ///
    /// ```
    /// use grundy::{Outcome, Solver, own::Own};
    ///
    /// let script = "fn options(p) { [1, 2].filter(|k| k <= p[0]).map(|k| [p[0] - k]) }";
    /// let game = Own::script("pairs", script)?;
    /// let answer = Solver::default().solve(&game.position("6")?)?;
    /// assert_eq!(answer.outcome, Outcome::P);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn script(name: &str, text: &str) -> Result<Self> {
        let script = script::Script::new(Some(name), text)?;
        Ok(Self::new(format!("script(\"{name}\")"), Arc::new(Explored::new(script))))
    }

    /// A graph given as text, in any format allowed for a file; the game is printed with `name` in place of
    /// the text.
    pub fn graph(name: &str, text: &str, budget: &Budget) -> Result<Self> {
        let graph = graph::Graph::from_bytes(Some(name), text.as_bytes(), budget)?;
        Ok(Self::new(format!("graph(\"{name}\")"), Arc::new(graph)))
    }

    /// Parses a position as written between the brackets.
    pub fn read(&self, text: &str) -> Result<Vec<UBig>> {
        Ok(heaps_of(&self.ruling.read(text)?))
    }

    /// The game as the notation writes it.
    pub fn spelled(&self) -> &str {
        &self.spelled
    }

    /// Whether a position is a list of tokens, each on a different vertex.
    pub fn has_tokens(&self) -> bool {
        self.ruling.has_tokens()
    }

    /// The position given by a list of whole numbers.
    pub fn of_numbers(&self, numbers: &[UBig]) -> Result<Vec<UBig>> {
        Ok(heaps_of(&self.ruling.of_numbers(numbers)?))
    }

    /// The starting position, if the rules define one.
    pub fn start(&self, budget: &Budget) -> Result<Option<Vec<UBig>>> {
        Ok(self.ruling.start(budget)?.map(|at| heaps_of(&at)))
    }

    /// The options of a position, without duplicates, in display order.
    pub fn options(&self, heaps: &[UBig], budget: &Budget) -> Result<Vec<Vec<UBig>>> {
        let mut options = self.ruling.options(&spots(heaps), budget)?;
        options.sort_by(|a, b| self.ruling.compare(a, b));
        Ok(options.iter().map(|at| heaps_of(at)).collect())
    }

    /// The value under normal play, see [`Ruling::value`].
    pub fn value(&self, heaps: &[UBig], budget: &Budget) -> Result<Option<Loopy>> {
        self.ruling.value(&spots(heaps), budget)
    }

    /// The outcome that the rules decree at this position, whatever moves exist.
    pub fn ending(&self, heaps: &[UBig], budget: &Budget) -> Result<Option<Outcome>> {
        self.ruling.ending(&spots(heaps), budget)
    }

    /// The outcome and remoteness from retrograde analysis of an earlier question, if it covers this position.
    pub fn marked(&self, heaps: &[UBig], misere: bool, budget: &Budget) -> Result<Option<Marked>> {
        self.ruling.marked(&spots(heaps), misere, budget)
    }

    /// A position as a person reads and types it: names of vertices, or the numbers of a script.
    pub fn shown(&self, heaps: &[UBig]) -> String {
        self.ruling.shown(&spots(heaps))
    }

    /// The position as JSON.
    pub fn json(&self, heaps: &[UBig]) -> Json {
        self.ruling.json(&spots(heaps))
    }

    /// Compares positions in the order in which they are listed.
    pub fn compare(&self, a: &[UBig], b: &[UBig]) -> Ordering {
        self.ruling.compare(&spots(a), &spots(b))
    }
}

/// The value, or an error with the reason why none exists.
pub fn value_of(own: &Own, heaps: &[UBig], budget: &Budget) -> Result<Loopy> {
    own.value(heaps, budget)?.ok_or_else(|| Error::input("error.own-decreed-sum").with("game", own.spelled()))
}

pub(crate) fn heaps_of(at: &[Spot]) -> Vec<UBig> {
    at.iter().map(|&spot| UBig::from(spot)).collect()
}

/// Converts heaps to spots. Only this module makes them, so each fits.
pub(crate) fn spots(heaps: &[UBig]) -> Vec<Spot> {
    heaps.iter().map(|heap| Spot::try_from(heap).unwrap_or(Spot::MAX)).collect()
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Own({})", self.spelled)
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled)
    }
}

impl PartialEq for Own {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Own {}

impl PartialOrd for Own {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Own {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl Hash for Own {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}
