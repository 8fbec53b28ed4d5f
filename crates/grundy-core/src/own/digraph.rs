//! Directed graphs, packed: the followers of one vertex stand side by side.

use crate::error::{Error, Result};
use crate::limits::Budget;

/// A directed graph on the vertices 0, 1, 2, ...
#[derive(Clone, Debug)]
pub struct Digraph {
    starts: Vec<u32>,
    heads: Vec<u32>,
}

impl Digraph {
    /// From edges; the followers of a vertex come out sorted, each once. At most 2^32 - 3 vertices and as many edges.
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

    /// The same with every edge the other way round.
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
            // One place behind its end while being filled: afterwards every start is in place.
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

    /// Where an edge leads from a vertex.
    pub fn followers(&self, v: u32) -> &[u32] {
        &self.heads[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// How many edges.
    pub fn count(&self) -> usize {
        self.heads.len()
    }

    /// What such a graph takes.
    pub fn bytes(vertices: usize, edges: usize) -> u64 {
        4 * (vertices as u64 + 2 + edges as u64)
    }
}

/// A number of vertices or edges as it is kept: sizes were looked at before.
#[allow(clippy::cast_possible_truncation)] // see `check_sizes`
pub fn vertex(number: usize) -> u32 {
    number as u32
}

/// Vertices and edges are counted in 32 bits, with a few numbers left for marks.
pub(super) fn check_sizes(vertices: u64, edges: u64) -> Result<()> {
    let most = u64::from(u32::MAX - 2);
    if vertices > most || edges > most {
        return Err(Error::input("error.graph-too-large").with("limit", most));
    }
    Ok(())
}
