//! What is read from the values of a run, in memory or in its store.

use dashu_int::UBig;

use super::{Run, past, search};
use crate::engine::{Kept, Values};
use crate::{Seen, Store};
use grundy_core::error::Result;

impl Run {
    /// The repetition so far, if no period is proved: from `preperiod` to the last computed value.
    pub fn seen(&self) -> Option<Seen> {
        if self.proof.is_some() {
            return None;
        }
        past::with_values(&*self.engine, self.store.as_ref(), search::seen)
    }

    /// The number of values that would prove the repetition `seen`, if it holds for all of them.
    pub fn enough_for(&self, seen: Seen) -> Option<usize> {
        past::with_values(&*self.engine, self.store.as_ref(), |values| {
            self.search.enough_for(seen, values, &self.budget)
        })
    }

    /// Fills `out` with G(from), G(from + 1), ... as far as they are below 2^32 and known, from the computed
    /// values or the period. Returns the number of values filled in. With a store, [`check_store`](Self::check_store)
    /// says whether all could be read.
    pub fn read(&self, from: &UBig, out: &mut [u32]) -> usize {
        past::with_values(&*self.engine, self.store.as_ref(), |values| self.read_from(values, from, out))
    }

    /// The error of saved values that could not be read again.
    pub fn check_store(&self) -> Result<()> {
        self.store.as_ref().map_or(Ok(()), Store::check)
    }

    fn read_from(&self, values: Values<'_>, from: &UBig, out: &mut [u32]) -> usize {
        let Some(period) = self.period() else {
            let Ok(from) = usize::try_from(from) else { return 0 };
            let known = values.len().saturating_sub(from).min(out.len());
            values.copy_to(from, &mut out[..known]);
            return known;
        };
        let end = period.preperiod + period.period;
        let (mut at, turns) = period.place(from);
        let Ok(mut rise) = u64::try_from(&(turns * UBig::from(period.saltus))) else { return 0 };
        let mut filled = 0;
        while filled < out.len() {
            let some = (end - at).min(out.len() - filled);
            let piece = &mut out[filled..filled + some];
            values.copy_to(at, piece);
            if rise > 0 {
                for (done, value) in piece.iter_mut().enumerate() {
                    match u32::try_from(u64::from(*value).saturating_add(rise)) {
                        Ok(risen) => *value = risen,
                        Err(_) => return filled + done,
                    }
                }
            }
            filled += some;
            at = period.preperiod;
            rise = rise.saturating_add(period.saltus);
        }
        filled
    }

    /// The computed values as owned data. Engines that store them as numbers hand them over without a copy.
    /// Other engines convert them to two bytes per value and reserve the memory first.
    pub fn into_kept(self) -> Result<Kept> {
        if !self.engine.forgotten().is_empty() {
            self.budget.reserve(4 * self.length() as u64)?;
            let kept = past::with_values(&*self.engine, self.store.as_ref(), |values| values.to_kept());
            return self.check_store().map(|()| kept);
        }
        if let Values::Coded(_) | Values::Bits { .. } = self.engine.values() {
            self.budget.reserve(2 * self.length() as u64)?;
        }
        Ok(self.engine.into_kept())
    }
}
