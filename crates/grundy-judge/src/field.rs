//! A string of a profile, and its place in the file.

use std::ops::Range;

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub text: String,
    pub span: Range<usize>,
}
