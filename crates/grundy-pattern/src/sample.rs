//! The sample: outcomes and values of all positions in a box, computed by the engines.

/// Outcomes and, where they exist, values of every position with heaps below `side`.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The number of heaps.
    pub heaps: usize,
    /// Whether the order of the heaps matters.
    pub ordered: bool,
    /// The smallest heap: 1 if empty heaps do not count.
    pub least: usize,
    /// Rules are fitted to heaps below this ...
    pub fit: usize,
    /// ... and tested on heaps below this.
    pub side: usize,
    /// Positions with every heap below this are ignored, for a rule with exceptions there.
    pub small: usize,
    /// Whether the rule covers each position, by [`index`](Self::index); heaps unsorted.
    pub lost: Vec<bool>,
    /// A number for each position, if there is one.
    pub values: Option<Vec<i128>>,
}

impl Sample {
    /// The number of positions with all heaps below `side`.
    pub fn cells(heaps: usize, side: usize) -> Option<usize> {
        side.checked_pow(u32::try_from(heaps).ok()?)
    }

    /// The index of a position; the first heap is the most significant.
    pub fn index(&self, heaps: &[usize]) -> usize {
        heaps.iter().fold(0, |index, heap| index * self.side + heap)
    }

    /// Calls `each` with every position below `side` until it returns `false`. If order does not matter,
    /// only sorted positions are visited. Small positions are skipped.
    pub fn every(&self, side: usize, mut each: impl FnMut(&[i128], usize) -> bool) -> bool {
        let mut heaps = vec![self.least; self.heaps];
        let mut wide = vec![0i128; self.heaps];
        loop {
            if heaps.iter().any(|heap| *heap >= self.small) {
                for (wide, heap) in wide.iter_mut().zip(&heaps) {
                    *wide = *heap as i128;
                }
                if !each(&wide, self.index(&heaps)) {
                    return false;
                }
            }
            let Some(place) = (0..self.heaps).rev().find(|&i| heaps[i] + 1 < side) else { return true };
            let up = heaps[place] + 1;
            heaps[place] = up;
            heaps[place + 1..].fill(if self.ordered { self.least } else { up });
        }
    }

    /// The positions below `side` that the rule covers.
    pub fn members(&self, side: usize) -> Vec<Vec<i128>> {
        let mut members = Vec::new();
        self.every(side, |heaps, index| {
            if self.lost[index] {
                members.push(heaps.to_vec());
            }
            true
        });
        members
    }

    /// For one heap: the heaps below `side` that the rule covers.
    pub fn heaps_below(&self, side: usize) -> Vec<i128> {
        (self.small.max(self.least)..side).filter(|&n| self.lost[n]).map(|n| n as i128).collect()
    }
}
