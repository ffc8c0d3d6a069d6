//! Limits of concurrent connections and streams, and the choice of the connection to close when the limit is reached.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// A limited number of slots, each for one connection or one stream of events.
#[derive(Clone)]
pub struct Slots(Arc<(Mutex<usize>, Condvar)>);

impl Slots {
    /// Creates this many free slots.
    pub fn new(free: usize) -> Self {
        Self(Arc::new((Mutex::new(free), Condvar::new())))
    }

    /// Takes a slot, which is free again when dropped; `None` if all stay taken for this long.
    pub fn acquire(&self, timeout: Duration) -> Option<Slot> {
        let (free, released) = &*self.0;
        let mut free = free.lock();
        released.wait_while_for(&mut free, |free| *free == 0, timeout);
        *free = free.checked_sub(1)?;
        Some(Slot(self.clone()))
    }
}

/// A taken slot.
pub struct Slot(Slots);

impl Drop for Slot {
    fn drop(&mut self) {
        let (free, released) = &*self.0.0;
        *free.lock() += 1;
        released.notify_one();
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
            // An error is ignored: the client has disconnected first.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

/// The registration of a connection for one request. It ends when this guard is dropped.
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
        let taken = slots.acquire(Duration::ZERO);
        assert!(taken.is_some() && slots.acquire(Duration::ZERO).is_none());
        let released = std::thread::spawn(move || drop(taken));
        assert!(slots.acquire(Duration::from_mins(1)).is_some());
        released.join().expect("no panic");
    }
}
