//! Plain search: every line of play, cached, without shortcuts.
//!
//! Everything else in the crate is tested against it. A position's verdict follows from the verdicts of its
//! options, by the definitions of outcome, Grundy value, remoteness, suspense and margin, and by nothing
//! else. Every game of the notation ends, so the search does; memory and time, both counted, limit how far it
//! goes.

use std::collections::HashMap;

use dashu_base::BitTest;
use dashu_int::{IBig, UBig};
use rustc_hash::FxBuildHasher;

use grundy_core::error::{Error, Result};
use grundy_core::limits::{Budget, readable_bytes};
use grundy_core::number::{mex, outside_bytes};
use grundy_core::position::{Component, How, Position, State, Tree, Turn, gain_of, results_at_least};

use crate::lists::about_lists;

/// What the search returns about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the player to move wins; in scoring games only the margin counts.
    pub wins: bool,
    /// The Grundy value; meaningless under misère play and in scoring games.
    pub value: u64,
    /// Number of moves until the end if the winner hurries and the loser delays.
    pub remoteness: u32,
    /// Number of moves until the end if the winner takes their time and the loser hurries.
    pub suspense: u32,
    /// Stones the player to move gets more than the other from here on, under best play.
    pub margin: IBig,
}

/// Cached verdicts by position, for one set of rules and one way of joining them.
#[derive(Debug, Default)]
pub struct Memory {
    verdicts: HashMap<Vec<State>, Verdict, FxBuildHasher>,
    bytes: u64,
}

/// Caches verdicts, so that several questions about one game cost one search.
#[derive(Debug)]
pub struct Oracle<'a> {
    root: Position,
    budget: &'a Budget,
    known: Memory,
    /// Number of options examined.
    looks: u64,
    /// What all positions below would take, if that is far too much.
    hopeless: Option<u128>,
}

/// A position whose options are being examined.
struct Frame {
    key: Vec<State>,
    options: Vec<(Vec<State>, IBig)>,
    next: usize,
    /// Bytes reserved for the options.
    held: u64,
}

/// Number of bytes reserved at a time.
const PIECE: u64 = 1 << 14;
/// If heaps below these would take this many times the memory limit ...
const HOPELESS: u128 = 4;
/// ... and examining this many options has decided nothing, the search is given up.
const LOOKS: u64 = 1 << 18;

impl<'a> Oracle<'a> {
    /// A search over the positions reachable from `root` and others of the same rules and shape.
    pub fn new(root: &Position, budget: &'a Budget) -> Self {
        Self::remembering(root, budget, Memory::default())
    }

    /// Refuses a position before any work if its options alone exceed the memory limit.
    pub(crate) fn refuse_hopeless(position: &Position, budget: &Budget) -> Result<()> {
        let components = position.components();
        let free: Vec<&Component> = match position.tree() {
            Tree::Leaf(leaf) => vec![&components[*leaf]],
            // A turn may be made in one of them alone.
            Tree::Join(How::Sum | How::Some, parts) => {
                let leaves = parts.iter().filter_map(|part| match part {
                    Tree::Leaf(leaf) => Some(&components[*leaf]),
                    Tree::Join(..) => None,
                });
                leaves.collect()
            }
            Tree::Join(..) => vec![],
        };
        let each = state_bytes(&key_of(position));
        for component in free {
            let options = results_at_least(component, budget)?;
            let bytes = u64::try_from(&(options * UBig::from(each))).unwrap_or(u64::MAX);
            budget.reserve(bytes)?;
            budget.release(bytes);
        }
        Ok(())
    }

    /// Continues with the cache of an earlier search of the same rules, shape and convention; drops it if it
    /// alone would use up the budget.
    pub fn remembering(root: &Position, budget: &'a Budget, memory: Memory) -> Self {
        let known = if budget.reserve(memory.bytes).is_ok() { memory } else { Memory::default() };
        Self { root: root.clone(), budget, known, looks: 0, hopeless: hopeless(root, budget) }
    }

