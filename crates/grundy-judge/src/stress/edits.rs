//! Inputs that are smaller than a given one and similar to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_base::BitTest as _;
use dashu_int::IBig;

use super::allowed::allowed;
use super::cold::Cold;
use super::generate::set;
use super::numbers::{Chance, special};
use super::record::{Place, Record, Size, blank, set_row};
use crate::expr::{Expr, Kind};
use crate::pattern::Step;
use crate::profile::Profile;
use crate::value::Val;

/// The most numbers of an input that are changed one by one.
const MOST_PLACES: usize = 2_000;
/// The most places of a list from which single numbers are dropped.
const MOST_DROPS: usize = 200;
/// The most numbers of an input for which many values are tried.
const FEW: usize = 6;
/// The most numbers of an input that are changed in pairs.
const FEW_PAIRED: usize = 8;
/// How many values below a number are all tried.
const WINDOW: usize = 600;
/// How many random values are tried.
const BY_CHANCE: usize = 1_500;

/// Smaller inputs, by size. Only those that the limits allow.
#[derive(Debug)]
pub struct Edits<'p> {
    profile: &'p Profile,
    than: Size,
    found: BTreeMap<Size, Record>,
}

impl<'p> Edits<'p> {
    pub fn of(profile: &'p Profile, input: &Record) -> Self {
        let mut this = Self { profile, than: input.size(), found: BTreeMap::new() };
        this.records(input);
        this.counts(input);
        this.numbers(input);
        this.pairs(input);
        this
    }

    /// The inputs, smallest first.
    pub fn into_sorted(self) -> Vec<Record> {
        self.found.into_values().collect()
    }

    fn add(&mut self, record: Record) {
        let size = record.size();
        if size < self.than && !self.found.contains_key(&size) && allowed(self.profile, &record) {
            self.found.insert(size, record);
        }
    }

    /// Inputs with fewer records.
    fn records(&mut self, input: &Record) {
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        let mut at = 0;
        while at < ways.len() && ways.len() < MOST_PLACES {
            let way = ways[at].clone();
            at += 1;
            let Some(record) = input.at(&way) else { continue };
            let many = record.inner.len();
            ways.extend((0..many).map(|i| way.iter().copied().chain([i]).collect()));
            for (from, to) in pieces(many) {
                let mut less = input.clone();
                if let Some(record) = less.at_mut(&way) {
                    record.inner.drain(from..to);
                }
                if less.refit(&self.profile.pattern, usize::MAX) {
                    self.add(less);
                }
            }
        }
    }

    /// Inputs with shorter lists.
    fn counts(&mut self, input: &Record) {
        let mut counting = Vec::new();
        for level in &self.profile.pattern.levels {
            for step in &level.steps {
                if let Step::List(_, times) | Step::Records { times, .. } = step {
                    counting.extend(times.names());
                }
                if let Step::Line { slot, .. } = step {
                    self.lines(input, *slot);
                }
            }
        }
        for place in input.places().into_iter().filter(|place| counting.contains(&place.slot)) {
            let Some(n) = input.number(&place).and_then(|n| usize::try_from(&n).ok()) else { continue };
            for (from, to) in pieces(n) {
                let mut less = input.clone();
                let set = set(&mut less, &place, IBig::from(n - (to - from)));
                if set.is_some() && less.refit(&self.profile.pattern, from) {
                    self.add(less);
                }
            }
        }
    }

    /// Inputs with fewer numbers in a list that ends with its line.
    fn lines(&mut self, input: &Record, slot: usize) {
        let all = input.places();
        let mut ways: Vec<&Vec<usize>> = all.iter().filter(|p| p.slot == slot).map(|p| &p.records).collect();
        ways.dedup();
        for way in ways {
            let Some(Val::List(items)) = input.at(way).and_then(|record| record.get(slot)) else { continue };
            for (from, to) in pieces(items.len()) {
                let mut less = input.clone();
                if let Some(Val::List(items)) = less.at_mut(way).and_then(|record| record.get_mut(slot)) {
                    Arc::make_mut(items).drain(from..to);
                }
                self.add(less);
            }
        }
    }

