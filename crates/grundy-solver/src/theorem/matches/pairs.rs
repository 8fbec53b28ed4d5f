//! The ways to split a heap into two heaps that are worth a given value together.
//!
//! With p and q one less than the parts, p + q is two less than the heap, and the value is v iff
//! bit v of both is 0 and no lower bit is. Below bit v then p + q = (2^v - 1) + c, where c holds
//! the bits that both have, so c follows from the heap; the other low bits go to p or q freely,
//! and the bits above v are any two numbers with the right sum.

use dashu_base::BitTest;
use dashu_int::UBig;

/// The unordered pairs {x, s - x} of value v; empty if there are none.
#[derive(Debug)]
pub(super) struct Pairs {
    heap: UBig,
    shape: Option<Shape>,
}

#[derive(Debug)]
struct Shape {
    value: usize,
    /// Low bits that both parts have.
    both: UBig,
    /// Low bits that just one of them has.
    either: UBig,
    /// The sum of the bits above bit v.
    above: UBig,
}

impl Pairs {
    /// For a heap of `heap` and value `value`.
    pub(super) fn new(heap: &UBig, value: usize) -> Self {
        Self { heap: heap.clone(), shape: Shape::new(heap, value) }
    }

    /// Number of pairs.
    pub(super) fn count(&self) -> UBig {
        let Some(Shape { either, above, .. }) = &self.shape else { return UBig::ZERO };
        match either.count_ones() {
            // Only in this case can the parts be equal.
            0 => (above >> 1) + UBig::ONE,
            free => (above + UBig::ONE) << (free - 1),
        }
    }

    /// The first `want`, by the smaller part.
    pub(super) fn first(&self, want: usize) -> Vec<[UBig; 2]> {
        let Some(Shape { value, both, either, above }) = &self.shape else { return vec![] };
        let mut list = Vec::new();
        let mut high = UBig::ZERO;
        while high <= *above && list.len() < want {
            // The subsets of the free bits, ascending.
            let mut own = UBig::ZERO;
            loop {
                let small = (&high << (value + 1)) + both + &own + UBig::ONE;
                let large = &self.heap - &small;
                if small > large || list.len() == want {
                    return list;
                }
                list.push([small, large]);
                if own == *either {
                    break;
                }
                let fixed = ones(*value) ^ either;
                own = ((own | fixed) + UBig::ONE) & either;
            }
            high += UBig::ONE;
        }
        list
    }
}

impl Shape {
    fn new(heap: &UBig, value: usize) -> Option<Self> {
        if *heap < UBig::from(2u8) || value >= heap.bit_len() {
            return None;
        }
        let sum = heap - UBig::from(2u8);
        let low = &sum & ones(value + 1);
        let full = ones(value);
        if low < full {
            return None;
        }
        let both = low - &full;
        // A sum of 2^v more would need bit v.
        (both <= full).then(|| Self { value, either: &full ^ &both, both, above: sum >> (value + 1) })
    }
}

/// The number with `count` ones.
fn ones(count: usize) -> UBig {
    (UBig::ONE << count) - UBig::ONE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::matches::value_of;

    #[test]
    fn pairs_are_those_of_the_value_in_order() {
        for heap in 0u32..70 {
            for value in 0..9 {
                let plain: Vec<[UBig; 2]> = (1..=heap / 2)
                    .map(|x| [UBig::from(x), UBig::from(heap - x)])
                    .filter(|[x, y]| value_of(x, y) == value)
                    .collect();
                let pairs = Pairs::new(&UBig::from(heap), value);
                assert_eq!(pairs.first(usize::MAX), plain, "{heap} {value}");
                assert_eq!(pairs.count(), UBig::from(plain.len()), "{heap} {value}");
                assert_eq!(pairs.first(3), plain[..plain.len().min(3)]);
            }
        }
    }
}
