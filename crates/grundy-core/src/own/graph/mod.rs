//! Games on the vertices of a directed graph: a move pushes one token along an edge.

mod builder;
mod dot;
mod edges;
mod in_place;
mod json;
mod names;

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use dashu_int::UBig;
use rustc_hash::FxBuildHasher;
use serde_json::Value as Json;

use self::builder::Builder;
use self::names::{Name, Names};
use super::below::{self, Asked, Below};
use super::digraph::{Digraph, vertex};
use super::files::Source;
use super::loopy::{self, Loopy};
use super::{Marked, Marks, Ruling, Spot};
use crate::error::{Error, Result, nearest};
use crate::limits::Budget;
use crate::outcome::Outcome;
use crate::text::{Message, without_mark};

pub(super) use in_place::is_text;

/// Maximum number of names that an unknown name is compared with to find a suggestion.
const MAX_COMPARED: usize = 100_000;

/// A place in a graph's text; lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) file: Option<&'a str>,
    pub(super) line: u64,
    pub(super) column: u64,
}

impl<'a> Place<'a> {
    /// The place of a byte in a text.
    pub(super) fn of(file: Option<&'a str>, text: &str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.bytes().filter(|&b| b == b'\n').count() as u64 + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { file, line, column: before[start..].chars().count() as u64 + 1 }
    }

    /// The place in words.
    pub(super) fn message(self) -> Message {
        match self.file {
            Some(file) => Message::new("own.place")
                .with("file", file)
                .with("line", self.line)
                .with("column", self.column),
            None => Message::new("own.place-here").with("line", self.line).with("column", self.column),
        }
    }
}

/// A graph with its names, and the cached results.
pub(super) struct Graph {
    edges: Digraph,
    names: Names,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    /// What is known of vertices that reach no cycle, for each question.
    below: Vec<Below>,
    back: Option<Arc<Digraph>>,
    labels: Option<Arc<Vec<u32>>>,
    marks: [Option<Arc<Marks>>; 2],
}

impl Graph {
    /// Reads text such as `a: b c; b: c; c:`.
    pub(super) fn from_text(text: &str, budget: &Budget) -> Result<Self> {
        Self::built(&|builder| in_place::load(text, builder), budget)
    }

    /// Reads a file in one of three formats. Only a list of edges is read piece by piece; for the others the memory for
    /// the whole text is checked before it is read.
    pub(super) fn from_file(name: &str, source: &Source, budget: &Budget) -> Result<Self> {
        let begins = source.begins()?;
        if Format::of(Some(name), without_mark(&String::from_utf8_lossy(&begins))) == Format::Edges {
            let mut builder = Builder::new(budget);
            let mut lines = 1;
            source.for_each_piece(budget, |piece| {
                let text = utf8(Some(name), piece)?;
                let text = if lines == 1 { without_mark(text) } else { text };
                lines += edges::load(Some(name), text, lines, &mut builder)?;
                Ok(())
            })?;
            return Self::of(builder);
        }
        // At the very least the text and its edges.
        let least = source.size().saturating_mul(2);
        budget.reserve(least)?;
        budget.release(least);
        let bytes = source.bytes(budget)?;
        let graph = Self::from_bytes(Some(name), &bytes, budget)?;
        budget.release(source.size());
        Ok(graph)
    }

    /// Like [`Self::from_file`], but from memory.
    pub(super) fn from_bytes(file: Option<&str>, bytes: &[u8], budget: &Budget) -> Result<Self> {
        let text = without_mark(utf8(file, bytes)?);
        let load = |builder: &mut Builder<'_>| match Format::of(file, text) {
            Format::Json => json::load(file, text, builder),
            Format::Dot => dot::load(file, text, builder),
            Format::Edges => edges::load(file, text, 1, builder).map(|_| ()),
        };
        Self::built(&load, budget)
    }

    fn built(load: &dyn Fn(&mut Builder<'_>) -> Result<()>, budget: &Budget) -> Result<Self> {
        let mut builder = Builder::new(budget);
        load(&mut builder)?;
        Self::of(builder)
    }

    fn of(builder: Builder<'_>) -> Result<Self> {
        let (edges, names) = builder.finish()?;
        Ok(Self { edges, names, found: Mutex::default() })
    }

    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The numbers of these vertices; `None` if a cycle is in reach.
    fn below(&self, asked: Asked, at: &[Spot], budget: &Budget) -> Result<Option<Vec<u32>>> {
        // Nobody waits for it meanwhile: another thread begins anew.
        let known = {
            let below = &mut self.found().below;
            below.iter().position(|below| below.asked() == asked).map(|place| below.swap_remove(place))
        };
        let mut below = match known {
            Some(below) => below,
            None => Below::new(&self.edges, asked, budget)?,
        };
        let numbers = at.iter().map(|&v| below.of(&self.edges, v, budget)).collect();
        let known = &mut self.found().below;
        known.retain(|other| other.asked() != asked);
        known.push(below);
        numbers
    }

    fn back(&self, budget: &Budget) -> Result<Arc<Digraph>> {
        let known = self.found().back.clone();
        if let Some(back) = known {
            return Ok(back);
        }
        let back = Arc::new(self.edges.reversed(budget)?);
        self.found().back = Some(back.clone());
        Ok(back)
    }

    fn labels(&self, budget: &Budget) -> Result<Arc<Vec<u32>>> {
        let known = self.found().labels.clone();
        if let Some(labels) = known {
            return Ok(labels);
        }
        let back = self.back(budget)?;
        budget.reserve(loopy::BYTES_A_VERTEX * self.edges.vertices() as u64)?;
        let labels = Arc::new(loopy::labels(&self.edges, &back, budget)?);
        self.found().labels = Some(labels.clone());
        Ok(labels)
    }

    fn marks(&self, misere: bool, budget: &Budget) -> Result<Arc<Marks>> {
        let known = self.found().marks[usize::from(misere)].clone();
        if let Some(marks) = known {
            return Ok(marks);
        }
        let back = self.back(budget)?;
        let marks = Arc::new(Marks::new(&self.edges, &back, misere, &|_| None, budget)?);
        self.found().marks[usize::from(misere)] = Some(marks.clone());
        Ok(marks)
    }

    fn sorted(&self, mut tokens: Vec<Spot>) -> Vec<Spot> {
        tokens.sort_by(|&a, &b| self.names.compare(a, b));
        tokens
    }

    /// The vertices with these names, one for each entry.
    fn vertices(&self, wanted: &[(String, Range<usize>)]) -> Result<Vec<Spot>> {
        let mut spots: HashMap<Name<'_>, Option<Spot>, FxBuildHasher> =
            wanted.iter().map(|(name, _)| (Name::new(name), None)).collect();
        let mut missing = spots.len();
        for v in 0..vertex(self.names.len()) {
            if missing == 0 {
                break;
            }
            if let Some(slot) = spots.get_mut(&self.names.name(v)) {
                *slot = Some(v);
                missing -= 1;
            }
        }
        let find = |(name, at): &(String, Range<usize>)| {
            spots.get(&Name::new(name)).copied().flatten().ok_or_else(|| {
                let known: Vec<_> =
                    (0..vertex(self.names.len().min(MAX_COMPARED))).map(|v| self.names.get(v)).collect();
                Error::input("error.graph-unknown-vertex")
                    .with("name", name.as_str())
                    .suggest(nearest(name, known.iter().map(AsRef::as_ref)))
                    .at(at.clone())
            })
        };
        Ok(self.sorted(wanted.iter().map(find).collect::<Result<Vec<Spot>>>()?))
    }
}

