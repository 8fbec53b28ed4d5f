//! The vertices of a face, each once.

use super::face::{Face, Labels, members, one};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Calls `report` for each vertex of the face that has no label in `not`.
///
/// The search branches on a label: vertices where it is tight are those of a smaller face, and for the
/// others it is added to `not`.
pub(super) fn vertices(
    face: &Face,
    not: Labels,
    budget: &Budget,
    report: &mut impl FnMut(&Face) -> Result<()>,
) -> Result<()> {
    let mut stack = vec![(face.clone(), not, 0)];
    while let Some((mut face, mut not, mut never)) = stack.pop() {
        budget.check_time()?;
        loop {
            if face.tight & not != 0 {
                break;
            }
            if face.freedom() == 0 {
                report(&face)?;
                break;
            }
            never |= face.never();
            // A variable that is 0 here, preferably one that is 0 in every direction but its own.
            let Some(label) = members(face.ways() & !not).next() else {
                // All labels that are 0 here are excluded: move to a vertex where one of them is positive.
                let Some(label) = members(face.ways()).next() else { break };
                if !face.raise(label, budget)? {
                    break;
                }
                if face.ways() & !not == 0 {
                    // No label to branch on at this vertex either: use any open label.
                    let open = face.open() & !not & !never;
                    let Some(label) = members(open).next() else { break };
                    match face.fixed(label, budget)? {
                        Some(smaller) => {
                            stack.push((face.clone(), not | one(label), never));
                            face = smaller;
                        }
                        None => never |= one(label),
                    }
                }
                continue;
            };
            let Some(smaller) = face.fixed(label, budget)? else { break };
            stack.push((smaller, not, never));
            not |= one(label);
        }
    }
    Ok(())
}
