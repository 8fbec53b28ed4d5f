//! The path of C. E. Lemke and J. T. Howson (1964): one equilibrium for each label that is dropped first.
//!
//! From the pair (0, 0), which has every label, one label is dropped and the pivots follow the duplicate label. The
//! lexicographic rule leaves no tie, so no pair of bases recurs and the path ends, also in degenerate games.

use super::face::{Face, Label};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Follows the path of a label to its end. `slacks` are the labels in the first basis of each polytope. `None` if a
/// polytope is unbounded; those of games are bounded.
pub(super) fn path(
    mut faces: [Face; 2],
    slacks: [&[Label]; 2],
    dropped: Label,
    budget: &Budget,
) -> Result<Option<[Face; 2]>> {
    let mut entering = dropped;
    // The polytope in which the label is a variable that is 0, not a slack.
    let mut side = usize::from(slacks[0].contains(&dropped));
    loop {
        let Some(leaving) = faces[side].exchange(entering, slacks[side], budget)? else { return Ok(None) };
        if leaving == dropped {
            return Ok(Some(faces));
        }
        entering = leaving;
        side = 1 - side;
    }
}
