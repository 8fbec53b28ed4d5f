//! Games without cycles: values and lengths of play of the vertices below a given one, and of no others.

use super::digraph::{Digraph, grow, vertex};
use crate::error::Result;
use crate::limits::Budget;
use crate::outcome::Outcome;

/// Not reached yet.
const NEW: u32 = u32::MAX;
/// On the way from the root to the vertex being examined.
const OPEN: u32 = u32::MAX - 1;

/// What is asked of each vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// The Grundy value.
    Value,
    /// The number of moves to the end under best play, from which the outcome follows.
    Moves { misere: bool },
}

/// What is known of the vertices reached so far.
#[derive(Debug)]
pub(super) struct Below {
    asked: Asked,
    /// By vertex; empty once a cycle was met.
    known: Vec<u32>,
}

impl Below {
    pub(super) fn new(graph: &Digraph, asked: Asked, budget: &Budget) -> Result<Self> {
        budget.reserve_each(graph.vertices(), 4)?;
        Ok(Self { asked, known: vec![NEW; graph.vertices()] })
    }

    pub(super) fn asked(&self) -> Asked {
        self.asked
    }

    /// The number of a vertex; `None` if it reaches a cycle, or another vertex asked about before does.
    pub(super) fn of(&mut self, graph: &Digraph, root: u32, budget: &Budget) -> Result<Option<u32>> {
        if self.known.is_empty() {
            return Ok(None);
        }
        let mut stack = Vec::new();
        let found = self.settle(graph, root, &mut stack, budget);
        budget.release((stack.capacity() * size_of::<(u32, u32)>()) as u64);
        match found {
            Ok(true) => Ok(Some(self.known[root as usize])),
            Ok(false) => {
                self.known = Vec::new();
                Ok(None)
            }
            Err(error) => {
                // What is on the stack is not known yet.
                for (v, _) in stack {
                    self.known[v as usize] = NEW;
                }
                Err(error)
            }
        }
    }

    /// Examines the vertices below the root, followers first. Whether there is no cycle among them.
    fn settle(
        &mut self,
        graph: &Digraph,
        root: u32,
        stack: &mut Vec<(u32, u32)>,
        budget: &Budget,
    ) -> Result<bool> {
        if self.known[root as usize] == NEW {
            grow(stack, budget)?;
            self.known[root as usize] = OPEN;
            stack.push((root, 0));
        }
        while let Some((v, next)) = stack.last_mut() {
            let followers = graph.followers(*v);
            let known = |w: &u32| self.known[*w as usize];
            let rest = &followers[*next as usize..];
            let Some(open) = rest.iter().position(|w| known(w) >= OPEN) else {
                self.known[*v as usize] = self.combined(followers);
                stack.pop();
                budget.step()?;
                continue;
            };
            let w = rest[open];
            if known(&w) == OPEN {
                return Ok(false);
            }
            *next += vertex(open) + 1;
            grow(stack, budget)?;
            self.known[w as usize] = OPEN;
            stack.push((w, 0));
        }
        Ok(true)
    }

    /// The number of a vertex from those of its followers.
    fn combined(&self, followers: &[u32]) -> u32 {
        let known = followers.iter().map(|w| self.known[*w as usize]);
        match self.asked {
            Asked::Value if followers.len() < 64 => {
                // The value is at most the number of followers.
                known.filter(|value| *value < 64).fold(0u64, |seen, value| seen | 1 << value).trailing_ones()
            }
            Asked::Value => {
                let mut seen = vec![false; followers.len()];
                known.for_each(|value| {
                    if let Some(seen) = seen.get_mut(value as usize) {
                        *seen = true;
                    }
                });
                vertex(seen.iter().position(|seen| !seen).unwrap_or(followers.len()))
            }
            Asked::Moves { misere } => {
                let quickest = known.clone().filter(|moves| outcome(*moves, misere) == Outcome::P).min();
                quickest.or(known.max()).map_or(0, |moves| moves + 1)
            }
        }
    }
}

