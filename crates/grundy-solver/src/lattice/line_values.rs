//! Values of games with moves that take any number, the same from each of some heaps.
//!
//! Such a move leads along a line: the untouched heaps stay, and so do the differences of the touched heaps.
//! No two positions of a line have the same value, so a line is a set of bits, one for each value it has so
//! far. The value of a position is the first that none of its lines has; options by other moves are looked up
//! and join the set. A position costs a few words for each of its lines, instead of a look at every option.
//!
//! Whether a value below 448 is free depends on values below 448 alone. So if all moves lead along lines, first
//! all positions with such values are found, then those with the next 448 values, and a line is one cache line
//! at a time. All lines of a few hundred stones stay in the cache.
//!
//! No option has a greater heap at any place, both sorted. So a row, whose fixed heaps are a list and one
//! more heap, needs rows with the same or an earlier list, and the same or a smaller heap after it. Threads
//! share the lists and take the heaps in order, each behind the list before. Positions of one line are options
//! of each other, so each line belongs to one thread at a time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::coupled::Coupled;
use super::dead_lines::touches_same;
use super::set::next_prefix;
use super::stages::Stages;
use super::table::BoxTable;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::prefixes::Prefixes;

/// Below this number of cells one thread is done before others have started.
const WORTH_THREADS: usize = 1 << 14;
/// Words of a line at a time. With the number of full ones they are a cache line.
const WORDS: usize = 7;
/// Fewer words are in a near cache.
const FAR: usize = 1 << 17;
/// The value of a position that has none yet.
const UNKNOWN: u32 = u32::MAX;

/// Fills the table if lines help with these moves and there is memory for them; says whether it did.
pub(super) fn fill(table: &BoxTable, moves: &Coupled, budget: &Budget) -> Result<bool> {
    let before = budget.reserved();
    let Some(mut lines) = Lines::new(moves, table.sides(), budget) else { return Ok(false) };
    let (fixed, sides) = (table.sides().len() - 1, table.sides());
    // With one fixed heap there is one list.
    let threads =
        if fixed > 1 && table.cells() >= WORTH_THREADS { budget.limits().thread_count() } else { 1 };
    let lists: Vec<Vec<usize>> = {
        let sides = &sides[..fixed.saturating_sub(1)];
        std::iter::successors(Some(vec![0; sides.len()]), |list| next_prefix(list, sides)).collect()
    };
    let heaps = fixed.checked_sub(1).map_or(1, |last| sides[last]);
    table.set_all(UNKNOWN);
    while lines.first < lines.all_words {
        let begin = || Scratch { lines: Vec::new(), sorted: Vec::new(), extra: vec![0; lines.words] };
        let is_done = AtomicBool::new(true);
        let stages = Stages::new(std::iter::repeat_n((), heaps));
        stages.run(threads, lists.len(), budget, begin, |stages, scratch, item, budget| {
            stages.pass(item, |heap, ()| {
                let mut prefix = lists[item].clone();
                if prefix.last().is_some_and(|last| *last > heap) {
                    return Ok(());
                }
                if fixed > 0 {
                    prefix.push(heap);
                }
                if !lines.row(table, moves, &mut prefix, scratch, budget)? {
                    is_done.store(false, Ordering::Relaxed);
                }
                Ok(())
            })
        })?;
        if is_done.into_inner() {
            break;
        }
        lines.next();
    }
    budget.release(budget.reserved() - before);
    Ok(true)
}

/// The lines of a box, each with those of some values that it has.
struct Lines {
    families: Vec<Family>,
    /// For each line the number of full words, and the words.
    sets: Vec<AtomicU64>,
    /// Where the first line is.
    start: usize,
    /// Number of words of a line at a time, the first of them, and their number in all.
    words: usize,
    first: usize,
    all_words: usize,
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
            // An odd stride, so that the lines of a row do not compete for the same places of the cache.
            let each = gaps.count()? | 1;
            count = untouched.count()?.checked_mul(each)?.checked_add(count)?;
            families.push(Family { touched, untouched, gaps, each, first });
        }
        if families.is_empty() {
            return None;
        }
        // Each move takes a stone at least, so no value exceeds their number.
        let all_words = sides.iter().map(|side| side - 1).sum::<usize>() / 64 + 1;
        let others = moves.takes.iter().any(|take| touches_same(take).is_none());
        // Options by other moves are looked up once.
        let words = if others { all_words } else { all_words.min(WORDS) };
        let room = count.checked_mul(words + 1)?.checked_add(WORDS)?;
        budget.reserve_each(room, 8).ok()?;
        let sets: Vec<AtomicU64> = std::iter::repeat_with(AtomicU64::default).take(room).collect();
        // Cache lines have 64 bytes.
        let start = sets.as_ptr().align_offset(64).min(WORDS);
        Some(Self { families, sets, start, words, first: 0, all_words, others })
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
                lines.push(Line { at: self.start + (family.first + line) * room, step: step * room });
            }
        }
    }

    /// Goes on to the next values.
    fn next(&mut self) {
        self.first += self.words;
        self.sets.iter_mut().for_each(|word| *word.get_mut() = 0);
    }

    /// Computes those values of a row that are among the present ones. Whether the row has all its values.
    fn row(
        &self,
        table: &BoxTable,
        moves: &Coupled,
        prefix: &mut Vec<usize>,
        scratch: &mut Scratch,
        budget: &Budget,
    ) -> Result<bool> {
        let Scratch { lines, sorted, extra } = scratch;
        let fixed = prefix.len();
        let start = prefix.last().copied().unwrap_or(0);
        let cells = table.row(prefix);
        let mut is_done = true;
        // The cell that the lines are of.
        let mut reached = None;
        prefix.push(start);
        for (last, cell) in cells.iter().enumerate().skip(start) {
            if cell.load(Ordering::Relaxed) != UNKNOWN {
                continue;
            }
            if let Some(before) = reached.replace(last) {
                for line in &mut *lines {
                    line.at += line.step * (last - before);
                }
            } else {
                self.of_row(&prefix[..fixed], start, lines);
                for line in &mut *lines {
                    line.at += line.step * (last - start);
                }
                self.load_ahead(lines, cells.len() - last);
            }
            budget.step()?;
            if self.others {
                prefix[fixed] = last;
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
            let mut free = 0;
            while word < self.words {
                let seen = lines.iter().fold(extra[word], |seen, line| seen | self.load(line.at + 1 + word));
                if seen != u64::MAX {
                    free = !seen & (seen + 1);
                    break;
                }
                word += 1;
            }
            if free == 0 {
                is_done = false;
                continue;
            }
            for line in &*lines {
                let slot = line.at + 1 + word;
                let set = self.load(slot) | free;
                self.store(slot, set);
                if set == u64::MAX {
                    self.skip_full(line.at);
                }
            }
            let value = (self.first + word) * 64 + free.trailing_zeros() as usize;
            cell.store(u32::try_from(value).unwrap_or(u32::MAX), Ordering::Relaxed);
        }
        prefix.pop();
        Ok(is_done)
    }

    /// Loads those lines of the next cells that are far from each other, many at a time. A cell alone would wait
    /// for its line, as what comes next depends on it.
    fn load_ahead(&self, lines: &[Line], cells: usize) {
        if self.sets.len() < FAR {
            return;
        }
        let mut all = 0;
        for line in lines.iter().filter(|line| line.step > self.words + 1) {
            all |= (0..cells).fold(0, |all, cell| all | self.load(line.at + line.step * cell));
        }
        std::hint::black_box(all);
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
