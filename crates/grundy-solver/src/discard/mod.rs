//! Which heaps to discard so that the rest is lost: as few as possible or as many, by their number or their stones.
//!
//! If heaps are independent under normal play, the rest is lost if the nim-sum of its values is 0: that is a question about
//! subsets with a given nim-sum. In other games of a few heaps all choices are tried, cheapest first.

mod subset;

use dashu_int::UBig;
use serde_json::{Value as Json, json};

use crate::solver::Solver;
use grundy_core::answer::Outcome;
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::number::natural_to_json;
use grundy_core::position::{How, Position, State, Tree};
use grundy_core::text::Message;

use subset::Item;

/// Most choices that are tried one by one.
const MOST_CHOICES: usize = 1 << 16;

/// What is wanted of a choice of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// As few heaps as possible are discarded.
    Fewest,
    /// As many as possible; at least one heap that is not empty stays.
    Most,
    /// Heaps of as few stones as possible are discarded.
    FewestStones,
    /// Heaps of as many stones as possible; at least one heap that is not empty stays.
    MostStones,
}

impl Aim {
    /// All of them, with the words that name them.
    pub const ALL: [(&'static str, Self); 4] = [
        ("fewest", Self::Fewest),
        ("most", Self::Most),
        ("fewest-stones", Self::FewestStones),
        ("most-stones", Self::MostStones),
    ];

    /// The aim of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, aim)| *aim)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, aim)| *aim == self).map_or("", |(name, _)| name)
    }

    fn keeps_one(self) -> bool {
        matches!(self, Self::Most | Self::MostStones)
    }

    fn counts_stones(self) -> bool {
        matches!(self, Self::FewestStones | Self::MostStones)
    }
}

/// Heaps to discard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The heaps, by component and place in it, in order.
    pub heaps: Vec<(usize, usize)>,
    /// What is left: a lost position.
    pub left: Position,
}

impl Discard {
    /// The number of stones that are discarded.
    pub fn stones(&self, question: &Position) -> UBig {
        self.heaps.iter().map(|&(component, heap)| &question.components()[component].heaps()[heap]).sum()
    }

    /// The value of the key `discard` of an answer.
    pub fn to_json(&self, question: &Position, aim: Aim) -> Json {
        let is_compound = question.components().len() > 1;
        let row = |&(component, heap): &(usize, usize)| {
            let mut row = json!({
                "heap": heap + 1,
                "stones": natural_to_json(&question.components()[component].heaps()[heap]),
            });
            if is_compound {
                row["component"] = component.into();
            }
            row
        };
        json!({
            "aim": aim.name(),
            "heaps": self.heaps.iter().map(row).collect::<Vec<_>>(),
            "stones": natural_to_json(&self.stones(question)),
            "left": self.left.to_string(),
        })
    }
}

/// The sentence about a choice.
pub fn in_words(question: &Position, aim: Aim, found: Option<&Discard>) -> Message {
    let Some(discard) = found else { return Message::new("discard.none") };
    if discard.heaps.is_empty() {
        return Message::new("discard.nothing");
    }
    let sizes: Vec<UBig> = discard
        .heaps
        .iter()
        .map(|&(component, heap)| question.components()[component].heaps()[heap].clone())
        .collect();
    let (count, stones) = (discard.heaps.len(), discard.stones(question));
    let left = format!("{:#}", discard.left);
    match aim {
        Aim::Fewest => {
            Message::new("discard.fewest").with("count", count).with("heaps", &sizes).with("left", left)
        }
        Aim::Most => {
            Message::new("discard.most").with("count", count).with("heaps", &sizes).with("left", left)
        }
        Aim::FewestStones => Message::new("discard.fewest-stones")
            .with("count", count)
            .with("stones", stones)
            .with("heaps", &sizes)
            .with("left", left),
        Aim::MostStones => Message::new("discard.most-stones")
            .with("count", count)
            .with("stones", stones)
            .with("heaps", &sizes)
            .with("left", left),
    }
}

/// A heap that may be discarded.
struct Heap {
    component: usize,
    /// Its place in the component.
    place: usize,
    cost: UBig,
}

