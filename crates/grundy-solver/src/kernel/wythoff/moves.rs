//! The winning moves of Wythoff's game, found by lookup, not by trial.
//!
//! At most three cold pairs can be reached: the one holding the first heap, the one holding the second, and
//! the one with the same difference. So there are at most three results.
//!
//! Which of them are winning is seen from one comparison. Let `a <= b` be the heaps, `d = b - a`, and
//! `s`, `s + d` the cold pair with difference `d`. Both heaps of the cold pairs grow with the difference.
//!
//! - **`s = a`**: the position is cold.
//! - **`s > a`**: the partner of `a` is below `b`: plainly where `a` is the larger heap of its pair, and as the
//!   smaller one, being below `s`, it makes a difference below `d`. So `a` stays and `b` shrinks to that
//!   partner. Nothing else wins: a partner of `b` below `a` would make a difference above `d`, hence be above `s`.
//! - **`s < a`**: `(s, s + d)` is reached by taking from both. The pair of `a` is reached exactly where `a`
//!   is its larger heap, for as the smaller one it makes a difference above `d`, so the partner is beyond
//!   `b`. The pair of `b` is reached exactly where `b` is its larger heap: the partner is then below `a`, since
//!   from `a` on the difference would be at most `d` and the smaller heap at most `s`.
//!
//! In the last case the larger heaps `s + d`, `a` and `b` give the order, and `s + d < b` always. When taking
//! the last object loses, pairs are looked up one by one.

use super::{F1, is_p_misere, lower, partner, partner_misere, scaled};

/// The heaps after a winning move, and the kinds of move that lead there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct WinningResult {
    /// The remaining heaps, the smaller first.
    pub to: [u64; 2],
    /// Whether taking from one heap leads there.
    pub one_heap: bool,
    /// Whether taking the same number from both heaps leads there.
    pub both_heaps: bool,
}

/// The winning results of a position, sorted by remaining heaps, without repetitions.
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

    #[inline]
    fn push(&mut self, to: [u64; 2], one_heap: bool, both_heaps: bool) {
        if let Some(place) = self.results.get_mut(self.len) {
            *place = WinningResult { to, one_heap, both_heaps };
            self.len += 1;
        }
    }

    /// Inserts a result in order, or adds its kind of move to an equal one.
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

/// Every result of a winning move, if taking the last object wins; none in a lost position.
#[inline]
pub fn winning_results(x: u64, y: u64) -> Winning {
    let (a, b) = (x.min(y), x.max(y));
    let d = b - a;
    let mut winning = Winning::default();
    let Some(s) = d.checked_add(scaled(d)).filter(|&s| s <= a) else {
        // Below `b`, so the cast keeps all of it.
        #[allow(clippy::cast_possible_truncation)]
        let left = partner(a) as u64;
        winning.push([a.min(left), a.max(left)], true, false);
        return winning;
    };
    if s == a {
        return winning;
    }
    match smaller_partner(a) {
        Some(left) if a < s + d => {
            winning.push([left, a], true, false);
            winning.push([s, s + d], false, true);
        }
        Some(left) if a > s + d => {
            winning.push([s, s + d], false, true);
            winning.push([left, a], true, false);
        }
        holds_a => winning.push([s, s + d], holds_a.is_some(), true),
    }
    if d > 0
        && let Some(left) = smaller_partner(b)
    {
        winning.push([left, b], true, false);
    }
    winning
}

/// The smaller heap of the cold pair that holds `heap`; `None` if `heap` is the smaller one. See [`partner`].
#[inline]
fn smaller_partner(heap: u64) -> Option<u64> {
    let n = heap.checked_add(1).map_or(F1, scaled);
    // The smaller heap of the pair is at most `heap`, so the sum fits.
    (n.wrapping_add(scaled(n)) != heap).then_some(n)
}

/// Every result of a winning move, if taking the last object loses; none in a lost position, and none in
/// `(0, 0)`, where the other player has just lost.
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

/// The results from a hot pair, given the partner function and the cold pair of the same difference.
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
