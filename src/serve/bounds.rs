//! How many connections there are at a time, and who goes when there is no room.

use std::collections::BTreeMap;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A number of places to take.
pub struct Slots(Arc<AtomicUsize>);

impl Slots {
    pub fn new(free: usize) -> Self {
        Self(Arc::new(AtomicUsize::new(free)))
    }

    /// A place, given back when dropped.
    pub fn take(&self) -> Option<Slot> {
        let less = |free: usize| free.checked_sub(1);
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, less).ok().map(|_| Slot(Arc::clone(&self.0)))
    }
}

/// A place taken.
pub struct Slot(Arc<AtomicUsize>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

/// The connections that are at a request, by when they came to it.
#[derive(Default)]
pub struct Pending(Mutex<(u64, BTreeMap<u64, Arc<TcpStream>>)>);

impl Pending {
    /// Notes that this connection is at a request, until the note is dropped.
    pub fn note(&self, stream: &Arc<TcpStream>) -> Note<'_> {
        let mut pending = self.lock();
        pending.0 += 1;
        let number = pending.0;
        pending.1.insert(number, Arc::clone(stream));
        Note { pending: self, number }
    }

    /// Hangs up on who has been at it for longest.
    pub fn dismiss_oldest(&self) {
        if let Some((_, stream)) = self.lock().1.pop_first() {
            // It fails if the client hung up first.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn lock(&self) -> MutexGuard<'_, (u64, BTreeMap<u64, Arc<TcpStream>>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A note that a connection is at a request.
pub struct Note<'a> {
    pending: &'a Pending,
    number: u64,
}

impl Drop for Note<'_> {
    fn drop(&mut self) {
        self.pending.lock().1.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_given_back() {
        let slots = Slots::new(1);
        let taken = slots.take();
        assert!(taken.is_some() && slots.take().is_none());
        drop(taken);
        assert!(slots.take().is_some());
    }
}
