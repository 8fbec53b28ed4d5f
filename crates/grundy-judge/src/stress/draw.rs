//! Generates records within the limits: random ones, special values, or small ones in turn.

use std::collections::HashMap;
use std::rc::Rc;

use dashu_int::IBig;

use super::numbers::{Chance, special};
use super::record::{Record, blank, count, set_row};
use super::spread::{Spread, spread};
use super::stop;
use crate::expr::Expr;
use crate::limits::Limit;
use crate::pattern::Step;
use crate::profile::Profile;
use crate::value::Val;

/// The most attempts at a record that conditions reject, and how many of them use the intended spread: with equal
/// numbers, for example, a condition that two differ never holds.
const TRIES: usize = 60;
const IN_MOOD: usize = 6;

/// The role of a number in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The number of records of a group.
    Records(usize),
    /// The length of a list.
    Length,
    Value,
}

/// Generates records of a profile's pattern.
pub struct Draw<'p> {
    profile: &'p Profile,
    roles: Vec<Role>,
    specials: HashMap<(IBig, IBig), Rc<Vec<IBig>>>,
    pub chance: Chance,
    pub spread: Spread,
    /// The number of records that each group should have.
    pub wanted: Vec<usize>,
    /// How many numbers a record may hold beyond the necessary ones.
    pub room: usize,
    /// If answers are slow, how far a number may be above its least value.
    pub cap: Option<IBig>,
    /// The number of values chosen for this record.
    pub drawn: usize,
    last: Option<IBig>,
    /// For small cases in turn: the number of choices of each digit, and its maximum.
    pub widths: Vec<usize>,
    pub breadth: usize,
}

impl<'p> Draw<'p> {
    pub fn new(profile: &'p Profile, seed: u64) -> Self {
        let pattern = &profile.pattern;
        let mut roles = vec![Role::Value; pattern.names.len()];
        let mut mark = |times: &Expr, role: Role| {
            for slot in times.names() {
                roles[slot] = role;
            }
        };
        for (i, level) in pattern.levels.iter().enumerate() {
            for step in &level.steps {
                if let Step::List(_, times) | Step::Records { times, .. } = step {
                    mark(times, Role::Length);
                }
            }
            if let Some(times) = &level.times {
                mark(times, Role::Records(i));
            }
        }
        Self {
            profile,
            roles,
            specials: HashMap::new(),
            chance: Chance::new(seed),
            spread: Spread::Even,
            wanted: vec![1; pattern.levels.len()],
            room: 0,
            cap: None,
            drawn: 0,
            last: None,
            widths: Vec::new(),
            breadth: 1,
        }
    }

    /// A record of a level with its inner records; `slots` holds the values of the outer levels. `None` if the
    /// limits allow nothing, or nothing that is easily found.
    pub fn record(&mut self, level: usize, slots: &mut Vec<Val>) -> Option<Record> {
        for tried in 0..TRIES {
            if level <= 1 {
                (self.drawn, self.last) = (0, None);
                self.widths.clear();
            }
            if let Some(record) = self.attempt(level, slots) {
                return Some(record);
            }
            // A record in turn would be the same again.
            if matches!(self.spread, Spread::InTurn(_)) {
                return None;
            }
            if tried >= IN_MOOD {
                self.spread = Spread::Even;
            }
        }
        None
    }

    fn attempt(&mut self, level: usize, slots: &mut Vec<Val>) -> Option<Record> {
        let profile = self.profile;
        let pattern = &profile.pattern;
        let mut record = Record::default();
        for step in &pattern.levels[level].steps {
            if matches!(step, Step::Group) {
                // Conditions on the names so far are checked before the inner records are generated.
                if level > 0 && self.refused(level, slots) {
                    return None;
                }
                record.inner = self.group(level + 1, slots)?;
                record.show(slots);
            } else {
                self.step(step, &mut record, slots)?;
            }
        }
        (!self.refused(level, slots)).then_some(record)
    }

    fn refused(&self, level: usize, slots: &[Val]) -> bool {
        let pattern = &self.profile.pattern;
        (level > 0 && stop::ends(pattern, level, slots)) || !self.profile.bounds.hold(pattern, level, slots)
    }

