//! The screen: title, board, history, notes, keys.

use grundy_play::{Seat, rules_in_words};
use grundy_solver::text::Lang;
use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

use super::super::mode::Mode;
use super::app::App;
use super::board::{board, first_shown};
use super::fit::{cut, tail};
use super::look::Look;
use crate::words::{filled, text};
use crate::wrap::{width, wrapped};

/// The smallest screen; a smaller one shows only a message about its size.
const LEAST: (u16, u16) = (40, 12);
/// The fewest columns with room for the history.
const WITH_HISTORY: u16 = 58;
/// The columns of a wide screen, and the width of the history on a wide one and on others.
const HISTORY: (u16, u16, u16) = (80, 32, 25);
/// The rows with room for two lines of rules.
const ROOMY: u16 = 20;

/// Draws everything; `thinking` is the number of positions solved, if a task is slow.
pub fn draw(frame: &mut Frame, app: &App, look: Look, thinking: Option<u64>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(frame, app);
    }
    let keys = keys(app, usize::from(area.width));
    let noted = (area.height / 4).clamp(4, 9);
    let rules = rules(app, usize::from(area.width), if area.height < ROOMY { 1 } else { 2 });
    let [title, summary, main, notes, foot] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(u16::try_from(rules.len()).unwrap_or(1)),
        Constraint::Min(4),
        Constraint::Length(noted),
        Constraint::Length(u16::try_from(keys.len()).unwrap_or(1)),
    ])
    .areas(area);
    draw_title(frame, app, title, thinking);
    frame.render_widget(Paragraph::new(rules.into_iter().map(Line::from).collect::<Vec<_>>()), summary);
    let board_area = if area.width >= WITH_HISTORY {
        let columns = if area.width >= HISTORY.0 { HISTORY.1 } else { HISTORY.2 };
        let [left, right] =
            Layout::horizontal([Constraint::Min(20), Constraint::Length(columns)]).areas(main);
        draw_history(frame, app, right, look);
        left
    } else {
        main
    };
    draw_board(frame, app, board_area, look);
    draw_notes(frame, app, notes, look);
    draw_foot(frame, app, foot, keys, look);
    if app.helping {
        draw_help(frame, app.lang, area);
    }
}

fn too_small(frame: &mut Frame, app: &App) {
    let area = frame.area();
    let number = |n: u16| n.to_string();
    let blanks = [
        ("columns", number(LEAST.0)),
        ("rows", number(LEAST.1)),
        ("width", number(area.width)),
        ("height", number(area.height)),
    ];
    let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let words = if app.parting {
        text(app.lang, "screen.parting")
    } else {
        filled(app.lang, "screen.too-small", &blanks)
    };
    let lines = wrapped(&words, usize::from(area.width));
    let lines: Vec<Line> = lines.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

fn frame_of(heading: &str) -> Block<'static> {
    Block::bordered().title(format!(" {heading} "))
}

fn draw_title(frame: &mut Frame, app: &App, area: Rect, thinking: Option<u64>) {
    let lang = app.lang;
    let state = if let Some(positions) = thinking {
        let key = if positions > 0 { "screen.thinking-positions" } else { "screen.thinking" };
        filled(lang, key, &[("positions", &positions.to_string())])
    } else if app.is_over() {
        text(lang, "screen.game-over")
    } else {
        filled(lang, "play.turn", &[("who", &app.mode.name(app.session.to_move(), lang))])
    };
    let columns = usize::from(area.width);
    let room = columns.saturating_sub(width(&state) + 2);
    let title = cut(&app.session.position().to_string(), room);
    let blank = columns.saturating_sub(width(&title) + width(&state));
    let line = Line::from(vec![
        Span::styled(title, Look::strong()),
        Span::raw(" ".repeat(blank)),
        Span::styled(state, Look::strong()),
    ]);
    frame.render_widget(Paragraph::new(line), area);
}

/// The rules and the goal in at most `most` lines.
fn rules(app: &App, columns: usize, most: usize) -> Vec<String> {
    let mut lines = wrapped(&rules_in_words(app.session.position(), app.lang), columns);
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(cut(&rest, columns));
    }
    lines
}

fn draw_board(frame: &mut Frame, app: &App, area: Rect, look: Look) {
    let inside = Block::bordered().padding(Padding::horizontal(1)).inner(area);
    let drawn = board(app, inside, look);
    let block = frame_of(&drawn.heading).padding(Padding::horizontal(1));
    frame.render_widget(Paragraph::new(drawn.lines).block(block), area);
}

