//! The cheapest choice among numbers whose nim-sum is given.
//!
//! Numbers are vectors over the field of two elements, and their nim-sum is the sum of vectors. Equal numbers cancel, so
//! a cheapest choice has each number at most once, at its lowest cost. What remains is the problem of the nearest code
//! word, for which no fast algorithm is known. Three exact ways cover what people ask: all combinations of the few
//! numbers beyond a basis; a table of all sums, number by number; and, if every number costs the same, the sums of one
//! number, of two, of three, each from the one before by a Walsh-Hadamard transform.

use std::collections::{BTreeMap, HashMap};

use dashu_base::BitTest as _;
use dashu_int::UBig;

use crate::values::sums::walsh_hadamard;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;

/// Most numbers beyond a basis whose combinations are all tried.
const MOST_BEYOND: usize = 20;
/// Most bits of a table of sums.
const MOST_BITS: usize = 22;
/// Most steps to fill such a table where transforms could do it, and where they cannot.
const FEW_STEPS: u128 = 1 << 27;
const MOST_STEPS: u128 = 1 << 32;

/// A number to choose, and its cost, which is positive.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub value: UBig,
    pub cost: UBig,
}

/// The indices of the cheapest items whose values have the nim-sum `sum`; `None` if there are none.
pub(super) fn cheapest(items: &[Item], sum: &UBig, budget: &Budget) -> Result<Option<Vec<usize>>> {
    let groups = by_value(items);
    let singles: Vec<usize> =
        groups.iter().filter(|(value, _)| ***value > UBig::ZERO).map(|(_, group)| group[0]).collect();
    let mut space = Space::of(items, &singles, budget)?;
    let Some(target) = space.coordinates(sum) else { return Ok(None) };
    let found = space.cheapest(Some(&target), budget)?;
    Ok(found.map(|found| found.into_iter().map(|at| singles[at]).collect()))
}

/// The indices of the cheapest items, at least one, whose values have the nim-sum 0; `None` if there are none.
pub(super) fn cheapest_circuit(items: &[Item], budget: &Budget) -> Result<Option<Vec<usize>>> {
    let groups = by_value(items);
    let cost = |chosen: &Vec<usize>| chosen.iter().map(|&at| &items[at].cost).sum::<UBig>();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut singles = Vec::new();
    for (value, group) in groups {
        match &group[..] {
            [first, ..] if *value == UBig::ZERO => found.push(vec![*first]),
            [first, second, ..] => {
                found.push(vec![*first, *second]);
                singles.push(*first);
            }
            _ => singles.push(group[0]),
        }
    }
    // No number and no pair cancels at a lower cost than one or two items.
    if found.iter().any(|chosen| chosen.len() == 1 && is_least(items, chosen)) {
        return Ok(found.into_iter().min_by_key(cost));
    }
    let is_unit = items.iter().all(|item| item.cost == UBig::ONE);
    if found.is_empty() || !is_unit {
        let mut space = Space::of(items, &singles, budget)?;
        let circuit = space.cheapest(None, budget)?;
        found.extend(circuit.map(|circuit| circuit.into_iter().map(|at| singles[at]).collect()));
    }
    Ok(found.into_iter().min_by_key(cost))
}

fn is_least(items: &[Item], chosen: &[usize]) -> bool {
    items.iter().all(|item| item.cost >= items[chosen[0]].cost)
}

/// The items of each value, cheapest first.
fn by_value(items: &[Item]) -> BTreeMap<&UBig, Vec<usize>> {
    let mut groups: BTreeMap<&UBig, Vec<usize>> = BTreeMap::new();
    for (index, item) in items.iter().enumerate() {
        groups.entry(&item.value).or_default().push(index);
    }
    for group in groups.values_mut() {
        group.sort_by_key(|&index| &items[index].cost);
    }
    groups
}

/// Different numbers other than 0, in coordinates of a basis that is chosen among them.
struct Space<'a> {
    costs: Vec<&'a UBig>,
    /// The coordinates of each.
    at: Vec<UBig>,
    /// The places of the basis.
    basis: Vec<usize>,
    /// Vectors of the basis, reduced, by their highest bit; with the coordinates of each.
    rows: HashMap<usize, (UBig, UBig)>,
}

