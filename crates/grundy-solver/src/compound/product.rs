//! One choice in each part: the number of good combinations, and the first of them.

use std::collections::BTreeMap;

use dashu_int::UBig;

use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Lists of choices, one per part, each choice with a mark; joined marks give that of a combination.
pub(crate) struct Product<'a, C, T> {
    lists: &'a [Vec<(C, T)>],
    join: &'a dyn Fn(&C, &C) -> C,
    good: &'a dyn Fn(&C) -> bool,
    start: C,
    /// For each list, the marks of the combinations from it on, with their counts.
    rest: Vec<BTreeMap<C, UBig>>,
}

impl<'a, C: Ord + Clone, T> Product<'a, C, T> {
    /// `start` is the mark before any choice.
    pub(crate) fn new(
        lists: &'a [Vec<(C, T)>],
        start: C,
        join: &'a dyn Fn(&C, &C) -> C,
        good: &'a dyn Fn(&C) -> bool,
        budget: &Budget,
    ) -> Result<Self> {
        let mut rest: Vec<BTreeMap<C, UBig>> = Vec::with_capacity(lists.len());
        for list in lists.iter().rev() {
            let mut marks: BTreeMap<C, UBig> = BTreeMap::new();
            let mut own: BTreeMap<C, UBig> = BTreeMap::new();
            for (mark, _) in list {
                *own.entry(mark.clone()).or_default() += UBig::ONE;
            }
            match rest.last() {
                None => marks = own,
                Some(later) => {
                    for (a, count) in &own {
                        for (b, times) in later {
                            budget.step()?;
                            *marks.entry(join(a, b)).or_default() += count * times;
                        }
                    }
                }
            }
            rest.push(marks);
        }
        rest.reverse();
        Ok(Self { lists, join, good, start, rest })
    }

    /// Number of good combinations.
    pub(crate) fn count(&self) -> UBig {
        match self.rest.first() {
            None => UBig::from(u8::from((self.good)(&self.start))),
            Some(marks) => {
                let good = marks.iter().filter(|(mark, _)| (self.good)(&(self.join)(&self.start, mark)));
                good.fold(UBig::ZERO, |sum, (_, count)| sum + count)
            }
        }
    }

    /// The first `want` good combinations, in lexicographic order of the lists.
    pub(crate) fn first(&self, want: usize, budget: &Budget) -> Result<Vec<Vec<&'a T>>> {
        let mut found = Vec::new();
        // The index into each list, and the mark of the choices before it.
        let mut path: Vec<(usize, C)> = vec![(0, self.start.clone())];
        let mut chosen: Vec<&T> = Vec::new();
        while let Some((next, mark)) = path.last_mut() {
            if found.len() >= want {
                break;
            }
            budget.step()?;
            let depth = chosen.len();
            if depth == self.lists.len() {
                if (self.good)(mark) {
                    found.push(chosen.clone());
                }
                path.pop();
                chosen.pop();
                continue;
            }
            let Some((own, choice)) = self.lists[depth].get(*next) else {
                path.pop();
                chosen.pop();
                continue;
            };
            *next += 1;
            let joined = (self.join)(mark, own);
            if self.leads_to_good(&joined, depth + 1) {
                path.push((0, joined));
                chosen.push(choice);
            }
        }
        Ok(found)
    }

    fn leads_to_good(&self, mark: &C, depth: usize) -> bool {
        match self.rest.get(depth) {
            None => (self.good)(mark),
            Some(marks) => marks.keys().any(|later| (self.good)(&(self.join)(mark, later))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_good_combinations_are_counted_and_listed() {
        let lists: Vec<Vec<(u32, u32)>> = vec![vec![(3, 30), (1, 10)], vec![(2, 20), (5, 50), (4, 40)]];
        let least = |a: &u32, b: &u32| *a.min(b);
        let even = |mark: &u32| mark.is_multiple_of(2);
        let budget = Budget::default();
        let product = Product::new(&lists, u32::MAX, &least, &even, &budget).unwrap();
        assert_eq!(product.count(), UBig::ONE);
        assert_eq!(product.first(9, &budget).unwrap(), vec![vec![&30, &20]]);
        let odd = |mark: &u32| mark % 2 == 1;
        let product = Product::new(&lists, u32::MAX, &least, &odd, &budget).unwrap();
        assert_eq!(product.count(), UBig::from(5u8));
        let all = product.first(9, &budget).unwrap();
        assert_eq!(all.len(), 5);
        assert_eq!(product.first(2, &budget).unwrap(), all[..2]);
        let none: Vec<Vec<(u32, u32)>> = vec![];
        assert_eq!(Product::new(&none, 2, &least, &even, &budget).unwrap().count(), UBig::ONE);
    }
}
