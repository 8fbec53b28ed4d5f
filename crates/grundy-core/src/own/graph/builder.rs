//! Collects names and edges as they are read, and checks each one.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::super::digraph::{Digraph, check_sizes, grow, vertex};
use super::super::index::Index;
use super::Place;
use super::names::{Name, Names};
use crate::error::{Error, Result, nearest};
use crate::limits::Budget;

/// Vertices with small numbers as names are found in a table instead of by hashing, as long as the
/// table has at most this many entries for each name, with an allowance for the first few.
const PLACES_A_NAME: usize = 64;
/// Memory of a name that is found by hashing, in addition to the name.
const HASHED_BYTES: u64 = 24;

/// Collects a graph.
pub(super) struct Builder<'b> {
    budget: &'b Budget,
    names: Names,
    /// The vertex named by a small number, plus one.
    numbers: Vec<u32>,
    others: Index,
    edges: Vec<(u32, u32)>,
    /// Whether all vertices are known, so that a new name is an error.
    closed: bool,
    /// Vertices that a token cannot leave.
    goals: Vec<u32>,
}

impl<'b> Builder<'b> {
    pub(super) fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            names: Names::default(),
            numbers: vec![],
            others: Index::default(),
            edges: vec![],
            closed: false,
            goals: vec![],
        }
    }

    /// The vertex with this name; adds a new one if necessary.
    pub(super) fn vertex<'p>(&mut self, text: &str, place: &dyn Fn() -> Place<'p>) -> Result<u32> {
        let name = Name::new(text);
        if let Name::Number(number) = name
            && let Some(v) = self.numbered(number)
        {
            return Ok(v);
        }
        let hash = FxBuildHasher.hash_one(name);
        if let Some(v) = self.others.find(hash, |v| self.names.name(v) == name) {
            return Ok(v);
        }
        if self.closed {
            let known: Vec<_> =
                (0..vertex(self.names.len().min(super::MAX_COMPARED))).map(|v| self.names.get(v)).collect();
            return Err(Error::input("error.graph-dangling")
                .with("place", place().message())
                .with("name", text)
                .suggest(nearest(text, known.iter().map(AsRef::as_ref))));
        }
        let v = self.names.len();
        check_sizes(v as u64 + 1, 0)?;
        if v.is_multiple_of(1024) {
            self.budget.check_time()?;
        }
        let v = vertex(v);
        match name {
            Name::Number(number) if (number as usize) < PLACES_A_NAME * (self.names.len() + 64) => {
                let (number, places) = (number as usize, self.numbers.len());
                if number >= places {
                    let more = (number + 1 - places).max(places / 2).max(256);
                    self.budget.reserve(4 * more as u64)?;
                    self.numbers.reserve_exact(more);
                    self.numbers.resize(places + more, 0);
                }
                self.numbers[number] = v + 1;
            }
            _ => {
                self.budget.reserve(HASHED_BYTES)?;
                self.others.insert(hash, v);
            }
        }
        self.names.push(name, self.budget)?;
        Ok(v)
    }

    /// The vertex named by a small number, if it is known and was found in the table.
    #[inline]
    pub(super) fn numbered(&self, number: u32) -> Option<u32> {
        self.numbers.get(number as usize)?.checked_sub(1)
    }

    /// Adds an edge; an edge from a vertex to itself is a pass.
    #[inline]
    pub(super) fn edge(&mut self, from: u32, to: u32) -> Result<()> {
        grow(&mut self.edges, self.budget)?;
        self.edges.push((from, to));
        Ok(())
    }

    /// Marks a goal: a token stays on this vertex, and whoever arrives has won.
    pub(super) fn goal(&mut self, v: u32) {
        self.goals.push(v);
    }

    /// Makes every further new vertex an error.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    /// The graph, in which repeated edges count once, and the names.
    pub(super) fn finish(mut self) -> Result<(Digraph, Names)> {
        let vertices = self.names.len();
        self.budget.release(4 * self.numbers.len() as u64 + HASHED_BYTES * self.others.len() as u64);
        (self.numbers, self.others) = (vec![], Index::default());
        if !self.goals.is_empty() {
            self.goals.sort_unstable();
            self.edges.retain(|(from, _)| self.goals.binary_search(from).is_err());
        }
        let graph = Digraph::new(vertices, &self.edges, self.budget)?;
        self.budget.release(8 * self.edges.capacity() as u64);
        Ok((graph, self.names))
    }
}
