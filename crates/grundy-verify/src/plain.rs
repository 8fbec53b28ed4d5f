//! The values by their definition: the mex of the values of the options.

use crate::game::{EQUAL, Game, Leave, NONE, ONE, THREE, TWO, UNEQUAL};
use crate::sentence::{Error, Reason};
use crate::watch::{Stop, Watch};

/// Memory of the mark tables in bytes: 65536 marks of 8 bytes and as many of one.
const TABLES: u64 = 9 << 16;

/// G(0), G(1), ... and the state for computing the next one.
///
/// A value takes one step per option: for each amount about n / 2 steps if two heaps are left, and n^2 /
/// 12 if three are. If all large amounts are allowed, only the exceptions take steps.
pub struct Plain<'a> {
    game: &'a Game,
    values: Vec<u16>,
    /// The listed amounts that may leave one, two or three heaps.
    one: Vec<(usize, Leave)>,
    two: Vec<(usize, Leave)>,
    three: Vec<(usize, Leave)>,
    /// The values that are options of all further heaps, and the least other value.
    always: Vec<bool>,
    least: usize,
    /// The last heap of which a value was an option, plus 1.
    seen: Vec<u64>,
}

impl<'a> Plain<'a> {
    /// Allocates memory for `length` values, 2 bytes each.
    pub fn new(game: &'a Game, length: u64, watch: &mut Watch) -> Result<Self, Error> {
        let bytes = length.saturating_mul(2).saturating_add(TABLES);
        watch.reserve(bytes)?;
        let mut values = Vec::new();
        let room = usize::try_from(length).ok().and_then(|length| values.try_reserve_exact(length).ok());
        room.ok_or_else(|| Error::memory(bytes, bytes))?;
        let with = |which| game.with(which, length);
        Ok(Self {
            game,
            values,
            one: with(ONE),
            two: with(TWO),
            three: with(THREE),
            always: vec![false; 1 << 16],
            least: 0,
            seen: vec![0; 1 << 16],
        })
    }

    /// Takes over the next values as they are.
    pub fn given(&mut self, values: impl Iterator<Item = u16>) {
        for value in values {
            self.reach_far(self.values.len());
            self.values.push(value);
        }
    }

    /// The values so far.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Computes the values up to `length`.
    pub fn extend(&mut self, length: usize, watch: &mut Watch) -> Result<(), Stop> {
        while self.values.len() < length {
            let n = self.values.len();
            self.mark_options(n, watch)?;
            let is_option = |v: usize| self.always[v] || self.seen[v] == n as u64 + 1;
            let value = (self.least..1 << 16).find(|&v| !is_option(v));
            let Some(value) = value.and_then(|v| u16::try_from(v).ok()) else {
                return Err(Reason::new("value-too-large").with("heap", n).into());
            };
            self.values.push(value);
        }
        Ok(())
    }

    fn mark_options(&mut self, n: usize, watch: &mut Watch) -> Result<(), Stop> {
        let stamp = n as u64 + 1;
        let (values, seen) = (&self.values, &mut self.seen);
        let mut mark = |value: u16| seen[usize::from(value)] = stamp;
        // Take the whole heap.
        let whole = if n as u64 > self.game.last() {
            Some(&self.game.beyond)
        } else {
            self.game.listed.get(&(n as u64))
        };
        if n > 0 && whole.is_some_and(|leave| leave & NONE != 0) {
            mark(0);
        }
        // Leave one non-empty heap.
        for &(k, _) in self.one.iter().take_while(|&&(k, _)| k < n) {
            mark(values[n - k]);
        }
        watch.work(self.one.len() as u64 + 1, n)?;
        for &(k, leave) in self.two.iter().take_while(|&&(k, _)| k < n) {
            let rest = n - k;
            for a in 1..=rest / 2 {
                let which = if a == rest - a { EQUAL } else { UNEQUAL };
                if leave & which != 0 {
                    mark(values[a] ^ values[rest - a]);
                }
            }
            watch.work(rest as u64 / 2, n)?;
        }
        for &(k, _) in self.three.iter().take_while(|&&(k, _)| k < n) {
            let rest = n - k;
            for a in 1..=rest / 3 {
                for b in a..=(rest - a) / 2 {
                    mark(values[a] ^ values[b] ^ values[rest - a - b]);
                }
                watch.work(rest as u64 / 2, n)?;
            }
        }
        self.reach_far(n);
        Ok(())
    }

    /// The heap that an amount above all listed ones reaches for the first time from `n`.
    fn reach_far(&mut self, n: usize) {
        let far = usize::try_from(self.game.last()).ok().and_then(|last| n.checked_sub(last + 1));
        if let Some(far) = far.filter(|&far| far > 0 && self.game.beyond & ONE != 0) {
            self.always[usize::from(self.values[far])] = true;
            while self.always.get(self.least) == Some(&true) {
                self.least += 1;
            }
        }
    }
}
