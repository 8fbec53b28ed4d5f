//! Every move of a whole position; sums and compounds follow the document's table.

use super::Refusal;
use super::leaf::Leaf;
use super::moves::{Work, results};
use super::read::Position;
use super::tree::{Manner, Shape};

/// The change of one component by a move: its index, its new state, and the stones taken.
#[derive(Clone, Debug)]
struct Change {
    place: usize,
    to: Leaf,
    taken: i64,
}

/// A whole position after a move, and the stones taken from each component.
#[derive(Clone, Debug)]
pub struct Next {
    /// All components, left to right.
    pub leaves: Vec<Leaf>,
    /// The number of stones taken from each component.
    pub taken: Vec<i64>,
}

/// Every result of a move from these components.
pub fn nexts(position: &Position, leaves: &[Leaf], work: &mut Work) -> Result<Vec<Next>, Refusal> {
    let moves = changes(position, &position.shape, leaves, work)?;
    let applied = moves.into_iter().map(|changes| {
        let mut next = Next { leaves: leaves.to_vec(), taken: vec![0; leaves.len()] };
        let moved: Vec<usize> = changes.iter().map(|change| change.place).collect();
        for change in changes {
            next.leaves[change.place] = change.to;
            next.taken[change.place] = change.taken;
        }
        go_round(&position.shape, &moved, &mut next.leaves);
        next
    });
    Ok(applied.collect())
}

/// In every round in which a move was made, the part after it is next.
fn go_round(shape: &Shape, moved: &[usize], leaves: &mut [Leaf]) {
    let Shape::Parts(manner, parts) = shape else { return };
    if [Manner::Round, Manner::Skip].contains(manner) {
        let touched = |part: &Shape| part.places().iter().any(|place| moved.contains(place));
        if let Some(at) = parts.iter().position(touched) {
            for part in parts {
                leaves[part.first()].next = false;
            }
            let after = if at + 1 == parts.len() { 0 } else { at + 1 };
            leaves[parts[after].first()].next = after != 0;
        }
    }
    for part in parts {
        go_round(part, moved, leaves);
    }
}

type Moves = Vec<Vec<Change>>;

fn changes(position: &Position, shape: &Shape, leaves: &[Leaf], work: &mut Work) -> Result<Moves, Refusal> {
    let (manner, parts) = match shape {
        Shape::Leaf(place) => {
            let results = results(&position.games[*place], &leaves[*place], work)?;
            return Ok(results
                .into_iter()
                .map(|(to, taken)| vec![Change { place: *place, to, taken }])
                .collect());
        }
        Shape::Parts(manner, parts) => (*manner, parts),
    };
    let mut each: Vec<Moves> = Vec::new();
    for part in parts {
        each.push(changes(position, part, leaves, work)?);
    }
    match manner {
        Manner::Sum => Ok(each.concat()),
        Manner::Round | Manner::Skip => {
            let next = parts.iter().position(|part| leaves[part.first()].next).unwrap_or(0);
            each.rotate_left(next);
            let skips = manner == Manner::Skip;
            Ok(each.into_iter().find(|moves| !skips || !moves.is_empty()).unwrap_or_default())
        }
        Manner::Seq => Ok(each.into_iter().find(|moves| !moves.is_empty()).unwrap_or_default()),
        Manner::All => {
            each.retain(|moves| !moves.is_empty());
            if each.is_empty() { Ok(Vec::new()) } else { together(&each, work) }
        }
        Manner::Short => together(&each, work),
        Manner::Some => {
            // A move or none in each part, but not none in all.
            for moves in &mut each {
                moves.push(Vec::new());
            }
            let mut moves = together(&each, work)?;
            moves.retain(|changes| !changes.is_empty());
            Ok(moves)
        }
    }
}

/// One move in every part at once; no result if a part has no move.
fn together(each: &[Moves], work: &mut Work) -> Result<Moves, Refusal> {
    let mut all: Moves = vec![Vec::new()];
    for moves in each {
        let mut longer = Vec::new();
        for before in &all {
            for change in moves {
                work.spend()?;
                longer.push([before.as_slice(), change.as_slice()].concat());
            }
        }
        all = longer;
    }
    Ok(all)
}
