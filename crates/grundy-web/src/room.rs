//! Room for what is on its way to or from clients. Each piece has a limit, and so has their sum: many clients that
//! send or take large ones slowly would else hold that much each.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;

/// Pieces of no more bytes are not counted: there are no more of them than connections.
pub const SMALL: usize = 64 << 10;

/// So many bytes may be held at once, by all that share this.
#[derive(Clone, Debug)]
pub struct Room(Arc<AtomicUsize>);

/// A share of it, given back when dropped.
#[derive(Debug)]
pub struct Share {
    room: Room,
    bytes: usize,
}

impl Room {
    /// Room for so many bytes.
    pub fn of(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes)))
    }

    /// A share with nothing in it yet.
    pub fn share(&self) -> Share {
        Share { room: self.clone(), bytes: 0 }
    }

    /// The text as bytes that hold their share until the last copy is gone; `None` where there is no room.
    pub fn hold(&self, text: String) -> Option<Bytes> {
        struct Held(String, #[expect(dead_code, reason = "it is held, and given back when dropped")] Share);
        impl AsRef<[u8]> for Held {
            fn as_ref(&self) -> &[u8] {
                self.0.as_bytes()
            }
        }
        if text.len() <= SMALL {
            return Some(text.into());
        }
        let mut share = self.share();
        // What was put aside for growing is held too.
        share.grow(text.capacity()).then(|| Bytes::from_owner(Held(text, share)))
    }
}

impl Share {
    /// Makes the share so many bytes; `false`, and it stays as it is, where there is no room for that.
    pub fn grow(&mut self, bytes: usize) -> bool {
        if bytes <= SMALL || bytes <= self.bytes {
            return true;
        }
        let more = bytes - self.bytes;
        let taken =
            self.room.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(more));
        if taken.is_ok() {
            self.bytes = bytes;
        }
        taken.is_ok()
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.room.0.fetch_add(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_given_back() {
        let room = Room::of(3 * SMALL);
        let text = |size: usize| "x".repeat(size);
        let first = room.hold(text(2 * SMALL)).unwrap();
        let copy = first.clone();
        assert!(room.hold(text(2 * SMALL)).is_none());
        assert_eq!(room.hold(text(7)).unwrap(), "xxxxxxx");
        drop(first);
        assert!(room.hold(text(2 * SMALL)).is_none(), "a copy is left");
        drop(copy);
        assert_eq!(room.hold(text(2 * SMALL)).unwrap().len(), 2 * SMALL);
        let mut share = room.share();
        assert!(
            share.grow(SMALL) && share.grow(2 * SMALL) && share.grow(3 * SMALL) && !share.grow(3 * SMALL + 1)
        );
        assert!(!room.share().grow(2 * SMALL));
        drop(share);
        assert!(room.share().grow(3 * SMALL));
    }
}
