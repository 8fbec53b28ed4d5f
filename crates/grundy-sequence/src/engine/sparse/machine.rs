//! Switches between witnesses and blocks, and keeps the state.

use super::blocks::{self, Blocks, Ended, first_block};
use super::cover::BLOCK;
use super::dense::{self, Dense, Known};
use super::pairs::Pairs;
use super::space::Space;
use super::team::Jobs;
use crate::values::Gap;
use grundy_core::error::{Error, Result};

/// The current method of computing values.
#[derive(Debug)]
pub(crate) enum State {
    Dense(Box<Dense>),
    Blocks(Box<Blocks>),
}

/// The result of a job.
#[derive(Debug)]
pub(crate) enum Done {
    Open(dense::Opened),
    Block(blocks::Done),
}

impl Jobs for Machine {
    type Done = Done;

    fn jobs(&self) -> usize {
        match &self.state {
            State::Dense(dense) => dense.parts(),
            State::Blocks(blocks) => blocks.jobs(),
        }
    }

    fn work(&self, job: usize) -> Done {
        match &self.state {
            State::Dense(dense) => Done::Open(dense.open(&self.pairs, job)),
            State::Blocks(blocks) => Done::Block(blocks.work(&self.pairs, job)),
        }
    }
}

/// Values of a game of pairs.
#[derive(Debug)]
pub(crate) struct Machine {
    pairs: Pairs,
    pub(crate) state: State,
    /// The length at which a sparse space is searched for again.
    next_look: usize,
    /// Blocks ran out of codes and are no longer used.
    full: bool,
    /// The effort of earlier states.
    spent: u64,
}

/// Number of values before the first search for a sparse space.
const FIRST_LOOK: usize = 4096;
/// A sparse space has at most one rare position among this many positions.
const SPARSE: usize = 16;
/// Codes of blocks must fit a byte.
const MOST_CODES: u16 = 256;

impl Machine {
    pub(crate) fn new(pairs: Pairs) -> Self {
        Self { pairs, state: State::Dense(Box::default()), next_look: FIRST_LOOK, full: false, spent: 0 }
    }

    /// Takes over values from an earlier run, after the first `length` values here.
    pub(crate) fn restore(&mut self, mut length: usize, mut values: &[u16]) -> Result<()> {
        while let State::Blocks(blocks) = &mut self.state {
            let taken = blocks.restore(length, values);
            (length, values) = (length + taken, &values[taken..]);
            let Some(&value) = values.first() else { return Ok(()) };
            if blocks.take_new_bit(value) {
                (length, values) = (length + 1, &values[1..]);
            } else {
                self.leave_blocks(None)?;
            }
        }
        let State::Dense(dense) = &mut self.state else { return Ok(()) };
        let mut all = std::mem::take(&mut dense.values);
        all.truncate(length);
        all.extend_from_slice(values);
        self.next_look = all.len().max(FIRST_LOOK).next_multiple_of(BLOCK);
        **dense = Dense::new(all);
        if dense.values.len() >= FIRST_LOOK {
            self.look();
        }
        Ok(())
    }

    /// Drops codes that are not needed, see [`Blocks::forget`].
    pub(crate) fn forget(&mut self, saved: usize, keep: usize) -> usize {
        match &mut self.state {
            State::Dense(_) => 0,
            State::Blocks(blocks) => blocks.forget(&self.pairs, saved, keep),
        }
    }

    /// What was dropped.
    pub(crate) fn gap(&self) -> Gap {
        match &self.state {
            State::Dense(_) => Gap::default(),
            State::Blocks(blocks) => blocks.gap,
        }
    }

    /// The sparse space in use, and the rare positions.
    pub(crate) fn rares(&self) -> Option<(Space, &[u32])> {
        match &self.state {
            State::Dense(dense) => dense.known.as_ref().map(|known| (known.space, &known.rares[..])),
            State::Blocks(blocks) => Some((blocks.space, &blocks.rares)),
        }
    }

    /// The approximate number of options examined.
    pub(crate) fn effort(&self) -> u64 {
        self.spent
            + match &self.state {
                State::Dense(dense) => dense.effort,
                State::Blocks(blocks) => blocks.effort,
            }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.state {
            State::Dense(dense) => dense.values.len(),
            State::Blocks(blocks) => blocks.good + blocks.gap.dropped,
        }
    }

    /// Bytes in use, besides one for each value.
    pub(crate) fn more_bytes(&self) -> usize {
        match &self.state {
            State::Dense(dense) => dense.values.len(),
            State::Blocks(blocks) => blocks.more_bytes(),
        }
    }

