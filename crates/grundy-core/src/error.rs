//! What went wrong, where in the text, and the way forward.

use std::fmt;
use std::ops::Range;

use serde_json::{Value as Json, json};
use unicode_width::UnicodeWidthStr;

use crate::text::{Lang, Message, Value};

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The input is wrong, or a size is above a fixed limit: mend the input.
    Input,
    /// A limit on time or memory was reached: the same input works with more of it.
    Limit,
}

/// The one error of this crate: a sentence as data, a place in the text where there is one.
///
/// Nothing is lost or half done when it is returned; the same objects can be used again.
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

/// Shorthand for the results of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// How much of a long line is shown around the place of an error, in characters.
const CONTEXT: usize = 60;

impl Error {
    /// An error in the input: `id` is `error.` and the code.
    pub fn input(id: &'static str) -> Self {
        Self::of(ErrorKind::Input, id)
    }

    /// A limit that was reached.
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

    /// Where in the text, in bytes.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.0.span = Some(span);
        self
    }

    /// As [`at`](Self::at), unless a place is already known.
    #[must_use]
    pub fn at_least(mut self, span: Range<usize>) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    /// The text that `at` points into.
    #[must_use]
    pub fn within(mut self, source: &str) -> Self {
        self.0.source.get_or_insert_with(|| source.to_owned());
        self
    }

    /// What the user probably meant.
    #[must_use]
    pub fn suggest(mut self, suggestion: Option<String>) -> Self {
        self.0.suggestion = suggestion;
        self
    }

    /// The same where something is known, in place of what was suggested before.
    #[must_use]
    pub fn suggest_rather(self, suggestion: Option<String>) -> Self {
        if suggestion.is_some() { self.suggest(suggestion) } else { self }
    }

    /// Is it the input, or a limit?
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The code scripts rely on, such as `unknown-game`.
    pub fn code(&self) -> &'static str {
        let id = self.0.message.id();
        id.strip_prefix("error.").unwrap_or(id)
    }

    /// The sentence as data.
    pub fn message(&self) -> &Message {
        &self.0.message
    }

    /// The place in the text, in bytes.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.span.clone()
    }

    /// The nearest thing that would have been right.
    pub fn suggestion(&self) -> Option<&str> {
        self.0.suggestion.as_deref()
    }

    /// The JSON object of the contract; `span` counts characters.
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

    /// The whole report for a person: the sentence, the line, the characters marked.
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

/// The marked characters with what stands around them, on one line and not too long.
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

#[cfg(test)]
mod tests {
    use super::*;

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
