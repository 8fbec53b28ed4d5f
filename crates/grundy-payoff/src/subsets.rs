//! Maximal Nash subsets: the largest sets X and Y of strategies of which every pair is an equilibrium.
//!
//! Extreme equilibria are the edges of a graph between the vertices of the two polytopes. The convex hulls of X and Y
//! give a maximal Nash subset exactly if X and Y are a maximal complete bipartite subgraph of it (H.-M. Winkels 1979),
//! and the union of all is the set of equilibria. The subgraphs are listed by their closed sets of columns, each once,
//! in the order of S. O. Kuznetsov's *Close by One* (1993), with polynomial delay.

use rustc_hash::FxHashMap;

use grundy_core::error::Result;
use grundy_core::limits::Budget;

type Bits = Vec<u64>;

fn has(bits: &Bits, at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

fn set(bits: &mut Bits, at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

fn within(a: &Bits, b: &Bits) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

/// The graph between the vertices that occur in a set of pairs.
struct Graph {
    /// For each column, the rows it is joined to.
    columns: Vec<Bits>,
    rows: usize,
}

impl Graph {
    /// The columns joined to all of `rows`.
    fn common(&self, rows: &Bits) -> Bits {
        let mut common = vec![0; self.columns.len().div_ceil(64)];
        for (at, column) in self.columns.iter().enumerate() {
            if within(rows, column) {
                set(&mut common, at);
            }
        }
        common
    }
}

/// The maximal Nash subsets, as sorted lists of indices into `pairs`; the list itself is sorted.
pub(super) fn maximal(pairs: &[[u32; 2]], budget: &Budget) -> Result<Vec<Vec<usize>>> {
    let mut subsets = Vec::new();
    for part in connected(pairs) {
        budget.step()?;
        if part.len() == 1 {
            subsets.push(part);
        } else {
            of_part(pairs, &part, budget, &mut subsets)?;
        }
    }
    subsets.sort_unstable();
    Ok(subsets)
}

/// The pairs, grouped by connected component of the graph.
fn connected(pairs: &[[u32; 2]]) -> Vec<Vec<usize>> {
    fn root(parent: &mut [usize], mut at: usize) -> usize {
        while parent[at] != at {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        at
    }
    let mut parent: Vec<usize> = (0..pairs.len()).collect();
    for side in [0, 1] {
        let mut first = FxHashMap::default();
        for (at, pair) in pairs.iter().enumerate() {
            let other = *first.entry(pair[side]).or_insert(at);
            let (a, b) = (root(&mut parent, at), root(&mut parent, other));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut parts: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for at in 0..pairs.len() {
        parts.entry(root(&mut parent, at)).or_default().push(at);
    }
    parts.into_values().collect()
}

fn of_part(pairs: &[[u32; 2]], part: &[usize], budget: &Budget, subsets: &mut Vec<Vec<usize>>) -> Result<()> {
    let mut numbers: [FxHashMap<u32, usize>; 2] = Default::default();
    let mut edges: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for &at in part {
        let [row, column] = [0, 1].map(|side| {
            let next = numbers[side].len();
            *numbers[side].entry(pairs[at][side]).or_insert(next)
        });
        edges.insert((row, column), at);
    }
    let [rows, columns] = [numbers[0].len(), numbers[1].len()];
    budget.reserve((rows.div_ceil(64) * columns * 8) as u64)?;
    let mut graph = Graph { columns: vec![vec![0; rows.div_ceil(64)]; columns], rows };
    for &(row, column) in edges.keys() {
        set(&mut graph.columns[column], row);
    }
    let mut everything = vec![0; rows.div_ceil(64)];
    (0..rows).for_each(|row| set(&mut everything, row));
    let common = graph.common(&everything);
    let mut stack = vec![(everything, common, 0)];
    while let Some((extent, intent, from)) = stack.pop() {
        budget.step()?;
        if intent.iter().any(|&word| word != 0) {
            let inside =
                |bits: &Bits, length: usize| (0..length).filter(|&at| has(bits, at)).collect::<Vec<_>>();
            let columns = inside(&intent, columns);
            let of_row = |row: usize| columns.iter().map(move |&column| (row, column)).collect::<Vec<_>>();
            let cells = inside(&extent, graph.rows).into_iter().flat_map(of_row);
            let mut subset: Vec<usize> = cells.filter_map(|cell| edges.get(&cell).copied()).collect();
            subset.sort_unstable();
            budget.reserve((subset.len() * size_of::<usize>()) as u64)?;
            subsets.push(subset);
        }
        for column in from..columns {
            budget.step()?;
            if has(&intent, column) {
                continue;
            }
            let smaller: Bits = extent.iter().zip(&graph.columns[column]).map(|(a, b)| a & b).collect();
            if smaller.iter().all(|&word| word == 0) {
                continue;
            }
            let larger = graph.common(&smaller);
            // If earlier columns are new, the set is listed where the first of them is added.
            if (0..column).all(|before| has(&larger, before) == has(&intent, before)) {
                stack.push((smaller, larger, column + 1));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All maximal complete subgraphs, by trying every set of rows.
    fn plainly(pairs: &[[u32; 2]], rows: u32) -> Vec<Vec<usize>> {
        let columns_of = |row: u32| pairs.iter().filter(move |p| p[0] == row).map(|p| p[1]);
        let mut subsets: Vec<Vec<usize>> = Vec::new();
        for chosen in 1u32..1 << rows {
            let inside = |row: u32| chosen >> row & 1 == 1;
            let common =
                |column: u32| (0..rows).filter(|&r| inside(r)).all(|r| columns_of(r).any(|c| c == column));
            let subset: Vec<usize> =
                (0..pairs.len()).filter(|&at| inside(pairs[at][0]) && common(pairs[at][1])).collect();
            if !subset.is_empty() {
                subsets.push(subset);
            }
        }
        let all = subsets.clone();
        let inside = |a: &Vec<usize>, b: &Vec<usize>| a.iter().all(|at| b.contains(at));
        subsets.retain(|a| !all.iter().any(|b| a != b && inside(a, b)));
        subsets.sort_unstable();
        subsets.dedup();
        subsets
    }

    proptest! {
        #[test]
        fn subsets_are_the_maximal_complete_parts(cells in prop::collection::vec(any::<bool>(), 30)) {
            let pairs: Vec<[u32; 2]> =
                (0..30u32).filter(|&at| cells[at as usize]).map(|at| [at / 6, at % 6]).collect();
            prop_assert_eq!(maximal(&pairs, &Budget::default()).unwrap(), plainly(&pairs, 5));
        }
    }
}
