//! The native part of the Python package `grundy`: classes and functions over the library.
//!
//! Conventions: work runs detached from the interpreter (`means`), errors become the package's own exceptions
//! (`failure`), numbers are exact in both directions (`number`), and JSON of the library becomes equal
//! dictionaries (`json`).

// Methods take arguments from the interpreter by value, and PyO3 writes `Self::` paths in full.
#![allow(clippy::needless_pass_by_value, unused_qualifications)]
// Python's `help` shows the doc comments: plain text with doctests, no Markdown.
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes)]

mod answer;
mod arrays;
mod batch;
mod certificate;
mod failure;
mod functions;
mod game;
mod html;
mod json;
mod means;
mod nash;
mod number;
mod own;
mod pattern;
mod period;
mod pickled;
mod picture;
mod position;
mod quotient;
mod solvers;

/// The native part of `grundy`; use the package.
#[pyo3::pymodule(gil_used = true)]
mod _grundy {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::answer::{Answer, Explanation};
    #[pymodule_export]
    use super::batch::{Batch, Rows, batch};
    #[pymodule_export]
    use super::functions::{explain, games, language, nim, set_language, solve, verify};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::nash::{Equilibria, nash};
    #[pymodule_export]
    use super::pattern::Pattern;
    #[pymodule_export]
    use super::period::Period;
    #[pymodule_export]
    use super::picture::{Picture, Table};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::quotient::{Quotient, quotient};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
