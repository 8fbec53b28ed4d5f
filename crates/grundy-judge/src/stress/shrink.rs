//! Shrinks a failing input.

use dashu_int::IBig;

use super::allowed::allowed;
use super::cold::Cold;
use super::draw::Draw;
use super::edits::Edits;
use super::generate::{joined, pack};
use super::numbers::Chance;
use super::record::{Record, blank};
use super::small::{can_be_listed, up_to};
use super::trial::{Failing, Kind, Stop, Trial};
use crate::expr::{Expr, Kind as ExprKind};
use crate::profile::Profile;

/// When many small inputs are tried, they are packed in batches of these sizes, the smallest inputs first.
const PIECES: [usize; 4] = [50, 500, 5_000, usize::MAX];

/// The most smaller inputs that are all tried: in few runs, or in a run for each.
const MOST_TOGETHER: usize = 60_000;
const MOST_ALONE: usize = 600;

/// How far an input was shrunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// No smaller neighbour fails.
    pub minimal: bool,
    /// No smaller input fails: all were tried.
    pub smallest: bool,
}

/// A failing input, shrunk until no smaller neighbour fails.
pub struct Shrinker<'t, 'a, 'j, 's, 'c> {
    pub trial: &'t mut Trial<'a, 'j, 's>,
    pub cold: Option<&'t mut Cold<'j, 'c>>,
    pub chance: Chance,
    pub input: Record,
    pub failing: Failing,
}

