//! The formats of files.

use std::path::Path;

use grundy_solver::Error;

/// How rows are written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Heaps separated by blanks or commas; answers separated by tabs.
    Text,
    /// Cells separated by this byte, with a line of names in front.
    Csv {
        /// `,` or a tab.
        separator: u8,
    },
    /// A JSON object a line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The names that a format can be asked for by.
    pub const NAMES: [&'static str; 5] = ["text", "csv", "tsv", "jsonl", "parquet"];

    /// The format called so.
    pub fn of(name: &str) -> Result<Self, Error> {
        Ok(match name.to_ascii_lowercase().as_str() {
            "text" | "txt" => Self::Text,
            "csv" => Self::Csv { separator: b',' },
            "tsv" => Self::Csv { separator: b'\t' },
            "jsonl" | "ndjson" | "json-lines" => Self::JsonLines,
            "parquet" => Self::Parquet,
            _ => {
                return Err(Error::input("error.unknown-format")
                    .with("name", name)
                    .with("known", Self::NAMES.join(", "))
                    .suggest(grundy_solver::error::nearest(name, Self::NAMES.into_iter())));
            }
        })
    }

    /// The format that a file's name tells; text where it tells none.
    pub fn of_path(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Self::JsonLines,
            Some(extension) => Self::of(extension).unwrap_or(Self::Text),
            None => Self::Text,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Csv { separator: b'\t' } => "tsv",
            Self::Csv { .. } => "csv",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// Is this program built to read and write it?
    pub fn check(self) -> Result<Self, Error> {
        if self == Self::Parquet && !cfg!(feature = "parquet") {
            return Err(Error::input("error.no-parquet"));
        }
        Ok(self)
    }
}
