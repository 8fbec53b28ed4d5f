//! Which takes one heap allows: from a heap of `from` stones down to `to`.
//!
//! Both directions are needed. The options of a position are what a heap can become; a sieve that has found a
//! P-position needs the heaps that can become this one. Four forms answer both fast: every take; amounts
//! that are the same for every heap; an interval of sizes for each heap; and for all other takes, whose amounts
//! depend on the heap's size or which may not (or must) empty the heap, a square of bits for each direction.

use super::bits;
use super::window::{Interval, Window};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::words::{HeapAmounts, ranges_between};
use grundy_core::rules::{Amounts, Parts};

/// The takes that are allowed on one heap below a bound.
#[derive(Debug)]
pub(super) struct Relation {
    /// Heaps are below this.
    size: usize,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// Any number of stones.
    Always,
    /// The same amounts for every heap: as an ascending list, as intervals, and as bits.
    Shift { amounts: Vec<usize>, runs: Vec<Interval>, bits: Vec<u64> },
    /// An interval of sizes for each heap.
    Window(Window),
    /// Row `from` of `down` holds what it may become, row `to` of `up` what may become it.
    Sized { words: usize, down: Vec<u64>, up: Vec<u64> },
}

impl Relation {
    /// The relation of `amounts` on heaps below `size`; the rest must form as many heaps as `parts` allows,
    /// which is 0 or 1.
    ///
    /// Takes `size^2 / 4` bytes if the amounts depend on the heap and are no intervals, and little otherwise.
    pub(super) fn new(amounts: &Amounts, parts: &Parts, size: usize, budget: &Budget) -> Result<Self> {
        let (empties, keeps) = (parts.counts.contains(&0), parts.counts.contains(&1));
        let whole = empties && keeps;
        if whole && amounts.is_any() {
            return Ok(Self { size, form: Form::Always });
        }
        let (mut set, mut room) = (HeapAmounts::new(amounts), Vec::new());
        let most = size.saturating_sub(1);
        set.extend(most as u64, budget)?;
        let form = if whole && set.is_fixed() {
            budget.reserve_each(size, 25)?;
            let mut bits = vec![0; bits::words(size)];
            for (lo, hi) in ranges_between(set.ranges(most, most, &mut room, budget)?, 1, most) {
                bits::set_range(&mut bits, lo, hi + 1);
            }
            let amounts: Vec<usize> = bits::ones(&bits, 0).collect();
            let runs = amounts.chunk_by(|k, next| k + 1 == *next).map(|run| (run[0], run[0] + run.len()));
            Form::Shift { runs: runs.collect(), amounts, bits }
        } else if let Some(window) = window(&set, empties, keeps, size, budget)? {
            Form::Window(window)
        } else {
            let words = bits::words(size);
            budget.reserve((size * words) as u64 * 16)?;
            let mut down = vec![0; size * words];
            for (from, row) in down.chunks_exact_mut(words.max(1)).enumerate() {
                budget.check_time()?;
                for (lo, hi) in ranges_between(set.ranges(from, from, &mut room, budget)?, 1, from) {
                    bits::set_range(row, from - hi, from + 1 - lo);
                }
                if !empties {
                    row[0] &= !1;
                }
                if !keeps {
                    row[0] &= 1;
                    row[1..].fill(0);
                }
            }
            let up = transposed(&down, size, words);
            Form::Sized { words, down, up }
        };
        Ok(Self { size, form })
    }

    /// Whether any number of stones may be taken.
    pub(super) fn is_always(&self) -> bool {
        matches!(self.form, Form::Always)
    }

    /// Whether a take may lower a heap of `from` to `to`.
    pub(super) fn allows(&self, from: usize, to: usize) -> bool {
        to < from
            && match &self.form {
                Form::Always => true,
                Form::Shift { bits, .. } => bits::get(bits, from - to),
                Form::Window(window) => {
                    let (low, end) = window.below(from);
                    (low..end).contains(&to)
                }
                Form::Sized { words, down, .. } => bits::get(&down[from * words..][..*words], to),
            }
    }

