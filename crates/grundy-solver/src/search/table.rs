//! Numbers for the positions of a box, without gaps: a sum of one number looked up for each heap.
//!
//! Where the order of heaps does not count, positions are non-decreasing lists h1 <= ... <= hk with
//! `h_i <= a_i`, numbered by their greatest heap first. Before such a list come, for each i, the
//! lists that agree with it above i and are smaller at i; there are `N_i(h_i - 1)` of them, where
//! `N_i(v)` counts the lists of i heaps within the bounds whose greatest is at most v. Every heap
//! removed or lowered gives a smaller number, so that options come before their position.

use super::bounds::Bounds;
use super::words::{ENTRIES, Words};
use crate::lists::{about_lists, sorted_lists};

/// The contribution of one heap to the number.
#[derive(Debug)]
enum Place {
    /// This amount for each stone.
    Even(u64),
    /// By size.
    Listed(Vec<u64>),
}

#[derive(Debug)]
struct Part {
    heaps: Vec<Place>,
    bounds: Vec<u64>,
    past: [u64; ENTRIES],
    drops_zeros: bool,
    sorted: bool,
    /// Number of positions of all parts before this one together.
    stride: u64,
}

/// The numbering.
#[derive(Debug)]
pub(super) struct Table {
    parts: Vec<Part>,
}

/// The number of positions within the bounds; `None` without bounds, or from 2^63 on.
pub(super) fn size(bounds: &[Bounds]) -> Option<u64> {
    bounds.iter().try_fold(1u64, |size, bounds| {
        let heaps = bounds.heaps.as_ref()?;
        let lists = if bounds.sorted {
            sorted_lists(heaps).and_then(|lists| u64::try_from(lists).ok())?
        } else {
            heaps.iter().try_fold(1u64, |lists, bound| lists.checked_mul(bound + 1))?
        };
        let past = bounds.past.iter().try_fold(1u64, |all, count| all.checked_mul(*count))?;
        size.checked_mul(lists)?.checked_mul(past).filter(|size| *size < 1 << 63)
    })
}

/// Approximate number of positions within the bounds, however large; `None` without bounds.
pub(super) fn about(bounds: &[Bounds]) -> Option<u128> {
    bounds.iter().try_fold(1u128, |size, bounds| {
        let lists = about_lists(bounds.heaps.as_ref()?, bounds.sorted);
        let past = bounds.past.iter().fold(1u128, |all, count| all.saturating_mul(u128::from(*count)));
        Some(size.saturating_mul(lists).saturating_mul(past))
    })
}

/// The cost of a position with heaps that may be split, which has many options and no place in a table, compared
/// with others.
const SPLIT_COST: u128 = 16;
/// Totals beyond this one are not told apart: there are more than 10^13 multisets of heaps below it.
const LARGEST_TOTAL: u64 = 200;

/// Upper bound on the cost of all positions below sums of independent heaps: their number, where those with splits
/// count more. Heaps that are split become any heaps of at most their total.
pub(super) fn about_sums(bounds: &[Bounds]) -> u128 {
    bounds.iter().fold(1u128, |cost, bounds| {
        let one = about(std::slice::from_ref(bounds));
        cost.saturating_mul(one.unwrap_or_else(|| SPLIT_COST.saturating_mul(partitions(bounds.longest / 2))))
    })
}

/// The number of multisets of heaps with a total of at most `total`, or at most [`LARGEST_TOTAL`] if that is less.
fn partitions(total: u64) -> u128 {
    let Ok(total) = usize::try_from(total.min(LARGEST_TOTAL)) else { return u128::MAX };
    // All ones count the multisets of empty heaps alone, for any total: the rest of a smaller one.
    let mut counts = vec![1u128; total + 1];
    for part in 1..=total {
        for sum in part..=total {
            counts[sum] += counts[sum - part];
        }
    }
    counts[total]
}

/// Memory of the lookup tables.
pub(super) fn lookup_bytes(bounds: &[Bounds]) -> u64 {
    let heaps = bounds.iter().filter(|bounds| bounds.sorted).filter_map(|bounds| bounds.heaps.as_ref());
    heaps.flat_map(|heaps| heaps.iter().skip(1)).map(|bound| 8 * (bound + 1)).sum()
}

impl Table {
    /// The numbering of a box whose [`size`] is known to fit.
    pub(super) fn new(bounds: &[Bounds]) -> Option<Self> {
        let mut stride = 1;
        let mut parts = Vec::with_capacity(bounds.len());
        for bounds in bounds {
            let past: u64 = bounds.past.iter().product();
            let heaps = bounds.heaps.clone()?;
            let part = Part {
                heaps: if bounds.sorted { sorted_places(&heaps, past) } else { even_places(&heaps, past) },
                past: bounds.past,
                drops_zeros: bounds.drops_zeros,
                sorted: bounds.sorted,
                bounds: heaps,
                stride,
            };
            stride = stride.checked_mul(size(std::slice::from_ref(bounds))?)?;
            parts.push(part);
        }
        Some(Self { parts })
    }

