//! Two heaps as a picture: outcomes, values or remoteness, a cell for each position.
//!
//! As in a printed table the first heap goes down and the second across, both from 0. Lost
//! positions are marked in every picture, and in a way that does not need colour: they are the
//! darkest where outcomes are shown, and white, which no number has, where numbers are. The colours
//! grow lighter with the number, so that a picture says the same in grey.
//!
//! [`Plot`] shows the values of one heap. [`axis`], [`scale`] and [`svg`] know nothing of games and serve other pictures too.

pub mod axis;
pub mod scale;
pub mod svg;

mod grid_png;
mod grid_svg;
mod grid_text;
mod plot;

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::answer::Outcome;
use crate::text::{Lang, Message};
pub use plot::Plot;
use scale::Color;

/// What is shown of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Who wins.
    Outcome,
    /// The Grundy value.
    Value,
    /// How many moves the game lasts under best play.
    Remoteness,
}

impl Show {
    /// All of them, by the word that chooses each.
    pub const ALL: [(&'static str, Self); 3] =
        [("outcome", Self::Outcome), ("value", Self::Value), ("remoteness", Self::Remoteness)];

    /// The word.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, show)| *show == self).map_or("", |(word, _)| word)
    }
}

/// A table over two heaps, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The game, as a heading.
    pub title: String,
    /// What the numbers are.
    pub show: Show,
    /// Sizes of the first heap.
    pub rows: usize,
    /// Sizes of the second heap.
    pub columns: usize,
    /// Row by row.
    pub outcomes: Vec<Outcome>,
    /// Row by row; empty where outcomes are shown.
    pub numbers: Vec<u32>,
}

/// A light ground for won positions, nearly black for lost ones, and a draw in between.
const WON: Color = [236, 236, 228];
const LOST: Color = [16, 24, 48];
const DRAWN: Color = [214, 134, 42];
/// No number has this colour.
const LOST_AMONG_NUMBERS: Color = [255, 255, 255];

impl Grid {
    fn outcome(&self, row: usize, column: usize) -> Outcome {
        self.outcomes[row * self.columns + column]
    }

    fn number(&self, row: usize, column: usize) -> Option<u32> {
        self.numbers.get(row * self.columns + column).copied()
    }

    fn greatest(&self) -> u32 {
        self.numbers.iter().copied().max().unwrap_or(0)
    }

    /// Is a position to be marked as lost?
    fn is_lost(&self, row: usize, column: usize) -> bool {
        self.outcome(row, column) == Outcome::P
    }

    fn has_draws(&self) -> bool {
        self.outcomes.contains(&Outcome::D)
    }

    /// The colour of a cell, where the greatest number is `greatest`.
    fn color(&self, row: usize, column: usize, greatest: u32) -> Color {
        match (self.number(row, column), self.outcome(row, column)) {
            (Some(_), Outcome::P) => LOST_AMONG_NUMBERS,
            (Some(number), _) => scale::color(number.into(), greatest.into()),
            (None, outcome) => color_of(outcome),
        }
    }

    /// A cell as it stands in CSV and in JSON.
    fn written(&self, row: usize, column: usize) -> String {
        match self.number(row, column) {
            Some(number) => number.to_string(),
            None => self.outcome(row, column).letter().to_owned(),
        }
    }

    /// One line for each size of the first heap, the sizes of the second in the first line.
    pub fn to_csv(&self) -> String {
        let mut out = String::new();
        for column in 0..self.columns {
            let _ = write!(out, ",{column}");
        }
        out.push('\n');
        for row in 0..self.rows {
            let _ = write!(out, "{row}");
            for column in 0..self.columns {
                out.push(',');
                out.push_str(&self.written(row, column));
            }
            out.push('\n');
        }
        out
    }

    /// The rows as JSON: letters or numbers.
    pub fn to_json_rows(&self) -> Json {
        let cell = |row: usize, column: usize| match self.number(row, column) {
            Some(number) => json!(number),
            None => json!(self.outcome(row, column).letter()),
        };
        (0..self.rows)
            .map(|row| (0..self.columns).map(|column| cell(row, column)).collect::<Json>())
            .collect()
    }

    /// The JSON object of the contract; `game` is the game's spelling without its convention.
    pub fn to_json(&self, game: &str, misere: bool) -> Json {
        json!({
            "schema": 1, "game": game, "convention": if misere { "misere" } else { "normal" },
            "size": [self.rows, self.columns], "show": self.show.word(), "rows": self.to_json_rows(),
        })
    }

    fn heading(&self, lang: Lang) -> String {
        let what = match self.show {
            Show::Outcome => Message::new("picture.outcome"),
            Show::Value => Message::new("picture.value"),
            Show::Remoteness => Message::new("picture.remoteness"),
        };
        Message::new("picture.heading").with("game", self.title.as_str()).with("what", what).render(lang)
    }

    /// What each outcome in the picture is called, in the order of the legend.
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
