//! Values of games whose moves only remove cells: the engine of placed pieces and of vertices that are removed.
//!
//! A set of cells falls into parts that no legal piece connects, and its value is the nim-sum of theirs. To find the
//! value of a part, the search asks whether it is 0, then whether it is 1, and so on. The value is n if it is none of
//! the smaller numbers and no option has value n. Whether an option has value n is asked in the same way of its
//! largest part only, after the values of the smaller parts are known. So most values of large parts are never
//! computed: one option with value n is enough to exclude n (J. Lemoine, S. Viennot, Nimbers are inevitable, 2012).
//! What is known of a part is kept for all parts with the same key, such as those that are turned or mirrored.

use rustc_hash::FxHashSet;

use super::known::{Known, Shared};
use crate::error::Result;
use crate::limits::Budget;
use crate::team::{Hand, by_all};

/// A set of cells, by their numbers.
pub(super) type Cells = u128;
/// The largest number of cells.
pub const MOST_CELLS: u64 = 128;
pub(super) const WIDTH: usize = 128;

/// A move: it needs some cells, and removes these and perhaps others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub needs: Cells,
    pub removes: Cells,
}

/// What is equal for parts that play alike.
pub(super) type Key = (u8, Cells);

/// The cells and how they hang together.
pub(super) trait Field: Sync {
    /// Adds the parts in which a piece is legal: no legal piece touches two of them.
    fn parts(&self, cells: Cells, found: &mut Vec<Cells>);

    /// The key of a part.
    fn key(&self, part: Cells) -> Key;

    /// Whether the second player wins a part by the mirror image of every move; `legal` are its legal pieces.
    fn is_mirrored(&self, part: Cells, legal: &[Piece]) -> bool;
}

/// A part whose value is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    size: u32,
    key: Key,
    part: Cells,
}

/// A question about the parts whose values are not known, the largest last: is their nim-sum this number?
struct Question {
    open: Vec<Open>,
    target: u32,
}

/// The pieces of a game, and what is known of parts.
pub(super) struct Search<F> {
    field: F,
    /// In the order of the lowest cell they need.
    pieces: Vec<Piece>,
    /// Where the pieces begin whose lowest cell is this one.
    begin: Vec<usize>,
    known: Shared,
}

/// The numbers of the cells, from the lowest.
pub(super) fn each_cell(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = cells.trailing_zeros() as usize;
        cells &= cells.checked_sub(1)?;
        Some(lowest)
    })
}

impl<F: Field> Search<F> {
    /// The game of these pieces; each needs at least one cell.
    pub fn new(field: F, mut pieces: Vec<Piece>) -> Self {
        pieces.sort_unstable_by_key(|piece| piece.needs.trailing_zeros());
        let lowest = |piece: &Piece| u64::from(piece.needs.trailing_zeros());
        let begin = (0..=MOST_CELLS).map(|cell| pieces.partition_point(|piece| lowest(piece) < cell));
        Self { field, begin: begin.collect(), pieces, known: Shared::default() }
    }

    /// The pieces that may be played.
    pub fn legal(&self, cells: Cells) -> impl Iterator<Item = Piece> {
        let of_cell = move |cell: usize| &self.pieces[self.begin[cell]..self.begin[cell + 1]];
        each_cell(cells).flat_map(of_cell).copied().filter(move |piece| piece.needs & !cells == 0)
    }

    /// Whether the value of some cells is the target, as a question about parts. Two parts that play alike cancel.
    fn question(&self, cells: Cells, mut target: u32, parts: &mut Vec<Cells>) -> Question {
        parts.clear();
        self.field.parts(cells, parts);
        let mut open: Vec<Open> = Vec::with_capacity(parts.len());
        for &part in &*parts {
            let key = self.field.key(part);
            if let Some(Known::Value(value)) = self.known.of(key) {
                target ^= value;
            } else if let Some(twin) = open.iter().position(|open| open.key == key) {
                open.swap_remove(twin);
            } else {
                open.push(Open { size: part.count_ones(), key, part });
            }
        }
        open.sort_unstable();
        Question { open, target }
    }

    /// The value of a set of cells.
    pub fn value(&self, cells: Cells, budget: &Budget) -> Result<u32> {
        by_all(budget, &|hand| {
            let Question { open, target: mut value } = self.question(cells, 0, &mut vec![]);
            for open in open {
                value ^= self.value_of(open, hand)?;
            }
            Ok(value)
        })
    }

    fn value_of(&self, open: Open, hand: &Hand<'_>) -> Result<u32> {
        let mut value = 0;
        while !self.is(open, value, hand)? {
            value += 1;
        }
        Ok(value)
    }

    /// Whether a set of cells has this value.
    pub fn has_value(&self, cells: Cells, target: u32, budget: &Budget) -> Result<bool> {
        by_all(budget, &|hand| {
            let question = self.question(cells, target, &mut vec![]);
            self.answer(&question, hand)
        })
    }

    /// Only the question about the largest part may be left without an exact value.
    fn answer(&self, question: &Question, hand: &Hand<'_>) -> Result<bool> {
        let Some((&largest, smaller)) = question.open.split_last() else { return Ok(question.target == 0) };
        let mut rest = question.target;
        for &open in smaller {
            rest ^= self.value_of(open, hand)?;
        }
        self.is(largest, rest, hand)
    }

    /// What the table knows: whether the part has this value.
    fn looked_up(&self, key: Key, target: u32) -> Option<bool> {
        match self.known.of(key)? {
            Known::Value(value) => Some(value == target),
            Known::Not(values) => (target < 128 && values >> target & 1 == 1).then_some(false),
        }
    }

    /// Whether a part has this value.
    fn is(&self, open: Open, target: u32, hand: &Hand<'_>) -> Result<bool> {
        if let Some(known) = self.looked_up(open.key, target) {
            return Ok(known);
        }
        hand.begin()?;
        // A play has at most as many moves as cells, and the value is at most the length of the longest.
        let is = target <= open.size && self.is_by_its_options(open, target, hand)?;
        self.known.learn(open.key, target, is, hand.budget)?;
        Ok(is)
    }

    fn is_by_its_options(&self, open: Open, target: u32, hand: &Hand<'_>) -> Result<bool> {
        let legal: Vec<Piece> = self.legal(open.part).collect();
        if self.field.is_mirrored(open.part, &legal) {
            return Ok(target == 0);
        }
        let (mut questions, mut asked, mut parts) = (Vec::new(), FxHashSet::default(), Vec::new());
        for piece in legal {
            hand.budget.step()?;
            let question = self.question(open.part & !piece.removes, target, &mut parts);
            let answer = match question.open[..] {
                [] => Some(question.target == 0),
                [only] => self.looked_up(only.key, question.target),
                _ => None,
            };
            match answer {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => {
                    let keys: Vec<Key> = question.open.iter().map(|open| open.key).collect();
                    if asked.insert((question.target, keys)) {
                        questions.push(question);
                    }
                }
            }
        }
        hand.shuffle(&mut questions);
        // First those with the smallest largest part: they are answered soonest.
        questions.sort_by_key(|question| question.open.last().map_or(0, |largest| largest.size));
        for question in &questions {
            if self.answer(question, hand)? {
                return Ok(false);
            }
        }
        for smaller in 0..target {
            if self.is(open, smaller, hand)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
