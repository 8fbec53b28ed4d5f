//! All extreme equilibria of a bimatrix game.
//!
//! With payoffs above 0, equilibria are the pairs of a point of `P = {x >= 0, B^T x <= 1}` and a point of `Q = {y >= 0,
//! A y <= 1}`, other than (0, 0), in which every strategy of either player is unused or a best reply (B. von Stengel
//! 2002). Each strategy is a label: tight in P, tight in Q, or both. The search assigns the labels one by one to Q or
//! to P and continues while both faces are not empty, so it examines pairs of faces instead of every vertex of one
//! polytope; C. Audet, P. Hansen, B. Jaumard and G. Savard (2001) branch in the same way. A choice that a dictionary
//! shows to be impossible is never tried, and forces the other one.
//!
//! Every extreme equilibrium is found exactly once, also in degenerate games: a label tight in both faces belongs to Q,
//! and if it is assigned to P, vertices of Q with that label are excluded.

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use super::assemble::{equilibrium_bytes, vertex_bytes};
use super::face::{Face, Label, Labels, members, one};
use super::vertices::vertices;
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// A vertex of P or Q: the non-zero variables, up to a common factor.
pub(super) type Vertex = Vec<(Label, IBig)>;

/// The vertices found in equilibria, and their pairs.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The vertices of the row player's polytope, and of the column player's.
    pub vertices: [Vec<Vertex>; 2],
    index: [FxHashMap<Labels, u32>; 2],
    /// The number of strategies of each player.
    strategies: [usize; 2],
    /// The extreme equilibria.
    pub pairs: Vec<[u32; 2]>,
}

impl Found {
    fn vertex(&mut self, side: usize, face: &Face, budget: &Budget) -> Result<u32> {
        let tight = face.tight;
        if let Some(&known) = self.index[side].get(&tight) {
            return Ok(known);
        }
        budget.reserve(vertex_bytes(self.strategies[side]))?;
        let number = u32::try_from(self.vertices[side].len()).unwrap_or(u32::MAX);
        self.vertices[side].push(face.vertex());
        self.index[side].insert(tight, number);
        Ok(number)
    }

    fn pair(&mut self, pair: [u32; 2], budget: &Budget) -> Result<()> {
        budget.reserve(equilibrium_bytes(self.strategies))?;
        self.pairs.push(pair);
        Ok(())
    }
}

#[derive(Clone, Debug)]
struct Node {
    /// The row player's face, and the column player's.
    faces: [Face; 2],
    /// For each face, labels that cannot be tight in it.
    never: [Labels; 2],
    /// Labels excluded for vertices of the column player's face.
    not: Labels,
}

/// Searches P, whose variables are labels 0 to `rows` - 1, and Q, whose variables are the remaining labels.
pub(super) fn search(
    faces: [Face; 2],
    rows: usize,
    columns: usize,
    budget: &Budget,
    found: &mut Found,
) -> Result<()> {
    found.strategies = [rows, columns];
    let all = Labels::MAX >> (128 - rows - columns);
    let own = [all >> columns, all & !(all >> columns)];
    let mut stack = vec![Node { faces, never: [0; 2], not: 0 }];
    let mut reserved = 0;
    let result = loop {
        let Some(node) = stack.pop() else { break Ok(()) };
        let visited = visit(node, all, own, budget, found, &mut stack).and_then(|()| {
            // The stack is at most as deep as the number of labels.
            let held: usize =
                stack.iter().map(|node| node.faces.iter().map(Face::bytes).sum::<usize>()).sum();
            let more = (held as u64).saturating_sub(reserved);
            reserved += more;
            budget.reserve(more)
        });
        if visited.is_err() {
            break visited;
        }
    };
    budget.release(reserved);
    result
}

fn visit(
    mut node: Node,
    all: Labels,
    own: [Labels; 2],
    budget: &Budget,
    found: &mut Found,
    stack: &mut Vec<Node>,
) -> Result<()> {
    loop {
        let [p, q] = &node.faces;
        if own[0] & !p.tight == 0 || own[1] & !q.tight == 0 || q.tight & node.not != 0 {
            return Ok(());
        }
        let open = all & !(p.tight | q.tight);
        if open == 0 {
            return leaf(&node, budget, found);
        }
        for side in [0, 1] {
            node.never[side] |= node.faces[side].never();
        }
        if open & node.never[0] & node.never[1] != 0 {
            return Ok(());
        }
        // A label that one side cannot have is forced on the other.
        let forced = [open & node.never[1], open & node.never[0]];
        if let Some(side) = [0, 1].into_iter().find(|&side| forced[side] != 0) {
            let Some(label) = members(forced[side]).next() else { return Ok(()) };
            let Some(face) = node.faces[side].fixed(label, budget)? else { return Ok(()) };
            node.faces[side] = face;
            if side == 0 {
                node.not |= one(label);
            }
            continue;
        }
        let label = choice(&node, open);
        let [p, q] = &node.faces;
        let Some(in_q) = q.fixed(label, budget)? else {
            node.never[1] |= one(label);
            continue;
        };
        let Some(in_p) = p.fixed(label, budget)? else {
            node.never[0] |= one(label);
            node.faces[1] = in_q;
            continue;
        };
        let mut other = node.clone();
        other.faces[0] = in_p;
        other.not |= one(label);
        stack.push(other);
        node.faces[1] = in_q;
    }
}

/// The label to branch on: the one least likely in both faces, so that both branches are small.
fn choice(node: &Node, open: Labels) -> Label {
    let mut score = [1.0; 128];
    for face in &node.faces {
        for (label, reach) in face.reach() {
            score[usize::from(label)] *= 1.02 - reach;
        }
    }
    let best = |&a: &Label, &b: &Label| f64::total_cmp(&score[usize::from(a)], &score[usize::from(b)]);
    members(open).max_by(best).unwrap_or_default()
}

fn leaf(node: &Node, budget: &Budget, found: &mut Found) -> Result<()> {
    let [p, q] = &node.faces;
    let mut columns = Vec::new();
    vertices(q, node.not, budget, &mut |face| {
        columns.push(found.vertex(1, face, budget)?);
        Ok(())
    })?;
    if columns.is_empty() {
        return Ok(());
    }
    vertices(p, 0, budget, &mut |face| {
        let x = found.vertex(0, face, budget)?;
        columns.iter().try_for_each(|&y| found.pair([x, y], budget))
    })
}
