//! The definition itself: G(n) is the least number that is no option's value.
//!
//! Works for every heapwise game: any amounts, bounds in `n`, splits into any number of heaps.
//! Values that were seen among the options are stamped with the heap, so that nothing has to be
//! cleared; sets that are the same for every heap are listed once.

use dashu_int::UBig;

use super::HeapMove;
use super::listed::Listed;
use super::period::Sequence;
use super::takes;
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::rules::{Amounts, Env, Likeness, Members, MoveRule, Parts, Rules};

/// G(0), G(1), ... by recursion.
#[derive(Debug)]
pub(crate) struct Recursion {
    takes: Vec<Kind>,
    values: Vec<u32>,
    stamps: Stamps,
    effort: u64,
}

/// One kind of take from a heap.
#[derive(Debug)]
struct Kind {
    parts: Parts,
    amounts: Amounts,
    /// The members, where they are the same for every heap.
    fixed: Option<Listed>,
    /// May nothing be left, may one heap be left?
    none: bool,
    one: bool,
    /// Larger numbers of heaps that may be left.
    several: Vec<u32>,
}

/// Which values the options of the present heap have.
#[derive(Debug)]
struct Stamps {
    /// By value, the heap that had it last. The length is a power of two above every value of a
    /// heap, so nim-sums of values are below it too.
    last: Vec<usize>,
    heap: usize,
}

impl Stamps {
    #[inline]
    fn mark(&mut self, value: u32) {
        self.last[value as usize] = self.heap;
    }

    /// Makes room for a value. A length above it and a power of two keep nim-sums in bounds.
    fn make_room(&mut self, value: usize) {
        if value >= self.last.len() {
            self.last.resize((value + 1).next_power_of_two(), usize::MAX);
        }
    }

    fn least_missing(&self) -> usize {
        self.last.iter().position(|&at| at != self.heap).unwrap_or(self.last.len())
    }
}

/// The clock is looked at after so many options.
const OPTIONS_BETWEEN_CHECKS: u64 = 1 << 18;

/// A heap may be split into so many: the splits nest as deep, and the stack is finite.
const MAX_PARTS: usize = 400;

impl Recursion {
    /// For a heapwise game.
    pub(crate) fn new(rules: &Rules) -> Self {
        let takes = rules.moves().iter().filter_map(|rule| match rule {
            MoveRule::Take { parts, amounts, .. } => Some(Kind::new(parts, amounts)),
            _ => None,
        });
        let stamps = Stamps { last: vec![usize::MAX], heap: 0 };
        Self { takes: takes.collect(), values: Vec::new(), stamps, effort: 0 }
    }

    /// The moves of a heap whose value is known that lead to `target`.
    pub(crate) fn moves_to(&self, heap: usize, target: u32, budget: &Budget) -> Result<Vec<HeapMove>> {
        let mut list = Vec::new();
        for kind in &self.takes {
            kind.each_amount(heap, budget, &mut |k| {
                let rest = heap.saturating_sub(k);
                kind.each_split(rest, budget, &mut |parts| {
                    // Taking nothing is a move only where the heap is split.
                    if parts == [heap] {
                        return;
                    }
                    if parts.iter().fold(0, |sum, &part| sum ^ self.values[part]) == target {
                        let left = parts.iter().map(|&part| UBig::from(part)).collect();
                        list.push(HeapMove { taken: UBig::from(k), left });
                    }
                })
            })?;
        }
        list.sort_by(|a, b| a.left.cmp(&b.left));
        Ok(list)
    }
}

impl Sequence for Recursion {
    fn values(&self) -> &[u32] {
        &self.values
    }

    fn effort(&self) -> u64 {
        self.effort
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.values.len() {
            return Ok(());
        }
        budget.reserve((length - self.values.len()) as u64 * 4)?;
        for kind in &mut self.takes {
            if let Some(fixed) = &mut kind.fixed {
                fixed.extend(length as u64 - 1, budget)?;
            }
        }
        self.values.reserve(length - self.values.len());
        // A subtraction game has a faster way.
        if let [kind] = &self.takes[..]
            && let Some(amounts) = kind.as_plain_takes()
            && takes::suits(amounts)
        {
            self.effort += takes::extend(&mut self.values, amounts, length, budget)?;
            return Ok(());
        }
        // Values that the faster way left, while there were few enough amounts for it.
        if let Some(&greatest) = self.values.iter().max() {
            self.stamps.make_room(greatest as usize);
        }
        let mut checked = self.effort;
        // A bound computed from the heap may take long all by itself.
        let computed = self.takes.iter().any(|kind| kind.fixed.is_none());
        for heap in self.values.len()..length {
            self.stamps.heap = heap;
            let mut options = 1;
            for kind in &self.takes {
                options += kind.mark(heap, &self.values, &mut self.stamps, budget)?;
            }
            self.effort += options;
            if computed || self.effort - checked >= OPTIONS_BETWEEN_CHECKS {
                checked = self.effort;
                budget.check_time()?;
            }
            let value = self.stamps.least_missing();
            self.stamps.make_room(value);
            self.values.push(u32::try_from(value).map_err(|_| Error::limit("error.heap-too-large"))?);
        }
        Ok(())
    }
}

