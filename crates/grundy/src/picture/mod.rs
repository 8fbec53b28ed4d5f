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
mod packed;
mod plot;

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use crate::answer::Outcome;
use crate::error::Result;
use crate::limits::Budget;
use crate::text::{Lang, Message};
pub use plot::Plot;
use scale::Color;

/// What a cell takes in a table as JSON, and as the text that is made of it.
const JSON_CELL: u64 = 112;

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
    /// The least sizes of both heaps; not 0 in a [`window`](Self::window) of a larger table.
    pub from: [usize; 2],
    /// How many sizes of the first heap.
    pub rows: usize,
    /// How many sizes of the second heap.
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
    ///
    /// # Errors
    /// The limits of `budget`: the text is made in memory.
    pub fn to_csv(&self, budget: &Budget) -> Result<String> {
        let widest = 1 + self.numbers.iter().max().map_or(1, |most| most.to_string().len());
        budget.reserve((self.rows + 1) as u64 * (self.columns as u64 * widest as u64 + 12))?;
        let mut out = String::new();
        for column in 0..self.columns {
            let _ = write!(out, ",{}", self.from[1] + column);
        }
        out.push('\n');
        for row in 0..self.rows {
            budget.check_time()?;
            let _ = write!(out, "{}", self.from[0] + row);
            for column in 0..self.columns {
                out.push(',');
                out.push_str(&self.written(row, column));
            }
            out.push('\n');
        }
        Ok(out)
    }

    /// The rows as JSON: letters or numbers.
    ///
    /// # Errors
    /// The limits of `budget`.
    pub fn to_json_rows(&self, budget: &Budget) -> Result<Json> {
        budget.reserve_each(self.rows.saturating_mul(self.columns), JSON_CELL)?;
        let cell = |row: usize, column: usize| match self.number(row, column) {
            Some(number) => json!(number),
            None => json!(self.outcome(row, column).letter()),
        };
        let rows = (0..self.rows).map(|row| {
            budget.check_time()?;
            Ok((0..self.columns).map(|column| cell(row, column)).collect::<Json>())
        });
        rows.collect::<Result<Vec<Json>>>().map(Json::Array)
    }

    /// The JSON object of the contract; `game` is the game's spelling without its convention.
    ///
    /// # Errors
    /// The limits of `budget`.
    pub fn to_json(&self, game: &str, misere: bool, budget: &Budget) -> Result<Json> {
        let mut json = self.to_json_without_rows(game, misere);
        json["rows"] = self.to_json_rows(budget)?;
        Ok(json)
    }

    /// What the table is of; `from` only where it does not begin at empty heaps.
    pub fn to_json_without_rows(&self, game: &str, misere: bool) -> Json {
        let mut json = json!({
            "schema": 1, "game": game, "convention": if misere { "misere" } else { "normal" },
            "size": [self.rows, self.columns], "show": self.show.word(),
        });
        if self.from != [0, 0] {
            json["from"] = json!(self.from);
        }
        json
    }

    /// The part of it where the first heap has at least `from[0]` stones and the second at least `from[1]`. Nothing
    /// is left of a table that ends before.
    #[must_use]
    pub fn window(&self, from: [usize; 2]) -> Self {
        let skip = [from[0].saturating_sub(self.from[0]), from[1].saturating_sub(self.from[1])];
        let cells = |row: usize| row * self.columns + skip[1].min(self.columns)..(row + 1) * self.columns;
        let rows = skip[0].min(self.rows)..self.rows;
        Self {
            title: self.title.clone(),
            show: self.show,
            from: [self.from[0] + skip[0], self.from[1] + skip[1]],
            rows: rows.len(),
            columns: self.columns.saturating_sub(skip[1]),
            outcomes: rows.clone().flat_map(|row| &self.outcomes[cells(row)]).copied().collect(),
            numbers: if self.numbers.is_empty() {
                Vec::new()
            } else {
                rows.flat_map(|row| &self.numbers[cells(row)]).copied().collect()
            },
        }
    }

    /// The marks of the rows' axis, and of the columns': how far along it, and the size of the heap there.
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
