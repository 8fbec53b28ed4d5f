//! A walk through a graph: a move takes the token along an edge to a vertex where it has not been.
//!
//! Statement (A. S. Fraenkel, E. R. Scheinerman, D. Ullman 1993, undirected vertex geography): the player to move wins iff
//! every maximum matching of the graph covers the token's vertex. The winning moves lead to vertices that some maximum
//! matching of the graph without the token's vertex does not cover. Matchings are found by augmenting paths, with odd
//! cycles shrunk to vertices (J. Edmonds 1965).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use dashu_int::UBig;

use super::{Each, Options, Ruleset, Source, Standing, check_even, small, wide};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// A graph with a token. Two numbers per edge: its ends; 0 and a vertex say where the token is.
pub(super) struct Walk;

/// The token's vertex and the edges, each once, without loops.
struct Graph {
    token: u64,
    edges: BTreeSet<(u64, u64)>,
}

impl Graph {
    /// `None` unless exactly one pair says where the token is.
    fn of(position: &[UBig]) -> Option<Self> {
        let (mut token, mut edges) = (None, BTreeSet::new());
        for pair in small(position).chunks(2) {
            match *pair {
                [0, vertex] | [vertex, 0] if vertex > 0 && token.is_none() => token = Some(vertex),
                [a, b] if a > 0 && b > 0 => {
                    edges.extend((a != b).then_some((a.min(b), a.max(b))));
                }
                _ => return None,
            }
        }
        Some(Self { token: token?, edges })
    }

    fn neighbours(&self) -> BTreeMap<u64, Vec<u64>> {
        let mut at: BTreeMap<u64, Vec<u64>> = BTreeMap::from([(self.token, vec![])]);
        for &(a, b) in &self.edges {
            at.entry(a).or_default().push(b);
            at.entry(b).or_default().push(a);
        }
        at
    }

    /// The numbers, without edges that the token cannot reach.
    fn numbers(&self) -> Vec<UBig> {
        let at = self.neighbours();
        let mut reached = BTreeSet::from([self.token]);
        let mut open = vec![self.token];
        while let Some(vertex) = open.pop() {
            for &other in at.get(&vertex).into_iter().flatten() {
                if reached.insert(other) {
                    open.push(other);
                }
            }
        }
        let edges = self.edges.iter().filter(|(a, _)| reached.contains(a));
        let pairs = std::iter::once((0, self.token)).chain(edges.copied());
        wide(&pairs.flat_map(|(a, b)| [a, b]).collect::<Vec<_>>())
    }

    /// The position after the token has gone to `to`.
    fn after(&self, to: u64) -> Vec<UBig> {
        let left = |&&(a, b): &&(u64, u64)| a != self.token && b != self.token;
        Self { token: to, edges: self.edges.iter().filter(left).copied().collect() }.numbers()
    }

    fn goals(&self) -> Vec<u64> {
        self.neighbours().remove(&self.token).unwrap_or_default()
    }
}

const NOBODY: usize = usize::MAX;

/// A matching of a graph whose vertices may be left out, kept maximum.
struct Matching<'a> {
    at: Vec<Vec<usize>>,
    out: Vec<bool>,
    mate: Vec<usize>,
    budget: &'a Budget,
}

/// The state of a search for an augmenting path.
struct Path {
    base: Vec<usize>,
    from: Vec<usize>,
    outer: Vec<bool>,
    open: VecDeque<usize>,
}

