//! JSON Lines: one object, or one list of heaps, per line.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use grundy_solver::batch::RowError;
use grundy_solver::{Error, notation};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::cells::{self, Cell, word};
use crate::records::{Heaps, Layout, Records};

/// The keys that hold heaps by default.
const KEYS: [&str; 2] = ["heaps", "position"];

/// A key with its value, as written.
type Field<'a> = (Cow<'a, str>, &'a str);

/// Reads the line of a row, and appends its fields. A bare list becomes the value of `heaps`.
fn read<'a>(line: &'a str, row: usize, fields: &mut Vec<Field<'a>>) -> Result<(), RowError> {
    let mut deserializer = serde_json::Deserializer::from_str(line);
    let before = fields.len();
    let result = Fields(&mut *fields).deserialize(&mut deserializer).and_then(|()| deserializer.end());
    if let Err(error) = result {
        fields.truncate(before);
        let column = line.get(..error.column().saturating_sub(1).min(line.len()));
        let column = column.map_or(error.column(), |before| before.chars().count() + 1);
        let error = Error::input("error.not-json").with("error", error.to_string());
        return Err(RowError::new(row, error).at_column(column));
    }
    if line.trim_start().starts_with('[') {
        fields.push((Cow::Borrowed(KEYS[0]), line.trim()));
    }
    Ok(())
}

/// The keys of the first line of a file; empty if it is not JSON, since that row is invalid.
pub(crate) fn names(line: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let _ = read(line, 0, &mut fields);
    fields.into_iter().map(|(name, _)| name.into_owned()).collect()
}

/// Appends the fields of an object.
struct Fields<'f, 'a>(&'f mut Vec<Field<'a>>);

impl<'de> DeserializeSeed<'de> for Fields<'_, 'de> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Fields<'_, 'de> {
    type Value = ();
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((key, value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
            self.0.push((key.0, value.get()));
        }
        Ok(())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<&'de RawValue>()?.is_some() {}
        Ok(())
    }
}

/// A key, borrowed if it has no escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Key<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// The error of an object that cannot be written beside the answers: it has a key of theirs, or one without an
/// output column.
fn refused(fields: &[Field<'_>], layout: &Layout) -> Option<Error> {
    fields.iter().find_map(|(name, _)| {
        if layout.answers.iter().any(|answer| name == answer) {
            return Some(Error::input("error.name-taken").with("name", name.as_ref()));
        }
        let strange = layout.fixed && !layout.names.iter().any(|known| known == name.as_ref());
        strange.then(|| Error::input("error.strange-key").with("name", name.as_ref()))
    })
}

/// The layout of a file from its first line: the key `heaps`, else `position`, else all keys.
pub(crate) fn layout(names: Vec<String>, columns: &[String], game: Option<&str>) -> Result<Layout, Error> {
    Layout::new(names, columns, game, |names| {
        let known = KEYS.iter().find_map(|key| names.iter().position(|name| name == key));
        known.map_or_else(|| (0..names.len()).collect(), |place| vec![place])
    })
}

/// One line.
#[derive(Debug)]
struct Line {
    /// Its range in the piece.
    bytes: Range<usize>,
    /// Its fields, as a range of those of the piece.
    fields: Range<usize>,
    /// Whether it is valid JSON.
    reads: bool,
    /// Why it is not a valid position, as far as reading the line shows.
    wrong: Option<Box<RowError>>,
}

/// The records of a piece.
#[derive(Debug)]
pub(crate) struct JsonRecords<'a> {
    text: &'a str,
    layout: &'a Layout,
    lines: Vec<Line>,
    fields: Vec<Field<'a>>,
}

impl<'a> JsonRecords<'a> {
    pub fn new(text: &'a str, layout: &'a Layout) -> Self {
        let mut records = Self { text, layout, lines: Vec::new(), fields: Vec::new() };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let record = line.trim();
            if !record.is_empty() {
                let from = start + (line.len() - line.trim_start().len());
                records.push(record, from);
            }
            start += line.len();
        }
        records
    }

    fn push(&mut self, record: &'a str, from: usize) {
        let before = self.fields.len();
        let row = self.lines.len();
        let read = read(record, row, &mut self.fields);
        let fields = before..self.fields.len();
        let reads = read.is_ok();
        let refused = || refused(&self.fields[before..], self.layout).map(|error| RowError::new(row, error));
        let wrong = read.err().or_else(refused).map(Box::new);
        self.lines.push(Line { bytes: from..from + record.len(), fields, reads, wrong });
    }

    /// The column of a value, in characters from 1.
    fn column(&self, row: usize, value: &str) -> usize {
        let start = self.lines[row].bytes.start;
        let at = value.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text.get(start..at).map_or(1, |before| before.chars().count() + 1)
    }

    fn value(&self, row: usize, column: usize) -> Option<&'a str> {
        let line = &self.lines[row];
        if line.wrong.is_some() {
            return None;
        }
        let name = self.layout.names.get(column)?;
        self.fields[line.fields.clone()].iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}

