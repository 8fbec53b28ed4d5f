//! Values of positions that may be draws: a Grundy value, or infinity with the finite values of the
//! options.
//!
//! C. A. B. Smith, "Graphs and composite games", 1966; the labelling is that of A. S. Fraenkel and
//! Y. Yesha, "The generalized Sprague-Grundy function and its invariance under certain mappings", 1986.

use std::collections::BTreeSet;

use dashu_int::UBig;

use super::digraph::{Digraph, vertex};
use crate::error::Result;
use crate::limits::Budget;
use crate::outcome::Outcome;

/// The value of a position of a loopy game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loopy {
    /// Equivalent to a heap of Nim.
    Finite(UBig),
    /// Infinity, with the finite values among those of its options.
    Infinite(BTreeSet<UBig>),
}

impl Loopy {
    /// The value of the sum of two positions.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a ^ b),
            (Self::Infinite(set), Self::Finite(a)) | (Self::Finite(a), Self::Infinite(set)) => {
                Self::Infinite(set.iter().map(|k| k ^ a).collect())
            }
            // Neither player can be forced into an end that they do not want.
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(BTreeSet::new()),
        }
    }

    /// Who wins under normal play.
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(value) => Outcome::of(*value != UBig::ZERO),
            Self::Infinite(set) if set.contains(&UBig::ZERO) => Outcome::N,
            Self::Infinite(_) => Outcome::D,
        }
    }

    /// The Grundy value, if finite.
    pub fn finite(&self) -> Option<&UBig> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Infinite(_) => None,
        }
    }
}

/// The label of infinity; finite labels are smaller.
pub(super) const INFINITE: u32 = u32::MAX;
const NONE: u32 = u32::MAX - 1;

/// Memory of a labelling per vertex, in addition to the graph: labels, marks, counts, lists.
pub(super) const BYTES_A_VERTEX: u64 = 28;

/// The label of each vertex.
///
/// A vertex that reaches no cycle gets the mex of its followers' labels, from the ends upwards. The
/// others are labelled number by number: `m` goes to a vertex that has followers of every smaller
/// number and none of `m`, if every follower still without a finite number has a follower of `m`, so
/// that a move to it can be reversed. Time is linear for the part without cycles, and linear for each
/// number used in the rest.
pub(super) fn labels(graph: &Digraph, back: &Digraph, budget: &Budget) -> Result<Vec<u32>> {
    let n = graph.vertices();
    let mut stages =
        Stages { back, labels: vec![NONE; n], with: vec![NONE; n], count: vec![0; n], ready: vec![] };
    let below = stages.label_below(graph, budget)?;
    let mut open: Vec<u32> = (0..vertex(n)).filter(|&v| stages.labels[v as usize] == NONE).collect();
    let mut seeds = below.as_slice();
    let mut number = 0;
    while !open.is_empty() {
        budget.check_time()?;
        for &v in &open {
            let circling = graph.followers(v).iter().filter(|&&w| stages.labels[w as usize] >= NONE);
            stages.count[v as usize] = vertex(circling.count());
        }
        let many = seeds.iter().take_while(|&&v| stages.labels[v as usize] == number).count();
        for &v in &seeds[..many] {
            stages.gives(v, number, budget)?;
        }
        seeds = &seeds[many..];
        stages.ready.clear();
        stages.ready.extend_from_slice(&open);
        while let Some(v) = stages.ready.pop() {
            let at = v as usize;
            if stages.labels[at] == NONE && stages.with[at] != number && stages.count[at] == 0 {
                stages.labels[at] = number;
                stages.gives(v, number, budget)?;
            }
        }
        open.retain(|&v| {
            let at = v as usize;
            if stages.labels[at] == NONE && stages.with[at] != number {
                stages.labels[at] = INFINITE;
            }
            stages.labels[at] == NONE
        });
        number += 1;
    }
    Ok(stages.labels)
}

struct Stages<'a> {
    back: &'a Digraph,
    labels: Vec<u32>,
    /// The last number given to a follower.
    with: Vec<u32>,
    /// Number of followers that have neither a finite number nor a follower of the current number.
    count: Vec<u32>,
    ready: Vec<u32>,
}

impl Stages<'_> {
    /// Labels the vertices that reach no cycle; returns them sorted by label.
    fn label_below(&mut self, graph: &Digraph, budget: &Budget) -> Result<Vec<u32>> {
        let n = vertex(graph.vertices());
        let mut done: Vec<u32> = Vec::new();
        for v in 0..n {
            self.count[v as usize] = vertex(graph.followers(v).len());
            if self.count[v as usize] == 0 {
                done.push(v);
            }
        }
        let mut seen: Vec<u32> = Vec::new();
        let mut next = 0;
        while next < done.len() {
            budget.step()?;
            let v = done[next];
            next += 1;
            let followers = graph.followers(v);
            // A stamp for each label up to the number of followers: the mex cannot be larger.
            if seen.len() <= followers.len() {
                seen.resize(followers.len() + 1, NONE);
            }
            for &w in followers {
                if let Some(stamp) = seen.get_mut(self.labels[w as usize] as usize) {
                    *stamp = v;
                }
            }
            let least = seen.iter().position(|&stamp| stamp != v).unwrap_or(followers.len());
            self.labels[v as usize] = vertex(least);
            for &w in self.back.followers(v) {
                self.count[w as usize] -= 1;
                if self.count[w as usize] == 0 {
                    done.push(w);
                }
            }
        }
        done.sort_unstable_by_key(|&v| self.labels[v as usize]);
        Ok(done)
    }

    /// Records for all predecessors of `v` that it has this number.
    fn gives(&mut self, v: u32, number: u32, budget: &Budget) -> Result<()> {
        for &w in self.back.followers(v) {
            budget.step()?;
            if self.labels[w as usize] < NONE || self.with[w as usize] == number {
                continue;
            }
            self.with[w as usize] = number;
            for &x in self.back.followers(w) {
                if self.labels[x as usize] == NONE {
                    self.count[x as usize] -= 1;
                    if self.count[x as usize] == 0 {
                        self.ready.push(x);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The value of a vertex from its label.
pub(super) fn value(graph: &Digraph, labels: &[u32], v: u32) -> Loopy {
    match labels[v as usize] {
        INFINITE => {
            let labels = graph.followers(v).iter().map(|&w| labels[w as usize]);
            Loopy::Infinite(labels.filter(|&label| label != INFINITE).map(UBig::from).collect())
        }
        label => Loopy::Finite(UBig::from(label)),
    }
}
