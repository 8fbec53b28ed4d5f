//! A table of two heaps as SVG.

use super::scale::{self, hex};
use super::svg::{Anchor, Svg};
use super::{Picture, axis_names, color_of};
use grundy_core::answer::Outcome;
use grundy_core::error::Result;
use grundy_core::limits::Budget;
use grundy_core::text::Lang;
use grundy_solver::table::Show;

/// Maximum number of cells drawn as separate shapes; more cells become one image.
const MAX_SHAPES: usize = 10_000;
/// Approximate length of the longer side of the cells.
const LENGTH: usize = 640;
const LEFT: usize = 64;
const TOP: usize = 74;
const RIGHT: usize = 30;
const BELOW: usize = 64;
const TEXT: usize = 12;
const TITLE: usize = 15;
/// Size of the colour ramp in the legend.
const RAMP: [usize; 2] = [160, 12];

impl Picture<'_> {
    /// The picture with heading, axes and legend.
    ///
    /// # Errors
    /// The limits of `budget`, which many cells may exceed: they are drawn as an embedded PNG.
    pub fn to_svg(&self, lang: Lang, budget: &Budget) -> Result<String> {
        let side = (LENGTH / self.rows.max(self.columns).max(1)).clamp(1, 28);
        let (width, height) = (self.columns * side, self.rows * side);
        // A heading or a legend needs space even if there are few cells.
        let full = [LEFT + width.max(360) + RIGHT, TOP + height + BELOW];
        let heading = self.heading(lang);
        let mut svg = Svg::new(full[0], full[1], &heading);
        svg.text([LEFT, 24], TITLE, Anchor::Start, false, &heading);
        if self.rows * self.columns <= MAX_SHAPES {
            self.draw_cells(&mut svg, side);
        } else {
            svg.image([LEFT, TOP], [width, height], &self.to_plain_png(side, budget)?);
        }
        self.draw_axes(&mut svg, side, lang);
        self.draw_legend(&mut svg, [LEFT, TOP + height + 36], lang);
        Ok(svg.finish())
    }

    fn draw_cells(&self, svg: &mut Svg, side: usize) {
        let greatest = self.greatest();
        for row in 0..self.rows {
            let mut column = 0;
            while column < self.columns {
                let color = self.color(row, column, greatest);
                let same =
                    (column..self.columns).take_while(|c| self.color(row, *c, greatest) == color).count();
                svg.rect([LEFT + column * side, TOP + row * side], [same * side, side], &hex(color));
                column += same;
            }
        }
        // White alone could be overlooked beside light numbers, and a dark cell among two is not a mark.
        for row in 0..self.rows {
            for column in 0..self.columns {
                let middle = [LEFT + column * side + side / 2, TOP + row * side + side / 2];
                if self.show != Show::Outcome && self.is_lost(row, column) {
                    svg.disc(middle, (side / 4).max(1), "#000000");
                } else if self.outcome(row, column) == Outcome::D {
                    svg.disc(middle, (side / 6).max(1), "#ffffff");
                }
            }
        }
    }

    fn draw_axes(&self, svg: &mut Svg, side: usize, lang: Lang) {
        let [first, second] = axis_names(lang);
        let (width, height) = (self.columns * side, self.rows * side);
        for (at, size) in self.marks(1, (width / 36).max(2) as u64) {
            let x = LEFT + at * side + side / 2;
            svg.line([x, TOP - 5], [x, TOP - 1], "#555555");
            svg.text([x, TOP - 8], TEXT, Anchor::Middle, false, &size.to_string());
        }
        for (at, size) in self.marks(0, (height / 24).max(2) as u64) {
            let y = TOP + at * side + side / 2;
            svg.line([LEFT - 5, y], [LEFT - 1, y], "#555555");
            svg.text([LEFT - 8, y + TEXT / 3], TEXT, Anchor::End, false, &size.to_string());
        }
        svg.text([LEFT + width / 2, TOP - 26], TEXT, Anchor::Middle, false, &second);
        svg.text([18, TOP + height / 2], TEXT, Anchor::Middle, true, &first);
        for (from, to) in [
            ([LEFT, TOP], [LEFT + width, TOP]),
            ([LEFT, TOP], [LEFT, TOP + height]),
            ([LEFT + width, TOP], [LEFT + width, TOP + height]),
            ([LEFT, TOP + height], [LEFT + width, TOP + height]),
        ] {
            svg.line(from, to, "#555555");
        }
    }

    fn draw_legend(&self, svg: &mut Svg, [mut x, y]: [usize; 2], lang: Lang) {
        for (outcome, name) in self.named_outcomes(lang) {
            let numbers = self.show != Show::Outcome;
            svg.rect([x, y], [14, 14], "#555555");
            let fill = if numbers { super::LOST_AMONG_NUMBERS } else { color_of(outcome) };
            svg.rect([x + 1, y + 1], [12, 12], &hex(fill));
            if numbers {
                svg.disc([x + 7, y + 7], 3, "#000000");
            } else if outcome == Outcome::D {
                svg.disc([x + 7, y + 7], 2, "#ffffff");
            }
            svg.text([x + 20, y + 12], TEXT, Anchor::Start, false, &name);
            x += 110;
        }
        if self.show == Show::Outcome {
            return;
        }
        let greatest = self.greatest();
        svg.text([x + 14, y + 12], TEXT, Anchor::End, false, "0");
        for step in 0..RAMP[0] / 4 {
            let fill = hex(scale::color(step as u64, RAMP[0] as u64 / 4 - 1));
            svg.rect([x + 20 + step * 4, y + 1], [4, RAMP[1]], &fill);
        }
        svg.text([x + 26 + RAMP[0], y + 12], TEXT, Anchor::Start, false, &greatest.to_string());
    }
}
