//! The state of the mock endpoints, which their two ports and the developer's pages share.

use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use super::fault::FaultTable;
use super::submissions::SubmissionStore;

/// The origins, submissions and faults of all mock endpoints.
pub struct MockState {
    /// The origin of the endpoints.
    pub origin: String,
    /// The origin that form endpoints redirect to.
    pub redirect_origin: String,
    store: Mutex<SubmissionStore>,
    faults: Mutex<FaultTable>,
}

impl MockState {
    pub fn new(origin: String, redirect_origin: String) -> Arc<Self> {
        Arc::new(Self { origin, redirect_origin, store: Mutex::default(), faults: Mutex::default() })
    }

    pub fn store(&self) -> MutexGuard<'_, SubmissionStore> {
        self.store.lock()
    }

    pub fn faults(&self) -> MutexGuard<'_, FaultTable> {
        self.faults.lock()
    }
}
