//! Text wrapped to the columns of a terminal, where a Chinese character takes two.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Columns that a character takes.
pub fn width_of(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// The longest start that fits.
pub fn head(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let end = text.char_indices().find(|(_, c)| {
        taken += width_of(*c);
        taken > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// Wraps text into lines at blanks, around Chinese characters, and inside words longer than a line.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let (mut line, mut piece) = (String::new(), String::new());
        let mut chars = paragraph.chars().peekable();
        while let Some(c) = chars.next() {
            piece.push(c);
            let breaks = |c: char| c == ' ' || width_of(c) > 1;
            let next = chars.peek().copied();
            // A full stop does not begin a line.
            let stays = next.is_some_and(|c| "，。；：！？、”’）》".contains(c));
            if next.is_some_and(|next| !stays && (breaks(c) || (next != ' ' && breaks(next)))) {
                add(&mut lines, &mut line, &piece, columns);
                piece.clear();
            }
        }
        add(&mut lines, &mut line, &piece, columns);
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Appends a piece to the line, or to the next one.
fn add(lines: &mut Vec<String>, line: &mut String, piece: &str, columns: usize) {
    if width(line) + width(piece.trim_end()) > columns && !line.is_empty() {
        lines.push(line.trim_end().to_owned());
        line.clear();
    }
    let mut rest = piece;
    while width(rest.trim_end()) > columns {
        let part = head(rest, columns);
        lines.push(part.to_owned());
        rest = &rest[part.len()..];
    }
    line.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_and_around_chinese() {
        assert_eq!(wrapped("take 2 from the heap", 8), ["take 2", "from the", "heap"]);
        assert_eq!(wrapped("这一步是失误，胜势已失。", 14), ["这一步是失误，", "胜势已失。"]);
        assert_eq!(wrapped("取 [1, 2] 枚", 8), ["取 [1,", "2] 枚"]);
        assert_eq!(wrapped("1234567890", 4), ["1234", "5678", "90"]);
        assert_eq!(wrapped("a\n\nb", 4), ["a", "", "b"]);
        for columns in 1..30 {
            for line in wrapped("A mistake: 胜势已失，the win is gone。Reply 从 7 取 2.", columns) {
                assert!(width(&line) <= columns.max(2), "{columns}: {line}");
            }
        }
    }
}
