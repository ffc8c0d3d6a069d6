//! The report of the last build, for the developer's pages.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::diagnostic::Diagnostic;

/// The results of a build beside its files.
#[derive(Debug, Default)]
pub struct BuildReport {
    /// Counts the builds, from 1.
    pub build: u64,
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
    pub fn now(&self) -> Arc<BuildReport> {
        Arc::clone(&self.0.lock())
    }

    /// Replaces the report, and counts the build.
    pub fn set(&self, report: BuildReport) {
        let mut last = self.0.lock();
        *last = Arc::new(BuildReport { build: last.build + 1, ..report });
    }
}
