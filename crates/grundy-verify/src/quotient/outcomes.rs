//! The outcome rule, for all sums of heaps.
//!
//! By induction on the remaining moves, the lost elements are correct if no sum of a lost class has an option of a lost
//! class, and every sum that has options and is not of a lost class has an option of a lost class.
//!
//! The first condition is checked for each element x, which is the class of some sum, and each heap. For the second,
//! sums are built heap by heap; only the class of a sum and the set of its options' classes matter. A sum whose set
//! contains that of another sum of the same class has at least its options of a lost class, and so do all larger sums
//! built from it, so it is skipped. The kept sets get smaller within a finite list, so this ends.

use std::collections::VecDeque;

use super::Heap;
use super::monoid::Monoid;
use crate::sentence::Reason;
use crate::watch::{Stop, Watch};

/// A set of elements, one bit each.
type Bits = Vec<u64>;

pub(super) fn check(monoid: &Monoid, heaps: &[Heap], watch: &mut Watch<'_>) -> Result<(), Stop> {
    for heap in heaps {
        for x in 0..monoid.order() {
            watch.work(heap.options.len() as u64, 0)?;
            let from_lost = monoid.is_lost(monoid.product(x, heap.class));
            if from_lost && heap.options.iter().any(|&option| monoid.is_lost(monoid.product(x, option))) {
                return Err(Reason::new("lost-to-lost").with("element", x).with("class", heap.class).into());
            }
        }
    }
    let bits = |elements: &mut dyn Iterator<Item = u16>| {
        let mut bits: Bits = vec![0; usize::from(monoid.order()).div_ceil(64)];
        elements.for_each(|x| bits[usize::from(x / 64)] |= 1 << (x % 64));
        bits
    };
    let lost = bits(&mut (0..monoid.order()).filter(|&x| monoid.is_lost(x)));
    let among = |a: &Bits, b: &Bits| a.iter().zip(b).all(|(a, b)| a & b == *a);
    // The sums that are not skipped, by class; the empty sum is the start and is not compared with others.
    let mut kept: Vec<Vec<Bits>> = vec![vec![]; usize::from(monoid.order())];
    let mut open: VecDeque<(u16, Vec<u16>)> = VecDeque::from([(0, vec![])]);
    while let Some((class, options)) = open.pop_front() {
        for heap in heaps {
            let sum = monoid.product(class, heap.class);
            let beside = options.iter().map(|&option| monoid.product(option, heap.class));
            let own = heap.options.iter().map(|&option| monoid.product(option, class));
            let all = bits(&mut beside.chain(own));
            let known = &mut kept[usize::from(sum)];
            watch.work((options.len() + heap.options.len() + known.len()) as u64, 0)?;
            if known.iter().any(|set| among(set, &all)) {
                continue;
            }
            if !monoid.is_lost(sum) && all.iter().zip(&lost).all(|(all, lost)| all & lost == 0) {
                return Err(Reason::new("no-way-to-lost").with("element", sum).into());
            }
            known.retain(|set| !among(&all, set));
            watch.reserve(8 * all.len() as u64 + 64)?;
            let members = (0..monoid.order()).filter(|x| all[usize::from(x / 64)] >> (x % 64) & 1 == 1);
            open.push_back((sum, members.collect()));
            known.push(all);
        }
    }
    Ok(())
}
