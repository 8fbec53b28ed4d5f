//! Grundy values, of single heaps, sums and periods, by plain search.

use std::collections::BTreeMap;

use dashu_int::UBig;
use grundy_solver::limits::Budget;
use grundy_solver::notation::parse_position;
use grundy_solver::oracle::Oracle;
use grundy_solver::position::{Component, Position, Tree};
use grundy_solver::rules::Mark;

use super::{Checked, Facts, SMALL, equal};

/// The last heap of a periodic sequence that is checked.
const FAR: u64 = 16;

impl Facts<'_, '_> {
    /// `None` for steps of other modules.
    pub(super) fn values(&self) -> Option<Checked> {
        match self.step.id() {
            "nim.columns" | "nim.columns-even" => Some(self.columns()),
            "moore.columns" => Some(self.ones_in_columns()),
            "heapwise.values" | "heapwise.one-heap" | "finish-heap.values" => self.heap_values(),
            "heapwise.wins" | "heapwise.loses" | "lattice.value" | "lattice.value-zero"
            | "board.value-wins" | "board.value-loses" => self.total_value(),
            "amounts-once.values" => {
                let (component, heaps) = self.single()?;
                let alone = |(heap, size): (usize, &u64)| {
                    let mut component = component.clone();
                    let used = std::mem::take(&mut component.state.past.used).into_iter();
                    let mine = |of: Option<usize>| of.is_none_or(|of| of == heap);
                    let mine = used.filter(|(of, _)| mine(*of)).map(|(of, amount)| (of.map(|_| 0), amount));
                    component.state.past.used = mine.collect();
                    value_with(&component, vec![UBig::from(*size)], BTreeMap::new())
                };
                let found = heaps.iter().enumerate().map(alone).collect::<Option<Vec<_>>>()?;
                Some(equal("the values of the heaps", &self.numbers("values")?, &found))
            }
            "closed-heaps.value" => {
                Some(equal("the closed heaps", &self.number("value")?, &self.some_heaps(false)?))
            }
            "closed-heaps.free" => Some(equal("the closed heaps", &0, &self.some_heaps(false)?)),
            "closed-heaps.open" => {
                Some(equal("the open heaps", &self.number("sum")?, &self.some_heaps(true)?))
            }
            "misere-nim.large" | "misere-nim.small" => {
                let (component, heaps) = self.single()?;
                let values =
                    heaps.iter().map(|&heap| heap_value(component, heap)).collect::<Option<Vec<_>>>()?;
                let sum = values.iter().fold(0, |sum, value| sum ^ value);
                let large = values.iter().any(|&value| value > 1);
                let stated = self.step.id() == "misere-nim.large";
                Some(equal("the nim-sum", &self.number("sum")?, &sum).and(equal(
                    "a large value",
                    &stated,
                    &large,
                )))
            }
            "lattice.table" => {
                let (_, heaps) = self.single()?;
                Some(equal("the positions", &self.number("count")?, &heaps.iter().map(|h| h + 1).product()))
            }
            "sum.part" => {
                let part = parse_position(self.text("part")?).ok()?;
                let budget = Budget::new(SMALL);
                let found = Oracle::new(&part, &budget).verdict(&part).ok()?.value;
                Some(equal("the value of the part", &self.number("value")?, &found))
            }
            "period.window" | "period.pairs" | "period.parts" | "period.equal" => self.repeats(0),
            "period.rising" | "period.all-but" => self.repeats(self.number("saltus")?),
            _ => None,
        }
    }

    /// Checks the rows in binary and their exclusive or.
    fn columns(&self) -> Checked {
        let (Some(rows), Some(sum), Some(value)) =
            (self.text("rows"), self.text("sum"), self.number("value"))
        else {
            return Err("rows, sum or value are not there".into());
        };
        let found = rows.lines().try_fold(0, |sum, row| Ok::<_, String>(sum ^ binary(row)?))?;
        equal("the nim-sum", &value, &found)?;
        equal("the nim-sum in binary", &binary(sum)?, &found)
    }

