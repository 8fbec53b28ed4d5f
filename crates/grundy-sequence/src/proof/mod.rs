//! Theorems that prove that values repeat, one file each, with statement and proof.
//!
//! A theorem applies to rules in normal form and gives the number of values that must be known for a
//! repetition to continue for ever. Certificates contain its name.

mod all_but;
mod excess;
mod parts;
mod rising;
mod window;

pub use all_but::AllBut;
pub use excess::Excess;
pub use parts::Parts;
pub use rising::Rising;
pub use window::Window;

use dashu_int::UBig;

use super::engine::Values;
use super::stretch::Stretch;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Likeness, Members, MoveRule, Rules};

/// For takes that never split.
pub const WINDOW_REFERENCE: &str = "S. W. Golomb 1966";
/// For takes that leave at most two heaps.
pub const PAIRS_REFERENCE: &str = "R. K. Guy and C. A. B. Smith 1956";
/// For more heaps, and for equal and unequal ones.
pub const PARTS_REFERENCE: &str = "after R. K. Guy and C. A. B. Smith 1956";
/// For all amounts but a few.
pub const ALL_BUT_REFERENCE: &str = "M. H. Albert, R. J. Nowakowski and D. Wolfe 2007";
/// For up to three heaps, with a saltus.
pub const RISING_REFERENCE: &str = "after S. Howse and R. J. Nowakowski 2004";

/// A theorem that proves periods of certain rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Takes leave one heap.
    Window(Window),
    /// Takes may split a heap.
    Parts(Parts),
    /// All but a few amounts may be taken.
    AllBut(AllBut),
    /// Takes may leave three heaps, and values rise by a power of two.
    Rising(Rising),
    /// Takes may leave three heaps, and values rise by any saltus.
    Excess(Excess),
}

/// Sets with a greater amount are left to plain tables: a window that long is never filled.
const LARGEST_AMOUNT: u64 = 1 << 32;

/// The greatest amount of a fixed and finite set, or an upper bound of it.
pub(crate) fn largest_amount(amounts: &Amounts) -> Option<u64> {
    let largest = Members::fixed(amounts)?.upper_bound()?;
    u64::try_from(&largest).ok().filter(|k| *k <= LARGEST_AMOUNT)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The least common multiple of positive numbers, if it fits a machine word.
fn lcm(a: usize, b: usize) -> Option<usize> {
    (a / gcd(a, b)).checked_mul(b)
}

impl Theorem {
    /// The theorems that may prove a period of these rules; empty for most rules.
    pub fn of(rules: &Rules) -> Vec<Self> {
        if !rules.is_heapwise() {
            return vec![];
        }
        if let Some(theorem) = AllBut::of(rules) {
            return vec![Self::AllBut(theorem)];
        }
        finite(rules).unwrap_or_default()
    }

    /// The name in certificates.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Window(theorem) => theorem.name(),
            Self::Parts(theorem) => theorem.name(),
            Self::AllBut(_) => "all-but",
            Self::Rising(_) => "arithmetic-hex",
            Self::Excess(_) => "arithmetic-excess",
        }
    }

    /// Author and year.
    pub fn reference(&self) -> &'static str {
        match self {
            Self::Window(_) => WINDOW_REFERENCE,
            Self::Parts(Parts { most: 2, unequal: false, modulus: 1, .. }) => PAIRS_REFERENCE,
            Self::Parts(_) => PARTS_REFERENCE,
            Self::AllBut(_) => ALL_BUT_REFERENCE,
            Self::Rising(_) | Self::Excess(_) => RISING_REFERENCE,
        }
    }

    /// The largest amount in the statement: the largest taken, or the largest excluded.
    pub fn largest(&self) -> usize {
        match self {
            Self::Window(theorem) => theorem.largest,
            Self::Parts(theorem) => theorem.largest,
            Self::AllBut(theorem) => theorem.excluded,
            Self::Rising(theorem) => theorem.largest,
            Self::Excess(theorem) => theorem.rising.largest,
        }
    }

    /// Whether the theorem can prove a period with a saltus.
    pub fn rises(&self) -> bool {
        matches!(self, Self::AllBut(_) | Self::Rising(_) | Self::Excess(_))
    }

    /// The number of values that proves that a stretch continues for ever; `None` if none does, or if more
    /// are needed than known.
    pub(crate) fn length(
        &self,
        found: Stretch,
        values: Values<'_>,
        budget: &Budget,
    ) -> Result<Option<usize>> {
        Ok(match self {
            Self::Window(theorem) if found.saltus == 0 => theorem.length(found),
            Self::Parts(theorem) if found.saltus == 0 => theorem.length(found),
            Self::AllBut(theorem) => theorem.length(found),
            Self::Rising(theorem) if found.saltus > 0 => {
                theorem.level(found, values, budget)?.map(|level| level.length)
            }
            Self::Excess(theorem) if found.saltus > 0 => theorem.length(found, values, budget)?,
            _ => None,
        })
    }

    /// Fewer values than this prove nothing.
    pub(crate) fn least(&self) -> usize {
        match self {
            Self::Window(theorem) => theorem.largest.saturating_add(2),
            Self::Parts(theorem) => theorem.largest.saturating_add(2),
            Self::AllBut(theorem) => theorem.excluded.saturating_mul(2).saturating_add(2),
            Self::Rising(theorem) => theorem.largest,
            Self::Excess(theorem) => theorem.rising.largest,
        }
    }

    /// An upper bound of the periods that `length` values can prove.
    pub(crate) fn longest(&self, length: usize) -> usize {
        match self {
            Self::Window(theorem) => theorem.longest(length),
            Self::Parts(theorem) => theorem.longest(length),
            Self::AllBut(theorem) => theorem.longest(length),
            Self::Rising(_) => Rising::longest(length),
            Self::Excess(_) => Excess::longest(length),
        }
    }
}

