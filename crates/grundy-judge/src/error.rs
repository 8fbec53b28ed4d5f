//! One error type: a stable code, the values of its message, and its place.
//!
//! The messages are in `locales/`, under the same code. Nothing here prints.

use std::borrow::Cow;
use std::{fmt, io, ops::Range};

use grundy_text::Catalogue;
pub use grundy_text::Lang;

static TEXTS: Catalogue = grundy_text::catalogue!("judge");

/// The text that a place refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// The profile.
    Profile,
    /// The input being judged.
    Input,
}

/// The place of an error. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text.
    pub text: Text,
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
    /// The byte range, if the text is available (a profile).
    pub span: Option<Range<usize>>,
}

impl Place {
    pub(crate) fn in_profile(source: &str, span: Range<usize>) -> Self {
        let mut start = span.start.min(source.len());
        while !source.is_char_boundary(start) {
            start -= 1;
        }
        let before = &source[..start];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Self {
            text: Text::Profile,
            line: before.bytes().filter(|&b| b == b'\n').count() as u64 + 1,
            column: before[line_start..].chars().count() as u64 + 1,
            span: Some(span),
        }
    }
}

/// An error of the solver: its own code, and its own message in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveError {
    /// A stable code, such as `unknown-game`.
    pub code: String,
    /// The message in English.
    pub en: String,
    /// The message in Chinese.
    pub zh: String,
    /// Whether a limit on time or memory was reached (and the input was fine).
    pub limit: bool,
}

impl SolveError {
    /// Adds the text of the question, which a template may have generated.
    pub(crate) fn about(mut self, asked: &str) -> Self {
        const SHOWN: usize = 200;
        let mut shown: String = asked.chars().take(SHOWN).collect();
        if shown.len() < asked.len() {
            shown.push_str("...");
        }
        for (lang, text) in [(Lang::En, &mut self.en), (Lang::Zh, &mut self.zh)] {
            text.push_str(&TEXTS.filled(lang, "asked-about", &[("asked", &shown)]));
        }
        self
    }
}

/// An error in a profile, in an input, or during input and output.
#[derive(Clone, Debug)]
pub struct Error {
    /// A stable code, such as `unknown-key`.
    pub code: Cow<'static, str>,
    /// The values in the message.
    pub values: Vec<(&'static str, String)>,
    /// The place of the error.
    pub place: Option<Place>,
    /// The solver's error, if it caused this one.
    pub solver: Option<Box<SolveError>>,
    /// The kind of an I/O error.
    pub io: Option<io::ErrorKind>,
}

impl Error {
    pub(crate) fn new(code: &'static str) -> Self {
        Self { code: Cow::Borrowed(code), values: Vec::new(), place: None, solver: None, io: None }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.values.push((name, value.to_string()));
        self
    }

    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place.get_or_insert(place);
        self
    }

    pub(crate) fn from_solver(error: SolveError) -> Self {
        let code = Cow::Owned(error.code.clone());
        Self { code, solver: Some(Box::new(error)), ..Self::new("") }
    }

    /// Keeps the place and replaces the error by that of the solver.
    pub(crate) fn because(self, error: SolveError) -> Self {
        Self { place: self.place, ..Self::from_solver(error) }
    }

    pub(crate) fn from_io(code: &'static str, error: &io::Error) -> Self {
        let mut this = Self::new(code).with("reason", error);
        this.io = Some(error.kind());
        this
    }

    /// Whether a limit on time or memory was reached, as opposed to an error in a profile or an input.
    pub fn is_limit(&self) -> bool {
        self.solver.as_ref().is_some_and(|e| e.limit)
    }

    /// The message, without the place.
    pub fn text(&self, lang: Lang) -> String {
        if let Some(solver) = &self.solver {
            return match lang {
                Lang::En => solver.en.clone(),
                Lang::Zh => solver.zh.clone(),
            };
        }
        let mut text = TEXTS.filled(lang, &self.code, &self.values);
        for (name, id) in [("case", "in-case"), ("suggestion", "did-you-mean")] {
            if self.values.iter().any(|(known, _)| *known == name) {
                text.push_str(&TEXTS.filled(lang, id, &self.values));
            }
        }
        text
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{}:{}: ", place.line, place.column)?;
        }
        f.write_str(&self.text(Lang::En))
    }
}

impl std::error::Error for Error {}

/// The candidate most similar to a misspelled word, if one is similar enough.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&word, &c.to_lowercase()), c))
        .filter(|&(d, c)| d <= 1 + c.chars().count().max(word.chars().count()) / 4)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}
