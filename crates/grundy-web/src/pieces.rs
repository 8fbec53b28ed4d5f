//! A large answer in pieces. A connection copies each piece into its own buffer and requests more when there is room; an
//! answer of several megabytes in one piece would be held twice.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};

/// Bytes of a piece.
const PIECE: usize = 64 << 10;

/// The rest of an answer; its share of the room is held until the last piece is dropped.
pub struct Pieces(Bytes);

impl Iterator for Pieces {
    type Item = Bytes;

    fn next(&mut self) -> Option<Bytes> {
        (!self.0.is_empty()).then(|| self.0.split_to(PIECE.min(self.0.len())))
    }
}

impl http_body::Body for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.get_mut().next().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.len() as u64)
    }
}

/// Splits bytes into pieces without a copy.
pub fn pieces(bytes: Bytes) -> Pieces {
    Pieces(bytes)
}

/// The body that sends these bytes; its length is known.
pub fn body(bytes: Bytes) -> Body {
    if bytes.len() <= PIECE { Body::from(bytes) } else { Body::new(Pieces(bytes)) }
}

#[cfg(test)]
mod tests {
    use http_body::Body as _;

    use super::*;

    #[test]
    fn pieces_come_to_the_whole_and_none_is_large() {
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE + 7] {
            let whole: Vec<u8> = (0..=250).cycle().take(length).collect();
            let bytes = Bytes::from(whole.clone());
            assert_eq!(body(bytes.clone()).size_hint().exact(), Some(length as u64));
            let all: Vec<Bytes> = pieces(bytes).collect();
            assert!(all.iter().all(|piece| (1..=PIECE).contains(&piece.len())));
            assert_eq!(all.concat(), whole);
        }
    }
}
