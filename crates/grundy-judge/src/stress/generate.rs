//! Inputs in an order that finds errors early: small ones in turn, special values one by one, P-positions derived
//! from them, then random ones of all kinds.
//!
//! The inputs of round n depend on the seed and on n only, unless answers took so long that numbers were made smaller.

use std::sync::Arc;

use dashu_int::IBig;

use super::allowed::allowed;
use super::cold::Cold;
use super::draw::Draw;
use super::record::{Place, Record, blank};
use super::small::{can_be_listed, up_to};
use super::spread::{Spread, next_turn};
use crate::expr::{Expr, Kind};
use crate::judge::Judge;
use crate::number::Num;
use crate::profile::Profile;
use crate::value::Val;

/// The most small cases in turn.
const IN_TURN: usize = 3_000;
/// Fewer small cases than this are no reason to leave out those with small digits.
const FEW_SMALL: usize = 200;
/// The heaviest weight of small cases.
const HEAVIEST: u32 = 4_000;
/// The most cases that are tried, if conditions reject many.
const MOST_TRIED: usize = 20_000;
/// The approximate number of values in one input.
const ROOM: usize = 200_000;
/// The number of records in each random round; the list is repeated.
const ROUNDS: [usize; 12] = [1, 10, 100, 1, 1_000, 3_000, 10, 10_000, 1, 1_000, 100, 10_000];
/// The number of inputs in a round, if each is a single question.
const SINGLE: usize = 40;
/// The rounds of every search, however few questions it has: small cases, special values, P-positions derived from
/// them, and the remaining small cases.
const NASTY: usize = 4;
/// The most numbers of a position that get neighbours.
const FEW: usize = 4;

/// Generates inputs of a profile.
pub struct Generator<'j, 's> {
    profile: &'j Profile,
    draw: Draw<'j>,
    cold: Option<Cold<'j, 's>>,
    round: usize,
    /// Small cases that are postponed, so that special values come before most of them.
    later: Vec<Record>,
}

impl<'j, 's> Generator<'j, 's> {
    pub fn new(judge: &'j Judge<'j>, cold: Option<Cold<'j, 's>>, seed: u64) -> Self {
        let profile = judge.profile;
        Self { profile, draw: Draw::new(profile, seed), cold, round: 0, later: Vec::new() }
    }

    /// Makes the numbers and lists of the next rounds smaller, since answers took too long. `false` if they are small
    /// already.
    pub fn lighten(&mut self) -> bool {
        let bounds = self.profile.bounds.largest().unwrap_or_else(|| IBig::from(u64::MAX));
        let before = self.draw.cap.take().unwrap_or(bounds);
        let cap = if before > IBig::from(1 << 20) { IBig::from(1 << 16) } else { before / IBig::from(16) };
        let is_small = cap < IBig::from(4);
        self.draw.cap = Some(cap.max(IBig::from(4)));
        !is_small
    }

    /// Whether the next round is one of those of every search.
    pub fn is_nasty(&self) -> bool {
        self.round < NASTY
    }

    /// The inputs of the next round; empty if nothing within the limits was found.
    pub fn round(&mut self) -> Vec<Record> {
        let round = self.round;
        self.round += 1;
        self.draw.wanted.fill(1);
        self.draw.room = 6;
        let grouped = self.profile.pattern.levels.len() > 1;
        if !grouped {
            return self.singles(round);
        }
        if let Some(wanted) = self.draw.wanted.get_mut(2) {
            *wanted = [3, 30, 100][round % 3];
        }
        let records = if round < NASTY { 1 } else { ROUNDS[(round - NASTY) % ROUNDS.len()] };
        self.draw.wanted[1] = records;
        self.draw.spread = Spread::Small;
        let Some(root) = self.draw.root() else { return Vec::new() };
        let mut slots = blank(&self.profile.pattern);
        root.show(&mut slots);
        let blocks = match round {
            0 => self.in_turn(1, &mut slots),
            1 => self.pinned(1, &mut slots),
            2 => {
                let pinned = self.pinned(1, &mut slots);
                self.lost(pinned, &mut slots)
            }
            3 => return std::mem::take(&mut self.later),
            _ => self.by_chance(records, &mut slots),
        };
        // A record that does not fit must not exclude the others.
        let fitting = blocks
            .into_iter()
            .filter(|block| joined(self.profile, &root, std::slice::from_ref(block)).is_some());
        let fitting = fitting.collect();
        let mut inputs = pack(self.profile, &root, fitting);
        if round == 0 {
            self.later = inputs.split_off(inputs.len().min(1));
        }
        inputs
    }

