//! The report of the last build, for the developer's pages.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::diagnostic::Diagnostic;
use crate::pipeline::UnpublishedEntry;

/// The report of one build.
#[derive(Debug, Default)]
pub struct BuildReport {
    /// The number of the build, from 1.
    pub number: u64,
    pub took: Duration,
    pub diagnostics: Vec<Diagnostic>,
    /// The sample values that are still in the site; `diagnostics` leaves them out.
    pub samples: Vec<Diagnostic>,
    pub unpublished: Vec<UnpublishedEntry>,
}

/// The report of the last build, replaced as a whole.
pub type LastBuild = Mutex<Arc<BuildReport>>;
