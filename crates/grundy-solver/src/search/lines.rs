//! All positions with the same heaps, whatever was taken last: their options are looked up once.
//!
//! A move from one heap leads to heaps that depend on the amount alone; the latest take only says which amounts are
//! allowed. So each heap has one list of options by amount, its *line*, and from one latest take to the next only
//! the options come and go that one allows and the other does not: at most two for `any except last`, `last..2*last`
//! and the like, instead of all.

use grundy_core::limits::Budget;
use grundy_core::rules::Source;
use grundy_core::rules::words::{Range, WordEnv};

use super::bounds::Bounds;
use super::halt::{Flow, Halt};
use super::moves::{Program, Take};
use super::runs::{self, Run, Runs};
use super::table::Table;
use super::tally::Tally;
use super::verdicts::{Verdict, Verdicts};
use super::words::{LAST, Words};

/// A game of takes from one heap at a time, in which only the latest take is remembered.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    program: &'a Program,
    kinds: Vec<Kind<'a>>,
    /// Number of values of the latest take.
    lasts: usize,
    misere: bool,
}

/// One kind of move.
#[derive(Debug)]
struct Kind<'a> {
    take: &'a Take,
    /// The amounts after each take, if they do not depend on the heaps: all ranges, and where those of a take end. The
    /// start is left out, whose amounts may depend on them all the same.
    listed: Option<(Vec<Range>, Vec<usize>)>,
}

/// Working memory.
#[derive(Debug, Default)]
pub(super) struct LineRoom {
    lines: Vec<Line>,
    option: Vec<Words>,
    tally: Tally,
    spare: Vec<Range>,
    allowed: Vec<Range>,
    runs: Vec<Run>,
}

/// The options of one kind of move from one heap.
#[derive(Debug, Default)]
struct Line {
    kind: usize,
    size: u64,
    /// The verdict on the option of each amount, from 1 on.
    options: Vec<Verdict>,
    /// The amounts that are counted now.
    counted: Vec<Range>,
}

impl<'a> Lines<'a> {
    /// The lines of a game within bounds, if it has this form. Reserves memory, and adds it to `reserved`.
    pub(super) fn new(
        program: &'a Program,
        bounds: &Bounds,
        misere: bool,
        reserved: &mut u64,
        budget: &Budget,
    ) -> Flow<Option<Self>> {
        let only_last = bounds.past.iter().enumerate().all(|(entry, count)| entry == LAST || *count == 1);
        let Some(takes) = program.takes_from_one().filter(|_| only_last) else { return Ok(None) };
        let lasts = usize::try_from(bounds.past[LAST]).map_err(|_| Halt::Unfit)?;
        let env = program.env(&Words::default());
        let mut kinds = Vec::with_capacity(takes.len());
        for take in takes {
            if take.amounts.of_heaps {
                kinds.push(Kind { take, listed: None });
                continue;
            }
            let (mut all, mut ends, mut spare) = (Vec::new(), Vec::with_capacity(lasts), Vec::new());
            ends.push(0);
            for last in 1..lasts {
                budget.check_time()?;
                let ranges = amounts(take, last, env, bounds.most, &mut spare)?;
                let bytes = (size_of_val(ranges) + size_of::<usize>()) as u64;
                budget.reserve(bytes)?;
                *reserved += bytes;
                all.extend_from_slice(ranges);
                ends.push(all.len());
            }
            kinds.push(Kind { take, listed: Some((all, ends)) });
        }
        Ok(Some(Self { program, kinds, lasts, misere }))
    }

