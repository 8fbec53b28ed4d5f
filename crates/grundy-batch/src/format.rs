//! The formats of files.

use std::path::Path;

use grundy_solver::Error;

/// The format of the rows of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Heaps separated by blanks or commas; answers separated by tabs.
    Text,
    /// Cells separated by this byte, with a header line.
    Csv {
        /// `,` or a tab.
        separator: u8,
    },
    /// One JSON object per line.
    JsonLines,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// The accepted names of formats.
    pub const NAMES: [&'static str; 5] = ["text", "csv", "tsv", "jsonl", "parquet"];

    /// The format with this name.
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

    /// The format given by a file's extension; text if it gives none.
    pub fn of_path(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("json") => Self::JsonLines,
            Some(extension) => Self::of(extension).unwrap_or(Self::Text),
            None => Self::Text,
        }
    }

    /// The canonical name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Csv { separator: b'\t' } => "tsv",
            Self::Csv { .. } => "csv",
            Self::JsonLines => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// Returns an error if this build does not support the format.
    pub fn check(self) -> Result<Self, Error> {
        if self == Self::Parquet && !cfg!(feature = "parquet") {
            return Err(Error::input("error.no-parquet"));
        }
        Ok(self)
    }
}
