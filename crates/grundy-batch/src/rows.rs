//! Writes answers as records of a line format.

use grundy_solver::Error;
use grundy_solver::batch::{Answers, Column, RowError};
use grundy_solver::text::Lang;

use crate::cells::{push_csv, push_json_number, push_json_text};
use crate::format::Format;
use crate::job::Job;
use crate::records::{Layout, Records};

/// The name of the error column.
pub(crate) const ERROR: &str = "error";

/// The names of all columns of the answers.
pub(crate) fn names(job: &Job) -> Vec<&'static str> {
    job.show.iter().map(|column| column.name()).chain(job.keep_going.then_some(ERROR)).collect()
}

/// The header line; empty in formats without one.
pub(crate) fn head(job: &Job, layout: &Layout) -> Vec<u8> {
    let mut out = Vec::new();
    if let Format::Csv { separator } = job.to {
        let carried = layout.names.iter().map(String::as_str).filter(|_| !job.only);
        for (index, name) in carried.chain(names(job)).enumerate() {
            if index > 0 {
                out.push(separator);
            }
            push_csv(name, separator, &mut out);
        }
        out.push(b'\n');
    }
    out
}

/// Writes answers beside their records.
pub(crate) struct Rows<'a> {
    pub job: &'a Job,
    pub layout: &'a Layout,
    pub answers: &'a Answers,
    /// The errors and large values of the remaining rows.
    errors: std::iter::Peekable<std::slice::Iter<'a, RowError>>,
    large: std::iter::Peekable<std::slice::Iter<'a, (usize, dashu_int::UBig)>>,
}

impl<'a> Rows<'a> {
    pub fn new(job: &'a Job, layout: &'a Layout, answers: &'a Answers) -> Self {
        let (errors, large) = (answers.errors.iter().peekable(), answers.large_values.iter().peekable());
        Self { job, layout, answers, errors, large }
    }

    /// Appends a row; rows come in order.
    pub fn write(&mut self, records: &dyn Records, row: usize, out: &mut Vec<u8>) {
        let error = self.errors.next_if(|wrong| wrong.index() == row).map(|wrong| &wrong.error);
        let large = self.large.next_if(|(with, _)| *with == row).map(|(_, value)| value.to_string());
        match self.job.to {
            Format::Csv { separator } => self.csv(records, row, separator, error, large.as_deref(), out),
            Format::JsonLines => self.json(records, row, error, large.as_deref(), out),
            Format::Text | Format::Parquet => self.text(row, error, large.as_deref(), out),
        }
        out.push(b'\n');
    }

    fn text(&self, row: usize, error: Option<&Error>, large: Option<&str>, out: &mut Vec<u8>) {
        if error.is_some() && !self.is_known_in_part(row) {
            out.extend(ERROR.as_bytes());
            return;
        }
        for (index, column) in self.job.show.iter().enumerate() {
            if index > 0 {
                out.push(b'\t');
            }
            match column {
                Column::Value if error.is_some() => out.extend(ERROR.as_bytes()),
                column => self.push(*column, row, large, out),
            }
        }
    }

    /// Whether the outcome of a row is known, but its value is not.
    fn is_known_in_part(&self, row: usize) -> bool {
        self.answers.outcomes.get(row).is_some_and(|outcome| *outcome != 0)
    }

    fn csv(
        &self,
        records: &dyn Records,
        row: usize,
        separator: u8,
        error: Option<&Error>,
        large: Option<&str>,
        out: &mut Vec<u8>,
    ) {
        let mut first = true;
        let mut next = |out: &mut Vec<u8>| {
            if !std::mem::take(&mut first) {
                out.push(separator);
            }
        };
        if !self.job.only {
            if self.job.from == self.job.to {
                next(out);
                out.extend(records.raw(row).as_bytes());
            } else {
                for column in 0..self.layout.names.len() {
                    next(out);
                    records.cell(row, column).push_csv(separator, out);
                }
            }
        }
        for column in &self.job.show {
            next(out);
            let known = self.is_known_in_part(row) && *column != Column::Value;
            if error.is_none() || known {
                self.push(*column, row, large, out);
            }
        }
        if self.job.keep_going {
            next(out);
            push_csv(&error_text(error, self.job.lang), separator, out);
        }
    }

    fn json(
        &self,
        records: &dyn Records,
        row: usize,
        error: Option<&Error>,
        large: Option<&str>,
        out: &mut Vec<u8>,
    ) {
        out.push(b'{');
        let start = out.len();
        let next = |out: &mut Vec<u8>, name: &str| {
            if out.len() > start {
                out.push(b',');
            }
            push_json_text(name, out);
            out.push(b':');
        };
        if !self.job.only {
            self.carry_json(records, row, out);
        }
        for column in &self.job.show {
            next(out, column.name());
            match column {
                _ if error.is_some() && !self.is_known_in_part(row) => out.extend(b"null"),
                Column::Outcome => out.extend([b'"', self.answers.outcomes[row], b'"']),
                Column::Value if !self.answers.has_value[row] => out.extend(b"null"),
                Column::Value => {
                    let value = self.answers.values[row].to_string();
                    push_json_number(large.unwrap_or(&value), out);
                }
                Column::Moves => push_json_text(self.answers.moves.get(row), out),
                Column::FirstMove => push_json_text(self.answers.first_moves.get(row), out),
                Column::Method => push_json_text(self.answers.methods[row], out),
            }
        }
        if self.job.keep_going {
            next(out, ERROR);
            match error {
                Some(_) => push_json_text(&error_text(error, self.job.lang), out),
                None => out.extend(b"null"),
            }
        }
        out.push(b'}');
    }

    /// Appends the columns of the input; objects are copied as written.
    fn carry_json(&self, records: &dyn Records, row: usize, out: &mut Vec<u8>) {
        if self.job.from == Format::JsonLines {
            let raw = records.raw(row);
            let is_json = records.is_json(row);
            match raw.strip_prefix('{').and_then(|raw| raw.strip_suffix('}')) {
                Some(inside) if is_json => out.extend(inside.trim().as_bytes()),
                _ => {
                    out.extend(b"\"heaps\":");
                    if is_json { out.extend(raw.as_bytes()) } else { push_json_text(raw, out) }
                }
            }
            return;
        }
        for (column, name) in self.layout.names.iter().enumerate() {
            if column > 0 {
                out.push(b',');
            }
            push_json_text(name, out);
            out.push(b':');
            records.cell(row, column).push_json(out);
        }
    }

    /// Appends an answer as plain text.
    fn push(&self, column: Column, row: usize, large: Option<&str>, out: &mut Vec<u8>) {
        match column {
            Column::Outcome => out.push(self.answers.outcomes[row]),
            Column::Value if !self.answers.has_value[row] => {}
            Column::Value => match large {
                Some(value) => out.extend(value.as_bytes()),
                None => out.extend(self.answers.values[row].to_string().into_bytes()),
            },
            Column::Moves => out.extend(self.answers.moves.get(row).as_bytes()),
            Column::FirstMove => out.extend(self.answers.first_moves.get(row).as_bytes()),
            Column::Method => out.extend(self.answers.methods[row].as_bytes()),
        }
    }
}

/// The error as text; empty if there is none.
pub(crate) fn error_text(error: Option<&Error>, lang: Lang) -> String {
    error.map(|error| error.message().render(lang)).unwrap_or_default()
}
