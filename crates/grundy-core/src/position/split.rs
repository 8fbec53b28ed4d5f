//! Ways to split the rest of a heap into heaps.

use std::collections::BTreeSet;
use std::ops::{Add, Div, Rem, Sub};

use crate::error::Error;
use crate::limits::Budget;
use crate::rules::Likeness;

/// Maximum number of heaps of the player's choice that a move may touch at once, or leave: choosing them
/// recurses as deep, and the stack is limited.
pub const MAX_AT_ONCE: u64 = 400;

/// The error for a move that touches or leaves more heaps than [`MAX_AT_ONCE`].
pub fn too_many_at_once() -> Error {
    Error::limit("error.too-many-at-once").with("limit", MAX_AT_ONCE)
}

/// A number of stones: a machine word, or a whole number of any size.
pub trait Stones:
    Clone
    + Ord
    + From<u8>
    + TryFrom<u32>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
}

impl<N> Stones for N where
    N: Clone
        + Ord
        + From<u8>
        + TryFrom<u32>
        + Add<Output = N>
        + Sub<Output = N>
        + Div<Output = N>
        + Rem<Output = N>
{
}

/// Ways to write a number as a sum of a given number of positive parts, smallest first.
pub struct Split<'a, N> {
    /// The number of parts.
    pub count: u32,
    /// How they must compare.
    pub likeness: Likeness,
    /// Counts the work.
    pub budget: &'a Budget,
    /// The sizes of all parts but the last, if there are two or more that need not be equal; `None` for any.
    pub among: Option<&'a BTreeSet<N>>,
}

impl<N: Stones> Split<'_, N> {
    /// Calls `each` with the parts of every way to split `rest`. They are laid out in `parts`, whose memory can be used
    /// again.
    pub fn for_each<E: From<Error>>(
        &self,
        rest: &N,
        parts: &mut Vec<N>,
        each: &mut dyn FnMut(&[N]) -> Result<(), E>,
    ) -> Result<(), E> {
        parts.clear();
        let nothing = *rest == N::from(0);
        match self.count {
            0 if nothing => return each(&[]),
            1 if !nothing => return each(std::slice::from_ref(rest)),
            0 | 1 => return Ok(()),
            _ => {}
        }
        // A number that cannot count the parts is less than their number.
        let Some(count) = N::try_from(self.count).ok().filter(|count| count <= rest) else { return Ok(()) };
        if self.likeness != Likeness::Equal {
            if u64::from(self.count) > MAX_AT_ONCE {
                return Err(too_many_at_once().into());
            }
            return self.lay(rest.clone(), N::from(1), &count, parts, each);
        }
        if rest.clone() % count.clone() != N::from(0) {
            return Ok(());
        }
        let bytes = u64::from(self.count) * size_of::<N>() as u64;
        self.budget.reserve(bytes)?;
        parts.resize(self.count as usize, rest.clone() / count);
        let result = each(parts);
        self.budget.release(bytes);
        result
    }

    /// Appends `missing` parts of at least `least` that sum to `rest`.
    fn lay<E: From<Error>>(
        &self,
        rest: N,
        least: N,
        missing: &N,
        parts: &mut Vec<N>,
        each: &mut dyn FnMut(&[N]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.budget.step()?;
        let one = N::from(1);
        if *missing == one {
            if rest < least {
                return Ok(());
            }
            parts.push(rest);
            let result = each(parts);
            parts.pop();
            return result;
        }
        let allowed = |from: N| match self.among {
            Some(sizes) => sizes.range(from..).next().cloned(),
            None => Some(from),
        };
        let (last, fewer) = (rest.clone() / missing.clone(), missing.clone() - one.clone());
        let mut next = allowed(least);
        while let Some(part) = next.filter(|part| *part <= last) {
            let more = part.clone() + one.clone();
            let least = if self.likeness == Likeness::Unequal { more.clone() } else { part.clone() };
            parts.push(part.clone());
            let result = self.lay(rest.clone() - part, least, &fewer, parts, each);
            parts.pop();
            result?;
            next = allowed(more);
        }
        Ok(())
    }
}
