//! What is stared at: outcomes and values of all positions in a box, by the engines there are.

/// Outcomes and, where they exist, values of every position with heaps below `side`.
#[derive(Clone, Debug)]
pub struct Sample {
    /// How many heaps.
    pub heaps: usize,
    /// Does their order count?
    pub ordered: bool,
    /// The smallest heap there is: 1 where an empty heap is none.
    pub least: usize,
    /// Rules are fitted to heaps below this ...
    pub fit: usize,
    /// ... and tested on heaps below this.
    pub side: usize,
    /// Positions with every heap below this are left out of account, for a rule that has exceptions there.
    pub small: usize,
    /// Which positions the rule is about, by [`index`](Self::index); heaps unsorted.
    pub lost: Vec<bool>,
    /// A number for each position, where there is one.
    pub values: Option<Vec<i128>>,
}

impl Sample {
    /// How many positions heaps below `side` make.
    pub fn cells(heaps: usize, side: usize) -> Option<usize> {
        side.checked_pow(u32::try_from(heaps).ok()?)
    }

    /// The number of a position: the first heap counts most.
    pub fn index(&self, heaps: &[usize]) -> usize {
        heaps.iter().fold(0, |index, heap| index * self.side + heap)
    }

    /// Calls `each` with every position below `side`, sorted ones only where order does not matter, until it
    /// says no. Small ones are left out.
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

    /// The positions that the rule is about, below `side`.
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

    /// For one heap: the heaps that the rule is about, below `side`.
    pub fn heaps_below(&self, side: usize) -> Vec<i128> {
        (self.small.max(self.least)..side).filter(|&n| self.lost[n]).map(|n| n as i128).collect()
    }
}
