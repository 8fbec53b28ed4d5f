//! A growing sequence of values, one byte each until one does not fit.

use super::{Kept, Values};
use grundy_core::error::Result;
use grundy_core::limits::Budget;

/// Values, with room for more.
#[derive(Debug)]
pub(super) struct Stored {
    run: Run,
    /// The total number of values there is room for.
    room: usize,
}

#[derive(Debug)]
enum Run {
    Bytes(Vec<u8>),
    Narrow(Vec<u16>),
    Wide(Vec<u32>),
}

impl Stored {
    pub(super) fn new() -> Self {
        Self { run: Run::Bytes(Vec::new()), room: 0 }
    }

    pub(super) fn values(&self) -> Values<'_> {
        match &self.run {
            Run::Bytes(all) => Values::Bytes(all),
            Run::Narrow(all) => Values::Narrow(all),
            Run::Wide(all) => Values::Wide(all),
        }
    }

    pub(super) fn into_kept(self) -> Kept {
        match self.run {
            Run::Bytes(all) => Kept::Bytes(all),
            Run::Narrow(all) => Kept::Narrow(all),
            Run::Wide(all) => Kept::Wide(all),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values().len()
    }

    /// Bytes per value.
    pub(super) fn width(&self) -> u64 {
        match &self.run {
            Run::Bytes(_) => 1,
            Run::Narrow(_) => 2,
            Run::Wide(_) => 4,
        }
    }

    /// Makes room for `length` values in all.
    pub(super) fn make_room(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.room {
            return Ok(());
        }
        budget.reserve_each(length - self.room, self.width())?;
        self.room = length;
        let more = length - self.len();
        match &mut self.run {
            Run::Bytes(all) => all.reserve_exact(more),
            Run::Narrow(all) => all.reserve_exact(more),
            Run::Wide(all) => all.reserve_exact(more),
        }
        Ok(())
    }

    /// Appends a value. There must be room for it.
    #[inline]
    pub(super) fn push(&mut self, value: u32, budget: &Budget) -> Result<()> {
        match &mut self.run {
            Run::Bytes(all) if value <= 0xFF => all.push(value.to_le_bytes()[0]),
            Run::Narrow(all) if value <= 0xFFFF => all.push((value & 0xFFFF) as u16),
            Run::Wide(all) => all.push(value),
            _ => {
                self.widen(value, budget)?;
                return self.push(value, budget);
            }
        }
        Ok(())
    }

    /// The values, if each is stored in one byte.
    pub(super) fn bytes(&mut self) -> Option<&mut Vec<u8>> {
        match &mut self.run {
            Run::Bytes(all) => Some(all),
            _ => None,
        }
    }

    fn widen(&mut self, value: u32, budget: &Budget) -> Result<()> {
        let (room, old) = (self.room, self.width());
        let new = if value <= 0xFFFF { 2 } else { 4 };
        budget.reserve_each(room, new)?;
        self.run = if new == 2 {
            let mut all = Vec::with_capacity(room);
            all.extend(self.values().iter().map(|value| (value & 0xFFFF) as u16));
            Run::Narrow(all)
        } else {
            let mut all = Vec::with_capacity(room);
            all.extend(self.values().iter());
            Run::Wide(all)
        };
        budget.release(room as u64 * old);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::limits::Limits;

    #[test]
    fn values_widen_when_they_must() {
        let budget = Budget::new(Limits { memory: 30, time: None, threads: 0 });
        let mut stored = Stored::new();
        stored.make_room(5, &budget).unwrap();
        for (value, width) in [(255, 1), (256, 2), (0, 2), (65_535, 2), (65_536, 4)] {
            stored.push(value, &budget).unwrap();
            assert_eq!(stored.width(), width, "{value}");
        }
        assert!(stored.values().iter().eq([255, 256, 0, 65_535, 65_536]));
        // 20 bytes are held; five more values need 20 again.
        assert!(stored.make_room(10, &budget).is_err());
        stored.make_room(7, &budget).unwrap();
    }
}