/// The sign for who is winning: a letter of the player, never a colour alone.
fn sign(app: &App, winner: Option<Seat>) -> String {
    let key = match winner {
        None => "screen.sign-level",
        Some(seat) if app.mode.is_engine(seat) => "screen.sign-engine",
        Some(seat) => match &app.mode {
            Mode::Engine { .. } => "screen.sign-you",
            _ if seat == Seat::First => "screen.sign-first",
            _ => "screen.sign-second",
        },
    };
    text(app.lang, key)
}

fn draw_history(frame: &mut Frame, app: &App, area: Rect, look: Look) {
    let block = frame_of(&text(app.lang, "screen.history"));
    let inside = block.inner(area);
    let (columns, rows) = (usize::from(inside.width), usize::from(inside.height));
    let at = app.session.at();
    let mut lines = Vec::new();
    if app.shows_line {
        lines.push(Line::styled(cut(&who_wins(app), columns), Look::strong()));
        lines.push(signs_in_a_row(app, columns));
        lines.push(Line::styled(cut(&text(app.lang, legend(app)), columns), look.faint()));
    }
    let count = app.session.moves().len() + 1;
    let room = rows.saturating_sub(lines.len()).max(1);
    let first = first_shown(at, count, room);
    for place in first..count.min(first + room) {
        lines.push(history_line(app, place, columns, look));
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Who is winning now, in words.
fn who_wins(app: &App) -> String {
    let Some(mark) = app.mark(app.session.at()) else {
        return text(
            app.lang,
            if app.line.is_empty() { "screen.winning-unknown" } else { "screen.winning-hidden" },
        );
    };
    match mark.winner {
        Some(seat) => filled(app.lang, "screen.winning", &[("who", &app.mode.name(seat, app.lang))]),
        None => text(app.lang, "screen.winning-nobody"),
    }
}

fn legend(app: &App) -> &'static str {
    match app.mode {
        Mode::Engine { .. } => "screen.legend-engine",
        _ => "screen.legend-two",
    }
}

/// Who was winning from the start to the end, with the present place reversed.
fn signs_in_a_row(app: &App, columns: usize) -> Line<'static> {
    let known = (0..app.line.len()).map_while(|place| app.mark(place));
    let signs: Vec<String> = known.map(|mark| sign(app, mark.winner)).collect();
    let each = signs.iter().map(|sign| width(sign)).max().unwrap_or(1).max(1);
    let room = (columns / each).max(1);
    let first = first_shown(app.session.at(), signs.len(), room);
    let spans = signs.into_iter().enumerate().skip(first).take(room).map(|(place, sign)| {
        Span::styled(sign, if place == app.session.at() { Look::chosen() } else { Style::new() })
    });
    Line::from(spans.collect::<Vec<_>>())
}

fn history_line(app: &App, place: usize, columns: usize, look: Look) -> Line<'static> {
    let present = place == app.session.at();
    let mark = app.mark(place);
    let winning = mark.map_or_else(|| " ".to_owned(), |mark| sign(app, mark.winner));
    let mistake = mark.is_some_and(|mark| mark.mistake);
    let front = format!(
        "{}{place:>2} {winning}{} ",
        if present { ">" } else { " " },
        if mistake { "!" } else { " " }
    );
    let what = match place.checked_sub(1).map(|index| (&app.session.moves()[index], Seat::after(index))) {
        None => text(app.lang, "play.at-start"),
        Some((choice, seat)) if columns >= 28 => filled(
            app.lang,
            "play.moved",
            &[("who", &app.mode.name(seat, app.lang)), ("move", &choice.typed().render(app.lang))],
        ),
        Some((choice, _)) => choice.typed().render(app.lang),
    };
    let style = match (present, mistake) {
        (true, _) => Look::strong(),
        (false, true) => look.taken(),
        (false, false) => Style::new(),
    };
    Line::styled(cut(&format!("{front}{what}"), columns), style)
}

