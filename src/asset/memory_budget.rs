//! The memory budget of derived images: a counting semaphore of bytes.
//!
//! Every thread makes images, so on a machine with many processors they could exhaust the memory together.

use parking_lot::{Condvar, Mutex};

/// The number of bytes that all threads together may use.
#[derive(Debug)]
pub struct MemoryBudget {
    limit: u64,
    taken: Mutex<u64>,
    released: Condvar,
}

/// The part of the budget that one thread has acquired. Dropping it releases the bytes.
#[derive(Debug)]
pub struct Share<'a> {
    budget: &'a MemoryBudget,
    bytes: u64,
}

impl MemoryBudget {
    pub fn new(limit: u64) -> Self {
        Self { limit, taken: Mutex::new(0), released: Condvar::new() }
    }

    /// Waits until `bytes` are free and acquires them. A request above the limit waits for the whole budget. A thread
    /// with a share must neither acquire another one nor wait for a thread that acquires one: it could wait forever.
    pub fn acquire(&self, bytes: u64) -> Share<'_> {
        let bytes = bytes.min(self.limit);
        let mut taken = self.taken.lock();
        self.released.wait_while(&mut taken, |taken| *taken + bytes > self.limit);
        *taken += bytes;
        Share { budget: self, bytes }
    }
}

impl Share<'_> {
    /// Reduces the share to `bytes` and releases the rest.
    pub fn shrink(&mut self, bytes: u64) {
        let freed = self.bytes.saturating_sub(bytes);
        self.bytes -= freed;
        *self.budget.taken.lock() -= freed;
        self.budget.released.notify_all();
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::MemoryBudget;

    #[test]
    fn shares_never_exceed_the_limit() {
        let (budget, now, peak) = (MemoryBudget::new(10), AtomicU64::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for bytes in [1, 4, 7, 10, 20, 3, 6, 2] {
                let (budget, now, peak) = (&budget, &now, &peak);
                scope.spawn(move || {
                    for _ in 0..50 {
                        let mut share = budget.acquire(bytes);
                        let all = now.fetch_add(share.bytes, Ordering::SeqCst) + share.bytes;
                        peak.fetch_max(all, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(share.bytes, Ordering::SeqCst);
                        share.shrink(0);
                    }
                });
            }
        });
        assert!((7..=10).contains(&peak.into_inner()), "{budget:?}");
        assert_eq!(*budget.taken.lock(), 0);
    }
}
