//! Trees: a move chooses a vertex and removes it with all vertices between it and its root; the subtrees that hung on
//! them become trees of their own.
//!
//! Statement (Sprague 1935, Grundy 1939): trees are independent, so a position is worth the nim-sum of its trees. The
//! value of a tree is the mex over its vertices of the nim-sum of the subtrees that hang on the path from the vertex to
//! the root. These nim-sums come from those of the children: a set of numbers in which all numbers change by the nim-sum
//! of the other children. The sets are kept as binary tries, which are merged.

use std::collections::BTreeMap;

use dashu_int::UBig;

use super::{Each, Options, Ruleset, Source, Standing, check_small, small};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// A forest: the numbers are the parents of its vertices 1, 2, ..., and 0 for a root.
pub(super) struct Forest;

/// The parents of vertices counted from 1, with a 0 in front; `None` unless every vertex stands on a root.
fn parents(position: &[UBig]) -> Option<Vec<usize>> {
    let count = position.len();
    let mut parents = vec![0];
    for parent in small(position) {
        parents.push(usize::try_from(parent).ok().filter(|parent| *parent <= count)?);
    }
    (downward(&parents).len() == count).then_some(parents)
}

fn children(parents: &[usize]) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); parents.len()];
    for (vertex, &parent) in parents.iter().enumerate().skip(1) {
        children[parent].push(vertex);
    }
    children
}

/// The vertices that stand on a root, each after its parent.
fn downward(parents: &[usize]) -> Vec<usize> {
    let children = children(parents);
    let mut order = children[0].clone();
    let mut at = 0;
    while at < order.len() {
        order.extend(&children[order[at]]);
        at += 1;
    }
    order
}

/// The same forest with vertices numbered in a way that does not depend on their numbers, each after its parent.
fn numbered(parents: &[usize]) -> Vec<UBig> {
    let children = children(parents);
    let order = downward(parents);
    let mut height = vec![0usize; parents.len()];
    for &vertex in order.iter().rev() {
        if parents[vertex] != 0 {
            height[parents[vertex]] = height[parents[vertex]].max(height[vertex] + 1);
        }
    }
    let mut by_height: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &vertex in &order {
        by_height.entry(height[vertex]).or_default().push(vertex);
    }
    // Equal subtrees get equal ranks; lower subtrees come before higher ones.
    let mut rank = vec![0usize; parents.len()];
    let mut next = 0;
    for level in by_height.values() {
        let mut forms: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for &vertex in level {
            let mut form: Vec<usize> = children[vertex].iter().map(|&child| rank[child]).collect();
            form.sort_unstable();
            forms.entry(form).or_default().push(vertex);
        }
        for vertices in forms.into_values() {
            next += 1;
            for vertex in vertices {
                rank[vertex] = next;
            }
        }
    }
    let by_rank = |list: &[usize]| {
        let mut list = list.to_vec();
        list.sort_by_key(|&vertex| rank[vertex]);
        list
    };
    // The highest tree first, each subtree in one piece.
    let mut open = by_rank(&children[0]);
    let mut number = vec![0usize; parents.len()];
    let mut out = Vec::with_capacity(order.len());
    while let Some(vertex) = open.pop() {
        number[vertex] = out.len() + 1;
        out.push(UBig::from(number[parents[vertex]]));
        open.extend(by_rank(&children[vertex]));
    }
    out
}

/// The forest without a vertex and what is between it and its root.
fn without(parents: &[usize], vertex: usize) -> Vec<UBig> {
    let mut gone = vec![false; parents.len()];
    let mut at = vertex;
    while at != 0 {
        gone[at] = true;
        at = parents[at];
    }
    let mut number = vec![0; parents.len()];
    let mut kept = vec![0];
    for vertex in (1..parents.len()).filter(|&vertex| !gone[vertex]) {
        number[vertex] = kept.len();
        kept.push(vertex);
    }
    // A vertex that is gone has the number 0, like the ground that roots stand on.
    let next: Vec<usize> =
        kept.iter().map(|&vertex| if vertex == 0 { 0 } else { number[parents[vertex]] }).collect();
    numbered(&next)
}

/// Sets of numbers below a power of two, as binary tries in one list; node 0 is the empty set.
struct Tries {
    bits: u32,
    lower: Vec<usize>,
    upper: Vec<usize>,
    count: Vec<u64>,
    /// What every number below is still to be changed by.
    change: Vec<u32>,
}