    fn group(&mut self, level: usize, slots: &mut Vec<Val>) -> Option<Vec<Record>> {
        let records = if let Some(times) = &self.profile.pattern.levels[level].times {
            count(times, slots)?
        } else {
            let (low, high) = self.profile.bounds.cases;
            usize::try_from((self.wanted[level] as u64).clamp(low, high)).ok()?
        };
        // The caller fills the group of the outermost records.
        if level == 1 {
            return Some(Vec::new());
        }
        (0..records).map(|_| self.record(level, slots)).collect()
    }

    fn step(&mut self, step: &Step, record: &mut Record, slots: &mut Vec<Val>) -> Option<()> {
        match step {
            Step::Int(slot) => {
                let n = self.number(*slot, slots)?;
                slots[*slot] = Val::Int(n.into());
                record.set(*slot, slots[*slot].clone());
            }
            Step::Word(slot) => {
                let words = &self.profile.bounds.names[*slot].as_ref()?.words;
                let word = self.chance.of(words)?.clone();
                record.set(*slot, Val::Text(word.into()));
            }
            Step::List(slot, times) => {
                let items = self.list(*slot, count(times, slots)?, slots)?;
                record.set(*slot, Val::List(items.into()));
            }
            Step::Line { slot, fresh } => {
                let (low, high) = self.profile.bounds.names[*slot].as_ref()?.count.as_ref()?;
                let (low, high) = (low.value(slots)?.to_ibig(), high.value(slots)?.to_ibig());
                // An empty list on a line of its own would be skipped.
                let low = low.max(IBig::from(u8::from(*fresh)));
                let length = self.length(&low, &high)?;
                let items = self.list(*slot, usize::try_from(&length).ok()?, slots)?;
                record.set(*slot, Val::List(items.into()));
            }
            Step::Records { steps, slots: columns, times } => {
                let rows = count(times, slots)?;
                let mut lists: Vec<Vec<Val>> = vec![Vec::new(); columns.len()];
                for at in 0..rows {
                    let mut tried = 0;
                    let row = loop {
                        let mut row = Record::default();
                        set_row(slots, at);
                        steps.iter().try_for_each(|step| self.step(step, &mut row, slots))?;
                        if columns.first().is_none_or(|first| self.profile.bounds.row_holds(*first, slots)) {
                            break row;
                        }
                        tried += 1;
                        if tried > TRIES || matches!(self.spread, Spread::InTurn(_)) {
                            return None;
                        }
                        if tried > IN_MOOD {
                            self.spread = Spread::Even;
                        }
                    };
                    for (list, slot) in lists.iter_mut().zip(columns) {
                        list.push(row.get(*slot)?.clone());
                    }
                }
                for (list, slot) in lists.into_iter().zip(columns) {
                    record.set(*slot, Val::List(list.into()));
                }
            }
            Step::Group | Step::Stop => {}
        }
        record.show(slots);
        Some(())
    }

    fn list(&mut self, slot: usize, length: usize, slots: &[Val]) -> Option<Vec<Val>> {
        let profile = self.profile;
        let Limit { shape, .. } = profile.bounds.names[slot].as_ref()?;
        let mut numbers = Vec::with_capacity(length);
        for _ in 0..length {
            numbers.push(self.number(slot, slots)?);
        }
        if shape.sorted || shape.distinct {
            let order = numbers.clone();
            numbers.sort();
            if shape.distinct {
                spread(&mut numbers, &profile.bounds.bounds(slot, slots)?)?;
                // Sorted only if required; otherwise in their original order.
                if !shape.sorted {
                    let mut places: Vec<usize> = (0..length).collect();
                    places.sort_by(|&a, &b| order[a].cmp(&order[b]));
                    let mut mixed = numbers.clone();
                    places.iter().zip(numbers).for_each(|(&place, n)| mixed[place] = n);
                    numbers = mixed;
                }
            }
        }
        Some(numbers.into_iter().map(|n| Val::Int(n.into())).collect())
    }