impl<'a> Space<'a> {
    fn of(items: &'a [Item], singles: &[usize], budget: &Budget) -> Result<Self> {
        let mut space = Self { costs: Vec::new(), at: Vec::new(), basis: Vec::new(), rows: HashMap::new() };
        budget.reserve_each(singles.len(), 64)?;
        for (place, &index) in singles.iter().enumerate() {
            budget.step()?;
            let (rest, mut at) = space.reduced(&items[index].value);
            if rest > UBig::ZERO {
                let unit = UBig::ONE << space.basis.len();
                space.rows.insert(rest.bit_len(), (rest, &at ^ &unit));
                space.basis.push(place);
                at = unit;
            }
            space.at.push(at);
            space.costs.push(&items[index].cost);
        }
        Ok(space)
    }

    /// What the basis leaves of a number, and the coordinates of the part that it covers.
    fn reduced(&self, value: &UBig) -> (UBig, UBig) {
        let (mut rest, mut at) = (value.clone(), UBig::ZERO);
        while let Some((row, coordinates)) = self.rows.get(&rest.bit_len()) {
            rest ^= row;
            at ^= coordinates;
        }
        (rest, at)
    }

    fn coordinates(&self, value: &UBig) -> Option<UBig> {
        let (rest, at) = self.reduced(value);
        (rest == UBig::ZERO).then_some(at)
    }

    /// The cheapest places with the nim-sum `target`, or at least one with the nim-sum 0.
    fn cheapest(&mut self, target: Option<&UBig>, budget: &Budget) -> Result<Option<Vec<usize>>> {
        let (all, rank) = (self.at.len(), self.basis.len());
        if all - rank <= MOST_BEYOND {
            return self.combined(target, budget);
        }
        let steps = if rank <= MOST_BITS { (all as u128) << rank } else { u128::MAX };
        let is_unit = self.costs.iter().all(|cost| **cost == UBig::ONE);
        if is_unit && steps > FEW_STEPS && rank <= MOST_BITS {
            let layers = Layers::new(self.words(), rank, budget)?;
            match target {
                Some(target) => return layers.to(word(target), budget).map(Some),
                None => {
                    if let Some(circuit) = layers.short_circuit(budget)? {
                        return Ok(Some(circuit));
                    }
                }
            }
        }
        if steps > MOST_STEPS {
            return Err(Error::limit("error.discard-too-large").with("numbers", all).with("rank", rank));
        }
        let costs: Option<Vec<u64>> = self.costs.iter().map(|cost| u64::try_from(*cost).ok()).collect();
        let total = costs.as_ref().map(|costs| costs.iter().map(|cost| u128::from(*cost)).sum::<u128>());
        let Some(costs) = costs.filter(|_| total < Some(u64::MAX.into())) else {
            return Err(Error::limit("error.discard-too-large").with("numbers", all).with("rank", rank));
        };
        let table = Table { at: self.words(), costs, rank };
        match target {
            Some(target) => table.to(all, word(target), budget),
            None => table.circuit(budget),
        }
    }

    fn words(&self) -> Vec<u32> {
        self.at.iter().map(word).collect()
    }