/// Appends the heaps of a value: a number, a text of heaps, or a list of either.
fn push_heaps(value: &str, out: &mut String) -> Result<(), Error> {
    let wrong = || Error::input("error.json-heaps").with("value", value);
    match value.as_bytes().first() {
        Some(b'"') => {
            let text: String = serde_json::from_str(value).map_err(|_| wrong())?;
            if cells::heaps(&text)?.is_empty() {
                return Err(Error::input("error.empty-cell"));
            }
            out.push_str(&text);
        }
        Some(b'[') => {
            let list: Vec<&RawValue> = serde_json::from_str(value).map_err(|_| wrong())?;
            for item in list {
                if item.get().starts_with('[') {
                    return Err(wrong());
                }
                push_heaps(item.get(), out)?;
            }
        }
        Some(b'-' | b'0'..=b'9') if !value.contains(['.', 'e', 'E']) => {
            notation::parse_heaps(value)?;
            out.push_str(value);
        }
        _ => return Err(wrong()),
    }
    out.push(' ');
    Ok(())
}

/// Appends the items of a list of words. Returns `false` if some item is not a word; then some items may have
/// been appended.
fn push_words(list: &str, words: &mut Vec<u64>) -> bool {
    let mut rest = list.as_bytes();
    loop {
        rest = rest.trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        // 19 digits always fit.
        if !(1..=19).contains(&digits) {
            return false;
        }
        words.push(rest[..digits].iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')));
        match rest[digits..].trim_ascii_start() {
            [] => return true,
            [b',', next @ ..] => rest = next,
            _ => return false,
        }
    }
}

impl Records for JsonRecords<'_> {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn start(&self, row: usize) -> usize {
        self.lines[row].bytes.start
    }

    fn raw(&self, row: usize) -> &str {
        self.text.get(self.lines[row].bytes.clone()).unwrap_or_default()
    }

    fn is_json(&self, row: usize) -> bool {
        self.lines[row].reads
    }

    fn heaps(&self, row: usize, words: &mut Vec<u64>) -> Heaps {
        if let Some(wrong) = &self.lines[row].wrong {
            return Heaps::Wrong((**wrong).clone());
        }
        words.clear();
        let mut odd = false;
        for column in &self.layout.heaps {
            let Some(value) = self.value(row, *column) else {
                let name = self.layout.names.get(*column).cloned().unwrap_or_default();
                return Heaps::Wrong(RowError::new(
                    row,
                    Error::input("error.no-such-key").with("name", name),
                ));
            };
            match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
                Some(list) if list.trim().is_empty() => {}
                Some(list) => odd |= !push_words(list, words),
                None => match word(value) {
                    Some(heap) => words.push(heap),
                    None => odd = true,
                },
            }
        }
        if !odd {
            return Heaps::Words;
        }
        let mut text = String::new();
        for column in &self.layout.heaps {
            let value = self.value(row, *column).unwrap_or_default();
            if let Err(error) = push_heaps(value, &mut text) {
                return Heaps::Wrong(RowError::new(row, error).at_column(self.column(row, value)));
            }
        }
        Heaps::Text(text)
    }

    fn heaps_column(&self, row: usize) -> usize {
        let value = self.layout.heaps.first().and_then(|column| self.value(row, *column));
        value.map_or(1, |value| self.column(row, value))
    }

    fn game(&self, row: usize) -> Result<Option<Cow<'_, str>>, RowError> {
        let Some(column) = self.layout.game else { return Ok(None) };
        let Some(value) = self.value(row, column) else { return Ok(None) };
        serde_json::from_str::<Option<String>>(value).map(|game| game.map(Cow::Owned)).map_err(|_| {
            let error = Error::input("error.game-no-text").with("value", value);
            RowError::new(row, error).at_column(self.column(row, value))
        })
    }

    fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        match self.value(row, column) {
            None | Some("null") => Cell::Null,
            Some(value) if value.starts_with('"') => {
                Cell::Text(serde_json::from_str::<String>(value).unwrap_or_default().into())
            }
            Some(value) => Cell::Json(Cow::Borrowed(value)),
        }
    }
}
