//! An input as a tree of records: generators build it, shrinking cuts it, and `text` writes it.

use std::sync::Arc;

use dashu_int::IBig;

use crate::expr::{Expr, Kind};
use crate::number::Num;
use crate::pattern::{Pattern, Step};
use crate::profile::Profile;
use crate::value::Val;

/// One record of a level: the values of its names, and the records of its group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// By slot; only those of its own level.
    pub values: Vec<(usize, Val)>,
    pub inner: Vec<Record>,
}

/// The place of a number: the path through the groups, the name, the path into its list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub records: Vec<usize>,
    pub slot: usize,
    pub items: Vec<usize>,
}

impl Record {
    pub fn get(&self, slot: usize) -> Option<&Val> {
        self.values.iter().find(|(s, _)| *s == slot).map(|(_, val)| val)
    }

    pub fn get_mut(&mut self, slot: usize) -> Option<&mut Val> {
        self.values.iter_mut().find(|(s, _)| *s == slot).map(|(_, val)| val)
    }

    pub fn set(&mut self, slot: usize, val: Val) {
        match self.get_mut(slot) {
            Some(place) => *place = val,
            None => self.values.push((slot, val)),
        }
    }

    /// Copies the values to the slots of expressions.
    pub fn show(&self, slots: &mut [Val]) {
        for (slot, val) in &self.values {
            slots[*slot].clone_from(val);
        }
    }

    /// The record at the end of a path.
    pub fn at(&self, records: &[usize]) -> Option<&Self> {
        records.iter().try_fold(self, |record, &i| record.inner.get(i))
    }

    pub fn at_mut(&mut self, records: &[usize]) -> Option<&mut Self> {
        records.iter().try_fold(self, |record, &i| record.inner.get_mut(i))
    }

    /// The number at a place.
    pub fn number(&self, place: &Place) -> Option<IBig> {
        let val = self.at(&place.records)?.get(place.slot)?;
        number_in(val, &place.items)
    }

    /// The places of all numbers, in the order of the input.
    pub fn places(&self) -> Vec<Place> {
        let mut all = Vec::new();
        self.gather(&mut Vec::new(), &mut all);
        all
    }

    fn gather(&self, records: &mut Vec<usize>, all: &mut Vec<Place>) {
        fn items(val: &Val, at: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
            match val {
                Val::Int(_) => all.push(at.clone()),
                Val::List(list) => {
                    for (i, item) in list.iter().enumerate() {
                        at.push(i);
                        items(item, at, all);
                        at.pop();
                    }
                }
                _ => {}
            }
        }
        for (slot, val) in &self.values {
            let mut found = Vec::new();
            items(val, &mut Vec::new(), &mut found);
            all.extend(found.into_iter().map(|items| Place { records: records.clone(), slot: *slot, items }));
        }
        for (i, record) in self.inner.iter().enumerate() {
            records.push(i);
            record.gather(records, all);
            records.pop();
        }
    }

    /// The size of an input for a reader: questions, how many numbers it has plus their sum, how many numbers, and
    /// the numbers themselves.
    pub fn size(&self) -> Size {
        let mut size = Size::default();
        self.weigh(&mut size);
        size.weight += IBig::from(size.count);
        size
    }

    fn weigh(&self, size: &mut Size) {
        fn weigh(val: &Val, size: &mut Size) {
            match val {
                Val::Int(n) => {
                    let n = n.to_ibig();
                    size.weight += if n < IBig::ZERO { -n.clone() } else { n.clone() };
                    size.numbers.push(n);
                    size.count += 1;
                }
                Val::List(items) => items.iter().for_each(|item| weigh(item, size)),
                _ => size.count += 1,
            }
        }
        self.values.iter().for_each(|(_, val)| weigh(val, size));
        if self.inner.is_empty() {
            size.questions += 1;
        }
        self.inner.iter().for_each(|record| record.weigh(size));
    }

    /// The number of innermost records.
    pub fn questions(&self) -> usize {
        if self.inner.is_empty() { 1 } else { self.inner.iter().map(Self::questions).sum() }
    }

    /// Cuts lists to their counts, dropping the elements at `drop`, and sets each name that counts a group to the
    /// number of its records. `false` if a list is too short.
    pub fn refit(&mut self, pattern: &Pattern, drop: usize) -> bool {
        let mut slots = blank(pattern);
        self.refit_level(pattern, 0, drop, &mut slots)
    }

    fn refit_level(&mut self, pattern: &Pattern, level: usize, drop: usize, slots: &mut [Val]) -> bool {
        let Some(this) = pattern.levels.get(level) else { return false };
        if let Some(Some(Expr { kind: Kind::Slot(slot), .. })) =
            pattern.levels.get(level + 1).map(|inner| &inner.times)
            && self.get(*slot).is_some()
        {
            self.set(*slot, Val::Int(IBig::from(self.inner.len()).into()));
        }
        self.show(slots);
        for step in &this.steps {
            if !matches!(step, Step::Group) && !self.refit_step(step, drop, slots) {
                return false;
            }
            self.show(slots);
        }
        self.inner.iter_mut().all(|record| record.refit_level(pattern, level + 1, drop, slots))
    }