    /// The cached verdicts, for a later search.
    pub fn into_memory(self) -> Memory {
        self.known
    }

    /// Number of positions examined.
    pub fn positions(&self) -> usize {
        self.known.verdicts.len()
    }

    /// Every position examined so far, without the score that led there, in no fixed order.
    pub fn known(&self) -> impl Iterator<Item = (Position, &Verdict)> {
        self.known.verdicts.iter().map(|(key, verdict)| (self.root.with_states(key), verdict))
    }

    /// The verdict on a position of the same rules and shape as the root.
    pub fn verdict(&mut self, position: &Position) -> Result<Verdict> {
        let root = key_of(position);
        if let Some(verdict) = self.known.verdicts.get(&root) {
            return Ok(verdict.clone());
        }
        let mut stack = Vec::new();
        let searched = self.search(root.clone(), &mut stack);
        // Positions under examination when a limit was reached are not cached.
        for frame in &stack {
            self.budget.release(frame.held + key_bytes(&frame.key));
        }
        searched?;
        // The root was the first frame, so it is known now.
        Ok(self.known.verdicts.get(&root).cloned().unwrap_or_else(|| self.judge(&[])))
    }

    fn search(&mut self, root: Vec<State>, stack: &mut Vec<Frame>) -> Result<()> {
        stack.push(self.frame(root)?);
        while let Some(frame) = stack.last_mut() {
            if let Some((option, _)) = frame.options.get(frame.next) {
                frame.next += 1;
                if !self.known.verdicts.contains_key(option) {
                    let option = option.clone();
                    stack.push(self.frame(option)?);
                }
                continue;
            }
            let Some(Frame { key, options, held, .. }) = stack.pop() else { break };
            let verdict = self.judge(&options);
            self.budget.release(held);
            self.known.bytes += key_bytes(&key);
            self.known.verdicts.insert(key, verdict);
        }
        Ok(())
    }

    /// Fails once the first options have shown that a search without hope does not end early.
    fn give_up(&self) -> Result<()> {
        match self.hopeless {
            Some(bytes) if self.looks > LOOKS => Err(Error::limit("error.search-hopeless")
                .with("needed", readable_bytes(bytes))
                .with("limit", readable_bytes(self.budget.limits().memory))),
            _ => Ok(()),
        }
    }

    /// Every turn of a position with the verdict on what it leads to.
    pub fn turns(&mut self, position: &Position) -> Result<Vec<(Turn, Verdict)>> {
        let before = self.budget.reserved();
        let turns = position.turns(self.budget)?;
        let held = self.budget.reserved() - before;
        let judged = turns.into_iter().map(|turn| {
            let verdict = self.verdict(&position.after(&turn))?;
            Ok((turn, verdict))
        });
        let judged = judged.collect();
        // From here on the caller counts their memory.
        self.budget.release(held);
        judged
    }

    fn frame(&mut self, key: Vec<State>) -> Result<Frame> {
        let (position, budget) = (self.root.with_states(&key), self.budget);
        let mut options: Vec<(Vec<State>, IBig)> = Vec::new();
        let (mut held, mut taken) = (0, 0);
        let listed = position.for_each_turn(budget, &mut |turn| {
            let stones = gain_of(&turn);
            let option = key_of(&position.after(&turn));
            taken += state_bytes(&option) + number_bytes(&stones);
            options.push((option, stones));
            if taken > held {
                budget.reserve(PIECE.max(taken - held))?;
                held += PIECE.max(taken - held);
            }
            // With thousands of heaps one option takes long: steps alone check the clock too rarely.
            budget.check_time()?;
            self.looks += 1;
            self.give_up()
        });
        if let Err(error) = listed.and_then(|()| budget.reserve(key_bytes(&key))) {
            budget.release(held);
            return Err(error);
        }
        budget.release(held - taken);
        Ok(Frame { key, options, next: 0, held: taken })
    }

