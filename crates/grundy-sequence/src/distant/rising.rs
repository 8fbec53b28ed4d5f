//! Some of the moves where heaps may be split in three and values rise, found by the proof.
//!
//! Some of the splits that lead to a value below the heap's own are found directly: a heap of that value
//! beside two equal ones. If none exists, the steps of the proof of [`Rising`] are followed: down to a heap
//! in the table and up again. The value of every move is computed before the move is listed.

use dashu_base::BitTest;
use dashu_int::UBig;

use super::super::proof::Rising;
use super::super::stretch::Stretch;
use super::{Distant, HeapMove, HeapMoves, HeapOptions};
use grundy_core::error::Result;

impl Distant<'_> {
    pub(super) fn rising(
        &self,
        theorem: Rising,
        options: &mut HeapOptions,
        n: &UBig,
        target: &UBig,
        want: usize,
    ) -> Result<HeapMoves> {
        let own = self.value(n);
        if *target == own {
            return Ok(HeapMoves::all(vec![]));
        }
        let mut list = self.takes(n, target)?.list;
        self.beside_equals(theorem, n, target, &mut list)?;
        if list.is_empty() && *target < own {
            list = self.down_and_up(theorem, options, n, target)?;
        }
        list.sort_by(|a, b| a.left.cmp(&b.left));
        list.truncate(want);
        Ok(HeapMoves { list, complete: false, total: None })
    }

    /// A heap worth `target` and two equal heaps; for value 0, two equal heaps alone as well.
    fn beside_equals(
        &self,
        theorem: Rising,
        n: &UBig,
        target: &UBig,
        list: &mut Vec<HeapMove>,
    ) -> Result<()> {
        if *target == UBig::ZERO {
            for amount in theorem.two.into_iter().flatten().map(UBig::from) {
                if &amount + UBig::ONE < *n && !(n - &amount).bit(0) {
                    let half = (n - &amount) >> 1;
                    list.push(HeapMove { taken: amount, left: vec![half.clone(), half] });
                }
            }
        }
        for heap in self.heaps_worth(target, n)? {
            for amount in theorem.three.into_iter().flatten().map(UBig::from) {
                let fits = &heap + &amount + UBig::ONE < *n;
                if heap == UBig::ZERO || !fits || (n - &heap - &amount).bit(0) {
                    continue;
                }
                let half = (n - &heap - &amount) >> 1;
                let mut left = vec![heap.clone(), half.clone(), half];
                left.sort_unstable();
                list.push(HeapMove { taken: amount, left });
            }
        }
        Ok(())
    }

    /// Options of a heap in the table, with one part enlarged at each step up.
    fn down_and_up(
        &self,
        theorem: Rising,
        options: &mut HeapOptions,
        n: &UBig,
        target: &UBig,
    ) -> Result<Vec<HeapMove>> {
        let found = Stretch {
            preperiod: self.period().preperiod,
            period: self.period().period,
            saltus: u32::try_from(self.period().saltus).unwrap_or(u32::MAX),
        };
        let Some(level) = theorem.level(found, self.values, self.budget)? else { return Ok(vec![]) };
        let (period, saltus) = (UBig::from(level.period), UBig::from(level.saltus));
        let mut steps = Vec::new();
        let (mut heap, mut value) = (n.clone(), target.clone());
        while heap >= UBig::from(self.values.len()) {
            self.budget.step()?;
            let upper = &value / &saltus;
            let Some(lowest) = upper.trailing_zeros() else { return Ok(vec![]) };
            let power = upper.bit_len() == lowest + 1;
            let step = UBig::ONE << (if power { lowest.saturating_sub(1) } else { lowest });
            let (down, less) = (&step * &period, &step * &saltus);
            if down >= heap || less > value {
                return Ok(vec![]);
            }
            (heap, value) = (heap - down, value - less);
            steps.push(step);
        }
        let (Ok(small), Ok(wanted)) = (usize::try_from(&heap), u32::try_from(&value)) else {
            return Ok(vec![]);
        };
        options.extend(small + 1, self.budget)?;
        let mut list = Vec::new();
        for HeapMove { taken, mut left } in options.moves_to(self.values, small, wanted, self.budget)? {
            let mut value = value.clone();
            let lifted = steps.iter().rev().all(|step| {
                value += step * &saltus;
                self.lift(&mut left, &(step * &period), &value, level.start)
            });
            if lifted {
                left.sort_unstable();
                list.push(HeapMove { taken, left });
            }
        }
        Ok(list)
    }

    /// Enlarges one part by `more` so that the sum has the value `value`. Returns whether that is possible.
    fn lift(&self, left: &mut [UBig], more: &UBig, value: &UBig, start: usize) -> bool {
        let sum = left.iter().fold(UBig::ZERO, |sum, part| sum ^ self.value(part));
        for part in left.iter_mut().rev().filter(|part| **part >= UBig::from(start)) {
            let larger = &*part + more;
            if &sum ^ self.value(part) ^ self.value(&larger) == *value {
                *part = larger;
                return true;
            }
        }
        false
    }
}
