//! Heaps as the quotient uses them: numbers, each with its options as sums of heaps of smaller numbers.

use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_sequence::HeapOptions;

/// A kind of heap by its number.
pub type Atom = u32;

/// The options of one heap: sums of atoms, each in ascending order, without repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    atoms: Vec<Atom>,
    ends: Vec<u32>,
}

impl Options {
    /// The options given by sums in any order.
    pub fn new(mut sums: Vec<Vec<Atom>>) -> Self {
        for sum in &mut sums {
            sum.sort_unstable();
        }
        sums.sort_unstable();
        sums.dedup();
        let mut options = Self::default();
        for sum in sums {
            options.atoms.extend(sum);
            options.ends.push(u32::try_from(options.atoms.len()).unwrap_or(u32::MAX));
        }
        options
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The sums.
    pub fn iter(&self) -> impl Iterator<Item = &[Atom]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.atoms[start as usize..end as usize])
    }

    /// The options of a heap of `n`. `atoms` holds the atoms of all smaller heaps; `None` is a heap without
    /// moves.
    pub(crate) fn of_heap(
        n: usize,
        rules: &mut HeapOptions,
        atoms: &[Option<Atom>],
        budget: &Budget,
    ) -> Result<Self> {
        let mut sums = Vec::new();
        rules.extend(n + 1, budget)?;
        rules.each_option(n, budget, &mut |_, parts| {
            sums.push(parts.iter().filter_map(|&part| atoms[part]).collect());
            Ok(())
        })?;
        Ok(Self::new(sums))
    }
}
