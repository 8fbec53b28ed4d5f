//! The winning moves of Wythoff's game, found by looking up, not by trying.
//!
//! Three cold pairs are within reach at most: the one holding the first heap, the one holding the second,
//! and the one with the same difference. So there are never more than three results.

use super::{is_p, is_p_misere, lower, partner, partner_misere};

/// What is left after a winning move, and the kinds of move that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct WinningResult {
    /// The heaps left, the smaller first.
    pub to: [u64; 2],
    /// Taking from one heap leads there.
    pub one_heap: bool,
    /// Taking the same number from both heaps leads there.
    pub both_heaps: bool,
}

/// The winning results of a position, sorted by what is left, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Winning {
    results: [WinningResult; 3],
    len: usize,
}

impl Winning {
    /// The results as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[WinningResult] {
        self.results.get(..self.len).unwrap_or_default()
    }

    /// Puts a result in its place, or adds its kind of move to an equal one.
    fn add(&mut self, new: WinningResult) {
        let at = self.as_slice().partition_point(|old| old.to < new.to);
        match self.results.get_mut(at) {
            Some(old) if at < self.len && old.to == new.to => {
                old.one_heap |= new.one_heap;
                old.both_heaps |= new.both_heaps;
            }
            Some(_) => {
                self.results.copy_within(at..self.len, at + 1);
                self.results[at] = new;
                self.len += 1;
            }
            None => {}
        }
    }
}

/// Every result of a winning move, taking the last object being a win; none in a lost position.
pub fn winning_results(x: u64, y: u64) -> Winning {
    let d = x.abs_diff(y);
    let small = lower(d);
    if is_p(x, y) { Winning::default() } else { collect(x, y, partner, [small, small + u128::from(d)]) }
}

/// Every result of a winning move, taking the last object being a loss; none in a lost position, and none
/// in `(0, 0)`, where the other player has just lost.
pub fn winning_results_misere(x: u64, y: u64) -> Winning {
    let d = x.abs_diff(y);
    let small = lower(d);
    let same_difference = match d {
        0 => [2, 2],
        1 => [0, 1],
        _ => [small, small + u128::from(d)],
    };
    if is_p_misere(x, y) { Winning::default() } else { collect(x, y, partner_misere, same_difference) }
}

/// The results from a hot pair, given who is whose partner and the cold pair of the same difference.
fn collect(x: u64, y: u64, partner: impl Fn(u64) -> u128, same_difference: [u128; 2]) -> Winning {
    let mut winning = Winning::default();
    for (kept, reduced) in [(x, y), (y, x)] {
        if let Ok(left) = u64::try_from(partner(kept))
            && left < reduced
        {
            let to = [kept.min(left), kept.max(left)];
            winning.add(WinningResult { to, one_heap: true, both_heaps: false });
        }
    }
    if let [Ok(small), Ok(large)] = same_difference.map(u64::try_from)
        && small < x.min(y)
    {
        winning.add(WinningResult { to: [small, large], one_heap: false, both_heaps: true });
    }
    winning
}