    /// A verdict from the verdicts of the options, by the definitions.
    fn judge(&self, options: &[(Vec<State>, IBig)]) -> Verdict {
        let misere = self.root.is_misere();
        let known: Vec<(&Verdict, &IBig)> = options
            .iter()
            .filter_map(|(key, stones)| Some((self.known.verdicts.get(key)?, stones)))
            .collect();
        if known.is_empty() {
            return Verdict { wins: misere, value: 0, remoteness: 0, suspense: 0, margin: IBig::ZERO };
        }
        let wins = known.iter().any(|(v, _)| !v.wins);
        let remoteness = if wins {
            known.iter().filter(|(v, _)| !v.wins).map(|(v, _)| v.remoteness).min()
        } else {
            known.iter().map(|(v, _)| v.remoteness).max()
        };
        let suspense = if wins {
            known.iter().filter(|(v, _)| !v.wins).map(|(v, _)| v.suspense).max()
        } else {
            known.iter().map(|(v, _)| v.suspense).min()
        };
        let margins = known.iter().map(|(v, stones)| *stones - &v.margin);
        let margin = if misere { margins.min() } else { margins.max() };
        let mut values: Vec<u64> = known.iter().map(|(v, _)| v.value).collect();
        Verdict {
            wins,
            value: mex(&mut values),
            remoteness: 1 + remoteness.unwrap_or(0),
            suspense: 1 + suspense.unwrap_or(0),
            margin: margin.unwrap_or(IBig::ZERO),
        }
    }
}

/// The part of a position that decides its future: the states, without the score so far.
fn key_of(position: &Position) -> Vec<State> {
    position
        .components()
        .iter()
        .map(|component| {
            let mut state = component.state.clone();
            state.past.lead = IBig::ZERO;
            state
        })
        .collect()
}

/// Approximate memory of a cached position.
fn key_bytes(key: &[State]) -> u64 {
    96 + state_bytes(key)
}

fn state_bytes(key: &[State]) -> u64 {
    key.iter().map(|state| 200 + state.heaps.iter().map(number_bytes).sum::<u64>()).sum()
}

fn number_bytes(number: &impl BitTest) -> u64 {
    24 + outside_bytes(number)
}