    fn number(&mut self, slot: usize, slots: &[Val]) -> Option<IBig> {
        let (low, high) = self.profile.bounds.bounds(slot, slots)?;
        if low > high {
            return None;
        }
        let high = match &self.cap {
            Some(cap) => (&low + cap).min(high),
            None => high,
        };
        match self.roles[slot] {
            Role::Records(1) => Some(IBig::from(self.wanted[1]).clamp(low, high)),
            Role::Records(level) if !matches!(self.spread, Spread::InTurn(_)) => {
                Some(IBig::from(self.chance.below(self.wanted[level] + 1)).clamp(low, high))
            }
            Role::Records(_) | Role::Length => self.length(&low, &high),
            Role::Value => Some(self.value(&low, &high)),
        }
    }

    /// A count: mostly small, sometimes as large as `room` allows.
    fn length(&mut self, low: &IBig, high: &IBig) -> Option<IBig> {
        if low > high {
            return None;
        }
        if matches!(self.spread, Spread::InTurn(_)) {
            return Some(low + IBig::from(self.turn(low, high)));
        }
        let high = (low + IBig::from(self.room)).min(high.clone());
        Some(match self.chance.below(8) {
            0 => high,
            1 => low.clone(),
            2..=4 => self.chance.between(low, &(low + IBig::from(6)).min(high)),
            _ => self.chance.sized(low, &high),
        })
    }

    fn value(&mut self, low: &IBig, high: &IBig) -> IBig {
        let at = self.drawn;
        self.drawn += 1;
        let n = match &self.spread {
            Spread::InTurn(_) => low + IBig::from(self.turn(low, high)),
            Spread::Even => self.chance.between(low, high),
            Spread::Sized => self.chance.sized(low, high),
            Spread::Small => self.chance.between(low, &(low + IBig::from(20)).min(high.clone())),
            Spread::Edge => {
                let far = IBig::from(self.chance.below(3));
                if self.chance.once_in(3) {
                    (low + far).min(high.clone())
                } else {
                    (high - far).max(low.clone())
                }
            }
            Spread::Special => self.special(low, high),
            Spread::Alike => match &self.last {
                Some(last) => last.clone().clamp(low.clone(), high.clone()),
                None if self.chance.once_in(2) => self.special(low, high),
                None => self.chance.sized(low, high),
            },
            Spread::Near => match &self.last {
                Some(last) => {
                    let far = self.chance.sized(&IBig::ZERO, &(high - low));
                    let near = if self.chance.once_in(2) { last - &far } else { last + &far };
                    near.clamp(low.clone(), high.clone())
                }
                None => self.special(low, high),
            },
            Spread::Pinned(place, n) if *place == at => n.clone().clamp(low.clone(), high.clone()),
            Spread::Pinned(..) => high.clone(),
        };
        self.last = Some(n.clone());
        n
    }

    fn special(&mut self, low: &IBig, high: &IBig) -> IBig {
        let all = self.specials(low, high);
        let n = self.chance.of(&all).cloned().unwrap_or_else(|| low.clone());
        // Also the value at the same distance from the other end.
        if self.chance.once_in(3) { high - (n - low) } else { n }
    }

    /// The special values between two bounds, cached.
    pub fn specials(&mut self, low: &IBig, high: &IBig) -> Rc<Vec<IBig>> {
        if self.specials.len() > 64 {
            self.specials.clear();
        }
        let key = (low.clone(), high.clone());
        self.specials.entry(key).or_insert_with(|| Rc::new(special(low, high))).clone()
    }

    /// The next digit of a small case.
    fn turn(&mut self, low: &IBig, high: &IBig) -> usize {
        let sizes = usize::try_from(&(high - low)).map_or(self.breadth, |span| self.breadth.min(span + 1));
        let at = self.widths.len();
        self.widths.push(sizes);
        let Spread::InTurn(digits) = &self.spread else { return 0 };
        digits.get(at).copied().unwrap_or(0).min(sizes - 1)
    }

    /// A record of level 0 without its inner records.
    pub fn root(&mut self) -> Option<Record> {
        let mut slots = blank(&self.profile.pattern);
        self.record(0, &mut slots)
    }
}