impl Shrinker<'_, '_, '_, '_, '_> {
    /// Shrinks as far as the time allows.
    pub fn shrink(&mut self) -> Result<Shrunk, Stop> {
        let mut shrunk = Shrunk { minimal: false, smallest: false };
        let done = self.all().and_then(|()| {
            shrunk.minimal = true;
            self.all_smaller()
        });
        match done {
            Ok(smallest) => shrunk.smallest = smallest,
            Err(Stop::Time | Stop::Costly | Stop::Cut(_) | Stop::Interrupted) => {}
            Err(stop) => return Err(stop),
        }
        Ok(shrunk)
    }

    /// Tries all inputs that are smaller, the smallest first, where they are few enough. `true` if all were tried.
    fn all_smaller(&mut self) -> Result<bool, Stop> {
        let profile = self.trial.judge.profile;
        let is_grouped = profile.pattern.levels.len() > 1;
        if !can_be_listed(profile) || self.input.questions() != 1 {
            return Ok(false);
        }
        let many = is_grouped && self.failing.kind == Kind::Wrong && self.input.inner.len() == 1;
        let most = if many { MOST_TOGETHER } else { MOST_ALONE };
        let size = self.input.size();
        let mut draw = Draw::new(profile, 0);
        let mut slots = blank(&profile.pattern);
        let mut root = self.input.clone();
        root.inner.clear();
        let mut weight = size.weight.clone();
        if is_grouped {
            weight -= root.size().weight;
            root.show(&mut slots);
            // The numbers before the group are those of every input with one question, or there are more to try.
            let may_differ = root.values.iter().any(|(slot, _)| !is_count_of_group(profile, *slot));
            if may_differ {
                return Ok(false);
            }
        }
        // All inputs up to the weight of this one, or else up to the greatest weight that does not have too many.
        let level = usize::from(is_grouped);
        let mut small = up_to(&mut draw, level, &mut slots, &weight, most);
        let reaches = small.is_all;
        let mut below = IBig::ONE;
        while !reaches && below < weight {
            let lighter = up_to(&mut draw, level, &mut slots, &below, most);
            if !lighter.is_all {
                break;
            }
            small = lighter;
            below = &below + &below / IBig::from(3) + IBig::ONE;
        }
        if !small.is_all {
            return Ok(false);
        }
        let inputs = small.records.into_iter().filter_map(|record| {
            if is_grouped { joined(profile, &root, std::slice::from_ref(&record)) } else { Some(record) }
        });
        let smaller: Vec<Record> =
            inputs.filter(|input| input.size() < size && allowed(profile, input)).collect();
        let found = if many { self.together(smaller)? } else { self.one_by_one(smaller)? };
        Ok(found || reaches)
    }

    fn all(&mut self) -> Result<(), Stop> {
        self.one_record()?;
        loop {
            let profile = self.trial.judge.profile;
            let mut edits = Edits::of(profile, &self.input);
            // Many questions fit into one run only if an input has a group.
            let many = profile.pattern.levels.len() > 1
                && self.failing.kind == Kind::Wrong
                && self.input.inner.len() == 1;
            if many {
                edits.sweep(&self.input, self.cold.as_deref_mut(), &mut self.chance);
            }
            let smaller = edits.into_sorted();
            let found = if many { self.together(smaller)? } else { self.one_by_one(smaller)? };
            if !found {
                return Ok(());
            }
        }
    }

    /// Runs the program on an input; keeps the input if it fails.
    fn fails(&mut self, input: Record) -> Result<bool, Stop> {
        let found = match self.trial.run(&input) {
            // An input that the judge cannot answer is skipped.
            Err(Stop::Judge(_)) => None,
            other => other?,
        };
        let Some(failing) = found else { return Ok(false) };
        self.failing = failing;
        self.input = input;
        Ok(true)
    }

    fn one_by_one(&mut self, smaller: Vec<Record>) -> Result<bool, Stop> {
        for input in smaller {
            if self.fails(input)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Packs the records of many inputs with one record each into few inputs.
    fn together(&mut self, smaller: Vec<Record>) -> Result<bool, Stop> {
        let (single, several): (Vec<_>, Vec<_>) =
            smaller.into_iter().partition(|input| input.inner.len() == 1 && same_root(input, &self.input));
        let mut rest: Vec<Record> = single.into_iter().flat_map(|input| input.inner).collect();
        let mut sizes = PIECES.into_iter();
        while !rest.is_empty() {
            let size = sizes.next().unwrap_or(usize::MAX).min(rest.len());
            let behind = rest.split_off(size);
            if self.first_of(std::mem::replace(&mut rest, behind))? {
                return Ok(true);
            }
        }
        self.one_by_one(several)
    }

    /// Looks for the first record that fails, in as few runs as possible.
    fn first_of(&mut self, blocks: Vec<Record>) -> Result<bool, Stop> {
        let profile = self.trial.judge.profile;
        let mut root = self.input.clone();
        root.inner.clear();
        let mut waiting = blocks;
        loop {
            let mut failed = None;
            let mut seen = 0;
            for input in pack(profile, &root, waiting.clone()) {
                let found = match self.trial.run(&input) {
                    Err(Stop::Judge(_)) => None,
                    other => other?,
                };
                if let Some(failing) = found {
                    failed = Some((input, failing));
                    break;
                }
                seen += input.inner.len();
            }
            let Some((input, failing)) = failed else { return Ok(false) };
            let Some([question, _]) = failing.question else {
                // The failing record is unknown, for example after a crash: try them one by one.
                let inputs = waiting.into_iter().flat_map(|block| pack(profile, &root, vec![block]));
                return self.one_by_one(inputs.collect());
            };
            let block = block_of(&input, question);
            let alone = input.inner.get(block).cloned().into_iter().collect();
            for input in pack(profile, &root, alone) {
                if self.fails(input)? {
                    return Ok(true);
                }
            }
            // It fails only after other records. Continue with those after it.
            waiting.drain(..(seen + block + 1).min(waiting.len()));
        }
    }

    /// Reduces the input to the failing question, if it fails without the others.
    fn one_record(&mut self) -> Result<(), Stop> {
        let profile = self.trial.judge.profile;
        if self.input.inner.len() < 2 {
            return Ok(());
        }
        let mut root = self.input.clone();
        let blocks = std::mem::take(&mut root.inner);
        if let Some([question, _]) = self.failing.question {
            let block = block_of(&self.input, question);
            for input in pack(profile, &root, vec![blocks[block].clone()]) {
                if self.fails(input)? {
                    return Ok(());
                }
            }
        }
        // Leaves out smaller and smaller pieces, as long as the input still fails.
        let mut size = self.input.inner.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < self.input.inner.len() && self.input.inner.len() > 1 {
                let to = (from + size).min(self.input.inner.len());
                let mut blocks = self.input.inner.clone();
                blocks.drain(from..to);
                let inputs = if blocks.is_empty() { Vec::new() } else { pack(profile, &root, blocks) };
                let kept = match &inputs[..] {
                    [input] if input.inner.len() < self.input.inner.len() => self.fails(input.clone())?,
                    _ => false,
                };
                if !kept {
                    from = to;
                }
            }
            if size == 1 {
                return Ok(());
            }
            size = size.div_ceil(2);
        }
    }
}

/// Whether a name is the number of records of the outermost group.
fn is_count_of_group(profile: &Profile, slot: usize) -> bool {
    matches!(&profile.pattern.levels[1].times, Some(Expr { kind: ExprKind::Slot(counted), .. }) if *counted == slot)
}

fn same_root(a: &Record, b: &Record) -> bool {
    a.values == b.values
}

/// The record of the outermost group that contains a question.
fn block_of(input: &Record, question: usize) -> usize {
    let mut before = 0;
    for (i, block) in input.inner.iter().enumerate() {
        before += block.questions();
        if question < before {
            return i;
        }
    }
    input.inner.len().saturating_sub(1)
}
