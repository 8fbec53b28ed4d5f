//! Directed graphs in packed form: the followers of each vertex are adjacent in one array.

use crate::error::{Error, Result};
use crate::limits::Budget;

/// A directed graph on the vertices 0, 1, 2, ...
#[derive(Clone, Debug)]
pub struct Digraph {
    starts: Vec<u32>,
    heads: Vec<u32>,
}

impl Digraph {
    /// A graph from its edges; followers become sorted and distinct. At most 2^32 - 3 vertices and as many edges.
    pub fn new(vertices: usize, edges: &[(u32, u32)], budget: &Budget) -> Result<Self> {
        check_sizes(vertices as u64, edges.len() as u64)?;
        budget.reserve(Self::bytes(vertices, edges.len()))?;
        let mut graph = Self::scattered(vertices, edges.len(), edges.iter().copied());
        let mut kept = 0;
        for v in 0..vertices {
            let range = graph.starts[v] as usize..graph.starts[v + 1] as usize;
            graph.heads[range.clone()].sort_unstable();
            let first = kept;
            for edge in range {
                if kept == first || graph.heads[kept - 1] != graph.heads[edge] {
                    graph.heads[kept] = graph.heads[edge];
                    kept += 1;
                }
            }
            graph.starts[v] = vertex(first);
        }
        graph.starts[vertices] = vertex(kept);
        graph.heads.truncate(kept);
        Ok(graph)
    }

    /// The graph with every edge reversed.
    pub fn reversed(&self, budget: &Budget) -> Result<Self> {
        budget.reserve(Self::bytes(self.vertices(), self.heads.len()))?;
        let edges =
            || (0..vertex(self.vertices())).flat_map(|v| self.followers(v).iter().map(move |&w| (w, v)));
        Ok(Self::scattered(self.vertices(), self.heads.len(), edges()))
    }

    fn scattered(vertices: usize, edges: usize, list: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; vertices + 2];
        for (from, _) in list.clone() {
            starts[from as usize + 2] += 1;
        }
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut heads = vec![0u32; edges];
        for (from, to) in list {
            // While being filled, each start is stored one index later; afterwards every start is in place.
            let at = &mut starts[from as usize + 1];
            heads[*at as usize] = to;
            *at += 1;
        }
        starts.pop();
        Self { starts, heads }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    /// The followers of a vertex.
    pub fn followers(&self, v: u32) -> &[u32] {
        &self.heads[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// The number of edges.
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// The memory of such a graph, in bytes.
    pub fn bytes(vertices: usize, edges: usize) -> u64 {
        4 * (vertices as u64 + 2 + edges as u64)
    }
}

/// Converts a number of vertices or edges; sizes were checked before.
#[allow(clippy::cast_possible_truncation)] // see `check_sizes`
pub fn vertex(number: usize) -> u32 {
    number as u32
}

/// Makes room for one more member of a list, with memory reserved first. Grows by half, since large lists are copied.
#[inline]
pub(super) fn grow<T>(list: &mut Vec<T>, budget: &Budget) -> Result<()> {
    if list.len() == list.capacity() {
        let more = (list.len() / 2).max(256);
        budget.reserve_each(more, size_of::<T>() as u64)?;
        budget.check_time()?;
        list.reserve_exact(more);
    }
    Ok(())
}

/// Fails if vertices or edges do not fit 32 bits, with a few numbers reserved for marks.
pub(super) fn check_sizes(vertices: u64, edges: u64) -> Result<()> {
    let most = u64::from(u32::MAX - 2);
    if vertices > most || edges > most {
        return Err(Error::input("error.graph-too-large").with("limit", most));
    }
    Ok(())
}
