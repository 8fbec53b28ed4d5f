//! Vertex names: stored in one text, written and parsed between the brackets.

use std::cmp::Ordering;
use std::ops::Range;

use crate::error::{Error, Result};

/// The names of all vertices, by number.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) text: String,
    pub(super) ends: Vec<usize>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, v: u32) -> &str {
        let v = v as usize;
        let start = if v == 0 { 0 } else { self.ends[v - 1] };
        &self.text[start..self.ends[v]]
    }

    /// Orders numbers by size and before other names.
    pub(super) fn compare(&self, a: u32, b: u32) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (a, b) = (self.get(a), self.get(b));
        let number = |name: &str| name.parse::<u64>().ok();
        match (number(a), number(b)) {
            (Some(x), Some(y)) => x.cmp(&y).then_with(|| a.cmp(b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => a.cmp(b),
        }
    }
}

/// Characters that end a name between the brackets.
fn is_sign(c: char) -> bool {
    ",;[]，；［］【】、\"".contains(c)
}

/// A name as written between the brackets, quoted if it would not parse otherwise.
pub(super) fn quoted(name: &str) -> String {
    if !name.is_empty() && !name.chars().any(|c| is_sign(c) || c.is_whitespace() || c == '\\') {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The names between the brackets, each with its place.
pub(super) fn listed(text: &str) -> Result<Vec<(String, Range<usize>)>> {
    let mut names = Vec::new();
    let mut rest = text;
    let place = |rest: &str| text.len() - rest.len();
    loop {
        rest = rest.trim_start();
        let start = place(rest);
        if rest.is_empty() && names.is_empty() {
            return Ok(names);
        }
        let name = if let Some(inner) = rest.strip_prefix('"') {
            let (name, length) = unquoted(inner)
                .ok_or_else(|| Error::input("error.unclosed").with("open", "\"").at(start..start + 1))?;
            rest = &inner[length..];
            name
        } else {
            let end = rest.find(is_sign).unwrap_or(rest.len());
            let name = rest[..end].trim_end().to_owned();
            rest = &rest[end..];
            name
        };
        if name.is_empty() {
            return Err(Error::input("error.graph-name-missing").at(start..start));
        }
        names.push((name, start..place(rest)));
        rest = rest.trim_start();
        match rest.chars().next() {
            None => return Ok(names),
            Some(c @ (',' | '，' | '、')) => rest = &rest[c.len_utf8()..],
            Some(c) => {
                let at = place(rest);
                return Err(Error::input("error.graph-name-end")
                    .with("found", c.to_string())
                    .at(at..at + c.len_utf8()));
            }
        }
    }
}

/// The text up to the closing quote, and its length in bytes including that quote.
pub(super) fn unquoted(inner: &str) -> Option<(String, usize)> {
    let mut name = String::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((name, at + 1)),
            '\\' => match chars.next()?.1 {
                c @ ('"' | '\\') => name.push(c),
                c => name.extend(['\\', c]),
            },
            c => name.push(c),
        }
    }
    None
}