impl<'a> Matching<'a> {
    /// A maximum matching of the graph without the token's vertex, which gets the number 0; and all numbers.
    fn of(graph: &Graph, budget: &'a Budget) -> Result<(Self, Vec<u64>)> {
        let neighbours = graph.neighbours();
        let mut names: Vec<u64> =
            neighbours.keys().copied().filter(|&vertex| vertex != graph.token).collect();
        names.insert(0, graph.token);
        let number: BTreeMap<u64, usize> =
            names.iter().zip(0..).map(|(&name, number)| (name, number)).collect();
        budget.reserve_each(names.len() + 2 * graph.edges.len(), 96)?;
        let at =
            names.iter().map(|name| neighbours[name].iter().map(|other| number[other]).collect()).collect();
        let mut out = vec![false; names.len()];
        out[0] = true;
        let mut matching = Self { at, out, mate: vec![NOBODY; names.len()], budget };
        for vertex in 1..names.len() {
            if matching.mate[vertex] == NOBODY {
                matching.augments(vertex, true)?;
            }
        }
        Ok((matching, names))
    }

    /// Whether an alternating path leads from an uncovered vertex to another one; with `change`, the matching then covers
    /// both.
    fn augments(&mut self, root: usize, change: bool) -> Result<bool> {
        let count = self.at.len();
        let mut path = Path {
            base: (0..count).collect(),
            from: vec![NOBODY; count],
            outer: vec![false; count],
            open: VecDeque::from([root]),
        };
        path.outer[root] = true;
        while let Some(vertex) = path.open.pop_front() {
            for index in 0..self.at[vertex].len() {
                self.budget.step()?;
                let to = self.at[vertex][index];
                if self.out[to] || path.base[vertex] == path.base[to] || self.mate[vertex] == to {
                    continue;
                }
                let is_outer = to == root || self.mate[to] != NOBODY && path.from[self.mate[to]] != NOBODY;
                if is_outer {
                    self.shrink(&mut path, vertex, to)?;
                } else if path.from[to] == NOBODY {
                    path.from[to] = vertex;
                    if self.mate[to] == NOBODY {
                        if change {
                            self.flip(&path, to);
                        }
                        return Ok(true);
                    }
                    let next = self.mate[to];
                    path.outer[next] = true;
                    path.open.push_back(next);
                }
            }
        }
        Ok(false)
    }

    fn flip(&mut self, path: &Path, mut end: usize) {
        while end != NOBODY {
            let before = path.from[end];
            let next = self.mate[before];
            (self.mate[end], self.mate[before]) = (before, end);
            end = next;
        }
    }

    /// Shrinks the odd cycle that an edge between two outer vertices closes.
    fn shrink(&self, path: &mut Path, one: usize, other: usize) -> Result<()> {
        let top = self.meet(path, one, other)?;
        let mut cycle = vec![false; self.at.len()];
        for (start, child) in [(one, other), (other, one)] {
            let (mut vertex, mut child) = (start, child);
            while path.base[vertex] != top {
                self.budget.step()?;
                let mate = self.mate[vertex];
                cycle[path.base[vertex]] = true;
                cycle[path.base[mate]] = true;
                path.from[vertex] = child;
                child = mate;
                vertex = path.from[mate];
            }
        }
        for vertex in 0..self.at.len() {
            if cycle[path.base[vertex]] {
                path.base[vertex] = top;
                if !path.outer[vertex] {
                    path.outer[vertex] = true;
                    path.open.push_back(vertex);
                }
            }
        }
        self.budget.spend(self.at.len() as u64);
        Ok(())
    }

    /// The lowest vertex on the way of both to the root.
    fn meet(&self, path: &Path, one: usize, other: usize) -> Result<usize> {
        let mut passed = vec![false; self.at.len()];
        let mut vertex = one;
        loop {
            self.budget.step()?;
            vertex = path.base[vertex];
            passed[vertex] = true;
            if self.mate[vertex] == NOBODY {
                break;
            }
            vertex = path.from[self.mate[vertex]];
        }
        let mut vertex = path.base[other];
        while !passed[vertex] {
            self.budget.step()?;
            vertex = path.base[path.from[self.mate[vertex]]];
        }
        Ok(vertex)
    }

