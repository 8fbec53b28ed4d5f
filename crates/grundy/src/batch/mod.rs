//! Many positions from a stream: one line in, one row out.

pub mod lines;
mod words;
