//! Retrograde analysis: outcomes from the ends backwards; positions left undecided are draws.

use super::digraph::{Digraph, vertex};
use crate::error::Result;
use crate::limits::Budget;
use crate::outcome::Outcome;

/// The outcome of each vertex, and the number of moves to the end under best play.
#[derive(Clone, Debug)]
pub struct Marks {
    outcomes: Vec<Outcome>,
    remoteness: Vec<u32>,
}

/// Memory of the analysis per vertex, in bytes: outcome, remoteness, open moves, queue.
pub(super) const BYTES_A_VERTEX: u64 = 16;

impl Marks {
    /// Marks every vertex. `ending` returns the outcome where the rules decree one; elsewhere the player
    /// who cannot move loses, or wins if `misere`. Time and memory are linear.
    pub fn new(
        graph: &Digraph,
        back: &Digraph,
        misere: bool,
        ending: &dyn Fn(u32) -> Option<Outcome>,
        budget: &Budget,
    ) -> Result<Self> {
        let n = graph.vertices();
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
                // A drawn end decides no other vertex.
                if outcome != Outcome::D {
                    known.push(v);
                }
            }
        }
        // In order of remoteness: the first reason to win is the quickest, and the last move of a lost
        // position the slowest.
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

    /// The outcome of a vertex.
    pub fn outcome(&self, v: u32) -> Outcome {
        self.outcomes[v as usize]
    }

    /// Moves to the end under best play; `None` for a draw.
    pub fn remoteness(&self, v: u32) -> Option<u32> {
        Some(self.remoteness[v as usize]).filter(|_| self.outcomes[v as usize] != Outcome::D)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Applies the rules repeatedly until nothing changes.
    fn by_fixpoint(
        graph: &Digraph,
        misere: bool,
        decreed: &[Option<Outcome>],
    ) -> Vec<(Outcome, Option<u32>)> {
        let mut known = vec![(Outcome::D, None); graph.vertices()];
        for remoteness in 0..=vertex(graph.vertices()) {
            let before = known.clone();
            for v in (0..vertex(graph.vertices())).filter(|&v| before[v as usize].0 == Outcome::D) {
                let all = |outcome| graph.followers(v).iter().all(|&w| before[w as usize].0 == outcome);
                let any_lost = graph.followers(v).iter().any(|&w| before[w as usize].0 == Outcome::P);
                let outcome = match decreed[v as usize] {
                    Some(outcome) if remoteness == 0 => outcome,
                    None if graph.followers(v).is_empty() => Outcome::of(misere),
                    None if remoteness > 0 && any_lost => Outcome::N,
                    None if remoteness > 0 && all(Outcome::N) => Outcome::P,
                    _ => continue,
                };
                if outcome != Outcome::D {
                    known[v as usize] = (outcome, Some(remoteness));
                }
            }
        }
        known
    }

    #[test]
    fn backwards_is_what_the_rules_say_applied_until_nothing_changes() {
        let mut random = Rng::with_seed(66);
        let mut below = |n: usize| usize::try_from(random.u64(..n as u64)).unwrap();
        let mut draws = 0;
        for case in 0..2000 {
            let n = 1 + below(12);
            let mut edges = Vec::new();
            for v in 0..n {
                edges.extend((0..below(4)).map(|_| (vertex(v), vertex(below(n)))));
            }
            let budget = Budget::default();
            let graph = Digraph::new(n, &edges, &budget).unwrap();
            let back = graph.reversed(&budget).unwrap();
            let decreed: Vec<Option<Outcome>> = (0..n)
                .map(|_| match below(20) {
                    0 => Some(Outcome::N),
                    1 => Some(Outcome::P),
                    2 => Some(Outcome::D),
                    _ => None,
                })
                .collect();
            let misere = case % 2 == 1;
            let marks = Marks::new(&graph, &back, misere, &|v| decreed[v as usize], &budget).unwrap();
            let found: Vec<_> = (0..vertex(n)).map(|v| (marks.outcome(v), marks.remoteness(v))).collect();
            assert_eq!(found, by_fixpoint(&graph, misere, &decreed), "{edges:?} {misere} {decreed:?}");
            draws += found.iter().filter(|(outcome, _)| *outcome == Outcome::D).count();
        }
        assert!(draws > 500, "{draws}");
    }
}
