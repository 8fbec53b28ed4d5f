//! Rules that machine words decide: the bridge from a game to its kernel.

use crate::kernel::{nim, residue::BoundedNim, wythoff};
use crate::theorem::wythoff::is_wythoff;
use grundy_core::notation::GameLine;
use grundy_sequence::residue_modulus;

/// A game decided on machine words, without allocating.
#[derive(Clone, Copy, Debug)]
pub enum Fast {
    /// Wythoff's game, two heaps.
    Wythoff {
        /// The convention.
        misere: bool,
    },
    /// Nim.
    Nim {
        /// The convention.
        misere: bool,
    },
    /// Subtraction sets with 1..m and no multiple of m + 1.
    Bounded {
        /// The kernel.
        kernel: BoundedNim,
        /// The convention.
        misere: bool,
    },
}

impl Fast {
    /// The kernel for a game, if there is one.
    pub fn of(line: &GameLine) -> Option<Self> {
        let (rules, misere) = (&line.game.rules, line.misere);
        if is_wythoff(rules) {
            return Some(Self::Wythoff { misere });
        }
        let amounts = rules.as_subtraction_set()?;
        if amounts.is_any() {
            return Some(Self::Nim { misere });
        }
        let modulus = residue_modulus(amounts)?;
        let m = u64::try_from(&(modulus - dashu_int::UBig::ONE)).ok()?;
        Some(Self::Bounded { kernel: BoundedNim::new(m), misere })
    }

    /// Is the position lost for the player to move? `None` for a number of heaps it does not know.
    #[inline]
    pub fn is_p(self, heaps: &[u64]) -> Option<bool> {
        Some(match self {
            Self::Wythoff { misere } => match *heaps {
                [a, b] if misere => wythoff::is_p_misere(a, b),
                [a, b] => wythoff::is_p(a, b),
                _ => return None,
            },
            Self::Nim { misere: false } => nim::is_p(heaps),
            Self::Nim { misere: true } => nim::is_p_misere(heaps),
            Self::Bounded { kernel, misere: false } => kernel.is_p(heaps),
            Self::Bounded { kernel, misere: true } => kernel.is_p_misere(heaps),
        })
    }
}
