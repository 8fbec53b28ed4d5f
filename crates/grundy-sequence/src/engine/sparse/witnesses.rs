//! Chooses pairs that witness the rare values of many positions at once.
//!
//! A pair with a fixed first part yields one rare code for each position. Sequences of this kind nearly
//! repeat, so the benefit of a pair is not estimated but measured on a sample of recent positions. The first
//! part that saves most of the remaining searches is chosen, then the next one, until a further one would
//! cost more than it saves. Gains only shrink while others are chosen, so in a list sorted by the last known
//! gain only the head has to be evaluated again.

use std::collections::BinaryHeap;

use super::narrow::{Needs, Term};
use super::pairs::Pairs;
use super::search::Search;

/// Pairs of common positions: a fixed first part each, given by its distance.
#[derive(Debug)]
pub(crate) struct NarrowWitnesses {
    pub(crate) terms: Vec<Term>,
    /// From this position on they should be chosen again.
    pub(crate) good_to: usize,
    made_at: usize,
}

/// Number of sample positions, and the range they are spread over.
const SAMPLE: usize = 512;
const SPREAD: usize = 1 << 15;
/// Number of first parts tried for each code.
const POOL: usize = 16;
/// Number of first parts tried for each code with its own list.
const LISTED: usize = 32;
/// Maximum number of terms.
const MOST: usize = 512;
/// Cost of a term at each position, in eighths of a cycle.
const TERM_COST: u64 = 3;

impl NarrowWitnesses {
    /// Terms for the positions after `codes`. The terms in `given` are always included.
    pub(crate) fn new(
        codes: &[u8],
        pairs: &Pairs,
        given: &[Term],
        needs: &Needs,
        search: &mut Search,
    ) -> Self {
        let n = codes.len();
        let step = (SPREAD.min(n / 4) / SAMPLE).max(1) | 1;
        let samples: Vec<usize> = (1..=SAMPLE).map(|i| n - i * step).collect();
        let mut open: Vec<u64> = samples.iter().map(|&n| needs[n & 1][usize::from(codes[n]) & 63]).collect();
        let given_code = |n: usize, (back, code): Term| codes[n - back] ^ code;
        for (&n, open) in samples.iter().zip(&mut open) {
            for &term in given {
                *open &= !(1 << (given_code(n, term) & 63));
            }
        }
        let worth = search.read_costs();
        // Both parts are common, and never the same position.
        let to = ((n - SAMPLE * step) / 2 - pairs.largest).min(search.reach);
        let by_code = search.firsts(codes, POOL);
        let firsts: Vec<usize> = by_code
            .iter()
            .flatten()
            .map(|a| *a as usize)
            .chain(search.promising(LISTED))
            .filter(|a| *a < to)
            .collect();
        let gain = |open: &[u64], term: Term| -> u64 {
            let saved = samples.iter().zip(open).map(|(&n, open)| {
                let code = given_code(n, term) & 63;
                (open >> code & 1) * worth[usize::from(code)]
            });
            saved.sum()
        };
        let mut heap: BinaryHeap<(u64, Term)> = firsts
            .into_iter()
            .enumerate()
            .map(|(turn, a)| (a + pairs.splits[turn % pairs.splits.len()], codes[a]))
            .map(|term| (gain(&open, term), term))
            .collect();
        let mut terms = given.to_vec();
        while terms.len() < MOST
            && let Some((_, term)) = heap.pop()
        {
            let saved = gain(&open, term);
            if heap.peek().is_some_and(|(next, _)| *next > saved) {
                heap.push((saved, term));
                continue;
            }
            if saved * 8 < SAMPLE as u64 * TERM_COST {
                break;
            }
            terms.push(term);
            for (&n, open) in samples.iter().zip(&mut open) {
                *open &= !(1 << (given_code(n, term) & 63));
            }
        }
        Self { terms, good_to: n.saturating_mul(4).min(n + (1 << 26)), made_at: n }
    }

    /// `count` positions before those of the sample are no longer counted.
    pub(crate) fn shift(&mut self, count: usize) {
        self.made_at = self.made_at.saturating_sub(count);
        self.good_to = self.good_to.saturating_sub(count);
    }

    /// Whether other terms should be chosen, given that positions up to `n` took `steps` steps of searches.
    pub(crate) fn is_poor(&self, n: usize, steps: u64) -> bool {
        let made = n - self.made_at;
        made >= self.made_at / 4 && made >= 1 << 16 && steps > made as u64 / 4
    }
}