    /// Inputs with each number decreased by one, halved, replaced by the next smaller special value or by the
    /// least; and with all numbers sorted.
    fn numbers(&mut self, input: &Record) {
        let places = input.places();
        for place in places.iter().take(MOST_PLACES).filter(|place| !is_count(self.profile, place.slot)) {
            let Some(n) = input.number(place) else { continue };
            let Some((low, high)) = bounds(self.profile, input, place) else { continue };
            let before = special(&low, &high).into_iter().rfind(|s| *s < n);
            let halves = (1..n.bit_len()).map(|bits| &n >> bits);
            let least = (0..4).map(|i| &low + IBig::from(i));
            let near = [&n - IBig::ONE, (&low + &n) / IBig::from(2)];
            let tried: Vec<IBig> = halves.chain(least).chain(near).chain(before).collect();
            for tried in tried {
                self.with(input, &[(place, tried)]);
            }
        }
        self.in_order(input, &places);
        for by in 0..64 {
            let by = IBig::ONE << by;
            let less: Vec<(&Place, IBig)> = places
                .iter()
                .take(MOST_PLACES)
                .filter(|place| !is_count(self.profile, place.slot))
                .filter_map(|place| Some((place, input.number(place)? - &by)))
                .collect();
            if less.iter().any(|(_, n)| *n < IBig::ZERO) {
                break;
            }
            self.with(input, &less);
        }
    }

    /// Inputs with two numbers changed together: a common binary digit cleared in both, the same amount taken from
    /// both, or one set to its least value and the other to the nim-sum of both. What depends on a nim-sum or on a
    /// difference of two numbers survives no change of one.
    fn pairs(&mut self, input: &Record) {
        let places = input.places();
        let places: Vec<&Place> =
            places.iter().filter(|place| !is_count(self.profile, place.slot)).take(FEW_PAIRED).collect();
        for (i, first) in places.iter().enumerate() {
            for second in &places[..i] {
                let (Some(a), Some(b)) = (input.number(first), input.number(second)) else { continue };
                let (Ok(x), Ok(y)) = (u64::try_from(&a), u64::try_from(&b)) else { continue };
                for bit in (0..64).map(|bit| 1_u64 << bit) {
                    if x & y & bit != 0 {
                        self.with(input, &[(first, (x - bit).into()), (second, (y - bit).into())]);
                    }
                    if bit <= x.min(y) {
                        self.with(input, &[(first, (x - bit).into()), (second, (y - bit).into())]);
                        let all = x.min(y) - bit + 1;
                        self.with(input, &[(first, (x - all).into()), (second, (y - all).into())]);
                    }
                }
                for (kept, gone, other) in [(first, second, y), (second, first, x)] {
                    let Some((low, _)) = bounds(self.profile, input, gone) else { continue };
                    let Ok(least) = u64::try_from(&low) else { continue };
                    if least < other {
                        self.with(input, &[(kept, (x ^ y ^ least).into()), (gone, low)]);
                    }
                }
                self.merged(input, first, second, x ^ y);
            }
        }
    }

    /// One of two numbers of a list left out, and the other replaced.
    fn merged(&mut self, input: &Record, first: &Place, second: &Place, sum: u64) {
        let is_same = first.slot == second.slot && first.records == second.records;
        let ([from], [to]) = (&first.items[..], &second.items[..]) else { return };
        let counting =
            self.profile.pattern.levels.iter().flat_map(|level| &level.steps).find_map(|step| match step {
                Step::List(slot, Expr { kind: Kind::Slot(count), .. }) if *slot == first.slot => Some(*count),
                _ => None,
            });
        let Some(count) = counting.filter(|_| is_same) else { return };
        let place = Place { records: first.records.clone(), slot: count, items: Vec::new() };
        let Some(n) = input.number(&place) else { return };
        let mut less = input.clone();
        let changed = set(&mut less, second, sum.into()).and_then(|()| set(&mut less, &place, n - IBig::ONE));
        debug_assert!(from != to);
        if changed.is_some() && less.refit(&self.profile.pattern, *from) {
            self.add(less);
        }
    }

    fn in_order(&mut self, input: &Record, places: &[Place]) {
        let inner: Vec<&Place> = places.iter().filter(|place| !is_count(self.profile, place.slot)).collect();
        let mut numbers: Vec<IBig> = inner.iter().filter_map(|place| input.number(place)).collect();
        numbers.sort();
        if numbers.len() == inner.len() {
            let ordered: Vec<(&Place, IBig)> = inner.into_iter().zip(numbers).collect();
            self.with(input, &ordered);
        }
    }

