//! Text cut to the columns of a terminal, where a Chinese character takes two.

use crate::wrap::{head, width, width_of};

/// Replaces what was cut.
const CUT: &str = "...";

/// The longest end that fits.
pub fn tail(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let start = text.char_indices().rev().find(|(_, c)| {
        taken += width_of(*c);
        taken > columns
    });
    start.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

/// The start, with dots if it was cut.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    if columns <= CUT.len() {
        return head(text, columns).to_owned();
    }
    format!("{}{CUT}", head(text, columns - CUT.len()))
}

/// Start and end, with dots between: for numbers, whose last digits matter too.
pub fn cut_middle(text: &str, columns: usize) -> String {
    if width(text) <= columns || columns <= CUT.len() + 1 {
        return cut(text, columns);
    }
    let kept = columns - CUT.len();
    format!("{}{CUT}{}", head(text, kept.div_ceil(2)), tail(text, kept / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_by_columns_not_characters() {
        assert_eq!(cut("从 7 枚的堆取 2 枚", 10), "从 7 枚...");
        assert_eq!(cut("short", 10), "short");
        assert_eq!(cut_middle("12345678901234567890", 9), "123...890");
        assert_eq!(tail("前面后面", 5), "后面");
        assert_eq!(cut("abcdef", 2), "ab");
    }
}
