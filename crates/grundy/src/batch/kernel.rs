//! From a game to what decides its positions on machine words, one by one or whole columns at a time.

use dashu_int::UBig;

use super::fast::Fast;
use crate::kernel::moore::Moore;
use crate::kernel::periodic::{PeriodicValues, RisingValues};
use crate::kernel::{euclid, nim, wythoff};
use crate::theorem::euclid::is_euclid;
use crate::theorem::misere_nim;
use crate::theorem::moore::heaps_at_once;
use crate::theorem::staircase::{self, is_staircase};
use crate::theorem::take_away::lost_starts;
use grundy_core::limits::{Budget, Limits};
use grundy_core::notation::GameLine;
use grundy_sequence::{HeapFunction, Lasker, PROVED, Period, Periodic, is_lasker};

/// The longest table of values that a kernel keeps.
const LONGEST: usize = 1 << 20;
/// The most key numbers of a take-away game.
const MOST_KEYS: usize = 1 << 12;
/// Rows looked at together where a kernel needs the heaps of one row side by side: a piece of every column
/// stays in the nearest cache.
const ROWS: usize = 1024;

/// A game that machine words decide.
///
/// Answers are those of [`Solver`](crate::Solver) on the same position, the name of the method included.
#[derive(Clone, Debug)]
pub struct Kernel {
    which: Which,
    misere: bool,
}

#[derive(Clone, Debug)]
enum Which {
    /// Closed forms that need no memory.
    Fast(Fast),
    /// Heapwise, with a period that has been proved; normal play.
    Periodic(PeriodicValues),
    /// Heapwise, with values that rise evenly, by the method named; normal play.
    Rising(RisingValues, &'static str),
    /// Moore's Nim.
    Moore(Moore),
    /// Euclid's game, two heaps.
    Euclid,
    /// Staircase Nim: every other heap counts; normal play.
    Staircase,
    /// One heap whose lost sizes are these, ascending; normal play.
    Listed(Vec<u64>),
}

impl Kernel {
    /// The kernel for a game, if there is one. Takes moments: periods are looked for as far as a solver looks
    /// for them when it is asked about the smallest heap.
    pub fn of(line: &GameLine, limits: Limits) -> Option<Self> {
        let (rules, misere) = (&line.game.rules, line.misere);
        let which = if let Some(fast) = Fast::of(line) {
            Which::Fast(fast)
        } else if let Some(most) = heaps_at_once(rules) {
            Which::Moore(Moore::new(most))
        } else if is_euclid(rules) {
            Which::Euclid
        } else if misere {
            return None;
        } else if is_staircase(rules) {
            Which::Staircase
        } else if is_lasker(rules) {
            // 4k+1 and 4k+2 are worth themselves, 4k+3 and 4k+4 change places; 0 is the exception.
            Which::Rising(RisingValues::new(vec![0, 1, 2, 4, 3], 1, 4)?, Lasker.name())
        } else if rules.is_heapwise() {
            periodic(line, limits)?
        } else {
            Which::Listed(lost_starts(rules, MOST_KEYS, &Budget::new(limits))?)
        };
        Some(Self { which, misere })
    }

    /// Does it know all positions of so many heaps? Of some others it knows the smaller ones, which
    /// [`is_p`](Self::is_p) tells.
    pub fn takes(&self, heaps: usize) -> bool {
        match self.which {
            // The largest values do not fit a word.
            Which::Rising(..) => false,
            Which::Fast(Fast::Wythoff { .. }) | Which::Euclid => heaps == 2,
            Which::Listed(_) => heaps == 1,
            _ => true,
        }
    }

    /// Does it know Grundy values?
    pub(super) fn has_values(&self) -> bool {
        let known = matches!(
            &self.which,
            Which::Fast(Fast::Nim { .. } | Fast::Bounded { .. })
                | Which::Periodic(_)
                | Which::Rising(..)
                | Which::Staircase
        );
        known && !self.misere
    }

    /// The closed form without memory, if it is one.
    pub fn fast(&self) -> Option<Fast> {
        match self.which {
            Which::Fast(fast) => Some(fast),
            _ => None,
        }
    }

    /// Is it Wythoff's game, whose pairs have a kernel of their own?
    pub(super) fn is_wythoff(&self) -> bool {
        matches!(self.which, Which::Fast(Fast::Wythoff { .. }))
    }

    /// The method's name in answers.
    pub fn method(&self) -> &'static str {
        match &self.which {
            Which::Fast(Fast::Wythoff { .. }) => "wythoff",
            Which::Fast(_) if self.misere => misere_nim::NAME,
            Which::Fast(Fast::Nim { .. }) => "nim",
            Which::Fast(Fast::Bounded { .. }) => "residues",
            Which::Periodic(_) => PROVED,
            Which::Rising(_, name) => name,
            Which::Moore(_) => "moore",
            Which::Euclid => "euclid",
            Which::Staircase => staircase::NAME,
            Which::Listed(_) => "take-away",
        }
    }