impl Solver {
    /// The heaps to discard so that the rest is lost, as `aim` says; `None` if there is no such choice.
    ///
    /// # Errors
    /// If the position has no heaps to discard, or a limit is reached.
    pub fn discard(&self, position: &Position, aim: Aim) -> Result<Option<Discard>> {
        if let Some(other) = position.components().iter().find(|component| !component.game.is_unordered()) {
            return Err(Error::input("error.discard-no-heaps").with("game", &*other.spelled));
        }
        let budget = self.budget();
        let mut heaps = Vec::new();
        for (component, part) in position.components().iter().enumerate() {
            for (place, size) in part.heaps().iter().enumerate().filter(|(_, size)| **size > UBig::ZERO) {
                let cost = if aim.counts_stones() { size.clone() } else { UBig::ONE };
                heaps.push(Heap { component, place, cost });
            }
        }
        let chosen = match self.values_of(position, &heaps, &budget)? {
            Some(values) => by_values(&heaps, values, aim, &budget)?,
            None => self.by_trying(position, &heaps, aim, &budget)?,
        };
        Ok(chosen.map(|chosen| {
            let mut gone: Vec<(usize, usize)> =
                chosen.into_iter().map(|at| (heaps[at].component, heaps[at].place)).collect();
            gone.sort_unstable();
            Discard { left: without(position, &gone), heaps: gone }
        }))
    }

    /// The Grundy values of the heaps, if they are independent and the last player wins.
    fn values_of(&self, position: &Position, heaps: &[Heap], budget: &Budget) -> Result<Option<Vec<UBig>>> {
        let is_sum = matches!(position.tree(), Tree::Leaf(_) | Tree::Join(How::Sum, _));
        let flat = position.summands().iter().all(|part| part.single().is_some());
        if position.is_misere() || !is_sum || !flat {
            return Ok(None);
        }
        let functions = position.components().iter().map(|c| self.recognise(&c.line(false)).values());
        let Some(functions) = functions.collect::<Option<Vec<_>>>() else { return Ok(None) };
        for (component, function) in position.components().iter().zip(&functions) {
            if let Some(greatest) = component.heaps().iter().max() {
                function.settle(greatest, budget)?;
            }
        }
        // The greatest heaps come last: in this order the tables grow once.
        let mut values = Vec::with_capacity(heaps.len());
        for heap in heaps.iter().rev() {
            budget.step()?;
            let size = &position.components()[heap.component].heaps()[heap.place];
            values.push(functions[heap.component].value(size, budget)?);
        }
        values.reverse();
        Ok(Some(values))
    }

