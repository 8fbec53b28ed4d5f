//! The errors of commands, and how they are reported.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use grundy_judge::Text;
use grundy_solver::batch::RowError;
use grundy_solver::error::{Condition, ErrorKind};
use grundy_solver::text::Lang;
use serde_json::json;

use crate::words;

/// The blank that holds the suggestion.
pub const SUGGESTION: &str = "suggestion";

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// The library returned an error or reached a limit.
    Grundy(grundy_solver::Error),
    /// The judge returned an error or reached a limit.
    Judge(Box<grundy_judge::Error>),
    /// A file is not a certificate, or checking it reached a limit.
    Verify(grundy_verify::Error),
    /// A command that only some builds have failed with an error of its own.
    Added {
        /// The code in JSON.
        code: &'static str,
        /// What is wrong, in the language of the answer.
        message: String,
        /// Whether a limit was reached.
        is_limit: bool,
    },
    /// A line of a batch was wrong.
    Row(RowError),
    /// A file could not be read or written.
    File {
        /// Its name.
        path: String,
        /// What the system reported.
        error: io::Error,
    },
    /// A long run reached a limit or was interrupted.
    Stopped {
        /// The limit.
        error: grundy_solver::Error,
        /// How to resume.
        hint: Option<String>,
    },
    /// Standard output could not be written.
    Output(io::Error),
    /// Wrong usage that the argument parser cannot detect: a text with blanks, and its code.
    Usage {
        /// The text is `usage.CODE`.
        code: &'static str,
        /// The blanks of the text and their values.
        blanks: Vec<(&'static str, String)>,
    },
}

impl From<grundy_solver::Error> for Failure {
    fn from(error: grundy_solver::Error) -> Self {
        // Interrupted before there was anything to resume.
        if error.is(Condition::Interrupted) {
            Self::Stopped { error, hint: None }
        } else {
            Self::Grundy(error)
        }
    }
}

impl From<grundy_judge::Error> for Failure {
    fn from(error: grundy_judge::Error) -> Self {
        Self::Judge(Box::new(error))
    }
}

impl From<grundy_verify::Error> for Failure {
    fn from(error: grundy_verify::Error) -> Self {
        Self::Verify(error)
    }
}

