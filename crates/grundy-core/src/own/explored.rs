//! Games given only by their options: positions are numbered as they are found, and remembered.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dashu_int::UBig;
use rustc_hash::FxBuildHasher;
use serde_json::Value as Json;

use super::digraph::{Digraph, vertex};
use super::index::Index;
use super::loopy::{self, Loopy};
use super::sums::Sums;
use super::values::Detour;
use super::{Marked, Ruling, Spot};
use crate::error::Result;
use crate::limits::Budget;
use crate::outcome::Outcome;

/// Rules that give the options of a position.
pub(crate) trait Source: fmt::Debug + Send + Sync {
    /// A position.
    type Position: Clone + Ord + Hash + Send + Sync;

    /// Whether several threads may ask about positions of one question.
    const ALLOWS_THREADS: bool;

    /// The options of a position that has not ended.
    fn options(&self, at: &Self::Position, budget: &Budget) -> Result<Vec<Self::Position>>;
    /// The independent parts of a position, if it splits into any.
    fn parts(&self, at: &Self::Position, budget: &Budget) -> Result<Option<Vec<Self::Position>>>;
    /// The Grundy value, if the rules provide it.
    fn value(&self, _: &Self::Position) -> Option<UBig> {
        None
    }
    fn ending(&self, at: &Self::Position, budget: &Budget) -> Result<Ending>;
    fn start(&self, budget: &Budget) -> Result<Option<Self::Position>>;
    fn shown(&self, at: &Self::Position) -> String;
    fn json(&self, at: &Self::Position) -> Json;
    fn read(&self, text: &str) -> Result<Self::Position>;
    fn of_numbers(&self, numbers: &[UBig]) -> Result<Self::Position>;
    /// The approximate memory of a position, in bytes.
    fn bytes(&self, at: &Self::Position) -> u64;
}

/// Whether a position has ended, whatever options it would have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Open,
    /// No move remains: the convention decides who wins.
    Over,
    Decreed(Outcome),
}

/// What is cached about a game.
pub(super) struct Table<P> {
    pub(super) ids: Index,
    pub(super) spots: Vec<Met<P>>,
    /// Bytes of the whole table, which all questions about the game share and which outlives each of
    /// them.
    pub(super) bytes: u64,
    pub(super) sums: Sums<P>,
}

/// A position that was found.
pub(super) struct Met<P> {
    position: P,
    pub(super) ending: Option<Ending>,
    options: Option<Arc<[Spot]>>,
    pub(super) value: Option<Loopy>,
}

impl<P: Eq> Table<P> {
    pub(super) fn find(&self, hash: u64, position: &P) -> Option<Spot> {
        self.ids.find(hash, |spot| self.spots[spot as usize].position == *position)
    }
}

/// A game given by its options.
pub(crate) struct Explored<S: Source> {
    pub(crate) source: S,
    table: Mutex<Table<S::Position>>,
}

impl<S: Source> Explored<S> {
    pub(crate) fn new(source: S) -> Self {
        Self {
            source,
            table: Mutex::new(Table {
                ids: Index::default(),
                spots: vec![],
                bytes: 0,
                sums: Sums::default(),
            }),
        }
    }

    pub(super) fn table(&self) -> MutexGuard<'_, Table<S::Position>> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a position.
    pub(crate) fn spot(&self, position: S::Position, budget: &Budget) -> Result<Spot> {
        self.number(&mut self.table(), position, budget)
    }

    pub(super) fn number(
        &self,
        table: &mut Table<S::Position>,
        position: S::Position,
        budget: &Budget,
    ) -> Result<Spot> {
        let hash = FxBuildHasher.hash_one(&position);
        if let Some(spot) = table.find(hash, &position) {
            return Ok(spot);
        }
        let bytes = self.source.bytes(&position) + 128;
        budget.reserve(bytes)?;
        table.bytes = budget.holds(table.bytes + bytes)?;
        // Memory is used up long before the range of a spot ends.
        let spot = Spot::try_from(table.spots.len()).unwrap_or(Spot::MAX);
        table.ids.insert(hash, spot);
        table.spots.push(Met { position, ending: None, options: None, value: None });
        Ok(spot)
    }

    /// The position with this number.
    pub(crate) fn position(&self, spot: Spot) -> S::Position {
        self.table().spots[spot as usize].position.clone()
    }

    pub(super) fn spots(&self, positions: Vec<S::Position>, budget: &Budget) -> Result<Arc<[Spot]>> {
        let mut table = self.table();
        positions.into_iter().map(|position| self.number(&mut table, position, budget)).collect()
    }

    /// The options as numbers, each once.
    fn options_of(&self, spot: Spot, budget: &Budget) -> Result<Arc<[Spot]>> {
        if let Some(options) = &self.table().spots[spot as usize].options {
            return Ok(options.clone());
        }
        budget.step()?;
        let options = match self.ending_of(spot, budget)? {
            Ending::Open => self.sorted_options(spot, budget)?,
            Ending::Over | Ending::Decreed(_) => vec![],
        };
        let bytes = 8 * options.len() as u64;
        budget.reserve(bytes)?;
        let options = self.spots(options, budget)?;
        let mut table = self.table();
        table.bytes = budget.holds(table.bytes + bytes)?;
        table.spots[spot as usize].options = Some(options.clone());
        Ok(options)
    }