    fn ones_in_columns(&self) -> Checked {
        let (Some(rows), Some(ones), Some(rests), Some(modulus)) =
            (self.text("rows"), self.numbers("ones"), self.numbers("rests"), self.number("modulus"))
        else {
            return Err("rows, ones, rests or modulus are not there".into());
        };
        let rows: Vec<&str> = rows.lines().collect();
        let count =
            |column: usize| rows.iter().filter(|row| row.as_bytes().get(column) == Some(&b'1')).count();
        let found: Vec<u64> = (0..ones.len()).map(|column| count(column) as u64).collect();
        equal("the ones", &ones, &found)?;
        equal("the rests", &rests, &found.iter().map(|n| n % modulus).collect())
    }

    /// Checks the values of single heaps, each by a plain search of its own. In misère games these are the values
    /// under normal play.
    fn heap_values(&self) -> Option<Checked> {
        let (component, _) = self.single()?;
        let heaps = self.numbers("heaps").or_else(|| Some(vec![self.number("heap")?]))?;
        let values = self.numbers("values").or_else(|| Some(vec![self.number("value")?]))?;
        // A history may affect only some of the heaps.
        if heaps.len() != values.len() || !component.state.past.is_start() {
            return None;
        }
        for (&heap, &stated) in heaps.iter().zip(&values) {
            let found = heap_value(component, heap)?;
            if stated != found {
                return Some(Err(format!(
                    "a heap of {heap} is said to be worth {stated} and is worth {found}"
                )));
            }
        }
        Some(Ok(()))
    }

    /// The value of the open or of the closed heaps alone.
    fn some_heaps(&self, open: bool) -> Option<u64> {
        let (component, _) = self.single()?;
        let marked = &component.state.past.marked;
        let heaps =
            component.heaps().iter().enumerate().filter(|(heap, _)| marked.contains_key(heap) == open);
        let heaps: Vec<UBig> = heaps.map(|(_, size)| size.clone()).collect();
        let marks =
            if open { (0..heaps.len()).map(|heap| (heap, Mark::Open)).collect() } else { BTreeMap::new() };
        value_with(component, heaps, marks)
    }

    fn total_value(&self) -> Option<Checked> {
        let found = self.truth.value.clone()?;
        // A sentence for the value 0 has no number.
        let stated = self.number("value").map_or(UBig::ZERO, UBig::from);
        // A sum explains its parts one by one, each with its own total.
        self.position.single()?;
        Some(equal("the value", &stated, &found))
    }

    /// Checks `G(n + period) = G(n) + saltus` from `preperiod` on, as far as plain search is used.
    fn repeats(&self, saltus: u64) -> Option<Checked> {
        let (component, _) = self.single()?;
        let (preperiod, period) = (self.number("preperiod")?, self.number("period")?);
        // In a race the period is that of the missing stones, in a ring that of the resulting strip.
        let rules = component.game.to_string();
        let others = rules.contains("; to ") || rules.contains("; ring");
        if others || !component.state.past.is_start() || preperiod + period > FAR {
            return None;
        }
        let values = (preperiod..=FAR).map(|n| heap_value(component, n)).collect::<Option<Vec<_>>>()?;
        let period = usize::try_from(period).ok()?;
        let later = values.iter().skip(period);
        let wrong = values.iter().zip(later).position(|(now, then)| now + saltus != *then);
        Some(match wrong {
            None => Ok(()),
            Some(at) => Err(format!("from {values:?} on heap {} breaks the period", preperiod + at as u64)),
        })
    }
}

/// The value of one heap with the component's history, under normal play; of an open heap if heaps are closed.
fn heap_value(component: &Component, heap: u64) -> Option<u64> {
    let mut marks = component.state.past.marked.clone();
    if component.rules().is_some_and(|rules| rules.settings().marks == Some(Mark::Open)) {
        marks = BTreeMap::from([(0, Mark::Open)]);
    }
    value_with(component, vec![UBig::from(heap)], marks)
}

/// The value of other heaps of the component's game, under normal play.
fn value_with(component: &Component, heaps: Vec<UBig>, marks: BTreeMap<usize, Mark>) -> Option<u64> {
    let mut component = component.clone();
    component.state.heaps = heaps;
    component.state.past.marked = marks;
    let position = Position::new(false, vec![component], Tree::Leaf(0)).ok()?;
    let budget = Budget::new(SMALL);
    Some(Oracle::new(&position, &budget).verdict(&position).ok()?.value)
}

fn binary(row: &str) -> Result<u64, String> {
    u64::from_str_radix(row.trim(), 2).map_err(|e| format!("`{row}` is not binary: {e}"))
}
