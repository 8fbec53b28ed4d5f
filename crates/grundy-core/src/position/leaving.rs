//! Turns named by the heaps that they leave.
//!
//! The search is guided by the result: a named component is searched for moves to its heaps, and of every other
//! component at most one move matters, because moves in different components are independent. So its cost does not grow
//! with the number of turns, however games are combined.

use dashu_int::UBig;

use super::options::{for_each_move, for_each_move_to};
use super::split::{MAX_AT_ONCE, too_many_at_once};
use super::state::{Past, State};
use super::tree::{How, Position, Tree, Turn};
use crate::error::{Error, Result};
use crate::limits::Budget;

/// Components that a turn may change although nobody named them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// None: the turn moves in the named components only.
    Stay,
    /// Those in which the rules demand a move; they are as their first move leaves them.
    Move,
}

/// The turns that leave the heaps `named` in these components.
///
/// # Errors
/// If there is no such component, or a limit of `budget` is reached.
pub fn turns_leaving(
    position: &Position,
    named: &[(usize, Vec<UBig>)],
    others: Others,
    budget: &Budget,
) -> Result<Vec<Turn>> {
    let components = position.components();
    let mut wanted: Vec<Option<Vec<UBig>>> = vec![None; components.len()];
    for (leaf, heaps) in named {
        let Some(component) = components.get(*leaf) else {
            return Err(Error::input("error.no-such-component").with("count", components.len()));
        };
        let state = State { heaps: heaps.clone(), past: Past::default() };
        let heaps = state.canonical(&component.game).heaps;
        match &wanted[*leaf] {
            Some(other) if *other != heaps => return Ok(vec![]),
            _ => wanted[*leaf] = Some(heaps),
        }
    }
    let mut found = Vec::new();
    let search = Search { position, wanted, others, budget };
    search.turns_in(position.tree(), &mut |turn| {
        found.push(turn);
        Ok(())
    })?;
    Ok(found)
}

struct Search<'a> {
    position: &'a Position,
    /// The heaps to leave, by component.
    wanted: Vec<Option<Vec<UBig>>>,
    others: Others,
    budget: &'a Budget,
}

type Each<'a> = dyn FnMut(Turn) -> Result<()> + 'a;

