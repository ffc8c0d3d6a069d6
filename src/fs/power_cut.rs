//! A power cut for tests: ends a durable write at one of its steps, and leaves what is on the disk then.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    /// The steps until the power is cut.
    static STEPS: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Runs a function that ends after so many steps. Returns `None` if it did.
pub fn cut_after<T>(steps: usize, run: impl FnOnce() -> T) -> Option<T> {
    STEPS.set(Some(steps));
    let result = catch_unwind(AssertUnwindSafe(run));
    STEPS.set(None);
    result.ok()
}

/// Ends the function of `cut_after` if its steps are used up.
pub(super) fn step() {
    match STEPS.get() {
        Some(0) => resume_unwind(Box::new("the power is cut")),
        steps => STEPS.set(steps.map(|steps| steps - 1)),
    }
}
