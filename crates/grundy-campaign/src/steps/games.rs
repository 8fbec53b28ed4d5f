//! Numbers of single theorems: limits of takes, races, staircases, counts of winning moves.

use std::collections::BTreeSet;

use grundy_solver::Outcome;
use grundy_solver::text::Value;

use super::{Checked, Facts, equal, holds};

impl Facts<'_, '_> {
    /// `None` for steps of other modules.
    pub(super) fn games(&self) -> Option<Checked> {
        match self.step.id() {
            "residues.rule" | "staircase.rest" => {
                let (m, modulus) = (self.number("m")?, self.number("modulus")?);
                Some(equal("the modulus", &modulus, &(m + 1)))
            }
            "take-away.parts" => self.parts(),
            "take-away.keys" | "take-away.keys-end" => {
                let keys = self.numbers("keys")?;
                Some(holds("rising from 1", keys.first() == Some(&1) && keys.is_sorted_by(|a, b| a < b)))
            }
            "take-away.limit" => {
                let most = self.takes()?.into_iter().max().unwrap_or(0);
                let heap = *self.single()?.1.iter().max()?;
                Some(equal("the most", &self.number("most")?.min(heap), &most))
            }
            "take-away.wins" => {
                let (stated, found) = (self.numbers("takes")?, self.winning_takes());
                let all = stated.len() as u64 >= self.results();
                let among = stated.iter().all(|take| found.contains(take));
                Some(holds("winning takes", among && (!all || stated.len() == found.len())))
            }
            "race.reading" | "race.reading-misere" | "race.reading-past" | "race.reading-past-misere" => {
                let (total, distance) = (self.number("total")?, self.number("distance")?);
                Some(equal("the target", &self.number("target")?, &(total + distance)))
            }
            "race.wins" => {
                let (total, add) = (self.number("total")?, self.number("add")?);
                let (_, heaps) = self.single()?;
                Some(equal("the new total", &total, &(heaps.first()? + add)))
            }
            "race.over" | "race.over-misere" => {
                let (_, heaps) = self.single()?;
                let (total, target) = (self.number("total")?, self.number("target")?);
                let there = holds("the end", total >= target && self.truth.ended);
                Some(equal("the total", &total, heaps.first()?).and(there))
            }
            "race.rest" | "race.rest-misere" => {
                let (most, modulus) = (self.number("most")?, self.number("modulus")?);
                let rest = equal("the rest", &self.number("rest")?, &(self.number("distance")? % modulus));
                Some(equal("the modulus", &modulus, &(most + 1)).and(rest))
            }
            "take-away.loses" | "race.loses" | "products.loses" => {
                Some(holds("being lost", self.truth.outcome == Outcome::P))
            }
            "race.stuck" => {
                Some(holds("the end of a misère race", self.truth.ended && self.position.is_misere()))
            }
            "products.missing" => {
                let (total, target) = (self.number("total")?, self.number("target")?);
                Some(equal("what is missing", &self.number("missing")?, &target.div_ceil(total)))
            }
            "products.wins" | "products.wins-one" => {
                let from = self.number("from")?;
                let to = self.number("to").unwrap_or(from);
                let rising = [self.number("before")?, self.number("lower")?, self.number("upper")?];
                let stretches = holds("rising stretches", rising.is_sorted_by(|a, b| a < b));
                Some(equal("the winning factors", &(to - from + 1), &self.ways()).and(stretches))
            }
            "most-stones.distance" => {
                let (_, heaps) = self.single()?;
                Some(equal("the heap", &self.number("n")?, &heaps.iter().sum()))
            }
            "most-stones.rule" => {
                Some(equal("the period", &self.number("period")?, &(2 * self.number("most")?)))
            }
            "most-stones.best" | "most-stones.only" => {
                let (least, greatest) = (self.number("least")?, self.number("greatest")?);
                Some(equal("the best takes", &(least..=greatest).collect(), &self.winning_takes()))
            }
            "most-stones.lead" => {
                let (component, _) = self.single()?;
                let (Value::Number(lead), Value::Number(end)) = (self.value("lead")?, self.value("end")?)
                else {
                    return None;
                };
                let before = equal("the lead", lead, &component.state.past.lead);
                Some(before.and(equal("the end", end, self.truth.margin.as_ref()?)))
            }
            "delete-nim.value" => {
                let (a, b) = (self.number("a")?, self.number("b")?);
                let lowest = (0..64).find(|k| ((a - 1) | (b - 1)) >> k & 1 == 0)?;
                Some(equal("the place", &self.number("value")?, &lowest))
            }
            "slow-nim.odd" => {
                let (_, heaps) = self.single()?;
                let odd = heaps.iter().filter(|h| *h % 2 == 1).count() as u64;
                Some(equal("the odd heaps", &self.number("odd")?, &odd))
            }
            "equal-twos.counts" => {
                let halved = self.numbers("heaps")?.iter().map(|h| u64::from(h.trailing_zeros())).collect();
                Some(equal("the counts", &self.numbers("counts")?, &halved))
            }
            "delete-nim.wins" | "equal-twos.wins" => {
                self.position.single()?;
                Some(equal("the winning results", &self.number("count")?, &self.results()))
            }
            "nimble.wins" | "staircase.wins" => {
                self.position.single()?;
                Some(equal("the winning moves", &self.number("count")?, &self.ways()))
            }
            "nimble.squares" => {
                let (_, heaps) = self.single()?;
                // The heaps count the coins on the squares 0, 1, 2 and so on.
                let odd = (0u64..).zip(&heaps).filter(|(_, coins)| *coins % 2 == 1);
                let found: BTreeSet<u64> =
                    odd.map(|(square, _)| square).filter(|&square| square > 0).collect();
                let stated = self.numbers("squares")?.into_iter().filter(|&square| square > 0).collect();
                let sum = found.iter().fold(0, |sum, square| sum ^ square);
                Some(equal("the squares", &stated, &found).and(equal(
                    "the nim-sum",
                    &self.number("value")?,
                    &sum,
                )))
            }
            "staircase.values" => {
                let (_, heaps) = self.single()?;
                Some(equal("the odd steps", &self.numbers("heaps")?, &heaps.into_iter().step_by(2).collect()))
            }
            "finish-heap.wins-first" | "finish-heap.wins-last" => {
                let (_, heaps) = self.single()?;
                let at = usize::try_from(self.number("heap")?).ok()?.checked_sub(1)?;
                Some(equal("the heap", &self.number("size")?, heaps.get(at)?))
            }
            "moore.rule" => Some(equal("the modulus", &self.number("modulus")?, &(self.number("k")? + 1))),
            "moore.unbalanced"
            | "moore.balanced"
            | "moore.misere-small-loses"
            | "moore.misere-small-wins" => self.moore(),
            _ => None,
        }
    }