    /// Every combination of the numbers beyond the basis, each completed by the basis: in the order of Gray, so that
    /// one of them changes at a time.
    fn combined(&self, target: Option<&UBig>, budget: &Budget) -> Result<Option<Vec<usize>>> {
        let beyond: Vec<usize> = (0..self.at.len()).filter(|at| !self.basis.contains(at)).collect();
        let mut rest = target.cloned().unwrap_or_default();
        let mut chosen = 0u32;
        let mut best: Option<(UBig, u32, UBig)> = None;
        let cost_of = |chosen: u32, rest: &UBig| -> UBig {
            let more = (0..beyond.len()).filter(|i| chosen >> i & 1 == 1).map(|i| self.costs[beyond[i]]);
            let based = (0..self.basis.len()).filter(|i| rest.bit(*i)).map(|i| self.costs[self.basis[i]]);
            more.chain(based).sum()
        };
        for step in 1..=1u32 << beyond.len() {
            budget.step()?;
            if target.is_some() || chosen != 0 {
                let cost = cost_of(chosen, &rest);
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, chosen, rest.clone()));
                }
            }
            let change = step.trailing_zeros() as usize;
            if change < beyond.len() {
                chosen ^= 1 << change;
                rest ^= &self.at[beyond[change]];
            }
        }
        Ok(best.map(|(_, chosen, rest)| {
            let more = (0..beyond.len()).filter(|i| chosen >> i & 1 == 1).map(|i| beyond[i]);
            let based = (0..self.basis.len()).filter(|i| rest.bit(*i)).map(|i| self.basis[i]);
            more.chain(based).collect()
        }))
    }
}

/// Coordinates that fit a table of sums.
fn word(at: &UBig) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The cheapest way to every sum, number by number.
struct Table {
    at: Vec<u32>,
    costs: Vec<u64>,
    rank: usize,
}

impl Table {
    /// The least cost of every sum of the first numbers; `each` sees it before each of them.
    fn filled(&self, first: usize, budget: &Budget, each: &mut dyn FnMut(usize, &[u64])) -> Result<Vec<u64>> {
        let size = 1usize << self.rank;
        budget.reserve_each(size, 8)?;
        let mut least = vec![u64::MAX; size];
        least[0] = 0;
        for number in 0..first {
            budget.check_time()?;
            each(number, &least);
            let (at, cost) = (self.at[number] as usize, self.costs[number]);
            let top = 1usize << at.ilog2();
            for sum in (0..size).filter(|sum| sum & top == 0) {
                let (a, b) = (least[sum], least[sum ^ at]);
                least[sum] = a.min(b.saturating_add(cost));
                least[sum ^ at] = b.min(a.saturating_add(cost));
            }
        }
        budget.release(size as u64 * 8);
        Ok(least)
    }

    /// The cheapest of the first numbers with a sum.
    fn to(&self, first: usize, target: u32, budget: &Budget) -> Result<Option<Vec<usize>>> {
        let least = self.filled(first, budget, &mut |_, _| {})?;
        let mut sum = target as usize;
        if least[sum] == u64::MAX {
            return Ok(None);
        }
        let mut chosen = Vec::new();
        // A cheapest choice without one of its numbers is cheapest for its sum, so each step finds one.
        while sum != 0 {
            let last = |&number: &usize| {
                let before = least[sum ^ self.at[number] as usize];
                before.saturating_add(self.costs[number]) == least[sum]
            };
            let Some(number) = (0..first).find(last) else { return Ok(None) };
            chosen.push(number);
            sum ^= self.at[number] as usize;
        }
        Ok(Some(chosen))
    }

    /// The cheapest numbers that cancel: the last of them, and those before it with the same sum.
    fn circuit(&self, budget: &Budget) -> Result<Option<Vec<usize>>> {
        let mut best = None;
        self.filled(self.at.len(), budget, &mut |number, least| {
            let cost = least[self.at[number] as usize].saturating_add(self.costs[number]);
            if cost < u64::MAX && best.is_none_or(|(known, _)| cost < known) {
                best = Some((cost, number));
            }
        })?;
        let Some((_, last)) = best else { return Ok(None) };
        let found = self.to(last, self.at[last], budget)?;
        Ok(found.map(|mut chosen| {
            chosen.push(last);
            chosen
        }))
    }
}

/// Sums of one number, of two, of three and so on, if each number costs the same.
struct Layers {
    at: Vec<u32>,
    /// The number of each place, counted from 1.
    number: Vec<u32>,
    /// The transform of the numbers.
    transform: Vec<i64>,
}

