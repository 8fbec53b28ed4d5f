//! Vertex names: stored in one text, written and parsed between the brackets.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use super::super::digraph::{grow, vertex};
use crate::error::{Error, Result};
use crate::limits::Budget;

/// A name that is no small number.
const OTHER: u32 = 1 << 31;

/// The name of a vertex: two are equal only if they are the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name<'n> {
    /// A number of up to eight digits without leading zeros.
    Number(u32),
    Text(&'n str),
}

impl<'n> Name<'n> {
    pub(super) fn new(name: &'n str) -> Self {
        let bytes = name.as_bytes();
        let number = match bytes {
            [] | [b'0', _, ..] | [_, _, _, _, _, _, _, _, _, ..] => None,
            _ => bytes
                .iter()
                .try_fold(0, |number, b| b.is_ascii_digit().then(|| 10 * number + u32::from(b - b'0'))),
        };
        number.map_or(Self::Text(name), Self::Number)
    }
}

/// The names of all vertices, by number. Most graphs have numbers for names: these take no text.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The small number that is the name, or the place of another name and [`OTHER`].
    places: Vec<u32>,
    text: String,
    ends: Vec<usize>,
}

impl Names {
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    pub(super) fn get(&self, v: u32) -> Cow<'_, str> {
        match self.name(v) {
            Name::Number(number) => Cow::Owned(number.to_string()),
            Name::Text(text) => Cow::Borrowed(text),
        }
    }

    pub(super) fn name(&self, v: u32) -> Name<'_> {
        let place = self.places[v as usize];
        let Some(place) = place.checked_sub(OTHER) else { return Name::Number(place) };
        let place = place as usize;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        Name::Text(&self.text[start..self.ends[place]])
    }

    /// Adds a name. Reserves memory before it is taken.
    pub(super) fn push(&mut self, name: Name<'_>, budget: &Budget) -> Result<()> {
        grow(&mut self.places, budget)?;
        match name {
            Name::Number(number) => self.places.push(number),
            Name::Text(text) => {
                grow(&mut self.ends, budget)?;
                budget.reserve(2 * text.len() as u64)?;
                self.places.push(OTHER + vertex(self.ends.len()));
                self.text.push_str(text);
                self.ends.push(self.text.len());
            }
        }
        Ok(())
    }

    /// Orders numbers by size and before other names.
    pub(super) fn compare(&self, a: u32, b: u32) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (a, b) = (self.get(a), self.get(b));
        let number = |name: &str| name.parse::<u64>().ok();
        match (number(&a), number(&b)) {
            (Some(x), Some(y)) => x.cmp(&y).then_with(|| a.cmp(&b)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => a.cmp(&b),
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
