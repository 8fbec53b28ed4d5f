//! Errors: what went wrong, the place in the text, and how to fix it.

use std::fmt;
use std::ops::Range;

use serde_json::{Value as Json, json};
use unicode_width::UnicodeWidthStr;

use crate::text::{Lang, Message, Value};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The input is wrong, or a size is above a fixed limit: correct the input.
    Input,
    /// A limit on time or memory was reached: the same input works with a higher limit.
    Limit,
}

macro_rules! conditions {
    ($($(#[$doc:meta])* $name:ident = $code:literal,)*) => {
        /// Errors that callers handle, instead of only reporting them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Condition { $($(#[$doc])* $name,)* }

        impl Condition {
            const ALL: &[Self] = &[$(Self::$name,)*];

            /// The code in JSON.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The condition with this code, which may come from another program or crate.
            pub fn of(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|condition| condition.code() == code)
            }
        }
    };
}

conditions! {
    /// More memory would be needed than the limit allows.
    MemoryLimit = "memory-limit",
    /// The time limit was reached.
    TimeLimit = "time-limit",
    /// More values are asked for than the memory limit allows.
    ValuesTooMany = "values-too-many",
    /// The next value depends on values that are no longer in memory.
    ValuesForgotten = "values-forgotten",
    /// The user cancelled the work.
    Interrupted = "interrupted",
    /// The caller stopped the work because it had enough results.
    Stopped = "stopped",
    /// A game whose moves need a minimum number of heaps was given fewer.
    TooFewHeaps = "too-few-heaps",
    /// A game without a starting position was given no heaps.
    HeapsMissing = "heaps-missing",
    /// A coin lies at place 0.
    CoinZero = "coin-zero",
    /// Two coins lie at the same place.
    CoinTwice = "coin-twice",
    /// A rule takes 0 stones.
    ZeroAmount = "zero-amount",
    /// A set of amounts is empty.
    EmptySet = "empty-set",
    /// A line of positions is empty.
    EmptyLine = "empty-line",
    /// A heap is null in a table.
    NullHeap = "null-heap",
    /// A game is null in a table.
    NullGame = "null-game",
    /// A position mentions an earlier move of a game that does not depend on it.
    PastUnwanted = "past-unwanted",
}

/// The error type of this crate: a sentence as data, and a place in the text if there is one.
///
/// An error leaves no partial changes; the same objects can be used again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    message: Message,
    source: Option<String>,
    span: Option<Range<usize>>,
    suggestion: Option<String>,
}

/// Result type of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Number of characters shown around the place of an error in a long line.
const CONTEXT: usize = 60;

impl Error {
    /// An error in the input; `id` is `error.` followed by the code.
    pub fn input(id: &'static str) -> Self {
        Self::of(ErrorKind::Input, id)
    }

    /// The error that a limit was reached.
    pub fn limit(id: &'static str) -> Self {
        Self::of(ErrorKind::Limit, id)
    }

    fn of(kind: ErrorKind, id: &'static str) -> Self {
        let message = Message::new(id);
        Self(Box::new(Inner { kind, message, source: None, span: None, suggestion: None }))
    }

