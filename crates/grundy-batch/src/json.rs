//! A JSON object a line, or a list of heaps.

use std::borrow::Cow;
use std::fmt;

use grundy::{Error, notation};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::cells::{Cell, word};
use crate::records::{Heaps, Layout, Records, Wrong};

/// The keys that hold heaps where nobody says which.
const KEYS: [&str; 2] = ["heaps", "position"];

/// A line taken apart: keys with what stands behind them, as written. A bare list stands behind `heaps`.
#[derive(Debug, Default)]
pub(crate) struct Object<'a> {
    fields: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some((key, value)) = map.next_entry::<Key<'de>, &'de RawValue>()? {
                    fields.push((key.0, value.get()));
                }
                Ok(Object { fields })
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Object<'de>, A::Error> {
                while list.next_element::<&'de RawValue>()?.is_some() {}
                Ok(Object::default())
            }
        }
        deserializer.deserialize_any(Fields)
    }
}

/// A key, borrowed where it has no escapes.
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

impl<'a> Object<'a> {
    /// Reads a line.
    pub fn read(line: &'a str) -> Result<Self, Wrong> {
        let object: Self = serde_json::from_str(line).map_err(|error| {
            let column = line.get(..error.column().saturating_sub(1).min(line.len()));
            let column = column.map_or(error.column(), |before| before.chars().count() + 1);
            Wrong::new(column, Error::input("error.not-json").with("error", error.to_string()))
        })?;
        if line.trim_start().starts_with('[') {
            return Ok(Self { fields: vec![(Cow::Borrowed(KEYS[0]), line.trim())] });
        }
        Ok(object)
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        self.fields.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }

    /// Why it cannot stand beside the answers: a key that is theirs, or one that the output has no room for.
    fn refused(&self, layout: &Layout) -> Option<Error> {
        self.fields.iter().find_map(|(name, _)| {
            if layout.answers.iter().any(|answer| name == answer) {
                return Some(Error::input("error.name-taken").with("name", name.as_ref()));
            }
            let strange = layout.fixed && !layout.names.iter().any(|known| known == name.as_ref());
            strange.then(|| Error::input("error.strange-key").with("name", name.as_ref()))
        })
    }

    /// Its keys.
    pub fn names(&self) -> Vec<String> {
        self.fields.iter().map(|(name, _)| name.clone().into_owned()).collect()
    }
}

/// The layout of a file by its first line: the key `heaps`, else `position`, else all keys.
pub(crate) fn layout(names: Vec<String>, columns: &[String], game: Option<&str>) -> Result<Layout, Error> {
    Layout::new(names, columns, game, |names| {
        let known = KEYS.iter().find_map(|key| names.iter().position(|name| name == key));
        known.map_or_else(|| (0..names.len()).collect(), |place| vec![place])
    })
}

/// The records of a piece.
#[derive(Debug)]
pub(crate) struct JsonRecords<'a> {
    text: &'a str,
    layout: &'a Layout,
    lines: Vec<(usize, usize)>,
    objects: Vec<Result<Object<'a>, (usize, Error)>>,
}

impl<'a> JsonRecords<'a> {
    pub fn new(text: &'a str, layout: &'a Layout) -> Self {
        let mut lines = Vec::new();
        let mut objects = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let record = line.trim();
            if !record.is_empty() {
                let from = start + (line.len() - line.trim_start().len());
                lines.push((from, from + record.len()));
                let object = Object::read(record).map_err(|wrong| (wrong.column, wrong.error));
                objects.push(object.and_then(|object| match object.refused(layout) {
                    Some(error) => Err((1, error)),
                    None => Ok(object),
                }));
            }
            start += line.len();
        }
        Self { text, layout, lines, objects }
    }

    /// The column of a value, in characters from 1.
    fn column(&self, row: usize, value: &str) -> usize {
        let start = self.lines[row].0;
        let at = value.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text.get(start..at).map_or(1, |before| before.chars().count() + 1)
    }

    fn value(&self, row: usize, column: usize) -> Option<&'a str> {
        self.objects[row].as_ref().ok()?.get(self.layout.names.get(column)?)
    }
}

/// Appends the heaps of a value: a number, a text of heaps, a list of either.
fn push_heaps(value: &str, out: &mut String) -> Result<(), Error> {
    let wrong = || Error::input("error.json-heaps").with("value", value);
    match value.as_bytes().first() {
        Some(b'"') => {
            let text: String = serde_json::from_str(value).map_err(|_| wrong())?;
            if notation::parse_heaps(&text)?.is_empty() {
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

impl Records for JsonRecords<'_> {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn start(&self, row: usize) -> usize {
        self.lines[row].0
    }

    fn raw(&self, row: usize) -> &str {
        let (from, to) = self.lines[row];
        self.text.get(from..to).unwrap_or_default()
    }

    fn heaps(&self, row: usize, words: &mut Vec<u64>) -> Heaps {
        if let Err((column, error)) = &self.objects[row] {
            return Heaps::Wrong(Wrong::new(*column, error.clone()));
        }
        words.clear();
        let mut odd = false;
        for column in &self.layout.heaps {
            let Some(value) = self.value(row, *column) else {
                let name = self.layout.names.get(*column).cloned().unwrap_or_default();
                return Heaps::Wrong(Wrong::new(1, Error::input("error.no-such-key").with("name", name)));
            };
            match value.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
                Some(list) if !list.trim().is_empty() => {
                    for item in list.split(',') {
                        match word(item) {
                            Some(heap) => words.push(heap),
                            None => odd = true,
                        }
                    }
                }
                Some(_) => {}
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
                return Heaps::Wrong(Wrong::new(self.column(row, value), error));
            }
        }
        Heaps::Text(text)
    }

    fn heaps_column(&self, row: usize) -> usize {
        let value = self.layout.heaps.first().and_then(|column| self.value(row, *column));
        value.map_or(1, |value| self.column(row, value))
    }

    fn game(&self, row: usize) -> Result<Option<Cow<'_, str>>, Wrong> {
        let Some(column) = self.layout.game else { return Ok(None) };
        let Some(value) = self.value(row, column) else { return Ok(None) };
        serde_json::from_str::<Option<String>>(value).map(|game| game.map(Cow::Owned)).map_err(|_| {
            let error = Error::input("error.game-no-text").with("value", value);
            Wrong::new(self.column(row, value), error)
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
