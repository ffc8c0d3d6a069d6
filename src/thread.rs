//! The result of a thread.

use std::panic::resume_unwind;
use std::thread;

/// Returns the result of a thread that was joined. A panic of the thread continues here.
pub fn propagate_panic<T>(joined: thread::Result<T>) -> T {
    joined.unwrap_or_else(|panic| resume_unwind(panic))
}
