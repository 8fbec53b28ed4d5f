//! Moves of heaps far beyond the table, computed from the period.
//!
//! There are three methods, one for each kind of period theorem. Where values only repeat, splits are
//! counted by residue class ([`repeated`]). Where all but a few amounts may be taken, few heaps have a
//! given value, and they are listed. Where heaps are split and values rise, moves are found by the steps of
//! the proof ([`rising`]).

mod repeated;
mod rising;

pub use repeated::Classes;

use dashu_int::UBig;

use super::engine::Values;
use super::options::HeapOptions;
use super::period::{Period, Proof};
use super::proof::{Excess, Theorem};
use super::{HeapMove, HeapMoves};
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::rules::{Likeness, Members, MoveRule, Rules};

/// One kind of take of a fixed set.
#[derive(Debug)]
pub(super) struct Kind {
    members: Members,
    /// Whether nothing may be left, and whether one heap may be left.
    none: bool,
    one: bool,
    /// Larger numbers of heaps that may be left, and whether these must be equal or unequal.
    several: Vec<u32>,
    likeness: Likeness,
}

impl Kind {
    /// The kinds of takes of a heapwise game with fixed sets.
    pub(super) fn all_of(rules: &Rules) -> Option<Vec<Self>> {
        let kind = |rule: &MoveRule| match rule {
            MoveRule::Take { parts, amounts, .. } => Some(Self {
                members: Members::fixed(amounts)?,
                none: parts.counts.contains(&0),
                one: parts.counts.contains(&1),
                several: parts.counts.iter().copied().filter(|&count| count > 1).collect(),
                likeness: parts.likeness,
            }),
            _ => None,
        };
        rules.moves().iter().map(kind).collect()
    }
}

/// Values far beyond the table.
pub(super) struct Distant<'a> {
    pub(super) kinds: &'a [Kind],
    pub(super) values: Values<'a>,
    pub(super) proof: &'a Proof,
    pub(super) budget: &'a Budget,
}

impl Distant<'_> {
    fn period(&self) -> Period {
        self.proof.period
    }

    fn value(&self, n: &UBig) -> UBig {
        self.period().value(n, self.values)
    }

    /// The moves of a heap beyond the table to value `target`; `want` as in [`HeapMoves::list`].
    pub(super) fn moves(
        &self,
        options: &mut HeapOptions,
        n: &UBig,
        target: &UBig,
        want: usize,
    ) -> Result<HeapMoves> {
        match &self.proof.theorem {
            Theorem::Window(_) | Theorem::Parts(_) => match u32::try_from(target) {
                Ok(target) => {
                    let classes = Classes {
                        period: self.period(),
                        at: &|place| self.values.at(place),
                        join: &|a, b| a ^ b,
                        hits: &|value| value == target,
                        budget: self.budget,
                    };
                    classes.moves_of(self.kinds, n, want)
                }
                Err(_) => Ok(HeapMoves::all(vec![])),
            },
            Theorem::AllBut(_) => self.takes(n, target),
            Theorem::Rising(theorem) | Theorem::Excess(Excess { rising: theorem, .. }) => {
                self.rising(*theorem, options, n, target, want)
            }
        }
    }

    /// The heaps below `n` with value `target`, ascending. The list is complete where values rise.
    fn heaps_worth(&self, target: &UBig, n: &UBig) -> Result<Vec<UBig>> {
        let Period { preperiod, period, saltus } = self.period();
        let saltus = UBig::from(saltus);
        let mut list = Vec::new();
        for index in 0..preperiod + period {
            self.budget.step()?;
            let value = UBig::from(self.values.at(index));
            let heap = if index < preperiod || saltus == UBig::ZERO {
                if value != *target {
                    continue;
                }
                UBig::from(index)
            } else {
                if value > *target {
                    continue;
                }
                let rise = target - value;
                let turns = &rise / &saltus;
                if &turns * &saltus != rise {
                    continue;
                }
                turns * UBig::from(period) + UBig::from(index)
            };
            if heap < *n {
                self.budget.reserve(64)?;
                list.push(heap);
            }
        }
        list.sort_unstable();
        Ok(list)
    }

    /// Takes that leave one heap or none, where values rise.
    fn takes(&self, n: &UBig, target: &UBig) -> Result<HeapMoves> {
        let mut list = Vec::new();
        for rest in self.heaps_worth(target, n)? {
            let taken = n - &rest;
            let nothing = rest == UBig::ZERO;
            let allowed =
                |kind: &Kind| (if nothing { kind.none } else { kind.one }) && kind.members.contains(&taken);
            if self.kinds.iter().any(allowed) {
                let left = if nothing { vec![] } else { vec![rest] };
                list.push(HeapMove { taken, left });
            }
        }
        Ok(HeapMoves::all(list))
    }
}
