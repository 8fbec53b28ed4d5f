//! The destination of a template's output.

use crate::number::{push_text, push_u64};

/// Receives text and numbers, piece by piece.
pub trait Sink {
    fn text(&mut self, text: &str);
    fn number(&mut self, n: u64);
}

impl Sink for Vec<u8> {
    #[inline]
    fn text(&mut self, text: &str) {
        push_text(self, text);
    }

    #[inline]
    fn number(&mut self, n: u64) {
        push_u64(self, n);
    }
}
