//! Sets of amounts as ranges of machine words.
//!
//! Amounts that are the same in every position are listed once, up to the greatest that can ever be taken;
//! those that depend on the position are computed for each.

use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Members, Named, Var};

use super::formula::{Formula, Seen, word};
use super::halt::{Flow, Halt};

/// A range with both ends included.
pub(super) type Range = (u64, u64);

/// Most ranges of a set; larger sets are left to the plain search.
const MOST_RANGES: usize = 1 << 20;

/// A set of amounts, prepared for listing its members.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// What is the same everywhere: sorted, not touching.
    fixed: Vec<Range>,
    symbolic: Vec<(Formula, Option<Formula>)>,
    named: Vec<Family>,
    differences: Vec<(Self, Self)>,
    mentions_n: bool,
}

/// A named set whose parameter depends on the position.
#[derive(Clone, Debug)]
enum Family {
    Powers(Formula),
    Multiples(Formula),
    Divisors(Formula),
    Digits(Formula),
}

impl Set {
    /// The set, restricted to amounts up to `most`.
    pub(super) fn new(amounts: &Amounts, most: u64, budget: &Budget) -> Flow<Self> {
        let mut set = Self {
            fixed: Vec::new(),
            symbolic: Vec::new(),
            named: Vec::new(),
            differences: Vec::new(),
            mentions_n: amounts.mentions(Var::N),
        };
        for span in amounts.spans() {
            let Ok(lo) = word(&span.lo) else { continue };
            let hi = span.hi.as_ref().map_or(u64::MAX, |hi| word(hi).unwrap_or(u64::MAX));
            set.fixed.push((lo, hi.min(most)));
        }
        for named in amounts.families() {
            match (named.expr().filter(|e| e.as_constant().is_none()), named) {
                (Some(e), Named::Powers(_)) => set.named.push(Family::Powers(Formula::new(e)?)),
                (Some(e), Named::Multiples(_)) => set.named.push(Family::Multiples(Formula::new(e)?)),
                (Some(e), Named::Divisors(_)) => set.named.push(Family::Divisors(Formula::new(e)?)),
                (Some(e), Named::Digits(_)) => set.named.push(Family::Digits(Formula::new(e)?)),
                _ => set.list(&Amounts::named(named.clone()), most, budget)?,
            }
        }
        for (lo, hi) in amounts.symbolic() {
            let hi = hi.as_ref().map(Formula::new).transpose()?;
            set.symbolic.push((Formula::new(lo)?, hi));
        }
        for (a, b) in amounts.differences() {
            if a.is_fixed() && b.is_fixed() {
                set.list(&a.clone().except(b.clone()), most, budget)?;
            } else {
                set.differences.push((Self::new(a, most, budget)?, Self::new(b, most, budget)?));
            }
        }
        set.fixed.retain(|(lo, hi)| lo <= hi);
        tidy(&mut set.fixed);
        Ok(set)
    }

    /// Lists the members of a set that is the same in every position.
    fn list(&mut self, amounts: &Amounts, most: u64, budget: &Budget) -> Flow {
        let members = Members::fixed(amounts).ok_or(Halt::Unfit)?;
        let mut from = 0;
        let mut found = Vec::new();
        let to = most.into();
        while let Some(k) = members.next(&from.into(), &to, budget)? {
            let k = word(&k)?;
            push(&mut found, (k, k));
            if found.len() > MOST_RANGES {
                return Err(Halt::Unfit);
            }
            if k >= most {
                break;
            }
            from = k + 1;
        }
        self.fixed.append(&mut found);
        Ok(())
    }

    /// Whether it depends on the touched heap.
    pub(super) fn mentions_n(&self) -> bool {
        self.mentions_n
    }

    /// Whether `k` is a member in every position.
    pub(super) fn always_has(&self, k: u64) -> bool {
        holds(&self.fixed, k)
    }

