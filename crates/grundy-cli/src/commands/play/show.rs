//! Positions and lists of moves as lines of text.

use std::fmt::Write as _;

use grundy_play::Choice;
use grundy_solver::position::Position;
use grundy_solver::text::Lang;

use crate::words::text;

/// The most heaps, and the most stones of a heap, that are drawn.
const MOST_HEAPS: usize = 12;
const MOST_STONES: usize = 40;
/// The longest line of a position; a longer one is cut.
const MAX_LINE: usize = 400;

/// A position, with its heaps drawn below if that helps.
pub fn drawn(position: &Position) -> String {
    let mut out: String = position.to_string();
    if let Some((at, _)) = out.char_indices().nth(MAX_LINE) {
        out.truncate(at);
        out.push_str("...");
    }
    let Some(component) = position.single() else { return out };
    if component.rules().is_none_or(|rules| rules.goal().is_some()) {
        return out;
    }
    let sizes: Option<Vec<usize>> = component
        .heaps()
        .iter()
        .map(|heap| usize::try_from(heap).ok().filter(|n| *n <= MOST_STONES))
        .collect();
    let Some(sizes) = sizes.filter(|sizes| sizes.len() <= MOST_HEAPS) else { return out };
    for size in sizes {
        let _ = write!(out, "\n{}", format!("  {size:>2}  {}", "o".repeat(size)).trim_end());
    }
    out
}

/// Moves, numbered, with the result of each.
pub fn listed(moves: &[Choice], all: bool, lang: Lang) -> String {
    let mut lines: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(index, choice)| format!("  #{:<3} {}", index + 1, choice.in_words().render(lang)))
        .collect();
    if !all {
        lines.push(format!("  {}", text(lang, "play.more-moves")));
    }
    if lines.is_empty() {
        lines.push(format!("  {}", text(lang, "play.no-moves")));
    }
    lines.join("\n")
}