/// Who wins a game of `moves` moves: the last player to move, or under misère play the other.
pub(super) fn outcome(moves: u32, misere: bool) -> Outcome {
    Outcome::of((moves % 2 == 1) != misere)
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::loopy::{self, INFINITE};
    use super::super::retrograde::Marks;
    use super::*;

    /// Whether a cycle can be reached, by depth-first search without any memory.
    fn circles(graph: &Digraph, v: u32, path: &mut Vec<u32>) -> bool {
        if path.contains(&v) {
            return true;
        }
        path.push(v);
        let found = graph.followers(v).iter().any(|&w| circles(graph, w, path));
        path.pop();
        found
    }

    #[test]
    fn what_is_found_from_above_is_what_is_found_backwards() {
        let mut random = Rng::with_seed(77);
        let (mut compared, mut cycles) = (0, 0);
        for _ in 0..1500 {
            let n = random.u32(1..10);
            let many = random.u32(1..4);
            let mut edges = Vec::new();
            for v in 0..n {
                edges.extend((0..random.u32(0..=many)).map(|_| (v, random.u32(0..n))));
            }
            if random.bool() {
                edges.retain(|(v, w)| w < v);
            }
            let budget = Budget::default();
            let graph = Digraph::new(n as usize, &edges, &budget).unwrap();
            let back = graph.reversed(&budget).unwrap();
            let labels = loopy::labels(&graph, &back, &budget).unwrap();
            let marks = [false, true].map(|m| Marks::new(&graph, &back, m, &|_| None, &budget).unwrap());
            for root in 0..n {
                let cyclic = circles(&graph, root, &mut Vec::new());
                cycles += u32::from(cyclic);
                let found =
                    |asked| Below::new(&graph, asked, &budget).unwrap().of(&graph, root, &budget).unwrap();
                let value = found(Asked::Value);
                assert_eq!(value.is_none(), cyclic, "{edges:?} {root}");
                for misere in [false, true] {
                    let moves = found(Asked::Moves { misere });
                    assert_eq!(moves.is_none(), cyclic, "{edges:?} {root}");
                    let Some(moves) = moves else { continue };
                    let marks = &marks[usize::from(misere)];
                    assert_eq!(marks.remoteness(root), Some(moves), "{edges:?} {root} {misere}");
                    assert_eq!(marks.outcome(root), outcome(moves, misere), "{edges:?} {root} {misere}");
                }
                if let Some(value) = value {
                    assert!(value < INFINITE && labels[root as usize] == value, "{edges:?} {root}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 3000 && cycles > 1000, "{compared} {cycles}");
    }

    #[test]
    fn many_followers_have_a_value_too() {
        let n = 150;
        let edges: Vec<_> = (0..n).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
        let budget = Budget::default();
        let graph = Digraph::new(n as usize, &edges, &budget).unwrap();
        let mut below = Below::new(&graph, Asked::Value, &budget).unwrap();
        for v in (0..n).rev() {
            assert_eq!(below.of(&graph, v, &budget).unwrap(), Some(v));
        }
    }

    #[test]
    fn a_search_that_was_stopped_can_go_on() {
        use crate::limits::{Cancel, Limits};
        let n = 20_000;
        let edges: Vec<_> = (1..n).map(|v| (v, v - 1)).collect();
        let cancel = Cancel::default();
        let stopped = Budget::new(Limits::default()).with_cancel(cancel.clone());
        let graph = Digraph::new(n as usize, &edges, &stopped).unwrap();
        let mut below = Below::new(&graph, Asked::Value, &stopped).unwrap();
        cancel.cancel();
        assert_eq!(below.of(&graph, n - 1, &stopped).unwrap_err().code(), "interrupted");
        assert_eq!(below.of(&graph, n - 1, &Budget::default()).unwrap(), Some((n - 1) % 2));
    }
}
