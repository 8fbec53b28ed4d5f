//! The fields of a request, as data.

use grundy_solver::text::Lang;

use crate::words;

/// The type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// A whole number of any size.
    Number,
    /// True or false.
    Flag,
    /// One of these words.
    Words(&'static [&'static str]),
    /// Heaps, or names of vertices.
    Heaps,
    /// Two side lengths.
    Size,
    /// Texts in order.
    Texts,
}

/// A field of a request.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether the field is required.
    pub needed: bool,
}

impl Field {
    pub(crate) const fn of(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, needed: false }
    }

    /// A sentence that describes the field.
    pub fn about(&self, lang: Lang) -> String {
        words::filled(lang, &format!("field.{}", self.name), &[])
    }

    /// An optional text field.
    pub const fn text(name: &'static str) -> Self {
        Self::of(name, Kind::Text)
    }

    pub(crate) const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }
}

/// Fields that every endpoint takes.
pub const EVERYWHERE: &[Field] =
    &[Field::of("lang", Kind::Words(&["en", "zh"])), Field::of("time_ms", Kind::Number)];