impl Tries {
    fn new(bits: u32) -> Self {
        Self { bits, lower: vec![0], upper: vec![0], count: vec![0], change: vec![0] }
    }

    fn node(&mut self, lower: usize, upper: usize, count: u64) -> usize {
        self.lower.push(lower);
        self.upper.push(upper);
        self.count.push(count);
        self.change.push(0);
        self.count.len() - 1
    }

    /// The set of one number.
    fn single(&mut self, number: u32) -> usize {
        let mut node = self.node(0, 0, 1);
        for bit in 0..self.bits {
            node = if number >> bit & 1 == 1 { self.node(0, node, 1) } else { self.node(node, 0, 1) };
        }
        node
    }

    fn change(&mut self, node: usize, by: u32) {
        if node != 0 {
            self.change[node] ^= by;
        }
    }

    /// Hands the change of a node to its halves; numbers in it have `bits` bits.
    fn settle(&mut self, node: usize, bits: u32) {
        let by = std::mem::take(&mut self.change[node]);
        if bits == 0 || by == 0 {
            return;
        }
        if by >> (bits - 1) & 1 == 1 {
            (self.lower[node], self.upper[node]) = (self.upper[node], self.lower[node]);
        }
        self.change(self.lower[node], by);
        self.change(self.upper[node], by);
    }

    fn merged(&mut self, a: usize, b: usize, bits: u32) -> usize {
        if a == 0 || b == 0 || bits == 0 {
            return if a == 0 { b } else { a };
        }
        self.settle(a, bits);
        self.settle(b, bits);
        let lower = self.merged(self.lower[a], self.lower[b], bits - 1);
        let upper = self.merged(self.upper[a], self.upper[b], bits - 1);
        (self.lower[a], self.upper[a]) = (lower, upper);
        self.count[a] = self.count[lower] + self.count[upper];
        a
    }

    /// The least number that is not in a set.
    fn mex(&mut self, mut node: usize) -> u32 {
        let mut least = 0;
        for bits in (1..=self.bits).rev() {
            if node == 0 {
                break;
            }
            self.settle(node, bits);
            let half = 1 << (bits - 1);
            if self.count[self.lower[node]] == u64::from(half) {
                least += half;
                node = self.upper[node];
            } else {
                node = self.lower[node];
            }
        }
        least
    }
}

/// The value of every subtree, and for every vertex the nim-sum of its children.
struct Values {
    tree: Vec<u32>,
    below: Vec<u32>,
}

impl Values {
    fn of(parents: &[usize], budget: &Budget) -> Result<Self> {
        // Values are at most the number of vertices, so all nim-sums are below the next power of two.
        let bits = usize::BITS - parents.len().leading_zeros();
        budget.reserve_each(parents.len(), 32 * (u64::from(bits) + 1) + 96)?;
        let mut tries = Tries::new(bits);
        let mut sets = vec![0usize; parents.len()];
        let (mut tree, mut below) = (vec![0; parents.len()], vec![0; parents.len()]);
        // The children of a vertex come before it; their sets wait, changed by their own values.
        for &vertex in downward(parents).iter().rev() {
            budget.step()?;
            let own = tries.single(0);
            let set = tries.merged(sets[vertex], own, bits);
            // Removing the vertex alone leaves all children; below a child, all others.
            tries.change(set, below[vertex]);
            tree[vertex] = tries.mex(set);
            let parent = parents[vertex];
            if parent != 0 {
                below[parent] ^= tree[vertex];
                tries.change(set, tree[vertex]);
                sets[parent] = tries.merged(sets[parent], set, bits);
            }
        }
        Ok(Self { tree, below })
    }

    fn sum(&self, parents: &[usize]) -> u32 {
        (1..parents.len()).filter(|&vertex| parents[vertex] == 0).fold(0, |sum, root| sum ^ self.tree[root])
    }
}