impl Search<'_> {
    fn is_named(&self, tree: &Tree) -> bool {
        match tree {
            Tree::Leaf(leaf) => self.wanted[*leaf].is_some(),
            Tree::Join(_, parts) => parts.iter().any(|part| self.is_named(part)),
        }
    }

    fn has_turn(&self, tree: &Tree) -> Result<bool> {
        self.position.has_turn_in(tree, self.budget)
    }

    /// The turns below a node that leave all heaps named there.
    fn turns_in(&self, tree: &Tree, each: &mut Each<'_>) -> Result<()> {
        match tree {
            Tree::Leaf(leaf) => self.moves_in(*leaf, each),
            Tree::Join(How::Sum, parts) => self.in_one(parts, each),
            Tree::Join(how @ (How::Sequence | How::Round | How::Skip), parts) => {
                let part = self.position.part_to_move_in(*how, parts, self.budget)?;
                let Some(part) = part else { return Ok(()) };
                let elsewhere = parts.iter().any(|other| !std::ptr::eq(other, part) && self.is_named(other));
                if elsewhere { Ok(()) } else { self.turns_in(part, each) }
            }
            Tree::Join(How::Short, _) if !self.has_turn(tree)? => Ok(()),
            Tree::Join(How::All | How::Short, parts) => {
                let mut moving = Vec::new();
                for part in parts {
                    if self.is_named(part) || self.has_turn(part)? {
                        moving.push(part);
                    }
                }
                self.in_all(&moving, &mut Vec::new(), each)
            }
            Tree::Join(How::Some, parts) => {
                let named: Vec<&Tree> = parts.iter().filter(|part| self.is_named(part)).collect();
                if named.is_empty() {
                    self.in_one(parts, each)
                } else {
                    self.in_all(&named, &mut Vec::new(), each)
                }
            }
        }
    }

    fn moves_in(&self, leaf: usize, each: &mut Each<'_>) -> Result<()> {
        let component = &self.position.components()[leaf];
        let (game, state) = (&component.game, &component.state);
        if let Some(to) = &self.wanted[leaf] {
            return for_each_move_to(game, state, to, self.budget, &mut |played| each(vec![(leaf, played)]));
        }
        if self.others == Others::Stay {
            return Ok(());
        }
        let mut first = None;
        let walked = for_each_move(game, state, self.budget, &mut |played| {
            first = Some(played);
            Err(Error::limit("error.stopped"))
        });
        match first {
            Some(played) => each(vec![(leaf, played)]),
            None => walked,
        }
    }

    /// In the only part with a named component, or in the first with a turn.
    fn in_one(&self, parts: &[Tree], each: &mut Each<'_>) -> Result<()> {
        let mut named = parts.iter().filter(|part| self.is_named(part));
        match (named.next(), named.next()) {
            (Some(part), None) => self.turns_in(part, each),
            (Some(_), Some(_)) => Ok(()),
            (None, _) => {
                for part in parts {
                    if self.has_turn(part)? {
                        return self.turns_in(part, each);
                    }
                }
                Ok(())
            }
        }
    }

    /// Every combination of a turn in each part.
    fn in_all(&self, parts: &[&Tree], so_far: &mut Turn, each: &mut Each<'_>) -> Result<()> {
        if parts.len() as u64 > MAX_AT_ONCE {
            return Err(too_many_at_once());
        }
        let Some((part, rest)) = parts.split_first() else {
            return if so_far.is_empty() { Ok(()) } else { each(so_far.clone()) };
        };
        self.turns_in(part, &mut |turn| {
            let length = so_far.len();
            so_far.extend(turn);
            let result = self.in_all(rest, so_far, each);
            so_far.truncate(length);
            result
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::notation::parse_position;
    use proptest::prelude::*;

    /// Games of one or two small heaps, combined in any way to any depth.
    fn compounds() -> impl Strategy<Value = String> {
        let game = prop::sample::select(vec!["nim", "take 1..2", "wythoff", "kayles", "bash(3)"]);
        let leaf = (game, prop::collection::vec(0u32..4, 1..3)).prop_map(|(game, heaps)| {
            let heaps: Vec<String> = heaps.iter().map(ToString::to_string).collect();
            format!("{game}[{}]", heaps.join(", "))
        });
        leaf.prop_recursive(3, 6, 3, |inner| {
            (
                prop::sample::select(vec!["all", "short", "some", "seq", "round", "skip", "sum"]),
                prop::collection::vec(inner, 2..4),
            )
                .prop_map(|(how, parts)| match how {
                    // Games in turn are not parts of others in turn.
                    "round" | "skip"
                        if parts.iter().any(|part| part.contains("round") || part.contains("skip")) =>
                    {
                        parts.join(" + ")
                    }
                    "sum" => parts.join(" + "),
                    how => format!("{how}({})", parts.join(", ")),
                })
        })
    }

    /// The heaps that a turn leaves, by component.
    fn left(position: &Position, turn: &Turn) -> Vec<(usize, Vec<UBig>)> {
        turn.iter().map(|(leaf, m)| (*leaf, position.components()[*leaf].after(m).heaps)).collect()
    }

    fn spelled(turns: &[Turn]) -> BTreeSet<String> {
        turns.iter().map(|turn| format!("{turn:?}")).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn named_turns_are_those_among_all_turns(text in compounds(), pick in any::<prop::sample::Index>(), keep in any::<u8>()) {
            let position = parse_position(&text).unwrap();
            let budget = Budget::default();
            let all = position.turns(&budget).unwrap();
            prop_assume!(!all.is_empty());
            let whole = left(&position, pick.get(&all));
            let exact: Vec<Turn> = all.iter().filter(|turn| left(&position, turn) == whole).cloned().collect();
            let found = turns_leaving(&position, &whole, Others::Stay, &budget).unwrap();
            prop_assert_eq!(spelled(&found), spelled(&exact), "{} {:?}", text, &whole);
            // A part of the name, and one with heaps that may be wrong.
            let mut part: Vec<_> =
                whole.iter().enumerate().filter(|(at, _)| keep >> (at % 7) & 1 == 1).map(|(_, one)| one.clone()).collect();
            if let (true, Some(last)) = (keep > 127, part.last_mut()) {
                last.1 = vec![UBig::from(keep % 4)];
            }
            prop_assume!(!part.is_empty());
            let fits = |turn: &Turn| {
                let left = left(&position, turn);
                part.iter().all(|(leaf, to)| {
                    let state = State { heaps: to.clone(), past: Past::default() };
                    let to = state.canonical(&position.components()[*leaf].game).heaps;
                    left.contains(&(*leaf, to))
                })
            };
            let found = turns_leaving(&position, &part, Others::Move, &budget).unwrap();
            prop_assert_eq!(!found.is_empty(), all.iter().any(fits), "{} {:?}", text, &part);
            prop_assert!(found.iter().all(|turn| fits(turn) && all.contains(turn)), "{} {:?}", text, &part);
        }
    }

    #[test]
    fn a_turn_among_very_many_is_found_at_once() {
        let position = parse_position("all(nim[10^30], some(nim[10^30], nim[10^30]), nim[10^30])").unwrap();
        let to = |n: u32| vec![UBig::from(n)];
        let named = [(0, to(5)), (2, to(7)), (3, to(9))];
        let found = turns_leaving(&position, &named, Others::Stay, &Budget::default()).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(left(&position, &found[0]), named);
        // The last part demands a move that nobody named.
        assert!(turns_leaving(&position, &named[..2], Others::Stay, &Budget::default()).unwrap().is_empty());
        assert_eq!(turns_leaving(&position, &named[..2], Others::Move, &Budget::default()).unwrap().len(), 1);
    }
}
