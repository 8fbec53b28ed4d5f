//! The error of one row: the same type wherever rows are read or answered.

use grundy_core::error::Error;

/// Why a row has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowError {
    /// The row of the input, counted from 0. In a text it is the line where the row begins.
    pub row: u64,
    /// The column in characters, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub error: Error,
}

impl RowError {
    /// The error of a row, at its first column.
    pub fn new(row: usize, error: Error) -> Self {
        Self { row: row as u64, column: 1, error }
    }

    /// Sets the column.
    #[must_use]
    pub fn at_column(mut self, column: usize) -> Self {
        self.column = column;
        self
    }

    /// The same error in a longer input, with `rows` more rows before it.
    #[must_use]
    pub fn after(mut self, rows: u64) -> Self {
        self.row += rows;
        self
    }

    /// The row as the index of an array in memory.
    pub fn index(&self) -> usize {
        usize::try_from(self.row).unwrap_or(usize::MAX)
    }

    /// The row counted from 1, as editors count lines.
    pub fn line(&self) -> u64 {
        self.row + 1
    }
}
