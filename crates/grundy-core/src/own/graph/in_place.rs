//! A graph written in the game itself: `a: b c; b: c; c:`, one clause for each vertex with its
//! followers.

use super::Place;
use super::builder::Builder;
use crate::error::{Error, Result};

/// Whether this is a graph, not the name of a file. A colon makes it a graph, except the colon of
/// a drive.
pub(in super::super) fn is_text(quoted: &str) -> bool {
    let bytes = quoted.as_bytes();
    let drive = matches!(bytes, [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic());
    !drive && (quoted.contains([':', '：']) || quoted.trim().is_empty())
}

/// Reads the clauses; `goal v` names a vertex where whoever arrives wins.
pub(super) fn load(text: &str, builder: &mut Builder<'_>) -> Result<()> {
    let mut start = 0;
    for clause in text.split([';', '；', '\n']) {
        let begins = start + (clause.len() - clause.trim_start().len());
        let place_of = |part: &str| {
            let at = part.as_ptr() as usize - text.as_ptr() as usize;
            Place::of(None, text, at)
        };
        // One more than the clause: the sign that ended it, which may be a wide one.
        let after = text[start + clause.len()..].chars().next().map_or(0, char::len_utf8);
        start += clause.len() + after;
        let clause = clause.trim();
        if clause.is_empty() {
            continue;
        }
        if let Some((from, to)) = clause.split_once([':', '：']) {
            let name = from.trim();
            if name.is_empty() || name.contains(char::is_whitespace) {
                return Err(clause_error(text, begins));
            }
            let from = builder.vertex(name, &|| place_of(name))?;
            for word in to.split(|c: char| c.is_whitespace() || ",，、".contains(c)) {
                if !word.is_empty() {
                    let to = builder.vertex(word, &|| place_of(word))?;
                    builder.edge(from, to)?;
                }
            }
        } else {
            match clause.split_whitespace().collect::<Vec<_>>()[..] {
                ["goal", name] => {
                    let v = builder.vertex(name, &|| place_of(name))?;
                    builder.goal(v);
                }
                _ => return Err(clause_error(text, begins)),
            }
        }
    }
    Ok(())
}

fn clause_error(text: &str, at: usize) -> Error {
    Error::input("error.graph-clause").with("place", Place::of(None, text, at).message())
}
