//! Pictures of two heaps: outcomes, values or remoteness, one cell for each position.
//!
//! As in a printed table the first heap goes down and the second across, both from 0. Lost positions are marked in
//! every picture without relying on colour: they are darkest where outcomes are shown, and white, which no number has,
//! where numbers are. Colours become lighter with the number, so a picture in grey has the same information.
//!
//! [`Plot`] shows the values of one heap. [`axis`], [`scale`] and [`svg`] are independent of games and serve other
//! pictures too.

pub mod axis;
pub mod scale;
pub mod svg;

mod grid_png;
mod grid_svg;
mod grid_text;
mod packed;
mod plot;
mod png;

use std::ops::Deref;

use grundy_core::answer::Outcome;
use grundy_core::text::{Lang, Message};
use grundy_solver::table::{Grid, Show};
pub use plot::Plot;
use scale::Color;

/// Light for won positions, nearly black for lost ones, and between them for draws.
const WON: Color = [236, 236, 228];
const LOST: Color = [16, 24, 48];
const DRAWN: Color = [214, 134, 42];
/// No number has this colour.
const LOST_AMONG_NUMBERS: Color = [255, 255, 255];

/// A picture of a table over two heaps.
#[derive(Debug)]
pub struct Picture<'a>(pub &'a Grid);

impl Deref for Picture<'_> {
    type Target = Grid;

    fn deref(&self) -> &Grid {
        self.0
    }
}

impl Picture<'_> {
    fn has_draws(&self) -> bool {
        self.outcomes.contains(&Outcome::D)
    }

    /// The colour of a cell; `greatest` is the greatest number of the table.
    fn color(&self, row: usize, column: usize, greatest: u32) -> Color {
        match (self.number(row, column), self.outcome(row, column)) {
            (Some(_), Outcome::P) => LOST_AMONG_NUMBERS,
            (Some(number), _) => scale::color(number.into(), greatest.into()),
            (None, outcome) => color_of(outcome),
        }
    }

    /// The ticks of the axis of the rows, or of the columns: the offset along it, and the size of the heap there.
    fn marks(&self, axis: usize, most: u64) -> Vec<(usize, u64)> {
        let from = self.from[axis] as u64;
        let length = if axis == 0 { self.rows } else { self.columns } as u64;
        let step = axis::step(length, most);
        let first = from.next_multiple_of(step.max(1));
        let all = (first..from.saturating_add(length)).step_by(usize::try_from(step).unwrap_or(usize::MAX));
        all.map(|size| (usize::try_from(size - from).unwrap_or(0), size)).collect()
    }

    fn heading(&self, lang: Lang) -> String {
        let what = match self.show {
            Show::Outcome => Message::new("picture.outcome"),
            Show::Value => Message::new("picture.value"),
            Show::Remoteness => Message::new("picture.remoteness"),
        };
        Message::new("picture.heading").with("game", self.title.as_str()).with("what", what).render(lang)
    }

    /// The label of each outcome in the picture, in the order of the legend.
    fn named_outcomes(&self, lang: Lang) -> Vec<(Outcome, String)> {
        let mut names = vec![(Outcome::P, Message::new("picture.lost").render(lang))];
        if self.show == Show::Outcome {
            names.push((Outcome::N, Message::new("picture.won").render(lang)));
            if self.has_draws() {
                names.push((Outcome::D, Message::new("picture.drawn").render(lang)));
            }
        }
        names
    }
}

fn color_of(outcome: Outcome) -> Color {
    match outcome {
        Outcome::P => LOST,
        Outcome::N => WON,
        Outcome::D => DRAWN,
    }
}

fn axis_names(lang: Lang) -> [String; 2] {
    [Message::new("picture.first-heap").render(lang), Message::new("picture.second-heap").render(lang)]
}

#[cfg(test)]
mod tests;
