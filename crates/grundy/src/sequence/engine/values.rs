//! Values as an engine keeps them: in as few bytes as they need.

/// A run of values G(0), G(1), ..., in whatever form the engine has them.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// One 32-bit word each.
    Wide(&'a [u32]),
    /// Two bytes each.
    Narrow(&'a [u16]),
    /// One byte each.
    Bytes(&'a [u8]),
    /// One byte each, which stands for a value.
    Coded(Coded<'a>),
}

/// Values as codes of a sparse space.
#[derive(Clone, Copy, Debug)]
pub struct Coded<'a> {
    /// The code of each value.
    pub(super) codes: &'a [u8],
    /// The first values as they are: up to the last rare position.
    pub(super) head: &'a [u16],
    /// What a code stands for beyond these, at even and at odd positions.
    pub(super) tables: &'a [[u16; 256]; 2],
}

impl Coded<'_> {
    #[inline]
    pub(crate) fn at(&self, n: usize) -> u32 {
        match self.head.get(n) {
            Some(value) => (*value).into(),
            None => self.tables[n & 1][usize::from(self.codes[n])].into(),
        }
    }
}

/// Runs `$body` with `$at` bound to a closure that reads one value, compiled once for each form.
macro_rules! with_reader {
    ($values:expr, $at:ident => $body:expr) => {
        match $values {
            $crate::sequence::engine::Values::Wide(all) => {
                let $at = |n: usize| all[n];
                $body
            }
            $crate::sequence::engine::Values::Narrow(all) => {
                let $at = |n: usize| u32::from(all[n]);
                $body
            }
            $crate::sequence::engine::Values::Bytes(all) => {
                let $at = |n: usize| u32::from(all[n]);
                $body
            }
            $crate::sequence::engine::Values::Coded(all) => {
                let $at = |n: usize| all.at(n);
                $body
            }
        }
    };
}
pub(crate) use with_reader;

impl Values<'_> {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Wide(all) => all.len(),
            Self::Narrow(all) => all.len(),
            Self::Bytes(all) => all.len(),
            Self::Coded(all) => all.codes.len(),
        }
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// G(n), where it was made.
    pub fn get(&self, n: usize) -> Option<u32> {
        (n < self.len()).then(|| with_reader!(*self, at => at(n)))
    }

    /// G(n).
    ///
    /// # Panics
    /// Where it was not made.
    #[inline]
    pub fn at(&self, n: usize) -> u32 {
        with_reader!(*self, at => at(n))
    }

    /// Fills `out` with G(from), G(from + 1), ...
    ///
    /// # Panics
    /// Where one of them was not made.
    pub fn copy_to(&self, from: usize, out: &mut [u32]) {
        with_reader!(*self, at => {
            for (n, value) in (from..).zip(out) {
                *value = at(n);
            }
        });
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.at(n))
    }
}