    /// If an input is one question, a round has many inputs.
    fn singles(&mut self, round: usize) -> Vec<Record> {
        let mut slots = blank(&self.profile.pattern);
        match round {
            0 => {
                let mut all = self.in_turn(0, &mut slots);
                all.truncate(SINGLE * 5);
                self.later = all.split_off(all.len().min(SINGLE));
                all
            }
            1 | 2 => {
                let all = self.pinned(0, &mut slots);
                let all = if round == 2 { self.lost(all, &mut slots) } else { all };
                // Spread evenly over all of them, since each is a run of the program.
                let step = all.len().div_ceil(SINGLE * 5).max(1);
                all.into_iter().step_by(step).filter(|root| allowed(self.profile, root)).collect()
            }
            3 => std::mem::take(&mut self.later),
            _ => self.by_chance(SINGLE, &mut slots),
        }
    }

    /// The small cases: all up to some weight if they can be listed, else those with small digits.
    fn in_turn(&mut self, level: usize, slots: &mut Vec<Val>) -> Vec<Record> {
        if can_be_listed(self.profile) {
            let mut weight = IBig::from(4);
            let mut all = Vec::new();
            loop {
                let small = up_to(&mut self.draw, level, slots, &weight, IN_TURN);
                if !small.is_all || weight > IBig::from(HEAVIEST) {
                    // The lightest of those that were found are not all of their weight.
                    if all.len() < FEW_SMALL {
                        break;
                    }
                    return all;
                }
                all = small.records;
                weight = &weight + &weight / IBig::from(2);
            }
        }
        self.by_digits(level, slots)
    }

    fn by_digits(&mut self, level: usize, slots: &mut Vec<Val>) -> Vec<Record> {
        let mut all: Vec<Record> = Vec::new();
        let (mut before, mut tried) = (0, 0);
        for breadth in 2..=40 {
            self.draw.breadth = breadth;
            let mut digits = Vec::new();
            loop {
                self.draw.spread = Spread::InTurn(digits.clone());
                let made = self.draw.record(level, slots);
                let widths = self.draw.widths.clone();
                // The others were generated with a smaller breadth.
                let is_new = breadth == 2 || digits.contains(&(breadth - 1));
                all.extend(made.filter(|_| is_new));
                tried += 1;
                if all.len() >= IN_TURN
                    || tried >= MOST_TRIED
                    || widths.len() > 64
                    || !next_turn(&mut digits, &widths)
                {
                    break;
                }
            }
            if all.len() >= IN_TURN || tried >= MOST_TRIED || all.len() == before {
                break;
            }
            before = all.len();
        }
        all
    }

    /// Each special value at each place of a small question; the other numbers are maximal or special.
    fn pinned(&mut self, level: usize, slots: &mut Vec<Val>) -> Vec<Record> {
        self.draw.spread = Spread::Special;
        let Some(first) = self.draw.record(level, slots) else { return Vec::new() };
        let places = self.draw.drawn.min(FEW);
        let mut all = vec![first];
        let mut values: Vec<IBig> = Vec::new();
        for limit in self.profile.bounds.names.iter().flatten() {
            // Bounds that depend on names are applied when a number is generated.
            let (low, high) = &limit.bounds;
            if let (Some(low), Some(high)) = (low.value(slots), high.value(slots)) {
                values.extend(self.draw.specials(&low.to_ibig(), &high.to_ibig()).iter().cloned());
            }
        }
        values.sort();
        values.dedup();
        for n in values {
            for place in 0..places {
                self.draw.spread = Spread::Pinned(place, n.clone());
                all.extend(self.draw.record(level, slots));
            }
            self.draw.spread = Spread::Special;
            all.extend(self.draw.record(level, slots));
        }
        all
    }

    /// P-positions reached from these records by winning moves, with their neighbours.
    fn lost(&mut self, records: Vec<Record>, slots: &mut [Val]) -> Vec<Record> {
        let mut all = Vec::new();
        for record in records {
            let Some(lost) = self.chilled(&record, slots) else { continue };
            all.extend(neighbours(&lost));
            all.push(lost);
        }
        all
    }

    /// The record with each of its questions after a winning move; `None` if nothing changes.
    fn chilled(&mut self, record: &Record, slots: &mut [Val]) -> Option<Record> {
        let cold = self.cold.as_mut()?;
        record.show(slots);
        if record.inner.is_empty() {
            return cold.after(record, slots);
        }
        let mut after = record.clone();
        let mut changed = false;
        for inner in &mut after.inner {
            if let Some(lost) = cold.after(inner, slots) {
                *inner = lost;
                changed = true;
            }
        }
        changed.then_some(after)
    }

