//! The values of a game with splits, by a sparse space that is proved while it is used.
//!
//! A hint is a mask. Let the class of a value v be the parity of the number of bits of v that are also
//! in the mask; for all v and w the class of v xor w is the sum of their classes. A position, that is a
//! heap with its value, is *rare* if the class is even and *common* if it is odd. A split into two rare
//! or two common heaps has a value of even class; a split into a rare and a common heap, of odd class.
//! With `parity`, where the amounts of splits are all odd or all even, the size of the heap and that
//! amount are added to the class: a heap n is split into a + b = n - k, so the sum of the classes of
//! both parts is again that of their value on heap n.
//!
//! In many games few positions are rare. Then, for a heap n,
//!
//! 1. every rare position and what it leaves of n - k is marked: that finds *all* options of common
//!    class, and some of rare class; moves that do not split are marked one by one;
//! 2. the least common value c that is not marked is not an option;
//! 3. each rare value below c that is not marked needs a witness, a split with that value. The least
//!    without one, after all splits were examined, is G(n); if all have one, G(n) is c.
//!
//! The result does not depend on the mask: for any mask, the value is the mex of the options. With a
//! bad mask most positions are rare, and the cost is that of the plain recursion or more.

mod seen;
mod witness;

use crate::certificate::Hint;
use crate::game::{EQUAL, Game, Leave, NONE, ONE, THREE, TWO, UNEQUAL};
use crate::sentence::{Error, Reason};
use crate::watch::{Stop, Watch};

use seen::{Cell, Marks, Seen, Word};
pub use witness::AT_ONCE;
use witness::Witnesses;

/// Memory per possible value of an option: its class, its mark, and its witnesses.
const TABLES: u64 = 1 + 8 + 32 + 8 * witness::REMEMBERED as u64;
/// The initial bound on the values of options.
const SMALLEST: usize = 64;
/// Number of rare positions for which memory is reserved at a time.
const PORTION: usize = 1 << 16;

/// A split: the amount taken, and whether the parts may be unequal or equal.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    amount: usize,
    leave: Leave,
}

impl Split {
    /// Whether `rest` may be left as `a` and `rest - a`.
    #[inline]
    fn allows(self, a: usize, rest: usize) -> bool {
        self.leave & if a + a == rest { EQUAL } else { UNEQUAL } != 0
    }
}

/// The values, in the narrowest cells that hold them.
enum Cells {
    /// Values below 64.
    Tiny(Vec<u8>),
    /// Values below 256.
    Small(Vec<u8>),
    Large(Vec<u16>),
}

/// G(0), G(1), ... of a game with splits.
pub struct Sparse<'a> {
    length: u64,
    cells: Cells,
    space: Space<'a>,
}

/// The data about the game and its rare positions that is the same for all cell widths.
struct Space<'a> {
    game: &'a Game,
    one: Vec<(usize, Leave)>,
    splits: Vec<Split>,
    hint: Hint,
    /// Rare positions from heap 1 on, ascending, with their values.
    rare: Vec<(usize, u16)>,
    /// The class of each value that an option can have: those below the least power of two above all
    /// values so far.
    classes: Vec<u8>,
    witnesses: Witnesses,
}

/// Whether a hint is useful: only if the game splits into two heaps, for finitely many amounts.
pub fn suits(game: &Game) -> bool {
    game.all() & TWO != 0 && game.all() & THREE == 0 && game.beyond & !NONE == 0
}

impl<'a> Sparse<'a> {
    /// Allocates memory for `length` values, 1 byte each. The hint's parity is ignored if the amounts
    /// of the splits are both odd and even.
    pub fn new(game: &'a Game, hint: Hint, length: u64, watch: &mut Watch) -> Result<Self, Error> {
        let splits = game.with(TWO, length).into_iter().map(|(amount, leave)| Split { amount, leave });
        let splits: Vec<Split> = splits.collect();
        let same = splits.windows(2).all(|pair| pair[0].amount % 2 == pair[1].amount % 2);
        let mut space = Space {
            game,
            one: game.with(ONE, length),
            splits,
            hint: Hint { parity: hint.parity && same, ..hint },
            rare: Vec::new(),
            classes: Vec::new(),
            witnesses: Witnesses::default(),
        };
        space.classify(SMALLEST, watch)?;
        Ok(Self { length, cells: Cells::Tiny(cells(length, 1, watch)?), space })
    }

    /// Takes over the next values as they are.
    pub fn given(&mut self, values: &mut dyn Iterator<Item = u16>, watch: &mut Watch) -> Result<(), Stop> {
        for value in values {
            loop {
                let fits = match &mut self.cells {
                    Cells::Tiny(cells) => self.space.push(cells, value, Word::MOST, watch)?,
                    Cells::Small(cells) => self.space.push(cells, value, u8::MOST, watch)?,
                    Cells::Large(cells) => self.space.push(cells, value, u16::MOST, watch)?,
                };
                if fits {
                    break;
                }
                self.widen(watch)?;
            }
        }
        Ok(())
    }

    /// Compares only parts up to this in search of a split with a given value.
    pub fn limit(&mut self, reach: usize) {
        self.space.witnesses.reach = Some(reach);
    }

    /// Calls `then` with a function from heaps to values.
    pub fn with_values<R>(&self, then: impl FnOnce(&dyn Fn(usize) -> u16) -> R) -> R {
        match &self.cells {
            Cells::Tiny(cells) | Cells::Small(cells) => then(&|n| u16::from(cells[n])),
            Cells::Large(cells) => then(&|n| cells[n]),
        }
    }

