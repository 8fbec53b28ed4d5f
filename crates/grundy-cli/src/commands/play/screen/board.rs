//! The position and the choice of a move: heaps as stones or bars, or the list of moves.

use dashu_int::UBig;
use grundy_solver::position::{Component, Position};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::app::App;
use super::fit::{cut, cut_middle};
use super::look::Look;
use super::picker::Preview;
use crate::words::{filled, text};
use crate::wrap::{width, wrapped};

const STONE: &str = "●";
const TAKEN: &str = "○";
const BAR: &str = "█";
const BAR_TAKEN: &str = "░";
/// The most columns of a heap size, and of an amount taken.
const MAX_NUMBER: usize = 15;
const MAX_AMOUNT: usize = 9;
/// The mark of the line at the cursor, and its blank.
const CURSOR: &str = "> ";
const NO_CURSOR: &str = "  ";

/// The content of the frame, and its heading.
pub struct Board {
    pub heading: String,
    pub lines: Vec<Line<'static>>,
}

/// The board for an area of this size.
pub fn board(app: &App, area: Rect, look: Look) -> Board {
    let (columns, rows) = (usize::from(area.width), usize::from(area.height));
    if app.picker.is_by_heaps() { heaps(app, columns, rows, look) } else { list(app, columns, rows, look) }
}

/// The first of `count` lines to show, so that `at` is among the `room` that are shown.
pub fn first_shown(at: usize, count: usize, room: usize) -> usize {
    at.saturating_sub(room / 2).min(count.saturating_sub(room))
}

fn heaps(app: &App, columns: usize, rows: usize, look: Look) -> Board {
    let position = app.session.position();
    let sizes = position.single().map(Component::heaps).unwrap_or_default();
    let below = preview(app, columns, look);
    let room = rows.saturating_sub(below.len() + 1).max(1);
    let first = first_shown(app.picker.heap(), sizes.len(), room);
    let shown = first..sizes.len().min(first + room);
    let mut heading = text(app.lang, "screen.heaps");
    if shown.len() < sizes.len() {
        let (from, to) = ((first + 1).to_string(), shown.end.to_string());
        let blanks = [("from", &*from), ("to", &*to), ("count", &*sizes.len().to_string())];
        heading = filled(app.lang, "screen.heaps-of", &blanks);
    }
    let rows_of = Rows::new(sizes, columns, look);
    let airy = shown.len() * 2 <= room;
    let mut lines = Vec::new();
    for heap in shown {
        lines.push(rows_of.line(&sizes[heap], &app.picker.amounts()[heap], heap == app.picker.heap()));
        if airy {
            lines.push(Line::default());
        }
    }
    lines.resize(room + 1, Line::default());
    lines.extend(below);
    Board { heading, lines }
}

/// What Enter would do, or why it would do nothing.
fn preview(app: &App, columns: usize, look: Look) -> Vec<Line<'static>> {
    let (words, style) = match app.picker.preview() {
        Preview::Nothing if app.is_busy() => (String::new(), look.faint()),
        Preview::Nothing => (text(app.lang, "screen.pick"), look.faint()),
        Preview::Legal(choice) => {
            let words = choice.in_words().render(app.lang);
            (filled(app.lang, "screen.enter", &[("move", &words)]), look.legal())
        }
        Preview::Illegal(error) if app.picker.typed().is_some() => {
            let words = error.message().render(app.lang);
            (filled(app.lang, "screen.unsure", &[("why", &words)]), look.faint())
        }
        Preview::Illegal(_) => (text(app.lang, "screen.no-move"), look.faint()),
    };
    let mut lines = wrapped(&words, columns);
    lines.truncate(3);
    lines.into_iter().map(|line| Line::styled(line, style)).collect()
}

/// How the heaps of one position are drawn, all in the same way.
struct Rows {
    look: Look,
    /// Columns of the number in front.
    number: usize,
    drawn: Drawn,
    most: UBig,
}

#[derive(Clone, Copy)]
enum Drawn {
    /// Stones with a blank between them.
    Spaced,
    /// Stones side by side.
    Dense,
    /// A bar of at most this many columns.
    Bar(usize),
}

impl Rows {
    fn new(sizes: &[UBig], columns: usize, look: Look) -> Self {
        let most = sizes.iter().max().cloned().unwrap_or_default();
        let number = most.to_string().len().clamp(2, MAX_NUMBER);
        // The amount taken is shown after the heap.
        let room = columns.saturating_sub(CURSOR.len() + number + 2 + number.min(MAX_AMOUNT) + 2);
        let drawn = match usize::try_from(&most) {
            Ok(stones) if stones * 2 <= room + 1 => Drawn::Spaced,
            Ok(stones) if stones <= room => Drawn::Dense,
            _ => Drawn::Bar(room),
        };
        Self { look, number, drawn, most }
    }