    fn refit_step(&mut self, step: &Step, drop: usize, slots: &mut [Val]) -> bool {
        match step {
            Step::List(slot, times) => {
                let Some(count) = count(times, slots) else { return false };
                self.get_mut(*slot).is_some_and(|val| cut(val, count, drop))
            }
            Step::Records { slots: columns, times, .. } => {
                let Some(count) = count(times, slots) else { return false };
                columns.iter().all(|slot| self.get_mut(*slot).is_some_and(|val| cut(val, count, drop)))
            }
            _ => true,
        }
    }

    /// Writes the input. A record of a group starts a line, and so does a name that starts one in the pattern.
    pub fn text(&self, profile: &Profile) -> Vec<u8> {
        let mut out = Writer { out: Vec::new(), bare: true, behind_rows: false };
        let mut slots = blank(&profile.pattern);
        out.level(self, &profile.pattern, 0, &mut slots);
        if !out.bare {
            out.out.push(b'\n');
        }
        out.out
    }
}

/// The size of an input, compared lexicographically.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    pub questions: usize,
    /// The number of numbers plus the sum of their absolute values.
    pub weight: IBig,
    pub count: usize,
    pub numbers: Vec<IBig>,
}

/// Slots before anything is read; the last one is for the row number.
pub fn blank(pattern: &Pattern) -> Vec<Val> {
    vec![Val::Int(Num::Small(0)); pattern.names.len() + 1]
}

/// Sets the row number, in the slot after all names.
pub fn set_row(slots: &mut [Val], row: usize) {
    if let Some(last) = slots.last_mut() {
        *last = Val::Int(IBig::from(row).into());
    }
}

/// A count, if it fits `usize`.
pub fn count(times: &Expr, slots: &[Val]) -> Option<usize> {
    times.value(slots)?.to_u64().and_then(|n| usize::try_from(n).ok())
}

fn number_in(val: &Val, items: &[usize]) -> Option<IBig> {
    match (val, items) {
        (Val::Int(n), []) => Some(n.to_ibig()),
        (Val::List(list), [first, rest @ ..]) => number_in(list.get(*first)?, rest),
        _ => None,
    }
}

/// Shortens a list to `count`, from `drop` on or from its end.
fn cut(val: &mut Val, count: usize, drop: usize) -> bool {
    let Val::List(items) = val else { return false };
    let Some(more) = items.len().checked_sub(count) else { return false };
    let at = drop.min(count);
    Arc::make_mut(items).drain(at..at + more);
    true
}

struct Writer {
    out: Vec<u8>,
    /// Whether the current line is empty.
    bare: bool,
    /// Whether rows of a record were written last.
    behind_rows: bool,
}

impl Writer {
    fn line(&mut self) {
        if !self.bare {
            self.out.push(b'\n');
            self.bare = true;
        }
    }

    fn token(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        if !self.bare {
            self.out.push(b' ');
        }
        self.bare = false;
        write(&mut self.out);
    }

    fn val(&mut self, val: &Val) {
        match val {
            Val::Int(n) => self.token(|out| n.write(out)),
            Val::Text(word) => self.token(|out| out.extend_from_slice(word.as_bytes())),
            Val::List(items) => items.iter().for_each(|item| self.val(item)),
            _ => {}
        }
    }

    fn level(&mut self, record: &Record, pattern: &Pattern, level: usize, slots: &mut [Val]) {
        record.show(slots);
        let mut behind_group = false;
        for step in &pattern.levels[level].steps {
            match step {
                Step::Group => {
                    let unbounded = pattern.levels[level + 1].times.is_none();
                    for inner in &record.inner {
                        self.behind_rows = false;
                        self.line();
                        self.level(inner, pattern, level + 1, slots);
                    }
                    self.line();
                    if unbounded && let Some(last) = super::stop::record(pattern, level + 1, slots) {
                        for val in &last {
                            self.val(val);
                        }
                        self.line();
                    }
                    behind_group = true;
                }
                Step::Stop => {}
                _ => {
                    if std::mem::take(&mut behind_group) {
                        self.line();
                    }
                    self.step(step, record, pattern);
                }
            }
        }
    }

    fn step(&mut self, step: &Step, record: &Record, pattern: &Pattern) {
        // A step after rows starts a line, unless it reads to the end of the last row's line.
        let rows_before = std::mem::take(&mut self.behind_rows);
        if rows_before && !matches!(step, Step::Line { .. }) {
            self.line();
        }
        let begin = |this: &mut Self, slot: usize| {
            if pattern.names[slot].begins_line {
                this.line();
            }
        };
        match step {
            Step::Int(slot) | Step::Word(slot) | Step::List(slot, _) => {
                begin(self, *slot);
                record.get(*slot).into_iter().for_each(|val| self.val(val));
            }
            Step::Line { slot, fresh } => {
                if *fresh {
                    self.line();
                }
                record.get(*slot).into_iter().for_each(|val| self.val(val));
                self.line();
            }
            Step::Records { slots, .. } => {
                let rows = slots.first().and_then(|slot| record.get(*slot));
                let rows = if let Some(Val::List(items)) = rows { items.len() } else { 0 };
                for row in 0..rows {
                    self.line();
                    for &slot in slots {
                        if let Some(Val::List(items)) = record.get(slot) {
                            self.val(&items[row]);
                        }
                    }
                }
                self.behind_rows = true;
            }
            Step::Group | Step::Stop => {}
        }
    }
}