    /// The highest binary column of the heaps whose number of ones is not a multiple of the modulus.
    fn moore(&self) -> Option<Checked> {
        let (_, heaps) = self.single()?;
        let modulus = self.number("modulus")?;
        let ones = |column: u32| heaps.iter().filter(|&&h| h >> column & 1 == 1).count() as u64;
        let highest = (0..64).rev().find(|&column| ones(column) % modulus != 0);
        Some(match (self.step.id(), highest) {
            ("moore.unbalanced", Some(column)) => {
                equal("the column", &self.number("column")?, &u64::from(column + 1))
                    .and(equal("the ones", &self.number("ones")?, &ones(column)))
                    .and(equal("the heaps touched", &self.number("touched")?, &(ones(column) % modulus)))
            }
            ("moore.unbalanced", None) => Err("every column is a multiple".into()),
            ("moore.balanced", highest) => holds("the balance", highest.is_none()),
            _ => equal("the ones", &self.number("ones").unwrap_or(ones(0)), &ones(0))
                .and(holds("small heaps", heaps.iter().all(|&h| h <= 1))),
        })
    }

    /// The numbers of stones of all moves.
    fn takes(&self) -> Option<BTreeSet<u64>> {
        let turns = self.oracle.borrow_mut().turns(self.position).ok()?;
        turns.iter().map(|(turn, _)| u64::try_from(&turn.first()?.1.stones()).ok()).collect()
    }

    /// The numbers of stones of the winning, or best, moves.
    fn winning_takes(&self) -> BTreeSet<u64> {
        let turns = self.truth.winning.values().flatten();
        turns.filter_map(|turn| u64::try_from(&turn.first()?.1.stones()).ok()).collect()
    }

    fn parts(&self) -> Option<Checked> {
        let parts = self.text("parts")?.split('+').map(|part| part.trim().parse::<u64>());
        let parts = parts.collect::<Result<Vec<_>, _>>().ok()?;
        Some(
            equal("the sum of the parts", &self.number("n")?, &parts.iter().sum())
                .and(holds("falling parts", parts.is_sorted_by(|a, b| a > b))),
        )
    }
}
