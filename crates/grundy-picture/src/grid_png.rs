//! A table of two heaps as PNG, with built-in digits: no fonts, no words.

use super::scale::{self, Color};
use super::{DRAWN, Picture, png};
use grundy_core::answer::Outcome;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_solver::table::Show;

/// Minimum length of the shorter side of small pictures, in pixels.
const LENGTH: usize = 640;
const MARGIN: usize = 8;
const PAPER: Color = [255, 255, 255];
const INK: Color = [40, 40, 40];
/// Side of a dot in pixels; digits are 3 by 5 dots.
const DOT: usize = 2;
/// If more than one position in this many is lost, single pixels are visible as they are.
const SPARSE: usize = 50;

/// Digits as rows of three dots; the highest bit is the leftmost dot.
const DIGITS: [[u8; 5]; 10] = [
    [0b111, 0b101, 0b101, 0b101, 0b111],
    [0b010, 0b110, 0b010, 0b010, 0b111],
    [0b111, 0b001, 0b111, 0b100, 0b111],
    [0b111, 0b001, 0b111, 0b001, 0b111],
    [0b101, 0b101, 0b111, 0b001, 0b001],
    [0b111, 0b100, 0b111, 0b001, 0b111],
    [0b111, 0b100, 0b111, 0b101, 0b111],
    [0b111, 0b001, 0b010, 0b010, 0b010],
    [0b111, 0b101, 0b111, 0b101, 0b111],
    [0b111, 0b101, 0b111, 0b001, 0b111],
];

/// Pixels, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, pixels: PAPER.repeat(width * height) }
    }

    fn fill(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], color: Color) {
        for line in y..(y + height).min(self.height) {
            let at = (line * self.width + x) * 3;
            let end = (line * self.width + (x + width).min(self.width)) * 3;
            if let Some(pixels) = self.pixels.get_mut(at..end) {
                pixels.as_chunks_mut().0.fill(color);
            }
        }
    }

    /// Draws a number with its upper left corner at a point.
    fn number(&mut self, [x, y]: [usize; 2], number: u64) {
        for (place, digit) in number.to_string().bytes().enumerate() {
            let rows = DIGITS[usize::from(digit - b'0') % 10];
            for (row, dots) in rows.into_iter().enumerate() {
                for dot in (0..3).filter(|dot| dots >> (2 - dot) & 1 == 1) {
                    self.fill([x + (place * 4 + dot) * DOT, y + row * DOT], [DOT, DOT], INK);
                }
            }
        }
    }

    fn encode(self, budget: &Budget) -> Result<Vec<u8>> {
        png::encode(self.width, self.height, &self.pixels, || budget.check_time())
    }
}

/// The width of a number in pixels.
fn width_of(number: u64) -> usize {
    (number.to_string().len() * 4 - 1) * DOT
}

impl Picture<'_> {
    /// Number of bytes needed while the PNG is made.
    fn png_bytes(&self) -> u64 {
        let side = self.side();
        let area = (self.rows * side + 200) as u64 * (self.columns * side + 400) as u64;
        area.saturating_mul(6)
    }

    fn side(&self) -> usize {
        (LENGTH / self.rows.max(self.columns).max(1)).clamp(1, 28)
    }

    /// The picture with axes and, for numbers, a colour ramp from 0 to the greatest.
    ///
    /// # Errors
    /// The limits of `budget`: six bytes of memory per pixel, and the time.
    pub fn to_png(&self, budget: &Budget) -> Result<Vec<u8>> {
        budget.reserve(self.png_bytes())?;
        let side = self.side();
        let (width, height) = (self.columns * side, self.rows * side);
        let left = MARGIN + width_of((self.from[0] + self.rows) as u64) + 10;
        let top = MARGIN + 5 * DOT + 10;
        let legend = if self.show == Show::Outcome { 0 } else { 30 };
        let mut canvas = Canvas::new(left + width.max(240) + 2 * MARGIN, top + height + MARGIN + legend);
        canvas.fill([left - 1, top - 1], [width + 2, height + 2], INK);
        self.paint(&mut canvas, [left, top], side, budget)?;
        for (at, size) in self.marks(1, (width / 50).max(2) as u64) {
            let x = left + at * side + side / 2;
            canvas.fill([x, top - 6], [1, 5], INK);
            canvas.number([(x + 1).saturating_sub(width_of(size) / 2), MARGIN], size);
        }
        for (at, size) in self.marks(0, (height / 30).max(2) as u64) {
            let y = top + at * side + side / 2;
            canvas.fill([left - 6, y], [5, 1], INK);
            canvas.number([left - 9 - width_of(size), (y + 1).saturating_sub(5 * DOT / 2)], size);
        }
        if legend > 0 {
            let (y, greatest) = (top + height + 16, u64::from(self.greatest()));
            canvas.number([left, y], 0);
            for step in 0..80 {
                canvas.fill([left + 14 + 2 * step, y], [2, 10], scale::color(step as u64, 79));
            }
            canvas.number([left + 14 + 160 + 8, y], greatest);
        }
        canvas.encode(budget)
    }

    /// The cells without axes, `side` pixels each.
    pub(super) fn to_plain_png(&self, side: usize, budget: &Budget) -> Result<Vec<u8>> {
        budget.reserve(self.png_bytes())?;
        let mut canvas = Canvas::new(self.columns * side, self.rows * side);
        self.paint(&mut canvas, [0, 0], side, budget)?;
        canvas.encode(budget)
    }

    fn paint(
        &self,
        canvas: &mut Canvas,
        [left, top]: [usize; 2],
        side: usize,
        budget: &Budget,
    ) -> Result<()> {
        let greatest = self.greatest();
        for row in 0..self.rows {
            budget.check_time()?;
            for column in 0..self.columns {
                let at = [left + column * side, top + row * side];
                canvas.fill(at, [side, side], self.color(row, column, greatest));
                let middle = |size: usize| [at[0] + (side - size) / 2, at[1] + (side - size) / 2];
                let lost = self.show != Show::Outcome && self.is_lost(row, column);
                let drawn = self.outcome(row, column) == Outcome::D;
                if side >= 4 && (lost || drawn) {
                    let size = (side / 2).max(2);
                    canvas.fill(middle(size), [size, size], if lost { [0; 3] } else { PAPER });
                } else if drawn && side < 4 && (row + column) % 2 == 0 {
                    // Too small for a mark: every other drawn cell is lighter.
                    canvas.fill(at, [side, side], DRAWN.map(|c| c / 2 + 127));
                }
            }
        }
        // A few lost positions in very small cells are enlarged.
        let lost = self.outcomes.iter().filter(|outcome| **outcome == Outcome::P).count();
        if side >= 3 || lost * SPARSE > self.outcomes.len() {
            return Ok(());
        }
        for row in 0..self.rows {
            budget.check_time()?;
            for column in (0..self.columns).filter(|column| self.is_lost(row, *column)) {
                let color = self.color(row, column, greatest);
                let size = [3.min((self.columns - column) * side), 3.min((self.rows - row) * side)];
                canvas.fill([left + column * side, top + row * side], size, color);
            }
        }
        Ok(())
    }
}
