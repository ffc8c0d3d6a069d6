//! The report of the last build, for the developer's pages.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::diagnostic::Diagnostic;

/// The report of one build.
#[derive(Debug, Default)]
pub struct BuildReport {
    /// The number of the build, from 1.
    pub number: u64,
    pub took: Duration,
    pub diagnostics: Vec<Diagnostic>,
    pub samples: Vec<Diagnostic>,
    /// The files of entries that are not published, and why not.
    pub unpublished: Vec<(String, String)>,
}

/// The report of the last build, replaced as a whole.
#[derive(Debug, Default)]
pub struct LastBuild(Mutex<Arc<BuildReport>>);

impl LastBuild {
    pub fn current(&self) -> Arc<BuildReport> {
        Arc::clone(&self.0.lock())
    }

    pub fn set(&self, report: BuildReport) {
        *self.0.lock() = Arc::new(report);
    }
}
