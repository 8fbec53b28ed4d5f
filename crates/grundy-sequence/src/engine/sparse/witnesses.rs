//! Choosing pairs that witness the rare values of many positions at once.
//!
//! A pair with a fixed first part gives one rare code to each position. Sequences of this kind nearly
//! repeat, so what a pair gives is no matter of chance and is not estimated but tried: on a sample of
//! recent positions, the first part is chosen that saves most of the searches still to be made, then the next
//! one, until a further one would cost more than it saves. Gains only shrink while others are chosen, so a
//! list sorted by the last known gain needs only its head looked at again.

use std::collections::BinaryHeap;

use super::narrow::{Needs, Term};
use super::pairs::Pairs;
use super::search::Search;

/// Pairs of common positions: a fixed first part each, as far back as it lies.
#[derive(Debug)]
pub(crate) struct NarrowWitnesses {
    pub(crate) terms: Vec<Term>,
    /// From here on they should be chosen anew.
    pub(crate) good_to: usize,
    made_at: usize,
}

/// Positions tried, spread over so many.
const SAMPLE: usize = 512;
const SPREAD: usize = 1 << 15;
/// First parts tried for each code.
const POOL: usize = 16;
/// First parts tried for each code that has a list of its own.
const LISTED: usize = 32;
/// So many terms at most.
const MOST: usize = 512;
/// Eighths of a cycle that a term costs at each position.
const TERM_COST: u64 = 3;

impl NarrowWitnesses {
    /// Terms for the positions after `codes`. `given` are terms without a choice.
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
        // Both parts common, and never the same position.
        let to = (n - SAMPLE * step) / 2 - pairs.largest;
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

    /// After positions up to `n` took so many steps of searches: should other terms be chosen?
    pub(crate) fn is_poor(&self, n: usize, steps: u64) -> bool {
        let made = n - self.made_at;
        made >= self.made_at / 4 && made >= 1 << 16 && steps > made as u64 / 4
    }
}
