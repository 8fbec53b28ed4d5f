//! The turns of a position: a move, or several at once, as its compounds say.

use std::collections::HashSet;

use super::moves::Move;
use super::options::for_each_move;
use super::split::{MAX_AT_ONCE, too_many_at_once};
use super::state::Component;
use super::tree::{How, Position, Tree, Turn};
use crate::error::{Error, Result};
use crate::limits::Budget;

impl Position {
    /// Calls `each` with every turn of the player to move; where rules allow one move twice, some come twice. Stops with
    /// the first error.
    pub fn for_each_turn(&self, budget: &Budget, each: &mut dyn FnMut(Turn) -> Result<()>) -> Result<()> {
        self.turns_in(&self.tree, false, budget, each)
    }

    /// Calls `each` with every turn once. Equal moves on boards are several ways to one result, and several turns. The
    /// moves that were met are charged to the budget's memory meanwhile.
    pub fn for_each_turn_once(
        &self,
        budget: &Budget,
        each: &mut dyn FnMut(Turn) -> Result<()>,
    ) -> Result<()> {
        self.turns_in(&self.tree, true, budget, each)
    }

    /// Every turn of the player to move, once. The list, and what an answer makes of it, is charged to the budget's memory.
    pub fn turns(&self, budget: &Budget) -> Result<Vec<Turn>> {
        let before = budget.reserved();
        let mut turns = Vec::new();
        let listed = self.for_each_turn_once(budget, &mut |turn| {
            budget.reserve(turn.iter().map(|(_, played)| played.bytes()).sum())?;
            turns.push(turn);
            Ok(())
        });
        if listed.is_err() {
            budget.release(budget.reserved() - before);
        }
        listed.map(|()| turns)
    }

    /// Calls `each` with at most `most` turns; returns whether these were all.
    pub fn for_each_turn_up_to(
        &self,
        most: usize,
        budget: &Budget,
        each: &mut dyn FnMut(Turn) -> Result<()>,
    ) -> Result<bool> {
        up_to(most, each, |each| self.for_each_turn(budget, each))
    }

    /// Calls `each` with at most `most` turns, each once; returns whether these were all.
    pub fn for_each_turn_once_up_to(
        &self,
        most: usize,
        budget: &Budget,
        each: &mut dyn FnMut(Turn) -> Result<()>,
    ) -> Result<bool> {
        up_to(most, each, |each| self.for_each_turn_once(budget, each))
    }

    /// Whether a turn exists.
    pub fn has_turn(&self, budget: &Budget) -> Result<bool> {
        self.has_turn_in(&self.tree, budget)
    }