    fn with(&mut self, input: &Record, numbers: &[(&Place, IBig)]) {
        let mut less = input.clone();
        if numbers.iter().all(|(place, n)| set(&mut less, place, n.clone()).is_some()) {
            self.add(less);
        }
    }

    /// Many more values for each number of a short input, where a single run can try them all: the next smaller
    /// ones, the smallest, special and random ones; and P-positions with special values.
    pub fn sweep(&mut self, input: &Record, cold: Option<&mut Cold>, chance: &mut Chance) {
        let places: Vec<Place> =
            input.places().into_iter().filter(|place| !is_count(self.profile, place.slot)).collect();
        if places.len() > FEW {
            return;
        }
        for place in &places {
            let (Some(n), Some((low, high))) = (input.number(place), bounds(self.profile, input, place))
            else {
                continue;
            };
            let mut values = special(&low, &high);
            values.retain(|s| *s < n);
            for i in 0..WINDOW {
                values.push(&n - IBig::from(i + 1));
                if i < 100 {
                    values.push(&low + IBig::from(i));
                }
            }
            for bits in 1..n.bit_len() {
                values.push(&n - (IBig::ONE << bits));
                values.push(&n >> bits);
            }
            if low < n {
                let top = &n - IBig::ONE;
                values.extend((0..BY_CHANCE).map(|_| chance.between(&low, &top)));
            }
            for value in values {
                self.with(input, &[(place, value)]);
            }
        }
        if let Some(cold) = cold {
            self.lost(input, &places, cold);
        }
    }

    /// P-positions that contain a special value, with their neighbours.
    fn lost(&mut self, input: &Record, places: &[Place], cold: &mut Cold) {
        let Some(way) = places.first().map(|place| place.records.clone()) else { return };
        for place in places {
            let Some((low, high)) = bounds(self.profile, input, place) else { continue };
            for value in special(&low, &high) {
                let mut raised = input.clone();
                for other in places {
                    let Some((_, top)) = bounds(self.profile, input, other) else { continue };
                    let n = if other == place { value.clone() } else { top };
                    if set(&mut raised, other, n).is_none() {
                        return;
                    }
                }
                let mut slots = blank(&self.profile.pattern);
                for end in 0..way.len() {
                    if let Some(record) = raised.at(&way[..end]) {
                        record.show(&mut slots);
                    }
                }
                let Some(lost) = raised.at(&way).and_then(|record| cold.after(record, &mut slots)) else {
                    continue;
                };
                if let Some(record) = raised.at_mut(&way) {
                    *record = lost;
                }
                for near in places {
                    for by in [-1, 1] {
                        let moved = raised.number(near).map(|n| n + IBig::from(by));
                        if let Some(n) = moved {
                            self.with(&raised, &[(near, n)]);
                        }
                    }
                }
                self.add(raised);
            }
        }
    }
}

/// Whether a name is the count of something.
fn is_count(profile: &Profile, slot: usize) -> bool {
    let uses = |times: &Expr| times.names().contains(&slot);
    profile.pattern.levels.iter().any(|level| {
        level.times.as_ref().is_some_and(uses)
            || level
                .steps
                .iter()
                .any(|step| matches!(step, Step::List(_, times) | Step::Records { times, .. } if uses(times)))
    })
}

/// The bounds of a number at its place.
fn bounds(profile: &Profile, input: &Record, place: &Place) -> Option<(IBig, IBig)> {
    let mut slots = blank(&profile.pattern);
    for end in 0..=place.records.len() {
        input.at(&place.records[..end])?.show(&mut slots);
    }
    set_row(&mut slots, place.items.first().copied().unwrap_or(0));
    profile.bounds.bounds(place.slot, &slots)
}

/// The ranges to leave out of `n` items: large pieces, and each single item.
fn pieces(n: usize) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    let mut size = n;
    while size > 1 {
        all.extend((0..n).step_by(size).map(|from| (from, (from + size).min(n))));
        size /= 2;
        if n / size > 16 {
            break;
        }
    }
    all.extend((0..n.min(MOST_DROPS)).map(|i| (i, i + 1)));
    if n > MOST_DROPS {
        all.push((n - 1, n));
    }
    all
}