    /// The options of a position that has not ended, each once.
    pub(super) fn sorted_options(&self, spot: Spot, budget: &Budget) -> Result<Vec<S::Position>> {
        let mut options = self.source.options(&self.position(spot), budget)?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// The ending of a position; the rules are queried once and the result is kept.
    pub(super) fn ending_of(&self, spot: Spot, budget: &Budget) -> Result<Ending> {
        if let Some(ending) = self.table().spots[spot as usize].ending {
            return Ok(ending);
        }
        let ending = self.source.ending(&self.position(spot), budget)?;
        self.table().spots[spot as usize].ending = Some(ending);
        Ok(ending)
    }

    fn known(&self, spot: Spot) -> Option<Loopy> {
        self.table().spots[spot as usize].value.clone()
    }

    pub(super) fn keep(&self, spot: Spot, value: Loopy) {
        self.table().spots[spot as usize].value = Some(value);
    }

    /// The values of all reachable positions, as a graph of whole positions with labels for cycles.
    fn by_circles(&self, root: Spot, budget: &Budget) -> Result<Option<Loopy>> {
        let mut number: HashMap<Spot, u32, FxBuildHasher> = HashMap::from_iter([(root, 0)]);
        let mut met = vec![root];
        let mut edges = Vec::new();
        let mut next = 0;
        while next < met.len() {
            if let Ending::Decreed(Outcome::N | Outcome::D) = self.ending_of(met[next], budget)? {
                return Ok(None);
            }
            for &option in &*self.options_of(met[next], budget)? {
                let fresh = vertex(met.len());
                let to = *number.entry(option).or_insert(fresh);
                if to == fresh {
                    budget.reserve(64)?;
                    met.push(option);
                }
                budget.reserve(8)?;
                edges.push((vertex(next), to));
            }
            next += 1;
        }
        let graph = Digraph::new(met.len(), &edges, budget)?;
        let back = graph.reversed(budget)?;
        budget.reserve(loopy::BYTES_A_VERTEX * met.len() as u64)?;
        let labels = loopy::labels(&graph, &back, budget)?;
        for (index, &spot) in met.iter().enumerate() {
            self.keep(spot, loopy::value(&graph, &labels, vertex(index)));
        }
        Ok(self.known(root))
    }
}

impl<S: Source> Ruling for Explored<S> {
    fn options(&self, at: &[Spot], budget: &Budget) -> Result<Vec<Vec<Spot>>> {
        let &[spot] = at else { return Ok(vec![]) };
        Ok(self.options_of(spot, budget)?.iter().map(|&option| vec![option]).collect())
    }

    fn value(&self, at: &[Spot], budget: &Budget) -> Result<Option<Loopy>> {
        let &[spot] = at else { return Ok(None) };
        if let Some(value) = self.known(spot) {
            return Ok(Some(value));
        }
        if let Some(value) = self.source.value(&self.position(spot)) {
            self.keep(spot, Loopy::Finite(value.clone()));
            return Ok(Some(Loopy::Finite(value)));
        }
        match self.by_parts(spot, budget) {
            Ok(value) => Ok(Some(value)),
            Err(Detour::Circle) => self.by_circles(spot, budget),
            Err(Detour::Decreed) => Ok(None),
            Err(Detour::Failed(error)) => Err(error),
        }
    }

    fn ending(&self, at: &[Spot], budget: &Budget) -> Result<Option<Outcome>> {
        let &[spot] = at else { return Ok(None) };
        Ok(match self.ending_of(spot, budget)? {
            Ending::Decreed(outcome) => Some(outcome),
            Ending::Open | Ending::Over => None,
        })
    }

    fn marked(&self, _: &[Spot], _: bool, _: &Budget) -> Result<Option<Marked>> {
        Ok(None)
    }

    fn shown(&self, at: &[Spot]) -> String {
        at.first().map(|&spot| self.source.shown(&self.position(spot))).unwrap_or_default()
    }

    fn json(&self, at: &[Spot]) -> Json {
        at.first().map_or(Json::Null, |&spot| self.source.json(&self.position(spot)))
    }

    fn read(&self, text: &str) -> Result<Vec<Spot>> {
        let position = self.source.read(text)?;
        Ok(vec![self.spot(position, &Budget::default())?])
    }

    fn of_numbers(&self, numbers: &[UBig]) -> Result<Vec<Spot>> {
        let position = self.source.of_numbers(numbers)?;
        Ok(vec![self.spot(position, &Budget::default())?])
    }

    fn start(&self, budget: &Budget) -> Result<Option<Vec<Spot>>> {
        let start = self.source.start(budget)?;
        start.map(|position| Ok(vec![self.spot(position, budget)?])).transpose()
    }

    fn has_tokens(&self) -> bool {
        false
    }

    fn compare(&self, a: &[Spot], b: &[Spot]) -> Ordering {
        match (a, b) {
            (&[a], &[b]) if a != b => self.position(a).cmp(&self.position(b)),
            _ => a.len().cmp(&b.len()),
        }
    }
}

impl<S: Source> fmt::Debug for Explored<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}
