//! The teacher: a simple sieve of all positions with heaps below a bound, on machine words.

use grundy_automata::{Budget, Error, Step, Teacher};

use crate::question::{Link, Others, Takes, Way, Ways};
use crate::words::Words;

/// A position whose value is none of the values asked for.
const LARGER: u8 = u8::MAX;

/// The Grundy value of each position with all heaps below `side`, as far as the first values were asked for. The
/// positions of value 0 are the P-positions, under misère play as well.
#[derive(Debug)]
pub(crate) struct Table {
    side: usize,
    values: Vec<u8>,
}

/// The positions of one value in a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level<'a> {
    pub table: &'a Table,
    pub value: u8,
}

impl Teacher for Level<'_> {
    fn side(&self) -> u64 {
        self.table.side as u64
    }

    fn contains(&self, numbers: &[u64]) -> bool {
        self.table.value(numbers) == self.value
    }
}

/// A lookup table for a set of amounts.
struct Lookup {
    /// For each remaining size, the amounts that may be taken to reach it, ascending.
    to: Vec<Vec<u32>>,
    /// Whether an amount may be taken, by heap and amount.
    allowed: Vec<bool>,
    /// Whether anything may be taken, by heap.
    any: Vec<bool>,
    side: usize,
}

impl Lookup {
    fn new(takes: &Takes, side: usize) -> Self {
        let mut lookup =
            Self { to: vec![vec![]; side], allowed: vec![false; side * side], any: vec![false; side], side };
        for n in 0..side {
            for amount in 1..=n {
                if takes.allows(n as u64, amount as u64) {
                    lookup.to[n - amount].push(amount as u32);
                    lookup.allowed[n * side + amount] = true;
                    lookup.any[n] = true;
                }
            }
        }
        lookup
    }

    fn allows(&self, n: usize, amount: usize) -> bool {
        n < self.side && amount <= n && self.allowed[n * self.side + amount]
    }
}

impl Table {
    /// The sieve for the values below `values`, one at a time. Visits positions in ascending order: of those
    /// without a smaller value, one that is not marked has this value, and marks all positions that reach it.
    pub fn new(
        ways: &Ways,
        heaps: usize,
        misere: bool,
        side: usize,
        values: u8,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let lookups: Vec<Lookup> = ways.sets.iter().map(|takes| Lookup::new(takes, side)).collect();
        let steps: Vec<usize> = (0..heaps).map(|i| side.pow(i as u32)).collect();
        let mut table = Self { side, values: vec![LARGER; side.pow(heaps as u32)] };
        for value in 0..values {
            let mut marked = vec![false; table.values.len()];
            let mut found = false;
            let mut position = vec![0; heaps];
            for index in 0..table.values.len() {
                if index.is_multiple_of(1024) {
                    budget.check_time(Step::Learning)?;
                }
                for (i, heap) in position.iter_mut().enumerate() {
                    *heap = index / steps[i] % side;
                }
                let over = || !ways.list.iter().any(|way| can_move(way, &lookups[way.set], &position));
                if marked[index] || table.values[index] < value || (misere && over()) {
                    continue;
                }
                table.values[index] = value;
                found = true;
                for way in &ways.list {
                    mark(way, &lookups[way.set], &position, index, &steps, &mut marked);
                }
            }
            // Values have no gaps.
            if !found {
                break;
            }
        }
        Ok(table)
    }

    fn value(&self, numbers: &[u64]) -> u8 {
        self.values[numbers.iter().rev().fold(0, |index, &n| index * self.side + n as usize)]
    }

    /// The number of positions of value 0.
    pub fn lost(&self) -> usize {
        self.values.iter().map(|&value| usize::from(value == 0)).sum()
    }

    /// The first position of which `words` and the table differ on whether it has this value.
    pub fn first_wrong(&self, words: &Words, value: u8) -> Option<Vec<u64>> {
        let mut position = vec![0u64; words.heaps()];
        for &found in &self.values {
            if words.accepts(&position) != (found == value) {
                return Some(position);
            }
            for heap in &mut position {
                *heap += 1;
                if *heap < self.side as u64 {
                    break;
                }
                *heap = 0;
            }
        }
        None
    }
}

