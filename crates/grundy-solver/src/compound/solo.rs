//! How many moves a single player can make in a part, or must make until it has none.

use std::collections::HashMap;

use dashu_int::UBig;
use rustc_hash::FxBuildHasher;

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::position::{Position, State};
use grundy_core::rules::{Amounts, Members};

/// Bytes of a known position without its heaps.
const POSITION: u64 = 300;

/// The greatest or the least number of moves that one player alone makes in a part until it has none.
#[derive(Debug)]
pub(crate) struct Solo<'a> {
    greatest: bool,
    budget: &'a Budget,
    known: HashMap<Vec<State>, UBig, FxBuildHasher>,
}

/// A position whose options are being examined.
struct Frame {
    key: Vec<State>,
    options: Vec<Vec<State>>,
    next: usize,
}

impl<'a> Solo<'a> {
    pub(crate) fn new(greatest: bool, budget: &'a Budget) -> Self {
        Self { greatest, budget, known: HashMap::default() }
    }

    /// The number of a part.
    pub(crate) fn number(&mut self, part: &Position) -> Result<UBig> {
        if self.greatest
            && let Some(number) = most_takes(part, self.budget)?
        {
            return Ok(number);
        }
        let root = key_of(part);
        let mut stack = vec![self.frame(part, root.clone())?];
        while let Some(frame) = stack.last_mut() {
            if let Some(option) = frame.options.get(frame.next) {
                frame.next += 1;
                if !self.known.contains_key(option) {
                    let option = option.clone();
                    stack.push(self.frame(&part.with_states(&option), option)?);
                }
                continue;
            }
            let Some(Frame { key, options, .. }) = stack.pop() else { break };
            let numbers = options.iter().filter_map(|option| self.known.get(option));
            let best = if self.greatest { numbers.max() } else { numbers.min() };
            let number = best.map_or(UBig::ZERO, |best| best + UBig::ONE);
            self.known.insert(key, number);
        }
        Ok(self.known.get(&root).cloned().unwrap_or_default())
    }

    fn frame(&self, position: &Position, key: Vec<State>) -> Result<Frame> {
        self.budget.allow_search()?;
        let heaps: usize = key.iter().map(|state| state.heaps.len()).sum();
        let bytes = POSITION * key.len() as u64 + 48 * heaps as u64;
        self.budget.reserve(bytes)?;
        let mut options = Vec::new();
        position.for_each_turn(self.budget, &mut |turn| {
            self.budget.reserve(bytes)?;
            options.push(key_of(&position.after(&turn)));
            Ok(())
        })?;
        options.sort_unstable();
        options.dedup();
        Ok(Frame { key, options, next: 0 })
    }
}

/// The greatest number of moves if each takes from one heap and splits none: always the least amount.
fn most_takes(part: &Position, budget: &Budget) -> Result<Option<UBig>> {
    let rules = part.single().and_then(|component| Some((component, component.rules()?)));
    let Some((component, rules)) = rules else { return Ok(None) };
    let Some(members) = rules.as_subtraction_set().and_then(fixed) else { return Ok(None) };
    let mut sum = UBig::ZERO;
    for heap in component.heaps() {
        if let Some(least) = members.next(&UBig::ONE, heap, budget)? {
            sum += heap / least;
        }
    }
    Ok(Some(sum))
}

fn fixed(amounts: &Amounts) -> Option<Members> {
    Members::fixed(amounts)
}

fn key_of(position: &Position) -> Vec<State> {
    position.components().iter().map(|component| component.state.clone()).collect()
}
