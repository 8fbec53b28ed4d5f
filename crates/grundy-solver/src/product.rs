//! The plain search for games with cycles: every reachable position as one graph, marked backwards
//! from its ends. Positions without a mark are drawn.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::own::Marks;
use grundy_core::own::digraph::{Digraph, vertex};
use grundy_core::position::{Position, State, Turn};

/// The result of the search.
#[derive(Debug)]
pub(crate) struct Product {
    pub outcome: Outcome,
    /// Number of moves to the end; `None` in a draw.
    pub remoteness: Option<u32>,
    /// Number of positions.
    pub positions: usize,
    /// Every turn with the outcome of what it leads to.
    pub turns: Vec<(Turn, Outcome)>,
}

/// Searches a position without scores; a position takes about 250 bytes for each component.
pub(crate) fn search(root: &Position, budget: &Budget) -> Result<Product> {
    let mut ids: HashMap<Vec<State>, u32, FxBuildHasher> = HashMap::default();
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut endings: Vec<Option<Outcome>> = Vec::new();
    let mut met = vec![root.components().iter().map(|c| c.state.clone()).collect::<Vec<_>>()];
    ids.insert(met[0].clone(), 0);
    let mut turns = Vec::new();
    while endings.len() < met.len() {
        let from = vertex(endings.len());
        let position = root.with_states(&met[from as usize]);
        let ending = ending(&position, budget)?;
        endings.push(ending);
        if ending.is_some() {
            continue;
        }
        let first = edges.len();
        position.for_each_turn_once(budget, &mut |turn| {
            let next = position.after(&turn);
            let key: Vec<State> = next.components().iter().map(|c| c.state.clone()).collect();
            let to = if let Some(&to) = ids.get(&key) {
                to
            } else {
                let to = vertex(met.len());
                let heaps: usize = key.iter().map(|state| state.heaps.len()).sum();
                budget.reserve(400 * key.len() as u64 + 48 * heaps as u64 + 2 * next.outside_bytes())?;
                ids.insert(key.clone(), to);
                met.push(key);
                to
            };
            if from == 0 {
                turns.push((turn, to));
            }
            budget.reserve(8)?;
            budget.step()?;
            edges.push((from, to));
            Ok(())
        })?;
        // Several turns to one position are one edge.
        edges[first..].sort_unstable();
        let mut kept = first;
        for index in first..edges.len() {
            if index == first || edges[index] != edges[index - 1] {
                edges[kept] = edges[index];
                kept += 1;
            }
        }
        edges.truncate(kept);
    }
    let graph = Digraph::new(met.len(), &edges, budget)?;
    let back = graph.reversed(budget)?;
    let marks = Marks::new(&graph, &back, root.is_misere(), &|v| endings[v as usize], budget)?;
    Ok(Product {
        outcome: marks.outcome(0),
        remoteness: marks.remoteness(0),
        positions: met.len(),
        turns: turns.into_iter().map(|(turn, to)| (turn, marks.outcome(to))).collect(),
    })
}

/// The outcome decreed by the rules, which is allowed only for a game alone.
fn ending(position: &Position, budget: &Budget) -> Result<Option<Outcome>> {
    for component in position.components() {
        if let Some(outcome) = component.game.ending(component.heaps(), budget)? {
            if position.single().is_some() {
                return Ok(Some(outcome));
            }
            return Err(Error::input("error.own-decreed-sum").with("game", &*component.spelled));
        }
    }
    Ok(None)
}
