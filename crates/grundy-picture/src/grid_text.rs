//! A table of two heaps for a terminal, with or without colour.

use std::fmt::Write as _;

use super::axis::step;
use super::scale::Color;
use super::{Picture, axis_names};
use grundy_core::answer::Outcome;
use grundy_core::text::{Lang, Message};
use grundy_solver::table::Show;

/// Maximum width of a table that is written with its numbers.
const NUMBERS_WIDTH: usize = 120;
/// Characters from the least number to the greatest, for output without colour. The lightest comes last, as
/// in the colours: dense characters are bright on most screens.
const SHADES: [char; 8] = ['.', ':', '-', '=', '+', '*', '%', '@'];

impl Picture<'_> {
    /// The picture in characters. With `color`, each character shows two cells, coloured by escape
    /// sequences. Without, numbers are written if they fit, and outcomes are letters or blocks.
    pub fn to_text(&self, lang: Lang, color: bool) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{}", self.heading(lang));
        let [first, second] = axis_names(lang);
        let axes = Message::new("picture.axes").with("first", first).with("second", second).render(lang);
        let _ = writeln!(out, "{axes}");
        let digits = self.numbers.iter().map(|n| n.to_string().len()).max().unwrap_or(1);
        let cell = digits.max(self.longest()) + 1;
        if color {
            self.halves(&mut out, |top, bottom| {
                let [top, bottom] = [top, bottom].map(|c| c.unwrap_or([0; 3]));
                format!("{}{}▀\u{1b}[0m", code(38, top), code(48, bottom))
            });
        } else if self.show == Show::Outcome && !self.has_draws() {
            self.blocks(&mut out);
        } else if self.show != Show::Outcome && self.columns * cell <= NUMBERS_WIDTH {
            self.written_out(&mut out, cell);
        } else {
            self.shaded(&mut out);
        }
        self.legend(&mut out, lang, color, self.columns * cell <= NUMBERS_WIDTH);
        out
    }

    fn margin(&self) -> usize {
        (self.from[0] + self.rows).to_string().len()
    }

    /// The number of digits of the largest second heap.
    fn longest(&self) -> usize {
        (self.from[1] + self.columns).to_string().len()
    }

    /// Writes the sizes of the second heap above the cells, each cell `width` characters.
    fn ruler(&self, out: &mut String, width: usize) {
        let longest = self.longest() as u64 + 1;
        let step = step(longest * 10, 10).max(step(self.columns as u64, 16));
        let step = if width > 1 { 1 } else { usize::try_from(step).unwrap_or(usize::MAX) };
        let mut line = " ".repeat(self.margin() + 1);
        for column in (self.from[1]..self.from[1] + self.columns).step_by(step) {
            if width > 1 {
                let _ = write!(line, "{column:>width$}");
            } else {
                let _ = write!(line, "{column:<step$}");
            }
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }

    /// Writes two rows per line.
    fn halves(&self, out: &mut String, glyph: impl Fn(Option<Color>, Option<Color>) -> String) {
        let (greatest, margin) = (self.greatest(), self.margin());
        self.ruler(out, 1);
        for row in (0..self.rows).step_by(2) {
            let _ = write!(out, "{:>margin$} ", self.from[0] + row);
            for column in 0..self.columns {
                let below = (row + 1 < self.rows).then(|| self.color(row + 1, column, greatest));
                out.push_str(&glyph(Some(self.color(row, column, greatest)), below));
            }
            out.push('\n');
        }
    }

    /// Writes two rows per line, with lost positions filled.
    fn blocks(&self, out: &mut String) {
        let margin = self.margin();
        self.ruler(out, 1);
        for row in (0..self.rows).step_by(2) {
            let mut line = format!("{:>margin$} ", self.from[0] + row);
            for column in 0..self.columns {
                let lower = row + 1 < self.rows && self.is_lost(row + 1, column);
                line.push(match (self.is_lost(row, column), lower) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => '·',
                });
            }
            let _ = writeln!(out, "{line}");
        }
    }

    fn written_out(&self, out: &mut String, width: usize) {
        let margin = self.margin();
        self.ruler(out, width);
        for row in 0..self.rows {
            let _ = write!(out, "{:>margin$} ", self.from[0] + row);
            for column in 0..self.columns {
                let text = if self.is_lost(row, column) && self.show == Show::Remoteness {
                    format!("*{}", self.written(row, column))
                } else {
                    self.written(row, column)
                };
                let _ = write!(out, "{text:>width$}");
            }
            out.push('\n');
        }
    }

    fn shaded(&self, out: &mut String) {
        let (greatest, margin) = (u64::from(self.greatest()).max(1), self.margin());
        self.ruler(out, 1);
        for row in 0..self.rows {
            let mut line = format!("{:>margin$} ", self.from[0] + row);
            for column in 0..self.columns {
                line.push(match (self.outcome(row, column), self.number(row, column)) {
                    (Outcome::P, _) => 'P',
                    (Outcome::D, None) => 'D',
                    (_, None) => '·',
                    (_, Some(number)) => {
                        let shade = u64::from(number) * (SHADES.len() as u64 - 1) / greatest;
                        SHADES[usize::try_from(shade).unwrap_or(0).min(SHADES.len() - 1)]
                    }
                });
            }
            let _ = writeln!(out, "{line}");
        }
    }

    fn legend(&self, out: &mut String, lang: Lang, color: bool, fits: bool) {
        let mut parts = Vec::new();
        for (outcome, name) in self.named_outcomes(lang) {
            let sign = if color {
                let fill = if self.show == Show::Outcome { super::color_of(outcome) } else { [255; 3] };
                format!("{}  \u{1b}[0m", code(48, fill))
            } else if self.show == Show::Outcome && !self.has_draws() {
                (if outcome == Outcome::P { "▀ ▄ █" } else { "·" }).to_owned()
            } else if self.show != Show::Outcome && fits {
                (if self.show == Show::Value { "0" } else { "*" }).to_owned()
            } else {
                match outcome {
                    Outcome::N => "·".to_owned(),
                    other => other.letter().to_owned(),
                }
            };
            parts.push(format!("{sign} {name}"));
        }
        if self.show != Show::Outcome {
            let greatest = self.greatest();
            if color {
                let steps = (0..16u32).map(|s| format!("{} ", code(48, super::scale::color(s.into(), 15))));
                parts.push(format!("0 {}\u{1b}[0m {greatest}", steps.collect::<String>()));
            } else if !fits {
                parts.push(format!("0 {} {greatest}", SHADES.iter().collect::<String>()));
            }
        }
        let _ = writeln!(out, "{}", parts.join("   "));
    }
}

/// The escape sequence for a foreground (38) or background (48) colour.
fn code(place: u8, [red, green, blue]: Color) -> String {
    format!("\u{1b}[{place};2;{red};{green};{blue}m")
}