    /// The verdicts on the positions with the heaps of `state`, by the latest take. Those on all options are known.
    pub(super) fn row(
        &self,
        state: &Words,
        known: (&Table, &Verdicts),
        room: &mut LineRoom,
        row: &mut Vec<Verdict>,
        budget: &Budget,
    ) -> Flow {
        let used = self.lay(state, known, room)?;
        let LineRoom { lines, tally, spare, allowed, .. } = room;
        tally.clear();
        let env = self.program.env(state);
        for last in 0..self.lasts {
            if last % 4096 == 4095 {
                budget.check_time()?;
            }
            let mut changed = last == 0;
            for line in &mut lines[..used] {
                let Kind { take, listed } = &self.kinds[line.kind];
                let ranges = match listed {
                    Some((all, ends)) if last > 0 => &all[ends[last - 1]..ends[last]],
                    _ => amounts(take, last, WordEnv { n: line.size, ..env }, line.size, spare)?,
                };
                let [least, most] = fitting(take, line.size);
                allowed.clear();
                let clipped = ranges.iter().map(|&(lo, hi)| (lo.max(least), hi.min(most)));
                allowed.extend(clipped.filter(|(lo, hi)| lo <= hi));
                if *allowed == line.counted {
                    continue;
                }
                changed = true;
                let options = &line.options;
                beyond(&line.counted, allowed, |k| tally.remove(options[k]));
                beyond(allowed, &line.counted, |k| tally.add(options[k]));
                std::mem::swap(&mut line.counted, allowed);
            }
            row.push(match row.last() {
                Some(same) if !changed => *same,
                _ => tally.verdict(self.misere),
            });
        }
        Ok(())
    }

    /// Solves the positions with the heaps of `state`, and adds them as the next row. Those on all options are known.
    pub(super) fn run(
        &self,
        state: &Words,
        table: &Table,
        verdicts: &mut Verdicts,
        room: &mut LineRoom,
        budget: &Budget,
    ) -> Flow {
        let used = self.lay(state, (table, verdicts), room)?;
        let LineRoom { lines, tally, spare, runs, .. } = room;
        let lines = &lines[..used];
        runs.clear();
        tally.clear();
        runs::extend(runs, 0, tally.verdict(self.misere));
        let most = |line: &Line| fitting(self.kinds[line.kind].take, line.size)[1];
        for k in 1..=lines.iter().map(most).max().unwrap_or(0) {
            for line in lines.iter().filter(|line| k <= most(line)) {
                tally.add(line.options[place(k)]);
            }
            runs::extend(runs, u32::try_from(k).map_err(|_| Halt::Unfit)?, tally.verdict(self.misere));
        }
        tally.clear();
        let mut start = None;
        for line in lines {
            let Kind { take, .. } = &self.kinds[line.kind];
            let env = WordEnv { n: line.size, ..self.program.env(state) };
            let ranges = amounts(take, 0, env, line.size, spare)?;
            if let (&[(1, most)], 1) = (ranges, lines.len()) {
                start = runs::at(runs, u32::try_from(most).unwrap_or(u32::MAX), self.misere);
                break;
            }
            for &(lo, hi) in ranges {
                (lo.max(1)..=hi.min(most(line))).for_each(|k| tally.add(line.options[place(k)]));
            }
        }
        let start = start.unwrap_or_else(|| tally.verdict(self.misere));
        let rows = verdicts.as_rows().ok_or(Halt::Unfit)?;
        rows.push(start, runs, budget)
    }

    /// Looks up the options of every line; returns the number of lines.
    fn lay(&self, state: &Words, (table, verdicts): (&Table, &Verdicts), room: &mut LineRoom) -> Flow<usize> {
        let LineRoom { lines, option, .. } = room;
        option.resize(1, Words::default());
        let mut used = 0;
        for (kind, Kind { take, .. }) in self.kinds.iter().enumerate() {
            let wanted = match take.source {
                Source::Max => state.heaps.last(),
                Source::Min => state.heaps.first(),
                _ => None,
            };
            for (heap, &size) in state.heaps.iter().enumerate() {
                let again = heap > 0 && state.heaps[heap - 1] == size;
                if size == 0 || again || wanted.is_some_and(|wanted| *wanted != size) {
                    continue;
                }
                if used == lines.len() {
                    lines.push(Line::default());
                }
                let line = &mut lines[used];
                used += 1;
                (line.kind, line.size) = (kind, size);
                line.counted.clear();
                line.options.clear();
                option[0].clone_from(state);
                let mut at = heap;
                for k in 1..=size {
                    let words = &mut option[0];
                    words.heaps[at] = size - k;
                    while at > 0 && words.heaps[at - 1] > words.heaps[at] {
                        words.heaps.swap(at - 1, at);
                        at -= 1;
                    }
                    words.past[LAST] = k + 1;
                    let number = usize::try_from(table.number(option)).map_err(|_| Halt::Unfit)?;
                    line.options.push(verdicts.get(number).ok_or(Halt::Unfit)?);
                }
            }
        }
        Ok(used)
    }
}