/// Theorems about takes of finite sets.
fn finite(rules: &Rules) -> Option<Vec<Theorem>> {
    let mut largest = 0;
    let mut most = 1;
    let mut unequal = false;
    let mut modulus = 1;
    let mut free = true;
    let mut three = [None::<usize>; 2];
    let mut two = [None::<usize>; 2];
    let mut leaves = Vec::new();
    for rule in rules.moves() {
        let MoveRule::Take { parts, amounts, .. } = rule else { return None };
        let members = Members::fixed(amounts)?;
        let amount = usize::try_from(largest_amount(amounts)?).ok()?;
        largest = largest.max(amount);
        let counts: Vec<u32> = parts.counts.iter().copied().filter(|count| (1..=3).contains(count)).collect();
        let budget = Budget::default();
        let mut from = UBig::ZERO;
        while leaves.len() <= excess::MOST_LEAVES
            && let Ok(Some(k)) = members.next(&from, &UBig::from(amount), &budget)
        {
            leaves.extend(counts.iter().filter_map(|&count| Some((usize::try_from(&k).ok()?, count))));
            from = k + UBig::ONE;
        }
        for count in parts.counts.iter().filter_map(|&count| usize::try_from(count).ok()).filter(|&c| c > 1) {
            free &= parts.likeness == Likeness::Free;
            match parts.likeness {
                Likeness::Free => most = most.max(count),
                // Unequal heaps are known to stay unequal only for two.
                Likeness::Unequal if count == 2 => unequal = true,
                // An odd number of equal heaps has the value of one of them, which is far smaller.
                Likeness::Equal if count % 2 == 0 => modulus = lcm(modulus, count)?,
                _ => return None,
            }
            if count == 2 || count == 3 {
                let least = if count == 2 { &mut two } else { &mut three };
                for (known, found) in least.iter_mut().zip(rising::least_by_parity(&members, amount)) {
                    *known = known.iter().copied().chain(found).min();
                }
            }
        }
    }
    if most == 1 && !unequal {
        return Some(vec![Theorem::Window(Window { largest, modulus })]);
    }
    let parts = Theorem::Parts(Parts { most: most.max(2), largest, unequal, modulus });
    if !free || most != 3 {
        return Some(vec![parts]);
    }
    let rising = Rising { largest, three, two };
    let mut theorems = vec![parts, Theorem::Rising(rising)];
    if leaves.len() <= excess::MOST_LEAVES {
        theorems.push(Theorem::Excess(Excess { rising, leaves }));
    }
    Some(theorems)
}

#[cfg(test)]
mod tests;
