//! Outcomes from the ends backwards: what is lost, what wins, and what is left is drawn.

use super::digraph::{Digraph, vertex};
use crate::answer::Outcome;
use crate::error::Result;
use crate::limits::Budget;

/// The outcome of each vertex, and the number of moves to the end under best play.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    outcomes: Vec<Outcome>,
    remoteness: Vec<u32>,
}

/// What the marking takes for a vertex: outcomes, remoteness, open moves, the list of what is known.
pub(super) const BYTES_A_VERTEX: u64 = 16;

impl Marks {
    /// Marks every vertex. `ending` says where the rules decree an outcome; elsewhere whoever
    /// cannot move loses, or wins if `misere`. Time and memory are linear.
    pub(crate) fn new(
        graph: &Digraph,
        back: &Digraph,
        misere: bool,
        ending: &dyn Fn(u32) -> Option<Outcome>,
        budget: &Budget,
    ) -> Result<Self> {
        let n = graph.len();
        budget.reserve(BYTES_A_VERTEX * n as u64)?;
        let mut outcomes = vec![Outcome::D; n];
        let mut remoteness = vec![u32::MAX; n];
        let mut open = vec![0u32; n];
        let mut known: Vec<u32> = Vec::new();
        for v in 0..vertex(n) {
            let at = v as usize;
            open[at] = vertex(graph.followers(v).len());
            let decreed = ending(v);
            let ended = decreed.or_else(|| (open[at] == 0).then(|| Outcome::of(misere)));
            if let Some(outcome) = ended {
                outcomes[at] = outcome;
                remoteness[at] = 0;
                // A drawn end is never a reason for anything.
                if outcome != Outcome::D {
                    known.push(v);
                }
            }
        }
        // In the order of remoteness, so the first reason to win is the quickest, the last move
        // of a lost position the slowest.
        let mut next = 0;
        while next < known.len() {
            let v = known[next];
            next += 1;
            let lost = outcomes[v as usize] == Outcome::P;
            for &w in back.followers(v) {
                budget.step()?;
                let at = w as usize;
                if remoteness[at] != u32::MAX {
                    continue;
                }
                open[at] -= 1;
                if lost || open[at] == 0 {
                    outcomes[at] = if lost { Outcome::N } else { Outcome::P };
                    remoteness[at] = remoteness[v as usize] + 1;
                    known.push(w);
                }
            }
        }
        Ok(Self { outcomes, remoteness })
    }

    /// Who wins at a vertex.
    pub(crate) fn outcome(&self, v: u32) -> Outcome {
        self.outcomes[v as usize]
    }

    /// Moves to the end; none where there is no end.
    pub(crate) fn remoteness(&self, v: u32) -> Option<u32> {
        Some(self.remoteness[v as usize]).filter(|_| self.outcomes[v as usize] != Outcome::D)
    }
}
