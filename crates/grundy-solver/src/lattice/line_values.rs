//! Values of games with moves that take any number, the same from each of some heaps.
//!
//! Such a move leads along a line: the untouched heaps stay, and so do the differences of the touched heaps.
//! No two positions of a line have the same value, so a line is a set of bits, one for each value it has so
//! far. The value of a position is the first that none of its lines has; options by other moves are looked up
//! and join the set. A position costs a few words for each of its lines, instead of a look at every option.
//!
//! Rows whose fixed heaps have the same number of stones have no moves to each other and share no line:
//! taking from a position never adds to all heaps but the greatest, and takes from them unless it stays in the
//! row. So threads share these rows, and each line belongs to one thread at a time.

use std::sync::atomic::{AtomicU64, Ordering};

use super::coupled::Coupled;
use super::dead_lines::touches_same;
use super::levels::in_levels;
use super::table::BoxTable;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::prefixes::Prefixes;

/// Below this number of cells one thread is done before others have started.
const WORTH_THREADS: usize = 1 << 14;

/// Fills the table if lines help with these moves and there is memory for them; says whether it did.
pub(super) fn fill(table: &BoxTable, moves: &Coupled, budget: &Budget) -> Result<bool> {
    let before = budget.reserved();
    let Some(lines) = Lines::new(moves, table.sides(), budget) else { return Ok(false) };
    let fixed = table.sides().len() - 1;
    let threads = budget.limits().thread_count();
    // With one fixed heap a level is one row.
    let threads = if fixed > 1 && table.cells() >= WORTH_THREADS { threads } else { 1 };
    let levels = table.sides()[..fixed].iter().map(|side| side - 1).sum::<usize>() + 1;
    let begin = || Scratch { lines: Vec::new(), sorted: Vec::new(), extra: vec![0; lines.words] };
    in_levels(threads, levels, budget, begin, |scratch, share, budget| {
        share.for_each_row(share.level, &table.sides()[..fixed], |prefix| {
            let start = prefix.last().copied().unwrap_or(0);
            lines.row(table, moves, prefix, start, scratch, budget)
        })
    })?;
    budget.release(budget.reserved() - before);
    Ok(true)
}

/// The lines of a box, each with the values it has.
struct Lines {
    families: Vec<Family>,
    /// For each line the number of full words, and the words.
    sets: Vec<AtomicU64>,
    words: usize,
    /// Whether there are moves along other ways than lines.
    others: bool,
}

/// Lines with the same number of touched heaps.
struct Family {
    touched: usize,
    untouched: Ranks,
    gaps: Ranks,
    /// Number of lines for each list of untouched heaps.
    each: usize,
    first: usize,
}

/// Numbers sorted lists whose last member may be much larger than the others; it runs fastest.
struct Ranks {
    prefixes: Option<Prefixes>,
    width: usize,
}

/// One line of the positions of a row: where it is for the first one, and for each next one.
struct Line {
    at: usize,
    step: usize,
}

struct Scratch {
    lines: Vec<Line>,
    sorted: Vec<usize>,
    extra: Vec<u64>,
}

impl Ranks {
    fn new(length: usize, bound: usize, width: usize) -> Option<Self> {
        let prefixes = length.checked_sub(1).map(|short| Prefixes::new(short, bound));
        Some(Self { prefixes: prefixes.map_or(Some(None), |prefixes| prefixes.map(Some))?, width })
    }

    fn count(&self) -> Option<usize> {
        self.prefixes.as_ref().map_or(Some(1), |prefixes| prefixes.count().checked_mul(self.width))
    }

    fn number(&self, list: &[usize]) -> usize {
        match (&self.prefixes, list) {
            (Some(prefixes), [prefix @ .., last]) => prefixes.number(prefix) * self.width + last,
            _ => 0,
        }
    }
}

