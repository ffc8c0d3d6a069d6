//! What the last build said, beside its files: for the developer's pages.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::diagnostic::Diagnostic;

/// What a build said.
#[derive(Debug, Default)]
pub struct Told {
    /// Counts the builds, from 1.
    pub build: u64,
    pub took: Duration,
    pub diagnostics: Vec<Diagnostic>,
    pub samples: Vec<Diagnostic>,
    /// Files, and why they are left out.
    pub left_out: Vec<(String, String)>,
}

/// The last build's words, replaced as a whole.
#[derive(Debug, Default)]
pub struct LastBuild(Mutex<Arc<Told>>);

impl LastBuild {
    pub fn now(&self) -> Arc<Told> {
        Arc::clone(&self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A build has ended; it is counted here.
    pub fn set(&self, told: Told) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Arc::new(Told { build: last.build + 1, ..told });
    }
}
