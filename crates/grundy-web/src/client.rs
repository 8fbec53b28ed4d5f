//! What a connection is to those that answer its requests.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use tokio::sync::Notify;

/// One connection, as the others see it.
#[derive(Debug)]
pub struct Client {
    /// Who it is.
    pub peer: SocketAddr,
    busy: AtomicUsize,
    /// The number of its latest request, over all connections; 0 before the first.
    pub served: AtomicU64,
    /// Closes the connection to make room for another.
    pub close: Notify,
}

/// A mark that a question of this connection is under way, so that it is not closed for another.
#[derive(Debug)]
pub struct Busy(Arc<Client>);

impl Client {
    /// A connection that has just been accepted.
    pub fn new(peer: SocketAddr) -> Self {
        Self { peer, busy: AtomicUsize::new(0), served: AtomicU64::new(0), close: Notify::new() }
    }

    /// Whether none of its questions is under way.
    pub fn is_idle(&self) -> bool {
        self.busy.load(Ordering::Relaxed) == 0
    }

    /// Marks the connection for as long as the mark lives.
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