impl Ruleset for Forest {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_small(position)?;
        match parents(position) {
            Some(_) => Ok(()),
            None => Err(Error::input("error.forest").with("count", position.len())),
        }
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        match parents(&position) {
            Some(parents) => numbered(&parents),
            None => position,
        }
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let Some(parents) = parents(position) else { return Ok(()) };
        for vertex in 1..parents.len() {
            budget.step()?;
            budget.spend(parents.len() as u64);
            each(without(&parents, vertex))?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source {
            kind: MethodKind::Computation,
            name: "tree-paths",
            reference: "R. P. Sprague 1935; P. M. Grundy 1939",
        }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let Some(parents) = parents(position) else { return Ok(None) };
        Ok(Some(Standing::Value(UBig::from(Values::of(&parents, budget)?.sum(&parents)))))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let mut options = Options::all(vec![]);
        let (Standing::Value(target), Some(parents)) = (target, parents(position)) else {
            return Ok(options);
        };
        let Ok(target) = u32::try_from(target) else { return Ok(options) };
        let values = Values::of(&parents, budget)?;
        let whole = values.sum(&parents);
        // What the whole forest is worth without the path above a vertex, the vertex's own tree left out.
        let mut rest = vec![0; parents.len()];
        for vertex in downward(&parents) {
            budget.step()?;
            let parent = parents[vertex];
            let above = if parent == 0 { whole } else { rest[parent] ^ values.below[parent] };
            rest[vertex] = above ^ values.tree[vertex];
            if rest[vertex] ^ values.below[vertex] == target {
                options.offer(want, budget, || without(&parents, vertex))?;
                if !options.complete {
                    break;
                }
            }
        }
        Ok(options)
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.forest")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let found = parents(position).and_then(|parents| {
            let path = |vertex: usize| {
                std::iter::successors(Some(vertex), |&at| Some(parents[at]).filter(|&at| at != 0))
            };
            let gone = position.len().checked_sub(next.len())?;
            let fits = |&vertex: &usize| path(vertex).count() == gone && without(&parents, vertex) == next;
            (1..parents.len()).find(fits).map(|vertex| path(vertex).collect::<Vec<_>>())
        });
        let path: Vec<UBig> = found.unwrap_or_default().into_iter().map(UBig::from).collect();
        Message::new("board.cut-path").with("vertices", path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every forest in which each vertex stands on an earlier one.
    fn forests(count: usize) -> Vec<Vec<usize>> {
        let mut all = vec![vec![0]];
        for vertex in 1..=count {
            all = all
                .into_iter()
                .flat_map(|forest| {
                    (0..vertex).map(move |parent| {
                        let mut forest = forest.clone();
                        forest.push(parent);
                        forest
                    })
                })
                .collect();
        }
        all
    }

    #[test]
    fn values_are_the_mex_of_the_options() {
        let budget = Budget::default();
        let value = |position: &[UBig]| match Forest.standing(position, &budget).unwrap().unwrap() {
            Standing::Value(value) => u64::try_from(&value).unwrap(),
            Standing::Wins(_) => unreachable!(),
        };
        let mut looked_at = 0;
        for count in 0..=6 {
            for forest in forests(count) {
                let position = numbered(&forest);
                let mut met = Vec::new();
                Forest
                    .for_each_option(&position, &budget, &mut |option| {
                        met.push((value(&option), option));
                        Ok(())
                    })
                    .unwrap();
                let mex =
                    (0..=met.len() as u64).find(|value| met.iter().all(|(other, _)| other != value)).unwrap();
                assert_eq!(value(&position), mex, "{forest:?}");
                for target in 0..mex + 2 {
                    let standing = Standing::Value(UBig::from(target));
                    let mut found = Forest.options_to(&position, &standing, 100, &budget).unwrap().list;
                    let mut known: Vec<_> =
                        met.iter().filter(|(value, _)| *value == target).map(|(_, to)| to.clone()).collect();
                    found.sort();
                    known.sort();
                    assert_eq!(found, known, "{forest:?} {target}");
                }
                looked_at += met.len();
            }
        }
        assert!(looked_at > 4000, "{looked_at}");
    }

    #[test]
    fn equal_forests_have_equal_numbers() {
        let numbers = |parents: &[u32]| Forest.canonical(parents.iter().map(|&p| UBig::from(p)).collect());
        // The same tree three times: a root with a leaf and with a stalk of two.
        assert_eq!(numbers(&[0, 1, 1, 3]), numbers(&[0, 1, 1, 2]));
        assert_eq!(numbers(&[0, 1, 1, 3]), numbers(&[4, 1, 4, 0]));
        assert_ne!(numbers(&[0, 1, 1, 3]), numbers(&[0, 1, 2, 3]));
        for bad in [&[1][..], &[2, 1], &[3], &[0, 3]] {
            let position: Vec<UBig> = bad.iter().map(|&p: &u32| UBig::from(p)).collect();
            assert!(Forest.check(&position).is_err(), "{bad:?}");
        }
    }
}