    /// One heap, with the stones that would be taken from it.
    fn line(&self, size: &UBig, taken: &UBig, chosen: bool) -> Line<'static> {
        let number = cut_middle(&size.to_string(), self.number);
        let style = if chosen { Look::strong() } else { ratatui::style::Style::new() };
        let cursor = if chosen { CURSOR } else { NO_CURSOR };
        let room = self.number;
        let mut spans = vec![Span::styled(format!("{cursor}{number:>room$}  "), style)];
        let (stays, goes) = self.drawn(&(size - taken), taken);
        spans.push(Span::styled(stays, self.look.stones()));
        spans.push(Span::styled(goes, self.look.taken()));
        if *taken > UBig::ZERO {
            let amount = cut_middle(&taken.to_string(), MAX_AMOUNT);
            spans.push(Span::styled(format!(" -{amount}"), Look::strong()));
        }
        Line::from(spans)
    }

    fn drawn(&self, stays: &UBig, goes: &UBig) -> (String, String) {
        let count = |n: &UBig| usize::try_from(n).unwrap_or(usize::MAX);
        match self.drawn {
            Drawn::Spaced => {
                let stone = |sign: &str, n: &UBig| format!("{sign} ").repeat(count(n));
                (stone(STONE, stays), stone(TAKEN, goes))
            }
            Drawn::Dense => (STONE.repeat(count(stays)), TAKEN.repeat(count(goes))),
            Drawn::Bar(columns) => {
                // Rounded up, so that a small heap is visible.
                let part = |n: &UBig| {
                    let scaled = n * UBig::from(columns) + &self.most - UBig::ONE;
                    count(&(scaled / self.most.clone().max(UBig::ONE))).min(columns)
                };
                let (all, left) = (part(&(stays + goes)), part(stays));
                let left = if *goes > UBig::ZERO { left.min(all.saturating_sub(1)) } else { left };
                (BAR.repeat(left), BAR_TAKEN.repeat(all - left))
            }
        }
    }
}

fn list(app: &App, columns: usize, rows: usize, look: Look) -> Board {
    let picker = &app.picker;
    let (count, all) = picker.count();
    let moves = picker.listed(app.lang);
    let mut lines = shown(app.session.position(), columns, rows / 2, look);
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    let searching = picker.is_filtering() || !picker.filter().is_empty();
    let mut below = Vec::new();
    if searching {
        below.push(Line::styled(format!("/{}_", picker.filter()), Look::strong()));
    }
    if let Some(choice) = moves.get(picker.row()) {
        below.push(Line::default());
        let words = filled(app.lang, "screen.enter", &[("move", &choice.in_words().render(app.lang))]);
        let words = wrapped(&words, columns).into_iter().take(2);
        below.extend(words.map(|line| Line::styled(line, look.legal())));
    }
    let room = rows.saturating_sub(lines.len() + below.len()).max(1);
    let first = first_shown(picker.row(), moves.len(), room);
    for (row, choice) in moves.iter().enumerate().skip(first).take(room) {
        let chosen = row == picker.row();
        let words = choice.in_words().render(app.lang);
        let cursor = if chosen { CURSOR } else { NO_CURSOR };
        let line = cut(&format!("{cursor}{words}"), columns);
        lines.push(Line::styled(line, if chosen { Look::chosen() } else { ratatui::style::Style::new() }));
    }
    if moves.is_empty() && !app.is_busy() {
        let key = if app.is_over() || count == 0 { "screen.no-moves" } else { "screen.not-found" };
        lines.push(Line::styled(text(app.lang, key), look.faint()));
    }
    lines.resize(rows.saturating_sub(below.len()).max(lines.len()), Line::default());
    lines.extend(below);
    let heading = if app.is_over() || (app.is_busy() && count == 0) {
        text(app.lang, "screen.position")
    } else {
        let counted = format!("{}{}", moves.len(), if all { "" } else { "+" });
        filled(app.lang, "screen.moves", &[("count", &counted)])
    };
    Board { heading, lines }
}

/// A position without a choice of heaps: its heaps, its components, or its notation.
fn shown(position: &Position, columns: usize, rows: usize, look: Look) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let components = position.components();
    if let Some(component) = position.single() {
        let plain = component.rules().is_some_and(|rules| rules.goal().is_none());
        if plain && component.heaps().len() <= rows {
            let drawn = Rows::new(component.heaps(), columns, look);
            return component.heaps().iter().map(|heap| drawn.line(heap, &UBig::ZERO, false)).collect();
        }
        lines.extend(wrapped(&position.to_string(), columns).into_iter().map(Line::from));
    } else {
        for (index, component) in components.iter().enumerate() {
            let label = format!("{}: {} ", index + 1, component.spelled);
            let heaps = component.game.shown(component.heaps(), false);
            let room = columns.saturating_sub(width(&label) + 2);
            lines.push(Line::from(cut(&format!("{label}[{}]", cut(&heaps, room)), columns)));
        }
    }
    if lines.len() > rows {
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::from("..."));
    }
    lines
}