    /// Is the position lost for the player to move? `None` for a number of heaps it does not know, and for values that
    /// do not fit a word.
    #[inline]
    pub fn is_p(&self, heaps: &[u64]) -> Option<bool> {
        Some(match (&self.which, heaps) {
            (Which::Fast(fast), _) => return fast.is_p(heaps),
            (Which::Periodic(values), _) => values.value(heaps) == 0,
            (Which::Rising(values, _), _) => values.value(heaps)? == 0,
            (Which::Moore(moore), _) if self.misere => moore.is_p_misere(heaps.iter().copied()),
            (Which::Moore(moore), _) => moore.is_p(heaps.iter().copied()),
            (Which::Euclid, &[x, y]) if self.misere => euclid::is_p_misere(x, y),
            (Which::Euclid, &[x, y]) => euclid::is_p(x, y),
            (Which::Staircase, _) => every_other(heaps) == 0,
            (Which::Listed(lost), &[heap]) => lost.binary_search(&heap).is_ok(),
            _ => return None,
        })
    }

    /// The Grundy value, where answers have one: under normal play of heaps that live apart.
    #[inline]
    pub fn value(&self, heaps: &[u64]) -> Option<u64> {
        match &self.which {
            _ if self.misere => None,
            Which::Fast(Fast::Nim { .. }) => Some(nim::nim_sum(heaps)),
            Which::Fast(Fast::Bounded { kernel, .. }) => Some(kernel.value(heaps)),
            Which::Periodic(values) => Some(values.value(heaps)),
            Which::Rising(values, _) => values.value(heaps),
            Which::Staircase => Some(every_other(heaps)),
            _ => None,
        }
    }

    /// Writes 1 for each position lost by the player to move, else 0; columns are the heaps, all as long as `lost`,
    /// and as many as [`takes`](Self::takes) says. Others are left alone.
    pub fn decide(&self, columns: &[&[u64]], lost: &mut [u8]) {
        match (&self.which, columns) {
            (Which::Fast(Fast::Wythoff { misere }), [first, second]) => {
                wythoff::decide_columns(first, second, lost);
                if *misere {
                    for ((&x, &y), lost) in first.iter().zip(*second).zip(lost) {
                        if x | y < 4 {
                            *lost = u8::from(wythoff::is_p_misere(x, y));
                        }
                    }
                }
            }
            (
                Which::Fast(Fast::Nim { misere: false } | Fast::Bounded { misere: false, .. })
                | Which::Periodic(_),
                _,
            ) => self.decide_by_value(columns, lost),
            _ => each_row(columns, lost.len(), |row, heaps| {
                if let Some(is_p) = self.is_p(heaps) {
                    lost[row] = u8::from(is_p);
                }
            }),
        }
    }

    /// Writes the Grundy value of each position and returns true, where answers have one.
    pub fn values(&self, columns: &[&[u64]], values: &mut [u64]) -> bool {
        if self.misere {
            return false;
        }
        match &self.which {
            Which::Fast(Fast::Nim { .. }) => sum_up(columns, values, |heap| heap),
            Which::Fast(Fast::Bounded { kernel, .. }) => {
                let kernel = *kernel;
                sum_up(columns, values, |heap| kernel.residue(heap));
            }
            Which::Periodic(table) => sum_up(columns, values, |heap| u64::from(table.of(heap))),
            Which::Staircase => {
                let counting: Vec<&[u64]> = columns.iter().step_by(2).copied().collect();
                sum_up(&counting, values, |heap| heap);
            }
            _ => return false,
        }
        true
    }

    fn decide_by_value(&self, columns: &[&[u64]], lost: &mut [u8]) {
        let mut values = [0; ROWS];
        for (piece, lost) in lost.chunks_mut(ROWS).enumerate() {
            let from = piece * ROWS;
            let values = &mut values[..lost.len()];
            let mut pieces: Vec<&[u64]> = Vec::with_capacity(columns.len());
            pieces.extend(columns.iter().map(|column| &column[from..from + lost.len()]));
            self.values(&pieces, values);
            for (lost, value) in lost.iter_mut().zip(&*values) {
                *lost = u8::from(*value == 0);
            }
        }
    }
}

/// The nim-sum of the 1st, 3rd, 5th, ... heap.
fn every_other(heaps: &[u64]) -> u64 {
    heaps.iter().step_by(2).fold(0, |sum, heap| sum ^ heap)
}

/// The nim-sums over the columns of what a heap is worth.
#[inline]
fn sum_up(columns: &[&[u64]], values: &mut [u64], worth: impl Fn(u64) -> u64) {
    values.fill(0);
    for column in columns {
        for (value, &heap) in values.iter_mut().zip(*column) {
            *value ^= worth(heap);
        }
    }
}

/// Calls `look` with every row and its heaps.
fn each_row(columns: &[&[u64]], rows: usize, mut look: impl FnMut(usize, &[u64])) {
    let mut heaps = vec![0; columns.len()];
    for row in 0..rows {
        for (heap, column) in heaps.iter_mut().zip(columns) {
            *heap = column[row];
        }
        look(row, &heaps);
    }
}

/// The values, where a solver asked about the smallest heap would find a period.
fn periodic(line: &GameLine, limits: Limits) -> Option<Which> {
    let budget = Budget::new(limits);
    let function = Periodic::new(&line.game.rules)?;
    function.settle(&UBig::ZERO, &budget).ok()?;
    let Period { preperiod, period, saltus } = function.period()?;
    let length = preperiod.checked_add(period).filter(|length| *length <= LONGEST)?;
    let value = |heap: usize| u32::try_from(&function.value(&UBig::from(heap), &budget).ok()?).ok();
    let values = (0..length).map(value).collect::<Option<_>>()?;
    Some(match saltus {
        0 => Which::Periodic(PeriodicValues::new(values, preperiod)?),
        _ => Which::Rising(RisingValues::new(values, preperiod, saltus)?, PROVED),
    })
}
