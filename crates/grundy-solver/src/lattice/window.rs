//! Takes that lead to an interval of sizes whose ends do not fall as the heap grows: `1..n/2`, `n-1`, `2..n-2`.
//!
//! Two numbers for each heap say what it may become, and two more what may become it. That replaces a square
//! of bits.

use grundy_core::error::Result;

/// The sizes from the first up to the second, which is not included.
pub(super) type Interval = (usize, usize);

/// The takes on heaps below a bound, as intervals.
#[derive(Debug)]
pub(super) struct Window {
    /// What each heap may become.
    down: Vec<Interval>,
    /// What may become each heap.
    up: Vec<Interval>,
    grows: bool,
}

impl Window {
    /// Bytes of each heap.
    pub(super) const BYTES: u64 = 2 * size_of::<Interval>() as u64;

    /// Asks `reach` what each heap below `size` may become. `None` if that is not an interval for one of
    /// them, or if an end falls.
    pub(super) fn new(
        size: usize,
        mut reach: impl FnMut(usize) -> Result<Option<Interval>>,
    ) -> Result<Option<Self>> {
        let mut down: Vec<Interval> = Vec::with_capacity(size);
        let mut grows = true;
        for from in 0..size {
            let Some((low, end)) = reach(from)? else { return Ok(None) };
            let before = down.last().copied().unwrap_or_default();
            // An empty interval may lie anywhere.
            let next = if low < end { (low, end) } else { (before.1, before.1) };
            if next.0 < before.0 || next.1 < before.1 {
                return Ok(None);
            }
            grows &= before.0 == before.1 || next.0 <= before.0 + 1 && next.1 > before.1;
            down.push(next);
        }
        let reaches = |to: usize| {
            (down.partition_point(|&(_, end)| end <= to), down.partition_point(|&(low, _)| low <= to))
        };
        let up = (0..size).map(reaches).collect();
        Ok(Some(Self { down, up, grows }))
    }

    /// What a heap of `from` may become.
    pub(super) fn below(&self, from: usize) -> Interval {
        self.down[from]
    }

    /// What may become a heap of `to`.
    pub(super) fn above(&self, to: usize) -> Interval {
        self.up[to]
    }

    /// Whether a larger heap allows every amount that a smaller one allows.
    pub(super) fn grows(&self) -> bool {
        self.grows
    }
}