    /// Fills a blank of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.message = self.0.message.with(name, value);
        self
    }

    /// Sets the place in the text, in bytes.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.0.span = Some(span);
        self
    }

    /// Like [`at`](Self::at), but keeps a place that is already set.
    #[must_use]
    pub fn at_least(mut self, span: Range<usize>) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    /// Sets the text that the place refers to.
    #[must_use]
    pub fn within(mut self, source: &str) -> Self {
        self.0.source.get_or_insert_with(|| source.to_owned());
        self
    }

    /// Sets what the user probably meant.
    #[must_use]
    pub fn suggest(mut self, suggestion: Option<String>) -> Self {
        self.0.suggestion = suggestion;
        self
    }

    /// Replaces the suggestion if `suggestion` is set.
    #[must_use]
    pub fn suggest_rather(self, suggestion: Option<String>) -> Self {
        if suggestion.is_some() { self.suggest(suggestion) } else { self }
    }

    /// Whether the input or a limit is the cause.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The stable code for scripts, such as `unknown-game`.
    pub fn code(&self) -> &'static str {
        let id = self.0.message.id();
        id.strip_prefix("error.").unwrap_or(id)
    }

    /// The condition that a caller can handle; `None` for an error that is only reported.
    pub fn condition(&self) -> Option<Condition> {
        Condition::of(self.code())
    }

    /// Whether this is the error `condition`.
    pub fn is(&self, condition: Condition) -> bool {
        self.code() == condition.code()
    }

    /// Whether the same is wrong, perhaps with other values or at another place.
    pub fn is_like(&self, other: &Self) -> bool {
        self.code() == other.code()
    }

    /// The sentence as data.
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    /// The place in the text, in bytes.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// The nearest valid text.
    pub fn suggestion(&self) -> Option<&str> {
        self.0.suggestion.as_deref()
    }

    /// The JSON object of the documented format; `span` counts characters.
    pub fn to_json(&self, lang: Lang) -> Json {
        let span = match (&self.0.source, &self.0.span) {
            (Some(source), Some(span)) => {
                let chars = |to: usize| source.get(..to).map_or(to, |s| s.chars().count());
                json!([chars(span.start), chars(span.end)])
            }
            (None, Some(span)) => json!([span.start, span.end]),
            _ => Json::Null,
        };
        json!({"error": {
            "code": self.code(),
            "message": self.0.message.render(lang),
            "span": span,
            "suggestion": self.0.suggestion,
        }})
    }

    /// The full report for a person: the sentence, the line, and the place marked.
    pub fn report(&self, lang: Lang) -> String {
        let label = match lang {
            Lang::En => "error: ",
            Lang::Zh => "错误：",
        };
        let mut out = format!("{label}{}", self.0.message.render(lang));
        let hint = self
            .0
            .suggestion
            .as_ref()
            .map(|s| Message::new("hint.did-you-mean").with("suggestion", s.as_str()).render(lang));
        match (&self.0.source, &self.0.span) {
            (Some(source), Some(span)) => {
                let (before, marked, after) = excerpt(source, span);
                out.extend(["\n  ", &before, &marked, &after, "\n  "]);
                out.push_str(&" ".repeat(before.width()));
                out.push_str(&"^".repeat(marked.width().max(1)));
                if let Some(hint) = hint {
                    out.push(' ');
                    out.push_str(&hint);
                }
            }
            _ => {
                if let Some(hint) = hint {
                    out.extend(["\n  ", &hint]);
                }
            }
        }
        out
    }
}

/// The marked characters with their context, on one line of limited length.
fn excerpt(source: &str, span: &Range<usize>) -> (String, String, String) {
    let clean = |s: &str| s.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let start = floor(source, span.start);
    let end = floor(source, span.end.max(span.start));
    let head: Vec<char> = source[..start].chars().collect();
    let before: String = if head.len() > CONTEXT {
        std::iter::once('…').chain(head[head.len() - CONTEXT..].iter().copied()).collect()
    } else {
        head.into_iter().collect()
    };
    let cut = |s: &str| -> String {
        let mut text: String = s.chars().take(CONTEXT).collect();
        if s.chars().nth(CONTEXT).is_some() {
            text.push('…');
        }
        text
    };
    (clean(&before), clean(&cut(&source[start..end])), clean(&cut(&source[end..])))
}

fn floor(source: &str, mut at: usize) -> usize {
    at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message.render(Lang::En))
    }
}

impl std::error::Error for Error {}

/// The member of `known` nearest to `word`, if near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let length = word.chars().count();
    if length > 40 {
        return None;
    }
    known
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, _)| *distance <= 1 + length / 4 && *distance < length)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_is_an_error() {
        for condition in Condition::ALL {
            let id = format!("error.{}", condition.code());
            assert!(crate::text::TEXTS.template(Lang::En, &id).is_some(), "{id}");
        }
        let error = Error::limit("error.memory-limit");
        assert!(error.is(Condition::MemoryLimit) && !error.is(Condition::TimeLimit));
        assert_eq!(error.condition(), Some(Condition::MemoryLimit));
        assert_eq!(Error::input("error.unknown-game").condition(), None);
    }

    #[test]
    fn the_mark_stands_under_the_character_even_after_wide_ones() {
        let error = Error::input("error.unknown-game").with("name", "x").at(6..7).within("尼姆x[1]");
        let report = error.report(Lang::En);
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[1], "  尼姆x[1]");
        assert_eq!(lines[2], "      ^");
        assert_eq!(error.to_json(Lang::En)["error"]["span"], json!([2, 3]));
    }
}