    /// The members up to about `most`, sorted and not touching; the last range may exceed it.
    pub(super) fn ranges<'a>(
        &'a self,
        seen: &Seen,
        most: u64,
        room: &'a mut Vec<Range>,
    ) -> Flow<&'a [Range]> {
        if self.symbolic.is_empty() && self.named.is_empty() && self.differences.is_empty() {
            return Ok(&self.fixed);
        }
        room.clear();
        room.extend(self.fixed.iter().take_while(|(lo, _)| *lo <= most));
        for (lo, hi) in &self.symbolic {
            let Some(lo) = lo.eval(seen)? else { continue };
            let lo = u64::try_from(lo.max(1)).unwrap_or(u64::MAX);
            let hi = match hi {
                None => most,
                Some(hi) => match hi.natural(seen)? {
                    Some(hi) => hi.min(most),
                    None => continue,
                },
            };
            if lo <= hi {
                room.push((lo, hi));
            }
        }
        for family in &self.named {
            family.list(seen, most, room)?;
        }
        for (a, b) in &self.differences {
            let (mut left, mut right) = (Vec::new(), Vec::new());
            let left = a.ranges(seen, most, &mut left)?;
            // In a race `most` may be unbounded; excluded amounts matter only up to the greatest present.
            let greatest = left.last().map_or(0, |(_, hi)| *hi).min(most);
            without(left, b.ranges(seen, greatest, &mut right)?, room);
        }
        tidy(room);
        Ok(room)
    }
}

impl Family {
    fn list(&self, seen: &Seen, most: u64, room: &mut Vec<Range>) -> Flow {
        match self {
            Self::Powers(base) => match base.eval(seen)?.filter(|b| *b >= 0) {
                None => {}
                Some(0 | 1) => room.push((1, 1)),
                Some(base) => {
                    let mut power = 1i128;
                    while power <= i128::from(most) {
                        let k = u64::try_from(power).map_err(|_| Halt::Unfit)?;
                        room.push((k, k));
                        let Some(next) = power.checked_mul(base) else { break };
                        power = next;
                    }
                }
            },
            Self::Multiples(step) => match step.natural(seen)? {
                None | Some(0) => {}
                Some(1) => room.push((1, most)),
                Some(step) => {
                    if most / step > MOST_RANGES as u64 {
                        return Err(Halt::Unfit);
                    }
                    let mut k = step;
                    while k <= most {
                        room.push((k, k));
                        let Some(next) = k.checked_add(step) else { break };
                        k = next;
                    }
                }
            },
            Self::Divisors(of) => {
                if let Some(of) = of.eval(seen)?.filter(|of| *of > 0) {
                    let of = u64::try_from(of).map_err(|_| Halt::Unfit)?;
                    if most.min(of) > MOST_RANGES as u64 {
                        return Err(Halt::Unfit);
                    }
                    let divisors = (1..=most.min(of)).filter(|k| of.is_multiple_of(*k));
                    room.extend(divisors.map(|k| (k, k)));
                }
            }
            Self::Digits(of) => {
                let Some(mut of) = of.eval(seen)?.filter(|of| *of > 0) else { return Ok(()) };
                while of > 0 {
                    if let Ok(digit @ 1..) = u64::try_from(of % 10) {
                        room.push((digit, digit));
                    }
                    of /= 10;
                }
            }
        }
        Ok(())
    }
}

/// Whether `k` is in one of the ranges.
pub(super) fn holds(ranges: &[Range], k: u64) -> bool {
    let after = ranges.partition_point(|(lo, _)| *lo <= k);
    after > 0 && k <= ranges[after - 1].1
}

fn push(ranges: &mut Vec<Range>, (lo, hi): Range) {
    match ranges.last_mut() {
        Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
        _ => ranges.push((lo, hi)),
    }
}

/// Sorts, and joins ranges that overlap or touch.
fn tidy(ranges: &mut Vec<Range>) {
    if ranges.len() < 2 {
        return;
    }
    ranges.sort_unstable();
    let mut kept = 0;
    for at in 1..ranges.len() {
        let (lo, hi) = ranges[at];
        if lo <= ranges[kept].1.saturating_add(1) {
            ranges[kept].1 = ranges[kept].1.max(hi);
        } else {
            kept += 1;
            ranges[kept] = (lo, hi);
        }
    }
    ranges.truncate(kept + 1);
}

/// Appends what is in `a` and not in `b`, both sorted and not touching.
fn without(a: &[Range], b: &[Range], out: &mut Vec<Range>) {
    for &(lo, hi) in a {
        let mut from = Some(lo);
        for &(cut, end) in b.iter().filter(|(cut, end)| *end >= lo && *cut <= hi) {
            let Some(start) = from else { break };
            if cut > start {
                out.push((start, cut - 1));
            }
            from = end.checked_add(1).map(|next| next.max(start)).filter(|next| *next <= hi);
        }
        out.extend(from.map(|start| (start, hi)));
    }
}