impl Layers {
    fn new(at: Vec<u32>, rank: usize, budget: &Budget) -> Result<Self> {
        let size = 1usize << rank;
        budget.reserve_each(size, 24)?;
        let mut number = vec![0; size];
        let mut transform = vec![0; size];
        for (index, &place) in at.iter().enumerate() {
            number[place as usize] = u32::try_from(index + 1).unwrap_or(u32::MAX);
            transform[place as usize] = 1;
        }
        walsh_hadamard(&mut transform, budget)?;
        Ok(Self { at, number, transform })
    }

    /// How many ways lead from a set to each sum with one number more.
    fn with_one_more(&self, set: &mut [i64], budget: &Budget) -> Result<()> {
        walsh_hadamard(set, budget)?;
        for (a, b) in set.iter_mut().zip(&self.transform) {
            *a *= b;
        }
        walsh_hadamard(set, budget)?;
        let size = i64::try_from(set.len()).unwrap_or(i64::MAX);
        for ways in set {
            *ways /= size;
        }
        Ok(())
    }

    /// The fewest numbers with a sum. The numbers contain a basis, so there are some.
    fn to(&self, target: u32, budget: &Budget) -> Result<Vec<usize>> {
        const FAR: u8 = u8::MAX;
        let size = self.number.len();
        let mut layer = vec![FAR; size];
        layer[0] = 0;
        let mut last = 0u8;
        // Whether one number more reaches the target is seen without a transform.
        let near = |layer: &[u8], sum: u32, wanted: u8| {
            self.at.iter().position(|&number| layer[(sum ^ number) as usize] == wanted)
        };
        while layer[target as usize] == FAR && near(&layer, target, last).is_none() {
            let mut set: Vec<i64> = layer.iter().map(|&known| i64::from(known == last)).collect();
            if !set.contains(&1) {
                break;
            }
            self.with_one_more(&mut set, budget)?;
            last += 1;
            for (known, ways) in layer.iter_mut().zip(&set) {
                if *known == FAR && *ways > 0 {
                    *known = last;
                }
            }
        }
        let mut sum = target;
        let mut chosen = Vec::new();
        let mut wanted =
            if layer[sum as usize] == FAR { last } else { layer[sum as usize].saturating_sub(1) };
        while sum != 0 {
            let Some(number) = near(&layer, sum, wanted) else { break };
            chosen.push(number);
            sum ^= self.at[number];
            wanted = wanted.saturating_sub(1);
        }
        Ok(chosen)
    }