    /// The number of a position.
    #[inline]
    pub(super) fn number(&self, position: &[Words]) -> u64 {
        let mut number = 0;
        for (part, words) in self.parts.iter().zip(position) {
            let mut rank = 0;
            // Dropped zeros come first.
            let missing = part.heaps.len() - words.heaps.len();
            for (place, &heap) in part.heaps[missing..].iter().zip(&words.heaps) {
                rank += match place {
                    Place::Even(each) => each * heap,
                    Place::Listed(list) => list[usize::try_from(heap).unwrap_or(usize::MAX)],
                };
            }
            let mut past = 0;
            for (count, value) in part.past.iter().zip(&words.past) {
                past = past * count + value;
            }
            number += (rank + past) * part.stride;
        }
        number
    }

    /// Loads the position of a number.
    pub(super) fn load(&self, number: u64, position: &mut [Words]) {
        let mut rest = number;
        for (part, words) in self.parts.iter().zip(position).rev() {
            let mut rank = rest / part.stride;
            rest %= part.stride;
            words.heaps.clear();
            words.heaps.resize(part.heaps.len(), 0);
            let mut most = u64::MAX;
            for (at, place) in part.heaps.iter().enumerate().rev() {
                let bound = part.bounds[at].min(most);
                let heap = match place {
                    Place::Even(each) => (rank / each).min(bound),
                    Place::Listed(list) => {
                        let end = usize::try_from(bound + 1).unwrap_or(usize::MAX).min(list.len());
                        list[..end].partition_point(|before| *before <= rank) as u64 - 1
                    }
                };
                rank -= match place {
                    Place::Even(each) => each * heap,
                    Place::Listed(list) => list[usize::try_from(heap).unwrap_or(usize::MAX)],
                };
                words.heaps[at] = heap;
                if part.sorted {
                    most = heap;
                }
            }
            for (count, value) in part.past.iter().zip(&mut words.past).rev() {
                *value = rank % count;
                rank /= count;
            }
            if part.drops_zeros {
                words.heaps.retain(|&heap| heap > 0);
            }
        }
    }
}

fn even_places(bounds: &[u64], past: u64) -> Vec<Place> {
    let mut each = past;
    let place = |bound: &u64| {
        let place = Place::Even(each);
        each *= bound + 1;
        place
    };
    bounds.iter().map(place).collect()
}

fn sorted_places(bounds: &[u64], past: u64) -> Vec<Place> {
    let mut places = vec![];
    // before[v]: lists of the heaps so far whose greatest is below v.
    let mut exact: Vec<u64> = vec![1];
    for (at, &bound) in bounds.iter().enumerate() {
        if at == 0 {
            places.push(Place::Even(past));
            if bounds.len() > 1 {
                exact = vec![1; usize::try_from(bound + 1).unwrap_or(0)];
            }
            continue;
        }
        let length = usize::try_from(bound + 1).unwrap_or(0);
        exact.resize(length, 0);
        let mut before = Vec::with_capacity(length);
        let mut sum = 0;
        let mut lists = 0;
        for count in &mut exact {
            // Lists with this heap at v: those of the heaps below whose greatest is at most v.
            before.push(lists * past);
            sum += *count;
            lists += sum;
            *count = sum;
        }
        places.push(Place::Listed(before));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(heaps: &[u64], past: [u64; ENTRIES], sorted: bool) -> Bounds {
        Bounds { heaps: Some(heaps.to_vec()), past, most: 9, longest: 9, sorted, drops_zeros: false }
    }

    #[test]
    fn every_position_has_one_number_and_back() {
        let parts =
            [bounds(&[1, 3, 3, 7], [3, 1, 1, 1, 2, 1], true), bounds(&[4, 2], [1, 2, 1, 1, 1, 2], false)];
        for box_of in [&parts[..1], &parts[1..], &parts[..]] {
            let table = Table::new(box_of).unwrap();
            let mut position = vec![Words::default(); box_of.len()];
            for number in 0..size(box_of).unwrap() {
                table.load(number, &mut position);
                assert_eq!(table.number(&position), number, "{position:?}");
                for (bounds, words) in box_of.iter().zip(&position) {
                    assert!(!bounds.sorted || words.heaps.is_sorted());
                    let most = bounds.heaps.as_ref().unwrap();
                    assert!(words.heaps.iter().zip(most).all(|(heap, most)| heap <= most));
                }
            }
        }
    }
}
