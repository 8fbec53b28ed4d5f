//! P-positions, reached by winning moves: a wrong program is most likely wrong about these or about their
//! neighbours.

use std::sync::Arc;

use dashu_int::{IBig, UBig};

use super::record::Record;
use crate::cache::Games;
use crate::facts::Facts;
use crate::judge::Judge;
use crate::solve::{Need, Order, Outcome, Prepared, Solve, Wanted};
use crate::value::Val;

/// The most stones of a position that is searched, for games without a decider on machine words.
const FEW_STONES: u64 = 300;
/// The most positions that are searched.
const MOST_SEARCHES: usize = 200;
/// How far below a heap a P-position is searched for.
const NEAR: u64 = 32;
/// The most heaps of a position.
const MOST_HEAPS: usize = 64;

/// Plays winning moves.
pub struct Cold<'j, 's> {
    judge: &'j Judge<'j>,
    solver: &'s mut dyn Solve,
    games: Games,
    /// The number of positions that may still be searched.
    searches: usize,
}

impl<'j, 's> Cold<'j, 's> {
    /// `None` if the position does not consist of names of the innermost records.
    pub fn new(judge: &'j Judge<'j>, solver: &'s mut dyn Solve) -> Option<Self> {
        let profile = judge.profile;
        let innermost = profile.pattern.levels.len() - 1;
        let inside = |&slot: &usize| profile.pattern.names[slot].level == innermost;
        let plain = judge.game.is_some() && profile.pattern.over.is_none();
        (plain && profile.position.iter().all(inside)).then(|| Self {
            judge,
            solver,
            games: Games::default(),
            searches: MOST_SEARCHES,
        })
    }

    /// The record after a winning move; `None` if there is none, or if the input cannot express it.
    pub fn after(&mut self, record: &Record, slots: &mut [Val]) -> Option<Record> {
        record.show(slots);
        let profile = self.judge.profile;
        let mut text = Vec::new();
        let facts = Facts::new(slots, 1);
        self.judge.game.as_ref()?.write(&facts, &mut text).ok()?;
        let mut places = Vec::new();
        for &slot in &profile.position {
            match record.get(slot)? {
                Val::Int(_) => places.push((slot, None)),
                Val::List(items) => places.extend((0..items.len()).map(|i| (slot, Some(i)))),
                _ => return None,
            }
        }
        let heaps: Option<Vec<UBig>> =
            places.iter().map(|&(slot, item)| number(record, slot, item)?.to_ubig()).collect();
        let heaps = heaps.filter(|heaps| !heaps.is_empty() && heaps.len() <= MOST_HEAPS)?;
        if self.searches == 0 {
            return None;
        }
        let game = self.games.find(&String::from_utf8_lossy(&text), self.solver).ok()?;
        let prepared = self.games.get(game);
        let words: Option<Vec<u64>> = heaps.iter().map(|h| u64::try_from(h).ok()).collect();
        let ruled = words.as_ref().is_none_or(|words| prepared.decide_u64(words).is_some());
        if !ruled {
            self.searches = self.searches.checked_sub(1)?;
            if heaps.iter().sum::<UBig>() > UBig::from(FEW_STONES) {
                return None;
            }
        }
        // A P-position near this one is as useful, and found without a move.
        if let Some((heap, left)) = words.filter(|_| ruled).and_then(|mut words| below(prepared, &mut words))
        {
            let &(slot, item) = places.get(heap)?;
            let mut after = record.clone();
            put(&mut after, slot, item, left.into())?;
            return Some(after);
        }
        let need = Need { moves: Wanted::Any, order: Order::To, results: true, ..Need::default() };
        let verdict = prepared.solve(&heaps, &need).ok()?;
        let played = verdict.moves.into_iter().find(|m| !m.touched.is_empty())?;
        let mut after = record.clone();
        for touch in played.touched {
            let left = match &touch.left[..] {
                [] => UBig::ZERO,
                [left] => left.clone(),
                _ => return None,
            };
            let &(slot, item) = places.get(touch.heap)?;
            put(&mut after, slot, item, left)?;
        }
        Some(after)
    }
}

/// A heap and a smaller size for it, at most `NEAR` less, that gives a P-position.
fn below(prepared: &mut dyn Prepared, heaps: &mut [u64]) -> Option<(usize, u64)> {
    for i in 0..heaps.len() {
        let size = heaps[i];
        for left in (size.saturating_sub(NEAR)..=size).rev() {
            heaps[i] = left;
            if prepared.decide_u64(heaps) == Some(Outcome::P) {
                return Some((i, left));
            }
        }
        heaps[i] = size;
    }
    None
}

fn put(record: &mut Record, slot: usize, item: Option<usize>, left: UBig) -> Option<()> {
    let place = match (record.get_mut(slot)?, item) {
        (Val::List(items), Some(i)) => Arc::make_mut(items).get_mut(i)?,
        (val, _) => val,
    };
    *place = Val::Int(IBig::from(left).into());
    Some(())
}

fn number(record: &Record, slot: usize, item: Option<usize>) -> Option<&crate::number::Num> {
    match (record.get(slot)?, item) {
        (Val::List(items), Some(i)) => items.get(i)?.int(),
        (val, _) => val.int(),
    }
}
