//! The P-positions of two heaps as a list, where they are few: it reaches much further than a table of all
//! positions in the same time.

use grundy_automata::{Budget, Error, Step, Teacher};

use crate::question::{Link, Others, Takes, Way, Ways};
use crate::words::Words;

/// Maximum number of P-positions for each size of the first heap, on average.
pub(crate) const FEW: usize = 6;

/// The P-positions with both heaps below `side`.
#[derive(Debug)]
pub(crate) struct Few {
    side: usize,
    /// Sorted by the larger heap.
    pub list: Vec<[u32; 2]>,
    /// The second heaps, for each first heap.
    rows: Vec<Vec<u32>>,
}

/// A set of amounts, as a table where it is the same for every heap.
struct Amounts<'a> {
    takes: &'a Takes,
    table: Option<Vec<bool>>,
}

impl<'a> Amounts<'a> {
    fn new(takes: &'a Takes, side: usize) -> Self {
        let listed = || (0..side as u64).map(|amount| takes.holds(0, amount)).collect();
        Self { takes, table: takes.is_fixed().then(listed) }
    }

    fn allows(&self, heap: usize, amount: usize) -> bool {
        let left = if amount == heap { self.takes.may_empty } else { self.takes.may_leave };
        let within = left && 0 < amount && amount <= heap;
        within
            && match &self.table {
                Some(table) => table[amount],
                None => self.takes.holds(heap as u64, amount as u64),
            }
    }
}

impl Few {
    /// Goes through the first heaps in ascending order. `None` if the P-positions are many, or a move may take any
    /// amounts from both heaps.
    pub fn new(ways: &Ways, misere: bool, side: usize, budget: &Budget) -> Result<Option<Self>, Error> {
        if ways.list.iter().any(|way| way.touched.len() == 2 && way.link == Link::Free) {
            return Ok(None);
        }
        let sets: Vec<Amounts<'_>> = ways.sets.iter().map(|takes| Amounts::new(takes, side)).collect();
        let mut list: Vec<[u32; 2]> = Vec::new();
        let mut rows = Vec::with_capacity(side);
        let mut marked = vec![false; side];
        for a in 0..side {
            budget.check_time(Step::Learning)?;
            marked.fill(false);
            for way in &ways.list {
                mark_from_rows_before(way, &sets[way.set], &list, a, &mut marked);
            }
            let mut row = Vec::new();
            for b in 0..side {
                let over = || !ways.list.iter().any(|way| can_move(way, &sets[way.set], [a, b]));
                if marked[b] || (misere && over()) {
                    continue;
                }
                row.push(b as u32);
                for way in ways.list.iter().filter(|way| way.touched == [1]) {
                    for (before, marked) in marked.iter_mut().enumerate().skip(b + 1) {
                        *marked |= sets[way.set].allows(before, before - b) && fits(way.others, before, a);
                    }
                }
            }
            list.extend(row.iter().map(|&b| [a as u32, b]));
            rows.push(row);
            // The first rows may have more than their share.
            if list.len() > FEW * (a + 100) {
                return Ok(None);
            }
        }
        list.sort_unstable_by_key(|&[a, b]| (a.max(b), a));
        Ok(Some(Self { side, list, rows }))
    }

    /// The first P-position that `words` does not accept.
    pub fn first_missed(&self, words: &Words) -> Option<Vec<u64>> {
        let position = |pair: &[u32; 2]| pair.map(u64::from);
        self.list.iter().map(position).find(|position| !words.accepts(position)).map(Vec::from)
    }
}

impl Teacher for Few {
    fn side(&self) -> u64 {
        self.side as u64
    }

    fn contains(&self, numbers: &[u64]) -> bool {
        self.rows[numbers[0] as usize].contains(&(numbers[1] as u32))
    }

    fn listed(&self) -> Option<&[[u32; 2]]> {
        Some(&self.list)
    }
}

fn fits(others: Others, touched: usize, other: usize) -> bool {
    match others {
        Others::Anything => true,
        Others::NotLarger => other <= touched,
        Others::NotSmaller => other >= touched,
        Others::Empty => other == 0,
    }
}

/// Marks the second heaps of the row `a` from which a move of this way leads to a P-position of an earlier row.
fn mark_from_rows_before(way: &Way, set: &Amounts<'_>, list: &[[u32; 2]], a: usize, marked: &mut [bool]) {
    let bound = match (&way.touched[..], way.link) {
        ([1], _) => return,
        (_, Link::Within(bound)) => usize::try_from(bound.max(0)).unwrap_or(0),
        _ => 0,
    };
    for pair in list {
        let [x, y] = pair.map(|heap| heap as usize);
        let taken = a - x;
        if !set.allows(a, taken) {
            continue;
        }
        if way.touched == [0] {
            marked[y] |= fits(way.others, a, y);
            continue;
        }
        for other in taken.saturating_sub(bound).max(1)..=taken.saturating_add(bound) {
            if y + other >= marked.len() {
                break;
            }
            marked[y + other] |= set.allows(y + other, other);
        }
    }
}

/// Whether this way has a move from a position.
fn can_move(way: &Way, set: &Amounts<'_>, position: [usize; 2]) -> bool {
    if let [heap] = way.touched[..] {
        let size = position[heap];
        return fits(way.others, size, position[1 - heap]) && (1..=size).any(|k| set.allows(size, k));
    }
    let bound = match way.link {
        Link::Within(bound) => usize::try_from(bound.max(0)).unwrap_or(0),
        _ => 0,
    };
    let [a, b] = position;
    let near = |k: usize| k.saturating_sub(bound).max(1)..=k.saturating_add(bound).min(b);
    (1..=a).any(|k| set.allows(a, k) && near(k).any(|other| set.allows(b, other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Level, Table};
    use crate::testing::{RULES, question};

    #[test]
    fn the_list_is_the_table() {
        let budget = Budget::default();
        let mut listed = 0;
        for rules in RULES {
            for misere in [false, true] {
                let question = question(rules, 2);
                let ways = question.ways().unwrap();
                let Some(few) = Few::new(&ways, misere, 60, &budget).unwrap() else { continue };
                listed += 1;
                let table = Table::new(&ways, 2, misere, 60, 1, &budget).unwrap();
                let level = Level { table: &table, value: 0 };
                for a in 0..60 {
                    for b in 0..60 {
                        assert_eq!(
                            few.contains(&[a, b]),
                            level.contains(&[a, b]),
                            "{rules} {a} {b} {misere}"
                        );
                    }
                }
                let all = (0..60u32).flat_map(|a| (0..60).map(move |b| [a, b]));
                assert_eq!(few.list.len(), all.filter(|pair| few.contains(&pair.map(u64::from))).count());
            }
        }
        assert!(listed > 20, "{listed}");
        // Every position with an even total is lost.
        let many = question("take 1", 2).ways().unwrap();
        assert!(Few::new(&many, false, 2000, &budget).unwrap().is_none());
    }
}