/// Approximate memory of all positions with heaps of at most these sizes, if it is far too large; `None` with a time
/// limit, which then ends the search.
fn hopeless(root: &Position, budget: &Budget) -> Option<u128> {
    let limits = budget.limits();
    if limits.time.is_some() {
        return None;
    }
    let each = u128::from(key_bytes(&key_of(root)));
    let bytes = root.components().iter().fold(each, |bytes, component| {
        // The numbers of boards and of games of one's own say nothing about how many positions there are.
        let Some(rules) = component.rules() else { return bytes };
        let ordered = rules.is_ordered();
        let mut heaps: Vec<u64> =
            component.heaps().iter().map(|heap| u64::try_from(heap).unwrap_or(u64::MAX)).collect();
        if !ordered {
            heaps.sort_unstable();
        }
        bytes.saturating_mul(about_lists(&heaps, !ordered))
    });
    (bytes / HOPELESS > u128::from(limits.memory)).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::limits::Limits;
    use grundy_core::notation::parse_position;

    fn verdict(text: &str) -> Verdict {
        let position = parse_position(text).unwrap();
        let budget = Budget::default();
        Oracle::new(&position, &budget).verdict(&position).unwrap()
    }

    #[test]
    fn small_games_by_hand() {
        assert!(!verdict("nim[]").wins);
        assert!(verdict("misere nim[]").wins);
        assert!(!verdict("nim[2, 2]").wins);
        assert_eq!(verdict("nim[1, 2, 4]").value, 7);
        assert_eq!(verdict("kayles[5]").value, 4);
        assert_eq!(verdict("grundy[8]").value, 2);
        assert!(!verdict("wythoff[3, 5]").wins);
        assert!(verdict("fibonacci[4]").wins && !verdict("fibonacci[5]").wins);
        assert_eq!(verdict("take 1..5; win most[13]").margin, IBig::from(3));
        assert_eq!(verdict("take 1..3[7]").remoteness, 3);
        assert_eq!(verdict("take 1..3[9]").suspense, 5);
    }

    #[test]
    fn compounds_follow_their_definitions() {
        // All: both heaps shrink; one stone each is over after one turn.
        assert!(verdict("all(nim[1], nim[1])").wins);
        // Short: over as soon as one is over, so a single stone beside anything is a win.
        assert!(verdict("short(nim[1], take 1[2])").wins);
        // Selective: lost iff every part is lost.
        assert!(!verdict("some(take 1[2], take 1..2[3])").wins);
        assert!(verdict("some(take 1[2], take 1..2[4])").wins);
        // Sequential: the last to move in the first part lets the other begin.
        assert!(!verdict("seq(take 1[1], take 1[1])").wins);
    }

    #[test]
    fn more_options_than_memory_are_refused_before_any_work() {
        let budget = Budget::default();
        for text in [
            "fibonacci[2^64, 7, 9]",
            "take 1..2*last; first 5..n-1; win most[2^70, 1]",
            "nim[1] + fibonacci[10^30, 5]",
            "some(nim[2], fibonacci[2^64, 5])",
            "take 1..3; put back 1..10^9 up to 2 times[5]",
        ] {
            let position = parse_position(text).unwrap();
            let error = Oracle::refuse_hopeless(&position, &budget).unwrap_err();
            assert_eq!(error.code(), "memory-limit", "{text}");
            let error = crate::Solver::default().solve(&position).unwrap_err();
            assert_eq!(error.code(), "memory-limit", "{text}");
            assert!(
                error.message().render(grundy_core::text::Lang::En).contains("use smaller heaps"),
                "{text}"
            );
        }
        assert!(budget.steps() < 100 && budget.reserved() == 0);
        for text in [
            "take 1, 2 or take (n+1)/2 [2^70]",
            "all(nim[2^70], nim[1])",
            "nim[5, 6]",
            "take 1..3; put back 1..10^9 up to 2 times[0]",
        ] {
            Oracle::refuse_hopeless(&parse_position(text).unwrap(), &budget).unwrap();
        }
    }

    #[test]
    fn limits_answer_clearly() {
        let position = parse_position("wythoff[500, 500, 500]").unwrap();
        let budget = Budget::new(Limits { memory: 1 << 20, time: None, threads: 0 });
        let error = Oracle::new(&position, &budget).verdict(&position).unwrap_err();
        assert_eq!(error.code(), "memory-limit");
    }

    #[test]
    fn numbers_too_large_for_the_search_end_it_soon() {
        let position = parse_position("take 1, 3; pass 2 times[10^1000]").unwrap();
        let error = Oracle::new(&position, &Budget::default()).verdict(&position).unwrap_err();
        assert_eq!(error.code(), "search-hopeless");
        // The options of the first position alone are too many.
        let position = parse_position("skip(nim[10^1000], nim[5])").unwrap();
        let limits = Limits { memory: 300 << 20, ..Limits::default() };
        let error = Oracle::new(&position, &Budget::new(limits)).verdict(&position).unwrap_err();
        assert_eq!(error.code(), "search-hopeless");
        // Large heaps with few positions below them are searched.
        let halves = parse_position("take n/2; pass 2 times[10^30]").unwrap();
        Oracle::new(&halves, &Budget::default()).verdict(&halves).unwrap();
    }

    #[test]
    fn the_digits_of_long_numbers_count_as_memory() {
        let bytes = |text: &str| state_bytes(&key_of(&parse_position(text).unwrap()));
        assert!(bytes("nim[10^5000]") > 2000 + bytes("nim[10^20]"));
    }
}