    /// Whether a turn exists in the compound below one node.
    pub(super) fn has_turn_in(&self, tree: &Tree, budget: &Budget) -> Result<bool> {
        match tree {
            Tree::Leaf(leaf) => {
                let component = &self.components[*leaf];
                let mut found = false;
                let stop = Error::limit("error.stopped");
                let result = for_each_move(&component.game, &component.state, budget, &mut |_| {
                    found = true;
                    Err(stop.clone())
                });
                if found { Ok(true) } else { result.map(|()| false) }
            }
            Tree::Join(How::Short, parts) => {
                for part in parts {
                    if !self.has_turn_in(part, budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Tree::Join(How::Round, parts) => self.has_turn_in(&parts[self.next_of(parts)], budget),
            Tree::Join(_, parts) => {
                for part in parts {
                    if self.has_turn_in(part, budget)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }

    /// Which part of a round is next.
    pub fn next_of(&self, parts: &[Tree]) -> usize {
        parts.iter().position(|part| self.components[part.first_leaf()].state.past.next).unwrap_or(0)
    }

    /// The part of a compound in which alone the player may move: one after the other, or one when another has ended.
    /// `None` if there is none.
    pub(super) fn part_to_move_in<'t>(
        &self,
        how: How,
        parts: &'t [Tree],
        budget: &Budget,
    ) -> Result<Option<&'t Tree>> {
        let from = if how.has_turns() { self.next_of(parts) } else { 0 };
        if how == How::Round {
            return Ok(parts.get(from));
        }
        for part in parts[from..].iter().chain(&parts[..from]) {
            if self.has_turn_in(part, budget)? {
                return Ok(Some(part));
            }
        }
        Ok(None)
    }

    fn turns_in(
        &self,
        tree: &Tree,
        once: bool,
        budget: &Budget,
        each: &mut dyn FnMut(Turn) -> Result<()>,
    ) -> Result<()> {
        match tree {
            Tree::Leaf(leaf) => {
                let Component { game, state, .. } = &self.components[*leaf];
                let once = once && game.has_alternatives();
                let mut seen = Seen { moves: HashSet::new(), budget, bytes: 0 };
                for_each_move(game, state, budget, &mut |m| {
                    if once && !seen.is_new(&m)? { Ok(()) } else { each(vec![(*leaf, m)]) }
                })
            }
            Tree::Join(How::Sum, parts) => {
                parts.iter().try_for_each(|part| self.turns_in(part, once, budget, each))
            }
            Tree::Join(how @ (How::Sequence | How::Round | How::Skip), parts) => {
                match self.part_to_move_in(*how, parts, budget)? {
                    Some(part) => self.turns_in(part, once, budget, each),
                    None => Ok(()),
                }
            }
            Tree::Join(How::Short, _) if !self.has_turn_in(tree, budget)? => Ok(()),
            Tree::Join(How::All | How::Short, parts) => {
                self.in_each(parts, false, once, &mut Vec::new(), budget, each)
            }
            Tree::Join(How::Some, parts) => {
                self.in_each(parts, true, once, &mut Vec::new(), budget, &mut |turn| {
                    if turn.is_empty() { Ok(()) } else { each(turn) }
                })
            }
        }
    }

    /// Every combination of a turn in each part that has one; with `optional`, parts may be left out.
    fn in_each(
        &self,
        parts: &[Tree],
        optional: bool,
        once: bool,
        so_far: &mut Turn,
        budget: &Budget,
        each: &mut dyn FnMut(Turn) -> Result<()>,
    ) -> Result<()> {
        if parts.len() as u64 > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        let Some((part, rest)) = parts.split_first() else {
            return if so_far.is_empty() { Ok(()) } else { each(so_far.clone()) };
        };
        if optional || !self.has_turn_in(part, budget)? {
            self.in_each(rest, optional, once, so_far, budget, each)?;
        }
        self.turns_in(part, once, budget, &mut |turn| {
            let length = so_far.len();
            so_far.extend(turn);
            let result = self.in_each(rest, optional, once, so_far, budget, each);
            so_far.truncate(length);
            result
        })
    }
}

/// Walks until `each` was called `most` times; returns whether that was all.
fn up_to(
    most: usize,
    each: &mut dyn FnMut(Turn) -> Result<()>,
    walk: impl FnOnce(&mut dyn FnMut(Turn) -> Result<()>) -> Result<()>,
) -> Result<bool> {
    let (mut seen, mut more) = (0, false);
    let walked = walk(&mut |turn| {
        more = seen == most;
        if more {
            return Err(Error::limit("error.stopped"));
        }
        seen += 1;
        each(turn)
    });
    if more { Ok(false) } else { walked.map(|()| true) }
}

/// The moves that were met, while their memory is charged.
struct Seen<'b> {
    moves: HashSet<Move>,
    budget: &'b Budget,
    bytes: u64,
}

impl Seen<'_> {
    fn is_new(&mut self, played: &Move) -> Result<bool> {
        if self.moves.contains(played) {
            return Ok(false);
        }
        self.budget.reserve(played.bytes())?;
        self.bytes += played.bytes();
        Ok(self.moves.insert(played.clone()))
    }
}

impl Drop for Seen<'_> {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}
