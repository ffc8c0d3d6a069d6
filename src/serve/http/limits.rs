//! Limits of concurrent connections and streams, and the choice of the connection to close when the limit is reached.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

/// A limited number of slots, each for one connection or one stream of events.
pub struct Slots(Arc<AtomicUsize>);

impl Slots {
    /// Creates this many free slots.
    pub fn new(free: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(free)))
    }

    /// Takes a slot, which is free again when dropped; `None` if all are taken.
    pub fn acquire(&self) -> Option<Slot> {
        let take_one = |free: usize| free.checked_sub(1);
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, take_one).ok().map(|_| Slot(Arc::clone(&self.0)))
    }
}

/// A taken slot.
pub struct Slot(Arc<AtomicUsize>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

/// The connections that wait for a request or respond to one, in the order in which they began to do so.
#[derive(Default)]
pub struct OpenRequests(Mutex<Connections>);

/// The registered connections, by a number that grows with each registration.
#[derive(Default)]
struct Connections {
    last_number: u64,
    by_number: BTreeMap<u64, Arc<TcpStream>>,
}

impl OpenRequests {
    /// Registers a connection until the guard is dropped.
    pub fn register(&self, stream: &Arc<TcpStream>) -> RequestGuard<'_> {
        let mut connections = self.0.lock();
        connections.last_number += 1;
        let number = connections.last_number;
        connections.by_number.insert(number, Arc::clone(stream));
        RequestGuard { requests: self, number }
    }

    /// Closes the connection that was registered first, and so has the oldest request.
    pub fn close_oldest(&self) {
        if let Some((_, stream)) = self.0.lock().by_number.pop_first() {
            // Fails if the client disconnected first.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The registration of a connection for one request. It ends when it is dropped.
pub struct RequestGuard<'a> {
    requests: &'a OpenRequests,
    number: u64,
}

impl Drop for RequestGuard<'_> {
    fn drop(&mut self) {
        self.requests.0.lock().by_number.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_returned_when_dropped() {
        let slots = Slots::new(1);
        let taken = slots.acquire();
        assert!(taken.is_some() && slots.acquire().is_none());
        drop(taken);
        assert!(slots.acquire().is_some());
    }
}
