//! Collects names and edges as they are read, and checks each one.

use std::borrow::Cow;
use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::super::digraph::{Digraph, check_sizes, vertex};
use super::Place;
use super::names::Names;
use crate::error::{Error, Result, nearest};
use crate::limits::Budget;

/// Vertices with small numbers as names are found in a table instead of by hashing, as long as the
/// table has at most this many entries for each name, with an allowance for the first few.
const PLACES_A_NAME: usize = 64;
/// Memory of a name in addition to its text, in bytes.
const NAME_BYTES: u64 = 72;

/// Collects a graph.
pub(super) struct Builder<'t, 'b> {
    budget: &'b Budget,
    names: Vec<Cow<'t, str>>,
    /// The vertex named by a small number, plus one.
    numbers: Vec<u32>,
    others: HashMap<Cow<'t, str>, u32, FxBuildHasher>,
    edges: Vec<(u32, u32)>,
    /// Whether all vertices are known, so that a new name is an error.
    closed: bool,
    /// Vertices that a token cannot leave.
    goals: Vec<u32>,
}

impl<'t, 'b> Builder<'t, 'b> {
    pub(super) fn new(budget: &'b Budget) -> Self {
        Self {
            budget,
            names: vec![],
            numbers: vec![],
            others: HashMap::default(),
            edges: vec![],
            closed: false,
            goals: vec![],
        }
    }

    /// The vertex with this name; adds a new one if necessary.
    pub(super) fn vertex(&mut self, name: Cow<'t, str>, place: &dyn Fn() -> Place<'t>) -> Result<u32> {
        if let Some(v) = self.find(&name) {
            return Ok(v);
        }
        if self.closed {
            let known = self.names.iter().take(super::MAX_COMPARED).map(AsRef::as_ref);
            return Err(Error::input("error.graph-dangling")
                .with("place", place().message())
                .with("name", name.as_ref())
                .suggest(nearest(&name, known)));
        }
        let v = self.names.len();
        check_sizes(v as u64 + 1, 0)?;
        if v.is_multiple_of(1024) {
            self.budget.check_time()?;
        }
        self.budget.reserve(NAME_BYTES + name.len() as u64)?;
        let v = vertex(v);
        match small_number(&name).filter(|&number| number < PLACES_A_NAME * (self.names.len() + 64)) {
            Some(number) => {
                if number >= self.numbers.len() {
                    let places = (number + 1).next_power_of_two();
                    self.budget.reserve(4 * (places - self.numbers.len()) as u64)?;
                    self.numbers.resize(places, 0);
                }
                self.numbers[number] = v + 1;
            }
            None => {
                self.others.insert(name.clone(), v);
            }
        }
        self.names.push(name);
        Ok(v)
    }

    fn find(&self, name: &str) -> Option<u32> {
        let number = small_number(name);
        let listed = number.and_then(|number| self.numbers.get(number)?.checked_sub(1));
        listed.or_else(|| self.others.get(name).copied())
    }

    /// Adds an edge; an edge from a vertex to itself is a pass.
    pub(super) fn edge(&mut self, from: u32, to: u32) -> Result<()> {
        if self.edges.len() == self.edges.capacity() {
            let more = self.edges.len().max(1024);
            self.budget.reserve(8 * more as u64)?;
            self.budget.check_time()?;
            self.edges.reserve_exact(more);
        }
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

    /// The graph; repeated edges count once.
    pub(super) fn graph(&mut self) -> Result<Digraph> {
        let vertices = self.names.len();
        self.budget.release(4 * self.numbers.len() as u64);
        self.numbers = vec![];
        self.others = HashMap::default();
        if !self.goals.is_empty() {
            let mut goals = std::mem::take(&mut self.goals);
            goals.sort_unstable();
            self.edges.retain(|(from, _)| goals.binary_search(from).is_err());
        }
        let graph = Digraph::new(vertices, &self.edges, self.budget)?;
        self.budget.release(8 * self.edges.capacity() as u64);
        self.edges = vec![];
        Ok(graph)
    }

    /// The names in packed form.
    pub(super) fn into_names(self) -> Result<Names> {
        let bytes: usize = self.names.iter().map(|name| name.len()).sum();
        self.budget.reserve(bytes as u64 + 8 * self.names.len() as u64)?;
        let mut text = String::with_capacity(bytes);
        let mut ends = Vec::with_capacity(self.names.len());
        for name in &self.names {
            text.push_str(name);
            ends.push(text.len());
        }
        self.budget.release(bytes as u64 + NAME_BYTES * self.names.len() as u64);
        Ok(Names { text, ends })
    }
}

/// The value of a number of up to eight digits without leading zeros.
fn small_number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.is_empty() || bytes.len() > 8 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut number = 0usize;
    for &b in bytes {
        if !b.is_ascii_digit() {
            return None;
        }
        number = 10 * number + usize::from(b - b'0');
    }
    Some(number)
}