    /// Computes the values up to `length`.
    pub fn extend(&mut self, length: usize, watch: &mut Watch) -> Result<(), Stop> {
        loop {
            let fits = match &mut self.cells {
                Cells::Tiny(cells) => self.space.extend(cells, &mut Word::default(), length, watch)?,
                Cells::Small(cells) => self.space.extend(cells, &mut Marks::default(), length, watch)?,
                Cells::Large(cells) => self.space.extend(cells, &mut Marks::default(), length, watch)?,
            };
            if fits {
                return Ok(());
            }
            self.widen(watch)?;
        }
    }

    /// Switches to wider cells for larger values.
    fn widen(&mut self, watch: &mut Watch) -> Result<(), Stop> {
        self.cells = match std::mem::replace(&mut self.cells, Cells::Tiny(Vec::new())) {
            Cells::Tiny(cells) => Cells::Small(cells),
            Cells::Small(mut narrow) => {
                narrow.shrink_to_fit();
                watch.release(self.length - narrow.len() as u64);
                let mut wide = cells(self.length, 2, watch)?;
                wide.extend(narrow.iter().map(|&value| u16::from(value)));
                watch.release(narrow.len() as u64);
                Cells::Large(wide)
            }
            Cells::Large(cells) => {
                return Err(Reason::new("value-too-large").with("heap", cells.len()).into());
            }
        };
        Ok(())
    }
}

/// Allocates `length` cells of `bytes` bytes.
fn cells<C>(length: u64, bytes: u64, watch: &mut Watch) -> Result<Vec<C>, Error> {
    let bytes = length.saturating_mul(bytes);
    watch.reserve(bytes)?;
    let mut cells = Vec::new();
    let room = usize::try_from(length).ok().and_then(|length| cells.try_reserve_exact(length).ok());
    room.map(|()| cells).ok_or_else(|| Error::memory(bytes, bytes))
}

impl Space<'_> {
    /// Prepares the tables for options of values below `size`.
    fn classify(&mut self, size: usize, watch: &mut Watch) -> Result<(), Error> {
        watch.reserve((size - self.classes.len()) as u64 * TABLES)?;
        let new = (0..=u16::MAX).take(size).skip(self.classes.len());
        let mask = self.hint.mask;
        self.classes.extend(new.map(|value| u8::from((value & mask).count_ones() % 2 == 1)));
        Ok(())
    }

    /// The parity of the masked bits of rare values of a heap.
    #[inline]
    fn rare_class(&self, n: usize) -> u8 {
        let amount = self.splits.first().map_or(0, |split| split.amount);
        u8::from(self.hint.parity && (n + amount) % 2 == 1)
    }

    /// Computes the values up to `length`, or until one does not fit into a cell.
    fn extend<C: Cell, S: Seen>(
        &mut self,
        cells: &mut Vec<C>,
        seen: &mut S,
        length: usize,
        watch: &mut Watch,
    ) -> Result<bool, Stop> {
        while cells.len() < length {
            let value = self.value(cells, seen, watch)?;
            // Larger values fit no cell.
            let fits = match u16::try_from(value) {
                Ok(value) => self.push(cells, value, S::MOST, watch)?,
                Err(_) => false,
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds the next value, unless it is `most` or more, or too large for its cell.
    fn push<C: Cell>(
        &mut self,
        cells: &mut Vec<C>,
        value: u16,
        most: usize,
        watch: &mut Watch,
    ) -> Result<bool, Error> {
        let n = cells.len();
        if usize::from(value) >= most.min(C::MOST) {
            return Ok(false);
        }
        let size = (usize::from(value) + 1).next_power_of_two();
        if size > self.classes.len() {
            self.classify(size, watch)?;
        }
        if n > 0 && self.classes[usize::from(value)] == self.rare_class(n) {
            if self.rare.len() == self.rare.capacity() {
                // The old list exists until it is copied.
                watch.reserve((PORTION * size_of::<(usize, u16)>()) as u64 * 2)?;
                self.rare.reserve_exact(PORTION);
            }
            self.rare.push((n, value));
        }
        cells.push(C::from_value(value));
        Ok(true)
    }

    /// The value of the next heap.
    fn value<C: Cell, S: Seen>(
        &mut self,
        cells: &[C],
        seen: &mut S,
        watch: &mut Watch,
    ) -> Result<usize, Stop> {
        let n = cells.len();
        seen.clear(self.classes.len());
        let listed = if n as u64 > self.game.last() {
            Some(&self.game.beyond)
        } else {
            self.game.listed.get(&(n as u64))
        };
        if n > 0 && listed.is_some_and(|leave| leave & NONE != 0) {
            seen.mark(0);
        }
        for &(k, _) in self.one.iter().take_while(|&&(k, _)| k < n) {
            seen.mark(cells[n - k].value());
        }
        for split in self.splits.iter().take_while(|split| split.amount < n) {
            let rest = n - split.amount;
            let fitting = self.rare.partition_point(|&(r, _)| r < rest);
            for &(r, value) in &self.rare[..fitting] {
                if split.leave == TWO || split.allows(r, rest) {
                    seen.mark(value ^ cells[rest - r].value());
                }
            }
        }
        watch.work((self.one.len() + self.splits.len() * (self.rare.len() + 64)) as u64, n)?;
        // All options are below `size`.
        let rare_class = self.rare_class(n);
        let classes = (0u16..).zip(&self.classes);
        let wanted = &mut self.witnesses.wanted;
        wanted.clear();
        let mut candidate = self.classes.len();
        for (value, &class) in classes {
            if !seen.has(value) {
                if class != rare_class {
                    candidate = usize::from(value);
                    break;
                }
                wanted.push(value);
            }
        }
        let without = self.witnesses.least_without(cells, &self.splits, seen, watch)?;
        Ok(without.map_or(candidate, usize::from))
    }
}

#[cfg(test)]
mod tests;