    /// Calls `each` with every amount that a heap of `from` allows; stops at the first error.
    pub(super) fn for_each_amount<E>(
        &self,
        from: usize,
        mut each: impl FnMut(usize) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match &self.form {
            Form::Always => (1..=from).try_for_each(each),
            Form::Shift { amounts, .. } => {
                amounts.iter().take_while(|k| **k <= from).try_for_each(|&k| each(k))
            }
            Form::Window(window) => {
                let (low, end) = window.below(from);
                (low..end).rev().try_for_each(|to| each(from - to))
            }
            Form::Sized { words, down, .. } => {
                bits::ones(&down[from * words..][..*words], 0).try_for_each(|to| each(from - to))
            }
        }
    }

    /// Marks every heap that may become one of `to`.
    pub(super) fn mark_above(&self, to: usize, marks: &mut [u64]) {
        match &self.form {
            Form::Always => bits::set_range(marks, to + 1, self.size),
            Form::Shift { bits, .. } => bits::or_shifted(marks, bits, to),
            Form::Window(window) => {
                let (first, end) = window.above(to);
                bits::set_range(marks, first, end);
            }
            Form::Sized { words, up, .. } => bits::or_shifted(marks, &up[to * words..][..*words], 0),
        }
    }

    /// Whether a take of `amount` is allowed, if that is the same for every heap; else `None`.
    pub(super) fn allows_everywhere(&self, amount: usize) -> Option<bool> {
        match &self.form {
            Form::Always => Some(true),
            Form::Shift { bits, .. } => Some(bits::get(bits, amount)),
            Form::Window(_) | Form::Sized { .. } => None,
        }
    }

    /// Whether what a heap may become changes little from one heap to the next.
    pub(super) fn changes_little(&self) -> bool {
        match &self.form {
            Form::Always | Form::Window(_) => true,
            Form::Shift { amounts, runs, .. } => 2 * runs.len() <= amounts.len(),
            Form::Sized { .. } => false,
        }
    }

    /// Whether a larger heap allows every amount that a smaller one allows.
    pub(super) fn grows(&self) -> bool {
        match &self.form {
            Form::Always | Form::Shift { .. } => true,
            Form::Window(window) => window.grows(),
            Form::Sized { .. } => false,
        }
    }

    /// Calls `each` with the sizes that a heap of `from` may become and one less may not, with `true`; and with
    /// the sizes of which the opposite is true, with `false`. The relation must be one that
    /// [changes little](Self::changes_little).
    pub(super) fn for_each_change(&self, from: usize, mut each: impl FnMut(usize, bool)) {
        let Some(before) = from.checked_sub(1) else { return };
        match &self.form {
            Form::Always => each(before, true),
            Form::Shift { runs, .. } => {
                for &(least, beyond) in runs.iter().take_while(|(least, _)| *least <= from) {
                    each(from - least, true);
                    if beyond <= from {
                        each(from - beyond, false);
                    }
                }
            }
            Form::Window(window) => {
                let ((low, end), (next_low, next_end)) = (window.below(before), window.below(from));
                (low..next_low.min(end)).for_each(|to| each(to, false));
                (end.max(next_low)..next_end).for_each(|to| each(to, true));
            }
            Form::Sized { .. } => {}
        }
    }
}

/// What each heap may become, if these are intervals that fit a [`Window`].
fn window(
    amounts: &HeapAmounts,
    empties: bool,
    keeps: bool,
    size: usize,
    budget: &Budget,
) -> Result<Option<Window>> {
    budget.reserve_each(size, Window::BYTES)?;
    let (mut pieces, mut room): (Vec<Interval>, _) = (Vec::new(), Vec::new());
    let window = Window::new(size, |from| {
        budget.check_time()?;
        pieces.clear();
        let ranges = ranges_between(amounts.ranges(from, from, &mut room, budget)?, 1, from);
        pieces.extend(ranges.map(|(lo, hi)| (from - hi, from + 1 - lo)));
        if !empties {
            for (low, _) in &mut pieces {
                *low = (*low).max(1);
            }
        }
        if !keeps {
            for (_, end) in &mut pieces {
                *end = (*end).min(1);
            }
        }
        pieces.retain(|(low, end)| low < end);
        pieces.sort_unstable();
        let mut whole = pieces.first().copied().unwrap_or_default();
        for &(low, end) in &pieces {
            if low > whole.1 {
                return Ok(None);
            }
            whole.1 = whole.1.max(end);
        }
        Ok(Some(whole))
    })?;
    if window.is_none() {
        budget.release(Window::BYTES * size as u64);
    }
    Ok(window)
}

