//! From witnesses to blocks and back: which way goes on, and what is kept.

use super::blocks::{Blocks, Ended, first_block};
use super::dense::{Dense, Known};
use super::narrow::LANES;
use super::pairs::Pairs;
use super::space::Space;

/// The way values are made at present.
#[derive(Debug)]
pub(crate) enum State {
    Dense(Dense),
    Blocks(Blocks),
}

/// Values of a game of pairs.
#[derive(Debug)]
pub(crate) struct Machine {
    pairs: Pairs,
    pub(crate) state: State,
    /// At this length a sparse space is looked for again.
    next_look: usize,
    /// Blocks ran out of codes: no more of them.
    full: bool,
}

/// A first look at so many values.
const FIRST_LOOK: usize = 4096;
/// A sparse space has at most one rare position in so many.
const SPARSE: usize = 16;
/// Codes of blocks fit sets of so many.
const MOST_CODES: u16 = 64;

impl Machine {
    pub(crate) fn new(pairs: Pairs, values: Vec<u16>) -> Self {
        let next_look = values.len().max(FIRST_LOOK).next_multiple_of(LANES);
        Self { pairs, state: State::Dense(Dense::new(values)), next_look, full: false }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.state {
            State::Dense(dense) => dense.values.len(),
            State::Blocks(blocks) => blocks.codes.len(),
        }
    }

    /// Makes some more values, a few thousand at most. `None` where a value is too large for any of the
    /// ways.
    pub(crate) fn advance(&mut self) -> Option<()> {
        match &mut self.state {
            State::Dense(dense) => {
                if dense.values.len() == self.next_look {
                    self.look();
                    if matches!(self.state, State::Blocks(_)) {
                        return Some(());
                    }
                }
                let State::Dense(dense) = &mut self.state else { return Some(()) };
                dense.advance(&self.pairs, self.next_look)
            }
            State::Blocks(blocks) => {
                let end = blocks.codes.len().next_multiple_of(LANES) + (1 << 16);
                if !blocks.codes.len().is_multiple_of(LANES) {
                    self.leave_blocks(None);
                    return Some(());
                }
                match blocks.advance(&self.pairs, end) {
                    Ended::Whole => {}
                    Ended::Rare(value) => {
                        let greatest = blocks.codes.iter().copied().max().unwrap_or(0);
                        // A code has one bit less than its value.
                        let known = (u16::from(greatest) << 1 | 1).max(blocks.space.mask);
                        if value.leading_zeros() < known.leading_zeros() {
                            blocks.take_bit(value);
                        } else {
                            self.leave_blocks(Some(value));
                        }
                    }
                    Ended::Large => {
                        self.full = true;
                        self.leave_blocks(None);
                    }
                }
                Some(())
            }
        }
    }

    /// Looks for a sparse space and goes over to blocks where one is good enough.
    fn look(&mut self) {
        let State::Dense(dense) = &mut self.state else { return };
        let n = dense.values.len();
        self.next_look = (n + n / 8).next_multiple_of(512);
        let Some((space, rares)) = best_space(&dense.values, &self.pairs) else { return };
        let last = rares.last().map_or(0, |r| *r as usize);
        if rares.len() * SPARSE > n {
            dense.known = None;
            return;
        }
        let first = first_block(&self.pairs, last);
        let greatest = dense.values.iter().map(|v| space.code(*v)).max().unwrap_or(0);
        if self.full || greatest >= MOST_CODES {
            dense.known = Some(Known { space, rares });
            return;
        }
        if n < first {
            self.next_look = self.next_look.min(first.next_multiple_of(512));
            dense.known = Some(Known { space, rares });
            return;
        }
        let codes = dense.values.iter().map(|v| space.code(*v) as u8).collect();
        self.state = State::Blocks(Blocks::new(&self.pairs, space, codes, rares));
    }

    /// Back to witnesses, with a further value.
    fn leave_blocks(&mut self, value: Option<u16>) {
        let State::Blocks(blocks) = &self.state else { return };
        let values = decode(blocks).chain(value).collect::<Vec<_>>();
        let n = values.len();
        self.next_look = (n + 1).next_multiple_of(512);
        let mut dense = Dense::new(values);
        let mut rares = blocks.rares.clone();
        rares.extend(value.and(u32::try_from(n - 1).ok()));
        dense.known = Some(Known { space: blocks.space, rares });
        self.state = State::Dense(dense);
    }
}

/// The values of codes.
pub(crate) fn decode(blocks: &Blocks) -> impl Iterator<Item = u16> + '_ {
    let mut rares = blocks.rares.iter().peekable();
    blocks.codes.iter().enumerate().map(move |(n, &code)| {
        let rare = rares.next_if(|r| **r as usize == n).is_some();
        // The empty heap is in no list.
        if n == 0 { 0 } else { blocks.space.value(code.into(), n, rare) }
    })
}

/// The split with the fewest rare positions, and these.
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