fn draw_notes(frame: &mut Frame, app: &App, area: Rect, look: Look) {
    let inside = Block::bordered().inner(area);
    let (columns, rows) = (usize::from(inside.width).saturating_sub(2), usize::from(inside.height));
    let mut lines: Vec<Line> = Vec::new();
    let fresh = app.notes.len() - app.fresh.get().min(app.notes.len());
    let mut before_fresh = 0;
    for (place, note) in app.notes.iter().enumerate() {
        if place == fresh {
            before_fresh = lines.len();
        }
        let words = wrapped(&note.words(&app.mode, app.lang), columns);
        lines.extend(words.into_iter().enumerate().map(|(index, line)| {
            let mark = if index == 0 { note.tone().mark() } else { "  " };
            Line::styled(format!("{mark}{line}"), look.tone(note.tone()))
        }));
    }
    if app.fresh.take() > 0 {
        // An explanation is shown from its beginning.
        app.scroll.set(lines.len().saturating_sub(before_fresh + rows));
    }
    let surplus = lines.len().saturating_sub(rows);
    let below = app.scroll.get().min(surplus);
    app.scroll.set(below);
    let above = surplus - below;
    let shown: Vec<Line> = lines.into_iter().skip(above).take(rows).collect();
    let mut block = Block::bordered();
    if surplus > 0 {
        let blanks = [("above", &*above.to_string()), ("below", &*below.to_string())];
        block = block.title(format!(" {} ", filled(app.lang, "screen.scroll", &blanks)));
    }
    frame.render_widget(Paragraph::new(shown).block(block), area);
}

/// The keys that are active now, in as many lines as needed.
fn keys(app: &App, columns: usize) -> Vec<String> {
    if app.prompt.is_some() {
        return vec![String::new()];
    }
    if app.parting {
        return wrapped(&text(app.lang, "screen.parting"), columns);
    }
    let first = if app.is_over() {
        "screen.keys-over"
    } else if app.picker.is_filtering() {
        "screen.keys-search"
    } else if app.picker.is_by_heaps() {
        "screen.keys-heaps"
    } else {
        "screen.keys-list"
    };
    let all = format!("{}  {}", text(app.lang, first), text(app.lang, "screen.keys"));
    let mut lines = vec![String::new()];
    // A key and its description stay together.
    for key in all.split("  ") {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(key),
            Some(line) if width(line) + 2 + width(key) <= columns => {
                line.push_str("  ");
                line.push_str(key);
            }
            _ => lines.push(key.to_owned()),
        }
    }
    lines.truncate(2);
    lines
}

fn draw_foot(frame: &mut Frame, app: &App, area: Rect, keys: Vec<String>, look: Look) {
    let Some(prompt) = &app.prompt else {
        let style = if app.parting { Look::strong() } else { look.faint() };
        let lines: Vec<Line> = keys.into_iter().map(|line| Line::styled(line, style)).collect();
        return frame.render_widget(Paragraph::new(lines), area);
    };
    let label = text(app.lang, prompt.wish().label());
    let (before, after) = prompt.halves();
    let room = usize::from(area.width).saturating_sub(width(&label) + 2);
    let before = tail(before, room);
    let column = width(&label) + 1 + width(before);
    let rest = cut(after, room.saturating_sub(width(before)));
    let line = Line::from(vec![
        Span::styled(format!("{label} "), Look::strong()),
        Span::raw(before.to_owned()),
        Span::raw(rest),
    ]);
    frame.render_widget(Paragraph::new(line), area);
    let column = u16::try_from(column).unwrap_or(u16::MAX);
    frame.set_cursor_position((area.x.saturating_add(column).min(area.right().saturating_sub(1)), area.y));
}

fn draw_help(frame: &mut Frame, lang: Lang, area: Rect) {
    let help = text(lang, "screen.help");
    let columns = help.lines().map(width).max().unwrap_or(0);
    let lines = wrapped(&help, columns.min(usize::from(area.width).saturating_sub(4)));
    let size = |n: usize, most: u16| u16::try_from(n).unwrap_or(most).min(most);
    let popup = area.centered(
        Constraint::Length(size(columns + 4, area.width)),
        Constraint::Length(size(lines.len() + 2, area.height)),
    );
    let lines: Vec<Line> = lines.into_iter().map(Line::from).collect();
    let block = frame_of(&text(lang, "screen.help-heading")).title_alignment(Alignment::Center);
    // A wide character at the left edge must not overlap.
    let cleared = Rect { x: popup.x.saturating_sub(1), width: popup.width + u16::from(popup.x > 0), ..popup };
    frame.render_widget(Clear, cleared);
    frame.render_widget(Paragraph::new(lines).block(block.padding(Padding::horizontal(1))), popup);
}