/// Marks the positions from which a way leads to `position`.
fn mark(way: &Way, lookup: &Lookup, position: &[usize], index: usize, steps: &[usize], marked: &mut [bool]) {
    let first = way.touched[0];
    let untouched = |i: &usize| !way.touched.contains(i);
    for &amount in &lookup.to[position[first]] {
        let amount = amount as usize;
        let before = position[first] + amount;
        let fine = match way.others {
            Others::Anything => true,
            Others::NotLarger => (0..position.len()).filter(untouched).all(|i| position[i] <= before),
            Others::NotSmaller => (0..position.len()).filter(untouched).all(|i| position[i] >= before),
            Others::Empty => (0..position.len()).filter(untouched).all(|i| position[i] == 0),
        };
        if fine {
            let start = index + amount * steps[first];
            mark_rest(way, lookup, position, 1, &mut vec![amount], start, steps, marked);
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one loop a touched heap, written as a recursion")]
fn mark_rest(
    way: &Way,
    lookup: &Lookup,
    position: &[usize],
    at: usize,
    taken: &mut Vec<usize>,
    index: usize,
    steps: &[usize],
    marked: &mut [bool],
) {
    let Some(&heap) = way.touched.get(at) else {
        marked[index] = true;
        return;
    };
    let mut go = |amount: usize, taken: &mut Vec<usize>| {
        if lookup.allows(position[heap] + amount, amount) && linked(way.link, taken, amount) {
            taken.push(amount);
            let next = index + amount * steps[heap];
            mark_rest(way, lookup, position, at + 1, taken, next, steps, marked);
            taken.pop();
        }
    };
    match way.link {
        Link::Same => go(taken[0], taken),
        Link::Within(bound) => {
            let bound = usize::try_from(bound.max(0)).unwrap_or(0);
            for amount in taken[0].saturating_sub(bound).max(1)..=taken[0] + bound {
                go(amount, taken);
            }
        }
        Link::Free => {
            for &amount in &lookup.to[position[heap]] {
                go(amount as usize, taken);
            }
        }
    }
}

fn linked(link: Link, taken: &[usize], amount: usize) -> bool {
    taken.iter().all(|&other| match link {
        Link::Free => true,
        Link::Same => other == amount,
        Link::Within(bound) => other.abs_diff(amount) as i64 <= bound,
    })
}

/// Whether this way has a move from `position`.
fn can_move(way: &Way, lookup: &Lookup, position: &[usize]) -> bool {
    let first = position[way.touched[0]];
    let mut others = (0..position.len()).filter(|i| !way.touched.contains(i)).map(|i| position[i]);
    let fine = match way.others {
        Others::Anything => true,
        Others::NotLarger => others.all(|n| n <= first),
        Others::NotSmaller => others.all(|n| n >= first),
        Others::Empty => others.all(|n| n == 0),
    };
    let each = |amount| way.touched.iter().all(|&i| lookup.allows(position[i], amount));
    fine && way.touched.iter().all(|&i| lookup.any[position[i]])
        && match way.link {
            Link::Free => true,
            Link::Same => (1..=first).any(each),
            Link::Within(_) => some_within(way, lookup, position, &mut vec![]),
        }
}

fn some_within(way: &Way, lookup: &Lookup, position: &[usize], taken: &mut Vec<usize>) -> bool {
    let Some(&heap) = way.touched.get(taken.len()) else { return true };
    for amount in 1..=position[heap] {
        if lookup.allows(position[heap], amount) && linked(way.link, taken, amount) {
            taken.push(amount);
            if some_within(way, lookup, position, taken) {
                return true;
            }
            taken.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{RULES, options, question};

    #[test]
    fn the_sieve_is_plain_search() {
        for rules in RULES {
            for (heaps, side) in [(1, 30), (2, 16), (3, 7)] {
                for (misere, values) in [(false, 3), (true, 1)] {
                    let question = question(rules, heaps);
                    let ways = question.ways().unwrap();
                    let table = Table::new(&ways, heaps, misere, side, values, &Budget::default()).unwrap();
                    for index in 0..side.pow(heaps as u32) {
                        let x: Vec<u64> =
                            (0..heaps).map(|i| (index / side.pow(i as u32) % side) as u64).collect();
                        let reached: Vec<u8> = options(&ways, &x).map(|y| table.value(&y)).collect();
                        let ends = misere && reached.is_empty();
                        let least = (0..values).find(|value| !ends && !reached.contains(value));
                        assert_eq!(table.value(&x), least.unwrap_or(LARGER), "{rules} {x:?} {misere}");
                    }
                }
            }
        }
    }
}
