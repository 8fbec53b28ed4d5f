//! Edge lists: one `from to` per line, a single name for a vertex, comments after `#`.

use std::borrow::Cow;

use super::Place;
use super::builder::Builder;
use crate::error::{Error, Result};

/// Reads a whole list of edges.
pub(super) fn load<'t>(file: Option<&'t str>, text: &'t str, builder: &mut Builder<'t, '_>) -> Result<()> {
    let bytes = text.as_bytes();
    let ends = memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]);
    let mut start = 0;
    for (number, end) in ends.enumerate() {
        let line = text[start..end].trim_ascii_end();
        let mut words = Words { line, at: 0 };
        let place = |at: usize| {
            let column = line[..at].chars().count() as u64 + 1;
            Place { file, line: number as u64 + 1, column }
        };
        if let Some((from, at)) = words.next() {
            let from = builder.vertex(Cow::Borrowed(from), &|| place(at))?;
            if let Some((to, second)) = words.next() {
                let to = builder.vertex(Cow::Borrowed(to), &|| place(second))?;
                builder.edge(from, to)?;
                if let Some((_, third)) = words.next() {
                    return Err(Error::input("error.graph-line")
                        .with("place", place(third).message())
                        .with("count", 3 + words.count()));
                }
            }
        }
        start = (end + 1).min(bytes.len());
    }
    Ok(())
}

/// The names of one line, with their places.
struct Words<'t> {
    line: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = (&'t str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.line.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        let start = self.at;
        if bytes.get(start).is_none_or(|&b| b == b'#') {
            return None;
        }
        while bytes.get(self.at).is_some_and(|b| !b.is_ascii_whitespace()) {
            self.at += 1;
        }
        Some((&self.line[start..self.at], start))
    }
}
