//! A memory budget for data on its way to or from clients. Each body has a limit, and so has their sum: otherwise
//! many slow clients with large bodies would hold that much memory each.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;

/// Bodies of at most this many bytes are not counted: there are no more of them than connections.
pub const SMALL: usize = 64 << 10;

/// The bytes that all clones together may hold.
#[derive(Clone, Debug)]
pub struct Room(Arc<AtomicUsize>);

/// A share of the budget, returned on drop.
#[derive(Debug)]
pub struct Share {
    room: Room,
    bytes: usize,
}

impl Room {
    /// A budget of `bytes`.
    pub fn of(bytes: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(bytes)))
    }

    /// An empty share.
    pub fn share(&self) -> Share {
        Share { room: self.clone(), bytes: 0 }
    }

    /// The text as bytes that hold their share until the last clone is dropped; `None` if there is no room.
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
        // Spare capacity is counted too.
        share.grow(text.capacity()).then(|| Bytes::from_owner(Held(text, share)))
    }
}

impl Share {
    /// Grows the share to `bytes`; `false`, with the share unchanged, if there is no room.
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