/// The square of bits with rows and columns exchanged, 64 by 64 bits at a time.
fn transposed(square: &[u64], size: usize, words: usize) -> Vec<u64> {
    let mut out = vec![0; square.len()];
    for top in (0..size).step_by(bits::WORD) {
        for word in 0..words {
            let mut block = [0u64; bits::WORD];
            for (row, slot) in block.iter_mut().enumerate().take(size - top) {
                *slot = square[(top + row) * words + word];
            }
            transpose_block(&mut block);
            for (row, bits) in block.into_iter().enumerate() {
                if let Some(slot) = out.get_mut((word * bits::WORD + row) * words + top / bits::WORD) {
                    *slot = bits;
                }
            }
        }
    }
    out
}

/// Exchanges rows and columns of 64 by 64 bits: halves, then halves of halves (Warren, Hacker's
/// Delight, 7-3).
fn transpose_block(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_FFFF_FFFFu64;
    while width > 0 {
        let mut row = 0;
        while row < 64 {
            let swap = (block[row] >> width ^ block[row | width]) & mask;
            block[row] ^= swap << width;
            block[row | width] ^= swap;
            row = ((row | width) + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;
    use grundy_core::notation::parse_game;
    use grundy_core::rules::{Env, Members, MoveRule};

    /// The changes from one heap to the next add up to what each heap may become.
    fn changes_lead_to_the_same(relation: &Relation, size: usize, text: &str) {
        if !relation.changes_little() {
            return;
        }
        let mut reached = vec![false; size];
        for from in 0..size {
            relation.for_each_change(from, |to, enters| {
                assert_ne!(reached[to], enters, "{text}: {to} changes at {from}, but is so already");
                reached[to] = enters;
            });
            let allowed: Vec<bool> = (0..size).map(|to| relation.allows(from, to)).collect();
            assert_eq!(reached, allowed, "{text}: from {from}");
        }
        let larger_allow_more = (1..size).all(|from| {
            (0..from - 1).all(|to| !relation.allows(from - 1, to) || relation.allows(from, to + 1))
        });
        assert_eq!(relation.grows(), larger_allow_more, "{text} below {size}");
    }

    #[test]
    fn every_form_says_what_the_amounts_say() {
        let budget = Budget::default();
        for text in [
            "take any",
            "take 1, 3, 4",
            "take odd",
            "take 1..n/2",
            "take divisors of n",
            "take primes, n",
            "take any except 2",
            "take any except n",
            "take any leaving 0 heaps",
            "take 1..5 leaving 1 heap",
            "take 3..n-2, 1",
            "take 3..40",
            "take n/3..n/2",
            "take 5..12-n",
            "take n",
            "take 2..n-2 leaving 1 heap",
            "take n-1, n",
        ] {
            let line = parse_game(text).unwrap();
            let [MoveRule::Take { parts, amounts, .. }] = line.game.rules().unwrap().moves() else {
                panic!("{text}")
            };
            for size in [1, 2, 63, 64, 65, 130] {
                let relation = Relation::new(amounts, parts, size, &budget).unwrap();
                for from in 0..size {
                    let env = Env { n: UBig::from(from), ..Env::default() };
                    let members = Members::resolve(amounts, &env).unwrap();
                    let mut listed = Vec::new();
                    relation
                        .for_each_amount(from, |k| {
                            listed.push(k);
                            Ok::<(), ()>(())
                        })
                        .unwrap();
                    listed.sort_unstable();
                    let plain: Vec<usize> = (1..=from)
                        .filter(|&k| members.contains(&UBig::from(k)))
                        .filter(|&k| parts.counts.contains(&u32::from(k < from)))
                        .collect();
                    assert_eq!(listed, plain, "{text} from {from} below {size}");
                    for to in 0..size {
                        let allowed = to < from && plain.contains(&(from - to));
                        assert_eq!(relation.allows(from, to), allowed, "{text}: {from} to {to}");
                        let mut marks = vec![0; bits::words(size)];
                        relation.mark_above(to, &mut marks);
                        assert_eq!(bits::get(&marks, from), allowed, "{text}: {to} up to {from}");
                    }
                }
                changes_lead_to_the_same(&relation, size, text);
            }
        }
    }
}