impl Failure {
    /// Wrong usage: `code` names a text `usage.CODE`.
    pub fn usage(code: &'static str, blanks: Vec<(&'static str, String)>) -> Self {
        Self::Usage { code, blanks }
    }

    /// A file that could not be read or written; an empty name is wrong usage.
    pub fn file(path: &str, error: io::Error) -> Self {
        if path.is_empty() {
            return Self::usage("file-name-empty", vec![]);
        }
        Self::File { path: path.to_owned(), error }
    }

    fn exit_code(&self) -> u8 {
        match self {
            Self::Stopped { error, .. } if error.is(Condition::Interrupted) => 130,
            Self::Stopped { .. } | Self::Added { is_limit: true, .. } => 3,
            Self::Grundy(error) | Self::Row(RowError { error, .. }) if error.kind() == ErrorKind::Limit => 3,
            Self::Judge(error) if error.is_limit() => 3,
            Self::Verify(error) if error.is_limit() => 3,
            _ => 2,
        }
    }

    /// Reports the error and returns the exit code. With `json`, prints one object on stdout.
    pub fn report(&self, lang: Lang, json: bool) -> ExitCode {
        // A closed pipe is not an error: the reader wants no more.
        let pipe = match self {
            Self::Output(error) => Some(error.kind()),
            Self::Judge(error) => error.io,
            _ => None,
        };
        if pipe == Some(io::ErrorKind::BrokenPipe) {
            return ExitCode::SUCCESS;
        }
        if json {
            let _ = writeln!(io::stdout(), "{}", self.to_json(lang));
        } else {
            let label = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
            let text = self.text(lang);
            let styled = match text.split_once(['：', ':']) {
                Some((head, rest)) if text.starts_with("error") || text.starts_with("错误") => {
                    let colon = if text.starts_with("error") { ":" } else { "：" };
                    format!("{label}{head}{colon}{label:#}{rest}")
                }
                _ => text,
            };
            let _ = writeln!(anstream::stderr(), "{styled}");
        }
        self.code()
    }

    /// The exit code alone.
    pub fn code(&self) -> ExitCode {
        ExitCode::from(self.exit_code())
    }

    /// The error for a person, with `error:` in front.
    fn text(&self, lang: Lang) -> String {
        if let Self::Grundy(error) = self {
            return error.report(lang) + self.advice_line(lang).as_str();
        }
        let mut text = self.sentence(lang);
        text.push_str(&self.advice_line(lang));
        if let Some(suggestion) = self.suggestion() {
            text.push_str("\n  ");
            text.push_str(&words::filled(lang, "usage.did-you-mean", &[(SUGGESTION, suggestion)]));
        }
        words::filled(lang, "failure.label", &[("text", &text)])
    }

    /// What is wrong and where, without prefix or advice.
    pub fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Grundy(error) => error.message().render(lang),
            Self::Judge(error) => {
                let text = error.text(lang);
                match &error.place {
                    Some(place) => {
                        let key = match place.text {
                            Text::Profile => "failure.profile-line",
                            // The message may name a place in the script of the profile.
                            Text::Input if error.solver.is_some() => "failure.input-line",
                            Text::Input => "failure.line",
                        };
                        at_line(lang, key, place.line, place.column, &text)
                    }
                    None => text,
                }
            }
            Self::Verify(error) => error.text(lang),
            Self::Added { message, .. } => message.clone(),
            Self::Row(wrong) => {
                let text = wrong.error.message().render(lang);
                at_line(lang, "failure.line", wrong.line(), wrong.column as u64, &text)
            }
            Self::File { path, error } => {
                words::filled(lang, "failure.file", &[("path", path), ("error", &of_system(lang, error))])
            }
            Self::Stopped { error, hint } => {
                let hint = hint.iter().fold(String::new(), |_, hint| format!("\n  {hint}"));
                error.message().render(lang) + hint.as_str()
            }
            Self::Output(error) => {
                words::filled(lang, "failure.output", &[("error", &of_system(lang, error))])
            }
            Self::Usage { code, blanks } => {
                let blanks: Vec<(&str, &str)> = blanks.iter().map(|(k, v)| (*k, v.as_str())).collect();
                words::filled(lang, &format!("usage.{code}"), &blanks)
            }
        }
    }

    /// The option of this command that helps. The library does not know options, so its messages name none.
    fn advice(&self, lang: Lang) -> Option<String> {
        let code = match self {
            Self::Grundy(error) | Self::Row(RowError { error, .. }) | Self::Stopped { error, .. } => {
                error.code()
            }
            Self::Judge(error) => &error.code,
            Self::Verify(error) => error.code(),
            _ => return None,
        };
        words::known(lang, &format!("advice.{code}"))
    }

    fn advice_line(&self, lang: Lang) -> String {
        self.advice(lang).map_or_else(String::new, |advice| format!("\n  {advice}"))
    }

    /// The suggestion of a usage error.
    fn suggestion(&self) -> Option<&str> {
        let Self::Usage { blanks, .. } = self else { return None };
        blanks.iter().find(|(name, _)| *name == SUGGESTION).map(|(_, suggestion)| suggestion.as_str())
    }

    /// The error object under `--json`.
    pub fn to_json(&self, lang: Lang) -> serde_json::Value {
        let mut json = self.without_advice(lang);
        if let Some(advice) = self.advice(lang) {
            json["error"]["advice"] = advice.into();
        }
        json
    }

    fn without_advice(&self, lang: Lang) -> serde_json::Value {
        let plain = |code: &str| {
            let message = self.sentence(lang);
            json!({"error": {"code": code, "message": message, "span": null, "suggestion": self.suggestion()}})
        };
        match self {
            Self::Grundy(error) => error.to_json(lang),
            Self::Row(wrong) => {
                let mut json = wrong.error.to_json(lang);
                json["error"]["line"] = wrong.line().into();
                json["error"]["column"] = wrong.column.into();
                json
            }
            Self::Judge(error) => {
                let mut json = plain(&error.code);
                if let Some(place) = &error.place {
                    json["error"]["message"] = error.text(lang).into();
                    json["error"]["span"] = place.span.as_ref().map(|span| [span.start, span.end]).into();
                    json["error"]["line"] = place.line.into();
                    json["error"]["column"] = place.column.into();
                }
                json
            }
            Self::Verify(error) => plain(error.code()),
            Self::Stopped { error, .. } => plain(error.code()),
            Self::File { .. } => plain("file"),
            Self::Output(_) => plain("output"),
            Self::Usage { code, .. } | Self::Added { code, .. } => plain(code),
        }
    }
}

/// The message of the system; the common ones are translated.
fn of_system(lang: Lang, error: &io::Error) -> String {
    use io::ErrorKind as Kind;
    let key = match error.kind() {
        // A message of this program itself.
        _ if error.get_ref().is_some() => return error.to_string(),
        Kind::NotFound => "not-found",
        Kind::PermissionDenied => "permission",
        Kind::IsADirectory => "directory",
        Kind::NotADirectory => "no-directory",
        Kind::AlreadyExists => "there",
        Kind::StorageFull => "full",
        Kind::ReadOnlyFilesystem => "read-only",
        _ => return error.to_string(),
    };
    words::text(lang, &format!("system.{key}"))
}

fn at_line(lang: Lang, key: &str, line: u64, column: u64, error: &str) -> String {
    let (line, column) = (line.to_string(), column.to_string());
    words::filled(lang, key, &[("line", &line), ("column", &column), ("error", error)])
}
