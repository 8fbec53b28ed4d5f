//! The errors of queries, and their messages.

use std::error::Error as StdError;
use std::{fmt, io};

use datafusion::error::DataFusionError;
use grundy_solver::error::ErrorKind;
use grundy_solver::text::Lang;

use crate::words::filled;

/// A query that the functions do not support: a text of this crate with blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    code: &'static str,
    blanks: Vec<(&'static str, String)>,
    is_limit: bool,
}

impl Refusal {
    /// The refusal with the text `refused.CODE`.
    pub fn new(code: &'static str) -> Self {
        Self { code, blanks: Vec::new(), is_limit: false }
    }

    /// Like [`new`](Self::new), if a limit was reached.
    pub fn limit(code: &'static str) -> Self {
        Self { is_limit: true, ..Self::new(code) }
    }

    /// Fills a blank of the text.
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "what fills a blank is mostly made for it")]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.blanks.push((name, value.to_string()));
        self
    }

    /// The stable code, for scripts.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The message.
    pub fn text(&self, lang: Lang) -> String {
        filled(lang, &format!("refused.{}", self.code), &self.blanks)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl StdError for Refusal {}

impl From<Refusal> for DataFusionError {
    fn from(refusal: Refusal) -> Self {
        Self::External(Box::new(refusal))
    }
}

/// Why a statement has no answer.
#[derive(Debug)]
pub enum Error {
    /// The library rejected a game or a position, or reached a limit.
    Grundy(grundy_solver::Error),
    /// The functions rejected the query.
    Refused(Refusal),
    /// A file could not be read or written.
    File {
        /// Its path.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The answer could not be written.
    Output(io::Error),
    /// The memory for the query itself is used up; the engine's message.
    Memory(String),
    /// The statement is wrong, or failed; the engine's message, in English.
    Sql(String),
}

impl Error {
    /// Whether a limit was reached, so that the same statement may succeed with a larger one.
    pub fn is_limit(&self) -> bool {
        match self {
            Self::Grundy(error) => error.kind() == ErrorKind::Limit,
            Self::Refused(refusal) => refusal.is_limit,
            Self::Memory(_) => true,
            Self::File { .. } | Self::Output(_) | Self::Sql(_) => false,
        }
    }

    /// The stable code, for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Grundy(error) => error.code(),
            Self::Refused(refusal) => refusal.code(),
            Self::File { .. } => "file",
            Self::Output(_) => "output",
            Self::Memory(_) => "memory-limit",
            Self::Sql(_) => "sql",
        }
    }

    /// The message.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Grundy(error) => error.message().render(lang),
            Self::Refused(refusal) => refusal.text(lang),
            Self::File { path, error } => {
                filled(lang, "failed.file", &[("path", path.clone()), ("error", error.to_string())])
            }
            Self::Output(error) => filled(lang, "failed.output", &[("error", error.to_string())]),
            Self::Memory(reason) => filled(lang, "failed.memory", &[("error", reason.clone())]),
            Self::Sql(reason) => filled(lang, "failed.sql", &[("error", reason.clone())]),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Lang::En))
    }
}

impl StdError for Error {}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<grundy_solver::Error> for Error {
    fn from(error: grundy_solver::Error) -> Self {
        Self::Grundy(error)
    }
}

impl From<DataFusionError> for Error {
    /// The library's own error, however deep the engine has wrapped it, else the engine's message.
    fn from(error: DataFusionError) -> Self {
        let mut cause: Option<&(dyn StdError + 'static)> = Some(&error);
        while let Some(here) = cause {
            if let Some(grundy) = here.downcast_ref::<grundy_solver::Error>() {
                return Self::Grundy(grundy.clone());
            }
            if let Some(refusal) = here.downcast_ref::<Refusal>() {
                return Self::Refused(refusal.clone());
            }
            cause = match here.downcast_ref::<DataFusionError>() {
                // Shared errors do not return the inner error as their source.
                Some(DataFusionError::Shared(shared)) => Some(shared.as_ref()),
                Some(DataFusionError::External(inner)) => Some(inner.as_ref()),
                _ => here.source(),
            };
        }
        let root = error.find_root();
        let reason = root.strip_backtrace();
        match root {
            DataFusionError::ResourcesExhausted(_) => Self::Memory(reason),
            _ => Self::Sql(reason),
        }
    }
}

/// Wraps a library error for the engine.
pub(crate) fn external(error: grundy_solver::Error) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}