    /// Tries every choice, the cheapest first: how many to discard of the equal heaps of each component.
    fn by_trying(
        &self,
        position: &Position,
        heaps: &[Heap],
        aim: Aim,
        budget: &Budget,
    ) -> Result<Option<Vec<usize>>> {
        let size = |at: usize| &position.components()[heaps[at].component].heaps()[heaps[at].place];
        // Heaps are sorted, so equal ones are next to each other.
        let all: Vec<usize> = (0..heaps.len()).collect();
        let groups: Vec<&[usize]> =
            all.chunk_by(|&a, &b| heaps[a].component == heaps[b].component && size(a) == size(b)).collect();
        let count = groups.iter().try_fold(1usize, |count, group| count.checked_mul(group.len() + 1));
        let Some(count) = count.filter(|count| *count <= MOST_CHOICES) else {
            let error = Error::limit("error.discard-too-many");
            return Err(error.with("heaps", heaps.len()).with("limit", MOST_CHOICES));
        };
        let mut choices: Vec<(UBig, Vec<usize>)> = (0..count)
            .map(|mut number| {
                let mut chosen = Vec::new();
                for group in &groups {
                    chosen.extend(&group[..number % (group.len() + 1)]);
                    number /= group.len() + 1;
                }
                (chosen.iter().map(|&at: &usize| &heaps[at].cost).sum(), chosen)
            })
            .filter(|(_, chosen): &(UBig, Vec<usize>)| !aim.keeps_one() || chosen.len() < heaps.len())
            .collect();
        choices.sort_by(|a, b| if aim.keeps_one() { b.0.cmp(&a.0) } else { a.0.cmp(&b.0) });
        for (_, chosen) in choices {
            let gone: Vec<(usize, usize)> =
                chosen.iter().map(|&at| (heaps[at].component, heaps[at].place)).collect();
            if self.decide(&without(position, &gone), budget)?.outcome == Outcome::P {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }
}

fn by_values(heaps: &[Heap], values: Vec<UBig>, aim: Aim, budget: &Budget) -> Result<Option<Vec<usize>>> {
    let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
    let items: Vec<Item> =
        values.into_iter().zip(heaps).map(|(value, heap)| Item { value, cost: heap.cost.clone() }).collect();
    if !aim.keeps_one() {
        return subset::cheapest(&items, &sum, budget);
    }
    let kept = subset::cheapest_circuit(&items, budget)?;
    Ok(kept.map(|kept| {
        let mut stays = vec![false; heaps.len()];
        for at in kept {
            stays[at] = true;
        }
        (0..heaps.len()).filter(|at| !stays[*at]).collect()
    }))
}

/// The position without some heaps, which are sorted.
fn without(position: &Position, gone: &[(usize, usize)]) -> Position {
    let states: Vec<State> = position
        .components()
        .iter()
        .enumerate()
        .map(|(component, part)| {
            let heaps = part.heaps().iter().enumerate();
            let stays = heaps.filter(|(heap, _)| gone.binary_search(&(component, *heap)).is_err());
            let heaps = stays.map(|(_, size)| size.clone()).collect();
            State { heaps, past: part.state.past.clone() }.canonical(&part.game)
        })
        .collect();
    position.with_states(&states)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Oracle;
    use crate::theorem::testing::{Random, with_heaps};
    use grundy_core::notation::parse_position;

    /// The cost of the best choice, by plain search of what every choice leaves.
    fn tried(position: &Position, aim: Aim) -> Option<UBig> {
        let heaps: Vec<(usize, usize)> = position
            .components()
            .iter()
            .enumerate()
            .flat_map(|(c, part)| (0..part.heaps().len()).map(move |heap| (c, heap)))
            .filter(|&(c, heap)| position.components()[c].heaps()[heap] > UBig::ZERO)
            .collect();
        let budget = Budget::default();
        let mut costs = Vec::new();
        for set in 0..1u32 << heaps.len() {
            let gone: Vec<(usize, usize)> =
                (0..heaps.len()).filter(|i| set >> i & 1 == 1).map(|i| heaps[i]).collect();
            if aim.keeps_one() && gone.len() == heaps.len() {
                continue;
            }
            let left = without(position, &gone);
            if !Oracle::new(&left, &budget).verdict(&left).unwrap().wins {
                let discard = Discard { heaps: gone, left };
                costs.push(cost(position, aim, &discard));
            }
        }
        if aim.keeps_one() { costs.into_iter().max() } else { costs.into_iter().min() }
    }

    fn cost(position: &Position, aim: Aim, discard: &Discard) -> UBig {
        if aim.counts_stones() { discard.stones(position) } else { discard.heaps.len().into() }
    }

    #[test]
    fn discards_agree_with_search() {
        let solver = Solver::default();
        let mut random = Random::new(30);
        let mut found = [0; 2];
        for rules in [
            "nim",
            "take 1, 3, 4",
            "kayles",
            "lasker",
            "wythoff",
            "misere nim",
            "moore(2)",
            "take 1..2*last; first 1..n-1",
        ] {
            for case in 0..24 {
                let most = if case < 18 { 4 } else { 5 };
                let heaps: Vec<u64> = (0..=random.below(most)).map(|_| random.below(7)).collect();
                let heaps = if rules == "wythoff" { &heaps[..heaps.len().min(2)] } else { &heaps[..] };
                let position = parse_position(&with_heaps(rules, heaps)).unwrap();
                for (name, aim) in Aim::ALL {
                    let discard = solver.discard(&position, aim).unwrap();
                    let cost = discard.as_ref().map(|discard| cost(&position, aim, discard));
                    assert_eq!(cost, tried(&position, aim), "{name}: {position}");
                    if let Some(discard) = &discard {
                        assert_eq!(solver.outcome(&discard.left).unwrap(), Outcome::P, "{name}: {position}");
                    }
                    found[usize::from(discard.is_some())] += 1;
                }
            }
        }
        assert!(found.iter().all(|count| *count > 30), "{found:?}");
    }

    #[test]
    fn heaps_of_sums_are_discarded() {
        let solver = Solver::default();
        for text in ["nim[3, 5] + kayles[4, 9]", "some(nim[2, 3], kayles[2])"] {
            let position = parse_position(text).unwrap();
            for (name, aim) in Aim::ALL {
                let discard = solver.discard(&position, aim).unwrap();
                let cost = discard.map(|discard| cost(&position, aim, &discard));
                assert_eq!(cost, tried(&position, aim), "{name}: {text}");
            }
        }
    }

    #[test]
    fn many_heaps_are_answered_and_too_many_refused() {
        let solver = Solver::default();
        let many: Vec<u64> = (0..200_000).map(|n| n * 7919 % 300_007).collect();
        let position = parse_position(&with_heaps("nim", &many)).unwrap();
        let found = solver.discard(&position, Aim::Fewest).unwrap().unwrap();
        assert!(found.heaps.len() <= 3, "{:?}", found.heaps);
        let found = solver.discard(&position, Aim::Most).unwrap().unwrap();
        let stays = found.left.components()[0].heaps().iter().filter(|heap| **heap > UBig::ZERO);
        assert_eq!(stays.count(), 3);
        let heaps: Vec<u64> = (1..30).collect();
        let position = parse_position(&with_heaps("misere take 1, 3, 4", &heaps)).unwrap();
        assert!(solver.discard(&position, Aim::Fewest).is_err());
        let position = parse_position("staircase[3, 4]").unwrap();
        assert!(solver.discard(&position, Aim::Fewest).is_err());
    }
}