/// The formats of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Json,
    Dot,
    Edges,
}

impl Format {
    /// The format by the end of the name, or by the beginning of the text.
    fn of(file: Option<&str>, text: &str) -> Self {
        let name = file.unwrap_or_default().to_ascii_lowercase();
        let named = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        let begins = text.trim_start();
        if named(&[".json"]) || begins.starts_with('{') {
            Self::Json
        } else if named(&[".dot", ".gv"]) || ["digraph", "strict"].iter().any(|w| begins.starts_with(w)) {
            Self::Dot
        } else {
            Self::Edges
        }
    }
}

fn utf8<'t>(file: Option<&str>, bytes: &'t [u8]) -> Result<&'t str> {
    let not_text = |_| Error::input("error.file-not-text").with("file", file.unwrap_or_default());
    std::str::from_utf8(bytes).map_err(not_text)
}

impl Ruling for Graph {
    fn options(&self, at: &[Spot], budget: &Budget) -> Result<Vec<Vec<Spot>>> {
        let mut options = Vec::new();
        for (index, &token) in at.iter().enumerate() {
            // Two tokens on one vertex have the same moves.
            if at[..index].contains(&token) {
                continue;
            }
            for &to in self.edges.followers(token) {
                budget.step()?;
                let mut next = at.to_vec();
                next[index] = to;
                options.push(self.sorted(next));
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn value(&self, at: &[Spot], budget: &Budget) -> Result<Option<Loopy>> {
        if let Some(values) = self.below(Asked::Value, at, budget)? {
            let sum = values.iter().fold(0, |sum, value| sum ^ value);
            return Ok(Some(Loopy::Finite(UBig::from(sum))));
        }
        let labels = self.labels(budget)?;
        let zero = Loopy::Finite(UBig::ZERO);
        Ok(Some(at.iter().fold(zero, |sum, &v| sum.plus(&loopy::value(&self.edges, &labels, v)))))
    }

    fn ending(&self, _: &[Spot], _: &Budget) -> Result<Option<Outcome>> {
        Ok(None)
    }

    fn marked(&self, at: &[Spot], misere: bool, budget: &Budget) -> Result<Option<Marked>> {
        let &[token] = at else { return Ok(None) };
        if let Some(moves) = self.below(Asked::Moves { misere }, at, budget)? {
            let moves = moves[0];
            return Ok(Some(Marked { outcome: below::outcome(moves, misere), remoteness: Some(moves) }));
        }
        let marks = self.marks(misere, budget)?;
        Ok(Some(Marked { outcome: marks.outcome(token), remoteness: marks.remoteness(token) }))
    }

    fn shown(&self, at: &[Spot]) -> String {
        at.iter().map(|&v| names::quoted(&self.names.get(v))).collect::<Vec<_>>().join(", ")
    }

    fn json(&self, at: &[Spot]) -> Json {
        at.iter().map(|&v| self.names.get(v)).collect()
    }

    fn read(&self, text: &str) -> Result<Vec<Spot>> {
        self.vertices(&names::listed(text)?)
    }

    fn of_numbers(&self, numbers: &[UBig]) -> Result<Vec<Spot>> {
        let wanted: Vec<_> = numbers.iter().map(|n| (n.to_string(), 0..0)).collect();
        self.vertices(&wanted)
    }

    fn start(&self, _: &Budget) -> Result<Option<Vec<Spot>>> {
        Ok(None)
    }

    fn has_tokens(&self) -> bool {
        true
    }

    fn compare(&self, a: &[Spot], b: &[Spot]) -> Ordering {
        let pairs = a.iter().zip(b).map(|(&a, &b)| self.names.compare(a, b));
        pairs.fold(Ordering::Equal, Ordering::then).then_with(|| a.len().cmp(&b.len()))
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Graph({} vertices, {} edges)", self.edges.vertices(), self.edges.count())
    }
}