    /// Plans a phase that computes at most some ten thousand values, up to about `wanted`,
    /// for this number of threads.
    pub(crate) fn plan(&mut self, wanted: usize, threads: usize) {
        if let State::Dense(dense) = &self.state
            && dense.values.len() == self.next_look
        {
            self.look();
        }
        match &mut self.state {
            State::Dense(dense) => dense.plan(&self.pairs, self.next_look, threads),
            State::Blocks(blocks) => blocks.plan(&self.pairs, wanted - blocks.gap.dropped, threads),
        }
    }

    /// Ends a phase. An error if a value is too large for every method, or depends on values that were dropped.
    pub(crate) fn settle(&mut self, done: Vec<Done>) -> Result<()> {
        match &mut self.state {
            State::Dense(dense) => {
                let opened = done.into_iter().filter_map(|done| match done {
                    Done::Open(opened) => Some(opened),
                    Done::Block(_) => None,
                });
                let settled = dense.settle(&self.pairs, opened.collect());
                settled.ok_or_else(|| Error::limit("error.heap-too-large"))?;
            }
            State::Blocks(blocks) => {
                let done = done.into_iter().filter_map(|done| match done {
                    Done::Block(done) => Some(done),
                    Done::Open(_) => None,
                });
                match blocks.settle(done.collect()) {
                    Some(Ended::Rare(value)) if blocks.take_new_bit(value) => {}
                    None => {}
                    Some(Ended::Rare(value)) => self.leave_blocks(Some(value))?,
                    Some(Ended::Large) => {
                        self.leave_blocks(None)?;
                        self.full = true;
                    }
                    Some(Ended::Forgotten) => return Err(forgotten()),
                }
            }
        }
        Ok(())
    }

    /// Searches for a sparse space and switches to blocks if one is good enough.
    fn look(&mut self) {
        let State::Dense(dense) = &mut self.state else { return };
        let n = dense.values.len();
        self.next_look = (n + n / 8).next_multiple_of(BLOCK);
        let Some((space, rares)) = best_space(&dense.values, &self.pairs) else { return };
        let last = rares.last().map_or(0, |r| *r as usize);
        if rares.len() * SPARSE > n {
            dense.known = Some(Known { space, rares });
            return;
        }
        let first = first_block(&self.pairs, last);
        let greatest = dense.values.iter().map(|v| space.code(*v)).max().unwrap_or(0);
        if self.full || greatest >= MOST_CODES {
            dense.known = Some(Known { space, rares });
            return;
        }
        if n < first {
            self.next_look = self.next_look.min(first.next_multiple_of(BLOCK));
            dense.known = Some(Known { space, rares });
            return;
        }
        self.spent += dense.effort;
        self.state = State::Blocks(Box::new(Blocks::new(&self.pairs, space, &dense.values, rares)));
    }

    /// Switches back to witnesses, with one more value.
    fn leave_blocks(&mut self, value: Option<u16>) -> Result<()> {
        let State::Blocks(blocks) = &self.state else { return Ok(()) };
        if blocks.gap.dropped > 0 {
            return Err(forgotten());
        }
        self.spent += blocks.effort;
        let values = blocks.values().chain(value).collect::<Vec<_>>();
        let n = values.len();
        self.next_look = (n + 1).next_multiple_of(BLOCK);
        let mut dense = Dense::new(values);
        let mut rares = blocks.rares.clone();
        rares.extend(value.and(u32::try_from(n - 1).ok()));
        dense.known = Some(Known { space: blocks.space, rares });
        self.state = State::Dense(Box::new(dense));
        Ok(())
    }
}

/// The next value depends on values that were dropped.
fn forgotten() -> Error {
    Error::limit("error.values-forgotten")
}

/// The space with the fewest rare positions, and these positions.
fn best_space(values: &[u16], pairs: &Pairs) -> Option<(Space, Vec<u32>)> {
    let greatest = values.iter().copied().max()?;
    let mut histogram = [(); 2].map(|()| vec![0; usize::from(greatest) + 1]);
    for (n, &value) in values.iter().enumerate() {
        histogram[n & 1][usize::from(value)] += 1;
    }
    let (space, _) = Space::best(&histogram, pairs.parity())?;
    let rares = (1u32..).zip(&values[1..]).filter(|(n, v)| space.is_rare(**v, *n as usize));
    Some((space, rares.map(|(n, _)| n).collect()))
}
