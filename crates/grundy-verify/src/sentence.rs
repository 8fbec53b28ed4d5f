//! Reasons for refusing a certificate, and errors of checking it: a stable code, and a sentence in two
//! languages.
//!
//! The sentences are in `locales/`, under `reason.CODE` and `error.CODE`. This module prints nothing.

use std::fmt;
use std::time::Duration;

use grundy_text::{Catalogue, Lang};

static TEXTS: Catalogue = grundy_text::catalogue!("verify");

/// A code and the values its sentence mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sentence {
    code: &'static str,
    values: Vec<(&'static str, String)>,
}

impl Sentence {
    fn text(&self, family: &str, lang: Lang) -> String {
        TEXTS.filled(lang, &format!("{family}.{}", self.code), &self.values)
    }
}

/// Why a certificate does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(Sentence);

impl Reason {
    pub(crate) fn new(code: &'static str) -> Self {
        Self(Sentence { code, values: Vec::new() })
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.0.values.push((name, value.to_string()));
        self
    }

    /// A stable code, such as `repetition`.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The reason in words.
    pub fn text(&self, lang: Lang) -> String {
        self.0.text("reason", lang)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

/// Why a certificate could not be checked; this does not mean that it is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    sentence: Sentence,
    is_limit: bool,
}

impl Error {
    fn new(code: &'static str, is_limit: bool, values: Vec<(&'static str, String)>) -> Self {
        Self { sentence: Sentence { code, values }, is_limit }
    }

    pub(crate) fn too_long(limit: usize) -> Self {
        Self::new("too-long", false, vec![("limit", limit.to_string())])
    }

    pub(crate) fn too_many_amounts(limit: usize) -> Self {
        Self::new("too-many-amounts", false, vec![("limit", limit.to_string())])
    }

    pub(crate) fn schema(found: u64, known: u64) -> Self {
        Self::new("schema", false, vec![("found", found.to_string()), ("known", known.to_string())])
    }

    /// The error for a message of the JSON parser: not JSON, or JSON of another shape.
    pub(crate) fn shape(error: &serde_json::Error) -> Self {
        let code = if error.is_data() { "not-a-certificate" } else { "not-json" };
        Self::new(code, false, vec![("detail", error.to_string())])
    }

    /// A file is not what was written.
    pub(crate) fn segment_damaged() -> Self {
        Self::new("segment-damaged", false, vec![])
    }

    pub(crate) fn segment_schema(found: u64, known: u64) -> Self {
        let values = vec![("found", found.to_string()), ("known", known.to_string())];
        Self::new("segment-schema", false, values)
    }

    pub(crate) fn segment_missing(segment: u64) -> Self {
        Self::new("segment-missing", false, vec![("segment", segment.to_string())])
    }

    pub(crate) fn segment_rule(game: &str) -> Self {
        Self::new("segment-rule", false, vec![("game", game.to_owned())])
    }

    pub(crate) fn memory(needed: u64, limit: u64) -> Self {
        Self::new("memory-limit", true, vec![("needed", mebibytes(needed)), ("limit", mebibytes(limit))])
    }

    pub(crate) fn time(limit: Duration, heap: u64) -> Self {
        Self::new("time-limit", true, vec![("time", format!("{limit:?}")), ("heap", heap.to_string())])
    }

    pub(crate) fn interrupted() -> Self {
        Self::new("interrupted", true, vec![])
    }

    /// A stable code, such as `not-json`.
    pub fn code(&self) -> &'static str {
        self.sentence.code
    }

    /// Whether a limit of time or memory was reached. Otherwise the file is not a certificate.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// The error in words.
    pub fn text(&self, lang: Lang) -> String {
        self.sentence.text("error", lang)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Error {}

/// Rounded up.
fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(1 << 20))
}
