//! Rectangular pieces that are put on a rectangle of squares, such as Cram.

use std::cmp::Ordering;

use dashu_int::UBig;

use super::search::{Cells, Field, Key, Piece, Search, WIDTH, each_cell};
use super::source;
use crate::board::kinds::Placing;
use crate::board::{Each, Options, Ruleset, Source, Standing, check_even, small};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::text::Message;

/// A rectangle of squares with its pieces. The numbers of a position are the covered squares: row and column, from 1.
pub(in crate::board) struct Squares {
    rows: u64,
    columns: u64,
    search: Search<Rectangle>,
}

/// A rectangle of squares, and the ways to put a piece on it.
struct Rectangle {
    columns: usize,
    /// The first square of every row.
    left: Cells,
    /// The last square of every row.
    right: Cells,
    /// How many rows and columns a piece covers.
    ways: Vec<[usize; 2]>,
}

/// The smallest rectangle around a part.
struct Around {
    first_row: usize,
    first_column: usize,
    height: usize,
    width: usize,
}

impl Rectangle {
    fn new(placing: &Placing) -> Self {
        let Placing { piece: (short, long), board: (rows, columns) } = *placing;
        let column = |at: u64| (0..rows).fold(0, |cells, row| cells | 1 << (row * columns + at));
        let mut ways = vec![[short, long], [long, short]];
        ways.dedup();
        ways.retain(|[height, width]| *height <= rows && *width <= columns);
        let ways = ways.into_iter().map(|way| way.map(number)).collect();
        Self { columns: number(columns), left: column(0), right: column(columns - 1), ways }
    }

    /// One row up, and one row down; a board of one row may have as many columns as there are bits.
    fn up(&self, cells: Cells) -> Cells {
        if self.columns < WIDTH { cells >> self.columns } else { 0 }
    }

    fn down(&self, cells: Cells) -> Cells {
        if self.columns < WIDTH { cells << self.columns } else { 0 }
    }

    /// The first squares of rectangles that are free and have `rows` more rows and `columns` more columns.
    fn corners(&self, free: Cells, rows: usize, columns: usize) -> Cells {
        let mut corners = free;
        for _ in 0..columns {
            corners &= (corners & !self.left) >> 1;
        }
        for _ in 0..rows {
            corners &= self.up(corners);
        }
        corners
    }

    /// `cells`, and the squares up to `rows` below and `columns` to the right of them.
    fn spread(&self, mut cells: Cells, rows: usize, columns: usize) -> Cells {
        for _ in 0..columns {
            cells |= (cells & !self.right) << 1;
        }
        for _ in 0..rows {
            cells |= self.down(cells);
        }
        cells
    }

    /// The placements of a piece on the empty rectangle.
    fn placements(&self, all: Cells) -> Vec<Piece> {
        let of_way = |&[height, width]: &[usize; 2]| {
            let corners = each_cell(self.corners(all, height - 1, width - 1));
            corners.map(move |corner| self.spread(1 << corner, height - 1, width - 1))
        };
        self.ways.iter().flat_map(of_way).map(|needs| Piece { needs, removes: needs }).collect()
    }

    fn around(&self, part: Cells) -> Around {
        let first_row = part.trailing_zeros() as usize / self.columns;
        let last_row = (127 - part.leading_zeros() as usize) / self.columns;
        let row = Cells::MAX >> (128 - self.columns);
        let shadow = (first_row..=last_row).fold(0, |shadow, at| shadow | part >> (at * self.columns) & row);
        let first_column = shadow.trailing_zeros() as usize;
        let width = 128 - shadow.leading_zeros() as usize - first_column;
        Around { first_row, first_column, height: last_row + 1 - first_row, width }
    }
}

impl Field for Rectangle {
    /// All squares at once: first the pairs of adjacent squares that a legal piece covers, then what they connect.
    fn parts(&self, cells: Cells, found: &mut Vec<Cells>) {
        let (mut left, mut across, mut down) = (0, 0, 0);
        for &[height, width] in &self.ways {
            let corners = self.corners(cells, height - 1, width - 1);
            left |= self.spread(corners, height - 1, width - 1);
            if width > 1 {
                across |= self.spread(corners, height - 1, width - 2);
            }
            if height > 1 {
                down |= self.spread(corners, height - 2, width - 1);
            }
        }
        while left != 0 {
            let (mut part, mut before) = (left & left.wrapping_neg(), 0);
            while part != before {
                before = part;
                part |= (part & across) << 1 | part >> 1 & across;
                part |= self.down(part & down) | self.up(part) & down;
            }
            left &= !part;
            found.push(part);
        }
    }

