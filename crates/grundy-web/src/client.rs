//! The state of a connection that its requests share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// One connection, as other connections see it.
#[derive(Debug)]
pub struct Client {
    /// The address of the client.
    pub peer: SocketAddr,
    busy: AtomicUsize,
    /// The number of its latest request, over all connections; 0 before the first.
    pub served: AtomicU64,
    /// Closes the connection to make room for another.
    pub close: Notify,
}

/// Marks a pending question of this connection, so that the connection is not closed to make
/// room.
#[derive(Debug)]
pub struct Busy(Arc<Client>);

impl Client {
    /// A connection that has just been accepted.
    pub fn new(peer: SocketAddr) -> Self {
        Self { peer, busy: AtomicUsize::new(0), served: AtomicU64::new(0), close: Notify::new() }
    }

    /// Whether no question of this connection is pending.
    pub fn is_idle(&self) -> bool {
        self.busy.load(Ordering::Relaxed) == 0
    }

    /// Marks the connection as busy until the returned value is dropped.
    pub fn busy(self: &Arc<Self>) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(self))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}
