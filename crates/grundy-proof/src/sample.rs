//! The samples that laws are learned from, each larger than the one before.

use std::cell::OnceCell;

use grundy_automata::{Budget, Error, Teacher};

use crate::few::{FEW, Few};
use crate::question::{Question, Ways};
use crate::table::{Level, Table};
use crate::words::Words;

/// Where P-positions are few, their list reaches this many times further than a table.
const FURTHER: usize = 4;
/// A larger table is not made only to compare an automaton with it before the proof.
const COMPARED: usize = 4_500_000;
/// The first samples are tables: they show whether P-positions are few.
const TABLES: usize = 2;

/// All positions of a small box, or the P-positions of a large one.
#[derive(Debug)]
pub(crate) enum Sample {
    Table(Table),
    Few(Few),
}

impl Sample {
    /// All heaps are below this.
    pub fn side(&self) -> u64 {
        match self {
            Self::Table(table) => Level { table, value: 0 }.side(),
            Self::Few(few) => few.side(),
        }
    }

    /// Calls `learn` with the positions of one value.
    pub fn teach<R>(&self, value: u8, learn: impl FnOnce(&dyn Teacher) -> R) -> R {
        match self {
            Self::Table(table) => learn(&Level { table, value }),
            Self::Few(few) => learn(few),
        }
    }

    /// A position of which `words` is seen to be wrong.
    pub fn first_wrong(&self, words: &Words, value: u8) -> Option<Vec<u64>> {
        match self {
            Self::Table(table) => table.first_wrong(words, value),
            Self::Few(few) => few.first_missed(words),
        }
    }

    fn is_few(&self) -> bool {
        match self {
            Self::Table(table) => table.lost() as u64 <= FEW as u64 * self.side(),
            Self::Few(_) => true,
        }
    }
}

/// Samples of growing size, each made on first use.
#[derive(Debug)]
pub(crate) struct Samples<'a> {
    pub ways: &'a Ways,
    heaps: usize,
    misere: bool,
    /// The number of values in each table.
    values: u8,
    made: Vec<(usize, OnceCell<Sample>)>,
}

impl<'a> Samples<'a> {
    /// No sample yet. `sides` are those of tables.
    pub fn new(ways: &'a Ways, question: &Question, sides: &[usize], values: u8) -> Self {
        let made = sides.iter().map(|&side| (side, OnceCell::new())).collect();
        Self { ways, heaps: question.heaps, misere: question.misere, values, made }
    }

    /// The sample with this number, if there is one.
    pub fn get(&self, number: usize, budget: &Budget) -> Result<Option<&Sample>, Error> {
        let Some((_, sample)) = self.made.get(number) else { return Ok(None) };
        if sample.get().is_none() {
            let made = self.make(number, budget)?;
            return Ok(Some(sample.get_or_init(|| made)));
        }
        Ok(sample.get())
    }

    /// The sample after this one, to compare an automaton with before it is proved.
    pub fn after(&self, number: usize, budget: &Budget) -> Result<Option<&Sample>, Error> {
        let Some((side, sample)) = self.made.get(number + 1) else { return Ok(None) };
        let few = self.made[number].1.get().is_some_and(Sample::is_few);
        let is_large = side.checked_pow(self.heaps as u32).is_none_or(|all| all > COMPARED);
        if is_large && !few && sample.get().is_none() {
            return Ok(None);
        }
        self.get(number + 1, budget)
    }

    /// The side of a sample, or of the table in its place if it is not made yet.
    pub fn side(&self, number: usize) -> u64 {
        self.made.get(number).map_or(0, |(side, sample)| sample.get().map_or(*side as u64, Sample::side))
    }

    fn make(&self, number: usize, budget: &Budget) -> Result<Sample, Error> {
        let side = self.made[number].0;
        if number >= TABLES && self.heaps == 2 && self.values == 1 {
            let before = self.get(number - 1, budget)?;
            if before.is_some_and(Sample::is_few)
                && let Some(few) = Few::new(self.ways, self.misere, side * FURTHER, budget)?
            {
                return Ok(Sample::Few(few));
            }
        }
        Table::new(self.ways, self.heaps, self.misere, side, self.values, budget).map(Sample::Table)
    }
}