    /// Whether some maximum matching without the token's vertex does not cover this one.
    fn may_leave(&mut self, vertex: usize) -> Result<bool> {
        let mate = self.mate[vertex];
        if mate == NOBODY {
            return Ok(true);
        }
        // Without the vertex, its mate is free; the matching is as large as before iff the mate finds another.
        self.out[vertex] = true;
        (self.mate[vertex], self.mate[mate]) = (NOBODY, NOBODY);
        let found = self.augments(mate, false);
        self.out[vertex] = false;
        (self.mate[vertex], self.mate[mate]) = (mate, vertex);
        found
    }
}

impl Ruleset for Walk {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)?;
        match Graph::of(position) {
            Some(_) => Ok(()),
            None => Err(Error::input("error.one-token")),
        }
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        match Graph::of(&position) {
            Some(graph) => graph.numbers(),
            None => position,
        }
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let Some(graph) = Graph::of(position) else { return Ok(()) };
        for to in graph.goals() {
            budget.step()?;
            budget.spend(graph.edges.len() as u64);
            each(graph.after(to))?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        let reference = "A. S. Fraenkel, E. R. Scheinerman, D. Ullman 1993";
        Source { kind: MethodKind::Theorem, name: "geography", reference }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let Some(graph) = Graph::of(position) else { return Ok(None) };
        let (mut matching, _) = Matching::of(&graph, budget)?;
        // The token's vertex is covered by every maximum matching iff it makes them larger.
        matching.out[0] = false;
        Ok(Some(Standing::Wins(matching.augments(0, false)?)))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let mut options = Options::all(vec![]);
        let (Some(graph), Standing::Wins(wins)) = (Graph::of(position), target) else { return Ok(options) };
        let (mut matching, names) = Matching::of(&graph, budget)?;
        for index in 0..matching.at[0].len() {
            let to = matching.at[0][index];
            if matching.may_leave(to)? != *wins {
                options.offer(want, budget, || graph.after(names[to]))?;
            }
        }
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.geography")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let token = |position: &[UBig]| Graph::of(position).map_or(0, |graph| graph.token);
        Message::new("board.walk").with("from", token(position)).with("to", token(next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(position: &[UBig]) -> bool {
        let mut lost = false;
        Walk.for_each_option(position, &Budget::default(), &mut |option| {
            lost |= !wins(&option);
            Ok(())
        })
        .unwrap();
        lost
    }

    #[test]
    fn matchings_decide_every_small_graph() {
        let budget = Budget::default();
        let pairs: Vec<[u64; 2]> = (1..=6).flat_map(|a| (a + 1..=6).map(move |b| [a, b])).collect();
        // Graphs of up to 6 vertices, with odd cycles.
        let mut won = 0;
        for chosen in (0..1u32 << 15).filter(|chosen| chosen % 53 == 0 || chosen >> 7 == 0) {
            let edges = (0..15).filter(|bit| chosen >> bit & 1 == 1).flat_map(|bit| pairs[bit]);
            let numbers: Vec<u64> = [0, 1].into_iter().chain(edges).collect();
            let position = Walk.canonical(wide(&numbers));
            let known = wins(&position);
            assert_eq!(
                Walk.standing(&position, &budget).unwrap(),
                Some(Standing::Wins(known)),
                "{numbers:?}"
            );
            let mut found = Walk.options_to(&position, &Standing::Wins(false), 100, &budget).unwrap().list;
            let mut lost = Vec::new();
            Walk.for_each_option(&position, &budget, &mut |option| {
                lost.extend((!wins(&option)).then_some(option));
                Ok(())
            })
            .unwrap();
            found.sort();
            lost.sort();
            assert_eq!(found, lost, "{numbers:?}");
            won += u32::from(known);
        }
        assert!(won > 300, "{won}");
    }

    #[test]
    fn one_pair_says_where_the_token_is() {
        for numbers in [&[][..], &[1, 2], &[0, 1, 0, 2], &[0, 0], &[0, 1, 2]] {
            assert!(Walk.check(&wide(numbers)).is_err(), "{numbers:?}");
        }
        assert!(Walk.check(&wide(&[2, 1, 0, 1, 3, 3])).is_ok());
    }
}
