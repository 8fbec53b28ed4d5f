//! Whole positions on machine words: the text of `ask` is parsed once for each form, and then only its numbers are
//! filled in.

mod family;
mod form;
mod forms;

pub use forms::Forms;
