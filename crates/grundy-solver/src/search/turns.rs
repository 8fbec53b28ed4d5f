//! All turns of a whole position: one component's options, or those of several joined.

use grundy_core::limits::Budget;
use grundy_core::position::{How, Position, Tree};

use super::halt::{Flow, Halt, enough, rules_of};
use super::moves::{self, Program};
use super::walk::Room;
use super::words::Words;

/// Most parts of a compound; larger ones are left to the plain search, which reports the limit.
const MOST_PARTS: usize = 64;

/// The games of a position and how they are joined.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) programs: Vec<Program>,
    tree: Tree,
}

/// Callback for every position after a turn, with the stones taken.
type Each<'a> = dyn FnMut(&mut [Words], u64) -> Flow + 'a;

impl Joined {
    /// The rules of a position, for heaps of at most `most` in each component.
    pub(super) fn new(position: &Position, most: &[u64], budget: &Budget) -> Flow<Self> {
        // The turns of its games are part of the history, which words do not have.
        if position.components().len() > MOST_PARTS || position.tree().has_turns() {
            return Err(Halt::Unfit);
        }
        let programs = position.components().iter().zip(most);
        let programs = programs.map(|(component, &most)| Program::new(rules_of(component)?, most, budget));
        Ok(Self { programs: programs.collect::<Flow<_>>()?, tree: position.tree().clone() })
    }

    /// Whether every move is a move in exactly one component.
    pub(super) fn is_sum(&self) -> bool {
        match &self.tree {
            Tree::Leaf(_) => true,
            Tree::Join(How::Sum, parts) => parts.iter().all(|part| matches!(part, Tree::Leaf(_))),
            Tree::Join(..) => false,
        }
    }

    /// Whether the games are joined in this way.
    pub(super) fn has_shape(&self, tree: &Tree) -> bool {
        self.tree == *tree
    }

    /// Calls `each` with every position that a turn leads to, and the stones it takes.
    pub(super) fn for_each(
        &self,
        now: &[Words],
        next: &mut Vec<Words>,
        room: &mut Room,
        budget: &Budget,
        each: &mut dyn FnMut(&[Words], u64) -> Flow,
    ) -> Flow {
        if let (Tree::Leaf(_), [program]) = (&self.tree, &self.programs[..]) {
            return program.for_each(&now[0], room, budget, &mut |words, stones| {
                each(std::slice::from_ref(words), stones)
            });
        }
        next.clear();
        next.extend_from_slice(now);
        let turns = Turns { programs: &self.programs, now, budget };
        turns.of(&self.tree, next, 0, &mut |next, stones| each(next, stones))
    }
}

/// The turns of one position, while time remains.
struct Turns<'a> {
    programs: &'a [Program],
    now: &'a [Words],
    budget: &'a Budget,
}

impl Turns<'_> {
    /// Calls `each` with every option of one component.
    fn options(&self, leaf: usize, each: &mut moves::Each<'_>) -> Flow {
        // Turns nest, and each level has separate buffers.
        self.programs[leaf].for_each(&self.now[leaf], &mut Room::default(), self.budget, each)
    }

    fn has_turn(&self, tree: &Tree) -> Flow<bool> {
        match tree {
            Tree::Leaf(leaf) => enough(self.options(*leaf, &mut |_, _| Err(Halt::Enough))),
            Tree::Join(How::Short, parts) => {
                for part in parts {
                    if !self.has_turn(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Tree::Join(_, parts) => {
                for part in parts {
                    if self.has_turn(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Every turn in a part of the position. `next` and `stones` hold the choices made outside of it.
    fn of(&self, tree: &Tree, next: &mut [Words], stones: u64, each: &mut Each<'_>) -> Flow {
        match tree {
            Tree::Leaf(leaf) => {
                let result = self.options(*leaf, &mut |words, more| {
                    next[*leaf].clone_from(words);
                    each(next, stones + more)
                });
                next[*leaf].clone_from(&self.now[*leaf]);
                result
            }
            Tree::Join(How::Sum, parts) => {
                parts.iter().try_for_each(|part| self.of(part, next, stones, each))
            }
            Tree::Join(How::Sequence | How::Round | How::Skip, parts) => {
                for part in parts {
                    if self.has_turn(part)? {
                        return self.of(part, next, stones, each);
                    }
                }
                Ok(())
            }
            Tree::Join(How::Short, _) if !self.has_turn(tree)? => Ok(()),
            Tree::Join(How::All | How::Short, parts) => self.in_each(parts, false, false, next, stones, each),
            Tree::Join(How::Some, parts) => self.in_each(parts, true, false, next, stones, each),
        }
    }

    /// Every combination of a turn in each part that has one; parts may be left out if `optional`.
    fn in_each(
        &self,
        parts: &[Tree],
        optional: bool,
        moved: bool,
        next: &mut [Words],
        stones: u64,
        each: &mut Each<'_>,
    ) -> Flow {
        let Some((part, rest)) = parts.split_first() else {
            return if moved { each(next, stones) } else { Ok(()) };
        };
        if optional || !self.has_turn(part)? {
            self.in_each(rest, optional, moved, next, stones, each)?;
        }
        self.of(part, next, stones, &mut |next, stones| {
            self.in_each(rest, optional, true, next, stones, each)
        })
    }
}