impl Kind {
    fn new(parts: &Parts, amounts: &Amounts) -> Self {
        Self {
            fixed: Listed::of(amounts),
            none: parts.counts.contains(&0),
            one: parts.counts.contains(&1),
            several: parts.counts.iter().copied().filter(|&count| count > 1).collect(),
            parts: parts.clone(),
            amounts: amounts.clone(),
        }
    }

    /// The amounts as far as they are listed, where what is left stays together.
    fn as_plain_takes(&self) -> Option<&[u64]> {
        let fixed = self.fixed.as_ref()?;
        (self.none && self.one && self.several.is_empty()).then(|| fixed.up_to(u64::MAX))
    }

    /// Calls `each` with every amount that may be taken from `heap`.
    fn each_amount(
        &self,
        heap: usize,
        budget: &Budget,
        each: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<()> {
        if let Some(fixed) = &self.fixed {
            // An amount up to the heap's size fits where the heap does.
            return fixed
                .up_to(heap as u64)
                .iter()
                .try_for_each(|&k| each(usize::try_from(k).unwrap_or(heap)));
        }
        let n = UBig::from(heap);
        let members = Members::resolve(&self.amounts, &Env { n: n.clone(), ..Env::default() })?;
        members.for_each_up_to(&n, budget, &mut |k| each(usize::try_from(k).unwrap_or(heap)))
    }

    /// Stamps the value of every option of `heap`; how many were there?
    fn mark(&self, heap: usize, values: &[u32], stamps: &mut Stamps, budget: &Budget) -> Result<u64> {
        let mut options = 0;
        match &self.fixed {
            // Subtraction games with very many amounts. An empty heap is worth 0.
            Some(fixed) if self.none && self.one && self.several.is_empty() => {
                let amounts = fixed.up_to(heap as u64);
                for &k in amounts {
                    let rest = heap - usize::try_from(k).unwrap_or(heap);
                    // Taking nothing is no move.
                    if rest < heap {
                        stamps.mark(values[rest]);
                    }
                }
                options += amounts.len() as u64;
            }
            _ => self.each_amount(heap, budget, &mut |k| {
                let rest = heap.saturating_sub(k);
                if rest == 0 && self.none {
                    stamps.mark(0);
                }
                if rest > 0 && self.one && k > 0 {
                    stamps.mark(values[rest]);
                }
                options += 1;
                for &count in &self.several {
                    if count == 2 {
                        options += self.mark_pairs(rest, values, stamps);
                    } else {
                        self.split_further(rest, 1, count as usize, &mut Vec::new(), budget, &mut |parts| {
                            stamps.mark(parts.iter().fold(0, |sum, &part| sum ^ values[part]));
                            options += 1;
                        })?;
                    }
                }
                Ok(())
            })?,
        }
        Ok(options)
    }

    /// Stamps what two heaps of together `rest` are worth: the inner loop of octal games.
    fn mark_pairs(&self, rest: usize, values: &[u32], stamps: &mut Stamps) -> u64 {
        let half = match self.parts.likeness {
            Likeness::Free => rest / 2,
            Likeness::Unequal => rest.saturating_sub(1) / 2,
            Likeness::Equal => {
                if rest > 0 && rest.is_multiple_of(2) {
                    stamps.mark(0);
                }
                return 1;
            }
        };
        let first = values.iter().skip(1).take(half);
        let second = values[rest - half..rest].iter().rev();
        for (a, b) in first.zip(second) {
            stamps.mark(a ^ b);
        }
        half as u64
    }

    /// Calls `each` with every way the rest may lie.
    fn each_split(&self, rest: usize, budget: &Budget, each: &mut dyn FnMut(&[usize])) -> Result<()> {
        for &count in &self.parts.counts {
            match count {
                0 if rest == 0 => each(&[]),
                1 if rest > 0 => each(&[rest]),
                0 | 1 => {}
                _ => self.split_further(rest, 1, count as usize, &mut Vec::new(), budget, each)?,
            }
        }
        Ok(())
    }

    fn split_further(
        &self,
        rest: usize,
        least: usize,
        count: usize,
        parts: &mut Vec<usize>,
        budget: &Budget,
        each: &mut dyn FnMut(&[usize]),
    ) -> Result<()> {
        budget.step()?;
        if rest < count {
            return Ok(());
        }
        if count > MAX_PARTS && self.parts.likeness != Likeness::Equal {
            return Err(Error::limit("error.too-many-at-once").with("limit", MAX_PARTS));
        }
        if self.parts.likeness == Likeness::Equal {
            if rest.is_multiple_of(count) {
                each(&vec![rest / count; count]);
            }
            return Ok(());
        }
        if count == 1 {
            if rest >= least {
                parts.push(rest);
                each(parts);
                parts.pop();
            }
            return Ok(());
        }
        let step = usize::from(self.parts.likeness == Likeness::Unequal);
        let mut part = least;
        while part.saturating_mul(count) <= rest {
            parts.push(part);
            self.split_further(rest - part, part + step, count - 1, parts, budget, each)?;
            parts.pop();
            part += 1;
        }
        Ok(())
    }
}
