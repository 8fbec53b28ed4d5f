//! Heaps as the quotient uses them: numbers, each with its options as sums of heaps of smaller numbers.

use grundy_core::error::Error;
use grundy_sequence::HeapOptions;

use crate::meter::{Halt, Meter};

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
    /// moves. `kept` is the number of bytes that all options so far take.
    pub(crate) fn of_heap(
        n: usize,
        rules: &mut HeapOptions,
        atoms: &[Option<Atom>],
        kept: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let budget = meter.budget;
        let (mut sums, mut bytes, mut halt): (Vec<Vec<Atom>>, u64, Option<Halt>) = (Vec::new(), kept, None);
        rules.extend(n + 1, budget)?;
        let listed = rules.each_option(n, budget, &mut |_, parts| {
            bytes += ENTRY + (size_of::<Atom>() * parts.len()) as u64;
            budget.holds(bytes)?;
            // Most moves leave at most two heaps.
            meter.spend(16 * (1 + parts.len().saturating_sub(2)) as u64).map_err(|reason| {
                halt = Some(reason);
                Error::limit("error.stopped")
            })?;
            sums.push(parts.iter().filter_map(|&part| atoms[part]).collect());
            Ok(())
        });
        match halt {
            Some(reason) => Err(reason),
            None => Ok(listed.map(|()| Self::new(sums))?),
        }
    }

    /// The number of bytes that the options take.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of::<u32>() * (self.atoms.len() + self.ends.len())) as u64
    }
}

/// Bytes of a sum while options are listed, besides its atoms.
const ENTRY: u64 = 40;
