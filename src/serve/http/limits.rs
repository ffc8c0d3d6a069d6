//! Limits of concurrent connections and streams, and the choice of the connection to close when the limit is reached.

use std::collections::VecDeque;
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

/// The connections that may be closed to make room, in the order of their latest requests.
#[derive(Default)]
pub struct OpenRequests(Mutex<VecDeque<Arc<TcpStream>>>);

impl OpenRequests {
    /// Registers a connection until the guard is dropped.
    pub fn register(&self, stream: &Arc<TcpStream>) -> RequestGuard<'_> {
        self.0.lock().push_back(Arc::clone(stream));
        RequestGuard { requests: self, stream: Arc::clone(stream) }
    }

    /// Closes the connection that was registered first, and so has the oldest request.
    pub fn close_oldest(&self) {
        if let Some(stream) = self.0.lock().pop_front() {
            // Fails if the client disconnected first.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The guard of a connection's registration for one request, which ends when the guard is dropped.
pub struct RequestGuard<'a> {
    requests: &'a OpenRequests,
    stream: Arc<TcpStream>,
}

impl Drop for RequestGuard<'_> {
    fn drop(&mut self) {
        self.requests.0.lock().retain(|other| !Arc::ptr_eq(other, &self.stream));
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
