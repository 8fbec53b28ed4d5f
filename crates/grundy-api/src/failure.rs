//! Why a question has no answer: a status, and the error object of the contract.

use grundy_judge::Text;
use grundy_solver::error::{Condition, ErrorKind};
use grundy_solver::text::Lang;
use serde_json::{Value as Json, json};

use crate::words;

/// The failures of a question.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The library returned an error or reached a limit. Its span refers to the text of this field.
    Grundy(grundy_solver::Error, Option<&'static str>),
    /// A contest input cannot be read or answered.
    Judged(Box<grundy_judge::Error>),
    /// The request cannot be parsed: `request.CODE` is its text.
    Unread(&'static str, Vec<(&'static str, String)>),
    /// The request is valid but cannot be answered: `request.CODE` is its text.
    Refused(&'static str, Vec<(&'static str, String)>),
}

impl From<grundy_solver::Error> for Failure {
    fn from(error: grundy_solver::Error) -> Self {
        Self::Grundy(error, None)
    }
}

impl Failure {
    /// A request that cannot be parsed.
    pub(crate) fn bad(code: &'static str, blanks: Vec<(&'static str, String)>) -> Self {
        Self::Unread(code, blanks)
    }

    /// A contest input that cannot be read or answered.
    pub(crate) fn judged(error: grundy_judge::Error) -> Self {
        Self::Judged(Box::new(error))
    }

    /// A request that is valid but cannot be answered.
    pub(crate) fn refused(code: &'static str, blanks: Vec<(&'static str, String)>) -> Self {
        Self::Refused(code, blanks)
    }

    /// An unknown endpoint.
    pub fn unknown(name: &str) -> Self {
        Self::bad("endpoint-unknown", vec![("name", name.to_owned())])
    }

    /// Sets the field of the request that a library error refers to.
    #[must_use]
    pub(crate) fn of_field(self, field: &'static str) -> Self {
        match self {
            Self::Grundy(error, _) => Self::Grundy(error, Some(field)),
            other => other,
        }
    }

    /// Whether this is a limit of time or memory. With a larger limit the same question has an answer.
    pub fn is_limit(&self) -> bool {
        match self {
            Self::Grundy(error, _) => error.kind() == ErrorKind::Limit,
            Self::Judged(error) => error.is_limit(),
            Self::Unread(..) | Self::Refused(..) => false,
        }
    }

    /// The code of the error, for programs.
    pub fn code(&self) -> &str {
        match self {
            Self::Grundy(error, _) => error.code(),
            Self::Judged(error) => &error.code,
            Self::Unread(code, _) | Self::Refused(code, _) => code,
        }
    }

    /// The HTTP status; other hosts use it too.
    pub fn status(&self) -> u16 {
        if matches!(self, Self::Unread(..)) {
            return 400;
        }
        match Condition::of(self.code()) {
            Some(Condition::TimeLimit) => 504,
            Some(Condition::MemoryLimit) => 507,
            Some(Condition::Interrupted) => 503,
            _ => 422,
        }
    }

    /// The error object.
    pub fn to_json(&self, lang: Lang) -> Json {
        match self {
            Self::Grundy(error, field) => {
                let mut json = error.to_json(lang);
                if let Some(field) = field {
                    json["error"]["field"] = (*field).into();
                }
                json
            }
            Self::Judged(error) => judged_json(error, lang),
            Self::Unread(code, blanks) | Self::Refused(code, blanks) => {
                let message = words::filled(lang, &format!("request.{code}"), blanks);
                json!({"error": {"code": code, "message": message, "span": null, "suggestion": null}})
            }
        }
    }
}

/// The error object of a contest input: the line and column of the place, where there is one.
fn judged_json(error: &grundy_judge::Error, lang: Lang) -> Json {
    let suggestion = error.values.iter().find(|(name, _)| *name == "suggestion").map(|(_, text)| text);
    let field = match &error.place {
        Some(place) if place.text == Text::Input => "input",
        _ => "profile",
    };
    let place = error.place.as_ref();
    json!({"error": {
        "code": error.code, "message": error.text(lang), "span": null, "suggestion": suggestion, "field": field,
        "line": place.map(|place| place.line), "column": place.map(|place| place.column),
    }})
}