/// No rows of a game in which the latest take decides only how many stones may be taken, if it is such a game.
pub(super) fn runs(program: &Program, bounds: &Bounds, budget: &Budget) -> Flow<Option<Runs>> {
    let Some(take) = one_kind(program, bounds) else { return Ok(None) };
    let width = usize::try_from(bounds.past[LAST]).map_err(|_| Halt::Unfit)?;
    let bytes = (width * size_of::<u32>()) as u64;
    budget.reserve(bytes)?;
    let mut limits = Vec::with_capacity(width);
    limits.push(0);
    for last in 1..width {
        if last % 4096 == 0 {
            budget.check_time()?;
        }
        let Some(limit) = limit(program, take, last, bounds.most)? else {
            budget.release(bytes);
            return Ok(None);
        };
        limits.push(limit);
    }
    Ok(Some(Runs::new(limits, bytes)))
}

/// Whether [`runs`] will find such a game, by some takes.
pub(super) fn may_run(program: &Program, bounds: &Bounds) -> bool {
    let lasts = bounds.past[LAST];
    one_kind(program, bounds).is_some_and(|take| {
        [1, 2, lasts / 2, lasts - 1].into_iter().filter(|last| (1..lasts).contains(last)).all(|last| {
            let last = usize::try_from(last).unwrap_or(usize::MAX);
            matches!(limit(program, take, last, bounds.most), Ok(Some(_)))
        })
    })
}

/// The kind of move of a game that has no other, whose amounts do not depend on the heaps and may leave stones.
fn one_kind<'p>(program: &'p Program, bounds: &Bounds) -> Option<&'p Take> {
    let only_last = bounds.past.iter().enumerate().all(|(entry, count)| entry == LAST || *count == 1);
    let takes = program.takes_from_one().filter(|_| only_last)?;
    let &[take] = &takes[..] else { return None };
    (!take.amounts.of_heaps && take.counts.contains(&1)).then_some(take)
}

/// How many stones may be taken after a take, if this is all that the take decides.
fn limit(program: &Program, take: &Take, last: usize, most: u64) -> Flow<Option<u32>> {
    let mut spare = Vec::new();
    Ok(match amounts(take, last, program.env(&Words::default()), most, &mut spare)? {
        [] => Some(0),
        &[(1, hi)] => Some(u32::try_from(hi).unwrap_or(u32::MAX)),
        _ => None,
    })
}

/// The place of an amount, which is at most the size of a heap that has that many options.
fn place(k: u64) -> usize {
    usize::try_from(k - 1).unwrap_or(usize::MAX)
}

/// The amounts that a kind of move allows after a take: `last` is this take and one more, or 0 at the start.
fn amounts<'s>(
    take: &'s Take,
    last: usize,
    env: WordEnv,
    most: u64,
    spare: &'s mut Vec<Range>,
) -> Flow<&'s [Range]> {
    let set = match &take.amounts.first {
        Some(first) if last == 0 => first,
        _ => &take.amounts.later,
    };
    let env = WordEnv { last: last.checked_sub(1).map(|last| last as u64), ..env };
    Ok(set.ranges(&env, most, spare)?)
}

/// The least and the greatest amount that leave what a move may leave of a heap.
fn fitting(take: &Take, size: u64) -> [u64; 2] {
    let [nothing, rest] = [0, 1].map(|count| take.counts.contains(&count));
    [if rest { 1 } else { size }, if nothing { size } else { size - 1 }]
}

/// Calls `each` with the place of every amount that is in `a` and not in `b`; both are sorted and have no amount twice.
fn beyond(a: &[Range], b: &[Range], mut each: impl FnMut(usize)) {
    let mut rest = b;
    for &(lo, hi) in a {
        let mut from = lo;
        while from <= hi {
            while rest.first().is_some_and(|(_, end)| *end < from) {
                rest = &rest[1..];
            }
            let (cut, end) = rest.first().copied().unwrap_or((u64::MAX, u64::MAX));
            for k in from..cut.min(hi + 1).max(from) {
                each(place(k));
            }
            if cut > hi {
                break;
            }
            from = end.saturating_add(1).max(from);
        }
    }
}