    /// The least picture among the two or four, or for a square eight, that are at most as wide as high.
    fn key(&self, part: Cells) -> Key {
        let Around { first_row, first_column, height, width } = self.around(part);
        // As it stands, upside down, and each with rows and columns exchanged.
        let [mut standing, mut over, mut lying, mut lying_over] = [0; 4];
        for row in 0..height {
            let line =
                part >> ((first_row + row) * self.columns + first_column) & Cells::MAX >> (128 - width);
            let up = height - 1 - row;
            standing |= line << (row * width);
            over |= line << (up * width);
            if height <= width {
                for column in each_cell(line) {
                    lying |= 1 << (column * height + row);
                    lying_over |= 1 << (column * height + up);
                }
            }
        }
        // Half a turn reads a picture backwards.
        let half_turn = |picture: Cells| picture.reverse_bits() >> (128 - height * width);
        let least = |one: Cells, other: Cells| one.min(other).min(half_turn(one)).min(half_turn(other));
        let picture = match height.cmp(&width) {
            Ordering::Greater => least(standing, over),
            Ordering::Less => least(lying, lying_over),
            Ordering::Equal => least(standing, over).min(least(lying, lying_over)),
        };
        (u8::try_from(height.min(width)).unwrap_or(u8::MAX), picture)
    }

    /// By half a turn, if no piece overlaps its own image.
    fn is_mirrored(&self, part: Cells, legal: &[Piece]) -> bool {
        let Around { first_row, first_column, height, width } = self.around(part);
        // The sum of the numbers of a square and its image.
        let both = (2 * first_row + height - 1) * self.columns + 2 * first_column + width - 1;
        let turned = |cells: Cells| match both.checked_sub(127) {
            Some(more) => cells.reverse_bits() << more,
            None => cells.reverse_bits() >> (127 - both),
        };
        turned(part) == part && !legal.iter().any(|piece| piece.removes & turned(piece.removes) != 0)
    }
}

/// A number of rows or columns of checked rules, at most 128.
fn number(side: u64) -> usize {
    usize::try_from(side).unwrap_or(WIDTH)
}

/// All squares, at least one.
fn all(rows: u64, columns: u64) -> Cells {
    Cells::MAX >> (128 - rows * columns)
}

impl Squares {
    /// The rectangle of checked rules.
    pub fn new(placing: &Placing) -> Self {
        let (rows, columns) = placing.board;
        let rectangle = Rectangle::new(placing);
        let pieces = rectangle.placements(all(rows, columns));
        Self { rows, columns, search: Search::new(rectangle, pieces) }
    }

    fn all(&self) -> Cells {
        all(self.rows, self.columns)
    }

    /// The squares that are covered, as a set.
    fn covered(&self, position: &[UBig]) -> Cells {
        let pairs = small(position);
        let pairs = pairs.chunks_exact(2).map(|pair| (pair[0].max(1) - 1, pair[1].max(1) - 1));
        let known = pairs.filter(|(row, column)| *row < self.rows && *column < self.columns);
        known.fold(0, |cells, (row, column)| cells | 1 << (row * self.columns + column))
    }

    fn free(&self, position: &[UBig]) -> Cells {
        self.all() & !self.covered(position)
    }

    fn written(&self, covered: Cells) -> Vec<UBig> {
        let columns = number(self.columns);
        let pairs = each_cell(covered).flat_map(|cell| [cell / columns + 1, cell % columns + 1]);
        pairs.map(UBig::from).collect()
    }
}

impl Ruleset for Squares {
    fn check(&self, position: &[UBig]) -> Result<()> {
        check_even(position)?;
        for pair in position.chunks_exact(2) {
            let fits = |n: &UBig, most: u64| *n > UBig::ZERO && *n <= UBig::from(most);
            if !fits(&pair[0], self.rows) || !fits(&pair[1], self.columns) {
                let error =
                    Error::input("error.square-outside").with("row", &pair[0]).with("column", &pair[1]);
                return Err(error.with("rows", self.rows).with("columns", self.columns));
            }
        }
        Ok(())
    }

    fn canonical(&self, position: Vec<UBig>) -> Vec<UBig> {
        self.written(self.covered(&position))
    }

    fn for_each_option(&self, position: &[UBig], budget: &Budget, each: &mut Each) -> Result<()> {
        let free = self.free(position);
        for piece in self.search.legal(free) {
            budget.step()?;
            each(self.written(self.all() & !free | piece.removes))?;
        }
        Ok(())
    }

    fn source(&self, _: &[UBig]) -> Source {
        source()
    }

    fn standing(&self, position: &[UBig], budget: &Budget) -> Result<Option<Standing>> {
        let value = self.search.value(self.free(position), budget)?;
        Ok(Some(Standing::Value(value.into())))
    }

    fn options_to(
        &self,
        position: &[UBig],
        target: &Standing,
        want: usize,
        budget: &Budget,
    ) -> Result<Options> {
        let free = self.free(position);
        super::options_to(&self.search, free, target, want, budget, |left| self.written(self.all() & !left))
    }

    fn rule(&self, _: &[UBig]) -> Message {
        Message::new("board.placing")
    }

    fn move_in_words(&self, position: &[UBig], next: &[UBig]) -> Message {
        let squares = self.written(self.covered(next) & !self.covered(position));
        let corner = |at: usize| {
            [squares.get(at).cloned(), squares.get(at + 1).cloned()].map(Option::unwrap_or_default)
        };
        let ([row, column], [last_row, last_column]) = (corner(0), corner(squares.len().saturating_sub(2)));
        if squares.len() == 2 {
            return Message::new("board.place-one").with("row", row).with("column", column);
        }
        let words = Message::new("board.place").with("row", row).with("column", column);
        words.with("last-row", last_row).with("last-column", last_column)
    }
}
