//! Searches for splits with a wanted value: first among the most likely ones, then among recent ones, then
//! everywhere.

use super::Split;
use super::seen::{Cell, Seen};
use crate::watch::{Stop, Watch};

/// Minimum number of splits marked between two checks of which values are still wanted; later the number
/// grows with the number of splits so far.
const STRIDE: usize = 32;
/// Number of splits marked for all values at once.
const TOGETHER: usize = 1024;
/// All parts compared for all values at once are below this.
pub const AT_ONCE: usize = 2 * TOGETHER;
/// Number of parts remembered for each value.
pub const REMEMBERED: usize = 64;
/// Number of splits compared with one value at a time.
const BLOCK: usize = 64;

/// The search for witnesses, and what it remembers between heaps.
#[derive(Default)]
pub struct Witnesses {
    /// The values that need a witness, ascending.
    pub wanted: Vec<u16>,
    /// For each value, parts of recent splits with that value, and the index of the next one to overwrite.
    recent: Vec<(Vec<usize>, usize)>,
    /// The last part that is compared, if the values of some larger parts are not known; at least [`AT_ONCE`].
    pub reach: Option<usize>,
}

impl Witnesses {
    /// The least wanted value without a split of the heap `cells.len()`.
    pub fn least_without<C: Cell, S: Seen>(
        &mut self,
        cells: &[C],
        splits: &[Split],
        seen: &mut S,
        watch: &mut Watch,
    ) -> Result<Option<u16>, Stop> {
        let n = cells.len();
        let mut next = 1;
        while !self.wanted.is_empty() && next <= TOGETHER.min(n / 2) {
            let stride = STRIDE.max(next / 2);
            for split in splits.iter().take_while(|split| split.amount < n) {
                let rest = n - split.amount;
                let last = (next + stride - 1).min(rest / 2);
                for a in next..=last {
                    if split.allows(a, rest) {
                        seen.mark(cells[a].value() ^ cells[rest - a].value());
                    }
                }
            }
            next += stride;
            watch.work((stride * splits.len()) as u64, n)?;
            self.wanted.retain(|&v| !seen.has(v));
        }
        for at in 0..self.wanted.len() {
            let value = self.wanted[at];
            if seen.has(value) || self.is_remembered(value, cells, splits) {
                continue;
            }
            match (search(value, next, self.reach.unwrap_or(usize::MAX), cells, splits, watch)?, self.reach) {
                (Some(a), _) => self.remember(value, a),
                (None, None) => return Ok(Some(value)),
                (None, Some(_)) => return Err(Stop::Unreached),
            }
        }
        Ok(None)
    }

    /// Whether a remembered part is again a part of a split with this value.
    fn is_remembered<C: Cell>(&self, value: u16, cells: &[C], splits: &[Split]) -> bool {
        let n = cells.len();
        let Some((parts, _)) = self.recent.get(usize::from(value)) else { return false };
        parts.iter().any(|&a| {
            let fitting = splits.iter().take_while(|split| split.amount + a < n);
            fitting.into_iter().any(|split| {
                let rest = n - split.amount;
                split.allows(a, rest) && cells[a].value() ^ cells[rest - a].value() == value
            })
        })
    }

    fn remember(&mut self, value: u16, a: usize) {
        let place = usize::from(value);
        if self.recent.len() <= place {
            self.recent.resize_with(place + 1, Default::default);
        }
        let (parts, oldest) = &mut self.recent[place];
        if parts.len() < REMEMBERED {
            parts.push(a);
        } else {
            parts[*oldest] = a;
            *oldest = (*oldest + 1) % REMEMBERED;
        }
    }
}

/// The smaller part of a split with this value; searches from `first` on, up to `reach`.
fn search<C: Cell>(
    value: u16,
    first: usize,
    reach: usize,
    cells: &[C],
    splits: &[Split],
    watch: &mut Watch,
) -> Result<Option<usize>, Stop> {
    let n = cells.len();
    for split in splits.iter().take_while(|split| split.amount < n) {
        let rest = n - split.amount;
        let is_witness =
            |a: usize| split.allows(a, rest) && cells[a].value() ^ cells[rest - a].value() == value;
        let last = reach.min(rest / 2);
        let mut a = first;
        while a <= last {
            let end = (a + BLOCK).min(last + 1);
            // A block is tested for any match without a branch per split.
            let (low, high) = (&cells[a..end], &cells[rest + 1 - end..=rest - a]);
            let pairs = low.iter().zip(high.iter().rev());
            let any = pairs.fold(false, |any, (x, y)| any | (x.value() ^ y.value() == value));
            if any && let Some(a) = (a..end).find(|&a| is_witness(a)) {
                return Ok(Some(a));
            }
            a = end;
            watch.work(BLOCK as u64 / 8, n)?;
        }
    }
    Ok(None)
}
