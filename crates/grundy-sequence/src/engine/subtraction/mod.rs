//! Subtraction games: takes of fixed amounts that leave at most one heap.
//!
//! There are two methods, see [`lanes`] and [`layers`]. Lanes cost one step per amount for a vector full of
//! heaps, and values must be small; layers are for sets of very many amounts and for large values. Both can
//! continue from the values alone, so one can take over from the other.

mod lanes;
mod layers;
mod outcomes;

use pulp::Arch;

pub use outcomes::Outcomes;

use super::super::listed::Listed;
use super::stored::Stored;
use super::{Engine, Kept, Values};
use grundy_core::error::{Error, Result};
use grundy_core::limits::Budget;
use grundy_core::rules::{Amounts, Members};
use lanes::{Lanes, Stop};
use layers::Layers;

/// Sets with at most this many amounts use lanes.
const FEW: usize = 256;
/// Larger sets use lanes as well, if at most one number in this many is an amount.
const SPARSE: usize = 64;

/// G(0), G(1), ... of `take A`, the same A for every heap.
#[derive(Debug)]
pub struct Subtraction {
    listed: Listed,
    /// The amounts below the length, without 0.
    amounts: Vec<usize>,
    reach: Option<usize>,
    stored: Stored,
    way: Way,
    arch: Arch,
    effort: u64,
}

#[derive(Debug)]
enum Way {
    Lanes(Box<Lanes>),
    Layers(Box<Layers>),
}

impl Subtraction {
    /// For a set that does not depend on the heap; `None` for others.
    pub fn new(amounts: &Amounts) -> Option<Self> {
        let listed = Listed::of(amounts)?;
        let reach = Members::fixed(amounts)?.upper_bound().map(|k| usize::try_from(&k).unwrap_or(usize::MAX));
        let way = Way::Lanes(Box::new(Lanes::new(reach)));
        let (amounts, stored) = (Vec::new(), Stored::new());
        Some(Self { listed, amounts, reach, stored, way, arch: Arch::new(), effort: 0 })
    }

    /// Like [`Self::new`], but without vector units.
    #[cfg(test)]
    pub(super) fn portable(amounts: &Amounts) -> Option<Self> {
        Some(Self { arch: Arch::Scalar, ..Self::new(amounts)? })
    }

    /// Like [`Self::new`], but with layers from the start.
    #[cfg(test)]
    pub(super) fn in_layers(amounts: &Amounts) -> Option<Self> {
        let mut engine = Self::new(amounts)?;
        engine.use_layers(&Budget::default());
        Some(engine)
    }

    fn use_layers(&mut self, budget: &Budget) {
        let layers = Way::Layers(Box::new(Layers::new(self.reach)));
        if let Way::Lanes(lanes) = std::mem::replace(&mut self.way, layers) {
            lanes.release(budget);
        }
    }

    /// Whether the amounts are too many and too dense for lanes.
    fn is_dense(&self, length: usize) -> bool {
        let reach = self.reach.map_or(length, |k| k.min(length));
        self.amounts.len() > FEW && self.amounts.len() > reach / SPARSE
    }
}

/// The amounts of a set below `length`, without 0.
fn list_amounts(listed: &mut Listed, amounts: &mut Vec<usize>, length: usize, budget: &Budget) -> Result<()> {
    listed.extend((length as u64).saturating_sub(1), budget)?;
    let all = listed.up_to((length as u64).saturating_sub(1));
    // 0 is the first member, if it is one.
    let all = &all[usize::from(all.first() == Some(&0))..];
    let more = &all[amounts.len()..];
    budget.reserve(more.len() as u64 * 8)?;
    for k in more {
        amounts.push(usize::try_from(*k).map_err(|_| Error::limit("error.heap-too-large"))?);
    }
    Ok(())
}

impl Engine for Subtraction {
    fn name(&self) -> &'static str {
        match self.way {
            Way::Lanes(_) => "lanes",
            Way::Layers(_) => "layers",
        }
    }

    fn values(&self) -> Values<'_> {
        self.stored.values()
    }

    fn into_kept(self: Box<Self>) -> Kept {
        self.stored.into_kept()
    }

    fn effort(&self) -> u64 {
        match &self.way {
            Way::Lanes(_) => self.effort,
            Way::Layers(layers) => self.effort + layers.effort(),
        }
    }

    fn bytes_for(&self, length: u64) -> Option<u64> {
        let own = match &self.way {
            Way::Lanes(lanes) => lanes.bytes_for(length),
            Way::Layers(layers) => layers.bytes_for(length),
        };
        Some(length.saturating_mul(self.stored.width()).saturating_add(own))
    }

    fn restore(&mut self, values: &[u32], budget: &Budget) -> Result<()> {
        self.stored.make_room(self.stored.len() + values.len(), budget)?;
        for value in values {
            self.stored.push(*value, budget)?;
        }
        if values.iter().any(|v| *v >= lanes::VALUES) && matches!(self.way, Way::Lanes(_)) {
            self.use_layers(budget);
        }
        Ok(())
    }

    fn grow(&mut self, length: usize, budget: &Budget) -> Result<()> {
        if length <= self.stored.len() {
            return Ok(());
        }
        self.stored.make_room(length, budget)?;
        list_amounts(&mut self.listed, &mut self.amounts, length, budget)?;
        if self.is_dense(length) && matches!(self.way, Way::Lanes(_)) {
            self.use_layers(budget);
        }
        if let (Way::Lanes(lanes), Some(values)) = (&mut self.way, self.stored.bytes()) {
            let before = values.len();
            let stop = lanes.extend(values, &self.amounts, length, self.arch, budget);
            self.effort += (values.len() - before) as u64 * (self.amounts.len() as u64 + 1);
            match stop? {
                Stop::Length => return Ok(()),
                Stop::Full => self.use_layers(budget),
            }
        }
        if let Way::Layers(layers) = &mut self.way {
            layers.extend(&mut self.stored, &self.amounts, length, self.arch, budget)?;
        }
        Ok(())
    }
}