    fn by_chance(&mut self, records: usize, slots: &mut Vec<Val>) -> Vec<Record> {
        let level = usize::from(self.profile.pattern.levels.len() > 1);
        let questions = self.draw.wanted.get(2).copied().unwrap_or(1);
        let mut all = Vec::with_capacity(records);
        let mut held = 0;
        while all.len() < records && held < ROOM {
            self.draw.room = (ROOM / records / questions).max(4);
            // Lists of a thousand numbers find little that lists of six do not.
            if !self.draw.chance.once_in(4) {
                self.draw.room = self.draw.room.min(8);
            }
            self.draw.spread = Spread::any(&mut self.draw.chance);
            let Some(record) = self.draw.record(level, slots) else { break };
            let lost = if self.draw.chance.once_in(3) { self.chilled(&record, slots) } else { None };
            let record = match lost {
                Some(lost) if self.draw.chance.once_in(2) => {
                    let near = neighbours(&lost);
                    self.draw.chance.of(&near).cloned().unwrap_or(lost)
                }
                Some(lost) => lost,
                None => record,
            };
            held += record.size().count;
            all.push(record);
        }
        if level == 0 {
            all.retain(|root| allowed(self.profile, root));
        }
        all
    }
}

/// The record with one number increased or decreased by one; only for the first few numbers.
fn neighbours(record: &Record) -> Vec<Record> {
    let places = record.places();
    let few = places.iter().take(FEW);
    few.flat_map(|place| [-1, 1].map(|d| moved(record, place, d))).flatten().collect()
}

fn moved(record: &Record, place: &Place, by: i8) -> Option<Record> {
    let n = record.number(place)? + IBig::from(by);
    let mut near = record.clone();
    set(&mut near, place, n)?;
    Some(near)
}

/// Sets the number at a place.
pub fn set(record: &mut Record, place: &Place, n: IBig) -> Option<()> {
    let mut val = record.at_mut(&place.records)?.get_mut(place.slot)?;
    for &item in &place.items {
        let Val::List(items) = val else { return None };
        val = Arc::make_mut(items).get_mut(item)?;
    }
    *val = Val::Int(n.into());
    Some(())
}

/// Packs records of the outermost group into as few inputs as the limits allow; records that fit no input are
/// left out.
pub fn pack(profile: &Profile, root: &Record, blocks: Vec<Record>) -> Vec<Record> {
    let pattern = &profile.pattern;
    let mut slots = blank(pattern);
    root.show(&mut slots);
    let most = usize::try_from(profile.bounds.cases.1).unwrap_or(usize::MAX);
    let most = match &pattern.levels[1].times {
        None => most,
        Some(Expr { kind: Kind::Slot(slot), .. }) => {
            let bounds = profile.bounds.bounds(*slot, &slots);
            bounds.and_then(|(_, high)| usize::try_from(&high).ok()).unwrap_or(1).min(most.max(10_000))
        }
        Some(times) => super::record::count(times, &slots).unwrap_or(1),
    };
    let mut inputs = Vec::new();
    let mut waiting: Vec<Vec<Record>> = Vec::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let behind = rest.split_off(rest.len().min(most.max(1)));
        waiting.push(std::mem::replace(&mut rest, behind));
    }
    waiting.reverse();
    while let Some(mut blocks) = waiting.pop() {
        if let Some(input) = joined(profile, root, &blocks) {
            inputs.push(input);
        } else if blocks.len() > 1 {
            let behind = blocks.split_off(blocks.len() / 2);
            waiting.push(behind);
            waiting.push(blocks);
        }
    }
    inputs
}

/// The input with exactly these records in its outermost group, if the limits allow it; the last one is repeated
/// if the limits require more records.
pub fn joined(profile: &Profile, root: &Record, blocks: &[Record]) -> Option<Record> {
    let pattern = &profile.pattern;
    let mut slots = blank(pattern);
    root.show(&mut slots);
    let mut input = root.clone();
    input.inner = blocks.to_vec();
    let least = match &pattern.levels[1].times {
        None => usize::try_from(profile.bounds.cases.0).ok()?,
        Some(Expr { kind: Kind::Slot(slot), .. }) => {
            let (low, _) = profile.bounds.bounds(*slot, &slots)?;
            let least = usize::try_from(&low).ok()?.max(blocks.len());
            if input.get(*slot).is_some() {
                input.set(*slot, Val::Int(Num::from(IBig::from(least))));
            }
            least
        }
        Some(times) => super::record::count(times, &slots)?,
    };
    let last = blocks.last()?;
    while input.inner.len() < least {
        input.inner.push(last.clone());
    }
    allowed(profile, &input).then_some(input)
}