impl Lines {
    fn new(moves: &Coupled, sides: &[usize], budget: &Budget) -> Option<Self> {
        let (heaps, width) = (sides.len(), sides[sides.len() - 1]);
        let bound = heaps.checked_sub(2).map_or(1, |last| sides[last]);
        let mut families = Vec::new();
        let mut count = 0usize;
        for touched in 1..=heaps {
            if moves.takes.iter().all(|take| touches_same(take) != Some(touched)) {
                continue;
            }
            let untouched = Ranks::new(heaps - touched, bound, width)?;
            let gaps = Ranks::new(touched - 1, bound, width)?;
            let first = count;
            let each = gaps.count()?;
            count = untouched.count()?.checked_mul(each)?.checked_add(count)?;
            families.push(Family { touched, untouched, gaps, each, first });
        }
        if families.is_empty() {
            return None;
        }
        // Each move takes a stone at least, so no value exceeds their number.
        let words = sides.iter().map(|side| side - 1).sum::<usize>() / 64 + 1;
        let room = count.checked_mul(words + 1)?;
        budget.reserve_each(room, 8).ok()?;
        let sets = std::iter::repeat_with(AtomicU64::default).take(room).collect();
        let others = moves.takes.iter().any(|take| touches_same(take).is_none());
        Some(Self { families, sets, words, others })
    }

    /// Finds the lines of a row.
    fn of_row(&self, prefix: &[usize], start: usize, lines: &mut Vec<Line>) {
        lines.clear();
        let (mut still, mut touched) = (Vec::new(), Vec::new());
        for family in &self.families {
            for chosen in 0u32..1 << (prefix.len() + 1) {
                if chosen.count_ones() as usize != family.touched {
                    continue;
                }
                still.clear();
                touched.clear();
                for (heap, &size) in prefix.iter().chain([&start]).enumerate() {
                    if chosen >> heap & 1 == 1 { touched.push(size) } else { still.push(size) }
                }
                let running = chosen >> prefix.len() & 1 == 1;
                let least = touched[0];
                for size in &mut touched {
                    *size -= least;
                }
                let line = family.untouched.number(&still) * family.each + family.gaps.number(&touched[1..]);
                let step = if running { usize::from(family.touched > 1) } else { family.each };
                let room = self.words + 1;
                lines.push(Line { at: (family.first + line) * room, step: step * room });
            }
        }
    }

    /// Computes the values of a row.
    fn row(
        &self,
        table: &BoxTable,
        moves: &Coupled,
        prefix: &mut Vec<usize>,
        start: usize,
        scratch: &mut Scratch,
        budget: &Budget,
    ) -> Result<()> {
        let Scratch { lines, sorted, extra } = scratch;
        let fixed = prefix.len();
        self.of_row(prefix, start, lines);
        prefix.push(start);
        for last in start..table.sides()[fixed] {
            budget.step()?;
            prefix[fixed] = last;
            if self.others {
                extra.fill(0);
                let others = |take: &_| touches_same(take).is_none();
                table.for_each_known(moves, others, prefix, sorted, budget, &mut |value| {
                    super::bits::set(extra, value as usize);
                })?;
            }
            let mut word = 0;
            for line in &*lines {
                word = word.max(self.load(line.at));
            }
            let mut word = usize::try_from(word).unwrap_or(usize::MAX);
            let free = loop {
                let seen = lines.iter().fold(extra[word], |seen, line| seen | self.load(line.at + 1 + word));
                if seen != u64::MAX {
                    break !seen & seen.wrapping_add(1);
                }
                word += 1;
            };
            for line in &mut *lines {
                let slot = line.at + 1 + word;
                let set = self.load(slot) | free;
                self.store(slot, set);
                if set == u64::MAX {
                    self.skip_full(line.at);
                }
                line.at += line.step;
            }
            let value = word * 64 + free.trailing_zeros() as usize;
            table.set(prefix, u32::try_from(value).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    /// Updates the number of full words of a line.
    fn skip_full(&self, at: usize) {
        let words = &self.sets[at + 1..][..self.words];
        let full = words.iter().take_while(|word| word.load(Ordering::Relaxed) == u64::MAX).count();
        self.store(at, full as u64);
    }

    fn load(&self, at: usize) -> u64 {
        self.sets[at].load(Ordering::Relaxed)
    }

    fn store(&self, at: usize, word: u64) {
        self.sets[at].store(word, Ordering::Relaxed);
    }
}
