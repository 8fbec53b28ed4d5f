//! Green Hackenbush: a move cuts one edge; everything no longer connected to the ground is removed.
//!
//! Statement (Winning Ways, chapter 7): the vertices of a cycle may be fused into one (fusion principle), a
//! loop has value 1, and what stands on a vertex may be replaced by a stalk as long as its value (colon
//! principle). So the value of a vertex is the nim-sum of 1 for each edge fused into it and, for each
//! bridge that goes up from it, of one more than the value of the upper end.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;

use super::{Each, Ruleset, Source, Standing, check_even, small};
use crate::error::Result;
use crate::limits::Budget;
use crate::method::MethodKind;
use crate::text::Message;

/// A graph on the ground; the ground is vertex 0.
pub(super) struct Hackenbush;

type Edge = (u64, u64);

fn edges(position: &[UBig]) -> Vec<Edge> {
    small(position).chunks_exact(2).map(|ends| (ends[0].min(ends[1]), ends[0].max(ends[1]))).collect()
}

fn heaps_of(edges: &[Edge]) -> Vec<UBig> {
    edges.iter().flat_map(|&(a, b)| [UBig::from(a), UBig::from(b)]).collect()
}

/// The edges at each vertex: the other end and the edge's number.
fn neighbours(edges: &[Edge]) -> BTreeMap<u64, Vec<(u64, usize)>> {
    let mut at: BTreeMap<u64, Vec<(u64, usize)>> = BTreeMap::from([(0, vec![])]);
    for (number, &(a, b)) in edges.iter().enumerate() {
        at.entry(a).or_default().push((b, number));
        if a != b {
            at.entry(b).or_default().push((a, number));
        }
    }
    at
}

/// The edges connected to the ground, sorted.
fn grounded(edges: &[Edge]) -> Vec<Edge> {
    let at = neighbours(edges);
    let mut reached = BTreeSet::from([0]);
    let mut open = vec![0];
    while let Some(vertex) = open.pop() {
        for &(other, _) in at.get(&vertex).into_iter().flatten() {
            if reached.insert(other) {
                open.push(other);
            }
        }
    }
    let mut kept: Vec<Edge> = edges.iter().filter(|(a, _)| reached.contains(a)).copied().collect();
    kept.sort_unstable();
    kept
}

/// A vertex on the current depth-first path from the ground.
struct Visit {
    vertex: u64,
    /// The edge by which it was reached.
    by: Option<usize>,
    next: usize,
    entered: usize,
    /// The least entry number of a vertex that an edge from here or above leads back to.
    lowest: usize,
    worth: u64,
}

/// The Grundy value, by one depth-first search: an edge is a bridge iff nothing above it leads back below.
fn value(edges: &[Edge], budget: &Budget) -> Result<u64> {
    let at = neighbours(edges);
    let mut entered: BTreeMap<u64, usize> = BTreeMap::from([(0, 0)]);
    let visit = |vertex, by, entered| Visit { vertex, by, next: 0, entered, lowest: entered, worth: 0 };
    let mut path = vec![visit(0, None, 0)];
    loop {
        budget.step()?;
        let Some(here) = path.last_mut() else { return Ok(0) };
        let list = at.get(&here.vertex).map_or(&[][..], Vec::as_slice);
        if let Some(&(other, number)) = list.get(here.next) {
            here.next += 1;
            if here.by == Some(number) {
                continue;
            }
            match entered.get(&other) {
                // A back edge or a loop is fused: value 1. An edge from above was counted at its upper end.
                Some(&place) if place <= here.entered => {
                    here.lowest = here.lowest.min(place);
                    here.worth ^= 1;
                }
                Some(_) => {}
                None => {
                    let place = entered.len();
                    entered.insert(other, place);
                    path.push(visit(other, Some(number), place));
                }
            }
            continue;
        }
        let Some(done) = path.pop() else { return Ok(0) };
        let Some(below) = path.last_mut() else { return Ok(done.worth) };
        if done.lowest == done.entered {
            below.worth ^= done.worth + 1;
        } else {
            // Both ends are fused, and so is the edge between them.
            below.worth ^= done.worth ^ 1;
            below.lowest = below.lowest.min(done.lowest);
        }
    }
}

impl Ruleset for Hackenbush {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        heaps_of(&grounded(&edges(&position)))
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let edges = edges(position);
        for cut in 0..edges.len() {
            budget.step()?;
            let mut next = edges.clone();
            next.remove(cut);
            each(heaps_of(&grounded(&next)))?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        Source { kind: MethodKind::Theorem, name: "green-hackenbush", reference: "Winning Ways, chapter 7" }
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        Ok(Some(Standing::Value(UBig::from(value(&edges(position), budget)?))))
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.hackenbush")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let kept = edges(next);
        let mut left = kept.iter().peekable();
        let gone = edges(position).into_iter().filter(|edge| left.next_if(|kept| *kept == edge).is_none());
        // Everything that is left stands on the ground, so the edge that was cut touches it, and no other does.
        let standing: BTreeSet<u64> = kept.iter().flat_map(|&(a, b)| [a, b]).chain([0]).collect();
        let mut gone = gone.filter(|(a, b)| standing.contains(a) || standing.contains(b));
        match gone.next().unwrap_or_default() {
            (0, 0) => Message::new("board.cut-ground-loop"),
            (a, b) if a == b => Message::new("board.cut-loop").with("vertex", a),
            (0, vertex) => Message::new("board.cut-ground").with("vertex", vertex),
            (a, b) => Message::new("board.cut").with("one", a).with("other", b),
        }
    }
}
