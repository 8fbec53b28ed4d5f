//! The fields of a request, as data.

use grundy_solver::text::Lang;

use crate::words;

/// What a field of a request holds.
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
    /// Two sides.
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
    /// Must it be there?
    pub needed: bool,
}

impl Field {
    pub(crate) const fn of(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, needed: false }
    }

    /// What it means, in a sentence.
    pub fn about(&self, lang: Lang) -> String {
        words::filled(lang, &format!("field.{}", self.name), &[])
    }

    /// A text that may be left out.
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