    /// Three or four numbers that cancel. No two of them are equal, so three are two and their sum, and four are
    /// two pairs with one sum. If there are none, the numbers are few.
    fn short_circuit(&self, budget: &Budget) -> Result<Option<Vec<usize>>> {
        let mut pairs = vec![0i64; self.number.len()];
        for &number in &self.at {
            pairs[number as usize] = 1;
        }
        self.with_one_more(&mut pairs, budget)?;
        let of_sum = |sum: u32| {
            let other = move |at: u32| self.number[(at ^ sum) as usize].checked_sub(1);
            let both = self.at.iter().enumerate().filter_map(move |(i, &at)| Some([i, other(at)? as usize]));
            both.filter(|[i, j]| i < j)
        };
        if let Some(third) = (0..self.at.len()).find(|&i| pairs[self.at[i] as usize] > 0) {
            let pair = of_sum(self.at[third]).next();
            return Ok(pair.map(|[a, b]| vec![a, b, third]));
        }
        // Each pair is counted in both orders.
        let Some(sum) = (1..pairs.len()).find(|&sum| pairs[sum] >= 4) else { return Ok(None) };
        Ok(Some(of_sum(u32::try_from(sum).unwrap_or_default()).take(2).flatten().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::testing::Random;

    fn items(values: &[u64], costs: &[u64]) -> Vec<Item> {
        values
            .iter()
            .zip(costs)
            .map(|(value, cost)| Item { value: (*value).into(), cost: (*cost).into() })
            .collect()
    }

    /// The least cost of a choice with this sum, by trying all of them.
    fn tried(values: &[u64], costs: &[u64], sum: u64, some: bool) -> Option<u64> {
        let of = |list: &[u64], set: u32, with: fn(u64, u64) -> u64| {
            (0..list.len()).filter(|i| set >> i & 1 == 1).fold(0, |all, i| with(all, list[i]))
        };
        let sets = u32::from(some)..1 << values.len();
        let fit = sets.filter(|set| of(values, *set, |a, b| a ^ b) == sum);
        fit.map(|set| of(costs, set, |a, b| a + b)).min()
    }

    fn check(found: Option<&[usize]>, values: &[u64], costs: &[u64], sum: u64, some: bool, what: &str) {
        let cost = found.map(|chosen| {
            let mut once = chosen.to_vec();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), chosen.len(), "{what}: {chosen:?} of {values:?}");
            assert_eq!(chosen.iter().fold(0, |all, i| all ^ values[*i]), sum, "{what}: {values:?}");
            chosen.iter().map(|i| costs[*i]).sum()
        });
        assert_eq!(cost, tried(values, costs, sum, some), "{what}: {values:?} {costs:?} to {sum}");
    }

    /// Each of the three ways against trying every choice.
    #[test]
    fn every_way_finds_a_cheapest_choice() {
        let budget = Budget::default();
        let mut random = Random::new(17);
        for _ in 0..600 {
            let bits = 1 + random.below(6);
            let count = usize::try_from(1 + random.below(11)).unwrap();
            let values: Vec<u64> = (0..count).map(|_| random.below(1 << bits)).collect();
            let is_unit = random.below(2) == 0;
            let costs: Vec<u64> =
                values.iter().map(|_| if is_unit { 1 } else { 1 + random.below(9) }).collect();
            let sum = random.below(1 << bits);
            let items = items(&values, &costs);
            check(
                cheapest(&items, &sum.into(), &budget).unwrap().as_deref(),
                &values,
                &costs,
                sum,
                false,
                "all",
            );
            check(cheapest_circuit(&items, &budget).unwrap().as_deref(), &values, &costs, 0, true, "circuit");

            let singles: Vec<usize> =
                by_value(&items).iter().filter(|(v, _)| ***v > UBig::ZERO).map(|(_, g)| g[0]).collect();
            let different: Vec<u64> = singles.iter().map(|&i| values[i]).collect();
            let prices: Vec<u64> = singles.iter().map(|&i| costs[i]).collect();
            let space = Space::of(&items, &singles, &budget).unwrap();
            let table = Table { at: space.words(), costs: prices.clone(), rank: space.basis.len() };
            check(table.circuit(&budget).unwrap().as_deref(), &different, &prices, 0, true, "table");
            let Some(target) = space.coordinates(&sum.into()) else { continue };
            let found = table.to(different.len(), word(&target), &budget).unwrap();
            check(found.as_deref(), &different, &prices, sum, false, "table");
            if !is_unit {
                continue;
            }
            let layers = Layers::new(space.words(), space.basis.len(), &budget).unwrap();
            let found = layers.to(word(&target), &budget).unwrap();
            check(Some(&found), &different, &prices, sum, false, "layers");
            match layers.short_circuit(&budget).unwrap() {
                None => assert!(tried(&different, &prices, 0, true).is_none_or(|cost| cost > 4)),
                found => check(found.as_deref(), &different, &prices, 0, true, "short circuit"),
            }
        }
    }

    #[test]
    fn many_numbers_are_answered_by_transforms() {
        let budget = Budget::default();
        // Powers of two, and a lot of others that do not help: the sum of six powers takes six.
        let many: Vec<u64> = (1..1 << 19).filter(|n: &u64| n.is_power_of_two() || n >> 18 == 1).collect();
        let ones = vec![1; many.len()];
        let items = items(&many, &ones);
        let found = cheapest(&items, &0b111_111u64.into(), &budget).unwrap().unwrap();
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(cheapest_circuit(&items, &budget).unwrap().unwrap().len(), 3);
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let mut random = Random::new(3);
        let values: Vec<u64> = (0..80).map(|_| random.below(1 << 50)).collect();
        let items = items(&values, &[1; 80]);
        let error = cheapest(&items, &12345u64.into(), &Budget::default()).unwrap_err();
        assert!(error.to_string().contains("80"), "{error}");
    }
}
